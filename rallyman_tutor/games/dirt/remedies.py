"""What to do instead of a step that is refused or unwise: from the legal next steps and the decisions of the moment.

Each candidate is judged by the rules in this very position, and priced by what is certain and by exact chances. While a
draft is being laid, a step can be replaced or left out, or the draft can end before it; once dice are rolled, only the
decisions that are left can be taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.core.remedy import Price, Remedy, rank
from rallyman_tutor.core.rule import Facts, Kind, Violation
from rallyman_tutor.games.dirt import play
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.generate import blockers, next_steps
from rallyman_tutor.games.dirt.judging import is_legal, judge
from rallyman_tutor.games.dirt.risk import risk
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
MOST_TRIED = 6
"""How many of the steps nearest to the one that was meant are priced."""
MOST_LAYOUTS = 12
FAR: Near = (9,)


class Wanted(NamedTuple):
    """A candidate, and how far it is from what was meant."""

    remedy: Remedy[Move]
    far: Near


def remedies(state: State, draft: Sequence[Move], violation: Violation) -> tuple[Remedy[Move], ...]:
    """What could be done instead, the cheapest and nearest first; nothing instead of a claim about turns or the
    start."""
    move = draft[violation.at]
    if isinstance(move, TakeTurn | Lineup):
        return ()
    whole = isinstance(move, Drive | FlatOut | Arrange) and "inner" not in violation.facts
    if state.turn.phase == "draft" and whole:
        found = _other_ways(state, draft, violation)
    elif state.turn.phase == "draft":
        found = _drafts(state, draft, violation)
    elif state.turn.phase == "arrange":
        found = _layouts(state, draft)
    else:
        found = _decisions(state, move)
    wanted = [one for one in found if is_legal(state, one.remedy.moves)]
    if BOOK[violation.code].kind is Kind.UNWISE and not isinstance(move, Drive):
        limit = _worth(state, draft, _price(state, draft)[0])
        wanted = [one for one in wanted if _worth(state, one.remedy.moves, one.remedy.price) < limit]
    far = {one.remedy.moves: one.far for one in wanted}
    return rank([one.remedy for one in wanted], lambda remedy: far[remedy.moves])


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
    return _too_fast(state) if state.turn.phase == "draft" else {"case": "nothing-works"}


def _too_fast(state: State) -> Facts:
    """Facts about a state in which every step loses control: the limit that is missed by least, and the lowest gear."""
    aimed = [step for step in (aim(state, roll) for roll in next_steps(state)) if step.lost == "limit"]
    tops = [(step.gear - (limit_of(state, step.to, state.car.place) or 0), step) for step in aimed]
    if not tops:
        return {"case": "no-safer"}
    step = min(tops, key=lambda one: one[0])[1]
    return {
        "case": "too-fast",
        "space": state.road.spaces[step.to].key,
        "top": limit_of(state, step.to, state.car.place),
        "driven": min(one.gear for one in aimed),
    }


# -- What it costs ------------------------------------------------------------------------------------------------------


def _price(state: State, moves: Sequence[Move]) -> tuple[Price, Fraction]:
    """What dice and decisions cost, and the chance to lose control on them."""
    chance = sum(risk(state, tuple(moves)), Fraction(0))
    if chance == 1:
        return Price.LOSES_CONTROL, chance
    if chance:
        return Price.RISKS_CONTROL, chance
    return (Price.COSTS_TIME if _paid(moves) else Price.HARMLESS), chance


def _paid(moves: Iterable[Move]) -> int:
    """How many dice are secured."""
    return sum(roll.pay for move in moves for roll in (getattr(move, "steps", ()) or (move,)) if isinstance(roll, Roll))


def _worth(state: State, moves: Sequence[Move], price: Price) -> tuple[Price, Fraction, int]:
    """A key to compare moves, the better ones first: price, chance to lose control, dice secured."""
    return price, sum(risk(state, tuple(moves)), Fraction(0)), _paid(moves)


def _remedy(state: State, do: str, draft: Sequence[Roll], facts: Facts, then: Move | None = None) -> Remedy[Move]:
    price, chance = _price(state, draft if then is None else (*draft, then))
    return Remedy(do, tuple(draft), then, price, {**facts, "chance": chance})


# -- A draft that is being laid -----------------------------------------------------------------------------------------


def _drafts(state: State, draft: Sequence[Move], violation: Violation) -> Iterator[Wanted]:
    """The draft with this step replaced, by the nearest one and by the cheapest other; with it left out, or ended before it;
    and what can be declared instead of driving."""
    rolls, at = _laid(draft, violation)
    before = _sound(state, rolls[:at])
    at = len(before)  # faults before it have to be mended first
    behind = rolls[at + 1 :]
    wanted = rolls[at] if at < len(rolls) else None
    now = _behind(state, before)
    tried = _nearest_steps(now, wanted)
    steps = sorted((_replaced(state, now, before, behind, wanted, roll) for roll in tried), key=lambda one: one.far)
    yield from steps[:1]
    yield from sorted(steps[1:], key=lambda one: (one.remedy.price, one.far))[:1]
    kept = (*before, *behind)
    if wanted is not None and kept and is_legal(state, kept):
        yield Wanted(_remedy(state, "leave-out", kept, {"die": wanted.die}), (5,))
    elif before and before != tuple(draft):
        yield Wanted(_remedy(state, "end", before, {"space": _key(now, now.car.place)}), (6,))
    for move in play.moves(state):
        if move is Word.BLOCKED:
            yield Wanted(_blocked(state), FAR)
        elif isinstance(move, Enter) and isinstance(draft[violation.at], Enter) and not rolls:
            yield Wanted(_remedy(state, "enter", (), {"space": _key(state, state.road.names[move.to][0])}, move), (0,))


def _other_ways(state: State, draft: Sequence[Move], violation: Violation) -> Iterator[Wanted]:
    """The dice of a whole draft driven in another way: flat out, which secures none, or one by one."""
    move = draft[violation.at]
    before = tuple(draft[: violation.at])
    steps = move.steps if isinstance(move, Drive | FlatOut | Arrange) else ()
    plain = tuple(roll._replace(pay=0) for roll in steps)
    ways: list[tuple[str, Move]] = [("flat-out", FlatOut(plain))]
    if not isinstance(move, Drive):
        ways.append(("one-by-one", Drive(steps)))
    if steps and not before:
        for at, (do, way) in enumerate(ways):
            price, chance = _price(state, (way,))
            yield Wanted(Remedy(do, (way,), None, price, {"chance": chance}), (at,))
    yield from (one for one in _drafts(state, draft, violation) if not steps)


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


def _nearest_steps(now: State, wanted: Roll | None) -> list[Roll]:
    """The nearest legal next steps: those that keep control first, then those most like the one that was meant."""
    pays = wanted is not None and wanted.pay > 0
    steps = [roll for roll in next_steps(now) if pays or not roll.pay]
    found: dict[object, Roll] = {}
    for roll in sorted(steps, key=lambda roll: (_is_grave(now, roll), _far(now, roll, wanted))):
        found.setdefault((roll.dice, roll.pay, aim(now, roll).to), roll)  # of two jumps to one space the nearer
    return list(found.values())[:MOST_TRIED]


def _is_grave(now: State, roll: Roll) -> int:
    step = aim(now, roll)
    return 2 if step.lost else 1 if step.over > 0 else 0


def _far(now: State, roll: Roll, wanted: Roll | None) -> Near:
    """How far a step is from the one that was meant: another die, another space, another gear."""
    step, spaces = aim(now, roll), now.road.spaces
    if wanted is None:
        return (0, 0, abs(step.gear - now.car.gear), float(-spaces[step.to].front))
    goal = aim(now, wanted)
    meant = goal.to if goal.to >= 0 else goal.named
    gear = now.car.gear if wanted.die in PUSHES else wanted.die
    away = float(abs(spaces[step.to].front - spaces[meant].front)) if meant >= 0 else 0
    lane = meant >= 0 and spaces[step.to].lane != spaces[meant].lane
    return (
        (roll.die != wanted.die) + (step.to != meant), roll.die != wanted.die, abs(step.gear - gear), away, lane,
        abs(roll.brakes - wanted.brakes), (roll.pay > 0) != (wanted.pay > 0),
    )  # fmt: skip


def _replaced(
    state: State, now: State, before: tuple[Roll, ...], behind: tuple[Roll, ...], wanted: Roll | None, roll: Roll
) -> Wanted:
    """One step instead of another; what is laid after it stays if it still fits."""
    whole = (*before, roll, *behind)
    draft = whole if behind and is_legal(state, whole) else (*before, roll)
    step = aim(now, roll)
    flies = step.over >= 0
    do = "secured" if roll.pay else "jump" if flies else "lay"
    do += ("-brake", "-brakes")[roll.brakes > 1] if roll.brakes else ""
    facts = {
        "die": roll.die,
        "space": _key(now, step.to),
        "count": roll.brakes,
        "cost": seconds_for(now.turn, roll.pay),
    }
    return Wanted(
        _remedy(state, do, draft, facts), (_is_grave(now, roll), len(draft) < len(whole), *_far(now, roll, wanted))
    )


def _key(state: State, place: int) -> str:
    return str(state.road.spaces[place].key)


def _blocked(state: State) -> Remedy[Move]:
    """Waiting as a remedy: the gear and the seconds it ends in, and the names of cars in the way."""
    after, _ = play.play(state, Word.BLOCKED, HARMLESS_LUCK)
    car = after.cars[state.turn.seat]
    names = [state.cars[seat].name for seat in blockers(state)]
    facts = {"gear": car.gear, "seconds": car.clock - state.car.clock, "names": ", ".join(names)}
    return Remedy("blocked-by" if names else "blocked", (), Word.BLOCKED, Price.COSTS_TIME, facts)


# -- Rolled dice --------------------------------------------------------------------------------------------------------


def _layouts(state: State, draft: Sequence[Move]) -> Iterator[Wanted]:
    """Whole ways to lay the dice of a failed flat out again, those first that begin as they were laid."""
    laid = tuple(roll for move in draft for roll in (getattr(move, "steps", ()) or (move,)) if isinstance(roll, Roll))
    found = [(-_alike(state, laid, one.steps), at, one) for at, one in enumerate(arrangements(state))]
    for common, at, one in sorted(found, key=lambda known: known[:2])[:MOST_LAYOUTS]:
        facts = {"space": _key(state, one.place), "driven": one.gear}
        yield Wanted(_remedy(state, "lay-again", one.steps, facts), (common, at))


def _alike(state: State, laid: Sequence[Roll], other: Sequence[Roll]) -> int:
    """How many steps two layouts have in common at their beginning."""
    for at, (one, two) in enumerate(zip(laid, other, strict=False)):
        if one.dice != two.dice or aim(state, one).to != aim(state, two).to:
            return at
        state = follow(state, two)
    return min(len(laid), len(other))


def _decisions(state: State, asked: Move) -> Iterator[Wanted]:
    """What can be decided once dice lie rolled, or before a stage goes on."""
    car, phase = state.car, state.turn.phase
    for at, move in enumerate(play.moves(state)):
        far: Near = (at,)
        if isinstance(move, Roll):
            facts: Facts = {"die": move.die, "cost": seconds_for(state.turn, move.pay)}
            yield Wanted(_remedy(state, "secure" if move.pay else "roll", (), facts, move), far)
        elif isinstance(move, Stop):
            facts = {"gear": car.gear, "seconds": SECONDS[car.gear]}
            yield Wanted(Remedy("stop", (), move, Price.HARMLESS, facts), far)
        elif isinstance(move, Penalty):
            price = Price.COSTS_TIME if move.seconds else Price.HARMLESS
            near = abs(move.seconds - asked.seconds) if isinstance(asked, Penalty) else at
            do = "penalty" if move.seconds else "no-penalty"
            yield Wanted(Remedy(do, (), move, price, {"seconds": move.seconds}), (near,))
        elif isinstance(move, Word):
            price = _decided(state, move)
            do = move.value + (f"-{phase}" if phase in ("wheel", "gap") else "")
            if move is Word.ACCEPT and phase != "sisu" and not car.wheel:
                do = "go-on"
            yield Wanted(Remedy(do, (), move, price, {"seconds": play.WHEEL_SECONDS}), far)


def _decided(state: State, move: Word) -> Price:
    """What it costs to play a token, to change a wheel, or to leave it."""
    happened = {event.what for event in play.play(state, move, HARMLESS_LUCK)[1]}
    if happened & {"lost", "failed"}:
        return Price.LOSES_CONTROL
    costs = "stalled" in happened or (move is Word.WHEEL and state.turn.phase == "wheel")
    return Price.COSTS_TIME if costs else Price.HARMLESS
