"""Players who are away: clients are notified, a bot may cover their seats, and they can return."""

import pytest

from qwixx.rules.ruleset import GameName
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.state import Happening, TimedOut
from qwixx.tables.game.table import Table
from qwixx.tables.presence import AWAY_SECONDS
from qwixx.tables.refusals import Refusal
from tests.tables.game.scenes import (
    PATIENCE,
    arrive,
    at_the_table,
    choose,
    covered,
    do,
    gone,
    join,
    new_table,
    play_out,
    tick,
    update,
)


def away(table: Table, seat: int | None, at: float) -> list[tuple[int, float | None]]:
    return [(each.seat, each.seconds) for each in update(table, seat, 0, at).away]


def test_a_player_disconnected_for_a_while_is_away_and_clients_see_the_countdown() -> None:
    table = at_the_table("Ann", "Ben")
    table.presence.leave(1, at=100.0)
    assert not table.notice(100.0 + AWAY_SECONDS - 0.5)
    assert away(table, 0, 100.0 + AWAY_SECONDS - 0.5) == [], "a page reload does not count as away"
    assert table.notice(100.0 + AWAY_SECONDS)
    assert not table.notice(101.0 + AWAY_SECONDS), "sent once; clients count down"
    for seat in (0, None):
        assert away(table, seat, 112.0) == [(1, PATIENCE - 12.0)]
    arrive(table, 1, 113.0)
    assert away(table, 0, 113.0) == []
    assert not table.notice(113.0)


def test_a_player_who_does_not_reconnect_after_a_server_restart_is_away() -> None:
    table = at_the_table("Ann", "Ben")
    again = Table("t", table.now, table.rng)
    arrive(again, 0, 50.0)
    assert not again.notice(50.0)
    assert again.notice(50.0 + AWAY_SECONDS)
    assert [seat for seat, _ in away(again, 0, 60.0)] == [1]


def test_a_player_can_cover_an_absent_one_at_once() -> None:
    table = at_the_table("Ann", "Ben", "Cleo")
    gone(table, 1)
    assert facts.Covered(1) in do(table, 2, protocol.Cover(1, 1), at=9.0)
    assert away(table, 0, 9.0) == [(1, None)], "still away, but covered"
    assert table.now.state is not None
    assert table.now.state.to_act == {0, 2}, "the bot has chosen"
    assert do(table, 0, protocol.Cover(1, 1), at=9.0) == [], "the command is idempotent"
    arrive(table, 1, 10.0)
    assert not covered(table, 1)


@pytest.mark.parametrize(
    ("seat", "other", "problem"),
    [
        (0, 1, "only for a player who is away"),
        (1, 1, "only for a player who is away"),
        (0, 0, "only for a player who is away"),
        (0, 2, "only for a player who is away"),
        (0, 99, "only for a player who is away"),
        (0, -1, "only for a player who is away"),
        (None, 1, "Spectators watch"),
    ],
)
def test_only_an_absent_player_can_be_covered(seat: int | None, other: int, problem: str) -> None:
    table = at_the_table("Ann", "Ben", bots=("gap",))
    table.presence.leave(1, at=0.0)
    table.notice(AWAY_SECONDS - 0.1)
    before = table.now
    with pytest.raises(Refusal, match=f"(?i){problem}"):
        table.plan(seat, protocol.Cover(1, other))
    assert table.now is before


def test_no_seat_is_covered_after_a_game() -> None:
    table = at_the_table("Ann", "Ben")
    play_out(table)
    gone(table, 1)
    assert away(table, 0, 10.0) == [(1, None)]
    with pytest.raises(Refusal):
        table.plan(0, protocol.Cover(1, 1))


def happenings(table: Table) -> list[Happening]:
    return [each.what for each in table.now.happened]


def test_a_player_who_returns_is_sent_the_number_of_the_bots_choices() -> None:
    table = at_the_table("Ann", "Ben")
    gone(table, 1)
    do(table, 0, protocol.Cover(1, 1), at=9.0)
    turn = table.now.turn
    while table.now.turn == turn:
        choose(table, 0, "-")
    made = [fact for fact in table.past if isinstance(fact, facts.Chose) and fact.seat == 1]
    assert len(made) >= 2
    arrive(table, 1, 20.0)
    assert happenings(table)[-1] == facts.Returned(1, len(made))
    do(table, 1, protocol.Leave(1), at=21.0)
    arrive(table, 1, 22.0)
    assert happenings(table)[-1] == facts.Returned(1, 0), "earlier choices are not counted again"


def test_choices_of_a_covering_bot_are_counted_per_game() -> None:
    table = at_the_table("Ann", "Ben", "Cleo")
    gone(table, 2)
    do(table, 0, protocol.Cover(1, 2))
    play_out(table)
    assert table.now.seats[2].bot_choices > 5
    do(table, 0, protocol.Rematch(1))
    do(table, 1, protocol.Rematch(1))
    assert covered(table, 2)
    assert table.now.seats[2].bot_choices == 1


@pytest.mark.parametrize("game", ["dice", "cards"])
def test_a_timeout_is_a_happening(game: GameName) -> None:
    table = new_table(None, None, game=game, time_limit=20)
    join(table, "Ann")
    join(table, "Ben")
    if game == "dice":
        choose(table, 0, "-")
    known = table.now.last_seq
    assert table.now.state is not None
    (late,) = table.now.state.to_act
    tick(table, 20.0)
    new = [each.what for each in table.now.happened_since(known)]
    assert new[0] == TimedOut(late, passed=game == "dice")
    assert [each for each in new if isinstance(each, TimedOut)] == new[:1], "only one player was late"


def test_a_bot_never_times_out() -> None:
    """The time limit does not apply to bots, which wait while all players are away."""
    table = at_the_table("Ann", bots=("gap",), time_limit=20)
    table.presence.leave(0, at=0.0)
    tick(table, PATIENCE)
    for minute in range(1, 20):
        tick(table, 60.0 * minute)
    late = {each.seat for each in happenings(table) if isinstance(each, TimedOut)}
    assert late <= {0}
