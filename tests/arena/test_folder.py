"""The folder into which an arena writes every game."""

from pathlib import Path

import pytest

from qwixx.arena.contest import ArenaError, ArenaFileError
from qwixx.arena.deal_player import DealPlayer, GameId
from qwixx.arena.results import GameFolder
from qwixx.notation import parse_record
from tests.arena.contests import contest, rascal

IT = contest("gap:1,2", "random", "A/../b *=gap:2,3")


def test_every_game_is_saved_as_a_replayable_record(tmp_path: Path) -> None:
    folder = GameFolder(tmp_path / "new" / "games", IT)
    folder.prepare()
    with DealPlayer(IT, folder.save) as deal_player:
        deal = deal_player.play(1, 16)
    paths = sorted((tmp_path / "new" / "games").rglob("*.qwixx"))
    assert [path.name for path in paths] == ["000017-1.qwixx", "000017-2.qwixx"]
    records = [parse_record(path.read_text(encoding="utf-8")) for path in paths]
    assert records[0].state.totals == deal.games[0].totals
    assert records[0].tags == (("Seed", "test"), ("Deal", "17"), ("Rotation", "1"))
    assert all(record.state.is_over for record in records)


def test_folders_are_named_after_the_bots_without_escaping_the_parent_folder(tmp_path: Path) -> None:
    folder = GameFolder(tmp_path, IT)
    folder.prepare()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "1-gap_1_2-random",
        "2-gap_1_2-A_.._b",
        "3-random-A_.._b",
    ]


def test_a_forfeited_game_is_saved_up_to_the_forfeit(tmp_path: Path) -> None:
    it = contest("gap:1,2", rascal("crash"))
    folder = GameFolder(tmp_path, it)
    folder.prepare()
    with DealPlayer(it, folder.save) as deal_player:
        deal_player.play(0, 0)
    record = parse_record((tmp_path / "1-gap_1_2-crash" / "000001-1.qwixx").read_text(encoding="utf-8"))
    assert record.state.is_over is False
    assert dict(record.tags)["Forfeit"] == "crash crashed: exit status 1 (asked: choose)"


def test_a_folder_with_other_files_is_rejected_unchanged(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("")
    with pytest.raises(ArenaError, match=r"holds other files and no results\.jsonl"):
        GameFolder(tmp_path, IT).prepare()
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaFileError, match=r"cannot write .*: "):
        GameFolder(tmp_path / "file", IT).prepare()
    with pytest.raises(ArenaFileError, match=r"cannot write .*: No such file"):
        GameFolder(tmp_path / "none", IT).save(GameId(0, 0, 0), "")
