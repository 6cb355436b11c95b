import os
import subprocess
import sys
import time
from pathlib import Path

SCRIPT = """
from qwixx.compiled import is_kept
from qwixx.solver.positions import ordered
print(is_kept(ordered), end=" ")
print(ordered(4), end=" ")
print(is_kept(ordered))
"""


def run(cache: Path) -> str:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    return subprocess.check_output([sys.executable, "-c", SCRIPT], text=True, env=environment).strip()


def test_compiled_code_is_kept_for_the_next_process(tmp_path: Path) -> None:
    assert run(tmp_path) == "False (2, 1) True"
    assert run(tmp_path) == "True (2, 1) True"


def test_code_that_was_not_used_for_long_is_removed(tmp_path: Path) -> None:
    old, recent = tmp_path / "compiled-old", tmp_path / "compiled-recent"
    for folder, days in ((old, 40), (recent, 20)):
        folder.mkdir()
        (folder / "used").touch()
        then = time.time() - days * 24 * 60 * 60
        os.utime(folder / "used", (then, then))
    run(tmp_path)
    assert not old.exists()
    assert recent.exists()


def test_nothing_is_kept_where_nothing_can_be_written() -> None:
    """It works all the same: /dev/null is no folder, not even for root."""
    assert run(Path("/dev/null/cache")) == "False (2, 1) False"
