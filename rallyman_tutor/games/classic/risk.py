"""The risk of a draft: how likely is control lost, and on which die.

Hazards are judged when they appear, each against the limit of the space its die leads to; a landing one gear too fast
is lost by its own hazard, and what is too fast for a bend is lost for certain. Counted exactly, in fractions.
"""

from __future__ import annotations

from fractions import Fraction

from rallyman_tutor.core.notation import Plan
from rallyman_tutor.games.classic.fate import chance
from rallyman_tutor.games.classic.rules import unfold
from rallyman_tutor.games.classic.state import Draft, State
from rallyman_tutor.games.classic.step import Step, limit
from rallyman_tutor.parts.odds import Throw, losses


def risk(state: State, draft: Draft | Plan) -> tuple[Fraction, ...]:
    """For each step of a draft, the chance to lose control, or the rally, exactly there; 0 beyond where judging ends."""
    moves = draft.moves if isinstance(draft, Plan) else draft
    throws = [Throw(Fraction(0), 1)] * len(moves)
    for at, now, step in unfold(state, draft):
        if isinstance(step, Step) and step.to >= 0:
            throws[at] = _throw(now, step)
    return losses(throws, state.turn.hazards)


def _throw(state: State, step: Step) -> Throw:
    if step.lost or step.out:
        return Throw(Fraction(1), 0)
    if step.roll.pay or state.options.training:
        return Throw(Fraction(0), 1)
    hazard = chance(step.roll.die)
    if state.turn.rolled:  # in an attack the dice lie open
        faces = [face for die, face in state.turn.hand if die == step.roll.die and step.roll.hazard in (None, face)]
        hazard = Fraction(any(faces[:1]))
    return Throw(hazard, 0 if step.over == 1 else limit(state, state.car, step.to))
