"""The library's public interface: the types of errors, docstrings, annotations, reprs and lazy imports."""

import importlib
import inspect
import pkgutil
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest

import qwixx
from qwixx.rules.errors import InputError, OperationalError, QwixxError
from tests.coach.oracle import Oracle, judge_by

ROOT = Path(__file__).parents[1]


def subclasses(kind: type[QwixxError]) -> Iterator[type[QwixxError]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


@pytest.fixture(scope="module")
def errors() -> set[type[QwixxError]]:
    for module in pkgutil.walk_packages(qwixx.__path__, "qwixx."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return {each for each in subclasses(QwixxError) if each.__module__.startswith("qwixx.")}


def test_every_error_is_an_input_error_or_an_operational_error(errors: set[type[QwixxError]]) -> None:
    assert len(errors) > 20
    assert set(QwixxError.__subclasses__()) == {InputError, OperationalError}
    assert [
        each for each in errors if issubclass(each, InputError) is issubclass(each, OperationalError)
    ] == []


def test_only_input_errors_are_value_errors(errors: set[type[QwixxError]]) -> None:
    assert [each for each in errors if issubclass(each, ValueError) is not issubclass(each, InputError)] == []


def members(name: str) -> Iterator[str]:
    """A public name, and the public members of a class that this package defines."""
    value = getattr(qwixx, name)
    if inspect.isfunction(value) or inspect.isclass(value):
        yield name
    if inspect.isclass(value):
        yield from (f"{name}.{member}" for member in vars(value) if _is_ours(value, member))


def _is_ours(kind: type, name: str) -> bool:
    value = inspect.getattr_static(kind, name)
    is_made = issubclass(kind, Enum) and isinstance(value, kind)
    is_code = inspect.isfunction(value) or isinstance(value, property | classmethod | staticmethod)
    return is_code and not is_made and not name.startswith("_")


def docstring(path: str) -> str | None:
    value: object = qwixx
    for part in path.split("."):
        value = inspect.getattr_static(value, part) if inspect.isclass(value) else getattr(value, part)
    return getattr(value, "__func__", value).__doc__


def test_everything_public_has_a_docstring() -> None:
    public = [path for name in qwixx.__all__ for path in members(name)]
    assert {"Game.apply", "State.choices", "Sheet.locks", "Record.new", "make_bot"} <= set(public)
    # Python generates a docstring for a dataclass or named tuple without one: ``Pass()``.
    assert [path for path in public if not (text := docstring(path)) or text.startswith(f"{path}(")] == []


PACKAGES = (
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


def test_the_public_names_are_those_that_the_document_lists() -> None:
    """Adding, renaming or removing a public name takes a line in the document, and in the changelog."""
    _, _, table = (ROOT / "docs" / "library.md").read_text(encoding="utf-8").partition("## What is public")
    listed = {
        package: set(re.findall(r"`(\w+)`", names))
        for package, names in re.findall(r"^\| `([\w.]+)` \| (.*) \|$", table, re.MULTILINE)
    }
    modules = {name: importlib.import_module(name) for name in listed}
    assert {f"qwixx.{name}" for name in PACKAGES} < set(listed)
    assert {name: set(module.__all__) - {"__version__"} for name, module in modules.items()} == listed


@pytest.mark.parametrize("package", ["api", *PACKAGES])
def test_every_public_function_is_annotated(package: str) -> None:
    module = importlib.import_module(f"qwixx.{package}")
    bare = []
    for name in module.__all__:
        value = getattr(module, name)
        inside = vars(value) if inspect.isclass(value) else {name: value}
        for each, code in inside.items():
            if inspect.isfunction(code) and code.__module__.startswith("qwixx") and not each.startswith("_"):
                hints = code.__annotations__
                wanted = [*list(inspect.signature(code).parameters)[inspect.isclass(value) :], "return"]
                is_static = isinstance(inspect.getattr_static(value, each, None), staticmethod)
                bare += [f"{name}.{each}: {it}" for it in wanted if it not in hints and not is_static]
    assert bare == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_name_of_a_package_hides_a_module(package: str) -> None:
    module = getattr(qwixx, package)
    inside = {each.name for each in pkgutil.iter_modules(getattr(module, "__path__", ()))}
    assert not inside & set(module.__all__)


def test_dir_of_the_package_lists_only_public_names() -> None:
    ordinary = {name for name in dir(qwixx) if not name.startswith("__")}
    assert ordinary == {*qwixx.__all__, *PACKAGES} - {"__version__"}


def test_subpackages_are_loaded_lazily() -> None:
    script = "import sys, qwixx; print(qwixx.coach.advise.__name__, qwixx.solver.solution.__name__)"
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "advise solution\n"


LONGEST_REPR = 240


def values() -> Iterator[object]:
    """A value of each type that a notebook may show."""
    for rules in ("dice", "cards"):
        game = qwixx.Game(rules, ["Ann", "Ben"], seed=3)
        state = game.advance()
        yield from (game, game.record, state, state.cards, state.view(0), state.sheets[0], state.ruleset)
        qwixx.play(game, [qwixx.make_bot("gap:1,2")] * 2)
        judge = judge_by(Oracle(), state.ruleset)
        review = qwixx.coach.review(game.record, judge)
        yield from (game.outcome, game.record.steps[-1], review, *review.decisions, review.seats[0])
        yield from (each.explanation for each in review.decisions)
        yield qwixx.coach.advise(state, min(state.to_act), judge)
        yield qwixx.coach.make_puzzle("dice", seed=1, judge=judge_by(Oracle(), qwixx.DICE))
        yield from (qwixx.envs.Actions(rules), qwixx.envs.Observations(rules, 2))
    yield from map(qwixx.make_bot, ("random", "gap:1,2", "novice", "optimal"))
    yield qwixx.make_bot("exec:python3", programs=True)
    tally = qwixx.sim.simulate("dice", ["gap:1,2", "random"], games=10)
    yield from (tally, qwixx.sim.summarise(tally), qwixx.sim.Matchup("dice", ["random", "random"]))
    yield qwixx.arena.compare({"a": "random", "b": "gap:1,2"}, deals=2)
    yield from (qwixx.SeededDealer(random.Random(1)), qwixx.daily.DailyDealer("2026-11-16"))
    yield qwixx.client.Server("http://localhost:8080", qwixx.client.SeatStore(None))


def test_a_repr_is_short_and_meaningful() -> None:
    shown = [repr(value) for value in values()]
    assert [text for text in shown if " at 0x" in text or len(text) > LONGEST_REPR] == []


def test_a_misspelt_option_is_refused_and_fails_type_checking() -> None:
    """The type checker would report the comment if it ignored nothing."""
    with pytest.raises(qwixx.SetupError, match="no option 'frist_player'"):
        qwixx.Game("dice", ["Ann", "Ben"], frist_player="first_six")  # type: ignore[call-arg]


def test_the_docstring_of_the_package_names_its_subpackages() -> None:
    for package in ("coach", "sim", "solver", "arena", "envs", "conform"):
        assert f"`qwixx.{package}" in (qwixx.__doc__ or ""), package
