"""One run of ``qwixx play``: who plays what is found out, then the table is opened and played."""

import argparse
import secrets
from collections.abc import Callable
from contextlib import ExitStack, closing

from qwixx.cli.client import NOW, Client
from qwixx.cli.options import rules_named
from qwixx.cli.record_file import Book, check_new, read_record
from qwixx.cli.seats import (
    DEFAULT_BOT,
    DEFAULT_NAME,
    Seat,
    ask_game,
    ask_seats,
    bot_tags,
    opened_table,
    parse_seats,
    recorded_seats,
)
from qwixx.cli.slow_bots import is_cold, load_bots
from qwixx.cli.terminal import Terminal, is_interactive, print_json
from qwixx.gameplay import Player
from qwixx.notation.plain import plain_outcome
from qwixx.record import Record
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import RULESETS
from qwixx.server.tables.table import Table


def run_play(args: argparse.Namespace) -> int:
    """The exit status."""
    seed = args.seed if args.seed is not None else secrets.token_hex(4)
    terminal = Terminal(args.color)
    record, seats = _resumed(args) if args.resume else _new(args, terminal, seed)
    with ExitStack() as at_the_end:
        make_slow = _interpreted(terminal, at_the_end) if _starts_cold(args, record, seats) else None
        table = at_the_end.enter_context(opened_table(record, seats, seed, make_slow))
        if make_slow is None:
            load_bots([seat.bot for seat in seats], record.ruleset, len(seats))
        book = Book(table, record.tags, args.save or args.resume)
        return _play_silently(table, seats, book) if args.json else Client(terminal, table, book).play()


def _starts_cold(args: argparse.Namespace, record: Record, seats: list[Seat]) -> bool:
    """Whether a person would wait for the compiler. Whoever names a seed wants the very same game again."""
    may_differ = args.seed is None and not args.json
    return may_differ and is_interactive() and is_cold([seat.bot for seat in seats], record.ruleset)


def _interpreted(terminal: Terminal, at_the_end: ExitStack) -> Callable[[str], Player]:
    """Makes bots that somebody interprets until they are compiled."""
    # It takes asyncio, which few games need.
    from qwixx.cli.cold_start import ColdStart

    terminal.print("The bots are being compiled, once on this machine; until then they think longer.")
    return at_the_end.enter_context(closing(ColdStart())).player


def _new(args: argparse.Namespace, terminal: Terminal, seed: str) -> tuple[Record, list[Seat]]:
    if args.save:
        check_new(args.save)
    name = args.game
    if name is None and args.players is None:
        name = ask_game(terminal)
        seats = ask_seats(terminal, name)
    else:
        name = name or "dice"
        seats = parse_seats(args.players) if args.players else _usual_seats(name)
    rules = rules_named(name, args.option)
    tags = [("Seed", seed), *bot_tags(seats)]
    return Record.new(rules, [seat.name for seat in seats], tags), seats


def _usual_seats(game: str) -> list[Seat]:
    alone = game in RULESETS and RULESETS[game].max_players == 1
    return parse_seats([DEFAULT_NAME] if alone else [DEFAULT_NAME, DEFAULT_BOT])


def _resumed(args: argparse.Namespace) -> tuple[Record, list[Seat]]:
    record = read_record(args.resume)
    if args.game or args.option:
        raise InputError(
            "--resume takes the game and its options from the record: leave out --game and --option"
        )
    seats = parse_seats(args.players) if args.players else recorded_seats(record)
    if tuple(seat.name for seat in seats) != record.names:
        raise InputError(
            f"this game is played by {', '.join(record.names)}: name the same players in this order"
        )
    return record, seats


def _play_silently(table: Table, seats: list[Seat], book: Book) -> int:
    people = [seat.name for seat in seats if seat.bot is None]
    if people:
        raise InputError(
            f"--json is for games of bots; {people[0]} is a person. Try --players gap:1,2 random"
        )
    table.take(table.plan_tick(NOW), NOW)
    book.keep()
    outcome = book.record().state.outcome
    assert outcome is not None
    message = {"names": table.now.names, "outcome": plain_outcome(outcome), "record": book.text()}
    print_json(message)
    return 0
