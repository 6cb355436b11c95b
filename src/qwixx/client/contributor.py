"""The contributions of a seat to the seeds of its games, and the commitments that it has seen."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

from qwixx.client.connection import TableConnection
from qwixx.client.errors import ConnectionLost, Refused
from qwixx.client.seat_store import Contribution, StoredSeat
from qwixx.fairness.derivation import CONTRIBUTION_BYTES
from qwixx.fairness.verification import Witness
from qwixx.rules.errors import QwixxError
from qwixx.tables import protocol

UNDRAWN = ("start", "roll")


class Contributor:
    """Adds to the seed of every game that has not drawn yet, and keeps the commitments to all games."""

    def __init__(
        self, connection: TableConnection, seat: StoredSeat, save: Callable[[StoredSeat], None]
    ) -> None:
        self._connection = connection
        self._seat = seat
        self._save = save
        # The value for each game, so that it is the same when it is sent again.
        self._values: dict[int, str] = {game: each.value for game, each in seat.contributions.items()}
        self._settled: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url_parameter(self) -> str | None:
        """The contribution in the URL of the WebSocket, so that the first roll need not wait for it."""
        return None if 1 in self._settled or 1 not in self._seat.commitments else f"1-{self._value(1)}"

    def witness(self, game: int) -> Witness:
        commitment = self._seat.commitments.get(game)
        own = self._seat.contributions.get(game)
        return Witness(
            bytes.fromhex(commitment) if commitment is not None else None,
            {own.seat: bytes.fromhex(own.value)} if own is not None else {},
        )

    def save_commitments(self, commitments: tuple[protocol.Commitment, ...]) -> None:
        unknown = {each.game: each.hash for each in commitments if each.game not in self._seat.commitments}
        if unknown:
            self._seat.commitments |= unknown
            self._save(self._seat)

    def on_update(self, update: protocol.Update) -> None:
        self.save_commitments(update.info.commitments)
        own = self._connection.state.seat
        phase = update.view.public.phase if update.view is not None else ""
        for commitment in update.info.commitments:
            game = commitment.game
            has_drawn = game <= update.info.games_played and phase not in UNDRAWN
            # The contribution in the URL of the WebSocket is sent again, to learn whether it arrived.
            is_wanted = not has_drawn or game in self._values
            if own is None:
                self._settled.discard(game)
            elif is_wanted and game not in self._settled:
                self._begin(self._add(commitment, own))
            elif update.info.state == "open":
                self._move(commitment, own)

    def _begin(self, adding: Awaitable[None]) -> None:
        task = asyncio.ensure_future(adding)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _value(self, game: int) -> str:
        return self._values.setdefault(game, secrets.token_hex(CONTRIBUTION_BYTES))

    def _move(self, commitment: protocol.Commitment, seat: int) -> None:
        """The seat has another place: what was added has moved with it."""
        own = self._seat.contributions.get(commitment.game)
        if own is not None and own.seat != seat and seat in commitment.contributed:
            own.seat = seat
            self._save(self._seat)

    async def _add(self, commitment: protocol.Commitment, seat: int) -> None:
        game = commitment.game
        # Another device at the same seat was first.
        if seat in commitment.contributed and game not in self._values:
            return
        self._settled.add(game)
        value = self._value(game)
        try:
            await self._connection.send(protocol.Contribute(0, game, value))
        except ConnectionLost:
            self._settled.discard(game)
        except (Refused, QwixxError):
            # Sending it again would not help; the game is fair without this contribution, too.
            with suppress(KeyError):
                del self._values[game]
        else:
            self._seat.contributions[game] = Contribution(seat, value)
            self._save(self._seat)
