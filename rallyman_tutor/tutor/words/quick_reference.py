"""A game on one printed page: the faces of its dice, its cards and signs, and its rules, chapter by chapter.

Nothing of it is written by hand. The faces are counted as the game rolls them, the pictures are those of the board, and
each line is the title of a rule; which facts stand beside those that can be broken is listed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.scene.shapes import Scene
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.rulebook import Sign, legend
from rallyman_tutor.tutor.words.words import words

HAZARD = "!"
CARD = "card:"
ROADS: Mapping[str, str] = {
    "classic": "s2 R3/4x3K4 s2 j3 s2 | A@s1 g3",
    "dirt": "202a 216a:R2 205a 219a:L2 203a | A@1.L1",
}
"""A piece of road with the signs of the game, where it has a road."""
NAMED: Mapping[str, Mapping[str, str]] = {
    "classic": {"b1.line": "line", "b1.d2": "drift", "b1.cut": "shortcut", "j1": "jump"},
    "dirt": {"202a#1.L2": "lane", "216a#2.line1": "line", "216a#2.d2": "drift", "219a#4.h1": "slide"},
}
"""Spaces of this road that have names, by the word of the game for each."""
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
    """A space of the road with a name of its own: where its middle is, its name, and what it is."""

    x: float
    y: float
    name: str
    text: str


class QuickReference(NamedTuple):
    """One page about a game. Faces are named as the game names their pictures."""

    dice: list[list[str]]  # every face of each kind of die
    cards: list[str]  # of the gears, as they lie before a driver
    signs: list[Sign]  # and faces that are not counted among the dice
    road: Scene | None
    spaces: list[NamedSpace]  # of that road
    rules: dict[str, list[Line]]  # those that can be broken, warnings and a few facts, by chapter


def quick_reference(game: AnyGame) -> QuickReference:
    """The page of a game."""
    road, dice = ROADS.get(game.key), list(_dice(game))
    counted = {face for die in dice for face in die if face.endswith(HAZARD)}
    return QuickReference(
        dice=dice,
        cards=[name for name in game.faces() if name.startswith(CARD)],
        signs=[sign for sign in legend(game) if sign["face"] not in counted],
        road=game.draw(game.read(road)) if road else None,
        spaces=_spaces(game, game.read(road)) if road else [],
        rules=_rules(game),
    )


def _spaces(game: AnyGame, state: AnyState) -> list[NamedSpace]:
    told = {word: text for forms, text in words(game.key).group("glossary").items() for word in forms.split("|")}
    at = {place.key: place for place in game.places(state)}
    return [NamedSpace(at[key].x, at[key].y, word, told[word]) for key, word in NAMED.get(game.key, {}).items()]


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
