"""The client's page: compressed, with a preload hint for the messages of the reader's language.

The page loads scripts and styles itself, but knows its language only when the first script runs; so a
``Link`` header names the messages, and they are loaded together with the scripts.
"""

import gzip
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.responses import Response

from qwixx.server.web.messages import Language, languages
from qwixx.server.web.static_files import STATIC, SUFFIXES, accepted_codings

# The part of the messages for the first screen.
START = "start"
# By the last header the service worker recognises our page, in case another program uses the address now
# (web/src/sw/answering.ts).
CONSTANT_HEADERS = {
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding, Accept-Language",
    "Qwixx": "page",
}


def page_response(headers: Headers, status: int = 200, head: str = "") -> Response:
    """The page for a browser that sends these headers, with more HTML in its head."""
    language = language_for(headers)
    link = {"Link": f"<{language.files[START]}>; rel=preload; as=fetch; crossorigin"} if language else {}
    page = STATIC / "index.html"
    if head:
        whole = page.read_text(encoding="utf-8").replace("</head>", f"{head}</head>", 1).encode()
        return _compressed(whole, headers, status, {**CONSTANT_HEADERS, **link})
    for coding in accepted_codings(headers.get("Accept-Encoding", "")):
        copy = page.with_name(page.name + SUFFIXES[coding])
        if copy.exists():
            sent = {**CONSTANT_HEADERS, **link, "Content-Encoding": coding}
            return Response(copy.read_bytes(), status, sent, "text/html")
    return Response(page.read_bytes(), status, {**CONSTANT_HEADERS, **link}, "text/html")


def _compressed(whole: bytes, headers: Headers, status: int, sent: dict[str, str]) -> Response:
    if "gzip" in accepted_codings(headers.get("Accept-Encoding", "")):
        return Response(gzip.compress(whole, 6), status, {**sent, "Content-Encoding": "gzip"}, "text/html")
    return Response(whole, status, sent, "text/html")


def language_for(headers: Headers) -> Language | None:
    """The messages in the language of a browser; None if the client was built without languages."""
    return languages(STATIC).get(language_of(headers))


def language_of(headers: Headers) -> str:
    """The first accepted language that has messages, as the client chooses it."""
    accepted = headers.get("Accept-Language", "")
    # Browsers list languages in order of preference; their weights only repeat that.
    tags = (each.partition(";")[0].strip().lower() for each in accepted.split(","))
    chosen = (language for tag in tags if (language := _nearest(tag, languages(STATIC))))
    return next(chosen, "en")


def _nearest(tag: str, languages: Iterable[str]) -> str | None:
    """The language that is this tag, or else the longest that it begins with: ``pt`` for ``pt-ao``."""
    found = (language for language in languages if f"{tag}-".startswith(f"{language}-"))
    return max(found, key=len, default=None)
