"""``llms.txt``: the navigation as one plain text, for programs that read the site."""

import tomllib
from collections.abc import Iterator
from typing import Any


def text_of(config: str) -> str:
    """The text, from the configuration of the site."""
    project = tomllib.loads(config)["project"]
    lines = [f"# {project['site_name']}", "", f"> {project['site_description']}"]
    for entry in project["nav"]:
        for title, content in entry.items():
            lines += ["", f"## {title}", "", *_links(title, content)]
    return "\n".join([*lines, ""])


def _links(title: str, content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield f"- [{title}]({content.removesuffix('.md')}.html)"
        return
    for entry in content:
        for name, inner in entry.items():
            yield from _links(name, inner)
