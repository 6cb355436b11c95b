"""The client's page: sent compressed, and with a hint at the words that its reader will need.

The page asks for scripts and styles itself. Which language it needs it finds out when the first script runs;
the browser is told here, so that the words come with the rest and not after it.
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response

from qwixx.server.web.static_files import STATIC, SUFFIXES, accepted_codings

WORDS = re.compile(r"words-(.+?)-app-.+\.js")
# By the last of these the service worker knows that a page is ours, and not that of another program which has
# the address now (web/src/sw/answering.ts).
CONSTANT_HEADERS = {
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding, Accept-Language",
    "Qwixx": "page",
}


def page_response(headers: Headers, status: int = 200) -> Response:
    """The page for somebody whose browser sends these headers."""
    words = _first_words(headers.get("Accept-Language", ""))
    link = {"Link": f"<{words}>; rel=modulepreload; crossorigin"} if words else {}
    page = STATIC / "index.html"
    for coding in accepted_codings(headers.get("Accept-Encoding", "")):
        copy = page.with_name(page.name + SUFFIXES[coding])
        if copy.exists():
            sent = {**CONSTANT_HEADERS, **link, "Content-Encoding": coding}
            return FileResponse(copy, status, sent, media_type="text/html")
    return FileResponse(page, status, {**CONSTANT_HEADERS, **link})


def _first_words(accepted: str) -> str | None:
    """The words of the first language accepted that there are words in, as the client chooses it."""
    files = _words(STATIC)
    # Browsers name languages in the order in which they are preferred; what they weigh says the same again.
    tags = (each.partition(";")[0].strip().lower() for each in accepted.split(","))
    chosen = (language for tag in tags if (language := _nearest(tag, files)))
    return files.get(next(chosen, "en"))


def _nearest(tag: str, languages: Iterable[str]) -> str | None:
    """The language that is this tag, or else the longest that it begins with: ``pt`` for ``pt-ao``."""
    found = (language for language in languages if f"{tag}-".startswith(f"{language}-"))
    return max(found, key=len, default=None)


@cache
def _words(static: Path) -> dict[str, str]:
    """The address of each language's first words; languages are in lower case, as tags are compared."""
    found = ((WORDS.fullmatch(path.name), path) for path in (static / "assets").glob("words-*-app-*.js"))
    return {match[1].lower(): f"/assets/{path.name}" for match, path in found if match}
