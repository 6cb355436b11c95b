"""Exported tables: their fingerprints, and whether they can be replayed."""

import pytest

from qwixx.rules.errors import OperationalError
from qwixx.server.stores.exporting import ExportedTable
from qwixx.server.stores.store import StoredFact
from qwixx.tables.aggregate import FactFormatError
from qwixx.tables.game import facts
from qwixx.tables.pad import facts as pad_facts

OPENED = facts.encode(facts.Opened("dice", {}, (None, None), code="TOMILA"))
PAD = [pad_facts.encode(each) for each in (pad_facts.PadOpened("dice"), pad_facts.SheetTaken(0, "Ann", "x"))]


def exported(*past: bytes, game_starts: tuple[int, ...] = (), at: float = 1.0) -> ExportedTable:
    return ExportedTable("t", 2.0, [StoredFact(fact, at) for fact in past], game_starts)


def test_tables_and_pads_are_replayed() -> None:
    exported(OPENED).check_playable()
    exported(*PAD).check_playable()


@pytest.mark.parametrize(
    ("past", "problem"),
    [
        ([OPENED, b"no fact"], FactFormatError),
        ([OPENED, PAD[0]], FactFormatError),
        ([OPENED, OPENED], OperationalError),
        ([b"no fact"], FactFormatError),
        ([*PAD, OPENED], FactFormatError),
    ],
)
def test_facts_that_cannot_be_replayed_are_detected(past: list[bytes], problem: type[Exception]) -> None:
    with pytest.raises(problem):
        exported(*past).check_playable()


def test_only_a_table_waiting_for_players_has_a_code() -> None:
    assert exported(OPENED).code == "TOMILA"
    assert exported(OPENED, game_starts=(2,)).code is None
    assert exported(*PAD).code is None
    assert exported(b"no fact").code is None


def test_a_fingerprint_covers_all_stored_data() -> None:
    one = exported(b"a", b"b")
    others = [
        exported(b"ab"),
        exported(b"b", b"a"),
        exported(b"a", b"b", at=1.5),
        exported(b"a", b"b", game_starts=(2,)),
        one._replace(name="u"),
        one._replace(touched=3.0),
    ]
    assert exported(b"a", b"b").fingerprint() == one.fingerprint()
    assert one.fingerprint() not in {each.fingerprint() for each in others}
