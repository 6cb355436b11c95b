"""The seats that this user has taken: their secrets, in files that no other user can read."""

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from platformdirs import user_state_path

from qwixx.rules.errors import OperationalError
from qwixx.system.files import replace_file

# As long as a browser keeps the cookie of a seat.
RETENTION_SECONDS = 30 * 24 * 3600
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


class Contribution(msgspec.Struct):
    """The contribution of a seat to the seed of a game, in hexadecimal digits."""

    seat: int
    value: str


class StoredSeat(msgspec.Struct):
    """A seat at a table: its ``secret``, or the ``key`` of a request for it that was not answered yet.

    ``commitments`` and ``contributions`` are those seen before each game was drawn, by its number.
    """

    server: str
    table: str
    name: str
    secret: str | None = None
    key: str | None = None
    commitments: dict[int, str] = {}
    contributions: dict[int, Contribution] = {}


class SeatStore:
    """A folder with one file for each seat; without a folder, nothing outlasts the process."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def at(self, server: str, table: str) -> list[StoredSeat]:
        """The seats at a table, that taken last first."""
        return [seat for seat in self._all() if (seat.server, seat.table) == (server, table)]

    def save(self, seat: StoredSeat) -> None:
        """Keep a seat, if the store has a folder."""
        if self._folder is None:
            return
        try:
            self._folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            replace_file(self._path(seat), [msgspec.json.encode(seat)], PRIVATE_FILE)
        except OSError as error:
            raise OperationalError(f"cannot keep the secret of a seat in {self._folder}: {error}") from error

    def forget(self, seat: StoredSeat) -> None:
        """Remove a seat."""
        if self._folder is not None:
            self._path(seat).unlink(missing_ok=True)

    def _path(self, seat: StoredSeat) -> Path:
        assert self._folder is not None
        named = hashlib.sha256("\n".join((seat.server, seat.table, seat.name)).encode()).hexdigest()
        return self._folder / f"{named[:32]}.json"

    def _all(self) -> Iterator[StoredSeat]:
        if self._folder is None or not self._folder.is_dir():
            return
        files = [(path.stat().st_mtime, path) for path in self._folder.glob("*.json")]
        for changed, path in sorted(files, reverse=True):
            if time.time() - changed > RETENTION_SECONDS:
                path.unlink(missing_ok=True)
                continue
            # Another process may have removed it, and another version may have written it.
            with suppress(OSError, msgspec.DecodeError):
                yield msgspec.json.decode(path.read_bytes(), type=StoredSeat)


def user_seats() -> SeatStore:
    """The seats of this user, in the folder of ``QWIXX_SEATS`` or in that of the system."""
    named = os.environ.get("QWIXX_SEATS")
    return SeatStore(Path(named) if named else user_state_path("qwixx", appauthor=False) / "seats")
