"""The command ``qwixx``, also as ``python -m qwixx``: what Ctrl-C does before it is loaded, and after it."""

import signal
import sys


def main() -> int:
    """Run the command line; the exit status.

    While everything is being imported, and when Python ends, there is nothing to tidy up: Ctrl-C ends the
    process without a word, where Python would print a traceback.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        # The parent process wants it to ignore Ctrl-C, as shells do with what runs in the background.
        return _run()
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        try:
            return _run()
        finally:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:
        from qwixx.system.signals import INTERRUPTED

        return INTERRUPTED


def _run() -> int:
    from qwixx.cli import main as run

    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run()


if __name__ == "__main__":
    sys.exit(main())
