"""Records on disk: each write is atomic, so that there is never half a game in a file."""

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from qwixx.notation import format_record, parse_record
from qwixx.record import Record
from qwixx.rules.errors import InputError, OperationalError
from qwixx.server.tables.table import Table
from qwixx.system.files import replace_file

STANDARD_INPUT = "-"


class FileProblem(OperationalError):
    """A file that cannot be read or written."""


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise FileProblem(f"cannot read {path}: it is not text in UTF-8") from error


def read_record(path: Path) -> Record:
    text = read_text(path)
    try:
        return parse_record(text)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def read_input(file: str) -> Record:
    """The record in a file, or on standard input for ``-``."""
    if file != STANDARD_INPUT:
        return read_record(Path(file))
    try:
        return parse_record(sys.stdin.read())
    except UnicodeDecodeError as error:
        raise FileProblem("cannot read standard input: it is not text in UTF-8") from error
    except InputError as error:
        raise InputError(f"standard input: {error}") from error


def input_name(file: str) -> str:
    return "standard input" if file == STANDARD_INPUT else file


def write_text(path: Path, text: str) -> None:
    """Replace a file atomically: whoever reads it sees the old text or the new one."""
    try:
        replace_file(path, [text.encode()])
    except OSError as error:
        raise FileProblem(f"cannot write {path}: {error.strerror or error}") from error


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written in the end, before any work is done for it."""
    if path.is_dir():
        raise FileProblem(f"cannot write {path}: it is a folder, and a file is needed")
    if path.exists() and not path.is_file():
        raise FileProblem(f"cannot write {path}: it is no ordinary file")
    if not path.parent.is_dir():
        raise FileProblem(f"cannot write {path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise FileProblem(f"cannot write {path}: the folder {path.parent} takes no new files")


def check_new(path: Path) -> None:
    """Refuse to write over a file that is there already."""
    if path.is_dir():
        raise FileProblem(f"{path} is a folder: name a file in it, as in --save {path / 'game.qwixx'}")
    if path.exists():
        raise FileProblem(
            f"{path} is there already: go on with it by --resume {path}, or save under another name"
        )


class Book:
    """The record of the game at a table, in a file where there is one."""

    def __init__(self, table: Table, tags: Sequence[tuple[str, str]], path: Path | None) -> None:
        self._table = table
        self._tags = tuple(tags)
        self.path = path

    def record(self) -> Record:
        return replace(self._table.now.record(), tags=self._tags)

    def text(self) -> str:
        return format_record(self.record())

    def keep(self) -> None:
        if self.path is not None:
            write_text(self.path, self.text())
