"""The files of the client: their compression and caching."""

import os
from collections.abc import Iterator
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

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
