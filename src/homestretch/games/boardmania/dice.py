"""From ranks to rolls: the generators of the dice table, a table of one's own, and what is wrong with it.

A table is kept per number of drivers n as the last ranks that roll 6, 5, 4, 3, 2 and 1.
"""

import csv
import io
from collections.abc import Callable, Iterator
from functools import lru_cache

from homestretch.engine.options import is_text
from homestretch.engine.problem import Problem
from homestretch.games.boardmania.pieces import FACES, MOST_SCORED

GENERATORS = ("middle_first", "even_top", "proportional")
EXTRA = (3, 4, 2, 5, 1)
"""Middle first: the values whose blocks get the remainder of n / 6, in this order; 6 never does."""
HEAD = ["n", "rank", "value"]
Values = dict[int, list[int]]
"""Number of drivers -> the value of each rank."""


def middle_first(n: int) -> list[int]:
    """Give the values of n ranks: six blocks, the remainder in the middle (C5)."""
    wider = EXTRA[: n % FACES]
    return _blocks([n // FACES + (value in wider) for value in range(FACES, 0, -1)])


def even_top(n: int) -> list[int]:
    """Give the values of n ranks: six blocks, the remainder at the top."""
    return _blocks([n // FACES + (block < n % FACES) for block in range(FACES)])


def proportional(n: int) -> list[int]:
    """Give the values of n ranks in proportion: 6 - floor(6 (rank - 1) / n)."""
    return [FACES - FACES * (rank - 1) // n for rank in range(1, n + 1)]


def _blocks(sizes: list[int]) -> list[int]:
    return [FACES - block for block, size in enumerate(sizes) for _ in range(size)]


def top(n: int) -> list[int]:
    """C4: the best of few drivers rolls 6, the next 5 and so on."""
    return [FACES + 1 - rank for rank in range(1, n + 1)]


def bottom(n: int) -> list[int]:
    """C4: the last of few drivers rolls 1, the one before 2 and so on."""
    return [n + 1 - rank for rank in range(1, n + 1)]


def spread(n: int) -> list[int]:
    """C4: few drivers share the values from 6 to 1: 6 - floor(5 (rank - 1) / (n - 1))."""
    return [FACES - (FACES - 1) * (rank - 1) // max(1, n - 1) for rank in range(1, n + 1)]


FEW: tuple[Callable[[int], list[int]], ...] = (top, bottom, spread)
MANY: dict[str, Callable[[int], list[int]]] = {
    "middle_first": middle_first, "even_top": even_top, "proportional": proportional,
}  # fmt: skip


@lru_cache(maxsize=32)
def upto(word: str, few: int, scored: int) -> tuple[tuple[int, ...], ...]:
    """Give per n from 0 to scored the last ranks of 6, 5, ... 1: by a generator, or a table of one's own.

    Up to six drivers roll as C4 says, if a table of one's own does not say otherwise.

    :raises Problem: the first thing that is wrong with the table.
    """
    given: Values = {}
    if is_text(word):
        for problem in table_problems(word, scored):
            raise problem
        given = read_table(word)[0]
    many = MANY.get(word, top)
    rows = [given.get(n) or (many(n) if n > FACES else FEW[few](n)) for n in range(scored + 1)]
    return tuple(tuple(sum(value >= face for value in row) for face in range(FACES, 0, -1)) for row in rows)


def read_table(text: str) -> tuple[Values, list[Problem]]:
    """Read CSV with the columns n, rank and value; give the values, and what is wrong in which line."""
    values: dict[int, dict[int, int]] = {}
    wrong: list[Problem] = []
    lines = text.lstrip("\ufeff").splitlines() or [""]
    rows = csv.reader(io.StringIO("\n".join(lines)), delimiter=";" if ";" in lines[0] else ",")
    for line, row in enumerate(rows, 1):
        cells = [cell.strip().lower() for cell in row]
        if line == 1 and cells != HEAD:
            wrong.append(Problem("boardmania.table_head"))
        elif line > 1 and any(cells):
            wrong += _read_row(values, line, cells)
    return {n: [ranks[rank] for rank in sorted(ranks)] for n, ranks in sorted(values.items())}, wrong


def _read_row(values: dict[int, dict[int, int]], line: int, cells: list[str]) -> Iterator[Problem]:
    if len(cells) != len(HEAD) or not all(cell.isascii() and cell.isdigit() for cell in cells):
        yield Problem("boardmania.table_row", line=line)
        return
    n, rank, value = (int(cell[:9]) for cell in cells)
    if not (1 <= n <= MOST_SCORED and 1 <= rank <= n and 1 <= value <= FACES):
        yield Problem("boardmania.table_range", line=line, most=MOST_SCORED)
    elif rank in values.setdefault(n, {}):
        yield Problem("boardmania.table_twice", line=line, n=n, rank=rank)
    else:
        values[n][rank] = value


def table_problems(text: str, scored: int) -> Iterator[Problem]:
    """List all that is wrong with a table of one's own for up to so many scored drivers."""
    values, wrong = read_table(text)
    yield from wrong
    for n in range(FACES + 1, scored + 1):
        if n not in values:
            yield Problem("boardmania.table_missing", n=n)
    for n, row in values.items():
        yield from _row_problems(n, row)


def _row_problems(n: int, row: list[int]) -> Iterator[Problem]:
    if len(row) != n:
        yield Problem("boardmania.table_size", n=n, found=len(row))
        return
    for rank in range(2, n + 1):
        if row[rank - 1] > row[rank - 2]:
            yield Problem("boardmania.table_rises", n=n, rank=rank)
    if n >= FACES and (row[0], row[-1]) != (FACES, 1):
        yield Problem("boardmania.table_ends", n=n, first=row[0], last=row[-1])
