"""Pearson's chi-squared test of equally likely outcomes."""

import math
from collections.abc import Sequence
from typing import NamedTuple


class ChiSquared(NamedTuple):
    """``p``: the probability that fair chance deviates at least as much."""

    statistic: float
    degrees: int
    p: float


def of_equally_likely(counts: Sequence[int]) -> ChiSquared:
    """The test of equally likely outcomes, from the count of each.

    >>> of_equally_likely([16, 18, 16, 14, 12, 12]).statistic
    2.0
    """
    expected, degrees = sum(counts) / len(counts), len(counts) - 1
    if not expected:
        return ChiSquared(0.0, degrees, 1.0)
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    return ChiSquared(statistic, degrees, survival(statistic, degrees))


def survival(statistic: float, degrees: int) -> float:
    """The probability that a variable with this distribution is at least as large.

    It is the regularised upper incomplete gamma function Q(degrees / 2, statistic / 2), from Q at 1/2 or 1
    upwards by Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1).
    """
    x = statistic / 2
    if x <= 0:
        return 1.0
    is_odd = degrees % 2 == 1
    found = math.erfc(math.sqrt(x)) if is_odd else math.exp(-x)
    a = 0.5 if is_odd else 1.0
    while a < degrees / 2:
        found += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(found, 1.0)
