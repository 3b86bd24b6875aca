"""Why a move at cards is worse than another one, in two sentences: what to do instead, and what that brings; or, where
the better one is not to be told, what the move gives away, and the principle behind that."""

from __future__ import annotations

from rallyman_tutor.coach.card_review import WeighedDecision
from rallyman_tutor.coach.card_why import card_of, why_mistake
from rallyman_tutor.coach.decision import CardPart
from rallyman_tutor.coach.principles.card_principle import NamedCard
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.tutor.words.desk_view import rounded
from rallyman_tutor.tutor.words.words import shared_words, words


def card_why_in_words(game: AnyGame, mistake: WeighedDecision) -> str:
    """The better move by the principle that is true of a mistake; nothing where none is."""
    found = why_mistake(game, mistake)
    return better_in_words(game, found) if found else ""


def better_in_words(game: AnyGame, found: NamedCard) -> str:
    """The better move by its principle, and what it brings."""
    language = words(game.key)
    facts = {name: language.fact(name, value) for name, value in found.facts.items()}
    does = language.driving(found.principle.code)["does"].format(**facts)
    return f"{does} {part_in_words(game, found.part)}"


def part_in_words(game: AnyGame, part: CardPart) -> str:
    """The largest part of what a better move brings."""
    return _part(game, "card-parts", part)


def given_away_in_words(game: AnyGame, found: NamedCard, told: str = "") -> str:
    """The most that a move gives away, and the reason by its principle; in brief where this principle, by its code, was
    told just before."""
    gives, texts = _part(game, "card-gives", found.part), words(game.key).driving(found.principle.code)
    if found.principle.code == told:
        return str(shared_words(game.key, "why")["gives-again"]).format(name=texts["name"], gives=gives)
    return f"{gives} {texts['why']}"


def where_to_look(game: AnyGame, found: NamedCard) -> str:
    """Where the better move makes most of its difference."""
    return words(game.key).phrase("card-look", found.part.what)


def beside_in_words(game: AnyGame, found: NamedCard, other: str) -> str:
    """The principle that speaks for the better move, and what it brings beside the other one, which has this name."""
    said = str(shared_words(game.key, "card-why")["beside"])
    name = words(game.key).driving(found.principle.code)["name"]
    return f"{said.format(name=name, other=other)} {part_in_words(game, found.part)}"


def card_in_words(game: AnyGame, seen: AnyState, move: AnyMove) -> str:
    """The name of the card that a move plays; nothing where it plays none."""
    card = card_of(game, seen, move)
    return words(game.key).fact("card", card) if card else ""


def _part(game: AnyGame, group: str, part: CardPart) -> str:
    said = words(game.key).phrase(group, part.what)
    return said.format(n=rounded(part.behind, part.error), error=rounded(part.error, part.error))
