"""A review as an HTML page: one file, no script, light and dark."""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from qwixx.coach.findings import JudgedDecision, Review, SeatReview
from qwixx.coach.report.curve import curve_svg
from qwixx.coach.report.decision_html import cost_html, decision_body
from qwixx.coach.report.parts import Part, note, parts, result_shown
from qwixx.coach.report.sentences import ENDINGS, choice_name, counted, phase_name
from qwixx.rules.ruleset import RULESETS
from qwixx.svg import style

STYLESHEET = Path(__file__).with_name("review_page.css")
FRAME_HEIGHT = 640
LEGEND = "A solid ring is the best choice, a dashed one what was chosen."
WHAT_PARTS_MEAN = {
    "start": "what perfect play expects before anything has happened",
    "luck": "what the dice or the cards brought against their mean",
    "own choices": "what the own choices gave away against the best ones",
    "others' choices": "what the others gave away",
    "estimate": "where the judge corrected itself",
}


def review_page(review: Review) -> str:
    """The whole page as HTML."""
    title = f"{' and '.join(review.players)}: {RULESETS[review.game].title}"
    sections = [
        _header(review),
        _section("The curve", _curve_words(review), curve_svg(review)),
        _section("Luck and skill", note(review), '<div class="seats">', *_seats(review), "</div>"),
        _section("The costliest choices", LEGEND, *_costliest(review)),
        _section("Every decision", "", *(_decision(review, each) for each in review.decisions)),
    ]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLESHEET.read_text(encoding='utf-8')}{style()}</style></head><body><main>",
            *sections,
            "</main></body></html>",
            "",
        ]
    )


def review_frame(review: Review) -> str:
    """The page in a frame: a notebook has its own style, and neither may change the other."""
    title = f"Review: {' and '.join(review.players)}"
    # Quotes of one kind are all that has to be escaped here, which leaves most of the page as it is.
    page = review_page(review).replace("&", "&amp;").replace("'", "&#39;")
    return (
        f'<iframe title="{escape(title)}" sandbox style="width:100%;height:{FRAME_HEIGHT}px;border:0"'
        f" srcdoc='{page}'></iframe>"
    )


def _header(review: Review) -> str:
    turns = review.curve[-1].turn - 1
    ranked = sorted(review.seats, key=lambda seat: seat.place)
    results = "".join(f"<li><b>{escape(seat.name)}</b> {seat.total}</li>" for seat in ranked)
    game = RULESETS[review.game].title
    ending = ENDINGS[review.outcome.reason]
    return (
        f"<header><p>{game[0].upper()}{game[1:]} &middot; {turns} turns &middot; {ending}</p>"
        f"<h1>Review</h1><ol>{results}</ol></header>"
    )


def _section(title: str, words: str, *body: str) -> str:
    lead = f"<p>{words}</p>" if words else ""
    return "\n".join([f"<section><h2>{title}</h2>{lead}", *body, "</section>"])


def _curve_words(review: Review) -> str:
    what = "Share of the win" if review.unit == "win" else "Expected total under perfect play"
    return f"{what} before each turn; dots are mistakes and blunders."


# Luck and skill


def _seats(review: Review) -> Iterable[str]:
    for place, seat in enumerate(review.seats):
        shown = parts(review, place)
        most = max(abs(part.tenths) for part in shown) or 1
        rows = "".join(_part(part, most, first=part is shown[0]) for part in shown)
        unit = " %" if review.unit == "win" else ""
        result = (
            f"<tr class='sum'><th>result</th><td></td><td>{result_shown(review, seat):.1f}{unit}</td></tr>"
        )
        yield (
            f'<article class="seat{place}"><h3>{escape(seat.name)}</h3>'
            f"<table>{rows}{result}</table><p>{counted(seat.words)}{_error(seat)}</p></article>"
        )


def _part(part: Part, most: int, *, first: bool) -> str:
    width = 100 * abs(part.tenths) / most
    side = "plus" if part.tenths >= 0 else "minus"
    number = f"{part.value:.1f}" if first else f"{part.value:+.1f}".replace("-", "&minus;")
    bar = f'<span class="bar {side}" style="width:{width:.0f}%"></span>'
    meaning = escape(WHAT_PARTS_MEAN[part.name])
    return f'<tr title="{meaning}"><th>{part.name}</th><td>{bar}</td><td>{number}</td></tr>'


def _error(seat: SeatReview) -> str:
    return f"; luck &plusmn; {100 * seat.luck_error:.1f}" if seat.luck_error is not None else ""


# Decisions


def _costliest(review: Review) -> Iterable[str]:
    if not review.costliest:
        yield "<p>No choice cost anything.</p>"
    for place in review.costliest:
        decision = review.decisions[place]
        body = decision_body(decision, review.unit)
        yield f"<article><h3>{_title(review, decision)}</h3>{body}</article>"


def _decision(review: Review, decision: JudgedDecision) -> str:
    body = decision_body(decision, review.unit)
    return f"<details><summary>{_title(review, decision)}</summary>{body}</details>"


def _title(review: Review, decision: JudgedDecision) -> str:
    name = escape(review.players[decision.seat])
    choice, phase = choice_name(decision.choice.choice), phase_name(review.game, decision.phase)
    word = f"{decision.word} {cost_html(decision.loss, review.unit)}".rstrip()
    return (
        f'<span class="turn">Turn {decision.turn}</span> <span>{name}</span>'
        f' <span class="phase">{phase}</span> <b>{choice}</b>'
        f' <span class="word {decision.word}">{word}</span>'
    )
