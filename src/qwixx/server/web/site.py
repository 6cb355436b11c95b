"""Where a server is: the addresses that are its own, and those of other sites."""

import ipaddress
import re
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit

from qwixx.rules.errors import InputError

# A name or an address of a machine, with or without a port. No longer one exists in the DNS.
HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:[0-9]{1,5})?")


class Site:
    """The address that people use, if the host names it; otherwise the one each request was sent to."""

    def __init__(self, base_url: str | None = None) -> None:
        self.base_url = base_url.rstrip("/") if base_url is not None else None
        self._base = _checked(base_url) if base_url is not None else None

    def why_not_host(self, host: str | None) -> str | None:
        """What is wrong with the ``Host`` of a request; a page of a foreign name could act as one of ours."""
        if host is None:
            return None
        match = HOST.fullmatch(host)
        if match is None:
            return "its Host is no address"
        name = match["name"].lower()
        if self._base is None or name == self._base.hostname or _is_this_machine(name):
            return None
        return f"this server is at {self.base_url}"

    def is_own_origin(self, origin: str, host: str | None) -> bool:
        """Whether a page that asks is one of this site."""
        try:
            netloc = urlsplit(origin).netloc
        except ValueError:
            return False
        return bool(netloc) and netloc in {host, self._base.netloc if self._base is not None else host}

    def is_secure(self, scheme: str) -> bool:
        """Whether cookies are for encrypted connections alone."""
        return scheme == "https" or (self._base is not None and self._base.scheme == "https")

    def link(self, request_base: str, path: str) -> str:
        base = self.base_url if self.base_url is not None else request_base.rstrip("/")
        return f"{base}/{path}"


def is_cross_site(site: Site, headers: Mapping[str, str]) -> bool:
    """Whether a browser says that a page of another site is behind a request."""
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin is not None and not site.is_own_origin(origin, headers.get("host"))


def _is_this_machine(name: str) -> bool:
    """Whether a host is given by number or is this machine: those names cannot be somebody else's."""
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
