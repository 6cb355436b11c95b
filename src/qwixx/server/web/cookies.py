"""Seats' secrets in cookies: one for each table, sent to that table's WebSocket and nowhere else.

Earlier versions set a cookie for the whole site for each table; after 147 tables a browser's requests were
too long to be read. They are still honoured, and moved to where they belong when a page is asked for.
"""

import re
from collections.abc import Mapping

from starlette.responses import Response

NAME = "seat"
LEGACY = re.compile(r"seat-([A-Za-z0-9_-]{1,64})")
SECRET = re.compile(r"[A-Za-z0-9_-]{1,64}")
COOKIE_SECONDS = 30 * 24 * 3600
# An answer's headers have to stay short, too.
MOVED_AT_ONCE = 40


def secret_for(table: str, cookies: Mapping[str, str]) -> str:
    """The secret that a browser has for a table, or nothing."""
    return cookies.get(NAME) or cookies.get(f"seat-{table}", "")


def set_secret(response: Response, table: str, secret: str, *, is_secure: bool) -> None:
    response.set_cookie(
        NAME,
        secret,
        path=f"/ws/{table}",
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=is_secure,
    )


def move_legacy(response: Response, cookies: Mapping[str, str], *, first: str, is_secure: bool) -> None:
    """Give old cookies the path of their table, that of the table in question before all others."""
    old = {name: secret for name, secret in cookies.items() if LEGACY.fullmatch(name)}
    for name in sorted(old, key=lambda name: name != f"seat-{first}")[:MOVED_AT_ONCE]:
        if SECRET.fullmatch(old[name]):
            set_secret(response, name.removeprefix("seat-"), old[name], is_secure=is_secure)
        response.delete_cookie(name)
