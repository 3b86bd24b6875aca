"""Draws by chance: a die, the dice of an attack, a shortcut card, the back of a gear card, the weather.

Nothing hidden is kept: a deck is the counts of its unseen cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.core.luck import Luck, Odds, chance_of
from rallyman_tutor.games.classic.road import boards
from rallyman_tutor.games.classic.state import (
    CLEAN,
    DIRTY,
    GAS,
    HAZARD,
    MOST_PUNCTURES,
    PUNCTURE,
    VALUES,
    Event,
    Stage,
    State,
)
from rallyman_tutor.parts.cards import Deck, coming, draw


def _odds(hazards: int) -> Odds:
    return ((HAZARD, hazards), (CLEAN, VALUES["dice.faces"] - hazards))


GEAR_ODDS = _odds(VALUES["dice.gear_hazards"])
GAS_ODDS = _odds(VALUES["dice.gas_hazards"])


def odds_of(die: int) -> Odds:
    """How many faces of a die show what."""
    return GAS_ODDS if die == GAS else GEAR_ODDS


def rolled(die: int, luck: Luck) -> bool:
    """One die rolled: whether it shows a hazard."""
    return luck.pick("gas die" if die == GAS else f"die {die}", odds_of(die)) == HAZARD


def chance(die: int, told: Sequence[str] = ()) -> Fraction:
    """The chance that a die shows a hazard; a face that is told is certain."""
    return chance_of(HAZARD, odds_of(die), told)


def card_chance(state: State, card: str, told: Sequence[str] = ()) -> Fraction:
    """The chance that the next shortcut card is of this kind; a card that is told is certain."""
    return chance_of(card, coming(state.shortcut, underneath=state.options.k_deck == "bottom"), told)


class CardEffects(NamedTuple):
    """Dirt, deck and punctures after a shortcut card, and the events."""

    dirt: tuple[int, ...]
    deck: Deck
    punctures: int
    events: list[Event]


def shortcut(state: State, bend: int, punctures: int, luck: Luck) -> CardEffects:
    """Draw a shortcut card and apply it."""
    seat = state.turn.seat
    card, deck = draw(state.shortcut, "shortcut card", luck, underneath=state.options.k_deck == "bottom")
    events = [Event("card", "CL-CUT-03", seat, {"card": card})]
    dirt = state.dirt
    if card == DIRTY:
        number = state.road.bends[bend].dirt
        dirt = (*dirt[:number], dirt[number] + 1, *dirt[number + 1 :])
        events.append(Event("dirty", "CL-CUT-05", seat, {"bend": state.road.bends[bend].name}))
    elif card == PUNCTURE and state.options.training:
        events.append(Event("ignored", "CL-TRAIN-01", seat))
    elif card == PUNCTURE:
        punctures += 1
        gone = punctures > MOST_PUNCTURES
        events.append(Event("out" if gone else "puncture", "CL-PUNC-03" if gone else "CL-PUNC-01", seat))
    else:
        events.append(Event("good", "CL-CUT-04", seat))
    return CardEffects(dirt, deck, punctures, events)


def turn_card(state: State, luck: Luck) -> tuple[State, str]:
    """The top card of the deck of the gear driven, turned over."""
    gear = state.car.gear
    back, deck = draw(state.backs[gear - 1], f"back of a card of gear {gear}", luck)
    return state._replace(backs=(*state.backs[: gear - 1], deck, *state.backs[gear:])), back


def weather(stage: Stage, events: list[Event], luck: Luck) -> frozenset[str]:
    """The boards that get snow: one gear die is rolled for each board, and a hazard means snow."""
    snow = set()
    for number, zone in enumerate(boards(stage), 1):
        hazard = rolled(number, luck)
        code = "CL-WX-02" if _visits(stage, zone) == 1 else "CL-WX-03"
        events.append(Event("weather", code, -1, {"zone": zone, "die": number, "snow": hazard}))
        if hazard:
            snow.add(zone)
    return frozenset(snow)


def _visits(stage: Stage, zone: str) -> int:
    """How often a stage comes onto a board."""
    items = stage.road.items
    return sum(items[at].legend == zone for at in (0, *stage.seams))
