"""The keyboard: what was typed before anybody asked."""

import sys
from typing import TextIO


def discard_typed(keys: TextIO) -> None:
    """Forget what was typed and not read yet; a pipe or a file keeps everything."""
    if not keys.isatty():
        return
    if sys.platform == "win32":
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getwch()
    else:
        import termios

        termios.tcflush(keys, termios.TCIFLUSH)
