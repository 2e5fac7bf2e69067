"""A second, naive Sequester Circuit, written from the rule document alone: a yardstick for the tests.

It shares nothing with the game's own rules. Fields have names, ways are walked one by one, and the whole race
is one story told by generators: each `yield` is a question (who may answer, and with which tokens) and gets
back who answered what. It is slow and meant to be read next to sections 3 to 7 of the document.
"""

from collections.abc import Generator, Iterator

CARS = "RYPBOG"
FIN = "FIN"
CHANCE = -1

# Table 4.6. The first word is the default.
OPTIONS: dict[str, tuple[str, ...]] = {
    "seats": ("bots", "open"),
    "deal": ("seq8", "all"),
    "car_assignment": ("random_open", "choose", "secret"),
    "start_player": ("grid1", "last_grid", "random"),
    "powers": ("house6", "off"),
    "finished_hand": ("discard", "keep"),
    "wild_decline": ("no", "yes"),
    "wild_pick": ("any_unfinished", "must_be_movable"),
    "move_rule": ("free_route", "max_distance"),
    "bet_rounds": ("3", "2", "0"),
    "bet_optional": ("no", "yes"),
    "neutral_eights": ("leave", "shuffle"),
    "payout": ("standard", "winner_only", "odds"),
    "bet_reveal": ("end", "after_line"),
    "tie": ("car_place", "shared"),
    "early_end": ("on", "off"),
    "dnf": ("nothing", "rank_by_distance"),
    "history": ("on", "off"),
}

POWERS = ("omkeerder", "handrem", "opvoerset", "kleurenblind", "dwarsdoor", "briefje")

# 4.3, `deal=all`: cars for each seat.
CARS_EACH = {2: 3, 3: 2, 4: 1, 5: 1, 6: 1}

# 4.5 and F42.
PRIZE = {1: 12, 2: 9, 3: 6, 4: 4, 5: 2, 6: 0}
BET_PAY = {1: {1: 9, 2: 6, 3: 3}, 2: {1: 6, 2: 4, 3: 2}, 3: {1: 3, 2: 2, 3: 1}}
ODDS_FACTOR = {1: {1: 3, 2: 2, 3: 1}, 2: {1: 2, 2: 1, 3: 0}, 3: {1: 1, 2: 0, 3: 0}}
LINES_BET_ON = {"3": (1, 2, 3), "2": (2, 3), "0": ()}

# Section 6: the 42 cards.
DECK = (
    "R6/P5/Y4/O3/G2/B1",
    "Y6/B5/P4/G3/R2/O1",
    "P6/O5/B4/R3/Y2/G1",
    "B6/G5/O4/Y3/P2/R1",
    "O6/R5/G4/P3/B2/Y1",
    "G6/Y5/R4/B3/O2/P1",
    "R6/Y4/P2/B1",
    "Y6/P4/G2/R1",
    "G6/O4/B2/P1",
    "O6/B4/R2/G1",
    "B6/G4/O2/Y1",
    "P6/R4/Y2/O1",
    "B6/O4/W2/Y1",
    "P6/R4/W2/O1",
    "G6/Y4/W2/R1",
    "O6/G4/W2/P1",
    "Y6/P4/W2/B1",
    "R6/B4/W2/G1",
    "G5/P3/O2",
    "O5/B3/Y2",
    "P5/Y3/G2",
    "Y5/O3/R2",
    "R5/G3/B2",
    "B5/R3/P2",
    "R4/W3",
    "Y4/W3",
    "P4/W3",
    "B4/W3",
    "O4/W3",
    "G4/W3",
    "R5",
    "Y5",
    "P5",
    "B5",
    "O5",
    "G5",
    "W5/R1",
    "W5/Y1",
    "W5/P1",
    "W5/B1",
    "W5/O1",
    "W5/G1",
)

# Section 7: "Het Grasveld". Each section: where it starts, and the front stripes in each lane.
FINISH = 624
BET_LINES = {1: 156, 2: 312, 3: 480}
GRID = ("a24", "b24", "c24", "a12", "b12", "c12")
SECTIONS: tuple[tuple[int, dict[str, tuple[int, ...]]], ...] = (
    (
        0,
        {
            "a": (12, 24, 36, 48, 60, 72, 84),
            "b": (12, 24, 36, 48, 60, 72, 84),
            "c": (12, 24, 36, 48, 60, 72, 84),
        },
    ),
    (84, {"a": (102, 120), "b": (96, 108, 120), "c": (93, 102, 111, 120)}),
    (120, {"a": (132, 144, 156), "b": (132, 144, 156)}),
    (156, {"b": (168, 180)}),
    (180, {"b": (192, 204), "c": (192, 204)}),
    (
        204,
        {
            "a": (216, 228, 240, 252, 264, 276, 288),
            "b": (216, 228, 240, 252, 264, 276, 288),
            "c": (216, 228, 240, 252, 264, 276, 288),
        },
    ),
    (288, {"a": (296, 304, 312, 320, 328, 336), "b": (300, 312, 324, 336), "c": (312, 336)}),
    (336, {"a": (348, 360, 372), "b": (348, 360, 372), "c": (348, 360, 372)}),
    (372, {"a": (384, 396), "b": (384, 396)}),
    (396, {"a": (408, 420)}),
    (420, {"a": (432, 444), "b": (432, 444)}),
    (444, {"a": (462, 480), "b": (456, 468, 480), "c": (453, 462, 471, 480)}),
    (480, {"a": (492, 504, 516, 528), "b": (492, 504, 516, 528), "c": (492, 504, 516, 528)}),
    (528, {"b": (540, 552), "c": (540, 552)}),
    (552, {"b": (564,)}),
    (
        564,
        {
            "a": (576, 588, 600, 612, 624),
            "b": (576, 588, 600, 612, 624),
            "c": (576, 588, 600, 612, 624),
        },
    ),
)


def _measure_fields() -> dict[str, tuple[int, int]]:
    """Give each field's back and front stripe; its lane is the first letter of its name."""
    fields: dict[str, tuple[int, int]] = {}
    for start, lanes in SECTIONS:
        for lane, fronts in lanes.items():
            back = start
            for front in fronts:
                fields[f"{lane}{front}"] = (back, front)
                back = front
    return fields


FIELDS = _measure_fields()


def _leads_to(here: str, there: str) -> bool:
    """7.1: `there` touches `here` and its front stripe is further."""
    front_here = FIELDS[here][1]
    back_there, front_there = FIELDS[there]
    lanes_apart = abs(ord(here[0]) - ord(there[0]))
    return lanes_apart <= 1 and front_there > front_here and back_there <= front_here


def _next_to(here: str) -> set[str]:
    onward = {there for there in FIELDS if _leads_to(here, there)}
    if FIELDS[here][1] == FINISH:
        onward.add(FIN)
    return onward


SUCCESSORS = {here: _next_to(here) for here in FIELDS}


def beyond(field: str, line: int) -> bool:
    """G10: whether a car there is strictly beyond bet line 1, 2 or 3; a finished car always is."""
    return field == FIN or FIELDS[field][1] > BET_LINES[line]


def ways(field: str, steps: int, occupied: set[str], through: bool) -> Iterator[tuple[str, int]]:
    """Walk every way from the field and give for each its end and its number of steps.

    A way goes on while steps are left and a free field is next. With `through` (Dwarsdoor) it may once enter
    an occupied field, if it can leave it at once.
    """
    if field == FIN or steps == 0:
        yield field, 0
        return
    free = SUCCESSORS[field] - occupied
    if not free:
        yield field, 0
    for onward in free:
        for end, taken in ways(onward, steps - 1, occupied, through):
            yield end, taken + 1
    if through and steps >= 2:
        for crossed in SUCCESSORS[field] & occupied:
            for onward in SUCCESSORS[crossed] - occupied:
                for end, taken in ways(onward, steps - 2, occupied, through=False):
                    yield end, taken + 2


def reachable(field: str, steps: int, occupied: set[str]) -> set[str]:
    """4.4: the end fields of a car, and `FIN`."""
    return {end for end, _ in ways(field, steps, occupied, through=False)}


def reachable_through(field: str, steps: int, occupied: set[str]) -> set[str]:
    """4.4 with Dwarsdoor (section 5): the end fields of a car that may drive through one occupied field."""
    return {end for end, _ in ways(field, steps, occupied, through=True)}


def farthest(field: str, steps: int, occupied: set[str], through: bool) -> set[str]:
    """4.4 `max_distance`: only the end fields with the largest number of steps."""
    longest: dict[str, int] = {}
    for end, taken in ways(field, steps, occupied, through):
        longest[end] = max(taken, longest.get(end, 0))
    most = max(longest.values())
    return {end for end, taken in longest.items() if taken == most}


Question = dict[int, set[str]]
Answer = tuple[int, str]
Story = Generator[Question, Answer, None]


def _ask(seat: int, tokens: set[str]) -> Generator[Question, Answer, str]:
    """Ask one seat (or chance) and give the token it answers with."""
    _, token = yield {seat: set(tokens)}
    return token


def _check_options(options: dict[str, str], seats: int) -> dict[str, str]:
    for key, word in options.items():
        if word not in OPTIONS.get(key, ()):
            raise ValueError(f"no such option: {key}={word}")
    chosen = {key: options.get(key, words[0]) for key, words in OPTIONS.items()}
    if not 2 <= seats <= 6:
        raise ValueError("a race has two to six seats")
    if chosen["seats"] == "bots" and seats != 6:
        raise ValueError("seats=bots fills six seats")
    return chosen


class Race:
    """One race, from the first chance token to the money."""

    def __init__(self, options: dict[str, str], seats: int) -> None:
        self.options = _check_options(options, seats)
        self.seats = range(seats)
        self.at: dict[str, str] = {}
        self.owner: dict[str, int | None] = dict.fromkeys(CARS)
        self.powers = ["none" for _ in self.seats]
        self.hands: list[set[str]] = [set() for _ in self.seats]
        self.brakes_left = 3
        self.order_in: list[str] = []
        self.crossed: set[int] = set()
        self.standing_at: dict[int, dict[str, int]] = {}
        self.bets: list[dict[int, str | None]] = [{} for _ in self.seats]
        self.extra_slips: list[str | None] = [None for _ in self.seats]
        self.turn = 0
        self._reason = ""
        self._story = self._tell()
        self._question: Question = next(self._story)

    # What a player of the race sees.

    def to_act(self) -> list[int]:
        """Give the seats that may act now, [-1] for chance, [] when the race is over."""
        return sorted(self._question)

    def legal(self, seat: int) -> set[str]:
        """Give the tokens the seat (or chance, -1) may play now."""
        return set(self._question.get(seat, set()))

    def play(self, seat: int, token: str) -> None:
        """Play one token."""
        if token not in self.legal(seat):
            raise ValueError(f"seat {seat} may not play {token}")
        try:
            self._question = self._story.send((seat, token))
        except StopIteration:
            self._question = {}

    def reason(self) -> str:
        """Say why the race is over: all_in, five_in or no_cards."""
        return self._reason

    def money(self) -> list[int]:
        """4.5: give each seat's money after the end."""
        return [self._prizes(seat) + self._bet_money(seat) for seat in self.seats]

    def places(self) -> list[int]:
        """Give each seat's place by money; G17 for equal money."""
        money = self.money()
        merit: list[tuple[int, ...]] = []
        for seat in self.seats:
            if self.options["tie"] == "shared":
                merit.append((money[seat],))
            else:
                merit.append((money[seat], -self._best_place(seat), self._bet_money(seat)))
        return [1 + sum(other > mine for other in merit) for mine in merit]

    # The story of a race.

    def _tell(self) -> Story:
        yield from self._line_up()
        yield from self._give_cars()
        if self.options["powers"] == "house6":
            yield from self._give_powers()
        yield from self._deal()
        yield from self._find_starter()
        while not self._reason:
            yield from self._take_turn()

    def _line_up(self) -> Story:
        for field in GRID:
            car = yield from _ask(CHANCE, set(CARS) - set(self.at))
            self.at[car] = field

    def _give_cars(self) -> Story:
        cars_each = CARS_EACH[len(self.seats)] if self.options["deal"] == "all" else 1
        for _ in range(cars_each):
            for seat in self.seats:
                chooser = seat if self.options["car_assignment"] == "choose" else CHANCE
                free = {car for car in CARS if self.owner[car] is None}
                car = yield from _ask(chooser, free)
                self.owner[car] = seat

    def _give_powers(self) -> Story:
        pile = set(POWERS)
        if self.options["bet_rounds"] == "0":
            pile.remove("briefje")
            pile.add("none")
        for seat in self.seats:
            token = yield from _ask(CHANCE, {f"power:{name}" for name in pile})
            name = token.removeprefix("power:")
            pile.remove(name)
            self.powers[seat] = name

    def _deal(self) -> Story:
        pack = set(DECK)
        if self.options["neutral_eights"] == "shuffle":
            pack |= {f"{car}8" for car in CARS if self.owner[car] is None}
        cards_each = len(pack) // len(self.seats) if self.options["deal"] == "all" else 7
        for _ in range(cards_each):
            for seat in self.seats:
                card = yield from _ask(CHANCE, pack)
                pack.remove(card)
                self.hands[seat].add(card)
        for seat in self.seats:
            self.hands[seat] |= {f"{car}8" for car in self._cars_of(seat)}

    def _find_starter(self) -> Story:
        if self.options["start_player"] == "random" or self.options["car_assignment"] == "secret":
            token = yield from _ask(CHANCE, {f"seat{seat + 1}" for seat in self.seats})
            self.turn = int(token.removeprefix("seat")) - 1
            return
        on_grid = {field: car for car, field in self.at.items()}
        fields = GRID if self.options["start_player"] == "grid1" else tuple(reversed(GRID))
        owners = [self.owner[on_grid[field]] for field in fields]
        self.turn = next(owner for owner in owners if owner is not None)

    def _take_turn(self) -> Story:
        yield from self._play_card(self.turn)
        if self.options["finished_hand"] == "discard":
            for seat in self.seats:
                if all(self.at[car] == FIN for car in self._cars_of(seat)):
                    self.hands[seat].clear()
        self._reason = self._why_over()
        if self._reason:
            return
        for line in BET_LINES:
            if line not in self.crossed and any(beyond(field, line) for field in self.at.values()):
                self.crossed.add(line)
                if line in LINES_BET_ON[self.options["bet_rounds"]]:
                    yield from self._bet(line)
        self.turn = self._next_seat()

    def _why_over(self) -> str:
        if len(self.order_in) == 6:
            return "all_in"
        if len(self.order_in) == 5 and self.options["early_end"] == "on":
            return "five_in"
        if not any(self.hands):
            return "no_cards"
        return ""

    def _next_seat(self) -> int:
        seat = self.turn
        while True:
            seat = (seat + 1) % len(self.seats)
            if self.hands[seat]:
                return seat

    # One card.

    def _play_card(self, seat: int) -> Story:
        tokens = set(self.hands[seat])
        if self.powers[seat] == "omkeerder":
            tokens |= {f"~{card}" for card in self.hands[seat] if "/" in card}
        token = yield from _ask(seat, tokens)
        card = token.removeprefix("~")
        lines = card.split("/")
        if token.startswith("~"):
            lines.reverse()
        named: set[str] = set()
        for line in lines:
            colour, speed = line[0], int(line[1])
            if colour == "W":
                yield from self._work_wild(seat, card, speed, named)
            elif self.at[colour] != FIN:
                yield from self._work_printed(seat, card, colour, speed)
        self.hands[seat].remove(card)

    def _work_wild(self, seat: int, card: str, speed: int, named: set[str]) -> Story:
        """Z17 to Z21: ask for a car, then move it; `named` are the cars of other wild lines of this card."""
        cars = self._unfinished() - named
        if self.powers[seat] != "kleurenblind":
            cars -= {line[0] for line in card.split("/")}
        if self.options["wild_pick"] == "must_be_movable":
            cars = {car for car in cars if self._can_move(seat, car, speed)}
        if not cars:
            return
        tokens = {f"W={car}" for car in cars}
        if self.options["wild_decline"] == "yes":
            tokens.add("W=-")
        token = yield from _ask(seat, tokens)
        if token == "W=-":
            return
        car = token.removeprefix("W=")
        named.add(car)
        yield from self._drive(seat, car, [speed], may_brake=False)

    def _work_printed(self, seat: int, card: str, car: str, speed: int) -> Story:
        own = self.owner[car] == seat
        speeds = [speed]
        if self.powers[seat] == "opvoerset" and own and speed <= 4:
            speeds.append(speed + 1)
        handrem = self.powers[seat] == "handrem" and self.brakes_left > 0
        yield from self._drive(seat, car, speeds, may_brake=handrem and not own and "/" in card)

    def _drive(self, seat: int, car: str, speeds: list[int], may_brake: bool) -> Story:
        """Ask for the end field of one line, if there is anything to ask, and put the car there."""
        start = self.at[car]
        stuck = reachable(start, speeds[0], self._others(car)) == {start}
        if stuck and self.powers[seat] != "dwarsdoor":
            return
        tokens = {f"{car}>{end}" for speed in speeds for end in self._ends(seat, car, speed)}
        if may_brake:
            tokens.add(f"{car}>skip")
        token = yield from _ask(seat, tokens)
        end = token.removeprefix(f"{car}>")
        if end == "skip":
            self.brakes_left -= 1
            return
        self.at[car] = end
        if end == FIN:
            self.order_in.append(car)

    def _ends(self, seat: int, car: str, speed: int) -> set[str]:
        through = self._drives_through(seat, car)
        if self.options["move_rule"] == "max_distance":
            return farthest(self.at[car], speed, self._others(car), through)
        if through:
            return reachable_through(self.at[car], speed, self._others(car))
        return reachable(self.at[car], speed, self._others(car))

    def _can_move(self, seat: int, car: str, speed: int) -> bool:
        through = self._drives_through(seat, car)
        return any(taken > 0 for _, taken in ways(self.at[car], speed, self._others(car), through))

    def _drives_through(self, seat: int, car: str) -> bool:
        return self.powers[seat] == "dwarsdoor" and self.owner[car] == seat

    # Bets.

    def _bet(self, line: int) -> Story:
        """All seats fill a slip, in any order; Dubbel briefje fills a second one at line 2."""
        self.standing_at[line] = self._standing()
        slip = {f"bet:{car}" for car in self._unfinished()}
        if self.options["bet_optional"] == "yes":
            slip.add("bet:-")
        open_slips: Question = {seat: set(slip) for seat in self.seats}
        while open_slips:
            seat, token = yield {waiting: set(tokens) for waiting, tokens in open_slips.items()}
            del open_slips[seat]
            car = None if token == "bet:-" else token.removeprefix("bet:")
            if line in self.bets[seat]:
                self.extra_slips[seat] = car
                continue
            self.bets[seat][line] = car
            others = self._unfinished() - {car}
            if line == 2 and self.powers[seat] == "briefje" and others:
                open_slips[seat] = {f"bet:{other}" for other in others} | {"bet:-"}

    # Money.

    def _final_place(self, car: str) -> int | None:
        if self.at[car] == FIN or self.options["dnf"] == "rank_by_distance":
            return self._standing()[car]
        return None

    def _best_place(self, seat: int) -> int:
        """Give the best place of the seat's cars; 7 if none of them has a place."""
        return min(self._final_place(car) or 7 for car in self._cars_of(seat))

    def _prizes(self, seat: int) -> int:
        total = 0
        for car in self._cars_of(seat):
            place = self._final_place(car)
            if place is not None:
                total += PRIZE[place]
        return total

    def _bet_money(self, seat: int) -> int:
        total = 0
        for line, car in self.bets[seat].items():
            total += self._slip_money(car, pays_like=line, filled_at=line)
        return total + self._slip_money(self.extra_slips[seat], pays_like=3, filled_at=2)

    def _slip_money(self, car: str | None, pays_like: int, filled_at: int) -> int:
        place = None if car is None else self._final_place(car)
        if car is None or place is None or place > 3:
            return 0
        if self.options["payout"] == "odds":
            return self.standing_at[filled_at][car] * ODDS_FACTOR[pays_like][place]
        if self.options["payout"] == "winner_only" and place > 1:
            return 0
        return BET_PAY[pays_like][place]

    # Looking around.

    def _cars_of(self, seat: int) -> set[str]:
        return {car for car in CARS if self.owner[car] == seat}

    def _unfinished(self) -> set[str]:
        return {car for car in CARS if self.at[car] != FIN}

    def _others(self, car: str) -> set[str]:
        """Give the fields where other cars stand."""
        return {self.at[other] for other in self._unfinished() - {car}}

    def _standing(self) -> dict[str, int]:
        """4.5: finished cars by place, then by front stripe; equal stripes share the better place."""
        standing = {car: place for place, car in enumerate(self.order_in, start=1)}
        fronts = {car: FIELDS[self.at[car]][1] for car in self._unfinished()}
        for car, front in fronts.items():
            ahead = [other for other in fronts if fronts[other] > front]
            standing[car] = 1 + len(self.order_in) + len(ahead)
        return standing
