"""1500 m's track against section 4 of the rule document: counts, diagonals, race order, both starts."""

import pytest
from runs import FIFTEEN, Run

from homestretch.games.fifteen_hundred import runners as r
from homestretch.games.fifteen_hundred.house import BENDS, half_of
from homestretch.games.fifteen_hundred.oval import numbers, widest
from homestretch.games.fifteen_hundred.reach import ahead
from homestretch.games.fifteen_hundred.words import field_name, field_numbers

BOX = FIFTEEN.box()
LAPS = {1: 40, 2: 44, 3: 48, 4: 52, 5: 56, 6: 60, 7: 64, 8: 68}


def named(name: str, way: int, home: int = 0) -> str:
    """Give the name of the field one step ahead of a field."""
    target = ahead(BOX, home, field_numbers(BOX)[name.upper()], way)
    return field_name(BOX, target) if target >= 0 else ""


def test_4_1_each_lane_has_its_fields_and_all_together_432() -> None:
    fields = [(BOX.lane[i] + 1, BOX.section[i]) for i in range(BOX.fields)]
    assert len(fields) == 432
    for lane, lap in LAPS.items():
        sizes = [fields.count((lane, section)) for section in range(6)]
        assert sizes == [4 + lane, 4 + lane, 10, 4 + lane, 4 + lane, 10]
        assert sum(sizes) == lap
    board = [BOX.lane[i] + 1 for i in range(BOX.fields, r.MOST_FIELDS) if BOX.lane[i] >= 0]
    assert [board.count(lane) for lane in LAPS] == [14] * 8


def test_4_1_lane_1_has_30_fields_to_the_first_passage_and_150_to_the_finish() -> None:
    field, lap, passages = BOX.starts[0], 0, []
    for steps in range(1, 151):
        following = ahead(BOX, int(lap == 3), field, r.FORWARD)
        if following < field or following >= BOX.fields:
            lap += 1
            passages.append(steps)
        field = following
    assert passages == [30, 70, 110, 150]
    assert field_name(BOX, field) == "1F0"


@pytest.mark.parametrize(
    ("field", "inward", "forward", "outward"),
    [
        ("2B1a1", "1B1a1", "2B1a2", "3B1a2"),
        ("3B1a6", "2B1b0", "3B1b0", "4B1b0"),
        ("4HS9", "3B1a0", "4B1a0", "5B1a0"),
        ("5B1b8", "4BS0", "5BS0", "6BS0"),
        ("6BS3", "5BS4", "6BS4", "7BS4"),
        ("1BS3", "", "1BS4", "2BS4"),
        ("8B2a0", "7B2a0", "8B2a1", ""),
    ],
)
def test_3_10_and_4_3_diagonals(field: str, inward: str, forward: str, outward: str) -> None:
    assert [named(field, way) for way in (r.INWARD, r.FORWARD, r.OUTWARD)] == [inward, forward, outward]


def test_4_5_in_the_last_lap_the_line_leads_onto_the_board() -> None:
    assert [named("4HS9", way, 1) for way in (r.INWARD, r.FORWARD, r.OUTWARD)] == ["3F0", "4F0", "5F0"]
    assert [named("4F12", way, 1) for way in (r.INWARD, r.FORWARD, r.OUTWARD)] == ["3F13", "4F13", "5F13"]
    assert [named("4F13", way, 1) for way in (r.INWARD, r.FORWARD, r.OUTWARD)] == ["", "", ""]


def test_4_3_all_2786_diagonals_of_a_race_gain_what_the_document_says() -> None:
    """From the back straight of the first lap to the home straight of the fourth: sections 2 to 23."""
    half = half_of(BENDS[0])
    size = {section: [10] * 8 if section in (2, 5) else list(half) for section in range(6)}
    count = 0
    for seg in range(2, 24):
        section = seg % 6
        for place, number in numbers(half).items():
            if place[0] != section:
                continue
            _, lane, index = place
            left = size[section][lane] - index
            for way, other in ((r.INWARD, lane - 1), (r.OUTWARD, lane + 1)):
                target = ahead(BOX, int(seg >= 18), number, way)
                assert (target >= 0) == (0 <= other < 8)
                if target < 0:
                    continue
                count += 1
                assert BOX.lane[target] == other
                if BOX.section[target] != section:
                    assert (left, BOX.index[target]) == (1, 0)
                    continue
                gained = left - (size[section][other] - BOX.index[target])
                assert gained == (0 if way == r.OUTWARD and section not in (2, 5) else 1)
    assert count == 2786


@pytest.mark.parametrize("bends", BENDS)
def test_4_3_and_4_8_steps_are_the_formula_on_every_built_in_track(bends: str) -> None:
    half, box = half_of(bends), FIFTEEN.box({"half": bends})
    number = numbers(half)
    for (section, lane, index), field in number.items():
        for way, other in ((r.FORWARD, lane), (r.INWARD, lane - 1), (r.OUTWARD, lane + 1)):
            for home in (0, 1):
                if not 0 <= other < 8 or (section == 6 and not home):
                    continue
                n = {6: (14, 14), 2: (10, 10), 5: (10, 10)}.get(section, (half[lane], half[other]))
                m = (index + 1) * n[1] // n[0]
                if m < n[1]:
                    wanted = number[section, other, m]
                elif section == 6:
                    wanted = -1
                else:
                    wanted = number[section + 1 if section < 5 or home else 0, other, 0]
                assert ahead(box, home, field, way) == wanted


@pytest.mark.parametrize("bends", BENDS)
def test_a_move_of_14_fits_what_an_action_can_say(bends: str) -> None:
    assert widest(half_of(bends)) < r.WINDOW


def test_every_step_forward_or_inward_betters_the_place() -> None:
    """4.3: forward and inward steps always better the place."""
    for field in range(BOX.fields):
        for way in (r.FORWARD, r.INWARD):
            target = ahead(BOX, 1, field, way)
            if target >= 0:
                assert BOX.key[0][target] > BOX.key[0][field]


def test_3_10_race_order_in_a_bend_counts_to_the_next_line_and_then_prefers_the_inside() -> None:
    assert Run(3, at="A=1B2a2 B=2B2a3 C=3B2a5").order() == "CAB"
    assert Run(3, at="A=1B2a4 B=8B2b0 C=3BS0").order() == "BAC"


def test_r_41_keys_of_a_lap_are_all_different_and_a_later_section_is_better() -> None:
    for row in BOX.key:
        assert sorted(row[:544]) == list(range(544))
    ordered = sorted(range(544), key=lambda field: BOX.key[0][field])
    assert [BOX.section[field] for field in ordered] == sorted(BOX.section[:544])


def test_r_42_a_lapped_runner_is_behind_by_distance_and_still_blocks() -> None:
    run = Run(3, at="A=1BS4/1 B=1BS5/0 C=2HS0/0")
    assert run.order() == "ACB"
    run.moves(5, 5, 5)
    assert run.refusal("1BS5") == "R-33.taken"
    assert "1BS6" in run.may().split()  # by lane 2, for 3 points


def test_r_46_and_r_47_all_start_level_and_lane_1_is_first() -> None:
    run = Run(5)
    assert [run.at(each) for each in "ABCDE"] == ["1BS0", "2BS0", "3BS0", "4BS0", "5BS0"]
    assert run.order() == "ABCDE"
    assert list(run.s.strength[:5]) == [100] * 5
    assert list(run.s.pace[:5]) == [5] * 5
    assert run.s.counter == 3


def test_4_6_the_800_m_starts_in_a_stagger_with_ten_fields_left_of_the_bend() -> None:
    run = Run(8, {"race": "800"})
    starts = ["1B1a0", "2B1a2", "3B1a4", "4B1a6", "5B1a8", "6B1b0", "7B1b1", "8B1b2"]
    assert [run.at(each) for each in "ABCDEFGH"] == starts
    assert run.order() == "ABCDEFGH"
    assert list(run.s.strength) == [50] * 8
    assert run.s.counter == 1
    for runner in range(8):
        field = run.s.at[runner]
        for _ in range(10):
            assert run.box.section[field] < 2
            field = ahead(run.box, 0, field, r.FORWARD)
        assert (run.box.section[field], run.box.index[field]) == (2, 0)


def test_4_6_the_800_m_keeps_lanes_until_the_bend_is_left() -> None:
    run = Run(3, {"race": "800"}).moves(10, 11, 12)
    assert run.may() == "1B1a0 1B1a1 1B1a2 1B1a3 1B1a4 1B1b0 1B1b1 1B1b2 1B1b3 1B1b4 1BS0"
    run.play("1BS0")
    assert [each for each in run.may().split() if "BS" in each] == ["2BS0", "1BS1", "2BS1"]
    strict = Run(3, {"race": "800", "touch_move": "strict"}).moves(10, 11, 12)
    assert strict.refusal("o") == "R-2.keep_lane"


def test_4_6_in_the_staggered_bend_the_order_counts_to_its_end_in_either_half() -> None:
    run = Run(3, {"race": "800"}, at="A=1B1b0 B=8B1b8 C=5B1a8")
    assert run.order() == "BAC"  # 5, 4 and 10 fields to go
    assert Run(3, at="A=1B1b0 B=8B1b8 C=5B1a8").order() == "BAC"
    assert Run(3, {"race": "800"}, at="A=1B1b0 B=5B1a0 C=8B1b0").order() == "ACB"  # 5, 18 and 12 to go
    assert Run(3, {"race": "800"}, at="A=6B1a9 B=8B1b0 C=1BS0").order() == "CAB"  # 11 and 12 to go
    assert Run(3, at="A=6B1a9 B=8B1b0 C=1BS0").order() == "CBA"  # as usual the second half is ahead
