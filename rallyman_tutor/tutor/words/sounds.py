"""Which sound goes with which event, for the events of all four games. Most events have none.

The page makes the sounds and shows their captions: `widgets/page/sounds.js`, and `captions` among the words of the
page.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Sound = Literal["", "clean", "hazard", "engine", "skid", "bang", "card", "bell", "cheers"]

EVENTS: Mapping[Sound, tuple[str, ...]] = MappingProxyType(
    {
        "clean": ("rolled-clean", "drove-clean", "turned", "defence-rolls"),
        "hazard": ("rolled-hazard", "rolled-hazards", "drove-hazard", "turned-red"),
        "engine": ("moved", "flew", "arranged", "drive", "drive-back", "passed"),
        "skid": ("lost", "spin", "crash", "off", "beside", "thrown"),
        "bang": ("puncture", "damage", "attack"),
        "card": (
            "card",
            "card-neutral",
            "card-faster",
            "card-slower",
            "draw",
            "draw-one",
            "draw-two",
            "discard",
            "drew",
        ),
        "bell": ("seconds", "sisu", "saved", "bonus", "trick", "reward", "defence"),
        "cheers": ("finish", "winners", "winner-alone", "win"),
    }
)
"""Every sound, and the events of any game that make it."""
_SOUND_OF: Mapping[str, Sound] = {event: sound for sound, events in EVENTS.items() for event in events}


def sound_of(event: str) -> Sound:
    """The sound of an event by the name under which it is told; empty where there is none."""
    return _SOUND_OF.get(event, "")
