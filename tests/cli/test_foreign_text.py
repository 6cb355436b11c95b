"""Text from files, programs or arguments is sanitised: no control characters reach the terminal."""

import ast
import json
import shlex
import sys
from pathlib import Path

import pytest

import qwixx.cli
import qwixx.terminal
from qwixx.cli import COMMANDS
from qwixx.notation import parse_record
from qwixx.solver.table_file import TableFileError
from tests.command_line import EVIL, SHOWN, Ran, Run
from tests.golden.regenerate import path_of

ACTED_UPON = {
    *map(chr, (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    *"\u061c\u200e\u200f\u2028\u2029",
} - {"\n"}

GAME = path_of("dice-2").read_text(encoding="utf-8")
SEATS = '[Seats "Ann" "Ben"]'
RESULT = next(line for line in GAME.splitlines() if line.startswith("[Result"))
ESCAPED = json.dumps(EVIL)[1:-1]

RECORDS = {
    "tag value": GAME.replace(SEATS, f'{SEATS}\n[Event "{EVIL}"]'),
    "tag value with escapes": GAME.replace(SEATS, f'{SEATS}\n[Event "{ESCAPED}"]'),
    "tag value without ESC": GAME.replace(SEATS, f'{SEATS}\n[Event "\x9b2J\u202eevil"]'),
    "tag name": GAME.replace(SEATS, f'{SEATS}\n[{EVIL} "x"]'),
    "value of the game": GAME.replace('"dice"', f'"dice {ESCAPED}"'),
    "value of an option": GAME.replace('"dice"', f'"dice first_player={ESCAPED}"'),
    "name": GAME.replace('"Ann"', f'"{ESCAPED}"'),
    "name as it is": GAME.replace('"Ann"', '"\x9b2J\u202eevil"'),
    "result": GAME.replace(RESULT, f'[Result "{ESCAPED}"]'),
    "malformed line": GAME.replace("\n1 Ann:", f"\n{EVIL} Ann:"),
    "unknown word": GAME.replace("1+1 r3", EVIL),
    "unknown choice": GAME.replace("/ r2 -", f"/ {EVIL} -"),
    "after the end": f"{GAME}\n{EVIL}",
    "bots": GAME.replace(SEATS, f'{SEATS}\n[Bots "1={ESCAPED}"]'),
    "parameters of bots": GAME.replace(SEATS, f'{SEATS}\n[Bots "1=gap:{ESCAPED}"]'),
    "programs as bots": GAME.replace(SEATS, f'{SEATS}\n[Bots "1=exec:{ESCAPED}"]'),
    "no record": EVIL,
}
READERS = {
    "replay": ["replay"],
    "replay as JSON": ["replay", "--json"],
    "review": ["review"],
    "review as JSON": ["review", "--json"],
    "verify": ["verify"],
    "verify as JSON": ["verify", "--json"],
    "play": ["play", "--resume"],
    "play as JSON": ["play", "--json", "--resume"],
}


def assert_harmless(ran: Ran) -> None:
    assert not ACTED_UPON.intersection(ran.out + ran.err)


@pytest.mark.parametrize("text", RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("command", READERS.values(), ids=READERS)
def test_output_from_records_is_sanitised(run: Run, tmp_path: Path, command: list[str], text: str) -> None:
    path = tmp_path / "game.qwixx"
    path.write_text(text, encoding="utf-8")
    ran = run(*command, path)
    assert ran.out + ran.err
    assert_harmless(ran)


@pytest.mark.parametrize("text", RECORDS.values(), ids=RECORDS)
def test_output_from_standard_input_is_sanitised(run: Run, text: str) -> None:
    assert_harmless(run("review", "-", typed=text))


@pytest.mark.parametrize("command", READERS.values(), ids=READERS)
def test_file_names_are_sanitised(run: Run, tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / f"{EVIL}.qwixx"
    missing = run(*command, path)
    assert SHOWN in missing.err
    assert_harmless(missing)
    path.write_text(GAME, encoding="utf-8")
    assert_harmless(run(*command, path))


def test_the_line_and_column_of_an_error_are_still_reported(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.qwixx"
    path.write_text(RECORDS["tag value"], encoding="utf-8")
    assert f'line 3, column 8: expected a text in quotes, found "{SHOWN}"' in run("replay", path).err


def test_an_error_stays_on_one_line(run: Run, tmp_path: Path) -> None:
    ran = run("replay", tmp_path / "none\nqwixx: all is well")
    assert ran.err.splitlines() == [
        rf"qwixx: cannot read {tmp_path}/none\nqwixx: all is well: No such file or directory"
    ]


def test_tags_of_a_resumed_game_are_sanitised(run: Run, tmp_path: Path) -> None:
    path = tmp_path / f"{EVIL}.qwixx"
    begun = '[Qwixx "dice"]\n[Seats "Ann" "Ben"]\n[Event "\x9b2J\u202eevil \\ud800"]\n\nfirst: Ann\n'
    path.write_text(begun, encoding="utf-8")
    ran = run("play", "--resume", path, typed=f"record\nwhy {EVIL}\n{EVIL}\nq\n")
    assert ran.status == 0
    assert r'[Event "\u009b2J\u202eevil \ud800"]' in ran.out
    assert f"--resume {tmp_path}/{SHOWN}.qwixx" in ran.out
    assert_harmless(ran)
    # The rewritten file has no control characters either, and the same tags.
    kept = path.read_text(encoding="utf-8")
    assert not ACTED_UPON.intersection(kept)
    assert parse_record(kept).tags == parse_record(begun).tags


def test_names_that_do_not_match_a_resumed_game_are_sanitised(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.qwixx"
    path.write_text(GAME, encoding="utf-8")
    assert_harmless(run("play", "--resume", path, "--players", EVIL, "Ben"))


def test_typed_names_of_players_are_sanitised(run: Run) -> None:
    assert_harmless(run("play", typed=f"{EVIL}\n1\n{EVIL} Ben\nAnn gap:{EVIL}\nAnn Ben\nq\n"))


ARGUMENTS = {
    "unknown command": [EVIL],
    "unknown argument": ["bots", EVIL],
    "unknown option": ["bots", f"--{EVIL}"],
    "ambiguous option": ["arena", "random", "gap", f"--r={EVIL}"],
    "no number": ["sim", "--games", EVIL],
    "no choice": ["replay", "x", "--color", EVIL],
    "no port": ["serve", "--port", EVIL],
    "place of tables": ["serve", "--data", f"{EVIL}://{EVIL}"],
    "tables to move": ["move-tables", EVIL, EVIL],
    "players": ["play", "--players", EVIL, "Ben"],
    "bot of a player": ["play", "--players", f"Ann={EVIL}", "Ben"],
    "game": ["play", "--game", EVIL],
    "option": ["play", "--option", EVIL],
    "value of an option": ["play", "--game", "dice", "--option", f"first_player={EVIL}"],
    "program": ["play", "--players", f"exec:{EVIL}", "random", "--json"],
    "program in the arena": ["arena", f"exec:{EVIL}", "random"],
    "command that cannot be split": ["arena", f"exec:'{EVIL}", "random"],
    "bot in the arena": ["arena", f"{EVIL}=random", "gap"],
    "kind of bot in the arena": ["arena", f"gap:{EVIL}", "gap"],
    "seed": ["arena", "random", "gap", "--games", "4", "--seed", EVIL],
    "seed as JSON": ["arena", "random", "gap", "--games", "4", "--seed", EVIL, "--json"],
    "bot in a simulation": ["sim", "--players", EVIL, "gap"],
    "program in a simulation": ["sim", "--players", f"exec:{EVIL}", "gap"],
    "game of a simulation": ["sim", "--game", EVIL],
    "picture": ["sim", "--games", "4", "--plot", EVIL],
    "game to solve": ["solve", EVIL],
    "position to solve": ["solve", "solo", "--position", EVIL],
    "dice to solve": ["solve", "solo", "--dice", EVIL],
    "table to solve": ["solve", "solo", "--table", f"{EVIL}/none/table"],
    "position of the coach": ["coach", "--position", EVIL],
    "game of the coach": ["coach", "--position", f"{EVIL}; 1 roll; -"],
    "dice of the coach": ["coach", "--position", "solo; 1 roll; -", "--dice", EVIL],
    "game of puzzles": ["puzzle", "--game", EVIL],
    "page": ["review", "x", "--html", f"{EVIL}/page.html"],
    "cases": ["conform", EVIL],
    "game of a table": ["open", "--game", EVIL],
    "server of a table": ["open", "--server", EVIL],
    "link to join": ["join", EVIL],
    "link to watch": ["watch", EVIL],
    "day": ["daily", EVIL],
    "page of the documentation": ["docs", EVIL],
    "shell": ["completion", EVIL],
}


@pytest.mark.parametrize("arguments", ARGUMENTS.values(), ids=ARGUMENTS)
def test_arguments_are_sanitised(run: Run, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # Solving would take a minute, and the named table could not be written.
    monkeypatch.setattr("qwixx.solver.solved.solution", _not_solved)
    ran = run(*arguments)
    assert ran.out + ran.err
    assert_harmless(ran)


def _not_solved(path: Path, *_: object, **__: object) -> None:
    raise TableFileError(f"cannot write {path}")


def test_every_command_is_tested() -> None:
    tried = {each[0] for each in (*ARGUMENTS.values(), *READERS.values())}
    assert set(COMMANDS) <= tried


# Conformance cases


def case(**parts: object) -> dict[str, object]:
    return {"id": "X", "variant": "dice", "players": 2, "given": {"new_game": True}, "then": {}, **parts}


CASES = {
    "heading": {"format": "qwixx-conformance/1", "cases": [case(id=EVIL, title=EVIL, players=9)]},
    "word": {"format": "qwixx-conformance/1", "cases": [case(given={EVIL: 1})]},
    "game": {"format": "qwixx-conformance/1", "cases": [case(variant=EVIL)]},
    "step": {"format": "qwixx-conformance/1", "cases": [case(when=[{"do": EVIL}])]},
    "result": {"format": "qwixx-conformance/1", "cases": [case(then={"phase": EVIL})]},
    "format": {"format": EVIL, "cases": []},
}


@pytest.mark.parametrize("cases", CASES.values(), ids=CASES)
@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "JSON"])
def test_conformance_cases_are_sanitised(run: Run, tmp_path: Path, cases: object, options: list[str]) -> None:
    path = tmp_path / f"{EVIL}.json"
    path.write_text(json.dumps(cases), encoding="utf-8")
    ran = run("conform", path, *options)
    assert ran.status != 0
    assert_harmless(ran)


# Programs that play


PROGRAM = """\
import json, sys
sys.stderr.write("about to err: " + {evil!r} + "\\n")
sys.stderr.flush()
for line in sys.stdin:
    if json.loads(line)["type"] == "hello":
        print(json.dumps({hello}), flush=True)
    elif json.loads(line)["type"] == "choose":
        print({answer!r}, flush=True)
"""
HELLO = {"type": "hello", "protocol": 1, "name": "rascal"}
ANSWERS = {
    "no JSON": (HELLO, EVIL),
    "kind of message": (HELLO, json.dumps({"type": EVIL, "choice": 0})),
    "choice": (HELLO, json.dumps({"choice": EVIL})),
    "name": ({**HELLO, "name": EVIL}, ""),
    "kind of greeting": ({**HELLO, "type": EVIL}, ""),
}


@pytest.mark.parametrize(("hello", "answer"), ANSWERS.values(), ids=ANSWERS)
def test_output_of_programs_is_sanitised(
    run: Run, tmp_path: Path, hello: dict[str, object], answer: str
) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(evil=EVIL, hello=hello, answer=answer), encoding="utf-8")
    bot = f"exec:{shlex.join([sys.executable, str(program)])}"
    told = run("arena", f"rascal={bot}", "random", "--games", 2, "--jobs", 1)
    assert "rascal forfeits deal 1" in told.err
    played = run("play", "--players", f"rascal={bot}", "random")
    assert played.err.startswith(f"qwixx: {bot}")
    for ran in (told, played, run("arena", bot, "random", "--games", 2, "--jobs", 1, "--json")):
        assert "evil" in ran.out + ran.err
        assert_harmless(ran)


def test_results_of_another_arena_are_sanitised(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results"
    arena = ("arena", "random", "gap", "--games", 2, "--jobs", 1, "--results", path)
    run(*arena)
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([first.replace('"seed":"1"', f'"seed":"{ESCAPED}"'), *lines, ""]))
    ran = run(*arena)
    assert "holds the results of another command" in ran.err
    assert_harmless(ran)
    forfeit = {"place": 0, "why": EVIL, "last_words": [EVIL]}
    deal = json.loads(lines[0])
    deal["games"][0] = {"totals": None, "forfeit": forfeit}
    path.write_text("\n".join([first, json.dumps(deal), ""]))
    ran = run(*arena, "--json")
    assert ran.status == 0
    assert json.loads(ran.out)["forfeits"][0]["why"] == EVIL
    assert_harmless(ran)


# JSON, and all other output


def test_json_keeps_the_original_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(CASES["heading"]), encoding="utf-8")
    ran = run("conform", path, "--json")
    assert json.loads(ran.out)["failures"][0]["title"] == EVIL


ABOUT_A_STREAM = ("encoding", "fileno", "flush", "isatty")


def test_only_the_console_writes() -> None:
    """All output goes through the console module, which sanitises it."""
    # The server prints only its host's input and a QR code; the completion script is constant.
    exempt = ("console.py", "serve.py", "completion.py")
    files = [
        path for package in (qwixx.cli, qwixx.terminal) for path in Path(package.__path__[0]).rglob("*.py")
    ]
    assert len(files) > 20
    writing = {
        path.name: found
        for path in files
        if path.name not in exempt and (found := _writes(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert writing == {}


def _writes(tree: ast.AST) -> list[str]:
    """Uses of print, and of the standard streams except for their properties."""
    nodes = list(ast.walk(tree))
    asked = [node.value for node in nodes if isinstance(node, ast.Attribute) and node.attr in ABOUT_A_STREAM]
    used = [node for node in nodes if node not in asked]
    return [text for text in map(ast.unparse, used) if text in ("print", "sys.stdout", "sys.stderr")]
