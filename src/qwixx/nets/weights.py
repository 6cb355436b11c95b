"""Weights of nets as arrays, read from small files in the package (``nets.weight_files``)."""

import io
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.compiled.structs import new_struct
from qwixx.nets.features import count_features
from qwixx.nets.inference import AT_ONCE
from qwixx.nets.net import HEADS, MOST_INNER, MOST_WIDTH, Net
from qwixx.nets.weight_files import WeightsError, name_of, read_weights

Weights: TypeAlias = dict[str, NDArray[np.floating[Any]]]


def shapes(players: int, width: int, inner: int) -> dict[str, tuple[int, ...]]:
    """The shapes of a net's arrays."""
    return {
        "embedding": (count_features(players), width),
        "bias": (width,),
        "second": (inner, width),
        "second_bias": (inner,),
        "heads": (HEADS, inner),
        "heads_bias": (HEADS,),
    }


def lay_weights(net: Net, weights: Weights) -> None:
    """Write weights into a net, and clear its transposition table."""
    layers = net.layers
    features, width = weights["embedding"].shape
    layers.width, layers.inner_width = width, len(weights["second"])
    layers.embedding[:features, :width] = weights["embedding"]
    layers.bias[:width] = weights["bias"]
    layers.second[: layers.inner_width, :width] = weights["second"]
    layers.second_bias[: layers.inner_width] = weights["second_bias"]
    layers.heads[:, : layers.inner_width] = weights["heads"]
    layers.heads_bias[:] = weights["heads_bias"]
    net.transpositions.hashes[:] = 0


def new_net(weights: Weights) -> Net:
    """A net for one thread."""
    net = new_struct(Net)
    lay_weights(net, weights)
    return net


@cache
def weights_for(game: str, players: int) -> Weights:
    """The weights for a game and number of players; UntrainedError without any, WeightsError if damaged."""
    return parse_weights(read_weights(game, players), players, name_of(game, players))


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
