"""Ratings of bots: a data file that ``qwixx arena --ratings`` writes and ``qwixx bots`` shows."""

from importlib import resources
from pathlib import Path

import msgspec

from qwixx.rules.errors import OperationalError

FORMAT = "qwixx-ratings/1"
DATA = "ratings.json"


class Rating(msgspec.Struct, frozen=True):
    """A rating on the Elo scale with its 95% interval."""

    value: int
    low: int
    high: int


class GameRatings(msgspec.Struct, frozen=True):
    """The ratings of bots in one game, and the command that measured them."""

    command: str
    games: int
    anchor: str
    ratings: dict[str, Rating]


class Ratings(msgspec.Struct):
    """Ratings by game."""

    format: str = FORMAT
    games: dict[str, GameRatings] = {}


def shipped_ratings() -> Ratings:
    """The ratings in this package."""
    data = resources.files("qwixx.bots").joinpath(DATA)
    return _read(data.read_bytes()) if data.is_file() else Ratings()


def add_ratings(path: Path, game: str, measured: GameRatings) -> None:
    """Write the ratings of a game into a file; those of other games stay."""
    try:
        known = _read(path.read_bytes()) if path.exists() else Ratings()
        known.games = dict(sorted({**known.games, game: measured}.items()))
        text = msgspec.json.format(msgspec.json.encode(known), indent=2)
        path.write_bytes(text + b"\n")
    except OSError as error:
        raise OperationalError(f"cannot write {path}: {error.strerror or error}") from error


def check_ratings(path: Path) -> None:
    """Refuse a file that is something else, before any game is played for it."""
    if path.exists():
        _read(path.read_bytes())


def _read(text: bytes) -> Ratings:
    try:
        measured = msgspec.json.decode(text, type=Ratings)
    except msgspec.DecodeError as error:
        raise OperationalError(f"cannot read ratings: {error}") from error
    if measured.format != FORMAT:
        raise OperationalError(f"cannot read ratings of format {measured.format!r}, only {FORMAT!r}")
    return measured
