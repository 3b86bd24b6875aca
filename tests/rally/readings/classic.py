"""Rallyman (2009) read a second time, as the clerk beside the table keeps it: clocks, cars, cards, order and stages.

The road itself is not read again: where a car comes to stand is called out, and so is why control is lost. All
the rest follows here from moves, dice and cards by the catalogue of rules, and is asked of nobody.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.rally.readings.said import Said, Spec

SECONDS = (60, 50, 40, 30, 20, 10)
WHEEL_SECONDS = 60
TERRAIN = {"grass": 0, "earth": 0, "snow": 0, "forest": 1, "village": 1, "rock": 2, "water": 2}
MOST_DAMAGE = 5


@dataclass
class Driver:
    """A driver's clock, car and cards."""

    clock: int = 0
    seconds: int = 0
    gear: int = 0
    damage: int = 0
    punctures: int = 0
    wheel: bool = True
    sisu: bool = True
    winter: bool = False
    status: str = "waiting"
    space: str = ""
    came: int = 0  # when it came to where it stands
    beside: bool = False


class Classic:
    """A rally of three stages, or one stage."""

    def __init__(self, spec: Spec) -> None:
        self.names: list[str] = list(spec["drivers"])
        self.stages: list[str] = list(spec["stages"])
        self.options = dict(spec.get("options", {}))
        self.service = list(spec.get("service", ()))
        self.weather = self.options.get("weather", "off")
        self.has_sisu = self.options.get("edition") != "de" and self.options.get("sisu") != "off"
        self.cars = [Driver(sisu=self.has_sisu) for _ in self.names]
        self.times: list[list[int | None]] = []
        self.asked: list[int] = []  # between two stages, who may use a wheel
        self.order = [*range(len(self.names))]
        self.over = False
        self.reaches: dict[str, Fraction] = {}
        self._line_up()

    def _line_up(self) -> None:
        """A stage is about to be driven: everybody behind the start, with a clean clock."""
        for car in self.cars:
            car.clock = car.seconds = car.gear = car.came = 0
            car.beside = False
            if car.status != "out":
                car.status = "waiting"
            if car.damage == MOST_DAMAGE:
                car.status = "out"
        self.round, self.queue = 0, list[int]()
        self.dirt, self.count = Counter[str](), 0
        self._new_turn()
        self._turns()

    def _new_turn(self) -> None:
        self.secured = self.attack = self.hazards = 0
        self.wheeled = False

    def _turns(self) -> None:
        """Whose turn comes next: the queue of this round, or a new round."""
        self.queue = [seat for seat in self.queue if self.cars[seat].status in ("waiting", "road")]
        if not self.queue and not self._is_driven():
            while not self.queue:
                self.round += 1
                self.queue = self._round()
        if self.queue and self.cars[self.queue[0]].damage == MOST_DAMAGE:
            self.cars[self.queue[0]].status = "out"
            self._turns()

    def _is_driven(self) -> bool:
        return all(car.status in ("finished", "out") for car in self.cars)

    def _round(self) -> list[int]:
        """Cars on the road first, the furthest in front; then who starts in this round."""
        on_road = [seat for seat, car in enumerate(self.cars) if car.status == "road"]
        on_road.sort(key=lambda seat: (-self._reach(seat), -self.cars[seat].gear, self.cars[seat].came))
        new = [seat for at, seat in enumerate(self.order) if at < self.round and self.cars[seat].status == "waiting"]
        return on_road + new

    def _reach(self, seat: int) -> Fraction:
        return self.reaches[self.cars[seat].space]

    # -- Hearing ---------------------------------------------------------------------------------------------------

    def hear(self, said: Said) -> Iterator[str]:
        car = self.cars[said.seat]
        self.reaches = reaches(said.road)
        called = {event.what: event for event in said.called}
        shown = [face for face in said.shown if face not in "!."]
        if "weather" in called or "tyres" in called:
            if "tyres" in called:
                car.winter = said.move.endswith("winter")
            return
        if said.seat in self.asked and said.move in ("wheel", "accept"):
            self.asked.remove(said.seat)
            if said.move == "wheel":
                car.wheel, car.punctures = False, car.punctures - 1
            return
        if car.beside and said.move != "wheel":
            car.beside = False
        self.hazards += said.shown.count("!")
        if said.move.endswith("$"):
            self.secured += 1
            car.seconds -= self.secured
            if car.seconds < 0:
                yield "CL-SEC-02: more paid than there is"
        if said.move == "sisu":
            if not car.sisu:
                yield "CL-SISU-01: played already"
            car.sisu, self.hazards = False, 0
        if said.move == "wheel":
            yield from self._wheel(said)
        if (many := re.search(r"\[(.*)\]", said.move)) and said.move.startswith("A"):
            self.attack = len(many[1].split())
        for event in said.called:
            if event.what == "moved":
                self.count += 1
                car.space, car.came = event.facts["space"], self.count
                car.status = "road"
                car.gear = event.facts.get("gear", car.gear)
            elif event.what == "dirty":
                self.dirt[event.facts["bend"]] += 1
        if "moved" in called and (die := re.match(r"[1-5]", said.move)) and car.gear != int(die[0]):
            yield "CL-GAS-01: another gear than that of the last gear die"
        for card in shown:
            if card == "puncture":
                car.punctures += 1
        self._lost_or_ended(said, car, called, shown)

    def _wheel(self, said: Said) -> Iterator[str]:
        car = self.cars[said.seat]
        if not car.wheel or not car.punctures:
            yield "CL-SPARE-01: no wheel, or nothing to change"
        if car.gear > 1:
            yield "CL-SPARE-01: neither standing nor in 1st"
        car.wheel = False
        car.punctures -= 1
        car.gear = 0
        car.clock += WHEEL_SECONDS
        self.wheeled = True

    def _lost_or_ended(self, said: Said, car: Driver, called: Any, shown: list[str]) -> None:
        """The card of a turn that is over, and what else its end brings."""
        crossed = "finish" in called
        gone = car.punctures > 2 or "out" in called
        backs = [card for card in shown if card in ("spin", "left", "right")]
        if gone:
            car.status = "out"
        elif backs:
            car.clock += SECONDS[0]
            car.gear = 0
            if "off" in called:
                car.damage = min(MOST_DAMAGE, car.damage + TERRAIN[called["off"].facts["terrain"]])
                car.beside = True
        elif crossed and "lost" in called:
            car.damage = min(MOST_DAMAGE, car.damage + 1)
            car.clock += SECONDS[car.gear]
        elif self.attack and "seconds" in called:  # no die of the attack is left to move with
            car.clock += SECONDS[car.gear]
        elif crossed or said.move == "stop":
            if not self.wheeled or car.gear:
                car.clock += SECONDS[car.gear]
        elif said.move == "blocked":
            if not self.wheeled:
                car.clock += SECONDS[car.gear]
        else:
            return
        car.seconds += self.attack
        if crossed:
            car.status = "finished"
        self._new_turn()
        self.queue = self.queue[1:]
        self._turns()
        if self._is_driven():
            self._stage_over()

    # -- Between two stages ------------------------------------------------------------------------------------------

    def _stage_over(self) -> None:
        self.times.append([car.clock - car.seconds if car.status == "finished" else None for car in self.cars])
        if len(self.times) == len(self.stages):
            self.over = True
            return
        if self.service[len(self.times) - 1]:
            for car in self.cars:
                car.damage = car.punctures = 0
                car.wheel = True
        else:
            self.asked = [seat for seat, car in enumerate(self.cars) if car.wheel and car.punctures]
        self.order = sorted(
            (seat for seat in self.order if self.sums()[seat] is not None), key=lambda seat: self.sums()[seat] or 0
        )
        self._line_up()

    def sums(self) -> list[int | None]:
        return [
            None if None in column else sum(time or 0 for time in column) for column in zip(*self.times, strict=True)
        ]

    # -- The table -------------------------------------------------------------------------------------------------

    def table(self, state: Any) -> Iterator[tuple[str, object, object]]:
        phase = state.turn.phase
        for name, own, there in zip(self.names, self.cars, state.cars, strict=True):
            if phase != "gap":  # between two stages cars still stand at the finish
                yield (
                    f"clock and seconds of {name}",
                    (own.clock, own.seconds, own.gear, own.status),
                    (there.clock, there.seconds, there.gear, there.status),
                )
            yield (
                f"car of {name}",
                (own.damage, own.punctures, own.wheel, own.sisu, own.winter),
                (there.damage, there.punctures, there.wheel, there.sisu, there.winter),
            )
        yield "times", self.times, [list(row) for row in state.rally.times]
        if self.over:
            yield "over", True, state.over
            return
        if phase != "gap":
            yield "order of the start", self.order, list(state.order)
        if phase in ("roll", "drive", "sisu", "give"):
            yield "whose turn", self.queue, [state.turn.seat, *state.queue]
            yield "round", self.round, state.round
            pieces = {bend.name: bend.dirt for bend in state.road.bends}  # a board crossed twice has its bends twice
            found = Counter[int]()
            for name, many in self.dirt.items():
                found[pieces[name]] += many
            yield "dirt", [found[piece] for piece in range(len(state.dirt))], list(state.dirt)


def reaches(road: Sequence[str]) -> dict[str, Fraction]:
    """How far each space reaches, by name: a bend counts one, and a space of its drift its part of that."""
    drifts = Counter(name.partition(".")[0] for name in road if ".d" in name)
    found: dict[str, Fraction] = {}
    items = 0
    for last, name in zip(("", *road), road, strict=False):
        item, _, way = name.partition(".")
        items += item != last.partition(".")[0]
        found[name] = Fraction(items - 1) + (Fraction(int(way[1:]), drifts[item]) if way[:1] == "d" else 1)
    return found
