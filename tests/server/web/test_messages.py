"""Message formatting with values; the client passes the same cases (web/tests/message.test.ts)."""

import json
from typing import Any

import pytest

from qwixx.server.web.messages import Language
from tests.web.test_build import WEB

SHARED = json.loads((WEB / "tests" / "messageCases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", SHARED["cases"], ids=lambda case: f"{case['text']} {case['values']}")
def test_the_server_formats_messages_like_the_client(case: dict[str, Any]) -> None:
    language = Language({}, {"key": case["form"]}, SHARED["plurals"][case["locale"]])
    assert language.text("key", **case["values"]) == case["said"]
