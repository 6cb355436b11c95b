"""Facts of a store without their times, for comparison in tests."""

from qwixx.server.stores.store import Store


async def loaded(store: Store, table: str, after: int = 0, until: int | None = None) -> list[bytes]:
    return [stored.fact for stored in await store.load(table, after, until)]


async def first_of(store: Store, table: str) -> bytes | None:
    first = await store.first(table)
    return None if first is None else first.fact
