"""Records on disk: each write is atomic, so that no file ever holds half a game."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from qwixx.notation import format_record, parse_record, parse_records
from qwixx.record import Record
from qwixx.rules.errors import FileError, InputError
from qwixx.system.files import replace_file

STANDARD_INPUT = "-"


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise FileError(f"cannot read {path}: it is not text in UTF-8") from error


def read_games(file: str) -> list[Record]:
    """The records in a file, or on standard input for ``-``: one or more."""
    text = read_input_text(file)
    try:
        return list(parse_records(text)) or [parse_record(text)]
    except InputError as error:
        raise InputError(f"{input_name(file)}: {error}") from error


def read_game(file: str, number: int | None = None) -> Record:
    """The record in a file; of several, the one with this number, counted from 1."""
    games = read_games(file)
    if number is None and len(games) > 1:
        raise InputError(
            f"{input_name(file)} holds {len(games)} games: choose one by --number 1 to {len(games)}"
        )
    if number is not None and not 1 <= number <= len(games):
        raise InputError(f"{input_name(file)} holds {_games(len(games))}: there is no number {number}")
    return games[(number or 1) - 1]


def _games(count: int) -> str:
    return "one game" if count == 1 else f"{count} games"


def read_input_text(file: str) -> str:
    """The text in a file, or on standard input for ``-``."""
    if file != STANDARD_INPUT:
        return read_text(Path(file))
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise FileError("cannot read standard input: it is not text in UTF-8") from error


def check_once(files: Sequence[str]) -> None:
    """InputError if standard input is named more than once."""
    if files.count(STANDARD_INPUT) > 1:
        raise InputError("standard input can be read once: give - once")


def input_name(file: str) -> str:
    return "standard input" if file == STANDARD_INPUT else file


def write_text(path: Path, text: str) -> None:
    """Replace a file atomically: a reader sees the old text or the new one."""
    try:
        replace_file(path, [text.encode()])
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error


def check_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before any work is done for it."""
    if path.is_dir():
        raise FileError(f"cannot write {path}: it is a folder, and a file is needed")
    if path.exists() and not path.is_file():
        raise FileError(f"cannot write {path}: it is not a regular file")
    if not path.parent.is_dir():
        raise FileError(f"cannot write {path}: the folder {path.parent} does not exist")
    if not os.access(path.parent, os.W_OK):
        raise FileError(f"cannot write {path}: the folder {path.parent} is not writable")


def check_new(path: Path) -> None:
    """Refuse to overwrite a file."""
    if path.is_dir():
        raise FileError(f"{path} is a folder: name a file in it, as in --save {path / 'game.qwixx'}")
    if path.exists():
        raise FileError(
            f"{path} already exists: continue it with --resume {path}, or save under another name"
        )


class SavedRecord:
    """The record of a running game, which is saved if it has a file."""

    def __init__(
        self, record: Callable[[], Record], tags: Sequence[tuple[str, str]], path: Path | None
    ) -> None:
        self._record = record
        self._tags = tuple(tags)
        self.path = path

    def record(self) -> Record:
        return replace(self._record(), tags=self._tags)

    def text(self) -> str:
        return format_record(self.record())

    def save(self) -> None:
        if self.path is not None:
            write_text(self.path, self.text())
