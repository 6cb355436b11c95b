"""One run of ``qwixx move-tables``: all tables of one place, at another one."""

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.cli.place import Place, place_named, store_at
from qwixx.cli.terminal import Terminal, print_notice
from qwixx.rules.errors import InputError
from qwixx.server.stores.sqlite.arrival import arrive as arrive_in_file
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import Kept, StoreError
from qwixx.server.stores.whole_table import Journey

if TYPE_CHECKING:
    from qwixx.cli.place import AnyStore


def move_tables(args: argparse.Namespace) -> int:
    """The exit status."""
    source, target = place_named(args.source), place_named(args.target)
    if isinstance(source, Path) and not source.exists():
        raise InputError(f"there is no file {source}")
    with store_at(source) as store:
        journey = asyncio.run(_moved(store, source, target))
    Terminal().print(
        f"{len(journey.names)} tables with {journey.facts} facts are now in {target}, replayed and compared."
        f"\n{source} is as it was: keep it as a backup, and do not play there."
    )
    if journey.unplayable:
        print_notice(f"qwixx: {journey.unplayable} of them cannot be replayed, neither here nor there")
    return 0


async def _moved(store: "AnyStore", source: Place, target: Place) -> Journey:
    await store.begin(_Deaf())
    try:
        await _check_unused(store, source)
        journey = Journey(store, await store.tables())
        await _arrive(target, journey)
    finally:
        await store.end()
    return journey


async def _check_unused(store: "AnyStore", source: Place) -> None:
    """StoreError if servers use a database; a file in use is not even opened."""
    others = 0 if isinstance(store, SqliteStore) else await store.others()
    if others:
        raise StoreError(f"{source} is in use by {others} running servers; stop them first")


async def _arrive(target: Place, journey: Journey) -> None:
    if isinstance(target, Path):
        await arrive_in_file(target, journey)
        return
    # Their driver is an extra.
    from qwixx.server.stores.postgres.arrival import arrive as arrive_in_database
    from qwixx.server.stores.postgres.schema import prepare

    await prepare(target)
    await arrive_in_database(target, journey)


class _Deaf:
    """News are of no interest to somebody who only looks once."""

    def hear_facts(self, table: str, first: int, facts: Sequence[Kept]) -> None: ...

    def hear_presence(self, table: str) -> None: ...

    def hear_gap(self) -> None: ...
