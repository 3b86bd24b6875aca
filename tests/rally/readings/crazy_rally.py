"""Crazy Rally read a second time: every card, from the deal to the last race of the rally.

Written from the catalogue of rules; it hears moves and the cards that were turned up, and asks nothing of the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.rally.readings.said import Said, Spec

# Faster, slower, symbols: T tyre, W wheel, N nut.
BLUE = "+2-1T +2-1T +2-1TT +2-1TN +2-1TTW +2-1TTN +1-1N +1-1TW +1-1TWN +2-2W +2-2TN +2-2TTT +1-2T +1-2WN +1-2TNN"
YELLOW = "+1-2W +1-2W +1-2WW +1-2WN +1-2WWT +1-2WWN +1-1N +1-1WT +1-1WTN +2-2T +2-2WN +2-2WWW +2-1W +2-1TN +2-1WNN"
PURPLE = "+3-3TT +3-3TT +3-3WW +3-3WW +3-3NN +3-3NN +3-3TW +3-3TW +3-3TN +3-3TN +3-3WN +3-3WN"
CARDS = {
    f"{colour}{number:02}": text
    for colour, row in (("B", BLUE), ("Y", YELLOW), ("P", PURPLE))
    for number, text in enumerate(row.split(), 1)
}
EVENTS = [f"E{number}" for number in range(1, 9)]
# Most or least speed, difficulty, damage.
COURSE = {
    "C01": (10, 1, 4), "C02": (9, 1, 4), "C03": (9, 2, 5), "C04": (8, 1, 3), "C05": (8, 2, 4), "C06": (7, 1, 3),
    "C07": (6, 1, 3), "C08": (7, 3, 5), "C09": (6, 2, 4), "C10": (5, 2, 3), "C11": (4, 3, 3), "C12": (3, 3, 2),
    "C13": (5, 2, 3), "C14": (7, 1, 4),
}  # fmt: skip
AT_LEAST = ("C13", "C14")
FLAGGED = [f"C{number:02}" for number in range(1, 8)]
BASE, STAGES = 7, 14


@dataclass
class Driver:
    """A car and the cards of its driver."""

    top: int = BASE
    strength: int = BASE
    handling: int = BASE
    fresh: int = BASE
    speed: int = 5
    distance: int = 0
    hand: list[str] = field(default_factory=list)
    two: list[str] = field(default_factory=list)  # the cards of a colour, before one is tabled
    tabled: list[str] = field(default_factory=list)
    chosen: str = ""
    out: int = 0
    crashed: int = 0


class CrazyRally:
    """A rally, card by card."""

    def __init__(self, spec: Spec) -> None:
        self.names: list[str] = list(spec["drivers"])
        self.races: int = spec["races"]
        self.carried = [0] * len(self.names)
        self.sheet: list[list[int]] = []
        self.over = False
        self._clean()

    def _clean(self) -> None:
        self.cars = [Driver(distance=far) for far in self.carried]
        self.course: list[str] = []
        self.looked = self.stage = 0
        self.supply, self.thrown = list[str](), list[str]()
        self.played = list[str]()
        self.colour = 0
        self.due: list[int] = []  # who draws, chooses or may play an event now, in order
        self.step = "deal"

    def _racing(self) -> list[int]:
        return [seat for seat, car in enumerate(self.cars) if not car.out]

    # -- Hearing ---------------------------------------------------------------------------------------------------

    def hear(self, said: Said) -> Iterator[str]:
        word, _, rest = said.move.partition(" ")
        car, shown = self.cars[said.seat], list(said.shown)
        if self.due and said.seat != self.due[0]:
            yield f"{said.move}: it is not their turn"
        match word:
            case "deal":
                self._deal(shown)
            case "table":
                yield from self._table(said.seat, rest)
            case "look":
                self.looked += 1
            case "go":
                yield from self._go(shown)
            case "draw":
                self._draw(car, shown)
                if self._has_card(car):
                    self.due.pop(0)
            case "exchange":
                if self._has_card(car):
                    yield "CR-HAND-02: an adjustment card is in the hand"
                many, self.thrown = len(car.hand), self.thrown + car.hand
                car.hand = []
                for _ in range(many):
                    self._draw(car, shown)
                if self._has_card(car):
                    self.due.pop(0)
            case "play":
                yield from self._play(car, rest)
                self.due.pop(0)
            case "event":
                yield from self._event(said.seat, rest, shown)
            case "pass":
                self.due.pop(0)
            case _:
                yield f"{word} is no move"
        self._goes_on()

    def _deal(self, shown: list[str]) -> None:
        self._clean()
        flagged = _shuffle(FLAGGED, shown)
        self.course = flagged[:2] + _shuffle(flagged[2:] + [card for card in COURSE if card not in FLAGGED], shown)
        self.piles = {colour: _shuffle([card for card in CARDS if card[0] == colour], shown) for colour in "BYP"}
        events = _shuffle(EVENTS, shown)
        for car in self.cars:
            car.hand.append(events.pop(0))
        self.events = events
        self._colour()

    def _colour(self) -> None:
        pile = self.piles["BYP"[self.colour]]
        for car in self.cars:
            car.two = [pile.pop(0), pile.pop(0)]
        self.due, self.step = [*range(len(self.cars))], "tune"

    def _table(self, seat: int, card: str) -> Iterator[str]:
        car = self.cars[seat]
        if card not in car.two:
            yield "CR-TUNE-01: not one of the two"
        car.chosen = card
        self.due.pop(0)

    def _tuned(self) -> None:
        for car in self.cars:
            card = car.chosen
            car.top += CARDS[card].count("T")
            car.handling += CARDS[card].count("W")
            car.strength += CARDS[card].count("N")
            car.tabled.append(card)
            car.hand += [kept for kept in car.two if kept != card]
            car.two, car.chosen = [], ""
        self.colour += 1
        if self.colour < 3:
            self._colour()
        else:
            self.step = "look"

    def _go(self, shown: list[str]) -> Iterator[str]:
        if self.looked != STAGES:
            yield "CR-LAP-01: not every card was shown"
        left = [card for card in (*CARDS, *EVENTS) if all(card not in car.hand for car in self.cars)]
        if len(left) != 50 - 4 * len(self.cars):
            yield "CR-RACE-02: a supply of another size"
        self.supply = _shuffle(left, shown)
        self.looked = 0
        for car in self.cars:
            car.fresh, car.tabled = car.handling, []  # the cards it was tuned with are in the supply
        self._next_stage()

    def _next_stage(self) -> None:
        self.stage += 1
        self.step, self.due = "draw", self._racing()

    def _draw(self, car: Driver, shown: list[str]) -> None:
        if not self.supply and self.thrown:
            self.supply, self.thrown = _shuffle(self.thrown, shown), []
        if self.supply:
            car.hand.append(self.supply.pop(0))

    def _has_card(self, car: Driver) -> bool:
        return any(card in CARDS for card in car.hand)

    def _play(self, car: Driver, text: str) -> Iterator[str]:
        card, way = text[:-1], text[-1]
        if self.step != "play" or card not in car.hand or card not in CARDS or way not in "+-":
            yield "CR-PLAY-01: no card of the hand"
        car.chosen = text

    def _reveal(self) -> None:
        for seat in self._racing():
            car = self.cars[seat]
            card, way = car.chosen[:-1], car.chosen[-1]
            car.hand.remove(card)
            self.played.append(card)
            car.chosen = ""
            if card[0] == "P":
                self._weaker(car, 1)
            if not car.out:
                text = CARDS[card]
                self._faster(car, int(text[1]) if way == "+" else -int(text[3]))
        self.step = "event"
        self.due = sorted(self._racing(), key=lambda seat: (self.cars[seat].distance, self.cars[seat].speed, seat))

    def _weaker(self, car: Driver, by: int) -> None:
        car.strength -= by
        if car.strength <= 0 and not car.out:
            car.out = self.stage

    def _faster(self, car: Driver, by: int) -> None:
        car.speed = max(0, car.speed + by)
        if car.speed > car.top:
            car.speed = car.top
            self._weaker(car, 1)

    def _event(self, seat: int, text: str, shown: list[str]) -> Iterator[str]:
        car = self.cars[seat]
        events = [card for card in car.hand if card in EVENTS]
        self.due.pop(0)
        if self.step != "event" or not events:
            yield "CR-EVT-01: no event to play"
            return
        car.hand.remove(events[0])
        self.played.append(events[0])
        effect, _, name = text.partition(">")
        if effect == "two":
            for _ in range(2):
                self._draw(car, shown)
            return
        other = self.cars[self.names.index(name)]
        if other.out:
            yield "CR-EVT-08: that car is out"
        self._faster(other, 1 if effect == "faster" else -1)

    def _goes_on(self) -> None:
        """Carries out all that follows once nobody has to decide any more."""
        self.due = [seat for seat in self.due if not self.cars[seat].out]
        if self.due or self.step == "look":
            return
        if self.step == "tune":
            self._tuned()
        elif self.step == "draw":
            self.step, self.due = "play", self._racing()
        elif self.step == "play":
            self._reveal()
            self._goes_on()
        elif self.step == "event":
            self._drive()

    def _drive(self) -> None:
        name = self.course[self.stage - 1]
        limit, difficulty, damage = COURSE[name]
        for seat in self._racing():
            car = self.cars[seat]
            off = limit - car.speed if name in AT_LEAST else car.speed - limit
            if off > 0:
                car.speed = min(limit, car.top)
                car.handling -= difficulty + off
                if car.handling < 0:
                    car.speed, car.handling, car.crashed = 0, car.fresh, self.stage
                    self._weaker(car, damage)
            car.distance += car.speed
        self.thrown += self.played
        self.played = []
        for car in self.cars:
            if car.out:
                self.thrown += car.hand
                car.hand = []
        if self.stage < STAGES and self._racing():
            self._next_stage()
        else:
            self._end()

    def _finished(self, car: Driver) -> bool:
        return not car.out and car.crashed != STAGES

    def _end(self) -> None:
        for car in self.cars:
            if self._finished(car):
                car.distance += 2 * sum(card in EVENTS for card in car.hand)
        self.carried = [car.distance for car in self.cars]
        self.sheet.append(self.carried)
        self.over = len(self.sheet) == self.races
        self.step, self.due = "over" if self.over else "deal", []

    def places(self) -> list[int]:
        """Those who finished by distance and speed, then those who crashed on the last stage by distance, then those
        who are out by the stage they reached."""

        def rank(car: Driver) -> tuple[int, int, int]:
            if self._finished(car):
                return 2, car.distance, car.speed
            return (1, car.distance, 0) if not car.out else (0, car.out, car.distance)

        return [1 + sum(rank(other) > rank(car) for other in self.cars) for car in self.cars]

    # -- The table -------------------------------------------------------------------------------------------------

    def table(self, state: Any) -> Iterator[tuple[str, object, object]]:
        phase = {"exchange": "draw", "choose": "play"}.get(state.phase, state.phase)
        yield "step", self.step, phase
        yield "distances behind the races", self.sheet, [list(row) for row in state.results]
        if self.step in ("deal", "over"):
            yield "distances", self.carried, [car.distance for car in state.cars]
            return
        if self.due:
            yield "who decides", self.due[0], state.seat
        yield "course", self.course, list(state.course)
        yield "shown of it", self.looked, state.looked
        if self.stage:
            yield "supply", self.supply, list(state.supply)
            yield "stage", self.stage, state.stage
            yield "thrown", sorted(self.thrown), sorted(state.discard)
        for name, own, there in zip(self.names, self.cars, state.cars, strict=True):
            yield f"hand of {name}", sorted(own.hand), sorted(there.hand)
            yield f"two cards of {name}", sorted(own.two), sorted(there.drawn)
            yield f"tuned by {name}", sorted(own.tabled), sorted(there.tabled)
            yield (
                f"car of {name}",
                (own.top, own.strength, own.handling, own.speed, own.distance, own.out, own.crashed),
                (there.top, there.strength, there.handling, there.speed, there.distance, there.out, there.crashed),
            )


def _shuffle(cards: list[str], shown: list[str]) -> list[str]:
    """These cards in the order shown; nobody has to turn up the last one."""
    order = shown[: len(cards) - 1]
    del shown[: len(cards) - 1]
    rest = Counter(cards) - Counter(order)
    return [*order, *rest.elements()]
