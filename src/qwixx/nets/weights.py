"""Weights of nets: small files that come with the package, each with its checksum in ``weights.json``."""

import io
import json
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.nets.features import count_features
from qwixx.nets.network import AT_ONCE, HEADS, MOST_INNER, MOST_WIDTH, NET, Net
from qwixx.rules.errors import QwixxError

Weights: TypeAlias = dict[str, NDArray[np.floating[Any]]]
FORMAT = "qwixx-weights/1"
CONTENTS = "weights.json"


class WeightsError(QwixxError):
    """Weights that are missing, damaged, or were never trained."""


def shapes(players: int, width: int, inner: int) -> dict[str, tuple[int, ...]]:
    """What the arrays of a net look like."""
    return {
        "embedding": (count_features(players), width),
        "bias": (width,),
        "second": (inner, width),
        "second_bias": (inner,),
        "heads": (HEADS, inner),
        "heads_bias": (HEADS,),
    }


def name_of(game: str, players: int) -> str:
    return f"{game}-{players}"


def lay_weights(net: Net, weights: Weights) -> None:
    """Write weights into a record, which then recalls nothing of what others said."""
    features, width = weights["embedding"].shape
    net["width"] = width
    net["embedding"][:features, :width] = weights["embedding"]
    net["bias"][:width] = weights["bias"]
    inner = net["inner_width"] = len(weights["second"])
    net["second"][:inner, :width] = weights["second"]
    net["second_bias"][:inner] = weights["second_bias"]
    net["heads"][:, :inner] = weights["heads"]
    net["heads_bias"] = weights["heads_bias"]
    net["recalled"] = 0


def new_net(weights: Weights) -> Net:
    """A record for one thread."""
    net = np.zeros(1, dtype=NET)[0]
    lay_weights(net, weights)
    return net


@cache
def weights_for(game: str, players: int) -> Weights:
    """The weights of a game with so many players; WeightsError if they cannot be had."""
    name = name_of(game, players)
    known = _contents()
    if name not in known:
        there_are = ", ".join(sorted(known)) or "none"
        raise WeightsError(f"no net was trained for {game} with {players} players; there are {there_are}")
    data = _read(f"{name}.npz")
    if sha256(data).hexdigest() != known[name]["sha256"]:
        raise WeightsError(
            f"{name}.npz is damaged: its checksum is not the one in {CONTENTS}; reinstall qwixx"
        )
    return parse_weights(data, players, name)


def parse_weights(data: bytes, players: int, name: str) -> Weights:
    """The arrays of a file, checked for their shapes."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            weights: Weights = {part: file[part].astype(np.float32) for part in file.files}
        width, inner = weights["embedding"].shape[1], len(weights["second"])
    except (OSError, ValueError, KeyError, EOFError, IndexError, TypeError) as error:
        raise WeightsError(f"{name} holds no weights: {error}") from error
    found, wanted = {part: array.shape for part, array in weights.items()}, shapes(players, width, inner)
    if found != wanted:
        raise WeightsError(f"{name} holds a net of another shape: {found}, not {wanted}")
    if width > MOST_WIDTH or inner > MOST_INNER or inner % AT_ONCE:
        raise WeightsError(
            f"{name} has layers of {width} and {inner} units; there may be up to {MOST_WIDTH} in the first "
            f"and up to {MOST_INNER}, a multiple of {AT_ONCE}, in the second"
        )
    return weights


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
