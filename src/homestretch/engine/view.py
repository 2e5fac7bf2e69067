"""What a seat, a spectator or anybody after the end may see of a state; no game writes one of its own."""

import json
from typing import Any, NewType

from homestretch.engine.contract import OPEN
from homestretch.engine.state import ALL, OWNER, PlainState

View = NewType("View", dict[str, Any])
"""Field name -> value; what may not be seen is None."""


def view(s: PlainState, seat: int) -> View:
    """Give what seat (or SPECTATOR, or OPEN) sees of s, as numbers and lists that share nothing with s."""
    seen: dict[str, Any] = {}
    for name, field in type(s).FIELDS.items():
        value = getattr(s, name)
        if field.sees == ALL or seat == OPEN:
            seen[name] = _copied(value)
        elif field.sees == OWNER:
            seen[name] = [_copied(row) if index == seat else None for index, row in enumerate(value)]
        else:
            seen[name] = None
    return View(seen)


def _copied(value: Any) -> Any:
    return [_copied(item) for item in value] if isinstance(value, list) else value


def has_secrets(cls: type[PlainState]) -> bool:
    """Tell whether a state has a field that not everybody sees."""
    return any(field.sees != ALL for field in cls.FIELDS.values())


def to_json(seen: View) -> str:
    """Write a view as compact JSON; equal views give equal text."""
    return json.dumps(seen, separators=(",", ":"))


def from_view(cls: Any, seen: View) -> Any:
    """Build a state of class cls from a view; what is hidden is zero until `guess` fills it.

    :raises ValueError: if a field is missing or has another shape.
    """
    s = cls()
    for name, field in cls.FIELDS.items():
        if name not in seen:
            raise ValueError(f"the view lacks {name}")
        setattr(s, name, _filled(name, seen[name], field.blank()))
    return s


def _filled(name: str, value: Any, blank: Any) -> Any:
    if value is None:
        return blank
    if isinstance(blank, list):
        if not isinstance(value, list) or len(value) != len(blank):
            raise ValueError(f"{name} has another shape in the view")
        return [_filled(name, item, empty) for item, empty in zip(value, blank, strict=True)]
    return value
