"""A player in another process: one JSON message a line, as docs/bot-protocol.md says."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, NoReturn, TypeVar

import msgspec

from qwixx.bots.errors import BotError, BotFailure, did_you_mean
from qwixx.bots.line_process import LineFailure, LineProcess
from qwixx.notation import ParseError, parse_choice
from qwixx.notation.plain import Plain, plain_outcome, plain_view
from qwixx.record import LONGEST_NAME
from qwixx.rules.choices import Choice
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.scoring import GameOutcome
from qwixx.rules.view import View
from qwixx.system.processes import command_words

BOT_PROTOCOL = 1
DECISION_SECONDS = 5.0
# Interpreters and models load slowly, however quickly they decide afterwards.
HELLO_SECONDS = 10.0
GOODBYE_SECONDS = 1.0
SHOWN_ANSWER = 60

T = TypeVar("T")
Index = Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]


class Hello(msgspec.Struct):
    """The first message of a program."""

    protocol: Index
    name: str
    type: Literal["hello"] = "hello"


class ChoiceReply(msgspec.Struct):
    """A choice by its place in the list, counted from 0, or by its text."""

    choice: Index | str
    type: Literal["choice"] = "choice"


class ProgramBot:
    """A player in another process. The program is started when it is first needed, and serves many games.

    A failure kills it, and the next game starts it again.
    """

    def __init__(self, command: str, seconds: float = DECISION_SECONDS, seed: str = "") -> None:
        self._words = checked_command(command)
        self._called = f"exec:{command}"
        self._seconds = seconds
        self._seed = seed
        # The name in its hello, once that was received.
        self.name: str | None = None
        self._process: LineProcess | None = None
        self._playing = False

    def __repr__(self) -> str:
        return f"make_bot({self._called!r}, programs=True)"

    @property
    def pid(self) -> int | None:
        """The id of the process while it runs."""
        return self._process.pid if self._process is not None else None

    def new_game(self, rules: Ruleset, players: int, seat: int, seed: str) -> None:
        """Announce a game to the program; otherwise the first choice does."""
        if self._process is None:
            self._start()
        self._send(
            {
                "type": "new_game",
                "game": rules.name,
                "options": rules.option_words,
                "players": players,
                "seat": seat,
                "seed": seed,
                "time_limit": self._seconds,
            }
        )
        self._playing = True

    def choose(self, view: View) -> Choice:
        if not self._playing:
            assert view.seat is not None
            self.new_game(view.ruleset, len(view.sheets), view.seat, self._seed)
        seen = plain_view(view)
        choices = seen.pop("choices")
        answer = self._ask({"type": "choose", "choices": choices, "view": seen}, self._seconds, ChoiceReply)
        if isinstance(answer.choice, str):
            return self._named(answer.choice, view.choices)
        if not 0 <= answer.choice < len(view.choices):
            self._fail(f"chose number {answer.choice} of {len(view.choices)} choices, counted from 0")
        return view.choices[answer.choice]

    def game_over(self, outcome: GameOutcome | None, forfeited_by: int | None = None) -> None:
        """Announce the end of a game to the program; by a forfeit, there is no outcome."""
        if self._process is not None and self._playing:
            result: Plain = plain_outcome(outcome) if outcome is not None else {"reason": "forfeit"}
            self._send({"type": "game_over", **result, "forfeited_by": forfeited_by})
        self._playing = False

    def close(self) -> None:
        """Close the program's input, and kill it if it does not exit."""
        self._close(GOODBYE_SECONDS)

    def kill(self) -> None:
        """Kill the program at once."""
        self._close(0)

    def abort(self) -> None:
        """Kill the program from another thread or a signal handler, before this process ends."""
        if self._process is not None:
            self._process.abort()

    def _close(self, grace: float) -> None:
        if self._process is not None:
            self._process.close(grace)
        self._process, self._playing = None, False

    def _start(self) -> None:
        try:
            self._process = LineProcess(self._words)
        except LineFailure as failure:
            self._fail(str(failure))
        hello = self._ask({"type": "hello", "protocol": BOT_PROTOCOL}, HELLO_SECONDS, Hello)
        if hello.protocol != BOT_PROTOCOL:
            self._fail(f"speaks protocol {hello.protocol}, and this is protocol {BOT_PROTOCOL}")
        if not hello.name.isprintable() or not 1 <= len(hello.name) <= LONGEST_NAME:
            self._fail(f"has no name of 1 to {LONGEST_NAME} printable characters, but {_shown(hello.name)}")
        self.name = hello.name

    def _named(self, text: str, choices: tuple[Choice, ...]) -> Choice:
        try:
            choice = parse_choice(text)
        except ParseError:
            self._fail(f"answered {_shown(text)}, which is not a choice in notation")
        if choice not in choices:
            self._fail(f"chose {_shown(text)}, which is not among its {len(choices)} legal choices")
        return choice

    def _send(self, message: Plain) -> None:
        assert self._process is not None
        self._process.send(_line(message))

    def _ask(self, message: Plain, seconds: float, kind: type[T]) -> T:
        assert self._process is not None
        try:
            line = self._process.ask(_line(message), seconds)
        except LineFailure as failure:
            self._fail(f"{failure} (asked: {message['type']})")
        return self._decoded(line, kind)

    def _decoded(self, line: bytes, kind: type[T]) -> T:
        decode: Callable[[bytes], T] = msgspec.json.Decoder(kind).decode
        try:
            return decode(line)
        except msgspec.ValidationError as error:
            self._fail(f"answered {_shown(line)}: {error}")
        except (msgspec.DecodeError, UnicodeDecodeError):
            self._fail(f"answered {_shown(line)}, which is not JSON")

    def _fail(self, reason: str) -> NoReturn:
        """Kill the program, whatever it is doing, and raise BotFailure."""
        process = self._process
        self.kill()
        last_words = process.stderr_tail() if process is not None else ()
        raise BotFailure(self._called, reason, last_words)


def checked_command(command: str) -> list[str]:
    """The words of a command whose program can be found; BotError if there is none."""
    try:
        words = command_words(command)
    except ValueError as error:
        raise BotError(f"cannot read the command of exec:{command}: {error}") from error
    if not words:
        raise BotError("exec takes the command of a program, as in exec:./mybot or 'exec:./mybot --flag'")
    if shutil.which(words[0]) is None:
        raise BotError(f"cannot run exec:{command}: {_why_not_found(words[0])}")
    return words


def _why_not_found(program: str) -> str:
    path = Path(program)
    if path.is_file() and not os.access(path, os.X_OK):
        return f"{program} is not executable; try chmod +x {program}"
    if path.is_file():
        return f"{program} is searched for on the PATH; did you mean ./{program}?"
    beside = [str(entry) for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    return f"there is no program {program}{did_you_mean(str(path), beside)}"


def _line(message: Plain) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def _shown(answer: str | bytes) -> str:
    """The beginning of a program's answer, escaped for terminals."""
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    return ascii(text if len(text) <= SHOWN_ANSWER else f"{text[:SHOWN_ANSWER]}...")
