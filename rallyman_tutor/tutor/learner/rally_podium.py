"""The podium of a rally: the first three places with whoever stands on them, and all others below."""

from __future__ import annotations

from typing import TypedDict

from rallyman_tutor.rally.sheet import RallySheet
from rallyman_tutor.tutor.learner.rally_sheet import by_place, gap_of, number_of

STEPS = 3


class Classed(TypedDict):
    """A driver at the end of a rally: their seat and name, the sum of the sheet, and how far they are behind the first;
    nothing where they are not."""

    seat: int
    name: str
    place: int  # 0: none, they are out
    sum: str
    gap: str


class PodiumShown(TypedDict):
    """Whoever stands on each step, the highest first: several where places are shared, nobody where a place is left
    out by that; and all others."""

    steps: list[list[Classed]]
    others: list[Classed]


def podium_of(sheet: RallySheet) -> PodiumShown:
    """The podium of a rally that is over."""
    classed: list[Classed] = [
        {
            "seat": seat,
            "name": sheet.drivers[seat],
            "place": sheet.places[seat] or 0,
            "sum": number_of(sheet.sums[seat], sheet.counts),
            "gap": gap_of(sheet, seat),
        }
        for seat in by_place(sheet)
    ]
    steps = [[one for one in classed if one["place"] == place] for place in range(1, STEPS + 1)]
    while steps and not steps[-1]:
        steps.pop()
    return {"steps": steps, "others": [one for one in classed if not 1 <= one["place"] <= STEPS]}
