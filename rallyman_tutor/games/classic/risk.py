"""The risk of a draft: how likely it is to lose control, or to be out of the rally, and on which die.

A hazard is judged when it appears, by the limit of the space its die leads to. A landing one gear too fast is lost by
the hazard of its own die, and a car that is too fast for a bend is lost for certain. With punctures on the car a
shortcut card can end the rally; with fewer it takes a gas die, and what is laid behind can perhaps be rolled no more.
Dice and cards that the draft tells are certain. Counted exactly, in fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import NamedTuple

from rallyman_tutor.core.game import Events
from rallyman_tutor.core.luck import Luck, Prompted, every_outcome
from rallyman_tutor.core.notation import ScriptedDraft, as_scripted
from rallyman_tutor.games.classic.conditions import gas_left
from rallyman_tutor.games.classic.drafts import SHORTCUTS
from rallyman_tutor.games.classic.draws import chance, shortcut
from rallyman_tutor.games.classic.generate import attack_steps, can_be_driven, prospect
from rallyman_tutor.games.classic.judging import complete_script, unfold
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.play import moves, play
from rallyman_tutor.games.classic.state import (
    CLEAN,
    GAS,
    HAZARD,
    MOST_PUNCTURES,
    PUNCTURE,
    Attack,
    Draft,
    Move,
    Roll,
    State,
    Word,
)
from rallyman_tutor.games.classic.step import HARMLESS_LUCK, Step, aim, dice_rolled, limit, take
from rallyman_tutor.parts.cards import Deck

NEVER = Fraction(0)
CERTAIN = Fraction(1)


class _Car(NamedTuple):
    """One possible state of the car so far: hazards in this turn, flat tyres, shortcut cards left; and whether a puncture took a
    die of an attack: what follows is then counted already, and is no longer the draft's."""

    hazards: int
    punctures: int
    cards: Deck
    is_over: bool = False


def risk(state: State, draft: Draft | ScriptedDraft[Move]) -> tuple[Fraction, ...]:
    """For each step of a draft, the chance to lose control, or to be out of the rally, exactly there; 0 beyond where
    judging or the turn ends."""
    scripted = as_scripted(draft)
    lost = [NEVER] * len(scripted.moves)
    alive: Mapping[_Car, Fraction] = {_Car(state.turn.hazards, state.car.punctures, state.shortcut): CERTAIN}
    for at, now, step in unfold(state, draft):
        if (now.turn.seat, now.round) != (state.turn.seat, state.round):
            break  # the turn is over
        if step is Word.ACCEPT and decision_due(now) == "lost":
            lost[at] = sum(alive.values(), NEVER)
        elif step is Word.SISU:
            alive = _joined((car._replace(hazards=0), share) for car, share in alive.items())
        elif isinstance(step, Attack):
            lost[at] = _of_attack(now, step, scripted.shown[at] if scripted.shown else ())
            alive = {car: share * (1 - lost[at]) for car, share in alive.items()}
        elif isinstance(step, Step) and step.to >= 0 and _is_held(now, step.roll):
            if step.roll.die == GAS:  # a puncture on the way may have taken it: then the turn is over
                alive = {car: share for car, share in alive.items() if _has_gas(now, car)}
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


def _is_held(state: State, roll: Roll) -> bool:
    """Whether this die can be rolled, or lies in the hand of an attack."""
    return not state.turn.rolled or any(
        die == roll.die and roll.hazard in (None, face) for die, face in state.turn.hand
    )


def _has_gas(state: State, car: _Car) -> bool:
    """Whether there is a gas die left to roll, or to drive with in an attack."""
    return bool(state.turn.rolled) or gas_left(state.car._replace(punctures=car.punctures), state.turn.used) > 0


def _of_attack(state: State, attack: Attack, outcomes: tuple[str, ...]) -> Fraction:
    """The chance to lose control in an attack whose dice are driven in the best order; 0 if the attack is refused."""
    if not can_be_driven(state, attack.dice):
        return NEVER
    told = tuple(face == HAZARD for face in outcomes[: len(attack.dice)])
    thrown: dict[State, Fraction] = {}
    for faces in product((False, True), repeat=len(attack.dice) - len(told)):
        rolled = dice_rolled(state, attack.dice, (*told, *faces))
        untold = zip(attack.dice[len(told) :], faces, strict=True)
        share = prod((chance(die) if face else 1 - chance(die) for die, face in untold), start=CERTAIN)
        thrown[rolled] = thrown.get(rolled, NEVER) + share
    attacks = _Attacks()
    plain = {rolled: prospect(rolled, attacks.prospects) for rolled in thrown}
    if any(after.road.spaces[after.car.place].kind == "cut" for after in attacks.prospects):
        return sum((share * attacks.lost(rolled) for rolled, share in thrown.items()), NEVER)
    return sum((share for rolled, share in thrown.items() if plain[rolled] < 3), NEVER)


class _Attacks:
    """The chances to lose control in attacks whose dice lie open, if every choice that is left is the one that keeps it most
    often. What was found once is kept."""

    def __init__(self) -> None:
        self.prospects: dict[State, int] = {}
        self._lost: dict[State, Fraction] = {}

    def lost(self, state: State) -> Fraction:
        """The chance to lose control from here on; none if the dice are driven."""
        turn = state.turn
        if turn.ended or turn.phase not in ("drive", "give") or not turn.hand:
            return Fraction(turn.ended not in ("", "finish"))
        if state not in self._lost:
            least = CERTAIN
            steps = attack_steps(state, self.prospects) if turn.phase == "drive" else moves(state)
            for move in steps:
                if least:
                    least = min(least, self._lost_by(state, move))
            self._lost[state] = least if steps else NEVER  # dice that cannot be driven are left over
        return self._lost[state]

    def _lost_by(self, state: State, move: Move) -> Fraction:
        """The chance to lose control by one move, or behind it."""
        if isinstance(move, Roll):
            step = aim(state, move)
            after, _ = take(state, step, HARMLESS_LUCK)
            if after.turn.ended or state.road.spaces[step.to].kind != "cut":
                return self.lost(after)
        drawn = every_outcome(partial(play, state, move))
        return sum((share * self._lost_after(after, events) for share, _, (after, events) in drawn), NEVER)

    def _lost_after(self, state: State, events: Events) -> Fraction:
        return CERTAIN if any(event.what == "out" for event in events) else self.lost(state)


def _joined(cars: Iterator[tuple[_Car, Fraction]]) -> Mapping[_Car, Fraction]:
    found: dict[_Car, Fraction] = {}
    for car, share in cars:
        found[car] = found.get(car, NEVER) + share
    return found


def _driven(
    state: State, step: Step, car: _Car, outcomes: tuple[str, ...], *, saved: bool
) -> Iterator[tuple[_Car, Fraction]]:
    """What may become of a car that gets through this step, with the chance of each."""
    if car.is_over:
        yield car, CERTAIN
        return
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
        if punctures > MOST_PUNCTURES:
            continue
        after = car._replace(punctures=punctures, cards=deck)
        if (
            punctures > car.punctures and state.turn.rolled
        ):  # it takes a die, and the others are driven in the best order
            drawn, _ = play(here, step.roll, Prompted((PUNCTURE,), HARMLESS_LUCK))
            yield after._replace(is_over=True), share * (1 - _Attacks().lost(drawn))
        else:
            yield after, share


def _draw(state: State, bend: int, punctures: int, luck: Luck) -> tuple[int, Deck]:
    drawn = shortcut(state, bend, punctures, luck)
    return drawn.punctures, drawn.deck
