"""The choices of the card games, weighed by a net for a seat that sees no hidden colour.

Of the display and of other hands it reads numbers alone. What a card of the display may be is what
has not been seen: neither in the own hand nor among the discards, which were all shown (I5).
"""

from qwixx.compiled import compiled
from qwixx.engine.board import COLOURS, NO_CARD, PASS, RUNNING, Board, may_cross_common, skipped
from qwixx.engine.card_turn import choose_play, hand_size, list_draws, list_plays, resolve_common
from qwixx.nets.net import Net, Scales
from qwixx.nets.network import heaviest, total_after, win_of
from qwixx.nets.trial import put_back, remember
from qwixx.rules.position import DISPLAY_PLACES, HAND_TO_PLAY
from qwixx.solver.rows import CELLS

# Others are taken to cross the common number if it skips no more than this: their hands are hidden.
LIKELY_SKIP = 1


@compiled()
def weigh_play(board: Board, net: Net, scales: Scales) -> int:
    """Write what each play is worth to the active seat; how many there are."""
    seat, count = board.active, list_plays(board)
    remember(board, net.before.own)
    for place in range(count):
        scales.options[place] = board.choices[place]
        choose_play(board, board.choices[place])
        scales.wins[place] = win_of(board, seat, net)
        scales.totals[place] = total_after(board, seat, net)
        put_back(board, net.before.own)
    return count


@compiled()
def weigh_card_common(board: Board, seat: int, net: Net, scales: Scales) -> int:
    """Write what each choice of the common action is worth to a seat; how many there are."""
    remember(board, net.before.settling)
    for other in range(board.players):
        board.chosen[other] = _likely(board, other)
    count = 0
    for common in range(PASS, COLOURS):
        if common == PASS or may_cross_common(board, seat, common):
            board.chosen[seat] = common
            win, total = _try_common(board, seat, net)
            scales.options[count], scales.wins[count], scales.totals[count] = common, win, total
            count += 1
    put_back(board, net.before.settling)
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
    """The active seat goes on with its best play; the others do not know it, so for them it is to come."""
    active = board.active
    remember(board, net.before.common)
    resolve_common(board)
    if board.ended == RUNNING and seat == active:
        scales = net.own_scales
        best = heaviest(scales, weigh_play(board, net, scales))
        win, total = scales.wins[best], scales.totals[best]
    else:
        win = win_of(board, seat, net)
        total = total_after(board, seat, net)
    put_back(board, net.before.common)
    return win, total


@compiled()
def weigh_draw(board: Board, net: Net, scales: Scales) -> int:
    """Write what each draw is worth to the active seat, as the mean over what the cards may be."""
    seat, count = board.active, list_draws(board)
    size = hand_size(board, seat)
    _note_unseen(board, seat, net)
    for place in range(count):
        scales.options[place] = board.choices[place]
        scales.wins[place], scales.totals[place] = _mean_of_draw(board, seat, size, board.choices[place], net)
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
    """All cards that were not seen are equally likely where their number lies."""
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
    """Put the cards of these places into the hand, in one way of colouring them; False if it cannot be."""
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
