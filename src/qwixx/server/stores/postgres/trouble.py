"""What can go wrong with a database, in sentences.

What PostgreSQL and its driver say themselves is left out, since it may quote values, and the name of a table
is its link.
"""

import socket
import ssl

import asyncpg

from qwixx.server.stores.health import Trouble
from qwixx.server.stores.postgres.address import Address
from qwixx.server.stores.store import StoreError, Unsure

REFUSED = (
    "{address} refuses the user or the password;"
    " correct them in the address, in PGPASSWORD or in the password file of that user"
)

CUT = "{address} has ended the connection; try again"

# By SQLSTATE, whole or its class.
TROUBLES = {
    "08": CUT,
    "25006": "{address} can only be read; use the address of the primary server",
    "28": REFUSED,
    "3D000": "{address} does not exist; make it with `createdb`, or correct the address",
    "42501": "{address} does not permit this user to make what qwixx needs; let it own the database",
    "42P01": "{address} has lost the tables of qwixx; restore them from a backup and restart the server",
    "53100": "{address} has no room left on its disk; make room there and try again",
    "53200": "{address} has no memory left; give it more and try again",
    "53300": "{address} takes no more connections; raise its max_connections, or run fewer processes",
    "53": "{address} lacks something it needs ({name}); see its log",
    "57P03": "{address} is starting or stopping; try again in a moment",
    "57": CUT,
}
OTHER = "{address} cannot be used ({name}); see its log"

# Raised for values that no database could take: those who gave them are told, and the store is well.
UNFIT = (TypeError, ValueError, OverflowError, asyncpg.DataError)


def trouble(address: Address, error: BaseException) -> StoreError:
    """An error of the database, its driver or the network in words, to be raised once."""
    found: StoreError
    if isinstance(error, StoreError):
        found = type(error)(str(error))
    elif _is_unfit(error):
        found = StoreError(f"{address} does not take this ({type(error).__name__})")
    else:
        found = Trouble(_sentence(error).format(address=address, name=type(error).__name__))
    found.__cause__ = error
    return found


def unsure(address: Address, error: BaseException) -> Unsure:
    """Told of facts that were on their way when the connection ended."""
    found = Unsure(f"{address} was not heard of again ({type(error).__name__}); load the table")
    found.__cause__ = error
    return found


def is_certain(error: BaseException) -> bool:
    """Whether nothing was done for sure: the driver refused it, or the database did, and is still there."""
    if isinstance(error, asyncpg.PostgresError):
        # To be cut off, or stopped, may come between a commit and its confirmation.
        is_over = error.severity_en in ("FATAL", "PANIC") or error.sqlstate.startswith(("08", "57"))
        return not is_over
    if isinstance(error, StoreError):
        return not isinstance(error, Unsure)
    return isinstance(error, asyncpg.InterfaceError) or _is_unfit(error)


def _is_unfit(error: BaseException) -> bool:
    # What a wrong certificate raises is both.
    return isinstance(error, UNFIT) and not isinstance(error, OSError)


def _sentence(error: BaseException) -> str:
    if isinstance(error, asyncpg.PostgresError):
        return TROUBLES.get(error.sqlstate) or TROUBLES.get(error.sqlstate[:2], OTHER)
    if isinstance(error, asyncpg.InterfaceError | asyncpg.InternalClientError):
        return CUT
    # The driver itself raises the latter where a server has no TLS.
    if isinstance(error, ssl.SSLError) or type(error) is ConnectionError:
        return (
            "{address} cannot be reached safely (TLS); check that it has TLS, its certificate,"
            " and the sslmode and sslrootcert of the address"
        )
    if isinstance(error, socket.gaierror):
        return "{address} cannot be found, since no machine has that name; correct the address"
    if isinstance(error, TimeoutError):
        return "{address} does not answer; check that it runs and that no firewall is in between"
    if isinstance(error, OSError):
        return "{address} cannot be reached; check that it runs and takes connections from here"
    return OTHER
