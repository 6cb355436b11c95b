"""The cache folder of compiled code. Importing it loads no compiler.

The folder is named after a digest of every file that may go into compiled code: Numba notices when the file
of a cached function changes, but not when a function that it calls does.
"""

import logging
import os
import shutil
import time
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

from qwixx.system.files import is_safe_from_others

# Whether Numba leaves all functions of this process to the interpreter.
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
log: logging.Logger = logging.getLogger(__name__)
# No compiled module imports these: no change there affects compiled code. A change of any other file might.
NEVER_COMPILED = (
    *("__init__.py", "__main__.py", "api.py", "daily.py", "interchange.py", "svg.py"),
    *("text_table.py", "arena", "cli", "client", "coach", "conform", "device", "envs", "fairness"),
    *("server", "tables", "terminal"),
)
DAYS_CACHED = 30
# Touched by every process that uses a folder, locked by processes that write to it.
USED = "used"


@cache
def cache_folder() -> str:
    """The folder of the cache; empty if nothing can be cached."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(given) if given else user_cache_path("qwixx")
    folder = base / f"compiled-{_digest_of_sources()[:16]}"
    try:
        base.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        (folder / USED).touch()
        if not is_safe_from_others(folder):
            # Files in it are run without a check.
            log.warning(
                "compiled code is not cached: others can write to %s; chmod go-w, or remove it", folder
            )
            return ""
    except OSError:
        return ""
    _evict_unused(base)
    return str(folder)


def _digest_of_sources() -> str:
    here = Path(__file__).parents[1]
    digest = sha256()
    for source in sorted(here.rglob("*.py")):
        name = source.relative_to(here)
        if name.parts[0] not in NEVER_COMPILED:
            digest.update(f"{name.as_posix()}\n".encode() + source.read_bytes())
    return digest.hexdigest()


def _evict_unused(base: Path) -> None:
    """Remove the folders of older code."""
    for used in base.glob(f"compiled-*/{USED}"):
        # Another process may do the same now.
        with suppress(FileNotFoundError):
            if time.time() - used.stat().st_mtime > DAYS_CACHED * 24 * 60 * 60:
                shutil.rmtree(used.parent, ignore_errors=True)


def is_cached(function: str) -> bool:
    """Whether a compiled function, named ``module.name``, is in the cache."""
    folder = cache_folder()
    return bool(folder) and any(path.name.startswith(f"{function}-") for path in Path(folder).rglob("*.nbi"))
