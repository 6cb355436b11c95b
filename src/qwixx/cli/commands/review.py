"""``qwixx review``: a finished game judged."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from qwixx.coach.findings import JudgedDecision, Review
from qwixx.coach.report.curve import draw_curve
from qwixx.coach.report.parts import note, parts, result_shown
from qwixx.coach.report.review_page import review_page
from qwixx.coach.report.sentences import ENDINGS, amount, choice_name, cost, counted, phase_name, sentence
from qwixx.interchange import document_of
from qwixx.plot import check_plot
from qwixx.rules.errors import InputError, OperationalError
from qwixx.rules.ruleset import RULESETS
from qwixx.system.signals import defer_handlers
from qwixx.terminal.console import Console, add_color_argument, can_show, print_json
from qwixx.terminal.record_file import STANDARD_INPUT, check_writable, input_name, read_game, write_text
from qwixx.terminal.warm_up import judge_with_notice
from qwixx.text_table import aligned

HEIGHTS, HEIGHTS_IN_ASCII = "▁▂▃▄▅▆▇█", "_.-=*#"
SLIPS = ("inaccuracy", "mistake", "blunder")
EXAMPLES = """\
examples:
  qwixx review game.qwixx                     luck and skill, and the errors, the costliest explained
  qwixx review game.qwixx --all               the same with every decision
  qwixx review game.qwixx --html game.html    the whole review as a page
  qwixx review game.qwixx --plot game.svg     the winning chances as a picture
  qwixx review - --json < game.qwixx

Records come from qwixx play --save or the browser. A choice that loses 1 % of the win is an inaccuracy, 3 %
a mistake, 7 % a blunder; in the solo game 0.5, 1.5 and 4 points. `qwixx docs coach` explains how luck and
skill are separated."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="RECORD", help="a record of a finished game, or - for standard input")
    parser.add_argument("--number", type=int, metavar="N", help="which of several games in the file")
    parser.add_argument(
        "--all", action="store_true", help="list all decisions, including those that cost nothing"
    )
    parser.add_argument("--json", action="store_true", help="print the whole review as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the review as a page")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the winning chances as .svg or .png")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Review a game; the exit status."""
    # Judges are slow to import.
    with defer_handlers():
        from qwixx.coach.game_review import finished, review_finished

    _check_files(args)
    record = read_game(args.file, args.number)
    try:
        game = finished(record)
        with judge_with_notice(record.ruleset, len(record.names)) as judge:
            found = review_finished(game, judge)
    except InputError as error:
        raise InputError(f"{input_name(args.file)}: {error}") from error
    except OperationalError as error:
        raise OperationalError(f"{input_name(args.file)}: {error}") from error
    if args.plot is not None:
        draw_curve(args.plot, found)
    if args.html is not None:
        write_text(args.html, review_page(found))
    if args.json:
        print_json(document_of(found))
    else:
        console = Console(args.color)
        console.print_lines(review_lines(console, found, args.all))
    return 0


def _check_files(args: argparse.Namespace) -> None:
    """Check before the work that the files can be written, and differ."""
    if args.plot is not None:
        check_plot(args.plot)
    if args.html is None:
        return
    check_writable(args.html)
    others = {"--plot": args.plot, "the record": None if args.file == STANDARD_INPUT else Path(args.file)}
    for name, other in others.items():
        if other is not None and other.resolve() == args.html.resolve():
            raise InputError(f"--html and {name} are the same file, {args.html}: name another one")


def review_lines(console: Console, review: Review, everything: bool) -> list[str]:
    """The whole review: result, curve, luck and skill, decisions, and the costliest explained."""
    blocks = (
        [console.bold(headline(review))],
        list(_curves(review)),
        _luck_and_skill(review),
        _decisions(console, review, everything),
        _costliest(console, review),
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


def _decisions(console: Console, review: Review, everything: bool) -> list[str]:
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


def _costliest(console: Console, review: Review) -> list[str]:
    if not review.costliest:
        return []
    lines = [console.bold("The costliest choices" if len(review.costliest) > 1 else "The costliest choice")]
    for place in review.costliest:
        decision = review.decisions[place]
        why = sentence(decision.explanation) if decision.explanation is not None else ""
        lines.append(f"  Turn {decision.turn}, {review.players[decision.seat]}: {why}")
    return lines
