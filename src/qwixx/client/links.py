"""Which table a link or a code leads to."""

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from qwixx.rules.errors import InputError
from qwixx.rules.scanner import checked_text
from qwixx.tables.codes import typed_code
from qwixx.tables.credentials import SECRET, TABLE_NAME

_LINK = re.compile(
    rf"(?P<server>(?:https?://)?[^/\s]+)/t/(?P<table>{TABLE_NAME.pattern})(?:/s/(?P<secret>{SECRET.pattern}))?/?"
)


class Link(NamedTuple):
    """A table by its name or by its code; a private link has the secret of a seat, too."""

    server: str | None
    table: str | None = None
    code: str | None = None
    secret: str | None = None


def parse_link(text: str) -> Link:
    """The link of a table, a private link, or a code of six letters in any case.

    >>> parse_link("http://localhost:8080/t/LpH1IfRtRqwwq7fk")
    Link(server='http://localhost:8080', table='LpH1IfRtRqwwq7fk', code=None, secret=None)
    >>> parse_link("tomila").code
    'TOMILA'
    """
    code = typed_code(checked_text(text))
    if code is not None:
        return Link(None, code=code)
    found = _LINK.fullmatch(re.split(r"[?#]", text.strip(), maxsplit=1)[0])
    if found is None:
        raise InputError(
            f"{text!r} is neither the link of a table, as in http://localhost:8080/t/LpH1IfRtRqwwq7fk,"
            " nor a code of six letters like TOMILA"
        )
    return Link(server_url(found["server"]), found["table"], secret=found["secret"])


def server_url(text: str) -> str:
    """The address of a server without a path; https where no scheme is given, but on this network.

    >>> server_url("play.example.org/"), server_url("localhost:8080")
    ('https://play.example.org', 'http://localhost:8080')
    """
    address = checked_text(text).strip().rstrip("/")
    if "://" not in address:
        address = f"{'http' if _is_near(address) else 'https'}://{address}"
    if not _is_origin(address):
        raise InputError(f"{text!r} is not the address of a server, as in http://localhost:8080")
    return address


def _is_origin(address: str) -> bool:
    if re.fullmatch(r"https?://[\w.:\[\]-]+", address) is None:
        return False
    try:
        parts = urlsplit(address)
        # Reading the port checks it.
        return parts.port != 0 and bool(parts.hostname)
    except ValueError:
        return False


def _is_near(address: str) -> bool:
    host = address.partition(":")[0]
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host == "localhost" or host.endswith(".local")
