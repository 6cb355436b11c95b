from tests.command_line import run

__all__ = ["run"]
