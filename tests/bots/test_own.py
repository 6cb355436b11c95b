"""Custom players: by name, as a value, and as a program."""

import random
import shlex
import sys
from io import BytesIO
from pathlib import Path

import msgspec
import pytest

from qwixx.bots import BotError, GapBot, RandomBot, make_bot, run
from qwixx.bots.errors import BotFailure
from qwixx.bots.own import OwnPlayer
from qwixx.bots.program import ProgramBot
from qwixx.gameplay import Game, play, play_steps
from qwixx.notation.plain import plain_view, read_view
from qwixx.rules.choices import Choice
from qwixx.rules.ruleset import RULESETS
from qwixx.rules.view import View
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.protocol import NewSeat, NewTable
from qwixx.tables.refusals import Refusal
from qwixx.terminal.seats import SeatArgument, parse_seats, recorded_seats

PLAYERS = """\
import random
class Greedy:
    def choose(self, view):
        return view.choices[-1]
class Lucky:
    def __init__(self, rng):
        self.rng = rng
    def choose(self, view):
        return self.rng.choice(view.choices)
class Silent:
    pass
class Demanding:
    def __init__(self, depth):
        self.depth = depth
    choose = Greedy.choose
Greedy7 = 7
"""


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module ``own_players``, as the working directory."""
    (tmp_path / "own_players.py").write_text(PLAYERS, encoding="utf-8")
    (tmp_path / "lacking.py").write_text("import no_such_module_at_all", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "own_players", raising=False)
    return tmp_path


@pytest.mark.usefixtures("own_module")
def test_a_custom_player_is_named_by_module_and_class() -> None:
    greedy = make_bot("own_players:Greedy", programs=True)
    game = Game("dice", ["Ann", "Ben"], seed=1)
    assert play(game, [greedy, make_bot("own_players:Lucky", random.Random(1), programs=True)])
    assert parse_seats(["Ann", "own_players:Greedy", "Robo=own_players:Lucky", "a:b"]) == [
        SeatArgument("Ann", None),
        SeatArgument("own_players:Greedy", "own_players:Greedy"),
        SeatArgument("Robo", "own_players:Lucky"),
        SeatArgument("a:b", None),
    ]


@pytest.mark.usefixtures("own_module")
@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        (
            "no_such_module:Greedy",
            "cannot import no_such_module:Greedy: there is no module no_such_module in this",
        ),
        ("own_players.deep:Greedy", "cannot import own_players.deep:Greedy"),
        ("own_players:Gredy", r"module own_players has no Gredy; did you mean Greedy\?"),
        ("own_players:Silent", r"own_players:Silent makes .*, which has no method choose\(view\)"),
        (
            "own_players:Demanding",
            "called without arguments, or with rng; missing a required argument: 'depth'",
        ),
        ("own_players:Greedy7", r"own_players:Greedy7: a player is an object with a method choose"),
    ],
)
def test_names_that_are_not_players_are_rejected(spec: str, problem: str) -> None:
    with pytest.raises(BotError, match=problem):
        make_bot(spec, programs=True)


@pytest.mark.usefixtures("own_module")
def test_an_import_error_inside_a_module_propagates() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module_at_all"):
        make_bot("lacking:Bot", programs=True)


def test_clients_and_game_files_cannot_import_a_module(own_module: Path) -> None:
    new = NewTable(game="dice", name="Ann", seats=(NewSeat(), NewSeat(bot="own_players:Greedy")))
    with pytest.raises(Refusal, match="would run a program: only the command line may name it"):
        plan_opening(new)
    record = Game("dice", ["Ann", "Ben"], seed=1, tags=[("Bots", "2=own_players:Greedy")]).record
    with pytest.raises(BotError, match="would run a program"):
        recorded_seats(record)
    assert "own_players" not in sys.modules


def test_a_custom_player_requires_a_choose_method() -> None:
    with pytest.raises(BotError, match="not 7"):
        OwnPlayer(7)  # type: ignore[arg-type]
    assert OwnPlayer(GapBot).is_class
    assert OwnPlayer(GapBot(1, 2)).spec == "qwixx.bots.simple:GapBot"


@pytest.mark.parametrize("game", RULESETS)
def test_a_view_round_trips_through_its_message(game: str) -> None:
    names = ["Ann"] if game == "solo" else ["Ann", "Ben", "Cem"]
    played = Game(game, names, seed=2)
    for before, _ in play_steps(played, [RandomBot(random.Random(seat)) for seat in range(len(names))]):
        for seat in range(len(names)):
            plain = plain_view(before.view(seat))
            choices = plain.pop("choices")
            assert read_view(plain, choices) == before.view(seat)  # type: ignore[arg-type]


class Loud(GapBot):
    """Prints to standard output, which must not corrupt the protocol."""

    def __init__(self) -> None:
        super().__init__(1, 2)

    def choose(self, view: View) -> Choice:
        print("thinking")
        return super().choose(view)


def test_a_custom_player_can_run_as_a_program(tmp_path: Path) -> None:
    script = tmp_path / "loud.py"
    script.write_text(
        "from tests.bots.test_own import Loud\nfrom qwixx.bots import run\nrun(Loud)\n", encoding="utf-8"
    )
    root = Path(__file__).parent.parent.parent
    words = [
        sys.executable,
        "-c",
        f"import sys; sys.path.insert(0, {str(root)!r}); exec(open({str(script)!r}).read())",
    ]
    program = ProgramBot(shlex.join(words))
    outcomes = []
    for game in ("dice", "cards"):
        for player in (program, GapBot(1, 2)):
            played = Game(game, ["Ann", "Ben"], seed=4)
            play(played, [player, GapBot(2, 3)])
            program.game_over(played.outcome)
            outcomes.append(str(played))
    name = program.name
    program.close()
    assert outcomes[0] == outcomes[1]
    assert outcomes[2] == outcomes[3]
    assert name == "Loud"


def test_a_player_class_is_seeded_for_each_game() -> None:
    new = {"type": "new_game", "game": "dice", "options": {}, "players": 2, "seat": 0, "time_limit": 5}
    state = Game("dice", ["Ann", "Ben"], seed=1).advance()
    view = plain_view(state.view(0))
    choose = {"type": "choose", "choices": view.pop("choices"), "view": view}
    lines = [{"type": "hello", "protocol": 1}, {"type": "later"}]
    for seed in ("a", "b", "a"):
        lines += [{**new, "seed": seed}, *[choose] * 12, {"type": "game_over"}]
    sent = BytesIO(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    answered = BytesIO()
    run(RandomBot, name="lucky", stdin=sent, stdout=answered)
    hello, *answers = [msgspec.json.decode(line) for line in answered.getvalue().splitlines()]
    assert hello == {"type": "hello", "protocol": 1, "name": "lucky"}
    first, second, third = answers[:12], answers[12:24], answers[24:]
    assert first == third != second


def test_a_program_can_choose_by_text() -> None:
    script = """
from qwixx.bots import run
class Texts:
    def choose(self, view): return str(view.choices[-1])
run(Texts)
"""
    program = ProgramBot(shlex.join([sys.executable, "-c", script]))
    view = Game("dice", ["Ann", "Ben"], seed=1).advance().view(0)
    assert program.choose(view) == view.choices[-1]
    program.close()


def test_an_illegal_choice_ends_the_program() -> None:
    script = "from qwixx.bots import run\nclass Wrong:\n    def choose(self, view): return 'r7'\nrun(Wrong())"
    program = ProgramBot(shlex.join([sys.executable, "-c", script]))
    with pytest.raises(BotFailure) as caught:
        play(Game("dice", ["Ann", "Ben"], seed=1), [program, GapBot(1, 2)])
    assert "Wrong chose r7, which is not one of" in caught.value.last_words[-1]
