"""The aggregate of a score pad."""

from typing import assert_never

from qwixx.rules.game import State
from qwixx.tables import protocol, refusals
from qwixx.tables.aggregate import Aggregate, Plan
from qwixx.tables.credentials import NewSecret, derive_secret, hashed, seat_with
from qwixx.tables.pad import facts
from qwixx.tables.pad.marks import PAPER_KINDS, Mark, is_same, undo_of
from qwixx.tables.pad.position import position_for
from qwixx.tables.pad.rules import was_done, why_not
from qwixx.tables.pad.state import PadState, after_pad, opened_pad
from qwixx.tables.pad.views import PadBroadcast, check_sheet, mark_of, pad_info, roll_of
from qwixx.tables.refusals import Refusal
from qwixx.tables.seats import check_new_name

PadPlan = Plan[PadState, facts.AnyPadFact]


class Pad(Aggregate[PadState, facts.AnyPadFact, protocol.PadCommand]):
    """One pad in memory, from the state of its facts."""

    _after = staticmethod(after_pad)

    @staticmethod
    def read(data: str | bytes) -> protocol.PadMessage:
        """A message of a client; ProtocolError says what is wrong with it."""
        return protocol.read_pad_message(data)

    @property
    def path(self) -> str:
        return f"pad/{self.name}"

    def seat_of(self, secret: str) -> int | None:
        return seat_with(secret, (seat.secret_hash for seat in self.now.seats))

    def encode(self, fact: facts.AnyPadFact) -> bytes:
        return facts.encode(fact)

    def decode(self, data: bytes) -> facts.AnyPadFact:
        return facts.decode(data)

    def info(self) -> protocol.PadInfo:
        """The public information about the pad, without its log."""
        return pad_info(self.name, self.now, self.presence)

    def broadcast(self, at: float) -> PadBroadcast:
        return PadBroadcast(self.now, self.info())

    def plan_join(self, name: str, key: str | None = None) -> tuple[list[facts.AnyPadFact], NewSecret]:
        """A person gets the next sheet, also during a game; with the same key again the same one."""
        secret = derive_secret(key, self.name)
        own = self.seat_of(secret)
        if own is not None:
            return [], NewSecret(own, secret)
        seat = len(self.now.seats)
        if seat >= self.now.rules.max_players:
            raise Refusal(refusals.TABLE_FULL)
        check_new_name(name, [seat.name for seat in self.now.seats])
        self._last_plan = plan = PadPlan(self.now, after_pad)
        plan.add(facts.SheetTaken(seat, name, hashed(secret)))
        return plan.facts, NewSecret(seat, secret)

    def cost(self, seat: int | None, command: protocol.PadCommand) -> float:
        """Marks cost nothing: their number is limited."""
        return 0 if isinstance(command, protocol.Write) else 1

    def _plan_command(self, now: PadState, seat: int | None, command: protocol.PadCommand) -> PadPlan:
        """The plan for a command: without facts if it was carried out before."""
        plan = PadPlan(now, after_pad)
        if seat is None:
            raise Refusal(refusals.NOT_SEATED)
        if command.game != now.games:
            if isinstance(command, protocol.Renew | protocol.Restore) and 0 < command.game <= now.newest:
                return plan  # another device was faster
            raise Refusal(refusals.STALE)
        match command:
            case protocol.Write(mark=mark):
                _plan_mark(plan, seat, mark_of(mark))
            case protocol.Retract(seat=owner, n=n):
                _plan_retraction(plan, seat, owner, n)
            case protocol.EnterRoll(seat=active, dice=dice):
                plan.add(_entered(now, active, dice))
            case protocol.Finish() | protocol.Reopen() | protocol.Renew() | protocol.Restore():
                _plan_game(plan, seat, command)
            case _:
                assert_never(command)
        return plan

    def to_advise(self, seat: int | None) -> State:
        if seat is None:
            raise Refusal(refusals.NOT_SEATED)
        return position_for(self.now, seat)


def _plan_mark(plan: PadPlan, seat: int, mark: Mark) -> None:
    now = plan.now
    if mark.seen > now.version:
        later = f"its version {mark.seen} is in the future, the pad is at {now.version}"
        raise Refusal(refusals.BAD_MESSAGE(problem=later))
    log = now.logs[seat]
    if 1 <= mark.n <= len(log) and is_same(log[mark.n - 1].mark, mark):
        return  # it was sent before
    if mark.n != len(log) + 1:
        raise Refusal(refusals.MARK_NUMBER(n=mark.n, next=len(log) + 1))
    if _is_new(now, seat, mark):
        plan.add(facts.PadMarked(seat, mark))


def _plan_retraction(plan: PadPlan, seat: int, owner: int, n: int) -> None:
    now = plan.now
    check_sheet(owner, len(now.seats))
    log = now.logs[owner]
    if not any(each.mark.n == n and each.mark.kind in PAPER_KINDS for each in log):
        raise Refusal(refusals.NOTHING_TO_UNDO(n=n))
    if _is_new(now, owner, undo_of(n, log, now.version)):
        plan.add(facts.PadRetracted(seat, owner, n))


def _is_new(now: PadState, seat: int, mark: Mark) -> bool:
    """Whether no other device has made an equivalent mark; Refusal if the rules forbid it."""
    if was_done(now, seat, mark):
        return False
    reason = why_not(now, seat, mark)
    if reason is not None:
        raise Refusal(reason)
    return True


def _plan_game(
    plan: PadPlan, seat: int, command: protocol.Finish | protocol.Reopen | protocol.Renew | protocol.Restore
) -> None:
    """End a game, reopen its sheets, begin another one, or return to the previous one."""
    now = plan.now
    match command:
        case protocol.Finish():
            if now.end is None:
                raise Refusal(refusals.NOT_OVER)
            if not now.is_over:
                plan.add(facts.PadFinished(seat))
        case protocol.Reopen():
            if now.is_over or (now.end is not None and now.reopened is None):
                plan.add(facts.PadReopened(seat))
        case protocol.Renew():
            if not now.is_over:
                raise Refusal(refusals.NOT_OVER)
            plan.add(facts.PadRenewed(seat))
        case protocol.Restore():
            if not now.earlier:
                raise Refusal(refusals.NO_EARLIER_GAME)
            plan.add(facts.PadRestored(seat))
        case _:
            assert_never(command)


def _entered(now: PadState, active: int, dice: protocol.Dice) -> facts.PadRolled:
    if now.rules.has_cards:
        raise Refusal(refusals.BAD_MESSAGE(problem="this game has no dice"))
    check_sheet(active, len(now.seats))
    roll_of(dice)
    return facts.PadRolled(active, dice.white, dice.coloured)


def new_pad(name: str, wanted: protocol.NewPad) -> tuple[Pad, facts.PadOpened]:
    """A pad without sheets, and the fact that opens it."""
    fact = facts.PadOpened(wanted.game)
    return Pad(name, opened_pad(fact)), fact
