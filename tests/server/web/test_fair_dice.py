"""Contributions to fair dice in the WebSocket URL."""

import json
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

ANN, ONE = 0, "11" * 16


def test_a_contribution_in_the_websocket_url_rolls_the_dice(client: TestClient) -> None:
    new = {"game": "dice", "seats": [{}, {"bot": "gap:1,2"}], "name": "Ann", "contributes": True}
    seated = client.post("/api/tables", json=new).json()
    (commitment,) = seated["commitments"]
    assert (commitment["game"], commitment["contributed"]) == (1, [])
    path = f"/ws/{seated['table']}"
    for greeting in ("1-x", "7-" + ONE, "-1-" + ONE, "x"):
        with client.websocket_connect(f"{path}?contribute={greeting}") as socket:
            assert first_update(socket)["view"]["public"]["phase"] == "start", greeting
    with client.websocket_connect(f"{path}?contribute=1-{ONE}") as socket:
        update = first_update(socket)
    assert update["info"]["commitments"] == [{**commitment, "contributed": [ANN]}]
    assert update["view"]["public"]["dice"] is not None


def first_update(socket: WebSocketTestSession) -> dict[str, Any]:
    assert json.loads(socket.receive_text())["type"] == "welcome"
    found: dict[str, Any] = json.loads(socket.receive_text())
    return found
