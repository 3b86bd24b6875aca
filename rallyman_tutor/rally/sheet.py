"""The sheet of a rally: a row for each stage that is over, sums, places and gaps.

In games with dice a row has seconds, and less is better; in games of cards it has the distance of a race or the points
of a hand, and more is better. The games say who is ahead in the end; how the places changed on the way is
added up here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple, TypeAlias

from rallyman_tutor.coach.coaches import has_race_coach, race_coach
from rallyman_tutor.core.game import AnyGame, AnyState, Result

Counted: TypeAlias = Literal["seconds", "distance", "points"]
Row: TypeAlias = tuple[int | None, ...]
"""A number for each driver, by seat; None for one who is out of the rally."""


class RallySheet(NamedTuple):
    """The sheet, each list in the order of the seats."""

    drivers: tuple[str, ...]
    counts: Counted
    rows: tuple[Row, ...]  # one for each stage, race or hand that is over
    sums: Row
    places: Row
    gaps: Row  # behind the first
    orders: tuple[Row, ...]  # the places after each row
    stages: tuple[str, ...] = ()  # of all stages, as text; none in a game of cards


def sheet_of(game: AnyGame, state: AnyState) -> RallySheet:
    """The sheet of a rally as far as it has come."""
    result = game.result(state)
    counts = counted(result)
    rows = tuple(_rows(game, state, result, counts))
    seats = len(result["drivers"])
    totals = [*accumulate(rows, _added)] if rows else [(0,) * seats]
    orders = tuple(places_of(total, counts, result.get("sides", ())) for total in totals[: len(rows)])
    sums, places = totals[-1], orders[-1] if orders else (None,) * seats
    if game.over(state):
        sums, places = tuple(result["sums"]), tuple(result["places"])
        orders = (*orders[:-1], places)
    return RallySheet(
        drivers=tuple(result["drivers"]),
        counts=counts,
        rows=rows,
        sums=sums,
        places=places,
        gaps=gaps_of(sums, places, counts),
        orders=orders,
        stages=tuple(result["stages"]) if counts == "seconds" else (),
    )


def counted(result: Result) -> Counted:
    """Which numbers a sheet of this game has."""
    return "seconds" if "times" in result else "distance" if "distances" in result else "points"


def _rows(game: AnyGame, state: AnyState, result: Result, counts: Counted) -> Sequence[Row]:
    match counts:
        case "seconds":
            return [tuple(row) for row in result["times"]][: _stages_over(game, state)]
        case "distance":  # they are noted as they add up
            noted = [[0] * len(result["drivers"]), *result["distances"]]
            return [tuple(now - past for past, now in zip(*rows, strict=True)) for rows in pairwise(noted)]
        case "points":
            return [tuple(row[side] for side in result["sides"]) for row in result["rounds"]]


def _stages_over(game: AnyGame, state: AnyState) -> int | None:
    """How many stages of a rally are over; None for all of them."""
    if game.over(state) or not has_race_coach(game):
        return None
    return race_coach(game).standing(state, max(game.turn(state), 0)).stage


def _added(one: Row, other: Row) -> Row:
    return tuple(None if a is None or b is None else a + b for a, b in zip(one, other, strict=True))


def places_of(sums: Row, counts: Counted, sides: Sequence[int] = ()) -> Row:
    """The place of each driver; equal sums share one, and who is out has none. Partners, by their `sides`, are counted
    once."""
    sign = 1 if counts == "seconds" else -1
    sides = sides or range(len(sums))
    classed = {side: sign * value for side, value in zip(sides, sums, strict=True) if value is not None}
    return tuple(
        None if value is None else 1 + sum(other < sign * value for other in classed.values()) for value in sums
    )


def gaps_of(sums: Row, places: Row, counts: Counted) -> Row:
    """How far each driver is behind the first; None for who is out, and for who has more than the winner and has not
    finished."""
    sign = 1 if counts == "seconds" else -1
    first = next((value for value, place in zip(sums, places, strict=True) if place == 1), None)
    behind = [None if value is None or first is None else sign * (value - first) for value in sums]
    return tuple(None if value is None or value < 0 else value for value in behind)
