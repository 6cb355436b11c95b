"""In-memory clients for tests: requests, and messages over a WebSocket."""

import itertools
import json
import time
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

Message = dict[str, Any]
JSON = {"content-type": "application/json"}
TWO: list[Message] = [{}, {}]
WITH_BOT: list[Message] = [{}, {"bot": "gap:1,2"}]


def another(client: TestClient) -> TestClient:
    """A second browser with separate cookies."""
    return TestClient(client.app)


def new_table(client: TestClient, seats: list[Message] = TWO, **more: object) -> str:
    answer = client.post("/api/tables", json={"game": "dice", "seats": seats, "name": "Ann", **more})
    assert answer.status_code == 201, answer.text
    assert answer.json()["seat"] == 0
    return str(answer.json()["table"])


def receive(socket: WebSocketTestSession, kind: str) -> Message:
    """Receive messages up to the first one of this kind, and return it."""
    while True:
        message: Message = json.loads(socket.receive_text())
        if message["type"] == kind:
            return message


def asked(socket: WebSocketTestSession, message: Message) -> tuple[Message, Message | None]:
    """Send a command; return its reply, and the last update before the reply."""
    update = None
    socket.send_text(json.dumps(message))
    while True:
        answer: Message = json.loads(socket.receive_text())
        if answer["type"] == "update":
            update = answer
        elif answer.get("id") == message["id"]:
            return answer, update
        elif answer["type"] == "refused":  # rate limited: wait and retry
            time.sleep(0.1)
            socket.send_text(json.dumps(message))


def play_out(*sockets: WebSocketTestSession) -> Message:
    """All players take the first choice in turn until the game is over; return the last update."""
    updates: list[Message] = [{}] * len(sockets)
    for number in itertools.count(1):
        seat = number % len(sockets)
        # The reply to a question means that everything sent before it has been read.
        _, update = asked(sockets[seat], {"type": "ask", "id": 2 * number, "choice": "-"})
        current = updates[seat] = update or updates[seat]
        if current["info"]["state"] == "over":
            return current
        if seat in current["view"]["public"]["to_act"]:
            choice = {"type": "choose", "id": 2 * number + 1, "version": current["version"]}
            _, update = asked(sockets[seat], {**choice, "choice": current["view"]["choices"][0]["text"]})
            updates[seat] = update or current
    raise AssertionError("unreachable")
