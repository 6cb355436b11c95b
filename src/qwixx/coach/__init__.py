"""What choices are worth and why: `advise`, `review` and `make_puzzle`; docs/coach.md.

The names are those of ``coach.names``, imported when first used: judges load compiled code, findings do not.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwixx.coach.names import *  # noqa: F403 - all that it lists
else:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name.startswith("__") and name != "__all__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        names = import_module("qwixx.coach.names")
        if name == "__all__":
            return names.__all__
        if name in names.__all__:
            return getattr(names, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return __getattr__("__all__")
