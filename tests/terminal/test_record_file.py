"""Atomic file writes, with the permissions of the umask."""

import os
from pathlib import Path

import pytest

from qwixx.terminal.record_file import write_text
from tests.command_line import Run


def test_an_interrupt_right_after_saving_keeps_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, replace = tmp_path / "game.qwixx", os.replace

    def replace_and_be_interrupted(old: str, new: Path) -> None:
        replace(old, new)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", replace_and_be_interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_text(path, "kept")
    assert path.read_text() == "kept"


def test_files_have_the_permissions_of_the_umask(run: Run, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_text(tmp_path / "page.html", "hello")
        run("play", "--players", "gap:1,2", "random", "--seed", 3, "--save", tmp_path / "game", "--json")
    finally:
        os.umask(before)
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {
        "page.html": 0o640,
        "game": 0o640,
    }
