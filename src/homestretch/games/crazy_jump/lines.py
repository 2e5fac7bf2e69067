"""Counting lines: CJ-20 and CJ-21."""

from homestretch.games.crazy_jump.board import (
    BLACK,
    CELLS,
    GROUP,
    NO_CELL,
    NOBODY,
    PATH,
    RED,
    Box,
    State,
    cells_of,
)


def longest_line(box: Box, s: State, seat: int) -> int:
    """CJ-20: the longest line of this colour, by the ruling that was agreed."""
    own = 0
    for cell in range(CELLS):
        if s.colour[cell] == seat:
            own |= 1 << cell
    best = 0
    for cell in range(CELLS):
        if own >> cell & 1:
            best = max(best, line_from(box, cell, own))
    return best


def line_from(box: Box, cell: int, own: int) -> int:
    """CJ-20: the longest line that begins at a cell (path, straight) or holds it (group)."""
    if box.line == PATH:
        return path_from(box, cell, own & ~(1 << cell))
    if box.line == GROUP:
        return group_of(box, cell, own)
    return straight_from(cell, own)


def path_from(box: Box, cell: int, free: int) -> int:
    """Count the cells of the longest path that starts at cell and goes on over free (a bit set)."""
    best = 0
    for near in box.beside[cell]:
        if near != NO_CELL and free >> near & 1:
            best = max(best, path_from(box, near, free & ~(1 << near)))
    return 1 + best


def group_of(box: Box, cell: int, own: int) -> int:
    """Count the cells of the connected group that holds cell."""
    group = 1 << cell
    size = 0
    grown = 1
    while grown != size:
        size = grown
        grown = 0
        for member in range(CELLS):
            if group >> member & 1:
                grown += 1
                for near in box.beside[member]:
                    if near != NO_CELL and own >> near & 1:
                        group |= 1 << near
    return grown


def straight_from(cell: int, own: int) -> int:
    """Count the cells of the straight row or column that begins at cell, to the right or upwards."""
    row = 0
    while cell % 4 + row < 4 and own >> (cell + row) & 1:
        row += 1
    column = 0
    while cell + 4 * column < CELLS and own >> (cell + 4 * column) & 1:
        column += 1
    return max(row, column)


def better(box: Box, s: State) -> int:
    """CJ-21: the longer line wins; by ruling more cells break a tie; NOBODY for a draw."""
    black = s.line[BLACK]
    red = s.line[RED]
    if black == red and box.tie_by_cells:
        black = cells_of(s, BLACK)
        red = cells_of(s, RED)
    if black == red:
        return NOBODY
    return BLACK if black > red else RED
