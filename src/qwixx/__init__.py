"""Qwixx, the dice game and the card game.

A game is played through `Game`, or through the values it is made of: a `State` lists the legal
``choices(seat)``, says ``why_not(seat, choice)``, and ``apply(seat, choice)`` gives the next one.
Bots and people see a `View`. `parse_record` and `format_record` read and write whole games.
Seats count from 0 everywhere in Python.

What takes longer to load is imported by its own name:

- `qwixx.coach.advice` and `qwixx.coach.review`: what each choice is worth, and which ones cost a game
- `qwixx.sim`: millions of games between bots, compiled
- `qwixx.solver.solution`: the solo game solved exactly
- `qwixx.arena.contest`, `qwixx.arena.workers` and `qwixx.arena.standings`: contests of bots, and ratings
- `qwixx.envs`: PettingZoo and Gymnasium environments, with ``pip install 'qwixx[envs]'``
- `qwixx.conform`: conformance files run against the rules

docs/library.md has an example of each.
"""

# As typing says it, which takes longer to import than everything here.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from qwixx.api import *  # noqa: F403 - all that it lists

    __all__: list[str]
    __version__: str
else:
    from importlib import import_module

    def __getattr__(name: str) -> object:
        """A name that somebody asks for.

        Nothing is imported before: a command first has to say what Ctrl-C does while it is being loaded.
        """
        if name == "__version__":
            return _version()
        if name.startswith("__") and name != "__all__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        api = import_module("qwixx.api")
        if name == "__all__":
            return [*api.__all__, "__version__"]
        # What it has imported is an attribute of this package by now, too, such as ``qwixx.rules``.
        return getattr(api, name) if name in api.__all__ else _imported(name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})

    def _imported(name: str) -> object:
        try:
            return globals()[name]
        except KeyError:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None

    def _version() -> str:
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("qwixx")
        except PackageNotFoundError as error:
            raise AttributeError("qwixx is not installed, so its version is not known") from error
