"""The legal next steps, found by going forward from the car.

The rules refuse; this module never asks them. It knows the road and the dice on its own, and a test holds both ways to
the same answer on thousands of positions: that is how we know that either is right. Attacks need it as well: whether
rolled dice can be driven to the last one is a search among next steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rallyman_tutor.core.luck import Kindest
from rallyman_tutor.games.classic.state import GAS, GEAR_DICE, HARMLESS, VALUES, Car, Roll, State
from rallyman_tutor.games.classic.step import aim, blocker, counted_way, fitting_way, gas_left, notes, price, take

LEAST_DICE: int = VALUES["attack.least_dice"]
GAS_WINTER_ON_DRY: int = VALUES["turn.gas_dice_winter_on_dry"]
CALM = Kindest(HARMLESS)


def next_dice(state: State) -> tuple[int, ...]:
    """The dice that gear box, damage and punctures allow now, wherever they may lead."""
    turn = state.turn
    car = state.cars[turn.seat]
    if turn.ended or turn.stuck or turn.phase not in ("roll", "drive") or car.status not in ("waiting", "road"):
        return ()
    used, gear = turn.used, car.gear
    gears = len(used) - used.count(GAS)
    dice: tuple[int, ...] = ()
    if gears < GEAR_DICE - car.damage:
        if not gear:
            dice = (1,)
        elif gears:
            dice = (gear - 1, gear + 1)
        else:
            dice = (gear - 1, gear, gear + 1)
        dice = tuple(die for die in dice if 0 < die <= GEAR_DICE and die not in used)
    if gear and gas_left(car, used) > 0:
        dice = (*dice, GAS)
    if turn.rolled:
        held = {die for die, _ in turn.hand}
        dice = tuple(die for die in dice if die in held)
    return dice


def landings(state: State, car: Car, gear: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every place a die in this gear may lead to, with the places that need room on the way."""
    spaces = state.stage.road.spaces
    for place in _entries(state, car, car.place, gear):
        if spaces[place].kind != "jump" or gear < spaces[place].note:
            yield place, ()
            continue
        crossed = 1 + min(2, gear - spaces[place].note)
        for landing, between in set(_flights(state, car, place, gear, crossed, ())):
            space = spaces[landing]
            if space.bend >= 0 and not _fits(state, car, landing, gear):
                continue
            yield landing, (place, *between)


def _entries(state: State, car: Car, place: int, gear: int) -> list[int]:
    """Where a car may go from a place in this gear, one space on."""
    road = state.stage.road
    here = road.spaces[place]
    ahead = road.ahead[place]
    if here.kind == "drift" and place != road.bends[here.bend].drift_at[-1]:
        found = notes(state, car, here.bend)
        if gear >= found.drift:
            return [ahead[0]]
        stranded = car.gear + 1 < found.drift  # no gear it can take goes on round the outside
        return [ahead[1]] if found.line > 0 or (stranded and len(ahead) > 1) else []
    if road.spaces[ahead[0]].bend < 0:
        return [ahead[0]]
    return [way for way in ahead if _fits(state, car, way, gear)]


def _fits(state: State, car: Car, place: int, gear: int) -> bool:
    """Whether a bend may be entered on this place in this gear, at whatever price."""
    space = state.road.spaces[place]
    found = notes(state, car, space.bend)
    if space.kind == "line":
        return found.line > 0 and not (gear > found.line and gear == found.drift)
    if space.kind == "drift":
        return 0 < found.drift <= gear
    return True


def _flights(
    state: State, car: Car, place: int, gear: int, spaces_left: int, between: tuple[int, ...], chosen: bool = False
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every landing so many spaces on, with the straight spaces flown over. A driver names a way for one bend only."""
    road = state.road
    here = road.spaces[place]
    if not spaces_left or place == road.finish:
        yield place, between
        return
    ahead = road.ahead[place]
    if here.kind == "drift" and gear != notes(state, car, here.bend).drift:
        return
    if here.kind == "drift" and place != road.bends[here.bend].drift_at[-1]:
        following = ahead[:1]
    elif road.spaces[ahead[0]].bend >= 0 and chosen:
        bend = road.bends[road.spaces[ahead[0]].bend]
        way = counted_way if spaces_left > 1 else fitting_way
        following = (way(bend, notes(state, car, road.spaces[ahead[0]].bend), gear),)
    else:
        following = ahead
    for then in following:
        bent = road.spaces[then].bend >= 0
        passed = spaces_left > 1 and not bent and then != road.finish
        yield from _flights(
            state, car, then, gear, spaces_left - 1, (*between, then) if passed else between, chosen or bent
        )


def base_steps(state: State) -> list[Roll]:
    """The legal next dice and targets, before paying, and without an attack's duty to use every die."""
    turn = state.turn
    seat = turn.seat
    car = state.cars[seat]
    spaces = state.stage.road.spaces
    free: dict[int, bool] = {}  # asked once a place, not once a die
    found = []
    for die in next_dice(state):
        reached = set()
        for place, between in landings(state, car, die if die > 0 else car.gear):
            if place in reached:
                continue
            if die == GAS and car.winter and not spaces[place].snow and turn.gas_on_dry >= GAS_WINTER_ON_DRY:
                continue
            if place not in free:
                free[place] = blocker(state, place, seat) < 0
            if not free[place] or (between and any(blocker(state, p, seat) >= 0 for p in between)):
                continue
            reached.add(place)
            found.append(Roll(die, spaces[place].key))
    return found


def next_steps(state: State) -> list[Roll]:
    """Every legal next step: each die on each place, rolled, and secured where the driver can pay."""
    steps = base_steps(state)
    turn = state.turn
    if turn.rolled:
        return _driven(state, steps)
    if state.options.seconds and not state.options.training and state.cars[turn.seat].seconds >= price(state):
        steps += [step._replace(pay=True) for step in steps]
    return steps


# -- Attacks ----------------------------------------------------------------------------------------------------------


def _with_faces(state: State, steps: list[Roll]) -> list[Roll]:
    """The same steps, telling two gas dice apart where they show different faces."""
    faces = sorted({hazard for die, hazard in state.turn.hand if die == GAS})
    if len(faces) < 2:
        return steps
    return [
        told for step in steps for told in ([step._replace(hazard=f) for f in faces] if step.die == GAS else [step])
    ]


def _driven(state: State, steps: list[Roll]) -> list[Roll]:
    """The steps of an attack that keep what can be kept: every die driven, else the loss where the dice say."""
    told = _with_faces(state, steps)
    known: dict[State, int] = {}
    worth = {step: _rank(prospect(take(state, aim(state, step), CALM)[0], known)) for step in told}
    best = max(worth.values(), default=0)
    return [step for step in told if worth[step] == best]


def _rank(prospect: int) -> int:
    return min(prospect, 1) + (prospect == 3)


def prospect(state: State, known: dict[State, int] | None = None) -> int:
    """How well the rest of an attack can go: 3 every die driven; 2 too, losing control on the last one; 1 control lost
    before; 0 dice left over; -1 out of the rally. Cards not yet drawn are taken as harmless."""
    known = {} if known is None else known
    found = known.get(state)
    if found is None:
        turn = state.turn
        if turn.ended == "finish":
            found = 3 if not turn.hand or state.options.attack_finish == "spaces" else 0
        elif turn.ended == "out":
            found = -1
        elif turn.ended:
            found = 1 if turn.hand else 2
        elif not turn.hand:
            found = 3
        else:
            steps = _with_faces(state, base_steps(state))
            found = max((prospect(take(state, aim(state, s), CALM)[0], known) for s in steps), default=0)
        known[state] = found
    return found


def laid_out(state: State, dice: tuple[int, ...], hazards: tuple[bool, ...] = ()) -> State:
    """The state after rolling these dice for an attack; without faces, all of them clean."""
    shown = hazards or (False,) * len(dice)
    hand = tuple(sorted(zip(dice, shown, strict=True)))
    return state._replace(turn=state.turn._replace(phase="drive", rolled=len(dice), hand=hand))


def can_be_driven(state: State, dice: tuple[int, ...]) -> bool:
    """Whether some order of these dice drives them all, losing control on the last one at the earliest."""
    return prospect(laid_out(state, dice)) >= 2


def spaces_to_finish(state: State) -> int:
    """How many spaces lie ahead by the longest way, the finish counted as one."""
    road = state.road
    here = road.spaces[state.cars[state.turn.seat].place]
    left = road.items[here.item].drifts - here.nth if here.kind == "drift" else 0
    return left + sum(max(1, item.drifts) for item in road.items[here.item + 1 :]) + 1


def attacks(state: State) -> Iterator[tuple[int, ...]]:
    """Every set of dice that may be rolled as an attack now. Many; ask only when you mean it."""
    turn = state.turn
    if turn.used or turn.rolled or turn.phase != "roll" or not state.options.attack or state.options.training:
        return
    car = state.cars[turn.seat]
    gas = max(0, gas_left(car, ()))
    most = spaces_to_finish(state) if state.options.attack_finish == "spaces" else GEAR_DICE + gas
    for count in range(GEAR_DICE - car.damage + 1):
        for gears in combinations(range(1, GEAR_DICE + 1), count):
            for more in range(gas + 1):
                dice = (*gears, *(GAS,) * more)
                if LEAST_DICE <= len(dice) <= most and can_be_driven(state, dice):
                    yield dice
