"""Guided first games for the browser: prepared positions, what may be done in them, and why the rest may not.

A lesson is a small graph. Everything in it comes from the rules: the client only follows it. It is written
to a file that ships with the client (``make types``), so learning the game needs no table.
"""

from collections.abc import Callable, Iterator

import msgspec

from qwixx.notation import format_choice, parse_choice, parse_outcome, parse_position
from qwixx.rules.cards import COLOURED_CARDS, JOKERS
from qwixx.rules.choices import Choice, Cross, Pass, Play, Take
from qwixx.rules.colours import LAST
from qwixx.rules.game import State
from qwixx.rules.ruleset import GameName, Phase
from qwixx.tables import protocol
from qwixx.tables.views import whole_view, why_nots

LEARNER, OTTO = 0, 1
# What leads on where nothing is chosen: the dice are rolled, or a page is read.
ROLL, READ = "roll", "read"


class Refusal(msgspec.Struct):
    """Why a choice may not be made, for a client with its own texts."""

    rule: str
    code: str
    details: dict[str, str | int | tuple[int, ...]]


class Node(msgspec.Struct):
    """A moment of a lesson. ``next`` has the node that each way on leads to, by the text of the choice."""

    step: int
    view: protocol.View
    refusals: dict[str, Refusal]
    next: dict[str, int]


class Lesson(msgspec.Struct):
    """The first node begins the lesson; one without a way on ends it."""

    game: GameName
    nodes: list[Node]


class Lessons(msgspec.Struct):
    """Everything that can be learnt."""

    dice: Lesson
    cards: Lesson


Accepts = Callable[[Choice], bool]


class Scene(msgspec.Struct, frozen=True):
    """One thing to do: in a new position, or in the one that the previous scene led to.

    Exactly one of ``roll``, ``accepts`` and neither, which is a page to read, says what leads on.
    """

    step: int
    turn: int
    position: str | None = None
    roll: str | None = None
    accepts: Accepts | None = None
    # What Otto chooses in the common action.
    otto: str = "-"


def crosses(choice: Choice) -> bool:
    return isinstance(choice, Cross)


def passes(choice: Choice) -> bool:
    return isinstance(choice, Pass)


def draws(choice: Choice) -> bool:
    return isinstance(choice, Take)


def plays_two(choice: Choice) -> bool:
    return isinstance(choice, Play) and len(choice.numbers) >= 2


def plays_a_joker(choice: Choice) -> bool:
    return isinstance(choice, Play) and bool(choice.numbers) and any(card.is_joker for card in choice.cards)


def locks(choice: Choice) -> bool:
    match choice:
        case Cross(colour, number):
            return number == LAST[colour]
        case Play(_, colour, numbers):
            return LAST[colour] in numbers
        case _:
            return False


LATER = "r2,3,5,6 y3,4,7 g12,11,9,7 b12,10,9"
DICE = (
    Scene(1, 1, "dice; 1 roll; -; -", roll="5+3 r2 y6 g4 b4"),
    Scene(2, 1, accepts=crosses, otto="y8"),
    Scene(3, 1),
    Scene(4, 1, accepts=crosses),
    Scene(5, 14, f"dice; 2 common 6+5 r4 y2 g3 b1; {LATER}; r3,5 y2,6 g10,8", accepts=passes, otto="b11"),
    Scene(6, 15, f"dice; 1 roll; {LATER}; r3,5 y2,6 g10,8 b11", roll="1+1 r1 y1 g6 b1"),
    Scene(6, 15, accepts=passes),
    Scene(6, 15, accepts=passes),
    Scene(
        7,
        18,
        "dice; 2 common 6+6 r3 y2 g5 b4; r2,3,5,6,8 y3,4,7 g12,11,9,7 b12,10,9 p1; r3,5 y2,6,9 g10,8 b11,10",
        accepts=locks,
    ),
    Scene(8, 18),
)


def dealt(turn: str, sheets: str, hands: str, display: str, top: str) -> str:
    """A position of a card game: beside the cards that matter all others of its pack lie in the deck."""
    game = "cards_joker" if "J" in hands else "cards"
    pack = [str(card) for card in (*COLOURED_CARDS, *(JOKERS if game == "cards_joker" else ()))]
    seen = set(f"{hands} {display} {top}".split())
    deck = " ".join([top, *(card for card in pack if card not in seen)])
    return f"{game}; {turn}; {sheets}; hands {hands}; display {display}; deck {deck}; discard -"


# The sheet comes first: the dice lesson explains it, too, and players who took that lesson skip this page.
CARDS = (
    Scene(1, 1, dealt("1 draw", "r3,5,6 b11,8; -", "R5 R6 Y9 B4 / G2 G3 B5 Y6", "R8 G4 Y7 B3", "R10 Y12")),
    Scene(
        2,
        1,
        dealt("1 draw", "-; -", "R5 R6 Y9 B4 / G2 G3 B5 Y6", "R8 G4 Y7 B3", "R10 Y12"),
        accepts=draws,
    ),
    Scene(3, 1, accepts=crosses, otto="b12"),
    Scene(4, 1, accepts=plays_two),
    Scene(
        5,
        3,
        dealt(
            "1 play crossed g12", "r5,6 g12; b12", "Y4 Y5 Y8 R2 B3 / G2 G3 B5 Y6", "R8 G4 Y7 B7", "R12 Y12"
        ),
        accepts=plays_two,
    ),
    Scene(
        6,
        8,
        dealt(
            "2 common",
            "r5,6,7 y4,5 g12,10 b12,11,9; y3,5 g9 b12",
            "R8 R9 Y9 G4 / G2 G3 B5 Y6 R3",
            "R2 G7 Y7 B7",
            "G11 Y12",
        ),
        accepts=passes,
    ),
    Scene(
        7,
        15,
        dealt(
            "1 play",
            "r5,6,7,8,9 y4,5 g12,10 b12,11,9; y3,5 g9,7 b12,10",
            "R12 R3 Y9 G4 B2 / G2 G3 B5 Y6",
            "R2 G7 Y7 B7",
            "G8 Y12",
        ),
        accepts=locks,
    ),
    Scene(
        8,
        16,
        dealt(
            "1 play",
            "r5,6 y4,5 g12,10 b12,11; y3,5 g9",
            "J9 G8 Y7 R3 B2 / G2 G3 B5 Y6",
            "R2 G7 Y8 B7",
            "G4 Y12",
        ),
        accepts=plays_a_joker,
    ),
    Scene(9, 16),
)


def lessons() -> Lessons:
    return Lessons(built("dice", DICE), built("cards", CARDS))


def built(game: GameName, scenes: tuple[Scene, ...]) -> Lesson:
    """The graph of what may happen in these scenes."""
    nodes: list[Node] = []
    states: list[State] = []
    # Ways on to a node that is not there yet: the node they begin at, their name and what they lead to.
    open_ways: list[tuple[Node, str, State]] = []
    for scene in scenes:
        own = [parse_position(scene.position)] if scene.position is not None else None
        states = own or list(dict.fromkeys(state for _, _, state in open_ways))
        for node, name, state in open_ways:
            node.next[name] = len(nodes) + (0 if own else states.index(state))
        open_ways = []
        for state in (with_otto(each, scene.otto) for each in states):
            refused = dict(refusals(state)) if scene.accepts is not None else {}
            node = Node(scene.step, whole_view(state, LEARNER, scene.turn), refused, {})
            nodes.append(node)
            open_ways += [(node, name, to) for name, to in ways_on(state, scene)]
    return Lesson(game, nodes)


def with_otto(state: State, choice: str) -> State:
    return state.apply(OTTO, parse_choice(choice)) if state.phase is Phase.COMMON else state


def ways_on(state: State, scene: Scene) -> Iterator[tuple[str, State]]:
    if scene.roll is not None:
        yield ROLL, state.apply_chance(parse_outcome(scene.roll))
    elif scene.accepts is None:
        yield READ, state
    else:
        for choice in filter(scene.accepts, state.choices(LEARNER)):
            yield format_choice(choice), state.apply(LEARNER, choice)


def refusals(state: State) -> Iterator[tuple[str, Refusal]]:
    for text, told in why_nots(state, LEARNER):
        yield text, Refusal(told.rule, told.code, told.details)


def text() -> str:
    """The file of all lessons, with a line for each node."""
    return protocol.encode(lessons()).decode().replace('{"step":', '\n{"step":') + "\n"
