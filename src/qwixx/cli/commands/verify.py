"""``qwixx verify``: whether the chance of a game is what its seed says."""

import argparse
from collections.abc import Iterator

from qwixx.fairness.derivation import COMMITMENT_BYTES
from qwixx.fairness.tags import contribution_of, from_hex
from qwixx.fairness.verification import Verdict, Witness, verify
from qwixx.notation import format_outcome
from qwixx.record import Record
from qwixx.rules.errors import InputError, QwixxError
from qwixx.rules.ruleset import RULESETS
from qwixx.terminal.console import Console, print_json, print_notice
from qwixx.terminal.record_file import check_once, input_name, read_games

UNFAIR, UNREADABLE = 1, 2
CUT_OFF = (
    "the record ends before the game does, so it was cut off: a seed is written only once a game is over, and"
    " what came after cannot be checked"
)
MOST_SEATS = max(rules.max_players for rules in RULESETS.values())
MOST_MISMATCHES = 5
EXAMPLES = """\
examples:
  qwixx verify game.qwixx                          derive every roll and shuffle again
  qwixx verify game.qwixx --commitment HEX         also check the commitment that you saw
  qwixx verify game.qwixx --contribution 2=HEX     also check what seat 2 contributed
  qwixx verify *.qwixx --json
  curl -s https://HOST/api/tables/TABLE/record | qwixx verify -

Records come from finished games on a server. `qwixx docs fairness` says what is checked
and what cannot be.
Exit status: 0 if all games are fair, 1 if one is not, 2 if a record cannot be read, is truncated, or has no
fairness tags."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="RECORD", help="a record of a finished game, or - for standard input"
    )
    parser.add_argument("--commitment", metavar="HEX", help="the commitment you saw before the game")
    parser.add_argument(
        "--contribution",
        action="append",
        default=[],
        metavar="SEAT=HEX",
        help="the contribution of a seat, counted from 1; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(args: argparse.Namespace) -> int:
    """Verify the games; the exit status."""
    witness = _witness(args)
    verdicts, unreadable, unverifiable = dict[str, Verdict](), list[str](), list[str]()
    for file in args.files:
        try:
            games = _named_games(file)
        except QwixxError as error:
            unreadable.append(str(error))
            continue
        for name, record in games.items():
            try:
                verdicts[name] = _verdict(record, witness)
            except InputError as error:
                unverifiable.append(f"{name}: {error}")
    for problem in [*unreadable, *unverifiable]:
        print_notice(f"qwixx: {problem}")
    if args.json:
        found = [{"record": name, **plain_verdict(verdict)} for name, verdict in verdicts.items()]
        message = {"games": found, "unreadable": unreadable, "unverifiable": unverifiable}
        print_json(message, "qwixx-verification/1")
    else:
        for name, verdict in verdicts.items():
            Console().print_lines(verdict_lines(name, verdict))
    if unreadable or unverifiable:
        return UNREADABLE
    return 0 if all(verdict.is_fair for verdict in verdicts.values()) else UNFAIR


def _witness(args: argparse.Namespace) -> Witness:
    """The commitments and contributions that the person gave, which belong to one game."""
    if len(args.files) > 1 and (args.commitment is not None or args.contribution):
        raise InputError("--commitment and --contribution belong to one game: give one record")
    check_once(args.files)
    seen = None if args.commitment is None else from_hex(args.commitment, COMMITMENT_BYTES, "--commitment")
    own = [contribution_of(word, MOST_SEATS, "--contribution") for word in args.contribution]
    if len(dict(own)) < len(own):
        raise InputError("--contribution: expected each seat once")
    return Witness(seen, dict(own))


def _named_games(file: str) -> dict[str, Record]:
    """The games of a file; of several, each has its number in its name."""
    games, name = read_games(file), input_name(file)
    if len(games) == 1:
        return {name: games[0]}
    return {f"{name}, game {number}": game for number, game in enumerate(games, start=1)}


def _verdict(record: Record, witness: Witness) -> Verdict:
    """InputError if the record says nothing of its dice, or was cut off."""
    verdict = verify(record, witness)
    if not record.state.is_over:
        raise InputError(CUT_OFF)
    return verdict


def verdict_lines(name: str, verdict: Verdict) -> Iterator[str]:
    """A summary in one line, and a line for each check."""
    yield f"{name}: {'fair' if verdict.is_fair else 'NOT FAIR'}"
    yield f"  commitment {verdict.commitment.hex()}"
    yield f"  {_secret(verdict)}"
    if verdict.commitment_remembered is not None:
        yield f"  {_remembered(verdict.commitment_remembered)}"
    yield f"  {_contributed(verdict)}"
    for seat in verdict.changed_contributions:
        yield f"  what seat {seat + 1} added is not in the record as you gave it"
    yield f"  {verdict.draws - len(verdict.mismatches)} of {verdict.draws} draws are what the seed gives"
    yield from _mismatch_lines(verdict)


def _secret(verdict: Verdict) -> str:
    fits = "is" if verdict.secret_fits else "is NOT"
    return f"the secret {fits} the one that the server was committed to"


def _remembered(is_same: bool) -> str:
    return f"the commitment is {'' if is_same else 'NOT '}the one that you saw"


def _contributed(verdict: Verdict) -> str:
    seats = [str(seat + 1) for seat in sorted(verdict.contributions)]
    if not seats:
        return "no seat added to the seed: it is the server's alone"
    return f"{'seats' if len(seats) > 1 else 'seat'} {', '.join(seats)} added to the seed"


def _mismatch_lines(verdict: Verdict) -> Iterator[str]:
    for number, expected, found in verdict.mismatches[:MOST_MISMATCHES]:
        right, played = format_outcome(expected), format_outcome(found)
        yield f"  draw {number}: the seed gives {right}, the game had {played}"
    left = len(verdict.mismatches) - MOST_MISMATCHES
    if left > 0:
        yield f"  and {left} more"


def plain_verdict(verdict: Verdict) -> dict[str, object]:
    """The same for programs; seats count from 0, draws from 1."""
    return {
        "fair": verdict.is_fair,
        "commitment": verdict.commitment.hex(),
        "secret_fits": verdict.secret_fits,
        "commitment_remembered": verdict.commitment_remembered,
        "contributions": {str(seat): value.hex() for seat, value in verdict.contributions.items()},
        "changed_contributions": list(verdict.changed_contributions),
        "draws": verdict.draws,
        "mismatches": [
            {"draw": number, "expected": format_outcome(expected), "found": format_outcome(found)}
            for number, expected, found in verdict.mismatches
        ],
    }
