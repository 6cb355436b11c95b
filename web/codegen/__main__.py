"""Writes every generated file of the browser client.

Run it as ``python -m web.codegen`` from the top of the repository; ``make types`` does.
"""

from collections.abc import Callable
from pathlib import Path

from web.codegen import lessons, pad_cases, typescript

WEB = Path(__file__).resolve().parent.parent
# Each generated file, by its path in web/.
FILES: dict[str, Callable[[], str]] = {
    "src/protocol.ts": typescript.types,
    "src/rules.ts": typescript.rules,
    "src/pages.ts": typescript.pages,
    "src/screens.ts": typescript.screens,
    "plugins/policy.ts": typescript.policy,
    "plugins/refusals.ts": typescript.refused,
    "src/learn/lessons.json": lessons.text,
    "tests/padCases.json": pad_cases.text,
}


def main() -> None:
    for path, content in FILES.items():
        (WEB / path).write_text(content(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
