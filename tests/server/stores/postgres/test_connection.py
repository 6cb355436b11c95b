"""Connections to a database: TLS as the address requests it, and poolers that drop notifications."""

import asyncio
import ssl
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from qwixx.rules.errors import QwixxError
from qwixx.server.stores.postgres import cluster, schema
from qwixx.server.stores.postgres import store as postgres_store
from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.schema import prepare_database
from qwixx.server.stores.postgres.store import PostgresStore
from qwixx.server.stores.store import NullSubscriber, OutcomeUnknown, StoreError
from tests.server.stores.engines import PostgresEngine
from tests.server.stores.postgres.front import front
from tests.server.stores.postgres.scenes import PROCESS_HEARTBEAT_SECONDS, until
from tests.server.stores.stored_facts import loaded

# A self-signed certificate with its key, for these tests only.
CERTIFICATE = Path(__file__).with_name("front.pem")
# An unrelated certificate.
STRANGER = Path(__file__).with_name("stranger.pem")


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
def test_tables_are_stored_over_tls(url: str, query: str) -> None:
    async def scene() -> list[bytes]:
        async with (
            front(port_of(url), tls()) as port,
            PostgresEngine(by_way_of(url, port, query)).opened() as store,
        ):
            await store.append("t", 1, [b"one"])
            return await loaded(store, "t")

    assert asyncio.run(scene()) == [b"one"]


def message_of(url: str, query: str, tls: ssl.SSLContext | None) -> str:
    async def scene() -> None:
        async with front(port_of(url), tls) as port:
            await prepare_database(DatabaseAddress(by_way_of(url, port, query)))

    with pytest.raises(QwixxError) as caught:
        asyncio.run(scene())
    return str(caught.value)


def test_an_untrusted_certificate_is_refused(url: str) -> None:
    message = message_of(url, f"sslmode=verify-full&sslrootcert={STRANGER}", tls())
    assert (
        "cannot be reached safely (TLS); check that it has TLS, its certificate, and the sslmode" in message
    )


def test_a_database_without_tls_is_refused_if_tls_is_required(url: str) -> None:
    assert "cannot be reached safely (TLS); check that it has TLS" in message_of(url, "sslmode=require", None)


def test_the_root_certificate_must_be_named(
    url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "verify-full, which needs sslrootcert=FILE" in message_of(url, "sslmode=verify-full", tls())
    missing = message_of(url, f"sslmode=verify-full&sslrootcert={tmp_path}/none.pem", tls())
    assert missing == "the file that sslrootcert names in the address of the database does not exist"


def test_a_pooler_that_drops_notifications_is_detected_at_startup(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "NOTIFICATION_SECONDS", 0.5)

    async def scene() -> None:
        async with front(port_of(url), is_deaf=True) as port:
            await prepare_database(DatabaseAddress(by_way_of(url, port, "sslmode=disable")))

    with pytest.raises(StoreError, match="use the address of PostgreSQL itself, not of a pooler"):
        asyncio.run(scene())


def test_shutdown_does_not_wait_long_for_a_database_that_stops_responding(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def scene() -> float:
        silent = asyncio.Event()
        async with front(port_of(url), is_silent=silent) as port:
            address = by_way_of(url, port)
            await prepare_database(DatabaseAddress(address))
            store = PostgresStore(DatabaseAddress(address))
            await store.begin(NullSubscriber())
            await store.append("t", 1, [b"one"])
            silent.set()
            writing = asyncio.create_task(store.append("t", 2, [b"two"]))
            queued = asyncio.create_task(store.append("t", 3, [b"three"]))
            await until(store.cluster.unreachable_for)
            began = time.monotonic()
            await store.end()
            took = time.monotonic() - began
            outcome, queued_outcome = await asyncio.gather(writing, queued, return_exceptions=True)
            assert isinstance(outcome, OutcomeUnknown)
            assert isinstance(queued_outcome, StoreError)
            return took

    monkeypatch.setattr(postgres_store, "END_SECONDS", 0.5)
    monkeypatch.setattr(cluster, "PROCESS_HEARTBEAT_SECONDS", PROCESS_HEARTBEAT_SECONDS)
    # Without a limit at shutdown, the statement would wait for STATEMENT_SECONDS.
    assert asyncio.run(asyncio.wait_for(scene(), 60)) < 8
    assert asyncio.run(kept_in(url)) == [b"one"]


async def kept_in(url: str) -> list[bytes]:
    async with PostgresEngine(url).opened() as store:
        return await loaded(store, "t")
