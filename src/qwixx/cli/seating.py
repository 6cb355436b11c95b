"""Who sits where: people and bots, from the command line or by asking."""

import random
from dataclasses import dataclass

from qwixx.bots import BOTS, make_bot
from qwixx.cli.terminal import Terminal
from qwixx.play import Player
from qwixx.record import Record
from qwixx.rules.ruleset import RULESETS

HUMAN = "human"
DEFAULT_NAME = "Player"
DEFAULT_BOT = "gap:1,2"


@dataclass(frozen=True)
class Seat:
    """A name, and the bot that plays for it; None is a person."""

    name: str
    bot: str | None


def make_bots(seats: list[Seat], seed: str) -> dict[int, Player]:
    """The bots by seat, each with luck of its own."""
    return {
        number: make_bot(seat.bot, random.Random(f"{seed}/bot {number}"))
        for number, seat in enumerate(seats)
        if seat.bot is not None
    }


def bot_tags(seats: list[Seat]) -> list[tuple[str, str]]:
    """The tag that tells which seats of a record are bots, so that the game can be resumed."""
    words = [f"{number}={seat.bot}" for number, seat in enumerate(seats, start=1) if seat.bot is not None]
    return [("Bots", " ".join(words))] if words else []


def recorded_seats(record: Record) -> list[Seat]:
    """The seats of a record; without a tag for bots, everybody is a person."""
    words = dict(record.tags).get("Bots", "").split()
    bots = {number: _checked(bot) for number, _, bot in (word.partition("=") for word in words)}
    return [Seat(name, bots.get(str(number))) for number, name in enumerate(record.names, start=1)]


def parse_seats(specs: list[str]) -> list[Seat]:
    """Seats from words like ``Ann``, ``gap:1,2`` or ``Ben=random``."""
    seats: list[Seat] = []
    for spec in specs:
        name, given, kind = spec.partition("=")
        if not given and name.partition(":")[0] in BOTS:
            seats.append(Seat(_free_name(name, seats), _checked(name)))
        else:
            seats.append(Seat(name, _checked(kind) if given and kind != HUMAN else None))
    return seats


def _checked(bot: str) -> str:
    make_bot(bot, random.Random(0))
    return bot


def _free_name(name: str, seats: list[Seat]) -> str:
    """Bots may be named after their kind; the second of a kind gets a number."""
    taken = [seat.name for seat in seats]
    names = (name, *(f"{name} #{number}" for number in range(2, len(seats) + 2)))
    return next(free for free in names if free not in taken)


def ask_game(terminal: Terminal) -> str:
    terminal.print("Which game?")
    for number, rules in enumerate(RULESETS.values(), start=1):
        terminal.print(f"  {number}  {rules.title}")
    names = list(RULESETS)
    while True:
        answer = terminal.ask("Type its number [1]: ") or "1"
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        terminal.print(f"  {answer!r} is not a number from 1 to {len(names)}.")


def ask_seats(terminal: Terminal, game: str) -> list[Seat]:
    rules = RULESETS[game]
    if rules.max_players == 1:
        return [Seat(terminal.ask(f"Your name [{DEFAULT_NAME}]: ") or DEFAULT_NAME, None)]
    terminal.print(f"Who plays? {rules.min_players} to {rules.max_players} names, with spaces between them.")
    terminal.print(f"  Any name is a person; bots are {', '.join(kind.example for kind in BOTS.values())}.")
    while True:
        usual = f"{DEFAULT_NAME} {DEFAULT_BOT}"
        answer = terminal.ask(f"Players [{usual}]: ") or usual
        try:
            seats = parse_seats(answer.split())
            rules.check_players(len(seats))
        except ValueError as error:
            terminal.print(f"  {error}")
        else:
            return seats
