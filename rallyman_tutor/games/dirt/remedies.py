"""Moves to make instead of a step that is refused or unwise: legal next steps and the decisions of the moment.

While a draft is being laid, a step can be replaced or left out, or the draft can end before it; once dice are rolled,
only the decisions that are left can be taken. Each way is judged by the rules in this very position. What lies behind
the step changes none of them; but what still fits there, and costs nothing more, is kept, and that is said.

Of these the nearest to what was meant and the mildest are told, in the order of what they cost. The measure is `Cost`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.core.remedy import MOST_REMEDIES, Price, Remedy
from rallyman_tutor.core.rule import Facts, Kind, Violation
from rallyman_tutor.games.dirt import play
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.drafts import named
from rallyman_tutor.games.dirt.generate import blockers, next_steps
from rallyman_tutor.games.dirt.judging import is_legal, judge
from rallyman_tutor.games.dirt.risk import chances_and_damage
from rallyman_tutor.games.dirt.rules import BOOK
from rallyman_tutor.games.dirt.state import (
    PUSHES,
    SECONDS,
    Arrange,
    Drive,
    Enter,
    FlatOut,
    Lineup,
    Move,
    Penalty,
    Roll,
    State,
    Stop,
    TakeTurn,
    Word,
)
from rallyman_tutor.games.dirt.step import HARMLESS_LUCK, aim, follow, limit_of
from rallyman_tutor.games.dirt.step import price as seconds_for

Near = tuple[float, ...]
MOST_LAYOUTS = 12
FAR: Near = (9,)


class Cost(NamedTuple):
    """The cost of a way, the worst first: how likely the driver is out of the stage by it, how likely control is lost,
    the seconds that are paid or waited, and the damage on average."""

    out: Fraction
    lost: Fraction
    seconds: int
    damage: Fraction

    @property
    def price(self) -> Price:
        if self.lost == 1:
            return Price.ENDS_THE_RALLY if self.out == 1 else Price.LOSES_CONTROL
        if self.lost:
            return Price.RISKS_CONTROL
        return Price.COSTS_TIME if self.seconds else Price.HARMLESS


class Wanted(NamedTuple):
    """A candidate, what it costs, and how far it is from what was meant."""

    remedy: Remedy[Move]
    cost: Cost
    far: Near


def remedies(state: State, draft: Sequence[Move], violation: Violation) -> tuple[Remedy[Move], ...]:
    """Moves to make instead, the mildest first, of equal ones the nearest; none instead of a claim about turns or the
    start."""
    move = draft[violation.at]
    if isinstance(move, TakeTurn | Lineup):
        return ()
    found = [one for one in _ways(state, tuple(draft), violation) if is_legal(state, one.remedy.moves)]
    is_unwise = BOOK[violation.code].kind is Kind.UNWISE
    if not (found or is_unwise or violation.at) and state.turn.phase == "draft":  # its dice fit in no other way
        found = [one for one in _drafts(state, tuple(draft), violation) if is_legal(state, one.remedy.moves)]
    if is_unwise:
        own = _cost(state, _up_to(draft, violation))[:3]
        found = [one for one in found if one.cost[:3] < own or (_is_whole(move, violation) and one.cost[:3] == own)]
    return tuple(_kept(state, tuple(draft), violation, one) for one in _mildest(found)[:MOST_REMEDIES])


def _mildest(found: Iterable[Wanted]) -> list[Wanted]:
    """The mildest first, each once; what is certain to end the rally only where everything is."""
    known: dict[tuple[Move, ...], Wanted] = {}
    for one in sorted(found, key=lambda one: (one.cost, one.far)):
        known.setdefault(one.remedy.moves, one)
    milder = [one for one in known.values() if one.remedy.price < Price.ENDS_THE_RALLY]
    return milder or list(known.values())


def _kept(state: State, draft: tuple[Move, ...], violation: Violation, one: Wanted) -> Remedy[Move]:
    """A remedy with the dice that lie behind the step, if it is one of dice too, they fit, and cost nothing more."""
    remedy, behind = one.remedy, draft[violation.at + 1 :]
    is_step = len(remedy.draft) == violation.at + 1 and remedy.then is None
    if not behind or not is_step or not all(isinstance(move, Roll) for move in (*draft, *remedy.draft)):
        return remedy
    whole = (*remedy.draft, *behind)
    if not is_legal(state, whole) or judge(state, whole, Kind.UNWISE) or _cost(state, whole) != one.cost:
        return remedy
    return remedy._replace(draft=whole, kept=len(behind))


def _ways(state: State, draft: tuple[Move, ...], violation: Violation) -> Iterator[Wanted]:
    if state.turn.phase == "draft":
        move = draft[violation.at]
        return (_other_ways if _is_whole(move, violation) else _drafts)(state, draft, violation)
    return (
        _layouts(state, draft[: violation.at + 1])
        if state.turn.phase == "arrange"
        else _decisions(state, draft[violation.at])
    )


def _is_whole(move: Move, violation: Violation) -> bool:
    """Whether a rule speaks of a whole draft and not of one step of it."""
    return isinstance(move, Drive | FlatOut | Arrange) and "inner" not in violation.facts


def _up_to(draft: Sequence[Move], violation: Violation) -> tuple[Move, ...]:
    """The draft as far as the step that a rule is about."""
    move, inner = draft[violation.at], violation.facts.get("inner")
    if isinstance(move, Drive | FlatOut) and isinstance(inner, int):
        return move.steps[: inner + 1]
    return tuple(draft[: violation.at + 1])


def why_stuck(state: State, draft: Sequence[Move], violation: Violation) -> Facts:
    """Why there is nothing to do instead."""
    move = draft[violation.at]
    if isinstance(move, Lineup):
        due = violation.facts.get("names")
        return {"case": "lineup" if due else "first", "names": due or violation.facts.get("next")}
    if state.over:
        return {"case": "over"}
    if isinstance(move, TakeTurn):
        return {"case": "turn", "next": state.car.name}
    if state.turn.phase != "draft":
        return {"case": "nothing-works"}
    if BOOK[violation.code].kind is not Kind.UNWISE:
        return {"case": "leave-out" if violation.at else "nothing-works"}
    rolls, at = _laid(draft, violation)
    return _too_fast(_behind(state, _sound(state, rolls[:at])))


def _too_fast(state: State) -> Facts:
    """Facts about a state in which nothing is safer: where every step is too fast for a limit, the limit that is missed
    by least, and the lowest gear."""
    aimed = [aim(state, roll) for roll in next_steps(state)]
    if not aimed or any(step.lost != "limit" for step in aimed):
        return {"case": "no-safer"}
    tops = [(step.gear - (limit_of(state, step.to, state.car.place) or 0), step) for step in aimed]
    step = min(tops, key=lambda one: one[0])[1]
    return {
        "case": "too-fast",
        "space": state.road.spaces[step.to].key,
        "top": limit_of(state, step.to, state.car.place),
        "driven": min(one.gear for one in aimed),
    }


# -- What it costs -----------------------------------------------------------------------------------------------------


def _cost(state: State, moves: Sequence[Move], waits: int = 0) -> Cost:
    """The cost of dice and decisions, with the seconds that are waited."""
    may, damage = chances_and_damage(state, tuple(moves))
    return Cost(may.end, may.lose + may.end, waits + _paid(state, moves), damage)


def _paid(state: State, moves: Iterable[Move]) -> int:
    """The seconds for dice that are secured."""
    dice = sum(roll.pay for move in moves for roll in (getattr(move, "steps", ()) or (move,)) if isinstance(roll, Roll))
    return seconds_for(state.turn, dice)


def _wanted(
    state: State,
    do: str,
    draft: Sequence[Move],
    facts: Facts,
    far: Near,
    then: Move | None = None,
    waits: int = 0,
) -> Wanted:
    cost = _cost(state, draft if then is None else (*draft, then), waits)
    return _told(do, tuple(draft), facts, cost, far, then)


def _told(do: str, draft: tuple[Move, ...], facts: Facts, cost: Cost, far: Near, then: Move | None = None) -> Wanted:
    """A candidate that tells what it costs."""
    told = {**facts, "chance": cost.lost - cost.out, "out": cost.out}
    return Wanted(Remedy(do, draft, then, cost.price, told), cost, far)


# -- A draft that is being laid ----------------------------------------------------------------------------------------


def _drafts(state: State, draft: tuple[Move, ...], violation: Violation) -> Iterator[Wanted]:
    """The draft with this step replaced, by the nearest one and by the mildest other; ended before it; and declarations
    instead of driving. Faults before it have to be mended first."""
    rolls, at = _laid(draft, violation)
    before = _sound(state, rolls[:at])
    meant = rolls[len(before)] if len(before) < len(rolls) else None
    now = _behind(state, before)
    steps = _nearest(_replaced(now, before, meant, roll, cost) for roll, cost in _next_steps(state, before))
    nearest = steps[:1]
    yield from nearest
    yield from sorted((one for one in steps if one not in nearest), key=lambda one: (one.cost, one.far))[:1]
    if before and before != draft:
        yield _wanted(state, "end", before, {"space": _key(now, now.car.place)}, (6,))
    for move in play.moves(state):
        if move is Word.BLOCKED:
            yield _blocked(state)
        elif isinstance(move, Enter) and isinstance(draft[violation.at], Enter) and not rolls:
            yield _wanted(state, "enter", (), {"space": _key(state, state.road.names[move.to][0])}, (0,), move)


def _nearest(steps: Iterable[Wanted]) -> list[Wanted]:
    """The nearest steps first; of those told in the same words, as two jumps to one space are, the nearest alone."""
    found: dict[tuple[object, ...], Wanted] = {}
    for one in sorted(steps, key=lambda one: one.far):
        found.setdefault((one.remedy.kind, *one.remedy.facts.values()), one)
    return list(found.values())


def _other_ways(state: State, draft: tuple[Move, ...], violation: Violation) -> Iterator[Wanted]:
    """The dice of a whole draft driven in another way: flat out, which secures none, or one by one."""
    move = draft[violation.at]
    steps = move.steps if isinstance(move, Drive | FlatOut | Arrange) else ()
    if not steps:
        yield from _drafts(state, draft, violation)
    elif not violation.at:
        ways: list[tuple[str, Move]] = [("flat-out", FlatOut(tuple(roll._replace(pay=0) for roll in steps)))]
        if not isinstance(move, Drive):
            ways.append(("one-by-one", Drive(steps)))
        for at, (do, way) in enumerate(ways):
            yield _told(do, (way,), {}, _cost(state, (way,)), (at,))


def _laid(draft: Sequence[Move], violation: Violation) -> tuple[tuple[Roll, ...], int]:
    """The dice that are laid, those of a whole draft too, and the index of the one that is meant; their number if none
    is."""
    move = draft[violation.at]
    if isinstance(move, Drive | FlatOut | Arrange) and not violation.at:
        inner = violation.facts.get("inner", len(move.steps))
        return move.steps, inner if isinstance(inner, int) else len(move.steps)
    rolls: tuple[Roll, ...] = ()
    for one in draft:
        if not isinstance(one, Roll):
            break
        rolls = (*rolls, one)
    return rolls, min(violation.at, len(rolls))


def _sound(state: State, rolls: tuple[Roll, ...]) -> tuple[Roll, ...]:
    """The beginning of a draft before its first fault, and before control is lost."""
    faults = [violation.at for violation in judge(state, rolls)]
    rolls = rolls[: min(faults, default=len(rolls))]
    while rolls and _behind(state, rolls).turn.ended:
        rolls = rolls[:-1]
    return rolls


def _behind(state: State, rolls: Sequence[Roll]) -> State:
    for roll in rolls:
        state = follow(state, roll)
    return state


def _is_grave(now: State, roll: Roll) -> int:
    step = aim(now, roll)
    return 2 if step.lost else 1 if step.over > 0 else 0


def _far(now: State, roll: Roll, wanted: Roll | None) -> Near:
    """How far a step is from the one meant: another die, another space, another gear; secured, if that was not
    meant."""
    step, spaces = aim(now, roll), now.road.spaces
    if wanted is None:
        return (roll.pay, 0, abs(step.gear - now.car.gear), float(-spaces[step.to].front))
    goal = aim(now, wanted)
    meant = goal.to if goal.to >= 0 else goal.named
    gear = now.car.gear if wanted.die in PUSHES else wanted.die
    away = float(abs(spaces[step.to].front - spaces[meant].front)) if meant >= 0 else 0
    lane = meant >= 0 and spaces[step.to].lane != spaces[meant].lane
    return (
        roll.pay > 0 and not wanted.pay, (roll.die != wanted.die) + (step.to != meant), roll.die != wanted.die, abs(step.gear - gear), away, lane,
        abs(roll.brakes - wanted.brakes), (roll.pay > 0) != (wanted.pay > 0),
    )  # fmt: skip


@lru_cache(maxsize=8)
def _next_steps(state: State, before: tuple[Roll, ...]) -> tuple[tuple[Roll, Cost], ...]:
    """Every legal next step, and the cost of the draft with it. Kept for a moment, as several rules often speak of one
    die."""
    return tuple((roll, _cost(state, (*before, roll))) for roll in next_steps(_behind(state, before)))


def _replaced(now: State, before: tuple[Roll, ...], meant: Roll | None, roll: Roll, cost: Cost) -> Wanted:
    """One step instead of another."""
    step = aim(now, roll)
    do = "secured" if roll.pay else "jump" if step.over >= 0 else "lay"
    do += ("-brake", "-brakes")[roll.brakes > 1] if roll.brakes else ""
    facts = {
        "die": roll.die,
        "space": _key(now, step.to),
        "count": roll.brakes,
        "cost": seconds_for(now.turn, roll.pay),
    }
    return _told(do, (*before, roll), facts, cost, (_is_grave(now, roll), *_far(now, roll, meant)))


def _key(state: State, place: int) -> str:
    return str(state.road.spaces[place].key)


def _blocked(state: State) -> Wanted:
    """Waiting as a remedy: the gear and the seconds it ends in, and the names of cars in the way."""
    after, _ = play.play(state, Word.BLOCKED, HARMLESS_LUCK)
    car = after.cars[state.turn.seat]
    waits = car.clock - state.car.clock
    names = [state.cars[seat].name for seat in blockers(state)]
    facts = {"gear": car.gear, "seconds": waits, "names": tuple(names)}
    return _wanted(state, "blocked-by" if names else "blocked", (), facts, FAR, Word.BLOCKED, waits)


# -- Rolled dice -------------------------------------------------------------------------------------------------------


def _layouts(state: State, draft: Sequence[Move]) -> Iterator[Wanted]:
    """Whole ways to lay the dice of a failed flat out again, those that begin as they were laid."""
    laid = tuple(roll for move in draft for roll in (getattr(move, "steps", ()) or (move,)) if isinstance(roll, Roll))
    found = [(-_alike(state, laid, one.steps), at, one) for at, one in enumerate(arrangements(state))]
    for common, at, one in sorted(found, key=lambda known: known[:2])[:MOST_LAYOUTS]:
        facts = {"space": _key(state, one.place), "driven": one.gear}
        yield _wanted(state, "lay-again", one.steps, facts, (common, at))


def _alike(state: State, laid: Sequence[Roll], other: Sequence[Roll]) -> int:
    """How many steps two layouts have in common at their beginning."""
    for at, (one, two) in enumerate(zip(laid, other, strict=False)):
        if one.dice != two.dice or aim(state, one).to != aim(state, two).to:
            return at
        state = follow(state, two)
    return min(len(laid), len(other))


def _decisions(state: State, asked: Move) -> Iterator[Wanted]:
    """The decisions open once dice lie rolled, or before a stage goes on."""
    car, phase = state.car, state.turn.phase
    for at, move in enumerate(play.moves(state)):
        far: Near = (at,)
        if isinstance(move, Roll):
            facts: Facts = {"die": named(move), "cost": seconds_for(state.turn, move.pay)}
            yield _wanted(state, "secure" if move.pay else "roll", (), facts, far, move)
        elif isinstance(move, Stop):
            facts = {"gear": car.gear, "seconds": SECONDS[car.gear]}
            yield _wanted(state, "stop", (), facts, far, move)
        elif isinstance(move, Penalty):
            near = abs(move.seconds - asked.seconds) if isinstance(asked, Penalty) else at
            do = "penalty" if move.seconds else "no-penalty"
            yield _wanted(state, do, (), {"seconds": move.seconds}, (near,), move, move.seconds)
        elif isinstance(move, Word):
            do = move.value + (f"-{phase}" if phase in ("wheel", "gap") else "")
            if move is Word.ACCEPT and phase != "sisu" and not car.wheel:
                do = "go-on"
            yield _wanted(state, do, (), {"seconds": play.WHEEL_SECONDS}, far, move, _waits(state, move))


def _waits(state: State, move: Word) -> int:
    """The seconds that a wheel or a stalled start takes."""
    if move is Word.WHEEL and state.turn.phase == "wheel":
        return play.WHEEL_SECONDS
    stalls = any(event.what == "stalled" for event in play.play(state, move, HARMLESS_LUCK)[1])
    return SECONDS[state.car.gear] if stalls else 0
