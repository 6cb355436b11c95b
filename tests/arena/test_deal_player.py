"""Deals: every rotation has the same chance, and a forfeit ends only its own game."""

import itertools
import json
import shlex
import sys
from pathlib import Path

import pytest

from qwixx.arena.contest import Contest
from qwixx.arena.deal_player import DealPlayer, GameId, PlayedDeal
from qwixx.bots.program import ProgramBot
from qwixx.notation import parse_record
from qwixx.record import ChanceStep, Decision, Record
from qwixx.rules.chance import FirstSeat, Roll, Shuffle
from qwixx.rules.ruleset import Ruleset
from tests.arena.contests import contest, rascal, untimed
from tests.bots.transcript import PASSER


class Played:
    """A deal with the records of its games."""

    def __init__(self, it: Contest, table: int = 0, deal: int = 0) -> None:
        self.texts: dict[GameId, str] = {}
        with DealPlayer(it, self.texts.__setitem__) as deal_player:
            self.deal = deal_player.play(table, deal)

    @property
    def records(self) -> list[Record]:
        return [parse_record(text) for _, text in sorted(self.texts.items())]


def chances(record: Record, kind: type) -> list[object]:
    return [
        step.outcome
        for step in record.steps
        if isinstance(step, ChanceStep) and isinstance(step.outcome, kind)
    ]


def assert_same_dice(records: list[Record]) -> None:
    """The k-th rolls agree in all dice that are still in both games."""
    for one, other in itertools.combinations(records, 2):
        for mine, theirs in zip(chances(one, Roll), chances(other, Roll), strict=False):
            assert isinstance(mine, Roll)
            assert isinstance(theirs, Roll)
            assert mine.white == theirs.white
            both = mine.coloured.keys() & theirs.coloured.keys()
            assert all(mine.coloured[colour] == theirs.coloured[colour] for colour in both)


@pytest.mark.parametrize("deal", range(6))
def test_rotations_of_a_deal_have_the_same_dice_and_the_same_first_seat(deal: int) -> None:
    played = Played(contest("gap:1,2", "random", "gap:2,3", players=3), deal=deal)
    assert len(played.records) == 3
    assert len({tuple(chances(record, FirstSeat)) for record in played.records}) == 1
    assert_same_dice(played.records)
    # The games differ; only their chance is the same.
    assert len({record.state.totals for record in played.records}) > 1


def test_every_table_has_the_same_dice() -> None:
    it = contest("gap:1,2", "random", "gap:2,3")
    records = [record for table in range(3) for record in Played(it, table, 4).records]
    assert_same_dice(records)
    assert_same_dice([*records, *Played(contest("random", "random", players=2), 0, 4).records])


def test_rotations_of_a_deal_have_the_same_cards() -> None:
    records = Played(contest("gap:1,2", "gap:2,3", game="cards")).records
    deals = {chances(record, Shuffle)[0] for record in records}
    assert len(deals) == 1


def test_totals_belong_to_bots_and_not_to_seats() -> None:
    played = Played(contest("gap:1,2", "random"))
    first, second = played.records
    assert first.names == ("gap:1,2", "random")
    assert second.names == ("random", "gap:1,2")
    assert [game.totals for game in played.deal.games] == [
        first.state.totals,
        tuple(reversed(second.state.totals)),
    ]


def test_equal_bots_play_equally_because_luck_cancels() -> None:
    played = Played(contest("gap:1,2", "gap:1,2"))
    one, other = played.deal.games
    assert one.totals is not None
    assert other.totals == tuple(reversed(one.totals))


def test_a_bot_has_a_different_seed_in_every_game() -> None:
    it = contest("random", "random")
    games = [Played(it, deal=deal).records for deal in range(2)]
    choices = [
        tuple(step.choice for step in record.steps if isinstance(step, Decision))
        for records in games
        for record in records
    ]
    assert len(set(choices)) == 4


def test_a_deal_is_reproducible_from_its_seed() -> None:
    it = contest("random", "gap:1,2")
    assert untimed(Played(it, deal=7).deal) == untimed(Played(it, deal=7).deal)
    assert Played(it, deal=7).texts == Played(it, deal=7).texts
    other = contest("random", "gap:1,2", seed="other")
    assert Played(other, deal=7).texts != Played(it, deal=7).texts


def test_decisions_are_counted_and_timed() -> None:
    deal = Played(contest("gap:1,2", "random")).deal
    assert min(deal.decisions) > 10
    assert all(0 < seconds < 10 for seconds in deal.seconds)


def places_of_forfeits(deal: PlayedDeal) -> list[int | None]:
    return [game.forfeit.place if game.forfeit else None for game in deal.games]


@pytest.mark.parametrize(
    "manner", ["crash", "crash at start", "no JSON", "too high", "flood without newline"]
)
def test_a_failing_bot_forfeits_its_games_and_the_contest_continues(manner: str) -> None:
    it = contest("gap:1,2", rascal(manner), "random", players=3)
    played = Played(it)
    assert places_of_forfeits(played.deal) == [1, 1, 1]
    assert all(game.totals is None for game in played.deal.games)
    assert all(record.state.is_over is False for record in played.records)
    assert dict(played.records[0].tags)["Forfeit"].startswith(f"{manner.replace(' ', '_')} ")
    others = Played(contest("gap:1,2", "random"))
    assert places_of_forfeits(others.deal) == [None, None]


def test_a_bot_that_cannot_start_forfeits_against_a_working_program() -> None:
    deal = Played(contest(rascal("fine"), rascal("crash at start"))).deal
    assert places_of_forfeits(deal) == [1, 1]
    deal = Played(contest(rascal("crash at start"), rascal("fine"))).deal
    assert places_of_forfeits(deal) == [0, 0]


def test_a_program_is_notified_of_its_own_games_only(tmp_path: Path) -> None:
    """If the other bot cannot start, the passer gets a new_game only if it was seated first."""
    passer = f"p=exec:{shlex.join([sys.executable, str(PASSER), str(tmp_path / 'log')])}"
    with DealPlayer(contest(rascal("crash at start"), passer)) as deal_player:
        for deal in range(2):
            deal_player.play(0, deal)
    told = [json.loads(line[2:]) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert [message["type"] for message in told] == ["hello", "hello", *["new_game", "game_over"] * 2]
    assert (told[-1]["reason"], told[-1]["forfeited_by"]) == ("forfeit", 1)


def test_a_program_gets_no_seed_that_reveals_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    real = ProgramBot.new_game

    def noted(self: ProgramBot, rules: Ruleset, players: int, seat: int, seed: str) -> None:
        seen.append(seed)
        real(self, rules, players, seat, seed)

    monkeypatch.setattr(ProgramBot, "new_game", noted)
    Played(contest(rascal("fine"), "gap:1,2", seed="secret"))
    assert len(set(seen)) == len(seen) == 2
    assert all("secret" not in seed for seed in seen)
