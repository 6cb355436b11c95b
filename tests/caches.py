"""Cache folders for results that are slow to compute, shared by all processes of a run."""

import os
from contextlib import suppress
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from qwixx.compiled.folder import cache_folder


def cache_of_this_run(factory: pytest.TempPathFactory) -> Path:
    """A cache folder that all workers share: new in every run, so it holds nothing from older code."""
    folder = factory.getbasetemp()
    # With several workers, each has a folder inside one that is new for this run.
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    _link_to_solution(solo_values(shared))
    return shared


def solved_by_this_code() -> Path | None:
    """The folder that keeps the solved game between runs, named by a digest of the solver's code."""
    folder = cache_folder()
    return Path(folder) / "solo.values" if folder else None


def _link_to_solution(place: Path) -> None:
    kept = solved_by_this_code()
    if kept is not None and kept.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            place.symlink_to(kept)


def solo_values(cache: Path) -> Path:
    """The file of the solved game in this cache folder."""
    return cache / "qwixx" / "solo.values"


def environment_with(cache: Path) -> dict[str, str]:
    """The environment of a process with this cache; compiled code is shared, keyed by its source."""
    compiled = os.environ.get("NUMBA_CACHE_DIR") or str(user_cache_path("qwixx"))
    return {"XDG_CACHE_HOME": str(cache), "NUMBA_CACHE_DIR": compiled}
