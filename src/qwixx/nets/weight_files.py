"""The files of weights and their checksums. Importing it loads no NumPy."""

import json
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

from qwixx.rules.errors import InputError, OperationalError

FORMAT = "qwixx-weights/1"
CONTENTS = "weights.json"


class WeightsError(OperationalError):
    """Weights that are missing or damaged."""


class UntrainedError(InputError):
    """A game, or a number of players, for which no net was trained."""


def name_of(game: str, players: int) -> str:
    return f"{game}-{players}"


def checksum_of(game: str, players: int) -> str:
    """The SHA-256 of the weights for a game and number of players; UntrainedError without any."""
    name = name_of(game, players)
    known = _contents()
    if name not in known:
        there_are = ", ".join(sorted(known)) or "none"
        raise UntrainedError(f"no net was trained for {game} with {players} players; there are {there_are}")
    checksum: str = known[name]["sha256"]
    return checksum


def read_weights(game: str, players: int) -> bytes:
    """The file of the weights, checked; UntrainedError if none were trained, else WeightsError."""
    name, checksum = name_of(game, players), checksum_of(game, players)
    data = _read(f"{name}.npz")
    if sha256(data).hexdigest() != checksum:
        raise WeightsError(
            f"{name}.npz is damaged: its checksum is not the one in {CONTENTS}; reinstall qwixx"
        )
    return data


@cache
def check_weights(game: str, players: int) -> None:
    """Check the weights once in a process; the same errors."""
    read_weights(game, players)


def _contents() -> dict[str, dict[str, Any]]:
    try:
        contents = json.loads(_read(CONTENTS))
        if contents["format"] != FORMAT:
            raise WeightsError(
                f"{CONTENTS} is of the format {contents['format']}, not {FORMAT}; reinstall qwixx"
            )
        nets: dict[str, dict[str, Any]] = contents["nets"]
    except (ValueError, KeyError, TypeError) as error:
        raise WeightsError(f"{CONTENTS} is damaged ({error}); reinstall qwixx") from error
    return nets


def _read(name: str) -> bytes:
    try:
        return resources.files("qwixx.nets").joinpath("data", name).read_bytes()
    except OSError as error:
        raise WeightsError(f"the weights {name} are missing; reinstall qwixx") from error
