"""The rulebook of Rallyman: DIRT: every rule once, and judging by them.

A rule's code says where it lives: DI-GEAR-02 is in `gear.py`. `ORDER_OF_CHECKS` is the order in which a step is resolved
at the table, so the first problem shown is the first one a referee would name; facts follow by chapter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from rallyman_tutor.core.notation import Plan, Refused
from rallyman_tutor.core.rule import Facts, Kind, Rule, RuleBook, Violation
from rallyman_tutor.games.dirt import layout
from rallyman_tutor.games.dirt.generate import CALM, follow
from rallyman_tutor.games.dirt.road import Stage, read_stage
from rallyman_tutor.games.dirt.rules import (
    block,
    brake,
    car,
    comp,
    corner,
    data,
    dmg,
    end,
    fin,
    flat,
    fmt,
    ford,
    gas,
    gear,
    jump,
    lead,
    limit,
    loc,
    move,
    next_,
    obj,
    off,
    ord_,
    pass_,
    plan,
    pool,
    qs,
    rearr,
    red,
    ret,
    roll,
    sec,
    secure,
    serv,
    set_,
    sheet,
    short,
    single,
    sisu,
    slide,
    spare,
    spec,
    start,
    stg,
    tc,
    turn,
    up,
    win,
)
from rallyman_tutor.games.dirt.state import (
    CLAIMS,
    CLEAN,
    HAZARD,
    LIMIT,
    PUSHES,
    Arrange,
    Draft,
    Drive,
    FlatOut,
    Move,
    Roll,
    Sheet,
    Sisu,
    State,
)
from rallyman_tutor.games.dirt.step import Next, Step, aim, drive_on, spread, with_car, worth

__all__ = ["BOOK", "CALM", "CHAPTERS", "advise", "judge", "judge_sheet", "unfold"]

CHAPTERS = (
    comp, fmt, set_, obj, start, ord_, turn, pool, gear, gas, lead, brake, plan, move, corner, limit, slide, short, jump,
    ford, pass_, car, block, spec, roll, flat, rearr, sec, secure, end, loc, dmg, spare, off, fin, stg, ret, sheet, serv,
    up, next_, win, qs, red, tc, sisu, single, data, layout,
)  # fmt: skip

ORDER_OF_CHECKS = (
    # who may do what now
    "DI-ORD-06", "DI-START-01", "DI-ORD-01", "DI-START-03", "DI-SET-07", "DI-NEXT-04", "DI-START-02",
    "DI-LOC-12", "DI-SISU-01", "DI-SISU-03", "DI-SPARE-05", "DI-SPARE-01", "DI-SPARE-07", "DI-TC-01",
    "DI-FLAT-07", "DI-TURN-02", "DI-ROLL-04", "DI-ROLL-01", "DI-PLAN-02", "DI-TURN-01", "DI-BLOCK-03", "DI-MOVE-07",
    # behind the end of the move nothing can be laid
    "DI-REARR-04", "DI-FIN-02", "DI-PLAN-03", "DI-BLOCK-02",
    # P1 the kinds of dice and how many of them; P2 each die once
    "DI-REARR-02", "DI-REARR-01", "DI-LEAD-06", "DI-LEAD-04", "DI-LEAD-02", "DI-LEAD-05", "DI-POOL-01", "DI-POOL-02",
    "DI-TURN-03", "DI-COMP-02",
    # P3 gears, brakes, gas, quick start, red zone
    "DI-QS-05", "DI-GAS-03", "DI-BRAKE-01", "DI-RED-02", "DI-BRAKE-05", "DI-GEAR-06", "DI-QS-01", "DI-GEAR-05",
    "DI-BRAKE-02", "DI-BRAKE-03", "DI-GEAR-04", "DI-GEAR-02",
    # P4 the way
    "DI-CORNER-04", "DI-SLIDE-02", "DI-SLIDE-03", "DI-SHORT-02", "DI-PLAN-01", "DI-MOVE-02", "DI-MOVE-03", "DI-MOVE-04",
    "DI-JUMP-02", "DI-JUMP-03",
    # P5 room, P6 locks, P7 closed, P8 water, P9 landings, P10 overtaking
    "DI-JUMP-04", "DI-SHORT-09", "DI-MOVE-01", "DI-CAR-01", "DI-CAR-03", "DI-SLIDE-06", "DI-LIMIT-05", "DI-FORD-03",
    "DI-FORD-05", "DI-FORD-01", "DI-FORD-02", "DI-BRAKE-06", "DI-JUMP-06", "DI-JUMP-08", "DI-PASS-01",
    # paying
    "DI-FLAT-06", "DI-SECURE-03", "DI-SECURE-02", "DI-SECURE-01", "DI-REARR-03",
    # warnings
    "DI-PLAN-04", "DI-ROLL-02", "DI-FLAT-09", "DI-SEC-03",
)  # fmt: skip

_ALL: dict[str, Rule] = {rule.code: rule for chapter in CHAPTERS for rule in chapter.RULES}
BOOK: RuleBook = RuleBook([_ALL[code] for code in dict.fromkeys((*ORDER_OF_CHECKS, *_ALL))])


def in_catalogue_order() -> list[Rule]:
    """All rules, chapter by chapter, as one reads them."""
    return list(_ALL.values())


def settled(state: State, move: Move, shown: tuple[str, ...]) -> tuple[Move, tuple[str, ...]]:
    """A move and its script as this moment needs them. A drive that tells drawn cards only has clean dice."""
    rolls = move.steps[:1] if isinstance(move, Drive) else (move,) if isinstance(move, Roll) else ()
    for first in rolls:
        if shown and not first.pay and shown[0] not in (HAZARD, CLEAN):
            return move, (*(CLEAN,) * len(first.dice), *shown)
    return move, shown


# -- Judging ----------------------------------------------------------------------------------------------------------


def as_asked(state: State, move: Move) -> Step | Next | Move:
    """A move as the rules look at it: a step of a draft aimed, one of a frozen draft beside the one that is due."""
    if not isinstance(move, Roll):
        return move
    phase = state.turn.phase
    if phase in ("draft", "arrange"):
        return aim(state, move)
    return Next(move, state.turn.draft[0] if phase == "roll" and state.turn.draft else None)


def _after(state: State, asked: Step | Next | Move, shown: Sequence[str]) -> State | None:
    """The state after something that judging takes as done: what is not told is harmless. None: nothing can follow."""
    turn = state.turn
    faces = tuple(face == HAZARD for face in shown if face in (HAZARD, CLEAN))
    if isinstance(asked, Step):
        return None if asked.to < 0 or turn.ended or state.car.status != "road" else follow(state, asked.roll)
    if isinstance(asked, Next):
        return (
            None if asked.due is None or turn.ended else drive_on(state, asked.due._replace(pay=asked.roll.pay), faces)
        )
    if isinstance(asked, Drive) and turn.phase == "draft" and asked.steps and aim(state, asked.steps[0]).to >= 0:
        frozen = turn._replace(phase="roll", draft=asked.steps)
        return drive_on(state._replace(turn=frozen), asked.steps[0], faces)
    if (
        isinstance(asked, FlatOut)
        and turn.phase == "draft"
        and len(faces) == sum(len(roll.dice) for roll in asked.steps)
    ):
        thrown, at = [], 0
        for roll in asked.steps:
            thrown.append(faces[at : at + len(roll.dice)])
            at += len(roll.dice)
        if sum(faces) >= LIMIT:
            laid = turn._replace(phase="arrange", draft=asked.steps, faces=tuple(thrown), stake=worth(asked.steps))
            return state._replace(turn=spread(laid))
    if isinstance(asked, Sisu):
        safe = turn._replace(safe=True, hazards=0, ended="")
        return with_car(state, state.car._replace(sisu=False))._replace(turn=safe)
    return state if isinstance(asked, CLAIMS) else None


def unfold(state: State, draft: Draft | Plan[Move]) -> Iterator[tuple[int, State, Step | Next | Move]]:
    """What a draft asks for one by one, each with its number and the state it is judged in.

    A drive, a flat out and an arrangement are first judged step by step, then as a whole. A refused die counts as played
    where the space it names can be reached; where it cannot, the draft ends.
    """
    plan = draft if isinstance(draft, Plan) else Plan(draft)
    now: State | None = state
    for at, told in enumerate(plan.moves):
        if now is None:
            return
        steps = told.steps if isinstance(told, Drive | FlatOut | Arrange) else ()
        if steps and now.turn.phase == ("arrange" if isinstance(told, Arrange) else "draft"):
            inner: State | None = now
            for roll in steps:
                if inner is None:
                    break
                step = aim(inner, roll)
                yield at, inner, step
                inner = _after(inner, step, ())
        asked = as_asked(now, told)
        yield at, now, asked
        now = _after(now, asked, settled(now, told, plan.shown[at] if plan.shown else ())[1])


def judge(state: State, draft: Draft | Plan[Move], kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule this draft breaks, die by die, with dice not yet rolled taken as clean; never raises."""
    moves = draft.moves if isinstance(draft, Plan) else draft
    found = []
    inner, last = 0, -1
    for at, now, asked in unfold(state, draft):
        broken = BOOK.judge(now, asked, at, kind)
        if isinstance(moves[at], Roll) or not isinstance(asked, Step):
            found += broken
            continue
        inner = inner + 1 if at == last else 0  # a step of a draft that is one move: each is told about its own
        last = at
        found += [replace(one, facts={**_of_step(now, asked), "inner": inner, **one.facts}) for one in broken]
    return found


def advise(state: State, draft: Draft | Plan[Move]) -> list[Violation]:
    """What is legal in this draft and certain or likely to cost: overspeed, jumps, a hazard too many."""
    refused = {violation.at for violation in judge(state, draft)}
    return [violation for violation in judge(state, draft, Kind.UNWISE) if violation.at not in refused]


def judge_sheet(told: Sheet | Stage, kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule a rally sheet breaks, and its stages; or one stage."""
    if isinstance(told, Stage):
        return BOOK.judge(None, told, 0, kind)
    broken = BOOK.judge(None, told, 0, kind)
    for stage in told.stages:
        with suppress(Refused):  # what is no stage at all is not for the rules
            broken += BOOK.judge(None, read_stage(stage), 0, kind)
    return broken


# -- Questions about a draft ------------------------------------------------------------------------------------------


def why_not(state: State, move: Move) -> list[Violation]:
    """Why this one step may not come next; empty if it may."""
    return judge(state, (move,))


def about(state: State, draft: Draft | Plan[Move], at: int) -> Facts:
    """What any message about one step of a draft may mention: who, which die, where from, where to."""
    found = [(now, asked) for number, now, asked in unfold(state, draft) if number == at]
    faulty = ((now, asked) for now, asked in found if BOOK.judge(now, asked, at))
    return _of_step(*next(faulty, found[0] if found else (state, None)))


def _of_step(now: State, asked: Step | Next | Move | None) -> dict[str, object]:
    """What is so at one step of a draft: who drives in which gear where, and which die leads where."""
    facts: dict[str, object] = {
        "driver": now.car.name,
        "gear": now.car.gear,
        "space": now.road.spaces[now.car.place].key if now.car.place >= 0 else "",
        "die": PUSHES[0],
        "target": "",
    }
    if isinstance(asked, Next):
        facts["die"] = asked.roll.die
    if isinstance(asked, Step):
        place = asked.to if asked.to >= 0 else asked.named
        facts["die"] = asked.roll.die
        facts["target"] = now.road.spaces[place].key if place >= 0 else asked.roll.land or asked.roll.to
    return facts
