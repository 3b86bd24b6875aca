"""Names for places that are called by what they are: a pile, somebody's road."""

from __future__ import annotations

from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.tutor.words.words import words


def names_of_places(game: AnyGame, state: AnyState) -> dict[str, str]:
    """The names of all places without one of their own in this position, by their keys."""
    language = words(game.key)
    unnamed = (place for place in game.places(state) if language.place(place.key) == place.key)
    return {place.key: language.phrase("spots", place.kind, {**place.facts, "place": place.key}) for place in unnamed}
