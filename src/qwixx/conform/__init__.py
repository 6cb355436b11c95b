"""Runs conformance files (format ``qwixx-conformance/1``) against the rules."""

from qwixx.conform.cases import Case, read_cases
from qwixx.conform.runner import Failure, Report, run_case, run_cases
from qwixx.rules.errors import FileError

__all__ = ["Case", "Failure", "FileError", "Report", "read_cases", "run_case", "run_cases"]
