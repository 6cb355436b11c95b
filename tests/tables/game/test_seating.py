"""Seating before the first game: the host, moving and freeing seats, and names."""

import pytest

from qwixx.tables import protocol
from qwixx.tables.aggregate import SeatCommand
from qwixx.tables.refusals import Refusal
from tests.tables.game.scenes import PATIENCE, RecordedTable, do, new_table


def gathering(*people: str, committed: str | None = None) -> RecordedTable:
    """A table for four with these people seated, none of them connected."""
    table = new_table(*(None,) * 4, committed=committed)
    for name in people:
        table.apply(table.plan_join(name)[0], 0.0)
    return table


def test_the_next_person_becomes_host_while_the_host_is_away() -> None:
    table = gathering("Ann", "Ben")
    table.presence.arrive(1)
    table.notice(0.0)
    table.notice(PATIENCE - 1)
    assert table.info().host == 0
    assert table.notice(PATIENCE)
    assert table.info().host == 1
    do(table, 1, protocol.Move(1, 0, 2), at=PATIENCE)
    assert table.info().host == 1
    table.presence.arrive(2)
    assert table.notice(PATIENCE + 1)
    assert table.info().host == 2


def test_batched_commands_follow_people_who_change_seats() -> None:
    table = gathering("Ann", "Ben", "Cy")
    commands: list[SeatCommand[protocol.TableCommand]] = [
        SeatCommand(0, protocol.Move(1, 0, 1)),
        SeatCommand(1, protocol.Introduce(1, "Benno")),
        SeatCommand(2, protocol.Leave(1)),
    ]
    planned, outcomes = table.plan_all(commands)
    table.apply(planned, 0.0)
    assert [type(each) for each in outcomes] == [int] * 3
    assert table.now.names == ("Benno", "Ann", "", "")


def test_contributions_move_with_their_people() -> None:
    table = gathering("Ann", "Ben", committed="0" * 64)
    do(table, 1, protocol.Contribute(1, 1, "b" * 32))
    do(table, 0, protocol.Contribute(1, 1, "a" * 32))
    do(table, 0, protocol.Move(1, 1, 3))
    assert table.now.next_seed is not None
    assert table.now.next_seed.contributions == {0: "a" * 32, 3: "b" * 32}
    do(table, 3, protocol.Leave(1))
    assert table.now.next_seed.contributions == {0: "a" * 32}


def test_a_family_of_emoji_is_a_name_and_invisible_text_is_not() -> None:
    table = gathering("Ann")
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
    table.apply(table.plan_join(family)[0], 0.0)
    assert table.now.names[1] == family
    for name in ("An\u200dn", "\u200dBen", "\u202eneB", family.replace("\u200d", "")):
        with pytest.raises(Refusal):
            table.plan_join(name)
