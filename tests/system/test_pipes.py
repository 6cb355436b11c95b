import os
import threading
from collections.abc import Iterator
from typing import IO

import pytest

from qwixx.system.pipes import PipeReader, PipeWriter, TailReader
from tests.waiting import wait_until

Pipe = tuple[IO[bytes], IO[bytes]]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """The end for reading, which the reader's thread closes, and the end for writing."""
    theirs, ours = os.pipe()
    with open(ours, "wb", buffering=0) as writing:
        yield open(theirs, "rb", buffering=0), writing  # noqa: SIM115 - its thread closes it


def test_lines_may_arrive_in_pieces_or_together(pipe: Pipe) -> None:
    theirs, ours = pipe
    reader = PipeReader(theirs, 1000)
    for piece in (b"on", b"e\ntwo\n", b"three"):
        ours.write(piece)
    assert reader.take_line(10, 60) == b"one"
    assert reader.take_line(10, 60) == b"two"
    assert reader.take_line(10, 0) is None
    ours.close()
    assert reader.take_line(10, 60) is None
    assert (reader.ended, reader.data) == (True, b"three")


def test_a_line_over_the_limit_is_returned_without_its_end(pipe: Pipe) -> None:
    theirs, ours = pipe
    reader = PipeReader(theirs, 11)
    ours.write(b"x" * 11)
    assert reader.take_line(10, 60) == b"x" * 11


def test_the_reader_buffers_a_bounded_amount(pipe: Pipe) -> None:
    """Backpressure: a pipe holds at most a million bytes, so the writer of more blocks."""
    theirs, ours = pipe
    reader = PipeReader(theirs, 1)
    flood = threading.Thread(target=lambda: ours.write(b"x" * 4_000_000), daemon=True)
    flood.start()
    assert reader.take_line(0, 60)
    wait_until(lambda: reader.data)
    assert len(reader.data) < 200_000
    assert flood.is_alive()
    reader.discard()
    flood.join(60)
    assert not flood.is_alive()
    assert reader.data == b""
    ours.close()
    reader.wait_for_end(60)
    assert reader.ended


def test_the_tail_reader_keeps_the_last_bytes(pipe: Pipe) -> None:
    theirs, ours = pipe
    reader = TailReader(theirs, 5)
    ours.write(b"x" * 3_000_000)
    ours.write(b"12345")
    ours.close()
    reader.wait_for_end(60)
    assert reader.data == b"12345"


def test_everything_is_written_before_the_pipe_is_closed(pipe: Pipe) -> None:
    theirs, ours = pipe
    writer = PipeWriter(ours)
    for _ in range(30):
        writer.write(b"x" * 100_000)
    writer.close()
    with theirs:
        assert len(b"".join(iter(lambda: theirs.read(1 << 20), b""))) == 3_000_000


def test_writing_to_a_closed_pipe_is_not_an_error(pipe: Pipe) -> None:
    theirs, ours = pipe
    theirs.close()
    writer = PipeWriter(ours)
    for _ in range(3):
        writer.write(b"x" * 100_000)
    writer.close()
    wait_until(lambda: ours.closed)
