"""One line of text for everything: writable by hand, read and written without loss. Positions and sheets are read here,
drafts in `drafts.py`.

position   course | car ; car | turn | table     only the course and one car are needed
  course   C07 C01 > C09 C06                     driven cards, then those ahead; its end is the last stage.
                                                 `rest` at its end: all others in catalogue order; `-`: none yet
  car      Ana m9 s8 h4/9 v7 d20 B01 E1          name, own maximum, strength, handling now/noted, speed, distance, hand
           [B05 Y11] (P01 P02) {P01} <B08+ E3>   tabled, drawn while tuning, sealed choice, lying open from this stage
           out3 crash10                          lost in stage 3, last crashed in stage 10
  turn     choose Ben                            what is decided and by whom: deal, tune, look 3 (cards shown), draw,
                                                 exchange, choose, event Ben (in the order Ben Ana), over
  table    supply B01 rest ; discard Y01         piles, the next and the oldest card first; `practice`, `notes`,
           races 3 ; results 84/80/77            a rally, and the distances after its races so far
draft      play B08+ event faster>Ben pass       and: deal table B05 look go draw exchange reorder note peek claim B01
           go{B01 Y02} draw{Y01}                 the first cards that a shuffle gives
           Ben: event two                        somebody speaks, who may be out of turn
sheet      sheet Ana Ben Cleo ; rally 3          drivers; `race` or a rally, with `practice`, `notes`; one's own deck
A card nobody may see is `?`, four of them `?4`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, get_args

from rallyman_tutor.core.notation import Reader
from rallyman_tutor.core.spec import NAME, read_drivers
from rallyman_tutor.games.crazy_rally.drafts import list_cards, refuse_here, take_card, take_cards
from rallyman_tutor.games.crazy_rally.possible import held, impossible
from rallyman_tutor.games.crazy_rally.state import (
    CARDS,
    COURSE,
    DECK,
    HIDDEN,
    IN_RACE,
    MOST_PLAYERS,
    STAGES,
    Car,
    Options,
    Phase,
    Sheet,
    State,
)
from rallyman_tutor.games.crazy_rally.step import event_order, racing

# -- Positions --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def read_position(text: str, *, seen: bool = False) -> State:
    """A position from its line. One that is `seen` by somebody else may hide the cards of whoever decides."""
    sections = Reader(text).split("|")
    if not 2 <= len(sections) <= 4:
        Reader(text).refuse("sections", at=len(text) if len(sections) < 2 else sections[4].at - 1)
    course, driven = _course(sections[0])
    parts = sections[1].split(";")
    starts = [part.at for part in parts]
    cars = tuple(_car(part) for part in parts)
    state = State(options=Options(), cars=cars, phase="draw", seat=0, course=course, driven=driven, supply=())
    state = _table(sections[3] if len(sections) == 4 else Reader(""), state)
    turn = sections[2] if len(sections) > 2 else Reader(text, len(text))
    start, state = turn.at, _turn(turn, state)
    if found := impossible(state, seen=seen):
        turn.refuse(found.key, found.facts, starts[found.seat] if found.seat >= 0 else start)
    return state


def _course(reader: Reader) -> tuple[tuple[str, ...], int]:
    if reader.take(r"-(?!\S)"):
        if not reader.done:
            reader.refuse("course")
        return (), 0
    found: list[str] = []
    driven = 0
    while not reader.done:
        start = reader.at
        if reader.take(r">"):
            driven = len(found)
        elif reader.take(r"rest\b"):
            found += [card for card in COURSE if card not in found]
            if not reader.done:
                reader.refuse("course-end")
        else:
            cards = take_cards(reader, COURSE) or refuse_here(reader, "course")
            if set(cards) & (set(found) - {HIDDEN}) or len(found) + len(cards) > STAGES:
                reader.refuse("course-once", at=start)
            found += cards
    if not found:
        reader.refuse("course")
    return tuple(found), driven


_NUMBERS = {"m": "top", "s": "strength", "v": "speed", "d": "distance", "out": "out", "crash": "crashed"}


def _number(letter: str, digits: str) -> dict[str, Any]:
    return {_NUMBERS[letter]: int(digits)}


def _car(reader: Reader) -> Car:
    car = Car(reader.expect(NAME, "driver-name")[0].strip())
    while not reader.done:
        if match := reader.take(r"h(\d{1,3})(?:/(\d{1,3}))?(?!\S)"):
            car = car._replace(handling=int(match[1]), fresh=int(match[2] or match[1]))
        elif match := reader.take(r"(m|s|v|d|out|crash)(-?\d{1,4})(?!\S)"):
            car = car._replace(**_number(match[1], match[2]))
        elif reader.take(r"\["):
            car = car._replace(tabled=list_cards(reader, CARDS))
            reader.expect(r"\]", "cards-end", {"end": "]"})
        elif reader.take(r"\("):
            car = car._replace(drawn=list_cards(reader, CARDS))
            reader.expect(r"\)", "cards-end", {"end": ")"})
        elif reader.take(r"\{"):
            match = take_card(reader, r"([+-]?)", CARDS) or reader.expect(r"\?", "sealed")
            car = car._replace(sealed=match[0].strip())
            reader.expect(r"\}", "cards-end", {"end": "}"})
        elif reader.take(r"<"):
            played = []
            while match := take_card(reader, r"([+-]?)", DECK):
                played.append(match[0].strip())
            car = car._replace(played=tuple(played))
            reader.expect(r">", "cards-end", {"end": ">"})
        elif cards := take_cards(reader, DECK):
            car = car._replace(hand=(*car.hand, *cards))
        else:
            reader.refuse("car-word")
    return car


def _table(reader: Reader, state: State) -> State:
    listed: tuple[str, ...] | None = None
    rest = True
    for part in [] if reader.done else reader.split(";"):
        if part.take(r"supply\b"):
            listed, rest = list_cards(part, DECK), bool(part.take(r"rest\b"))
            part.take(r"-(?!\S)")
        elif part.take(r"discard\b"):
            state = state._replace(discard=list_cards(part, DECK))
        elif part.take(r"practice\b"):
            state = state._replace(options=state.options._replace(practice=True))
        elif part.take(r"notes\b"):
            state = state._replace(options=state.options._replace(notes=True))
        elif match := part.take(r"races (\d{1,2})"):
            state = state._replace(races=int(match[1]))
        elif part.take(r"results\b"):
            rows = []
            while match := part.take(r"\d{1,4}(?:/\d{1,4})*(?!\S)"):
                rows.append(tuple(int(number) for number in match[0].split("/")))
                if len(rows[-1]) != len(state.cars):
                    part.refuse("row", {"count": len(state.cars)}, match.start())
            state = state._replace(results=tuple(rows))
        else:
            part.refuse("clause")
        if not part.done:
            part.refuse("clause-end")
    lying = (*held(state), *state.discard, *(listed or ()))
    rest_of = tuple(card for card in DECK if card not in lying) if rest else ()
    return state._replace(supply=(*(listed or ()), *rest_of))


def _seat(reader: Reader, state: State) -> int:
    names = [car.name for car in state.cars]
    start = reader.at
    name = reader.expect(NAME, "driver", {"list": names})[0].strip()
    if name not in names:
        reader.refuse("driver", {"list": names}, start)
    return names.index(name)


def _turn(reader: Reader, state: State) -> State:
    """The decision due, and whose it is; by default the first driver still racing draws."""
    start = reader.at
    phases = get_args(Phase)
    match = None if reader.done else reader.expect(rf"({'|'.join(phases)})\b", "phase", {"list": phases})
    phase: Any = match[1] if match else "draw"
    seats = racing(state) if phase in IN_RACE else list(range(len(state.cars)))
    if phase != "over" and not seats:
        reader.refuse("racing", at=start)
    state = state._replace(phase=phase, seat=seats[0] if seats else 0)
    if phase == "look":
        looked = reader.take(r"(\d{1,2})")
        state = state._replace(looked=min(int(looked[1]) if looked else 0, len(state.course)))
    if phase == "event":
        state = state._replace(order=event_order(state))
        state = state._replace(seat=state.order[0])
    if not reader.done and phase not in ("deal", "over", "look"):
        start = reader.at
        state = state._replace(seat=_seat(reader, state))
        if state.seat not in seats:
            reader.refuse("racing", at=start)
        if phase == "event" and reader.take(r":"):
            order = []
            while not reader.done:
                order.append(_seat(reader, state))
            state = state._replace(order=tuple(order))
            if len(set(order)) < len(order):
                reader.refuse("order", at=start)
    if not reader.done:
        reader.refuse("turn-end")
    return state


def write_position(state: State) -> str:
    """The line of a position; what reading takes as the default is left out."""
    sections = [_write_course(state), " ; ".join(map(_write_car, state.cars)), _write_turn(state), _write_table(state)]
    while not sections[-1]:
        sections.pop()
    return " | ".join(sections)


def _tally(cards: Sequence[str]) -> list[str]:
    """Cards as words; hidden ones side by side are one word with their number."""
    words: list[str] = []
    for n, card in enumerate(cards):
        if card != HIDDEN:
            words.append(card)
        elif n and cards[n - 1] == HIDDEN:
            words[-1] = f"{HIDDEN}{int(words[-1][1:] or 1) + 1}"
        else:
            words.append(HIDDEN)
    return words


def _tail(cards: Sequence[str], known: Sequence[str]) -> list[str]:
    """Cards as words; `rest` stands for an end of the list with all other cards in catalogue order."""
    for many in range(len(cards) - 1):
        if tuple(cards[many:]) == tuple(card for card in known if card not in cards[:many]):
            return [*_tally(cards[:many]), "rest"]
    return _tally(cards)


def _write_course(state: State) -> str:
    driven = [*state.course[: state.driven], ">"] if state.driven else []
    if len(state.course) < STAGES or HIDDEN in state.course:
        return " ".join([*driven, *_tally(state.ahead)]) or "-"
    others = [card for card in COURSE if card not in state.course[: state.driven]]
    return " ".join([*driven, *_tail(state.ahead, others)])


def _write_car(car: Car) -> str:
    words = [car.name]
    for letter, name in _NUMBERS.items():
        value = getattr(car, name)
        if value != Car._field_defaults[name]:
            words.append(f"{letter}{value}")
        if name == "strength" and (car.handling, car.fresh) != (Car("").handling, Car("").fresh):
            words.append(f"h{car.handling}" + (f"/{car.fresh}" if car.fresh != car.handling else ""))
    words += _tally(car.hand)
    for (start, end), cards in (("[]", car.tabled), ("()", car.drawn), ("{}", (car.sealed,)), ("<>", car.played)):
        if any(cards):
            words.append(f"{start}{' '.join(_tally(cards))}{end}")
    return " ".join(words)


def _write_turn(state: State) -> str:
    if state.phase in ("deal", "over"):
        return state.phase
    if state.phase == "look":
        return f"look {state.looked}"
    if state.phase == "event":
        order = (
            "" if state.order == event_order(state) else f": {' '.join(state.cars[seat].name for seat in state.order)}"
        )
        return f"event {state.car.name}{order}"
    return "" if (state.phase, state.seat) == ("draw", racing(state)[0]) else f"{state.phase} {state.car.name}"


def _write_table(state: State) -> str:
    clauses = []
    lying = (*held(state), *state.discard)
    usual = tuple(card for card in DECK if card not in lying)
    if state.supply != usual:
        words = _tail(state.supply, usual) if sorted(state.supply) == sorted(usual) else _tally(state.supply)
        clauses.append(" ".join(("supply", *(words or "-"))))
    if state.discard:
        clauses.append(" ".join(("discard", *_tally(state.discard))))
    clauses += [name for name, on in zip(Options._fields, state.options, strict=True) if on]
    if state.races > 1:
        clauses.append(f"races {state.races}")
    if state.results:
        clauses.append(" ".join(("results", *("/".join(map(str, row)) for row in state.results))))
    return " ; ".join(clauses)


# -- Sheets -----------------------------------------------------------------------------------------------------------


def read_sheet(text: str) -> Sheet:
    """A sheet: `sheet Ana Ben Cleo ; rally 3 practice ; deck 15 15 12 14 8`."""
    reader = Reader(text)
    reader.expect(r"sheet\b", "sheet")
    first, *rest = reader.split(";")
    drivers = read_drivers(first, "other-names", facts={"most": MOST_PLAYERS})
    if not first.done or len(rest) > 2:
        first.refuse("sheet-drivers")
    sheet = read_terms(rest[0]) if rest else Sheet(())
    deck: tuple[int, ...] = ()
    if len(rest) > 1:
        match = rest[1].expect(r"deck((?:\s+\d{1,3}){5})(?!\S)", "deck")
        deck = tuple(map(int, match[1].split()))
    return sheet._replace(drivers=drivers, deck=deck)


def read_terms(reader: Reader) -> Sheet:
    """The game to be played: `race` or `rally 3`, with the tutor's aids."""
    match = reader.expect(r"race\b|rally\s+(\d{1,2})", "terms")
    sheet = Sheet((), int(match[1] or 1), bool(match[1]))
    while not reader.done:
        match = reader.expect(r"(practice|notes)\b", "terms")
        sheet = sheet._replace(options=sheet.options._replace(**{match[1]: True}))
    return sheet


def write_sheet(sheet: Sheet) -> str:
    """A sheet as text."""
    aids = [name for name, on in zip(Options._fields, sheet.options, strict=True) if on]
    terms = " ".join((f"rally {sheet.races}" if sheet.rally else "race", *aids))
    deck = [f"deck {' '.join(map(str, sheet.deck))}"] if sheet.deck else []
    return " ; ".join(("sheet " + " ".join(sheet.drivers), terms, *deck))
