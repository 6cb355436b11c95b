"""What addresses use at each process, so that a limit for an address is one for all processes together.

No address is in the database, only a hash with a salt. Both are in tables that no crash and no backup keeps.
"""

import hashlib
import secrets
from collections.abc import Mapping

from qwixx.server.stores.postgres.link import Connection
from qwixx.server.stores.postgres.presence import SILENT_SECONDS
from qwixx.server.stores.usage import NOTHING, Used, UsedHere

SALT_BYTES = 32
HASH_BYTES = 16

OFFER_SALT = "INSERT INTO qwixx.salt (salt) VALUES ($1) ON CONFLICT DO NOTHING"
SALT = "SELECT salt FROM qwixx.salt"
FORGET_ALL = "DELETE FROM qwixx.visitors WHERE process = $1"
FORGET = "DELETE FROM qwixx.visitors WHERE process = $1 AND address = ANY ($2)"
SAY = """
INSERT INTO qwixx.visitors (process, address, connections, sockets, tables)
SELECT $1, * FROM unnest($2::bytea[], $3::integer[], $4::integer[], $5::integer[])
ON CONFLICT (process, address) DO UPDATE
SET connections = excluded.connections, sockets = excluded.sockets, tables = excluded.tables"""
ELSEWHERE = f"""
SELECT address, sum(connections)::integer, sum(sockets)::integer, sum(tables)::integer
FROM qwixx.visitors JOIN qwixx.processes USING (process)
WHERE process <> $1 AND seen >= now() - interval '{SILENT_SECONDS} seconds'
GROUP BY address"""


class SharedUsage:
    """What one process tells of its addresses, and what it knows of those of the others."""

    def __init__(self, process: str) -> None:
        self.here: UsedHere = dict
        self._process = process
        self._salt = b""
        self._said: dict[bytes, Used] = {}
        self._elsewhere: dict[bytes, Used] = {}

    def elsewhere(self, address: str) -> Used:
        return self._elsewhere.get(self._hashed(address), NOTHING) if self._elsewhere else NOTHING

    async def begin(self, connection: Connection) -> None:
        """Learn the salt of all processes, which a crash of the database changes, and begin anew."""
        await connection.execute(OFFER_SALT, secrets.token_bytes(SALT_BYTES))
        self._salt = await connection.fetchval(SALT)
        await self.leave(connection)

    async def beat(self, connection: Connection, *, is_unknown: bool) -> None:
        """Say what has changed here, all of it if nobody knew this process, and learn what others said."""
        if is_unknown:
            self._said = {}
        await self._say(connection, {self._hashed(address): used for address, used in self.here().items()})
        self._elsewhere = {
            address: Used(*used) for address, *used in await connection.fetch(ELSEWHERE, self._process)
        }

    async def _say(self, connection: Connection, now: Mapping[bytes, Used]) -> None:
        gone = self._said.keys() - now.keys()
        if gone:
            await connection.execute(FORGET, self._process, list(gone))
        changed = {address: used for address, used in now.items() if self._said.get(address) != used}
        if changed:
            columns = zip(*changed.values(), strict=True)
            await connection.execute(SAY, self._process, list(changed), *map(list, columns))
        self._said = dict(now)

    async def leave(self, connection: Connection) -> None:
        self._said = {}
        await connection.execute(FORGET_ALL, self._process)

    def _hashed(self, address: str) -> bytes:
        return hashlib.blake2b(address.encode(), key=self._salt, digest_size=HASH_BYTES).digest()
