"""docs/bot-protocol.md matches the implementation."""

import json
import re

import msgspec

from qwixx.bots import program
from tests.bots.transcript import DOCUMENT, documented_transcript, real_transcript

TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_the_documented_transcript_matches_a_real_game() -> None:
    """After an intended change run python -m tests.bots.transcript, and review the diff."""
    assert documented_transcript() == real_transcript()


def test_the_transcript_contains_a_complete_game() -> None:
    lines = documented_transcript().splitlines()
    kinds = [(line[0], json.loads(line[2:])["type"]) for line in lines]
    assert kinds[:3] == [(">", "hello"), ("<", "hello"), (">", "new_game")]
    assert kinds[-1] == (">", "game_over")
    asked = kinds[3:-1]
    assert set(asked[::2]) == {(">", "choose")}
    assert set(asked[1::2]) == {("<", "choice")}


def test_every_field_is_documented() -> None:
    def keys(value: object) -> set[str]:
        if isinstance(value, dict):
            return set(value) | {key for inner in value.values() for key in keys(inner)}
        return {key for inner in value for key in keys(inner)} if isinstance(value, list) else set()

    used = {key for line in documented_transcript().splitlines() for key in keys(json.loads(line[2:]))}
    tables = "".join(line for line in TEXT.splitlines() if line.startswith("|"))
    explained = set(re.findall(r"`(\w+)`", tables)) | set(re.findall(r'`\{"(\w+)"', TEXT))
    assert used - explained == set()


def test_documented_limits_match_the_code() -> None:
    assert f"protocol {program.BOT_PROTOCOL}" in TEXT
    assert f"{program.HELLO_SECONDS:g} seconds" in TEXT
    assert f"{program.DECISION_SECONDS:g} seconds" in TEXT
    assert "64 kB" in TEXT


def test_messages_in_the_tables_can_be_decoded() -> None:
    answers = re.findall(r'`(\{"choice".*?\})`', TEXT)
    assert len(answers) >= 2
    for answer in answers:
        msgspec.json.decode(answer.encode(), type=program.ChoiceReply)
