"""A short soak test, and proof that its checks detect histories that were tampered with."""

import asyncio
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from qwixx.notation import format_choice
from qwixx.rules.cards import pack
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.game.table import Table
from tests.soak.checking import check_story
from tests.soak.memory import Sample, check_memory
from tests.soak.plan import GAMES, Plan
from tests.soak.replay import Replay
from tests.soak.run import Soak
from tests.soak.story import Conversation, Heard, Join, Story
from tests.soak.violation import Violation

PACK = tuple(map(str, pack(jokers=False)))
# This test checks that tables recover, not how fast.
SHORT = Plan(seconds=20.0, seed=7, tables=6, life_seconds=(4.5, 5.5), least_ends=2, silence_seconds=60.0)


@pytest.mark.timeout(600)
def test_a_short_soak_finds_no_violations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.soak.owners.NOTICING_SECONDS", 20.0)
    monkeypatch.setattr("tests.soak.run.HANGING_UP_SECONDS", 60.0)
    soak = Soak(SHORT, tmp_path)
    asyncio.run(soak.run())
    figures = soak.figures
    assert not figures.violations, "\n".join(map(str, figures.violations[:5]))
    assert figures.ends["SIGKILL"] >= 2
    assert set(figures.tables) == set(GAMES)
    assert figures.acknowledged["choose"] > 10
    assert figures.reconnects > 3
    assert figures.messages_checked > 100


# Histories that were tampered with


class Session:
    """Two players and a spectator at an in-memory table of cards, with all messages they receive."""

    def __init__(self, seed: int = 3) -> None:
        seats = (protocol.NewSeat(), protocol.NewSeat())
        new = protocol.NewTable("cards", seats, "Ann", options={"hand_numbers_public": "false"})
        opening = plan_opening(new)
        self.rng = random.Random(seed)
        self.table = Table("cards", [opening], self.rng)
        self.stored = [facts.encode(opening)]
        self.people = [Conversation("Ann", 0), Conversation("Ben", 1), Conversation("Cleo", None)]
        self.story = Story("cards", new, self.people, [Join("Ann", 0), Join("Ben", 1)])
        for name in ("Ann", "Ben"):
            planned, _ = self.table.plan_join(name)
            self.apply(planned)

    def apply(self, planned: list[facts.AnyFact]) -> None:
        known = self.table.now.last_seq
        self.stored += [facts.encode(fact) for fact in planned]
        self.table.apply(planned, 0.0)
        for person in self.people:
            since = 0 if not person.heard else known
            person.heard.append(Heard(0.0, self.table.broadcast(0.0).update(person.seat, since).decode()))

    def choose(self, seat: int) -> None:
        state, version = self.table.now.state, self.table.now.version
        assert state is not None
        choice = format_choice(self.rng.choice(state.choices(seat)))
        command = self.people[seat].new_command("choose", choice, version)
        self.apply(self.table.plan(seat, protocol.Choose(command.id, version, choice)))
        command.done = self.table.now.version
        done = protocol.encode(protocol.Done(command.id, command.done)).decode()
        self.people[seat].heard.append(Heard(0.0, done))

    def play(self, choices: int) -> None:
        for _ in range(choices):
            assert self.table.now.state is not None
            self.choose(max(self.table.now.state.to_act))

    def rewrite(self, person: int, change: Callable[[protocol.Update], bool]) -> None:
        """Change the first update that ``change`` accepts, as if the server had sent it so."""
        heard = self.people[person].heard
        for place, each in enumerate(heard):
            if json.loads(each.text)["type"] == "update":
                update = protocol_update(each.text)
                if change(update):
                    heard[place] = Heard(each.at, protocol.encode(update).decode())
                    return
        raise AssertionError("there is nothing to change")

    def check(self) -> list[Violation]:
        replay = Replay()
        replay.extend(self.stored)
        return check_story(self.story, replay, known=0)


def protocol_update(text: str) -> protocol.Update:
    return msgspec.json.decode(text, type=protocol.Update)


def session() -> Session:
    played = Session()
    played.play(40)
    return played


def found(session: Session) -> str:
    return "\n".join(violation.what for violation in session.check())


def chosen_places() -> list[int]:
    """The positions of choices among the stored facts."""
    return [place for place, data in enumerate(session().stored) if data.startswith(b'{"fact":"Chose"')]


def test_an_untampered_history_has_no_violations() -> None:
    assert found(session()) == ""
    assert len(chosen_places()) == 40


def test_every_lost_choice_is_detected() -> None:
    for place in chosen_places():
        tampered = session()
        del tampered.stored[place]
        assert "an acknowledged command is not" in found(tampered)


def test_every_duplicate_choice_is_detected() -> None:
    for place in chosen_places():
        tampered = session()
        tampered.stored.insert(place, tampered.stored[place])
        assert re.search("nobody asked for this|cannot be replayed", found(tampered))
        assert "not where it belongs" in found(tampered) or place == chosen_places()[-1]


def test_a_refused_choice_on_disk_is_detected() -> None:
    tampered = session()
    ann = tampered.people[0]
    command = next(iter(ann.commands.values()))
    command.done, command.refused = None, "stale"
    ann.heard = [each for each in ann.heard if not each.text.startswith('{"type":"done","id":1,')]
    assert found(tampered) == "nobody asked for this"


@pytest.mark.parametrize("person", [1, 2])
def test_a_leaked_card_is_detected(person: int) -> None:
    def leak(update: protocol.Update) -> bool:
        if update.view is None:
            return False
        update.view.hand = (*update.view.hand, next(c for c in PACK if c not in update.view.hand))
        return True

    tampered = session()
    tampered.rewrite(person, leak)
    assert "a hidden card reached somebody" in found(tampered)


def test_a_changed_event_is_detected() -> None:
    def change(update: protocol.Update) -> bool:
        for each in update.happened:
            if isinstance(each.what, protocol.Drew):
                each.what.numbers = (each.what.numbers[0] ^ 1, *each.what.numbers[1:])
                return True
        return False

    tampered = session()
    tampered.rewrite(1, change)
    assert re.fullmatch("happening [0-9]+ was another", found(tampered))


def test_a_forged_choice_in_a_view_is_detected() -> None:
    def tell(update: protocol.Update) -> bool:
        if update.view is None or update.view.public.phase != "common" or update.view.chosen is not None:
            return False
        update.view.chosen = update.view.choices[0]
        return True

    tampered = session()
    tampered.rewrite(0, tell)
    assert re.fullmatch("the view of version [0-9]+ is another", found(tampered))


def test_a_lost_update_is_detected() -> None:
    tampered = session()
    heard = tampered.people[2].heard
    del heard[next(place for place, each in enumerate(heard) if place > 5 and '"seq"' in each.text)]
    assert "are left out" in found(tampered)


def test_a_version_that_goes_back_is_detected() -> None:
    tampered = session()
    heard = tampered.people[2].heard
    heard.append(heard[-2])
    assert re.search("version [0-9]+ after [0-9]+", found(tampered))


def test_an_update_about_facts_that_are_not_on_disk_is_detected() -> None:
    tampered = session()
    del tampered.stored[-1]
    assert "was told and is not on disk" in found(tampered)


def test_memory_growth_is_detected_beyond_that_of_tables() -> None:
    def life(megabytes_each: float, tables_each: int) -> list[Sample]:
        return [Sample(n, 1, n * tables_each, 5, 100 + n * megabytes_each) for n in range(100)]

    assert not list(check_memory(life(0.1, 0)))
    assert not list(check_memory(life(0.5, 1)))
    assert list(check_memory(life(0.5, 0)))
    assert not list(check_memory(life(9.0, 0)[:30])), "a short run is not judged"
