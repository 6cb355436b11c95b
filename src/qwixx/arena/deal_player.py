"""Playing one deal: the same chance once for every rotation of the bots over the seats."""

import hashlib
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import NamedTuple

import msgspec

from qwixx.arena.contest import Contest
from qwixx.arena.dealer import DuplicateDealer
from qwixx.bots.errors import BotFailure
from qwixx.bots.program import ProgramBot
from qwixx.bots.registry import BOTS, kind_of, make_bot
from qwixx.gameplay import AskPlayer, Game, Player, ask, play
from qwixx.notation import format_record
from qwixx.rules.choices import Choice
from qwixx.rules.game import State


class GameId(NamedTuple):
    """The id of a game in a contest: its table, its deal and its rotation, counted from 0."""

    table: int
    deal: int
    rotation: int


SaveGame = Callable[[GameId, str], None]


class Forfeit(msgspec.Struct, frozen=True):
    """A game that an entrant lost without finishing it: its place in the table's list, and the reason."""

    place: int
    why: str
    last_words: tuple[str, ...] = ()


class PlayedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a game: the totals, by place in the table's list of entrants, or a forfeit.

    ``luck``, by the same places, is the luck of each entrant, if the contest is adjusted.
    """

    totals: tuple[int, ...] | None
    forfeit: Forfeit | None = None
    luck: tuple[float, ...] | None = None


class PlayedDeal(msgspec.Struct, frozen=True):
    """A deal at a table: a game for each rotation; decisions and time of each of its entrants."""

    table: int
    deal: int
    games: tuple[PlayedGame, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]


class _SeatFailure(Exception):
    """The bot at a seat has failed."""

    def __init__(self, seat: int, failure: BotFailure) -> None:
        super().__init__(seat, failure)
        self.seat = seat
        self.failure = failure


class DealPlayer:
    """Plays deals of a contest. Programs are started once and play many games; leaving ends them."""

    def __init__(self, contest: Contest, save: SaveGame | None = None) -> None:
        self._contest = contest
        self._save = save
        self._programs: dict[int, ProgramBot] = {}

    def __enter__(self) -> "DealPlayer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close()
        else:
            self.abort()

    def close(self) -> None:
        """Close the programs, and kill those that do not exit at once."""
        for program in self._programs.values():
            program.close()

    def abort(self) -> None:
        """Kill every program, also in the middle of a deal, because this process is about to end."""
        for program in list(self._programs.values()):
            program.abort()

    def play(self, table: int, deal: int) -> PlayedDeal:
        """The deal, played once for every rotation."""
        sitting = self._contest.tables[table]
        clocks = {entrant: _Clock() for entrant in sitting}
        games = tuple(
            self._play_game(GameId(table, deal, rotation), clocks) for rotation in range(len(sitting))
        )
        return PlayedDeal(
            table,
            deal,
            games,
            tuple(clocks[entrant].decisions for entrant in sitting),
            tuple(clocks[entrant].seconds for entrant in sitting),
        )

    def _play_game(self, game_id: GameId, clocks: dict[int, "_Clock"]) -> PlayedGame:
        sitting = self._contest.tables[game_id.table]
        seating = self._contest.seating(game_id.table, game_id.rotation)
        dealer = DuplicateDealer(self._contest.seed, game_id.deal)
        names, tags = self._contest.names(seating), self._tags(game_id)
        game = Game(self._contest.rules, names, dealer=dealer, tags=tags)
        forfeit, loser = None, None
        try:
            players = [self._player(game_id, seat, entrant) for seat, entrant in enumerate(seating)]
            play(game, players, _timed([clocks[entrant] for entrant in seating]))
        except _SeatFailure as failed:
            loser, failure = failed.seat, failed.failure
            forfeit = Forfeit(sitting.index(seating[loser]), failure.reason, failure.last_words)
        self._announce_end(game, seating, loser)
        if self._save is not None:
            self._save(game_id, self._text(game, sitting, forfeit))
        places = [seating.index(entrant) for entrant in sitting]
        luck = self._luck(game, places)
        if forfeit is not None:
            return PlayedGame(None, forfeit, luck)
        return PlayedGame(tuple(game.state.totals[seat] for seat in places), luck=luck)

    def _luck(self, game: Game, places: Sequence[int]) -> tuple[float, ...] | None:
        if not self._contest.adjusted:
            return None
        # The judges are slow to import.
        from qwixx.coach.decomposition import luck_of

        of_seats = luck_of(game.record)
        return tuple(of_seats[seat] for seat in places)

    def _player(self, game_id: GameId, seat: int, entrant: int) -> Player:
        contest = self._contest
        bot = contest.entrants[entrant]
        seed = f"{contest.seed}/deal {game_id.deal}/rotation {game_id.rotation}/{bot.name}"
        if bot.own is not None:
            return bot.own.player(random.Random(seed))
        kind, command = kind_of(bot.spec)
        if kind is not BOTS["exec"]:
            return make_bot(bot.spec, random.Random(seed), programs=True)
        program = self._programs.setdefault(entrant, ProgramBot(command, contest.time_limit))
        try:
            # Hashed, because the seed of the contest would reveal its dice.
            hashed = hashlib.sha256(seed.encode()).hexdigest()[:16]
            program.new_game(contest.rules, contest.players, seat, hashed)
        except BotFailure as failure:
            raise _SeatFailure(seat, failure) from failure
        return program

    def _announce_end(self, game: Game, seating: Sequence[int], forfeited_by: int | None) -> None:
        for entrant in seating:
            if entrant in self._programs:
                self._programs[entrant].game_over(game.outcome, forfeited_by)

    def _tags(self, game_id: GameId) -> list[tuple[str, str]]:
        seed, deal, rotation = self._contest.seed, game_id.deal + 1, game_id.rotation + 1
        return [("Seed", seed), ("Deal", str(deal)), ("Rotation", str(rotation))]

    def _text(self, game: Game, sitting: Sequence[int], forfeit: Forfeit | None) -> str:
        if forfeit is None:
            return str(game)
        loser = self._contest.entrants[sitting[forfeit.place]].name
        tags = (*game.record.tags, ("Forfeit", f"{loser} {forfeit.why}"))
        return format_record(replace(game.record, tags=tags))


class _Clock:
    """Counts the decisions of a bot and the time they took."""

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self._began = 0.0

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.decisions += 1
        self.seconds += time.perf_counter() - self._began


def _timed(clocks: Sequence[_Clock]) -> AskPlayer:
    """Ask with a clock for each seat; _SeatFailure if a bot fails."""

    def timed(player: Player, state: State, seat: int) -> Choice:
        try:
            with clocks[seat]:
                return ask(player, state, seat)
        except BotFailure as failure:
            raise _SeatFailure(seat, failure) from failure

    return timed
