"""What takes the place of the story in compiled code."""

from typing import Any


def tell(s: Any, message: str, seat: int, a: int = 0, b: int = 0) -> None:
    """Say nothing."""


def whisper(s: Any, message: str, seat: int, a: int = 0, b: int = 0) -> None:
    """Say nothing."""
