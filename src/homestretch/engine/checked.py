"""A plain state that refuses a number its record could not hold, which compiled code cuts off silently."""

from typing import Any

from homestretch.engine.state import RANGES, Field, PlainState


def checked(s: PlainState) -> Any:
    """Give a copy of s that raises OverflowError, naming the field, for a value outside its range."""
    fields = type(s).FIELDS
    cls = type("Checked" + type(s).__name__, (_Checked,), {"FIELDS": fields})
    copy = cls()
    for name in fields:
        setattr(copy, name, getattr(s, name))
    copy.story = s.story
    return copy


class _Checked:
    FIELDS: dict[str, Field]
    story: Any

    def __setattr__(self, name: str, value: Any) -> None:
        field = self.FIELDS.get(name)
        if field is None and name != "story":
            raise AttributeError(f"no field {name}")
        if field is not None:
            value = _checked_value(name, field, value)
        object.__setattr__(self, name, value)

    def copy(self) -> Any:
        return checked(self)  # type: ignore[arg-type]

    def values(self) -> tuple[Any, ...]:
        return tuple(_plain(getattr(self, name)) for name in self.FIELDS)


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _checked_value(name: str, field: Field, value: Any) -> Any:
    if not field.shape:
        low, high = RANGES[field.kind]
        if not low <= value <= high:
            raise OverflowError(f"{name} = {value} does not fit {field.kind} ({low}..{high})")
        return value
    if len(value) != field.shape[0]:
        raise OverflowError(f"{name} has {len(value)} entries instead of {field.shape[0]}")
    inner = Field(field.shape[1:], field.kind, field.sees)
    return _CheckedList(name, inner, [_checked_value(name, inner, item) for item in value])


class _CheckedList(list[Any]):
    def __init__(self, name: str, inner: Field, items: list[Any]) -> None:
        super().__init__(items)
        self.name, self.inner = name, inner

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(self._in_range(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(self._in_range(index), _checked_value(self.name, self.inner, value))

    def _in_range(self, index: Any) -> Any:
        if isinstance(index, int) and not 0 <= index < len(self):
            raise OverflowError(f"{self.name}[{index}] is outside 0..{len(self) - 1}")
        return index
