"""Goals are told twice: in random games and drafts a test reads from the notation whether what a goal says is so; see
`told_twice.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

import pytest

from rallyman_tutor.coach.odds import odds
from rallyman_tutor.core.game import AnyState
from rallyman_tutor.core.replay import PastMove, begin
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson import goals
from rallyman_tutor.tutor.lesson.goals import GOAL_KINDS, GoalContext
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import text_tables
from tests.games.facts import Case
from tests.games.opened import opened
from tests.games.random_games import RANDOM, decisions
from tests.some import some
from tests.tutor import told_twice as twice

RACES = ("classic", "dirt")
DIE = re.compile(r"(?<![\w.>])([\dwo])(b*)>([^ ()$\]]+)|(?<![\w.>])(b)>([^ ()$\]]+)")
"""A die on its space, in a move as it is written."""


class Moved(NamedTuple):
    """A decision of a game, as it is written, with the words about what came of it."""

    before: Case
    move: str
    after: Case
    whats: Sequence[str]  # of the driver's events, and of those of nobody
    told: Sequence[str]

    @property
    def ends_turn(self) -> bool:
        """Whether a new turn begins behind it: somebody else's, or one with no die on the road."""
        words = self.after.sections[2].split()[1:]
        goes_on = any(re.match(r"([\dwob]b*|!+|\$\d)$|phase=|\w+\[", word) for word in words)
        return self.before.driver != self.after.driver or not goes_on

    @property
    def dice(self) -> Sequence[tuple[str, str]]:
        """The dice that were rolled, with their places: of a whole draft as many as the car has gone on by."""
        return laid(self.move)[: sum(what in ("moved", "flew") for what in self.whats)]


def laid(told: str) -> list[tuple[str, str]]:
    """The dice of a draft as it is written, brakes behind their die, each with the place where it lands."""
    found = DIE.findall(told)
    return [(die + brakes or "b", (place or other).rpartition(">")[2]) for die, brakes, place, _, other in found]


class Moment(NamedTuple):
    """Somebody's way through a game up to a moment, and the draft that is laid then."""

    key: str
    now: GoalContext
    name: str
    start: Case
    state: Case
    draft: str
    past: Sequence[Moved]

    @property
    def turns(self) -> Sequence[Sequence[Moved]]:
        """The learner's decisions since the start, turn by turn."""
        found: list[list[Moved]] = [[]]
        for one in self.past:
            if one.before.driver != self.name or "phase=over" in one.before.sections[2]:
                continue
            if found[-1] and found[-1][-1].ends_turn and "phase=" not in one.before.sections[2]:
                found.append([])
            found[-1].append(one)
        return [turn for turn in found if turn]

    @property
    def own(self) -> Sequence[Moved]:
        return [one for turn in self.turns for one in turn]

    @property
    def turn(self) -> Sequence[Moved]:
        """The decisions of the turn that goes on, or else of the last one; none, where the draft begins a turn."""
        return [] if laid(self.draft) and self.is_over else self.turns[-1] if self.turns else []

    @property
    def is_over(self) -> bool:
        """Whether the turn of the learner's last decision is over."""
        return bool(self.turns) and self.turns[-1][-1].ends_turn

    @property
    def dice(self) -> Sequence[tuple[str, str]]:
        return [*(die for one in self.turn for die in one.dice), *laid(self.draft)]

    @property
    def place(self) -> str:
        return laid(self.draft)[-1][1] if laid(self.draft) else standing(self.key, self.state, self.name)


def standing(key: str, case: Case, name: str) -> str:
    is_home = "finished" in case.car(name) and key == "classic"
    return "finish" if is_home else case.place(name) or ("start" if key == "classic" else "")


def same(at: Moment, one: str, other: str) -> bool:
    """Whether two places are the same; where no other space is called so, the notation leaves out the tile."""
    return bool(one and other) and (one == other or in_full(at, one) == in_full(at, other))


def in_full(at: Moment, place: str) -> str:
    road = keys(at)
    ends = [key for key in road if place in (key, key.rpartition("#")[2], key.rpartition(".")[2])]
    return place if place in road else ends[0] if len(ends) == 1 else place


@cache
def game_of(key: str, seed: int) -> list[Any]:
    found = []
    for one in decisions(key, seed):
        found.append(one)
        if len(found) == 300:
            break
    return found


def moments(key: str, seed: int, many: int) -> Iterator[Moment]:
    """Moments of a random game: some moves behind a start, and sometimes the next dice laid."""
    game, luck, played = SHELF[key], Random(f"{key} {seed}"), game_of(key, seed)
    for _ in range(many):
        first = luck.randrange(len(played))
        last = min(len(played), first + luck.choice((0, 0, 1, 2, 3, 5, 9)))
        opening = played[first].before
        state = played[last - 1].after if last > first else opening
        kept = [place.key for place in game.places(opening)] == [place.key for place in game.places(state)]
        if game.over(opening) or not kept:
            continue
        draft: tuple[Any, ...] = ()
        seat, name = game.turn(opening), str(game.desk(opening, ()).facts["driver"])
        is_next = last < len(played) and not game.over(state) and game.turn(state) == seat
        if is_next and luck.random() < 0.7 and not game.frozen_draft(state):
            form = game.form(played[last].move)
            draft = form.steps or ((played[last].move,) if form.kind == "die" or game.has_hidden_hands else ())
        past = [PastMove(one.move, one.shown, one.events, one.after) for one in played[first:last]]
        context = GoalContext(game, opening, state, draft, tuple(past))
        read = [moved(key, one, seat) for one in played[first:last]]
        text = " ".join(map(game.write_move, draft))
        yield Moment(key, context, name, twice.written(key, opening), twice.written(key, state), text, read)


def moved(key: str, one: Any, seat: int) -> Moved:
    game = SHELF[key]
    own = [event for event in one.events if event.seat in (seat, -1)]
    told = [twice.event(key, one.after, event) for event in own]
    before, after = twice.written(key, one.before), twice.written(key, one.after)
    return Moved(before, game.write_move(one.move), after, [event.what for event in own], told)


# -- What is so, read from the notation --------------------------------------------------------------------------------


def is_so(at: Moment, name: str, argument: str) -> bool:
    """Whether what a goal says is so."""
    case, number = at.state, int(argument) if argument.isdecimal() else 0
    if name in ("uses", "avoids"):
        return any(argument in die for die, _ in at.dice) is (name == "uses")
    match name:
        case "reach":
            return same(at, at.place, argument)
        case "beyond":
            return is_ahead(at, argument)
        case "gear":
            return gear_at_the_end(at) == number
        case "dice":
            return count(at) == number
        case "dice-most":
            return count(at) <= number
        case "turns-most":
            return len(at.turns) <= number
        case "way":
            crossed = [place for one in at.own for _, place in one.dice] + [place for _, place in laid(at.draft)]
            return any(same(at, place, argument) for place in crossed)
        case "secured":
            paid = [one for one in at.own if "secured" in one.whats]
            return "$" in at.draft or bool(paid)
        case "attack":
            return "A[" in at.draft or "attack" in case.sections[2] or any("A[" in one.move for one in at.turn)
        case "odds-below":
            found = odds(at.now.game, at.now.state, at.now.draft)
            return 1 - found.arrive - found.short < Fraction(argument)
        case "clock-most":
            return case.number("c", at.name) <= number
        case "has":
            dial, many = argument.split()
            return dial_of(at, dial) >= int(many)
        case "hazards-most":
            return re.sub(r"\w+\[.*?\]", "", case.sections[2]).count("!") <= number
        case "breaks":
            return codes_told(at)[:1] == [argument]
        case "event":
            return any(is_told_as(at.key, argument, told) for one in at.past for told in one.told)
        case "no":
            return not any(is_told_as(at.key, argument, told) for one in at.past for told in one.told)
    assert name == "finish"
    kinds = {place.key: place.kind for place in at.now.game.places(at.now.state)}
    ends = laid(at.draft) and any(same(at, key, at.place) for key, kind in kinds.items() if kind == "finish")
    return bool(ends) or any("finish" in one.whats for one in at.past)


def is_ahead(at: Moment, argument: str) -> bool:
    """Whether the car is ahead of every car there: as cars on these places stand in the field when their turn comes."""
    there = [key for key in keys(at) if goals.is_or_lies_in(key, argument)]
    if not any(same(at, key, at.place) for key in keys(at)):
        return False
    return all(is_behind(at, key, in_full(at, at.place)) for key in there)


def keys(at: Moment) -> tuple[str, ...]:
    return _keys(at.key, at.now.state)


@lru_cache(maxsize=1)  # one moment is asked a hundred times
def _keys(key: str, state: AnyState) -> tuple[str, ...]:
    return tuple(place.key for place in SHELF[key].places(state))


def is_behind(at: Moment, one: str, other: str) -> bool:
    """Whether the first place is behind the second: on the road of Rallyman (2009) by how the road is written, on that
    of DIRT as cars on these places stand in the field."""
    if at.key == "classic":
        return end_of(at, one) < end_of(at, other)
    if leads_to(at, one, other) or leads_to(at, other, one):
        return leads_to(at, one, other)
    kinds = {place.key: place.kind for place in at.now.game.places(at.now.state)}
    return "finish" not in (kinds[one], kinds[other]) and far(at, one) < far(at, other)


def end_of(at: Moment, key: str) -> Fraction:
    """Where a space ends: a bend is as long as its drift, and its line and its shortcut are as long as the bend."""
    parts = list(dict.fromkeys(one.partition(".")[0] for one in keys(at)))
    bend, _, way = key.partition(".")
    many = max([int(one.rpartition(".d")[2]) for one in keys(at) if one.startswith(f"{bend}.d")], default=1)
    return parts.index(bend) + (Fraction(int(way[1:]), many) if way.startswith("d") else Fraction(1))


def leads_to(at: Moment, one: str, other: str) -> bool:
    """Whether one can drive from a space to another."""
    road, names = opened(at.now.state).road, keys(at)
    found, new = set[int](), {names.index(one)}
    while new:
        new = {ahead for place in new for ahead in road.next[place]} - found
        found |= new
    return names.index(other) in found


def far(at: Moment, key: str) -> int:
    line = f"{at.state.sections[0]} | Me@{key.rpartition('#')[2]} g1 ; Other | Me"
    state = at.now.game.read(line)
    return int(at.now.game.desk(state, ()).standings[0].far)


def gear_at_the_end(at: Moment) -> int:
    numbered = [int(die[0]) for die, _ in laid(at.draft) if die[0].isdigit()]
    return numbered[-1] if numbered else at.state.number("g", at.name)


def count(at: Moment) -> int:
    """The dice of this turn, those before the start as the position tells them; a die and its brakes are one."""
    begun = re.sub(r"\w+\[.*?\]", "", at.start.sections[2]).split()[1:] if is_same_turn(at) else []
    used = [word for word in begun if re.fullmatch(r"[\dwo]b*|b", word)]
    return len(at.dice) + len(used)


def is_same_turn(at: Moment) -> bool:
    """Whether it is still the turn of the start."""
    return len(at.turns) <= 1 and not (laid(at.draft) and at.is_over)


DIALS = {
    "classic": {"gear": "g", "clock": "c"},
    "dirt": {"gear": "g", "clock": "c", "seconds": "s"},
    "crazy_rally": {"speed": "v", "distance": "d"},
    "mil_millas": {},
}
"""How dials are written."""
START_SPEED = 5
"""Of Crazy Rally; it is not written."""


def dial_of(at: Moment, dial: str) -> int:
    if dial == "km":
        (side,) = [part for part in at.state.sections[0].split(";") if at.name in re.split(r"[ +]", part.strip())]
        return int((re.search(r"(?<!\S)(\d+)(?!\S)", side) or ["", "0"])[1])
    told = at.state.number(DIALS[at.key][dial], at.name)
    is_told = re.search(rf" {DIALS[at.key][dial]}\d", at.state.car(at.name))
    return told if is_told or dial != "speed" else START_SPEED


def codes_told(at: Moment) -> list[str]:
    """The rules that the sheet beside the table names, the first first."""
    session = Session(begin(at.now.game, at.now.game.spec(at.state.start, ())), drafts=Drafts(at.now.draft))
    return [one["code"] for one in view(session)["messages"]]


def is_told_as(key: str, event: str, told: str) -> bool:
    """Whether a line of the log is what the game says of such an event."""
    return event in told_as(key, told) or (event == "blocked" and "blocked-by" in told_as(key, told))


@cache
def told_as(key: str, told: str) -> Sequence[str]:
    """The events that a line of the log tells of: those with most of its letters in their text."""
    texts = text_tables(f"games.{key}")["words"]["events"]
    letters = {name: len(re.sub(r"\{\w+\}", "", text)) for name, text in texts.items() if fits(text, told)}
    return [name for name, many in letters.items() if many == max(letters.values())]


def fits(text: str, told: str) -> bool:
    pattern = re.sub(r"\\\{\w+\\\}", "(?:.*)", re.escape(text))
    return bool(re.fullmatch(pattern, told, re.DOTALL))


# -- The words ---------------------------------------------------------------------------------------------------------


def in_words(at: Moment, name: str, argument: str) -> str:
    tell, own = twice.Twice(at.key, "goals"), text_tables(f"games.{at.key}")
    words: Mapping[str, Any] = own["words"]
    if name in ("uses", "avoids"):
        return tell(name, it=words["pieces"][argument])
    if name in ("reach", "way", "beyond"):
        bend = at.key == "classic" and re.fullmatch(r"b\d+", argument)
        return tell(name, it=argument if bend else twice.place(at.key, argument))
    if name == "gear":
        return tell(name, it=twice.gear(int(argument)))
    if name == "clock-most":
        return tell(name, it=clock(int(argument)))
    if name == "has":
        dial, many = argument.split()
        much = {"clock": clock, "gear": twice.gear}.get(dial, str)(int(many))
        return tell(name, it=f"{words['readouts'][dial]} {much}")
    if name == "odds-below":
        return tell(name, it=f"{float(Fraction(argument)) * 100:g} %")
    if name == "breaks":
        return tell(name, it=own[argument]["title"])
    if name in ("event", "no"):
        return tell(name, it=text_tables("tutor")["happenings"].get(argument, argument))
    return tell(name, it=argument)


def clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def asked(at: Moment, luck: Random) -> Iterator[tuple[str, str]]:
    """Goals that could be set at the start, some of which are so."""
    game = at.now.game
    dial = luck.choice(dials(at))
    yield "has", f"{dial} {luck.choice((1, 2, 3) if dial == 'gear' else (0, 1, 2, 3, 25, 50, 100))}"
    events = list(text_tables(f"games.{at.key}")["words"]["events"])
    seen = [name for name in events for one in at.past for told in one.told if is_told_as(at.key, name, told)]
    for name in ("event", "no"):
        yield name, luck.choice(events)
        if seen:
            yield name, luck.choice(seen)
    if not game.has_hidden_hands:
        yield from asked_on_the_road(at, luck)


def asked_on_the_road(at: Moment, luck: Random) -> Iterator[tuple[str, str]]:
    road, pieces = keys(at), [one.key for one in at.now.game.desk(at.now.start, ()).pieces]
    near = [key for key in road if same(at, key, at.place)] or road
    around = road[max(0, road.index(near[0]) - 3) : road.index(near[0]) + 3]
    driven = [key for key in road for _, place in at.dice if same(at, key, place)] or road
    for name in ("reach", "beyond"):
        yield name, luck.choice((*near, luck.choice(around)))
        yield name, luck.choice(around)
    yield "way", luck.choice((luck.choice(road), luck.choice(driven)))
    if sum(at.now.game.risk(at.now.state, at.now.draft)) < 1:  # else the gear is the one in which the car is put back
        yield "gear", str(gear_at_the_end(at))
        yield "gear", str(luck.randint(1, 5))
    for name, most in (("dice", 6), ("dice-most", 6), ("turns-most", 3), ("hazards-most", 2)):
        yield name, str(luck.randint(0, most))
    yield "dice", str(count(at))
    for name in ("uses", "avoids"):
        yield name, luck.choice(pieces)
        if at.dice:
            yield name, luck.choice(luck.choice(at.dice)[0])
    yield from ((name, "") for name in ("secured", "attack", "finish"))
    yield "clock-most", str(luck.choice((0, 50, 100, 200)))
    if 0 < len(at.now.draft) < 3 and not at.now.game.judge(at.now.state, at.now.draft):
        yield "odds-below", luck.choice(("1/3", "0.01", "0.1", "0.5"))
    codes = [code for code in codes_told(at) if code] or [rule.code for rule in at.now.game.rules()]
    yield "breaks", luck.choice(codes)


def dials(at: Moment) -> Sequence[str]:
    known = [*DIALS[at.key], *(["km"] if at.key == "mil_millas" else [])]
    facts = at.now.game.desk(at.now.start, ()).standings[0].facts
    return [dial for dial in known if dial in facts]


@pytest.mark.parametrize("key", SHELF)
@pytest.mark.parametrize("part", range(3))
@cache  # the test of every text asks for it again
def test_a_goal_is_met_exactly_where_what_it_says_is_so(key: str, part: int, wide: bool) -> None:
    assert key in RANDOM
    found: dict[str, set[bool]] = {}
    for seed in range(part, 12 if wide else 6, 3):
        luck = Random(f"{key} {seed}")
        for at in moments(key, seed, 6):
            for name, argument in asked(at, luck):
                aim = goals.read(at.now.game, at.now.start, f"{name} {argument}")
                is_met = is_so(at, name, argument)
                where = (name, argument, at.start.start, [one.move for one in at.past], at.draft, at.state.start)
                assert goals.is_met(aim, at.now) is is_met, where
                assert goals.in_words(at.now.game, aim) == in_words(at, name, argument)
                found.setdefault(name, set()).add(is_met)
    assert found


def test_every_text_of_a_goal_is_told(wide: bool) -> None:
    for key in some(RACES):
        test_a_goal_is_met_exactly_where_what_it_says_is_so(key=key, part=0, wide=wide)
    assert not twice.never_told("goals")
    assert twice.TOLD["goals"] >= set(GOAL_KINDS)
