"""Hints, reviews and puzzles, as a client sees them."""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from qwixx.coach.net_judges import CardJudge
from qwixx.gameplay import Game
from qwixx.rules.game import State
from qwixx.rules.position import CardTable
from qwixx.rules.ruleset import GameName, Ruleset
from qwixx.server import jobs
from qwixx.server.app import create_app
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.tables import protocol
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.game.table import Table
from qwixx.tables.refusals import Refusal
from tests.coach.oracle import Oracle, judge_by
from tests.server.web.clients import WITH_BOT, Message, another, new_table, play_out, receive
from tests.server.workers import BrokenWorker, LocalWorker, pool_of

TWO: list[Message] = [{}, {}]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first computation may have to wait for compilation."""
    for limit in ("HINT_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(f"qwixx.server.coach.{limit}", 200.0)


@pytest.fixture
def thinker() -> LocalWorker:
    return LocalWorker()


@contextmanager
def served(folder: Path, thinker: Any) -> Iterator[TestClient]:
    store = SqliteStore.open(folder / "tables.sqlite")
    with TestClient(create_app(store, pool=pool_of(thinker))) as opened:
        yield opened
    store.close()


@pytest.fixture
def client(tmp_path: Path, thinker: LocalWorker) -> Iterator[TestClient]:
    with served(tmp_path, thinker) as opened:
        yield opened


def hint(socket: WebSocketTestSession, number: int = 7) -> Message:
    socket.send_text(json.dumps({"type": "hint", "id": number}))
    while True:
        message: Message = json.loads(socket.receive_text())
        if message.get("id") == number:
            return message


def code(answer: Message) -> str:
    assert answer["type"] == "refused", answer
    return str(answer["reason"]["code"])


# Hints


def test_a_hint_names_legal_choices_and_the_best_first(client: TestClient) -> None:
    table = new_table(client, WITH_BOT)
    with client.websocket_connect(f"/ws/{table}") as socket:
        update = receive(socket, "update")
        answer = hint(socket)
    assert answer["type"] == "hinted"
    options = answer["advice"]["options"]
    assert {option["choice"] for option in options} == {each["text"] for each in update["view"]["choices"]}
    assert [option["loss"] for option in options] == sorted(option["loss"] for option in options)
    assert answer["version"] == update["version"]
    assert update["info"]["settings"]["hints"]


def test_hints_between_several_players_are_opt_in(client: TestClient) -> None:
    friend = another(client)
    for wanted, answered in ((None, "no_hints"), (False, "no_hints"), (True, "nothing_to_choose")):
        table = new_table(client, TWO, settings={"hints": wanted})
        assert client.get(f"/api/tables/{table}").json()["settings"]["hints"] is (wanted is True)
        with client.websocket_connect(f"/ws/{table}") as socket:
            assert code(hint(socket)) == "not_started"
            friend.post(f"/api/tables/{table}/join", json={"name": "Ben"})
            update = receive(socket, "update")
            while update["view"] is None:
                update = receive(socket, "update")
            if wanted:
                choose = {"type": "choose", "id": 1, "version": update["version"], "choice": "-"}
                socket.send_text(json.dumps(choose))
                receive(socket, "done")
            assert code(hint(socket)) == answered


def test_a_spectator_gets_no_hint(client: TestClient) -> None:
    table = new_table(client, WITH_BOT)
    with client.websocket_connect(f"/ws/{table}?watch=1") as socket:
        assert code(hint(socket)) == "not_seated"


def test_a_coach_that_fails_is_reported_as_no_coach(tmp_path: Path) -> None:
    with served(tmp_path, BrokenWorker()) as client:
        table = new_table(client, WITH_BOT)
        with client.websocket_connect(f"/ws/{table}") as socket:
            assert code(hint(socket)) == "no_coach"
        answer = client.get("/api/puzzle?game=dice")
        assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "no_coach")


def hidden_otherwise(state: State, seat: int, rng: Random) -> State:
    """Reshuffle what a seat does not see of other hands, the display and the deck."""
    table = state.cards
    unseen = [card for other, hand in enumerate(table.hands) if other != seat for card in hand]
    unseen += [card for card in (*table.display, *table.deck) if card is not None]
    by_number: dict[int, list[Any]] = {}
    for card in unseen:
        by_number.setdefault(card.number, []).append(card)
    for cards in by_number.values():
        rng.shuffle(cards)

    def another(card: Any) -> Any:
        return card and by_number[card.number].pop()

    hands = tuple(hand if n == seat else tuple(map(another, hand)) for n, hand in enumerate(table.hands))
    display = tuple(map(another, table.display))
    deck = tuple(map(another, table.deck))
    changed: CardTable = replace(table, hands=hands, display=display, deck=deck)
    return replace(state, cards=changed)


@pytest.mark.parametrize("game", ["cards", "cards_joker"])
def test_a_hint_does_not_depend_on_hidden_cards(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def by_oracle(rules: Ruleset, players: int) -> CardJudge:
        values = judge_by(Oracle(), rules)
        assert isinstance(values, CardJudge)
        return values

    monkeypatch.setattr("qwixx.coach.advice.judge_for", by_oracle)
    rng, changed = Random(1), 0
    for seed in range(5):
        state = Game(game, ["Ann", "Ben", "Cleo"], seed=seed).advance()
        while not state.is_over and state.chance is None and changed < 60:
            seat = min(state.to_act)
            other = hidden_otherwise(state, seat, rng)
            assert other.view(seat) == state.view(seat)
            changed += other != state
            assert jobs.advise_seat(other, seat) == jobs.advise_seat(state, seat)
            state = state.apply(seat, rng.choice(state.choices(seat)))
    assert changed > 10


def test_a_hint_does_not_depend_on_the_pending_choices_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Game("dice", ["Ann", "Ben"], seed=4).advance()
    told = jobs.advise_seat(state, 0)
    for choice in state.choices(1):
        assert jobs.advise_seat(state.apply(1, choice), 0) == told


def test_hints_are_on_by_default_for_a_single_player_with_or_without_bots() -> None:
    def hints(game: GameName, *bots: str | None) -> bool | None:
        seats = tuple(map(protocol.NewSeat, bots))
        return plan_opening(protocol.NewTable(game, seats, "Ann")).settings.hints

    assert hints("solo", None)
    assert hints("dice", None, "gap:1,2", "random")
    assert not hints("dice", None, "gap:1,2", None)


def test_there_is_no_hint_before_the_game_has_started() -> None:
    table = Table("t", [plan_opening(protocol.NewTable("solo", (protocol.NewSeat(),), "Ann"))])
    with pytest.raises(Refusal, match="not begun"):
        table.to_advise(0)


def test_there_is_no_hint_after_the_game_is_over(client: TestClient) -> None:
    table = new_table(client, WITH_BOT)
    with client.websocket_connect(f"/ws/{table}") as socket:
        play_out(socket)
        assert hint(socket)["reason"]["code"] == "nothing_to_choose"


# Reviews


def finished(client: TestClient, **more: object) -> str:
    table = new_table(client, WITH_BOT, **more)
    with client.websocket_connect(f"/ws/{table}") as socket:
        play_out(socket)
    return table


def test_a_finished_game_is_reviewed_once(client: TestClient, thinker: LocalWorker) -> None:
    table = finished(client)
    answer = client.get(f"/api/tables/{table}/review")
    assert answer.status_code == 200
    found = msgspec.json.decode(answer.content, type=protocol.GameReview)
    assert len(found.views) == len(found.review.decisions) > 0
    for decision, view in zip(found.review.decisions, found.views, strict=True):
        seen = (view.seat, view.public.phase, view.public.turn)
        assert seen == (decision.seat, decision.phase, decision.turn)
        assert {option.choice for option in decision.options} == {choice.text for choice in view.choices}
    assert answer.headers["content-encoding"] == "gzip"
    plain = client.get(f"/api/tables/{table}/review", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == answer.json()
    assert thinker.asked.count("game_review") == 1


def test_only_a_finished_game_is_reviewed(client: TestClient) -> None:
    table = new_table(client, WITH_BOT)
    answer = client.get(f"/api/tables/{table}/review")
    assert (answer.status_code, answer.json()["reason"]["code"]) == (409, "not_over")
    assert client.get("/api/tables/none/review").status_code == 404


def test_the_record_of_an_external_game_is_reviewed_once(client: TestClient, thinker: LocalWorker) -> None:
    table = finished(client)
    text = client.get(f"/api/tables/{table}/record").text
    one, two = (client.post("/api/review", json={"record": text}) for _ in range(2))
    assert one.json() == two.json() == client.get(f"/api/tables/{table}/review").json()
    assert thinker.asked.count("game_review") == 2


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("nonsense", (400, "bad_record")),
        ('[Qwixx "solo"]\n[Seats "Ann"]\n\n1 Ann: 4+1 r3 y2 g5 b6 / r5 / -\n', (409, "not_over")),
    ],
)
def test_a_record_without_a_finished_game_is_not_reviewed(
    client: TestClient, text: str, refusal: tuple[int, str]
) -> None:
    answer = client.post("/api/review", json={"record": text})
    assert (answer.status_code, answer.json()["reason"]["code"]) == refusal


def test_a_rematch_gets_its_own_review(client: TestClient, thinker: LocalWorker) -> None:
    table = finished(client)
    first = client.get(f"/api/tables/{table}/review").json()
    with client.websocket_connect(f"/ws/{table}") as socket:
        socket.send_text(json.dumps({"type": "rematch", "id": 1}))
        receive(socket, "done")
    assert client.get(f"/api/tables/{table}/review").status_code == 409
    with client.websocket_connect(f"/ws/{table}") as socket:
        play_out(socket)
    assert client.get(f"/api/tables/{table}/review").json() != first
    assert thinker.asked.count("game_review") == 2


def test_a_review_is_compressed_json() -> None:
    game = Game("dice", ["Ann", "Ben"], seed=2)
    while not game.advance().is_over:
        seat = min(game.state.to_act)
        game.apply(seat, game.state.choices(seat)[-1])
    data = jobs.game_review(game.record)
    found = msgspec.json.decode(gzip.decompress(data), type=protocol.GameReview)
    own = [view for view in found.views if view.public.phase == "own" and view.public.crossed]
    assert own
    assert all(view.public.crossed_with is not None for view in own)


# Puzzles


def test_a_seed_always_gives_the_same_puzzle(client: TestClient, thinker: LocalWorker) -> None:
    one, two = (client.get("/api/puzzle?game=dice&seed=3") for _ in range(2))
    assert one.json() == two.json()
    posed = msgspec.json.decode(one.content, type=protocol.PosedPuzzle)
    assert (posed.puzzle.seed, posed.puzzle.game) == (3, "dice")
    assert {option.choice for option in posed.puzzle.advice.options} == {c.text for c in posed.view.choices}
    assert thinker.asked == ["posed_puzzle"]


def test_puzzles_without_a_seed_differ(client: TestClient, thinker: LocalWorker) -> None:
    seeds = {client.get("/api/puzzle?game=dice").json()["puzzle"]["seed"] for _ in range(3)}
    assert len(seeds) == 3


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?game=chess",
        "?game=dice&seed=x",
        "?game=dice&seed=-1",
        "?game=dice&seed=2147483648",
        "?game=dice&seed=",
    ],
)
def test_an_invalid_puzzle_request_is_refused(client: TestClient, query: str) -> None:
    answer = client.get(f"/api/puzzle{query}")
    assert (answer.status_code, answer.json()["reason"]["code"]) == (400, "bad_message")


# Timeouts


def test_a_coach_timeout_is_reported_as_busy_and_can_be_retried(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwixx.server.coach.ANSWER_SECONDS", 0.0)
    answer = client.get("/api/puzzle?game=dice&seed=8")
    assert (answer.status_code, answer.json()["reason"]["code"]) == (503, "coach_busy")
    monkeypatch.setattr("qwixx.server.coach.ANSWER_SECONDS", 600.0)
    assert client.get("/api/puzzle?game=dice&seed=8").status_code == 200
