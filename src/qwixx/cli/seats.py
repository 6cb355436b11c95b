"""Who sits where: people and bots, from the command line or by asking."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import takewhile

from qwixx.bots import BOTS, make_bot
from qwixx.bots.errors import BotError
from qwixx.cli.slow_bots import slow_bots
from qwixx.cli.terminal import Terminal
from qwixx.gameplay import Player
from qwixx.record import Record, checked_names, free_name
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import RULESETS
from qwixx.server.tables.state import history_of
from qwixx.server.tables.table import Table

HUMAN = "human"
DEFAULT_NAME = "Player"
DEFAULT_BOT = "gap:1,2"
LONG_NAME = 5


@dataclass(frozen=True)
class Seat:
    """A name, and the bot that plays for it; None is a person."""

    name: str
    bot: str | None


@contextmanager
def opened_table(
    record: Record, seats: list[Seat], seed: str, make_slow: Callable[[str], Player] | None = None
) -> Iterator[Table]:
    """A table in memory, about to begin a new game or to go on with one.

    Bots that take long to load are made by ``make_slow``, if it is given.
    """
    bots = {number: seat.bot for number, seat in enumerate(seats) if seat.bot is not None}
    # A resumed game has a random stream of its own, never the one it began with.
    dice_and_cards = random.Random(f"{seed}/{len(record.steps)}" if record.steps else seed)
    with ExitStack() as at_the_end:
        players = dict[int, Player]()
        for number, bot in bots.items():
            # Each bot has a generator of its own, so that a seed rolls the same dice whoever plays.
            luck = random.Random(f"{seed}/bot {number}")
            player = make_bot(bot, luck, game=record.ruleset.name, programs=True)
            if make_slow is not None and slow_bots([bot]):
                player = make_slow(bot)
            players[number] = player
            if hasattr(player, "close"):
                at_the_end.callback(player.close)
        yield Table("terminal", history_of(record, bots), dice_and_cards, players)


def bot_tags(seats: list[Seat]) -> list[tuple[str, str]]:
    """The tag that tells which seats of a record are bots, so that the game can be resumed."""
    words = [f"{number}={seat.bot}" for number, seat in enumerate(seats, start=1) if seat.bot is not None]
    return [("Bots", " ".join(words))] if words else []


def recorded_seats(record: Record) -> list[Seat]:
    """The seats of a record; without a tag for bots, everybody is a person."""
    words = dict(record.tags).get("Bots", "").split()
    bots = {number: _checked(bot, programs=False) for number, _, bot in (w.partition("=") for w in words)}
    return [Seat(name, bots.get(str(number))) for number, name in enumerate(record.names, start=1)]


def parse_seats(specs: list[str]) -> list[Seat]:
    """Seats from words like ``Ann``, ``gap:1,2`` or ``Ben=random``.

    A word that is a slip of a bot's name seats nobody: it is not clear who is meant.
    """
    seats: list[Seat] = []
    for spec in specs:
        name, given, kind = spec.partition("=")
        if not given and name.partition(":")[0] in BOTS:
            # Bots may be named after their kind; the second of a kind gets a number.
            free = free_name(name, [seat.name for seat in seats])
            seats.append(Seat(free, _checked(name, programs=True)))
            continue
        if not given and (bot := _meant(name)):
            raise BotError(
                f"no bot {name!r}; did you mean {bot}? A person of this name is written {name}={HUMAN}"
            )
        seats.append(Seat(name, _checked(kind, programs=True) if given and kind != HUMAN else None))
    return seats


def _meant(word: str) -> str | None:
    """The bot whose name this is but for one slip.

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
    """How many letters two words have in common from the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _checked(bot: str, *, programs: bool) -> str:
    """A bot that exists; a program only where a person names it, since a file might name any."""
    make_bot(bot, random.Random(0), programs=programs)
    return bot


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
            checked_names([seat.name for seat in seats])
        except InputError as error:
            terminal.print(f"  {error}")
        else:
            return seats
