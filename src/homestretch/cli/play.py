"""Playing in the terminal: hot-seat or against bots, moves by number or by notation."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from homestretch.cli.show import write_file
from homestretch.cli.speech import LANG, console
from homestretch.engine.contract import CHANCE, OVER, IllegalAction
from homestretch.engine.problem import Problem
from homestretch.engine.story import Event
from homestretch.engine.view import has_secrets
from homestretch.games import Game
from homestretch.players.bots import Bot
from homestretch.table.chance import new_seed, seal
from homestretch.table.explain import say, tell_event
from homestretch.table.match import Match, Move
from homestretch.table.record import format_record, record_of
from homestretch.text import capitalised, text_of

PERSON = "person"


def play(found: Game, seats: list[str] | None, options: Mapping[str, str], record: Path | None) -> None:
    """Play a match to its end, or until the player leaves; then write its record where one is wanted.

    :raises Problem: for an option, a seat or a number of seats that does not fit.
    """
    players = seats or [PERSON] + ["bot:normal"] * (found.rules.SEATS[1] - 1)
    match = Match(found, options, len(players))
    bots = [None if player == PERSON else Bot(found, player) for player in players]
    if record:
        write_file(record, "")  # says now, not after the game, that the file cannot be written
    table = _Table(match, bots, players)
    try:
        table.run()
    except (EOFError, KeyboardInterrupt):
        console.print("\n" + table.text("play.left"))
    finally:
        if record:
            write_file(record, table.record())
            console.print(table.text("play.saved", file=record), markup=False)


class _Table:
    """A match at the terminal: who sits where, the sealed seed, and what was shown."""

    def __init__(self, match: Match, bots: list[Bot | None], players: list[str]) -> None:
        self.match, self.bots, self.players = match, bots, players
        self.text = text_of(LANG, match.game.folder)
        self.seed = new_seed()
        secrets = has_secrets(match.game.rules.State)
        self.hides = secrets and players.count(PERSON) > 1
        """Whether several people at one screen have secrets from each other."""
        self.shown_to = -1

    def record(self) -> str:
        """Give the match as a record; the seed is opened only when it is over."""
        seed = self.seed if self.match.is_over() else ""
        return format_record(record_of(self.match, tuple(self.players), "sealed", seal(self.seed), seed))

    def run(self) -> None:
        """Play to the end."""
        console.print(self.text("play.sealed", seal=seal(self.seed)), markup=False, soft_wrap=True)
        console.print(self.text("play.help"), markup=False)
        self._tell(self.match.opening_story)
        while not self.match.is_over():
            seat = self.match.to_move()
            if seat == CHANCE:
                self._tell(self.match.act(self.match.next_draw(self.seed)))
            elif (bot := self.bots[seat]) is not None:
                for action in bot.choose(self.match.box, self.match.view(seat), seat):
                    self._tell(self.match.act(Move(seat, action)))
            else:
                self._ask(seat)
        self._board()

    def _board(self) -> None:
        console.print(self.match.game.picture.plain(self.match.box, self.match.view(OVER)), markup=False)

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            if event.secret and not self._may_know(event.seat):
                continue
            console.print(f"[dim]{event.rule:>6}[/]  ", end="")
            console.print(tell_event(event, self.match.game, self.match.box, self.text), markup=False)

    def _may_know(self, seat: int) -> bool:
        """Tell whether what only a seat may know can be shown: it is the one person at the screen."""
        return not self.hides and self.players[seat] == PERSON

    def _ask(self, seat: int) -> None:
        """Show the board and what is possible, and read until a legal action is named."""
        match, actions = self.match, self.match.legal(seat)
        if self.hides and seat != self.shown_to:
            console.clear()
            console.input(self.text("play.pass_on", seat=seat) + " ", markup=False)
            self.shown_to = seat
        console.print()
        seen = match.view(seat)
        console.print(match.game.picture.plain(match.box, seen), markup=False)
        for number, action in enumerate(actions, start=1):
            key, params = match.game.words.label(match.box, seen, seat, action)
            word = match.words(Move(seat, action), match.state)
            console.print(f"  {number:>2}  {word:<5} {self.text(key, **params)}", markup=False)
        hints: Any = getattr(match.game.words, "hints", lambda *_: [])
        for key, params in hints(match.box, seen, seat, actions):
            console.print(f"  {self.text(key, **params)}", markup=False)
        todo, _, params = match.game.words.prompt(match.box, seen, seat)
        prompt = f"{capitalised(self.text(f'seat.{seat}'))}: {self.text(todo, **params)}"
        while not self._try(seat, actions, console.input(f"{prompt} > ", markup=False).strip()):
            pass

    def _try(self, seat: int, actions: list[int], answer: str) -> bool:
        """Carry out what was answered; say why not where that is impossible."""
        if answer.lower() == "q":
            raise EOFError
        if not answer:
            return False
        try:
            for action in self._read(seat, actions, answer):
                self._tell(self.match.act(Move(seat, action)))
        except IllegalAction as illegal:
            rule = illegal.refusal.rule
            console.print(f"[bold]{rule}[/]  ", end="")
            console.print(say(illegal, LANG, self.match.game), markup=False)
            console.print(self.text("play.rule", game=self.match.game.name, rule=rule), markup=False)
            return False
        except Problem as problem:
            console.print(say(problem, LANG, self.match.game), markup=False)
            return False
        return True

    def _read(self, seat: int, actions: list[int], answer: str) -> list[int]:
        if answer.isdecimal() and answer.isascii() and len(answer) < 5:
            if not 1 <= int(answer) <= len(actions):
                raise Problem("play.number", number=answer, most=len(actions))
            return [actions[int(answer) - 1]]
        return self.match.read_turn(seat, answer)
