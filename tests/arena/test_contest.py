"""The setup of a contest."""

import pytest

from qwixx.arena.contest import ArenaError, Entrant, entrants_named, plan
from qwixx.bots import BotError
from qwixx.rules.errors import QwixxError, SetupError
from qwixx.rules.ruleset import DICE, SOLO
from tests.arena.contests import contest


def test_a_contest_plays_all_pairings_or_tables_of_several_bots() -> None:
    bots = ("random", "gap:0,1", "gap:1,2", "gap:2,3")
    assert contest(*bots).tables == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    assert contest(*bots, players=3).tables == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert contest(*bots, players=None).tables == ((0, 1, 2, 3),)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rotations_put_every_bot_in_every_seat_once(players: int) -> None:
    it = contest(*["random"] * players, players=players)
    seatings = [it.seating(0, rotation) for rotation in range(players)]
    assert seatings[0] == it.tables[0]
    for seat in range(players):
        assert sorted(seating[seat] for seating in seatings) == list(range(players))


def test_bots_have_names() -> None:
    words = ["random", "random", "Robo=gap:1,2", "exec:cat --x=1", f"exec:cat {'long ' * 20}"]
    entrants = entrants_named(words, "dice")
    assert entrants[:4] == [
        Entrant("random", "random"),
        Entrant("random #2", "random"),
        Entrant("Robo", "gap:1,2"),
        Entrant("exec:cat --x=1", "exec:cat --x=1"),
    ]
    assert entrants[4].spec == words[4]
    assert len(entrants[4].name) <= 40


@pytest.mark.parametrize(
    ("words", "kind", "problem"),
    [
        (["random"], ArenaError, "needs at least two players"),
        (["random", "rnadom"], BotError, r"did you mean random\?"),
        (["a=random", "A=gap"], SetupError, "two players are called 'A'"),
        (["=random", "gap"], SetupError, "cannot be a name"),
        (["random", "optimal"], BotError, "optimal plays solo only, not dice"),
        (["random", "exec:/none/bot"], BotError, "there is no program /none/bot"),
    ],
)
def test_invalid_bots_are_rejected(words: list[str], kind: type[QwixxError], problem: str) -> None:
    with pytest.raises(kind, match=problem):
        contest(*words)


def test_invalid_tables_are_rejected() -> None:
    with pytest.raises(SetupError, match="S13: the dice game is for 2 to 5 players, not 1"):
        contest("random", "gap", players=1)
    with pytest.raises(SetupError, match="S13: the dice game is for 2 to 5 players, not 6"):
        contest(*["random"] * 6, players=None)
    with pytest.raises(
        ArenaError, match="a table of 3 needs 3 bots, and there are 2; one may be named twice"
    ):
        contest("random", "gap", players=3)
    assert plan(SOLO, ["random", "gap"], 2, seed="1", time_limit=5).tables == ((0,), (1,))
    assert plan(DICE, ["random", "gap"], 2, seed="1", time_limit=5).players == 2
