"""One run of ``qwixx conform``: files are read, their cases run, and failures told."""

import argparse

from qwixx.cli.conform_report import plain_report, report_lines
from qwixx.cli.terminal import Terminal, print_json, print_notice
from qwixx.conform import FileError, Report, read_cases, run_cases

FAILED, UNREADABLE = 1, 2


def run_conform(args: argparse.Namespace) -> int:
    """The exit status."""
    total, unreadable = Report(), list[str]()
    for path in args.files:
        try:
            report = run_cases(read_cases(path))
        except FileError as error:
            unreadable.append(str(error))
            continue
        total.passed += report.passed
        total.failures += report.failures
    for problem in unreadable:
        print_notice(f"qwixx: {problem}")
    if args.json:
        print_json({**plain_report(total), "unreadable": unreadable})
    else:
        Terminal().print_lines(report_lines(total))
    if unreadable:
        return UNREADABLE
    return FAILED if total.failures else 0
