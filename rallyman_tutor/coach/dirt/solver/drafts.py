"""Every draft of one turn of one car, and the cost of the stage if it is driven one by one or flat out.

Where the sweep reckons with whatever a car may carry, here one car is in one place, so plain numbers do. A way on from
a node is known by its *costs*: by the hazards shown so far, the numbers for each number of punctures drawn and, among
these, of dice secured from now on (a *row*); where the SISU token counts, the row once that is played comes last.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from math import inf
from operator import le, lt
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.dirt.solver.carried import Array, Index
from rallyman_tutor.coach.dirt.solver.falling import Dice, spread
from rallyman_tutor.coach.dirt.solver.flat_out import End, FlatOuts, HardLanding, Spot
from rallyman_tutor.coach.dirt.solver.flat_out import FlatOut as Sets
from rallyman_tutor.coach.dirt.solver.flat_out_ends import FlatOutEnd
from rallyman_tutor.coach.dirt.solver.nodes import Node, NodeStep, what_follows
from rallyman_tutor.coach.dirt.solver.sweep import Sweep
from rallyman_tutor.games.dirt.state import BRAKE, LIMIT, PUSHES, Drive, FlatOut, Roll, State, Stop
from rallyman_tutor.games.dirt.step import aim, draws_token, is_quick_start, price
from rallyman_tutor.games.dirt.step import move as moved

Costs: TypeAlias = tuple[float, ...]
Steps: TypeAlias = tuple[NodeStep, ...]


class Continuation(NamedTuple):
    """A way on from a node: what it costs, and its steps."""

    costs: Costs
    steps: Steps


class Drafts:
    """The drafts of the driver in turn. `flat_outs` has the dice and the road of this turn."""

    def __init__(self, sweep: Sweep, flat_outs: FlatOuts, state: State, *, all_drafts: bool = False) -> None:
        car, turn = state.car, state.turn
        self._all = all_drafts
        self._sweep = sweep
        self._flat_outs = flat_outs
        self._nodes = flat_outs.nodes
        self._state = state
        self._start = self._nodes.start(state)
        self._row = sweep.carried.row(car.sisu, car.gears, car.brakes, car.gas + car.punctures, car.wheel, car.seconds)
        self._has_token = sweep.task.has_sisu and car.sisu and not turn.safe
        self._knows_token = self._has_token or turn.safe
        dice = range(self._row[-1] + 1)
        self._prices = [much for many in dice if (much := price(turn, many)) <= self._row[-1]]
        self._shown = LIMIT if turn.safe else turn.hazards  # the row that counts now
        self._now = self._shown * len(self._prices)  # the number in it
        self._ended = cache(self._costs_of_an_end)
        self._chances = cache(self._chances_of)
        self._pays = cache(self._what_pays)
        self._met: dict[Hashable, Node] = {}
        if turn.phase == "draft":  # where the rest of a draft lies, no other way on is looked for
            self._has = cache(self._has_dice)
            self._open = cache(self._open_from)
            self._begun = cache(self._ways_with)
            self._ways = cache(self._ways_on)
            self._furthest = cache(self._furthest_from)

    # -- One by one ---------------------------------------------------------------------------------------------------

    def one_by_one(self) -> Iterator[tuple[Drive, float]]:
        """Every draft driven one by one, or only those that may be the best and the one that leads furthest: with the
        first step rolled, and with it secured where the driver can pay for it."""
        for step in self._open(self._start):
            for way in self._after(step):
                yield from self._first(way.steps, None if step.lost else way.costs)
        furthest = self._furthest(self._start)
        if furthest and not self._all:
            yield from self._first(furthest, self._along(furthest))

    def cost_one_by_one(self, rolls: Sequence[Roll]) -> float:
        """The cost of this very draft, driven one by one."""
        steps = self._steps(rolls)
        first = self._first(steps, None if steps[0].lost else self._along(steps))
        return next(cost for drive, cost in first if bool(drive.steps[0].pay) == bool(rolls[0].pay))

    def cost_of_the_rest(self) -> float:
        """The cost of the rest of a draft that is driven one by one."""
        steps = self._steps(self._state.turn.draft)
        return self._before(self._start, steps[0], None if steps[0].lost else self._along(steps))[self._now]

    def cost_on(self, move: Roll | Stop) -> float:
        """The cost of rolling or securing the next step of a draft whose rest lies, or of ending the turn before it."""
        if isinstance(move, Stop):
            return self._stop(self._start)[self._now]
        return self._on_with_the_rest[move]

    @cached_property
    def _on_with_the_rest(self) -> dict[Roll, float]:
        """The costs of rolling and of securing the next step of a draft whose rest lies."""
        steps = self._steps(self._state.turn.draft)
        first = self._first(steps, None if steps[0].lost else self._along(steps))
        return {drive.steps[0]: cost for drive, cost in first}

    def _first(self, steps: Steps, ahead: Costs | None) -> Iterator[tuple[Drive, float]]:
        """A draft with its first step rolled, and with it secured, from what it costs after that."""
        step, rolls = steps[0], tuple(step.roll for step in steps)
        dice = len(step.dice)
        yield Drive(rolls), self._rolled(step, ahead, secures=False)[self._now]
        if dice < len(self._prices):
            yield Drive((rolls[0]._replace(pay=dice), *rolls[1:])), self._secured(step, ahead)

    def _along(self, steps: Steps) -> Costs:
        """The cost of a draft after its first step."""
        last = steps[-1]
        costs = None if last.lost else self._stop(last.to)
        for before, step in zip(steps[-2::-1], steps[:0:-1], strict=True):
            costs = self._before(before.to, step, costs)
        return costs if costs is not None else ()

    def _before(self, node: Node, step: NodeStep, ahead: Costs | None) -> Costs:
        """The cost of a way on from a node in the middle of a turn: the driver may stop there instead."""
        return _least(self._rolled(step, ahead), self._stop(node))

    def _ways_on(self, node: Node) -> tuple[Continuation, ...]:
        """Every way on from a node in the middle of a draft. The first is to stop there."""
        stop = self._stop(node)
        found = [Continuation(stop, ())]
        for step in self._open(node):
            found += [Continuation(_least(way.costs, stop), way.steps) for way in self._begun(step)]
        return tuple(found if self._all else _unbeaten(found))

    def _ways_with(self, step: NodeStep) -> tuple[Continuation, ...]:
        """The ways on that begin with a step, each with its cost before the dice of the step are rolled."""
        return tuple(
            Continuation(self._rolled(step, None if step.lost else way.costs), way.steps) for way in self._after(step)
        )

    def _after(self, step: NodeStep) -> Iterator[Continuation]:
        """The ways on that begin with a step: what they cost after it."""
        if step.lost:
            yield Continuation((), (step,))
            return
        for way in self._ways(step.to):
            yield Continuation(way.costs, (step, *way.steps))

    def _open_from(self, node: Node) -> list[NodeStep]:
        """The steps that may be laid next, for which this car has the dice. Where everything goes on alike from several
        nodes, all lead to the first of them that is met."""
        if self._nodes.closed(node):
            return []
        steps = ((step, step.to) for step in self._nodes.steps(node))
        is_whole, brakes = not self._state.car.gears, self._sweep.task.brakes
        found = []
        for step, to in steps:
            if self._has(to.dice, to.pushes, to.brakes):
                first = self._met.setdefault(what_follows(to, brakes) if is_whole else to, to)
                found.append(step if first is to else NodeStep(*step[:-1], first))
        return found

    def _furthest_from(self, node: Node) -> Steps:
        """The draft from a node that leads furthest without losing control for certain."""
        ranks = self._state.road.ranks
        drafts = [(step, *self._furthest(step.to)) for step in self._open(node) if not step.lost]
        return max(drafts, key=lambda draft: (ranks[draft[-1].to.place], draft[-1].to.gear), default=())

    # -- What a way costs ---------------------------------------------------------------------------------------------

    def _costs_of_an_end(self, place: int, gear: int, tokens: int, lost: bool) -> tuple[Costs, Costs]:
        """The cost of ending the turn here, as a row: as it is, and with the SISU token played."""
        array = self._sweep.lost(place, gear) if lost else self._sweep.stopped(place, gear)
        sisu, gears, brakes, push, seconds = self._row
        rows = []
        for _ in range(tokens + 1):
            rows += [(gears, brakes, push, seconds - much) for much in self._prices]
            push = int(self._sweep.carried.punctured[push])
        return tuple(float(array[(sisu, *row)]) for row in rows), tuple(float(array[(0, *row)]) for row in rows)

    def _stop(self, node: Node) -> Costs:
        """The cost of stopping at a node."""
        stopped, played = self._ended(node.place, node.gear, node.tokens, False)
        return stopped * LIMIT + played * self._knows_token

    def _rolled(self, step: NodeStep, ahead: Costs | None, *, secures: bool = True) -> Costs:
        """The cost of a way on before the dice of its next step are rolled or, if that is better, secured."""
        gone, played = self._ended(step.to.place, step.to.gear, step.to.tokens, True)
        long = len(gone)
        then = gone * LIMIT + played if ahead is None else ahead
        if ahead is not None and self._has_token:
            gone = tuple(map(min, gone, then[-long:]))
        found = self._quick(step, then, long, saves=ahead is not None) if step.quick else self._thrown(step, then, gone)
        paid = [inf] * len(found)
        if secures and ahead is not None:
            dice = len(step.dice)
            for at, cost in self._pays(dice, step.to.tokens):
                paid[at] = cost + ahead[at + dice]
        if not step.token:
            return tuple(map(min, found, paid)) + (tuple(then[-long:]) if self._knows_token else ())
        # whether to secure is decided before the token is drawn
        best = tuple(map(min, self._drawn(found, long), self._drawn(paid, long)))
        return best + (self._drawn(then[-long:], long) if self._knows_token else ())

    def _thrown(self, step: NodeStep, then: Costs, gone: Costs) -> list[float]:
        """The cost of a step whose dice are rolled."""
        if step.lost:
            return [*gone * LIMIT]
        long, (clean, *more) = len(gone), self._chances(step.dice[1:] if step.hard else step.dice)
        found, later = [clean * cost for cost in then[: LIMIT * long]], then[: LIMIT * long] + gone * len(more)
        for hazards, chance in enumerate(more, 1):
            found = [cost + chance * next_ for cost, next_ in zip(found, later[hazards * long :], strict=False)]
        if step.hard:
            hazard = self._sweep.task.hazard[step.die]
            found = [hazard * lost + (1 - hazard) * cost for lost, cost in zip(gone * LIMIT, found, strict=True)]
        return found

    def _quick(self, step: NodeStep, then: Costs, long: int, *, saves: bool) -> list[float]:
        """The cost of a quick start, whose hazard ends the turn if the SISU token is not played."""
        to, hazard = step.to, self._sweep.task.hazard[step.die]
        stalled, _ = self._ended(to.place, to.gear, to.tokens, False)
        if self._has_token and saves:
            stalled = tuple(map(min, stalled, then[-long:]))
        return [hazard * stays + (1 - hazard) * cost for stays, cost in zip(stalled * LIMIT, then, strict=False)]

    def _what_pays(self, dice: int, tokens: int) -> list[tuple[int, float]]:
        """The numbers that are lowered by those so many `dice` further on, if these are secured, and the cost of
        that."""
        many, weight = len(self._prices), self._sweep.weight.spent
        costs = [weight * (after - before) for before, after in zip(self._prices, self._prices[dice:], strict=False)]
        return [
            (row + at, cost) for row in range(0, LIMIT * (tokens + 1) * many, many) for at, cost in enumerate(costs)
        ]

    def _secured(self, step: NodeStep, ahead: Costs | None) -> float:
        """The cost of a draft if the dice of its first step are secured."""
        to, dice, many = step.to, len(step.dice), len(self._prices)
        lost, played = self._ended(to.place, to.gear, to.tokens, True)
        row = (played if self._shown == LIMIT else lost) if ahead is None else ahead[self._shown * len(lost) :]
        then = self._token(row[dice], row[dice + many]) if step.token else row[dice]
        return self._sweep.weight.spent * self._prices[dice] + then

    def _chances_of(self, dice: tuple[int, ...]) -> tuple[float, ...]:
        """The chance of each number of hazards among these dice."""
        return tuple(spread(self._sweep.task, dice))

    def _drawn(self, costs: Sequence[float], long: int) -> Costs:
        """The cost of a step onto a shortcut before its token is drawn, from rows of this length."""
        many, found = len(self._prices), list[float]()
        for at in range(0, len(costs), long):
            found += map(self._token, costs[at : at + long - many], costs[at + many : at + long])
        return tuple(found)

    def _token(self, harmless: float, punctured: float) -> float:
        share = self._sweep.task.puncture
        return (1 - share) * harmless + share * punctured

    # -- Flat out -----------------------------------------------------------------------------------------------------

    def flat_out(self) -> Iterator[tuple[FlatOut, float]]:
        """Every draft driven flat out; or only the best one for each number of dice."""
        if self._all:
            for (dice, end), cost in self._all_at_once.items():
                for draft in self._drafts_to(self._start, dice, end, (), ()):
                    yield FlatOut(tuple(step.roll for step in draft)), cost
            return
        best: dict[int, tuple[float, Dice, End]] = {}
        for (dice, end), cost in self._all_at_once.items():
            if dice.laid not in best or cost < best[dice.laid][0]:
                best[dice.laid] = cost, dice, end
        for cost, dice, end in best.values():
            draft = next(self._drafts_to(self._start, dice, end, (), (), set()))
            yield FlatOut(tuple(step.roll for step in draft)), cost

    def cost_of_flat_out(self, rolls: Sequence[Roll]) -> float:
        """The cost of this very draft, driven flat out."""
        return self._all_at_once[_dice_and_end(self._steps(rolls))]

    def ends_of_flat_out(self, rolls: Sequence[Roll]) -> dict[FlatOutEnd, float]:
        """Every end of this very draft, driven flat out, with its chance: dice that have to be laid again are laid
        where that costs least, and the SISU token is played where that costs less."""
        dice, end = _dice_and_end(self._steps(rolls))
        saved = FlatOutEnd(end.spot, end.lost, True)
        if self._state.turn.safe:
            return {saved: 1.0}
        kinds = (one for one in self._flat_outs.sets_from(self._start) if dice in one.sets)
        sets = next(one for one in kinds if end in one.ends[one.sets.index(dice)])
        shares, left = sets.fallen()[sets.sets.index(dice)]
        shape = self._sweep.carried.shape
        row = (*self._row[:-1], min(self._row[-1] + dice.stake, shape.seconds - 1))
        at, played = int(np.ravel_multi_index(row, shape)), int(np.ravel_multi_index((0, *row[1:]), shape))

        def cost(one: FlatOutEnd) -> float:
            return float(self._sweep.spot(one.spot, lost=one.lost)[played if one.is_saved else at])

        found: dict[FlatOutEnd, float] = {}

        def count(share: float, ends: Iterable[FlatOutEnd]) -> None:
            best = min(ends, key=cost)
            found[best] = found.get(best, 0.0) + share

        token = (saved,) if self._knows_token else ()
        cheapest = sorted((FlatOutEnd(spot, True, False) for spot in sets.spots), key=cost)
        numbers = [sets.spots.index(one.spot) for one in cheapest]
        first = sets.patterns[:, numbers].argmax(axis=1) if len(sets.patterns) else left
        for share, pattern in zip(shares.tolist(), left.tolist(), strict=True):
            count(share, (cheapest[first[pattern]], *token))
        for share, spot, lost, is_spoilt in self._flat_outs.parts(dice, end):
            count(share, (FlatOutEnd(spot, lost, False), *(token if is_spoilt else ())))
        return found

    @cached_property
    def _all_at_once(self) -> dict[tuple[Dice, End], float]:
        """The cost of every set of dice, by the end of its draft."""
        found: dict[tuple[Dice, End], float] = {}
        for sets in self._flat_outs.sets_from(self._start):
            fallen, patterns, ends = sets.fallen(), sets.patterns, sets.ends
            open_ = [number for number, dice in enumerate(sets.sets) if self._has(*dice)]
            for stake in sorted({sets.sets[number].stake for number in open_}):
                of_stake = [number for number in open_ if sets.sets[number].stake == stake]
                found |= self._of_a_stake(
                    sets, patterns, [(number, ends[number], *fallen[number]) for number in of_stake], stake
                )
        return found

    def _has_dice(self, gears: int, pushes: int, brakes: int) -> bool:
        """Whether this car has these dice, of which the gears are bits."""
        block = self._sweep.carried.block(gears.bit_count(), pushes, brakes)
        return all(map(lt, self._row, block))

    def _of_a_stake(
        self,
        sets: Sets,
        patterns: NDArray[np.bool_],
        numbers: Sequence[tuple[int, list[End], Array, Index]],
        stake: int,
    ) -> Iterable[tuple[tuple[Dice, End], float]]:
        """The costs of the sets of dice that earn so many seconds, from their numbers, their ends and how they can
        fall; `patterns` are those of the sets."""
        shape = self._sweep.carried.shape
        row = (*self._row[:-1], min(self._row[-1] + stake, shape.seconds - 1))
        at, played = int(np.ravel_multi_index(row, shape)), int(np.ravel_multi_index((0, *row[1:]), shape))

        @cache
        def spot(spot: Spot, lost: bool) -> float:
            return float(self._sweep.spot(spot, lost=lost)[at])

        costs = np.array([spot(one, True) for one in sets.spots])
        cheapest = costs.argsort()
        least = costs[cheapest[patterns[:, cheapest].argmax(axis=1)]] if len(patterns) else costs
        earned = self._sweep.weight.earned * stake
        for number, ends, shares, left in numbers:
            dice, worst = sets.sets[number], least[left]
            failed = float(shares @ worst)
            for end in ends:
                total = failed
                saved = np.inf
                if self._knows_token:
                    saved = float(self._sweep.spot(end.spot, lost=end.lost)[played])
                    total = float(shares @ np.minimum(worst, saved))
                if self._state.turn.safe:
                    total = saved
                else:
                    for share, where, lost, is_spoilt in self._flat_outs.parts(dice, end):
                        total += share * (min(spot(where, lost), saved) if is_spoilt else spot(where, lost))
                yield (dice, end), total - earned

    def _drafts_to(
        self, node: Node, dice: Dice, end: End, laid: Steps, told: Steps, tried: set[tuple[Node, Steps]] | None = None
    ) -> Iterator[Steps]:
        """Every draft with exactly these dice and this end; of those that share a node only the first, if those `tried`
        are kept. `told` are the laid steps that an end tells of."""
        if self._nodes.closed(node):
            return
        for step in self._nodes.steps(node):
            to = step.to
            if to.dice & ~dice.gears or to.pushes > dice.pushes or to.brakes > dice.brakes:
                continue
            draft = (*laid, step)
            if to[2:5] == dice:
                if _dice_and_end(draft) == (dice, end):
                    yield draft
                continue
            here = to, (*told, step) if step.hard or step.quick else told
            if not step.lost and (tried is None or here not in tried):
                if tried is not None:
                    tried.add(here)
                yield from self._drafts_to(to, dice, end, draft, here[1], tried)

    # -- Steps --------------------------------------------------------------------------------------------------------

    def _steps(self, rolls: Sequence[Roll]) -> Steps:
        """The steps of a draft that the engine knows."""
        state, node, found = self._state, self._start, list[NodeStep]()
        for roll in rolls:
            aimed, road = aim(state, roll), state.road
            token, lost = draws_token(road, node.place, aimed.to), bool(aimed.lost)
            dice = node.dice | (1 << roll.die if roll.die > 0 else 0)
            pushes = node.pushes + (roll.die in PUSHES and roll.die != BRAKE)
            brakes = node.brakes + roll.brakes + (roll.die == BRAKE)
            quick, hard = is_quick_start(state, roll), aimed.over == 1 and not lost
            node = Node(aimed.to, aimed.gear, dice, pushes, brakes, node.tokens + token)
            fast, past = aimed.lost == "limit", road.past[aimed.to]
            found.append(
                NodeStep(roll.die, roll.brakes, lost, fast, hard, quick, token, past, roll._replace(pay=0), node)
            )
            state = moved(state, aimed)
        return tuple(found)


def _least(one: Costs, other: Costs) -> Costs:
    """The lesser of two costs, number by number."""
    return tuple([a if a < b else b for a, b in zip(one, other, strict=True)])


def _unbeaten(ways: Sequence[Continuation]) -> Iterator[Continuation]:
    """Those ways on than which no other is at least as good whatever the dice show."""
    kept: list[Continuation] = []
    for way in sorted(ways, key=lambda way: sum(way.costs)):
        if not any(all(map(le, other.costs, way.costs)) for other in kept):
            kept.append(way)
    return iter(kept)


def _dice_and_end(draft: Sequence[NodeStep]) -> tuple[Dice, End]:
    """The dice of a draft and where it leads, as `FlatOuts` has them."""
    last = draft[-1]
    spot = Spot(last.to.place, last.to.gear, last.to.tokens)
    hard = tuple(
        HardLanding(step.die, Spot(step.to.place, step.to.gear, step.to.tokens)) for step in draft if step.hard
    )
    first = draft[0]
    stall = Spot(first.to.place, first.to.gear, first.to.tokens) if first.quick else None
    return Dice(last.to.dice, last.to.pushes, last.to.brakes), End(spot, last.lost, hard, stall)
