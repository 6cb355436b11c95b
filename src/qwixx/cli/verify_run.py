"""One run of ``qwixx verify``: records are read, their chance is derived once more, and findings are told."""

import argparse

from qwixx.cli.record_file import STANDARD_INPUT, input_name, read_input
from qwixx.cli.terminal import Terminal, print_json, print_notice
from qwixx.cli.verify_report import Verified, plain_verdict, verdict_lines
from qwixx.fairness.derivation import COMMITMENT_BYTES
from qwixx.fairness.tags import contribution_of, from_hex
from qwixx.fairness.verification import Witness, verify
from qwixx.rules.errors import InputError, QwixxError
from qwixx.rules.ruleset import RULESETS

UNFAIR, UNREADABLE = 1, 2
MOST_SEATS = max(rules.max_players for rules in RULESETS.values())


def run_verify(args: argparse.Namespace) -> int:
    """The exit status."""
    witness = _witness(args)
    records, unreadable = dict[str, Verified](), list[str]()
    for file in args.files:
        try:
            records[input_name(file)] = _verified(file, witness)
        except QwixxError as error:
            unreadable.append(str(error))
    for problem in unreadable:
        print_notice(f"qwixx: {problem}")
    if args.json:
        games = [{"record": name, **plain_verdict(verified)} for name, verified in records.items()]
        print_json({"games": games, "unreadable": unreadable})
    else:
        for name, verified in records.items():
            Terminal().print_lines(verdict_lines(name, verified))
    if unreadable:
        return UNREADABLE
    return 0 if all(verified.verdict.is_fair for verified in records.values()) else UNFAIR


def _witness(args: argparse.Namespace) -> Witness:
    """What the person remembers, which is of one game."""
    if len(args.files) > 1 and (args.commitment is not None or args.contribution):
        raise InputError("--commitment and --contribution belong to one game: give one record")
    if args.files.count(STANDARD_INPUT) > 1:
        raise InputError("standard input can be read once: give - once")
    seen = None if args.commitment is None else from_hex(args.commitment, COMMITMENT_BYTES, "--commitment")
    own = [contribution_of(word, MOST_SEATS, "--contribution") for word in args.contribution]
    if len(dict(own)) < len(own):
        raise InputError("--contribution: expected each seat once")
    return Witness(seen, dict(own))


def _verified(file: str, witness: Witness) -> Verified:
    record = read_input(file)
    try:
        return Verified(verify(record, witness), record.state.is_over)
    except InputError as error:
        raise InputError(f"{input_name(file)}: {error}") from error
