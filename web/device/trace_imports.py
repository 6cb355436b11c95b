"""Plays every game on a device, and asks for everything else: what that imports is what a device needs.

Runs in Pyodide while the client is built: web/device/pack.mjs.
"""

import json
import random
import sys

from qwixx.device.host import DeviceHost

BOTS = ("gap:1,2", "gap:2,3", "random")
GAMES = {"dice": 4, "cards": 2, "cards_joker": 1, "solo": 0}
CONNECTION = 1


class Device:
    """A host whose facts need no storage."""

    def __init__(self) -> None:
        self.host = DeviceHost(random.Random(1))

    def settled(self, effects: str) -> dict:
        found = json.loads(effects)
        while found.get("append"):
            found = json.loads(self.host.resume('{"type":"stored","at":1.0}'))
        return found

    def asked(self, method: str, path: str, **body: object) -> str:
        answer = self.settled(self.host.request(method, path, json.dumps(body), 1.0))["answer"]
        return answer["body"]

    def said(self, **message: object) -> dict:
        """The last update after a message."""
        frames = self.settled(self.host.receive(CONNECTION, json.dumps({"id": 1, **message}), 1.0)).get(
            "frames", []
        )
        return next((json.loads(each["text"]) for each in frames if '"type":"update"' in each["text"]), {})


def play(game: str, bots: int) -> None:
    device = Device()
    rng = random.Random(game)
    seats = [{"bot": None}, *({"bot": BOTS[number % len(BOTS)]} for number in range(bots))]
    options = {"first_player": "first_six"} if game == "dice" else {}
    opened = device.asked("POST", "/api/tables", game=game, seats=seats, name="Ann", options=options)
    table = json.loads(opened)["table"]
    frames = device.settled(device.host.connect(CONNECTION, table, 0, False, 1.0))["frames"]
    update = json.loads(frames[-1]["text"])
    device.settled(device.host.tick(table, 2.0))
    device.said(type="ask", choice="r2")
    device.said(type="choose", version=0, choice="nonsense")
    device.asked("GET", f"/api/tables/{table}")
    device.asked("GET", f"/api/tables/{table}/replay")
    while update["info"]["state"] != "over":
        choice = rng.choice(update["view"]["choices"])["text"]
        update = device.said(type="choose", version=update["version"], choice=choice)
    record = device.asked("GET", f"/api/tables/{table}/games/1/record")
    device.asked("GET", f"/api/tables/{table}/replay")
    device.asked("POST", "/api/replay", record=record)
    device.asked("POST", "/api/replay", record="nonsense")
    device.said(type="rematch", wanted=True)


def trace_imports() -> list[str]:
    """Where everything was imported from."""
    for game, bots in GAMES.items():
        play(game, bots)
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return sorted(file for file in files if file is not None)
