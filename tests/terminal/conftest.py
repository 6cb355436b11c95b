from tests.cli.commands.conftest import solved
from tests.command_line import run

__all__ = ["run", "solved"]
