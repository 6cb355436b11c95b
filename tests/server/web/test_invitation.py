"""Shared links: their address, their QR codes, and their previews in chats."""

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from qwixx.server.app import create_app
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.web import site
from qwixx.server.web.context import Settings
from qwixx.server.web.site import Network
from qwixx.server.web.static_files import STATIC
from qwixx.system import network as system_network
from tests.qr_codes import text_in_svg

HERE = ("127.0.0.1", 50000)
PHONE = ("192.168.1.30", 50000)


class Wifi:
    """A fake of the system's network address."""

    def __init__(self) -> None:
        self.address: str | None = "192.168.1.20"

    def find(self) -> str | None:
        return self.address


@pytest.fixture
def wifi(monkeypatch: pytest.MonkeyPatch) -> Wifi:
    wifi = Wifi()
    monkeypatch.setattr(Network.__init__, "__defaults__", (wifi.find,))
    monkeypatch.setattr(site, "ADDRESS_CACHE_SECONDS", 0.0)
    return wifi


@contextmanager
def served(
    folder: Path,
    base_url: str | None = None,
    listens: tuple[str, int] | None = ("0.0.0.0", 8080),
    client: tuple[str, int] = HERE,
    host: str = "http://localhost:8080",
) -> Iterator[TestClient]:
    store = SqliteStore.open(folder / "store.db")
    app = create_app(store, Settings(base_url, listen_address=listens))
    with TestClient(app, base_url=host, client=client) as opened:
        yield opened
    store.close()


def new(client: TestClient, kind: str = "tables", name: str = "Ann") -> str:
    seats: dict[str, object] = {"seats": [{}, {}, {}]} if kind == "tables" else {}
    answer = client.post(f"/api/{kind}", json={"game": "dice", "name": name, **seats})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def address(client: TestClient) -> str | None:
    found: str | None = client.get("/api/address").json()["url"]
    return found


# Addresses


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "0.0.0.0:8080"])
@pytest.mark.parametrize(("kind", "path"), [("tables", "t"), ("pads", "pad")])
def test_a_qr_code_made_on_the_server_machine_has_its_network_address(
    tmp_path: Path, wifi: Wifi, host: str, kind: str, path: str
) -> None:
    with served(tmp_path, host=f"http://{host}") as client:
        name = new(client, kind)
        assert address(client) == "http://192.168.1.20:8080"
        svg = client.get(f"/api/{kind}/{name}/qr.svg").text
        assert text_in_svg(svg) == f"http://192.168.1.20:8080/{path}/{name}"


def test_the_address_follows_the_network(tmp_path: Path, wifi: Wifi) -> None:
    with served(tmp_path) as client:
        table = new(client)
        wifi.address = None
        assert address(client) is None
        answer = client.get(f"/api/tables/{table}/qr.svg")
        assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "only_here")
        wifi.address = "10.0.0.7"
        assert address(client) == "http://10.0.0.7:8080"
        assert text_in_svg(client.get(f"/api/tables/{table}/qr.svg").text).startswith("http://10.0.0.7:8080/")


@pytest.mark.parametrize(
    ("host", "client", "base_url", "expected"),
    [
        ("http://192.168.1.20:8080", PHONE, None, "http://192.168.1.20:8080"),
        ("http://my-pc.local:8080", HERE, None, "http://my-pc.local:8080"),
        ("https://qwixx.example", PHONE, None, "https://qwixx.example"),
        ("http://localhost:8080", HERE, "https://play.example.org/", "https://play.example.org"),
        # Through a container or a tunnel, the server cannot know the address.
        ("http://localhost:8080", ("172.17.0.1", 5), None, None),
    ],
)
def test_other_clients_get_the_address_they_used(
    tmp_path: Path, wifi: Wifi, host: str, client: tuple[str, int], base_url: str | None, expected: str | None
) -> None:
    with served(tmp_path, base_url, host=host, client=client) as opened:
        assert address(opened) == expected
        answer = opened.get(f"/api/tables/{new(opened)}/qr.svg")
        assert (text_in_svg(answer.text).rpartition("/t/")[0] if expected else answer.status_code) == (
            expected or 404
        )


@pytest.mark.parametrize(
    ("listens", "expected"),
    [
        (("127.0.0.1", 8080), None),
        (("localhost", 8080), None),
        (("::1", 8080), None),
        (("192.168.1.99", 8080), "http://192.168.1.99:8080"),
        (("fd00::5", 8080), "http://[fd00::5]:8080"),
        (("0.0.0.0", 80), "http://192.168.1.20"),
        (("::", 8080), "http://192.168.1.20:8080"),
    ],
)
def test_the_network_address_depends_on_the_listen_address(
    wifi: Wifi, listens: tuple[str, int], expected: str | None
) -> None:
    assert Network(*listens).look() == expected
    assert asyncio.run(Network(*listens).url()) == expected


@pytest.mark.parametrize(
    ("routed", "others", "expected"),
    [
        ("192.168.1.20", [], "192.168.1.20"),
        (None, ["127.0.0.1", "169.254.3.4", "192.168.43.1"], "192.168.43.1"),
        (None, ["127.0.0.1"], None),
        ("192.168.1.20", ["127.0.0.1", "192.168.1.20", "192.168.43.1"], "192.168.1.20"),
        # The route leads into a tunnel.
        ("10.8.0.2", ["127.0.0.1", "192.168.1.20"], "192.168.1.20"),
        ("10.8.0.2", ["127.0.0.1"], "10.8.0.2"),
    ],
)
def test_the_network_address_is_reachable_from_other_machines(
    monkeypatch: pytest.MonkeyPatch, routed: str | None, others: list[str], expected: str | None
) -> None:
    monkeypatch.setattr(system_network, "_routed_address", lambda: routed)
    monkeypatch.setattr(system_network, "_all_addresses", lambda: others)
    assert system_network.network_address() == expected


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the name of a machine need not lead to it")
def test_this_machine_knows_its_addresses() -> None:
    assert system_network._all_addresses()
    assert system_network.network_address() != "127.0.0.1"


# Previews in chats


def tags(client: TestClient, path: str, **headers: str) -> dict[str, str]:
    page = client.get(path, headers=headers).text
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[a-z:_]+)" content="([^"]*)">', page)
    return {name: unescape(value) for name, value in found}


def test_a_link_preview_names_the_host_and_the_game(tmp_path: Path, wifi: Wifi) -> None:
    with served(tmp_path) as client:
        table = new(client)
        found = tags(client, f"/t/{table}")
        assert found["og:title"] == "Ann invites you to play Qwixx"
        assert found["og:description"] == "Dice game, 2 open seats. Opens in the browser."
        assert found["og:url"] == f"http://192.168.1.20:8080/t/{table}"
        assert found["og:image"] == "http://192.168.1.20:8080/invitation.png"
        german = tags(client, f"/t/{table}", **{"Accept-Language": "de-AT,de;q=0.9"})
        assert german["og:title"] == "Ann lädt dich zu Qwixx ein"
        for name in ("Ben", "Cleo"):
            TestClient(client.app).post(f"/api/tables/{table}/join", json={"name": name})
        full = tags(client, f"/t/{table}")
        assert full["og:title"] == "Watch Ann, Ben and Cleo play Qwixx"
        assert full["og:description"] == "Dice game. Opens in the browser."
        pad = tags(client, f"/pad/{new(client, 'pads')}")
        assert pad["og:title"] == "Ann shares a Qwixx score pad"


@pytest.mark.parametrize("name", ['"><script>1', "<b>A&B</b>", "O'Hara & 'Co'", "{name}"])
def test_names_are_escaped_in_the_page(tmp_path: Path, wifi: Wifi, name: str) -> None:
    with served(tmp_path) as client:
        table = new(client, name=name)
        page = client.get(f"/t/{table}").text
        assert tags(client, f"/t/{table}")["og:title"] == f"{name} invites you to play Qwixx"
        assert page.count("<script") == client.get("/").text.count("<script")
        assert name not in page or name == "{name}"


def test_a_page_without_a_table_has_no_preview(tmp_path: Path, wifi: Wifi) -> None:
    with served(tmp_path) as client:
        assert tags(client, "/t/unknown") == tags(client, "/") == {}
        assert client.get("/t/unknown").status_code == 200


def test_a_page_with_a_preview_is_compressed_and_otherwise_unchanged(tmp_path: Path, wifi: Wifi) -> None:
    with served(tmp_path) as client:
        path = f"/t/{new(client)}"
        small = client.get(path, headers={"Accept-Encoding": "gzip"})
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        assert small.headers["Content-Encoding"] == "gzip"
        assert small.text == plain.text
        assert re.sub(r'<meta (property="og|name="twitter)[^>]*>', "", plain.text) == client.get("/").text
        for name in ("Qwixx", "Cache-Control", "Vary", "Link", "Content-Security-Policy"):
            assert plain.headers[name] == client.get("/").headers[name]


def test_the_preview_image_is_small_and_has_the_declared_size() -> None:
    data = (STATIC / "invitation.png").read_bytes()
    assert len(data) < 60_000
    assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (1200, 630)


# Headers


@pytest.mark.parametrize(
    ("host", "base_url", "is_sent"),
    [
        ("http://192.168.1.20:8080", None, False),
        ("https://qwixx.example", None, True),
        ("http://play.example.org", "https://play.example.org", True),
    ],
)
def test_the_opener_policy_is_sent_only_with_tls(
    tmp_path: Path, host: str, base_url: str | None, is_sent: bool
) -> None:
    with served(tmp_path, base_url, host=host, client=PHONE) as client:
        assert ("Cross-Origin-Opener-Policy" in client.get("/").headers) == is_sent
