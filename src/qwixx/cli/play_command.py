"""``qwixx play``: a game in the terminal, line by line."""

import argparse
import secrets
from pathlib import Path

from qwixx.bots import BOTS
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
from qwixx.cli.terminal import Terminal, add_color_argument, print_json
from qwixx.notation.plain import plain_outcome
from qwixx.record import Record
from qwixx.rules.errors import QwixxError
from qwixx.rules.ruleset import OPTIONS, RULESETS
from qwixx.server.table import Table

SUMMARY = "play a game in the terminal, with people at one keyboard and bots"
EXAMPLES = f"""\
examples:
  qwixx play                                            asks which game and who plays
  qwixx play --game cards --players Ann Ben gap:1,2     two people and a bot
  qwixx play --game dice --players Ann Robo=gap:2,3 --seed 7 --save game.qwixx
  qwixx play --resume game.qwixx
  qwixx play --players gap:1,2 random --seed 3 --json   two bots, the result as JSON

A word in --players is a person's name, or a bot: {", ".join(kind.example for kind in BOTS.values())}.
NAME=BOT gives a bot a name. Ctrl-C leaves; what --save has written stays."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="GAME", help=f"one of {', '.join(RULESETS)} (default: dice)")
    parser.add_argument("--players", nargs="+", metavar="PLAYER", help="people and bots, in order of play")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"an option of the rules: {', '.join(OPTIONS)}",
    )
    parser.add_argument("--seed", metavar="SEED", help="the same seed gives the same dice, cards and bots")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the record of the game in this file")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--json", action="store_true", help="for bots only: print the result as JSON")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    seed = args.seed if args.seed is not None else secrets.token_hex(4)
    terminal = Terminal(args.color)
    record, seats = _resumed(args) if args.resume else _new(args, terminal, seed)
    with opened_table(record, seats, seed) as table:
        book = Book(table, record.tags, args.save or args.resume)
        return _play_silently(table, seats, book) if args.json else Client(terminal, table, book).play()


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
        raise QwixxError(
            "--resume takes the game and its options from the record: leave out --game and --option"
        )
    seats = parse_seats(args.players) if args.players else recorded_seats(record)
    if tuple(seat.name for seat in seats) != record.names:
        raise QwixxError(
            f"this game is played by {', '.join(record.names)}: name the same players in this order"
        )
    return record, seats


def _play_silently(table: Table, seats: list[Seat], book: Book) -> int:
    people = [seat.name for seat in seats if seat.bot is None]
    if people:
        raise QwixxError(
            f"--json is for games of bots; {people[0]} is a person. Try --players gap:1,2 random"
        )
    table.take(table.plan_tick(NOW), NOW)
    book.keep()
    outcome = book.record().state.outcome
    assert outcome is not None
    message = {"names": table.now.names, "outcome": plain_outcome(outcome), "record": book.text()}
    print_json(message)
    return 0
