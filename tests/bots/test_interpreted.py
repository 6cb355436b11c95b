"""What trained bots choose in a process that compiles nothing."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from qwixx.bots import make_bot
from qwixx.bots.interpreted import choose_interpreted
from qwixx.bots.levels import LEVELS
from qwixx.gameplay import Game, ask, steps
from qwixx.rules.game import State
from qwixx.server.thinking.worker import Worker


@pytest.fixture(scope="module")
def interpreter() -> Iterator[Worker]:
    with closing(Worker()) as worker:
        yield worker


def decisions(game: str, players: int) -> Iterator[State]:
    """What there is to decide in a game, up to its middle."""
    played = Game(game, ["Ann", "Ben", "Cem", "Dan"][:players], seed=5)
    befores = (before for before, _ in steps(played, [make_bot("gap:1,2")] * players))
    yield from [before for before in befores if before.chance is None][:24]


@pytest.mark.parametrize(("game", "players"), [("dice", 2), ("dice", 3), ("cards", 2), ("cards_joker", 4)])
def test_they_choose_as_compiled_ones_do(interpreter: Worker, game: str, players: int) -> None:
    levels = LEVELS if players == 2 else ("casual",)
    for state in decisions(game, players):
        seat = min(state.to_act)
        for bot in levels:
            interpreted = interpreter.submit(choose_interpreted, bot, state.view(seat), state.cards.discard)
            assert interpreted.result() == ask(make_bot(bot), state, seat)
