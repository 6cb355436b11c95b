"""Links of a page, as they are in the repository and as they are on the site."""

import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import Path

FENCE = re.compile(r"^\s*(```+|~~~+)")
LINK = re.compile(r"(\]\(|\b(?:src|href)=\")([^)\s\"#:]+)(#[^)\s\"]*)?(?=[)\"])")


class Links:
    """Rewrites the links of pages that are elsewhere on the site than in the repository.

    ``places`` says where each file of the repository is on the site. Another file that is linked is a section
    of one page, and is noted in ``files``. What leads nowhere stays as it is, so that Zensical reports it.
    """

    def __init__(
        self, root: Path, places: Mapping[str, str], files_page: str, anchor: Callable[[str], str]
    ) -> None:
        self.files: set[str] = set()
        self._root = root
        self._places = places
        self._files_page = files_page
        self._anchor = anchor

    def rewritten(self, text: str, source: str) -> str:
        """The text of a file with links that work on the site; code stays as it is."""
        lines, fence = [], ""
        for line in text.splitlines(keepends=True):
            if found := FENCE.match(line):
                fence = "" if fence and found[1].startswith(fence) else fence or found[1]
            lines.append(line if fence else self._line(line, source))
        return "".join(lines)

    def _line(self, line: str, source: str) -> str:
        return LINK.sub(lambda link: link[1] + self._target(link[2], link[3] or "", source), line)

    def _target(self, target: str, fragment: str, source: str) -> str:
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        here = posixpath.dirname(self._places[source])
        if file in self._places:
            return posixpath.relpath(self._places[file], here or ".") + fragment
        if file.startswith("docs/") and (self._root / file).exists():
            return posixpath.relpath(file.removeprefix("docs/"), here or ".") + fragment
        if (self._root / file).is_file():
            self.files.add(file)
            return f"{posixpath.relpath(self._files_page, here or '.')}#{self._anchor(file)}"
        return target + fragment
