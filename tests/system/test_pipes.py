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
    """The end to read from, which its thread closes, and the end to write to."""
    theirs, ours = os.pipe()
    with open(ours, "wb", buffering=0) as writing:
        yield open(theirs, "rb", buffering=0), writing  # noqa: SIM115 - its thread closes it


def test_lines_in_pieces_and_at_once(pipe: Pipe) -> None:
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


def test_a_line_that_is_too_long_is_not_waited_for(pipe: Pipe) -> None:
    theirs, ours = pipe
    reader = PipeReader(theirs, 11)
    ours.write(b"x" * 11)
    assert reader.take_line(10, 60) == b"x" * 11


def test_no_more_is_read_than_is_taken(pipe: Pipe) -> None:
    """A pipe holds a million bytes at the most; whoever writes more than it and the reader hold is held up."""
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


def test_the_tail_of_what_came(pipe: Pipe) -> None:
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


def test_writing_to_a_closed_pipe_is_no_failure(pipe: Pipe) -> None:
    theirs, ours = pipe
    theirs.close()
    writer = PipeWriter(ours)
    for _ in range(3):
        writer.write(b"x" * 100_000)
    writer.close()
    wait_until(lambda: ours.closed)
