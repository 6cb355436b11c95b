"""Refusals as responses to requests."""

from qwixx.rules.reasons import Reason
from qwixx.server.web.responses import BY_STATUS, STATUS
from qwixx.tables import refusals


def test_every_refusal_has_one_status() -> None:
    codes = sorted(reason.code for reasons in BY_STATUS.values() for reason in reasons)
    assert codes == sorted(each.code for each in vars(refusals).values() if isinstance(each, Reason))
    assert len(STATUS) == len(codes)
