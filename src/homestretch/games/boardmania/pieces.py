"""BoardMania's box and position: board, dice table and rulings; per player progress, cards and status.

A player is an index 0, 1, ... in the order of enrolment. Progress is the number of fields from Start, laps
included; the field is progress modulo the length of a lap. An environment is its place in LETTERS.
"""

from homestretch.engine.state import ALL, array, box, num, state, table

MOST, MOST_FIELDS, MOST_SCORED, FACES = 2_000, 48, 99, 6
LETTERS = "ABCDIRS"
ENVIRONMENTS, SET, BONUS = 7, 3, 3
MOST_TRIGGERS = 47

# Kinds of fields; from HALF on the kind of the field is also the status that it gives.
PLAIN, START, VEHICLE, JUMP, WECHSEL, BEAM, HALF, BOOSTER, BLOCKER, SIT_OUT = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
NO_STATUS = 0
NO_ZONE = -1

# Rulings, in the order of their values in box.py.
BY_STAMP, EQUAL_RANK, BY_LOGIN = 0, 1, 2
CLAMP, NEGATIVE, WRAP = 0, 1, 2
ONCE_PER_DAY, STEP_LIMIT = 0, 1


@box
class Box:
    """The board, the dice table and the rulings."""

    fields: int = num()
    """The length of a lap, Start included."""
    kind: tuple[int, ...] = table(MOST_FIELDS, pad=PLAIN)
    amount: tuple[int, ...] = table(MOST_FIELDS, pad=0)
    """Per field the environment of a vehicle, or how far a jump goes."""
    zone: tuple[int, ...] = table(MOST_FIELDS, pad=NO_ZONE)
    """Per field the environment in whose colour it is drawn."""
    upto: tuple[tuple[int, ...], ...] = table(MOST_SCORED + 1, FACES, pad=0)
    """Per number of drivers n: the last rank that rolls 6, 5, 4, 3, 2, 1."""
    scored: int = num()
    """C1: how many drivers of a day roll at most."""
    days: int = num()
    beyond_rolls: int = num()
    """C1: what is rolled behind the last scored rank."""
    cut_first: int = num()
    ties: int = num()
    registered_only: int = num()
    cutoff_inclusive: int = num()
    void_serves: int = num()
    far_by_field: int = num()
    list_ties: int = num()
    below_start: int = num()
    direct_cards: int = num()
    """E1: 1 where only the roll brings cards."""
    keep_cards: int = num()
    bonus_once: int = num()
    bonus_rests: int = num()
    """E7: 1 where a field reached by a bonus does nothing."""
    roll_only: int = num()
    guard: int = num()
    half_waits: int = num()
    booster_waits: int = num()
    blocker_waits: int = num()
    """G8, G11, G12: 1 where a status waits for the next move, 0 where it lapses after a day."""
    parity_of_roll: int = num()
    wechsel_direct: int = num()
    wechsel_by_roll: int = num()
    wechsel_once: int = num()
    beam_one_step: int = num()
    beam_triggers: int = num()
    sit_out_waits: int = num()
    """G23: 1 where a sit-out waits for the next day on which the player drives."""


@state
class State:
    """The players on the board, and the move in hand."""

    day: int = num("i2", sees=ALL)
    """How many days are done, voided ones included."""
    players: int = num("i2", sees=ALL)
    number: list[int] = array(MOST, kind="i4", sees=ALL)
    progress: list[int] = array(MOST, kind="i4", sees=ALL)
    cards: list[list[int]] = array(MOST, ENVIRONMENTS, kind="i2", sees=ALL)
    """Per player and environment the cards in hand."""
    bonuses: list[int] = array(MOST, kind="i2", sees=ALL)
    """Per player how many bonuses it has taken."""
    had: list[int] = array(MOST, kind="i2", sees=ALL)
    """Per player the bit set of the environments that have given a bonus."""
    status: list[int] = array(MOST, sees=ALL)
    """Per player the kind of field that acts on the next roll, or NO_STATUS."""
    withdrawn: list[int] = array(MOST, sees=ALL)
    rolled: list[int] = array(MOST, kind="i2", sees=ALL)
    """Per player the sum of the rolls."""
    wins: list[int] = array(MOST, kind="i2", sees=ALL)
    """Per player the days on which it was fastest."""
    reached: list[int] = array(MOST, kind="i2", sees=ALL)
    """Per player the day on which it came to where it stands."""
    last_rank: list[int] = array(MOST, kind="i2", sees=ALL)
    """Per player the rank on the latest day, 0 without one."""
    order: list[int] = array(MOST, kind="i2", sees=ALL)
    """The players, those who are further first."""
    roll: int = num(sees=ALL)
    value: int = num(sees=ALL)
    """The roll of the move in hand, and what the status makes of it."""
    stood: int = num("i4", sees=ALL)
    """The progress at the start of the day, of the player who moves."""
    came_from: int = num("i4", sees=ALL)
    """The progress before the latest step."""
    visited: int = num("i8", sees=ALL)
    """Bit set of the fields that have acted in this move."""
    triggers: int = num(sees=ALL)
    repeats: int = num(sees=ALL)
    """How many fields have acted in this move, and how many of them were a Wechselbooster."""


def field_at(box: Box, progress: int) -> int:
    """D1: give the field of a progress."""
    return int(progress % box.fields)


def roll_of(box: Box, n: int, rank: int) -> int:
    """C4, C5: give the roll of a rank among n scored drivers; behind the last one what C1 says."""
    if rank > n:
        return box.beyond_rolls
    face = FACES
    while face > 1 and rank > box.upto[n][FACES - face]:
        face -= 1
    return face


def value_of(status: int, roll: int) -> int:
    """G8, G9, G11, G12: give what a status makes of a roll."""
    if status == HALF:
        return (roll + 1) // 2
    if status == BOOSTER:
        return 2 * roll if roll <= 3 else roll
    if status == BLOCKER:
        return roll - 3 if roll >= 4 else roll
    return roll


def waits(box: Box, status: int) -> int:
    """G8, G11, G12, G23: tell whether a status outlasts a day without a roll."""
    if status == HALF:
        return box.half_waits
    if status == BOOSTER:
        return box.booster_waits
    if status == BLOCKER:
        return box.blocker_waits
    return box.sit_out_waits


def cards_held(s: State, player: int) -> int:
    """E12: give how many cards a player holds."""
    held = 0
    for environment in range(ENVIRONMENTS):
        held += s.cards[player][environment]
    return held
