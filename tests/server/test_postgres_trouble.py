"""What hosts are told of a database that cannot be used: what is wrong and what to do, and no password."""

import asyncio
import logging
import socket
from collections.abc import Coroutine
from typing import Any

import pytest

from qwixx.rules.errors import QwixxError
from qwixx.server.stores.postgres import link
from qwixx.server.stores.postgres.address import Address, is_address
from qwixx.server.stores.postgres.schema import prepare
from qwixx.server.stores.store import StoreError
from tests.postgres import GUARDED_USER, PostgresServer
from tests.server.engines import PostgresEngine
from tests.server.kept_facts import loaded

SECRET = "s3cr3t"


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_database()


def told(work: Coroutine[Any, Any, object]) -> str:
    """What somebody is told whose database cannot be used."""
    with pytest.raises(StoreError) as caught:
        asyncio.run(work)
    return str(caught.value)


def told_of(url: str) -> str:
    return told(prepare(Address(url)))


# Addresses


def test_an_address_shows_no_password() -> None:
    address = Address(f"postgresql://ann:{SECRET}@db.example.org:5433/tables?password={SECRET}")
    assert str(address) == "the database tables at db.example.org:5433"
    assert SECRET not in repr(address)
    assert str(Address("postgres:///tables?host=/run/postgresql")) == "the database tables at /run/postgresql"


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
def test_an_address_that_cannot_be_read_is_not_shown(url: str) -> None:
    assert is_address(url)
    with pytest.raises(QwixxError, match="is written") as caught:
        asyncio.run(prepare(Address(url)))
    assert SECRET not in str(caught.value)


def test_a_file_is_no_address() -> None:
    assert not is_address("tables.sqlite")
    assert not is_address("/var/lib/postgresql/tables.sqlite")


# Not let in, not there


def test_a_wrong_password(postgres: PostgresServer, url: str, caplog: pytest.LogCaptureFixture) -> None:
    postgres.execute(f"CREATE ROLE {GUARDED_USER} LOGIN PASSWORD 'right'")
    wrong = url.replace("postgres@", f"{GUARDED_USER}:{SECRET}@")
    with caplog.at_level(logging.DEBUG):
        message = told_of(wrong)
    assert message.endswith(
        "refuses the user or the password;"
        " correct them in the address, in PGPASSWORD or in the password file of that user"
    )
    assert SECRET not in message + caplog.text


def test_no_such_database(postgres: PostgresServer) -> None:
    assert told_of(postgres.url("none")) == (
        f"the database none at 127.0.0.1:{postgres.port} does not exist;"
        " make it with `createdb`, or correct the address"
    )


def test_no_such_machine() -> None:
    assert told_of(f"postgresql://ann:{SECRET}@nowhere.invalid/tables") == (
        "the database tables at nowhere.invalid cannot be found, since no machine has that name;"
        " correct the address"
    )


def test_nobody_listens_there() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        assert "cannot be reached; check that it runs" in told_of(f"postgresql://ann@127.0.0.1:{port}/tables")


def test_nobody_answers_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "CONNECT_SECONDS", 0.1)
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        port = mute.getsockname()[1]
        assert "does not answer; check that it runs" in told_of(f"postgresql://ann@127.0.0.1:{port}/tables")


# Not ours


def test_a_newer_version(postgres: PostgresServer, url: str) -> None:
    asyncio.run(prepare(Address(url)))
    postgres.execute("UPDATE qwixx.format SET version = 9", url=url)
    assert told_of(url).endswith("was written by a newer qwixx (format 9, this one knows 4); update qwixx")
    assert postgres.execute("SELECT version FROM qwixx.format", url=url) == [(9,)]


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE letters (x text)", "CREATE SCHEMA qwixx CREATE TABLE x ()"]
)
def test_the_database_of_another_program_stays_as_it_is(
    postgres: PostgresServer, url: str, statement: str
) -> None:
    postgres.execute(statement, url=url)
    assert told_of(url).endswith("belongs to another program; make one for qwixx with `createdb`")
    ours = (
        "SELECT count(*) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE relname = 'format'"
    )
    assert postgres.execute(ours, url=url) == [(0,)]


def test_many_processes_begin_at_the_same_time(url: str) -> None:
    async def use() -> None:
        await asyncio.gather(*(prepare(Address(url)) for _ in range(8)))

    asyncio.run(use())


# Not usable


def test_a_database_that_can_only_be_read(postgres: PostgresServer, url: str) -> None:
    database = url.rpartition("/")[2]
    postgres.execute(f"ALTER DATABASE {database} SET default_transaction_read_only = on")
    assert told_of(url).endswith("can only be read; use the address of the primary server")


def test_a_user_who_may_make_nothing(postgres: PostgresServer, url: str) -> None:
    postgres.execute("CREATE ROLE visitor LOGIN")
    message = told_of(url.replace("postgres@", "visitor@"))
    assert message.endswith("does not permit this user to make what qwixx needs; let it own the database")


def test_a_full_disk_is_told_and_it_goes_on_with_room(
    postgres: PostgresServer, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """PostgreSQL says so itself here, by a trigger."""
    engine = PostgresEngine(url)

    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"one"])
            await asyncio.to_thread(fill_disk, postgres, url)
            with pytest.raises(StoreError, match="has no room left on its disk; make room there"):
                await store.append("t", 2, [b"two"])
            await asyncio.to_thread(postgres.execute, "DROP TRIGGER fail ON qwixx.facts", url=url)
            await store.append("t", 2, [b"two"])
            assert await loaded(store, "t") == [b"one", b"two"]

    with caplog.at_level(logging.WARNING):
        asyncio.run(use())
    assert [message.split()[0] for message in caplog.messages] == ["store_failed", "store_healed"]
    assert "secret detail" not in caplog.text, "what PostgreSQL says may quote the name of a table"


def fill_disk(postgres: PostgresServer, url: str) -> None:
    postgres.execute(
        "CREATE FUNCTION qwixx.fail() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'secret detail' USING ERRCODE = 'disk_full'; END $$",
        url=url,
    )
    postgres.execute(
        "CREATE TRIGGER fail BEFORE INSERT ON qwixx.facts EXECUTE FUNCTION qwixx.fail()", url=url
    )


def test_tables_that_were_dropped_meanwhile(postgres: PostgresServer, url: str) -> None:
    engine = PostgresEngine(url)

    async def use() -> None:
        async with engine.opened() as store:
            await asyncio.to_thread(postgres.emptied, url)
            for work in (store.append("t", 1, [b"one"]), store.load("t")):
                with pytest.raises(StoreError, match="has lost the tables of qwixx; restore them"):
                    await work

    asyncio.run(use())
