"""``qwixx move-tables``: tables from one store to another."""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.rules.errors import InputError
from qwixx.system.signals import defer_handlers
from qwixx.terminal.console import Console, print_notice

if TYPE_CHECKING:
    from qwixx.cli.place import Place
    from qwixx.server.stores.exporting import TableExport
    from qwixx.server.stores.store import Backend

REASONS_SHOWN = 3

EXAMPLES = """\
examples:
  qwixx move-tables tables.sqlite postgresql://qwixx@db.example.org/qwixx
  qwixx move-tables postgresql://qwixx@db.example.org/qwixx tables.sqlite

Stop all servers first. Either all tables are copied or none; they are replayed and compared, and existing
tables are never overwritten. FROM is not changed. Put a password into PGPASSWORD."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = "a file, or postgresql://USER@HOST/DATABASE"
    parser.add_argument("source", metavar="FROM", help=f"where the tables are: {where}")
    parser.add_argument("target", metavar="TO", help=f"where to put them: {where}")


def run(args: argparse.Namespace) -> int:
    """Move all tables of one place to another one; the exit status."""
    # Only this command and the server need stores.
    with defer_handlers():
        import asyncio

        from qwixx.cli.place import place_named, store_at

    source, target = place_named(args.source), place_named(args.target)
    if isinstance(source, Path) and not source.exists():
        raise InputError(f"there is no file {source}")
    with store_at(source) as store:
        export = asyncio.run(_moved(store, source, target))
    Console().print(
        f"{len(export.names)} tables with {export.facts} facts are now in {target}, replayed and compared."
        f"\n{source} is as it was: keep it as a backup, and do not play there."
    )
    _print_unplayable(export.unplayable)
    return 0


def _print_unplayable(reasons: Sequence[str]) -> None:
    """The number of tables that cannot be replayed, and the most frequent reasons."""
    if not reasons:
        return
    print_notice(f"qwixx: {len(reasons)} of them cannot be replayed, neither here nor there")
    for reason, tables in Counter(reasons).most_common(REASONS_SHOWN):
        print_notice(f"    {tables}: {reason}")


async def _moved(store: "Backend", source: "Place", target: "Place") -> "TableExport":
    from qwixx.server.stores.exporting import TableExport
    from qwixx.server.stores.store import NullSubscriber

    await store.begin(NullSubscriber())
    try:
        await _check_unused(store, source)
        export = TableExport(store, await store.tables())
        await _import(target, export)
    finally:
        await store.end()
    return export


async def _check_unused(store: "Backend", source: "Place") -> None:
    """StoreError if servers use a database; a file in use is not even opened."""
    from qwixx.server.stores.store import StoreError

    others = await store.cluster.other_processes()
    if others:
        raise StoreError(f"{source} is in use by {others} running servers; stop them first")


async def _import(target: "Place", export: "TableExport") -> None:
    if isinstance(target, Path):
        from qwixx.server.stores.sqlite.importing import import_tables as import_into_file

        await import_into_file(target, export)
        return
    # Their driver is an extra.
    from qwixx.server.stores.postgres.importing import import_tables as import_into_database
    from qwixx.server.stores.postgres.schema import prepare_database

    await prepare_database(target)
    await import_into_database(target, export)
