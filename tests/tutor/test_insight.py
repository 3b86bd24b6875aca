"""A learner's costs: every figure is counted once more, every picture is as large as its figure, and an empty diary is
met kindly."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from rallyman_tutor.coach.coaches import CARDS
from rallyman_tutor.coach.puzzles import puzzles
from rallyman_tutor.games import SHELF
from rallyman_tutor.scene.shapes import Circle, Line, Polygon, Scene, Text
from rallyman_tutor.tutor.learner import insight, insight_plots
from rallyman_tutor.tutor.learner.diary import MOST_ENTRIES
from rallyman_tutor.tutor.learner.estimates import RANGES, middle_of
from rallyman_tutor.tutor.learner.insight import MOST_BARS, MOST_STAGES, RECENT
from rallyman_tutor.tutor.learner.insight_view import Insight, Part, insight_shown
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from rallyman_tutor.tutor.learner.progress import (
    Progress,
    with_broken_rule,
    with_drive,
    with_guess,
    with_mistakes,
    with_practised,
)
from rallyman_tutor.tutor.lesson.sitting import MOVE
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
LOST = (20.0, 10.0, 6.0, 0.0, 4.0, 9.0, 1.0)


def shown(progress: Progress, key: str = "classic") -> dict[str, Part]:
    found: Insight = insight_shown(progress, SHELF[key], "light")
    assert not [
        part for part in found["parts"] if re.search(r"[{}]|None", part["said"] + part["how"] + str(part["rows"]))
    ]
    return {part["id"]: part for part in found["parts"]}


def drives(lost: tuple[float, ...], key: str = "classic") -> Progress:
    """The progress of somebody who has looked back at a drive a day."""
    progress = Progress()
    for day, seconds in enumerate(lost):
        progress = with_drive(progress, [(f"{key}/first", seconds, 100 + day)], 0, NOON + day * DAY)
    return progress


def mistake(key: str, number: int, wrong: int) -> tuple[PastDecision, float]:
    """A wrong answer of a puzzle as a decision of a drive."""
    found = puzzles(key)[number]
    best, chosen = found.answers[0], found.answers[wrong]
    return PastDecision(key, found.position, (best.moves[0], chosen.moves[0])), chosen.cost - best.cost


def test_an_empty_diary_shows_doors_and_no_picture() -> None:
    for key in some(SHELF):
        found = insight_shown(Progress(), SHELF[key], "dark")
        cards = ["decisions"] if key in CARDS else []
        assert found["empty"] and [part["id"].partition("-")[0] for part in found["parts"]] == [
            "stages", "risk", "decisions", *cards, "rules",
        ]  # fmt: skip
        for part in some(found["parts"]):
            assert part["said"] and part["door"]["at"] and part["door"]["label"]
            assert not part["picture"] and not part["bars"] and not part["rows"]


def test_what_stages_cost_is_averaged_and_stands_in_the_table_the_newest_first() -> None:
    part = shown(drives(LOST))["stages-classic"]
    now, before = sum(LOST[-RECENT:]) / RECENT, sum(LOST[:-RECENT]) / (len(LOST) - RECENT)
    assert f"{now:.1f}\u00a0s each" in part["said"] and f"it was {before:.1f}\u00a0s" in part["said"]
    assert [row[2] for row in part["rows"]] == [f"{lost:.1f} s" for lost in reversed(LOST)]
    assert [row[1] for row in part["rows"]][-1] == "2026-03-01" and part["rows"][-1][3] == "1:40"
    assert f"on {3} stages".capitalize() in shown(drives(LOST[:3]))["stages-classic"]["said"]
    assert "20.0\u00a0s." in shown(drives(LOST[:1]))["stages-classic"]["said"]


def test_the_average_road_follows_the_last_few_stages() -> None:
    stages = insight.stages_driven(drives(LOST).diary, "classic")
    assert insight.averages(stages) == pytest.approx([20, 15, 12, 9, 8, 29 / 5, 20 / 5])
    many = drives(tuple(float(n % 7) for n in range(MOST_STAGES + 4)))
    assert len(insight.stages_driven(many.diary, "classic")) == MOST_STAGES < MOST_ENTRIES


def test_a_game_with_drives_has_a_plot_of_its_own_beside_that_on_the_table() -> None:
    assert list(shown(drives(LOST, "dirt")))[:2] == ["stages-classic", "stages-dirt"]
    assert [id_ for id_ in shown(drives(LOST, "dirt"), "dirt") if id_.startswith("stages")] == ["stages-dirt"]


def test_stones_lie_as_high_as_their_seconds_between_lines_with_figures() -> None:
    scene = insight_plots.losses(LOST, insight.averages(insight.stages_driven(drives(LOST).diary, "classic")))
    stones = [one for one in shapes(scene) if isinstance(one, Circle) and one.fill == "gravel"]
    marks = {int(one.text): one.y for one in shapes(scene) if isinstance(one, Text)}
    high = max(marks)
    assert set(marks) == {0, 5, 10, 15, 20} and marks[high] < marks[0]
    for stone, lost in some(zip(stones, LOST, strict=True)):
        assert stone.y == pytest.approx(marks[0] + (marks[high] - marks[0]) * lost / high)
    assert [stone.x for stone in stones] == sorted({stone.x for stone in stones})


@pytest.mark.parametrize("most", [0.0, 0.4, 3.0, 12.0, 59.0, 700.0, 5000.0])
def test_whatever_was_lost_is_in_the_picture_with_few_lines(most: float) -> None:
    scene = insight_plots.losses([most], [most])
    texts = [one for one in shapes(scene) if isinstance(one, Text)]
    assert 2 <= len(texts) <= 1 + insight_plots.MOST_LINES and max(int(one.text) for one in texts) >= most
    assert all(
        0 <= one.y <= scene.height and 0 <= one.x <= scene.width for one in shapes(scene) if isinstance(one, Circle)
    )


def guessing(*pairs: tuple[int, int]) -> Progress:
    """The progress of somebody who said these ranges where those were true."""
    progress = Progress()
    for said, true in pairs:
        progress = with_guess(progress, "dirt", middle_of(said), middle_of(true), 0, said == true, NOON, 1)
    return progress


def test_guesses_are_counted_by_what_was_said_and_what_is_true() -> None:
    progress = guessing((0, 0), (0, 0), (1, 3), (4, 2), (4, 4))
    for hints in (MOVE, MOVE + 1):  # the chance was given away
        progress = with_guess(progress, "dirt", 0.9, 0.9, hints, True, NOON, 1)
    part = shown(progress)["risk"]
    assert part["said"] == "Guesses: 5. In the right range: 3. Riskier than you said: 1. Safer than you said: 1."
    cells = [[int(cell) for cell in row[1:]] for row in part["rows"]]
    assert sum(map(sum, cells)) == 5 and (cells[0][0], cells[1][3], cells[4][2], cells[4][4]) == (2, 1, 1, 1)
    assert [row[0] for row in part["rows"]] == part["head"][1:] == text_tables("tutor")["page"]["risk-ranges"]


def test_a_wheel_is_larger_the_more_often_and_higher_the_more_dangerous_it_was() -> None:
    scene = insight_plots.guess_grid(insight.guesses(guessing((0, 0), (0, 0), (1, 3)).diary))
    often, once = [one for one in shapes(scene) if isinstance(one, Circle) and one.fill == "tyre"]
    assert often.radius > once.radius and once.y < often.y and once.x > often.x
    assert [one.text for one in shapes(scene) if isinstance(one, Text) and one.fill == "black"] == ["2", "1"]
    green = [one for one in shapes(scene) if isinstance(one, Polygon) and one.fill == "legal"]
    assert len(green) == RANGES


def test_the_decisions_that_cost_most_stand_first_with_the_sum_of_their_seconds() -> None:
    found = [mistake("classic", number, wrong) for number, wrong in ((0, 1), (40, 1), (80, 2), (120, 1), (200, 2))]
    progress = with_mistakes(with_mistakes(Progress(), found, NOON), found[:1], NOON + DAY)
    costs = insight.costliest_mistakes(progress)
    assert sum(one.seconds for one in costs) == pytest.approx(sum(cost for _, cost in [*found, found[0]]), abs=0.1)
    assert sum(one.times for one in costs) == 6
    part = shown(progress)["decisions"]
    assert len(part["bars"]) == len(costs) <= MOST_BARS
    assert [one.seconds for one in costs] == sorted((one.seconds for one in costs), reverse=True)
    for bar, one in some(zip(part["bars"], costs, strict=True)):
        times = "once" if one.times == 1 else f"{one.times} times"
        assert bar["much"] == f"{one.seconds:.1f}\u00a0s, {times}" and bar["name"][0].isupper()
    assert part["said"].startswith(part["bars"][0]["name"])


def test_mistakes_against_one_principle_are_one_kind_and_lead_to_the_handbook() -> None:
    found = [mistake("classic", number, wrong) for number, wrong in ((0, 1), (40, 1), (80, 2))]
    codes = ("CLD-DIE-01", "CLD-DIE-01", "")
    decided = [(one._replace(principle=code), cost) for (one, cost), code in zip(found, codes, strict=True)]
    part = shown(with_mistakes(Progress(), decided, NOON))["decisions"]
    (bar,) = [bar for bar in part["bars"] if "at" in bar]
    assert (bar["name"], bar["at"]) == ("Secure the die that decides", "rules/CLD-DIE-01")
    assert bar["much"] == f"{sum(cost for _, cost in found[:2]):.1f}\u00a0s, 2 times" and len(part["bars"]) == 2


def test_a_decision_that_cannot_be_read_any_more_is_left_out() -> None:
    lost = PastDecision("classic", "no such road", ("stop", "stop"))
    assert insight.costliest_mistakes(with_mistakes(Progress(), [(lost, 3.0)], NOON)) == []


def test_rules_are_counted_where_they_were_broken_or_answered_wrongly() -> None:
    progress = Progress()
    for day in range(3):
        progress = with_broken_rule(progress, "CL-GEAR-03", NOON + day * DAY)
    progress = with_practised(progress, "CL-GEAR-03", 2, 0, NOON + 9 * DAY)
    progress = with_practised(progress, "CL-GEAR-02", 0, 0, NOON + 9 * DAY)
    progress = with_practised(progress, "DI-GEAR-02", 1, 0, NOON + 9 * DAY)
    assert insight.costliest_rules(progress.diary) == [("CL-GEAR-03", 4), ("DI-GEAR-02", 1)]
    part = shown(progress)["rules"]
    assert [bar["much"] for bar in part["bars"]] == ["4 times", "once"]
    assert [bar["at"] for bar in part["bars"]] == ["rules/CL-GEAR-03", "rules/DI-GEAR-02"]
    assert part["bars"][1]["name"].endswith("(Rallyman: DIRT)") and part["door"]["at"] == "practice"


def test_a_road_is_as_long_as_its_share() -> None:
    ends = [
        max(x for one in shapes(scene(share)) if isinstance(one, Polygon) for x, _ in one.points)
        for share in (0, 0.5, 1)
    ]
    assert ends[1] - ends[0] == pytest.approx(ends[2] - ends[1]) and ends[0] < ends[2] <= insight_plots.BAR_WIDE
    assert not [one for one in shapes(scene(0)) if isinstance(one, Line)], "there is no room for a middle line"


def scene(share: float) -> Scene:
    return insight_plots.road_bar(share, 3)


def shapes(scene: Scene) -> list[object]:
    return [shape for _, layer in scene.layers for shape in layer]
