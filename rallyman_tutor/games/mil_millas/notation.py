"""One line of text for a position, a draft and a table: writable by hand, read and written without loss.

position   sides | hands | turn | table       only the sides are needed
  side     A 475 go limit ; B flat +ace       a player, or a team as A+C; kilometres, `go` for a green light, what stops
                                              or slows it, immunities with a plus, tricks2, longest1, drove
  hand     A 100 25 green ; B ?x6             cards; `?` is one that is not known, and an untold hand is six of these
  turn     B window flat by A                 whose decision; also: deal, over; a side that owed a green light: still
  table    pile 50 red ; out 100x3 ; stacking=on   what was thrown away, what is out of play, what was agreed;
                                              also deck, vain, round, first, points; the untold follows from the pack
draft      draw{100} lay red>B discard 50 trick pass deal    in a script with what is drawn; B:trick names who plays
           Enter red, Delete 50, Space, I, Shift+I, S, T     keys; also change stacking=on, bonus extension
sheet      sheet A B C D teams=2 reshuffle=on cards=106
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from rallyman_tutor.core.notation import Misread, Reader, Refused
from rallyman_tutor.core.spec import NAME, read_drivers
from rallyman_tutor.games.mil_millas.drafts import read_draft, write_draft, write_move
from rallyman_tutor.games.mil_millas.possible import Impossible, impossible
from rallyman_tutor.games.mil_millas.state import (
    ATTACKS,
    CARDS,
    GOAL,
    HAND,
    HIDDEN,
    IMMUNITIES,
    LONGEST,
    PROBLEMS,
    Deck,
    Options,
    Sheet,
    Side,
    State,
    Turn,
)
from rallyman_tutor.games.mil_millas.step import attacked, deck_of, full_deck, has, ordered

__all__ = [
    "read_draft",
    "read_position",
    "read_sheet",
    "set_option",
    "write_cards",
    "write_draft",
    "write_move",
    "write_options",
    "write_position",
    "write_sheet",
]  # fmt: skip

COUNTED = r"(\?|[a-z]+|\d+)(?:x(\d{1,3}))?(?=[\s;|]|$)"
NONE = r"-(?=[\s;|]|$)"
SWITCHES = {"stacking": "stacking", "reshuffle": "reshuffle", "wrong-way": "wrong_way"}
NUMBERS = {"rounds": "rounds", "target": "target"}
OPTIONS = (*SWITCHES, *NUMBERS)
MOST = 400
"""The largest number that may follow a card; no pack has nearly as many."""


T = TypeVar("T", bound=NamedTuple)


def _changed(value: T, name: str, what: object) -> T:
    """A named tuple with one value changed, whose name was read from text."""
    return value._replace(**{name: what})


# -- Positions --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def read_position(text: str, *, seen: bool = False) -> State:
    """A position from its line. One that is `seen` by somebody else may hide the cards of whoever decides."""
    sections = Reader(text).split("|")
    if len(sections) > 4:
        raise Misread(text, sections[4].at, "sections")
    blank = Reader("", 0)
    first, hands, turns, rest = (*sections, blank, blank, blank)[:4]
    names, sides = _sides(first)
    table = _table(rest, names, len(sides))
    held = _hands(hands, names)
    turn, sides = _struck(_turn(turns, names, len(sides)), sides)
    out = usual_out(sides, turn) if table.out is None else table.out
    known = Counter(card for hand in held for card in hand if card != HIDDEN)
    known.update(table.pile)
    known.update(out)
    if table.deck is None:
        full = dict(full_deck(table.options))
        if over := [card for card in CARDS if known[card] > full[card]]:
            first.refuse("too-many", {"card": over[0], "count": full[over[0]], "found": known[over[0]]}, len(text))
        deck: Deck = tuple((card, count - known[card]) for card, count in full.items())
    else:
        deck = deck_of(table.deck)
    if sum(count for _, count in deck) < sum(hand.count(HIDDEN) for hand in held):
        hands.refuse("unknown-cards", {}, len(text))
    state = State(
        options=table.options,
        names=names,
        sides=sides,
        hands=held,
        turn=turn,
        deck=deck,
        pile=table.pile,
        out=out,
        vain=table.vain,
        round=table.round,
        first=table.first,
        points=table.points,
    )
    if found := impossible(state, seen=seen):
        first.refuse(found.key, found.facts, _column(text, found, names))
    return state


def _column(text: str, found: Impossible, names: tuple[str, ...]) -> int:
    """Where a text tells the impossible: in the part of its section about a side or a player, if there is one; else
    where the section begins, or where the text ends."""
    sections = Reader(text).split("|")
    if found.section >= len(sections):
        return len(text)
    section = sections[found.section]
    parts = Reader(text, section.at, section.end).split(";")
    if found.section == 0:
        return parts[found.part].at
    own = [
        part.at
        for part in parts
        if found.section == 1 and part.text[part.at : part.end].split()[:1] == [names[found.part]]
    ]
    return own[0] if own else len(text) if found.section == 1 else section.at


def _struck(turn: Turn, sides: tuple[Side, ...]) -> tuple[Turn, tuple[Side, ...]]:
    """In a window the attack already has its effect: the turn and the sides with it, also where the line leaves it
    out."""
    own = turn.seat % len(sides)
    if turn.phase != "window" or has(sides[own], turn.attack):
        return turn, sides
    still = sides[own].stopped and turn.attack in PROBLEMS
    struck = attacked(sides[own], turn.attack)
    return turn._replace(still=still), (*sides[:own], struck, *sides[own + 1 :])


def usual_out(sides: Iterable[Side], turn: Turn) -> tuple[str, ...]:
    """Cards that lie on the table for certain: immunities, cards of 200, and attacks that have not been answered."""
    found: list[str] = []
    for side in sides:
        found += [*side.immunities, *(LONGEST,) * side.longest, *side.problems]
        found += ["limit"] * side.limited + ["wrong"] * side.wrong
    return ordered([*found, "red"] if turn.attack == "red" else found)


def _sides(section: Reader) -> tuple[tuple[str, ...], tuple[Side, ...]]:
    """The players in the order of their seats, and the sides. Partners are written together, and do not sit
    together."""
    teams, sides = [], []
    for part in section.split(";"):
        named = part.expect(rf"{NAME}(?:\+{NAME})*", "side-name")
        team = named[0].split("+")
        if any(name in CARDS for name in team):
            part.refuse("name", {"found": team[0]}, named.start())
        teams.append(team)
        sides.append(_side(part))
    names = [team[row] for row in range(max(map(len, teams))) for team in teams if row < len(team)]
    if len({len(team) for team in teams}) > 1:
        section.refuse("even-teams")
    if len(teams) == 1:
        part.refuse("other-side")
    return tuple(names), tuple(sides)


def _side(reader: Reader) -> Side:
    side = Side()
    while not reader.done:
        start = reader.at
        if match := reader.take(r"(\d{1,4})(?!\w)"):
            if int(match[1]) > GOAL:
                reader.refuse("km", {"most": GOAL}, start)
            side = side._replace(km=int(match[1]), drove=side.drove or int(match[1]) > 0)
        elif reader.take(r"go(?!\w)"):
            side = side._replace(stopped=False)
        elif match := reader.take(r"\+\s*([a-z]+)"):
            if match[1] not in IMMUNITIES:
                reader.refuse("immunity", {"list": IMMUNITIES}, match.start(1))
            held = tuple(card for card in IMMUNITIES if card in side.immunities or card == match[1])
            side = side._replace(immunities=held)
        elif match := reader.take(rf"({'|'.join(PROBLEMS)})(?!\w)"):
            side = side._replace(problems=tuple(p for p in PROBLEMS if p in side.problems or p == match[1]))
        elif reader.take(r"limit(?!\w)"):
            side = side._replace(limited=True)
        elif reader.take(r"wrong(?!\w)"):
            side = side._replace(wrong=True)
        elif reader.take(r"drove(?!\w)"):
            side = side._replace(drove=True)
        elif match := reader.take(r"(tricks|longest)(\d)(?!\w)"):
            side = _changed(side, match[1], int(match[2]))
        else:
            reader.refuse("side-word")
    return side._replace(stopped=False) if "priority" in side.immunities else side


def _cards(reader: Reader, unknown: bool = False) -> tuple[str, ...]:
    """Cards in the order in which they are written, each as often as its number says."""
    found: list[str] = []
    while not reader.done:
        start = reader.at
        match = reader.expect(COUNTED, "card", {"list": CARDS})
        if match[1] not in CARDS and not (unknown and match[1] == HIDDEN):
            reader.refuse("card", {"list": CARDS}, start)
        count = int(match[2] or 1)
        if count > MOST:
            reader.refuse("card", {"list": CARDS}, start)
        found += [match[1]] * count
    return tuple(found)


def _hands(section: Reader, names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    hands: dict[str, tuple[str, ...]] = {}
    if not section.done:
        for part in section.split(";"):
            name = _player(part, names)
            hands[name] = () if part.take(NONE) else ordered(_cards(part, unknown=True))
    return tuple(hands.get(name, (HIDDEN,) * HAND) for name in names)


def _player(reader: Reader, names: tuple[str, ...]) -> str:
    start = reader.at
    match = reader.expect(NAME, "player", {"list": names})
    if match[0].strip() not in names:
        reader.refuse("player", {"list": names}, start)
    return match[0].strip()


def _turn(reader: Reader, names: tuple[str, ...], sides: int) -> Turn:
    if reader.done:
        return Turn(0)
    turn = Turn(names.index(_player(reader, names)))
    if match := reader.take(r"(deal|over)(?!\w)"):
        turn = turn._replace(phase="deal" if match[1] == "deal" else "over")
    elif reader.take(r"window(?!\w)"):
        start = reader.at
        attack = reader.expect(r"[a-z]+", "attack", {"list": ATTACKS})[0].strip()
        if attack not in ATTACKS:
            reader.refuse("attack", {"list": ATTACKS}, start)
        reader.expect(r"by(?!\w)", "attacker")
        start = reader.at
        by = names.index(_player(reader, names))
        if by % sides == turn.seat % sides:
            reader.refuse("attacker", {}, start)
        turn = Turn(turn.seat, "window", attack, by, bool(reader.take(r"still(?!\w)")))
    if not reader.done:
        reader.refuse("turn-word")
    return turn


class _Table(NamedTuple):
    options: Options = Options()
    pile: tuple[str, ...] = ()
    out: tuple[str, ...] | None = None
    deck: tuple[str, ...] | None = None
    vain: int = 0
    round: int = 1
    first: int = 0
    points: tuple[tuple[int, ...], ...] = ()


def _table(section: Reader, names: tuple[str, ...], sides: int) -> _Table:
    table = _Table()
    for part in section.split(";"):
        if part.done:
            continue
        if match := part.take(r"(pile|out|deck)(?!\w)"):
            cards = () if part.take(NONE) else _cards(part)
            table = _changed(table, match[1], cards if match[1] == "pile" else ordered(cards))
        elif match := part.take(r"(vain|round)\s+(\d{1,4})(?!\w)"):
            table = _changed(table, match[1], int(match[2]))
        elif part.take(r"first(?!\w)"):
            table = table._replace(first=names.index(_player(part, names)))
        elif part.take(r"points(?!\w)"):
            row = tuple(map(int, part.row(r"\d{1,6}(?!\w)")))
            if len(row) != sides:
                part.refuse("points", {"count": sides})
            table = table._replace(points=(*table.points, row))
        else:
            table = table._replace(options=_options(part, table.options))
        if not part.done:
            part.refuse("clause-end")
    return table


def _options(reader: Reader, options: Options) -> Options:
    start = reader.at
    while match := reader.take(r"(?!teams=|cards=)([a-z-]+)=(\w+)"):
        try:
            options = set_option(options, match[1], match[2])
        except Refused as error:
            reader.refuse(error.key, error.facts, match.start(2 if error.key == "setting" else 1))
    if reader.at == start:
        reader.refuse("clause", {"list": OPTIONS})
    return options


def set_option(options: Options, name: str, value: Any) -> Options:
    """These options with one of them changed; its name is the word that people write."""
    text = {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    if name in SWITCHES:
        if text not in ("on", "off"):
            raise Refused("setting", {"name": name, "list": ("on", "off"), "found": text})
        return _changed(options, SWITCHES[name], text == "on")
    if name not in NUMBERS:
        raise Refused("option", {"list": OPTIONS, "found": name})
    if not text.isdecimal() or len(text) > 5:
        raise Refused("setting", {"name": name, "list": ("a number",), "found": text})
    return _changed(options, NUMBERS[name], int(text))


def write_position(state: State) -> str:
    """The line of a position."""
    sections = [
        " ; ".join(_write_side(state, number) for number in range(len(state.sides))),
        " ; ".join(f"{name} {write_cards(hand)}" for name, hand in zip(state.names, state.hands, strict=True)),
        _write_turn(state),
        " ; ".join(_write_table(state)),
    ]
    return " | ".join(sections).rstrip(" |")


def _write_side(state: State, number: int) -> str:
    side = state.sides[number]
    words = ["+".join(state.names[number :: len(state.sides)])]
    words += [str(side.km)] * (side.km > 0)
    words += ["go"] * (not side.stopped and "priority" not in side.immunities)
    words += [*side.problems, *["limit"] * side.limited, *["wrong"] * side.wrong]
    words += [f"+{card}" for card in side.immunities]
    words += [f"tricks{side.tricks}"] * (side.tricks > 0) + [f"longest{side.longest}"] * (side.longest > 0)
    words += ["drove"] * (side.drove and side.km == 0)
    return " ".join(words)


def write_cards(cards: Iterable[str]) -> str:
    """Cards as text; equal ones side by side are written once, with their number."""
    runs: list[list[Any]] = []
    for card in cards:
        if runs and runs[-1][0] == card:
            runs[-1][1] += 1
        else:
            runs.append([card, 1])
    return " ".join(card if count == 1 else f"{card}x{count}" for card, count in runs) or "-"


def _write_turn(state: State) -> str:
    turn = state.turn
    words = [state.names[turn.seat]]
    if turn.phase == "window":
        words += ["window", turn.attack, "by", state.names[turn.by], *["still"] * turn.still]
    elif turn.phase != "turn":
        words.append(turn.phase)
    return " ".join(words)


def _write_table(state: State) -> Iterator[str]:
    if state.pile:
        yield f"pile {write_cards(state.pile)}"
    if state.out != usual_out(state.sides, state.turn):
        yield f"out {write_cards(state.out)}"
    known = Counter(card for hand in state.hands for card in hand if card != HIDDEN)
    known.update(state.pile)
    known.update(state.out)
    if any(
        count + known[card] != whole
        for (card, count), (_, whole) in zip(state.deck, full_deck(state.options), strict=True)
    ):
        yield f"deck {write_cards(card for card, count in state.deck for _ in range(count))}"
    if state.vain:
        yield f"vain {state.vain}"
    if state.round != 1:
        yield f"round {state.round}"
    if state.first:
        yield f"first {state.names[state.first]}"
    for row in state.points:
        yield f"points {' '.join(map(str, row))}"
    if words := write_options(state.options):
        yield " ".join(words)


def write_options(options: Options) -> list[str]:
    """The options that differ from the default, as words."""
    words = [f"{word}=on" for word, name in SWITCHES.items() if getattr(options, name)]
    return words + [f"{word}={getattr(options, name)}" for word, name in NUMBERS.items() if getattr(options, name)]


# -- Tables -----------------------------------------------------------------------------------------------------------


def read_sheet(text: str) -> Sheet:
    """A table as it is asked for: `sheet A B C D teams=2 reshuffle=on`."""
    reader = Reader(text)
    reader.expect(r"sheet(?!\w)", "sheet")
    sheet = Sheet(read_drivers(reader, "other-name", r"(?![\w=-])", words=dict.fromkeys(CARDS, "name")))
    while not reader.done:
        if match := reader.take(r"(teams|cards)=(\d{1,4})(?=\s|$)"):
            sheet = _changed(sheet, match[1], int(match[2]))
        else:
            sheet = sheet._replace(options=_options(reader, sheet.options))
    return sheet


def write_sheet(sheet: Sheet) -> str:
    """A table as text."""
    words = ["sheet", *sheet.names, *[f"teams={sheet.teams}"] * (sheet.teams > 0), *write_options(sheet.options)]
    return " ".join([*words, *[f"cards={sheet.cards}"] * (sheet.cards >= 0)])
