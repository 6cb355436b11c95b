"""Promises of docs/protocol.md that no other test covers: order, retention, and the numbers it names."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from qwixx.server import limits, table_server
from qwixx.server.limits import Limits
from qwixx.server.rooms import command_queue
from qwixx.server.rooms.calendar import KEEP_DAYS
from qwixx.server.transport import address_limits, frames, http, outbox, websocket
from qwixx.server.web.connection import MOST_FAULTS
from qwixx.server.web.context import Settings
from qwixx.server.web.gate import BAD_ORIGIN
from qwixx.tables.game.state import REMEMBERED_HAPPENINGS
from qwixx.tables.protocol import CloseCode
from tests.server.listening_server import Listening, Message, hear, listening

# Its text without line breaks.
PROTOCOL = " ".join((Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8").split())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Listening]:
    with listening(tmp_path, Settings(limits=Limits(sockets_per_address=3), keep_days=5)) as found:
        yield found


def test_commands_are_answered_in_order_after_the_updates_they_caused(server: Listening) -> None:
    table, cookie = server.open_table(None)
    server.join(table)
    with server.connected(table, cookie) as player:
        version = hear(player, "update")["version"]
        for number in range(8):
            choice = {"type": "choose", "id": number, "version": version, "choice": "-"}
            player.send(json.dumps(choice if number != 4 else {"type": "dance", "id": 4}))
        heard: list[Message] = []
        while len([each for each in heard if each["type"] in ("done", "refused")]) < 8:
            heard.append(json.loads(player.recv(timeout=20)))
    answers = [each for each in heard if each["type"] != "update"]
    assert [(each["type"], each["id"]) for each in answers] == [
        ("refused" if number == 4 else "done", number) for number in range(8)
    ]
    shown = 0
    for each in heard:
        if each["type"] == "update":
            shown = each["version"]
        elif each["type"] == "done":
            assert shown >= each["version"]


def test_websockets_per_address_are_limited(server: Listening) -> None:
    table, _ = server.open_table("gap:1,2")
    with server.connected(table) as one, server.connected(table) as two, server.connected(table) as three:
        for each in (one, two, three):
            hear(each, "update")
        with server.connected(table) as four, pytest.raises(ConnectionClosed) as closed:
            four.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CloseCode.POLICY_VIOLATION
        with server.connected(table, source="127.0.0.2") as other:
            hear(other, "update")


def test_clients_learn_the_retention_period_of_a_table(server: Listening) -> None:
    table, _ = server.open_table("gap:1,2")
    with server.connected(table) as player:
        assert hear(player, "welcome")["kept_days"] == 5


# Numbers in the document equal those in the code.

NUMBERS = {
    r"`sockets_per_address`\) \| (\d+) \|": Limits().sockets_per_address,
    r"`connections`\) \| (\d+); 8192": Limits().connections_per_address,
    r"\| 256; (\d+) and 300 new ones": Limits().connections,
    r"8192 and (\d+) new ones a second": int(table_server.ACCEPTS_PER_SECOND),
    r"while a request would wait for (\d+) seconds": int(address_limits.LONGEST_CONNECTION_WAIT),
    r"`requests`\) \| (\d+) a second and 400": Limits().requests_per_second,
    r"and 400 at once; (\d+) a second, addresses": Limits().requests,
    r"or with (\d+) that wait, 429": address_limits.WAITING_REQUESTS,
    r"after (\d+) seconds, or with": int(address_limits.LONGEST_REQUEST_WAIT),
    r"`tables_per_hour`\) \| (\d+) an hour": Limits().tables_per_hour,
    r"1008 after (\d+) of these or of malformed": MOST_FAULTS,
    r"`messages_per_second`\) \| (\d+) a second, 40": Limits().messages_per_second,
    r"updates that wait for a client to read \| (\d+) \|": outbox.MESSAGES_WAITING,
    r"a record to replay \| (\d+), 4096": limits.MESSAGE_BYTES,
    r"a record to replay \| 2048, (\d+), 32768": limits.BODY_BYTES,
    r"a record to replay \| 2048, 4096, (\d+), 131072": limits.PAD_BYTES,
    r"a record to replay \| 2048, 4096, 32768, (\d+) bytes": limits.RECORD_BYTES,
    r"a message of more than (\d+) bytes": frames.LONGEST_MESSAGE,
    r"parts of messages \| (\d+) a second, 100": int(websocket.FRAMES_PER_SECOND),
    r"parts of messages \| 20 a second, (\d+) at once": int(websocket.FRAMES_AT_ONCE),
    r"seats, names or faces \| (\d+) a second": int(command_queue.COSTS_PER_SECOND),
    r"seats, names or faces \| 1 a second, (\d+) at once": int(command_queue.COSTS_AT_ONCE),
    r"a ping, which comes after (\d+) seconds of silence": int(websocket.PING_SECONDS),
    r"seconds of silence \| (\d+) seconds \| 1013": int(websocket.PONG_SECONDS),
    r"received nothing for (\d+) seconds, and treats it as gone": int(websocket.PING_SECONDS),
    r"absent after (\d+) seconds at the latest": int(websocket.PING_SECONDS + websocket.PONG_SECONDS),
    r"`welcome.heartbeat_seconds` \((\d+); `qwixx serve": limits.HEARTBEAT_SECONDS,
    r"reading its answer \| (\d+), 15, 30 seconds": int(http.HEADER_SECONDS),
    r"reading its answer \| 15, (\d+), 30 seconds": int(http.BODY_SECONDS),
    r"reading its answer \| 15, 15, (\d+) seconds": int(http.READ_SECONDS),
    r"`questions`\) \| (\d+), 64": Limits().questions_per_address,
    r"`questions`\) \| 4, (\d+) \|": Limits().questions,
    r"nobody has used it for (\d+) days": KEEP_DAYS,
    r"The latest (\d+) are remembered": REMEMBERED_HAPPENINGS,
    r"\| (\d+) \| there is no such table": CloseCode.NO_TABLE,
    r"\| (\d+) \| a page of another site \|": BAD_ORIGIN,
    r"\| (\d+) \| the table is there but cannot be used now": CloseCode.UNAVAILABLE,
    r"\| (\d+) \| too fast for too long": CloseCode.POLICY_VIOLATION,
    r"\| (\d+) \| the server is shutting down": CloseCode.RESTART,
    r"\| (\d+) \| you did not read": CloseCode.TRY_AGAIN,
}


@pytest.mark.parametrize(("words", "number"), NUMBERS.items())
def test_the_document_states_the_numbers_of_the_code(words: str, number: int) -> None:
    found = re.search(words, PROTOCOL)
    assert found is not None, "the wording of the document has changed"
    assert int(found[1]) == number


def test_the_document_names_every_limit() -> None:
    names = set(Limits.__dataclass_fields__)
    assert names == {name for name in re.findall(r"`(\w+)`", PROTOCOL) if name in names}
