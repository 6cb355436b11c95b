from qwixx.server.stores.postgres.clock import STEP_SECONDS, DatabaseClock


class Steady:
    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def test_the_first_answer_sets_the_clock() -> None:
    steady = Steady()
    clock = DatabaseClock(steady)
    steady.at = 102.0
    clock.heard(asked=100.0, answer=5000.0)
    assert clock.now() == 5001.0, "half of the way is behind it"
    steady.at = 112.0
    assert clock.now() == 5011.0


def test_later_answers_never_make_it_jump() -> None:
    steady = Steady()
    clock = DatabaseClock(steady)
    clock.heard(asked=100.0, answer=5000.0)
    clock.heard(asked=100.0, answer=6000.0)
    assert abs(clock.now() - 5000.0 - STEP_SECONDS) < 1e-6
    for _ in range(3):
        clock.heard(asked=100.0, answer=4000.0)
    assert abs(clock.now() - 5000.0 + 2 * STEP_SECONDS) < 1e-6


def test_what_may_be_the_way_of_an_answer_changes_nothing() -> None:
    steady = Steady()
    clock = DatabaseClock(steady)
    clock.heard(asked=100.0, answer=5000.0)
    steady.at = 104.0
    clock.heard(asked=100.0, answer=5003.9)
    assert clock.now() == 5004.0
