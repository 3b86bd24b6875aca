"""What every decision is worth in a position of Rallyman: DIRT, from the values of a solved stage.

Drafts are followed through the nodes of this turn, all of them at once. What can come of any other decision is asked of the
engine. Every card and token counts as the first of a full deck or bag.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from rallyman_tutor.coach.solver.costs import NUDGE, WHOLE, Parts, Weight
from rallyman_tutor.coach.solver.dirt.carried import Array
from rallyman_tutor.coach.solver.dirt.flat_out import Dice, End, FlatOuts, Hard, Spot
from rallyman_tutor.coach.solver.dirt.nodes import Node, Nodes, Step
from rallyman_tutor.coach.solver.dirt.sweep import Sweep, Values
from rallyman_tutor.coach.solver.dirt.task import Task
from rallyman_tutor.core.luck import Luck, Odds, outcomes_of
from rallyman_tutor.games.dirt.alone import every_move, key, spent
from rallyman_tutor.games.dirt.generate import leads
from rallyman_tutor.games.dirt.notation import fresh_backs
from rallyman_tutor.games.dirt.play import play
from rallyman_tutor.games.dirt.state import (
    DAMAGES,
    SHORTCUTS,
    VALUES,
    Drive,
    Enter,
    Events,
    FlatOut,
    Move,
    Roll,
    State,
    Stop,
    Word,
)
from rallyman_tutor.games.dirt.step import HARMLESS_LUCK, sweeps

MOST = 200
"""How many decisions are ranked at most: from one space tens of thousands of drafts can be laid."""
FULL_BAG: Mapping[str, Odds] = {
    "damage token": tuple(zip(DAMAGES, VALUES["bag.damage"], strict=True)),
    "shortcut token": tuple(zip(SHORTCUTS, VALUES["bag.shortcut"], strict=True)),
}


class Ranked(NamedTuple):
    """A decision, what the stage costs from here if it is made and the rest driven in the best way, and the parts of that."""

    move: Move
    cost: float
    parts: Parts


class Best:
    """The worth of positions on a stage that is solved."""

    def __init__(self, task: Task, values: Values) -> None:
        self.task = task
        nudged = [WHOLE._replace(**{name: 1 + NUDGE}) for name in Weight._fields]
        self._turns = [_Turns(task, values, weight) for weight in (WHOLE, *nudged)]

    def ranked(self, state: State) -> list[Ranked]:
        """What may be decided now, the best first, but no more than the best `MOST`. A draft whose first step can be secured is
        listed twice."""
        state = _fresh(state)
        whole, *nudged = (list(turns.decisions(state)) for turns in self._turns)
        best = sorted(range(len(whole)), key=lambda at: whole[at][1])[:MOST]
        return [_with_parts(whole[at][0], [whole[at][1], *(costs[at][1] for costs in nudged)]) for at in best]

    def choice(self, state: State) -> Move:
        """The best decision."""
        return min(self._turns[0].decisions(_fresh(state), all_drafts=False), key=lambda one: one[1])[0]

    def value(self, state: State) -> float:
        """What the stage costs from here."""
        return self._turns[0].value(_fresh(state))

    def line(self, state: State, move: Move) -> list[Move]:
        """A decision, and the best ones after it until the turn ends, if dice, cards and tokens turn out harmless."""
        found = [move]
        while True:
            after, _ = play(state, move, HARMLESS_LUCK)
            if after.round != state.round or after.turn.phase not in ("draft", "roll"):
                return found
            state, move = after, self.choice(after)
            if isinstance(move, Stop):
                return found
            found.append(move)


def _fresh(state: State) -> State:
    """The position with all cards and tokens put back that lie beside the car."""
    cars = tuple(car._replace(flags=0, fine=0) for car in state.cars)
    return key(state._replace(backs=fresh_backs(), cars=cars, gravel=(0,) * len(state.gravel)))


def _with_parts(move: Move, costs: Sequence[float]) -> Ranked:
    cost, *nudged = costs
    card, earned, paid, out = ((more - cost) / NUDGE for more in nudged)
    return Ranked(move, cost, Parts(card, earned, paid, out, cost - card - earned - paid - out))


class _FullBag:
    """Luck by which every token is drawn from a full bag."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck

    def pick(self, what: str, odds: Odds) -> str:
        return self._luck.pick(what, FULL_BAG.get(what, odds))


class _Turns:
    """What positions cost, charged with certain weights."""

    def __init__(self, task: Task, values: Values, weight: Weight) -> None:
        self._values = values
        self._weight = weight
        self._sweeps = {task.options.leader: Sweep(task, values=values, weight=weight)}
        if task.options.leader:  # before its first turn the car may not lead yet
            gas = replace(task, options=task.options._replace(leader=False))
            flat_outs = FlatOuts(gas, Nodes(gas))
            self._sweeps[False] = Sweep(gas, flat_outs, values=values, weight=weight)
        self._out = weight.out * task.elimination
        self._known: dict[State, float] = {}

    def value(self, state: State) -> float:
        """What a position costs until the finish."""
        car, turn = state.cars[0], state.turn
        if car.status == "out":
            return self._out
        if state.over:
            return 0.0
        if turn.phase == "draft" and not (turn.safe or turn.fresh) and self._leads(state):
            sweep = self._sweep(state)
            row = sweep.carried.row(car.sisu, car.gears, car.brakes, car.gas + car.punctures, car.wheel, car.seconds)
            return float(self._values[car.place, car.gear][row])
        state = key(state)
        if state not in self._known:
            self._known[state] = min(cost for _, cost in self.decisions(state, all_drafts=False))
        return self._known[state]

    def decisions(self, state: State, *, all_drafts: bool = True) -> Iterator[tuple[Move, float]]:
        """Every decision and what it costs; or, of all drafts, only those that may be the best."""
        if state.turn.phase != "draft":
            for move in every_move(state):
                yield move, self._after(state, move)
            return
        drafts = list(_Drafts(self._sweep(state), state, all_drafts=all_drafts).priced())
        yield from drafts
        if state.turn.fresh:
            here = state.car.place
            for place in state.road.starts:
                if place != here:
                    move = Enter(state.road.short(place))
                    yield move, self._after(state, move)
        if not drafts:
            yield Word.BLOCKED, self._after(state, Word.BLOCKED)

    def _after(self, state: State, move: Move) -> float:
        """What a decision costs by the engine: everything that may come of it."""

        def played(luck: Luck) -> tuple[State, Events]:
            after, events = play(state, move, _FullBag(luck))
            cars = tuple(car._replace(flags=0, fine=0) for car in after.cars)
            turn = after.turn._replace(gravel=())
            return after._replace(backs=state.backs, gravel=state.gravel, cars=cars, turn=turn), events

        return sum(
            float(chance) * (self._spent(state, after) + self.value(after)) for chance, after, _ in outcomes_of(played)
        )

    def _spent(self, before: State, after: State) -> float:
        """What one decision cost, each part as it is charged."""
        seconds = after.cars[0].seconds - before.cars[0].seconds
        held = self._weight.earned * seconds if seconds > 0 else self._weight.spent * seconds
        return self._weight.card * (spent(before, after) + seconds) - held

    def _leads(self, state: State) -> bool:
        return sweeps(state) == state.options.leader

    def _sweep(self, state: State) -> Sweep:
        """The sweep with the dice of this turn."""
        return self._sweeps[sweeps(state)]


class _Drafts:
    """Every draft of one turn, and what it costs to drive it one by one and flat out."""

    def __init__(self, sweep: Sweep, state: State, *, all_drafts: bool) -> None:
        car = state.car
        self._all = all_drafts
        self._sweep = sweep
        self._start = Node(car.place, car.gear)
        self._row = sweep.carried.row(car.sisu, car.gears, car.brakes, car.gas + car.punctures, car.wheel, car.seconds)
        self._state = state
        self._safe = state.turn.safe
        self._known: dict[Node, tuple[Array, list[tuple[Step, ...]]]] = {}

    def priced(self) -> Iterator[tuple[Move, float]]:
        """Every draft: driven one by one, with the first step secured where the driver can pay for it, and flat out."""
        flat = self._flat_outs()
        if flat and not self._all:
            (dice, end), cost = min(flat.items(), key=lambda one: one[1])
            draft = next(self._drafts_to(self._start, dice, end, ()))
            yield FlatOut(tuple(self._rolls(draft))), cost
        for step in self._open(self._start):
            rolled, paid, drafts = self._first(step)
            for number, draft in enumerate(drafts):
                rolls = tuple(self._rolls(draft))
                yield Drive(rolls), float(rolled[number])
                if paid is not None:
                    first = rolls[0]._replace(pay=1 + rolls[0].brakes)
                    yield Drive((first, *rolls[1:])), float(paid[number])
                if self._all:
                    yield FlatOut(rolls), flat[_flat_key(draft)]

    def _first(self, step: Step) -> tuple[Array, Array | None, list[tuple[Step, ...]]]:
        """The first step of a turn, rolled and secured, for every draft that begins with it."""
        ahead, drafts = self._ahead(step)
        at = self._at(step.to, len(drafts))
        block = self._sweep.block(step.to)
        row = -1 if self._safe else 0
        rolled = self._sweep.rolled(self._start, step, block, ahead, at, secures=False)[row, 0, 0]
        price = (1 + step.brakes) * (2 + step.brakes) // 2
        if self._state.car.seconds < price:
            return rolled, None, drafts
        secured = self._sweep.secured_step(self._start, step, block, ahead, at)[row, 0, 0]
        return rolled, secured, drafts

    def _ahead(self, step: Step) -> tuple[Array | None, list[tuple[Step, ...]]]:
        """Every draft that begins with a step: what it costs after it, and its steps."""
        if step.lost:
            return None, [(step,)]
        rows, rests = self._ways(step.to)
        return rows, [(step, *rest) for rest in rests]

    def _ways(self, node: Node) -> tuple[Array, list[tuple[Step, ...]]]:
        """Every way on from a node: its rows, and its steps. The first is to stop there."""
        found = self._known.get(node)
        if found is None:
            at = self._at(node, 1)
            stop = self._sweep.stop(node)[..., at]
            rows: list[Array] = [stop]
            rests: list[tuple[Step, ...]] = [()]
            for step in self._open(node):
                ahead, drafts = self._ahead(step)
                inner = self._at(step.to, len(drafts))
                way = self._sweep.rolled(node, step, self._sweep.block(step.to), ahead, inner)
                rows.append(np.minimum(way, stop))
                rests += drafts
            found = self._known[node] = self._kept(np.concatenate(rows, axis=-1), rests)
        return found

    def _kept(self, rows: Array, rests: list[tuple[Step, ...]]) -> tuple[Array, list[tuple[Step, ...]]]:
        """All ways on; or only those than which none is at least as good in every row."""
        if self._all:
            return rows, rests
        flat = rows.reshape(-1, len(rests))
        no_worse = np.all(flat[:, :, None] <= flat[:, None], axis=0)
        earlier = np.tri(len(rests), k=-1, dtype=bool).T
        kept = np.flatnonzero(~np.any(no_worse & (~no_worse.T | earlier), axis=0))
        return rows[..., kept], [rests[at] for at in kept]

    def _drafts_to(self, node: Node, dice: Dice, end: End, laid: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
        """Every draft with exactly these dice and this end."""
        for step in self._sweep.nodes.steps(node):
            to = step.to
            if to.dice & ~dice.gears or to.pushes > dice.pushes or to.brakes > dice.brakes:
                continue
            draft = (*laid, step)
            if _flat_key(draft) == (dice, end):
                yield draft
            elif not step.lost:
                yield from self._drafts_to(to, dice, end, draft)

    def _open(self, node: Node) -> list[Step]:
        """The steps for which this car has the dice."""
        blocks = ((step, self._sweep.block(step.to)) for step in self._sweep.nodes.steps(node))
        return [step for step, block in blocks if all(at < many for at, many in zip(self._row, block, strict=True))]

    def _at(self, node: Node, many: int) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
        """The number of what this car carries, once for each of so many drafts."""
        return np.full(many, np.ravel_multi_index(self._row, self._sweep.block(node)))

    def _rolls(self, draft: Sequence[Step]) -> Iterator[Roll]:
        """The steps of a draft as the engine takes them."""
        here = self._start
        for step in draft:
            ahead = leads(self._state.road, here.place, here.gear, step.die, step.brakes)
            yield next(
                one.roll
                for one in ahead
                if one.place == step.to.place
                and (one.over == 1 and not one.lost) == step.hard
                and bool(one.lost) == step.lost
            )
            here = step.to

    def _flat_outs(self) -> dict[tuple[Dice, End], float]:
        """What every set of dice comes to, by where its draft leads."""
        car = self._state.car
        found: dict[tuple[Dice, End], float] = {}
        for flat_out in self._sweep.flat_outs.sets(car.place, car.gear):
            for number, dice in enumerate(flat_out.sets):
                block = self._sweep.carried.block(dice.gears.bit_count(), dice.pushes, dice.brakes)
                if all(at < many for at, many in zip(self._row, block, strict=True)):
                    for end in flat_out.ends[number]:
                        found[dice, end] = self._sweep.flat_out_costs(flat_out, number, end, self._row, safe=self._safe)
        return found


def _flat_key(draft: Sequence[Step]) -> tuple[Dice, End]:
    """The dice of a draft and where it leads, as `FlatOuts` has them."""
    last = draft[-1]
    spot = Spot(last.to.place, last.to.gear, last.to.tokens)
    hard = tuple(Hard(step.die, Spot(step.to.place, step.to.gear, step.to.tokens)) for step in draft if step.hard)
    first = draft[0]
    stall = Spot(first.to.place, first.to.gear, first.to.tokens) if first.quick else None
    return Dice(last.to.dice, last.to.pushes, last.to.brakes), End(spot, last.lost, hard, stall)
