"""The driver's desk: dice to lay, spaces to lay them on, decisions to take, and the dials of the car.

Nothing here is a rule. The desk asks the rules about every die on every space after the dice already laid, and lists
the decisions of this moment, the most natural one first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from rallyman_tutor.core import game
from rallyman_tutor.core.game import (
    ELSEWHERE,
    Desk,
    FactReadout,
    LaidStep,
    LampReadout,
    Offer,
    PhraseReadout,
    PictureReadout,
    Piece,
    Place,
    Placement,
    Readout,
    Spec,
    Standing,
)
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import DRIVERS
from rallyman_tutor.games.classic import play
from rallyman_tutor.games.classic.conditions import gas_left
from rallyman_tutor.games.classic.draw import shapes_of
from rallyman_tutor.games.classic.judging import LONGEST_FLIGHT, follow, is_legal, unfold
from rallyman_tutor.games.classic.moments import LOST
from rallyman_tutor.games.classic.notation import die_text, read_sheet
from rallyman_tutor.games.classic.rules import book
from rallyman_tutor.games.classic.spaces import Road
from rallyman_tutor.games.classic.state import (
    GAS,
    GAS_DICE,
    GEAR_DICE,
    SECONDS,
    Attack,
    Draft,
    Event,
    Give,
    Move,
    Roll,
    State,
    Stop,
    Tyres,
    Word,
)
from rallyman_tutor.games.classic.step import Step, aim, limit
from rallyman_tutor.parts.geometry import bounds

DICE = (*range(1, GEAR_DICE + 1), GAS)


def spec(table: str, drivers: Sequence[str]) -> Spec:
    """The description that sets up a table: a stage with these drivers, or a position or course sheet with its own
    drivers."""
    if table.startswith("sheet "):
        sheet = read_sheet(table)
        return {"drivers": list(sheet.drivers), "stages": list(sheet.stages), "service": list(sheet.service[:-1])}
    return {"position": table} if "|" in table else {"drivers": list(drivers), "stages": [table]}


DEMO_STAGES = (
    "START C8, C3-J6-J5-C4, FINISH C5",
    "START L0, L1-C7-C6-L2-L3-V2-V3-C5, FINISH C4",
    "START J1, FINISH J4",
)
"""The rally the German rulebook shows on its course sheet."""


def demo_game(players: int) -> Spec:
    """The rally on the German rulebook's course sheet, for this many players."""
    return {"drivers": list(DRIVERS[:players]), "stages": list(DEMO_STAGES), "service": [True, True]}


def places(state: State) -> tuple[Place, ...]:
    """Every space of the stage, in driving order."""
    return _places(state.road, state.dirt)


@lru_cache(maxsize=16)
def _places(road: Road, dirt_on: tuple[int, ...]) -> tuple[Place, ...]:
    """Every space of a road with so much dirt on its bends. Cached: whoever lays a die asks for them again."""
    found = []
    for space, shape, rank in zip(road.spaces, shapes_of(road), road.ranks, strict=True):
        outline, (x, y) = shape.outline, shape.middle
        if not outline:
            left, top, width, height = bounds((shape,))
            outline = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
        dirt = dirt_on[road.bends[space.bend].dirt] if space.kind in ("line", "drift") else 0
        note = space.note - dirt
        facts = {
            "n": "".join(filter(str.isdigit, space.key.split(".")[0])),
            "note": note if note > 0 or not dirt else "closed",
            "nth": space.nth,
            "turn": road.bends[space.bend].turn if space.bend >= 0 else "",
            "surface": "snow" if space.snow else "dry",
        }
        found.append(Place(space.key, space.kind, facts, x, y, outline, rank))
    return tuple(found)


def state_behind(state: State, draft: Draft) -> tuple[State | None, list[tuple[State, Step | Move]]]:
    """The state after a draft, None if nothing can follow it; and its steps, each with the state before it."""
    steps = [(now, step) for _, now, step in unfold(state, draft)]
    if len(steps) < len(draft):
        return None, steps
    return (follow(*steps[-1]) if steps else state), steps


@lru_cache(maxsize=8)
def desk(state: State, draft: Draft) -> Desk[Move]:
    """All that lies before the driver in turn."""
    after, steps = state_behind(state, draft)
    here = after or (steps[-1][0] if steps else state)
    standings = tuple(
        Standing(
            car.name,
            state.road.spaces[car.place].key,
            {"gear": car.gear, "clock": car.clock},
            car.status != "out",
            seat,
            state.road.ranks[car.place],
        )
        for seat, car in enumerate(state.cars)
    )
    pieces, offers = tuple(_pieces(state, draft)), tuple(_offers(state, draft))
    facts = _desk_facts(state, here)
    return Desk(pieces, offers, facts, _laid(state, draft, steps), standings, tuple(_readouts(facts)))


def _laid(state: State, draft: Draft, steps: Sequence[tuple[State, Step | Move]]) -> tuple[LaidStep[Move], ...]:
    """The dice of a draft, each on the space it leads to. A die can be secured instead of rolled, if there are seconds
    for it."""
    found = []
    for at, roll in enumerate(draft):
        now, step = steps[at] if at < len(steps) else (None, None)
        place = now.road.spaces[step.to].key if now and isinstance(step, Step) and step.to >= 0 else ""
        if isinstance(roll, Roll) and not place and roll.to in state.road.place:
            place = roll.to  # it leads nowhere, and lies where it was laid
        variants: tuple[Offer[Move], ...] = ()
        if isinstance(roll, Roll) and now and not now.turn.rolled and (roll.pay or now.car.seconds):
            name = "unsecure" if roll.pay else "secure"
            variants = (Offer(roll._replace(pay=not roll.pay), name, {"die": roll.die, "cost": now.turn.secured + 1}),)
        dice = (roll.die,) if isinstance(roll, Roll) else roll.dice if isinstance(roll, Attack) else ()
        found.append(LaidStep(" ".join(map(die_text, dice)), place, variants))
    return tuple(found)


def _pieces(state: State, draft: Draft) -> Iterator[Piece]:
    """The dice, and how many of each are still to be laid. The rolled dice of an attack show their faces."""
    laid = [roll for roll in draft if isinstance(roll, Roll)]
    for die in DICE:
        if state.turn.rolled:
            faces = [hazard for held, hazard in state.turn.hand if held == die]
            for roll in laid:
                if roll.die == die and faces:
                    faces.remove(roll.hazard if roll.hazard in faces else faces[0])
            left, hazard = len(faces), any(faces[:1])
        else:
            total = max(0, gas_left(state.car, state.turn.used)) if die == GAS else 1 - state.turn.used.count(die)
            left, hazard = max(0, total - sum(roll.die == die for roll in laid)), False
        text = die_text(die)
        yield Piece(text, left, GAS_DICE if die == GAS else 1, f"{text}!" if hazard else text)


class DeskFacts(game.DeskFacts):
    """Facts about the car that its dials show."""

    gear: int
    clock: int
    seconds: int
    damage: int
    punctures: int
    wheel: bool
    sisu: bool
    tyres: str
    limit: int


_Counted: TypeAlias = Literal["seconds", "damage", "punctures"]
COUNTED_READOUTS: tuple[_Counted, ...] = ("seconds", "damage", "punctures")
"""Dials that are shown only when they are not 0."""


def _then(state: State, here: State) -> int:
    """The gear of the card at the end of a draft whose dice are all clean: 0 where it is certain to lose control."""
    gear = 0 if here.turn.ended in LOST else here.car.gear
    return gear if gear < len(SECONDS) else state.car.gear  # a draft may name a gear no car has


def _desk_facts(state: State, here: State) -> DeskFacts:
    """Facts for the dials: of the car as it stands, and the gear in which the draft would end."""
    car, turn = state.car, state.turn
    facts: DeskFacts = {
        "driver": car.name,
        "gear": car.gear,
        "clock": car.clock,
        "seconds": car.seconds,
        "damage": car.damage,
        "punctures": car.punctures,
        "wheel": car.wheel,
        "sisu": car.sisu and state.options.sisu,
        "tyres": ("winter" if car.winter else "summer") if state.options.weather != "off" else "",
        "hazards": turn.hazards,
        "limit": limit(state, car, car.place),
        "phase": turn.phase,
        "used": len(turn.used),
        "round": state.round,
        "cards": SECONDS,
    }
    if here.turn.ended != "out":
        facts["then"] = _then(state, here)
    return facts


def _readouts(facts: DeskFacts) -> Iterator[Readout]:
    """The dials to show: gear, clock and hazards always, the others only when they say something."""
    if facts["clock"]:
        yield PictureReadout("pile", f"card:{facts['gear']}")
    yield FactReadout("gear", facts["gear"])
    yield FactReadout("clock", facts["clock"])
    yield LampReadout("hazards", facts["hazards"], facts["limit"])
    for name in COUNTED_READOUTS:
        if facts[name]:
            yield FactReadout(name, facts[name])
    if facts["tyres"]:
        yield PhraseReadout("tyres", {"tyres": facts["tyres"]})
    if not facts["wheel"]:
        yield PhraseReadout("no-wheel", {})
    elif facts["punctures"]:
        yield PhraseReadout("wheel", {})
    if facts["sisu"] and facts["hazards"]:
        yield PhraseReadout("sisu", {})
    if facts.get("then", facts["gear"]) != facts["gear"]:
        yield PhraseReadout("then", {"then": facts["then"], "seconds": facts["cards"][facts["then"]]})


def _offers(state: State, draft: Draft) -> Iterator[Offer[Move]]:
    """The decisions of this moment. The first is the natural one."""
    listed = play.moves(state)
    turn, car = state.turn, state.car
    if draft and isinstance(draft[0], Roll) and is_legal(state, draft[:1]):
        roll = draft[0]
        facts = {"die": roll.die, "cost": turn.secured + 1}
        yield Offer(roll, "drive" if turn.rolled else "secure" if roll.pay else "roll", facts)
    if draft and isinstance(draft[0], Attack) and is_legal(state, draft[:1]):
        yield Offer(draft[0], "attack", {"count": len(draft[0].dice)})
    if all(isinstance(roll, Roll) and not roll.pay for roll in draft):
        attack = Attack(tuple(roll.die for roll in draft if isinstance(roll, Roll)))
        if len(draft) > 1 and is_legal(state, draft) and is_legal(state, (attack,)):
            yield Offer(attack, "attack", {"count": len(draft)})
    for move in sorted(listed, key=lambda move: not isinstance(move, Stop)):  # stopping is offered before Sisu
        if isinstance(move, Stop) or move is Word.BLOCKED:
            after_wheel = "-wheel" if turn.wheel and not turn.used else ""
            name = "blocked" if move is Word.BLOCKED else f"stop{after_wheel}"
            yield Offer(move, name, {"gear": car.gear, "seconds": SECONDS[car.gear]})
        elif not isinstance(move, Roll):
            yield Offer(move, _name(state, move), {"gear": car.gear})


def _name(state: State, move: Move) -> str:
    if isinstance(move, Give):
        return "give-hazard" if move.hazard else "give-clean"
    if isinstance(move, Tyres):
        return "winter" if move.winter else "summer"
    gap = "-gap" if state.turn.phase == "gap" else ""
    assert isinstance(move, Word)
    return move.value + gap


def placements(state: State, draft: Draft, piece: str = "", place: str = "") -> list[Placement[Move]]:
    """The rules' answer to each die, or to one, on each space that any die could reach after the draft, or on one; and
    once for all other spaces, where the answer is the same."""
    after, _ = state_behind(state, draft)
    if after is None or after.turn.phase not in ("roll", "drive"):
        return []
    here = after.road.spaces[after.car.place].item
    near: list[str] = []
    far = [after.road.spaces[0].key]  # the start is never near, so there is always something far
    for space in after.road.spaces[1:]:
        (near if here <= space.item <= here + LONGEST_FLIGHT else far).append(space.key)
    faces: dict[int, bool | None] = dict.fromkeys(DICE)
    if after.turn.rolled:
        faces |= dict(reversed(after.turn.hand))  # of two gas dice the first is laid first, as the tray shows it
    rules = book(state.options.edition)
    found: list[Placement[Move]] = []
    for die in (die for die in DICE if piece in ("", die_text(die))):
        for key in (*near, *far[-1:]):
            where = key if key in near else ELSEWHERE
            if place not in ("", where):
                continue
            roll = Roll(die, key, hazard=faces[die])
            step = aim(after, roll)
            refused = rules.judge(after, step, len(draft))
            unwise: list[Violation] = [] if refused else rules.judge(after, step, len(draft), Kind.UNWISE)
            found.append(Placement(die_text(die), where, roll, tuple(refused), tuple(unwise)))
    return found


def describe_event(state: State, event: Event) -> tuple[str, Mapping[str, object]]:
    """The key of an event's words in the texts, and the facts those words may mention."""
    facts: dict[str, object] = dict(event.facts)
    if event.seat >= 0:
        facts["driver"] = state.cars[event.seat].name
        facts.setdefault("gear", state.cars[event.seat].gear)
    what = event.what
    if what in ("rolled", "moved-with"):
        what = f"{'drove' if what == 'moved-with' else what}-{'hazard' if facts['hazard'] else 'clean'}"
    elif what == "moved":
        what = "flew" if facts.get("flown") else what
    elif what == "card":
        wheel = "card-wheel" if event.code == "CL-SPARE-02" else "card-neutral"
        what = "card-shortcut" if "card" in facts else what if facts["gear"] else wheel
    elif what == "blocked" and "car" in facts:
        what = "blocked-by"
    elif what == "attack":
        facts["count"] = len(event.facts["dice"])
    elif what == "dirty":
        facts["bend"] = event.facts["bend"].removeprefix("b")
    elif what == "weather":
        what = f"weather-{'snow' if facts['snow'] else 'dry'}"
    elif what == "tyres":
        what = f"tyres-{'winter' if facts['winter'] else 'summer'}"
    elif what == "next-stage":
        facts["number"] = event.facts["number"] + 1
    return what, facts
