"""The table as the only authority: whoever comes, goes, doubles a tap or comes too late."""

import random

import msgspec
import pytest

from qwixx.notation import format_choice, parse_position
from qwixx.rules.errors import IllegalChoice
from qwixx.server.refusals import Refusal
from qwixx.server.tables import facts
from qwixx.server.tables.opening import plan_opening
from qwixx.server.tables.table import Table
from qwixx.server.wire import protocol
from qwixx.server.wire.messages import public_view

GAMES: tuple[protocol.GameName, ...] = ("dice", "cards", "cards_joker")
TWO_PEOPLE = (protocol.NewSeat(),) * 2


def new_table(
    *bots: str | None, game: protocol.GameName = "dice", time_limit: int | None = None, seed: int = 1
) -> Table:
    seats = tuple(protocol.NewSeat(bot) for bot in bots)
    settings = protocol.TableSettings(time_limit, patience=30)
    fact = plan_opening(protocol.NewTable(game, seats, "Ann", settings=settings))
    return Table("t", [fact], random.Random(seed))


def join(table: Table, name: str, at: float = 0.0) -> str:
    planned, secret = table.plan_join(name)
    table.take(planned, at)
    table.take(table.plan_arrival(secret.seat), at)
    return secret.secret


def do(table: Table, seat: int | None, message: protocol.Command, at: float = 0.0) -> list[facts.AnyFact]:
    planned = table.plan(seat, message)
    table.take(planned, at)
    return planned


def choose(
    table: Table, seat: int, text: str | None = None, version: int | None = None
) -> list[facts.AnyFact]:
    assert table.now.state is not None
    choice = text or format_choice(table.now.state.choices(seat)[0])
    return do(table, seat, protocol.Choose(1, table.now.version if version is None else version, choice))


def covered(table: Table, seat: int) -> bool:
    return table.now.seats[seat].covered


def play_out(table: Table) -> None:
    """Everybody chooses the first they may, until the game is over."""
    while (state := table.now.state) is not None and not state.is_over:
        choose(table, min(state.to_act))


def test_a_table_begins_when_the_last_seat_is_taken() -> None:
    table = new_table(None, None, "gap:1,2")
    join(table, "Ann")
    assert table.info().state == "open"
    join(table, "Ben")
    assert table.info().state == "playing"
    assert table.now.names == ("Ann", "Ben", "Otto")
    assert table.now.turn == 1
    assert table.now.state is not None
    assert table.now.state.to_act == {0, 1}, "chance and bots never keep people waiting"


def test_bots_take_the_seats_that_are_open_when_somebody_starts() -> None:
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
        ("ann", "called ann already"),
        ("", "1 to 40 printable"),
        ("\u202ex", "printable"),
    ],
)
def test_names_that_are_taken_or_are_none(name: str, problem: str) -> None:
    table = new_table(None, None, "random")
    join(table, "Ann")
    with pytest.raises(Refusal, match=problem):
        table.plan_join(name)


def names(table: Table) -> list[str | None]:
    return [seat.name for seat in table.info().seats]


def test_bots_are_called_as_their_characters() -> None:
    table = new_table(None, "casual", "gap:2,3", "casual", "net")
    assert names(table) == [None, "Mila", "Otto", "Mila 2", "Otto 2"]
    assert [seat.character for seat in table.info().seats] == [None, "Mila", "Otto", "Mila", "Otto"]
    join(table, "Ann")
    assert names(table) == ["Ann", "Mila", "Otto", "Mila 2", "Otto 2"]


def test_a_bot_makes_way_for_somebody_with_its_name() -> None:
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
def test_tables_that_cannot_be(table: protocol.NewTable, problem: str) -> None:
    with pytest.raises(Refusal, match=problem):
        plan_opening(table)


class Dance(msgspec.Struct, frozen=True):
    """A command that the protocol has and the table forgot."""

    id: int


def test_a_command_that_nobody_handles_is_refused_and_not_done() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    with pytest.raises(Refusal, match="this table knows no command Dance"):
        table.plan(0, Dance(1))  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        table.is_change_of_mind(0, Dance(1))  # type: ignore[arg-type]


def test_a_seat_is_known_by_its_secret_alone() -> None:
    table = new_table(None, None)
    ann, ben = join(table, "Ann"), join(table, "Ben")
    assert (table.seat_of(ann), table.seat_of(ben), table.seat_of("guess"), table.seat_of("")) == (
        0,
        1,
        None,
        None,
    )
    assert len(ann) >= 22, "128 bits or more"
    assert ann not in repr(table.now), "only its hash is kept"


def test_two_who_choose_at_once_do_not_disturb_each_other() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    seen_by_both = table.now.version
    choose(table, 0, "-", seen_by_both)
    choose(table, 1, "-", seen_by_both)
    assert table.now.state is not None
    assert table.now.state.phase == "own"


def test_a_doubled_tap_does_no_harm() -> None:
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


def test_a_hidden_choice_is_taken_back() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    choose(table, 0, "-")
    planned = do(table, 0, protocol.Withdraw(2, table.now.version))
    assert planned == [facts.Withdrew(0)]
    choose(table, 1, "-")
    assert table.now.state is not None
    assert table.now.state.to_act == {0}, "what was taken back counts no more"
    seen = table.now.version
    choose(table, 0, "-", seen)
    with pytest.raises(Refusal, match="The game has moved on since you chose"):
        table.plan(0, protocol.Withdraw(3, seen))
    with pytest.raises(IllegalChoice, match="You have no hidden choice that you could take back"):
        table.plan(0, protocol.Withdraw(4, table.now.version))
    play_out(table)
    assert table.now.record().state == table.now.state


def test_a_choice_is_not_taken_back_before_a_game_or_by_a_spectator() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    for seat, problem in ((0, "The game has not begun"), (None, "Spectators watch")):
        with pytest.raises(Refusal, match=problem):
            table.plan(seat, protocol.Withdraw(1, table.now.version))


def test_whoever_comes_back_to_take_a_choice_back_sets_the_bots_going() -> None:
    table = new_table(None, None, "gap")
    join(table, "Ann")
    join(table, "Ben")
    choose(table, 0, "-")
    for seat in (0, 1):
        table.presence.leave(seat, at=0.0)
    table.take(table.plan_tick(30.0), 30.0)
    assert (covered(table, 0), covered(table, 1)) == (True, True)
    do(table, 0, protocol.Withdraw(2, table.now.version), at=40.0)
    assert table.now.state is not None
    assert table.now.state.to_act == {0}, "the bot that covers Ben has chosen"


def test_taking_a_choice_back_wins_no_time() -> None:
    table = new_table(None, None, time_limit=20)
    join(table, "Ann")
    join(table, "Ben")
    choose(table, 0, "-")
    do(table, 0, protocol.Withdraw(2, table.now.version), at=15.0)
    assert table.update(0, 0, 15.0).seconds_left == 5.0
    assert table.plan_tick(19.0) == []
    table.take(table.plan_tick(20.0), 20.0)
    assert table.now.state is not None
    assert table.now.state.phase == "own"


def test_a_view_tells_what_the_active_player_crossed_in_the_common_action() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    state = table.now.state
    assert state is not None
    number = state.common_number
    active, other = state.active, 1 - state.active
    assert crossed_with(table) is None
    choose(table, active, f"y{number}")
    assert crossed_with(table) is None, "it is hidden yet"
    choose(table, other, f"r{number}")
    assert crossed_with(table) == protocol.Choice(f"y{number}", "cross", "yellow", (number or 0,))
    choose(table, active, "-")
    assert crossed_with(table) is None, "a new turn"


def test_a_view_of_a_finished_game_does_not_tell_with_what_its_last_turn_began() -> None:
    state = parse_position("dice; 2 over 1+1 r1 y1 g1 b1 crossed r2; p4; r2")
    view = public_view(state, turn=9)
    assert (view.crossed, view.crossed_with) == (True, None)


def crossed_with(table: Table) -> protocol.Choice | None:
    views = [table.update(seat, 0, 0.0).view for seat in (0, 1, None)]
    crosses = [view.public.crossed_with for view in views if view is not None]
    assert crosses == crosses[:1] * 3, "everybody knows"
    return crosses[0]


def test_spectators_watch() -> None:
    table = new_table(None, "gap")
    join(table, "Ann")
    with pytest.raises(Refusal, match="Spectators watch"):
        table.plan(None, protocol.Choose(1, 99, "-"))
    assert table.update(None, 0, 0.0).view is not None


def test_somebody_gone_for_long_is_covered_and_gets_the_seat_back() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    choose(table, 0, "-")
    table.presence.leave(1, at=100.0)
    table.take(table.plan_tick(129.0), 129.0)
    assert not covered(table, 1)
    table.take(table.plan_tick(130.0), 130.0)
    assert covered(table, 1)
    assert table.now.state is not None
    assert 1 not in table.now.state.to_act
    table.take(table.plan_arrival(1), 200.0)
    assert not covered(table, 1)


def test_when_everybody_is_gone_the_table_waits() -> None:
    table = new_table(None, "gap")
    join(table, "Ann")
    table.presence.leave(0, at=0.0)
    table.take(table.plan_tick(60.0), 60.0)
    version = table.now.version
    assert table.plan_tick(10_000.0) == []
    table.take(table.plan_arrival(0), 10_001.0)
    assert table.now.version > version
    assert table.now.is_playing


@pytest.mark.parametrize("game", GAMES)
def test_time_limits_choose_for_whoever_is_late(game: protocol.GameName) -> None:
    table = new_table(None, "gap", game=game, time_limit=20)
    join(table, "Ann")
    at = 0.0
    for _ in range(500):
        if not table.now.is_playing:
            break
        assert table.plan_tick(at + 19.0) == []
        assert table.update(0, 0, at + 5.0).seconds_left == 15.0
        at += 20.0
        table.take(table.plan_tick(at), at)
    assert table.info().state == "over"


def test_leaving_hands_the_seat_to_a_bot_and_any_command_takes_it_back() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    do(table, 1, protocol.Leave(1))
    assert covered(table, 1)
    assert choose(table, 1, "-")[0] == facts.Returned(1)
    assert not covered(table, 1)
    do(table, 1, protocol.Leave(2))
    choose(table, 0, "-")
    assert covered(table, 1)


def test_a_rematch_begins_when_every_present_person_wants_it() -> None:
    table = new_table(None, None)
    join(table, "Ann")
    join(table, "Ben")
    with pytest.raises(Refusal, match="The game is not over"):
        table.plan(0, protocol.Rematch(1))
    play_out(table)
    do(table, 0, protocol.Rematch(1))
    assert table.info().state == "over"
    assert table.info().seats[0].rematch
    do(table, 1, protocol.Rematch(2))
    assert (table.info().state, table.info().games_played) == ("playing", 2)
    assert not table.info().seats[0].rematch


def test_the_record_of_a_game_is_the_game() -> None:
    table = new_table(None, "gap", game="cards")
    join(table, "Ann")
    assert table.now.turn >= 1, "the first draw is part of turn 1"
    play_out(table)
    assert table.now.record().state == table.now.state


def test_a_client_gets_what_it_missed_or_a_fresh_start() -> None:
    table = new_table(None, "gap")
    join(table, "Ann")
    known = table.now.last_seq
    choose(table, 0)
    update = table.update(0, known, 0.0)
    assert [each.seq for each in update.happened] == list(range(known + 1, table.now.last_seq + 1))
    assert not update.fresh
    assert table.update(0, 10**6, 0.0).fresh
    play_out(table)
    do(table, 0, protocol.Rematch(1))
    play_out(table)
    assert table.update(0, 0, 0.0).fresh is (table.now.happened[0].seq > 1)
