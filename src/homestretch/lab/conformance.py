"""The conformance suite: what must hold of every game, as one public function.

`check(game("my_game"))` plays random games and raises AssertionError, saying what is wrong and where.
Every check is a function of a Game and the number of games; a new game's tests need nothing else.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from homestretch.engine.checked import checked
from homestretch.engine.contract import CHANCE, OPEN, OVER, SPECTATOR, IllegalAction
from homestretch.engine.play import act, legal_actions, new_state, places
from homestretch.engine.state import NOBODY, OWNER
from homestretch.engine.view import from_view, has_secrets, to_json, view
from homestretch.games import Game
from homestretch.svg import LIGHT
from homestretch.table.match import Match, Move
from homestretch.table.record import format_record, parse_record, record_of

Options = Mapping[str, str]
Check = Callable[[Game, Options, int], None]


def check(
    found: Game, options: Options | None = None, games: int = 3, seed: int = 1, checks: Sequence[Check] = ()
) -> None:
    """Run every check, or those given, on games random games with the given options.

    :raises AssertionError: naming the check, the seed and the ply.
    """
    for one in checks or CHECKS:
        for number in range(seed, seed + games):
            try:
                one(found, dict(options or {}), number)
            except (AssertionError, OverflowError) as error:
                where = f"{found.name} {dict(options or {})} seed {number}"
                raise AssertionError(f"{one.__name__}: {where}: {error}") from error


def random_match(found: Game, options: Options, seed: int) -> Iterator[tuple[Match, Move]]:
    """Play a random game; give the match before each move, and that move."""
    match, dice = Match(found, options), random.Random(seed)
    while not match.is_over():
        seats = _who_may(match)
        seat = dice.choice(seats)
        move = Move(seat, dice.choice(match.legal(seat)))
        yield match, move
        match.act(move)


SHOWN_EVERY = 7
"""Of so many plies two are shown."""
ALL_UNTIL, THEN_EVERY = 300, 10
"""How far the slow checks look at every ply of a game, and at which of the others."""


def some_of(found: Game, options: Options, seed: int) -> Iterator[tuple[Match, Move]]:
    """Play a random game; give what random_match gives, of a long game later only now and then."""
    for match, move in random_match(found, options, seed):
        if len(match.moves) < ALL_UNTIL or len(match.moves) % THEN_EVERY == 0:
            yield match, move


def _who_may(match: Match) -> list[int]:
    """List the seats that may act now, or CHANCE."""
    if match.to_move() == CHANCE:
        return [CHANCE]
    bits = match.game.rules.pending(match.box, match.state)
    return [seat for seat in range(match.box.seats) if bits >> seat & 1]


def start_sets_every_field(found: Game, options: Options, seed: int) -> None:
    """`start` leaves nothing of what a used state held before."""
    box = found.box(options)
    fresh, _ = new_state(found.rules, box)
    used = found.rules.State()
    for name, field in found.rules.State.FIELDS.items():
        setattr(used, name, field._replace(pad=7).blank())
    found.rules.start(box, used)
    assert used == fresh, f"start leaves something behind: {used} instead of {fresh}"


def copies_share_nothing(found: Game, options: Options, seed: int) -> None:
    """A copy is equal, and playing on in it leaves the original as it was."""
    for match, move in some_of(found, options, seed):
        before, copy = match.state.values(), match.state.copy()
        frozen = repr(before)
        assert copy == match.state, f"ply {len(match.moves)}: the copy differs"
        found.rules.apply(match.box, copy, move.seat, move.action)
        assert repr(match.state.values()) == frozen, f"ply {len(match.moves)}: the copy shares a part"


def why_not_agrees_with_legal(found: Game, options: Options, seed: int) -> None:
    """For every seat and action: None exactly for what is legal; no action twice; within WIDTH."""
    rules = found.rules
    for match, _ in some_of(found, options, seed):
        for seat in [CHANCE, *range(match.box.seats)]:
            legal = legal_actions(rules, match.box, match.state, seat)
            assert len(set(legal)) == len(legal) <= rules.WIDTH, f"ply {len(match.moves)}: {legal}"
            free = [a for a in range(rules.ACTIONS) if rules.why_not(match.box, match.state, seat, a) is None]
            assert free == sorted(legal), (
                f"ply {len(match.moves)}, seat {seat}: legal {sorted(legal)}, not refused {free}"
            )


def illegal_actions_change_nothing(found: Game, options: Options, seed: int) -> None:
    """Whatever is not legal raises IllegalAction with a rule, and the state stays as it was."""
    rules = found.rules
    for match, _ in some_of(found, options, seed):
        before = repr(match.state.values())
        for seat in [CHANCE, *range(match.box.seats)]:
            legal = legal_actions(rules, match.box, match.state, seat)
            for action in [-1, *range(rules.ACTIONS), rules.ACTIONS]:
                if action not in legal:
                    _must_refuse(match, seat, action)
        assert repr(match.state.values()) == before, (
            f"ply {len(match.moves)}: a refused action changed the state"
        )


def _must_refuse(match: Match, seat: int, action: int) -> None:
    try:
        act(match.game.rules, match.box, match.state, seat, action)
    except IllegalAction:
        return
    raise AssertionError(f"ply {len(match.moves)}: seat {seat} was allowed {action}")


def somebody_can_act_until_the_end(found: Game, options: Options, seed: int) -> None:
    """Over, or somebody can act; `pending` fits `to_move`; an end within LENGTH, with a reason."""
    rules, last = found.rules, None
    for match, _ in random_match(found, options, seed):
        who, bits = match.to_move(), rules.pending(match.box, match.state)
        assert rules.reason(match.box, match.state) == 0, f"ply {len(match.moves)}: a reason before the end"
        assert (bits == 0) == (who == CHANCE), f"ply {len(match.moves)}: pending {bits}, to move {who}"
        assert who == CHANCE or bits & -bits == 1 << who, (
            f"ply {len(match.moves)}: {who} is not the lowest of {bits}"
        )
        assert len(match.moves) < rules.LENGTH, "longer than LENGTH"
        last = match
    assert last is not None
    assert last.to_move() == OVER
    assert rules.pending(last.box, last.state) == 0, "somebody may act after the end"
    assert 0 < rules.reason(last.box, last.state) < len(rules.REASONS), "an end without a reason"
    _check_places(places(rules, last.box, last.state))


def _check_places(given: tuple[int, ...]) -> None:
    for place in given:
        assert place == 1 + sum(other < place for other in given), f"places {given} do not add up"


def numbers_fit_their_fields(found: Game, options: Options, seed: int) -> None:
    """No rule writes a number its record cannot hold, or reads outside an array."""
    dice = random.Random(seed)
    box, s = found.box(options), found.rules.State()
    found.rules.start(box, s)
    guarded = checked(s)
    while (seat := found.rules.to_move(box, guarded)) != OVER:
        found.rules.apply(box, guarded, seat, dice.choice(legal_actions(found.rules, box, guarded, seat)))
        found.rules.place(box, guarded, [0] * box.seats)


def records_come_back(found: Game, options: Options, seed: int) -> None:
    """At every ply the record parses back to itself, and replaying it gives the same state: undo."""
    states = []
    match = Match(found, options)
    for played, _ in random_match(found, options, seed):
        states.append(repr(played.state.values()))
        match = played
    names = tuple(f"name {i}" for i in range(match.box.seats))
    for ply in _some_plies(len(match.moves), random.Random(seed)):
        earlier = match.at(ply)
        record = record_of(earlier, names)
        assert parse_record(format_record(record)) == record, f"ply {ply}: the record changes"
        assert ply == len(match.moves) or repr(record.match().state.values()) == states[ply], (
            f"ply {ply}: undo"
        )


def _some_plies(length: int, dice: random.Random) -> list[int]:
    """Give all plies of a short game, a sample of a long one, always with both ends."""
    inner = range(1, length)
    return sorted({0, length, *(inner if length < 60 else dice.sample(inner, 40))})


def order_of_sealed_choices_is_without_effect(found: Game, options: Options, seed: int) -> None:
    """Where several seats choose at once, the order in which they do so makes no difference."""
    rules = found.rules
    for match, _ in random_match(found, options, seed):
        seats = _who_may(match)
        if len(seats) > 1:
            dice = random.Random(f"{seed} {len(match.moves)}")
            picks = {seat: dice.choice(match.legal(seat)) for seat in seats}
            ends = []
            for order in (seats, seats[::-1]):
                s = match.state.copy()
                for seat in order:
                    rules.apply(match.box, s, seat, picks[seat])
                ends.append(s)
            assert ends[0] == ends[1], f"ply {len(match.moves)}: {picks}"


def views_hide_what_is_hidden(found: Game, options: Options, seed: int) -> None:
    """Views are equal when only what the looker may not see differs; legal actions are too."""
    for match, _ in some_of(found, options, seed):
        for looker in [SPECTATOR, *range(match.box.seats)]:
            twin = _scrambled(match.state, looker)
            mine, theirs = view(match.state, looker), view(twin, looker)
            assert to_json(mine) == to_json(theirs), f"ply {len(match.moves)}: {looker} sees what is hidden"
        assert None not in view(match.state, OPEN).values(), "the open view hides something"


def _scrambled(s: Any, looker: int) -> Any:
    """Change everything that looker may not see."""
    twin = s.copy()
    for name, field in type(s).FIELDS.items():
        if field.sees == NOBODY:
            setattr(twin, name, field._replace(pad=5).blank())
        elif field.sees == OWNER:
            other = field._replace(pad=5).blank()
            own = getattr(s, name)
            setattr(twin, name, [own[i] if i == looker else other[i] for i in range(len(own))])
    return twin


def stories_keep_secrets(found: Game, options: Options, seed: int) -> None:
    """What is told to all of an action that not all may know does not depend on which action it was."""
    rules = found.rules
    for match, move in random_match(found, options, seed):
        everybody = (1 << match.box.seats) - 1
        if rules.seen(match.box, match.state, move.seat, move.action) != everybody:
            told = {_told_to_all(match, move.seat, action) for action in match.legal(move.seat)[:8]}
            assert len(told) == 1, f"ply {len(match.moves)}: the story tells a secret: {told}"


def _told_to_all(match: Match, seat: int, action: int) -> tuple[str, ...]:
    """Give the events of an action that are no secret, as text; what opens secrets later may differ."""
    rules, s = match.game.rules, match.state.copy()
    opens = rules.pending(match.box, s) == 1 << seat if seat >= 0 else False
    events = act(rules, match.box, s, seat, action)
    return () if opens else tuple(repr(event) for event in events if not event.secret)


def guesses_agree_with_the_view(found: Game, options: Options, seed: int) -> None:
    """A guess fills a view to a state that looks the same to the seat; it does not depend on the truth."""
    rules = found.rules
    for match, _ in some_of(found, options, seed):
        for seat in range(match.box.seats):
            seen = view(match.state, seat)
            guesses = [
                from_view(rules.State, each) for each in (seen, view(_scrambled(match.state, seat), seat))
            ]
            for guess in guesses:
                rules.guess(match.box, guess, seat, [seed, len(match.moves)])
            assert view(guesses[0], seat) == seen, f"ply {len(match.moves)}: the guess contradicts the view"
            assert guesses[0] == guesses[1], f"ply {len(match.moves)}: the guess knows the truth"


def guesses_vary(found: Game, options: Options, seed: int) -> None:
    """Where something is hidden from a seat, not every guess is the same."""
    if not has_secrets(found.rules.State):
        return
    rules = found.rules
    for match, _ in random_match(found, options, seed):
        for seat in range(match.box.seats):
            guesses = [from_view(rules.State, view(match.state, seat)) for _ in range(20)]
            for number, guess in enumerate(guesses):
                rules.guess(match.box, guess, seat, [seed, number])
            if any(guess != guesses[0] for guess in guesses):
                return
    raise AssertionError("every guess of what is hidden was the same")


def every_position_can_be_shown(found: Game, options: Options, seed: int) -> None:
    """Whoever looks, at whatever position: picture, panels, buttons and words are there."""
    for match, move in some_of(found, options, seed):
        if len(match.moves) % SHOWN_EVERY in (0, 1):  # 1: the openings, where little is there yet
            for looker in {SPECTATOR, max(match.to_move(), 0)}:
                _show(match, looker)
            if move.seat == CHANCE:
                found.picture.outcome(match.box, move.action, LIGHT)


def _show(match: Match, looker: int) -> None:
    box, seen, picture, words = match.box, match.view(looker), match.game.picture, match.game.words
    picture.draw(box, seen, LIGHT)
    for seat in range(box.seats):
        picture.mark(box, seen, seat, LIGHT)
        getattr(words, "facts", lambda *_: [])(box, seen, seat)
    assert words.prompt(box, seen, looker)[0], f"ply {len(match.moves)}: nothing is asked"
    words.describe(box, seen)
    getattr(picture, "beside", lambda *_: [])(box, seen, looker, LIGHT)
    if looker >= 0:
        for shown in ("focus", "focus_on_desk", "scene"):
            getattr(picture, shown, lambda *_: ())(box, seen)
        getattr(words, "hints", lambda *_: [])(box, seen, looker, match.legal(looker))
        for action in match.legal(looker):
            picture.spot(box, seen, action)
            assert words.label(box, seen, looker, action)[0], f"ply {len(match.moves)}: {action} has no name"


CHECKS: tuple[Check, ...] = (
    start_sets_every_field,
    copies_share_nothing,
    why_not_agrees_with_legal,
    illegal_actions_change_nothing,
    somebody_can_act_until_the_end,
    numbers_fit_their_fields,
    records_come_back,
    order_of_sealed_choices_is_without_effect,
    views_hide_what_is_hidden,
    stories_keep_secrets,
    guesses_agree_with_the_view,
    guesses_vary,
    every_position_can_be_shown,
)
