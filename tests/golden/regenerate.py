"""Golden games: one for each game and number of players, and for each option; ``make golden`` writes them."""

import random
from pathlib import Path

from qwixx.bots import make_bot
from qwixx.gameplay import Game, play
from qwixx.rules.ruleset import OPTIONS, RULESETS, Ruleset
from tests.strategies import NAMES, variants

FOLDER = Path(__file__).parent
BOTS = ("gap:1,2", "random", "gap:3,4", "gap:0,1", "gap:2,3")


def golden_games() -> dict[str, Game]:
    """Every golden game before its first step, by file name."""
    plain = {
        f"{rules.name}-{players}": Game(rules, NAMES[:players], seed=players)
        for rules in RULESETS.values()
        for players in range(rules.min_players, rules.max_players + 1)
    }
    special: dict[str, Game] = {}
    for option, rules in _options().items():
        players = min(3, rules.max_players)
        special[f"{rules.name}-{players}-{option}"] = Game(rules, NAMES[:players], seed=players)
    return plain | special


def _options() -> dict[str, Ruleset]:
    """Each option in the first game that has it."""
    first: dict[str, Ruleset] = {}
    for rules in variants():
        ((option, value),) = rules.options.items()
        # The name of a boolean option omits its value.
        is_switch = len(OPTIONS[option]) == 2
        first.setdefault(option if is_switch else f"{option}={str(value).lower()}", rules)
    return first


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
