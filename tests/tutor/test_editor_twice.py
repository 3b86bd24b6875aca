"""Every sentence of the stage editor is told: refusals for what they refuse, and what they advise is then done.

The texts are the group `[editor]` of the tutor.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from math import inf
from typing import Any

import pytest

from rallyman_tutor.coach import stage_figures
from rallyman_tutor.coach.solver.costs import QuickBounds
from rallyman_tutor.coach.stage_figures import Hurts, Share, StageFigures, Waits
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.road import LONGEST
from rallyman_tutor.tutor.building import building as roads
from rallyman_tutor.tutor.building.building import Building
from rallyman_tutor.tutor.building.dirt import BOX
from rallyman_tutor.tutor.building.kit import CannotLie
from rallyman_tutor.tutor.building.kits import KITS
from rallyman_tutor.tutor.building.shared_line import shared_line, text_of
from rallyman_tutor.tutor.learner import editor_view, editor_words
from rallyman_tutor.tutor.session.laying import MOST_LETTERS
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some

CLASSIC, DIRT = KITS["classic"], KITS["dirt"]
EMPTY, ONE = Building(), roads.opened(CLASSIC, "s1")
REFUSED: Mapping[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "empty": (lambda: roads.removed(CLASSIC, EMPTY), lambda: roads.removed(CLASSIC, roads.laid(CLASSIC, EMPTY, "s1"))),
    "same-way": (lambda: roads.turned(CLASSIC, ONE), lambda: roads.turned(CLASSIC, roads.laid(CLASSIC, ONE, "R3"))),
    "nothing-to-undo": (lambda: roads.undone(EMPTY), lambda: roads.undone(roads.laid(CLASSIC, EMPTY, "s1"))),
    "nothing-to-redo": (
        lambda: roads.redone(ONE),
        lambda: roads.redone(roads.undone(roads.laid(CLASSIC, ONE, "s1"))),
    ),
    "too-long": (
        lambda: roads.opened(CLASSIC, "R3/4x3K4 " * (MOST_LETTERS // 8)),
        lambda: roads.opened(CLASSIC, "R3/4x3K4 " * 20),
    ),
    "longest": (
        lambda: roads.laid(CLASSIC, roads.opened(CLASSIC, f"s{LONGEST}"), "s1"),
        lambda: roads.laid(CLASSIC, roads.opened(CLASSIC, f"s{LONGEST - 1}"), "s1"),
    ),
    "route": (
        lambda: roads.opened(CLASSIC, "START J1, FINISH J4"),
        lambda: SHELF["classic"].read("START J1, FINISH J4 | Ana"),
    ),
    "no-part": (lambda: roads.laid(CLASSIC, EMPTY, "s2"), lambda: roads.laid(CLASSIC, EMPTY, "s1")),
    "not-of-box": (lambda: roads.opened(DIRT, "202a T03a 203a"), lambda: roads.opened(DIRT, "202a 205a 203a")),
    "version": (lambda: text_of("dirt", "stage-2 dirt 00000000 202a"), lambda: text_of("dirt", "202a")),
    "other-game": (
        lambda: text_of("dirt", shared_line("classic", "s1")),
        lambda: text_of("classic", shared_line("classic", "s1")),
    ),
    "changed": (
        lambda: text_of("dirt", shared_line("dirt", "202a 205a")[:-2]),
        lambda: text_of("dirt", shared_line("dirt", "202a 205a")),
    ),
    "unread": (lambda: roads.opened(CLASSIC, "s3 X5"), lambda: roads.opened(CLASSIC, "s3 R5")),
}
"""By the name of a refusal: what is refused so, and what its sentence advises."""


def texts(group: str) -> Mapping[str, str]:
    found: Mapping[str, str] = text_tables("tutor")["editor"][group]
    return found


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused_in_words_and_what_they_advise_can_be(name: str) -> None:
    asked, advised = REFUSED[name]
    with pytest.raises(Refused) as problem:
        asked()
    key = "dirt" if name in ("not-of-box", "version", "other-game", "changed") else "classic"
    why = editor_words.why_not(SHELF[key], problem.value)
    title = texts("refused")[name].format_map({**problem.value.facts, "known": "1"})
    assert why["title"] == title and why["fix"] == texts("fix")[name]
    assert bool(why["said"]) is (name == "unread")
    advised()


def test_a_line_that_cannot_be_read_says_in_which_column() -> None:
    with pytest.raises(Refused) as problem:
        roads.opened(CLASSIC, "s3 X5")
    assert "column 4" in editor_words.why_not(SHELF["classic"], problem.value)["said"]


def test_every_refusal_is_told_here_or_of_a_road_that_lacks_something() -> None:
    lacking = [DIRT.lacking(()), DIRT.lacking(DIRT.read("202a 205a"))]
    keys = [fault.key.removeprefix("editor-") for fault in lacking if fault]
    told = {editor_words.fault_told(SHELF["dirt"], fault)["title"] for fault in lacking if fault}
    assert keys == ["nothing-laid", "no-finish"] and told == {texts("refused")[key] for key in keys}
    assert {*texts("refused")} == {*texts("fix")} == {*REFUSED, *keys}


def test_a_rule_of_the_layout_is_told_with_its_reason_and_a_remedy() -> None:
    with pytest.raises(CannotLie) as problem:
        roads.laid(DIRT, roads.opened(DIRT, "202a 205a"), "205b")
    why = editor_words.why_not(SHELF["dirt"], problem.value)
    assert why["code"] == "LAY-04" and why["at"] == -1, "205b does not lie there"
    assert all((why["title"], why["said"], why["why"], why["fix"]))


def test_every_tile_and_every_part_of_pace_notes_has_a_name() -> None:
    names = [editor_words.name_of(tile) for side in BOX for tile in DIRT.made(side.code)]
    notes = [editor_words.name_of(item) for item in CLASSIC.read("s1 j3 L2 R3/4x3K4")]
    calls = {call for call in texts("calls").values() if any(call in name for name in names)}
    assert calls == {*texts("calls").values()}
    assert notes == ["straight", "jump 3", "left 2", "right 3, drift 4 in 3 spaces, shortcut 4"]
    assert editor_words.name_of(DIRT.made("218b")[0]) == "218b, to the right, bend 2/3, ford, orange"
    assert {editor_words.name_of(DIRT.made(code)[0]) for code in ("202a", "203a", "201a")} == {
        "202a, start, straight on, yellow", "203a, finish, straight on, yellow", "201a, service park",
    }  # fmt: skip
    (item,) = CLASSIC.made("snow forest/rock s1")
    assert editor_words.ground_name(item) == "snow, forest left, rock right"
    assert editor_words.way_of(DIRT.made("208a")[1]) == "in at edge B, out at edge D"


def test_a_road_is_told_easy_medium_or_hard_by_its_looks() -> None:
    roads_ = {"easy": "s9 R3", "medium": "s6 R3 R3 R3", "hard": "s1 R3"}
    told = {
        key: editor_view.shown(SHELF["classic"], CLASSIC, roads.opened(CLASSIC, text), 1, "", instead=True)
        for key, text in roads_.items()
    }
    assert {key: one["hard"] for key, one in told.items()} == dict(texts("hard"))
    assert told["easy"]["length"] == "10 parts of road" and told["easy"]["tight"] == "Tightest: part 10, marked 3"
    tiles = editor_view.shown(SHELF["dirt"], DIRT, roads.opened(DIRT, "202a 205a 203a 201a"), 1, "", instead=True)
    assert tiles["length"] == "3 tiles" and tiles["tight"] == "" and tiles["labels"] == dict(texts("labels"))


def par(low: float, expected: float, high: float, loses: float) -> dict[str, float]:
    return {"low": low, "expected": expected, "high": high, "loses": loses}


FIGURES: Mapping[str, tuple[QuickBounds, list[Any], list[tuple[str, str]]]] = {
    "exact": (
        QuickBounds(27.0, 140.0, ""),
        [Waits(), Share(0.0), Share(0.5), None, StageFigures(par(30, 30, 30, 0.0), 1, None, is_whole=True)],
        [("par", "Par lies between 27 s and 2:20"), ("work", "Par is being worked out: 50 %"),
         ("work", "This waits until the par of another road is worked out on this computer …"), ("work", "Par is being worked out: 0 %"),
         ("sure", "exact to the last figure"), ("hurts", "Driven as well as can be, no part of it costs control even once in 10,000 drives.")],
    ),
    "between": (
        QuickBounds(27.0, inf, "start"),
        [StageFigures(par(29, 30, 31, 0.2), 4), Share(0.25),
         StageFigures(par(29, 30, 31, 0.2), 4, Hurts(4, 0.15), is_whole=True)],
        [("par", "Par is no less than 27 s"), ("sure", "certain: 29.00 to 31.00 s"), ("work", "Where it hurts is being worked out: 25 %"),
         ("hurts", "It will hurt at part 5: right 3. Driven as well as can be, 15 % of all drives lose control there first."),
         ("par", "Par: 30 s (30.00 s)")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_told_as_they_come(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick, found, expected = FIGURES[name]

    def bounds(game: object, stage: str) -> Generator[None, None, QuickBounds]:
        yield
        return quick

    monkeypatch.setattr(stage_figures, "bounds", bounds)
    monkeypatch.setattr(stage_figures, "figures", lambda game, stage, parts: iter(found))
    told = [one for one in editor_view.figures(SHELF["classic"], CLASSIC, roads.opened(CLASSIC, "s4 R3 s3")) if one]
    for part, text in some(expected):
        assert text in {dict(one)[part] for one in told}
    assert told[0]["work"] == texts("figures")["begins"] and not told[-1]["work"]
    stops = texts("figures")["stops"].partition("{")[0]
    assert told[0]["hurts"].startswith(stops) is (quick.high == inf)
