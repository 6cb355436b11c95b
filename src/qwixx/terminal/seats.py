"""Seats of people and bots, from the command line or by asking."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import takewhile

from qwixx.bots import BOTS, make_bot
from qwixx.bots.errors import BotError
from qwixx.bots.levels import OFFERED_LEVELS
from qwixx.bots.own import is_class_name, names_a_file
from qwixx.bots.registry import all_kinds
from qwixx.record import Record, checked_names, free_name
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import RULESETS
from qwixx.terminal.console import Console
from qwixx.text_table import aligned

HUMAN = "human"
DEFAULT_NAME = "Player"
# The second is used where trained bots are not installed.
USUAL_BOTS = ("casual", "gap:1,2")
SIMPLE_BOTS = ("random", "gap:2,3", "gap:1,2")
LONG_NAME = 5
# The rest of the word is a command, which may contain the sign between a name and a bot.
PROGRAM = "exec:"
LONGEST_BOT_NAME = 30


@dataclass(frozen=True)
class SeatArgument:
    """A name, and the bot that plays for it; None is a person."""

    name: str
    bot: str | None


def usual_bot() -> str:
    """The opponent of a person who names none."""
    return USUAL_BOTS[0] if find_spec("numba") is not None else USUAL_BOTS[1]


def bot_tags(seats: list[SeatArgument]) -> list[tuple[str, str]]:
    """The tag that names the bots of a record, so that the game can be resumed."""
    words = [f"{number}={seat.bot}" for number, seat in enumerate(seats, start=1) if seat.bot is not None]
    return [("Bots", " ".join(words))] if words else []


def recorded_seats(record: Record) -> list[SeatArgument]:
    """The seats of a record; without a tag for bots, all are people."""
    words = dict(record.tags).get("Bots", "").split()
    bots = {number: _checked(bot, programs=False) for number, _, bot in (w.partition("=") for w in words)}
    return [SeatArgument(name, bots.get(str(number))) for number, name in enumerate(record.names, start=1)]


def parse_seats(specs: list[str]) -> list[SeatArgument]:
    """Seats from words like ``Ann``, ``gap:1,2`` or ``Ben=random``.

    A word that looks like a misspelt bot is a BotError.
    """
    seats: list[SeatArgument] = []
    for spec in specs:
        name, given, kind = spec.partition("=")
        is_bot = not given and (name.partition(":")[0] in BOTS or is_class_name(name))
        if is_bot or spec.startswith(PROGRAM):
            # A bot without a name gets that of its kind; the second of a kind gets a number.
            free = free_name(_shortened(spec), [seat.name for seat in seats])
            seats.append(SeatArgument(free, _checked(spec, programs=True)))
            continue
        if not given and names_a_file(name):
            raise BotError(
                f"no class {name!r}: the name of a class begins with a capital, as in mybot:Greedy"
            )
        if not given and (bot := _meant(name)):
            raise BotError(
                f"no bot {name!r}; did you mean {bot}? A person of this name is written {name}={HUMAN}"
            )
        seats.append(SeatArgument(name, _checked(kind, programs=True) if given and kind != HUMAN else None))
    return seats


def _shortened(bot: str) -> str:
    """The text of a bot as a name; the end of a command says more than its beginning.

    >>> _shortened("gap:1,2"), _shortened("exec:/usr/local/bin/python3 /home/ann/mybot.py")
    ('gap:1,2', '…in/python3 /home/ann/mybot.py')
    """
    return bot if len(bot) <= LONGEST_BOT_NAME else f"…{bot[1 - LONGEST_BOT_NAME :]}"


def bot_lines() -> list[str]:
    """A line for each bot."""
    return aligned([(kind.usage, kind.sentence) for kind in all_kinds()], left=(0, 1))


def _meant(word: str) -> str | None:
    """The bot whose name differs from a word by one slip.

    A short word without parameters is a person, since many names are one letter away from ``net``.

    >>> _meant("mastr"), _meant("gpa:1,2"), _meant("nat")
    ('master', 'gap', None)
    """
    name, parameters, _ = word.partition(":")
    bots = [bot for bot in BOTS if parameters or len(bot) >= LONG_NAME]
    return next((bot for bot in bots if _is_slip(name, bot)), None)


def _is_slip(one: str, other: str) -> bool:
    """Whether the words differ by one letter, or by two neighbours that changed places."""
    begin = _alike(one, other)
    one, other = one[begin:], other[begin:]
    end = _alike(one[::-1], other[::-1])
    one, other = one[: len(one) - end], other[: len(other) - end]
    return max(len(one), len(other)) == 1 or (len(one) == 2 and one == other[::-1])


def _alike(one: str, other: str) -> int:
    """The length of the common prefix of two words."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _checked(bot: str, *, programs: bool) -> str:
    """The name of an existing bot; a program only if a person named it, since a file might name any."""
    make_bot(bot, random.Random(0), programs=programs)
    return bot


def ask_game(console: Console) -> str:
    console.print("Which game?")
    for number, rules in enumerate(RULESETS.values(), start=1):
        console.print(f"  {number}  {rules.title}")
    names = list(RULESETS)
    while True:
        answer = console.ask("Type its number [1]: ") or "1"
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        console.print(f"  {answer!r} is not a number from 1 to {len(names)}.")


def _offered_bots() -> Sequence[str]:
    """Levels; simple bots where trained ones are not installed."""
    return OFFERED_LEVELS if find_spec("numba") is not None else SIMPLE_BOTS


def ask_seats(console: Console, game: str) -> list[SeatArgument]:
    rules = RULESETS[game]
    if rules.max_players == 1:
        return [SeatArgument(console.ask(f"Your name [{DEFAULT_NAME}]: ") or DEFAULT_NAME, None)]
    console.print(f"Who plays? {rules.min_players} to {rules.max_players} names, with spaces between them.")
    usual = f"{DEFAULT_NAME} {usual_bot()}"
    console.print(
        f"  Any name is a person; bots, the weakest first, are {', '.join(_offered_bots())}."
        " ? lists all bots."
    )
    while True:
        answer = console.ask(f"Players [{usual}]: ") or usual
        if answer == "?":
            console.print_lines(bot_lines())
            continue
        try:
            seats = parse_seats(answer.split())
            rules.check_players(len(seats))
            checked_names([seat.name for seat in seats])
        except InputError as error:
            console.print(f"  {error}")
        else:
            return seats
