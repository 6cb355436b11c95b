"""Requests to a server over HTTP; bodies and answers are messages of the protocol."""

import asyncio
import http.client
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from http.cookies import SimpleCookie
from typing import NamedTuple, TypeVar

import msgspec

from qwixx.client.errors import NoSuchTable, OutdatedClient, Refused, Unreachable
from qwixx.tables import protocol

T = TypeVar("T")

TIMEOUT_SECONDS = 10.0
# A request with a key can be repeated, so its first attempt has a shorter timeout.
FIRST_TIMEOUT_SECONDS = 4.0
# The coach computes for long, and may have to serve other clients first.
COACH_TIMEOUT_SECONDS = 120.0


class Response(NamedTuple):
    """The body, and the secret of a seat if a cookie sets one."""

    body: bytes
    secret: str | None


class Requests:
    """Asks one server, each time over a new connection."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def get(self, path: str, kind: type[T], seconds: float = TIMEOUT_SECONDS) -> T:
        return self._decoded((await self._ask(path, None, seconds)).body, kind)

    async def text(self, path: str) -> str:
        return (await self._ask(path, None, TIMEOUT_SECONDS)).body.decode()

    async def seat(self, path: str, body: protocol.NewTable | protocol.Join) -> tuple[protocol.Seated, str]:
        """The seat that a request with a key leads to, and its secret."""

        async def ask(seconds: float) -> Response:
            return await self._ask(path, protocol.encode(body), seconds)

        response = await _with_retry(ask)
        if response.secret is None:
            raise Unreachable(f"{self.url} gave a seat without its secret: a proxy may remove cookies")
        return self._decoded(response.body, protocol.Seated), response.secret

    async def _ask(self, path: str, body: bytes | None, seconds: float) -> Response:
        return await asyncio.to_thread(self._fetch, path, body, seconds)

    def _fetch(self, path: str, body: bytes | None, seconds: float) -> Response:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        request = urllib.request.Request(f"{self.url}{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return Response(answer.read(), _secret_in(answer.headers.get_all("Set-Cookie", [])))
        except urllib.error.HTTPError as error:
            raise self._refusal(error) from error
        except (OSError, http.client.HTTPException) as error:
            cause = error.reason if isinstance(error, urllib.error.URLError) else error
            raise Unreachable(f"cannot reach {self.url}: {cause}") from error

    def _refusal(self, error: urllib.error.HTTPError) -> Exception:
        try:
            reason = msgspec.json.decode(error.read(), type=protocol.Problem).reason
        except (msgspec.DecodeError, OSError, http.client.HTTPException):
            # A proxy, perhaps, or another program.
            return Unreachable(
                f"{self.url} is not a server of tables: it answered {error.code} {error.reason}"
            )
        return NoSuchTable(reason.text) if reason.code == "no_table" else Refused(reason)

    def _decoded(self, body: bytes, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(body, type=kind)
        except msgspec.DecodeError as error:
            raise OutdatedClient(f"{self.url} sent what this version cannot read: {error}") from error


async def _with_retry(ask: Callable[[float], Awaitable[T]]) -> T:
    try:
        return await ask(FIRST_TIMEOUT_SECONDS)
    except Unreachable:
        return await ask(TIMEOUT_SECONDS)


def _secret_in(cookies: list[str]) -> str | None:
    for cookie in map(SimpleCookie, cookies):
        if "seat" in cookie:
            return cookie["seat"].value
    return None
