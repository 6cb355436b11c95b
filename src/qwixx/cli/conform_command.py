"""``qwixx conform``: conformance files run against the rules."""

import argparse
from pathlib import Path

from qwixx.cli.terminal import Terminal, print_json, print_notice
from qwixx.conform import FileError, Report, read_cases, run_cases

SUMMARY = "run conformance files against the rules"
EXAMPLES = """\
examples:
  qwixx conform cases.json
  qwixx conform *.json --json

Files are of format qwixx-conformance/1, which docs/conformance.md of the source distribution describes;
its folder tests/conformance has some.
Exit status: 0 if all cases pass, 1 if one fails, 2 if a file cannot be read."""

FAILED, UNREADABLE = 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file of conformance cases")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(args: argparse.Namespace) -> int:
    total, unreadable = Report(), list[str]()
    for path in args.files:
        try:
            report = run_cases(read_cases(path))
        except FileError as error:
            unreadable.append(str(error))
            continue
        total.passed += report.passed
        total.failures += report.failures
    _print_report(total, unreadable, args.json)
    if unreadable:
        return UNREADABLE
    return FAILED if total.failures else 0


def _print_report(report: Report, unreadable: list[str], as_json: bool) -> None:
    for problem in unreadable:
        print_notice(f"qwixx: {problem}")
    if as_json:
        failures = [{"id": f.id, "title": f.title, "problems": f.problems} for f in report.failures]
        message = {"passed": report.passed, "failed": len(failures), "failures": failures}
        print_json({**message, "unreadable": unreadable})
        return
    terminal = Terminal()
    for failure in report.failures:
        terminal.print(str(failure))
    terminal.print(f"{report.passed} passed, {len(report.failures)} failed")
