"""The address of a database, as a host writes it. Its password is never shown."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from qwixx.rules.errors import InputError

# A name, a number in brackets, or nothing, and a port.
HOST_AND_PORT = re.compile(r"(\[[^\[\]]+\]|[^\[\]:]*)(:\d{1,5})?")
SCHEMES = ("postgresql:", "postgres:")
# Query parameters that name a file.
FILES = ("sslrootcert", "sslcert", "sslkey", "sslcrl")


def is_address(place: str) -> bool:
    """Whether this is the address of a database, and not a file name; it may still be invalid."""
    return place.lower().startswith(SCHEMES)


class DatabaseAddress:
    """The address of a database. ``str()`` is safe to show; ``url`` is for the driver alone."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            parts = urlsplit(url)
            _, _, host = parts.netloc.rpartition("@")
            query = parse_qs(parts.query, strict_parsing=bool(parts.query))
        except ValueError:
            raise unreadable() from None
        # Unescaped in a password, these would make the rest of it look like the host, which is shown.
        is_cut = "@" in parts.path + parts.query or "#" in url
        has_scheme = url.lower().startswith(tuple(f"{scheme}//" for scheme in SCHEMES))
        if is_cut or not has_scheme or not all(map(HOST_AND_PORT.fullmatch, host.split(","))):
            raise unreadable()
        _check_files(query)
        self._database = unquote(parts.path.strip("/"))
        self._host = host or ", ".join(query.get("host", ["this machine"]))

    def __str__(self) -> str:
        return f"the database {self._database or 'of this user'} at {self._host}"

    def __repr__(self) -> str:
        return f"<{self}>"


def _check_files(query: Mapping[str, Sequence[str]]) -> None:
    """InputError if a file is missing, which the driver would report as a missing database."""
    for name in FILES:
        if not all(Path(path).exists() for path in query.get(name, ())):
            raise InputError(f"the file that {name} names in the address of the database does not exist")


def unreadable() -> InputError:
    """The error for an invalid address. It quotes nothing of it, since it may contain a password."""
    return InputError(
        "the address of the database cannot be read: it is postgresql://USER:PASSWORD@HOST:PORT/DATABASE,"
        " and in a password @ is written %40, / is %2F, ? is %3F and # is %23;"
        " sslmode is disable, prefer, require or verify-full, which needs sslrootcert=FILE"
    )
