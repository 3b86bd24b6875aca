"""Dice and cards that are not one step's: the dice of an attack, the weather, the back of a gear card.

Nothing hidden is kept: a deck is the counts of its unseen cards. What one step rolls and draws (its die, the card of a
shortcut) is in `step.take`, because the way goes on from it.
"""

from __future__ import annotations

from rallyman_tutor.core.luck import Luck
from rallyman_tutor.games.classic.road import boards
from rallyman_tutor.games.classic.state import GAS, HAZARD, Event, Stage, State
from rallyman_tutor.games.classic.step import GAS_ODDS, GEAR_ODDS
from rallyman_tutor.parts.cards import draw


def throw(dice: tuple[int, ...], luck: Luck) -> tuple[bool, ...]:
    """These dice rolled all at once: which of them show a hazard."""
    return tuple(
        luck.pick("gas die" if die == GAS else f"die {die}", GAS_ODDS if die == GAS else GEAR_ODDS) == HAZARD
        for die in dice
    )


def turn_card(state: State, luck: Luck) -> tuple[State, str]:
    """The top card of the deck of the gear driven, turned over."""
    gear = state.car.gear
    back, deck = draw(state.backs[gear - 1], f"back of a card of gear {gear}", luck)
    return state._replace(backs=(*state.backs[: gear - 1], deck, *state.backs[gear:])), back


def weather(stage: Stage, events: list[Event], luck: Luck) -> frozenset[str]:
    """The boards under snow: one gear die for each, and a hazard is snow."""
    snow = set()
    for number, zone in enumerate(boards(stage), 1):
        hazard = luck.pick(f"die {number}", GEAR_ODDS) == HAZARD
        code = "CL-WX-02" if _visits(stage, zone) == 1 else "CL-WX-03"
        events.append(Event("weather", code, -1, {"zone": zone, "die": number, "snow": hazard}))
        if hazard:
            snow.add(zone)
    return frozenset(snow)


def _visits(stage: Stage, zone: str) -> int:
    """How often a stage comes onto a board."""
    items = stage.road.items
    return sum(items[at].legend == zone for at in (0, *stage.seams))
