"""Comparing custom players from Python."""

import random
from collections.abc import Callable

import pytest

from qwixx.arena import compare
from qwixx.arena.contest import ArenaError
from qwixx.bots import BotError, make_bot
from qwixx.bots.provenance import checksums, software
from qwixx.bots.simple import GapBot, RandomBot
from qwixx.gameplay import Player
from qwixx.rules.choices import Choice
from qwixx.rules.errors import SetupError
from qwixx.rules.ruleset import RULESETS
from qwixx.rules.view import View


class Eager:
    def choose(self, view: View) -> Choice:
        return view.choices[-1]


@pytest.mark.parametrize("game", RULESETS)
def test_a_custom_player_can_be_compared_with_a_bot_in_every_game(game: str) -> None:
    found = compare({"mine": Eager(), "careful": "gap:1,2"}, game, deals=12)
    assert {row.name for row in found.rows} == {"mine", "careful"}
    assert found.rows[0].name == "careful"
    share = found["careful"].win_share
    assert share is not None
    assert share.low is not None
    assert share.low > 0.5
    assert "careful" in str(found)
    assert repr(found).startswith(f"<Comparison in {game}: careful ")


def test_a_player_given_as_text_object_or_class_plays_the_same_games() -> None:
    def total(player: str | Player | Callable[[], Player]) -> object:
        found = compare({"one": player, "two": RandomBot}, deals=5)
        return found["one"].total, found["two"].total

    assert total("gap:1,2") == total(GapBot(1, 2)) == total(lambda: GapBot(1, 2))


def test_a_player_class_is_seeded_for_each_game() -> None:
    made: list[random.Random] = []

    class Lucky(RandomBot):
        def __init__(self, rng: random.Random) -> None:
            made.append(rng)
            super().__init__(rng)

    first, second = (compare({"one": Lucky, "two": "gap:1,2"}, deals=4, seed=3) for _ in range(2))
    assert first["one"].total == second["one"].total
    assert len(made) == 16
    assert len({rng.random() for rng in made[:8]}) == 8


def test_a_comparison_records_the_versions_of_software_and_weights() -> None:
    simple = compare({"mine": Eager(), "careful": "gap:1,2"}, deals=1)
    assert (simple.software, simple.weights) == (software(), {})
    adjusted = compare({"mine": Eager(), "careful": "gap:1,2"}, deals=1, adjusted=True)
    assert adjusted.weights == checksums("dice", 2)


def test_solo_players_are_compared_with_the_same_dice() -> None:
    found = compare({"one": "gap:1,2", "same": GapBot(1, 2), "other": "random"}, "solo", deals=10)
    assert found["one"].total == found["same"].total
    assert found.standings.games == 30
    pair = next(
        pair
        for pair in found.standings.pairs
        if found.contest.names((pair.entrant, pair.against)) == ["one", "same"]
    )
    assert pair.share.value == 0.5


def test_worker_processes_give_the_same_results() -> None:
    players: dict[str, str | Player] = {"one": GapBot(1, 2), "two": "random"}
    alone, together = (compare(players, deals=6, jobs=jobs)["one"].total for jobs in (1, 2))
    assert alone == together


def test_values_that_are_not_players_are_rejected() -> None:
    good = make_bot("gap:1,2")
    for players, kind, problem in (
        ({"one": good, "two": 7}, BotError, r"a player is an object with a method choose\(view\)"),
        ({"one": good, "two": lambda: 7}, BotError, r"makes 7, which has no method choose"),
        ({"one": good, "two": "grandmother"}, BotError, "no bot 'grandmother'"),
        ({"one": good}, ArenaError, "needs at least two players"),
        ([good, good], ArenaError, "players are named, as in"),
        ({"one": good, "": good}, SetupError, "cannot be a name"),
    ):
        with pytest.raises(kind, match=problem):
            compare(players, deals=1)  # type: ignore[arg-type]
    with pytest.raises(ArenaError, match="deals is a whole number from 1, not 0"):
        compare({"one": good, "two": good}, deals=0)
    with pytest.raises(ArenaError, match=r"two cannot play in other processes: .*; take jobs=1"):
        compare({"one": good, "two": lambda: good}, deals=1, jobs=2)
    with pytest.raises(KeyError, match="no player 'three': there are"):
        compare({"one": good, "two": good}, deals=1)["three"]
