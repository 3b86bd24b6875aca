"""Remedies in words, and as intents of buttons: moves to make instead of a step that is refused or unwise.

A game puts them in the order of what may come of them. On a stage that is solved they stand in the order of what they
cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rallyman_tutor.coach.remedy_costs import costs
from rallyman_tutor.core.game import AnyDraft, AnyGame, AnyMove, AnyState
from rallyman_tutor.core.remedy import Price, Remedy
from rallyman_tutor.core.rule import Facts, Violation
from rallyman_tutor.tutor.session.intents import Act, Draft
from rallyman_tutor.tutor.words.place_names import names_of_places
from rallyman_tutor.tutor.words.words import shared_words, words

SAME = 6
"""Costs that are equal to so many digits are the same: sums come in another order each time."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A remedy as it is told: what its button says, what it costs, and its dice and decision in notation."""

    label: str
    price: str
    draft: tuple[str, ...]
    then: str = ""


def suggest(game: AnyGame, state: AnyState, draft: AnyDraft, violation: Violation) -> tuple[Suggestion, ...]:
    """Moves to make instead of one step, every one of them open now: the cheapest first where the stage is solved, else
    as the game has put them."""
    spots = names_of_places(game, state) if game.has_hidden_hands else {}
    found = _found(game, state, draft, violation)  # type: ignore[arg-type]  # a game can be a key
    return tuple(
        Suggestion(
            _label(game, remedy, spots),
            remedy.price.name.lower().replace("_", "-"),
            tuple(game.write_move(move) for move in remedy.draft),
            game.write_move(remedy.then) if remedy.then is not None else "",
        )
        for remedy in in_order(game, state, found)
    )


@lru_cache(maxsize=8)
def _found(game: AnyGame, state: AnyState, draft: AnyDraft, violation: Violation) -> Sequence[Remedy[AnyMove]]:
    """The remedies of a broken rule. An answer tells them several times: in words, to ears, and as buttons."""
    return game.remedies(state, draft, violation)


def in_order(game: AnyGame, state: AnyState, found: Sequence[Remedy[AnyMove]]) -> Sequence[Remedy[AnyMove]]:
    """Remedies in the order of the stage's cost after them, if it is solved, as if nothing that they keep lay behind
    them; of equal ones the game's first stays first."""
    alone = [one._replace(draft=one.draft[: len(one.draft) - one.kept]) for one in found]
    worth = costs(game, state, [one.moves for one in alone]) if len(found) > 1 else None
    if worth is None:
        return found
    return [found[at] for at in sorted(range(len(found)), key=lambda at: round(worth[at], SAME))]


def _label(game: AnyGame, remedy: Remedy[AnyMove], spots: dict[str, str]) -> str:
    """The words of a remedy, and its warning where it has one."""
    language, said = words(game.key), shared_words(game.key, "remedies")
    facts = {**remedy.facts}
    if "space" in facts:
        facts["space"] = spots.get(str(facts["space"]), facts["space"])
    text = language.fill(said[remedy.kind], facts)
    if remedy.kept:
        text = said["kept"].format(it=text)
    warning = _warning(remedy)
    return language.fill(said[warning], {**facts, "it": text}) if warning else text


def _warning(remedy: Remedy[AnyMove]) -> str:
    """The name of the words that warn of what a remedy may lead to; nothing where it is safe."""
    may_end = bool(remedy.facts.get("out"))
    if remedy.price is Price.LOSES_CONTROL:
        return "loses-control-or-rally" if may_end else "loses-control"
    if remedy.price is Price.RISKS_CONTROL and may_end:
        return "risks-both" if remedy.facts.get("chance") else "risks-the-rally"
    return remedy.price.name.lower().replace("_", "-") if remedy.price >= Price.RISKS_CONTROL else ""


def in_sentences(game: AnyGame, found: Sequence[Suggestion]) -> str:
    """All remedies of a broken rule, to be read or heard one after the other."""
    said = shared_words(game.key, "remedies")
    return " ".join(said["or" if at else "first"].format(it=one.label) for at, one in enumerate(found))


def stuck_because(game: AnyGame, facts: Facts) -> str:
    """Why nothing works from here."""
    case = str(facts.get("case", "nothing-works"))
    return words(game.key).fill(shared_words(game.key, "stuck")[case], facts)


def intent_of(one: Suggestion) -> Act | Draft:
    """The intent of a remedy's button: lay its dice; where it has none, take its decision."""
    return Act(one.then) if one.then and not one.draft else Draft(one.draft)
