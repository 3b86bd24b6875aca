"""The worth of every decision in a position of Rallyman: DIRT, from the values of a solved stage.

Drafts are followed through the nodes of this turn, all of them at once. What can come of any other decision is asked of
the engine. Every card and token counts as the first of a full deck or bag. With other cars on the road, or gravel
ahead, this turn is driven among them, where they are; from then on a driver counts as alone on a clean road, and sweeps
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from heapq import nsmallest
from itertools import chain

from rallyman_tutor.coach.dirt.solver.chance import Values
from rallyman_tutor.coach.dirt.solver.drafts import Drafts
from rallyman_tutor.coach.dirt.solver.flat_out import FlatOuts, Spot
from rallyman_tutor.coach.dirt.solver.flat_out_ends import FlatOutEnd, end_of_flat_out
from rallyman_tutor.coach.dirt.solver.mix import mixed
from rallyman_tutor.coach.dirt.solver.nodes import Nodes, NodesNow
from rallyman_tutor.coach.dirt.solver.sweep import Sweep
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.solver.costs import COSTS, NUDGE, WHOLE, Outcome, RankedDecision, Weight, with_parts
from rallyman_tutor.coach.solver.mix import Mix
from rallyman_tutor.coach.steps import Steps, to_the_end
from rallyman_tutor.core.luck import Luck, Odds, every_outcome, outcomes_of
from rallyman_tutor.games.dirt.alone import entries, every_move, key, solo
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.play import play
from rallyman_tutor.games.dirt.possible import DRIVEN
from rallyman_tutor.games.dirt.state import (
    BACKS,
    DAMAGES,
    FINE,
    PUNCTURE,
    SHORTCUTS,
    VALUES,
    Arrange,
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
from rallyman_tutor.games.dirt.step import HARMLESS_LUCK, aim, draws_token, follow, sweeps, worth
from rallyman_tutor.parts.cards import Deck

MOST = 200
"""How many decisions are ranked at most: from one space tens of thousands of drafts can be laid."""
TOKENS = ("damage token", "shortcut token")
"""The draws from the bag. It is always taken to be full, so their order does not matter."""
FULL_BAG: Odds = tuple(zip(DAMAGES, VALUES["bag.damage"], strict=True))
SAME = 9
"""Digits behind the point of a second to which costs are compared."""
AFTER_CONTROL = ("sisu", "arrange")
"""The phases in which a driver decides what becomes of control that is as good as lost."""


class Best:
    """The worth of positions on a stage that is solved."""

    def __init__(self, task: Task, values: Values, behind: Task | None = None) -> None:
        self.task = task
        self._behind = behind or task  # what the values are of; in this turn cards may be mixed otherwise
        self._backs = tuple(Deck(tuple(zip(BACKS, counts, strict=True))) for counts in task.backs)
        self._values = values
        self._whole = _Turns(task, values, WHOLE, self._behind)
        self._last: tuple[State, State] | None = None  # a position, and what `_fresh` makes of it
        self._costs: dict[State, list[tuple[float, Move]]] = {}

    @cached_property
    def _nudged(self) -> list[_Turns]:
        nudged = [WHOLE.more(name, NUDGE) for name in COSTS]
        return [_Turns(self.task, self._values, weight, self._behind) for weight in nudged]

    def otherwise(self, mix: Mix) -> Best:
        """The worth of this turn with another mix of cards and tokens; the turns behind it keep their worth."""
        return Best(mixed(self.task, mix), self._values, self._behind)

    # -- What may be decided ------------------------------------------------------------------------------------------

    def ranked(self, state: State, many: int = MOST) -> list[RankedDecision[Move]]:
        """The open decisions, the best first, but no more than so many: only these are taken apart. A draft whose first
        step can be secured is listed twice."""
        state = self._fresh(state)
        best = nsmallest(many, self._whole.decisions(state), key=lambda one: one[1])
        return [with_parts(move, [cost, *(turns.cost(state, move) for turns in self._nudged)]) for move, cost in best]

    def costs(self, state: State) -> list[tuple[float, Move]]:
        """The open decisions, each with the cost of the stage then, the best first. Of all drafts only those are listed
        that may be the best, the one that leads furthest, and flat out the best one for each number of dice."""
        if state not in self._costs:
            self._costs[state] = to_the_end(self.costs_in_steps(state))
        return [*self._costs[state]]

    def costs_in_steps(self, state: State) -> Steps[list[tuple[float, Move]]]:
        """As `costs`, in steps."""
        found = []
        for move, cost in self._whole.decisions(self._fresh(state), all_drafts=False):
            found.append((cost, move))
            yield
        return sorted(
            found, key=lambda one: round(one[0], SAME)
        )  # of equal ones the first: a draft before another start

    def all_costs(self, state: State) -> list[tuple[float, Move]]:
        """As `costs`, with every draft; of those over several jumps to one landing, one. That can take seconds."""
        return sorted(
            ((cost, move) for move, cost in self._whole.decisions(self._fresh(state))),
            key=lambda one: round(one[0], SAME),
        )

    def cost_of(self, state: State, move: Move) -> float:
        """The cost of the stage from here with this decision, whether it is listed or not."""
        return self._whole.cost(self._fresh(state), move)

    def taken_apart(self, state: State, move: Move) -> RankedDecision[Move]:
        """The cost of the stage from here with this decision, and its parts."""
        state = self._fresh(state)
        return with_parts(move, [turns.cost(state, move) for turns in (self._whole, *self._nudged)])

    def choice(self, state: State) -> Move:
        """The best decision."""
        return self.costs(state)[0][1]

    def value(self, state: State) -> float:
        """The cost of the stage from here."""
        if entry := self.entry(state):
            at, row = entry
            return float(self._values[at][row])
        return self._whole.value(self._fresh(state))

    def passed(self, since: State, before: State, after: State) -> float:
        """The cost of one move of this turn; and the cost of the stage from there, if the turn is over or control is
        lost. Lost control is counted in full when it is lost, with the SISU token and the dice laid again at their
        best."""
        if before.turn.phase in AFTER_CONTROL:
            return 0.0
        now = _own(before, after)
        goes_on = now.turn.phase == "roll" and _is_same_turn(before, after)
        return _spent(before, now, WHOLE) + (0.0 if goes_on else self.value(now))

    def followed(self, state: State, draft: Sequence[Move], advice: Best) -> float:
        """The cost of the stage from here if this turn is driven by somebody else's advice: with this draft, and where
        another space to start from comes first, with the rest from there."""
        move, *rest = draft
        if not rest or not isinstance(move, Enter):
            return self.cost_of(state, move)
        after, _ = play(self.one_stage(state), move, HARMLESS_LUCK)
        return self.followed(after, rest, advice)

    # -- A decision followed to the ends of its turn ------------------------------------------------------------------

    def outcomes(self, state: State, move: Move, *, is_first: bool, is_last: bool) -> Iterator[Outcome[State]]:
        """Everything that a decision of this turn can lead to, with its chance: every card and token is the first of a
        full deck or bag. A flat out leads to the ends of the turn, dice that are laid again at their best."""
        state = self._fresh(state)
        if isinstance(move, FlatOut):
            yield from self._whole.flat_out(state, move)
            return
        for chance, _, (after, events) in every_outcome(lambda luck: self._whole.played(state, move, luck), TOKENS):
            yield Outcome(float(chance), after, events)

    def own(self, since: State, before: State, after: State) -> State:
        """A position as its driver meets it when a move of this turn was made: alone, if the turn is over."""
        return _own(self._fresh(before), after)

    def entry(self, own: State) -> tuple[tuple[int, int], tuple[int, ...]] | None:
        """Where the table has the value of a start of a turn: the key of the array, and the place in it."""
        if own.car.status not in ("waiting", "road"):
            return None
        return self._whole.entry(key(own) if any(own.gravel) else own)

    def is_rolling(self, state: State) -> bool:
        """Whether dice are to be rolled, so that the odds of a draft can be told."""
        return state.turn.phase in ("draft", "roll")

    def line(self, state: State, move: Move) -> list[Move]:
        """A decision, and the best ones after it until the turn ends, if dice, cards and tokens turn out harmless."""
        found = [move]
        while True:
            after, _ = play(self.one_stage(state), move, HARMLESS_LUCK)
            if not _is_same_turn(state, after) or after.turn.phase not in ("draft", "roll"):
                return found
            state, move = after, self.choice(after)
            if isinstance(move, Stop):
                return found
            found.append(move)

    def one_stage(self, state: State) -> State:
        """The position as if its stage were the only one: whoever crosses the finish has finished."""
        return state._replace(rally=None, options=state.options._replace(rally=False))

    def _fresh(self, state: State) -> State:
        """The position on this stage alone, with all cards and tokens put back that lie beside the cars. The last one
        is kept: most are asked about several times in a row."""
        if self._last is None or self._last[0] is not state:
            alone = self.one_stage(state)
            cars = tuple(car._replace(flags=0, fine=0) for car in alone.cars)
            gravel = (0,) * len(alone.gravel) if self.task.now is None else alone.gravel
            self._last = state, key(alone._replace(backs=self._backs, cars=cars, gravel=gravel))
        return self._last[1]


def kind(move: Move) -> tuple[str, int]:
    """The kind of decision that a move is, as drivers tell them apart, and how many dice it rolls, at once or in
    turn."""
    match move:
        case Roll():
            return ("secure", 0) if move.pay else ("on", 1)
        case Drive(steps):
            return "secure" if steps[0].pay else "draft", sum(len(roll.dice) for roll in steps)
        case FlatOut(steps):
            return "attack", sum(len(roll.dice) for roll in steps)
        case Stop():
            return "stop", 0
        case Word():
            return move.value, 0
    return "enter" if isinstance(move, Enter) else "arrange", 0


def _own(before: State, after: State) -> State:
    """A position as the driver in turn meets it: when their turn is over, alone at the start of the next one."""
    return after if _is_same_turn(before, after) else solo(after, before.turn.seat)


def _is_same_turn(before: State, after: State) -> bool:
    same = (after.turn.seat, after.round) == (before.turn.seat, before.round)
    return same and after.turn.phase in DRIVEN and after.car.status in ("waiting", "road")


def _spent(before: State, after: State, weight: Weight) -> float:
    """The cost of one decision, each part as it is charged."""
    was, now = before.car, after.car
    seconds = now.seconds - was.seconds
    held = weight.earned * seconds if seconds > 0 else weight.spent * seconds
    return weight.card * (now.clock - was.clock) - held


class _FullBag:
    """Luck by which every token is drawn from a full bag."""

    def __init__(self, luck: Luck, shortcut: Odds) -> None:
        self._luck = luck
        self._bags = {"damage token": FULL_BAG, "shortcut token": shortcut}

    def pick(self, what: str, odds: Odds) -> str:
        return self._luck.pick(what, self._bags.get(what, odds))


@lru_cache(maxsize=4)
def _flat_outs(task: Task) -> FlatOuts:
    """All that can be driven on a stage; the next turn asks for much of it again."""
    return FlatOuts(task, Nodes(task))


@lru_cache(maxsize=4)
def _flat_outs_now(task: Task, state: State) -> FlatOuts:
    """All that can be driven from a position among other cars or in gravel; drivers look at it with several values."""
    return _flat_outs(task).among(NodesNow(task, state))


class _Same:
    """Values of turn starts, which are like no others."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.values is self.values

    def __hash__(self) -> int:
        return id(self.values)


@lru_cache(maxsize=4)
def _sweep_of(task: Task, same: _Same) -> Sweep:
    """The sweep that knows these values; the next turn asks for much of it again."""
    return Sweep(task, _flat_outs(task), values=same.values)


def _sweep(task: Task, behind: Task, values: Values, weight: Weight) -> Sweep:
    """The sweep of a task that knows these values; they are those of `behind`, in which cards may be mixed
    otherwise."""
    if weight == WHOLE:
        known = _sweep_of(behind, _Same(values))
    else:
        known = Sweep(behind, _flat_outs(behind), values=values, weight=weight)
    return known if task == behind else known.otherwise(task)


class _Turns:
    """The costs of positions, charged with certain weights."""

    def __init__(self, task: Task, values: Values, weight: Weight, behind: Task) -> None:
        self._is_mixed = task != behind
        punctures = task.tokens[SHORTCUTS.index(PUNCTURE)]
        self._shortcut: Odds = ((FINE, sum(task.tokens) - punctures), (PUNCTURE, punctures))  # gravel stays behind
        self._values = values
        self._behind = behind
        self._weight = weight
        self._sweeps = {
            leader: _sweep(_alone(task, leader=leader), _alone(behind, leader=leader), values, weight)
            for leader in {task.options.leader, False}  # not everybody leads who may
        }
        self._out = weight.out * task.elimination
        self._most_seconds = task.cap
        self._known: dict[State, float] = {}
        self._flat_out_ends: dict[tuple[State, int, FlatOutEnd], list[Outcome[State]]] = {}
        self._last: tuple[tuple[State, bool], Drafts] | None = None
        self._last_rest: tuple[State, Drafts] | None = None

    def value(self, state: State) -> float:
        """The cost of a position until the finish."""
        car = state.car
        if car.status == "out":
            return self._out
        if car.status == "finished":
            return 0.0
        if entry := self.entry(state):
            at, row = entry
            return float(self._values[at][row])
        state = key(state)
        if state not in self._known:
            self._known[state] = self._worked_out(state)
        return self._known[state]

    def entry(self, state: State) -> tuple[tuple[int, int], tuple[int, ...]] | None:
        """Where the table has the value of a position; None where it has not."""
        car, turn = state.car, state.turn
        if turn.phase != "draft" or turn.safe or turn.fresh or not self._is_in_table(state):
            return None
        row = self._sweep(state).carried.row(
            car.sisu, car.gears, car.brakes, car.gas + car.punctures, car.wheel, car.seconds
        )
        return (car.place, car.gear), row

    def _worked_out(self, state: State) -> float:
        if state.turn.phase == "roll" and state.turn.draft:
            return self._rest(state).cost_of_the_rest()
        return min(cost for _, cost in self.decisions(state, all_drafts=False))

    def decisions(self, state: State, *, all_drafts: bool = True) -> Iterator[tuple[Move, float]]:
        """Every decision and what it costs; or, of all drafts, only those that `Best.costs` lists."""
        if state.turn.phase == "arrange":
            yield from self._arranged(state)
            return
        if state.turn.phase != "draft":
            for move in every_move(state):
                yield move, self.cost(state, move)
            return
        drafts, is_blocked = self._drafts(state, all_drafts=all_drafts), True
        for decision in chain[tuple[Move, float]](drafts.one_by_one(), drafts.flat_out()):
            is_blocked = False
            yield decision
        yield from ((move, self._entered(state, move)) for move in entries(state))
        if is_blocked:
            yield Word.BLOCKED, self._after(state, Word.BLOCKED)

    def cost(self, state: State, move: Move) -> float:
        """The cost of one decision."""
        if state.turn.phase == "draft" and isinstance(move, Drive):
            return self._drafts(state).cost_one_by_one(move.steps)
        if state.turn.phase == "draft" and isinstance(move, FlatOut):
            return self._drafts(state).cost_of_flat_out(move.steps)
        if isinstance(move, Roll | Stop) and self._has_rest(state):
            return self._rest(state).cost_on(move)
        return self._entered(state, move) if isinstance(move, Enter) else self._after(state, move)

    def _has_rest(self, state: State) -> bool:
        """Whether the rest of a draft lies, and no more seconds are in hand than are told apart."""
        return state.turn.phase == "roll" and bool(state.turn.draft) and state.car.seconds <= self._most_seconds

    def _rest(self, state: State) -> Drafts:
        """The drafts in a position where the rest of one lies."""
        if self._last_rest is None or self._last_rest[0] != state:
            self._last_rest = state, Drafts(self._sweep(state), self._sweep(state).flat_outs, state)
        return self._last_rest[1]

    def _drafts(self, state: State, *, all_drafts: bool = False) -> Drafts:
        asked = state, all_drafts
        if self._last is None or self._last[0] != asked:
            sweep = self._sweep(state)
            like = _alone(self._behind, leader=sweep.task.options.leader)
            uncarded = state._replace(backs=())  # where dice lead does not hang on cards
            flat_outs = sweep.flat_outs if _is_clear(state) else _flat_outs_now(like, uncarded)
            self._last = asked, Drafts(sweep, flat_outs, state, all_drafts=all_drafts)
        return self._last[1]

    def _arranged(self, state: State) -> Iterator[tuple[Move, float]]:
        """Every way to lay the dice of a failed flat out again: control is lost where they lead."""
        sweep, car = self._sweep(state), state.car
        seconds = car.seconds + state.turn.stake
        row = sweep.carried.row(car.sisu, car.gears, car.brakes, car.gas + car.punctures, car.wheel, seconds)
        earned = self._weight.earned * state.turn.stake
        for one in arrangements(state):
            lost = sweep.spot(Spot(one.place, one.gear, _tokens(state, one.steps)), lost=True)
            yield Arrange(one.steps), float(lost.reshape(sweep.carried.shape)[row]) - earned

    def _after(self, state: State, move: Move) -> float:
        """The cost of a decision by the engine, over all its outcomes."""

        def played(luck: Luck) -> tuple[State, Events]:
            after, events = self.played(state, move, luck)
            return _own(state, after), events

        return sum(
            float(chance) * (_spent(state, after, self._weight) + self.value(after))
            for chance, after, _ in outcomes_of(played, TOKENS)
        )

    def flat_out(self, state: State, move: FlatOut) -> Iterator[Outcome[State]]:
        """Every end of a flat out."""
        for end, share in self._drafts(state).ends_of_flat_out(move.steps).items():
            asked = state, worth(move.steps), end
            if asked not in self._flat_out_ends:
                self._flat_out_ends[asked] = self._ended(state, move, end)
            for chance, after, events in self._flat_out_ends[asked]:
                yield Outcome(share * chance, after, events)

    def _ended(self, state: State, move: FlatOut, end: FlatOutEnd) -> list[Outcome[State]]:
        """All that may come of one end of a flat out."""

        def run(luck: Luck) -> tuple[State, Events]:
            return self._put_back(state, *end_of_flat_out(state, move, end, _FullBag(luck, self._shortcut)))

        found: dict[object, Outcome[State]] = {}
        for share, _, (after, events) in every_outcome(run, TOKENS):
            same = after, tuple(event.what for event in events)
            before = found[same].chance if same in found else 0.0
            found[same] = Outcome(before + float(share), after, events)
        return [*found.values()]

    def played(self, state: State, move: Move, luck: Luck) -> tuple[State, Events]:
        """A move as it is reckoned with."""
        return self._put_back(state, *play(state, move, _FullBag(luck, self._shortcut)))

    def _put_back(self, state: State, after: State, events: Events) -> tuple[State, Events]:
        """A move as it is reckoned with: cards and tokens are put back, and dirt of the turn stays behind."""
        cars = tuple(car._replace(flags=0, fine=0) for car in after.cars)
        turn = after.turn._replace(gravel=())
        return after._replace(backs=state.backs, gravel=state.gravel, cars=cars, turn=turn), events

    def _entered(self, state: State, move: Move) -> float:
        """The cost of another space to start from: the same turn goes on there, so the table has it only for the mix it
        was made with."""
        if not self._is_mixed:
            return self._after(state, move)
        after, _ = play(state, move, HARMLESS_LUCK)
        return self._worked_out(key(after))

    def _is_in_table(self, state: State) -> bool:
        return _is_clear(state) and sweeps(state) == state.options.leader

    def _sweep(self, state: State) -> Sweep:
        """The sweep with the dice of this turn."""
        return self._sweeps[sweeps(state)]


def _tokens(state: State, steps: Sequence[Roll]) -> int:
    """How many tokens are drawn for shortcuts along these steps."""
    found = 0
    for roll in steps:
        found += draws_token(state.road, state.car.place, aim(state, roll).to)
        state = follow(state, roll)
    return found


def _alone(task: Task, *, leader: bool) -> Task:
    return replace(task, now=None, options=task.options._replace(leader=leader))


def _is_clear(state: State) -> bool:
    """Whether nobody else takes part, and no gravel lies on the road."""
    return len(state.cars) == 1 and not any(state.gravel)
