"""Cookies, origins, hosts and headers, which keep the secrets of seats from other sites."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from qwixx.rules.errors import QwixxError
from qwixx.server.app import create_app
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.transport.middleware import HEADERS, OPENER_POLICY
from qwixx.server.web import routes
from qwixx.server.web.context import Settings
from qwixx.server.web.handlers import tables
from qwixx.server.web.site import Site
from tests.server.listening_server import hear, listening
from tests.server.web.clients import TWO, new_table

NEW = {"game": "dice", "seats": TWO, "name": "Ann"}


@contextmanager
def served(folder: Path, base_url: str | None = None) -> Iterator[TestClient]:
    with (
        closing(SqliteStore.open(folder / "tables.sqlite")) as store,
        TestClient(create_app(store, Settings(base_url)), raise_server_exceptions=False) as opened,
    ):
        yield opened


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as opened:
        yield opened


# Cookies


def test_the_path_of_a_seat_cookie_is_the_websocket_of_its_table(client: TestClient) -> None:
    answer = client.post("/api/tables", json=NEW)
    cookie = answer.headers["set-cookie"]
    assert f"Path=/ws/{answer.json()['table']};" in cookie
    assert cookie.startswith("seat=")
    for words in ("HttpOnly", "SameSite=lax", "Max-Age=2592000"):
        assert words in cookie
    assert "Secure" not in cookie


@pytest.mark.parametrize(
    ("base_url", "request_url"),
    [("https://play.example.org", "http://localhost"), (None, "https://testserver")],
)
def test_cookies_of_https_sites_are_secure(tmp_path: Path, base_url: str | None, request_url: str) -> None:
    with served(tmp_path, base_url) as client:
        assert "Secure" in client.post(f"{request_url}/api/tables", json=NEW).headers["set-cookie"]


def test_the_right_one_of_several_cookies_gives_the_seat(tmp_path: Path) -> None:
    """Browsers send cookies of shorter paths after the table's own."""
    with listening(tmp_path) as server:
        table, cookie = server.open_table("gap:1,2")
        secret = cookie.removeprefix("seat=")
        for cookies in (
            f"seat=AAAA; {cookie}",
            f"{cookie}; seat=AAAA",
            f"seat=AAAA; other={secret}; {cookie}; seat=BBBB",
            f'seat="; seat=; {cookie}',
        ):
            with server.connected(table, cookies) as socket:
                welcome = hear(socket, "welcome")
                assert (welcome["seat"], welcome["private_link"]) == (0, f"/t/{table}/s/{secret}")


ODD = ["%3B%20Domain=evil.example%3B%20y=", "%E2%82%AC", "%0d%0aX: y", "%00", "a%20b", "x" * 65, "%FF"]


@pytest.mark.parametrize("odd", ODD)
def test_malformed_names_and_secrets_in_a_link_are_not_found(client: TestClient, odd: str) -> None:
    table = new_table(client)
    for kind in ("t", "pad"):
        for link in (f"/{kind}/{odd}/s/AAAA", f"/{kind}/{table}/s/{odd}"):
            answer = client.get(link, follow_redirects=False)
            assert answer.status_code in (403, 404), link
            assert "set-cookie" not in answer.headers
    for path in (f"/api/tables/{odd}", f"/api/tables/{odd}/games/1/replay", f"/api/tables/{odd}/qr.svg"):
        assert client.get(path).json()["reason"]["code"] in ("no_table", "no_page")


# Other sites

FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://[::1"},
    {"origin": ""},
    {"origin": "http://testserver.evil.example"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]
OWN = [{}, {"origin": "http://testserver"}, {"sec-fetch-site": "same-origin", "origin": "http://testserver"}]


@pytest.mark.parametrize("headers", FOREIGN)
def test_cross_site_requests_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/api/tables", json=NEW, headers=headers)
    assert (answer.status_code, answer.json()["reason"]["code"]) == (403, "bad_message")
    table = new_table(client)
    assert client.post(f"/api/tables/{table}/join", json={"name": "Eve"}, headers=headers).status_code == 403
    with (
        client.websocket_connect(f"/ws/{table}", headers=headers) as socket,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        socket.receive_text()
    assert closed.value.code == 4403


@pytest.mark.parametrize("headers", OWN)
def test_requests_of_the_same_site_and_of_programs_are_accepted(
    client: TestClient, headers: dict[str, str]
) -> None:
    assert client.post("/api/tables", json=NEW, headers=headers).status_code == 201


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
def test_a_body_must_be_json(client: TestClient, kind: str) -> None:
    body = '{"game": "dice", "seats": [{}, {}], "name": "Ann"}'
    answer = client.post("/api/tables", content=body, headers={"content-type": kind})
    assert answer.status_code == 400
    assert "Content-Type is not application/json" in answer.json()["reason"]["text"]
    kinds = {"content-type": "Application/JSON; charset=utf-8"}
    assert client.post("/api/tables", content=body, headers=kinds).status_code == 201


# Hosts


@pytest.mark.parametrize("host", ["a" * 254, "a" * 3000, "a b", "a/b", "a@b", "[::1", "", "a:99999999", "ä"])
def test_a_malformed_host_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api/tables/none/qr.svg", headers={b"host": host.encode("utf-8")})
    assert answer.status_code == 421


@pytest.mark.parametrize(
    "host", ["localhost:8080", "[::1]:8080", "192.168.1.20:8080", "qwixx.local", "my_pc"]
)
def test_usual_hosts_are_accepted(client: TestClient, host: str) -> None:
    table = new_table(client)
    answer = client.get(f"/api/tables/{table}", headers={"host": host})
    assert answer.status_code == 200


def test_a_host_is_checked_against_the_base_url(tmp_path: Path) -> None:
    with served(tmp_path, "https://play.example.org/") as client:
        hosts = {
            "play.example.org": 200,
            "PLAY.example.org:443": 200,
            "localhost:8080": 200,
            "127.0.0.1": 200,
            "evil.example": 421,
            "play.example.org.evil.example": 421,
        }
        for host, status in hosts.items():
            answer = client.get("/api/openapi.json", headers={"host": host})
            assert answer.status_code == status, host
        assert "this server is at https://play.example.org" in answer.json()["reason"]["text"]
        own = {"origin": "https://play.example.org", "host": "127.0.0.1:8080"}
        assert client.post("/api/tables", json=NEW, headers=own).status_code == 201


def test_links_start_with_the_base_url(tmp_path: Path) -> None:
    seen: list[str] = []

    def make(link: str) -> bytes:
        seen.append(link)
        return b"<svg/>"

    with served(tmp_path, "https://play.example.org/") as client, pytest.MonkeyPatch.context() as patched:
        patched.setattr(tables, "_qr_svg", make)
        table = client.post("/api/tables", json=NEW, headers={"host": "localhost"}).json()["table"]
        client.get(f"/api/tables/{table}/qr.svg", headers={"host": "localhost"})
    assert seen == [f"https://play.example.org/t/{table}"]


@pytest.mark.parametrize(
    "base_url", ["play.example.org", "ftp://a", "https://", "https://a:b", "http://[::1"]
)
def test_an_invalid_base_url_is_refused(base_url: str) -> None:
    with pytest.raises(QwixxError, match="the base URL is like https://"):
        Site(base_url)


# Headers


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/nowhere", 404),
        ("/assets/none.js", 404),
        ("/api/tables/none/join", 405),
        ("/t/none/s/x", 404),
        ("/api/tables/none", 404),
        ("/api/nothing", 404),
        ("/api/openapi.json", 200),
        ("/healthz", 200),
    ],
)
def test_every_response_has_the_security_headers(client: TestClient, path: str, status: int) -> None:
    answer = client.get(f"https://testserver{path}")
    assert answer.status_code == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_responses_without_tls_have_all_headers_except_the_opener_policy(client: TestClient) -> None:
    headers = client.get("/api/tables/none").headers
    assert {name for name in HEADERS if name not in headers} == {OPENER_POLICY}


def test_responses_to_unexpected_errors_have_the_security_headers(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> bytes:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(routes, "_openapi", fail)
    answer = client.get("https://testserver/api/openapi.json")
    assert (answer.status_code, answer.json()["reason"]["code"]) == (500, "table_failed")
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "mistake of ours" not in answer.text


def test_the_headers_allow_only_what_the_client_needs() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "camera=()" in HEADERS["Permissions-Policy"]
    assert HEADERS["Cross-Origin-Resource-Policy"] == "same-origin"
    assert HEADERS["Referrer-Policy"] == "no-referrer"
    assert HEADERS["X-Content-Type-Options"] == "nosniff"


def test_responses_with_data_are_not_cached(client: TestClient) -> None:
    answer = client.get("/api/tables/none")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == client.get("/healthz").headers["cache-control"] == "no-store"


def test_the_openapi_document_is_generated_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    first = client.get("/api/openapi.json").content

    def fail() -> None:
        raise AssertionError("made again")

    monkeypatch.setattr(routes, "openapi_document", fail)
    assert client.get("/api/openapi.json").content == first
