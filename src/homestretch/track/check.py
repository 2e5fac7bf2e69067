"""Checking a circuit: everything that would make a race on it stop, cheat or confuse, in words."""

from collections import Counter
from collections.abc import Iterator

from homestretch.engine.problem import Problem
from homestretch.track.circuit import FINISH, LANES, Circuit


def problems(circuit: Circuit) -> list[Problem]:
    """List all that is wrong with a circuit; empty for a good one."""
    return [*_names(circuit), *_grid(circuit), *_ways(circuit), *_lines(circuit)]


def _names(circuit: Circuit) -> Iterator[Problem]:
    for name, count in Counter(field.name for field in circuit.fields).items():
        if count > 1:
            yield Problem("track.twice", field=name)
    for field in circuit.fields:
        if field.front > circuit.finish:
            yield Problem("track.behind_finish", field=field.name, finish=circuit.finish)

    known = {field.name for field in circuit.fields}
    for wall in circuit.walls:
        for name in wall:
            if name not in known:
                yield Problem("track.no_field", field=name[:20])


def _grid(circuit: Circuit) -> Iterator[Problem]:
    known = {field.name for field in circuit.fields}
    for name, count in Counter(circuit.grid).items():
        if name not in known:
            yield Problem("track.no_field", field=name[:20])
        if count > 1:
            yield Problem("track.grid_twice", field=name)


def _ways(circuit: Circuit) -> Iterator[Problem]:
    """Every field can be reached from the grid, and from every field a way leads on."""
    ahead = [circuit.successors(number) for number in range(len(circuit.fields))]
    reached = {number for number, field in enumerate(circuit.fields) if field.name in circuit.grid}
    first = min((circuit.fields[number].front for number in reached), default=0)
    for number in range(len(circuit.fields)):
        if number in reached:
            reached.update(each for each in ahead[number] if each != FINISH)
    for number, field in enumerate(circuit.fields):
        if not ahead[number]:
            yield Problem("track.dead_end", field=field.name)
        if number not in reached and field.front > first:
            yield Problem("track.unreached", field=field.name)
    if not any(FINISH in each for each in ahead):
        yield Problem("track.no_finish", finish=circuit.finish)


def _lines(circuit: Circuit) -> Iterator[Problem]:
    """A bet line lies on a stripe that every lane there has, so that all cross it alike; lines in order."""
    if list(circuit.lines) != sorted(set(circuit.lines)):
        yield Problem("track.line_order", lines=", ".join(map(str, circuit.lines)))
    for line in circuit.lines:
        cut = [field for field in circuit.fields if field.back < line < field.front]
        if cut or not 0 < line < circuit.finish:
            lanes = ", ".join(sorted({LANES[field.lane] for field in cut})) or "-"
            yield Problem("track.line_lanes", line=line, lanes=lanes)


def steps_to_finish(circuit: Circuit) -> list[tuple[int, int]]:
    """Give per field the steps of the shortest and the longest way to the finish; 0 where there is none."""
    found = [(0, 0)] * len(circuit.fields)
    for number in reversed(range(len(circuit.fields))):
        ways = [(0, 0) if each == FINISH else found[each] for each in circuit.successors(number)]
        if ways:
            found[number] = 1 + min(way[0] for way in ways), 1 + max(way[1] for way in ways)
    return found
