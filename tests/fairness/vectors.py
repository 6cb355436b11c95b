"""Test vectors of fair dice, in docs/fairness-vectors.json: ``python -m tests.fairness.vectors`` writes them.

Tests check the three implementations against them: the dealer, ``qwixx verify`` and the browser client.
"""

import hashlib
import json
import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from qwixx.bots import make_bot
from qwixx.fairness.derivation import CONTRIBUTION_BYTES, SECRET_BYTES, DerivedSource, commitment, game_key
from qwixx.fairness.tags import fairness_tags
from qwixx.gameplay import Game, draw, play
from qwixx.notation import format_outcome
from qwixx.rules.cards import pack
from qwixx.rules.chance import ChanceNode, ChanceOutcome, FirstSeatNode, FirstSixNode, RollNode, ShuffleNode
from qwixx.rules.colours import COLOURS
from qwixx.rules.ruleset import ruleset_with
from tests.strategies import NAMES

PATH = Path(__file__).parent.parent.parent / "docs" / "fairness-vectors.json"
SEEDS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("nobody adds", ()),
    ("one seat adds", (0,)),
    ("some seats add", (0, 2)),
    ("five seats add", (0, 1, 2, 3, 4)),
)
NODES: tuple[ChanceNode, ...] = (
    FirstSeatNode(5),
    FirstSixNode(3),
    RollNode(COLOURS),
    RollNode((COLOURS[1], COLOURS[3])),
    RollNode(()),
    ShuffleNode(pack(jokers=False)),
    ShuffleNode(pack(jokers=True)),
    ShuffleNode(pack(jokers=True)[40:50]),
)
GAMES: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("dice", 3, {}),
    ("dice", 2, {"first_player": "first_six"}),
    ("solo", 1, {}),
    ("cards", 2, {}),
    ("cards_joker", 5, {}),
)


class DerivedDealer:
    """Draws the dice and cards of a whole game from one key, as a table does."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._numbers = count()

    def draw(self, node: ChanceNode) -> ChanceOutcome:
        return draw(node, DerivedSource(self._key, next(self._numbers)))


def some_bytes(name: str, size: int) -> bytes:
    """Deterministic bytes derived from the name."""
    return hashlib.sha256(f"vectors: {name}".encode()).digest()[:size]


def seed(name: str, seats: tuple[int, ...]) -> tuple[bytes, dict[int, bytes]]:
    """A secret, and the contributions of these seats."""
    added = {seat: some_bytes(f"{name} {seat}", CONTRIBUTION_BYTES) for seat in seats}
    return some_bytes(name, SECRET_BYTES), added


def fair_game(name: str, players: int, **options: str) -> Game:
    """A whole game between bots with fair dice, with contributions from all seats except the last."""
    secret, added = seed(name, tuple(range(max(1, players - 1))))
    dealer = DerivedDealer(game_key(secret, added))
    game = Game(
        ruleset_with(name, options), NAMES[:players], dealer=dealer, tags=fairness_tags(secret, added)
    )
    play(game, [make_bot("gap:1,2", random.Random(seat)) for seat in range(players)])
    return game


def derivations() -> Iterator[dict[str, Any]]:
    for name, seats in SEEDS:
        secret, added = seed(name, seats)
        key = game_key(secret, added)
        # The draw numbers cover the whole range of four bytes.
        numbers = [*range(len(NODES) - 1), 2**32 - 1]
        yield {
            "name": name,
            "secret": secret.hex(),
            "commitment": commitment(secret).hex(),
            "contributions": {str(seat + 1): value.hex() for seat, value in added.items()},
            "key": key.hex(),
            "draws": [
                {
                    "number": number,
                    "players": getattr(node, "players", 5),
                    "outcome": format_outcome(draw(node, DerivedSource(key, number))),
                }
                for number, node in zip(numbers, NODES, strict=True)
            ],
        }


def vectors() -> dict[str, Any]:
    games = [str(fair_game(name, players, **options)) for name, players, options in GAMES]
    return {"format": "qwixx-fairness-vectors/1", "derivations": list(derivations()), "games": games}


def text() -> str:
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
