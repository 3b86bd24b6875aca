"""The driver's desk: dice to lay, spaces to lay them on, decisions to take, and the dials of the car.

Nothing here is a rule. The desk asks the rules about every die on every space after the dice already laid, and lists
the decisions of this moment, the most natural one first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
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
    StandingFacts,
    WholeDraft,
)
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import DRIVERS
from rallyman_tutor.games.dirt import play
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.drafts import die_text, named
from rallyman_tutor.games.dirt.ending import LOST
from rallyman_tutor.games.dirt.ground import survey
from rallyman_tutor.games.dirt.judging import is_legal, unfold
from rallyman_tutor.games.dirt.notation import read_sheet
from rallyman_tutor.games.dirt.road import OFFICIAL, named_stages
from rallyman_tutor.games.dirt.rules import BOOK
from rallyman_tutor.games.dirt.state import (
    BRAKE,
    GAS,
    GEARS,
    LEADER,
    LIMIT,
    SECONDS,
    Arrange,
    Car,
    Draft,
    Drive,
    Enter,
    Event,
    FlatOut,
    Move,
    Penalty,
    Roll,
    State,
    Stop,
    Word,
)
from rallyman_tutor.games.dirt.step import DueStep, Step, aim, caps, drive_on, follow, limit_left, price, sweeps, worth
from rallyman_tutor.games.dirt.tile_lists import arrange, need_stage

STAGES = {name: named_stages()["official"][name] for name in OFFICIAL}
RALLIES = {
    rally: " ; ".join(text for name, text in STAGES.items() if name.startswith(f"{rally}-"))
    for rally in dict.fromkeys(name.partition("-")[0] for name in OFFICIAL)
}
READY: Mapping[str, str] = MappingProxyType({**STAGES, **RALLIES})
"""The official stages one by one, and the rallies they make."""


def spec(table: str, drivers: Sequence[str]) -> Spec:
    """The description that sets up a table: one stage, or several with semicolons between, with these drivers; or a
    position or rally sheet with its own drivers."""
    if table.startswith("sheet "):
        sheet = read_sheet(table)
        options = {name: _written(value) for name, value in zip(sheet.options._fields, sheet.options, strict=True)}
        return {"drivers": list(sheet.drivers), "stages": list(sheet.stages), "options": options}
    if "|" in table:
        return {"position": table}
    return {"drivers": list(drivers), "stages": [_laid_out(stage.strip()) for stage in table.split(";")]}


DEMO_STAGES = ("R1-SS1", "R1-SS2", "R1-SS3")
"""The first rally of the book."""


def demo_game(players: int) -> Spec:
    """The first rally of the book, for this many players."""
    return {"drivers": list(DRIVERS[:players]), "stages": list(DEMO_STAGES)}


def _laid_out(stage: str) -> str:
    """A stage given by name, with turns or with `<` stays as it is; tiles that are only listed are laid out by
    `arrange`."""
    if len(stage.split()) < 2 or ":" in stage or "<" in stage:
        return stage
    found = arrange(stage)
    return stage if found.broken else need_stage(found).text  # the rules explain why these tiles cannot be laid


def _written(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def places(state: State) -> tuple[Place, ...]:
    """Every space of the stage, in driving order."""
    road, ground = state.road, survey(state.stage)
    found = []
    for space, shape, grip in zip(road.spaces, ground.shapes, ground.grips, strict=True):
        kind: str = space.kind
        if road.past[space.place]:
            kind = "finish"
        elif space.place in road.starts:
            kind = "start"
        elif kind in ("lane", "full"):
            kind = "jump" if space.jump else "ford" if space.ford else "limited" if space.limit is not None else kind
        limit = limit_left(state, space.place)
        facts = {
            "limit": limit or ("closed" if space.kind in ("line", "drift") else 0),
            "jump": space.jump,
            "danger": space.danger,
            "n": space.tile + 1,
        }
        found.append(Place(space.key, kind, facts, *shape.middle, grip, road.ranks[space.place]))
    return tuple(found)


def state_behind(state: State, draft: Draft) -> tuple[State | None, list[tuple[State, Step | DueStep | Move]]]:
    """The state after a draft, None if nothing can follow it; and its steps, each with the state before it."""
    steps = [(now, asked) for _, now, asked in unfold(state, draft)]
    if len(steps) < len(draft):
        return None, steps
    if not steps:
        return state, steps
    now, last = steps[-1]
    if now.turn.ended:
        return None, steps
    if isinstance(last, DueStep) and last.due:
        return drive_on(now, last.due), steps
    return follow(now, last.roll) if isinstance(last, Step) and last.to >= 0 else None, steps


@lru_cache(maxsize=8)
def desk(state: State, draft: Draft) -> Desk[Move]:
    """All that lies before the driver in turn."""
    after, steps = state_behind(state, draft)
    here = after or (steps[-1][0] if steps else state)
    standings = tuple(_standings(state))
    pieces, offers = tuple(_pieces(state, draft)), tuple(_offers(state, draft))
    facts = _desk_facts(state, here)
    return Desk(pieces, offers, facts, _laid(state, draft, steps), standings, tuple(_readouts(facts)))


def _standings(state: State) -> Iterator[Standing]:
    """The standing of every car: gear, clock and place always; seconds, damage and wheel as soon as a car has seconds,
    has damage, or has used its wheel."""
    cars = state.cars
    earned, hurt, used = any(car.seconds for car in cars), any(map(_hurt, cars)), not all(car.wheel for car in cars)
    for seat, car in enumerate(cars):
        key = state.road.spaces[car.place].key if car.place >= 0 else ""
        facts: StandingFacts = {"gear": car.gear, "clock": car.clock}
        if earned:
            facts["seconds"] = car.seconds
        if hurt:
            facts["damage"] = _hurt(car)
        if used:
            facts["wheel"] = "aboard" if car.wheel else "used"
        facts["at"] = key if car.status == "road" else car.status
        far = state.road.ranks[car.place] if car.place >= 0 else -1
        yield Standing(car.name, key, facts, car.status != "out", seat, far)


def _hurt(car: Car) -> int:
    """How many dice a car lacks."""
    return car.gears + car.brakes + car.gas + car.punctures


def frozen_draft(state: State) -> Draft | None:
    """The draft that the state fixes: the rest of a draft driven one by one, an empty one in other phases. None while
    the driver is free to lay any."""
    if state.turn.phase == "draft":
        return None
    return state.turn.draft if state.turn.phase == "roll" else ()


def _laid(
    state: State, draft: Draft, steps: Sequence[tuple[State, Step | DueStep | Move]]
) -> tuple[LaidStep[Move], ...]:
    """The dice of a draft, each on the space it leads to. A step can be secured instead of rolled, if there are seconds
    for it."""
    found: list[LaidStep[Move]] = []
    for at, roll in enumerate(draft):
        if not isinstance(roll, Roll):
            found.append(LaidStep("", "", ()))
            continue
        now, asked = steps[at] if at < len(steps) else (None, None)
        place = -1
        if now is not None and now.stage != state.stage:  # the draft goes on behind the finish, on another road
            found.append(LaidStep(_piece(roll), "", ()))
            continue
        if now is not None and isinstance(asked, Step | DueStep):
            step = aim(now, roll)
            place = step.to if step.to >= 0 else step.named
        key = state.road.spaces[place].key if place >= 0 else roll.to if roll.to in state.road.place else ""
        variants: tuple[Offer[Move], ...] = ()
        if now and now.turn.phase != "arrange" and (roll.pay or now.car.seconds):
            name = "unsecure" if roll.pay else "secure"
            variants = (Offer(roll._replace(pay=0 if roll.pay else 1 + roll.brakes), name, _cost(now, roll)),)
        found.append(LaidStep(_piece(roll), key, variants))
    return tuple(found)


def _piece(roll: Roll) -> str:
    """The piece that is laid: a die, and the brake dice with it."""
    if not roll.brakes:
        return die_text(roll.die)
    return f"{die_text(roll.die)}+{roll.brakes if roll.brakes > 1 else ''}b"


def _tray(state: State) -> tuple[int, ...]:
    """The dice that lie on the tray."""
    push = LEADER if sweeps(state) or LEADER in {die for die, _ in state.turn.hand} else GAS
    return (*range(1, GEARS + 1), push, BRAKE)


def _pieces(state: State, draft: Draft) -> Iterator[Piece]:
    """The dice, and how many of each are still to be laid. After a failed flat out they show their faces."""
    laid = [die for roll in draft if isinstance(roll, Roll) for die in roll.dice]
    turn = state.turn
    _, gas, brakes = caps(state)
    for die in _tray(state):
        hazard = False
        if turn.hand:
            faces = [face for held, face in turn.hand if held == die]
            total, hazard = len(faces), any(faces)
            left = total - laid.count(die)
        elif turn.phase == "roll":
            total, left = 1, 0
        else:
            total = 1 if die > 0 else brakes if die == BRAKE else gas
            left = total - laid.count(die)
        text = die_text(die)
        yield Piece(text, max(0, left), total, f"{text}!" if hazard else text)


class DeskFacts(game.DeskFacts):
    """Facts about the car that its dials show."""

    gear: int
    clock: int
    seconds: int
    damage: int
    gears: int
    brakes: int
    gas: int
    flags: int
    punctures: int
    wheel: bool
    sisu: bool
    leader: bool
    limit: int


_Counted: TypeAlias = Literal["seconds", "gears", "brakes", "gas", "punctures", "flags"]
COUNTED_READOUTS: tuple[_Counted, ...] = ("seconds", "gears", "brakes", "gas", "punctures", "flags")
"""Dials that are shown only when they are not 0."""


def _desk_facts(state: State, here: State) -> DeskFacts:
    """Facts for the dials: of the car as it stands, and the gear in which the draft would end."""
    car, turn = state.car, state.turn
    return {
        "driver": car.name,
        "gear": car.gear,
        "then": _then(state, here),
        "clock": car.clock,
        "seconds": car.seconds,
        "damage": _hurt(car),
        "gears": car.gears,
        "brakes": car.brakes,
        "gas": car.gas,
        "flags": car.flags,
        "punctures": car.punctures,
        "wheel": car.wheel,
        "sisu": car.sisu and state.options.sisu != "off",
        "leader": sweeps(state),
        "hazards": turn.hazards,
        "limit": LIMIT,
        "phase": turn.phase,
        "used": len(turn.used),
        "round": state.round,
        "cards": SECONDS,
    }


def _then(state: State, here: State) -> int:
    """The gear of the card at the end of a draft whose dice are all clean: 0 where it is certain to lose control."""
    gear = 0 if here.turn.ended in LOST else here.car.gear
    return gear if gear < len(SECONDS) else state.car.gear  # a draft may name a gear no car has


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
    if facts["leader"]:
        yield PhraseReadout("leader", {})
    if not facts["wheel"]:
        yield PhraseReadout("no-wheel", {})
    elif facts["gas"] + facts["punctures"]:
        yield PhraseReadout("wheel", {})
    if facts["sisu"] and facts["hazards"]:
        yield PhraseReadout("sisu", {})
    if facts["then"] != facts["gear"]:
        yield PhraseReadout("then", {"then": facts["then"], "seconds": facts["cards"][facts["then"]]})


def whole_drafts(state: State) -> tuple[WholeDraft[Move], ...]:
    """After a failed flat out: the ways to lay the rolled dice again, in the order of `arrangements`."""
    if state.turn.phase != "arrange":
        return ()
    return tuple(
        WholeDraft(
            found.steps,
            {
                "place": state.road.spaces[found.place].key,
                "gear": found.gear,
                "seconds": round(found.seconds),
                "marks": f"{float(found.marks):.1f}",
            },
        )
        for found in arrangements(state)
    )


def _offers(state: State, draft: Draft) -> Iterator[Offer[Move]]:
    """The decisions of this moment. The first is the natural one."""
    turn, car = state.turn, state.car
    rolls = tuple(roll for roll in draft if isinstance(roll, Roll))
    if turn.phase == "draft" and rolls and is_legal(state, (drive := Drive(rolls),)):
        yield Offer(drive, "secure" if rolls[0].pay else "roll", _cost(state, rolls[0]))
        flat = FlatOut(rolls)
        if is_legal(state, (flat,)):
            yield Offer(flat, "flat-out", {"count": len(rolls), "stake": worth(rolls)})
    elif turn.phase == "roll":
        for roll in play.moves(state):
            if isinstance(roll, Roll):
                yield Offer(roll, "secure" if roll.pay else "roll", _cost(state, roll))
    elif turn.phase == "arrange":
        arrange = Arrange(rolls) if rolls else play.default_arrangement(state)
        if is_legal(state, (arrange,)):
            yield Offer(arrange, "arrange", {})
    for move in play.moves(state):
        if isinstance(move, Stop) or move is Word.BLOCKED:
            name = "blocked" if move is Word.BLOCKED else "stop"
            yield Offer(move, name, {"gear": car.gear, "seconds": SECONDS[car.gear or 1]})
        elif isinstance(move, Enter) and not rolls:
            at = state.road.find(move.to)
            yield Offer(move, "enter", {"place": state.road.spaces[at].key if at is not None else move.to})
        elif isinstance(move, Penalty):
            yield Offer(move, "penalty" if move.seconds else "no-penalty", {"seconds": move.seconds})
        elif isinstance(move, Word):
            late = f"-{turn.phase}" if turn.phase == "gap" or (turn.phase == "wheel" and move is Word.ACCEPT) else ""
            yield Offer(move, move.value + late, {"gear": car.gear, "seconds": play.WHEEL_SECONDS})


def _cost(state: State, roll: Roll) -> Mapping[str, object]:
    return {"die": named(roll), "cost": price(state.turn, 1 + roll.brakes)}


def placements(state: State, draft: Draft, piece: str = "", place: str = "") -> list[Placement[Move]]:
    """The rules' answer to each die, or to one, on each space that any die could reach after the draft, or on one; and
    once for all other spaces, where the answer is the same."""
    after, _ = state_behind(state, draft)
    if after is None or after.turn.phase not in ("draft", "arrange") or after.car.place < 0:
        return []
    road = after.road
    here = after.car.place
    ahead = {here, *road.next[here], *road.landings(here, 2), *road.alongside[here], *road.clashes[here]}
    ahead |= {at for one in road.next[here] for at in road.landings(one, 2) if road.spaces[one].jump}
    ahead |= set(road.zones[road.spaces[here].zone].spaces)
    far = next((at for at in range(len(road.spaces)) if at not in ahead), None)
    found: list[Placement[Move]] = []
    for die in (die for die in _tray(after) if piece in ("", die_text(die))):
        brakes = max(0, after.car.gear - die - 1) if die > 0 else 0
        free = caps(after)[2] - after.turn.used.count(BRAKE)
        if after.turn.hand:
            free = [held for held, _ in after.turn.hand].count(BRAKE)
        faces = [face for held, face in after.turn.hand if held == die]
        for at in (*sorted(ahead), *(() if far is None else (far,))):
            where = road.spaces[at].key if at in ahead else ELSEWHERE
            if place not in ("", where):
                continue
            shown = faces[-1] if faces and die in (GAS, LEADER) and len(set(faces)) > 1 else None
            roll = Roll(die, road.spaces[at].key, brakes if 0 < brakes <= free else 0, hazard=shown)
            step = aim(after, roll)
            refused = BOOK.judge(after, step, len(draft))
            unwise: list[Violation] = [] if refused else BOOK.judge(after, step, len(draft), Kind.UNWISE)
            found.append(Placement(die_text(die), where, roll, tuple(refused), tuple(unwise)))
    return found


def describe_event(state: State, event: Event) -> tuple[str, Mapping[str, object]]:
    """The key of an event's words in the texts, and the facts those words may mention."""
    facts: dict[str, object] = dict(event.facts)
    if event.seat >= 0:
        facts["driver"] = state.cars[event.seat].name
        facts.setdefault("gear", state.cars[event.seat].gear)
    what = event.what
    if what == "rolled":
        hazards = event.facts["hazards"]
        what = "rolled-clean" if not hazards else "rolled-hazard" if not event.facts["brakes"] else "rolled-hazards"
    elif what == "moved":
        what = "flew" if facts.get("flown") else what
    elif what == "secured":
        facts["die"] = named(Roll(event.facts["die"], brakes=event.facts["brakes"]))
    elif what == "card":
        back = facts.get("back")
        what = "card-sisu" if back == "sisu" else "card-neutral" if back else what if facts["gear"] else "card-wheel"
    elif what == "gravel":
        facts["bend"] = str(event.facts["bend"])
    elif what == "next-stage":
        facts["number"] = event.facts["number"] + 1
    return what, facts
