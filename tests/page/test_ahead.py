"""A die that lies well is shown before it is laid: the kernel's own answer is the same, wherever a die can be laid."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.table.shown import DraftShown
from tests.page.host import Visit
from tests.some import some

PARTS = [*DraftShown.__annotations__]
DECISIONS = 14


def foretold(visit: Visit) -> list[tuple[str, str, dict[str, Any]]]:
    """Each piece on each place where nothing speaks against it, and what the page then shows."""
    return [(piece, place, lies) for piece, on in visit.choices["then"].items() for place, lies in on.items()]


def is_shown(visit: Visit, piece: str, place: str, lies: dict[str, Any]) -> bool:
    """Whether the kernel's answer, once that piece is laid, has all that was foretold; then it is taken back."""
    view = visit.says(do="lay", piece=piece, place=place)
    found = {part: view[part] for part in PARTS}
    is_same = "problem" not in view and view["undo"] and found == lies
    visit.says(do="take")
    return bool(is_same)


def decisions(visit: Visit, rng: random.Random) -> Counter[str]:
    """Some decisions of a drive: at each, all that is foretold is laid. How often that was right, and wrong."""
    found: Counter[str] = Counter()
    for _ in range(DECISIONS):
        told = foretold(visit)
        found.update("right" if is_shown(visit, *one) else f"wrong: {one[:2]}" for one in told)
        if told:
            piece, place, _lies = rng.choice(told)
            visit.says(do="lay", piece=piece, place=place)
        offers = visit.view["offers"]
        if offers and (not told or rng.random() < 0.4):
            visit.says(do="act", move=offers[0]["move"])
        if visit.view["covered"]:
            visit.says(do="uncover")
    return found


@pytest.mark.parametrize("key", SHELF)
def test_a_die_that_lies_well_lies_as_it_was_foretold(key: str) -> None:
    found = decisions(Visit(f"drive/{key}"), random.Random(key))
    assert found["right"] > 3 and len(found) == 1, found


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("key", SHELF)
def test_many_drives_are_as_they_were_foretold(key: str, seed: int) -> None:
    visit = Visit(f"drive/{key}")
    visit.says(do="new", table="", cars=SHELF[key].seats[0], bots=True, seed=str(seed))
    found = decisions(visit, random.Random(seed))
    assert set(found) <= {"right"}, found


@pytest.mark.parametrize("at", ["classic/01-first-die", "dirt/04-lanes", "crazy_rally/01-first-card"])
def test_in_a_lesson_a_die_lies_as_it_was_foretold(at: str) -> None:
    visit = Visit(at)
    assert all(is_shown(visit, *one) for one in some(foretold(visit)))


def test_the_first_turn_has_three_dice_and_one_button_beforehand() -> None:
    visit = Visit(is_newcomer=True)
    told = foretold(visit)
    assert [piece for piece, _place, lies in told if lies["offers"]] == ["1"]
    assert all(is_shown(visit, *one) for one in some(told))


def test_behind_a_fault_nothing_lies_well() -> None:
    visit = Visit("drive/classic")
    visit.says(do="lay", piece="5")
    assert visit.view["messages"] and foretold(visit) == []
