"""Pages about principles of playing cards: their examples, with figures of imagined games, and how much each is
worth."""

from __future__ import annotations

from random import Random

from rallyman_tutor.coach import bots
from rallyman_tutor.coach.card_figures import PlayedOut, figures_of
from rallyman_tutor.coach.card_why import why_worse
from rallyman_tutor.coach.principles.card_principle import AnyCardPrinciple
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import begin
from rallyman_tutor.tutor.advice.card_review_view import so_much
from rallyman_tutor.tutor.advice.card_why_view import better_in_words
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.words.desk_view import moves_in_words, rounded
from rallyman_tutor.tutor.words.rulebook import DRAFT_MARK
from rallyman_tutor.tutor.words.words import shared_words

OTHER_MARK = " / "


def worth(game: AnyGame, code: str) -> str:
    """The cost of what goes against a principle in imagined evenings, in words; nothing where its error drowns it, or
    nobody made that mistake."""
    mean = figures_of(game.key)[code].mean
    if mean is None:
        return ""
    said = str(shared_words(game.key, "handbook")["worth-cards" if mean.many > 1 else "worth-cards-one"])
    return said.format(n=mean.many, cost=so_much(game, mean.behind, mean.error), error=rounded(mean.error, mean.error))


def told(game: AnyGame, one: AnyCardPrinciple, kind: str, number: int) -> str:
    """The decision of an example in words, and why another one is better; or that it is not, where it only looks so."""
    state, made, other = _example(game, one, kind, number)
    found, texts = figures_of(game.key)[one.code], shared_words(game.key, "handbook")
    played = (found.not_so if kind == "ok" else found.holds)[number]
    choice, instead = moves_in_words(game, state, (made, other))
    return str(texts["looks-so" if kind == "ok" else "example"]).format(
        choice=choice,
        why=_not_so(game, played, instead) if kind == "ok" else _why(game, state, made, other, played),
    )


def _why(game: AnyGame, state: AnyState, made: AnyMove, better: AnyMove, played: PlayedOut) -> str:
    found = why_worse(game, state, made, better, played.part)
    return better_in_words(game, found) if found else ""


def _not_so(game: AnyGame, played: PlayedOut, other: str) -> str:
    """That the other move is worse."""
    cost = so_much(game, played.behind, played.error)
    said = str(shared_words(game.key, "handbook")["not-so"])
    return said.format(other=other, cost=cost, error=rounded(played.error, played.error))


def example_session(game: AnyGame, one: AnyCardPrinciple, kind: str, number: int) -> Session:
    """An example as a table to sit at, with the card of the decision that it speaks of; what nobody there sees is
    dealt."""
    seen, made, _ = _example(game, one, kind, number)
    position, seat = game.write(bots.dealt(game, seen, Random(one.code))), game.turn(seen)
    replay = begin(game, game.spec(position, ()))
    others = frozenset(range(len(game.result(replay.state)["drivers"]))) - {seat}
    return Session(replay, others, seed=one.code, table=position, drafts=Drafts((made,)))


def _example(game: AnyGame, one: AnyCardPrinciple, kind: str, number: int) -> tuple[AnyState, AnyMove, AnyMove]:
    """The position of an example, its decision, and the other one."""
    examples = one.not_so if kind == "ok" else one.holds
    if not 0 <= number < len(examples):
        raise Refused("no-such-example")
    position, _, moves = examples[number].partition(DRAFT_MARK)
    made, other = (game.read_draft(move).moves[0] for move in moves.split(OTHER_MARK))
    return game.read(position), made, other
