"""The little stages of DIRT use every rule that touches a lone car.

A stage uses a rule if, somewhere in reckoning it, an event cites the rule, something that a driver may want there is
refused or warned of by it, or what the rule says is seen to happen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import pytest

from rallyman_tutor.core.game import Event, Events
from rallyman_tutor.core.luck import Luck, outcomes_of
from rallyman_tutor.games.dirt import GAME
from rallyman_tutor.games.dirt.alone import every_move
from rallyman_tutor.games.dirt.generate import next_steps
from rallyman_tutor.games.dirt.spaces import Space
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    GAS,
    LEADER,
    PUSHES,
    Arrange,
    Drive,
    FlatOut,
    Move,
    Penalty,
    Roll,
    State,
    Stop,
    Word,
)
from rallyman_tutor.games.dirt.step import follow
from tests.coach.solver.dirt_stages import EMPTY_BAG, LITTLE
from tests.coach.solver.expectimax import DIRT, DIRT_REDRAWN, Expectimax, played_and_put_back
from tests.games.dirt.test_legality import asked
from tests.games.test_codes import CODES

LEFT_OUT: Mapping[str, str] = {
    "another car has to be there": (
        "DI-START-01 DI-START-03 DI-START-04 DI-ORD-01 DI-ORD-02 DI-ORD-03 DI-ORD-04 DI-ORD-05 DI-ORD-06 DI-SET-07 DI-MOVE-01 "
        "DI-MOVE-02 DI-SLIDE-06 DI-SHORT-07 DI-SHORT-09 DI-JUMP-04 DI-JUMP-06 DI-PASS-01 DI-PASS-02 DI-PASS-03 DI-PASS-04 "
        "DI-PASS-05 DI-PASS-06 DI-PASS-07 DI-CAR-01 DI-CAR-02 DI-CAR-03 DI-CAR-04 DI-BLOCK-01 DI-BLOCK-02 DI-BLOCK-04 "
        "DI-SPEC-01 DI-END-05 DI-SPARE-06 DI-OFF-01 DI-OFF-02 DI-OFF-03 DI-OFF-04"
    ),
    "gravel is laid for those behind, and a lone car never meets its own": "DI-LIMIT-04 DI-LIMIT-05",
    "it is about more than one stage": (
        "DI-SERV-01 DI-SERV-02 DI-SERV-03 DI-SERV-04 DI-SPARE-07 DI-UP-01 DI-UP-02 DI-UP-03 DI-UP-04 DI-NEXT-01 DI-NEXT-02 "
        "DI-NEXT-03 DI-NEXT-04 DI-WIN-01 DI-SHEET-01 DI-SHEET-02 DI-RET-03 DI-SISU-04"
    ),
    "it is about the box, the table and how a stage is built": (
        "DI-COMP-01 DI-COMP-03 DI-COMP-04 DI-COMP-05 DI-COMP-06 DI-COMP-07 DI-COMP-08 DI-FMT-01 DI-FMT-02 DI-FMT-03 DI-SET-01 "
        "DI-SET-02 DI-SET-03 DI-SET-04 DI-SET-05 DI-SET-06 DI-SET-08 DI-POOL-03 DI-MOVE-06 DI-DATA-01 DI-DATA-02 DI-DATA-03 "
        "LAY-01 LAY-02 LAY-03 LAY-04 LAY-05 LAY-06 LAY-07 LAY-08"
    ),
    "it says what the time is, which is what is reckoned": "DI-OBJ-01 DI-END-04",
    "it says which way to lay dice again is shown first": "DI-REARR-08",
}
"""Rules that touch no lone car on one stage, by the reason."""


class Happened:
    """One outcome of one move, and questions about it."""

    def __init__(self, before: State, move: Move, after: State, events: Events) -> None:
        self.before, self.move, self.after, self.events = before, move, after, events
        self.car, self.now = before.car, after.cars[0]

    def of(self, what: str) -> list[Event]:
        return [event for event in self.events if event.what == what]

    def ways(self) -> Iterator[tuple[Space, Space, Event]]:
        """Each step that was driven: from which space to which, and its event."""
        spaces = self.before.road.spaces
        for event in self.of("moved"):
            yield spaces[event.facts["from"]], spaces[event.facts["to"]], event

    def steps(self) -> tuple[Roll, ...]:
        return self.move.steps if isinstance(self.move, Drive | FlatOut | Arrange) else ()

    def gears(self) -> list[int]:
        return [roll.die for roll in self.steps() if roll.die > 0]


def in_bend(space: Space) -> bool:
    return space.kind in ("line", "drift")


def flown_over_a_limit(one: Happened) -> bool:
    road = one.before.road
    return any(
        road.spaces[between].limit is not None and to.place in road.next[between]
        for _, to, event in one.ways()
        for jump in event.facts["flown"]
        if to.place not in road.next[jump]
        for between in road.next[jump]
    )


SEEN: Mapping[str, Callable[[Happened], object]] = {
    "DI-GEAR-03": lambda o: sorted(o.gears()) not in (o.gears(), o.gears()[::-1]),
    "DI-GAS-02": lambda o: len(o.steps()) > 1 and o.steps()[0].die in PUSHES,
    "DI-GAS-04": lambda o: any(event.facts["flown"] and PUSHES[0] in o.after.turn.used for event in o.of("moved")),
    "DI-LEAD-03": lambda o: any(event.facts["die"] == LEADER and event.facts["hazards"] for event in o.of("rolled")),
    "DI-BRAKE-04": lambda o: any(
        roll.brakes and other.die == roll.die + 1 for at, roll in enumerate(o.steps()) for other in o.steps()[at + 1 :]
    ),
    "DI-MOVE-05": lambda o: any({here.lane, to.lane} == {"L", "R"} for here, to, _ in o.ways()),
    "DI-CORNER-01": lambda o: any(not in_bend(here) and to.kind == "drift" for here, to, _ in o.ways()),
    "DI-CORNER-05": lambda o: any(in_bend(here) and in_bend(to) and here.bend != to.bend for here, to, _ in o.ways()),
    "DI-CORNER-06": lambda o: any(in_bend(here) and to.lane == "R" for here, to, _ in o.ways()),
    "DI-LIMIT-03": lambda o: any((here.limit or 9) < event.facts["gear"] for here, _, event in o.ways()),
    "DI-LIMIT-06": flown_over_a_limit,
    "DI-SLIDE-04": lambda o: any(to.kind == "half" and event.facts["gear"] > 3 for _, to, event in o.ways()),
    "DI-SLIDE-05": lambda o: any(here.kind == "half" and to.kind == "line" for here, to, _ in o.ways()),
    "DI-SHORT-08": lambda o: any({here.kind, to.kind} == {"half", "shortcut"} for here, to, _ in o.ways()),
    "DI-SHORT-10": lambda o: any(here.kind == to.kind == "shortcut" for here, to, _ in o.ways()) and not o.of("token"),
    "DI-JUMP-09": lambda o: any(
        event.facts["brakes"] and event.facts["hazards"] and o.of("moved")[0].facts["flown"] for event in o.of("rolled")
    ),
    "DI-ROLL-05": lambda o: o.before.turn.hazards and o.after.turn.phase == "draft" and not o.after.turn.hazards,
    "DI-ROLL-06": lambda o: isinstance(o.move, Roll) and not o.before.turn.draft[1:] and o.of("card"),
    "DI-FLAT-10": lambda o: isinstance(o.move, FlatOut) and o.of("finish"),
    "DI-REARR-05": lambda o: isinstance(o.move, Arrange) and o.now.seconds - o.car.seconds == o.before.turn.stake > 0,
    "DI-REARR-06": lambda o: isinstance(o.move, Arrange) and o.of("token"),
    "DI-REARR-07": lambda o: isinstance(o.move, Arrange) and o.of("finish"),
    "DI-SEC-01": lambda o: isinstance(o.move, FlatOut) and o.of("seconds"),
    "DI-SEC-02": lambda o: o.of("finish") and o.now.seconds > 0,
    "DI-SECURE-04": lambda o: o.before.turn.secured and o.of("rolled"),
    "DI-SECURE-05": lambda o: o.of("secured") and o.of("card") and o.now.gear != o.car.gear,
    "DI-SECURE-06": lambda o: o.of("secured") and o.now.seconds < o.car.seconds,
    "DI-END-03": lambda o: any(
        o.after.turn.phase == "draft" and event.facts["gear"] == o.now.gear for event in o.of("card")
    ),
    "DI-END-06": lambda o: o.of("blocked") or isinstance(o.move, Stop),
    "DI-LOC-01": lambda o: o.of("lost"),
    "DI-LOC-02": lambda o: any("deck" in event.facts for event in o.of("card")),
    "DI-LOC-04": lambda o: any("back" in event.facts for event in o.of("card")),
    "DI-LOC-10": lambda o: any(event.facts["danger"] == "red" for event in o.of("crash")),
    "DI-LOC-12": lambda o: o.of("spin") and o.now.sisu,
    "DI-DMG-01": lambda o: o.car.brakes and o.of("card") and o.now.brakes,
    "DI-DMG-05": lambda o: o.now.gas + o.now.punctures > 2,
    "DI-DMG-07": lambda o: o.of("puncture") and any(roll.die in PUSHES for roll in o.after.turn.draft),
    "DI-SPARE-04": lambda o: o.of("repaired") and o.of("back"),
    "DI-FIN-03": lambda o: o.of("lost") and not o.of("finish"),
    "DI-RED-03": lambda o: any(roll.die == BRAKE for roll in o.steps()) and o.of("staked"),
    "DI-SINGLE-01": lambda o: (
        not o.before.options.leader and any(event.facts["die"] == GAS for event in o.of("rolled"))
    ),
}
"""Rules that are cited nowhere: how it is seen that they have happened."""

CLAIMS: tuple[Move, ...] = (
    *Word, Stop(), Stop(5), Drive(()), Drive((Roll(9),)), FlatOut((Roll(3, pay=1),)), Arrange((Roll(3),)), Penalty(5),
)  # fmt: skip
"""The moves that a driver may say or press in any position."""


Play = Callable[[State, Move, Luck], tuple[State, Events]]


class Touched:
    """The rules that are used in reckoning a stage whose moves are played like this."""

    def __init__(self, play: Play) -> None:
        self.codes: set[str] = set()
        self._play = play

    def outcomes(self, state: State, move: Move) -> list[tuple[Fraction, State, Events]]:
        def played(luck: Luck) -> tuple[State, Events]:
            after, events = self._play(state, move, luck)
            self.codes.update(event.code for event in events)
            one = Happened(state, move, after, events)
            self.codes.update(code for code, seen in SEEN.items() if code not in self.codes and seen(one))
            return after, events

        return outcomes_of(played)

    def refusals(self, state: State, rng: random.Random) -> None:
        """Notes the rules that refuse or warn here, and behind some dice laid: of all dice on all spaces near, and of
        all claims."""
        for now in (state, *laid(state, rng)):
            dice: list[Move] = list(asked(now)) if now.turn.phase in ("draft", "roll", "arrange") else []
            whole: list[Move] = [Drive((roll,)) for roll in next_steps(now)] if now.turn.phase == "draft" else []
            for move in (*dice, *whole, *CLAIMS):
                for violation in (*GAME.judge(now, (move,)), *GAME.advise(now, (move,))):
                    self.codes.add(violation.code)


def laid(state: State, rng: random.Random) -> Iterator[State]:
    """The positions behind the dice of a random draft."""
    while state.turn.phase in ("draft", "arrange") and not state.turn.ended and (steps := next_steps(state)):
        state = follow(state, rng.choice(steps))
        yield state


def touched(position: str, looks: int, play: Play = played_and_put_back) -> set[str]:
    """The rules that a little stage uses. Refusals are looked for in so many positions: where it starts, and in others
    spread evenly."""
    found, rng, start = Touched(play), random.Random(position), GAME.read(position)
    plain = Expectimax(DIRT._replace(outcomes=found.outcomes), 1000.0)
    plain.value(start)
    known = [start, *plain.known]
    for at in range(looks):
        found.refusals(known[at * len(known) // looks], rng)
    return found.codes


def left_out() -> set[str]:
    return {code for codes in LEFT_OUT.values() for code in codes.split()}


@pytest.mark.parametrize("position", LITTLE[:4])
def test_no_little_stage_uses_a_rule_that_is_said_to_touch_no_lone_car(position: str) -> None:
    used = touched(position, looks=0)
    assert used and not used & left_out()


@pytest.mark.wide
def test_the_little_stages_use_every_rule_that_touches_a_lone_car() -> None:
    used = touched(EMPTY_BAG, 1, GAME.play).union(*(touched(position, looks=12) for position in LITTLE))
    assert used == set(CODES["dirt"]) - left_out()


def test_every_rule_left_out_is_one_of_the_book_and_is_left_out_once() -> None:
    every = [code for codes in LEFT_OUT.values() for code in codes.split()]
    assert len(every) == len(set(every)) and set(every) <= set(CODES["dirt"])
    assert not set(SEEN) & left_out()


def test_the_sisu_token_does_no_more_when_it_is_played_before_a_hazard() -> None:
    """So `every_move` may leave it out until there is one."""

    def eager(state: State) -> list[Move]:
        found = every_move(state)
        early = Word.SISU not in found and not GAME.judge(state, (Word.SISU,))
        return [*found, Word.SISU] if early else found

    for position in (
        "202a 203a< | A@2.L1 g1 G4 W1 | A | sisu=stage",
        "202a 203a< | A@1.L3 g2 G5 | A leader A | sisu=stage",
    ):
        start = GAME.read(position)
        plain, other = Expectimax(DIRT_REDRAWN, 1000.0), Expectimax(DIRT_REDRAWN._replace(every_move=eager), 1000.0)
        assert plain.value(start) == pytest.approx(other.value(start), abs=1e-12)
        assert len(other.known) > len(plain.known)
