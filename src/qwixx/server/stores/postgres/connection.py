"""Connections to the database: one for each kind of work, which reconnect with backoff; errors as sentences.

The messages of PostgreSQL and its driver are left out of the sentences, since they may quote values, and the
name of a table is its link.
"""

import random
import socket
import ssl
import time
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, Protocol

import asyncpg

from qwixx.server.stores.postgres.address import DatabaseAddress, unreadable
from qwixx.server.stores.store import OutcomeUnknown, StoreError, StoreFailure

CONNECT_SECONDS = 5.0
STATEMENT_SECONDS = 10.0
DISCONNECT_SECONDS = 2.0
# Between attempts to connect; each delay is twice as long as the one before.
FIRST_RECONNECT_DELAY = 0.05
LONGEST_RECONNECT_DELAY = 2.0

SETTINGS = {
    # A process that freezes in the midst of a transaction does not block others for longer.
    "idle_in_transaction_session_timeout": "10000",
    # The plans of our statements do not depend on their values.
    "plan_cache_mode": "force_generic_plan",
    "search_path": "qwixx",
}

LOGIN_REFUSED = (
    "{address} refuses the user or the password;"
    " correct them in the address, in PGPASSWORD or in the password file of that user"
)

CUT = "{address} has ended the connection; try again"

# By SQLSTATE, whole or its class.
SENTENCES = {
    "08": CUT,
    "25006": "{address} can only be read; use the address of the primary server",
    "28": LOGIN_REFUSED,
    "3D000": "{address} does not exist; create it with `createdb`, or correct the address",
    "42501": "{address} does not permit this user to make what qwixx needs; let it own the database",
    "42P01": "{address} has lost the tables of qwixx; restore them from a backup and restart the server",
    "53100": "{address} has no space left on its disk; free some and try again",
    "53200": "{address} is out of memory; give it more and try again",
    "53300": "{address} takes no more connections; raise its max_connections, or run fewer processes",
    "53": "{address} lacks a resource ({name}); see its log",
    "57P03": "{address} is starting or stopping; try again in a moment",
    "57": CUT,
}
OTHER = "{address} cannot be used ({name}); see its log"

# Raised for invalid values: the caller gets the error, and the store is healthy.
INVALID = (TypeError, ValueError, OverflowError, asyncpg.DataError)


class PostgresConnection(Protocol):
    """The part of asyncpg's connection that we use."""

    async def execute(self, statement: str, *values: object) -> str: ...
    async def executemany(self, statement: str, values: Iterable[Sequence[object]]) -> None: ...
    async def fetch(self, statement: str, *values: object) -> list[Sequence[Any]]: ...
    async def fetchrow(self, statement: str, *values: object) -> Sequence[Any] | None: ...
    async def fetchval(self, statement: str, *values: object) -> Any: ...
    async def copy_records_to_table(
        self,
        table_name: str,
        *,
        schema_name: str,
        columns: Sequence[str],
        records: Iterable[Sequence[object]] | AsyncIterable[Sequence[object]],
        timeout: float,
    ) -> str: ...
    def transaction(self) -> AbstractAsyncContextManager[object]: ...
    async def add_listener(self, channel: str, callback: Callable[..., None]) -> None: ...
    def add_termination_listener(self, callback: Callable[..., None]) -> None: ...
    def is_closed(self) -> bool: ...
    def terminate(self) -> None: ...
    async def close(self, *, timeout: float) -> None: ...


async def connect(address: DatabaseAddress, role: str) -> PostgresConnection:
    """A new connection, which the database lists as ``qwixx`` and its role; StoreError if that fails."""
    try:
        connection: PostgresConnection = await asyncpg.connect(
            address.url,
            timeout=CONNECT_SECONDS,
            command_timeout=STATEMENT_SECONDS,
            server_settings={"application_name": f"qwixx {role}", **SETTINGS},
        )
    except OSError as error:
        raise store_error(address, error) from error
    except ValueError:
        # Its message quotes what the driver could not parse.
        raise StoreError(str(unreadable())) from None
    except Exception as error:
        raise store_error(address, error) from error
    return connection


@asynccontextmanager
async def connected(address: DatabaseAddress, role: str) -> AsyncIterator[PostgresConnection]:
    """A connection for one piece of work; all errors become StoreErrors."""
    connection = await connect(address, role)
    try:
        yield connection
        await connection.close(timeout=DISCONNECT_SECONDS)
    except StoreError:
        raise
    except Exception as error:
        raise store_error(address, error) from error
    finally:
        connection.terminate()


class ReconnectingConnection:
    """A connection that reconnects with backoff when it is lost. Used by one task at a time."""

    def __init__(
        self,
        address: DatabaseAddress,
        role: str,
        set_up: Callable[[PostgresConnection], Awaitable[None]] | None = None,
    ) -> None:
        # The number of connections made so far.
        self.connects: int = 0
        self._address = address
        self._role = role
        self._set_up = set_up
        self._connection: PostgresConnection | None = None
        self._delay = FIRST_RECONNECT_DELAY
        self._failure: StoreError | None = None
        self._next_attempt = 0.0

    async def get(self) -> PostgresConnection:
        """The connection, a new one if it was lost; StoreError if that fails, and until the next attempt."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        if self._failure is not None and time.monotonic() < self._next_attempt:
            raise store_error(self._address, self._failure)
        try:
            self._connection = await self._connected()
        except StoreError as failure:
            self._failed(failure)
            raise
        self._failure, self._delay = None, FIRST_RECONNECT_DELAY
        self.connects += 1
        return self._connection

    async def _connected(self) -> PostgresConnection:
        connection = await connect(self._address, self._role)
        try:
            if self._set_up is not None:
                await self._set_up(connection)
        except BaseException as error:
            connection.terminate()
            if isinstance(error, Exception):
                raise store_error(self._address, error) from error
            raise
        return connection

    def _failed(self, failure: StoreError) -> None:
        self._failure = failure
        # Jitter, so that processes do not connect all at the same time.
        self._next_attempt = time.monotonic() + self._delay * random.uniform(0.5, 1.0)
        self._delay = min(2 * self._delay, LONGEST_RECONNECT_DELAY)

    def reset_backoff(self) -> None:
        """Do not wait before the next attempt, since another connection succeeded."""
        self._next_attempt = 0.0

    def seconds_to_next_attempt(self) -> float:
        return max(0.0, self._next_attempt - time.monotonic())

    def drop(self) -> None:
        """Terminate a connection whose state is unknown."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None or connection.is_closed():
            return
        # Errors do not matter any more.
        with suppress(Exception):
            await connection.close(timeout=DISCONNECT_SECONDS)
        connection.terminate()


# Errors


def store_error(address: DatabaseAddress, error: BaseException) -> StoreError:
    """The StoreError for an error of the database, its driver or the network; a new one for each raise."""
    found: StoreError
    if isinstance(error, StoreError):
        found = type(error)(str(error))
    elif _is_invalid(error):
        found = StoreError(f"{address} does not take this ({type(error).__name__})")
    else:
        found = StoreFailure(_sentence(error).format(address=address, name=type(error).__name__))
    found.__cause__ = error
    return found


def outcome_unknown(address: DatabaseAddress, error: BaseException) -> OutcomeUnknown:
    """The error for facts that were in flight when the connection ended."""
    found = OutcomeUnknown(
        f"{address} did not confirm what was sent ({type(error).__name__}); load the table"
    )
    found.__cause__ = error
    return found


def is_outcome_known(error: BaseException) -> bool:
    """Whether certainly nothing was written: the driver or a reachable database refused it."""
    if isinstance(error, asyncpg.PostgresError):
        # A cut connection, or a shutdown, may come between a commit and its confirmation.
        is_over = error.severity_en in ("FATAL", "PANIC") or error.sqlstate.startswith(("08", "57"))
        return not is_over
    if isinstance(error, StoreError):
        return not isinstance(error, OutcomeUnknown)
    return isinstance(error, asyncpg.InterfaceError) or _is_invalid(error)


def _is_invalid(error: BaseException) -> bool:
    # The error of a wrong certificate is both.
    return isinstance(error, INVALID) and not isinstance(error, OSError)


def _sentence(error: BaseException) -> str:
    if isinstance(error, asyncpg.PostgresError):
        return SENTENCES.get(error.sqlstate) or SENTENCES.get(error.sqlstate[:2], OTHER)
    if isinstance(error, asyncpg.InterfaceError | asyncpg.InternalClientError):
        return CUT
    # The driver raises ConnectionError itself if a server has no TLS.
    if isinstance(error, ssl.SSLError) or type(error) is ConnectionError:
        return (
            "{address} cannot be reached safely (TLS); check that it has TLS, its certificate,"
            " and the sslmode and sslrootcert of the address"
        )
    if isinstance(error, socket.gaierror):
        return "{address} cannot be found: its host name is unknown; correct the address"
    if isinstance(error, TimeoutError):
        return "{address} does not answer; check that it runs and that no firewall is in between"
    if isinstance(error, OSError):
        return "{address} cannot be reached; check that it runs and takes connections from here"
    return OTHER
