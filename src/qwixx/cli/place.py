"""The place of a store, as a command line names it: a file, or the address of a PostgreSQL database."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from platformdirs import user_data_path

from qwixx.extras import require
from qwixx.rules.errors import InputError
from qwixx.server.stores.postgres.address import DatabaseAddress, is_address
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import Backend, StoreError

Place = Path | DatabaseAddress

# So that a password need not be in a command line, which all users of a machine can read.
DATA_VARIABLE = "QWIXX_DATA"


def usual_place() -> str:
    """The place that the environment names, or else a file of this user."""
    return os.environ.get(DATA_VARIABLE) or str(user_data_path("qwixx", appauthor=False) / "tables.sqlite")


def place_named(text: str) -> Place:
    """The place that a text names; nothing has to be there yet."""
    if is_address(text):
        require("postgres", "a store in PostgreSQL")
        return DatabaseAddress(text)
    scheme, separator, _ = text.partition("://")
    if separator:
        raise InputError(f"no tables can be kept at {scheme}://: name a file, or postgresql://HOST/DATABASE")
    return Path(text)


@contextmanager
def store_at(place: Place, on_end: Callable[[StoreError], None] | None = None) -> Iterator[Backend]:
    """The store at a place, ready to be used; ``on_end`` is called if it ends by itself."""
    if isinstance(place, Path):
        with closing(SqliteStore.open(place, on_end=on_end)) as file:
            yield file
        return
    # Their driver is an extra.
    from qwixx.server.stores.postgres.schema import prepare_database
    from qwixx.server.stores.postgres.store import PostgresStore

    asyncio.run(prepare_database(place))
    yield PostgresStore(place, on_end)
