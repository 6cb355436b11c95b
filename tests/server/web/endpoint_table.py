"""The table of endpoints in docs/protocol.md; ``python -m tests.server.web.endpoint_table`` updates it."""

import re
from pathlib import Path

from qwixx.server.web.endpoint import Content, Endpoint
from qwixx.server.web.routes import ENDPOINTS

DOCUMENT = Path(__file__).parents[3] / "docs" / "protocol.md"
BLOCK = re.compile(r"(<!-- endpoints -->\n)(.*?)(<!-- end -->)", re.DOTALL)
SUCCESS = range(200, 400)


def derived_table() -> str:
    return "\n".join(["| request | body | answer |", "|---|---|---|", *map(_row, ENDPOINTS), ""])


def documented_table() -> str:
    found = BLOCK.search(DOCUMENT.read_text(encoding="utf-8"))
    assert found is not None
    return found[2]


def _row(endpoint: Endpoint) -> str:
    path = re.sub(r"\{(\w+)\}", lambda name: name[1].upper(), endpoint.path)
    query = "&".join(f"{name}={name.upper()}" for name in endpoint.query)
    request = f"{endpoint.method} {path}{'?' if query else ''}{query}"
    body = "" if endpoint.body is None else f"`{type(endpoint.body).__name__}`"
    answers = ", ".join(
        f"{status}{_named(content)}" for status, content in endpoint.answers.items() if status in SUCCESS
    )
    return f"| `{request}` | {body} | {answers}: {endpoint.summary} |"


def _named(content: Content) -> str:
    if content is None:
        return ""
    return f" {content}" if isinstance(content, str) else f" `{content.__name__}`"


def main() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(
        BLOCK.sub(lambda block: f"{block[1]}{derived_table()}{block[3]}", text), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
