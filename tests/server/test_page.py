"""The client's page: compressed, asked for anew on every visit, and with the words its reader will need."""

import gzip
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from qwixx.server.app import create_app
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.web import page
from tests.messages import LANGUAGES

PAGE = b"<!doctype html><title>Qwixx</title>"


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server whose client has a page and the first words of three languages."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_bytes(PAGE)
    (static / "index.html.gz").write_bytes(gzip.compress(PAGE, mtime=0))
    (static / "index.html.br").write_bytes(b"as Brotli")
    for name in ("words-en-app-A1", "words-de-app-B2", "words-pt-app-C-3_x", "words-de-play-D4"):
        (static / "assets" / f"{name}.js").write_text("")
    monkeypatch.setattr(page, "STATIC", static)
    with (
        closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store,
        TestClient(create_app(store)) as opened,
    ):
        yield opened


@pytest.mark.parametrize(
    ("accepted", "words"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "words-de-app-B2"),
        ("fr, pt-BR;q=0.5", "words-pt-app-C-3_x"),
        ("DE", "words-de-app-B2"),
        ("fr", "words-en-app-A1"),
        ("*", "words-en-app-A1"),
        ("", "words-en-app-A1"),
    ],
)
def test_the_first_words_of_the_reader_are_preloaded(client: TestClient, accepted: str, words: str) -> None:
    link = client.get("/", headers={"Accept-Language": accepted}).headers["Link"]
    assert link == f"</assets/{words}.js>; rel=modulepreload; crossorigin"


def test_a_client_without_words_is_sent_without_a_link(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    (bare / "index.html").write_bytes(PAGE)
    monkeypatch.setattr(page, "STATIC", bare)
    answer = client.get("/", headers={"Accept-Encoding": "br"})
    assert "Link" not in answer.headers
    assert answer.content == PAGE


@pytest.mark.parametrize("path", ["/", "/t/none", "/nothing/here"])
def test_a_page_is_asked_for_anew_and_differs_by_what_is_accepted(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["Cache-Control"] == "no-cache"
    assert {name.strip() for name in answer.headers["Vary"].split(",")} == {
        "Accept-Encoding",
        "Accept-Language",
    }
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.headers["Qwixx"] == "page", "service workers know by it that the page is ours"


@pytest.mark.parametrize(
    ("accepted", "coding", "body"),
    [
        ("gzip, br", "br", b"as Brotli"),
        ("gzip", "gzip", gzip.compress(PAGE, mtime=0)),
        ("identity", None, PAGE),
    ],
)
def test_a_page_is_sent_as_it_was_compressed(
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
        assert f"/words-{language}-app-" in address
        assert client.get(address).status_code == 200
