"""What could be done instead of a step that is refused or unwise: proven by the rules in this very position, and
priced.

Candidates are the next steps that the generator lists where the step was laid, secured ones included, and the decisions
of the moment. The rules must find no fault in the whole draft. Its price is what is certain, and the exact chance that
it goes wrong, landings and shortcut cards included; to stop or to wait costs the time of a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from rallyman_tutor.core.remedy import MOST_REMEDIES, Price, Remedy, rank
from rallyman_tutor.core.rule import Facts, Kind, Violation, kind_of
from rallyman_tutor.games.classic.generate import attacks, next_steps
from rallyman_tutor.games.classic.judging import follow, is_legal, judge, unfold
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.play import WHEEL_SECONDS, moves
from rallyman_tutor.games.classic.risk import risk
from rallyman_tutor.games.classic.rules import BOOK, book
from rallyman_tutor.games.classic.state import (
    CLAIMS,
    GAS,
    MOST_PUNCTURES,
    SECONDS,
    Attack,
    Draft,
    Give,
    Move,
    Roll,
    State,
    Stop,
    TakeTurn,
    Tyres,
    Word,
)
from rallyman_tutor.games.classic.step import Step, aim, blocked_by

MOST_ATTACKS = 2
ABOUT_GAS = ("PUNC", "SPARE", "GAS")
"""Chapters whose broken rules a changed wheel may help with."""


class Fault(NamedTuple):
    """The step that is refused or unwise, in the state in which it is judged."""

    state: State  # in which the draft is laid
    before: tuple[Move, ...]
    now: State
    meant: Move
    place: int  # where it leads, or the space it names; -1: nowhere
    behind: tuple[Move, ...]


class Cost(NamedTuple):
    """What a draft is expected to cost, so that remedies can be compared."""

    price: Price
    chance: Fraction
    paid: int


def remedies(state: State, draft: Draft, violation: Violation) -> tuple[Remedy[Move], ...]:
    """What could be done instead of one step of a draft, the cheapest and nearest first."""
    fault = _fault(state, tuple(draft), violation.at)
    if fault is None or kind_of(fault.meant) in CLAIMS or not is_legal(state, fault.before):
        return ()
    found = [one for one in _proven(fault, violation) if _is_better(fault, violation, one)]
    best = rank(found, lambda one: _distance(fault, one), most=len(found))
    return tuple(islice(_unlike(best), MOST_REMEDIES))


def why_stuck(state: State, draft: Draft, violation: Violation) -> Facts:
    """Why there is nothing to do instead."""
    fault = _fault(state, tuple(draft), violation.at)
    if state.over:
        return {"case": "over"}
    if fault is not None and isinstance(fault.meant, TakeTurn):
        return {"case": "turn", "next": state.car.name}
    if fault is None or kind_of(fault.meant) in CLAIMS:
        return {"case": "unsaid"}
    if wrong := judge(state, fault.before):
        return {"case": "earlier", "count": wrong[0].at + 1}
    if BOOK[violation.code].kind is Kind.UNWISE:
        return {"case": "no-better-behind" if fault.before else "no-better"}
    return {"case": "ended"}


def _fault(state: State, draft: tuple[Move, ...], at: int) -> Fault | None:
    found = next(((now, step) for number, now, step in unfold(state, draft) if number == at), None)
    if found is None:
        return None
    now, step = found
    if not isinstance(step, Step):
        return Fault(state, draft[:at], now, step, -1, draft[at + 1 :])
    place = step.to if step.to >= 0 else state.road.place.get(step.roll.to, -1)
    return Fault(state, draft[:at], now, step.roll, place, draft[at + 1 :])


# -- Candidates -------------------------------------------------------------------------------------------------------


def _proven(fault: Fault, violation: Violation) -> Iterator[Remedy[Move]]:
    """Everything that could be done instead of the step and that the rules allow."""
    for roll in next_steps(fault.now):
        if roll != fault.meant:
            yield from (one for one in _laid(fault, roll) if not roll.pay or one.price < Price.LOSES_CONTROL)
    if isinstance(fault.meant, Attack):
        for dice in islice(_near_attacks(fault), MOST_ATTACKS):
            yield from _laid(fault, Attack(dice))
    yield from _pressed(fault, violation) if not fault.before else _ended(fault)
    if isinstance(fault.meant, Stop) and fault.before and BOOK[violation.code].kind is Kind.UNWISE:
        yield from _otherwise_ended(fault)


def _laid(fault: Fault, move: Roll | Attack) -> Iterator[Remedy[Move]]:
    """A die or an attack in place of the step, with the dice laid after it if the whole draft is then legal."""
    for behind in dict.fromkeys((fault.behind, ())):
        draft = (*fault.before, move, *behind)
        if is_legal(fault.state, draft) and all(isinstance(one, Roll) for one in behind):
            cost = price(fault.state, draft)
            yield Remedy(_verb(fault, move), draft, None, cost.price, {**_named(fault, move), "chance": cost.chance})
            return


def _verb(fault: Fault, move: Roll | Attack) -> str:
    """The kind of remedy this is, compared with what was meant."""
    if isinstance(move, Attack):
        gas = move.dice.count(GAS)
        return "attack" if not gas else "attack-gas" if gas < len(move.dice) else "attack-gas-only"
    if fault.now.turn.rolled:
        return "drive"
    meant = fault.meant
    same = isinstance(meant, Roll) and meant.die == move.die and aim(fault.now, move).to == fault.place
    if same and isinstance(meant, Roll) and move.pay != meant.pay:
        return "secure" if move.pay else "unsecure"
    return "lay-secured" if move.pay else "lay"


def _named(fault: Fault, move: Roll | Attack) -> Facts:
    if isinstance(move, Attack):
        return {"dice": ", ".join(str(die) for die in move.dice if die != GAS), "count": move.dice.count(GAS)}
    return {"die": move.die, "space": move.to, "cost": fault.now.turn.secured + 1}


def _near_attacks(fault: Fault) -> Iterator[tuple[int, ...]]:
    """Sets of dice that may be rolled as an attack now, those first that differ least from what was meant."""
    assert isinstance(fault.meant, Attack)
    if fault.before or decision_due(fault.now) != "roll":
        return
    wanted = fault.meant.dice

    def far(dice: tuple[int, ...]) -> tuple[int, int]:
        gas = abs(dice.count(GAS) - wanted.count(GAS))
        return len({*dice} ^ {*wanted} - {GAS}) + gas, -len(dice)

    yield from sorted(attacks(fault.now), key=far)


def _pressed(fault: Fault, violation: Violation) -> Iterator[Remedy[Move]]:
    """The decisions of the moment, which are taken at once."""
    for move in moves(fault.now):
        if isinstance(move, Roll) or move in (Word.RETIRE, fault.meant) or not is_legal(fault.state, (move,)):
            continue
        if move is Word.WHEEL and decision_due(fault.now) == "roll" and violation.code.split("-")[1] not in ABOUT_GAS:
            continue
        do, cost, facts = _decision(fault.now, move)
        yield Remedy(do, (), move, cost, facts)


def _ended(fault: Fault) -> Iterator[Remedy[Move]]:
    """Ending the turn after the dice before the step: by stopping, or by leaving out the rest."""
    draft, die = fault.before, fault.before[-1]
    cost = price(fault.state, draft)
    facts = (
        {"die": die.die, "gear": fault.now.car.gear, "seconds": SECONDS[fault.now.car.gear], "chance": cost.chance}
        if isinstance(die, Roll)
        else {"chance": cost.chance}
    )
    driven = bool(fault.now.turn.rolled and not fault.now.turn.hand)  # an attack ends by itself
    if decision_due(fault.now) == "roll" and fault.meant != Stop() and is_legal(fault.state, (*draft, Stop())):
        if isinstance(die, Roll):
            yield Remedy("stop-after", draft, Stop(), max(cost.price, Price.COSTS_TIME), facts)
        elif die is Word.WHEEL:
            yield Remedy("stop-wheel", draft, Stop(), max(cost.price, Price.COSTS_TIME), facts)
    elif (driven or decision_due(fault.now) in ("finished", "lost")) and isinstance(die, Roll):
        yield Remedy("leave-rest", draft, None, cost.price, facts)


def _otherwise_ended(fault: Fault) -> Iterator[Remedy[Move]]:
    """Stopping after one more die, or after another die in place of the last one."""
    for before in (fault.before, fault.before[:-1]):
        last = list(unfold(fault.state, (*before, Stop())))[-1][1]
        for roll in next_steps(last):
            draft = (*before, roll)
            cost = price(fault.state, draft)
            if is_legal(fault.state, (*draft, Stop())):
                gear = roll.die if roll.die > 0 else last.car.gear
                facts = {"die": roll.die, "gear": gear, "seconds": SECONDS[gear], "chance": cost.chance}
                yield Remedy("stop-after", draft, Stop(), max(cost.price, Price.COSTS_TIME), facts)


def _decision(now: State, move: Move) -> tuple[str, Price, Facts]:
    """The name of a decision among the remedies, its price and its facts."""
    car = now.car
    facts: dict[str, object] = {
        "gear": car.gear,
        "seconds": WHEEL_SECONDS if move is Word.WHEEL else SECONDS[car.gear],
    }
    if isinstance(move, Stop) or move is Word.BLOCKED:
        if now.turn.wheel and not now.turn.used:
            return "stop-wheel", Price.COSTS_TIME, facts
        if isinstance(move, Stop):
            return "stop", Price.COSTS_TIME, facts
        if car.status == "waiting" and not next_steps(now):
            return "wait-start", Price.HARMLESS, facts
        who = blocked_by(now)
        return ("wait-behind", Price.COSTS_TIME, {**facts, "car": who}) if who else ("wait", Price.COSTS_TIME, facts)
    if isinstance(move, Give):
        return "give-hazard" if move.hazard else "give-clean", Price.HARMLESS, facts
    if isinstance(move, Tyres):
        return "winter" if move.winter else "summer", Price.HARMLESS, facts
    assert isinstance(move, Word)
    name = move.value
    if decision_due(now) == "gap":
        return f"{name}-gap", Price.HARMLESS, facts
    if name == "accept":
        return name, Price.LOSES_CONTROL, facts
    return name, Price.HARMLESS if name == "weather" else Price.COSTS_TIME, facts


# -- What it costs ----------------------------------------------------------------------------------------------------


def price(state: State, draft: Sequence[Move]) -> Cost:
    """The expected cost of a legal draft."""
    chance = sum(risk(state, tuple(draft)), Fraction(0))
    paid = sum(
        now.turn.secured + 1 for _, now, step in unfold(state, tuple(draft)) if isinstance(step, Step) and step.roll.pay
    )
    if chance == 1 and _ends_the_rally(state, draft):
        return Cost(Price.ENDS_THE_RALLY, chance, paid)
    if chance:
        return Cost(Price.LOSES_CONTROL if chance == 1 else Price.RISKS_CONTROL, chance, paid)
    return Cost(Price.COSTS_TIME if paid else Price.HARMLESS, chance, paid)


def _ends_the_rally(state: State, draft: Sequence[Move]) -> bool:
    steps = list(unfold(state, tuple(draft)))
    after = follow(steps[-1][1], steps[-1][2]) if steps else None
    return after is not None and after.turn.ended == "out"


def _is_better(fault: Fault, violation: Violation, remedy: Remedy[Move]) -> bool:
    """Every legal remedy is better than a refused step; an unwise step needs one that costs less."""
    if BOOK[violation.code].kind is Kind.ILLEGAL:
        return True
    if any(one.code == violation.code for one in _warned(fault, remedy)):
        own = _own_cost(fault)
        return _cost_of(fault, remedy)[:2] < own[:2] or (own.paid > 0 and _cost_of(fault, remedy) < own)
    if isinstance(fault.meant, Roll | Attack):
        return _cost_of(fault, remedy) < _own_cost(fault)
    return remedy.price < Price.LOSES_CONTROL


def _own_cost(fault: Fault) -> Cost:
    return price(fault.state, (*fault.before, fault.meant))


def _cost_of(fault: Fault, remedy: Remedy[Move]) -> Cost:
    if remedy.then is None:
        return price(fault.state, remedy.draft)
    return price(fault.state, remedy.draft)._replace(price=remedy.price)


def _warned(fault: Fault, remedy: Remedy[Move]) -> list[Violation]:
    """The warnings about a remedy, at the step it replaces and where its turn would stop."""
    rules = book(fault.state.options.edition)
    at = min(len(fault.before), len(remedy.moves) - 1)
    return [
        one
        for number, now, step in unfold(fault.state, remedy.moves)
        if number == at or isinstance(step, Stop)
        for one in rules.judge(now, step, number, Kind.UNWISE)
    ]


# -- How near it is to what was meant ---------------------------------------------------------------------------------


def _distance(fault: Fault, remedy: Remedy[Move]) -> tuple[int, ...]:
    """A key to sort remedies: those that may end the rally last, else the nearest to what was meant first."""
    at = len(fault.before)
    move = remedy.draft[at] if at < len(remedy.draft) else remedy.then
    ill = int(_may_end_the_rally(fault.state, remedy.draft))
    meant = fault.meant
    if not isinstance(move, Roll):
        return ill, int(type(move) is not type(meant)), 0, 0, 0, 0
    gear = fault.now.car.gear
    wanted = meant.die if isinstance(meant, Roll) and meant.die > 0 else gear
    die = move.die if move.die > 0 else gear
    other_die = isinstance(meant, Roll) and move.die != meant.die
    other_place = isinstance(meant, Roll) and aim(fault.now, move).to != fault.place
    shorter = at + 1 + len(fault.behind) - len(remedy.draft)
    far = int(not isinstance(meant, Roll)) + int(other_place and other_die)
    return ill, far, int(move.pay), int(other_die or other_place), abs(die - wanted), shorter


def _may_end_the_rally(state: State, draft: Sequence[Move]) -> bool:
    """Whether a puncture by a shortcut card of this draft could end the rally."""
    return any(
        isinstance(step, Step) and step.to >= 0
        and state.road.spaces[step.to].kind == "cut" and now.car.punctures >= MOST_PUNCTURES
        for _, now, step in unfold(state, tuple(draft))
    )  # fmt: skip


def _unlike(found: Sequence[Remedy[Move]]) -> Iterator[Remedy[Move]]:
    """The first remedy of each kind and place; at one place, one with a gear die and one with a gas die."""
    known: set[tuple[object, ...]] = set()
    for one in found:
        kind = (one.kind, one.facts.get("space"), one.facts.get("die") == GAS, one.kind == "attack" and one.draft)
        if kind not in known:
            known.add(kind)
            yield one
