"""Moves to make instead of a step that is refused or unwise, proven by the rules in this very position, and priced.

Candidates are the next steps that the generator lists where the step was laid, secured ones included, and the decisions
of the moment. The rules must find no fault in them. They stand in one order, that of `Cost`: how likely the rally ends,
then how likely control is lost, then the seconds that are certain, then damage; of equal ones the nearest to what was
meant is first. What lies behind the step changes nothing of that. It stays laid where it then fits and costs nothing
more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice, takewhile
from typing import NamedTuple

from rallyman_tutor.core.notation import ScriptedDraft, as_scripted
from rallyman_tutor.core.remedy import MOST_REMEDIES, Price, Remedy
from rallyman_tutor.core.rule import Facts, Kind, Violation, kind_of
from rallyman_tutor.games.classic.generate import attacks, next_steps
from rallyman_tutor.games.classic.judging import is_legal, judge, unfold
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.play import WHEEL_SECONDS, moves
from rallyman_tutor.games.classic.risk import chances, damage
from rallyman_tutor.games.classic.rules import BOOK, book
from rallyman_tutor.games.classic.state import (
    CLAIMS,
    GAS,
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
COSTS_A_CARD = ("stop", "stop-after", "wait", "wait-behind", "wheel")
"""Remedies that put a card on the clock, by their kind."""
ABOUT_GAS = ("PUNC", "SPARE", "GAS")
"""Chapters whose broken rules a changed wheel may help with."""


class Fault(NamedTuple):
    """The step that is refused or unwise, in the state in which it is judged."""

    state: State  # in which the draft is laid
    before: ScriptedDraft[Move]  # with what its dice and cards show, as far as that is told
    now: State
    meant: Move
    place: int  # where it leads, or the space it names; -1: nowhere
    behind: tuple[Move, ...]

    def with_draft(self, moves: tuple[Move, ...]) -> Draft | ScriptedDraft[Move]:
        """Moves with what is told of those that lie before the step, up to the first that is another one; where nothing
        is told, the moves are only laid."""
        alike = takewhile(lambda pair: pair[0] == pair[1][0], zip(moves, self.before.shown_moves, strict=False))
        told = tuple(shown for _, (_, shown) in alike)
        return ScriptedDraft(moves, (*told, *((),) * (len(moves) - len(told)))) if any(told) else moves


class Cost(NamedTuple):
    """The cost of moves. An earlier field weighs more than all behind it."""

    out: Fraction  # how likely the rally ends
    lost: Fraction  # how likely control is lost, and the rally goes on
    seconds: int  # paid for dice, for a card that ends the turn, for a wheel

    @property
    def chances(self) -> tuple[Fraction, Fraction]:
        return self[:2]


class Candidate(NamedTuple):
    """A remedy, what it costs, and how far it is from what was meant."""

    remedy: Remedy[Move]
    cost: Cost
    far: tuple[int, ...]


def remedies(state: State, draft: Draft | ScriptedDraft[Move], violation: Violation) -> tuple[Remedy[Move], ...]:
    """Moves to make instead of one step of a draft, in the order of `Cost`; where a script has gone on into another
    turn, in that turn. Behind a die that lost control the script can only be left at that die."""
    script = as_scripted(draft)
    first, begun = _turn_of(state, script, violation.at)
    if first:
        left = ScriptedDraft(script.moves[first:], script.shown[first:])
        if violation.at == first and (left_at := tuple(_left_at(state, script, first))):
            return left_at
        own = remedies(begun, left, replace(violation, at=violation.at - first))
        return tuple(one._replace(draft=(*script.moves[:first], *one.draft)) for one in own)
    fault = _fault(state, script, violation.at)
    if fault is None or kind_of(fault.meant) in CLAIMS or not is_legal(state, fault.before.as_laid):
        return ()
    found: dict[tuple[Move, ...], Candidate] = {}
    for remedy in _proven(fault, violation):
        found.setdefault(remedy.moves, Candidate(remedy, _cost_of(fault, remedy), _distance(fault, remedy)))
    better = _better(fault, violation, list(found.values()))
    milder = [one for one in better if one.cost.out < 1]
    if not milder and BOOK[violation.code].kind is Kind.UNWISE:
        return ()  # the rally ends in any case, and that is said
    ranked = _in_order(fault, milder or better)
    return tuple(_kept(fault, one) for one in _told(ranked))


def why_stuck(state: State, draft: Draft | ScriptedDraft[Move], violation: Violation) -> Facts:
    """Why there is nothing to do instead."""
    script = as_scripted(draft)
    first, begun = _turn_of(state, script, violation.at)
    if first:
        left = ScriptedDraft(script.moves[first:], script.shown[first:])
        return why_stuck(begun, left, replace(violation, at=violation.at - first))
    fault = _fault(state, script, violation.at)
    if state.over:
        return {"case": "over"}
    if fault is not None and isinstance(fault.meant, TakeTurn):
        return {"case": "turn", "next": state.car.name}
    if fault is None or kind_of(fault.meant) in CLAIMS:
        return {"case": "unsaid"}
    if wrong := judge(state, fault.before.as_laid):
        return {"case": "earlier", "count": wrong[0].at + 1}
    if BOOK[violation.code].kind is not Kind.UNWISE:
        return {"case": "ended"}
    if isinstance(fault.meant, Stop):
        return {"case": "no-other-end"}
    if all(_cost_of(fault, one).out == 1 for one in _proven(fault, violation)) and _own_cost(fault).out == 1:
        return {"case": "all-out"}
    return {"case": "no-better-behind" if fault.before.moves else "no-better"}


def _turn_of(state: State, script: ScriptedDraft[Move], at: int) -> tuple[int, State]:
    """The first move of the turn to which a move of a script belongs, and the state in which that turn begins."""
    first, begun = 0, state
    for number, now, _ in unfold(state, script.as_laid):
        if number <= at and (now.turn.seat, now.round) != (begun.turn.seat, begun.round):
            first, begun = number, now
    return first, begun


def _left_at(state: State, script: ScriptedDraft[Move], many: int) -> Iterator[Remedy[Move]]:
    """To leave a script at so many moves, if the last of them is a die, by which control was lost."""
    before = ScriptedDraft(script.moves[:many], script.shown[:many])
    die = before.moves[-1]
    if isinstance(die, Roll):
        fault = Fault(state, before, state, die, -1, ())
        yield _priced(fault, Remedy("leave-rest", before.moves, None, facts={"die": die.die}))


def _fault(state: State, draft: ScriptedDraft[Move], at: int) -> Fault | None:
    found = next(((now, step) for number, now, step in unfold(state, draft.as_laid) if number == at), None)
    if found is None:
        return None
    now, step = found
    before = ScriptedDraft(draft.moves[:at], draft.shown[:at])
    if not isinstance(step, Step):
        return Fault(state, before, now, step, -1, draft.moves[at + 1 :])
    place = step.to if step.to >= 0 else state.road.place.get(step.roll.to, -1)
    return Fault(state, before, now, step.roll, place, draft.moves[at + 1 :])


# -- Candidates -------------------------------------------------------------------------------------------------------


def _proven(fault: Fault, violation: Violation) -> Iterator[Remedy[Move]]:
    """Everything that could be done instead of the step and that the rules allow."""
    before = fault.before.moves
    for roll in next_steps(fault.now):
        if roll != fault.meant:
            yield from (one for one in _laid(fault, roll) if not roll.pay or one.price < Price.LOSES_CONTROL)
    if isinstance(fault.meant, Attack):
        for dice in islice(_near_attacks(fault), MOST_ATTACKS):
            yield from _laid(fault, Attack(dice))
    yield from _pressed(fault, violation) if not before else _ended(fault)
    if isinstance(fault.meant, Stop) and before and BOOK[violation.code].kind is Kind.UNWISE:
        yield from _otherwise_ended(fault)


def _laid(fault: Fault, move: Roll | Attack) -> Iterator[Remedy[Move]]:
    """A die or an attack in place of the step."""
    draft = (*fault.before.moves, move)
    if is_legal(fault.state, fault.with_draft(draft)):
        yield _priced(fault, Remedy(_verb(fault, move), draft, None, facts=_named(fault, move)))


def _priced(fault: Fault, remedy: Remedy[Move]) -> Remedy[Move]:
    """A remedy with its price, and with the chances that its words tell."""
    cost = _cost_of(fault, remedy)
    facts = {**remedy.facts, "chance": cost.lost, "out": cost.out}
    return remedy._replace(price=max(_price(cost), remedy.price), facts=facts)


def _kept(fault: Fault, one: Candidate) -> Remedy[Move]:
    """A die in place of the step, with the dice laid behind the step if they fit there and cost nothing more."""
    remedy, behind = one.remedy, fault.behind
    if not behind or remedy.then is not None or not all(isinstance(die, Roll) for die in behind):
        return remedy
    whole = remedy._replace(draft=(*remedy.draft, *behind), kept=len(behind))
    script = fault.with_draft(whole.draft)
    if not isinstance(remedy.draft[-1], Roll) or not is_legal(fault.state, script):
        return remedy
    return whole if _cost_of(fault, whole) == one.cost and not judge(fault.state, script, Kind.UNWISE) else remedy


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
        return "secure" if move.pay else "unsecure" if fault.now.car.seconds else "unsecure-none"
    return "lay-secured" if move.pay else "lay"


def _named(fault: Fault, move: Roll | Attack) -> Facts:
    if isinstance(move, Attack):
        return {"dice": ", ".join(str(die) for die in move.dice if die != GAS), "count": move.dice.count(GAS)}
    return {"die": move.die, "space": move.to, "cost": fault.now.turn.secured + 1}


def _near_attacks(fault: Fault) -> Iterator[tuple[int, ...]]:
    """Sets of dice that may be rolled as an attack now, those first that differ least from what was meant."""
    assert isinstance(fault.meant, Attack)
    if fault.before.moves or decision_due(fault.now) != "roll":
        return
    wanted = fault.meant.dice

    def far(dice: tuple[int, ...]) -> tuple[int, int]:
        gas = abs(dice.count(GAS) - wanted.count(GAS))
        return len({*dice} ^ {*wanted} - {GAS}) + gas, -len(dice)

    yield from sorted(attacks(fault.now), key=far)


def _pressed(fault: Fault, violation: Violation) -> Iterator[Remedy[Move]]:
    """The decisions of the moment, which are taken at once."""
    is_unwise = BOOK[violation.code].kind is Kind.UNWISE
    for move in moves(fault.now):
        if isinstance(move, Roll) or move in (Word.RETIRE, fault.meant) or not is_legal(fault.state, (move,)):
            continue
        about_gas = is_unwise or violation.code.split("-")[1] in ABOUT_GAS
        if move is Word.WHEEL and decision_due(fault.now) == "roll" and not about_gas:
            continue
        do, cost, facts = _decision(fault.now, move)
        yield _priced(fault, Remedy(do, (), move, cost, facts))


def _ended(fault: Fault) -> Iterator[Remedy[Move]]:
    """Ending the turn after the dice before the step: by stopping, or by leaving out the rest."""
    draft, die, now = fault.before.moves, fault.before.moves[-1], fault.now
    facts = {"die": die.die, "gear": now.car.gear, "seconds": SECONDS[now.car.gear]} if isinstance(die, Roll) else {}
    driven = bool(now.turn.rolled and not now.turn.hand)  # an attack ends by itself
    if decision_due(now) == "roll":
        if fault.meant != Stop() and is_legal(fault.state, fault.with_draft((*draft, Stop()))):
            if isinstance(die, Roll):
                yield _priced(fault, Remedy("stop-after", draft, Stop(), Price.COSTS_TIME, facts))
            elif die is Word.WHEEL:
                yield _priced(fault, Remedy("stop-wheel", draft, Stop(), Price.COSTS_TIME, facts))
    elif (driven or decision_due(now) in ("finished", "lost", "out")) and isinstance(die, Roll):
        yield _priced(fault, Remedy("leave-rest", draft, None, facts=facts))


def _otherwise_ended(fault: Fault) -> Iterator[Remedy[Move]]:
    """Stopping after one more die, or after another die in place of the last one."""
    moves = fault.before.moves
    for before in (moves, moves[:-1]):
        last = list(unfold(fault.state, fault.with_draft((*before, Stop()))))[-1][1]
        for roll in next_steps(last):
            if is_legal(fault.state, fault.with_draft((*before, roll, Stop()))):
                gear = roll.die if roll.die > 0 else last.car.gear
                facts = {"die": roll.die, "gear": gear, "seconds": SECONDS[gear]}
                yield _priced(fault, Remedy("stop-after", (*before, roll), Stop(), Price.COSTS_TIME, facts))


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


def cost(state: State, draft: Draft | ScriptedDraft[Move]) -> Cost:
    """The cost of a legal draft."""
    found = chances(state, draft)
    paid = sum(
        now.turn.secured + 1 for _, now, step in unfold(state, draft) if isinstance(step, Step) and step.roll.pay
    )
    return Cost(found.end, found.lose, paid)


def _price(cost: Cost) -> Price:
    """The price as it is shown."""
    if cost.out == 1:
        return Price.ENDS_THE_RALLY
    if cost.out + cost.lost:
        return Price.LOSES_CONTROL if cost.out + cost.lost == 1 else Price.RISKS_CONTROL
    return Price.COSTS_TIME if cost.seconds else Price.HARMLESS


def _cost_of(fault: Fault, remedy: Remedy[Move]) -> Cost:
    found = cost(fault.state, fault.with_draft(remedy.moves))
    seconds = remedy.facts["seconds"] if remedy.kind in COSTS_A_CARD else 0
    assert isinstance(seconds, int)
    return found._replace(seconds=found.seconds + seconds)


def _own_cost(fault: Fault) -> Cost:
    return cost(fault.state, fault.with_draft((*fault.before.moves, fault.meant)))


def _better(fault: Fault, violation: Violation, found: Sequence[Candidate]) -> list[Candidate]:
    """Every legal remedy is better than a refused step; one of an unwise step must cost less. One of a decision that is
    paid for later may not break the same rule, and risk nothing more now."""
    if BOOK[violation.code].kind is Kind.ILLEGAL:
        return list(found)
    own = _own_cost(fault)
    if not isinstance(fault.meant, Roll | Attack):
        safe = [one for one in found if one.cost.chances <= own.chances]
        return [one for one in safe if all(warned.code != violation.code for warned in _warned(fault, one.remedy))]
    meant = fault.with_draft((*fault.before.moves, fault.meant))
    better = []
    for one in found:
        if one.cost < own or (one.cost == own and _damage(fault, one) < damage(fault.state, meant)):
            better.append(one)
    return better


def _warned(fault: Fault, remedy: Remedy[Move]) -> list[Violation]:
    """The warnings about a remedy, at the step it replaces and where its turn would stop."""
    rules = book(fault.state.options.edition)
    at = min(len(fault.before.moves), len(remedy.moves) - 1)
    return [
        one
        for number, now, step in unfold(fault.state, fault.with_draft(remedy.moves))
        if number == at or isinstance(step, Stop)
        for one in rules.judge(now, step, number, Kind.UNWISE)
    ]


# -- In which order they are told, and how many ------------------------------------------------------------------------


def _in_order(fault: Fault, found: Sequence[Candidate]) -> list[Candidate]:
    """The cheapest first, of equal ones the nearest to what was meant. Damage is reckoned only where it decides."""
    equal: dict[Cost, list[Candidate]] = {}
    for one in found:
        equal.setdefault(one.cost, []).append(one)
    ordered: list[Candidate] = []
    for _, group in sorted(equal.items()):
        harm = [(_damage(fault, one) if len(group) > 1 else Fraction(0), one.far) for one in group]
        ordered += [group[at] for at in sorted(range(len(group)), key=harm.__getitem__)]
    return ordered


def _damage(fault: Fault, one: Candidate) -> Fraction:
    return damage(fault.state, fault.with_draft(one.remedy.moves))


def _distance(fault: Fault, remedy: Remedy[Move]) -> tuple[int, ...]:
    """A key to sort remedies of equal cost: the nearest to what was meant first."""
    at = len(fault.before.moves)
    move = remedy.draft[at] if at < len(remedy.draft) else remedy.then
    meant = fault.meant
    if not isinstance(move, Roll):
        return 2 * (type(move) is not type(meant)), 0, 0, 0
    gear = fault.now.car.gear
    wanted = meant.die if isinstance(meant, Roll) and meant.die > 0 else gear
    die = move.die if move.die > 0 else gear
    other_die = isinstance(meant, Roll) and move.die != meant.die
    other_place = isinstance(meant, Roll) and aim(fault.now, move).to != fault.place
    far = int(not isinstance(meant, Roll)) + int(other_place and other_die)
    return far, int(move.pay), int(other_die or other_place), abs(die - wanted)


def _told(ranked: Sequence[Candidate]) -> list[Candidate]:
    """Those that are told: one of each kind and place, and beside them others that risk as little as the first."""
    chosen = list(islice(_unlike(ranked), MOST_REMEDIES))
    alike = [one for one in ranked if one not in chosen and one.cost.chances == ranked[0].cost.chances]
    chosen += alike[: MOST_REMEDIES - len(chosen)]
    return [one for one in ranked if one in chosen]


def _unlike(ranked: Sequence[Candidate]) -> Iterator[Candidate]:
    """The first remedy of each kind and place; at one place, one with a gear die and one with a gas die."""
    known: set[tuple[object, ...]] = set()
    for one in ranked:
        do, facts = one.remedy.kind, one.remedy.facts
        kind = (do, facts.get("space"), facts.get("die") == GAS, do == "attack" and one.remedy.draft)
        if kind not in known:
            known.add(kind)
            yield one
