"""The limits of a server, by name."""

import pytest

from qwixx.rules.errors import InputError
from qwixx.server.limits import Limits, meanings


def test_limits_are_set_by_name() -> None:
    limits = Limits().changed(["tables=5", "connections=7"])
    assert (limits.tables, limits.connections) == (5, 7)
    assert "100,000  tables in the store" in meanings()


@pytest.mark.parametrize(
    "text", ["table=5", "tables", "tables=0", "tables=-1", "tables=\u0661", "tables=9999999999"]
)
def test_an_invalid_limit_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="limit"):
        Limits().changed([text])
