"""Players with a ``before_game`` method are notified before each game, locally and on a server."""

from collections.abc import Callable
from io import BytesIO

import msgspec
import pytest

from qwixx.bots import GapBot, run
from qwixx.envs import SingleAgentEnv
from qwixx.gameplay import Game, Player, play
from qwixx.rules.choices import Choice
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.view import View
from tests.client.servers import Restartable


class Prepared(GapBot):
    """Records when it is prepared, and fails if it has to choose before that."""

    def __init__(self) -> None:
        super().__init__(1, 2)
        self.games: list[tuple[str, int, bool]] = []

    def before_game(self, rules: Ruleset, players: int, *, exact: bool) -> None:
        self.games.append((str(rules), players, exact))

    def choose(self, view: View) -> Choice:
        assert self.games
        return super().choose(view)


def play_unseeded(player: Player, server: Restartable) -> None:
    play(Game("dice", ["Ann", "Ben"]), [player, GapBot(1, 2)])


def play_seeded(player: Player, server: Restartable) -> None:
    play(Game("dice", ["Ann", "Ben"], seed=1), [player, GapBot(1, 2)])


def as_opponent(player: Player, server: Restartable) -> None:
    env = SingleAgentEnv("dice", opponents=[player])
    env.reset(seed=7)
    while not env.game.state.is_over:
        env.step(env.action_masks().argmax())


def as_program(player: Player, server: Restartable) -> None:
    new = {"type": "new_game", "game": "dice", "options": {}, "players": 2, "seat": 0, "time_limit": 5}
    run(player, stdin=BytesIO(msgspec.json.encode({**new, "seed": "7"})), stdout=BytesIO())


def at_a_table(player: Player, server: Restartable) -> None:
    with server.person().open("dice", name="Ann", seats=[None, "gap:1,2"]) as table:
        table.play(player)


@pytest.mark.parametrize(
    ("play_game", "exact"),
    [
        (play_unseeded, False),
        (play_seeded, True),
        (as_opponent, True),
        (as_program, True),
        (at_a_table, False),
    ],
)
def test_a_player_is_notified_before_each_game(
    play_game: Callable[[Player, Restartable], None], exact: bool, server: Restartable
) -> None:
    player = Prepared()
    for games in (1, 2):
        play_game(player, server)
        assert player.games == [("dice", 2, exact)] * games
