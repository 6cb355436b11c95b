"""Tables that go on with a recorded game, and tables of bots alone, as the terminal opens them."""

import random

from hypothesis import given, settings

from qwixx.bots import RandomBot
from qwixx.gameplay import Game, Player, play
from qwixx.rules.choices import Choice
from qwixx.rules.view import View
from qwixx.server.tables import facts
from qwixx.server.tables.opening import plan_opening
from qwixx.server.tables.state import KEPT_HAPPENINGS, history_of, replayed
from qwixx.server.tables.table import Table
from qwixx.server.wire import protocol
from tests.strategies import NAMES, games


@settings(max_examples=30)
@given(games())
def test_the_history_of_a_record_is_its_game(game: Game) -> None:
    past = history_of(game.record, {})
    assert [facts.decode(facts.encode(fact)) for fact in past] == past
    assert replayed(past).record() == game.record
    assert replayed(past).state == game.state


def test_seats_of_a_record_have_their_bots_and_no_secrets() -> None:
    table = Table("t", history_of(Game("dice", NAMES[:3]).record, {1: "random"}))
    assert table.now.names == NAMES[:3]
    assert [seat.bot for seat in table.info().seats] == [None, "random", None]
    assert table.seat_of("") is None


def test_time_brings_a_resumed_game_to_the_next_decision_of_a_person() -> None:
    game = Game("dice", NAMES[:2], seed=4)
    game.advance()
    table = Table("t", history_of(game.record, {1: "gap:1,2"}), random.Random(1))
    assert table.now.state == game.state
    table.take(table.plan_tick(0.0), 0.0)
    assert table.now.state is not None
    assert table.now.state.to_act == {0}, "the hidden choice of a bot is in no record: it chooses again"


class Counting:
    """A player that remembers how often it was asked."""

    def __init__(self, player: Player) -> None:
        self.asked = 0
        self._player = player

    def choose(self, view: View) -> Choice:
        self.asked += 1
        return self._player.choose(view)


def test_bots_alone_play_to_the_end_with_the_players_at_their_seats() -> None:
    bots = {0: "random", 1: "gap:1,2"}
    record = Game("cards", NAMES[:2]).record
    player = Counting(RandomBot(random.Random(5)))
    table = Table("t", history_of(record, bots), random.Random(6), {0: player})
    table.take(table.plan_tick(0.0), 0.0)
    assert table.info().state == "over"
    assert player.asked > 10, "whoever sits there is asked; for the others a bot is made"


def test_the_players_at_a_table_leave_the_dice_of_a_seed_alone() -> None:
    """So a table and the library's own loop play the same game."""
    seats = range(2)
    record = Game("dice", NAMES[:2]).record
    table = Table(
        "t",
        history_of(record, dict.fromkeys(seats, "random")),
        random.Random("x"),
        {seat: RandomBot(random.Random(seat)) for seat in seats},
    )
    table.take(table.plan_tick(0.0), 0.0)
    game = Game("dice", NAMES[:2], seed="x")
    play(game, [RandomBot(random.Random(seat)) for seat in seats])
    assert table.now.record() == game.record


def test_a_table_whose_people_are_gone_waits_although_bots_could_go_on() -> None:
    table = Table("t", history_of(Game("dice", NAMES[:2]).record, {1: "random"}))
    table.take(table.plan_tick(0.0), 0.0)
    table.take(table.plan(0, protocol.Leave(1)), 0.0)
    assert table.plan_tick(10_000.0) == []
    assert table.now.is_playing


def test_what_was_crossed_is_told_however_often_somebody_goes_and_comes_back() -> None:
    seats = (protocol.NewSeat(None), protocol.NewSeat(None))
    settings = protocol.TableSettings(patience=5)
    opening = plan_opening(protocol.NewTable("dice", seats, "Ann", settings=settings))
    table = Table("t", [opening], random.Random(1))
    for name in NAMES[:2]:
        joined, secret = table.plan_join(name)
        table.take(joined, 0.0)
        table.take(table.plan_arrival(secret.seat), 0.0)
    state = table.now.state
    assert state is not None
    active, other, cross = state.active, 1 - state.active, f"y{state.common_number}"
    for chooser, choice in ((active, cross), (other, "-")):
        table.take(table.plan(chooser, protocol.Choose(1, table.now.version, choice)), 0.0)
    for at in range(0, KEPT_HAPPENINGS // 2 * 10, 10):
        table.presence.leave(other, at)
        table.take(table.plan_tick(at + 5), at + 5)
        assert table.now.seats[other].covered
        table.take(table.plan_arrival(other), at + 6)
    kinds = {type(each.what) for each in table.now.happened}
    assert kinds == {protocol.Covered, protocol.Returned}, "nothing else is remembered"
    for seat in (active, other, None):
        view = table.update(seat, 0, 2000.0).view
        assert view is not None
        assert view.public.crossed_with is not None
        assert view.public.crossed_with.text == cross
