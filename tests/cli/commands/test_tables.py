"""``qwixx open``, ``join`` and ``watch``: tables on a server from the command line."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwixx.bots import GapBot
from qwixx.client import SeatStore, Server
from tests.command_line import Run
from tests.server.listening_server import Listening, listening
from tests.terminal.pseudo_terminal import at_terminal

ENTERS = "\n" * 400
BOT = "gap:1,2"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with listening(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(autouse=True)
def _own_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QWIXX_SEATS", str(tmp_path / "seats"))


def person(server: Listening) -> Server:
    return Server(server.url, SeatStore(None))


@pytest.mark.parametrize("game", ["dice", "solo"])
def test_a_script_plays_a_whole_game(run: Run, server: Listening, game: str) -> None:
    bots = () if game == "solo" else ("--bot", BOT)
    ran = run("open", "--game", game, "--name", "Ann", *bots, "--server", server.url, typed=ENTERS)
    assert (ran.status, ran.err) == (0, "")
    assert re.search(r"Fair: all \d+ draws are what the server was committed to, and you added", ran.out)
    turns = [int(number) for number in re.findall(r"--- turn (\d+), ", ran.out)]
    assert turns == list(range(1, len(turns) + 1))
    assert "Connection lost" not in ran.out
    assert "Another game?" not in ran.out


def test_the_end_of_input_is_an_error_and_the_seat_is_kept(run: Run, server: Listening) -> None:
    ran = run("open", "--name", "Ann", "--bot", BOT, "--server", server.url, typed="\n")
    assert ran.status == 2
    assert "a question is not answered" in ran.err
    assert re.search(r"Your seat stays yours: qwixx join http://\S+ --name Ann", ran.out)


def test_join_by_code_and_return_to_the_seat(run: Run, server: Listening) -> None:
    with person(server).open(name="Ann") as ann:
        code = ann.info.code
        assert code is not None
        playing = threading.Thread(target=ann.play, args=[GapBot(1, 2)])
        playing.start()
        left = run("join", code.lower(), "--name", "Ben", "--server", server.url, typed="\n\n\n")
        assert left.status == 2
        again = run("join", ann.link, "--name", "Ben", typed=ENTERS)
        assert again.status == 0
        assert "Ben is back" not in again.out
        playing.join(30)
        assert not playing.is_alive()
        assert [seat.name for seat in ann.info.seats] == ["Ann", "Ben"]


def test_watch_to_the_end(run: Run, server: Listening) -> None:
    with person(server).open(name="Ann", seats=[None, BOT]) as ann:
        assert ann.turn() is not None
        playing = threading.Thread(target=ann.play, args=[GapBot(1, 2)])
        playing.start()
        ran = run("watch", ann.link)
        playing.join(30)
    assert ran.status == 0
    assert "Game over: " in ran.out
    assert "Fair: all " in ran.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["join", "nonsense"], "'nonsense' is neither the link of a table"),
        (["join", "TOMILA"], "No table that waits for players has the code TOMILA."),
        (["watch", "TOMILA"], "No table that waits for players has the code TOMILA."),
        (["open", "--bot", "mastr"], "This bot cannot play here: no bot 'mastr'"),
        (["open", "--seats", "9"], "S13: the dice game is for 2 to 5 players, not 9"),
        (["open", "--seats", "2", "--bot", BOT, "--bot", BOT], "no seat of 2 is left for you"),
        (["open", "--name", ""], "'' cannot be a name"),
        (["open", "--server", "ftp://here"], "'ftp://here' is not the address of a server"),
        (["open", "--server", "http://[here"], "'http://[here' is not the address of a server"),
        (["open", "--server", "localhost:99999"], "'localhost:99999' is not the address of a server"),
        (["join", "http://here:port/t/abc"], "'http://here:port' is not the address of a server"),
        (["open", "--server", "127.0.0.1:9"], "cannot reach http://127.0.0.1:9"),
    ],
)
def test_invalid_arguments_are_refused_in_one_sentence(
    run: Run, server: Listening, arguments: list[str], problem: str
) -> None:
    there = [] if "--server" in arguments else ["--server", server.url]
    ran = run(*arguments, *there)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("qwixx: ")
    assert problem in ran.err


# At a terminal


def test_chat_does_not_break_the_line_being_typed(server: Listening) -> None:
    with person(server).open(name="Ann") as ann:
        with at_terminal("join", ann.link, "--name", "Ben", TERM="xterm") as ben:
            ben.read_until("for everyone")
            ben.type("say hel")
            ben.read_until("say hel")
            ann.say("are you there?")
            ben.read_until("Ann: are you there?")
            ben.read_until("> say hel")
            ben.type("lo\n")
            ann.wait(lambda: any("hello" in str(each) for each in ann.now.happened_since(0)))
            ben.type("why r1\nq\n")
            assert ben.status() == 0
        assert "Traceback" not in ben.shown
        assert "Your seat stays yours" in ben.shown


def test_a_choice_is_made_and_withdrawn(server: Listening) -> None:
    with person(server).open(name="Ann") as ann, at_terminal("join", ann.link, "--name", "Ben") as ben:
        ben.read_until("for everyone")
        ben.type("?\n")
        ben.read_until("say TEXT")
        ben.type("-\n")
        ben.read_until("It is up to Ann to choose.")
        ben.type("u\n")
        ann.wait(lambda: 1 in (ann.view.to_act if ann.view is not None else ()))
        ben.type("h\n")
        ben.read_until("opened without hints")
        ben.type("link\n")
        ben.read_until("Your seat on another device:")
        ben.type("\x03")
        assert ben.status() == 130


def test_a_table_with_hints(server: Listening) -> None:
    with at_terminal("open", "--hints", "--server", server.url) as ann:
        ann.read_until("At the table")
        link = re.search(r"http://\S+", ann.shown)
        assert link is not None
        with person(server).watch(link[0]) as table:
            assert table.info.settings.hints


def test_a_rematch_at_the_terminal(server: Listening) -> None:
    with person(server).open(name="Ann", seats=[None, None]) as ann:
        playing = threading.Thread(target=ann.play, args=[GapBot(1, 2)])
        playing.start()
        with at_terminal("join", ann.link, "--name", "Ben", "--auto") as ben:
            # Keys typed before a question are discarded, so passes are typed repeatedly.
            while ann.info.state != "over":
                ben.type("-\n")
                playing.join(0.1)
            ben.read_until("Another game?")
            ben.type("y\n")
            ben.read_until("You want another game")
            ann.rematch()
            ann.wait(lambda: ann.info.games_played == 2)
            ben.type("q\n")
            assert ben.status() == 0
        playing.join(30)
