"""Running cases, and reporting those that fail."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec import UNSET

from qwixx.conform.cases import Case, Unreadable
from qwixx.conform.checks import differences
from qwixx.conform.given import build_state
from qwixx.conform.steps import step_name, take_step


@dataclass(frozen=True)
class Failure:
    """A case that failed, and its differences."""

    id: str
    title: str
    problems: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.id}: {self.title}", *(f"  {problem}" for problem in self.problems)])


@dataclass
class Report:
    """The number of cases that passed, and the failures."""

    passed: int = 0
    failures: list[Failure] = field(default_factory=list)


def run_cases(cases: Iterable[Case | Unreadable]) -> Report:
    """Run all cases, and report those that fail."""
    report = Report()
    for case in cases:
        problems = (case.problem,) if isinstance(case, Unreadable) else run_case(case)
        if problems:
            report.failures.append(Failure(case.id, case.title, problems))
        else:
            report.passed += 1
    return report


def run_case(case: Case) -> tuple[str, ...]:
    """The differences from what the case expects; none if it passes."""
    must_be_refused = case.then.error is not UNSET
    try:
        state = build_state(case)
    except ValueError as error:
        return () if must_be_refused else (f"set-up: expected to be possible, refused: {error}",)
    if must_be_refused:
        return (f"set-up: expected to be refused ({case.then.error}), actual accepted",)
    for number, step in enumerate(case.when, start=1):
        name = f"step {number} ({step_name(step)})"
        try:
            after = take_step(state, step)
        except ValueError as error:
            if step.error is None:
                return (f"{name}: expected to be accepted, refused: {error}",)
            continue
        if step.error is not None:
            return (f"{name}: expected to be refused ({step.error}), actual accepted",)
        state = after
    return tuple(
        f"{path}: expected {expected}, actual {actual}"
        for path, expected, actual in differences(state, case.then)
    )
