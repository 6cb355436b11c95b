"""Cookies with the secrets of seats: one for each table, sent to that table's WebSocket and nowhere else."""

from collections.abc import Sequence

from starlette.responses import Response

from qwixx.tables.credentials import SECRET, TABLE_NAME

NAME = "seat"
COOKIE_SECONDS = 30 * 24 * 3600
# A browser has one for a table; others of the same name may have another path.
TRIED_AT_ONCE = 4


def secrets_in(headers: Sequence[str]) -> list[str]:
    """The secrets that a browser sends for a table, in the order in which they are to be tried.

    A cookie with a shorter path is sent after the table's own: so there may be several of one name, and the
    last is not the right one.
    """
    pairs = [pair.strip().partition("=") for header in headers for pair in header.split(";")]
    found = [value for name, _, value in pairs if name == NAME and SECRET.fullmatch(value)]
    return list(dict.fromkeys(found))[:TRIED_AT_ONCE]


def set_secret(response: Response, table: str, secret: str, *, is_secure: bool) -> None:
    """Set the cookie; table and secret are not escaped in the header, so they are checked."""
    if TABLE_NAME.fullmatch(table) is None or SECRET.fullmatch(secret) is None:
        raise ValueError("a table or a secret that no cookie can have")
    response.set_cookie(
        NAME,
        secret,
        path=f"/ws/{table}",
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=is_secure,
    )
