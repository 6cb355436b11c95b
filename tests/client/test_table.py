"""Tables on a server through the client: play, chat, hints, spectators, rematches and fair dice."""

import asyncio
import random
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from qwixx.bots import GapBot, RandomBot
from qwixx.client import (
    AsyncServer,
    NoSuchTable,
    OutdatedClient,
    Refused,
    RemoteTable,
    SeatStore,
    Server,
    Unreachable,
)
from qwixx.coach.findings import Advice, Option
from qwixx.gameplay import Player
from qwixx.rules.choices import Choice
from qwixx.rules.errors import InputError
from qwixx.rules.game import State
from qwixx.rules.ruleset import GameName
from qwixx.rules.view import View
from qwixx.tables import protocol
from tests.client.servers import Restartable
from tests.server.listening_server import listening
from tests.server.workers import LocalWorker, pool_of


def in_thread(act: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=act)
    thread.start()
    return thread


def play_together(tables: list[RemoteTable], player: Callable[[], Player]) -> None:
    threads = [in_thread(lambda table=table: table.play(player())) for table in tables]  # type: ignore[misc]
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


@pytest.mark.parametrize("game", ["dice", "cards", "cards_joker"])
def test_people_and_a_bot_play_a_fair_game(server: Restartable, game: GameName) -> None:
    with server.person().open(game, name="Ann", seats=[None, None, "gap:1,2"]) as ann:
        assert ann.info.code is not None
        with server.person().join(ann.info.code.lower(), "Ben") as ben:
            assert (ann.seat, ben.seat) == (0, 1)
            play_together([ann, ben], lambda: GapBot(1, 2))
            ended = ann.view
            assert ended is not None
            assert ended.outcome is not None
            final = ann.record().state
            assert (ended.sheets, ended.outcome, ended.hand, ended.shown) == (
                final.sheets,
                final.outcome,
                final.view(0).hand,
                final.cards.discard,
            )
            for table in (ann, ben):
                verdict = table.verify()
                assert verdict.is_fair
                assert verdict.commitment_remembered
                assert {0, 1} <= set(verdict.contributions)


def test_a_remote_player_gets_the_same_views_as_a_local_one(server: Restartable) -> None:
    """This includes the cards that were shown, which the messages do not have."""
    seen: list[View] = []

    class Watching(RandomBot):
        def choose(self, view: View) -> Choice:
            seen.append(view)
            return super().choose(view)

    with server.person().open("cards", name="Ann", seats=[None, "gap:1,2"]) as ann:
        ann.play(Watching(random.Random(3)))
        states = [state for _, _, state in ann.record().moments()]
    # Whether the bot has already chosen is a race.
    expected = [replace(state.view(0), to_act=frozenset()) for state in states if 0 in state.to_act]
    assert [view for view in seen if replace(view, to_act=frozenset()) not in expected] == []
    assert any(view.shown for view in seen)


def test_a_player_whose_choice_came_too_late_is_asked_again(server: Restartable) -> None:
    """Here the same player chooses in another window."""
    asked: list[View] = []

    with server.person().open("solo", name="Ann", seats=[None]) as ann:
        assert ann.now.private_link is not None
        other = server.person().join(ann.now.private_link, "Ann")

        class Slow(GapBot):
            def choose(self, view: View) -> Choice:
                asked.append(view)
                if len(asked) == 1:
                    assert other.turn() is not None
                    other.choose("-")
                return super().choose(view)

        with other:
            ann.play(Slow(1, 2))
        assert ann.view is not None
        assert ann.view.outcome is not None
        assert len(asked) > 1


def test_choices_are_explained_withdrawn_and_refused(server: Restartable) -> None:
    with server.person().open(name="Ann") as ann, server.person().join(ann.link, "Ben") as ben:
        for table in (ann, ben):
            assert table.turn() is not None
        refusal = ann.why("r12") or ann.why("r11")
        assert refusal is not None
        assert refusal.rule == "D4"
        assert ann.why("-") is None
        ann.choose("-")
        assert ann.view is not None
        assert str(ann.view.chosen) == "-"
        ann.undo()
        ann.wait(lambda: ann.now.has_to_choose)
        with pytest.raises(Refused, match="The number for everyone"):
            ann.choose("r12" if refusal.details["number"] == 12 else "r11")
        with pytest.raises(Refused) as refused:
            ann.hint()
        assert refused.value.reason.code == "no_hints"


def test_a_player_alone_with_bots_gets_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def advice(state: State, seat: int) -> Advice:
        best = Option(str(state.choices(seat)[0]), win=0.5, total=40.0, loss=0.0)
        return Advice("win", seat, "common", (best,), (None,))

    monkeypatch.setattr("qwixx.server.jobs.advise_seat", advice)
    with (
        listening(tmp_path, pool=pool_of(LocalWorker())) as running,
        Server(running.url, SeatStore(None)).open(name="Ann", seats=[None, "gap:1,2"]) as ann,
    ):
        view = ann.turn()
        assert view is not None
        (best,) = ann.hint().options
        assert best.choice == str(view.choices[0])


def test_players_chat_and_react(server: Restartable) -> None:
    with server.person().open(name="Ann") as ann, server.person().join(ann.link, "Ben") as ben:
        ben.say("hello")
        ben.react("thanks")

        def heard() -> list[protocol.Happening]:
            return [each.what for each in ann.now.happened_since(0)]

        ann.wait(lambda: protocol.Reacted(1, "thanks") in heard())
        assert protocol.Said(1, "hello") in heard()
        with pytest.raises(Refused, match="character"):
            ben.say("")


def test_a_spectator_sees_the_public_game_and_cannot_choose(server: Restartable) -> None:
    with (
        server.person().open(name="Ann", seats=[None, "gap:1,2"]) as ann,
        server.person().watch(ann.link) as eve,
    ):
        assert eve.seat is None
        ann.play(GapBot(1, 2))
        eve.wait(lambda: eve.info.state == "over")
        assert eve.view is not None
        assert ann.view is not None
        assert eve.view.outcome == ann.view.outcome
        assert eve.verify().is_fair
        with pytest.raises(Refused):
            eve.choose("-")


def test_a_rematch_plays_another_game(server: Restartable) -> None:
    with server.person().open("solo", name="Ann", seats=[None]) as ann:
        ann.play(RandomBot(random.Random(1)))
        ann.rematch()
        ann.wait(lambda: ann.info.games_played == 2)
        ann.play(RandomBot(random.Random(2)))
        assert ann.verify().is_fair


def test_a_private_link_opens_its_seat(server: Restartable) -> None:
    with server.person().open(name="Ann") as ann:
        assert ann.now.private_link is not None
        with server.person().join(ann.now.private_link, "Somebody") as again:
            assert (again.seat, again.info.seats[0].name) == (0, "Ann")


def test_invalid_links_codes_and_names_cannot_join(server: Restartable) -> None:
    person = server.person()
    with pytest.raises(NoSuchTable):
        person.watch(f"{server.url}/t/nowhere")
    with pytest.raises(NoSuchTable):
        person.join(f"{server.url}/t/nowhere", "Ben")
    with pytest.raises(Refused, match="TOMILA"):
        person.join("tomila", "Ben")
    with pytest.raises(InputError, match="neither the link of a table"):
        person.join("here", "Ben")
    with pytest.raises(Unreachable, match=r"cannot reach http://127\.0\.0\.1:9: "):
        Server("http://127.0.0.1:9", SeatStore(None)).open(name="Ann")
    with person.open(name="Ann") as ann, pytest.raises(Refused, match="Ann"):
        person.join(ann.link, "Ann")


def test_a_server_of_another_protocol_is_refused(
    server: Restartable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "PROTOCOL", 99)
    with pytest.raises(OutdatedClient, match="install the same version"):
        server.person().open(name="Ann")


def test_a_game_with_the_asyncio_client(server: Restartable) -> None:
    async def play() -> int:
        async with await AsyncServer(server.url, SeatStore(None)).open(
            "solo", name="Ann", seats=[None]
        ) as ann:
            while (view := await ann.turn()) is not None:
                await ann.choose(view.choices[-1])
            return (await ann.record()).state.totals[0]

    assert isinstance(asyncio.run(play()), int)
