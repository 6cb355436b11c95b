"""What keeps a browser's secrets and other sites apart: cookies, origins, hosts, and headers."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from qwixx.rules.errors import QwixxError
from qwixx.server.app import create_app
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.transport.headers import FILE_HEADERS, HEADERS
from qwixx.server.web import endpoints
from qwixx.server.web.cookies import MOVED_AT_ONCE
from qwixx.server.web.shared import Settings
from qwixx.server.web.site import Site
from tests.server.listening_server import hear, listening
from tests.server.test_app import TWO, WITH_BOT, another, new_table, receive

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


def test_a_secret_is_sent_to_its_table_and_nowhere_else(client: TestClient) -> None:
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
def test_cookies_of_encrypted_sites_are_for_them_alone(
    tmp_path: Path, base_url: str | None, request_url: str
) -> None:
    with served(tmp_path, base_url) as client:
        assert "Secure" in client.post(f"{request_url}/api/tables", json=NEW).headers["set-cookie"]


def test_a_browser_that_sat_at_a_thousand_tables_plays_on(tmp_path: Path) -> None:
    """On real sockets, since the length of a header is the transport's to judge."""
    old = "; ".join(f"seat-{'x' * 12}{number:04}={'s' * 32}" for number in range(1000))
    with listening(tmp_path) as server:
        table, cookie = server.open_table("gap:1,2")
        with server.connected(table, f"{old}; {cookie}") as socket:
            assert hear(socket, "welcome")["seat"] == 0


def test_a_cookie_of_an_earlier_version_still_opens_its_seat(client: TestClient) -> None:
    table = new_table(client, WITH_BOT)
    secret = next(cookie.value for cookie in client.cookies.jar)
    former = another(client)
    former.cookies.set(f"seat-{table}", str(secret))
    with former.websocket_connect(f"/ws/{table}") as socket:
        assert receive(socket, "welcome")["seat"] == 0


def test_cookies_of_earlier_versions_are_moved_away_with_the_pages(client: TestClient) -> None:
    tables = [f"{'t' * 12}{number:04}" for number in range(100)]
    for table in tables:
        client.cookies.set(f"seat-{table}", "s" * 32, domain="testserver.local")
    left = []
    for _ in range(5):
        answer = client.get(f"/t/{tables[77]}")
        assert len(answer.headers.get_list("set-cookie")) <= 2 * MOVED_AT_ONCE
        left.append(sum(cookie.name.startswith("seat-") for cookie in client.cookies.jar))
        assert any(cookie.path == f"/ws/{tables[77]}" for cookie in client.cookies.jar), "that one first"
    assert left == [60, 20, 0, 0, 0]
    assert {cookie.path for cookie in client.cookies.jar} == {f"/ws/{table}" for table in tables}


def test_cookies_that_are_none_of_ours_are_left_alone(client: TestClient) -> None:
    for name, value in (("seat-", "x"), ("seat-a b", "x"), ("other", "x")):
        client.cookies.set(name, value)
    assert "set-cookie" not in client.get("/").headers
    client.cookies.set("seat-t", '"; Path=/')
    assert all("Path=/ws" not in line for line in client.get("/").headers.get_list("set-cookie"))


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
def test_a_page_of_another_site_can_do_nothing_here(client: TestClient, headers: dict[str, str]) -> None:
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
def test_a_page_of_this_site_and_programs_may(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post("/api/tables", json=NEW, headers=headers).status_code == 201


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
def test_a_body_is_json_or_nothing(client: TestClient, kind: str) -> None:
    body = '{"game": "dice", "seats": [{}, {}], "name": "Ann"}'
    answer = client.post("/api/tables", content=body, headers={"content-type": kind})
    assert answer.status_code == 400
    assert "Content-Type is not application/json" in answer.json()["reason"]["text"]
    kinds = {"content-type": "Application/JSON; charset=utf-8"}
    assert client.post("/api/tables", content=body, headers=kinds).status_code == 201


# Hosts


@pytest.mark.parametrize("host", ["a" * 254, "a" * 3000, "a b", "a/b", "a@b", "[::1", "", "a:99999999", "ä"])
def test_a_host_is_an_address(client: TestClient, host: str) -> None:
    answer = client.get("/api/tables/none/qr.svg", headers={b"host": host.encode("utf-8")})
    assert answer.status_code == 421


@pytest.mark.parametrize(
    "host", ["localhost:8080", "[::1]:8080", "192.168.1.20:8080", "qwixx.local", "my_pc"]
)
def test_usual_hosts(client: TestClient, host: str) -> None:
    table = new_table(client)
    answer = client.get(f"/api/tables/{table}/qr.svg", headers={"host": host})
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


def test_links_have_the_base_url(tmp_path: Path) -> None:
    seen: list[str] = []

    def make(link: str) -> bytes:
        seen.append(link)
        return b"<svg/>"

    with served(tmp_path, "https://play.example.org/") as client, pytest.MonkeyPatch.context() as patched:
        patched.setattr(endpoints, "_qr_svg", make)
        table = client.post("/api/tables", json=NEW, headers={"host": "localhost"}).json()["table"]
        client.get(f"/api/tables/{table}/qr.svg", headers={"host": "localhost"})
    assert seen == [f"https://play.example.org/t/{table}"]


@pytest.mark.parametrize(
    "base_url", ["play.example.org", "ftp://a", "https://", "https://a:b", "http://[::1"]
)
def test_a_base_url_is_one(base_url: str) -> None:
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
    ],
)
def test_every_answer_that_could_be_a_page_has_the_headers(
    client: TestClient, path: str, status: int
) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize("path", ["/api/tables/none", "/api/nothing", "/api/openapi.json"])
def test_data_has_those_that_concern_it(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers[name] for name in FILE_HEADERS} == FILE_HEADERS
    assert "Content-Security-Policy" not in headers


def test_answers_to_our_own_mistakes_have_them_too(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> bytes:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(endpoints, "_description", fail)
    answer = client.get("/api/openapi.json")
    assert (answer.status_code, answer.json()["reason"]["code"]) == (500, "table_failed")
    assert {name: answer.headers[name] for name in FILE_HEADERS} == FILE_HEADERS
    assert "mistake of ours" not in answer.text


def test_what_pages_may_not_use_is_said() -> None:
    assert "camera=()" in HEADERS["Permissions-Policy"]
    assert HEADERS["Cross-Origin-Resource-Policy"] == "same-origin"


def test_documents_are_made_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    first = client.get("/api/openapi.json").content

    def fail() -> None:
        raise AssertionError("made again")

    monkeypatch.setattr(endpoints, "document", fail)
    assert client.get("/api/openapi.json").content == first
