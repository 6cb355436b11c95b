"""What a store gives back without its times, as most tests compare it."""

from qwixx.server.stores.store import Store


async def loaded(store: Store, table: str, after: int = 0) -> list[bytes]:
    return [kept.fact for kept in await store.load(table, after)]


async def loaded_from_last(store: Store, table: str, beginning: bytes) -> list[tuple[int, bytes]]:
    return [(number, kept.fact) for number, kept in await store.load_from_last(table, beginning)]


async def first_of(store: Store, table: str) -> bytes | None:
    first = await store.first(table)
    return None if first is None else first.fact
