"""Join codes of open tables."""

import random

from qwixx.tables.codes import CODE, RUDE, new_code


def test_codes_are_pronounceable_and_not_rude() -> None:
    rng = random.Random(1)
    codes = {new_code(rng) for _ in range(5000)}
    assert all(CODE.fullmatch(code) and not RUDE.search(code) for code in codes)
    assert len(codes) > 4900
