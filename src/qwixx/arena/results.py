"""A contest on disk: results, with a line for every deal played, and a folder with every game.

An interrupted contest continues from its results.
"""

import os
import re
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from qwixx.arena.contest import ArenaError, ArenaFileError, Contest
from qwixx.arena.deal_player import GameId, PlayedDeal
from qwixx.bots.provenance import checksums, software, weights_of
from qwixx.system.files import try_lock

FORMAT = "qwixx-arena/2"
RESULTS_NAME = "results.jsonl"


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: the contest of these results. The number of deals is not in it."""

    format: str
    game: str
    options: dict[str, str]
    bots: tuple[tuple[str, str], ...]
    players: int
    seed: str
    time_limit: float
    # Results of another version or of other weights are not mixed with these.
    software: str = ""
    weights: dict[str, str] = {}
    adjusted: bool = False


def header_of(contest: Contest) -> Header:
    return Header(
        format=FORMAT,
        game=contest.rules.name,
        options=contest.rules.option_words,
        bots=tuple((entrant.name, entrant.spec) for entrant in contest.entrants),
        players=contest.players,
        seed=contest.seed,
        time_limit=contest.time_limit,
        software=software(),
        weights=weights_used(contest),
        adjusted=contest.adjusted,
    )


def weights_used(contest: Contest) -> dict[str, str]:
    """The checksums of the weights by which bots choose, and of those by which the coach judges luck."""
    game, players = contest.rules.name, contest.players
    if contest.adjusted and players > 1:
        return checksums(game, players)
    return weights_of(game, players, [entrant.spec for entrant in contest.entrants if entrant.own is None])


class Results:
    """The deals that have been played, by table and deal."""

    def __init__(self) -> None:
        self.played: dict[tuple[int, int], PlayedDeal] = {}

    def __enter__(self) -> "Results":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def add(self, deal: PlayedDeal) -> None:
        self.played[deal.table, deal.deal] = deal


class ResultsFile(Results):
    """The same, read from a file and added to it."""

    def __init__(self, path: Path, contest: Contest) -> None:
        super().__init__()
        self._path = path
        try:
            self._file: BinaryIO = open(path, "a+b")  # noqa: SIM115 - closed by close()
        except OSError as error:
            raise ArenaFileError(f"cannot write {path}: {error.strerror or error}") from error
        try:
            self._lock()
            self._read(contest)
        except BaseException:
            self._file.close()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, deal: PlayedDeal) -> None:
        """Append a deal; once this returns, ending the arena does not lose it."""
        super().add(deal)
        self._write(deal)

    def _lock(self) -> None:
        if not try_lock(self._file.fileno()):
            raise ArenaFileError(f"{self._path} is in use by another arena")

    def _read(self, contest: Contest) -> None:
        self._file.seek(0)
        *lines, torn = self._file.read().split(b"\n")
        wanted = header_of(contest)
        if lines:
            self._check_header(lines[0], wanted)
        elif torn and not msgspec.json.encode(wanted).startswith(torn):
            raise self._not_ours()
        for number, line in enumerate(lines[1:], start=2):
            self._take(line, number, contest)
        # A line that was cut off when an arena was killed is played again.
        self._file.truncate(sum(len(line) + 1 for line in lines))
        self._file.seek(0, os.SEEK_END)
        if not lines:
            self._write(wanted)

    def _check_header(self, line: bytes, wanted: Header) -> None:
        try:
            found = msgspec.json.decode(line, type=Header)
        except msgspec.DecodeError as error:
            raise self._not_ours() from error
        for field in Header.__struct_fields__:
            here, there = getattr(wanted, field), getattr(found, field)
            if here != there:
                raise ArenaError(
                    f"{self._path} holds the results of another command: its {field.replace('_', ' ')}"
                    f" {_verb(field)} {_words(there)}, not {_words(here)}; take another file"
                )

    def _take(self, line: bytes, number: int, contest: Contest) -> None:
        try:
            deal = msgspec.json.decode(line, type=PlayedDeal)
        except msgspec.DecodeError as error:
            raise ArenaFileError(f"{self._path}, line {number}, is damaged: {error}") from error
        if not 0 <= deal.table < len(contest.tables) or len(deal.games) != contest.players:
            raise ArenaFileError(f"{self._path}, line {number}, is damaged: no such table")
        self.played[deal.table, deal.deal] = deal

    def _not_ours(self) -> ArenaError:
        return ArenaError(f"{self._path} is not a file of results from an arena; take another file")

    def _write(self, line: Header | PlayedDeal) -> None:
        try:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()
        except OSError as error:
            raise ArenaFileError(f"cannot write {self._path}: {error.strerror or error}") from error


def _verb(field: str) -> str:
    return "are" if field in ("options", "bots", "players", "weights") else "is"


def _words(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return " ".join(f"{name}={word}" for name, word in value.items()) or "none"
    if isinstance(value, tuple):
        return " ".join(name if name == spec else f"{name}={spec}" for name, spec in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


class GameFolder:
    """The folder of the records of all games: ``DIR/1-random-gap_1_2/000017-2.qwixx``."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self._path = path
        self._tables = [
            f"{number}-{_slug('-'.join(contest.names(table)))}"
            for number, table in enumerate(contest.tables, start=1)
        ]

    @property
    def results(self) -> Path:
        return self._path / RESULTS_NAME

    def prepare(self) -> None:
        """Make the folder; ArenaError if it holds files of something else."""
        try:
            self._path.mkdir(parents=True, exist_ok=True)
            if not self.results.exists() and any(self._path.iterdir()):
                raise ArenaError(
                    f"{self._path} holds other files and no {RESULTS_NAME}; take a new or an empty folder"
                )
            for table in self._tables:
                (self._path / table).mkdir(exist_ok=True)
        except OSError as error:
            raise ArenaFileError(f"cannot write {self._path}: {error.strerror or error}") from error

    def save(self, game_id: GameId, text: str) -> None:
        path = (
            self._path / self._tables[game_id.table] / f"{game_id.deal + 1:06}-{game_id.rotation + 1}.qwixx"
        )
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise ArenaFileError(f"cannot write {path}: {error.strerror or error}") from error


def _slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9.-]+", "_", text)[:80].strip("_")
