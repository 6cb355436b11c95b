"""A server of tables: where tables are opened, joined and watched."""

import secrets
from collections.abc import Sequence
from typing import Unpack

from qwixx.client.links import Link, parse_link, server_url
from qwixx.client.requests import Requests
from qwixx.client.seat_store import SeatStore, StoredSeat, user_seats
from qwixx.client.table import AsyncRemoteTable
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import Options, Ruleset, ruleset
from qwixx.tables import protocol

LOCAL = "http://localhost:8080"
KEY_BYTES = 16


class AsyncServer:
    """A server by its address. ``seats`` keeps the secrets of the seats that are taken there.

    By default these are in this user's state folder, so that a later process can go on; with
    ``SeatStore(None)`` they last as long as the tables are open.
    """

    def __init__(self, url: str = LOCAL, seats: SeatStore | None = None) -> None:
        self.url: str = server_url(url)
        self.requests: Requests = Requests(self.url)
        self._seats = user_seats() if seats is None else seats

    def __repr__(self) -> str:
        return f"AsyncServer({self.url!r})"

    async def open(
        self,
        game: str | Ruleset = "dice",
        *,
        name: str,
        seats: Sequence[str | None] = (None, None),
        settings: protocol.TableSettings | None = None,
        **options: Unpack[Options],
    ) -> AsyncRemoteTable:
        """Open a table and take its first seat that is None; the others are bots by name, or for people."""
        rules = ruleset(game, **options)
        new = protocol.NewTable(
            rules.name,
            tuple(map(protocol.NewSeat, seats)),
            name,
            rules.option_words,
            settings or protocol.TableSettings(),
            contributes=True,
            key=secrets.token_hex(KEY_BYTES),
        )
        seated, secret = await self.requests.seat("/api/tables", new)
        return await self._sit(StoredSeat(self.url, seated.table, name, secret), seated)

    async def join(self, link: str, name: str) -> AsyncRemoteTable:
        """Sit down at a table by its link, its six-letter code, or the private link of a seat.

        A person of this name who has a seat there on this machine gets it back.
        """
        place = parse_link(link)
        if place.server not in (None, self.url):
            return await AsyncServer(place.server or self.url, self._seats).join(link, name)
        table = await self._table_named(place)
        if place.secret is not None:
            return await self._enter(StoredSeat(self.url, table, name, place.secret))
        known = next((seat for seat in self._seats.at(self.url, table) if seat.name == name), None)
        if known is not None and known.secret is not None:
            entered = await self._enter(known)
            if entered.seat is not None:
                return entered
            # The seat was given up, or taken away, before the game began.
            await entered.close()
            known = None
        return await self._join(known or StoredSeat(self.url, table, name, key=secrets.token_hex(KEY_BYTES)))

    async def _join(self, seat: StoredSeat) -> AsyncRemoteTable:
        # Kept before it is sent: if the answer is lost, the next attempt leads to the same seat.
        self._seats.save(seat)
        join = protocol.Join(seat.name, contributes=True, key=seat.key)
        try:
            seated, seat.secret = await self.requests.seat(f"/api/tables/{seat.table}/join", join)
        except InputError:
            self._seats.forget(seat)
            raise
        seat.key = None
        return await self._sit(seat, seated)

    async def watch(self, link: str) -> AsyncRemoteTable:
        """Watch a table without a seat."""
        place = parse_link(link)
        if place.server not in (None, self.url):
            return await AsyncServer(place.server or self.url, self._seats).watch(link)
        return await AsyncRemoteTable(
            self.requests, await self._table_named(place), None, self._seats.save
        ).enter()

    async def address(self) -> str | None:
        """The address at which others can open pages of this server; None if only this computer can."""
        return (await self.requests.get("/api/address", protocol.Address)).url

    async def summary(self, table: str) -> protocol.TableSummary:
        """The public information about a table, by its name."""
        return await self.requests.get(f"/api/tables/{table}", protocol.TableSummary)

    async def public_tables(self) -> tuple[protocol.TableInfo, ...]:
        """Public tables with people at them."""
        return (await self.requests.get("/api/tables", protocol.PublicTables)).tables

    async def _table_named(self, place: Link) -> str:
        if place.table is not None:
            return place.table
        return (await self.requests.get(f"/api/codes/{place.code}", protocol.FoundTable)).table

    async def _sit(self, seat: StoredSeat, seated: protocol.Seated) -> AsyncRemoteTable:
        for each in seated.commitments:
            seat.commitments.setdefault(each.game, each.hash)
        self._seats.save(seat)
        return await self._enter(seat)

    async def _enter(self, seat: StoredSeat) -> AsyncRemoteTable:
        return await AsyncRemoteTable(self.requests, seat.table, seat, self._seats.save).enter()
