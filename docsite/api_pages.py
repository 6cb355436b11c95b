"""The pages of the API: a page for each public package, with everything that it lists."""

import inspect
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

PACKAGES = (
    "qwixx",
    "qwixx.arena",
    "qwixx.bots",
    "qwixx.client",
    "qwixx.coach",
    "qwixx.conform",
    "qwixx.daily",
    "qwixx.envs",
    "qwixx.fairness",
    "qwixx.interchange",
    "qwixx.sim",
    "qwixx.solver",
    "qwixx.svg",
)
GROUPS = ("Functions", "Classes", "Values", "Errors")


def pages() -> dict[str, str]:
    """The pages, by path."""
    return {f"reference/api/{name.rpartition('.')[2]}.md": _page(name) for name in PACKAGES}


def public_names(package: str) -> list[str]:
    """The paths of everything public in a package, in the order of its page."""
    module = import_module(package)
    return [path for group in GROUPS for path in _grouped(module, group)]


def _page(package: str) -> str:
    module = import_module(package)
    intro = f"::: {package}\n    options:\n      members: false\n      show_root_heading: false\n"
    intro += "      show_root_toc_entry: false\n"
    parts = [f"# {package}", intro]
    for group in GROUPS:
        if names := list(_grouped(module, group)):
            parts += [f"## {group}", *(f"::: {name}\n" for name in names)]
    return "\n\n".join(parts)


def _grouped(module: ModuleType, group: str) -> Iterator[str]:
    for name in sorted(module.__all__, key=str.lower):
        if not name.startswith("__") and _group(getattr(module, name)) == group:
            yield f"{module.__name__}.{name}"


def _group(value: object) -> str:
    if inspect.isclass(value):
        return "Errors" if issubclass(value, Exception) else "Classes"
    return "Functions" if inspect.isroutine(value) else "Values"
