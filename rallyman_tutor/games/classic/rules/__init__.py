"""The rulebook of Rallyman (2009): every rule once, and judging by them.

A rule's code says where it lives: CL-GEAR-02 is in `gear.py`. `ORDER_OF_CHECKS` is the order in which a step is resolved
at the table, so the first problem shown is the first one a referee would name; facts follow by chapter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rallyman_tutor.core.luck import OutOfLuck, Scripted
from rallyman_tutor.core.notation import Plan
from rallyman_tutor.core.rule import Facts, Kind, Rule, RuleBook, Violation
from rallyman_tutor.games.classic.editions import EDITIONS
from rallyman_tutor.games.classic.generate import CALM, laid_out
from rallyman_tutor.games.classic.moments import LOST
from rallyman_tutor.games.classic.rules import (
    atk,
    bend,
    block,
    card,
    comp,
    cut,
    dmg,
    elim,
    fin,
    gas,
    gear,
    haz,
    jump,
    loc,
    order,
    pass_,
    punc,
    rally,
    sec,
    serv,
    sisu,
    spare,
    split,
    start,
    train,
    turn,
    tyre,
    win,
    wx,
)
from rallyman_tutor.games.classic.state import (
    CLAIMS,
    CLEAN,
    GAS,
    GEAR_DICE,
    HAZARD,
    Attack,
    Draft,
    Move,
    Roll,
    Sheet,
    Sisu,
    State,
    Wheel,
)
from rallyman_tutor.games.classic.step import Step, aim, take

CHAPTERS = (
    comp, rally, start, order, turn, gear, gas, card, haz, bend, cut, punc, jump, loc, dmg, pass_, block, spare, fin,
    serv, win, elim, atk, sec, wx, tyre, split, sisu, train,
)  # fmt: skip

ORDER_OF_CHECKS = (
    # the turn is over, or not this driver's
    "CL-LOC-02", "CL-FIN-06", "CL-ELIM-01", "CL-ORDER-05", "CL-ORDER-01", "CL-START-03",
    "CL-WX-02", "CL-TYRE-01", "CL-SERV-03", "CL-SPARE-03", "CL-ATK-08", "CL-LOC-14",
    # the die exists and is unused, in the technique of this turn
    "CL-COMP-02", "CL-GEAR-05", "CL-TURN-03", "CL-TRAIN-02", "CL-TURN-04",
    # gas, gears, how many
    "CL-GAS-03", "CL-PUNC-05", "CL-GAS-04", "CL-GEAR-01", "CL-GEAR-02", "CL-GEAR-03", "CL-DMG-02",
    # the way
    "CL-CUT-10", "CL-CUT-06", "CL-BEND-03", "CL-BEND-04", "CL-BEND-08", "CL-BEND-09", "CL-BEND-10", "CL-JUMP-08",
    "CL-TURN-01",
    # room, surface, payment
    "CL-JUMP-07", "CL-PASS-05", "CL-PASS-06", "CL-TYRE-04", "CL-SEC-04", "CL-SEC-01", "CL-COMP-07", "CL-SEC-02",
    # attacks
    "CL-ATK-01", "CL-ATK-06", "CL-ATK-09", "CL-ATK-05", "CL-ATK-10", "CL-ATK-03",
    # the spare wheel, Sisu
    "CL-SPARE-06", "CL-SPARE-04", "CL-SPARE-01", "CL-COMP-04", "CL-SISU-01", "CL-SISU-02", "CL-SISU-03",
)  # fmt: skip

_ALL: dict[str, Rule] = {rule.code: rule for chapter in CHAPTERS for rule in chapter.RULES}
BOOK: RuleBook = RuleBook([_ALL[code] for code in dict.fromkeys((*ORDER_OF_CHECKS, *_ALL))])


@lru_cache(maxsize=8)
def book(edition: str) -> RuleBook:
    """The rules of one printed text."""
    return BOOK.without(*EDITIONS[edition].lacks)


def in_catalogue_order() -> list[Rule]:
    """All rules, chapter by chapter, as one reads them."""
    return list(_ALL.values())


def settled(state: State, move: Move, shown: tuple[str, ...]) -> tuple[Move, tuple[str, ...]]:
    """A move and its script as this moment needs them: a die whose card alone is told is clean; in an attack the dice
    lie rolled, and a face in the text picks one of two gas dice and tells nothing new."""
    if not isinstance(move, Roll) or not shown:
        return move, shown
    faced = shown[0] in (HAZARD, CLEAN)
    if state.turn.rolled:
        return (move._replace(hazard=shown[0] == HAZARD), shown[1:]) if faced else (move, shown)
    return move, shown if faced or move.pay else (CLEAN, *shown)


def follow(state: State, step: Step | Move, shown: tuple[str, ...] = ()) -> State | None:
    """The state after a step that judging takes as played: what is not told is harmless. None: nothing can follow."""
    if isinstance(step, Step):
        turn = state.turn
        held = not turn.rolled or any(step.roll.die == d and step.roll.hazard in (None, h) for d, h in turn.hand)
        if step.to < 0 or turn.ended or turn.phase not in ("roll", "drive") or turn.stuck or not held:
            return None
        luck = Scripted(shown, rest=CALM)
        try:
            after = take(state, step, luck)[0]
        except OutOfLuck:
            return take(state, step, CALM)[0]
        return _turned(after) if after.turn.ended in LOST and luck.leftover() else after
    if isinstance(step, Attack):
        if state.turn.used or state.turn.rolled or state.turn.ended:
            return None
        return laid_out(state, step.dice, tuple(face == HAZARD for face in shown))
    if isinstance(step, Wheel):
        seat, car = state.turn.seat, state.car
        changed = car._replace(gear=0, punctures=max(0, car.punctures - 1), wheel=False)
        cars = (*state.cars[:seat], changed, *state.cars[seat + 1 :])
        return state._replace(cars=cars, turn=state.turn._replace(wheel=True))
    if isinstance(step, Sisu):
        seat = state.turn.seat
        cars = (*state.cars[:seat], state.car._replace(sisu=False), *state.cars[seat + 1 :])
        hand = tuple(sorted((die, False) for die, _ in state.turn.hand))
        ended = "finish" if state.car.place == state.road.finish else ""
        turn = state.turn._replace(hazards=0, ended=ended, hand=hand, phase="drive" if state.turn.rolled else "roll")
        return state._replace(cars=cars, turn=turn)
    return state if isinstance(step, CLAIMS) else None


def _turned(state: State) -> State:
    """Control lost for good: a script that tells the back of the card has turned it, and the car is in neutral."""
    seat = state.turn.seat
    return state._replace(cars=(*state.cars[:seat], state.car._replace(gear=0), *state.cars[seat + 1 :]))


def unfold(state: State, draft: Draft | Plan[Move]) -> Iterator[tuple[int, State, Step | Move]]:
    """The steps of a draft one by one, each with its number and the state it is judged in.

    A refused die counts as played where the space it names can be reached; where it cannot, the draft ends.
    """
    plan = draft if isinstance(draft, Plan) else Plan(draft)
    now: State | None = state
    for at, told in enumerate(plan.moves):
        if now is None:
            return
        move, shown = settled(now, told, plan.shown[at] if plan.shown else ())
        step = aim(now, move) if isinstance(move, Roll) else move
        yield at, now, step
        now = follow(now, step, shown)


def judge(state: State, draft: Draft | Plan[Move], kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule this draft breaks, die by die, with dice not yet rolled taken as clean; never raises."""
    rules = book(state.options.edition)
    return [broken for at, now, step in unfold(state, draft) for broken in rules.judge(now, step, at, kind)]


def advise(state: State, draft: Draft | Plan[Move]) -> list[Violation]:
    """What is legal in this draft and certain or likely to cost: overspeed, jumps, a hazard too many."""
    refused = {violation.at for violation in judge(state, draft)}
    return [violation for violation in judge(state, draft, Kind.UNWISE) if violation.at not in refused]


def judge_sheet(sheet: Sheet, kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule a course sheet breaks."""
    return BOOK.judge(None, sheet, 0, kind)


# -- Questions about a draft ------------------------------------------------------------------------------------------


def why_not(state: State, move: Move) -> list[Violation]:
    """Why this one step may not come next; empty if it may."""
    return book(state.options.edition).judge(state, aim(state, move) if isinstance(move, Roll) else move)


def why_not_table(state: State) -> dict[tuple[int, str], list[Violation]]:
    """For every die and every space that any die could lead to now: why it may not go there; empty if it may."""
    rules = book(state.options.edition)
    here = state.road.spaces[state.car.place].item
    keys = [space.key for space in state.road.spaces[1:] if here <= space.item <= here + LONGEST_FLIGHT]
    table = {}
    for die in (*range(1, GEAR_DICE + 1), GAS):
        for key in keys:
            table[die, key] = rules.judge(state, aim(state, Roll(die, key)))
    return table


LONGEST_FLIGHT = 4
"""Spaces on from the car, as far as a jump can carry it."""


def about(state: State, draft: Draft | Plan[Move], at: int) -> Facts:
    """What any message about one step of a draft may mention: who, which die, where from, where to."""
    now, step = next((now, step) for number, now, step in unfold(state, draft) if number == at)
    facts: dict[str, object] = {
        "driver": now.car.name,
        "gear": now.car.gear,
        "space": now.road.spaces[now.car.place].key,
        "die": GAS,
        "target": "",
    }
    if isinstance(step, Step):
        facts["die"] = step.roll.die
        facts["target"] = now.road.spaces[step.to].key if step.to >= 0 else step.roll.to
    return facts
