"""Provenance of results: the version of this software and the weights of the nets."""

from collections.abc import Iterable

import qwixx
from qwixx.bots.registry import kind_of
from qwixx.rules.ruleset import SOLO, Ruleset


def software() -> str:
    """The software with its version, as results name it: ``qwixx 0.1.0``."""
    return f"qwixx {getattr(qwixx, '__version__', 'of an unknown version')}"


def weights_of(game: str, players: int, bots: Iterable[str]) -> dict[str, str]:
    """The checksum of the weights that these bots use in such a game, by their name; empty without a net."""
    if not any(kind_of(bot)[0].needs_weights for bot in bots):
        return {}
    return checksums(game, players)


def weights_of_coach(rules: Ruleset, players: int) -> dict[str, str]:
    """The checksum of the weights by which the coach judges such a game; empty in the solo game."""
    return {} if rules.name == SOLO.name else checksums(rules.name, players)


def checksums(game: str, players: int) -> dict[str, str]:
    """The checksum of the weights for such a game, by their name."""
    from qwixx.nets.weight_files import checksum_of, name_of

    return {name_of(game, players): checksum_of(game, players)}
