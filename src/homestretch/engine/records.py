"""States and boxes as NumPy records, the form that compiled code runs on."""

from typing import Any

import numpy as np


def dtype_of(cls: Any) -> "np.dtype[np.void]":
    """Give the record layout of a class made by @state, @record or @box, aligned as in C."""
    fields = [(name, f.kind, f.shape) if f.shape else (name, f.kind) for name, f in cls.FIELDS.items()]
    return np.dtype(fields, align=True)


def to_record(plain: Any, array: Any, index: int = 0) -> Any:
    """Write a plain state or box into array[index] and give that record."""
    for name in type(plain).FIELDS:
        array[index][name] = getattr(plain, name)
    return array[index]


def from_record(cls: Any, record: Any) -> Any:
    """Give the plain state that a record holds."""
    s = cls()
    for name in cls.FIELDS:
        setattr(s, name, record[name].tolist())
    return s
