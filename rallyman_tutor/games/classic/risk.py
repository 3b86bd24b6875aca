"""The risk of a draft: how likely it is to lose control, or to be out of the rally, and on which die.

A hazard is judged when it appears, by the limit of the space its die leads to. A landing one gear too fast is lost by
the hazard of its own die, and a car that is too fast for a bend is lost for certain. With punctures on the car a
shortcut card can end the rally. Dice and cards that the draft tells are certain. Counted exactly, in fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import NamedTuple

from rallyman_tutor.core.luck import Luck, Prompted, every_outcome
from rallyman_tutor.core.notation import ScriptedDraft, as_scripted
from rallyman_tutor.games.classic.drafts import SHORTCUTS
from rallyman_tutor.games.classic.draws import chance, shortcut
from rallyman_tutor.games.classic.generate import can_be_driven, prospect
from rallyman_tutor.games.classic.judging import complete_script, unfold
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.state import CLEAN, HAZARD, MOST_PUNCTURES, Attack, Draft, Move, State, Word
from rallyman_tutor.games.classic.step import HARMLESS_LUCK, Step, dice_rolled, limit
from rallyman_tutor.parts.cards import Deck

NEVER = Fraction(0)
CERTAIN = Fraction(1)


class _Car(NamedTuple):
    """One possible state of the car so far: hazards in this turn, flat tyres, shortcut cards left."""

    hazards: int
    punctures: int
    cards: Deck


def risk(state: State, draft: Draft | ScriptedDraft[Move]) -> tuple[Fraction, ...]:
    """For each step of a draft, the chance to lose control, or to be out of the rally, exactly there; 0 beyond where
    judging ends."""
    scripted = as_scripted(draft)
    lost = [NEVER] * len(scripted.moves)
    alive: Mapping[_Car, Fraction] = {_Car(state.turn.hazards, state.car.punctures, state.shortcut): CERTAIN}
    for at, now, step in unfold(state, scripted):
        if step is Word.ACCEPT and decision_due(now) == "lost":
            lost[at] = sum(alive.values(), NEVER)
        elif step is Word.SISU:
            alive = _joined((car._replace(hazards=0), share) for car, share in alive.items())
        elif isinstance(step, Attack):
            lost[at] = _of_attack(now, step, scripted.shown[at] if scripted.shown else ())
            alive = {car: share * (1 - lost[at]) for car, share in alive.items()}
        elif isinstance(step, Step) and step.to >= 0:
            outcomes = complete_script(now, scripted.moves[at], scripted.shown[at] if scripted.shown else ())[1]
            saved = at + 1 < len(scripted.moves) and scripted.moves[at + 1] is Word.SISU
            before = sum(alive.values(), NEVER)
            alive = _joined(
                (after, share * part)
                for car, share in alive.items()
                for after, part in _driven(now, step, car, outcomes, saved=saved)
            )
            lost[at] = before - sum(alive.values(), NEVER)
    return tuple(lost)


def _of_attack(state: State, attack: Attack, outcomes: tuple[str, ...]) -> Fraction:
    """The chance that no order of these dice keeps control, with harmless shortcut cards; 0 if the attack is
    refused."""
    if not can_be_driven(state, attack.dice):
        return NEVER
    if outcomes:
        faces = tuple(face == HAZARD for face in outcomes)
        return Fraction(prospect(dice_rolled(state, attack.dice, faces)) < 3)
    lost = NEVER
    for faces in product((False, True), repeat=len(attack.dice)):
        if prospect(dice_rolled(state, attack.dice, faces)) < 3:
            shares = (chance(die) if face else 1 - chance(die) for die, face in zip(attack.dice, faces, strict=True))
            lost += prod(shares, start=CERTAIN)
    return lost


def _joined(cars: Iterator[tuple[_Car, Fraction]]) -> Mapping[_Car, Fraction]:
    found: dict[_Car, Fraction] = {}
    for car, share in cars:
        found[car] = found.get(car, NEVER) + share
    return found


def _driven(
    state: State, step: Step, car: _Car, outcomes: tuple[str, ...], *, saved: bool
) -> Iterator[tuple[_Car, Fraction]]:
    """What may become of a car that gets through this step, with the chance of each."""
    if step.lost or step.out:
        return
    most = 0 if step.over == 1 else limit(state, state.car, step.to)
    hazard = _hazard(state, step, outcomes)
    for shown, part in ((0, 1 - hazard), (1, hazard)):
        count = car.hazards + shown
        if not part or (shown and count >= most and not saved):  # Sisu as the next step saves the car
            continue
        for after, of_cards in _drawn(state, step, car, outcomes):
            yield after._replace(hazards=count), part * of_cards


def _hazard(state: State, step: Step, outcomes: tuple[str, ...]) -> Fraction:
    """The chance that this die shows a hazard."""
    if step.roll.pay or state.options.training:
        return NEVER
    if state.turn.rolled:  # in an attack the dice lie open
        faces = [face for die, face in state.turn.hand if die == step.roll.die and step.roll.hazard in (None, face)]
        return Fraction(any(faces[:1]))
    if outcomes[:1] in ((HAZARD,), (CLEAN,)):
        return Fraction(outcomes[0] == HAZARD)
    return chance(step.roll.die)


def _drawn(state: State, step: Step, car: _Car, outcomes: tuple[str, ...]) -> Iterator[tuple[_Car, Fraction]]:
    """What a shortcut card may leave of a car, if one is drawn here."""
    space = state.road.spaces[step.to]
    if space.kind != "cut":
        yield car, CERTAIN
        return
    here = state._replace(shortcut=car.cards)
    cards = [one for one in outcomes if one in SHORTCUTS]
    draw = partial(_draw, here, space.bend, car.punctures)
    ways = (
        [(CERTAIN, draw(Prompted(cards, HARMLESS_LUCK)))]
        if cards
        else [(share, drawn) for share, _, drawn in every_outcome(draw)]
    )
    for share, (punctures, deck) in ways:
        if punctures <= MOST_PUNCTURES:
            yield car._replace(punctures=punctures, cards=deck), share


def _draw(state: State, bend: int, punctures: int, luck: Luck) -> tuple[int, Deck]:
    drawn = shortcut(state, bend, punctures, luck)
    return drawn.punctures, drawn.deck
