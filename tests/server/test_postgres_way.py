"""On the way to a database: TLS as the address asks for it, and poolers through which processes do not hear."""

import asyncio
import ssl
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from qwixx.rules.errors import QwixxError
from qwixx.server.stores.postgres import schema
from qwixx.server.stores.postgres.address import Address
from qwixx.server.stores.postgres.schema import prepare
from qwixx.server.stores.store import StoreError
from tests.server.engines import PostgresEngine
from tests.server.kept_facts import loaded
from tests.server.postgres_front import front

# A certificate that nobody has signed but itself, with its key; it is for these tests alone.
CERTIFICATE = Path(__file__).with_name("postgres_front.pem")
# Somebody else's.
STRANGER = Path(__file__).with_name("postgres_stranger.pem")


def tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


def by_way_of(url: str, port: int, query: str = "") -> str:
    return urlsplit(url)._replace(netloc=f"postgres@127.0.0.1:{port}", query=query).geturl()


def port_of(url: str) -> int:
    port = urlsplit(url).port
    assert port is not None
    return port


@pytest.mark.parametrize("query", ["sslmode=require", f"sslmode=verify-full&sslrootcert={CERTIFICATE}"])
def test_tables_are_kept_through_tls(url: str, query: str) -> None:
    async def scene() -> list[bytes]:
        async with (
            front(port_of(url), tls()) as port,
            PostgresEngine(by_way_of(url, port, query)).opened() as store,
        ):
            await store.append("t", 1, [b"one"])
            return await loaded(store, "t")

    assert asyncio.run(scene()) == [b"one"]


def told(url: str, query: str, tls: ssl.SSLContext | None) -> str:
    async def scene() -> None:
        async with front(port_of(url), tls) as port:
            await prepare(Address(by_way_of(url, port, query)))

    with pytest.raises(QwixxError) as caught:
        asyncio.run(scene())
    return str(caught.value)


def test_a_certificate_that_others_signed(url: str) -> None:
    said = told(url, f"sslmode=verify-full&sslrootcert={STRANGER}", tls())
    assert "cannot be reached safely (TLS); check that it has TLS, its certificate, and the sslmode" in said


def test_a_database_without_tls(url: str) -> None:
    assert "cannot be reached safely (TLS); check that it has TLS" in told(url, "sslmode=require", None)


def test_whom_to_trust_has_to_be_said(url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "verify-full, which needs sslrootcert=FILE" in told(url, "sslmode=verify-full", tls())
    missing = told(url, f"sslmode=verify-full&sslrootcert={tmp_path}/none.pem", tls())
    assert missing == "there is no such file as sslrootcert names in the address of the database"


def test_a_pooler_that_loses_notifications_is_found_out_at_the_start(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "NOTICE_SECONDS", 0.5)

    async def scene() -> None:
        async with front(port_of(url), is_deaf=True) as port:
            await prepare(Address(by_way_of(url, port, "sslmode=disable")))

    with pytest.raises(StoreError, match="use the address of PostgreSQL itself, not of a pooler"):
        asyncio.run(scene())
