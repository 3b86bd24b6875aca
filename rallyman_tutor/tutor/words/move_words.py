"""Moves in words: a die and its space, a whole draft, a decision."""

from __future__ import annotations

from collections.abc import Mapping

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Form, LaidStep
from rallyman_tutor.core.rule import Facts
from rallyman_tutor.tutor.words.sentence import capital
from rallyman_tutor.tutor.words.words import Words


def named(
    game: AnyGame,
    language: Words,
    spots: Mapping[str, str],
    laid: LaidStep[AnyMove],
    move: AnyMove,
    state: AnyState | None = None,
) -> str:
    """A step of a draft in words: a piece and its place; the name of a decision, or in this state of a claim; of a
    whole draft, every die."""
    form = game.form(move)
    if not laid.piece:
        steps = [step_in_words(language, game.form(one)) for one in form.steps]
        own = language.group("names").get(str(move)) or language.group("offers").get(game.write_move(move))
        if (name := ", ".join(steps) or own) and "{" not in name:  # a button with figures has none of them here
            return capital(name)
        if form.kind != "die":  # something only said or pressed has no place to go to
            text = str(game.write_move(move)).strip()
            said = next((one for one in game.claims(state) if one.text == text), None) if state is not None else None
            return language.phrase("claims", said.name, said.facts) if said else capital(text)
    how = ("braked" if form.brakes == 1 else "braked-more") if form.brakes else "laid"
    facts = {**step_facts(spots, laid, form), "brakes": form.brakes}
    return language.phrase("steps", how if laid.place else "nowhere", facts)


def dice_of(game: AnyGame, state: AnyState, move: AnyMove) -> str:
    """The dice of a move that drives a whole draft."""
    steps = game.form(move).steps
    return " ".join(laid.piece for laid in game.desk(state, steps).laid) if steps else ""


def step_in_words(language: Words, form: Form[AnyMove]) -> str:
    """A die of a whole draft, with its brakes, and where it goes if it says so."""
    to = form.landing or form.to
    if form.brakes:
        how = ("braked" if form.brakes == 1 else "braked-more") if to else "brakes" if form.brakes > 1 else "brake"
        return language.phrase("steps", how, {"die": form.die, "space": to, "brakes": form.brakes})
    return language.step(form.die, to) if to else language.fact("die", form.die)


def step_facts(spots: Mapping[str, str], laid: LaidStep[AnyMove], form: Form[AnyMove]) -> Facts:
    return {"die": form.die if form.kind == "die" else laid.piece, "space": spots.get(laid.place, laid.place)}


def with_secured(texts: Mapping[str, str], die: str, form: Form[AnyMove]) -> str:
    """A die in words, and that it is secured if it is."""
    return texts["secured"].format(die=die) if form.secured else die
