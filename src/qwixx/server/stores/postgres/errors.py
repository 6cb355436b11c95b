"""Errors of the database, its driver and the network, as sentences.

The messages of PostgreSQL and its driver are left out, since they may quote values, and the name of a table
is its link.
"""

import socket
import ssl

import asyncpg

from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.store import OutcomeUnknown, StoreError, StoreFailure

REFUSED = (
    "{address} refuses the user or the password;"
    " correct them in the address, in PGPASSWORD or in the password file of that user"
)

CUT = "{address} has ended the connection; try again"

# By SQLSTATE, whole or its class.
SENTENCES = {
    "08": CUT,
    "25006": "{address} can only be read; use the address of the primary server",
    "28": REFUSED,
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
