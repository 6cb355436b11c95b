"""The cluster checks detect histories that were tampered with."""

import random

import msgspec

from qwixx.rules.choices import PASS
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.opening import plan_opening
from tests.cluster.attendance import NOTICING_SECONDS, check_attendance
from tests.cluster.secrets import Secrets
from tests.soak.checking import check_story
from tests.soak.pulse import Pulse
from tests.soak.replay import Replay
from tests.soak.story import Conversation, Heard, Join, Story
from tests.tables.game.scenes import RecordedTable
from tests.tables.game.scenes import update as update_of

NOW = 1000.0
LONG_AGO = NOW - NOTICING_SECONDS - 1.0
SECRET = "s" * 32
NEW = protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat(), protocol.NewSeat("gap:1,2")), "Ann")


def table() -> RecordedTable:
    """Two players and a bot at the start of a game."""
    found = RecordedTable([plan_opening(NEW)], random.Random(1))
    for name in ("Ann", "Ben"):
        found.apply(found.plan_join(name)[0], 0.0)
    return found


def update(*present: bool) -> protocol.Update:
    """The update that a client receives when these seats are present."""
    found = table()
    for seat, is_present in enumerate(present):
        if is_present:
            found.presence.arrive(seat)
    return update_of(found, None)


def heard(message: protocol.ServerMessage, at: float = NOW) -> Heard:
    return Heard(at, protocol.encode(message).decode())


# Presence


def opinions(ben: Conversation, *, is_told_here: bool) -> tuple[int, list[str]]:
    ann = Conversation("Ann", 0, begun=LONG_AGO, heard=[heard(update(True, is_told_here))])
    compared, wrong = check_attendance(Story("dice", NEW, [ann, ben]), NOW)
    return compared, [violation.what for violation in wrong]


def test_a_present_player_shown_as_absent_is_detected() -> None:
    ben = Conversation("Ben", 1, begun=LONG_AGO)
    assert opinions(ben, is_told_here=True) == (2, [])
    assert opinions(ben, is_told_here=False) == (2, ["Ann (seat 0) is told that seat 1 is gone"])


def test_an_absent_player_shown_as_present_is_detected() -> None:
    ben = Conversation("Ben", 1, begun=LONG_AGO - 9.0, ended=LONG_AGO)
    assert opinions(ben, is_told_here=False) == (2, [])
    assert opinions(ben, is_told_here=True) == (2, ["Ann (seat 0) is told that seat 1 is here"])


def test_recent_presence_changes_are_not_judged() -> None:
    for ben in (Conversation("Ben", 1, begun=NOW - 1.0), Conversation("Ben", 1, begun=1.0, ended=NOW - 1.0)):
        for is_told_here in (True, False):
            assert opinions(ben, is_told_here=is_told_here) == (1, [])


# Secrets


def test_a_secret_is_found_inside_other_text() -> None:
    welcome = heard(protocol.Welcome(protocol.PROTOCOL, 0, f"/t/dice/s/{SECRET}", 14))
    ann, ben = Conversation("Ann", 0, heard=[welcome]), Conversation("Ben", 1)
    story, secrets = Story("dice", NEW, [ann, ben]), Secrets()
    secrets.learn(story)
    assert len(secrets) == 1
    assert secrets.are_in(b'{"cookie":"x' + SECRET.encode() + b'y"}')
    assert not secrets.are_in(b"t" * 64)
    assert secrets.told_to_others(story) == []
    ben.heard.append(Heard(NOW, f'{{"type":"update","secret":"{SECRET}"}}'))
    assert [violation.what for violation in secrets.told_to_others(story)] == [
        "Ben (seat 1) was told somebody's secret"
    ]


def test_a_secret_in_any_message_is_found() -> None:
    past: list[facts.AnyFact] = [plan_opening(NEW), facts.Committed("ab" * 32)]
    replay = Replay()
    replay.extend(list(map(facts.encode, past)), [])
    ann = Conversation("Ann", 0, heard=[Heard(NOW, f'{{"type":"update","hash":"{"ab" * 32}"}}')])
    found = check_story(Story("dice", NEW, [ann]), replay, known=0)
    assert "told what the dice of a game come from" in [violation.what for violation in found]


# Bots and time limits


def found_in(past: list[facts.AnyFact], times: list[float] | None = None) -> list[str]:
    replay = Replay()
    replay.extend(list(map(facts.encode, past)), times or [])
    story = Story("dice", NEW, [], [Join("Ann", 0), Join("Ben", 1)])
    return [violation.what for violation in check_story(story, replay, known=0)]


def test_a_duplicate_bot_choice_is_detected() -> None:
    past = table().past
    chosen = [fact for fact in past if isinstance(fact, facts.Chose)]
    assert [fact.seat for fact in chosen] == [2], "the bot has chosen, the players have not"
    assert found_in(past) == []
    assert found_in([*past, chosen[0]]) == ["nobody asked for this"]


def test_a_duplicate_cover_is_detected() -> None:
    past = table().past
    assert found_in([*past, facts.Covered(0)]) == []
    assert found_in([*past, facts.Covered(0), facts.Covered(0)]) == [
        "a bot comes, or a person returns, twice"
    ]


def test_a_late_decision_that_is_early_or_duplicate_is_detected() -> None:
    past = table().past
    assert isinstance(past[0], facts.Opened)
    past[0] = msgspec.structs.replace(past[0], settings=facts.StoredSettings(time_limit=5))
    late = facts.Chose(0, PASS)
    opened = [0.0] * len(past)
    assert found_in([*past, late], [*opened, 5.0]) == []
    assert found_in([*past, late], [*opened, 4.0]) == ["nobody asked for this"]
    assert found_in([*past, late, late], [*opened, 5.0, 5.1]) == ["nobody asked for this"]


# Stalls


def test_a_stall_lasts_from_a_fault_until_the_table_moves() -> None:
    time = 0.0
    pulse = Pulse(lambda: time)
    before = update(True, True)
    after = msgspec.structs.replace(before, version=before.version + 1)
    assert before.view is not None
    public = msgspec.structs.replace(before.view.public, turn=before.view.public.turn + 1)
    after.view = msgspec.structs.replace(before.view, public=public)
    pulse.felt(before)
    pulse.shaken()
    time = 2.0
    pulse.felt(before)
    assert pulse.silence() == 2.0, "a reconnect alone is not progress"
    pulse.felt(after)
    assert (pulse.silence(), pulse.last) == (0.0, 2.0)
    pulse.shaken()
    pulse.felt(before)
    time = 3.0
    assert pulse.silence() == 1.0, "an update from a server that lags behind is not progress"
