"""Compares the messages that a client received with the facts on disk."""

from collections.abc import Iterator
from itertools import chain

import msgspec

from qwixx.notation import ParseError, parse_choice
from qwixx.rules.game import State
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.state import REMEMBERED_HAPPENINGS, TableState
from qwixx.tables.game.table import Table
from qwixx.tables.views import reason_message, whole_view
from tests.soak.hidden import cards_in, leaked
from tests.soak.owners import Owners
from tests.soak.records import check_seen
from tests.soak.replay import Replay
from tests.soak.story import Conversation, Heard, Story
from tests.soak.violation import Violation

decode = msgspec.json.Decoder[protocol.ServerMessage](protocol.ServerMessage).decode


def check_story(story: Story, replay: Replay, known: int) -> list[Violation]:
    """All violations in a story, sorted by fact; facts up to ``known`` were checked before."""
    owners = Owners(story, replay, known)
    found: list[Violation] = []
    if replay.problem is not None:
        found.append(Violation(str(story), "the facts cannot be replayed", disk=replay.problem))
    for conversation in story.conversations:
        found += Listening(story, conversation, replay, owners).violations()
    found += chain(owners.unowned(), owners.lost_seats(), check_seen(story, replay))
    return sorted(found, key=lambda violation: violation.number)


class Listening:
    """Checks one conversation, message by message, against the facts on disk."""

    def __init__(self, story: Story, conversation: Conversation, replay: Replay, owners: Owners) -> None:
        self._story = story
        self._conversation = conversation
        self._replay = replay
        self._owners = owners
        self._version = conversation.version
        self._seq = conversation.since
        self._game_secrets = [fact.secret for fact in replay.facts if isinstance(fact, facts.Committed)]

    def violations(self) -> Iterator[Violation]:
        for heard in self._conversation.heard:
            if any(secret in heard.text for secret in self._game_secrets):
                yield self._violation("told what the dice of a game come from", heard.text)
            try:
                message = decode(heard.text)
            except msgspec.DecodeError as error:
                yield self._violation(f"no message of the protocol: {error}", heard.text)
                continue
            yield from self._check(message, heard)

    def _check(self, message: protocol.ServerMessage, heard: Heard) -> Iterator[Violation]:
        yield from self._check_hidden(message, heard.text)
        match message:
            case protocol.Welcome(seat=seat):
                if seat != self._conversation.seat:
                    yield self._violation("welcomed at another seat", heard.text)
            case protocol.Update():
                yield from self._check_update(message, heard)
            case protocol.Done(id=number):
                command = self._conversation.commands.get(number)
                if command is None or command.done != message.version:
                    yield self._violation("nobody waits for this", heard.text)
                else:
                    yield from self._owners.claim(self._conversation, command)
                if message.version > self._version:
                    yield self._violation("an update comes after what it shows is done", heard.text)
            case protocol.Answer():
                yield from self._check_answer(message)
            case protocol.Hinted():
                yield from self._check_hint(message)

    # Updates

    def _check_update(self, update: protocol.Update, heard: Heard) -> Iterator[Violation]:
        if update.version < self._version:
            yield self._violation(f"version {update.version} after {self._version}", heard.text)
        if update.version > self._version:
            self._version = update.version
        if self._conversation.is_attentive:
            self._owners.note(update.version, heard.at)
        now = self._replay.state(update.version)
        if now is None:
            disk = f"there are {self._replay.version} facts"
            yield self._violation(f"version {update.version} was told and is not on disk", heard.text, disk)
            return
        yield from self._check_happened(update, now)
        yield from self._check_view(update, now)
        yield from self._check_info(update, now)

    def _check_happened(self, update: protocol.Update, now: TableState) -> Iterator[Violation]:
        """Check that events have no gaps and equal those on disk; only old events may be left out."""
        numbers = [each.seq for each in update.happened]
        first = numbers[0] if numbers else now.last_seq + 1
        if numbers != list(range(first, now.last_seq + 1)):
            yield self._violation("happenings have gaps", f"{numbers}", f"the last is {now.last_seq}")
        if not update.fresh and first != self._seq + 1:
            yield self._violation(f"happenings after {self._seq} are left out", f"{numbers}")
        if update.fresh and self._seq <= now.last_seq and len(numbers) < self._least_kept(update.version):
            yield self._violation(f"fresh, but what followed {self._seq} is known", f"{numbers}")
        for seq, what in ((each.seq, each.what) for each in update.happened):
            here = self._replay.happenings[seq - 1] if seq <= len(self._replay.happenings) else None
            if what != here:
                yield self._violation(f"happening {seq} was another", f"{what}", f"{here}")
        self._seq = now.last_seq

    def _least_kept(self, version: int) -> int:
        """The least number of events that a table keeps: those of the last game, up to the maximum."""
        now = self._replay.state(version)
        assert now is not None
        begun = next(
            (state for state in reversed(self._replay.states[:version]) if state.games < now.games), now
        )
        return min(REMEMBERED_HAPPENINGS, now.last_seq - begun.last_seq)

    def _check_view(self, update: protocol.Update, now: TableState) -> Iterator[Violation]:
        expected = None
        if now.state is not None:
            expected = whole_view(now.state, self._conversation.seat, now.turn)
        if update.view != expected:
            yield self._violation(
                f"the view of version {update.version} is another", *_difference(update.view, expected)
            )
        numbers = update.view.public.hand_numbers if update.view is not None else None
        if numbers is not None and not now.rules.hand_numbers_public:
            yield self._violation("numbers of hidden hands were told", f"{numbers}")

    def _check_info(self, update: protocol.Update, now: TableState) -> Iterator[Violation]:
        """Check everything except presence, which is not on disk."""
        present = [seat.present for seat in update.info.seats]
        expected = Table(self._story.table, now).info()
        for seat, is_present in zip(expected.seats, present, strict=False):
            seat.present = is_present
        if update.info != expected:
            yield self._violation(
                f"the info of version {update.version} is another", *_difference(update.info, expected)
            )
        left, limit = update.seconds_left, now.settings.time_limit
        if left is not None and not (limit is not None and 0 <= left <= limit):
            yield self._violation(f"{left} seconds are left of {limit}", "")

    # Answers, which refer to the latest version that was sent

    def _check_answer(self, answer: protocol.Answer) -> Iterator[Violation]:
        state, seat = self._state(), self._conversation.seat
        if state is None or seat is None:
            return
        try:
            reason = state.why_not(seat, parse_choice(answer.choice))
        except ParseError:
            yield self._violation("an answer to what cannot be read", f"{answer}")
            return
        expected = reason_message(reason) if reason is not None else None
        if answer.reason != expected:
            yield self._violation("an answer that is not true", f"{answer}", f"{expected}")

    def _check_hint(self, hint: protocol.Hinted) -> Iterator[Violation]:
        now = self._replay.state(hint.version)
        if now is None or now.state is None or self._conversation.seat is None:
            yield self._violation("a hint for nothing", f"{hint}")
            return
        view = whole_view(now.state, self._conversation.seat, now.turn)
        if {option.choice for option in hint.advice.options} != {choice.text for choice in view.choices}:
            yield self._violation("a hint about other choices", f"{hint}")

    # Hidden cards

    def _check_hidden(self, message: protocol.ServerMessage, text: str) -> Iterator[Violation]:
        cards = leaked(text, self._may_see(message))
        if cards:
            yield self._violation(f"a hidden card reached somebody: {', '.join(sorted(cards))}", text)

    def _may_see(self, message: protocol.ServerMessage) -> set[str]:
        """The cards that a message may contain: the client's own hand, or the cards it asked about."""
        match message:
            case protocol.Update(version=version) | protocol.Hinted(version=version):
                now, seat = self._replay.state(version), self._conversation.seat
                if now is None or now.state is None or seat is None or not now.state.cards.hands:
                    return set()
                return set(map(str, now.state.cards.hands[seat]))
            case protocol.Refused(id=number) | protocol.Answer(id=number):
                command = self._conversation.commands.get(number or 0)
                return cards_in(command.choice.upper()) if command is not None else set()
        return set()

    def _state(self) -> State | None:
        now = self._replay.state(self._version)
        return now.state if now is not None else None

    def _violation(self, what: str, told: str, disk: str = "") -> Violation:
        number = min(self._version, self._replay.version)
        return Violation(str(self._story), what, f"{self._conversation}: {told}", disk, number)


def _difference(told: msgspec.Struct | None, expected: msgspec.Struct | None) -> tuple[str, str]:
    """The fields in which two messages differ."""
    if told is None or expected is None:
        return f"{told}", f"{expected}"
    mine, theirs = msgspec.structs.asdict(expected), msgspec.structs.asdict(told)
    names = [name for name in mine if mine[name] != theirs[name]]
    return f"{ {name: theirs[name] for name in names} }", f"{ {name: mine[name] for name in names} }"
