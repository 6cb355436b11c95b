"""A worker: a process of this package's own that must not disturb others nor outlive its parent."""

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import wait

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

__all__ = ["Connection", "end_with_parent", "lower_priority"]

BELOW_NORMAL_PRIORITY_CLASS = 0x4000


def end_with_parent(
    told_to_leave: Connection | None = None, before: Callable[[], object] = lambda: None
) -> None:
    """End this process when its parent has ended, however that was, or when something is sent to it.

    A thread of its own waits for that, so it does not matter what the others are at.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None
    awaited: list[int | Connection] = [parent.sentinel]
    if told_to_leave is not None:
        awaited.append(told_to_leave)

    def leave() -> None:
        wait(awaited)
        try:
            before()
        finally:
            os._exit(1)

    threading.Thread(target=leave, daemon=True).start()


def lower_priority(niceness: int) -> None:
    """Leave the processor to others: a bit more with every step of ``niceness``, where there are steps."""
    if sys.platform != "win32":
        os.nice(niceness)
    elif niceness > 0:
        from ctypes import WinDLL, wintypes

        kernel = WinDLL("kernel32")
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.SetPriorityClass.argtypes = (wintypes.HANDLE, wintypes.DWORD)
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL_PRIORITY_CLASS)
