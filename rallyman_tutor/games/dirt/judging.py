"""Judging drafts step by step, each step in the state to which those before it lead.

A die or card whose result the draft does not tell is taken as harmless: a risk is not illegal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rallyman_tutor.core.judging import Shown, allowed, walk
from rallyman_tutor.core.notation import ScriptedDraft, moves_of
from rallyman_tutor.core.rule import Facts, Kind, Violation, kind_of
from rallyman_tutor.games.dirt.rules import BOOK
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
    State,
    Word,
)
from rallyman_tutor.games.dirt.step import Next, Step, aim, drive_on, follow, spread, with_car, worth


def as_asked(state: State, move: Move) -> Step | Next | Move:
    """A move as the rules look at it: a die to lay becomes a `Step`, where it leads; a die of a frozen draft becomes a
    `Next`, with the step that is due."""
    if not isinstance(move, Roll):
        return move
    phase = state.turn.phase
    if phase in ("draft", "arrange"):
        return aim(state, move)
    due = phase == "roll" and state.turn.draft and not state.turn.ended
    return Next(move, state.turn.draft[0] if due else None)


def _after(state: State, asked: Step | Next | Move, shown: Shown) -> State | None:
    """The state after a step or move, with what is not told taken as harmless; None if nothing can follow."""
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
    if asked is Word.SISU:
        safe = turn._replace(safe=True, hazards=0, ended="")
        return with_car(state, state.car._replace(sisu=False))._replace(turn=safe)
    return state if kind_of(asked) in CLAIMS else None


def _inside(state: State, move: Move) -> Iterator[tuple[State, Step]]:
    """The steps of a drive, a flat out or an arrangement, one by one; none in a phase in which it cannot be made."""
    if not isinstance(move, Drive | FlatOut | Arrange):
        return
    if state.turn.phase != ("arrange" if isinstance(move, Arrange) else "draft"):
        return
    now: State | None = state
    for roll in move.steps:
        if now is None:
            return
        step = aim(now, roll)
        yield now, step
        now = _after(now, step, ())


def unfold(state: State, draft: Draft | ScriptedDraft[Move]) -> Iterator[tuple[int, State, Step | Next | Move]]:
    """What a draft asks for one by one, each with its number and the state it is judged in.

    A drive, a flat out and an arrangement are first judged step by step, then as a whole. A refused die counts as played
    where the space it names can be reached; where it cannot, the draft ends.
    """
    return walk(state, draft, lambda now, move, shown: (move, shown), as_asked, _after, _inside)


def judge(state: State, draft: Draft | ScriptedDraft[Move], kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule this draft breaks, die by die, with dice not yet rolled taken as clean; never raises."""
    moves = moves_of(draft)
    found = []
    inner, last = 0, -1
    for at, now, asked in unfold(state, draft):
        broken = BOOK.judge(now, asked, at, kind)
        if isinstance(moves[at], Roll) or not isinstance(asked, Step):
            found += broken
            continue
        inner = inner + 1 if at == last else 0  # the number of a step inside a move that is a whole draft
        last = at
        found += [replace(one, facts={**_of_step(now, asked), "inner": inner, **one.facts}) for one in broken]
    return found


def is_legal(state: State, draft: Draft | ScriptedDraft[Move]) -> bool:
    """Whether `judge` finds nothing; it is told sooner."""
    return allowed(BOOK, unfold(state, draft))


# -- Questions about a draft ------------------------------------------------------------------------------------------


def message_facts(state: State, draft: Draft | ScriptedDraft[Move], at: int) -> Facts:
    """What any message about one step of a draft may mention: the gear, which die, where from, where to."""
    found = [(now, asked) for number, now, asked in unfold(state, draft) if number == at]
    faulty = ((now, asked) for now, asked in found if BOOK.judge(now, asked, at))
    return _of_step(*next(faulty, found[0] if found else (state, None)))


def _of_step(now: State, asked: Step | Next | Move | None) -> dict[str, object]:
    """Facts about one step of a draft: in which gear the car stands where, and which die leads where."""
    facts: dict[str, object] = {
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
