"""The files of the client, compressed and cacheable, and its page.

The page loads scripts and styles itself, but knows its language only when the first script runs; so a
``Link`` header names the messages, and they are loaded together with the scripts.
"""

import gzip
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from qwixx.server.web.messages import Language, languages

# Where web/build.py puts the client.
STATIC = Path(__file__).parent.parent / "static"
# The compressed copies that web/build.py writes, the smallest first.
SUFFIXES = {"br": ".br", "gzip": ".gz"}

# Files below it have a content hash in their names.
ASSETS = "/assets/"
FOR_EVER = "max-age=31536000, immutable"
# Files that keep their names.
CACHE_CONTROL = {
    # Browsers request it at every visit anyway; proxies must not cache it.
    "/sw.js": "no-cache",
    **dict.fromkeys(
        (
            "/icon.svg",
            "/icon-192.png",
            "/icon-512.png",
            "/icon-maskable-512.png",
            "/apple-touch-icon.png",
            "/invitation.png",
            "/manifest.webmanifest",
        ),
        "max-age=86400",
    ),
}
# Browsers use these to revalidate a file; immutable ones need no revalidation.
VALIDATORS = ("ETag", "Last-Modified", "Accept-Ranges")
# The part of the messages for the first screen.
START = "start"
# By the last header the service worker recognises our page, in case another program uses the address now
# (web/src/sw/answering.ts).
PAGE_HEADERS = {
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding, Accept-Language",
    "Qwixx": "page",
}


class CompressedFiles(StaticFiles):
    """Static files, some of which have compressed copies."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Hide compressed copies: they are served for their file, not under their own name."""
        return ("", None) if path.endswith(tuple(SUFFIXES.values())) else super().lookup_path(path)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        for coding in accepted_codings(Headers(scope=scope).get("Accept-Encoding", "")):
            copy = f"{os.fspath(full_path)}{SUFFIXES[coding]}"
            try:
                found = os.stat(copy)
            except FileNotFoundError:
                continue
            # The type is guessed from the name before the suffix.
            response = super().file_response(copy, found, scope, status_code)
            response.headers["Content-Encoding"] = coding
            break
        else:
            response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Vary"] = "Accept-Encoding"
        path = scope["path"]
        if path.startswith(ASSETS):
            response.headers["Cache-Control"] = FOR_EVER
            for name in VALIDATORS:
                del response.headers[name]
        elif path in CACHE_CONTROL:
            response.headers["Cache-Control"] = CACHE_CONTROL[path]
        return response


def accepted_codings(header: str) -> Iterator[str]:
    """The codings we have that a client accepts, the smallest first: ``gzip, br;q=0`` accepts gzip alone."""
    qualities: dict[str, float] = {}
    for part in header.lower().split(","):
        coding, _, parameter = part.partition(";")
        try:
            qualities[coding.strip()] = float(parameter.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
    for coding in SUFFIXES:
        if qualities.get(coding, qualities.get("*", 0.0)) > 0:
            yield coding


def page_response(headers: Headers, status: int = 200, head: str = "") -> Response:
    """The page for a browser that sends these headers, with more HTML in its head."""
    language = language_for(headers)
    link = {"Link": f"<{language.files[START]}>; rel=preload; as=fetch; crossorigin"} if language else {}
    page = STATIC / "index.html"
    if head:
        whole = page.read_text(encoding="utf-8").replace("</head>", f"{head}</head>", 1).encode()
        return _compressed(whole, headers, status, {**PAGE_HEADERS, **link})
    for coding in accepted_codings(headers.get("Accept-Encoding", "")):
        copy = page.with_name(page.name + SUFFIXES[coding])
        if copy.exists():
            sent = {**PAGE_HEADERS, **link, "Content-Encoding": coding}
            return Response(copy.read_bytes(), status, sent, "text/html")
    return Response(page.read_bytes(), status, {**PAGE_HEADERS, **link}, "text/html")


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
