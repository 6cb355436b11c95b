"""The schema of a conformance file: typed, so that errors are found on reading."""

from os import PathLike
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from qwixx.rules.errors import FileError

FORMAT = "qwixx-conformance/1"

GivenDice = dict[str, int | list[int]]


class GivenSheet(msgspec.Struct, forbid_unknown_fields=True):
    """Crossed numbers of each row, in row order."""

    red: list[int] = []
    yellow: list[int] = []
    green: list[int] = []
    blue: list[int] = []
    locks: list[str] = []
    penalties: int = 0


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The position a case begins with. Cards may be left out where only sheets matter."""

    new_game: bool = False
    sheets: list[GivenSheet] = []
    active: int = 0
    phase: str = ""
    closed_rows: list[str] = []
    dice: GivenDice | None = None
    hands: list[list[str]] | None = None
    display: list[str] | None = None
    deck: list[str] | None = None
    discard: list[str] | None = None
    crossed: bool = False


class CaseStep(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """One action; with ``error`` it must be refused. ``player`` is the seat that tries it."""

    error: str | None = None
    player: int | None = None


class FirstSixStep(CaseStep, tag="first_six"):
    """Rolling for the first six."""

    rolls: list[int] = []


class RollStep(CaseStep, tag="roll"):
    """The dice as they fell."""

    dice: GivenDice = {}


class CommonStep(CaseStep, tag="common"):
    """The choices of all seats in the common action: a colour or null."""

    choices: dict[str, str | None] = {}


class OwnStep(CaseStep, tag="own"):
    """Action 2 of the dice game: a colour and a number, or null."""

    cross: tuple[str, int] | None = None


class DrawStep(CaseStep, tag="draw"):
    """Places of the display, 0 to 3."""

    take: list[int] = []


class PlayStep(CaseStep, tag="play", rename={"as_colour": "as"}):
    """Cards played as a colour, and the numbers crossed."""

    as_colour: str
    cards: list[str] = []
    cross: list[int] = []


AnyStep = FirstSixStep | RollStep | CommonStep | OwnStep | DrawStep | PlayStep


class PlayQuery(msgspec.Struct, forbid_unknown_fields=True, rename={"as_colour": "as"}):
    """A question about a play: its legal cross sets, or whether one set is legal."""

    cards: list[str]
    as_colour: str
    sets: list[list[int]] = []
    cross: list[int] = []
    ok: bool = True


class SeenBy(msgspec.Struct, forbid_unknown_fields=True):
    """The expected view of a seat; ``never`` are cards that must not occur in it."""

    own_hand: list[str] | UnsetType = UNSET
    hand_numbers: dict[str, list[int] | None] | UnsetType | None = UNSET
    hand_sizes: list[int] | UnsetType = UNSET
    display_numbers: list[int] | UnsetType = UNSET
    deck_top_number: int | UnsetType = UNSET
    deck_count: int | UnsetType = UNSET
    discard_count: int | UnsetType = UNSET
    never: list[str] | UnsetType = UNSET


class Then(msgspec.Struct, forbid_unknown_fields=True):
    """The expected end; only listed fields are compared."""

    error: str | UnsetType = UNSET
    sheets: dict[str, dict[str, int | list[int | str]]] | UnsetType = UNSET
    closed_rows: list[str] | UnsetType = UNSET
    dice_in_game: list[str] | UnsetType = UNSET
    active: int | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    game_over: bool | UnsetType = UNSET
    end_reason: str | UnsetType | None = UNSET
    winners: list[int] | UnsetType = UNSET
    hands: dict[str, list[str]] | UnsetType = UNSET
    hand_sizes: list[int] | UnsetType = UNSET
    display: list[str] | UnsetType = UNSET
    display_count: int | UnsetType = UNSET
    deck_count: int | UnsetType = UNSET
    deck_set: list[str] | UnsetType = UNSET
    discard_count: int | UnsetType = UNSET
    discard_set: list[str] | UnsetType = UNSET
    cards_total: int | UnsetType = UNSET
    jokers_total: int | UnsetType = UNSET
    scores: list[int] | UnsetType = UNSET
    row_points: dict[str, dict[str, int]] | UnsetType = UNSET
    crosses: dict[str, dict[str, int]] | UnsetType = UNSET
    crossable: dict[str, dict[str, list[int]]] | UnsetType = UNSET
    common_number: int | UnsetType | None = UNSET
    legal_common: dict[str, list[str]] | UnsetType = UNSET
    legal_own: list[tuple[str, int]] | UnsetType = UNSET
    draw_count: int | UnsetType = UNSET
    cross_sets: list[PlayQuery] | UnsetType = UNSET
    play_legal: list[PlayQuery] | UnsetType = UNSET
    views: dict[str, SeenBy] | UnsetType = UNSET


class Case(msgspec.Struct):
    """One case: a position, steps, and the expected end. Other keys are for the reader."""

    id: str
    variant: str
    players: int
    given: Given
    then: Then
    title: str = ""
    when: list[AnyStep] = []
    options: dict[str, str | bool] = {}


class _File(msgspec.Struct):
    format: str
    cases: list[msgspec.Raw]


class _Heading(msgspec.Struct):
    id: str = "?"
    title: str = ""


class Unreadable(msgspec.Struct):
    """A case of a readable file that does not have the shape of a case."""

    id: str
    title: str
    problem: str


def read_cases(path: str | PathLike[str]) -> list[Case | Unreadable]:
    """All cases of a file; FileError if it holds none that could be run."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from error
    return decode_cases(data, str(path))


def decode_cases(data: bytes, name: str) -> list[Case | Unreadable]:
    """All cases of the content of a file; FileError, which begins with its name, if it holds none."""
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FileError(f"{name}: not a {FORMAT} file: {error}") from error
    if file.format != FORMAT:
        raise FileError(f"{name}: expected format {FORMAT!r}, found {file.format!r}")
    if not file.cases:
        raise FileError(f"{name} contains no cases")
    return [_read_case(raw) for raw in file.cases]


def _read_case(raw: msgspec.Raw) -> Case | Unreadable:
    try:
        return msgspec.json.decode(raw, type=Case)
    except msgspec.DecodeError as error:
        problem = f"not a case of this format: {error}"
    try:
        heading = msgspec.json.decode(raw, type=_Heading)
    except msgspec.DecodeError:
        heading = _Heading()
    return Unreadable(heading.id, heading.title, problem)
