"""Slides: where the dotted line is, a car may go across the road."""

from __future__ import annotations

from rallyman_tutor.core.rule import Facts, fact, rule
from rallyman_tutor.games.dirt.books import INFERRED, RULING, cite
from rallyman_tutor.games.dirt.rivals import sharing_room
from rallyman_tutor.games.dirt.state import State
from rallyman_tutor.games.dirt.step import Step

BOOK = "Deslizamientos (p. 11)"


@rule(
    "DI-SLIDE-02",
    cite(BOOK),
    Step,
    ok=("FX-SL | A@L3 g3 :: 3>h1 4>h2",),
    broken=(
        "FX-SL | A@L4 g3 :: 3>h2",
        "FX-SL | A@h1 g3 :: 3>L4",
    ),
)
def slide_changed(state: State, step: Step) -> Facts | None:
    if step.nowhere != "slide":
        return None
    return {"case": "slide" if state.road.spaces[step.named].way == "slide" else "lane"}


@rule(
    "DI-SLIDE-03",
    cite(BOOK, INFERRED),
    Step,
    ok=("FX-SL | A@L3 g3 :: 3>h1 4>h2",),
    broken=(
        "FX-SL | A@L3 g3 :: 3>h2",
        "FX-SL | A@L4 g3 :: 3>h2",
    ),
)
def into_the_middle(state: State, step: Step) -> Facts | None:
    if step.named < 0 or step.nowhere not in ("half", "slide"):
        return None
    there = state.road.spaces[step.named]
    return {} if there.kind == "half" and there.part > 1 else None


@rule(
    "DI-SLIDE-06",
    cite(BOOK, RULING, "R-24"),
    Step,
    ok=("FX-SL | A@L3 g3 ; B@L4 g3 :: 3>R4",),
    broken=("FX-SL | A@L3 g3 ; B@L4 g3 :: 3>h1",),
)
def lane_is_driven(state: State, step: Step) -> Facts | None:
    if step.to < 0 or state.road.spaces[step.to].kind != "half":
        return None
    other = sharing_room(state, step.to)
    return {"case": "slide", "car": state.cars[other].name} if other >= 0 else None


RULES = (
    fact(
        "DI-SLIDE-01",
        "across-the-road",
        cite(BOOK),
        ok=("FX-SL | A@L3 g4 :: go 4>h1 w>h2 w>d1 3>d2",),
    ),
    slide_changed,
    into_the_middle,
    fact(
        "DI-SLIDE-04", "no-limit-of-its-own", cite(BOOK, INFERRED), ok=("FX-SL | A@L3 g6 :: go w>h1 w>h2 => A@h2 g6",)
    ),
    fact(
        "DI-SLIDE-05",
        "no-bond-with-the-drift",
        cite(BOOK, RULING, "R-25"),
        ok=("FX-SL | A@L3 g3 :: go 4>h1 3>h2 2>line1 1>h3 w>h4 => A@h4 g1",),
    ),
    lane_is_driven,
)
