"""The client's files: sent as the build compressed them, in the best coding that the browser accepts."""

import os
from collections.abc import Iterator
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

# Where web/build.py puts the client.
STATIC = Path(__file__).parent.parent / "static"
# What web/build.py writes beside each file that gains by it, the smallest first.
SUFFIXES = {"br": ".br", "gzip": ".gz"}


class CompressedFiles(StaticFiles):
    """Static files, of which some have compressed copies beside them."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """A copy is an answer to a request for its file, never a file that can be asked for."""
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
