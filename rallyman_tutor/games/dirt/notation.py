"""One line of text for a position, a draft and a rally sheet: writable by hand, read and written without loss.

position   stage | car ; car | turn | table   only the stage and one car are needed
  stage    202a< 210b:L2 205a 203a            tiles in driving order, or the name of a stage: R1-SS1, FX-SL
  car      A@L4 g3 c120 s4                    name, space, gear of the top card, clock, seconds; a car without a space
                                              has not started
           G1 B1 W2 F1 K1 O2                  tokens on the dashboard: gear, brake and gas damage, green flags; of a
                                              shortcut: punctures, harmless ones
           spun off no-wheel sisu no-sisu     … and waiting, road, finished, out, #5 (when it arrived)
  turn     A leader A r3 then B C             whose turn it is; who sweeps the road (nobody, if not told), the round,
                                              who follows
           4 w o b !! $1 level B              dice used, hazards shown, dice secured, cars one is level with
           left[w>L5 3>L6]                    driven one by one: what is left of the frozen draft
           rolled[4>L5! w>L6.]                driven flat out: what was rolled
  table    gravel 3:1 ; back4 14-8-8-2 ; order B A ; quickstart=on redzone=on timecontrol=on sisu=stage leader=off
draft      4>L5 w>R6 2b>d1 3>L7               dice 1 to 6, w gas, o leader, b brake: 2b is a 2 with a brake die, 2bb
                                              with two, b alone a brake die of the red zone; a die without a space goes
                                              straight on
           3>L4>R5                            a jump: its space and the landing; 3>R5 alone names the landing
           4>L5$  2b>d1$1                     all dice of the step secured; only one of them (which is refused)
moves      go 4>L5! w>L6. (3>L7)              driven one by one: steps in brackets are laid and not rolled (yet)
           flat 4>L5! 2b>L6!.                 driven flat out; behind a step what it shows, the gear die first
           arrange 4>L5 w!>L6                 what was rolled, laid again after a failed flat out
           3>k1!{puncture}{crash}{gear}       … and the token, card and damage drawn
           at R0, stop, stop:3, blocked, sisu, accept, wheel, penalty 10, A: $ back lineup B A close repair keep retire
sheet      sheet A B ; R1-SS1 ; R1-SS2 ; quickstart=on

Spaces have the names of road.py. A draft may shorten them further: of several spaces of the name the one next ahead is
meant, and l, d, h, k, L, R are the next space of that kind: line, drift, half, shortcut, left, right lane.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, get_args, get_type_hints

from rallyman_tutor.core.notation import Misread, Reader, Refused
from rallyman_tutor.core.spec import NAME
from rallyman_tutor.games.dirt.drafts import (
    SPACE,
    die_of,
    die_text,
    read_draft,
    read_steps,
    write_draft,
    write_move,
    write_step,
)
from rallyman_tutor.games.dirt.possible import impossible
from rallyman_tutor.games.dirt.road import Stage, read_stage
from rallyman_tutor.games.dirt.state import (
    BACKS,
    CLEAN,
    HAZARD,
    START,
    VALUES,
    Car,
    Options,
    Sheet,
    State,
    Turn,
)
from rallyman_tutor.games.dirt.step import put_back, spread, worth
from rallyman_tutor.parts.cards import Deck

__all__ = ["die_text", "read_draft", "write_draft", "write_move"]


# -- Positions --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def fresh_backs() -> tuple[Deck, ...]:
    """The decks of time cards by their backs, nothing turned yet."""
    return tuple(Deck(tuple(zip(BACKS, counts, strict=True))) for counts in VALUES["cards.backs"])


@lru_cache(maxsize=4096)
def read_position(text: str) -> State:
    """A position from its line."""
    sections = Reader(text).split("|")
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
    section = sections[2] if len(sections) > 2 else Reader("", 0)
    turn, round_, queue, leader = _turn(section, cars, names, stage)
    gravel = tuple(table.gravel.get(at, 0) for at in range(len(stage.road.bends)))
    backs = tuple(table.backs.get(gear, deck) for gear, deck in enumerate(fresh_backs(), 1))
    state = State(
        stage=stage, options=table.options, cars=cars, turn=turn, order=order, round=round_, queue=queue, leader=leader,
        gravel=gravel, backs=backs, stamps=max(car.stamp for car in cars),
    )  # fmt: skip
    if turn.phase == "draft" and not any(car.status in ("road", "waiting") for car in cars):
        state = state._replace(turn=turn._replace(phase="over"))
    if found := impossible(state):
        at, parts = ("car", "turn", "table").index(found.part) + 1, Reader(text).split("|")
        part = parts[at] if at < len(parts) else Reader(text, len(text))
        part = part.split(";")[found.seat] if found.part == "car" else part
        part.refuse(found.key, found.facts, max(part.at, part.text.find(found.word, part.at)))
    return put_back(state) if state.turn.phase == "draft" else state


def _stage_of(section: Reader) -> Stage:
    start = section.at
    stage_text = section.text[start : section.end].strip()
    try:
        stage = read_stage(stage_text)
    except Misread as error:
        raise Misread(section.text, start + error.column, error.key, error.facts) from None
    road = stage.road
    if not road.starts or road.finish_line is None or any(road.past[at] for at in road.starts):
        raise Misread(section.text, start + 1, "whole-stage")
    return stage


def _space(reader: Reader, stage: Stage, name: str, at: int) -> int:
    found = stage.road.find(name)
    if found is None:
        reader.refuse("space", {"list": _some_spaces(stage)}, at)
        raise AssertionError
    return found


def _some_spaces(stage: Stage) -> str:
    names = [stage.road.short(space.place) for space in stage.road.spaces]
    return ", ".join(names) if len(names) < 12 else f"{', '.join(names[:6])} … {names[-1]}"


def _car(reader: Reader, stage: Stage, table: _Table) -> Car:
    car = Car(reader.expect(NAME, "driver-name")[0].strip(), sisu=table.options.sisu != "off")
    if match := reader.take(rf"@\s*({SPACE})"):
        place = _space(reader, stage, match[1], match.start(1))
        car = car._replace(place=place, status="finished" if stage.road.past[place] else "road")
    while not reader.done:
        car = _car_word(reader, car)
    if car.status == "finished" and car.place == START:  # wherever it stands behind the line
        car = car._replace(place=stage.road.past.index(True))
    return car


_COUNTS = {
    "g": "gear", "c": "clock", "s": "seconds", "G": "gears", "B": "brakes", "W": "gas", "F": "flags", "K": "punctures",
    "O": "fine", "#": "stamp",
}  # fmt: skip
_CAR_WORDS: dict[str, dict[str, Any]] = {
    "spun": {"spun": True},
    "off": {"beside": True},
    "no-wheel": {"wheel": False},
    "no-sisu": {"sisu": False},
    "sisu": {"sisu": True},
    "waiting": {"status": "waiting"},
    "road": {"status": "road"},
    "finished": {"status": "finished"},
    "out": {"status": "out"},
}


def _car_word(reader: Reader, car: Car) -> Car:
    at = reader.at
    if match := reader.take(r"([gcsGBWFKO#])(\d{1,6})(?!\S)"):
        changed: dict[str, Any] = {_COUNTS[match[1]]: int(match[2])}
        most = {"g": 6, "G": VALUES["bag.damage"][0], "B": VALUES["bag.damage"][1], "W": VALUES["bag.damage"][2]}
        if int(match[2]) > most.get(match[1], 10**6):
            reader.refuse("car-word", at=at)
        return car._replace(**changed)
    for word, change in _CAR_WORDS.items():
        if reader.take(rf"{word}(?!\S)"):
            return car._replace(**change)
    reader.refuse("car-word")
    raise AssertionError


_PHASES = get_args(get_type_hints(Turn)["phase"])
_ENDS = ("finish", "stall", "limit", "jump", "landing", "hazards", "blocked")


def _turn(
    reader: Reader, cars: tuple[Car, ...], names: list[str], stage: Stage
) -> tuple[Turn, int, tuple[int, ...], int]:
    at = reader.at
    match = reader.take(NAME)
    if match and match[0].strip() not in names:
        reader.refuse("whose-turn", {"list": names}, at)
    seat = names.index(match[0].strip()) if match else 0
    turn = Turn(seat)
    round_, leader = len(cars), -1
    queue = tuple(other for other in range(seat + 1, len(cars)) if cars[other].status in ("road", "waiting"))
    while not reader.done:
        if match := reader.take(r"r(\d{1,4})(?!\S)"):
            round_ = int(match[1])
        elif match := reader.take(rf"leader\s+({NAME})"):
            leader = reader.one_of(names, match[1].strip(), "driver")
        elif reader.take(r"then(?!\S)"):
            queue = ()
            if not reader.take(r"-(?!\S)"):
                queue = _seats(reader, names)
        elif reader.take(r"level(?!\S)"):
            turn = turn._replace(passed=_seats(reader, names))
        elif reader.take(r"gravel(?!\S)"):
            turn = turn._replace(gravel=tuple(at for at, many in _gravel(reader, stage).items() for _ in range(many)))
        else:
            turn = _turn_word(reader, turn)
    return spread(turn) if turn.phase == "arrange" else turn, round_, queue, leader


def _seats(reader: Reader, names: list[str]) -> tuple[int, ...]:
    """The seats of the drivers whose names follow."""
    found: tuple[int, ...] = ()
    known = "|".join(sorted(names, key=len, reverse=True))
    while match := reader.take(rf"({known})(?!\S)"):
        found = (*found, names.index(match[1]))
    if not found:
        reader.refuse("driver", {"list": names})
    return found


def _gravel(reader: Reader, stage: Stage) -> dict[int, int]:
    """Gravel by bend, told as `3:1`: tile 3, one token; `3.2:1` is the second bend of that tile."""
    bends = {bend.name.partition("#")[2]: at for at, bend in enumerate(stage.road.bends)}
    found = {}
    while match := reader.take(r"(\d+(?:\.\d)?):(\d{1,2})(?!\S)"):
        if not bends:
            reader.refuse("no-gravel", at=match.start(1))
        if match[1] not in bends:
            reader.refuse("bend", {"list": tuple(bends)}, match.start(1))
        found[bends[match[1]]] = int(match[2])
    return found


def _turn_word(reader: Reader, turn: Turn) -> Turn:
    if match := reader.take(r"([1-6wob])(?!\S)"):
        return turn._replace(used=(*turn.used, die_of(match[1])))
    if match := reader.take(r"(!{1,9})(?!\S)"):
        return turn._replace(hazards=len(match[1]))
    if match := reader.take(r"\$(\d{1,2})(?!\S)"):
        return turn._replace(secured=int(match[1]))
    if reader.take(r"left\["):
        steps = read_steps(reader)
        reader.expect(r"\]", "steps-left")
        return turn._replace(phase="roll", draft=tuple(step.roll for step in steps))
    if reader.take(r"rolled\["):
        steps = read_steps(reader)
        reader.expect(r"\]", "steps-rolled")
        draft = tuple(step.roll for step in steps)
        faces = tuple(tuple(face == HAZARD for face in step.filled()) for step in steps)
        return turn._replace(phase="arrange", draft=draft, faces=faces, stake=worth(draft))
    if match := reader.take(r"phase=(\w+)"):
        if match[1] not in _PHASES:
            reader.refuse("phase", {"list": _PHASES}, match.start(1))
        return turn._replace(phase=match[1])  # type: ignore[arg-type]  # checked above
    if match := reader.take(r"ended=(\w+)"):
        if match[1] not in _ENDS:
            reader.refuse("ended", {"list": _ENDS}, match.start(1))
        return turn._replace(ended=match[1])
    for word in ("safe", "quick", "fresh"):
        if reader.take(rf"{word}(?!\S)"):
            changed: dict[str, Any] = {word: True}
            return turn._replace(**changed)
    reader.refuse("turn-word")
    raise AssertionError


class _Table(NamedTuple):
    """The fourth section of a position."""

    options: Options = Options()
    gravel: Mapping[int, int] = MappingProxyType({})
    backs: Mapping[int, Deck] = MappingProxyType({})
    order: tuple[str, ...] = ()


def _table(reader: Reader, stage: Stage) -> _Table:
    table = _Table()
    for clause in reader.split(";"):
        if clause.take(r"gravel(?!\S)"):
            table = table._replace(gravel={**table.gravel, **_gravel(clause, stage)})
        elif match := clause.take(r"back([1-6])\b"):
            table = table._replace(backs={**table.backs, int(match[1]): _deck(clause)})
        elif clause.take(r"order\b"):
            table = table._replace(order=(*table.order, *clause.row(NAME)))
        else:
            table = table._replace(options=clause.settings(table.options, set_option, "clause"))
        if not clause.done:
            clause.refuse("clause-end")
    return table


_CARDS = {"s": BACKS[0], "c": BACKS[1], "h": BACKS[2], "i": BACKS[3]}
"""The kinds of cards by their letters, for cards that were seen."""


def _deck(reader: Reader) -> Deck:
    match = reader.expect(r"(\d{1,2})-(\d{1,2})-(\d{1,2})-(\d{1,2})(?:\[(\w*)\])?", "deck", {"list": BACKS})
    for letter in match[5] or "":
        if letter not in _CARDS:
            reader.refuse("seen-cards", {"list": tuple(_CARDS)}, match.start(5))
    unseen = tuple(zip(BACKS, (int(match[at]) for at in (1, 2, 3, 4)), strict=True))
    return Deck(unseen, tuple(_CARDS[letter] for letter in match[5] or ""))


_SWITCH = {"on": True, "off": False}
_MOST_BRAKES = 4


def set_option(options: Options, name: str, value: str) -> Options:
    """Options with one of them changed by its name and value in text."""
    if name not in Options._fields:
        raise Refused("option", {"found": name, "list": Options._fields})
    known = _settings(name)
    if value not in known:
        raise Refused("setting", {"name": name, "found": value, "list": tuple(known)})
    changed: dict[str, Any] = {name: known[value]}
    return options._replace(**changed)


@lru_cache(maxsize=16)
def _settings(name: str) -> Mapping[str, Any]:
    kind = get_type_hints(Options)[name]
    if kind is bool:
        return _SWITCH
    if kind is int:
        return {str(number): number for number in range(_MOST_BRAKES + 1)}
    return {choice: choice for choice in get_args(kind)}


def write_position(state: State) -> str:
    """The line of a position: only its differences from a fresh car and a fresh table, and no rally sheet."""
    cars = " ; ".join(_write_car(car, state) for car in state.cars)
    sections = [state.stage.text, cars, _write_turn(state)]
    if table := _write_table(state):
        sections.append(table)
    return " | ".join(sections)


def _write_car(car: Car, state: State) -> str:
    natural = "waiting" if car.place == START else "finished" if state.road.past[car.place] else "road"
    words = [car.name if car.place == START else f"{car.name}@{state.road.short(car.place)}"]
    for letter, field in _COUNTS.items():
        if value := getattr(car, field):
            words.append(f"{letter}{value}")
    words += [word for word, now in (("spun", car.spun), ("off", car.beside), ("no-wheel", not car.wheel)) if now]
    if car.sisu != (state.options.sisu != "off"):
        words.append("sisu" if car.sisu else "no-sisu")
    if car.status != natural:
        words.append(car.status)
    return " ".join(words)


def _write_turn(state: State) -> str:
    turn, names = state.turn, [car.name for car in state.cars]
    words = [names[turn.seat], *(die_text(die) for die in turn.used)]
    words += ["!" * turn.hazards] if turn.hazards else []
    words += [f"${turn.secured}"] if turn.secured else []
    words += ["level", *(names[seat] for seat in turn.passed)] if turn.passed else []
    if turn.faces:
        steps = (write_step(roll, _faces(shown)) for roll, shown in zip(turn.draft, turn.faces, strict=True))
        words.append(f"rolled[{' '.join(steps)}]")
    elif turn.draft:
        words.append(f"left[{' '.join(write_step(roll) for roll in turn.draft)}]")
    if turn.phase != ("arrange" if turn.faces else "roll" if turn.draft else "draft"):
        words.append(f"phase={turn.phase}")
    words += [f"ended={turn.ended}"] if turn.ended else []
    words += [word for word, now in (("safe", turn.safe), ("quick", turn.quick), ("fresh", turn.fresh)) if now]
    words += ["gravel", *_write_gravel(state, turn.gravel)] if turn.gravel else []
    words += [f"leader {names[state.leader]}"] if state.leader >= 0 else []
    if state.round != len(state.cars):
        words.append(f"r{state.round}")
    later = range(turn.seat + 1, len(state.cars))
    if state.queue != tuple(other for other in later if state.cars[other].status in ("road", "waiting")):
        words.append("then " + (" ".join(names[seat] for seat in state.queue) or "-"))
    return " ".join(words)


def _faces(shown: Sequence[bool]) -> tuple[str, ...]:
    return tuple(HAZARD if hazard else CLEAN for hazard in shown)


def _write_gravel(state: State, bends: Sequence[int]) -> list[str]:
    return [f"{state.road.bends[at].name.partition('#')[2]}:{bends.count(at)}" for at in sorted(set(bends))]


def _write_table(state: State) -> str:
    clauses = []
    if lying := [at for at, count in enumerate(state.gravel) for _ in range(count)]:
        clauses.append(" ".join(("gravel", *_write_gravel(state, lying))))
    letters = {card: letter for letter, card in _CARDS.items()}
    for gear, (deck, fresh) in enumerate(zip(state.backs, fresh_backs(), strict=True), 1):
        if deck != fresh:
            seen = f"[{''.join(letters[card] for card in deck.seen)}]" if deck.seen else ""
            clauses.append(f"back{gear} {deck}{seen}")
    if state.order != tuple(range(len(state.cars))):
        clauses.append("order " + " ".join(state.cars[seat].name for seat in state.order))
    clauses += [" ".join(words)] if (words := write_options(state.options)) else []
    return " ; ".join(clauses)


def write_options(options: Options) -> list[str]:
    """Options as words, without those that have their default."""
    return [
        f"{name}={('on' if value else 'off') if isinstance(value, bool) else value}"
        for name, value, usual in zip(Options._fields, options, Options(), strict=True)
        if value != usual
    ]


# -- Rally sheets -----------------------------------------------------------------------------------------------------


def read_sheet(text: str) -> Sheet:
    """A rally sheet: `sheet A B ; stage ; stage ; quickstart=on`."""
    reader = Reader(text)
    reader.expect(r"sheet\b", "sheet")
    first, *rest = reader.split(";")
    drivers = first.row(rf"{NAME}(?!\S)")
    if not first.done:
        first.refuse("sheet-drivers")
    stages, options = [], Options()
    for part in rest:
        if part.take(r"(?=\w+=)"):
            options = part.settings(options, set_option, "clause")
        else:
            stages.append(part.text[part.at : part.end].strip())
    if not stages:
        Reader(text, len(text)).refuse("sheet-stages")
    return Sheet(drivers, tuple(stages), options)


def write_sheet(sheet: Sheet) -> str:
    """A rally sheet as text."""
    options = write_options(sheet.options)
    return " ; ".join(("sheet " + " ".join(sheet.drivers), *sheet.stages, *([" ".join(options)] if options else [])))
