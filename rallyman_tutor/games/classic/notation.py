"""One line of text for a stage, a position, a draft and a course sheet: written by hand, read and written without loss.

stage      s3 R3/4x3K4 s2 j4 L2/3x2 s1        three straight spaces, a right-hand bend (line 3, drift 4 on three
                                              spaces, shortcut 4), two straights, a jump noted 4 …
           forest/rock snow c1                what holds from here on: terrain left/right, surface, room for one car
           START C8, C3-J6-J5-C4, FINISH C5   or a route over the zone boards; behind it `snow C J`
position   stage | car ; car | turn | table   only the stage and one car are needed
  car      A@s4 g3 c120 s4 d2 p1 off-left     name, place, gear, clock, seconds, damage, punctures …
  turn     A 4 w !! $1                        who; dice used, hazards shown, seconds laid this turn
  table    dirt b1:2 ; edition=de             what lies on the boards and what was agreed
draft      3 4>d w>k{dirty} 2$ A[2! 3 w] accept{left}      dice with target, payment and, in a script, what they show
sheet      sheet A B ; J1 | J4 * ; …          drivers and stages; a star is a service behind that stage
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, get_args, get_type_hints

from rallyman_tutor.core.notation import Misread, Reader, Refused
from rallyman_tutor.core.spec import NAME, read_drivers
from rallyman_tutor.games.classic.drafts import (
    BACKS,
    SHORTCUTS,
    SPACE,
    die_of,
    die_text,
    read_draft,
    write_draft,
    write_move,
)
from rallyman_tutor.games.classic.editions import EDITIONS
from rallyman_tutor.games.classic.moments import LOST
from rallyman_tutor.games.classic.possible import Impossible, impossible
from rallyman_tutor.games.classic.road import NoRoad, read_stage
from rallyman_tutor.games.classic.spaces import START
from rallyman_tutor.games.classic.state import HAZARD, VALUES, Car, Options, Sheet, Split, Stage, State, Turn
from rallyman_tutor.games.classic.step import put_back
from rallyman_tutor.parts.cards import Deck

__all__ = ["die_text", "read_draft", "write_draft", "write_move"]


# -- Positions --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def fresh_backs() -> tuple[Deck, ...]:
    """The decks of gear cards by their backs, nothing turned yet."""
    return tuple(Deck(tuple(zip(BACKS, counts, strict=True))) for counts in VALUES["cards.backs"])


def fresh_shortcut() -> Deck:
    """The deck of shortcut cards, nothing drawn yet."""
    return Deck(tuple(zip(SHORTCUTS, VALUES["cards.shortcut"], strict=True)))


@lru_cache(maxsize=4096)
def read_position(text: str) -> State:
    """A position from its line."""
    sections = Reader(text).split("|")
    if sections and _begins_like_a_route(text) and "START" not in sections[0].text[: sections[0].end]:
        raise Misread(text, sections[0].at + 1, "route-start")
    if len(sections) < 2 or len(sections) > 4:
        at = len(text) if len(sections) < 2 else sections[4].at - 1
        raise Misread(text, at + 1, "sections")
    stage = _stage_of(sections[0])
    table = _table(sections[3], stage) if len(sections) == 4 else _Table()
    cars = tuple(_car(part, stage, table) for part in sections[1].split(";"))
    names = [car.name for car in cars]
    if len(set(names)) < len(names):
        sections[1].refuse("other-name")
    order = (
        tuple(sections[3].one_of(names, name, "driver") for name in table.order)
        if table.order
        else tuple(range(len(cars)))
    )
    turn, round_, queue = _turn(sections[2] if len(sections) > 2 else Reader(text, len(text)), cars, names)
    dirt = [0] * stage.road.dirts
    for bend in stage.road.bends:
        dirt[bend.dirt] = table.dirt.get(bend.name, dirt[bend.dirt])
    cars = tuple(_met(car, stage, dirt) for car in cars)
    state = State(
        stage=stage, options=table.options, cars=cars, turn=turn, order=order, round=round_, queue=queue, dirt=tuple(dirt),
        backs=tuple(table.backs.get(gear, deck) for gear, deck in enumerate(fresh_backs(), 1)),
        shortcut=table.shortcut or fresh_shortcut(), stamps=max(car.stamp for car in cars), points=table.points,
        splits=tuple(Split(point, sections[3].one_of(names, name, "driver"), time) for point, name, time in table.splits),
    )  # fmt: skip
    if found := impossible(state):
        _refuse(text, found)
    return put_back(state) if turn.phase == "roll" and not turn.used else state


def _refuse(text: str, found: Impossible) -> None:
    """Refuses a position, at the part of its line and the word in it that cannot be."""
    parts = Reader(text).split("|")
    number = ("car", "turn", "table").index(found.part) + 1
    part = parts[number] if number < len(parts) else Reader(text, len(text))
    if found.part == "car":
        part = part.split(";")[found.seat]
    part.refuse(found.key, found.facts, max(part.at, text.find(found.word, part.at, part.end)))


def _begins_like_a_route(text: str) -> bool:
    """Whether a line starts like the name of an exit and not like a bend."""
    start = text.lstrip()
    return start[:1].isupper() and not re.match(r"[RL][1-5](/|K|\s)", start)


def _stage_of(section: Reader) -> Stage:
    start = section.at
    stage_text = section.text[start : section.end].strip()
    try:
        return read_stage(stage_text)
    except Misread as error:
        raise Misread(section.text, start + error.column, error.key, error.facts) from None


def _met(car: Car, stage: Stage, dirt: Sequence[int]) -> Car:
    """The car with the dirt it met when it entered its bend: what lies there now, unless the text says otherwise."""
    bend = stage.road.spaces[car.place].bend
    return car if bend < 0 or car.dirt_on_entry >= 0 else car._replace(dirt_on_entry=dirt[stage.road.bends[bend].dirt])


def _car(reader: Reader, stage: Stage, table: _Table) -> Car:
    car = Car(reader.expect(NAME, "driver-name")[0].strip(), sisu=table.options.sisu)
    if match := reader.take(rf"@\s*({SPACE})"):
        if match[1] not in stage.road.place:
            reader.refuse("space", {"list": _some_spaces(stage)}, match.start(1))
        car = car._replace(place=stage.road.place[match[1]])
        if car.place == stage.road.finish:
            car = car._replace(status="finished")
        elif car.place != START:
            car = car._replace(status="road")
    while not reader.done:
        car = _car_word(reader, car)
    is_home = car.status == "finished" and car.place == START  # it need not be told where
    return car._replace(place=stage.road.finish) if is_home else car


def _car_word(reader: Reader, car: Car) -> Car:
    for letter, (field, many) in _CAR_NUMBERS.items():
        if match := reader.take(rf"{letter}({many})\b"):
            number: dict[str, Any] = {field: int(match[1])}
            return car._replace(**number)
    if match := reader.take(r"off-(left|right)\b"):
        return car._replace(beside=match[1])
    if match := reader.take(r"met(\d+)\b"):
        return car._replace(dirt_on_entry=int(match[1]))
    if match := reader.take(r"#(\d+)\b"):
        return car._replace(stamp=int(match[1]))
    for word, change in _CAR_WORDS.items():
        if reader.take(rf"{word}\b"):
            return car._replace(**change)
    reader.refuse("car-word")
    raise AssertionError


_CAR_NUMBERS = {
    "g": ("gear", "[0-5]"),
    "c": ("clock", r"\d+"),
    "s": ("seconds", r"\d+"),
    "d": ("damage", "[0-5]"),
    "p": ("punctures", "[0-2]"),
}
_CAR_WORDS: dict[str, dict[str, Any]] = {
    "spun": {"spun": True},
    "winter": {"winter": True},
    "no-wheel": {"wheel": False},
    "no-sisu": {"sisu": False},
    "sisu": {"sisu": True},
    "waiting": {"status": "waiting"},
    "road": {"status": "road"},
    "finished": {"status": "finished"},
    "out": {"status": "out"},
}


def _some_spaces(stage: Stage) -> str:
    keys = [space.key for space in stage.road.spaces]
    return ", ".join(keys) if len(keys) < 12 else f"{', '.join(keys[:6])} … {keys[-2]}"


def _turn(reader: Reader, cars: tuple[Car, ...], names: list[str]) -> tuple[Turn, int, tuple[int, ...]]:
    at = reader.at
    match = reader.take(NAME)
    if match and match[0].strip() not in names:
        reader.refuse("whose-turn", {"list": names}, at)
    driving = [seat for seat, car in enumerate(cars) if car.status in ("waiting", "road")]
    seat = names.index(match[0].strip()) if match else (driving or [0])[0]
    turn = Turn(seat, "roll" if driving else "over")
    round_ = len(cars)
    queue = tuple(other for other in range(seat + 1, len(cars)) if cars[other].status in ("road", "waiting"))
    while not reader.done:
        if match := reader.take(r"r(\d+)\b"):
            round_ = int(match[1])
        elif reader.take(r"then\b"):
            queue = ()
            if not reader.take("-"):
                while match := reader.take(NAME):
                    queue = (*queue, reader.one_of(names, match[0].strip(), "driver"))
        else:
            turn = _turn_word(reader, turn)
    if turn.ended and turn.phase == "roll":
        turn = turn._replace(phase="sisu")
    return turn, round_, queue


def _turn_word(reader: Reader, turn: Turn) -> Turn:
    if match := reader.take(r"([1-5w])(?![\w\[])"):
        return turn._replace(used=(*turn.used, die_of(match[1])))
    if match := reader.take(r"!+"):
        return turn._replace(hazards=len(match[0].strip()))
    if match := reader.take(r"\$(\d+)"):
        return turn._replace(secured=int(match[1]))
    if match := reader.take(r"dry(\d)\b"):
        return turn._replace(gas_on_dry=int(match[1]))
    if match := reader.take(r"attack(\d)\["):
        turn = turn._replace(phase="drive", rolled=int(match[1]))
        hand = []
        while die := reader.take(r"([1-5w])(!?)"):
            hand.append((die_of(die[1]), die[2] == "!"))
        reader.expect(r"\]", "dice-to-move")
        return turn._replace(hand=tuple(sorted(hand)))
    if match := reader.take(r"phase=(\w+)"):
        if match[1] not in _PHASES:
            reader.refuse("phase", {"list": _PHASES}, match.start(1))
        return turn._replace(phase=match[1])  # type: ignore[arg-type]  # checked above
    if match := reader.take(r"ended=(\w+)"):
        if match[1] not in _ENDS:
            reader.refuse("ended", {"list": _ENDS}, match.start(1))
        return turn._replace(ended=match[1])
    if reader.take(r"wheel\b"):
        return turn._replace(wheel=True)
    if reader.take(r"stuck\b"):
        return turn._replace(stuck=True)
    reader.refuse("turn-word")
    raise AssertionError


_PHASES = get_args(get_type_hints(Turn)["phase"])
_ENDS = LOST


class _Table(NamedTuple):
    """The fourth section of a position."""

    options: Options = EDITIONS["classic"].options
    dirt: Mapping[str, int] = MappingProxyType({})
    shortcut: Deck | None = None
    backs: Mapping[int, Deck] = MappingProxyType({})
    order: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    splits: tuple[tuple[int, str, int], ...] = ()


def _table(reader: Reader, stage: Stage) -> _Table:
    table = _Table()
    bends = [bend.name for bend in stage.road.bends]
    for clause in reader.split(";"):
        if clause.take(r"dirt\b"):
            dirt = dict(table.dirt)
            while match := clause.take(r"(b\d+):(\d{1,3})(?!\S)"):
                if match[1] not in bends:
                    clause.refuse("bend", {"list": bends}, match.start())
                dirt[match[1]] = int(match[2])
            table = table._replace(dirt=dirt)
        elif clause.take(r"k\b"):
            table = table._replace(shortcut=_deck(clause, SHORTCUTS))
        elif match := clause.take(r"back([1-5])\b"):
            table = table._replace(backs={**table.backs, int(match[1]): _deck(clause, BACKS)})
        elif clause.take(r"order\b"):
            table = table._replace(order=(*table.order, *clause.row(NAME)))
        elif clause.take(r"points\b"):
            table = table._replace(points=(*table.points, *map(int, clause.row(r"\d+"))))
        elif match := clause.take(rf"split\s+(\d+)\s+({NAME})\s+(-?\d+)"):
            table = table._replace(splits=(*table.splits, (int(match[1]), match[2], int(match[3]))))
        else:
            table = table._replace(options=clause.settings(table.options, set_option, "clause"))
        if not clause.done:
            clause.refuse("clause-end")
    return table


def _deck(reader: Reader, kinds: tuple[str, ...]) -> Deck:
    match = reader.expect(r"(\d+)-(\d+)-(\d+)(?:\[(\w*)\])?", "deck", {"list": kinds})
    unseen = tuple(zip(kinds, (int(match[i]) for i in (1, 2, 3)), strict=True))
    initials = {kind[0]: kind for kind in kinds}
    for letter in match[4] or "":
        if letter not in initials:
            reader.refuse("seen-cards", {"list": tuple(initials)}, match.start(4))
    return Deck(unseen, tuple(initials[letter] for letter in match[4] or ""))


_SWITCH = {"on": True, "off": False}


def set_option(options: Options, name: str, value: str) -> Options:
    """The options with one of them changed, by its name and value as text. `edition` replaces them all."""
    if name == "edition":
        if value not in EDITIONS:
            raise Refused("edition", {"found": value, "list": tuple(EDITIONS)})
        return EDITIONS[value].options
    if name not in Options._fields:
        raise Refused("option", {"found": name, "list": Options._fields})
    known = _settings(name)
    if value not in known:
        raise Refused("setting", {"name": name, "found": value, "list": tuple(known)})
    if (name, known[value]) in EDITIONS[options.edition].refuses:
        raise Refused("edition-option", {"edition": options.edition, "found": f"{name}={value}"})
    changed: dict[str, Any] = {name: known[value]}
    return options._replace(**changed)


@lru_cache(maxsize=32)
def _settings(name: str) -> Mapping[str, Any]:
    """The settings of an option, by their words in text."""
    return {choice: choice for choice in get_args(get_type_hints(Options)[name])} or _SWITCH


def write_position(state: State) -> str:
    """The line of a position: only its differences from a fresh car and a fresh table, and no course sheet."""
    cars = " ; ".join(_write_car(car, state) for car in state.cars)
    sections = [state.stage.text, cars, _write_turn(state)]
    if table := _write_table(state):
        sections.append(table)
    return " | ".join(sections)


def _write_car(car: Car, state: State) -> str:
    fresh = Car(car.name, sisu=state.options.sisu)
    space = state.road.spaces[car.place]
    words, natural = [car.name], "waiting"
    if car.place and car.status != "finished":
        words[0] += f"@{space.key}"
        natural = "finished" if space.kind == "finish" else "road"
    words += [f"{letter}{now}" for letter, (field, _) in _CAR_NUMBERS.items() if (now := getattr(car, field))]
    if car.beside:
        words.append(f"off-{car.beside}")
    if car.spun:
        words.append("spun")
    if car.winter:
        words.append("winter")
    if not car.wheel:
        words.append("no-wheel")
    if car.sisu != fresh.sisu:
        words.append("sisu" if car.sisu else "no-sisu")
    if car.status != natural:
        words.append(car.status)
    if space.bend >= 0 and car.dirt_on_entry != state.dirt[state.road.bends[space.bend].dirt]:
        words.append(f"met{car.dirt_on_entry}")
    if car.stamp:
        words.append(f"#{car.stamp}")
    return " ".join(words)


def _write_turn(state: State) -> str:
    turn = state.turn
    names = [car.name for car in state.cars]
    words = [names[turn.seat], *(die_text(die) for die in turn.used)]
    if turn.hazards:
        words.append("!" * turn.hazards)
    if turn.secured:
        words.append(f"${turn.secured}")
    if turn.gas_on_dry:
        words.append(f"dry{turn.gas_on_dry}")
    if turn.rolled:
        words.append(f"attack{turn.rolled}[{' '.join(die_text(die) + HAZARD * shown for die, shown in turn.hand)}]")
    if turn.phase != ("drive" if turn.rolled else "roll"):
        words.append(f"phase={turn.phase}")
    if turn.ended:
        words.append(f"ended={turn.ended}")
    if turn.wheel:
        words.append("wheel")
    if turn.stuck:
        words.append("stuck")
    if state.round != len(state.cars):
        words.append(f"r{state.round}")
    later = range(turn.seat + 1, len(state.cars))
    if state.queue != tuple(other for other in later if state.cars[other].status in ("road", "waiting")):
        words.append("then " + (" ".join(names[seat] for seat in state.queue) or "-"))
    return " ".join(words)


def _write_table(state: State) -> str:
    clauses = []
    dirt = {bend.name: state.dirt[bend.dirt] for bend in state.road.bends if state.dirt[bend.dirt]}
    if dirt:
        clauses.append("dirt " + " ".join(f"{name}:{count}" for name, count in dirt.items()))
    if state.shortcut != fresh_shortcut():
        clauses.append(f"k {_write_deck(state.shortcut)}")
    for gear, (deck, fresh) in enumerate(zip(state.backs, fresh_backs(), strict=True), 1):
        if deck != fresh:
            clauses.append(f"back{gear} {_write_deck(deck)}")
    if state.order != tuple(range(len(state.cars))):
        clauses.append("order " + " ".join(state.cars[seat].name for seat in state.order))
    if state.points:
        clauses.append("points " + " ".join(str(point) for point in state.points))
    clauses += [f"split {split.point} {state.cars[split.seat].name} {split.time}" for split in state.splits]
    clauses += [" ".join(words)] if (words := write_options(state.options)) else []
    return " ; ".join(clauses)


def _write_deck(deck: Deck) -> str:
    return str(deck) + (f"[{''.join(card[0] for card in deck.seen)}]" if deck.seen else "")


def write_options(options: Options) -> list[str]:
    """Options as words: the edition, then what differs from it."""
    words = [f"edition={options.edition}"] if options.edition != "classic" else []
    for name, value, usual in zip(Options._fields, options, EDITIONS[options.edition].options, strict=True):
        if value != usual:
            words.append(f"{name}={value if isinstance(value, str) else 'on' if value else 'off'}")
    return words


# -- Course sheets ----------------------------------------------------------------------------------------------------


def read_sheet(text: str) -> Sheet:
    """A course sheet: `sheet A B ; stage * ; stage ; stage`."""
    reader = Reader(text)
    reader.expect(r"sheet\b", "sheet")
    first, *rest = reader.split(";")
    drivers = read_drivers(first, "same-name")
    if not first.done:
        first.refuse("sheet-drivers")
    rows = [part.text[part.at : part.end].strip() for part in rest]
    stages = tuple(row.rstrip(" *") for row in rows)
    for part, stage in zip(rest, stages, strict=True):
        if stage.strip("-"):
            _check_stage(part, stage)
    return Sheet(drivers, stages, tuple(row.endswith("*") for row in rows))


def _check_stage(part: Reader, stage: str) -> None:
    """Refuses a stage of a sheet that cannot be read. The rules of the sheet say whether boards and roads join."""
    try:
        read_stage(stage)
    except NoRoad:
        pass
    except Misread as error:
        raise Misread(part.text, part.at + error.column, error.key, error.facts) from None


def write_sheet(sheet: Sheet) -> str:
    """A course sheet as text."""
    stages = (stage + (" *" if service else "") for stage, service in zip(sheet.stages, sheet.service, strict=True))
    return " ; ".join(("sheet " + " ".join(sheet.drivers), *stages))
