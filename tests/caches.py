"""Where what takes long to work out is kept, once for all processes of a run."""

import os
from contextlib import suppress
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from qwixx.compiled.folder import cache_folder


def cache_of_this_run(factory: pytest.TempPathFactory) -> Path:
    """A cache folder that all workers share: new in every run, so that nothing in it is by older code."""
    folder = factory.getbasetemp()
    # The folders of several workers lie in one that is new for this run, too.
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    _link_to_solution(solo_values(shared))
    return shared


def solved_by_this_code() -> Path | None:
    """Where the solved game stays from run to run: the folder's name has a digest of the code that solves it."""
    folder = cache_folder()
    return Path(folder) / "solo.values" if folder else None


def _link_to_solution(place: Path) -> None:
    kept = solved_by_this_code()
    if kept is not None and kept.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            place.symlink_to(kept)


def solo_values(cache: Path) -> Path:
    """Where a process with this cache folder keeps the solved game."""
    return cache / "qwixx" / "solo.values"


def environment_with(cache: Path) -> dict[str, str]:
    """What makes a process keep its things there; compiled code is that of this very code anywhere."""
    compiled = os.environ.get("NUMBA_CACHE_DIR") or str(user_cache_path("qwixx"))
    return {"XDG_CACHE_HOME": str(cache), "NUMBA_CACHE_DIR": compiled}
