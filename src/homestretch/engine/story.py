"""How rules say what happened: interpreted it is written down, compiled it costs nothing."""

from typing import Any, NamedTuple


class Event(NamedTuple):
    """One thing that happened: message id ("CJ-7.won"), the seat it concerns and two numbers."""

    message: str
    seat: int
    a: int
    b: int
    secret: bool = False
    """True where only that seat may know of it before the end."""

    @property
    def rule(self) -> str:
        """The id of the rule that fired."""
        return self.message.partition(".")[0]


def tell(s: Any, message: str, seat: int, a: int = 0, b: int = 0) -> None:
    """Note that a rule fired; the message id begins with the rule's id."""
    if s.story is not None:
        s.story.append(Event(message, seat, a, b))


def whisper(s: Any, message: str, seat: int, a: int = 0, b: int = 0) -> None:
    """Note that a rule fired, for one seat alone until the end."""
    if s.story is not None:
        s.story.append(Event(message, seat, a, b, True))
