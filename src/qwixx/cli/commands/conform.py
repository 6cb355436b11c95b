"""``qwixx conform``: conformance files run against the rules."""

import argparse
import sys
from pathlib import Path

from qwixx.conform import FileError, Report, read_cases, run_cases
from qwixx.conform.cases import Case, Unreadable, decode_cases
from qwixx.terminal.console import Console, print_json, print_notice
from qwixx.terminal.record_file import STANDARD_INPUT, check_once, input_name

FAILED, UNREADABLE = 1, 2
EXAMPLES = """\
examples:
  qwixx conform cases.json
  qwixx conform *.json --json

`qwixx docs conformance` describes the format qwixx-conformance/1. The source has cases in tests/conformance.
Exit status: 0 if all cases pass, 1 if one fails, 2 if a file cannot be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a file of conformance cases, or - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(args: argparse.Namespace) -> int:
    """Run the cases; the exit status."""
    total, unreadable = Report(), list[str]()
    check_once(args.files)
    for file in args.files:
        try:
            report = run_cases(_cases(file))
        except FileError as error:
            unreadable.append(str(error))
            continue
        total.passed += report.passed
        total.failures += report.failures
    for problem in unreadable:
        print_notice(f"qwixx: {problem}")
    if args.json:
        print_json({**plain_report(total), "unreadable": unreadable}, "qwixx-conformance-report/1")
    else:
        Console().print_lines(report_lines(total))
    if unreadable:
        return UNREADABLE
    return FAILED if total.failures else 0


def _cases(file: str) -> list[Case | Unreadable]:
    if file != STANDARD_INPUT:
        return read_cases(Path(file))
    return decode_cases(sys.stdin.read().encode(), input_name(file))


def report_lines(report: Report) -> list[str]:
    """The failures, and how many passed."""
    return [*map(str, report.failures), f"{report.passed} passed, {len(report.failures)} failed"]


def plain_report(report: Report) -> dict[str, object]:
    """The same for programs."""
    failures = [{"id": f.id, "title": f.title, "problems": f.problems} for f in report.failures]
    return {"passed": report.passed, "failed": len(failures), "failures": failures}
