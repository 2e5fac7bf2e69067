"""The card phase up to the actions: cards and bids in secret, paying, taking (R-4 to R-19, section 3.5)."""

from homestretch.engine.story import tell, whisper
from homestretch.games.fifteen_hundred.runners import (
    ALL_SPACES,
    BID,
    CARD,
    CARDS,
    CHOOSE,
    DECLINE,
    DRAW_CARDS,
    DRAW_SPACES,
    FIRST_CARD,
    GAIN,
    HIGHEST,
    M2,
    M3,
    MF,
    NONE,
    P1,
    P2,
    PUSHING,
    R3,
    R4,
    RUNNERS,
    SPACES,
    TAKE,
    TAKING,
    Box,
    State,
    count_bits,
    has,
    is_dummy,
    is_racing,
    key,
    pay,
)

FULL = 100
"""R-16: points are not saved beyond this."""


def begin_round(box: Box, s: State) -> None:
    """R-4, R-10: a new round; nothing is chosen, no extra action is taken."""
    s.round += 1
    tell(s, "R-4.round", NONE, s.round, s.counter)
    for runner in range(RUNNERS):
        s.card[runner] = 0
        s.shown_card[runner] = 0
        s.bid[runner] = 0
        s.shown_bid[runner] = 0
        s.level[runner] = 0
        s.shown_level[runner] = 0
    s.pushed = 0
    s.open_spaces = ALL_SPACES if wanted_spaces(box, s) == SPACES else 0
    s.phase = DRAW_SPACES


def wanted_spaces(box: Box, s: State) -> int:
    """R-10: give how many extra actions are in play: all, or one fewer than there are players racing."""
    racing = 0
    for seat in range(box.seats):
        if is_racing(s, seat):
            racing += 1
    return racing - 1 if box.fewer_spaces else SPACES


def open_space(s: State, space: int) -> None:
    """R-10: an extra action comes into play in this round."""
    s.open_spaces |= 1 << space
    tell(s, "R-10.in_play", NONE, space)


def spaces_drawn(box: Box, s: State) -> bool:
    """R-10: once all extra actions are drawn, cards and bids are chosen; give whether they are."""
    if count_bits(s.open_spaces) < wanted_spaces(box, s):
        return False
    begin_choosing(box, s)
    return True


def begin_choosing(box: Box, s: State) -> None:
    """R-4, R-14: all choose a movement card, and who has points a bid."""
    s.phase = CHOOSE
    s.to_card = 0
    s.to_bid = 0
    for seat in range(box.seats):
        if is_racing(s, seat):
            ask_card(s, seat)
            ask_bid(box, s, seat)


def ask_card(s: State, seat: int) -> None:
    """R-4, R-21: let a seat choose a card; the last one it has is played without asking."""
    if count_bits(s.hand[seat]) > 1:
        s.to_card |= 1 << seat
    else:
        s.card[seat] = only_card(s, seat)
        tell(s, "R-21.only_card", seat, s.card[seat])


def only_card(s: State, runner: int) -> int:
    """R-21: give the lowest card of a hand."""
    card = 0
    while not s.hand[runner] >> card & 1:
        card += 1
    return FIRST_CARD + card


def ask_bid(box: Box, s: State, seat: int) -> None:
    """R-7, R-14: let a seat bid; without points it does not, and with a choice of one it is not asked."""
    if not may_bid(box, s, seat):
        tell(s, "R-14.no_bid", seat)
    elif highest_bid(box, s, seat) == 1:
        s.bid[seat] = 1
    else:
        s.to_bid |= 1 << seat


def may_bid(box: Box, s: State, seat: int) -> bool:
    """R-14: tell whether a seat has points, and has never been without under that ruling."""
    return s.strength[seat] > 0 and not (box.broke_latch and s.broke >> seat & 1)


def highest_bid(box: Box, s: State, seat: int) -> int:
    """R-6: give the highest bid that a seat may make."""
    return min(8, s.strength[seat]) if box.capped_bids else 8


def legal_choices(box: Box, s: State, seat: int, moves: list[int]) -> int:
    """R-4, R-7, R-15, R-21: write the cards in hand, or after that the bids; give how many."""
    n = 0
    if s.to_card >> seat & 1:
        for card in range(CARDS):
            if s.hand[seat] >> card & 1:
                moves[n] = CARD + card
                n += 1
        return n
    for bid in range(highest_bid(box, s, seat)):
        moves[n] = BID + bid
        n += 1
    return n


def choose(s: State, seat: int, action: int) -> None:
    """R-4: lay down a card, or a bid, which only its seat sees."""
    if action >= BID:
        s.bid[seat] = action - BID + 1
        s.to_bid &= ~(1 << seat)
        whisper(s, "R-4.bid", seat, s.bid[seat])
    else:
        s.card[seat] = FIRST_CARD + action - CARD
        s.to_card &= ~(1 << seat)
        whisper(s, "R-4.card", seat, s.card[seat])


def all_chosen(box: Box, s: State) -> bool:
    """R-4, R-5: once all have chosen, the bids are shown and paid; give whether they are."""
    if s.to_card | s.to_bid:
        return False
    s.queued = 0
    s.done = 0
    for seat in range(box.seats):
        if s.bid[seat] > 0:
            s.shown_bid[seat] = s.bid[seat]
            tell(s, "R-4.shown", seat, s.bid[seat])
            put_bidder(box, s, seat)
    for seat in range(box.seats):
        if s.bid[seat] > 0:
            tell(s, "R-5.pays", seat, s.bid[seat], max(0, s.strength[seat] - s.bid[seat]))
            pay(s, seat, s.bid[seat])
    leave_out_lowest(box, s)
    s.phase = TAKING
    return True


def chooses_before(box: Box, s: State, seat: int, other: int) -> bool:
    """R-8, R-12: the higher bid first; of equal bids who is placed worse."""
    if s.bid[seat] != s.bid[other]:
        return s.bid[seat] > s.bid[other]
    return key(box, s, seat) < key(box, s, other)


def put_bidder(box: Box, s: State, seat: int) -> None:
    """R-8: put a bidder where it belongs among those in order so far."""
    i = s.queued
    while i > 0 and chooses_before(box, s, seat, s.order[i - 1]):
        s.order[i] = s.order[i - 1]
        i -= 1
    s.order[i] = seat
    s.queued += 1


def leave_out_lowest(box: Box, s: State) -> None:
    """R-11, R-13: the last in order goes without; so does a lone bidder, unless the rulings differ."""
    bidders = s.queued
    if bidders == 0 or (bidders == 1 and box.lone_takes):
        return
    lowest = s.bid[s.order[bidders - 1]]
    while s.queued > 0 and (s.queued == bidders or (box.all_lowest_lose and is_lowest(s, lowest))):
        s.queued -= 1
        if bidders == 1:
            tell(s, "R-13.lone", s.order[s.queued], lowest)
        else:
            tell(s, "R-11.no_action", s.order[s.queued], lowest)


def is_lowest(s: State, lowest: int) -> bool:
    """R-11: tell whether the last that is to choose has the lowest bid too."""
    return s.bid[s.order[s.queued - 1]] == lowest


def is_free(s: State, space: int) -> bool:
    """R-10: tell whether an extra action is in play and not taken."""
    return s.open_spaces >> space & 1 != 0 and s.space[space] == NONE


def next_taker(box: Box, s: State) -> bool:
    """R-8, R-9: let the next bidder take an action; give whether nothing is to be chosen for that."""
    if s.done == s.queued:
        s.phase = DRAW_CARDS
        s.count = 0
        return True
    s.turn = s.order[s.done]
    free = 0
    for space in range(SPACES):
        if is_free(s, space):
            free |= 1 << space
    if free == 0:
        s.done += 1
        return True
    if count_bits(free) > 1 or box.may_decline:
        return False
    space = 0
    while not free >> space & 1:
        space += 1
    take(box, s, space)
    return True


def legal_takes(box: Box, s: State, moves: list[int]) -> int:
    """R-9, R-10: write the free actions, and declining where the ruling allows it; give how many."""
    n = 0
    for space in range(SPACES):
        if is_free(s, space):
            moves[n] = TAKE + space
            n += 1
    if box.may_decline:
        moves[n] = DECLINE
        n += 1
    return n


def take(box: Box, s: State, space: int) -> None:
    """R-8, R-16, R-19: take an action; points come back at once, and under that ruling the pace goes up."""
    runner = s.turn
    s.space[space] = runner
    s.done += 1
    tell(s, "R-8.takes", runner, space)
    if space in (R3, R4):
        recover(box, s, runner, GAIN[space])
    elif space in (P1, P2) and box.marker and s.pace[runner] < HIGHEST:
        s.phase = PUSHING


def decline(s: State) -> None:
    """R-9: take no action."""
    tell(s, "R-9.declines", s.turn)
    s.done += 1


def recover(box: Box, s: State, runner: int, gain: int) -> None:
    """R-16: points come back, up to 100."""
    had = s.strength[runner]
    s.strength[runner] = had + gain if box.no_cap else max(had, min(FULL, had + gain))
    tell(s, "R-16.recovers", runner, s.strength[runner] - had, s.strength[runner])


def most_push(s: State, runner: int) -> int:
    """R-19: give how many levels an action may push the pace up now."""
    most = GAIN[P2] if has(s, runner, P2) else GAIN[P1]
    return min(most, HIGHEST - s.pace[runner])


def push(s: State, levels: int) -> None:
    """R-19: push the pace up without paying."""
    s.pace[s.turn] += levels
    if levels > 0:
        s.pushed |= 1 << s.turn
    tell(s, "R-19.pushes", s.turn, levels, s.pace[s.turn])
    s.phase = TAKING


def give_card(s: State, runner: int, card: int) -> None:
    """R-46: a dummy plays a card."""
    s.card[runner] = card
    s.shown_card[runner] = card
    s.count += 1


def cards_drawn(box: Box, s: State) -> bool:
    """R-20, R-46: once each dummy has a card, drawn by chance; give whether all have one."""
    while box.seats + s.count < box.runners:
        dummy = box.seats + s.count
        if not is_racing(s, dummy):
            s.count += 1
        elif count_bits(s.hand[dummy]) > 1:
            s.turn = dummy
            return False
        else:
            give_card(s, dummy, only_card(s, dummy))
    turn_cards(box, s)
    return True


def legal_cards(s: State, moves: list[int]) -> int:
    """R-46: write the cards that chance may draw for a dummy; give how many."""
    n = 0
    for card in range(CARDS):
        if s.hand[s.turn] >> card & 1:
            moves[n] = CARD + card
            n += 1
    return n


def turn_cards(box: Box, s: State) -> None:
    """R-20, R-21: all movement cards are turned; they lie open until the fourth is used."""
    for runner in range(box.runners):
        if is_racing(s, runner):
            s.shown_card[runner] = s.card[runner]
            s.hand[runner] &= ~(1 << s.card[runner] - FIRST_CARD)
            tell(s, "R-20.card", runner, s.card[runner], extra(s, runner))


def extra(s: State, runner: int) -> int:
    """R-17, R-18: give the movement points that an action adds to the card."""
    for space in (M2, M3, MF):
        if has(s, runner, space):
            return GAIN[space]
    return 0


def take_back_cards(box: Box, s: State) -> None:
    """R-21: who has used all four cards has them all in hand again."""
    for runner in range(box.runners):
        if is_racing(s, runner) and s.hand[runner] == 0:
            s.hand[runner] = (1 << CARDS) - 1
            tell(s, "R-21.back", runner)


def clear_spaces(s: State, pace: bool) -> None:
    """R-10: take the cubes off the spaces for the pace, or off all others."""
    for space in range(SPACES):
        if (space in (P1, P2)) == pace:
            s.space[space] = NONE


def is_bidder(box: Box, s: State, seat: int) -> bool:
    """R-14, R-45: tell whether a seat bids in this round, before bids are shown."""
    return not is_dummy(box, seat) and is_racing(s, seat) and may_bid(box, s, seat)
