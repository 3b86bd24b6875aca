"""Sentences of the tutor told twice: once by the tutor, and once by a test, which finds every fact in it in another
way.

    tell = Twice("dirt", "retry")
    tell("is-behind", behind="2.5") == "2.5 s behind the best"

The tutor finds its facts in what the coach and the desk hand it. Here a position is read as it is written, dice are
read from notation, a place is spelt by its pattern, and a draft is driven to see where its dice lie; what a drive costs
is the coach's in both. A test tells a whole sentence and compares it. `Twice` keeps which texts were told: a text that
no generated case ever comes to is read by nobody, and a test says so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rallyman_tutor.core.game import AnyMove, AnyState, Event, Events
from rallyman_tutor.core.replay import begin
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.games.facts import Case
from tests.games.random_games import decisions

TOLD: dict[str, set[str]] = defaultdict(set)
"""The texts that were told, by their group."""


class Twice:
    """Tells the sentences of one group of texts, as one game has them."""

    def __init__(self, game: str, group: str) -> None:
        self.game, self.group = game, group
        self.texts = {**text_tables("tutor")[group], **own_texts(game, group)}

    def __call__(self, name: str, /, **facts: object) -> str:
        TOLD[self.group].add(name)
        TOLD[f"{self.group} of {self.game}"].add(name)
        return str(self.texts[name]).format(**facts)


def own_texts(game: str, group: str) -> Mapping[str, object]:
    """The texts of a group that a game says otherwise."""
    found: Mapping[str, object] = text_tables(f"games.{game}")["words"].get(group, {})
    return found


def never_told(group: str, game: str = "") -> set[str]:
    """The texts of a group that were told of no case so far; or those of them that a game says otherwise."""
    if game:
        return set(own_texts(game, group)) - TOLD[f"{group} of {game}"]
    return set(text_tables("tutor")[group]) - TOLD[group]


# -- Positions and dice, read as they are written ----------------------------------------------------------------------


def written(key: str, state: AnyState) -> Case:
    """A position, to be read in its notation."""
    return Case(key, "", SHELF[key].write(state), "", 0, state)


def place(key: str, told: str) -> str:
    """A space in words, by its notation: "b2.d1", "4.L1", "219a#4.L1"."""
    told = told.rpartition("#")[2]
    pattern = str(text_tables(f"games.{key}")["words"]["places"][re.sub(r"\d", "", told)])
    for name, number in zip("nk", re.findall(r"\d+", told), strict=False):
        pattern = pattern.replace(f"{{{name}}}", number)
    return pattern


def stands(key: str, state: AnyState, name: str = "") -> str:
    """The space that a driver stands on, in words."""
    case = written(key, state)
    if "finished" in case.car(name):
        return "the finish"
    return place(key, case.place(name or case.driver))


def gear(number: int) -> str:
    return ("neutral", "1st", "2nd", "3rd", "4th", "5th", "6th")[number]


def die(letter: str) -> str:
    return {"w": "the gas die", "o": "the leader die", "b": "the brake die"}.get(letter, f"the {letter}")


def percent(chance: Fraction) -> str:
    """A chance as it is told: nothing is certain that is not, and nothing is impossible that is not."""
    near = round(chance * 100)
    if near == 0 < chance:
        return "<1 %"
    return ">99 %" if near == 100 and chance < 1 else f"{near} %"


def seconds(cost: float, *, signed: bool = False) -> str:
    """Seconds to a tenth, and never less than nothing by a hair."""
    told = f"{cost:+.1f}" if signed else f"{cost:.1f}"
    return told.replace("-0.0", "+0.0" if signed else "0.0")


def is_told(cost: float) -> bool:
    """Whether seconds are more than nothing, told to a tenth."""
    return seconds(abs(cost)) != "0.0"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str], last: str = " or ") -> str:
    return last.join([*([", ".join(parts[:-1])] if parts[1:] else []), *parts[-1:]])


def button(key: str, state: AnyState, told: str) -> str:
    """The words on the button of a decision without dice, told in notation: of a card, its addition to the clock."""
    game, words_of_buttons = SHELF[key], text_tables(f"games.{key}")["words"]["offers"]
    if told != "stop":
        return str(words_of_buttons[told])
    (move,) = game.read_draft(told).moves
    now, later = written(key, state), written(key, game.play(state, move, game.harmless_luck)[0])
    wheel = now.number("P") and "phase=wheel" in now.start
    assert not wheel
    added = later.number("c", now.driver) - now.number("c")
    return str(words_of_buttons["stop"]).format(gear=gear(now.number("g")), seconds=added)


def draft(key: str, state: AnyState, line: Sequence[str]) -> str:
    """A draft in words: its dice as notation has them, on their spaces, rolled one by one or all at once; or a
    button."""
    tell, first, *rest = Twice(key, "worth"), *line
    if re.match(r"[a-z]{2,}$", first):
        told = button(key, state, first)
        if first == "sisu" and rest and rest[0].startswith(("go ", "flat ")):
            return tell("then", first=told, draft=draft(key, state, rest))
        return told
    whole = re.match(r"(go|flat|arrange) ", first)
    tokens = re.findall(r"[\dwo]b*>[^ ()]+", first) if whole else [one for one in line if re.match(r"[\dwo]b*>", one)]
    dice = []
    for token in tokens:
        piece, brakes, to, secured = re.fullmatch(r"([\dwo])(b*)>([^$]*)(\$?)\d?", token).groups()  # type: ignore[union-attr]  # each is one
        on, many = place(key, to), len(brakes)
        if many:
            one = tell("braked" if many == 1 else "braked-more", die=die(piece), count=many, to=on)
        else:
            one = f"{die(piece)} {'to' if whole else 'on'} {on}"
        dice.append(tell("secured", die=one) if secured else one)
    if first.startswith("arrange "):  # these are rolled already
        return tell("draft-arrange", dice=", ".join(dice))
    if first.startswith(("A[", "flat")):
        return tell("draft-attack", dice=", ".join(dice))
    return tell("draft-one" if len(dice) == 1 else "draft-draft", dice=", ".join(dice))


def joined(parts: Iterable[str]) -> str:
    return " ".join(filter(None, parts))


def event(key: str, state: AnyState, happened: Event) -> str:
    """An event in words, as the state after it tells it."""
    return words(key).phrase("events", *SHELF[key].describe_event(state, happened))


def decision(key: str, state: AnyState, told: str) -> str:
    """A decision as it is told of a drive: its button; or its dice, each on its space."""
    if re.match(r"[a-z]{2,}$", told):
        return button(key, state, told)
    if told.startswith("A["):
        return str(text_tables(f"games.{key}")["words"]["offers"]["attack"]).format(count=told.count(" ") + 1)
    if re.match(r"(go|flat|arrange) ", told):
        return draft(key, state, (told,))
    if "left[" in written(key, state).start:  # dice that lie on the road already
        return f"Roll {die(told[0])}"
    return draft(key, state, (told,)).removeprefix("roll ")


# -- The log ----------------------------------------------------------------------------------------------------------


class Log:
    """Tells the lines of one game's log, from its texts; and keeps which were told."""

    def __init__(self, key: str) -> None:
        self.key, self.texts = key, text_tables(f"games.{key}")["words"]["events"]

    def __call__(self, name: str, /, **facts: object) -> str:
        TOLD[f"events of {self.key}"].add(name)
        return str(self.texts[name]).format(**facts)

    def never_told(self) -> set[str]:
        return set(self.texts) - TOLD[f"events of {self.key}"]


class Happened(NamedTuple):
    """A move: the position before and after it as written, its outcomes, the kinds of its events, whose they were, and
    the words about them."""

    before: str
    move: str
    shown: Sequence[str]
    after: str
    whats: Sequence[str]
    seats: Sequence[int]
    told: Sequence[str]


def happened(
    key: str, before: AnyState, move: AnyMove, shown: Sequence[str], after: AnyState, events: Events
) -> Happened:
    game = SHELF[key]
    told = [event(key, after, one) for one in events]
    whats, seats = [event.what for event in events], [event.seat for event in events]
    return Happened(game.write(before), game.write_move(move), shown, game.write(after), whats, seats, told)


def in_random_games(key: str, seeds: Iterable[int]) -> Iterator[Happened]:
    for seed in seeds:
        for one in decisions(key, seed):
            yield happened(key, one.before, one.move, one.shown, one.after, one.events)


def in_examples(key: str) -> Iterator[Happened]:
    """The moves of the examples of what happens by itself."""
    game = SHELF[key]
    for text in (text for rule in game.rules() for text in rule.ok if rule.kind is Kind.FACT and " :: " in text):
        start, script = text.partition(" => ")[0].split(" :: ")
        replay = begin(game, game.spec(start, ())).follow(game.read_draft(script))
        states = [replay.start, *(past.state for past in replay.past)]
        for before, past in zip(states, replay.past, strict=False):
            yield happened(key, before, past.move, past.shown, past.state, past.events)


def by_hand(key: str, position: str, told: str) -> Happened:
    """A move in a position, with harmless luck."""
    game = SHELF[key]
    before = game.read(position)
    (move,) = game.read_draft(told).moves
    return happened(key, before, move, (), *game.play(before, move, game.harmless_luck))
