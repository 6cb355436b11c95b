"""The client's files: compressed if the browser accepts it, and cached if their names permit it."""

import gzip
import re
from contextlib import closing
from pathlib import Path

import brotli
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from qwixx.server.app import create_app
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.transport.middleware import ASSET_HEADERS, HEADERS
from qwixx.server.web.static_files import STATIC, VALIDATORS, CompressedFiles, accepted_codings

SCRIPT = b"export const answer = 42\n" * 100


@pytest.fixture
def files(tmp_path: Path) -> TestClient:
    (tmp_path / "script.js").write_bytes(SCRIPT)
    (tmp_path / "script.js.br").write_bytes(brotli.compress(SCRIPT))
    (tmp_path / "script.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "font.woff2").write_bytes(b"a font")
    return TestClient(Starlette(routes=[Mount("/", CompressedFiles(directory=tmp_path))]))


@pytest.mark.parametrize(
    ("header", "codings"),
    [
        ("gzip, deflate, br, zstd", ["br", "gzip"]),
        ("gzip", ["gzip"]),
        ("GZIP;q=0.5, br;q=0.1", ["br", "gzip"]),
        ("br;q=0, gzip", ["gzip"]),
        ("*", ["br", "gzip"]),
        ("*;q=0, gzip", ["gzip"]),
        ("identity", []),
        ("", []),
        ("br;q=nonsense, gzip;quality=1", []),
    ],
)
def test_accepted_codings_are_parsed(header: str, codings: list[str]) -> None:
    assert list(accepted_codings(header)) == codings


def test_gzip_for_clients_that_do_not_accept_brotli(files: TestClient) -> None:
    answer = files.get("/script.js", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert int(answer.headers["Content-Length"]) < len(SCRIPT) / 10
    assert answer.content == SCRIPT


def test_brotli_for_clients_that_accept_it(files: TestClient) -> None:
    answer = files.get("/script.js", headers={"Accept-Encoding": "gzip, br"})
    assert answer.headers["Content-Encoding"] == "br"
    assert int(answer.headers["Content-Length"]) < len(SCRIPT) / 10
    assert answer.content == SCRIPT


def test_the_uncompressed_file_for_clients_that_accept_nothing_else(files: TestClient) -> None:
    answer = files.get("/script.js", headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.content == SCRIPT


def test_a_file_without_compressed_copies_is_sent_unchanged(files: TestClient) -> None:
    answer = files.get("/font.woff2", headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in answer.headers
    assert answer.content == b"a font"


def test_compressed_copies_cannot_be_requested_directly(files: TestClient) -> None:
    assert files.get("/script.js.br").status_code == 404
    assert files.get("/script.js.gz").status_code == 404


def test_a_cached_file_is_not_sent_again(files: TestClient) -> None:
    accepted = {"Accept-Encoding": "gzip"}
    tag = files.get("/script.js", headers=accepted).headers["ETag"]
    assert files.get("/script.js", headers={**accepted, "If-None-Match": tag}).status_code == 304
    other = files.get("/script.js", headers={"Accept-Encoding": "identity", "If-None-Match": tag})
    assert other.status_code == 200, "another coding is another representation"


@pytest.mark.parametrize("coding", ["br", "gzip"])
def test_scripts_and_styles_of_the_client_are_compressed_and_cached_forever(
    tmp_path: Path, coding: str
) -> None:
    named = re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', (STATIC / "index.html").read_text())
    assert len(named) >= 2
    with (
        closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store,
        TestClient(create_app(store)) as client,
    ):
        for path in named:
            with client.stream("GET", path, headers={"Accept-Encoding": coding}) as answer:
                assert answer.headers["Content-Encoding"] == coding
                assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
                assert {name: answer.headers.get(name) for name in HEADERS} == {
                    name: ASSET_HEADERS.get(name) for name in HEADERS
                }
                assert not any(name in answer.headers for name in VALIDATORS)
                size = len(b"".join(answer.iter_raw()))
            whole = (STATIC / path.lstrip("/")).stat().st_size
            assert size < 0.5 * whole or whole < 500


@pytest.mark.parametrize(
    ("path", "kind", "kept"),
    [
        ("/sw.js", "text/javascript", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "max-age=86400"),
        ("/icon.svg", "image/svg+xml", "max-age=86400"),
        ("/icon-192.png", "image/png", "max-age=86400"),
        ("/icon-512.png", "image/png", "max-age=86400"),
        ("/icon-maskable-512.png", "image/png", "max-age=86400"),
        ("/apple-touch-icon.png", "image/png", "max-age=86400"),
    ],
)
def test_files_that_install_the_client_have_their_content_types(
    tmp_path: Path, path: str, kind: str, kept: str
) -> None:
    with (
        closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store,
        TestClient(create_app(store)) as client,
    ):
        answer = client.get(path)
    assert answer.headers["Content-Type"].split(";")[0] == kind
    assert answer.headers["Cache-Control"] == kept
