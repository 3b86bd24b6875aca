"""A game on one printed page: the faces of its dice, its cards and signs, and its rules, chapter by chapter.

Nothing of it is written by hand. The faces are counted as the game rolls them, the pictures are those of the board, and
each line is the title of a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rallyman_tutor.core.game import AnyGame
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


class Line(NamedTuple):
    """A rule, and whether it only warns."""

    title: str
    warns: bool


class QuickReference(NamedTuple):
    """One page about a game. Faces are named as the game names their pictures."""

    dice: list[list[str]]  # every face of each kind of die
    cards: list[str]  # of the gears, as they lie before a driver
    signs: list[Sign]  # and faces that are not counted among the dice
    road: Scene | None
    rules: dict[str, list[Line]]  # those that can be broken, and warnings, by chapter


def quick_reference(game: AnyGame) -> QuickReference:
    """The page of a game."""
    road, dice = ROADS.get(game.key), list(_dice(game))
    counted = {face for die in dice for face in die if face.endswith(HAZARD)}
    return QuickReference(
        dice=dice,
        cards=[name for name in game.faces() if name.startswith(CARD)],
        signs=[sign for sign in legend(game) if sign["face"] not in counted],
        road=game.draw(game.read(road)) if road else None,
        rules=_rules(game),
    )


def _dice(game: AnyGame) -> Iterator[list[str]]:
    hazards, faces = game.figures.get("hazard_faces", {}), game.figures.get("faces", 0)
    assert isinstance(hazards, Mapping) and isinstance(faces, int)
    for die, count in hazards.items():
        yield [die] * (faces - count) + [die + HAZARD] * count


def _rules(game: AnyGame) -> dict[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    for rule in game.rules():
        if rule.kind is not Kind.FACT:
            chapter = words(game.key).phrase("chapters", rule.chapter)
            found.setdefault(chapter, []).append(Line(rule_title(game, rule.code), rule.kind is Kind.UNWISE))
    return found
