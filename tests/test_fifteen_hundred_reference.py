"""1500 m's rules against an independent second implementation, move by move, under all kinds of options."""

import random
from typing import Any

import pytest
from fifteen_hundred_reference import CHANCE, COSTS, HALVES, OPTIONS, SPACES, Field, Race, Runner

from homestretch.engine.contract import OVER
from homestretch.engine.play import act, legal_actions, new_state, places
from homestretch.games import game
from homestretch.games.fifteen_hundred import runners as r

NEVER = -1.0
"""How keen runners are who stand still whenever they may."""
FIFTEEN = game("fifteen_hundred")
RULES = FIFTEEN.rules
BENDS = {
    **{word: (word, half) for word, half in HALVES.items()},
    "own": ("half = [3, 4, 4, 6, 6, 7, 9, 10]\n", (3, 4, 4, 6, 6, 7, 9, 10)),
}
"""Per track how the option says it, and how many fields half a bend has."""
PRICES: tuple[tuple[str, tuple[int, ...], dict[str, str]], ...] = (
    *((word, cost, {}) for word, cost in COSTS.items()),
    ("flat", (0, 1, 2, 40, 4, 5, 30, 7, 8, 9), {"cost_8": "40", "cost_11": "30"}),
)
"""What the levels cost: the name of a table, the costs, and which of them are entered one by one."""


class Both:
    """The same race twice: by the game's rules, and by the reference."""

    def __init__(self, dice: random.Random, seats: int, **options: str) -> None:
        self.dice = dice
        dummies = dice.choice((0, 0, 0, 1, 2, 5))
        said, half = BENDS[dice.choice(tuple(BENDS))]
        named, cost, entered = dice.choice(PRICES)
        given = {key: dice.choice(words) for key, words in OPTIONS.items() if dice.random() < 0.5} | options
        self.agreed = {**given, "dummies": str(dummies), "cost": named, "half": said} | entered
        self.race = Race(given, seats, dummies=dummies, half=half, cost=cost)
        self.box = FIFTEEN.box(self.agreed, seats)
        self.s, _ = new_state(RULES, self.box)
        self.keen = dice.choice((0.6, 0.95, 1.0))

    def play(self) -> None:
        while RULES.to_move(self.box, self.s) != OVER:
            self.one_move()
        assert self.race.to_act() == []
        assert list(places(RULES, self.box, self.s)) == self.race.places(), self.agreed
        assert RULES.REASONS[RULES.reason(self.box, self.s)] == f"R-3.{self.race.reason}", self.agreed

    def one_move(self) -> None:
        bits = RULES.pending(self.box, self.s)
        acting = [seat for seat in range(self.box.seats) if bits >> seat & 1] or [CHANCE]
        assert acting == self.race.to_act(), self.agreed
        options: dict[int, dict[str, int]] = {}
        for who in acting:
            options[who] = {self.token(a): a for a in legal_actions(RULES, self.box, self.s, who)}
            assert set(options[who]) == self.race.legal(who), (self.agreed, who)
        who = self.dice.choice(acting)
        token = self.pick(options[who])
        act(RULES, self.box, self.s, who, options[who][token])
        self.race.play(who, token)
        self.compare()

    def pick(self, options: dict[str, int]) -> str:
        """Choose anything; who is keen prefers to go on, and goes far."""
        tokens = sorted(options, key=options.__getitem__)
        if self.keen == NEVER and options[tokens[0]] == r.END:
            return tokens[0]
        if self.dice.random() < self.keen:
            if tokens[-1] == ".":
                return self.dice.choice(tokens[:-1])
            if options[tokens[-1]] < r.STEP or options[tokens[-1]] >= r.PACE:
                return max((self.dice.choice(tokens) for _ in range(4)), key=options.__getitem__)
        return self.dice.choice(tokens)

    def field(self, runner: int, ahead: int = 0) -> Field:
        """Give the field so many places further on in running order."""
        at, lap = self.s.at[runner] + ahead, self.s.lap[runner]
        if lap < self.box.laps - 1 and at >= self.box.fields:
            at, lap = at - self.box.fields, lap + 1
        return Field(6 * lap + self.box.section[at], self.box.lane[at] + 1, self.box.index[at])

    def token(self, action: int) -> str:
        """Write an action as the reference does."""
        if action < r.STEP:
            return self.field(self.s.turn, action).token()
        if action < r.LANE:
            return "fio."[action - r.STEP]
        if action < r.CARD:
            return f"lane{action - r.LANE + 1}"
        if action < r.TAKE:
            return f"c{action - r.CARD + 8}" if action < r.BID else f"b{action - r.BID + 1}"
        if action < r.DECLINE:
            return ("space:" if self.s.phase == r.DRAW_SPACES else "") + SPACES[action - r.TAKE]
        if action < r.PACE:
            return "-" if action == r.DECLINE else f"+{action - r.PUSH}"
        level, free = divmod(action - r.PACE, r.FREE)
        return f"L{level + 5}+{free}"

    def compare(self) -> None:
        assert (self.s.counter, self.s.led) == (self.race.counter, self.race.passages), self.agreed
        assert self.s.round == self.race.round, self.agreed
        for runner in self.race.runners:
            if runner.field is not None or self.s.phase != r.LOTS:
                seen, known = self.seen(runner.number), told(runner)
                if not runner.racing:
                    del seen["hand"], known["hand"]
                    if self.race.reason:
                        del seen["field"], known["field"]
                assert seen == known, (self.agreed, runner.number)

    def seen(self, number: int) -> dict[str, Any]:
        s = self.s
        rank = s.rank[number]
        public = {
            "field": None if s.at[number] == r.GONE else self.field(number),
            "hand": {card + 8 for card in range(4) if s.hand[number] >> card & 1},
            "pace": s.pace[number],
            "rank": "left" if rank == r.OUT else rank,
        }
        return public | (
            {"strength": s.strength[number], "penalty": s.penalty[number]} if number < self.box.seats else {}
        )


def told(runner: Runner) -> dict[str, Any]:
    public = {
        "field": runner.field,
        "hand": runner.hand,
        "pace": runner.pace,
        "rank": "left" if runner.left else runner.rank or 0,
    }
    return public | ({} if runner.dummy else {"strength": runner.ms, "penalty": runner.penalty})


@pytest.mark.parametrize("seed", range(20))
def test_every_move_agrees_with_the_reference_where_a_move_is_one_choice(seed: int) -> None:
    for number in range(4):
        dice = random.Random(100 * seed + number)
        Both(dice, dice.randint(3, 8), touch_move="friendly").play()


@pytest.mark.parametrize("seed", range(20))
def test_every_move_agrees_with_the_reference_where_each_step_is_one(seed: int) -> None:
    for number in range(2):
        dice = random.Random(5000 + 100 * seed + number)
        Both(dice, dice.choice((3, 3, 4, 5, 8)), touch_move="strict").play()


@pytest.mark.parametrize("seed", range(15))
def test_every_move_agrees_with_the_reference_in_the_staggered_race(seed: int) -> None:
    for number in range(3):
        dice = random.Random(10_000 + 100 * seed + number)
        Both(dice, dice.randint(3, 8), race="800").play()


@pytest.mark.parametrize("seed", range(10))
def test_every_move_agrees_with_the_reference_when_the_last_runner_runs_on(seed: int) -> None:
    dice = random.Random(20_000 + seed)
    Both(dice, 3, end_after="all", last_runs_on="yes", touch_move="friendly").play()


def test_every_move_agrees_with_the_reference_when_nobody_gets_anywhere() -> None:
    both = Both(random.Random(30_000), 4, touch_move="friendly")
    both.keen = NEVER
    both.play()
    assert (both.race.round, both.race.reason) == (60, "limit")
