"""Declare a game's state and box once; get plain Python objects and the layout of NumPy records.

The plain object (slots, ints and lists) is what the interpreter runs on, the record is what compiled
code runs on. Both answer to `s.turn` and `s.knight[seat]`, so one rule function serves both.
"""

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar, dataclass_transform

RANGES = {
    "i1": (-(2**7), 2**7 - 1),
    "i2": (-(2**15), 2**15 - 1),
    "i4": (-(2**31), 2**31 - 1),
    "i8": (-(2**63), 2**63 - 1),
}
ALL, OWNER, NOBODY = "all", "owner", "nobody"
"""Who sees a field: everybody, the seat that is its first index, or no one."""


class Field(NamedTuple):
    """One declared field: its shape (empty for a single number), number kind, readers and padding."""

    shape: tuple[int, ...]
    kind: str
    sees: str
    pad: int = 0

    def blank(self) -> Any:
        """Give the field's value filled with padding: a number, a list or a list of lists."""
        if not self.shape:
            return self.pad
        if len(self.shape) == 1:
            return [self.pad] * self.shape[0]
        return [[self.pad] * self.shape[1] for _ in range(self.shape[0])]


def num(kind: str = "i1", *, sees: str = "") -> Any:
    """Declare a single number of a state; kind is i1, i2, i4, i8 (bytes) or, outside games, f8."""
    return Field((), kind, sees)


def array(*shape: int, kind: str = "i1", sees: str = "") -> Any:
    """Declare an array of a state, of one or two dimensions."""
    return Field(shape, kind, sees)


def table(*shape: int, pad: int = -1) -> Any:
    """Declare a table of a box, of one or two dimensions; what is shorter is filled up with pad."""
    return Field(shape, "i8", ALL, pad)


class PlainState(Protocol):
    """What every plain state can do."""

    FIELDS: ClassVar[dict[str, Field]]
    story: "list[Any] | None"

    def copy(self) -> Self:
        """Give an equal state that shares nothing with this one; its story is off."""

    def values(self) -> tuple[Any, ...]:
        """Give all fields in order of declaration."""


_T = TypeVar("_T")


def record(cls: type[_T]) -> type[_T]:
    """Make a class of slots and its record layout from a declaration; for working memory, not for states."""
    return _plain_class(cls, _declared(cls))


def state(cls: type[_T]) -> type[_T]:
    """Make a game's state class; every field must say who sees it.

    :raises TypeError: naming the field, where one has no `sees`, or OWNER without a seat index.
    """
    fields = _declared(cls)
    for name, field in fields.items():
        if field.sees not in (ALL, OWNER, NOBODY):
            raise TypeError(f"{cls.__name__}.{name} does not say who sees it: sees=ALL, OWNER or NOBODY")
        if field.sees == OWNER and not field.shape:
            raise TypeError(f"{cls.__name__}.{name}: OWNER needs an array whose first index is the seat")
        if field.kind not in RANGES:
            raise TypeError(f"{cls.__name__}.{name}: a state holds whole numbers, not {field.kind}")
    return _plain_class(cls, fields)


def _declared(cls: type) -> dict[str, Field]:
    fields: dict[str, Field] = {}
    for name in cls.__annotations__:
        value = cls.__dict__.get(name)
        if not isinstance(value, Field):
            raise TypeError(f"{cls.__name__}.{name} must be declared with num(...), array(...) or table(...)")
        if len(value.shape) > 2:
            raise TypeError(f"{cls.__name__}.{name} has more than two dimensions")
        fields[name] = value
    return fields


def _plain_class(cls: type[_T], fields: dict[str, Field]) -> type[_T]:
    body: dict[str, Any] = {"__slots__": (*fields, "story"), "__doc__": cls.__doc__, "FIELDS": fields}
    body["__module__"] = cls.__module__
    body |= _methods(fields)
    plain: Any = type(cls.__name__, (), body)
    body["copy"].__globals__["cls"] = plain
    return plain  # type: ignore[no-any-return]


def _methods(fields: dict[str, Field]) -> dict[str, Callable[..., Any]]:
    """Write __init__, copy, values and comparison as straight code: a copy then costs about a microsecond."""
    rows = {0: "self.{0}", 1: "self.{0}[:]", 2: "[row[:] for row in self.{0}]"}
    fresh = [f"    self.{name} = FIELDS[{name!r}].blank()" for name in fields]
    copied = [f"    c.{name} = {rows[len(field.shape)].format(name)}" for name, field in fields.items()]
    values = "".join(f"self.{name}, " for name in fields)
    source = [
        "def __init__(self):", *fresh, "    self.story = None",
        "def copy(self):", "    c = new(cls)", *copied, "    c.story = None", "    return c",
        "def values(self):", f"    return ({values})",
        "def __eq__(self, other):",
        "    return type(other) is type(self) and self.values() == other.values()",
        "def __repr__(self):",
        "    return cls.__name__ + '(' + ', '.join(f'{n}={getattr(self, n)}' for n in FIELDS) + ')'",
    ]  # fmt: skip
    names: dict[str, Any] = {"new": object.__new__, "FIELDS": fields}
    exec("\n".join(source), names)
    return {name: names[name] for name in ("__init__", "copy", "values", "__eq__", "__repr__")}


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(num, table))
def box(cls: type[_T]) -> type[_T]:
    """Make a game's box class: immutable, built by keyword, tables as tuples padded to their shape.

    The built class has FIELDS, `values()` and raises ValueError for a table that is too long.
    """
    # int64 throughout: narrower tables crash Numba's cache in the next process.
    fields = {name: field._replace(kind="i8") for name, field in _declared(cls).items()}
    body = {
        "__slots__": tuple(fields),
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "FIELDS": fields,
    }
    made: Any = type(cls.__name__, (_Box,), body)
    return made  # type: ignore[no-any-return]


class _Box:
    __slots__ = ("_hash",)
    FIELDS: ClassVar[dict[str, Field]]
    _hash: int

    def __init__(self, **values: Any) -> None:
        if set(values) != set(self.FIELDS):
            raise TypeError(f"a box needs exactly {sorted(self.FIELDS)}, got {sorted(values)}")
        for name, field in self.FIELDS.items():
            object.__setattr__(self, name, _padded(name, values[name], field.shape, field.pad))
        object.__setattr__(self, "_hash", hash(self.values()))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a box does not change after it was made: {name}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, _Box) and type(other) is type(self) and self.values() == other.values()

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), {name: getattr(self, name) for name in self.FIELDS})

    def values(self) -> tuple[Any, ...]:
        """Give all fields in order of declaration."""
        return tuple(getattr(self, name) for name in self.FIELDS)


def _rebuild(cls: type[_Box], values: dict[str, Any]) -> _Box:
    return cls(**values)


def _padded(name: str, value: Any, shape: tuple[int, ...], pad: int) -> Any:
    if not shape:
        return int(value)
    if len(value) > shape[0]:
        raise ValueError(f"{name} holds {len(value)} entries, {shape[0]} is the most")
    rows = [_padded(name, row, shape[1:], pad) for row in value]
    empty = pad if len(shape) == 1 else (pad,) * shape[1]
    return tuple(rows + [empty] * (shape[0] - len(rows)))
