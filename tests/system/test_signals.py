import signal
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from qwixx.system.signals import defer_handlers, defer_termination


@pytest.mark.parametrize("wait", [defer_termination, defer_handlers])
def test_ctrl_c_is_deferred_until_the_block_ends(wait: Callable[[], AbstractContextManager[None]]) -> None:
    steps = []

    def work() -> None:
        with wait():
            # Raised in this thread, so that it is pending immediately.
            signal.raise_signal(signal.SIGINT)
            steps.append("done")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert steps == ["done"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, []) & {signal.SIGINT, signal.SIGTERM}


def test_an_error_during_the_deferral_is_raised_and_handlers_are_restored() -> None:
    with pytest.raises(ZeroDivisionError), defer_handlers():
        raise ZeroDivisionError
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_do_not_change_the_signal_handlers() -> None:
    found: list[object] = []

    def work() -> None:
        with defer_termination():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)
    assert found == [signal.default_int_handler]
