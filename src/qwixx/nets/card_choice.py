"""The choices of the card games, evaluated by a net from what one seat knows.

Of the display and of other hands it reads numbers alone. A card of the display may be any unseen card with
its number: one that is neither in the own hand nor among the discards, which were all shown (I5).
"""

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS
from qwixx.compiled.rows import CELLS
from qwixx.engine.board import NO_CARD, PASS, RUNNING, Board, may_cross_common, skipped
from qwixx.engine.card_turn import choose_play, hand_size, list_draws, list_plays, resolve_common
from qwixx.nets.inference import argmax, total_after, win_of
from qwixx.nets.net import ChoiceValues, Net
from qwixx.nets.snapshots import restore, save
from qwixx.rules.position import DISPLAY_PLACES, HAND_TO_PLAY

# Opponents are assumed to cross the common number if it skips no more than this: their hands are hidden.
LIKELY_SKIP = 1


@compiled()
def evaluate_plays(board: Board, net: Net, values: ChoiceValues) -> int:
    """Write the value of each play to the active seat; returns their number."""
    seat, count = board.active, list_plays(board)
    save(board, net.snapshots.own)
    for place in range(count):
        values.options[place] = board.choices[place]
        choose_play(board, board.choices[place])
        values.wins[place] = win_of(board, seat, net)
        values.totals[place] = total_after(board, seat, net)
        restore(board, net.snapshots.own)
    return count


@compiled()
def evaluate_card_common(board: Board, seat: int, net: Net, values: ChoiceValues) -> int:
    """Write the value of each choice of the common action to a seat; returns their number."""
    save(board, net.snapshots.settling)
    for other in range(board.players):
        board.chosen[other] = _likely(board, other)
    count = 0
    for common in range(PASS, COLOURS):
        if common == PASS or may_cross_common(board, seat, common):
            board.chosen[seat] = common
            win, total = _try_common(board, seat, net)
            values.options[count], values.wins[count], values.totals[count] = common, win, total
            count += 1
    restore(board, net.snapshots.settling)
    return count


@compiled()
def _likely(board: Board, seat: int) -> int:
    best, fewest = PASS, LIKELY_SKIP + 1
    for colour in range(COLOURS):
        skips = skipped(board, seat, colour, board.number)
        if skips < fewest:
            best, fewest = colour, skips
    return best


@compiled()
def _try_common(board: Board, seat: int, net: Net) -> tuple[float, float]:
    """The value of a common action to a seat; to the active seat, that of its best play."""
    active = board.active
    save(board, net.snapshots.common)
    resolve_common(board)
    if board.ended == RUNNING and seat == active:
        values = net.own_values
        best = argmax(values, evaluate_plays(board, net, values))
        win, total = values.wins[best], values.totals[best]
    else:
        win = win_of(board, seat, net)
        total = total_after(board, seat, net)
    restore(board, net.snapshots.common)
    return win, total


@compiled()
def evaluate_draws(board: Board, net: Net, values: ChoiceValues) -> int:
    """Write the value of each draw to the active seat, a mean over possible cards; returns their number."""
    seat, count = board.active, list_draws(board)
    size = hand_size(board, seat)
    _note_unseen(board, seat, net)
    for place in range(count):
        values.options[place] = board.choices[place]
        values.wins[place], values.totals[place] = _mean_of_draw(board, seat, size, board.choices[place], net)
    for place in range(size, HAND_TO_PLAY):
        board.hands[seat, place] = NO_CARD
    return count


@compiled()
def _note_unseen(board: Board, seat: int, net: Net) -> None:
    for card in range(board.cards):
        net.unseen[card] = 1
    for place in range(HAND_TO_PLAY):
        if board.hands[seat, place] != NO_CARD:
            net.unseen[board.hands[seat, place]] = 0
    for place in range(board.discarded):
        net.unseen[board.discard[place]] = 0


@compiled()
def _mean_of_draw(board: Board, seat: int, size: int, places: int, net: Net) -> tuple[float, float]:
    """The mean over the possible cards: unseen cards of the same number are equally likely."""
    colours = board.cards // CELLS
    drawn = HAND_TO_PLAY - size
    wins, totals, ways = 0.0, 0.0, 0
    for way in range(colours**drawn):
        if _hold(board, seat, size, places, way, colours, net):
            wins += win_of(board, seat, net)
            totals += total_after(board, seat, net)
            ways += 1
    return wins / ways, totals / ways


@compiled()
def _hold(board: Board, seat: int, size: int, places: int, way: int, colours: int, net: Net) -> bool:
    """Put the cards of these places into the hand, in one way of colouring them; False if impossible."""
    held = size
    for place in range(DISPLAY_PLACES):
        if places >> place & 1:
            card = way % colours * CELLS + board.display[place] % CELLS
            if not net.unseen[card]:
                return False
            for other in range(size, held):
                if board.hands[seat, other] == card:
                    return False
            board.hands[seat, held] = card
            held += 1
            way //= colours
    return True
