"""What a user of the library relies on: what errors are, and that everything public is explained."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from enum import Enum

import pytest

import qwixx
from qwixx.rules.errors import InputError, OperationalError, QwixxError


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


def test_every_error_is_of_the_callers_input_or_of_what_is_around(errors: set[type[QwixxError]]) -> None:
    assert len(errors) > 20
    assert set(QwixxError.__subclasses__()) == {InputError, OperationalError}
    assert [
        each for each in errors if issubclass(each, InputError) is issubclass(each, OperationalError)
    ] == []


def test_only_errors_of_input_are_errors_of_values(errors: set[type[QwixxError]]) -> None:
    assert [each for each in errors if issubclass(each, ValueError) is not issubclass(each, InputError)] == []


def members(name: str) -> Iterator[str]:
    """The public names of a class that is written here, and the class itself."""
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


def test_everything_public_is_explained() -> None:
    public = [path for name in qwixx.__all__ for path in members(name)]
    assert {"Game.apply", "State.choices", "Sheet.locks", "Record.new", "make_bot"} <= set(public)
    # Python itself writes the docstring of a dataclass or a named tuple that has none: ``Pass()``.
    assert [path for path in public if not (text := docstring(path)) or text.startswith(f"{path}(")] == []


def test_the_help_of_the_package_names_what_has_to_be_imported() -> None:
    for package in ("coach", "sim", "solver", "arena", "envs", "conform"):
        assert f"`qwixx.{package}" in (qwixx.__doc__ or ""), package
