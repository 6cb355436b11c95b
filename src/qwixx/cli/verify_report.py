"""What was found out about a game's chance, as lines of text and for programs."""

from collections.abc import Iterator
from typing import NamedTuple

from qwixx.fairness.verification import Verdict
from qwixx.notation import format_outcome

MOST_MISMATCHES = 5


class Verified(NamedTuple):
    """A record that was looked at; one that is not whole ends before its game does."""

    verdict: Verdict
    is_whole: bool


def verdict_lines(name: str, verified: Verified) -> Iterator[str]:
    """One line that sums it up, and a line for everything that was looked at."""
    verdict = verified.verdict
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
    if not verified.is_whole:
        yield "  the record ends before the game does: what came after cannot be checked"


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


def plain_verdict(verified: Verified) -> dict[str, object]:
    """The same for programs; seats and draws count from 1, as in the record."""
    verdict = verified.verdict
    return {
        "fair": verdict.is_fair,
        "commitment": verdict.commitment.hex(),
        "secret_fits": verdict.secret_fits,
        "commitment_remembered": verdict.commitment_remembered,
        "contributions": {str(seat + 1): value.hex() for seat, value in verdict.contributions.items()},
        "changed_contributions": [seat + 1 for seat in verdict.changed_contributions],
        "draws": verdict.draws,
        "mismatches": [
            {"draw": number, "expected": format_outcome(expected), "found": format_outcome(found)}
            for number, expected, found in verdict.mismatches
        ],
        "whole": verified.is_whole,
    }
