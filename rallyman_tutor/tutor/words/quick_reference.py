"""A game on one printed page: the faces of its dice, its cards, spaces and signs, and its rules, chapter by chapter.

Nothing of it is written by hand. The faces are counted as the game rolls them, the pictures are those of the board, and
each line is the title of a rule; which facts stand beside those that can be broken is listed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from math import atan2, cos, sin
from typing import NamedTuple

from rallyman_tutor.core.game import AnyGame, AnyState, Plain
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.scene.shapes import Group, Point, Scene
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.rulebook import Sign, legend
from rallyman_tutor.tutor.words.words import text_tables, words

HAZARD = "!"
CARD = "card:"
BOARDS: Mapping[str, str] = {
    "classic": "forest/rock s2 grass/grass R3/4x3K4 s2 j3 s2 | A@s1 g3",
    "dirt": "202a 216a:R2 205b 219b:L2 203a | A@1.L1",
    "crazy_rally": "- | You ; Ana ; Ben | deal | supply ?50",
    "mil_millas": "You ; Ana | You - ; Ana - | You deal",
}
"""A piece of road with the spaces and signs of the game, or its table."""
NAMED: Mapping[str, Mapping[str, str]] = {
    "classic": {"b1.line": "line", "b1.d2": "drift", "b1.cut": "shortcut", "j1": "crest"},
    "dirt": {
        "202a#1.L2": "lane", "216a#2.line1": "line", "216a#2.d2": "drift", "219b#4.h1": "slide",
        "219b#4.k1": "shortcut", "205b#3.L2": "crest",
    },
    "crazy_rally": {one: one for one in ("faster:You", "slower:You", "supply", "discard")},
    "mil_millas": {one: one for one in ("road1", "road2", "deck", "pile")},
}  # fmt: skip
"""Places on it that have names, by the entry of the glossary for each; of a table, by the key of their texts."""
SHOWN: Mapping[str, Mapping[str, tuple[str, float]]] = {
    "classic": {
        "inside": ("b1.line", 0), "outside": ("b1.d1", 0), "K4": ("b1.cut", 0),
        "on-a-crest": ("j1", 0), "forest": ("s2", -62), "rock": ("s2", 62), "grass": ("s5", 62),
    },
    "dirt": {
        "on-a-space": ("216a#2.line1", 0), "dotted-line": ("219b#4.h1", 0), "brown-space": ("219b#4.k1", 0),
        "on-a-crest": ("205b#3.L2", 0), "colour": ("205b#3.L1", -62),
    },
}  # fmt: skip
"""Where each sign on the road can be seen, by its entry of the legend, and how far beside that space: to its right, or
to its left below 0."""
ON_CARDS = ("crazy_rally",)
"""Games whose signs stand on their cards, where each has a meaning of its own."""
BESIDE: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "mil_millas": {
        "25": ("50", "75", "100", "200"), "red": ("green",), "limit": ("endlimit",), "fuel": ("petrol",),
        "flat": ("spare",), "crash": ("repair",),
    }
}  # fmt: skip
"""Other cards that a line of the legend tells of as well."""
FACTS: Mapping[str, tuple[str, ...]] = {
    "classic": (
        *("CL-GAS-01", "CL-CARD-01", "CL-CARD-05", "CL-BEND-01", "CL-BEND-02", "CL-CUT-01", "CL-CUT-03"),
        *("CL-PUNC-01", "CL-JUMP-01", "CL-JUMP-02", "CL-JUMP-10", "CL-LOC-01", "CL-LOC-03", "CL-LOC-04", "CL-LOC-06"),
        *("CL-DMG-01", "CL-FIN-01", "CL-FIN-03", "CL-ATK-02", "CL-ATK-04", "CL-ATK-07", "CL-ATK-12", "CL-SISU-04"),
    ),
    "dirt": (
        *("DI-GEAR-01", "DI-CORNER-02", "DI-CORNER-03", "DI-LIMIT-02", "DI-SLIDE-01"),
        *("DI-SHORT-03", "DI-JUMP-01", "DI-FLAT-02", "DI-FLAT-03", "DI-FLAT-04", "DI-SEC-02", "DI-END-03"),
        *("DI-LOC-01", "DI-LOC-02", "DI-LOC-05", "DI-LOC-07", "DI-SPARE-02", "DI-FIN-01", "DI-FIN-06"),
    ),
}
"""Facts that a driver needs at the table besides the rules that can be broken: what things cost, earn and lead to."""


class Line(NamedTuple):
    """A rule, and whether it only warns, or only tells how things go."""

    title: str
    warns: bool
    tells: bool = False


class NamedSpace(NamedTuple):
    """A space of the road, or a place of the table, with a name of its own: where its middle is, its name, and what it
    is."""

    x: float
    y: float
    name: str
    text: str


class QuickReference(NamedTuple):
    """One page about a game. Faces are named as the game names their pictures."""

    dice: list[list[str]]  # every face of each kind of die
    cards: list[str]  # of the gears, as they lie before a driver
    signs: list[Sign]  # and faces that are not counted among the dice
    board: Scene
    spaces: list[NamedSpace]  # of that board
    spots: dict[str, Point]  # where a sign can be seen on it
    beside: Mapping[str, tuple[str, ...]]  # other faces that a sign tells of
    drawn: Mapping[str, Group]  # signs that stand on cards, each alone
    rules: dict[str, list[Line]]  # those that can be broken, warnings and a few facts, by chapter


def quick_reference(game: AnyGame) -> QuickReference:
    """The page of a game."""
    state, dice = game.read(BOARDS[game.key]), list(_dice(game))
    counted = {face for die in dice for face in die if face.endswith(HAZARD)}
    return QuickReference(
        dice=dice,
        cards=[name for name in game.faces() if name.startswith(CARD)],
        signs=[sign for sign in legend(game) if sign["face"] not in counted],
        board=game.draw(state),
        spaces=_spaces(game, state),
        spots=_spots(game, state),
        beside=BESIDE.get(game.key, {}),
        drawn=_drawn(game),
        rules=_rules(game),
    )


def _spaces(game: AnyGame, state: AnyState) -> list[NamedSpace]:
    at, told = {place.key: place for place in game.places(state)}, _told(game)
    return [NamedSpace(at[key].x, at[key].y, *told[word]) for key, word in NAMED[game.key].items()]


def _told(game: AnyGame) -> dict[str, tuple[str, str]]:
    """The name of each space and what it is: as the glossary tells it of a road, and as the texts do of a table."""
    texts: Plain = text_tables(f"games.{game.key}")["words"]
    if game.key not in SHOWN:
        return {key: (str(name), str(text)) for key, (name, text) in texts["table-places"].items()}
    return {
        key: (one.get("road") or one["forms"].partition("|")[0], one["is"]) for key, one in texts["glossary"].items()
    }


def _spots(game: AnyGame, state: AnyState) -> dict[str, Point]:
    """Where each sign on the road can be seen."""
    places, told = list(game.places(state)), text_tables(f"games.{game.key}")["words"]["legend"]
    at = {place.key: n for n, place in enumerate(places)}
    found: dict[str, Point] = {}
    for entry, (key, aside) in SHOWN.get(game.key, {}).items():
        here, last = places[at[key]], places[at[key] - 1]
        way = atan2(here.y - last.y, here.x - last.x)
        sign = told[entry]["sign"] if isinstance(told[entry], dict) else entry
        found[sign] = here.x - aside * sin(way), here.y + aside * cos(way)
    return found


def _drawn(game: AnyGame) -> dict[str, Group]:
    """The signs that stand on cards, as they are drawn there."""
    if game.key not in ON_CARDS:
        return {}
    found: dict[str, Group] = import_module(f"rallyman_tutor.games.{game.key}.art").signs()
    told = text_tables(f"games.{game.key}")["words"]["legend"]
    return {told[entry]["sign"]: picture for entry, picture in found.items()}


def _dice(game: AnyGame) -> Iterator[list[str]]:
    hazards, faces = game.figures.get("hazard_faces", {}), game.figures.get("faces", 0)
    assert isinstance(hazards, Mapping) and isinstance(faces, int)
    for die, count in hazards.items():
        yield [die] * (faces - count) + [die + HAZARD] * count


def _rules(game: AnyGame) -> dict[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    for rule in game.rules():
        is_fact = rule.kind is Kind.FACT
        if not is_fact or rule.code in FACTS.get(game.key, ()):
            chapter = words(game.key).phrase("chapters", rule.chapter)
            found.setdefault(chapter, []).append(Line(rule_title(game, rule.code), rule.kind is Kind.UNWISE, is_fact))
    return found
