"""Tables that resume a recorded game, tables with only bots, and events kept by the state."""

import random

from hypothesis import given, settings

from qwixx.bots import RandomBot
from qwixx.gameplay import Game, Player, play
from qwixx.rules.choices import Choice
from qwixx.rules.view import View
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.opening import history_of
from qwixx.tables.game.state import REMEMBERED_HAPPENINGS, replayed
from qwixx.tables.game.table import Table
from tests.strategies import NAMES, games
from tests.tables.game.scenes import PATIENCE, arrive, at_the_table, choose, covered, do, tick, update


@settings(max_examples=30)
@given(games())
def test_the_history_of_a_record_replays_to_its_game(game: Game) -> None:
    past = history_of(game.record, {})
    assert [facts.decode(facts.encode(fact)) for fact in past] == past
    assert replayed(past).record() == game.record
    assert replayed(past).state == game.state


def test_the_seats_of_a_resumed_record_have_bots_and_no_secrets() -> None:
    table = Table("t", history_of(Game("dice", NAMES[:3]).record, {1: "random"}))
    assert table.now.names == NAMES[:3]
    assert [seat.bot for seat in table.info().seats] == [None, "random", None]
    assert table.seat_of("") is None


def test_a_tick_advances_a_resumed_game_to_the_next_decision_of_a_person() -> None:
    game = Game("dice", NAMES[:2], seed=4)
    game.advance()
    table = Table("t", history_of(game.record, {1: "gap:1,2"}), random.Random(1))
    assert table.now.state == game.state
    tick(table, 0.0)
    assert table.now.state is not None
    assert table.now.state.to_act == {0}, "records lack hidden choices, so the bot chooses again"


class Counting:
    """A player that counts its calls."""

    def __init__(self, player: Player) -> None:
        self.asked = 0
        self._player = player

    def choose(self, view: View) -> Choice:
        self.asked += 1
        return self._player.choose(view)


def test_a_table_with_only_bots_plays_to_the_end() -> None:
    bots = {0: "random", 1: "gap:1,2"}
    record = Game("cards", NAMES[:2]).record
    player = Counting(RandomBot(random.Random(5)))
    table = Table("t", history_of(record, bots), random.Random(6), {0: player})
    tick(table, 0.0)
    assert table.info().state == "over"
    assert player.asked > 10, "the given player is used; other seats get new bots"


def test_the_players_at_a_table_do_not_affect_the_dice_of_a_seed() -> None:
    """With the same seed a table and the library's game loop play the same game."""
    seats = range(2)
    record = Game("dice", NAMES[:2]).record
    table = Table(
        "t",
        history_of(record, dict.fromkeys(seats, "random")),
        random.Random("x"),
        {seat: RandomBot(random.Random(seat)) for seat in seats},
    )
    tick(table, 0.0)
    game = Game("dice", NAMES[:2], seed="x")
    play(game, [RandomBot(random.Random(seat)) for seat in seats])
    assert table.now.record() == game.record


def test_a_table_without_present_players_waits_even_if_bots_could_act() -> None:
    table = Table("t", history_of(Game("dice", NAMES[:2]).record, {1: "random"}))
    tick(table, 0.0)
    do(table, 0, protocol.Leave(1))
    assert table.plan_tick(10_000.0) == []
    assert table.now.is_playing


def test_the_common_cross_is_shown_even_if_it_has_left_the_history() -> None:
    table = at_the_table(*NAMES[:2])
    state = table.now.state
    assert state is not None
    active, other, cross = state.active, 1 - state.active, f"y{state.common_number}"
    choose(table, active, cross)
    choose(table, other, "-")
    for number in range(REMEMBERED_HAPPENINGS // 2):
        at = 100.0 * number
        table.presence.leave(other, at)
        tick(table, at + PATIENCE)
        assert covered(table, other)
        arrive(table, other, at + PATIENCE)
    kinds = {type(each.what) for each in table.now.happened}
    assert kinds == {facts.Covered, facts.Returned}, "the history holds nothing else"
    for seat in (active, other, None):
        view = update(table, seat).view
        assert view is not None
        assert view.public.crossed_with is not None
        assert view.public.crossed_with.text == cross
