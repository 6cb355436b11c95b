"""A bot for tests that misbehaves in the way that its first argument names; run as a script."""

import json
import os
import subprocess
import sys
import time

CHILD = [sys.executable, "-c", "import time; time.sleep(600)"]


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def hello(protocol: int = 1, name: str = "rascal") -> None:
    say(type="hello", protocol=protocol, name=name)


def begin(manner: str) -> None:
    """Misbehave at startup."""
    match manner:
        case "crash at start":
            print("no model found\nat model.bin", file=sys.stderr)
            sys.exit(3)
        case "leave at start":
            sys.exit(0)
        case "hang at start":
            time.sleep(600)
        case "wrong version":
            hello(protocol=2)
        case "no name":
            say(type="hello", protocol=1)
        case "strange name":
            hello(name="\x1b[31mred")
        case "no hello":
            print("ready!", flush=True)
        case _:
            hello()


# Answers, verbatim.
ANSWERS = {
    "no JSON": "I cross red seven",
    "empty line": "",
    "terminal codes": "\x1b]0;owned\x07\x1b[2J",
    "null": '{"choice": null}',
    "true": '{"choice": true}',
    "array": "[0]",
    "number": "0",
    "other message": '{"type": "hello", "choice": 0}',
    "missing choice": '{"type": "choice"}',
    "fraction": '{"choice": 0.5}',
    "too high": '{"choice": 5}',
    "negative": '{"choice": -1}',
    "huge": f'{{"choice": {"9" * 4000}}}',
    "no notation": '{"choice": "red seven"}',
    "illegal cross": '{"choice": "r2"}',
    "wrong kind": '{"choice": "play R2 cross r2"}',
    "two answers": '{"choice": 0}\n{"choice": 0}',
    "notation": '{"choice": "b5"}',
}


def act(manner: str) -> None:
    """Misbehave instead of an answer or before it."""
    match manner:
        case "crash":
            raise RuntimeError("my own mistake")
        case "crash in colour":
            sys.exit(f"\x1b[31m{'x' * 100_000}\x1b[0m")
        case "segfault":
            os.kill(os.getpid(), 11)
        case "crash with a child":
            subprocess.Popen(CHILD)
            os._exit(4)
        case "hang with a child":
            subprocess.Popen(CHILD)
            time.sleep(600)
        case "hang":
            time.sleep(600)
        case "close output":
            os.close(1)
            time.sleep(600)
        case "bytes":
            os.write(1, b"\xff\xfe\x00\n")


def flood(manner: str) -> None:
    text = {"flood without newline": "x", "flood with lines": '{"choice": 0}\n', "flood of errors": "oh no\n"}
    while manner in text:
        (sys.stderr if manner == "flood of errors" else sys.stdout).write(text[manner] * 1000)


def main() -> None:
    manner = sys.argv[1]
    begin(manner)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "choose":
            act(manner)
            flood(manner)
            print(ANSWERS.get(manner, '{"choice": 0}'), flush=True)
        if message["type"] == "new_game" and manner == "crash between games":
            sys.exit(5)
    if manner == "stay":
        time.sleep(600)


if __name__ == "__main__":
    main()
