"""The risk of a draft: how likely is control lost, and on which step.

Hazards are judged when they appear; a landing one gear too fast is lost by the hazard of its own die, and what is too
fast for a limit is lost for certain. A failed quick start ends the turn, and control is not lost. Counted exactly, in
fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.core.notation import ScriptedDraft, as_scripted
from rallyman_tutor.games.dirt.judging import unfold
from rallyman_tutor.games.dirt.state import CLEAN, HAZARD, LIMIT, Draft, Drive, Move, State, Stop
from rallyman_tutor.games.dirt.step import ODDS, Next, Step, aim, chance, held, is_quick_start


def risk(state: State, draft: Draft | ScriptedDraft[Move]) -> tuple[Fraction, ...]:
    """For each move of a draft, the chance to lose control exactly there; 0 beyond where judging ends. A whole draft
    that is one move counts all its steps that later moves do not roll. Faces that are told are certain."""
    scripted = as_scripted(draft)
    found = [Fraction(0)] * len(scripted.moves)
    throws: list[Throw] = []
    owners: list[int] = []
    shares: list[Fraction] = []
    goes_on = Fraction(1)  # that no quick start has failed before these dice
    for rolled in _driven(state, scripted):
        quick = is_quick_start(rolled.state, rolled.step.roll) and not rolled.secured
        for throw in _throws(rolled, quick):
            throws.append(throw)
            owners.append(rolled.at)
            shares.append(goes_on)
        if quick:
            goes_on *= 1 - _hazard(2, rolled.faces[:1])
    for at, share, lost in zip(owners, shares, losses(throws, state.turn.hazards), strict=True):
        found[at] += share * lost
    return tuple(found)


class _Rolled(NamedTuple):
    """One step as it is driven: by which move, and the faces that are told of its dice."""

    at: int
    state: State
    step: Step
    secured: bool
    faces: tuple[str, ...] = ()


def _driven(state: State, scripted: ScriptedDraft[Move]) -> Iterator[_Rolled]:
    """Every step of the turn once, in driving order. After a `Drive`, later moves roll its other steps; steps that no move rolls
    come last."""
    left: list[_Rolled] = []
    last = -1
    shown = [[face for face in outcomes if face in (HAZARD, CLEAN)] for _, outcomes in scripted.shown_moves]
    for at, now, asked in unfold(state, scripted):
        if isinstance(asked, Stop) or (now.turn.seat, now.round) != (state.turn.seat, state.round):
            return  # the turn is over, and what was left of its draft is not rolled
        step = aim(now, asked.due) if isinstance(asked, Next) and asked.due else asked
        if not isinstance(step, Step) or step.to < 0 or now.turn.ended:
            continue
        secured = (asked.roll if isinstance(asked, Next) else step.roll).pay > 0
        faces = tuple(shown[at][: len(step.roll.dice)])
        del shown[at][: len(step.roll.dice)]
        if now.turn.phase == "arrange":  # the dice lie open
            faces = tuple(HAZARD if face else CLEAN for _, face in held(now.turn, step.roll))
        rolled = _Rolled(at, now, step, secured, faces)
        if at == last and isinstance(scripted.moves[at], Drive):
            left.append(rolled)
            continue
        if isinstance(asked, Next):
            left = left[1:]
        last = at
        yield rolled
    yield from (rolled._replace(at=last) for rolled in left)


def _hazard(die: int, outcomes: tuple[str, ...]) -> Fraction:
    """The chance that a die shows a hazard, if its face is not told."""
    return Fraction(outcomes[0] == HAZARD) if outcomes else chance(die)


def _throws(rolled: _Rolled, quick: bool) -> list[Throw]:
    """The dice of a step as they can lose control."""
    _, state, step, secured, faces = rolled
    stalls = quick and not state.turn.safe
    if step.lost:
        return [Throw(1 - _hazard(step.roll.die, faces) if stalls else Fraction(1), 0)]
    if secured or state.turn.safe or quick:
        return []
    dice = [die for die in step.roll.dice if die in ODDS]  # a draft may name a die no box holds
    if state.turn.phase == "arrange":
        dice = dice[: len(faces)]
    if not dice:
        return []
    chances = [_hazard(die, faces[n : n + 1]) for n, die in enumerate(dice)]
    # brake dice first: a landing is lost by the gear die alone, whatever they show
    own = Throw(chances[0], 0 if step.over == 1 else LIMIT)
    return [*(Throw(share, LIMIT) for share in chances[1:]), own]


# -- A row of dice ----------------------------------------------------------------------------------------------------


class Throw(NamedTuple):
    """One die about to be rolled: the chance of a hazard, and the count of hazards that loses control on this die."""

    chance: Fraction
    limit: int


def losses(throws: Sequence[Throw], shown: int = 0) -> tuple[Fraction, ...]:
    """For each die, the chance that control is lost exactly there; 1 minus their sum is the chance to get through.

    A hazard is judged when it appears: the count, this hazard included, has then reached this die's limit.
    """
    alive = {shown: Fraction(1)}
    lost = []
    for hazard, limit in throws:
        here = Fraction(0)
        still: dict[int, Fraction] = {}
        for count, share in alive.items():
            still[count] = still.get(count, Fraction(0)) + share * (1 - hazard)
            if count + 1 >= limit:
                here += share * hazard
            else:
                still[count + 1] = still.get(count + 1, Fraction(0)) + share * hazard
        lost.append(here)
        alive = still
    return tuple(lost)
