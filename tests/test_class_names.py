"""Names of classes and type aliases are unique; only a message may share the name of what it describes."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import qwixx

SOURCE = Path(qwixx.__file__).parent
MESSAGES = Path("tables/protocol")
# Values, events, facts and errors, each with the message of the same name.
WITH_MESSAGE = {
    *("Choice", "Reason", "Refused", "Sheet", "View"),
    *("Began", "Crossed", "Drew", "Ended", "Locked", "Passed", "Penalised", "Played", "Reshuffled", "Rolled"),
    *("Covered", "Left", "Moved", "Reacted", "Returned", "Said", "TimedOut"),
    *("Happening", "PadHappening"),
}
CAPITALISED = re.compile("[A-Z].*[a-z].*")


def names_of_types(tree: ast.Module) -> Iterator[str]:
    """The classes of a module, and its assignments to names in CamelCase."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        yield from (each.id for each in targets if isinstance(each, ast.Name) and CAPITALISED.match(each.id))


def test_only_a_message_shares_its_name_with_another_type() -> None:
    found: defaultdict[str, list[Path]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for name in names_of_types(ast.parse(path.read_text(encoding="utf-8"))):
            found[name].append(path.relative_to(SOURCE))
    assert len(found) > 350
    shared = {name: paths for name, paths in found.items() if len(paths) > 1}
    with_message = {
        name
        for name, paths in shared.items()
        if len(paths) == 2 and sum(path.parent == MESSAGES for path in paths) == 1
    }
    assert not {name: paths for name, paths in shared.items() if name not in WITH_MESSAGE & with_message}
    assert with_message >= WITH_MESSAGE
