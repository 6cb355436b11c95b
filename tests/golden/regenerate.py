"""Golden games: one for each game and number of players, and for each option. ``make golden``."""

import random
from pathlib import Path

from qwixx.bots import make_bot
from qwixx.play import Game, play
from qwixx.rules.ruleset import RULESETS
from tests.strategies import NAMES

FOLDER = Path(__file__).parent
OPTIONS = (
    ("dice", {"first_player": "first_six"}),
    ("dice", {"closed_row_in_action_2": True}),
    ("cards", {"hand_numbers_public": False}),
)
BOTS = ("gap:1,2", "random", "gap:3,4", "gap:0,1", "gap:2,3")


def golden_games() -> dict[str, Game]:
    """Every golden game by the name of its file, about to begin."""
    plain = {
        f"{rules.name}-{players}": Game(rules, NAMES[:players], seed=players)
        for rules in RULESETS.values()
        for players in range(rules.min_players, rules.max_players + 1)
    }
    special = {
        f"{game}-3-{next(iter(options))}": Game(game, NAMES[:3], seed=3, **options)
        for game, options in OPTIONS
    }
    return plain | special


def played(name: str) -> str:
    """The record of a golden game, played now."""
    game = golden_games()[name]
    play(game, [make_bot(bot, random.Random(f"{name} {bot}")) for bot in BOTS[: game.state.players]])
    return str(game)


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.qwixx"


def regenerate() -> None:
    for old in FOLDER.glob("*.qwixx"):
        old.unlink()
    for name in golden_games():
        path_of(name).write_text(played(name), encoding="utf-8")


if __name__ == "__main__":
    regenerate()
