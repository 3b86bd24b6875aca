"""Nodes: where a car may be within a turn whose dice are rolled one after the other, and where each die then leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.games.classic.alone import Target
from rallyman_tutor.games.classic.state import GAS, GAS_DICE, GEAR_DICE, MOST_PUNCTURES


class Node(NamedTuple):
    """Where a turn is, beside space and punctures."""

    gear: int
    run: int  # 0: no gear die used yet; 2: one; 1 and -1: up or down the gears
    used: int  # gear dice
    gas: int  # gas dice left
    dry: bool = False  # on winter tyres: a gas die was driven on dry road

    @property
    def laid(self) -> int:
        """How many dice may lie behind the car, at most; a puncture counts as a gas die."""
        return self.used + GAS_DICE - self.gas

    @property
    def damages(self) -> int:
        """How many numbers of damage marks, 0 included, leave a car the gear dice that were used."""
        return GEAR_DICE - self.used + 1


class NodeDie(NamedTuple):
    """A die driven from a node: which one, where it leads, and the node there."""

    die: int
    lead: Target
    node: Node


class Nodes:
    """The nodes of one stage."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def dice(self, place: int, node: Node) -> Iterator[NodeDie]:
        """Every die that can be driven from a node."""
        task = self._task
        gear = node.gear
        if node.run in (1, -1):
            dice: Sequence[int] = (gear + node.run,)
        elif node.run:
            dice = (gear - 1, gear + 1)
        else:
            dice = (gear - 1, gear, gear + 1) if gear else (1,)
        for die in dice:
            if 0 < die <= GEAR_DICE and node.used < GEAR_DICE:
                after = node._replace(gear=die, run=die - gear if node.run else 2, used=node.used + 1)
                for lead in task.leads[place][die]:
                    yield NodeDie(die, lead, after)
        if gear and node.gas:
            for lead in task.leads[place][gear]:
                dry = task.winter and not task.stage.road.spaces[lead.to].snow
                if not (dry and node.dry):
                    yield NodeDie(GAS, lead, node._replace(gas=node.gas - 1, dry=node.dry or dry))

    @cached_property
    def reached(self) -> Mapping[int, Sequence[tuple[int, Node]]]:
        """By space: the punctures and nodes that some turn, started in any gear, leads to."""
        task = self._task
        found: dict[int, dict[tuple[int, Node], None]] = {place: {} for place in range(task.finish)}
        todo = [
            (place, punctures, Node(gear, 0, 0, GAS_DICE - punctures))
            for place in range(task.finish)
            for punctures in range(MOST_PUNCTURES + 1)
            for gear in range(GEAR_DICE + 1)
            if task.hands[place][punctures]
        ]
        while todo:
            place, punctures, node = todo.pop()
            for _, lead, after in self.dice(place, node):
                if lead.lost or lead.out or lead.to == task.finish:
                    continue
                there = [(punctures, after)]
                if task.is_cut[lead.to] and punctures < MOST_PUNCTURES and task.hands[lead.to][punctures + 1]:
                    there.append((punctures + 1, punctured(after)))
                for one in there:
                    if one not in found[lead.to]:
                        found[lead.to][one] = None
                        todo.append((lead.to, *one))
        return {place: tuple(nodes) for place, nodes in found.items()}

    @cached_property
    def turns(self) -> Sequence[frozenset[tuple[int, int]]]:
        """By space: every space on which a turn from there may end, in any gear, and the gear then; 0 for lost
        control."""
        known: dict[tuple[int, Node], frozenset[tuple[int, int]]] = {}
        return tuple(
            frozenset().union(*(self._ends(place, Node(gear, 0, 0, GAS_DICE), known) for gear in range(GEAR_DICE + 1)))
            for place in range(self._task.finish)
        )

    def _ends(
        self, place: int, node: Node, known: dict[tuple[int, Node], frozenset[tuple[int, int]]]
    ) -> frozenset[tuple[int, int]]:
        found = known.get((place, node))
        if found is None:
            task, ends = self._task, {(place, node.gear)}
            for _, lead, after in self.dice(place, node):
                if lead.to == task.finish:
                    ends.add((lead.to, after.gear))
                    continue
                ends |= {(then.place, 0) for then in task.thrown[lead.to]}
                if not lead.lost and not lead.out:
                    ends |= self._ends(lead.to, after, known)
            found = known[place, node] = frozenset(ends)
        return found


def punctured(node: Node) -> Node:
    """This node after a puncture, which takes a gas die."""
    return node._replace(gas=max(0, node.gas - 1))
