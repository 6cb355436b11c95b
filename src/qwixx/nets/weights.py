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
from qwixx.nets.net import HEADS, MOST_INNER, MOST_WIDTH, Net
from qwixx.nets.network import AT_ONCE
from qwixx.rules.errors import InputError, OperationalError
from qwixx.structs import new_struct

Weights: TypeAlias = dict[str, NDArray[np.floating[Any]]]
FORMAT = "qwixx-weights/1"
CONTENTS = "weights.json"


class WeightsError(OperationalError):
    """Weights that are missing or damaged."""


class UntrainedError(InputError):
    """A game, or a number of players, for which no net was trained."""


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
    """Write weights into a net, which then recalls no position."""
    layers = net.layers
    features, width = weights["embedding"].shape
    layers.width, layers.inner_width = width, len(weights["second"])
    layers.embedding[:features, :width] = weights["embedding"]
    layers.bias[:width] = weights["bias"]
    layers.second[: layers.inner_width, :width] = weights["second"]
    layers.second_bias[: layers.inner_width] = weights["second_bias"]
    layers.heads[:, : layers.inner_width] = weights["heads"]
    layers.heads_bias[:] = weights["heads_bias"]
    net.recall.hashes[:] = 0


def new_net(weights: Weights) -> Net:
    """A net for one thread."""
    net = new_struct(Net)
    lay_weights(net, weights)
    return net


@cache
def weights_for(game: str, players: int) -> Weights:
    """The weights of a game with so many players; UntrainedError if none were trained, else WeightsError."""
    name = name_of(game, players)
    known = _contents()
    if name not in known:
        there_are = ", ".join(sorted(known)) or "none"
        raise UntrainedError(f"no net was trained for {game} with {players} players; there are {there_are}")
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
