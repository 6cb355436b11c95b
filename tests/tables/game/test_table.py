"""Tables: joining, leaving, repeated and late commands, cover bots, time limits and views."""

import msgspec
import pytest

from qwixx.notation import parse_position
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.ruleset import GameName
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.game.table import Table
from qwixx.tables.refusals import Refusal
from qwixx.tables.views import public_view
from tests.tables.game.scenes import (
    arrive,
    at_the_table,
    choose,
    covered,
    do,
    join,
    new_table,
    play_out,
    played,
    tick,
    update,
)

GAMES: tuple[GameName, ...] = ("dice", "cards", "cards_joker")
TWO_PEOPLE = (protocol.NewSeat(),) * 2


def test_a_table_begins_when_the_last_seat_is_taken() -> None:
    table = new_table(None, None, "gap:1,2")
    join(table, "Ann")
    assert table.info().state == "open"
    join(table, "Ben")
    assert table.info().state == "playing"
    assert table.now.names == ("Ann", "Ben", "Otto")
    assert table.now.turn == 1
    assert table.now.state is not None
    assert table.now.state.to_act == {0, 1}, "dice are rolled and bots have chosen"


def test_bots_take_the_seats_that_are_open_at_the_start() -> None:
    table = new_table(None, None, None)
    join(table, "Ann")
    do(table, 0, protocol.Start(1))
    assert [seat.bot for seat in table.now.seats] == [None, "gap:1,2", "gap:1,2"]
    with pytest.raises(Refusal, match="The game has begun"):
        table.plan(0, protocol.Start(2))
    with pytest.raises(Refusal, match="All seats of this table are taken"):
        table.plan_join("Cleo")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("ann", "already has the name ann"),
        ("", "1 to 20 printable"),
        ("\u202ex", "printable"),
    ],
)
def test_taken_or_invalid_names_are_refused(name: str, problem: str) -> None:
    table = new_table(None, None, "random")
    join(table, "Ann")
    with pytest.raises(Refusal, match=problem):
        table.plan_join(name)


def names(table: Table) -> list[str | None]:
    return [seat.name for seat in table.info().seats]


def test_bots_have_the_names_of_their_characters() -> None:
    table = new_table(None, "casual", "gap:2,3", "casual", "net")
    assert names(table) == [None, "Mila", "Otto", "Mila 2", "Otto 2"]
    assert [seat.character for seat in table.info().seats] == [None, "Mila", "Otto", "Mila", "Otto"]
    join(table, "Ann")
    assert names(table) == ["Ann", "Mila", "Otto", "Mila 2", "Otto 2"]


def test_a_bot_is_renamed_for_a_person_with_its_name() -> None:
    table = new_table(None, "casual", None, "casual")
    join(table, "mila 2")
    assert names(table) == ["mila 2", "Mila", None, "Mila 3"]
    join(table, "MILA")
    assert names(table) == ["mila 2", "Mila 4", "MILA", "Mila 3"]
    assert table.record().names == table.now.names


def test_names_stay_when_bots_take_the_open_seats() -> None:
    table = new_table(None, None, "random")
    join(table, "Ann")
    assert names(table) == ["Ann", None, "Otto"]
    do(table, 0, protocol.Start(1))
    assert names(table) == ["Ann", "Otto 2", "Otto"]


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        (protocol.NewTable("dice", (protocol.NewSeat(),), "Ann"), "S13: the dice game is for 2 to 5 players"),
        (
            protocol.NewTable("dice", (protocol.NewSeat("gap"),) * 2, "Ann"),
            "at least one seat is for a person",
        ),
        (protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat("x")), "Ann"), "no bot 'x'"),
        (protocol.NewTable("dice", TWO_PEOPLE, "Ann", {"x": "y"}), "no option 'x'"),
        (
            protocol.NewTable("dice", TWO_PEOPLE, "Ann", settings=protocol.TableSettings(time_limit=1)),
            "the time limit is 5 to 3600",
        ),
        (
            protocol.NewTable("dice", TWO_PEOPLE, "Ann", settings=protocol.TableSettings(patience=1)),
            "the patience is 5 to 86400",
        ),
    ],
)
def test_impossible_tables_are_refused(table: protocol.NewTable, problem: str) -> None:
    with pytest.raises(Refusal, match=problem):
        plan_opening(table)


class Dance(msgspec.Struct, frozen=True):
    """A command without a handler."""

    id: int


def test_a_command_without_a_handler_is_refused_and_changes_nothing() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    with pytest.raises(Refusal, match="unknown command Dance"):
        table.plan(0, Dance(1))  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        table.cost(0, Dance(1))  # type: ignore[arg-type]


def test_a_seat_is_identified_only_by_its_secret() -> None:
    table = new_table(None, None)
    ann, ben = join(table, "Ann"), join(table, "Ben")
    assert (table.seat_of(ann), table.seat_of(ben), table.seat_of("guess"), table.seat_of("")) == (
        0,
        1,
        None,
        None,
    )
    assert len(ann) >= 22, "128 bits or more"
    assert ann not in repr(table.now), "only the hash is stored"


def test_simultaneous_choices_do_not_conflict() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    seen_by_both = table.now.version
    choose(table, 0, "-", seen_by_both)
    choose(table, 1, "-", seen_by_both)
    assert table.now.state is not None
    assert table.now.state.phase == "own"


def test_a_repeated_choice_is_idempotent_and_a_late_one_is_stale() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    seen = table.now.version
    choose(table, 1, "-", seen)
    choose(table, 1, "-", seen)
    choose(table, 0, "-", seen)
    for seat in (0, 1):
        with pytest.raises(Refusal, match="The game has moved on since you chose"):
            choose(table, seat, "-", seen)


def test_a_choice_against_a_future_version_is_refused() -> None:
    table = at_the_table("Ann", "Ben")
    with pytest.raises(Refusal, match="is in the future"):
        choose(table, 0, "-", 10**9)


def test_a_hidden_choice_can_be_withdrawn() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    choose(table, 0, "-")
    planned = do(table, 0, protocol.Withdraw(2, table.now.version))
    assert planned == [facts.Withdrew(0)]
    choose(table, 1, "-")
    assert table.now.state is not None
    assert table.now.state.to_act == {0}, "a withdrawn choice does not count"
    seen = table.now.version
    choose(table, 0, "-", seen)
    with pytest.raises(Refusal, match="The game has moved on since you chose"):
        table.plan(0, protocol.Withdraw(3, seen))
    with pytest.raises(IllegalChoice, match="You have no hidden choice that you could take back"):
        table.plan(0, protocol.Withdraw(4, table.now.version))
    play_out(table)
    assert table.now.record().state == table.now.state


def test_no_choice_can_be_withdrawn_before_a_game_or_by_a_spectator() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    for seat, problem in ((0, "The game has not begun"), (None, "Spectators watch")):
        with pytest.raises(Refusal, match=problem):
            table.plan(seat, protocol.Withdraw(1, table.now.version))


def test_withdrawing_a_choice_returns_a_covered_seat_and_bots_go_on() -> None:
    table = new_table(None, None, "gap")
    join(table, "Ann")
    join(table, "Ben")
    choose(table, 0, "-")
    for seat in (0, 1):
        table.presence.leave(seat, at=0.0)
    tick(table, 30.0)
    assert (covered(table, 0), covered(table, 1)) == (True, True)
    do(table, 0, protocol.Withdraw(2, table.now.version), at=40.0)
    assert table.now.state is not None
    assert table.now.state.to_act == {0}, "the bot that covers Ben has chosen"


def test_withdrawing_a_choice_does_not_extend_the_time_limit() -> None:
    table = new_table(None, None, time_limit=20)
    join(table, "Ann")
    join(table, "Ben")
    choose(table, 0, "-")
    do(table, 0, protocol.Withdraw(2, table.now.version), at=15.0)
    assert update(table, 0, 0, 15.0).seconds_left == 5.0
    assert table.plan_tick(19.0) == []
    tick(table, 20.0)
    assert table.now.state is not None
    assert table.now.state.phase == "own"


def test_a_view_shows_what_the_active_player_crossed_in_the_common_action() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    state = table.now.state
    assert state is not None
    number = state.common_number
    active, other = state.active, 1 - state.active
    assert crossed_with(table) is None
    choose(table, active, f"y{number}")
    assert crossed_with(table) is None, "the choice is still hidden"
    choose(table, other, f"r{number}")
    assert crossed_with(table) == protocol.Choice(f"y{number}", "cross", "yellow", (number or 0,))
    choose(table, active, "-")
    assert crossed_with(table) is None, "a new turn"


def test_a_view_of_a_finished_game_does_not_show_the_common_cross_of_its_last_turn() -> None:
    state = parse_position("dice; 2 over 1+1 r1 y1 g1 b1 crossed r2; p4; r2")
    view = public_view(state, turn=9)
    assert (view.crossed, view.crossed_with) == (True, None)


def crossed_with(table: Table) -> protocol.Choice | None:
    views = [update(table, seat).view for seat in (0, 1, None)]
    crosses = [view.public.crossed_with for view in views if view is not None]
    assert crosses == crosses[:1] * 3, "the cross is public"
    return crosses[0]


def test_spectators_see_the_game_and_cannot_choose() -> None:
    table = new_table(None, "gap")
    join(table, "Ann")
    with pytest.raises(Refusal, match="Spectators watch"):
        table.plan(None, protocol.Choose(1, 99, "-"))
    assert update(table, None).view is not None


def test_a_player_away_for_too_long_is_covered_and_gets_the_seat_back() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    choose(table, 0, "-")
    table.presence.leave(1, at=100.0)
    tick(table, 129.0)
    assert not covered(table, 1)
    tick(table, 130.0)
    assert covered(table, 1)
    assert table.now.state is not None
    assert 1 not in table.now.state.to_act
    arrive(table, 1, 200.0)
    assert not covered(table, 1)


def test_the_table_waits_while_all_players_are_away() -> None:
    table = new_table(None, "gap")
    join(table, "Ann")
    table.presence.leave(0, at=0.0)
    tick(table, 60.0)
    version = table.now.version
    assert table.plan_tick(10_000.0) == []
    arrive(table, 0, 10_001.0)
    assert table.now.version > version
    assert table.now.is_playing


@pytest.mark.parametrize("game", GAMES)
def test_after_the_time_limit_the_table_chooses_for_late_players(game: GameName) -> None:
    table = new_table(None, "gap", game=game, time_limit=20)
    join(table, "Ann")
    at = 0.0
    for _ in range(500):
        if not table.now.is_playing:
            break
        assert table.plan_tick(at + 19.0) == []
        assert update(table, 0, 0, at + 5.0).seconds_left == 15.0
        at += 20.0
        tick(table, at)
    assert table.info().state == "over"


def test_a_bot_covers_a_player_who_leaves_until_their_next_command() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    do(table, 1, protocol.Leave(1))
    assert covered(table, 1)
    assert choose(table, 1, "-")[0] == facts.Returned(1, choices=1)
    assert not covered(table, 1)
    do(table, 1, protocol.Leave(2))
    choose(table, 0, "-")
    assert covered(table, 1)


def test_the_record_of_a_game_replays_to_its_state() -> None:
    table = new_table(None, "gap", game="cards")
    join(table, "Ann")
    assert table.now.turn >= 1, "the first draw is part of turn 1"
    play_out(table)
    assert table.now.record().state == table.now.state


def test_a_client_gets_missed_events_or_a_full_update() -> None:
    table = new_table(None, "gap")
    join(table, "Ann")
    known = table.now.last_seq
    choose(table, 0)
    later = update(table, 0, known)
    assert [each.seq for each in later.happened] == list(range(known + 1, table.now.last_seq + 1))
    assert not later.fresh
    assert update(table, 0, 10**6).fresh
    play_out(table)
    do(table, 0, protocol.Rematch(1))
    play_out(table)
    assert update(table, 0).fresh is (table.now.happened[0].seq > 1)


def test_the_start_of_each_game_is_found_by_its_number() -> None:
    past = played(games=2)
    starts = new_table(None, None).game_starts(past, first=1)
    assert [past[number - 1] for number in starts] == [
        fact for fact in past if isinstance(fact, facts.Started)
    ]
    assert len(starts) == 3
