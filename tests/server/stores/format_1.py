"""The expected content of ``format_1.sql`` for each engine: tables and a pad with every kind of fact.

The files are read-only. A new kind of fact, or any other change of the stored format, is a migration: it
needs a new number, with a file and a module like these.
"""

from typing import get_args

from qwixx.server.rooms.loader import load, load_game
from qwixx.server.stores.store import Store
from qwixx.tables.game import facts
from qwixx.tables.game.loaded import LoadedTable
from qwixx.tables.pad import facts as pad_facts
from qwixx.tables.pad.state import PadState

PLAYED, WAITING, PAD = "played-table-001", "waiting-table-01", "pad-of-two-00001"


async def check(store: Store) -> None:
    """Read all content, and append to it."""
    assert [(row.table, row.version) for row in await store.tables()] == [
        (PAD, 19),
        (PLAYED, 79),
        (WAITING, 3),
    ]
    assert await store.last_versions([PAD, PLAYED]) == {PAD: 19, PLAYED: 79}
    assert await store.newest() == 1800000028.0
    assert await _kinds(store, PLAYED) | await _kinds(store, WAITING) == set(get_args(facts.AnyFact))
    assert await _pad_kinds(store) == set(get_args(pad_facts.AnyPadFact))
    await _check_games(store)
    await _check_pad(store)
    assert await store.table_with_code("BADENO") == WAITING
    totals = await store.dice_totals()
    assert (totals.games, sum(totals.counts)) == (1, 5)
    await store.append(PLAYED, 80, [facts.encode(facts.Said(0, "one more"))])
    assert len(await store.load(PLAYED)) == 80


async def _kinds(store: Store, table: str) -> set[type]:
    """The kinds of facts of a table. Each fact decodes and encodes to the same bytes."""
    found = set()
    for data, _ in await store.load(table):
        fact = facts.decode(data)
        assert facts.encode(fact) == data
        found.add(type(fact))
    return found


async def _pad_kinds(store: Store) -> set[type]:
    found = set()
    for data, _ in await store.load(PAD):
        fact = pad_facts.decode(data)
        assert pad_facts.encode(fact) == data
        found.add(type(fact))
    return found


async def _check_games(store: Store) -> None:
    assert await store.game_starts(PLAYED) == [12, 74]
    now = await load(store, PLAYED)
    assert isinstance(now, LoadedTable)
    assert (now.state.names, now.state.games, now.state.stage) == (("Ann", "Dora", "Otto"), 2, "playing")
    first = await load_game(store, PLAYED, 1)
    assert first is not None
    assert first.state.stage == "over"
    state = first.state.state
    assert state is not None
    assert [sheet.penalties for sheet in state.sheets] == [3, 4, 1]
    assert state.sheets[2].rows == ((), (4, 5), (), ())
    waiting = await load(store, WAITING)
    assert isinstance(waiting, LoadedTable)
    assert (waiting.state.stage, waiting.state.code) == ("open", "BADENO")


async def _check_pad(store: Store) -> None:
    pad = await load(store, PAD)
    assert isinstance(pad, PadState)
    assert (pad.games, pad.newest, pad.ending) == (1, 2, "four_penalties")
    assert [(sheet.rows[0], sheet.penalties) for sheet in pad.sheets] == [((5,), 4), ((5,), 0)]
