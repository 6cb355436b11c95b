"""Qwixx, the dice game and the card game.

A game is played through `Game`, or through the values it is made of: a `State` lists the legal
``choices(seat)``, says ``why_not(seat, choice)``, and ``apply(seat, choice)`` gives the next one.
Bots and people see a `View`. `parse_record` and `format_record` read and write whole games.
Seats count from 0 everywhere in Python.

These packages are loaded when they are first used, as in ``qwixx.coach.advise(state, seat=0)``:

- `qwixx.coach`: what each choice is worth, and which ones cost a game
- `qwixx.sim`: millions of games between bots, compiled
- `qwixx.solver`: the solo game solved exactly
- `qwixx.arena`: contests of bots, and ratings
- `qwixx.envs`: PettingZoo and Gymnasium environments, with ``pip install 'qwixx[envs]'``
- `qwixx.daily` and `qwixx.fairness`: the dice of a day; chance that can be verified
- `qwixx.client`: tables on a server
- `qwixx.svg` and `qwixx.interchange`: pictures, and JSON
- `qwixx.conform`: conformance files run against the rules

docs/library.md has an example of each, and says what is public.
"""

# As typing says it, which takes longer to import than everything here.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from qwixx import arena as arena
    from qwixx import bots as bots
    from qwixx import client as client
    from qwixx import coach as coach
    from qwixx import conform as conform
    from qwixx import daily as daily
    from qwixx import envs as envs
    from qwixx import fairness as fairness
    from qwixx import interchange as interchange
    from qwixx import sim as sim
    from qwixx import solver as solver
    from qwixx import svg as svg
    from qwixx.api import *  # noqa: F403 - all that it lists

    __all__: list[str]
    __version__: str
else:
    _PACKAGES = (
        "arena",
        "bots",
        "client",
        "coach",
        "conform",
        "daily",
        "envs",
        "fairness",
        "interchange",
        "sim",
        "solver",
        "svg",
    )

    def __getattr__(name: str) -> object:
        """A public name.

        Nothing is imported before: a command first has to say what Ctrl-C does while it is being loaded.
        """
        from importlib import import_module

        if name == "__version__":
            return _version()
        if name in _PACKAGES:
            return import_module(f"qwixx.{name}")
        if name.startswith("__") and name != "__all__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        api = import_module("qwixx.api")
        if name == "__all__":
            return [*api.__all__, "__version__"]
        # Modules that it has imported are attributes of this package by now, too, such as ``qwixx.rules``.
        return getattr(api, name) if name in api.__all__ else _imported(name)

    def __dir__() -> list[str]:
        special = (name for name in globals() if name.startswith("__"))
        return sorted({*special, *_PACKAGES, *__getattr__("__all__")})

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
