import pytest

from qwixx.fairness.chi_squared import of_equally_likely, survival

# Critical values from printed tables of the distribution.
TABLE = [
    (3.841, 1, 0.05),
    (11.070, 5, 0.05),
    (20.515, 5, 0.001),
    (49.802, 35, 0.05),
    (66.619, 35, 0.001),
    (18.307, 10, 0.05),
]


@pytest.mark.parametrize(("statistic", "degrees", "p"), TABLE)
def test_p_values_match_printed_tables(statistic: float, degrees: int, p: float) -> None:
    assert survival(statistic, degrees) == pytest.approx(p, rel=2e-3)


def test_p_values_at_the_ends_of_the_range() -> None:
    assert survival(0.0, 5) == 1.0
    assert 0.0 <= survival(5000.0, 35) < 1e-300


def test_even_counts_have_a_high_p_value_and_uneven_counts_a_low_one() -> None:
    assert of_equally_likely([10] * 6) == (0.0, 5, 1.0)
    assert of_equally_likely([0] * 36) == (0.0, 35, 1.0)
    assert of_equally_likely([100, 0, 0, 0, 0, 0]).p < 1e-50
