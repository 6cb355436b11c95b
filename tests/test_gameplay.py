import random
from itertools import pairwise
from typing import Any

import pytest

from qwixx.bots import RandomBot, make_bot
from qwixx.gameplay import Game, Player, SeededDealer, ask, play, play_steps
from qwixx.notation import parse_record
from qwixx.record import Decision, Record, checked_names
from qwixx.rules.chance import (
    ChanceNode,
    ChanceOutcome,
    FirstSeat,
    FirstSeatNode,
    FirstSix,
    FirstSixNode,
    Roll,
    RollNode,
    ShuffleNode,
)
from qwixx.rules.choices import PASS, Choice, Cross
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import IllegalChoice, InputError, SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase, ruleset
from qwixx.rules.view import View
from tests.positions import cards


def test_the_same_seed_gives_the_same_game() -> None:
    texts = set()
    for _ in range(2):
        game = Game("cards", ["Ann", "Ben"], seed="x")
        game.advance()
        texts.add(str(game))
    other = Game("cards", ["Ann", "Ben"], seed="y")
    other.advance()
    assert len(texts) == 1
    assert str(other) not in texts


def test_the_dealer_draws_a_valid_outcome_for_each_node() -> None:
    dealer = SeededDealer(random.Random(5))
    for _ in range(200):
        for node in (
            FirstSeatNode(3),
            FirstSixNode(3),
            RollNode(COLOURS[1:]),
            ShuffleNode(cards("R2 R3 R4")),
        ):
            assert node.why_not(dealer.draw(node)) is None


def test_D2_every_seat_begins_equally_often_and_every_face_falls_equally_often() -> None:
    dealer = SeededDealer(random.Random(6))
    seats = [0] * 4
    faces = [0] * 7
    for _ in range(4000):
        first, roll = dealer.draw(FirstSeatNode(4)), dealer.draw(RollNode(()))
        assert isinstance(first, FirstSeat)
        assert isinstance(roll, Roll)
        seats[first.seat] += 1
        faces[roll.white[0]] += 1
    assert all(850 < count < 1150 for count in seats)
    assert all(560 < count < 780 for count in faces[1:])


def test_shuffles_reach_every_order() -> None:
    dealer = SeededDealer(random.Random(7))
    pile = cards("R2 R3 R4")
    orders = {dealer.draw(ShuffleNode(pile)) for _ in range(200)}
    assert len(orders) == 6


def test_A6_the_first_six_ends_the_rolling() -> None:
    dealer = SeededDealer(random.Random(8))
    for _ in range(100):
        outcome = dealer.draw(FirstSixNode(2))
        assert isinstance(outcome, FirstSix)
        assert outcome.rolls.index(6) == len(outcome.rolls) - 1


def test_choices_may_be_text_and_a_refusal_leaves_the_game_as_it_was() -> None:
    game = Game("solo", ["Ann"])
    game.apply_chance(Roll((4, 1), (3, 2, 5, 6)))
    assert str(game.why_not(0, "y6")).startswith("D4: ")
    before = game.record
    with pytest.raises(IllegalChoice):
        game.apply(0, "y6")
    assert game.record == before
    game.apply(0, "y5")
    game.apply(0, "y6")
    assert game.state.sheets[0].rows[1] == (5, 6)
    assert str(game).endswith("1 Ann: 4+1 r3 y2 g5 b6 / y5 / y6\n")


def test_hidden_choices_are_recorded_by_seat_once_all_are_in() -> None:
    game = Game("dice", ["Ann", "Ben"])
    game.apply_chance(FirstSeat(0))
    game.apply_chance(Roll((4, 1), (3, 2, 5, 6)))
    game.apply(1, "r5")
    assert len(game.record.steps) == 2
    game.apply(1, "b5")
    game.apply(0, "-")
    assert list(game.record.steps)[2:] == [Decision(0, PASS), Decision(1, Cross(Colour.BLUE, 5))]
    assert str(game).endswith("/ - b5\n")


def test_a_game_resumes_from_its_record() -> None:
    game = Game("dice", ["Ann", "Ben"], seed=1, tags=[("Date", "2026-02-01")])
    game.advance()
    again = Game.resume(str(game), seed=2)
    assert (again.state, again.names, again.record) == (game.state, game.names, game.record)
    assert Game.resume(game.record).state == game.state
    resume: Any = Game.resume
    with pytest.raises(SetupError, match=r"a record is a Record, as game.record, or its text, not parse_pos"):
        resume(game.state)


class Miser:
    """A dealer that rolls only ones."""

    def draw(self, node: ChanceNode) -> ChanceOutcome:
        assert isinstance(node, RollNode)
        return Roll((1, 1), tuple(1 if colour in node.colours else None for colour in COLOURS))


def test_a_game_uses_the_given_dealer() -> None:
    game = Game("solo", ["Ann"], dealer=Miser())
    assert game.advance().dice == Roll((1, 1), (1, 1, 1, 1))
    game.apply(0, "r2")
    game.apply(0, "-")
    again = Game.resume(game.record, dealer=Miser())
    assert again.advance().dice == Roll((1, 1), (1, 1, 1, 1))


def test_a_dealer_and_a_seed_exclude_each_other() -> None:
    with pytest.raises(SetupError, match="a seed or a dealer, not both"):
        Game("solo", ["Ann"], seed=0, dealer=Miser())


UNCHECKED_GAME: Any = Game


@pytest.mark.parametrize(
    ("arguments", "options", "problem"),
    [
        (("solo", ["Ann"]), {"dealer": 7}, r"a dealer has a method draw\(node\), .*; 7 has none"),
        ((7, ["Ann", "Ben"]), {}, "no game 7: the games are dice, "),
        (("dice", ["Ann", "Ben"]), {"seed": -1}, "a seed is a whole number from 0 to .*, or a text, not -1"),
        (("dice", ["Ann", "Ben"]), {"seed": [1]}, r"a seed is a whole number .*, not \[1\]"),
        (("dice", "Ab"), {}, r"names are a list, as in \['Ann', 'Ben'\], not 'Ab'"),
        (("dice", [1, 2]), {}, "1 cannot be a name"),
        (("dice", ["Ann", "Ben"]), {"tags": [("two words", "x")]}, "'two words' cannot be a tag"),
        (
            ("dice", ["Ann", "Ben"]),
            {"tags": [("Result", "x")]},
            "'Result' cannot be a tag: .* the record's own",
        ),
        (("dice", ["Ann", "Ben"]), {"tags": [("Date", "x"), ("Date", "y")]}, "each tag is there once"),
    ],
)
def test_games_with_invalid_arguments_are_refused(
    arguments: tuple[object, ...], options: dict[str, object], problem: str
) -> None:
    with pytest.raises(SetupError, match=problem):
        UNCHECKED_GAME(*arguments, **options)


def test_options_apply_to_a_given_ruleset() -> None:
    game = Game(ruleset("dice"), ["Ann", "Ben"], first_player="first_six")
    assert game.state.chance == FirstSixNode(2)


def test_a_seed_is_accepted_wherever_a_generator_is() -> None:
    for seed in (7, "Friday"):
        by_seed, by_generator = SeededDealer(seed), SeededDealer(random.Random(seed))
        node = FirstSeatNode(5)
        assert [by_seed.draw(node) for _ in range(9)] == [by_generator.draw(node) for _ in range(9)]
        view = Game("dice", ["Ann", "Ben"], seed=1).advance().view(0)
        bots = [RandomBot(seed), RandomBot(random.Random(seed)), make_bot("random", seed)]
        assert len({tuple(bot.choose(view) for _ in range(9)) for bot in bots}) == 1


def test_a_dealer_may_return_text() -> None:
    class Written:
        def draw(self, node: ChanceNode) -> str:
            return "1+1 r1 y1 g1 b1"

    game = Game("solo", ["Ann"], dealer=Written())
    assert game.advance().common_number == 2
    assert parse_record(str(game)) == game.record
    with pytest.raises(InputError, match=r"a chance outcome is a Roll, .*, not 3"):
        Game("solo", ["Ann"]).apply_chance(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("begin", [play, play_steps])
def test_every_seat_needs_a_player(begin: Any) -> None:
    game = Game("dice", ["Ann", "Ben"], seed=3)
    with pytest.raises(SetupError, match="2 seats take as many players, not 1"):
        begin(game, [Passer()])
    with pytest.raises(
        SetupError, match=r"players\[1\] is 'gap:1,2', which has no method choose\(view\); make_bot"
    ):
        begin(game, [Passer(), "gap:1,2"])
    with pytest.raises(SetupError, match=r"players\[1\] is the class Passer: .* as in Passer\(\)"):
        begin(game, [Passer(), Passer])
    assert game.record.steps == ()


def test_the_dealer_rejects_an_unknown_kind_of_chance() -> None:
    with pytest.raises(AssertionError):
        SeededDealer(random.Random(1)).draw("the weather")  # type: ignore[arg-type]


def test_the_function_that_asks_players_can_be_replaced() -> None:
    asked: list[int] = []

    def noted(player: Player, state: State, seat: int) -> Choice:
        asked.append(seat)
        return ask(player, state, seat)

    players = [Passer(), Passer()]
    play(Game("dice", ["Ann", "Ben"], seed=3), players, noted)
    assert len(asked) == sum(len(player.views) for player in players)


def test_draw_chance_does_nothing_when_players_have_to_choose() -> None:
    game = Game("solo", ["Ann"], seed=1)
    state = game.advance()
    assert game.draw_chance() is state


class Passer:
    """Passes, and records its views."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View) -> Choice:
        self.views.append(view)
        return PASS


def test_players_get_views_of_their_own_seat_and_never_the_state() -> None:
    players = [Passer(), Passer(), Passer()]
    outcome = play(Game("dice", ["Ann", "Ben", "Cleo"], seed=3), players)
    assert outcome.reason == "four_penalties"
    for seat, player in enumerate(players):
        assert all(isinstance(view, View) and view.seat == seat for view in player.views)
        assert {view.phase for view in player.views} == {Phase.COMMON, Phase.OWN}


def test_each_step_begins_in_the_state_where_the_last_one_ended() -> None:
    game = Game("dice", ["Ann", "Ben"], seed=3)
    pairs = list(play_steps(game, [Passer(), Passer()]))
    assert all(first[1] is second[0] for first, second in pairwise(pairs))
    assert pairs[-1][1] is game.state


@pytest.mark.parametrize(
    "names", [["Ann", "Ann"], ["Ann", "ANN"], ["Straße", "STRASSE"], ["Ann", "\uff21nn"]]
)
def test_duplicate_names_are_refused(names: list[str]) -> None:
    with pytest.raises(SetupError, match="every name must differ"):
        Game("dice", names)


@pytest.mark.parametrize("name", ["", " ", " Ann", "Ann\n", "\x1b[31m", "x" * 41])
def test_an_invalid_name_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="cannot be a name: a name has 1 to 40 printable characters"):
        checked_names([name])


def test_a_record_checks_its_number_of_players() -> None:
    with pytest.raises(SetupError, match="S13: the dice game is for 2 to 5 players, not 1"):
        Record.new(ruleset("dice"), ["Ann"])
