"""A command as somebody types it, in words."""

import shlex
import sys


def command_words(command: str, *, backslash_escapes: bool = sys.platform != "win32") -> list[str]:
    """Split a command as a shell does; ValueError if a quotation does not end.

    On Windows backslashes are parts of paths and escape nothing.
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    words.commenters = ""
    if not backslash_escapes:
        words.escape = ""
    return list(words)
