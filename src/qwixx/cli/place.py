"""Where tables are kept, as a command line names it: a file, or the address of a PostgreSQL database."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from qwixx.rules.errors import InputError, OperationalError
from qwixx.server.stores.postgres.address import Address, is_address
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import StoreError

if TYPE_CHECKING:
    from qwixx.server.stores.postgres.store import PostgresStore

    AnyStore = SqliteStore | PostgresStore

Place = Path | Address

# So that a password need not be in a command line, which everybody on a machine can read.
VARIABLE = "QWIXX_DATA"


def usual_place() -> str:
    """What the environment names, or else a file of this user."""
    return os.environ.get(VARIABLE) or str(user_data_path("qwixx", appauthor=False) / "tables.sqlite")


def place_named(text: str) -> Place:
    """The place that a text names; nothing has to be there yet."""
    if is_address(text):
        if find_spec("asyncpg") is None:
            raise OperationalError("tables in PostgreSQL need asyncpg: pip install 'qwixx[postgres]'")
        return Address(text)
    scheme, separator, _ = text.partition("://")
    if separator:
        raise InputError(f"no tables can be kept at {scheme}://: name a file, or postgresql://HOST/DATABASE")
    return Path(text)


@contextmanager
def store_at(place: Place, on_end: Callable[[StoreError], None] | None = None) -> "Iterator[AnyStore]":
    """The store at a place, which is made ready to be used; ``on_end`` is told if it ends by itself."""
    if isinstance(place, Path):
        with closing(SqliteStore.open(place, on_end=on_end)) as file:
            yield file
        return
    # Their driver is an extra.
    from qwixx.server.stores.postgres.schema import prepare
    from qwixx.server.stores.postgres.store import PostgresStore

    asyncio.run(prepare(place))
    yield PostgresStore(place, on_end)
