"""Judging drafts and scripts: every move in the state in which it is made.

A script is played: each move is put to the rules, and played if they allow it, through the end of a turn and into the
next. Dice in a row are only laid, and each is judged where those before it lead; where the script goes on behind them,
they are driven one by one. A die or card whose result is not told is taken as harmless: a risk is not illegal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, takewhile
from typing import NamedTuple

from rallyman_tutor.core.judging import Shown, allowed
from rallyman_tutor.core.luck import Prompted
from rallyman_tutor.core.notation import ScriptedDraft, as_scripted, moves_of
from rallyman_tutor.core.rule import Facts, Kind, Violation
from rallyman_tutor.games.dirt.play import play
from rallyman_tutor.games.dirt.rules import BOOK
from rallyman_tutor.games.dirt.state import CLEAN, HAZARD, PUSHES, Arrange, Draft, Drive, FlatOut, Move, Roll, State
from rallyman_tutor.games.dirt.step import HARMLESS_LUCK, DueStep, Step, aim, follow

LAYING = ("draft", "arrange")
"""The phases in which a die is laid; in all others it is rolled."""


def as_asked(state: State, move: Move, shown: Shown = ()) -> Step | DueStep | Move:
    """A move as the rules look at it: a die to lay becomes a `Step`, where it leads; a die of a frozen draft becomes a
    `DueStep`, with the step that is due. Both have what is told of their dice."""
    if not isinstance(move, Roll):
        return move
    phase = state.turn.phase
    if phase in LAYING:
        step = aim(state, move)
        return step._replace(told=_faces(shown, move)) if shown else step
    due = phase == "roll" and state.turn.draft and not state.turn.ended
    return DueStep(move, state.turn.draft[0] if due else None, _faces(shown, move))


def _faces(shown: Shown, roll: Roll) -> Shown:
    """The faces of the dice of one step, of all faces told of a move."""
    return tuple(face for face in shown if face in (HAZARD, CLEAN))[: len(roll.dice)]


class _JudgedMove(NamedTuple):
    """One question of a draft: the number of its move, the state it is judged in, and the move for the rules. Then the
    number of the first die of the row that it lies in, and the state in which that is laid; its own where it lies in
    none."""

    at: int
    state: State
    move: Step | DueStep | Move
    first: int
    begun: State

    @property
    def is_allowed(self) -> bool:
        return BOOK.allows(self.state, self.move)


def _walk(state: State, draft: Draft | ScriptedDraft[Move]) -> Iterator[_JudgedMove]:
    """The questions of a draft one by one, up to a move that is refused. Of a row of dice there are all that can be
    laid; and while a draft is driven, the die that is due is rolled in place of one that is refused."""
    script = [*as_scripted(draft).shown_moves]
    now, at, judged = state, 0, 0  # dice before the move numbered `judged` were judged when they were laid
    while at < len(script):
        move, shown = script[at]
        if row := _row(now, (later for later, _ in script[at:])):
            end = at + len(row)
            told = (faces for _, faces in script[at:end])
            laid = [_JudgedMove(n, here, step, at, now) for n, (here, step) in enumerate(_laid(now, row, told), at)]
            yield from laid
            if end == len(script) or len(laid) < len(row) or not all(one.is_allowed for one in laid):
                return
            judged = end
            move, many = next_move(now, row)
            at += many - 1
            shown = script[at][1]
        asked = _JudgedMove(at, now, as_asked(now, move, shown), at, now)
        inside = [asked._replace(state=here, move=step) for here, step in _inside(now, move, shown)]
        if at >= judged:
            yield from (*inside, asked)
        if at + 1 == len(script):
            return
        if not all(one.is_allowed for one in (*inside, asked)):
            if at < judged:
                yield asked
            if not (isinstance(asked.move, DueStep) and asked.move.due):
                return
            move = asked.move.due._replace(pay=0)
        now, at = play(now, move, Prompted(shown, HARMLESS_LUCK))[0], at + 1


def _row(state: State, moves: Iterable[Move]) -> tuple[Roll, ...]:
    """The dice with which these moves begin, where dice can be laid in this state."""
    if state.turn.phase not in LAYING:
        return ()
    return tuple(takewhile(lambda move: isinstance(move, Roll), moves))  # type: ignore[arg-type]  # only those are taken


def next_move(state: State, moves: tuple[Move, ...]) -> tuple[Move, int]:
    """The move by which the first of some moves is played, and how many of them it stands for. Dice in a row are driven
    one by one, or laid again all together."""
    row = _row(state, moves)
    if not row:
        return moves[0], 1
    return (Arrange(row), len(row)) if state.turn.phase == "arrange" else (Drive(row), 1)


def _laid(state: State, row: Iterable[Roll], told: Iterable[Shown]) -> Iterator[tuple[State, Step]]:
    """The steps of dice in a row, each with its told faces and the state that those before it lead to. A refused die
    counts as laid where the space it names can be reached; where it cannot, the row ends."""
    for roll, shown in zip(row, told, strict=False):
        step = aim(state, roll)
        yield state, step._replace(told=_faces(shown, roll))
        if step.to < 0 or state.turn.ended or state.car.status != "road":
            return
        state = follow(state, roll)


def _inside(state: State, move: Move, shown: Shown) -> Iterator[tuple[State, Step]]:
    """The steps of a drive, a flat out or an arrangement, one by one; none in a phase in which it cannot be made."""
    due = "arrange" if isinstance(move, Arrange) else "draft"
    if isinstance(move, Drive | FlatOut | Arrange) and state.turn.phase == due:
        faces = iter([face for face in shown if face in (HAZARD, CLEAN)])
        yield from _laid(state, move.steps, (tuple(islice(faces, len(roll.dice))) for roll in move.steps))


def unfold(state: State, draft: Draft | ScriptedDraft[Move]) -> Iterator[tuple[int, State, Step | DueStep | Move]]:
    """The questions of a draft one by one, each with its number and the state it is judged in. A drive, a flat out and
    an arrangement are first judged step by step, then as a whole."""
    return ((one.at, one.state, one.move) for one in _walk(state, draft))


def decisions(state: State, draft: Draft | ScriptedDraft[Move]) -> Iterator[tuple[int, State]]:
    """For every move of a draft that is come to: the number of the first move that is decided with it, and its
    state."""
    last = -1
    for one in _walk(state, draft):
        if one.at != last:
            yield one.first, one.begun
        last = one.at


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
    """Whether `judge` finds nothing; it is told sooner, soonest of one move that is no draft itself."""
    if not isinstance(draft, ScriptedDraft) and len(draft) == 1:
        (move,) = draft
        if not isinstance(move, Drive | FlatOut | Arrange):
            return BOOK.allows(state, as_asked(state, move))
    return allowed(BOOK, unfold(state, draft))


# -- Questions about a draft ------------------------------------------------------------------------------------------


def message_facts(state: State, draft: Draft | ScriptedDraft[Move], at: int) -> Facts:
    """The facts for any message about one step of a draft: the gear, which die, where from, where to."""
    found = [(now, asked) for number, now, asked in unfold(state, draft) if number == at]
    if len(found) < 2:
        return _of_step(*(found[0] if found else (state, None)))
    faulty = ((now, asked) for now, asked in found if BOOK.judge(now, asked, at))  # a draft that is one move
    return _of_step(*next(faulty, found[0]))


def _of_step(now: State, asked: Step | DueStep | Move | None) -> dict[str, object]:
    """Facts about one step of a draft: in which gear the car stands where, and which die leads where."""
    facts: dict[str, object] = {
        "gear": now.car.gear,
        "space": now.road.spaces[now.car.place].key if now.car.place >= 0 else "",
        "die": PUSHES[0],
        "target": "",
    }
    if isinstance(asked, DueStep):
        facts["die"] = asked.roll.die
    if isinstance(asked, Step):
        place = asked.to if asked.to >= 0 else asked.named
        facts["die"] = asked.roll.die
        facts["target"] = now.road.spaces[place].key if place >= 0 else asked.roll.land or asked.roll.to
    return facts
