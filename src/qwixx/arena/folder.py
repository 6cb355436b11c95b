"""A folder that keeps every game of a contest in notation, and its results."""

import re
from pathlib import Path

from qwixx.arena.contest import ArenaError, ArenaFileError, Contest
from qwixx.arena.deal_player import GameId

RESULTS_NAME = "results.jsonl"


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
