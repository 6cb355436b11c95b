import shlex

import pytest

from qwixx.system.commands import command_words


@pytest.mark.parametrize("command", ["./bot --flag", "'a b' \"c d\" e\\ f", "a'b c'd", "x # y", "''", " "])
def test_a_command_is_split_as_by_a_shell(command: str) -> None:
    assert command_words(command, backslash_escapes=True) == shlex.split(command)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\bots\new\bot.exe --flag", [r"C:\bots\new\bot.exe", "--flag"]),
        (r'"C:\Program Files\bot.exe" a', [r"C:\Program Files\bot.exe", "a"]),
        (r"py 'C:\my bots\bot.py'", ["py", r"C:\my bots\bot.py"]),
        ("py bot.py # 1", ["py", "bot.py", "#", "1"]),
    ],
)
def test_backslashes_of_windows_stay(command: str, words: list[str]) -> None:
    assert command_words(command, backslash_escapes=False) == words


@pytest.mark.parametrize("escapes", [True, False])
def test_a_quotation_that_does_not_end(escapes: bool) -> None:
    with pytest.raises(ValueError, match="No closing quotation"):
        command_words("./bot 'a", backslash_escapes=escapes)
