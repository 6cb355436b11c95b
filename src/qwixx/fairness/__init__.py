"""Fair dice: chance from a seed that no party chose alone, as specified in docs/fairness.md."""

from qwixx.fairness.chi_squared import ChiSquared, of_equally_likely
from qwixx.fairness.derivation import DerivedSource, commitment, game_key
from qwixx.fairness.tags import Claim, claim_of, fairness_tags
from qwixx.fairness.verification import Mismatch, Verdict, Witness, verify

__all__ = [
    "ChiSquared",
    "Claim",
    "DerivedSource",
    "Mismatch",
    "Verdict",
    "Witness",
    "claim_of",
    "commitment",
    "fairness_tags",
    "game_key",
    "of_equally_likely",
    "verify",
]
