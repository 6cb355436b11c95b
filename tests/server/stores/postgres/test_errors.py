"""Error messages for an unusable database: the problem and its remedy, without the password."""

import asyncio
import logging
import socket
from collections.abc import Coroutine
from typing import Any

import pytest

from qwixx.rules.errors import QwixxError
from qwixx.server.stores.postgres import connection
from qwixx.server.stores.postgres.address import DatabaseAddress, is_address
from qwixx.server.stores.postgres.schema import prepare_database
from qwixx.server.stores.store import StoreError
from tests.postgres import GUARDED_USER, PostgresServer
from tests.server.stores.engines import PostgresEngine
from tests.server.stores.stored_facts import loaded

SECRET = "s3cr3t"


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_database()


def message_of(work: Coroutine[Any, Any, object]) -> str:
    """The error message of work with an unusable database."""
    with pytest.raises(StoreError) as caught:
        asyncio.run(work)
    return str(caught.value)


def refusal_of(url: str) -> str:
    return message_of(prepare_database(DatabaseAddress(url)))


# Addresses


def test_an_address_shows_no_password() -> None:
    address = DatabaseAddress(f"postgresql://ann:{SECRET}@db.example.org:5433/tables?password={SECRET}")
    assert str(address) == "the database tables at db.example.org:5433"
    assert SECRET not in repr(address)
    assert (
        str(DatabaseAddress("postgres:///tables?host=/run/postgresql"))
        == "the database tables at /run/postgresql"
    )


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ann:{SECRET}/{SECRET}@host/tables",
        f"postgresql://ann:{SECRET}?{SECRET}@host/tables",
        f"postgresql://ann:{SECRET}#{SECRET}@host/tables",
        f"postgresql://[ann:{SECRET}@host/tables",
        f"postgresql:/ann:{SECRET}@host/tables",
        f"POSTGRESQL:ann:{SECRET}@host/tables",
        f"postgresql://ann:{SECRET}@host:{SECRET}/tables",
        f"postgresql://ann@host/tables?sslmode={SECRET}",
    ],
)
def test_a_malformed_address_is_not_shown(url: str) -> None:
    assert is_address(url)
    with pytest.raises(QwixxError, match="is written") as caught:
        asyncio.run(prepare_database(DatabaseAddress(url)))
    assert SECRET not in str(caught.value)


def test_a_file_path_is_not_an_address() -> None:
    assert not is_address("tables.sqlite")
    assert not is_address("/var/lib/postgresql/tables.sqlite")


# Access denied, or not found


def test_the_error_for_a_wrong_password(
    postgres: PostgresServer, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    postgres.execute(f"CREATE ROLE {GUARDED_USER} LOGIN PASSWORD 'right'")
    wrong = url.replace("postgres@", f"{GUARDED_USER}:{SECRET}@")
    with caplog.at_level(logging.DEBUG):
        message = refusal_of(wrong)
    assert message.endswith(
        "refuses the user or the password;"
        " correct them in the address, in PGPASSWORD or in the password file of that user"
    )
    assert SECRET not in message + caplog.text


def test_the_error_for_a_missing_database(postgres: PostgresServer) -> None:
    assert refusal_of(postgres.url("none")) == (
        f"the database none at 127.0.0.1:{postgres.port} does not exist;"
        " create it with `createdb`, or correct the address"
    )


def test_the_error_for_an_unknown_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert refusal_of(f"postgresql://ann:{SECRET}@nowhere.invalid/tables") == (
        "the database tables at nowhere.invalid cannot be found: its host name is unknown;"
        " correct the address"
    )


def test_the_error_for_a_refused_connection() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        assert "cannot be reached; check that it runs" in refusal_of(
            f"postgresql://ann@127.0.0.1:{port}/tables"
        )


def test_the_error_for_a_connection_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 0.1)
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        port = mute.getsockname()[1]
        assert "does not answer; check that it runs" in refusal_of(
            f"postgresql://ann@127.0.0.1:{port}/tables"
        )


# Not usable


def test_the_error_for_a_read_only_database(postgres: PostgresServer, url: str) -> None:
    database = url.rpartition("/")[2]
    postgres.execute(f"ALTER DATABASE {database} SET default_transaction_read_only = on")
    assert refusal_of(url).endswith("can only be read; use the address of the primary server")


def test_the_error_for_a_user_without_permissions(postgres: PostgresServer, url: str) -> None:
    postgres.execute("CREATE ROLE visitor LOGIN")
    message = refusal_of(url.replace("postgres@", "visitor@"))
    assert message.endswith("does not permit this user to make what qwixx needs; let it own the database")


def test_a_full_disk_is_reported_and_appends_work_again_with_free_space(
    postgres: PostgresServer, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A trigger makes PostgreSQL report a full disk."""
    engine = PostgresEngine(url)

    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"one"])
            await asyncio.to_thread(fill_disk, postgres, url)
            with pytest.raises(StoreError, match="has no space left on its disk; free some"):
                await store.append("t", 2, [b"two"])
            await asyncio.to_thread(postgres.execute, "DROP TRIGGER fail ON qwixx.facts", url=url)
            await store.append("t", 2, [b"two"])
            assert await loaded(store, "t") == [b"one", b"two"]

    with caplog.at_level(logging.WARNING):
        asyncio.run(use())
    assert [message.split()[0] for message in caplog.messages] == ["store_failed", "store_recovered"]
    assert "secret detail" not in caplog.text, "PostgreSQL's message may contain the name of a table"


def fill_disk(postgres: PostgresServer, url: str) -> None:
    postgres.execute(
        "CREATE FUNCTION qwixx.fail() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'secret detail' USING ERRCODE = 'disk_full'; END $$",
        url=url,
    )
    postgres.execute(
        "CREATE TRIGGER fail BEFORE INSERT ON qwixx.facts EXECUTE FUNCTION qwixx.fail()", url=url
    )


def test_the_error_for_tables_dropped_at_runtime(postgres: PostgresServer, url: str) -> None:
    engine = PostgresEngine(url)

    async def use() -> None:
        async with engine.opened() as store:
            await asyncio.to_thread(postgres.emptied, url)
            for work in (store.append("t", 1, [b"one"]), store.load("t")):
                with pytest.raises(StoreError, match="has lost the tables of qwixx; restore them"):
                    await work

    asyncio.run(use())
