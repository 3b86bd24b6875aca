"""The order in which a sweep goes over the road: from the last space to the first."""

from __future__ import annotations

from collections.abc import Iterator

from rallyman_tutor.coach.classic.solver.task import Task


def order(task: Task) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The next work ("turns" that start on spaces, or "nodes" within turns) and its spaces. In a bend, line and
    shortcut come before the drift that may end on them."""
    road = task.stage.road
    place = road.finish - 1
    while place >= 0:
        space = road.spaces[place]
        if space.bend < 0:
            yield "turns", (place,)
            yield "nodes", (place,)
            place -= 1
            continue
        bend = road.bends[space.bend]
        short = tuple(at for at in (bend.line_at, bend.cut_at) if at)
        yield "turns", short
        yield "nodes", short
        for at in reversed(bend.drift_at):
            yield "turns", (at,)
            yield "nodes", (at,)
        place = min((*short, *bend.drift_at)) - 1


def last_uses(task: Task) -> dict[int, int]:
    """By space: the step of the order after which nothing leads there any more."""
    found: dict[int, int] = {}
    for number, (_, places) in enumerate(order(task)):
        for place in places:
            found.setdefault(place, number)
            for leads in task.leads[place]:
                found.update((lead.to, number) for lead in leads)
    return found


def first_with(task: Task, place: int) -> int:
    """The first of all spaces to which lost control may take a car from this one."""
    return min([place, *(then.place for then in task.thrown[place])])
