"""Log lines before a call that takes long: code is compiled, or the solo game is solved.

Commands, which show progress, switch this logger off.
"""

import logging
from functools import cache

log: logging.Logger = logging.getLogger("qwixx.waits")


@cache
def log_compiling() -> None:
    """Once in a process: one function compiles many others."""
    log.warning("compiling; this takes about half a minute, once on this machine")


def log_solving() -> None:
    log.warning("solving the solo game; this takes about a minute, once on this machine")
