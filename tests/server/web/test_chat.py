"""Chat over WebSockets: where it exists, and its rate limit."""

import json
from pathlib import Path

from qwixx.server.web.context import Settings
from qwixx.tables.refusals import NO_CHAT, NOT_SEATED, TOO_FAST
from tests.server.listening_server import hear, listening


def test_chat_is_sent_to_spectators_and_has_a_rate_limit(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        table, cookie = server.open_table(None)
        with server.connected(table, cookie) as ann, server.connected(table) as watching:
            assert hear(ann, "welcome")["chat"] is True
            hear(watching, "update")
            ann.send(json.dumps({"type": "say", "id": 1, "text": "hello"}))
            assert hear(ann, "done")["id"] == 1
            update = hear(watching, "update")
            while not any(each["what"]["type"] == "said" for each in update["happened"]):
                update = hear(watching, "update")
            watching.send(json.dumps({"type": "react", "id": 1, "reaction": "ouch"}))
            assert hear(watching, "refused")["reason"]["code"] == NOT_SEATED.code
            ann.send(json.dumps({"type": "react", "id": 2, "reaction": "bomb"}))
            assert hear(ann, "refused")["reason"]["code"] == "bad_message"
            for number in range(3, 30):
                ann.send(json.dumps({"type": "react", "id": number, "reaction": "hurry"}))
            assert hear(ann, "refused")["reason"]["code"] == TOO_FAST.code


def test_there_is_no_chat_with_bots_only(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        table, cookie = server.open_table("gap:1,2")
        with server.connected(table, cookie) as ann:
            assert hear(ann, "welcome")["chat"] is False
            ann.send(json.dumps({"type": "say", "id": 1, "text": "hello"}))
            assert hear(ann, "refused")["reason"]["code"] == NO_CHAT.code


def test_chat_can_be_switched_off_by_the_host_of_the_server(tmp_path: Path) -> None:
    with listening(tmp_path, Settings(has_chat=False)) as server:
        table, cookie = server.open_table(None)
        with server.connected(table, cookie) as ann:
            assert hear(ann, "welcome")["chat"] is False
            ann.send(json.dumps({"type": "say", "id": 1, "text": "hello"}))
            assert hear(ann, "refused")["reason"]["code"] == NO_CHAT.code
