"""Decisions to choose from, named as a player says them: how the first die is driven, then which dice follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.tutor.advice.why_view import dice_in_words
from rallyman_tutor.tutor.advice.worth_view import draft_in_words, is_button_alone, texts_of
from rallyman_tutor.tutor.words.move_words import named, step_in_words, with_secured
from rallyman_tutor.tutor.words.sentence import capital
from rallyman_tutor.tutor.words.words import shared_words, words


class ChoiceName(NamedTuple):
    """A decision in words: with all its dice, and in brief where its dice are drawn beside it."""

    whole: str
    brief: str


def choices_in_words(game: AnyGame, state: AnyState, lines: Sequence[tuple[AnyMove, ...]]) -> list[ChoiceName]:
    """Decisions in words, each told as a line that begins with it: their dice, with the place of the first one where
    these differ; and with all places, if two would else read alike. Brief is what differs by its dice at least."""
    first_places = {place for line in lines if (place := _first_place(game, state, line))}
    told = [_told(game, state, line, with_place=len(first_places) > 1) for line in lines]
    if len({one.whole for one in told}) < len(told):
        told = [_told(game, state, line, with_place=True) for line in lines]
    if len({one.whole for one in told}) < len(told):
        language, texts = words(game.key), texts_of(game)
        whole = [draft_in_words(game, texts, language, state, _decided(game, line), with_places=True) for line in lines]
        told = [ChoiceName(text, text) for text in whole]
    drawn = [_drawn(game, state, line) for line in lines]
    brief = [_told(game, state, line, with_place=False).brief for line in lines]
    for longer in ([one.brief for one in told], [one.whole for one in told]):
        seen = [*zip(brief, drawn, strict=True)]
        brief = [more if seen.count(one) > 1 else one[0] for one, more in zip(seen, longer, strict=True)]
    return [ChoiceName(capital(one.whole), capital(text)) for one, text in zip(told, brief, strict=True)]


def _told(game: AnyGame, state: AnyState, line: tuple[AnyMove, ...], *, with_place: bool) -> ChoiceName:
    """One decision in words, and the dice that follow if nothing goes wrong; with the place of its first die or not."""
    texts, language, form = shared_words(game.key, "choice"), words(game.key), game.form(line[0])
    kind, _ = race_coach(game).kind(line[0])
    if kind == "attack":
        dice = dice_in_words(game, language, form.steps or line)
        return ChoiceName(str(texts["attack"]).format(dice=dice), str(texts["attack-brief"]))
    if kind == "arrange" or form.kind == "word":
        told = draft_in_words(game, texts_of(game), language, state, line[:1], with_places=True)
        if kind == "arrange" or is_button_alone(game, line):
            return ChoiceName(told, told)
        behind = _told(game, state, line[1:], with_place=with_place)
        return ChoiceName(*(texts_of(game)["then"].format(first=told, draft=text) for text in behind))
    steps = form.steps or line
    die, rest = game.form(steps[0]), dice_in_words(game, language, steps[1:])
    name = step_in_words(language, die._replace(to="", landing=""))
    if with_place:
        name = named(game, language, {}, game.desk(state, steps).laid[0], steps[0])
    offers = game.desk(state, form.steps or line[:1]).offers
    costs = [offer.facts["cost"] for offer in offers if offer.move == line[0] and die.secured]
    facts, how = {"die": name, "cost": "".join(map(str, costs))}, "secure" if die.secured else "roll"
    first = str(texts[how]).format(**facts)
    if not rest:
        return ChoiceName(first, first)
    brief = str(texts["first-brief" if with_place else f"{how}-brief"]).format(first=first, **facts)
    return ChoiceName(str(texts["first"]).format(first=first, rest=rest), brief)


def first_die(game: AnyGame, state: AnyState, line: tuple[AnyMove, ...]) -> str:
    """The die with which a decision begins, where it goes, and whether it is secured; empty where it begins with
    none."""
    form = game.form(line[0])
    steps = form.steps or line[:1]
    die = game.form(steps[0])
    if die.kind != "die":
        return ""
    name = named(game, words(game.key), {}, game.desk(state, steps).laid[0], steps[0])
    return with_secured(texts_of(game), name, die)


def _first_place(game: AnyGame, state: AnyState, line: tuple[AnyMove, ...]) -> str:
    """The place of the first die of a decision; empty where none lies."""
    form = game.form(line[0])
    laid = game.desk(state, form.steps or line[:1]).laid
    return laid[0].place if laid and (form.kind == "die" or form.steps) else ""


def _decided(game: AnyGame, line: tuple[AnyMove, ...]) -> tuple[AnyMove, ...]:
    return line[:1] if game.form(line[0]).steps else line


def _drawn(game: AnyGame, state: AnyState, line: tuple[AnyMove, ...]) -> str:
    """The dice that are drawn beside a decision."""
    return " ".join(one.piece for one in game.desk(state, game.form(line[0]).steps or line).laid)
