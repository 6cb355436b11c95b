"""``qwixx play``: a game in the terminal, line by line."""

import argparse
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.bots import BOTS
from qwixx.bots.provenance import weights_of
from qwixx.cli.options import add_rules_arguments, parse_options, rules_named
from qwixx.notation.plain import plain_outcome
from qwixx.record import Record
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import RULESETS
from qwixx.system.signals import defer_handlers
from qwixx.terminal.console import Console, add_color_argument, is_interactive, print_json
from qwixx.terminal.record_file import STANDARD_INPUT, SavedRecord, check_new, read_games
from qwixx.terminal.seats import (
    DEFAULT_NAME,
    SeatArgument,
    ask_game,
    ask_seats,
    bot_tags,
    parse_seats,
    recorded_seats,
    usual_bot,
)
from qwixx.terminal.warm_up import is_cold, load_bots

if TYPE_CHECKING:
    from qwixx.tables.game.table import Table

EXAMPLES = f"""\
examples:
  qwixx play                                            asks which game and who plays
  qwixx play --game cards --players Ann Ben gap:1,2     two people and a bot
  qwixx play --game dice --players Ann Robo=gap:2,3 --seed 7 --save game.qwixx
  qwixx play --resume game.qwixx
  qwixx play --players gap:1,2 random --seed 3 --json   two bots, the result as JSON

A word in --players is a person's name, or a bot: {", ".join(kind.example for kind in BOTS.values())}.
NAME=BOT names a bot. Ctrl-C leaves; what --save has written stays."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_arguments(parser, default=None)
    parser.add_argument("--players", nargs="+", metavar="PLAYER", help="people and bots, in order of play")
    parser.add_argument("--seed", metavar="SEED", help="the same seed gives the same dice, cards and bots")
    parser.add_argument("--save", type=Path, metavar="FILE", help="save the record of the game to this file")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="resume a saved game")
    parser.add_argument("--auto", action="store_true", help="pass automatically if nothing fits")
    parser.add_argument("--json", action="store_true", help="for bots only: print the result as JSON")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Ask for what is missing, open the table and play; the exit status."""
    with defer_handlers():
        from qwixx.terminal.local_game import LocalGame, opened_table
        from qwixx.terminal.person import AutoPass

    _check_save(args)
    seed = args.seed if args.seed is not None else secrets.token_hex(4)
    console = Console(args.color)
    record, seats = _resumed(args) if args.resume else _new(args, console, seed)
    with opened_table(record, seats, seed) as table:
        if _starts_cold(args, record, seats):
            console.print("The bots are being compiled, once on this machine; until then they think longer.")
        else:
            load_bots([seat.bot for seat in seats], record.ruleset, len(seats))
        resumed_file = args.resume if args.resume != Path(STANDARD_INPUT) else None
        saved = SavedRecord(table.record, record.tags, args.save or resumed_file)
        if args.json:
            return _play_silently(table, seats, saved)
        return LocalGame(console, table, saved, AutoPass(args.auto)).play()


def _check_save(args: argparse.Namespace) -> None:
    if args.save == Path(STANDARD_INPUT):
        raise InputError("--save takes a file, not -; with --json the record is printed")
    if args.save and not args.resume:
        check_new(args.save)


def _starts_cold(args: argparse.Namespace, record: Record, seats: list[SeatArgument]) -> bool:
    """Whether a person would wait for the compiler. With a seed the very same game is wanted again."""
    may_differ = args.seed is None and not args.json
    return may_differ and is_interactive() and is_cold([seat.bot for seat in seats], record.ruleset)


def _new(args: argparse.Namespace, console: Console, seed: str) -> tuple[Record, list[SeatArgument]]:
    name = args.game
    # A mistake is reported before anything is asked.
    parse_options(args.option)
    if name is None and args.players is None:
        name = ask_game(console)
        seats = ask_seats(console, name)
    else:
        name = name or "dice"
        seats = parse_seats(args.players) if args.players else _usual_seats(name)
    rules = rules_named(name, args.option)
    tags = [("Seed", seed), *bot_tags(seats)]
    return Record.new(rules, [seat.name for seat in seats], tags), seats


def _usual_seats(game: str) -> list[SeatArgument]:
    alone = game in RULESETS and RULESETS[game].max_players == 1
    return parse_seats([DEFAULT_NAME] if alone else [DEFAULT_NAME, usual_bot()])


def _resumed(args: argparse.Namespace) -> tuple[Record, list[SeatArgument]]:
    record, *others = read_games(str(args.resume))
    if others:
        raise InputError(
            f"{args.resume} holds {1 + len(others)} games: --resume takes a file of one, and saves it there"
        )
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


def _play_silently(table: "Table", seats: list[SeatArgument], saved: SavedRecord) -> int:
    people = [seat.name for seat in seats if seat.bot is None]
    if people:
        raise InputError(
            f"--json is for games of bots; {people[0]} is a person. Try --players gap:1,2 random"
        )
    from qwixx.terminal.local_game import NOW

    table.apply(table.plan_tick(NOW), NOW)
    saved.save()
    outcome = saved.record().state.outcome
    assert outcome is not None
    message = {"names": table.now.names, "outcome": plain_outcome(outcome), "record": saved.text()}
    bots = [seat.bot for seat in seats if seat.bot is not None]
    weights = weights_of(saved.record().ruleset.name, len(seats), bots)
    print_json(message, "qwixx-game/1", weights=weights)
    return 0
