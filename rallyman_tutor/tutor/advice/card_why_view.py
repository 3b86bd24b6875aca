"""Why a decision at cards was worse than another one, in two sentences: what to do instead, and what that brings."""

from __future__ import annotations

from rallyman_tutor.coach.card_review import WeighedDecision
from rallyman_tutor.coach.principles import CARD_PRINCIPLES
from rallyman_tutor.coach.principles.card_principle import named
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.tutor.words.desk_view import rounded
from rallyman_tutor.tutor.words.words import words


def card_why_in_words(game: AnyGame, mistake: WeighedDecision) -> str:
    """The better move by the principle that is true of a mistake; nothing where none is."""
    met, language = mistake.met, words(game.key)
    found = named(CARD_PRINCIPLES[game.key], met.state, met.move, mistake.other, mistake.largest_part)
    if found is None:
        return ""
    facts = {name: language.fact(name, value) for name, value in found.facts.items()}
    does = language.driving(found.principle.code)["does"].format(**facts)
    part, error = found.part, found.part.error
    brings = language.phrase("card-parts", part.what)
    return f"{does} {brings.format(n=rounded(part.behind, error), error=rounded(error, error))}"
