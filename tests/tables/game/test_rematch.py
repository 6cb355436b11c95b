"""Rematches wait for players who are present, but not for players who left."""

import pytest

from qwixx.tables import protocol
from qwixx.tables.game.rematch import OVERDUE_SECONDS
from qwixx.tables.game.table import Table
from qwixx.tables.presence import AWAY_SECONDS
from qwixx.tables.refusals import Refusal
from tests.tables.game.scenes import (
    arrive,
    at_the_table,
    covered,
    do,
    gone,
    join,
    new_table,
    play_out,
    tick,
    update,
)

WISH, NO_WISH, START = protocol.Rematch(1), protocol.Rematch(2, wanted=False), protocol.Start(3)


def after_a_game(*names: str, bots: tuple[str, ...] = ()) -> Table:
    table = at_the_table(*names, bots=bots)
    play_out(table)
    return table


def begun(table: Table) -> bool:
    return (table.info().state, table.info().games_played) == ("playing", 2)


def pass_time(table: Table, at: float) -> None:
    table.notice(at)
    tick(table, at)


def test_a_rematch_begins_when_everybody_wants_it() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    for command in (WISH, NO_WISH):
        with pytest.raises(Refusal, match="The game is not over"):
            table.plan(0, command)
    with pytest.raises(Refusal, match="The game has begun"):
        table.plan(0, START)
    play_out(table)
    do(table, 0, WISH)
    assert not begun(table)
    assert table.info().seats[0].rematch
    do(table, 1, WISH)
    assert begun(table)
    assert not table.info().seats[0].rematch


def test_a_single_person_among_bots_starts_a_rematch() -> None:
    table = after_a_game("Ann", bots=("gap", "gap"))
    do(table, 0, WISH)
    assert begun(table)


def test_a_wish_for_a_rematch_can_be_withdrawn() -> None:
    table = after_a_game("Ann", "Ben")
    do(table, 0, WISH)
    do(table, 0, NO_WISH)
    do(table, 1, WISH)
    assert not begun(table)
    assert [seat.rematch for seat in table.info().seats] == [False, True]
    do(table, 0, WISH)
    assert begun(table)


def test_a_rematch_begins_once_the_only_player_without_a_wish_is_away() -> None:
    table = after_a_game("Ann", "Ben", "Cleo")
    do(table, 0, WISH)
    do(table, 2, WISH)
    table.presence.leave(1, at=0.0)
    pass_time(table, AWAY_SECONDS - 1)
    assert not begun(table), "a page reload does not count as away"
    pass_time(table, AWAY_SECONDS)
    assert begun(table)
    assert covered(table, 1), "a bot covers Ben's seat"
    arrive(table, 1, 20.0)
    assert not covered(table, 1)


def test_a_rematch_with_only_bots_needs_a_confirmation() -> None:
    table = after_a_game("Ann", "Ben", bots=("gap",))
    do(table, 0, WISH)
    gone(table, 1)
    pass_time(table, 20.0)
    assert not begun(table), "a game with only bots needs Ann's confirmation"
    do(table, 0, START, at=21.0)
    assert begun(table)
    assert [covered(table, seat) for seat in (0, 1)] == [False, True]


def test_a_rematch_does_not_wait_for_a_player_who_agreed_and_left() -> None:
    table = after_a_game("Ann", "Ben")
    do(table, 1, WISH)
    gone(table, 1)
    do(table, 0, WISH)
    assert not begun(table)
    do(table, 0, START)
    assert begun(table)
    assert covered(table, 1)


def test_a_rematch_waits_for_present_players_until_a_timeout() -> None:
    table = after_a_game("Ann", "Ben", "Cleo")
    do(table, 0, WISH, at=100.0)
    assert not table.notice(100.0 + OVERDUE_SECONDS - 1)
    with pytest.raises(Refusal, match="Ben, Cleo may still want to play"):
        table.plan(0, START)
    assert table.notice(100.0 + OVERDUE_SECONDS)
    assert update(table, 0, at=131.0).rematch_overdue
    do(table, 2, START, at=131.0)
    assert begun(table)
    assert [covered(table, seat) for seat in (0, 1, 2)] == [False, True, False]
    assert not update(table, 0, at=131.0).rematch_overdue


def test_a_withdrawn_wish_does_not_count_towards_the_timeout() -> None:
    table = after_a_game("Ann", "Ben")
    do(table, 0, WISH, at=0.0)
    do(table, 0, NO_WISH, at=20.0)
    do(table, 1, WISH, at=25.0)
    assert not table.notice(31.0)
    assert table.notice(25.0 + OVERDUE_SECONDS)


def test_a_rematch_does_not_wait_for_a_covered_player_who_may_return() -> None:
    table = at_the_table("Ann", "Ben", "Cleo")
    do(table, 1, protocol.Leave(1))
    play_out(table)
    do(table, 0, WISH)
    do(table, 2, WISH)
    assert begun(table)
    assert covered(table, 1)
    play_out(table)
    do(table, 0, WISH)
    do(table, 1, WISH)
    do(table, 2, WISH)
    assert table.info().games_played == 3
    assert not covered(table, 1)


def test_spectators_cannot_start_a_rematch() -> None:
    table = after_a_game("Ann", "Ben")
    for command in (WISH, START):
        with pytest.raises(Refusal, match="Spectators watch"):
            table.plan(None, command)
