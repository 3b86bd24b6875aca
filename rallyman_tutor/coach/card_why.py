"""Why a move at cards is worse than another one: the principle of playing that is true of the two.

why_worse(GAME, seen, made, better, part)     by the largest part of the difference, as imagined games tell it
why_mistake(GAME, mistake)                    the same of a decision that was weighed
"""

from __future__ import annotations

from collections.abc import Sequence

from rallyman_tutor.coach.card_review import WeighedDecision
from rallyman_tutor.coach.decision import CardPart
from rallyman_tutor.coach.principles import CARD_PRINCIPLES
from rallyman_tutor.coach.principles.card_principle import AnyCardPrinciple, NamedCard, named
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState


def why_worse(game: AnyGame, seen: AnyState, made: AnyMove, better: AnyMove, part: CardPart | None) -> NamedCard | None:
    """The principle by which one move is surely worse than another one, mostly by this part; None where none is."""
    return named(CARD_PRINCIPLES[game.key], seen, made, better, part)


def why_mistake(game: AnyGame, mistake: WeighedDecision) -> NamedCard | None:
    """The principle that a decision goes against; None where none is true of it, or it was no mistake."""
    return why_worse(game, mistake.met.state, mistake.met.move, mistake.other, mistake.largest_part)


def principles_of_cards(game: AnyGame) -> Sequence[AnyCardPrinciple]:
    """The principles of playing a game of cards; none of any other game."""
    return CARD_PRINCIPLES[game.key].all if game.key in CARD_PRINCIPLES else ()


def card_of(game: AnyGame, seen: AnyState, move: AnyMove) -> str:
    """The card that a move plays; nothing where it plays none."""
    return str(CARD_PRINCIPLES[game.key].facts(seen, move, move)["card"])
