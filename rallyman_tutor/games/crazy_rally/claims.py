"""All that a driver may say or press, allowed or not, without laying a card: to practise the rules about it.

Claims and sheets are written in notation, each with the key of its words under `claims` in the texts. Nothing here
checks whether they are allowed: the rules are asked about them elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from rallyman_tutor.core.game import NamedDraft
from rallyman_tutor.games.crazy_rally.drafts import COLOUR_WORDS, write_move
from rallyman_tutor.games.crazy_rally.rules.components import BOX
from rallyman_tutor.games.crazy_rally.state import (
    CARDS,
    EFFECTS,
    FASTER,
    HIDDEN,
    Claim,
    Move,
    Play,
    Speak,
    State,
    Table,
    Use,
    Word,
    adjustments,
    is_event,
)

PRESSED: Mapping[str, Move] = {
    "deal": Word.DEAL, "look": Word.LOOK, "go": Word.GO, "draw": Word.DRAW, "exchange": Word.EXCHANGE, "pass": Word.PASS,
    "reorder": Word.REORDER, "note": Word.NOTE, "peek": Word.PEEK,
}  # fmt: skip
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
SHORT_BOX = (*BOX[:2], BOX[2] - 3, *BOX[3:])
SWAPPED_BOX = (*BOX[:3], BOX[4], BOX[3])


def claims(state: State) -> Sequence[NamedDraft]:
    """All that the driver in turn may say or press now, and all that the others may say out of turn."""
    return tuple(NamedDraft(write_move(move), name, facts) for move, name, facts in (*_own(state), *_out(state)))


def _own(state: State) -> Iterator[tuple[Move, str, Mapping[str, object]]]:
    """All that the driver in turn may say or press, except events on other cars."""
    for name, move in PRESSED.items():
        yield move, name, {}
    yield Table(()), "table-none", {}
    drawn = tuple(card for card in state.car.drawn if card != HIDDEN)
    if len(drawn) > 1:
        yield Table(drawn), "table-both", {"card": drawn[0], "more": drawn[1]}
    held = adjustments(state.car.hand)
    absent = [card for card in CARDS if card not in (*drawn, *state.car.hand, *state.car.tabled)]
    for card in absent[::4]:
        yield Table((card,)), "table", {"card": card}
        yield Play(card, FASTER), "play", {"card": card, "name": state.car.name}
    for card in held:
        yield Claim(card), "claim", {"card": card}
        yield Play(card), "play-no-way", {"card": card}
    for card, more in pairwise(held):
        yield Play(card, FASTER, "", (f"{more}{FASTER}",)), "play-two", {"card": card, "more": more}
    for card in filter(is_event, state.car.hand):
        yield Play(card, FASTER), "play-event", {"card": card}
    for colour in COLOUR_WORDS:
        yield Use(colour), "event-colour", {"colour": colour}
    for effect in EFFECTS[:2]:
        yield Use(effect), f"event-{effect}-nobody", {}
        yield Use(effect, state.car.name), f"event-own-{effect}", {}


def _out(state: State) -> Iterator[tuple[Move, str, Mapping[str, object]]]:
    """For every other driver: an event on their car, and what they may want to do out of turn."""
    for car in state.cars:
        if car.name != state.car.name:
            for effect in EFFECTS[:2]:
                yield Use(effect, car.name), f"event-{effect}", {"name": car.name}
            yield Speak(car.name, Use("faster", car.name)), "other-event", {"name": car.name}
            yield Speak(car.name, Play("B01", FASTER)), "other-play", {"name": car.name}
            yield Speak(car.name, Word.DRAW), "other-draw", {"name": car.name}


def _sheets() -> Iterator[NamedDraft]:
    """Races and rallies that somebody may ask for, with different numbers of drivers, races and cards."""
    for count in range(1, len(NAMES) + 1):
        drivers = " ".join(NAMES[:count])
        name = "sheet-race" if count > 1 else "sheet-alone"
        yield NamedDraft(f"sheet {drivers} ; race", name, {"count": count})
        if count > 2:
            for races in range(1, 6):
                facts = {"count": count, "races": races}
                yield NamedDraft(
                    f"sheet {drivers} ; rally {races}", "sheet-rally" if races > 1 else "sheet-rally-one", facts
                )
    for box in (BOX, SHORT_BOX, SWAPPED_BOX):
        deck = dict(zip(("blue", "yellow", "purple", "course", "events"), box, strict=True))
        yield NamedDraft(f"sheet Ana Ben Cleo ; race ; deck {' '.join(map(str, box))}", "sheet-box", deck)


SHEETS = tuple(_sheets())
