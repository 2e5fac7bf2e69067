"""What a seat does not know, filled with something that agrees with all it knows (R-4, R-20, R-23)."""

from homestretch.engine import rng as stream
from homestretch.games.fifteen_hundred.bidding import highest_bid, is_bidder
from homestretch.games.fifteen_hundred.pace import may_run
from homestretch.games.fifteen_hundred.runners import (
    CARDS,
    CHOOSE,
    DRAW_CARDS,
    FIRST_CARD,
    FREE,
    LEVEL,
    LEVELS,
    LOWEST,
    PUSHING,
    RUNNERS,
    TAKING,
    Box,
    State,
    is_racing,
)


def guess(box: Box, s: State, seat: int, rng: list[int]) -> None:
    """Choose for the others, at random, what they have chosen in secret."""
    for other in range(RUNNERS):
        if other != seat:
            s.card[other] = s.shown_card[other]
            s.bid[other] = s.shown_bid[other]
            s.level[other] = s.shown_level[other]
            if other < box.seats and is_racing(s, other):
                guess_choices(box, s, other, rng)


def guess_choices(box: Box, s: State, other: int, rng: list[int]) -> None:
    """Fill what a seat has chosen in this round and not shown yet."""
    if is_card_hidden(s) and not s.to_card >> other & 1:
        s.card[other] = some_card(s, other, rng)
    if s.phase == CHOOSE and not s.to_bid >> other & 1 and is_bidder(box, s, other):
        s.bid[other] = 1 + stream.below(rng, highest_bid(box, s, other))
    if s.phase == LEVEL and box.simultaneous and not s.to_pace >> other & 1:
        s.level[other] = some_level(box, s, other, rng)


def is_card_hidden(s: State) -> bool:
    """R-20: tell whether movement cards are chosen and not turned yet."""
    return s.phase == CHOOSE or s.phase == TAKING or s.phase == PUSHING or s.phase == DRAW_CARDS


def some_card(s: State, other: int, rng: list[int]) -> int:
    """R-21: draw a card of a hand, which all know."""
    pick, found = 0, 0
    for card in range(CARDS):
        if s.hand[other] >> card & 1:
            found += 1
            if stream.below(rng, found) == 0:
                pick = FIRST_CARD + card
    return pick


def some_level(box: Box, s: State, other: int, rng: list[int]) -> int:
    """R-25: draw a pace that a seat may choose, as `level` holds it."""
    pick, found = 0, 0
    for choice in range(LEVELS * FREE):
        if may_run(box, s, other, LOWEST + choice // FREE, choice % FREE):
            found += 1
            if stream.below(rng, found) == 0:
                pick = choice + 1
    return pick
