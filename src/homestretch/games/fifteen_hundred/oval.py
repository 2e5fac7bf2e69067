"""The track by section 4: sections, fields, steps, diagonals, race order. Interpreted only.

A place is (section, lane, index). Sections are the two halves of bend 1, the back straight, the two halves
of bend 2, the home straight and, laid over bend 1, the finish board. Lanes are 0..7.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from homestretch.games.fifteen_hundred.runners import COST, HIGHEST, LANES

STRAIGHT, BOARD_ROWS, SECTIONS, BOARD = 10, 14, 6, 6
STRAIGHTS = (2, 5)
BACK = 2
"""R-2: the 1500 m starts on the first row of the back straight."""
SIDES = (0, -1, 1)
"""Per way how many lanes further out a step leads."""
Place = tuple[int, int, int]


class Oval(NamedTuple):
    """A track: how many fields half a bend has, per lane."""

    half: tuple[int, ...]

    def size(self, section: int, lane: int) -> int:
        """4.1: give how many fields a lane has in a section."""
        if section == BOARD:
            return BOARD_ROWS
        return STRAIGHT if section in STRAIGHTS else self.half[lane]

    def step(self, place: Place, side: int, home: bool) -> Place | None:
        """4.3: give the field one step ahead, in the own lane (side 0) or diagonally; R-31, R-32."""
        section, lane, index = place
        other = lane + side
        if not 0 <= other < LANES:
            return None
        ahead = (index + 1) * self.size(section, other) // self.size(section, lane)
        if ahead < self.size(section, other):
            return section, other, ahead
        if section == BOARD:
            return None
        return (section + 1 if section + 1 < SECTIONS or home else 0), other, 0

    def meets_corner(self, place: Place, side: int) -> bool:
        """R-33: tell whether the own field ends where a field beside it does, so that four corners meet."""
        section, lane, index = place
        if not 0 <= lane + side < LANES:
            return False
        return (index + 1) * self.size(section, lane + side) % self.size(section, lane) == 0

    def end(self, place: Place) -> Fraction:
        """Give how far along its section a field ends, from 0 to 1."""
        section, lane, index = place
        return Fraction(index + 1, self.size(section, lane))

    def left(self, place: Place) -> int:
        """3.2: give the number of steps needed to leave the section in the own lane."""
        section, lane, index = place
        return self.size(section, lane) - index

    def left_of_bend(self, place: Place) -> int:
        """4.6: give the number of steps needed to leave bend 1 in the own lane."""
        return self.left(place) + (self.half[place[1]] if place[0] == 0 else 0)


class Tables(NamedTuple):
    """A track in numbers, each field by its number in running order."""

    places: tuple[Place, ...]
    fields: int
    bend: int
    """How many fields bend 1 has."""
    jumps: tuple[tuple[int, ...], ...]
    corners: tuple[int, ...]
    key: tuple[tuple[int, ...], ...]


def _places(oval: Oval) -> Iterator[Place]:
    for section in range(SECTIONS + 1):
        fields = [(section, lane, i) for lane in range(LANES) for i in range(oval.size(section, lane))]
        yield from sorted(fields, key=lambda place: (oval.end(place), place[1]))


@lru_cache(maxsize=32)
def tables(half: tuple[int, ...]) -> Tables:
    """Number the fields of a track so that every step leads to a higher number, and work out all steps."""
    oval = Oval(half)
    places = tuple(_places(oval))
    number = {place: i for i, place in enumerate(places)}
    fields = sum(place[0] < BOARD for place in places)
    jumps = tuple(
        tuple(_jump(oval, number, fields, place, side, home) for home in (False, True) for side in SIDES)
        for place in places
    )
    corners = tuple(2 * oval.meets_corner(p, -1) + 4 * oval.meets_corner(p, 1) for p in places)
    bend = sum(place[0] < BACK for place in places)
    return Tables(places, fields, bend, jumps, corners, _keys(oval, places))


def _jump(oval: Oval, number: dict[Place, int], fields: int, place: Place, side: int, home: bool) -> int:
    target = oval.step(place, side, home)
    if target is None or (place[0] == BOARD and not home):
        return 0
    ahead = number[target] - number[place]
    return ahead if ahead > 0 else ahead + fields


def _keys(oval: Oval, places: tuple[Place, ...]) -> tuple[tuple[int, ...], ...]:
    """3.2, 4.6: rank the fields of a lap from last to first, as usual and with the first bend as one."""
    usual = sorted(places, key=lambda place: (place[0], -oval.left(place), -place[1]))
    in_bend = [place for place in usual if place[0] < BACK]
    staggered = sorted(in_bend, key=lambda place: (-oval.left_of_bend(place), -place[1]))
    ranks = [{place: i for i, place in enumerate(row)} for row in (usual, staggered + usual[len(in_bend) :])]
    return tuple(tuple(rank[place] for place in places) for rank in ranks)


def widest(half: tuple[int, ...]) -> int:
    """Give how many numbers further on a move can end at most."""
    _, fields, _, jumps, _, _ = tables(half)
    return max(
        _farthest(tuple(row[3 * home : 3 * home + 3] for row in jumps), start, 0 if home else fields)
        for home in (0, 1)
        for start in range(fields)
    )


def _farthest(jumps: tuple[tuple[int, ...], ...], start: int, wrap: int) -> int:
    """Give how many numbers further on a move of the most points can end."""
    left, last, ahead = {0: HIGHEST}, 0, 0
    while ahead <= last:
        if left.get(ahead, 0) > 0:
            field = (start + ahead) % wrap if wrap else start + ahead
            for way, jump in enumerate(jumps[field]):
                after = left[ahead] - COST[way]
                if jump and after > left.get(ahead + jump, -1):
                    left[ahead + jump] = after
                    last = max(last, ahead + jump)
        ahead += 1
    return last


@lru_cache(maxsize=32)
def numbers(half: tuple[int, ...]) -> dict[Place, int]:
    """Give the number of each field."""
    return {place: number for number, place in enumerate(tables(half).places)}


def starts(half: tuple[int, ...], staggered: bool) -> tuple[int, ...]:
    """R-2, 4.6: give the start field of each lane, level or with the same number of fields of bend 1 left."""
    number = numbers(half)
    if not staggered:
        return tuple(number[BACK, lane, 0] for lane in range(LANES))
    behind = [2 * (half[lane] - half[0]) for lane in range(LANES)]
    return tuple(number[i // half[lane], lane, i % half[lane]] for lane, i in enumerate(behind))
