"""Figures of many games, as tables and as CSV."""

import csv
import io

from qwixx.sim.summary import QUANTILES, SeatSummary, Spread, Summary


def table_lines(summary: Summary) -> list[str]:
    """A row for each seat, then what is true of all games."""
    width = max(6, *(len(seat.player) for seat in summary.seats))
    alone = len(summary.seats) == 1
    quantiles = " ".join(f"{q:>5.0%}" for q in QUANTILES)
    wins = "" if alone else f"{'wins':15}  "
    rows = [f"seat  {'player':{width}}  {wins}points   dev.  {quantiles}  crosses  penalties"]
    for number, seat in enumerate(summary.seats, 1):
        wins = "" if alone else f"{seat.wins}  "
        rows.append(f"{number:<4}  {seat.player:{width}}  {wins}{_seat_figures(seat)}")
    title = f"{summary.games:,} games of {summary.game}, seed {summary.seed}"
    return [title, "", *rows, "", *_game_lines(summary)]


def _seat_figures(seat: SeatSummary) -> str:
    quantiles = " ".join(f"{value:5}" for value in seat.points.quantiles)
    return (
        f"{seat.points.mean:6.2f}  {seat.points.deviation:5.2f}  {quantiles}"
        f"  {seat.crosses.mean:7.2f}  {seat.penalties.mean:9.2f}"
    )


def _game_lines(summary: Summary) -> list[str]:
    two_rows, four_penalties = summary.end_reasons.values()
    lines = [
        f"turns      {_spread_words(summary.turns)}",
        f"the end    {two_rows:.1%} two rows closed, {four_penalties:.1%} four penalties",
    ]
    if len(summary.seats) > 1:
        even = 1 / len(summary.seats)
        advantage = summary.first_seat.value - even
        lines.append(f"beginning  wins {summary.first_seat}, {advantage:+.4f} against an even {even:.4f}")
    return lines


def _spread_words(spread: Spread) -> str:
    low, *_, high = spread.quantiles
    return f"{spread.mean:.2f} on average, deviation {spread.deviation:.2f}, nine in ten from {low} to {high}"


def csv_lines(summary: Summary) -> list[str]:
    """A head and a line for each seat, with commas."""
    lines = [_csv_fields(number, seat, summary.games) for number, seat in enumerate(summary.seats, 1)]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(lines[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue().splitlines()


def _csv_fields(number: int, seat: SeatSummary, games: int) -> dict[str, object]:
    quantiles = zip(QUANTILES, seat.points.quantiles, strict=True)
    return {
        "seat": number,
        "player": seat.player,
        "games": games,
        "wins": seat.wins.value,
        "wins_margin": seat.wins.margin,
        "points_mean": seat.points.mean,
        "points_deviation": seat.points.deviation,
        **{f"points_q{round(100 * q):02}": value for q, value in quantiles},
        "crosses_mean": seat.crosses.mean,
        "crosses_deviation": seat.crosses.deviation,
        "penalties_mean": seat.penalties.mean,
        "penalties_deviation": seat.penalties.deviation,
    }
