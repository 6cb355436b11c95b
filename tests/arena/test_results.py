"""Results on disk: finished deals are not played again, and foreign files are not touched."""

import errno
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from qwixx.arena.contest import ArenaError, ArenaFileError
from qwixx.arena.deal_player import Forfeit, PlayedDeal, PlayedGame
from qwixx.arena.results import Results, ResultsFile
from tests.arena.contests import contest, finished

IT = contest("gap:1,2", "random")
DEALS = [finished(0, deal, (30 + deal, 20), (20, 30)) for deal in range(3)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "results.jsonl"
    with ResultsFile(path, IT) as results:
        for deal in DEALS:
            results.add(deal)
    return path


def read(path: Path) -> list[PlayedDeal]:
    with ResultsFile(path, IT) as results:
        return list(results.played.values())


def test_results_round_trip_through_the_file(path: Path) -> None:
    assert read(path) == DEALS
    assert len(path.read_bytes().splitlines()) == 4


def test_forfeits_round_trip_through_the_file(path: Path) -> None:
    forfeit = PlayedGame(None, Forfeit(1, "crashed: exit status 3", ("why",)))
    deal = PlayedDeal(0, 9, (forfeit, PlayedGame((1, 2))), (3, 4), (0.1, 0.2))
    with ResultsFile(path, IT) as results:
        results.add(deal)
    assert read(path)[-1] == deal


def test_a_result_is_written_immediately(path: Path) -> None:
    with ResultsFile(path, IT) as results:
        results.add(finished(0, 7, (1, 2), (3, 4)))
        assert b'"deal":7' in path.read_bytes()


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_truncated_line_is_dropped_and_rewritten(path: Path, cut: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert read(path) == DEALS[:2]
    with ResultsFile(path, IT) as results:
        results.add(DEALS[2])
    assert path.read_bytes() == whole


@pytest.mark.parametrize("kept", [0, 1, 10])
def test_a_truncated_header_is_rewritten(path: Path, kept: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:kept])
    assert read(path) == []
    with ResultsFile(path, IT) as results:
        for deal in DEALS:
            results.add(deal)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        (
            contest("gap:1,2", "gap:2,3"),
            r"its bots are gap:1,2 random, not gap:1,2 gap:2,3; take another file",
        ),
        (contest("gap:1,2", "r=random"), r"its bots are gap:1,2 random, not gap:1,2 r=random"),
        (contest("random", "gap:1,2"), "its bots are"),
        (contest("gap:1,2", "random", seed="2"), "its seed is test, not 2"),
        (contest("gap:1,2", "random", game="cards"), "its game is dice, not cards"),
        (contest("gap:1,2", "random", time_limit=1), "its time limit is 20, not 1"),
    ],
)
def test_results_of_another_command_are_rejected(path: Path, other: object, problem: str) -> None:
    before = path.read_bytes()
    with pytest.raises(ArenaError, match=f"holds the results of another command: {problem}"):
        ResultsFile(path, other)  # type: ignore[arg-type]
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", [b"hello\n", b"hello", b"{}\n", b'{"format":"x"}\n', b"\xff\n", b"\n"])
def test_a_file_of_another_kind_is_rejected_unchanged(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "notes"
    path.write_bytes(text)
    with pytest.raises(ArenaError, match="is not a file of results from an arena; take another file"):
        ResultsFile(path, IT)
    assert path.read_bytes() == text


NO_TABLE = (
    b'{"table":5,"deal":0,"games":[{"totals":[1,2]},{"totals":[1,2]}],"decisions":[1,1],"seconds":[1,1]}'
)
ONE_GAME = b'{"table":0,"deal":0,"games":[{"totals":[1,2]}],"decisions":[1,1],"seconds":[1,1]}'


@pytest.mark.parametrize("line", [b"nonsense", NO_TABLE, ONE_GAME])
def test_a_damaged_line_is_reported_with_its_number(path: Path, line: bytes) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[2] = line
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(ArenaFileError, match=r"results\.jsonl, line 3, is damaged"):
        ResultsFile(path, IT)


def test_two_arenas_cannot_write_the_same_file(path: Path) -> None:
    with ResultsFile(path, IT), pytest.raises(ArenaFileError, match="is in use by another arena"):
        ResultsFile(path, IT)
    assert read(path) == DEALS


def test_an_unwritable_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ArenaFileError, match=r"cannot write .*: Is a directory"):
        ResultsFile(tmp_path, IT)


def test_a_full_disk_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(message: object) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")

    with ResultsFile(path, IT) as results:
        monkeypatch.setattr(msgspec.json, "encode", full)
        with pytest.raises(ArenaFileError, match=r"cannot write .*: No space left on device"):
            results.add(DEALS[0])


def test_without_a_file_results_are_kept_in_memory() -> None:
    with Results() as results:
        results.add(DEALS[0])
        assert list(results.played) == [(0, 0)]


@pytest.mark.parametrize(
    ("made_by", "problem"),
    [
        ("software", r"its software is qwixx 0\.0\.1, not qwixx "),
        ("weights_of", r"its weights are dice-2=0123, not "),
    ],
)
def test_results_of_another_version_or_other_weights_are_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made_by: str, problem: str
) -> None:
    nets = contest("net", "casual")
    path = tmp_path / "results.jsonl"
    other = {"software": "qwixx 0.0.1", "weights_of": {"dice-2": "0123"}}[made_by]
    with monkeypatch.context() as patched:
        patched.setattr(f"qwixx.arena.results.{made_by}", lambda *_: other)
        ResultsFile(path, nets).__exit__(None, None, None)
    with pytest.raises(ArenaError, match=problem):
        ResultsFile(path, nets)


def test_the_weights_used_for_luck_adjustment_are_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    adjusted, path = replace(IT, adjusted=True), tmp_path / "results.jsonl"
    with monkeypatch.context() as patched:
        patched.setattr("qwixx.arena.results.checksums", lambda *_: {"dice-2": "0123"})
        ResultsFile(path, adjusted).__exit__(None, None, None)
    with pytest.raises(ArenaError, match=r"its weights are dice-2=0123, not "):
        ResultsFile(path, adjusted)


def test_results_of_an_older_format_are_rejected_with_its_name(path: Path) -> None:
    head = b'{"format":"qwixx-arena/1","game":"dice","options":{},"bots":[],"players":2,"seed":"1","time_limit":5}'
    path.write_bytes(head + b"\n")
    with pytest.raises(ArenaError, match="its format is qwixx-arena/1, not qwixx-arena/2"):
        ResultsFile(path, IT)
