"""A review as lines of text."""

from collections.abc import Iterator, Sequence

from qwixx.cli.columns import aligned
from qwixx.cli.terminal import Terminal, can_show
from qwixx.coach.findings import JudgedDecision, Review
from qwixx.coach.parts import note, parts, result_shown
from qwixx.coach.sentences import amount, cost, counted, sentence
from qwixx.coach.words import ENDINGS, choice_name, phase_name
from qwixx.rules.ruleset import RULESETS

HEIGHTS, HEIGHTS_IN_ASCII = "▁▂▃▄▅▆▇█", "_.-=*#"
SLIPS = ("inaccuracy", "mistake", "blunder")


def review_lines(terminal: Terminal, review: Review, everything: bool) -> list[str]:
    """The whole review: result, curve, luck and skill, decisions, and the costliest explained."""
    blocks = (
        [terminal.bold(headline(review))],
        list(_curves(review)),
        _luck_and_skill(review),
        _decisions(terminal, review, everything),
        _costliest(terminal, review),
    )
    return [line for block in blocks if block for line in (*block, "")][:-1]


def headline(review: Review) -> str:
    """The game and its result in a line."""
    totals = ", ".join(f"{seat.name} {seat.total}" for seat in review.seats)
    turns = review.curve[-1].turn - 1
    title = RULESETS[review.game].title.capitalize()
    return f"{title}, {turns} turns: {totals} ({ENDINGS[review.outcome.reason]})"


# The curve


def _curves(review: Review) -> Iterator[str]:
    width = max(len(seat.name) for seat in review.seats)
    what = "Share of the win" if review.unit == "win" else "Expected total"
    yield f"{what} before each turn"
    values = [[point.values[seat] for point in review.curve] for seat in range(len(review.seats))]
    low, high = (0.0, 1.0) if review.unit == "win" else (min(values[0]), max(values[0]))
    for seat, line in zip(review.seats, values, strict=True):
        ends = f"{amount(line[0], review.unit)} to {amount(line[-1], review.unit)}"
        yield f"  {seat.name:{width}}  {sparkline(line, low, high)}  {ends}"


def sparkline(values: Sequence[float], low: float, high: float) -> str:
    """A curve in one line, in letters that the output can show."""
    heights = HEIGHTS if can_show(HEIGHTS) else HEIGHTS_IN_ASCII
    scale = len(heights) / (high - low) if high > low else 0.0
    return "".join(heights[max(0, min(int((value - low) * scale), len(heights) - 1))] for value in values)


# Luck and skill


def _luck_and_skill(review: Review) -> list[str]:
    return [_solo_sentence(review)] if review.unit == "points" else list(_table_of_parts(review))


def _solo_sentence(review: Review) -> str:
    start, luck, choices = parts(review, 0)
    return (
        f"Perfect play averages {start.value:.1f} points; your dice were worth {luck.value:+.1f},"
        f" your choices cost {abs(choices.value):.1f}: {review.seats[0].total} points."
    )


def _table_of_parts(review: Review) -> Iterator[str]:
    rows = [["in % of the win", *(part.name for part in parts(review, 0)), "result"]]
    for place, seat in enumerate(review.seats):
        start, *rest = parts(review, place)
        changes = [f"{part.value:+.1f}" for part in rest]
        rows.append([seat.name, f"{start.value:.1f}", *changes, f"{result_shown(review, seat):.1f}"])
    yield from aligned(rows)
    error = review.seats[0].luck_error
    if error is not None:
        most = max(seat.luck_error or 0.0 for seat in review.seats)
        yield f"Luck is sampled; its standard error is at most {100 * most:.1f}."
    if note(review):
        yield note(review)


# Decisions


def _decisions(terminal: Terminal, review: Review, everything: bool) -> list[str]:
    shown = [each for each in review.decisions if everything or each.word in SLIPS]
    counts = [f"{seat.name}: {counted(seat.words)}" for seat in review.seats]
    if not shown:
        return [*counts, "No choice cost anything worth telling."]
    rows = [["turn", "player", "action", "choice", "best", "value", "loss", ""]]
    rows += [_cells(review, each) for each in shown]
    return [*counts, "", *aligned(rows, left=(1, 2, 3, 4, -1))]


def _cells(review: Review, decision: JudgedDecision) -> list[str]:
    choice, best = decision.choice, decision.best
    value = amount(choice.win, "win") if choice.win is not None else f"{choice.total:.1f}"
    return [
        str(decision.turn),
        review.players[decision.seat],
        phase_name(review.game, decision.phase),
        choice_name(choice.choice),
        choice_name(best.choice) if decision.loss > 0 else "",
        value,
        cost(decision.loss, review.unit),
        decision.word,
    ]


def _costliest(terminal: Terminal, review: Review) -> list[str]:
    if not review.costliest:
        return []
    lines = [terminal.bold("The costliest choices" if len(review.costliest) > 1 else "The costliest choice")]
    for place in review.costliest:
        decision = review.decisions[place]
        why = sentence(decision.explanation) if decision.explanation is not None else ""
        lines.append(f"  Turn {decision.turn}, {review.players[decision.seat]}: {why}")
    return lines
