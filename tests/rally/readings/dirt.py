"""Rallyman: DIRT read a second time, as the clerk beside the table keeps it: clocks, dashboards, order and stages.

Ways over the road are not read again: where a car comes to stand is called out, and so is why control is lost. All the
rest follows here from moves, dice, cards and tokens by the catalogue of rules, and is asked of nobody. How far a
space reaches, and to which side the next curve turns, is read off the tiles as in `tests/games/dirt/test_oracle.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.games.dirt.test_oracle import TILES, derive
from tests.rally.readings.said import Said, Spec

SECONDS = (60, 50, 40, 30, 20, 15, 10)
WHEEL_SECONDS, RETIRED_SECONDS = 60, 60
DANGERS = ("yellow", "orange", "red")
MARKS = ((0, 0, 0), (0, 0, 0), (0, 0, 1), (0, 1, 2), (1, 2, 3), (2, 3, 4))
HARD_MARKS = (0, 2, 3)
BACKS = ("spin", "crash", "hard", "sisu")
DAMAGES = ("gear", "brake", "gas", "flag")
GEAR_DICE = 6
SERVICE_PARK = "201"


@dataclass
class Driver:
    """A driver's clock, dashboard and cards."""

    clock: int = 0
    seconds: int = 0
    gear: int = 0
    wheel: bool = True
    sisu: bool = False
    spun: bool = False
    beside: bool = False
    status: str = "waiting"
    space: str = ""
    came: int = 0


class Dirt:
    """A rally of one stage or several."""

    def __init__(self, spec: Spec) -> None:
        self.names: list[str] = list(spec["drivers"])
        self.stages: list[str] = list(spec["stages"])
        options = dict(spec.get("options", {}))
        self.frequency = options.get("sisu", "off")
        self.penalties = options.get("timecontrol") == "on" and len(self.stages) > 1
        self.leads = options.get("leader", "on") == "on"
        self.cars = [Driver(sisu=self.frequency != "off") for _ in self.names]
        self.tokens: list[Counter[str]] = [Counter() for _ in self.names]
        self.order = [*range(len(self.names))]
        self.times: list[list[int]] = []
        self.chosen: dict[int, int] = {}
        self.asked: list[int] = []  # between two stages, who may use a wheel
        self.over = False
        self._line_up()

    def _line_up(self) -> None:
        self.stage = self.stages[len(self.times)]
        self.cells, rows, finish = derive(self.stage)
        self.curve = {}
        for at, row in enumerate(rows):
            curves = "".join(further.turns for further in rows[at:] if further.start < finish)
            for name in (*row.lanes.values(), *row.cut, *(name for way in row.ways.values() for name in way)):
                self.curve[name] = curves[:1]
        for car, tokens in zip(self.cars, self.tokens, strict=True):
            car.clock = car.seconds = car.gear = car.came = 0
            car.spun = car.beside = False
            car.space = ""
            car.status = "out" if tokens["gear"] >= GEAR_DICE else "waiting"
            car.sisu = car.sisu or self.frequency == "stage"
        self.round, self.queue, self.leader = 0, list[int](), -1
        self.gravel, self.count = 0, 0
        self._new_turn()
        self._turns()

    def _new_turn(self) -> None:
        self.secured = self.stake = 0
        self.changes = False  # whether a wheel may be changed, now that the turn is driven

    # -- Order -----------------------------------------------------------------------------------------------------

    def _is_driven(self) -> bool:
        return all(car.status in ("finished", "out") for car in self.cars)

    def _turns(self) -> None:
        self.queue = [seat for seat in self.queue if self.cars[seat].status in ("waiting", "road")]
        while not self.queue and not self._is_driven():
            self.round += 1
            self.queue = self._round()
            sweeps = self.leads and self.queue and all(car.status != "finished" for car in self.cars)
            self.leader = self.queue[0] if sweeps else -1
        if not self.queue:
            return
        car = self.cars[self.queue[0]]
        if car.status == "waiting":
            self.count += 1
            car.came = self.count
        car.spun = False
        car.beside = car.beside and any(
            other.space == car.space and other.status == "road" and not other.beside
            for other in self.cars
            if other is not car
        )

    def _round(self) -> list[int]:
        on_road = [seat for seat, car in enumerate(self.cars) if car.status == "road"]
        new = [seat for at, seat in enumerate(self.order) if at < self.round and self.cars[seat].status == "waiting"]
        return sorted(on_road, key=self._rank) + new

    def _rank(self, seat: int) -> tuple[Fraction, bool, int, bool, int]:
        """Further, on the road, faster, inside, earlier."""
        car = self.cars[seat]
        cell = self.cells[car.space]
        inside = bool(cell.lane) and cell.lane == self.curve[car.space]
        return -cell.front, car.beside, -car.gear, not inside, car.came

    # -- Hearing ---------------------------------------------------------------------------------------------------

    def hear(self, said: Said) -> Iterator[str]:
        car, tokens = self.cars[said.seat], self.tokens[said.seat]
        called = {event.what: event for event in said.called}
        word = said.move.partition(" ")[0]
        if word == "penalty":
            self._penalty(said)
            return
        if said.seat in self.asked:
            self.asked.remove(said.seat)
            if word == "wheel":
                car.wheel = False
                self._mend(tokens)
            return
        if self.changes:
            if word == "wheel":
                car.wheel, car.beside, car.gear = False, True, 0
                car.clock += WHEEL_SECONDS
                self._mend(tokens)
            self._ends()
            return
        if word == "at":
            car.space = called["entered"].facts["space"]
            return
        if said.seat != self.queue[0]:
            yield "DI-END-05: out of turn"
        steps = said.move.replace("(", " ").replace(")", " ").split()
        if word == "flat":
            self.stake = sum(step[0] != "b" for step in steps[1:])
        paid = steps[1] if word == "go" else steps[0]
        if paid.endswith("$"):
            for _ in range(len(paid.partition(">")[0])):
                self.secured += 1
                car.seconds -= self.secured
            if car.seconds < 0:
                yield "DI-SECURE-02: more paid than there is"
        if word == "sisu":
            if not car.sisu:
                yield "DI-SISU-01: played already"
            car.sisu = False
        self._moves(said, car, tokens)
        yield from self._ended(said, called)

    def _moves(self, said: Said, car: Driver, tokens: Counter[str]) -> None:
        if any(event.what in ("moved", "card") for event in said.called):
            car.status = "road"
        for event in said.called:
            if event.what == "moved":
                self.count += 1
                car.space, car.gear, car.came = event.facts["space"], event.facts["gear"], self.count
                car.spun = car.beside = False
            elif event.what == "back":
                car.spun = car.beside = False
        for face in said.shown:
            if face in ("puncture", "ok"):
                tokens[face] += 1
            elif face == "gravel":
                self.gravel += 1

    def _ended(self, said: Said, called: Any) -> Iterator[str]:
        """The card of a turn that is over, and what else its end brings."""
        if "card" not in called and said.move != "blocked":
            return
        car, tokens = self.cars[said.seat], self.tokens[said.seat]
        crossed, lost = "finish" in called, "lost" in called
        back = next((face for face in said.shown if face in BACKS), "")
        drawn = [face for face in said.shown if face in DAMAGES]
        if any(event.code in ("DI-SPEC-01", "DI-FORD-06") for event in said.called):
            car.gear -= 1  # held up for good by another car, or before water
        deck = car.gear
        if lost and not crossed:
            car.gear = max(1, deck - 1) if back == "sisu" else 0
            car.clock += SECONDS[car.gear]
            car.spun, car.beside = back == "spin", back in ("crash", "hard")
        else:
            car.clock += SECONDS[car.gear] if car.gear else SECONDS[1]
        if lost:
            danger = DANGERS.index(TILES[car.space.partition("#")[0]]["danger"])
            due = {"crash": MARKS[deck - 1][danger], "hard": HARD_MARKS[danger]}.get(back, 0)
            if len(drawn) != due:
                yield f"DI-LOC-08: {due} marks"
        tokens.update(drawn)
        car.seconds += self.stake
        if crossed:
            car.status = "finished"
        elif tokens["gear"] >= GEAR_DICE:
            car.status = "out"
        may = car.gear == 1 and not lost and not crossed and car.wheel
        self.changes = may and bool(tokens["gas"] + tokens["puncture"])
        if not self.changes:
            self._ends()

    def _ends(self) -> None:
        self._new_turn()
        self.queue = self.queue[1:]
        self._turns()
        if self._is_driven():
            self._stage_over()

    def _mend(self, tokens: Counter[str]) -> None:
        tokens["puncture" if tokens["puncture"] else "gas"] -= 1

    # -- Between two stages ------------------------------------------------------------------------------------------

    def _stage_over(self) -> None:
        finished = [car.clock - car.seconds for car in self.cars if car.status == "finished"]
        slowest = max(finished or [car.clock - car.seconds for car in self.cars])
        self.row = [
            car.clock - car.seconds if car.status == "finished" else slowest + RETIRED_SECONDS for car in self.cars
        ]
        if not self.penalties:
            self._next_stage()

    def _penalty(self, said: Said) -> None:
        self.chosen[said.seat] = int(said.move.split()[1])
        if len(self.chosen) == len(self.cars):
            self.row = [time + self.chosen[seat] for seat, time in enumerate(self.row)]
            self.chosen = {}
            self._next_stage()

    def _next_stage(self) -> None:
        self.times.append(self.row)
        if len(self.times) == len(self.stages):
            self.over = True
            return
        serviced = any(word.startswith(SERVICE_PARK) for word in self.stage.split())
        for car, tokens in zip(self.cars, self.tokens, strict=True):
            if serviced or car.status == "out":
                tokens.clear()
                car.wheel = True
                car.sisu = car.sisu or self.frequency == "service"
            else:
                kept = {kind: tokens[kind] for kind in ("gear", "brake", "gas", "puncture")}
                tokens.clear()
                tokens.update(kept)
        if not serviced:
            self.asked = [
                seat
                for seat, car in enumerate(self.cars)
                if car.status != "out" and car.wheel and self.tokens[seat]["gas"] + self.tokens[seat]["puncture"]
            ]
        sums = self.sums()
        self.order.sort(key=lambda seat: (sums[seat], self.row[seat]))
        self._line_up()

    def sums(self) -> list[int]:
        return [sum(column) for column in zip(*self.times, strict=True)]

    # -- The table -------------------------------------------------------------------------------------------------

    def table(self, state: Any) -> Iterator[tuple[str, object, object]]:
        phase = state.turn.phase
        if phase != "penalty":
            yield "times", self.times, [list(row) for row in state.rally.times]
        if self.over:
            yield "over", True, state.over
            return
        for name, own, tokens, there in zip(self.names, self.cars, self.tokens, state.cars, strict=True):
            yield f"wheel of {name}", own.wheel, there.wheel
            if phase == "gap":  # the tokens of the next stage, Sisu among them, are not taken yet
                yield f"punctures of {name}", tokens["gas"] + tokens["puncture"], there.gas + there.punctures
                continue
            yield f"Sisu of {name}", own.sisu, there.sisu
            yield f"clock of {name}", (own.clock, own.seconds), (there.clock, there.seconds)
            yield f"gear of {name}", own.gear, there.gear
            yield f"whether {name} drives", own.status in ("out", "finished"), there.status in ("out", "finished")
            yield f"how {name} stands", (own.spun, own.beside), (there.spun, there.beside)
            yield (
                f"tokens of {name}",
                [tokens[kind] for kind in ("gear", "brake", "gas", "flag", "puncture", "ok")],
                [there.gears, there.brakes, there.gas, there.flags, there.punctures, there.fine],
            )
        if phase not in ("gap", "penalty"):
            yield "order of the start", self.order, list(state.order)
            yield "whose turn", self.queue, [state.turn.seat, *state.queue]
            yield "round", self.round, state.round
            yield "who sweeps the road", self.leader, state.leader
            yield "gravel", self.gravel, sum(state.gravel) + len(state.turn.gravel)
