"""A class name has one meaning; only a message may share the name of what it describes."""

import ast
from collections import defaultdict
from pathlib import Path

import qwixx

SOURCE = Path(qwixx.__file__).parent
MESSAGES = Path("tables/protocol")


def test_only_a_message_shares_its_name_with_another_class() -> None:
    found: defaultdict[str, list[Path]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(SOURCE))
    assert len(found) > 300
    shared = {name: paths for name, paths in found.items() if len(paths) > 1}
    assert not {
        name: paths
        for name, paths in shared.items()
        if len(paths) > 2 or not any(path.parent == MESSAGES for path in paths)
    }
