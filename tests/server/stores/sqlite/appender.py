"""The child process of kill tests: appends in a loop and prints what was acknowledged or refused."""

import asyncio
import os
import random
import sys
from pathlib import Path

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import StoreError

TABLES = ("a", "b", "c", "d")


def batch(first: int, size: int) -> list[bytes]:
    """Facts that contain their number and the range of their append.

    They are long, so that commits are slow and a kill often hits one.
    """
    return [f"{seq} {first} {first + size}".encode().ljust(10_000) for seq in range(first, first + size)]


async def append_for_ever(store: SqliteStore, table: str) -> None:
    first = len(await store.load(table)) + 1
    while True:
        facts = batch(first, random.randint(1, 5))
        await store.append(table, first, facts)
        lines = "".join(f"{table} {first + number}\n" for number in range(len(facts)))
        # Unbuffered, because this process is killed without warning.
        os.write(sys.stdout.fileno(), lines.encode())
        first += len(facts)


async def append_until_refused(store: SqliteStore, table: str) -> None:
    try:
        await append_for_ever(store, table)
    except StoreError as refusal:
        print(refusal, file=sys.stderr, flush=True)
        # Wait for the kill, so that nothing is cleaned up.
        await asyncio.Event().wait()


async def main() -> None:
    store = SqliteStore.open(Path(sys.argv[1]))
    await asyncio.gather(*(append_until_refused(store, table) for table in TABLES))


if __name__ == "__main__":
    asyncio.run(main())
