"""A second, naive 1500 m, written from the rule document alone: a yardstick for the tests.

It shares nothing with the game's own rules. A field is its section, lane and index, runners are objects, and
the whole race is one story told by generators: each `yield` is a question (who may answer, and with which
tokens) and gets back who answered what. It is slow and meant to be read next to sections 2 to 4 of the
document. Who has only one answer is not asked; but every single step is, and so is the move of a dummy.

Tokens: `lane3`, `space:m2` (which actions are in play), `c9`, `b5`, `m2` to `mf`, `-`, `+1` (pace pushed up),
`L8+0`, `f` `i` `o` and `.` (strict), or the end field as `seg:lane:idx` (friendly, and dummies).
"""

from collections.abc import Generator, Iterator
from typing import NamedTuple

CHANCE = -1
LANES = range(1, 9)
ROUNDS = 60

# The first word is the default.
OPTIONS: dict[str, tuple[str, ...]] = {
    "race": ("1500", "800"),
    "end_after": ("3", "1", "all"),
    "last_runs_on": ("no", "yes"),
    "overbid": ("penalty", "capped"),
    "may_decline": ("no", "yes"),
    "actions_in_play": ("all", "one_fewer"),
    "all_lowest_lose": ("no", "yes"),
    "lone_bidder_gets_action": ("no", "yes"),
    "broke_latch": ("no", "yes"),
    "cap_at_100": ("yes", "no"),
    "free_pace": ("discount", "marker"),
    "push_then_raise": ("yes", "no"),
    "no_rebate_after_push": ("no", "yes"),
    "simultaneous_pace": ("no", "yes"),
    "wear": ("no", "yes"),
    "medal_pressure": ("no", "yes"),
    "leader_pays_when_finished": ("yes", "no"),
    "carry_excess": ("no", "yes"),
    "no_squeeze": ("no", "yes"),
    "touch_move": ("strict", "friendly"),
    "finishers_stay": ("no", "yes"),
    "lanes": ("lots", "all_lanes", "chosen"),
}

# 3.9: what the levels 5 to 14 cost, and the other house values.
COSTS = {
    "steep": (0, 1, 3, 5, 7, 9, 12, 15, 18, 22),
    "double": (0, 2, 4, 6, 8, 10, 12, 14, 16, 18),
    "flat": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
}
WEAR = ((75, 1), (50, 2), (25, 3))
MEDAL_PRESSURE = (3, 2, 1)
DUMMY_PACE = (7, 8, 8, 9)

# 4.1 and 4.8: how many fields half a bend has in lanes 1 to 8.
HALVES = {
    "four_plus_lane": (5, 6, 7, 8, 9, 10, 11, 12),
    "pairs": (5, 5, 6, 6, 7, 7, 8, 8),
    "wide": (5, 7, 9, 11, 13, 15, 17, 19),
}
STRAIGHTS = (2, 5)
STRAIGHT, BOARD = 10, 14

SPACES = ("m2", "m3", "p1", "p2", "r3", "r4", "mf")
EXTRA_STEPS = {"m2": 2, "m3": 3, "mf": 1}
FREE_LEVELS = {"p1": 1, "p2": 2}
RECOVERED = {"r3": 3, "r4": 4}
STEP_COST = {"f": 1, "i": 1, "o": 2}
CARDS = frozenset({8, 9, 10, 11})


class Field(NamedTuple):
    """A field of the whole way: 4.2's section number, the lane 1 to 8, and the index there."""

    seg: int
    lane: int
    idx: int

    def token(self) -> str:
        """Write it."""
        return f"{self.seg}:{self.lane}:{self.idx}"


class Track:
    """Section 4: the counts, the steps, the start and the race order."""

    def __init__(self, half: tuple[int, ...], race: str) -> None:
        self.half = half
        self.finish = {"1500": 24, "800": 12}[race]
        self.lanes_kept = race == "800"
        self._steps: dict[tuple[Field, str], Field | None] = {}

    def n(self, seg: int, lane: int) -> int:
        """4.3: how many fields a section has in a lane."""
        if seg == self.finish:
            return BOARD
        return STRAIGHT if seg % 6 in STRAIGHTS else self.half[lane - 1]

    def start(self, lane: int) -> Field:
        """4.2 and 4.6."""
        if not self.lanes_kept:
            return Field(2, lane, 0)
        half = self.half[lane - 1]
        ahead = 2 * half - 2 * self.half[0]
        return Field(0, lane, ahead) if ahead < half else Field(1, lane, ahead - half)

    def step(self, here: Field, way: str) -> Field | None:
        """4.3: the field one step forward, inward or outward, if there is one."""
        if (here, way) not in self._steps:
            self._steps[here, way] = self._find_step(here, way)
        return self._steps[here, way]

    def _find_step(self, here: Field, way: str) -> Field | None:
        lane = here.lane + {"f": 0, "i": -1, "o": 1}[way]
        if lane not in LANES or (way != "f" and self.in_staggered_bend(here)):
            return None
        count = self.n(here.seg, lane)
        m = (here.idx + 1) * count // self.n(here.seg, here.lane)
        if m < count:
            return Field(here.seg, lane, m)
        return None if here.seg == self.finish else Field(here.seg + 1, lane, 0)

    def corner(self, here: Field, way: str) -> tuple[Field, Field] | None:
        """R-33: the two fields between which a diagonal step slips, if it passes a corner of four fields."""
        forward, to = self.step(here, "f"), self.step(here, way)
        if way == "f" or to is None or forward is None:
            return None
        if (here.idx + 1) * self.n(here.seg, to.lane) % self.n(here.seg, here.lane) != 0:
            return None
        behind = to._replace(idx=to.idx - 1)
        if to.idx == 0:
            behind = Field(here.seg, to.lane, self.n(here.seg, to.lane) - 1)
        return forward, behind

    def in_staggered_bend(self, field: Field) -> bool:
        """4.6: whether lanes are still kept there."""
        return self.lanes_kept and field.seg < 2

    def key(self, field: Field) -> tuple[int, int, int]:
        """3.2 and 4.6: larger is better placed."""
        to_go = self.n(field.seg, field.lane) - field.idx
        if not self.in_staggered_bend(field):
            return (field.seg, -to_go, -field.lane)
        if field.seg == 0:
            to_go += self.n(1, field.lane)
        return (0, -to_go, -field.lane)

    def spot(self, field: Field) -> tuple[str, int, int]:
        """3.4: name the field of the board, which is the same in every lap."""
        section = "board" if field.seg == self.finish else str(field.seg % 6)
        return section, field.lane, field.idx


class Runner:
    """3.1: one runner; the dummies come after those with a player."""

    def __init__(self, number: int, dummy: bool, ms: int) -> None:
        self.number, self.dummy, self.ms = number, dummy, ms
        self.field: Field | None = None
        self.pace, self.penalty = 5, 0
        self.hand = set(CARDS)
        self.card, self.bid = 0, 0
        self.space = ""
        self.rank: int | None = None
        self.left = False
        self.pushed, self.broke = False, False
        self.worn: set[int] = set()

    @property
    def at(self) -> Field:
        """Where the runner is, who must be on the track."""
        assert self.field is not None
        return self.field

    @property
    def racing(self) -> bool:
        """R-45: neither ranked nor, as a dummy, gone."""
        return self.rank is None and not self.left

    def pay(self, cost: int) -> None:
        """3.3; a dummy never pays."""
        if self.dummy:
            return
        self.penalty += max(0, cost - self.ms)
        self.ms = max(0, self.ms - cost)
        self.broke = self.broke or self.ms == 0


Question = dict[int, set[str]]
Answer = tuple[int, str]
Story = Generator[Question, Answer, None]
Asked = Generator[Question, Answer, str]


def _ask(who: int, tokens: set[str]) -> Asked:
    """Ask one seat or chance, unless there is only one answer."""
    if len(tokens) == 1:
        return next(iter(tokens))
    _, token = yield {who: set(tokens)}
    return token


class Race:
    """One race, from the lots to the medals. half and cost: see 4.8 and 3.9."""

    def __init__(
        self,
        options: dict[str, str],
        seats: int,
        *,
        dummies: int = 0,
        half: tuple[int, ...] = HALVES["four_plus_lane"],
        cost: tuple[int, ...] = COSTS["steep"],
    ) -> None:
        for key, word in options.items():
            if word not in OPTIONS.get(key, ()):
                raise ValueError(f"no such option: {key}={word}")
        self.options = {key: options.get(key, words[0]) for key, words in OPTIONS.items()}
        race = self.options["race"]
        self.track, self.cost = Track(half, race), cost
        ms = 50 if race == "800" else 100
        everybody = min(8, seats + dummies)
        self.runners = [Runner(number, number >= seats, ms) for number in range(everybody)]
        self.counter = 1 if race == "800" else 3
        self.passages, self.round, self.ranks = 0, 0, 0
        self.reason = ""
        self._in_play: set[str] = set()
        self._taken: set[tuple[str, int, int]] = set()
        self._story = self._tell()
        self._question: Question = next(self._story)

    # What a player of the race sees.

    def to_act(self) -> list[int]:
        """Give the seats that may act now, [-1] for chance, [] when the race is over."""
        return sorted(self._question)

    def legal(self, who: int) -> set[str]:
        """Give the tokens the seat (or chance, -1) may play now."""
        return set(self._question.get(who, set()))

    def play(self, who: int, token: str) -> None:
        """Play one token."""
        if token not in self.legal(who):
            raise ValueError(f"{who} may not play {token}")
        try:
            self._question = self._story.send((who, token))
        except StopIteration:
            self._question = {}

    def places(self) -> list[int]:
        """3.8: give each seat's place after the end; who has no rank is listed by key."""
        ranked = sorted((r for r in self._players() if r.rank), key=lambda r: r.rank or 0)
        rest = [r for r in self._in_order() if not r.dummy]
        listed = [*ranked, *rest]
        return [1 + listed.index(runner) for runner in self._players()]

    def _yes(self, option: str) -> bool:
        return self.options[option] == "yes"

    def _players(self) -> list[Runner]:
        return [runner for runner in self.runners if not runner.dummy]

    def _racing(self) -> list[Runner]:
        return [runner for runner in self.runners if runner.racing]

    def _in_order(self) -> list[Runner]:
        """R-40: those who race, from first to last."""
        return sorted(self._racing(), key=lambda r: self.track.key(r.at), reverse=True)

    def _who(self, runner: Runner) -> int:
        return CHANCE if runner.dummy else runner.number

    # The story of a race.

    def _tell(self) -> Story:
        yield from self._give_lanes()
        for self.round in range(1, ROUNDS + 1):
            yield from self._run_round()
            if self.reason:
                break
        else:
            self.reason = "limit"

    def _run_round(self) -> Story:
        yield from self._card_phase()
        if self.reason:
            return
        yield from self._pace_phase()
        if not self.reason:
            self._extra_costs()

    def _give_lanes(self) -> Story:
        """R-46."""
        lanes = set(LANES) if self.options["lanes"] != "lots" else set(LANES[: len(self.runners)])
        for runner in self.runners:
            who = self._who(runner) if self.options["lanes"] == "chosen" else CHANCE
            token = yield from _ask(who, {f"lane{lane}" for lane in lanes})
            lane = int(token.removeprefix("lane"))
            lanes.remove(lane)
            runner.field = self.track.start(lane)

    # 3.5: the card phase.

    def _card_phase(self) -> Story:
        order = self._in_order()
        for runner in self.runners:
            runner.card, runner.bid = 0, 0
        yield from self._draw_spaces()
        yield from self._choose_cards_and_bids()
        bidders = [runner for runner in self._racing() if runner.bid]
        for runner in bidders:
            runner.pay(runner.bid)
        yield from self._take_actions(self._choosers(bidders, order))
        for runner in self._racing():
            if runner.dummy:
                token = yield from _ask(CHANCE, {f"c{card}" for card in runner.hand})
                runner.card = int(token.removeprefix("c"))
        yield from self._card_moves(order)
        self._resolve_finishers()
        for runner in self.runners:
            if runner.space not in FREE_LEVELS:
                runner.space = ""

    def _draw_spaces(self) -> Story:
        """R-10."""
        self._in_play = set(SPACES)
        count = sum(not runner.dummy for runner in self._racing()) - 1
        if self.options["actions_in_play"] == "all" or count == len(SPACES):
            return
        self._in_play = set()
        while len(self._in_play) < count:
            token = yield from _ask(CHANCE, {f"space:{name}" for name in set(SPACES) - self._in_play})
            self._in_play.add(token.removeprefix("space:"))

    def _choose_cards_and_bids(self) -> Story:
        """R-4: all at once; each a card, then a bid."""
        while True:
            question: Question = {}
            for runner in self._racing():
                tokens = self._choice(runner)
                if tokens:
                    question[runner.number] = tokens
            if not question:
                return
            seat, token = yield question
            self._choose(self.runners[seat], token)

    def _choice(self, runner: Runner) -> set[str]:
        """Give what a runner must choose next; what is no choice is done for him."""
        while not runner.dummy:
            tokens = self._cards_or_bids(runner)
            if len(tokens) != 1:
                return tokens
            self._choose(runner, tokens.pop())
        return set()

    def _cards_or_bids(self, runner: Runner) -> set[str]:
        if not runner.card:
            return {f"c{card}" for card in runner.hand}
        out = runner.ms == 0 or (self._yes("broke_latch") and runner.broke)
        if runner.bid or out:
            return set()
        highest = min(8, runner.ms) if self.options["overbid"] == "capped" else 8
        return {f"b{bid}" for bid in range(1, highest + 1)}

    def _choose(self, runner: Runner, token: str) -> None:
        number = int(token[1:])
        if token[0] == "c":
            runner.card = number
        else:
            runner.bid = number

    def _choosers(self, bidders: list[Runner], order: list[Runner]) -> list[Runner]:
        """R-8, R-11, R-12, R-13: who takes an action, one after the other."""
        worst_first = [runner for runner in reversed(order) if runner in bidders]
        queue = sorted(worst_first, key=lambda r: -r.bid)
        if len(queue) == 1 and self._yes("lone_bidder_gets_action"):
            return queue
        if queue and self._yes("all_lowest_lose"):
            return [runner for runner in queue if runner.bid > queue[-1].bid]
        return queue[:-1]

    def _take_actions(self, choosers: list[Runner]) -> Story:
        """R-9, R-10, R-16, R-19."""
        for runner in choosers:
            free = self._in_play - {other.space for other in self.runners}
            if self._yes("may_decline"):
                free = free | {"-"}
            if not free:
                continue
            space = yield from _ask(runner.number, free)
            if space == "-":
                continue
            runner.space = space
            runner.ms += RECOVERED.get(space, 0)
            if self.options["cap_at_100"] == "yes":
                runner.ms = min(100, runner.ms)
            if space in FREE_LEVELS and self.options["free_pace"] == "marker":
                yield from self._push(runner)

    def _push(self, runner: Runner) -> Story:
        most = min(FREE_LEVELS[runner.space], 14 - runner.pace)
        token = yield from _ask(runner.number, {f"+{levels}" for levels in range(most + 1)})
        runner.pace += int(token)
        runner.pushed = int(token) > 0

    def _card_moves(self, order: list[Runner]) -> Story:
        """R-18, R-20, R-21."""
        for runner in order:
            runner.hand.remove(runner.card)
        for runner in sorted(order, key=lambda r: r.space != "mf"):
            points = runner.card + EXTRA_STEPS.get(runner.space, 0)
            yield from self._move(runner, points, ghost=runner.space == "mf")
        for runner in order:
            if not runner.hand:
                runner.hand = set(CARDS)

    # 3.6: the pace phase.

    def _pace_phase(self) -> Story:
        order = self._in_order()
        chosen: dict[int, str] = {}
        if self._yes("simultaneous_pace"):
            yield from self._choose_levels(chosen)
        for runner in order:
            if runner.dummy:
                runner.pace = DUMMY_PACE[runner.at.seg // 6]
            elif runner.number in chosen:
                self._set_pace(runner, chosen[runner.number])
            else:
                token = yield from _ask(runner.number, self._levels(runner))
                self._set_pace(runner, token)
            yield from self._move(runner, runner.pace, ghost=False)
        self._resolve_finishers()
        for runner in self.runners:
            runner.space, runner.pushed = "", False

    def _choose_levels(self, chosen: dict[int, str]) -> Story:
        """R-23, the option: all choose at once."""
        question = {r.number: self._levels(r) for r in self._racing() if not r.dummy}
        for seat, tokens in list(question.items()):
            if len(tokens) == 1:
                chosen[seat] = question.pop(seat).pop()
        while question:
            seat, token = yield {waiting: set(tokens) for waiting, tokens in question.items()}
            chosen[seat] = token
            del question[seat]

    def _levels(self, runner: Runner) -> set[str]:
        """R-19, R-25, R-36: give the level to pay and the free steps."""
        free = FREE_LEVELS.get(runner.space, 0) if self.options["free_pace"] == "discount" else 0
        raised = runner.pushed and self.options["push_then_raise"] == "no"
        highest = min(14, runner.pace + (0 if raised else 1))
        if runner.ms == 0:
            highest = 5
        return {
            f"L{level}+{more}"
            for level in range(5, highest + 1)
            for more in range(free + 1)
            if level + more <= 14
        }

    def _set_pace(self, runner: Runner, token: str) -> None:
        level, more = (int(each) for each in token[1:].split("+"))
        cost = self.cost[level - 5]
        no_rebate = runner.pushed and self._yes("no_rebate_after_push")
        if level + more < runner.pace and not no_rebate:
            cost = max(0, cost - 1)
        runner.pay(0 if runner.ms == 0 else cost)
        runner.pace = level + more

    # 3.7: extra costs.

    def _extra_costs(self) -> None:
        order = self._in_order()
        somebody_in = len(order) < len(self.runners)
        if not (somebody_in and self.options["leader_pays_when_finished"] == "no"):
            pressure = self._yes("medal_pressure") and self.counter == 0
            for runner, cost in zip(order, MEDAL_PRESSURE if pressure else (2,), strict=False):
                runner.pay(cost)
        if self._yes("wear"):
            for runner in order:
                self._wear_out(runner)

    def _wear_out(self, runner: Runner) -> None:
        for mark, cost in WEAR:
            if not runner.dummy and mark not in runner.worn and runner.ms <= mark:
                runner.worn.add(mark)
                runner.pay(cost)

    # 3.4: moving.

    def _move(self, runner: Runner, points: int, ghost: bool) -> Story:
        left = max(0, points - runner.penalty)
        over = max(0, runner.penalty - points)
        runner.penalty = over if self._yes("carry_excess") else 0
        others = [other.field for other in self.runners if other is not runner]
        self._taken = {self.track.spot(field) for field in others if field is not None}
        if runner.dummy:
            best = max(self._ends(runner, left, ghost), key=self.track.key)
            if best != runner.at:
                yield {CHANCE: {best.token()}}
                self._put(runner, best)
        elif self.options["touch_move"] == "friendly":
            yield from self._move_at_once(runner, left, ghost)
        else:
            yield from self._move_step_by_step(runner, left, ghost)

    def _move_at_once(self, runner: Runner, left: int, ghost: bool) -> Story:
        ends = {field.token(): field for field in self._ends(runner, left, ghost)}
        token = yield from _ask(runner.number, set(ends))
        self._put(runner, ends[token])

    def _move_step_by_step(self, runner: Runner, left: int, ghost: bool) -> Story:
        """R-31, R-34, R-35: each step is final."""
        while True:
            steps = dict(self._steps(runner.at, left, ghost))
            tokens = set(steps)
            if self._is_free(runner.at):
                tokens.add(".")
            if not steps:
                return
            _, token = yield {runner.number: tokens}
            if token == ".":
                return
            self._put(runner, steps[token])
            left -= STEP_COST[token]

    def _steps(self, here: Field, left: int, ghost: bool) -> Iterator[tuple[str, Field]]:
        """R-18, R-31, R-33: the steps that may be taken from a field with so many points left."""
        for way, cost in STEP_COST.items():
            to = self.track.step(here, way)
            if to is None or cost > left:
                continue
            if not ghost and self._is_squeezed(here, way):
                continue
            if self._is_free(to) or (ghost and self._gets_out(to, left - cost)):
                yield way, to

    def _gets_out(self, here: Field, left: int) -> bool:
        """R-18: whether a free field can be reached from a taken one."""
        return any(True for _ in self._steps(here, left, ghost=True))

    def _ends(self, runner: Runner, left: int, ghost: bool) -> set[Field]:
        """Walk to every field with as many points left as can be, and give the free ones."""
        most_left: dict[Field, int] = {}
        to_walk = {left: {runner.at}}
        for points in range(left, -1, -1):
            for here in to_walk.get(points, set()) - set(most_left):
                most_left[here] = points
                for way, to in self._steps(here, points, ghost):
                    to_walk.setdefault(points - STEP_COST[way], set()).add(to)
        return {field for field in most_left if self._is_free(field)}

    def _is_free(self, field: Field) -> bool:
        return self.track.spot(field) not in self._taken

    def _is_squeezed(self, here: Field, way: str) -> bool:
        if not self._yes("no_squeeze"):
            return False
        corner = self.track.corner(here, way)
        return corner is not None and not any(self._is_free(field) for field in corner)

    def _put(self, runner: Runner, field: Field) -> None:
        """R-38, R-39: move, and turn the lap counter for the first to complete a lap."""
        runner.field = field
        if field.seg // 6 > self.passages:
            self.passages = field.seg // 6
            self.counter = max(0, self.counter - 1)

    # 3.8: finish.

    def _resolve_finishers(self) -> None:
        for runner in self._in_order():
            if runner.at.seg < self.track.finish:
                continue
            if runner.dummy:
                runner.left = True
            else:
                self._give_rank(runner)
            if not self._yes("finishers_stay"):
                runner.field = None
        self._see_whether_over()

    def _give_rank(self, runner: Runner) -> None:
        self.ranks += 1
        runner.rank = self.ranks

    def _see_whether_over(self) -> None:
        left = [runner for runner in self._racing() if not runner.dummy]
        end_after = self.options["end_after"]
        if not left:
            self.reason = "all_in"
        elif end_after != "all" and self.ranks >= int(end_after):
            self.reason = {"1": "winner", "3": "medals"}[end_after]
        elif len(left) == 1 and not self._yes("last_runs_on"):
            self._give_rank(left[0])
            self.reason = "last_left"
