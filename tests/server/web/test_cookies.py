"""Cookies with the secrets of seats."""

import pytest
from starlette.responses import Response

from qwixx.server.web.responses import TRIED_AT_ONCE, secrets_in, set_secret

TABLE, ONE, TWO = "t" * 16, "a" * 32, "b" * 32


def test_secrets_are_tried_in_the_order_they_are_sent() -> None:
    assert secrets_in([f"seat={ONE}; other=x; seat={TWO}"]) == [ONE, TWO]
    assert secrets_in([f"seat={TWO}", f"seat={ONE}"]) == [TWO, ONE]
    assert secrets_in([f"seat={ONE}; seat={ONE}"]) == [ONE]
    assert secrets_in([]) == secrets_in([""]) == []


def test_malformed_secrets_are_not_tried() -> None:
    assert secrets_in([f'seat=; seat="; seat=a b; seats={ONE}; {ONE}; seat-{TABLE}={ONE}']) == []


def test_the_number_of_secrets_tried_is_limited() -> None:
    sent = [f"{number:032}" for number in range(100)]
    assert secrets_in(["; ".join(f"seat={each}" for each in sent)]) == sent[:TRIED_AT_ONCE]


@pytest.mark.parametrize("is_secure", [True, False])
def test_a_secret_is_sent_only_to_the_websocket_of_its_table(is_secure: bool) -> None:
    response = Response()
    set_secret(response, TABLE, ONE, is_secure=is_secure)
    (cookie,) = response.headers.getlist("set-cookie")
    parts = cookie.split("; ")
    assert parts[0] == f"seat={ONE}"
    assert {f"Path=/ws/{TABLE}", "HttpOnly", "SameSite=lax"} <= set(parts)
    assert ("Secure" in parts) == is_secure


@pytest.mark.parametrize(
    ("table", "secret"), [("t; Path=/", ONE), (TABLE, "x; Domain=evil.example"), ("", ONE)]
)
def test_header_injection_is_refused(table: str, secret: str) -> None:
    with pytest.raises(ValueError, match="no cookie can have"):
        set_secret(Response(), table, secret, is_secure=True)
