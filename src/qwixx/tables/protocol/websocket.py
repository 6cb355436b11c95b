"""WebSockets: the messages from a table or pad, the messages to it and their decoding, and close codes."""

from enum import IntEnum
from typing import TypeVar

import msgspec

from qwixx.coach.findings import Advice
from qwixx.rules.errors import InputError
from qwixx.tables.chat import Reaction
from qwixx.tables.protocol.happenings import HappeningWithSeq
from qwixx.tables.protocol.pads import PadCommand, PadHappeningWithSeq, PadInfo
from qwixx.tables.protocol.values import PROTOCOL, Reason, Struct, TableInfo, View
from qwixx.tables.seats import Face

_M = TypeVar("_M")


class CloseCode(IntEnum):
    """The close codes of the server."""

    # The server shuts down, and another process may serve the table.
    RESTART = 1012
    # The connection cannot go on: the client is too slow, the store is unreachable, or an outcome is unknown.
    TRY_AGAIN = 1013
    # Too many messages that are too fast or unreadable, or too many connections.
    POLICY_VIOLATION = 1008
    # The table does not exist, or it cannot be used now.
    NO_TABLE = 4404
    UNAVAILABLE = 4503


# From the table


class Welcome(Struct, tag="welcome"):
    """The first message of a connection: your seat, and the ``private_link`` that leads back to it. It is
    sent again when your seat has changed, or is no longer yours.

    A table is deleted after ``kept_days`` without use. ``chat``: whether people may talk to others.
    A client that has received nothing for ``heartbeat_seconds`` sends a ``ping``.
    """

    protocol: int
    seat: int | None
    private_link: str | None
    kept_days: int
    chat: bool = True
    heartbeat_seconds: int = 20


class Away(Struct):
    """A person who is away. A bot takes the seat over in ``seconds``; null if none will, because one plays
    already or no game is running.
    """

    seat: int
    seconds: float | None


class Update(Struct, tag="update"):
    """The table now, and the happenings after the number that the client knows.

    ``fresh`` says that earlier happenings are omitted. ``version`` counts every change, also hidden
    ones; a choice is made against it. ``seconds_left`` is what the time limit leaves for a decision.
    ``rematch_overdue``: a rematch has been wanted for so long that it may begin without the others.
    """

    version: int
    fresh: bool
    happened: tuple[HappeningWithSeq, ...]
    info: TableInfo
    view: View | None
    seconds_left: float | None
    away: tuple[Away, ...]
    rematch_overdue: bool


class PadUpdate(Struct, tag="pad"):
    """A pad now: its sheets are the replay of the happenings of this game.

    ``fresh``: the happenings are all of the running game, and replace those of the client.
    """

    version: int
    fresh: bool
    happened: tuple[PadHappeningWithSeq, ...]
    info: PadInfo


class Done(Struct, tag="done"):
    """A command was carried out and is stored."""

    id: int
    version: int


class Refused(Struct, tag="refused"):
    """A command was not carried out; nothing has changed."""

    id: int | None
    reason: Reason


class Answer(Struct, tag="answer"):
    """Why a choice may not be made, or null if it may."""

    id: int
    choice: str
    reason: Reason | None


class Hinted(Struct, tag="hinted"):
    """The choices of a seat in ``version``, the best first, judged by what the seat sees."""

    id: int
    version: int
    advice: Advice


class Pong(Struct, tag="pong"):
    """The answer to a ``ping``: the connection works in both directions."""

    id: int


ServerMessage = Welcome | Update | PadUpdate | Done | Refused | Answer | Hinted | Pong


# To the table


class Choose(Struct, tag="choose"):
    """Make a choice, or replace a hidden one. ``version`` is that of the view in which it was chosen."""

    id: int
    version: int
    choice: str


class Withdraw(Struct, tag="withdraw"):
    """Withdraw a hidden choice, until all have chosen."""

    id: int
    version: int


class Ask(Struct, tag="ask"):
    """Ask why a choice is not allowed."""

    id: int
    choice: str


class Start(Struct, tag="start"):
    """Begin now; bots take the open seats. For the host.

    After a game: begin a rematch, with bots in the seats of people who are away or do not want it. People who
    are present are not left out before the rematch is overdue.
    """

    id: int


class Leave(Struct, tag="leave"):
    """Let a bot play on for this seat; any other command takes the seat back, a question does not.

    Before the first game the seat becomes free again.
    """

    id: int


class Introduce(Struct, tag="introduce"):
    """Change your own name or face; null leaves it as it is."""

    id: int
    name: str | None = None
    face: Face | None = None


class Move(Struct, tag="move"):
    """Let two seats change places, with the players in them, before the first game. For the host."""

    id: int
    seat: int
    to: int


class Remove(Struct, tag="remove"):
    """Free the seat of another person before the first game. For the host."""

    id: int
    seat: int


class Cover(Struct, tag="cover"):
    """Let a bot play for a player who is away, without waiting any longer."""

    id: int
    seat: int


class Rematch(Struct, tag="rematch"):
    """Ask for another game with the same people, or with ``wanted`` false take that back.

    It begins when all people who are present want it. A single one may ``start`` it with bots.
    """

    id: int
    wanted: bool = True


class Contribute(Struct, tag="contribute"):
    """Add to the seed of a game, before its first draw: 16 random bytes as 32 hexadecimal digits.

    Each seat adds once to each game; the same value again is accepted.
    """

    id: int
    game: int
    value: str


class Hint(Struct, tag="hint"):
    """Ask the coach what to choose, if the table allows it."""

    id: int


class Ping(Struct, tag="ping"):
    """A heartbeat: a page cannot see the pings of WebSocket itself."""

    id: int


class Say(Struct, tag="say"):
    """Send a line of text to all at the table. It does not take a seat back."""

    id: int
    text: str


class React(Struct, tag="react"):
    """Show one of a few symbols to all at the table."""

    id: int
    reaction: Reaction


# Commands change a table or a pad; the other messages are queries.
LobbyCommand = Introduce | Move | Remove
ChatCommand = Say | React
TableCommand = Choose | Withdraw | Start | Leave | Cover | Rematch | Contribute | LobbyCommand | ChatCommand
TableMessage = TableCommand | Ask | Hint | Ping
PadMessage = PadCommand | Hint | Ping
ClientMessage = TableMessage | PadMessage


# Decoding


class ProtocolError(InputError):
    """A message that cannot be decoded."""


class _WithId(msgspec.Struct):
    id: int


_table_messages: msgspec.json.Decoder[TableMessage] = msgspec.json.Decoder(TableMessage)
_pad_messages: msgspec.json.Decoder[PadMessage] = msgspec.json.Decoder(PadMessage)


def read_table_message(data: str | bytes) -> TableMessage:
    """A message of a client at a table; ProtocolError says what is wrong with it."""
    return _decoded(_table_messages, data)


def read_pad_message(data: str | bytes) -> PadMessage:
    """A message of a client at a pad; ProtocolError says what is wrong with it."""
    return _decoded(_pad_messages, data)


def _decoded(decoder: msgspec.json.Decoder[_M], data: str | bytes) -> _M:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ProtocolError(f"not a message of protocol {PROTOCOL}: {error}") from error


def message_id(data: str | bytes) -> int | None:
    """The id of a refused message; None if it has none."""
    try:
        return msgspec.json.decode(data, type=_WithId).id
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
