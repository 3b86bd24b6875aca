"""A car alone on a stage: its moves, their outcomes, and the road as tables.

For code that calculates whole stages. `every_move` and `outcomes` ask the engine; `key` drops from a position what does
not matter for the road ahead, and `solo` the other drivers. `leads` and `thrown` are tables for a road without gravel:
where each die leads, and how lost control ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.core.luck import outcomes_of
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.draws import marks_of, sisu_gear
from rallyman_tutor.games.dirt.generate import StepAhead, next_steps
from rallyman_tutor.games.dirt.generate import leads as leads_of_die
from rallyman_tutor.games.dirt.play import moves, play
from rallyman_tutor.games.dirt.possible import DRIVEN
from rallyman_tutor.games.dirt.rivals import free_starts
from rallyman_tutor.games.dirt.road import Road, Stage
from rallyman_tutor.games.dirt.state import (
    BACKS,
    FINE,
    GAS,
    GEARS,
    SECONDS,
    SHORTCUTS,
    SISU_CARD,
    START,
    VALUES,
    Arrange,
    Drive,
    Enter,
    Events,
    FlatOut,
    Move,
    Options,
    Roll,
    State,
    Turn,
    Word,
)
from rallyman_tutor.games.dirt.step import draws_token, follow, put_back, quick_planned

HARMLESS_TOKENS: int = VALUES["bag.shortcut"][SHORTCUTS.index(FINE)]

# -- Positions and what comes of them ---------------------------------------------------------------------------------


def every_move(state: State) -> list[Move]:
    """Every legal move of the driver in turn that makes a difference. A later die of a draft is secured when its roll
    is due; so a draft driven one by one is listed with its first die rolled, and with it secured. The SISU token is
    listed once there is a hazard to ignore: it does no more before."""
    if state.turn.phase == "arrange":
        return [Arrange(arranged.steps) for arranged in arrangements(state)]
    if state.turn.phase != "draft":
        return moves(state)
    found: list[Move] = []
    paid = {roll._replace(pay=0): roll for roll in next_steps(state) if roll.pay}
    for draft in every_draft(state):
        found += [Drive(draft), FlatOut(draft)]
        if draft[0] in paid:
            found.append(Drive((paid[draft[0]], *draft[1:])))
    found = found or [Word.BLOCKED]
    return [*found, *entries(state)]


def every_draft(state: State) -> Iterator[tuple[Roll, ...]]:
    """Every draft that can be laid from here, no die secured."""
    for roll in next_steps(state):
        if not roll.pay:
            yield (roll,)
            after = follow(state, roll)
            if not after.turn.ended:
                yield from ((roll, *rest) for rest in every_draft(after))


def outcomes(state: State, move: Move) -> list[tuple[Fraction, State, Events]]:
    """Every state a move can lead to, once each: its chance, the state, and the events of one way to it."""
    return outcomes_of(lambda luck: play(state, move, luck))


def key(state: State) -> State:
    """A position without parts that do not matter for the road ahead: the clock, arrival stamps, the round, the times
    of stages driven, the order in which cards were seen, gravel behind, and all that a turn no longer needs."""
    cars = tuple(car._replace(clock=0, stamp=0) for car in state.cars)
    backs = tuple(deck._replace(seen=tuple(sorted(deck.seen))) for deck in state.backs)
    rally = state.rally and state.rally._replace(times=((0,) * len(cars),) * len(state.rally.times))
    state = state._replace(cars=cars, round=0, stamps=0, backs=backs, rally=rally)
    return _without_gravel_behind(state._replace(turn=_turn_ahead(state)))


def entries(state: State) -> list[Move]:
    """The other spaces behind the start line that may still be chosen."""
    free = free_starts(state) if state.turn.fresh else ()
    return [Enter(state.road.short(at)) for at in free if at != state.car.place]


def _turn_ahead(state: State) -> Turn:
    """The turn without what matters no more in its phase."""
    turn = state.turn
    if turn.phase in ("wheel", "gap", "penalty", "over"):
        return Turn(turn.seat, turn.phase)
    turn = turn._replace(quick=False)
    if turn.safe or turn.phase == "sisu":  # no hazard shown so far counts any more
        turn = turn._replace(hazards=0)
    if turn.phase == "arrange":  # the dice are in the hand; of the draft only a quick start is kept
        return turn._replace(draft=(Roll(2),) if quick_planned(state) else (), faces=())
    if turn.phase != "draft" and turn.used:  # gear and place say the rest; in gravel it matters that the turn has begun
        return turn._replace(used=(1,))
    return turn


def _without_gravel_behind(state: State) -> State:
    """The position with gravel that can no longer matter counted as harmless tokens: both are out of the bag, and
    neither is a puncture. There are as many harmless tokens in the box; where they would not do, the gravel stays."""
    car, turn, seat = state.car, state.turn, state.turn.seat
    behind = [
        count if count and is_behind(state.road, bend, car.place) else 0 for bend, count in enumerate(state.gravel)
    ]
    more = sum(behind) + len(turn.gravel)
    if not more or sum(one.fine for one in state.cars) + more > HARMLESS_TOKENS:
        return state
    left = tuple(count - gone for count, gone in zip(state.gravel, behind, strict=True))
    cars = (*state.cars[:seat], car._replace(fine=car.fine + more), *state.cars[seat + 1 :])
    return state._replace(cars=cars, gravel=left, turn=turn._replace(gravel=()))


def is_behind(road: Road, bend: int, place: int) -> bool:
    """Whether a car on this place has passed a bend, or passes it by its shortcut."""
    here = road.spaces[place]
    return road.zones[road.bends[bend].zone].start < here.front and (here.bend != bend or here.kind == "shortcut")


def solo(state: State, seat: int) -> State:
    """A position for one driver without the others, when their next turn starts: nobody else, no gravel, and the road
    to be swept."""
    car = state.cars[seat]._replace(spun=False, beside=False)
    return state._replace(
        cars=(car,), turn=Turn(0), order=(0,), queue=(), leader=0 if state.options.leader else -1,
        gravel=(0,) * len(state.gravel), rally=None,
    )  # fmt: skip


def spent(before: State, after: State) -> int:
    """By how much the time of the driver in turn has grown."""
    return time_of(after, before.turn.seat) - time_of(before, before.turn.seat)


def time_of(state: State, seat: int) -> int:
    """The time of a driver, the clock minus the seconds held: of the stages on the rally sheet, and of the one that is
    not written there yet."""
    car, rally = state.cars[seat], state.rally
    written = rally.times if rally else ()
    done = rally is not None and len(written) > rally.number
    return sum(row[seat] for row in written) + (0 if done else car.clock - car.seconds)


def drives(state: State) -> bool:
    """Whether the driver in turn has something to drive, and no penalty or wheel between two stages to decide about."""
    return state.turn.phase in DRIVEN and state.car.place >= 0 and state.car.status == "road"


def own_start(state: State) -> State:
    """The position as the driver in turn would meet it alone, on this stage only. Whoever has just started may do so
    from any space behind the start line."""
    car = state.car
    options = state.options._replace(rally=False, timecontrol=False)
    lone = solo(state, state.turn.seat)._replace(options=options)
    if car.place not in state.road.starts or car.clock:
        return lone
    return put_back(lone._replace(cars=(car._replace(place=START, status="waiting"),)))


# -- The road as tables -----------------------------------------------------------------------------------------------


class Target(NamedTuple):
    """One space to which a die leads in a gear, and what is certain there."""

    to: int
    hard: bool  # one gear too fast over a jump: a hazard of the die that jumps loses control
    lost: bool  # too fast: control is lost, whatever the dice show
    wet: bool  # a ford: open to dice without a number, and to the 1 without brakes
    token: bool  # a token is drawn for a shortcut


class ControlLoss(NamedTuple):
    """The effect of a turned card on a car that has lost control. It goes on from where it is."""

    gear: int  # in which it goes on
    seconds: int
    marks: int  # damage tokens to draw


def leads(road: Road) -> tuple[tuple[tuple[Target, ...], ...], ...]:
    """`leads[place][gear]`: where a die leads that drives in that gear, be it a gear die or a gas die; in gear 0 and
    behind the finish nowhere."""
    places = range(len(road.spaces))
    return tuple(tuple(tuple(_leads(road, place, gear)) for gear in range(GEARS + 1)) for place in places)


def _leads(road: Road, place: int, gear: int) -> list[Target]:
    if not gear or road.past[place]:
        return []
    found = (_lead(road, place, ahead) for ahead in leads_of_die(road, place, gear, GAS, 0))
    return list(dict.fromkeys(found))  # two jumps can lead to one landing


def _lead(road: Road, place: int, ahead: StepAhead) -> Target:
    lost = bool(ahead.lost)
    ford = road.spaces[ahead.place].ford
    return Target(ahead.place, ahead.over == 1 and not lost, lost, ford, draws_token(road, place, ahead.place))


@lru_cache(maxsize=4)
def thrown(stage: Stage, options: Options) -> tuple[tuple[tuple[ControlLoss, ...], ...], ...]:
    """`thrown[place][gear]`: how control that is lost there in that gear ends, by the card that is turned over, in the
    order of `BACKS`; nothing in gear 0. Behind the finish a card is turned over in a rally only, and never costs the
    gear."""
    road = stage.road
    return tuple(
        tuple(
            tuple(_thrown(space.danger, road.past[space.place], options.rally, gear, back) for back in BACKS)
            if gear
            else ()
            for gear in range(GEARS + 1)
        )
        for space in road.spaces
    )


def _thrown(danger: str, past: bool, rally: bool, gear: int, back: str) -> ControlLoss:
    marks = marks_of(gear, back, danger)
    if past:
        return ControlLoss(gear, SECONDS[gear], marks if rally else 0)
    after = sisu_gear(gear) if back == SISU_CARD else 0
    return ControlLoss(after, SECONDS[after], marks)
