"""What conformance cases showed, for people and for programs."""

from qwixx.conform import Report


def report_lines(report: Report) -> list[str]:
    """The failures, and how many passed."""
    return [*map(str, report.failures), f"{report.passed} passed, {len(report.failures)} failed"]


def plain_report(report: Report) -> dict[str, object]:
    """The same for programs."""
    failures = [{"id": f.id, "title": f.title, "problems": f.problems} for f in report.failures]
    return {"passed": report.passed, "failed": len(failures), "failures": failures}
