"""A bot that always passes and logs every line it receives and sends; run as a script."""

import json
import sys
from pathlib import Path
from typing import Any


def answer_to(message: dict[str, Any]) -> dict[str, object] | None:
    if message["type"] == "hello":
        return {"type": "hello", "protocol": 1, "name": "passer"}
    if message["type"] == "choose":
        # An answer is an index or a text.
        return {"type": "choice", "choice": 0 if message["view"]["phase"] == "common" else "-"}
    return None


def main() -> None:
    log: list[str] = []
    for line in sys.stdin:
        log.append(f"> {line}")
        answer = answer_to(json.loads(line))
        if answer is not None:
            log.append(f"< {json.dumps(answer)}\n")
            print(json.dumps(answer), flush=True)
    Path(sys.argv[1]).write_text("".join(log), encoding="utf-8")


if __name__ == "__main__":
    main()
