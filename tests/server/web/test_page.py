"""The client's page: compressed, revalidated on every visit, with the messages of the language preloaded."""

import gzip
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import brotli
import pytest
from starlette.testclient import TestClient

from qwixx.server.app import create_app
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.web import static_files
from tests.messages import LANGUAGES
from tests.web.test_build import WEB

PAGE = b"<!doctype html><title>Qwixx</title>"
MESSAGES = {language: f"/assets/{language}.json" for language in ("en", "de", "pt", "pt-BR")}
# The client is tested with the same cases in web/tests/languages.test.ts.
CASES = json.loads((WEB / "tests" / "languageCases.json").read_text(encoding="utf-8"))


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server whose client has a page and the start messages of four languages."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_bytes(PAGE)
    (static / "index.html.gz").write_bytes(gzip.compress(PAGE, mtime=0))
    (static / "index.html.br").write_bytes(brotli.compress(PAGE))
    index = {
        language: {"files": {"table": "/assets/other.json", "start": path}, "messages": {}, "plurals": {}}
        for language, path in MESSAGES.items()
    }
    (static / "messages.json").write_text(json.dumps(index))
    monkeypatch.setattr(static_files, "STATIC", static)
    with (
        closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store,
        TestClient(create_app(store)) as opened,
    ):
        yield opened


def preloaded(client: TestClient, accepted: str) -> str:
    """The language whose messages are preloaded for this Accept-Language header."""
    link = client.get("/", headers={"Accept-Language": accepted}).headers["Link"]
    links = {f"<{path}>; rel=preload; as=fetch; crossorigin": each for each, path in MESSAGES.items()}
    return links[link]


@pytest.mark.parametrize("case", CASES, ids=lambda case: ",".join(case["tags"]))
def test_the_messages_that_the_client_will_choose_are_preloaded(
    client: TestClient, case: dict[str, Any]
) -> None:
    assert preloaded(client, ",".join(case["tags"])) == case["language"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("tlh, pt-BR;q=0.5", "pt-BR"),
        ("  PT-br ; q=0.8 ,\tde;q=0.7", "pt-BR"),
        # The order counts, not the weights, as in the client.
        ("de;q=0.1, pt-BR;q=0.9", "de"),
        (",,;q=1,;,de", "de"),
        ("pt-BR;q=", "pt-BR"),
        ("*;q=0.5, de", "de"),
        ("a-" * 10_000 + "a, pt-" + "b-" * 10_000 + "c", "pt"),
        ("", "en"),
    ],
    ids=lambda each: each[:40],
)
def test_unusual_accept_language_headers_are_understood(
    client: TestClient, accepted: str, language: str
) -> None:
    assert preloaded(client, accepted) == language


def test_a_page_without_messages_is_sent_without_a_link_header(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    (bare / "index.html").write_bytes(PAGE)
    monkeypatch.setattr(static_files, "STATIC", bare)
    answer = client.get("/", headers={"Accept-Encoding": "br"})
    assert "Link" not in answer.headers
    assert answer.content == PAGE


@pytest.mark.parametrize("path", ["/", "/t/none", "/nothing/here"])
def test_a_page_is_revalidated_and_varies_by_encoding_and_language(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["Cache-Control"] == "no-cache"
    assert {name.strip() for name in answer.headers["Vary"].split(",")} == {
        "Accept-Encoding",
        "Accept-Language",
    }
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.headers["Qwixx"] == "page", "service workers recognize our page by this header"


@pytest.mark.parametrize(
    ("accepted", "coding", "body"),
    [
        ("gzip, br", "br", brotli.compress(PAGE)),
        ("gzip", "gzip", gzip.compress(PAGE, mtime=0)),
        ("identity", None, PAGE),
    ],
)
def test_a_page_is_sent_precompressed(
    client: TestClient, accepted: str, coding: str | None, body: bytes
) -> None:
    with client.stream("GET", "/", headers={"Accept-Encoding": accepted}) as answer:
        assert answer.headers.get("Content-Encoding") == coding
        sent = b"".join(answer.iter_raw())
    assert sent == body
    assert int(answer.headers["Content-Length"]) == len(body)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_built_client_is_preloaded(tmp_path: Path, language: str) -> None:
    with (
        closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store,
        TestClient(create_app(store)) as client,
    ):
        link = client.get("/", headers={"Accept-Language": language}).headers["Link"]
        address = link[1 : link.index(">")]
        assert f"/words-{language}-start-" in address
        assert client.get(address).status_code == 200
