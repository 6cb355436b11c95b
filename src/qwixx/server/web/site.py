"""The site: its addresses, those that others can open, and how requests from other sites are recognised."""

import asyncio
import ipaddress
import re
from collections.abc import Callable, Mapping
from urllib.parse import SplitResult, urlsplit

from starlette.requests import Request

from qwixx.rules.errors import InputError
from qwixx.server.single_flight import CachedValue
from qwixx.system.network import network_address
from qwixx.tables import refusals
from qwixx.tables.refusals import Refusal

# A host name or address, with or without a port. The DNS allows no longer names.
HOST_HEADER = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:[0-9]{1,5})?")

# How long the address on the network is cached: networks change.
ADDRESS_CACHE_SECONDS = 2.0
EVERYWHERE = ("0.0.0.0", "::")
HTTP_PORT = 80


def is_loopback(host: str) -> bool:
    """Whether a host is the machine that makes the request."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


class Network:
    """The address of a listening server on its network."""

    def __init__(self, host: str, port: int, find: Callable[[], str | None] = network_address) -> None:
        self._host = host
        self._port = port
        self._find = find
        self._url = CachedValue(ADDRESS_CACHE_SECONDS, lambda: asyncio.to_thread(self.look))

    def look(self) -> str | None:
        """The URL of the server on its network; None if no other machine can reach it."""
        host = self._find() if self._host in EVERYWHERE else self._host
        if host is None or is_loopback(host):
            return None
        name = f"[{host}]" if ":" in host else host
        return f"http://{name}" if self._port == HTTP_PORT else f"http://{name}:{self._port}"

    async def url(self) -> str | None:
        """The same, cached, without blocking the event loop."""
        return await self._url.get()


class Site:
    """The configured base URL; without one, the address that each request was sent to."""

    def __init__(self, base_url: str | None = None, network: Network | None = None) -> None:
        self.network = network
        self.base_url: str | None = base_url.rstrip("/") if base_url is not None else None
        self._base = _checked(base_url) if base_url is not None else None

    def why_not_host(self, host: str | None) -> str | None:
        """Why the ``Host`` of a request is refused, as a protection against DNS rebinding."""
        if host is None:
            return None
        match = HOST_HEADER.fullmatch(host)
        if match is None:
            return "its Host is not an address"
        name = match["name"].lower()
        if self._base is None or name == self._base.hostname or _is_unclaimed(name):
            return None
        return f"this server is at {self.base_url}"

    def is_own_origin(self, origin: str, host: str | None) -> bool:
        """Whether an origin is this site."""
        try:
            netloc = urlsplit(origin).netloc
        except ValueError:
            return False
        return bool(netloc) and netloc in {host, self._base.netloc if self._base is not None else host}

    def is_secure(self, scheme: str) -> bool:
        """Whether cookies are only for encrypted connections."""
        return scheme == "https" or (self._base is not None and self._base.scheme == "https")


async def reachable_base(site: Site, request: Request) -> str | None:
    """The address that others can open, without a path; None if only this computer can.

    It is the configured base URL, or else the address that the page was opened with. A page that was opened
    on the server's own machine needs the address of that machine on its network; if the connection comes from
    another machine, as through a container, the server does not know that address.
    """
    if site.base_url is not None:
        return site.base_url
    if not is_loopback(request.url.hostname or ""):
        return opened_base(site, request)
    peer = request.client.host if request.client is not None else ""
    if site.network is None or not is_loopback(peer):
        return None
    return await site.network.url()


def opened_base(site: Site, request: Request) -> str:
    """The address that a page was opened with, without a path."""
    return site.base_url or str(request.base_url).rstrip("/")


async def reachable_link(site: Site, request: Request, path: str) -> str:
    """The link that others can open; Refusal without one."""
    base = await reachable_base(site, request)
    if base is None:
        raise Refusal(refusals.ONLY_HERE)
    return f"{base}/{path}"


def is_cross_site(site: Site, headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of another site, according to its headers."""
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin is not None and not site.is_own_origin(origin, headers.get("host"))


def _is_unclaimed(name: str) -> bool:
    """Whether a host is an IP address or localhost, which no other site can claim."""
    if name == "localhost":
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _checked(base_url: str) -> SplitResult:
    try:
        parts = urlsplit(base_url)
        is_one = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_one = False
    if not is_one:
        raise InputError(f"the base URL is like https://play.example.org, not {base_url!r}")
    return parts
