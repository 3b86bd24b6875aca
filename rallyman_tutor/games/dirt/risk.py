"""The risk of a draft: how likely is control lost, and on which step.

Hazards are judged when they appear; a landing one gear too fast is lost by the hazard of its own die, and what is too fast
for a limit is lost for certain. A failed quick start ends the turn and loses nothing. Counted exactly, in fractions.
"""

from __future__ import annotations

from fractions import Fraction

from rallyman_tutor.core.notation import Plan
from rallyman_tutor.games.dirt.rules import unfold
from rallyman_tutor.games.dirt.state import LIMIT, Draft, State
from rallyman_tutor.games.dirt.step import ODDS, Next, Step, aim, chance
from rallyman_tutor.parts.odds import Throw, losses

SURE = Throw(Fraction(1), 0)


def risk(state: State, draft: Draft | Plan) -> tuple[Fraction, ...]:
    """For each step of a draft, the chance to lose control exactly there; 0 beyond where judging ends. A whole draft handed
    in as one move has the chance to lose control anywhere in it."""
    moves = draft.moves if isinstance(draft, Plan) else draft
    found = [Fraction(0)] * len(moves)
    throws: list[Throw] = []
    owners: list[int] = []
    goes_on = Fraction(1)  # that no quick start has failed before these dice
    shares: list[Fraction] = []
    for at, now, asked in unfold(state, draft):
        step = aim(now, asked.due) if isinstance(asked, Next) and asked.due else asked
        if not isinstance(step, Step) or step.to < 0 or now.turn.ended:
            continue
        secured = asked.roll.pay > 0 if isinstance(asked, Next | Step) else False
        quick = now.options.quickstart and not now.turn.used and not now.car.gear and step.roll.die == 2
        for throw in _throws(now, step, secured, quick):
            throws.append(throw)
            owners.append(at)
            shares.append(goes_on)
        if quick and not secured:
            goes_on *= 1 - chance(2)
    for at, share, lost in zip(owners, shares, losses(throws, state.turn.hazards), strict=True):
        found[at] += share * lost
    return tuple(found)


def _throws(state: State, step: Step, secured: bool, quick: bool) -> list[Throw]:
    """The dice of a step as they can lose control."""
    if step.lost:
        return [SURE]
    if secured or state.turn.safe or quick:
        return []
    dice = [die for die in step.roll.dice if die in ODDS]  # a draft may name a die no box holds
    if state.turn.phase == "arrange" or not dice:
        return []
    # brake dice first: a landing is lost by the gear die alone, whatever they show
    own = Throw(chance(dice[0]), 0 if step.over == 1 else LIMIT)
    return [*(Throw(chance(die), LIMIT) for die in dice[1:]), own]
