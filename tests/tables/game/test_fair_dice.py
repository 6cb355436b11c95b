"""Fair dice at a table: contributions to the seed, the wait for them, and verification after the game."""

import json
import logging

import pytest

from qwixx.fairness.verification import Witness, verify
from qwixx.notation import format_choice, format_record
from qwixx.rules.ruleset import GameName
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.contributions import CONTRIBUTION_SECONDS
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.game.seed import new_secret
from qwixx.tables.refusals import Refusal
from tests.tables.game.scenes import RecordedTable, arrive, do, play_out

ANN, BEN = 0, 1
ONE, TWO, THREE = ("11" * 16), ("22" * 16), ("33" * 16)


class Session:
    """A table with fair dice and a clock, which can be restarted from its facts."""

    def __init__(
        self,
        *bots: str | None,
        game: GameName = "dice",
        contributes: bool = True,
        seated: int | None = None,
        committed: bool = True,
    ) -> None:
        seats = tuple(map(protocol.NewSeat, (None, *bots)))
        opening = plan_opening(protocol.NewTable(game, seats, "Ann"))
        self.table = RecordedTable([opening, facts.Committed(new_secret())] if committed else [opening])
        self.at = 100.0
        for name in ("Ann", "Ben", "Cy")[: seated or 1 + bots.count(None)]:
            planned, secret = self.table.plan_join(name, contributes)
            self.table.apply(planned, self.at)
            arrive(self.table, secret.seat, self.at)

    def do(self, seat: int, command: protocol.TableCommand) -> None:
        do(self.table, seat, command, self.at)

    def contribute(self, seat: int, value: str, game: int = 1) -> None:
        self.do(seat, protocol.Contribute(1, game, value))

    def pass_time(self, seconds: float) -> None:
        """Tick every half second."""
        until = self.at + seconds
        while self.at < until:
            self.at = min(self.at + 0.5, until)
            self.table.apply(self.table.plan_tick(self.at), self.at)

    def restart(self) -> None:
        """Replay the table from its stored facts."""
        self.table = RecordedTable([facts.decode(facts.encode(fact)) for fact in self.table.past])

    def has_rolled(self) -> bool:
        return self.table.now.has_drawn

    def play_out(self) -> None:
        play_out(self.table)


def code_of(session: Session, seat: int | None, command: protocol.TableCommand) -> str:
    before = session.table.now
    with pytest.raises(Refusal) as caught:
        session.table.plan(seat, command)
    assert session.table.now is before
    return caught.value.reason.code


# The wait for contributions


def test_the_first_draw_waits_until_all_promised_contributions_have_arrived() -> None:
    session = Session(None)
    assert session.table.info().state == "playing"
    assert not session.has_rolled()
    session.contribute(ANN, ONE)
    assert not session.has_rolled()
    session.contribute(BEN, TWO)
    assert session.has_rolled()


def test_the_first_draw_does_not_wait_for_contributions_made_before_the_game() -> None:
    session = Session(None, None, seated=2)
    session.contribute(ANN, ONE)
    session.contribute(BEN, TWO)
    assert session.table.info().commitments[0].contributed == (ANN, BEN)
    session.table.apply(session.table.plan_join("Cy")[0], session.at)
    assert session.has_rolled()


def test_the_first_draw_waits_two_seconds_for_a_client_that_never_contributes() -> None:
    session = Session(None)
    session.contribute(ANN, ONE)
    session.pass_time(CONTRIBUTION_SECONDS)
    assert not session.has_rolled()
    session.pass_time(0.5)
    assert session.has_rolled()
    assert code_of(session, BEN, protocol.Contribute(1, 1, TWO)) == "too_late"
    session.play_out()
    verdict = verify(session.table.record(), Witness(contributions={ANN: bytes.fromhex(ONE)}))
    assert verdict.is_fair
    assert set(verdict.contributions) == {ANN}


def test_the_first_draw_does_not_wait_for_clients_that_do_not_contribute() -> None:
    assert Session(None, contributes=False).has_rolled()
    assert Session("gap:1,2", contributes=False).has_rolled()


def test_the_first_draw_does_not_wait_for_a_player_who_left() -> None:
    session = Session(None)
    session.contribute(ANN, ONE)
    session.do(BEN, protocol.Leave(1))
    assert session.has_rolled()


def test_a_contribution_does_not_return_a_covered_seat() -> None:
    session = Session(None)
    session.do(BEN, protocol.Leave(1))
    session.contribute(BEN, TWO)
    assert session.table.now.seats[BEN].covered
    assert not session.has_rolled(), "the draw still waits for Ann"


# Refused contributions


def test_each_seat_contributes_once_to_a_game() -> None:
    session = Session(None)
    session.contribute(ANN, ONE)
    version = session.table.now.version
    session.contribute(ANN, ONE)
    assert session.table.now.version == version, "the command is idempotent"
    assert code_of(session, ANN, protocol.Contribute(1, 1, THREE)) == "already_contributed"
    session.contribute(BEN, TWO)
    session.contribute(ANN, ONE)


@pytest.mark.parametrize(
    ("game", "value", "code"),
    [
        (2, ONE, "no_commitment"),
        (-1, ONE, "too_late"),
        (1, "", "bad_message"),
        (1, "1" * 31, "bad_message"),
        (1, "AB" * 16, "bad_message"),
        (1, "1" * 32 + "\n", "bad_message"),
    ],
)
def test_invalid_contributions_are_refused(game: int, value: str, code: str) -> None:
    assert code_of(Session(None), ANN, protocol.Contribute(1, game, value)) == code


def test_contributions_of_spectators_or_without_fair_dice_are_refused() -> None:
    session = Session("gap:1,2")
    assert code_of(session, None, protocol.Contribute(1, 1, ONE)) == "not_seated"
    session = Session("gap:1,2", committed=False)
    assert session.has_rolled(), "without fair dice there is no wait"
    assert session.table.info().commitments == ()
    assert code_of(session, ANN, protocol.Contribute(1, 1, ONE)) == "no_commitment"
    session.play_out()
    assert session.table.now.next_seed is None
    assert session.table.record().tags == ()


# Restarts and rematches


@pytest.mark.parametrize("game", ["dice", "cards_joker"])
def test_restarts_do_not_change_the_draws(game: GameName) -> None:
    session = Session(None, game=game)
    session.contribute(ANN, ONE)
    session.restart()
    session.pass_time(CONTRIBUTION_SECONDS)
    assert not session.has_rolled(), "a restart restarts the wait"
    session.contribute(BEN, TWO)
    while session.table.info().state == "playing":
        session.restart()
        state = session.table.now.state
        assert state is not None
        seat = min(state.to_act)
        choice = protocol.Choose(1, session.table.now.version, format_choice(state.choices(seat)[-1]))
        # A plan that was not stored is deterministic and can be made again.
        lost, kept = session.table.plan(seat, choice), session.table.plan(seat, choice)
        assert [fact for fact in lost if isinstance(fact, facts.ChanceDrawn)] == [
            fact for fact in kept if isinstance(fact, facts.ChanceDrawn)
        ]
        session.table.apply(kept, session.at)
    verdict = verify(session.table.record())
    assert verdict.is_fair
    assert set(verdict.contributions) == {ANN, BEN}


def test_the_server_commits_to_the_next_game_when_one_ends() -> None:
    session = Session(None)
    session.contribute(ANN, ONE)
    session.contribute(BEN, TWO)
    (first,) = session.table.info().commitments
    session.play_out()
    last, upcoming = session.table.info().commitments
    assert last == first
    assert (upcoming.game, upcoming.contributed) == (2, ())
    assert upcoming.hash != first.hash
    assert code_of(session, ANN, protocol.Contribute(1, 1, THREE)) == "already_contributed"
    session.contribute(ANN, THREE, game=2)
    session.contribute(BEN, ONE, game=2)
    for seat in (ANN, BEN):
        session.do(seat, protocol.Rematch(1))
    assert session.has_rolled(), "all contributions have arrived"
    assert [each.hash for each in session.table.info().commitments] == [upcoming.hash]

    session.play_out()
    remembered = Witness(bytes.fromhex(upcoming.hash), {ANN: bytes.fromhex(THREE), BEN: bytes.fromhex(ONE)})
    assert verify(session.table.record(), remembered).is_fair


# Commitments and secrets


def test_the_commitment_precedes_all_contributions_and_does_not_change() -> None:
    session = Session(None)
    seen = session.table.info().commitments[0].hash
    session.contribute(ANN, ONE)
    session.contribute(BEN, TWO)
    session.play_out()
    assert session.table.info().commitments[0].hash == seen
    assert verify(session.table.record(), Witness(bytes.fromhex(seen))).is_fair


def test_secrets_are_not_revealed_before_the_end(caplog: pytest.LogCaptureFixture) -> None:
    session = Session(None)
    with caplog.at_level(logging.DEBUG):
        session.contribute(ANN, ONE)
        session.contribute(BEN, TWO)
        sent = [session.table.broadcast(session.at).update(seat, 0) for seat in (ANN, BEN, None)]
    seed = session.table.now.seed
    assert seed is not None
    for text in (
        *map(bytes.decode, sent),
        format_record(session.table.record()),
        caplog.text,
        repr(seed),
    ):
        assert seed.secret not in text
        assert "Secret" not in text
    assert json.loads(sent[0])["info"]["commitments"] == [
        {"game": 1, "hash": seed.commitment, "contributed": [ANN, BEN]}
    ]
    session.play_out()
    upcoming = session.table.now.next_seed
    assert upcoming is not None
    text = format_record(session.table.record())
    assert seed.secret in text
    assert upcoming.secret not in text
