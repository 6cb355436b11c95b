"""A review in English: explanations, and the names of choices, actions and endings.

A browser has its own translations.
"""

from collections.abc import Sequence
from typing import assert_never

from qwixx.coach.findings import Code, Crossing, Explanation, Unit, Words, word_for
from qwixx.notation import parse_choice
from qwixx.rules.choices import Cross, Pass, Play, Take
from qwixx.rules.ruleset import RULESETS, DecisionPhase, GameName
from qwixx.rules.scoring import EndName

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
PLURALS = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}

ENDINGS: dict[EndName, str] = {
    "two_rows": "two rows",
    "four_penalties": "four penalties",
}
PHASE_NAMES: dict[DecisionPhase, str] = {
    "common": "white + white",
    "own": "white + colour",
    "draw": "draw",
    "play": "play",
}
COMMON_WITH_CARDS = "for everyone"

TEMPLATES: dict[Code, str] = {
    "ended_behind": "{chosen} ends the game {behind} behind; {better} keeps it going",
    "missed_ending": "{better} ends the game {ahead} ahead; {chosen} lets it go on",
    "took_penalty": "{chosen} takes a penalty; {better} gives up {better_skipped} and avoids it",
    "penalty_was_cheaper": "{chosen} gives up {skipped}; {better} takes a penalty and keeps the row open",
    "missed_lock": "{better} locks {better_colour}, {better_gained} at once; {chosen} does not",
    "locked_too_early": "{chosen} locks {colour}; {better} keeps it open",
    "gave_up_numbers": "{chosen} gives up {skipped}; {better} gives up {better_only}",
    "gave_up_likely_numbers": "{chosen} gives up {lost}; {better} gives up {better_lost}, rolled less often",
    "passed_a_cross": (
        "{chosen} leaves out {better}, which brings {better_gained} and gives up {better_skipped}"
    ),
    "crossed_fewer": "{chosen} makes {crosses}; {better} makes {better_crosses}",
    "better_row": "{chosen} brings {gained}; {better} brings {better_gained}",
    "drew_fewer_ways": "{chosen} allows for {ways} to cross; {better} allows for {better_ways}",
    "drew_farther_off": "{chosen}: {away} away from the rows; {better}: {better_away}",
    "worth_more": "{better} is worth {loss} more than {chosen}",
}


def sentence(explanation: Explanation) -> str:
    """A sentence with the reason why a choice is not the best, and its loss.

    >>> kept, crossed = Crossing("-"), Crossing("b7", "blue", (7,), tuple(range(12, 7, -1)), 5, 1)
    >>> sentence(Explanation("gave_up_numbers", crossed, kept, 0.043, "win"))
    'Blue 7 gives up five numbers; passing gives up none (-4.3 %).'
    """
    words = _words(explanation)
    text = TEMPLATES[explanation.code].format_map(words)
    loss = "" if explanation.code == "worth_more" else f" ({cost(explanation.loss, explanation.unit)})"
    return f"{text[0].upper()}{text[1:]}{loss}."


def amount(value: float, unit: Unit) -> str:
    """A share of the win in percent, or points.

    >>> amount(0.043, "win"), amount(-1.25, "points"), amount(1.0, "points")
    ('4.3 %', '-1.2 points', '1.0 points')
    """
    return f"{100 * value:.1f} %" if unit == "win" else f"{value:.1f} points"


def lost(loss: float, unit: Unit) -> str:
    """The loss of a choice, never rounded up to that of a harder word.

    >>> lost(0.043, "win"), lost(0.02999, "win"), lost(0.03, "win"), lost(0.0004, "win"), lost(1.48, "points")
    ('4.3 %', '2.9 %', '3.0 %', '<0.1 %', '1.4 points')
    """
    tenths_of_one = 1000 if unit == "win" else 10
    tenths = round(loss * tenths_of_one)
    if tenths == 0 and loss > 0:
        return f"<{amount(1 / tenths_of_one, unit)}"
    is_harder = word_for(tenths / tenths_of_one, unit) != word_for(loss, unit)
    return amount((tenths - is_harder) / tenths_of_one, unit)


def cost(loss: float, unit: Unit) -> str:
    """The same with its sign, and nothing where nothing is lost.

    >>> cost(0.043, "win"), cost(0.0004, "win"), cost(0.0, "win")
    ('-4.3 %', '<0.1 %', '')
    """
    shown = lost(loss, unit) if loss > 0 else ""
    return shown if shown.startswith("<") else shown and f"-{shown}"


def counted(words: Words) -> str:
    """The number of decisions of each kind.

    >>> counted(Words(best=34, mistake=1, blunder=5))
    '34 best, 1 mistake, 5 blunders'
    """
    found = {word: getattr(words, word) for word in Words.__struct_fields__}
    named = [
        f"{count} {PLURALS.get(word, word) if count > 1 else word}" for word, count in found.items() if count
    ]
    return ", ".join(named) or "no decisions"


def phase_name(game: GameName, phase: DecisionPhase) -> str:
    """The name of a decision.

    >>> phase_name("solo", "common"), phase_name("cards", "common"), phase_name("dice", "own")
    ('white + white', 'for everyone', 'white + colour')
    """
    with_cards = RULESETS[game].has_cards and phase == "common"
    return COMMON_WITH_CARDS if with_cards else PHASE_NAMES[phase]


def choice_name(choice: str) -> str:
    """A choice as in docs/notation.md, but for a pass, whose dash might be read as a gap.

    >>> choice_name("-"), choice_name("r7")
    ('pass', 'r7')
    """
    return "pass" if choice == "-" else choice


def listed(words: Sequence[str]) -> str:
    """Words in a row, "and" before the last one.

    >>> listed(["Ann", "Ben", "Cleo"]), listed(["Ann"])
    ('Ann, Ben and Cleo', 'Ann')
    """
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _words(explanation: Explanation) -> dict[str, str]:
    chosen, better, margin = explanation.chosen, explanation.better, explanation.margin or 0
    return {
        "loss": lost(explanation.loss, explanation.unit),
        "ahead": _count(margin, "point"),
        "behind": _count(-margin, "point"),
        "better_only": f"only {_count(better.skipped, 'number')}" if better.skipped else "none",
        **_facts(chosen, "chosen", ""),
        **_facts(better, "better", "better_"),
    }


def _facts(crossing: Crossing, name: str, prefix: str) -> dict[str, str]:
    facts = {
        "colour": str(crossing.colour),
        "skipped": _count(crossing.skipped, "number"),
        "lost": _numbers(crossing.given_up),
        "gained": _count(crossing.gained, "point"),
        "ways": _count(crossing.ways, "way"),
        "away": _count(crossing.away, "number"),
        "crosses": _count(len(crossing.numbers), "cross", "crosses"),
    }
    return {name: _deed(crossing), **{f"{prefix}{fact}": words for fact, words in facts.items()}}


def _deed(crossing: Crossing) -> str:
    """A choice as the subject of a sentence."""
    choice = parse_choice(crossing.choice)
    match choice:
        case Take():
            return f"taking {_numbers(crossing.drawn)}"
        case Play(cards, _, numbers):
            played = " ".join(map(str, cards))
            return (
                f"playing {played} for {crossing.colour} {_numbers(numbers)}"
                if numbers
                else f"playing {played}"
            )
        case Cross():
            return f"{crossing.colour} {_numbers(crossing.numbers)}"
        case Pass():
            return "passing"
        case _:
            assert_never(choice)


def _numbers(numbers: tuple[int, ...]) -> str:
    return listed([str(number) for number in numbers] or ["nothing"])


def _count(count: int, noun: str, plural: str = "") -> str:
    """A small number in letters, a larger one in digits, with its noun."""
    number = COUNTS[count] if 0 <= count < len(COUNTS) else str(count)
    return f"{number} {noun if count == 1 else plural or f'{noun}s'}"
