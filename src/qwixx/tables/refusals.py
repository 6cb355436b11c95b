"""Refusals of tables, pads and the server, besides those of the rules; clients translate their codes."""

from qwixx.rules.errors import InputError
from qwixx.rules.reasons import Reason


class Refusal(InputError):
    """A request that is refused, with the reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.reason = reason


def with_problem(reason: Reason, problem: object, **details: object) -> Reason:
    """A reason with an error as its ``problem``, without the full stop that the sentence has anyway."""
    return reason(problem=str(problem).rstrip("."), **details)


TABLE_FULL = Reason("", "table_full", "all seats of this table are taken.")
NOT_HOST = Reason("", "not_host", "only the host, {name}, may do this.")
SEAT_NOT_TAKEN = Reason("", "nobody_there", "no other person has that seat.")
FACE_TAKEN = Reason("", "face_taken", "this face is taken at this table.")
NO_CODE = Reason("", "no_code", "no table that waits for players has the code {code}.")
TOO_MANY_CODES = Reason(
    "", "too_many_codes", "too many wrong codes were tried; try again in {seconds} seconds."
)
ONLY_HERE = Reason(
    "", "only_here", "only this computer can open the link: the server knows no address on a network."
)
NAME_TAKEN = Reason("", "name_taken", "another player at this table already has the name {name}.")
BAD_NAME = Reason(
    "",
    "bad_name",
    "a name has 1 to {longest} printable characters, at least one of them visible, no space at its ends, and"
    " no piles of accents on a letter.",
)
NO_TABLE = Reason("", "no_table", "this table does not exist; it may have expired.")
NO_PAGE = Reason("", "no_page", "this page does not exist.")
BAD_TABLE = Reason("", "bad_table", "this table cannot be opened: {problem}.")
BAD_BOT = Reason("", "bad_bot", "this bot cannot play here: {problem}.")
BAD_MESSAGE = Reason("", "bad_message", "the message cannot be read: {problem}.")
NOT_SEATED = Reason("", "not_seated", "spectators watch; take a seat to play.")
NOT_STARTED = Reason("", "not_started", "the game has not begun.")
ALREADY_STARTED = Reason("", "already_started", "the game has begun.")
NOT_AWAY = Reason("", "not_away", "a bot may take over only for a player who is away.")
STILL_WAITING = Reason("", "still_waiting", "{names} may still want to play; wait a little.")
NOT_OVER = Reason("", "not_over", "the game is not over.")
NO_GAME = Reason("", "no_game", "this table has no game {number}.")
BAD_RECORD = Reason("", "bad_record", "line {line}, column {column}: {problem}.")
STALE = Reason("", "stale", "the game has moved on since you chose.")
NO_COMMITMENT = Reason("", "no_commitment", "game {game} of this table has no commitment.")
ALREADY_CONTRIBUTED = Reason(
    "", "already_contributed", "your seat has contributed another value to game {game} already."
)
TOO_LATE = Reason("", "too_late", "game {game} has drawn its chance already; contribute to the next one.")
NO_HINTS = Reason("", "no_hints", "this table was opened without hints.")
NOTHING_TO_CHOOSE = Reason("", "nothing_to_choose", "you have nothing to choose now.")
NO_COACH = Reason("", "no_coach", "the coach cannot help here: {problem}.")
COACH_BUSY = Reason("", "coach_busy", "the coach is busy; ask again in a moment.")
NO_DAILY = Reason(
    "",
    "no_daily",
    "{date} has no daily game: days are written as 2026-11-16, from {first} to {last}, by UTC.",
)
TOO_MANY_TABLES = Reason("", "too_many_tables", "there are too many tables now; try again later.")
TOO_FAST = Reason("", "too_fast", "too many messages at once; wait a moment.")
BAD_TEXT = Reason("", "bad_text", "a message has 1 to {longest} characters, at least one of them visible.")
NO_CHAT = Reason("", "no_chat", "this table has no chat.")
CHAT_LIMIT = Reason(
    "",
    "enough_said",
    "you have already sent {most} messages in this game; you can send more in the next one.",
)
TABLE_FAILED = Reason(
    "", "table_failed", "this table has a problem, which was logged for the host; the server will try again."
)
STORE_FAILED = Reason("", "store_failed", "the server cannot save the game now; nothing has changed.")
DEVICE_FULL = Reason(
    "", "device_full", "this device has no room for the game; nothing has changed. Delete pads or replays."
)
DEVICE_FAILED = Reason(
    "", "device_failed", "this browser does not save the game; nothing has changed. Is it a private window?"
)
DEVICE_UNREADABLE = Reason(
    "",
    "device_unreadable",
    "this device could not read the game. Nothing was deleted; it will be tried again.",
)
STORE_UNSURE = Reason(
    "",
    "store_unsure",
    "the server lost its storage while saving this, and the outcome is unknown; look again in a moment.",
)

# Score pads
MARK_NUMBER = Reason(
    "", "mark_number", "mark {n} of this sheet is already another one, or out of order: the next is {next}."
)
TOO_MANY_MARKS = Reason("", "too_many_marks", "a sheet takes {most} marks in a game, including undone ones.")
PENALTIES_FULL = Reason("S1", "penalties_full", "all {most} penalty boxes are crossed.")
NOTHING_TO_UNDO = Reason("", "nothing_to_undo", "this sheet has no mark {n} that could be undone.")
NO_ROLL = Reason("", "no_roll", "enter the whole roll first; the coach needs it.")
NO_POSITION = Reason("", "no_position", "these sheets and this roll cannot occur in a game: {problem}.")
SHEETS_UNKNOWN = Reason(
    "",
    "sheets_unknown",
    "a player here uses paper, and the coach can judge only games whose sheets are all on the pad.",
)
NOTHING_TO_CLOSE = Reason(
    "C18", "nothing_to_close", "in this game a lock closes its row for its owner alone."
)
NOT_SAME_ROLL = Reason(
    "D11", "not_same_roll", "only one cross can still be added, and only with the number of that roll."
)
NO_EARLIER_GAME = Reason("", "no_earlier_game", "this pad has no earlier game.")
