"""The seats of a table before the first game: their changes, and the host."""

from typing import assert_never

from qwixx.tables import protocol, refusals
from qwixx.tables.game import facts
from qwixx.tables.game.plan import GamePlan
from qwixx.tables.game.state import TableState
from qwixx.tables.presence import Presence
from qwixx.tables.refusals import Refusal
from qwixx.tables.seats import Face, check_new_name, free_faces


class Host:
    """The host of a table: the person who sat down first.

    If the host is away for long before the first game, the next person who is present has the role, so that
    the others need not wait; a host who returns gets it back. People are identified by the hashes of their
    secrets, since seats change places.
    """

    def __init__(self) -> None:
        # The people who have been away for long.
        self.absent: frozenset[str | None] = frozenset()

    def seat(self, table: TableState) -> int | None:
        """The seat of the host; None while no person is seated."""
        people = table.people
        if self.absent:
            here = [seat for seat in people if table.seats[seat].secret_hash not in self.absent]
            people = (*here, *people)
        return people[0] if people else None

    def note_absence(self, table: TableState, presence: Presence, at: float) -> bool:
        """Update who has been away for long; whether that changes the host."""
        if table.state is not None and not self.absent:
            return False
        before, patience = self.seat(table), table.settings.patience
        away = (seat for seat in table.people if presence.seconds_away(seat, at) >= patience)
        self.absent = frozenset(table.seats[seat].secret_hash for seat in away if table.state is None)
        return self.seat(table) != before


def seat_after(seat: int, before: TableState, now: TableState) -> int | None:
    """The new seat of the player at a seat of an earlier state; None if the player left."""
    own = before.seats[seat].secret_hash
    if now.seats[seat].secret_hash == own:
        return seat
    return next((number for number, each in enumerate(now.seats) if each.secret_hash == own), None)


def plan_seating(plan: GamePlan, seat: int, host: int | None, command: protocol.LobbyCommand) -> None:
    """Change seats, or a person's own name and face."""
    match command:
        case protocol.Introduce(name=name, face=face):
            _change_profile(plan, seat, name, face)
        case protocol.Move(seat=moved, to=to):
            check_host(plan.now, seat, host)
            _check_seats(plan.now, moved, to)
            if moved != to:
                plan.add(facts.Moved(moved, to))
        case protocol.Remove(seat=removed):
            check_host(plan.now, seat, host)
            _check_seats(plan.now, removed)
            if removed == seat or removed not in plan.now.people:
                raise Refusal(refusals.SEAT_NOT_TAKEN)
            plan.add(facts.Left(removed, plan.now.names[removed], removed=True))
        case _:
            assert_never(command)


def check_host(now: TableState, seat: int, host: int | None) -> None:
    """Refuse what only the host may do, and only before the first game."""
    if now.state is not None:
        raise Refusal(refusals.ALREADY_STARTED)
    if host is not None and seat != host:
        raise Refusal(refusals.NOT_HOST(name=now.names[host]))


def _check_seats(now: TableState, *seats: int) -> None:
    if not all(0 <= each < len(now.seats) for each in seats):
        raise Refusal(refusals.BAD_MESSAGE(problem=f"seats are numbered from 0 to {len(now.seats) - 1}"))


def _change_profile(plan: GamePlan, seat: int, name: str | None, face: Face | None) -> None:
    now = plan.now
    own = now.seats[seat]
    name = None if name == own.name else name
    face = None if face == own.face else face
    if name is not None:
        check_new_name(name, [now.names[other] for other in now.people if other != seat])
    if face is not None and face not in free_faces(now.seats):
        raise Refusal(refusals.FACE_TAKEN)
    if name is not None or face is not None:
        plan.add(facts.ProfileChanged(seat, name, face))
