"""The ways to lay the dice of a failed flat out again: where control is lost, and what that costs on average."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.games.dirt.draws import back_odds, marks_of, sisu_gear
from rallyman_tutor.games.dirt.generate import next_steps
from rallyman_tutor.games.dirt.state import CRASH, HARD, SECONDS, SISU_CARD, Roll, State
from rallyman_tutor.games.dirt.step import follow


class Arrangement(NamedTuple):
    """One way to lose control with the dice that were rolled: where, in which gear, and what it costs on average."""

    steps: tuple[Roll, ...]
    place: int
    gear: int
    danger: str
    cause: str
    seconds: Fraction
    marks: Fraction


def arrangements(state: State) -> list[Arrangement]:
    """For each place, gear and set of shortcuts with which control can be lost, one shortest way to lay the dice there:
    those behind the finish line first, then those with the least damage and seconds."""
    found: dict[tuple[int, int, tuple[int, ...]], Arrangement] = {}
    reached: set[object] = set()
    layer: list[tuple[State, tuple[Roll, ...], tuple[int, ...]]] = [(state, (), ())]
    while layer:
        further: list[tuple[State, tuple[Roll, ...], tuple[int, ...]]] = []
        for now, steps, cuts in layer:
            for roll in next_steps(now):
                after = follow(now, roll)
                turn, car = after.turn, after.car
                laid = (*steps, roll)
                cut = (*cuts, car.place) if state.road.spaces[car.place].kind == "shortcut" else cuts
                lost = car.place, car.gear, cut
                if turn.ended not in ("", "finish"):
                    if lost not in found:
                        found[lost] = _arranged(after, laid)
                elif not turn.ended:
                    known = (*lost, turn.hand, turn.passed)
                    if known not in reached:
                        reached.add(known)
                        further.append((after, laid, cut))
        layer = further
    past = state.road.past
    return sorted(
        found.values(), key=lambda a: (not past[a.place], a.marks, a.seconds, -state.road.spaces[a.place].front)
    )


def _arranged(state: State, steps: tuple[Roll, ...]) -> Arrangement:
    car, turn = state.car, state.turn
    danger = state.road.spaces[car.place].danger
    deck = dict(back_odds(state.backs[car.gear - 1]))
    total = sum(deck.values())
    marks = sum((Fraction(deck[kind], total) * marks_of(car.gear, kind, danger) for kind in (CRASH, HARD)), Fraction(0))
    saved = Fraction(deck[SISU_CARD], total)
    seconds = saved * SECONDS[sisu_gear(car.gear)] + (1 - saved) * SECONDS[0]
    if state.road.past[car.place]:
        seconds = Fraction(SECONDS[car.gear])
        marks = marks if state.options.rally else Fraction(0)
    return Arrangement(steps, car.place, car.gear, danger, turn.ended, seconds, marks)
