"""Mistakes at cards asked again: a card is played on the table, and judged by the findings of looking back at the game.

No table tells what a card is worth, and playing it out takes long. So what was found then of every move is kept with
the position, and nothing is played out again. Good is whatever could not be told apart from the best.
`past_decisions.py` keeps it, `lesson/kinds/played_card.py` judges by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rallyman_tutor.coach.card_review import MoveComparison, SeatGame, review
from rallyman_tutor.coach.card_why import why_mistake
from rallyman_tutor.coach.coaches import CARDS
from rallyman_tutor.coach.decision import CardPart, is_surely_worse
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.card_review_view import so_much
from rallyman_tutor.tutor.learner import addresses
from rallyman_tutor.tutor.learner.past_decisions import MOST_LETTERS, PastDecision
from rallyman_tutor.tutor.lesson.kinds.played_card import PlayedCardStep
from rallyman_tutor.tutor.lesson.lessons import Choice, Lesson, MoveFound, StepText
from rallyman_tutor.tutor.words.desk_view import moves_in_words, rounded
from rallyman_tutor.tutor.words.words import shared_words

MOST_CHOICES = 4


def mistakes(played: SeatGame, since: int = 0) -> Iterator[PastDecision]:
    """The decisions that surely cost most, as far as every move was compared there; those alone that were made since a
    move of this number."""
    found, game = review(played), SHELF[played.key]
    for mistake, compared in zip(found.mistakes if found else (), played.compared, strict=False):
        position = game.write(mistake.met.state)
        if mistake.met.number >= since and len(position) <= MOST_LETTERS:
            answers = game.write_move(mistake.best), game.write_move(mistake.met.move)
            against = why_mistake(game, mistake)
            code = against.principle.code if against else ""
            yield PastDecision(played.key, position, answers, tuple(_kept(game, one) for one in compared), code)


def _kept(game: AnyGame, one: MoveComparison) -> MoveFound:
    """A finding about a move, as it is kept."""
    part = one.part and CardPart(one.part.what, round(one.part.behind, 3), round(one.part.error, 3))
    return MoveFound(game.write_move(one.move), round(one.behind, 3), round(one.error, 3), part)


def as_lesson(decision: PastDecision, seed: str) -> Lesson | None:
    """A mistake at cards as a lesson of one step, its answers in the order of this seed; None where the kept text is no
    such position, or no mistake."""
    if decision.game not in CARDS:
        return None
    game, found = SHELF[decision.game], decision.found
    try:
        state = game.read(decision.position)
        moves = {one.move: tuple(game.read_moves(state, one.move)) for one in found}
    except (Refused, Illegal):
        return None
    open_ = [] if game.over(state) else [game.write_move(move) for move in game.moves(state)]
    by_name = {one.move: one for one in found}
    best, own = decision.answers
    if sorted(open_) != sorted(one.move for one in found) or own not in by_name or best != found[0].move:
        return None
    behind, error = by_name[own].behind, by_name[own].error
    if not is_surely_worse(behind, error):
        return None
    others = sorted((one for one in found if one.move not in (best, own)), key=lambda one: one.behind)
    offered = [best, own, *(one.move for one in others)][:MOST_CHOICES]
    told = moves_in_words(game, state, [moves[name][0] for name in offered])
    listed = [(str(number), *answer) for number, answer in enumerate(zip(offered, told, strict=True), 1)]
    Random(seed).shuffle(listed)
    page = shared_words(game.key, "page")
    facts = {"cost": so_much(game, behind, error), "error": rounded(error, error), "move": told[1]}
    words = StepText(
        goal=page["card-decision-goal"],
        text=(page["card-decision-text"].format(**facts),),
        answers=tuple(Choice(id_, text) for id_, _, text in listed),
        after=page["card-decision-after"].format(**facts),
    )
    choices = tuple(Choice(id_, name) for id_, name, _ in listed)
    step = PlayedCardStep("decision", decision.position, choices, found, own, words=words)
    name = f"{addresses.PRACTICE}/{decision.name}"
    return Lesson(name, "", game.key, page["card-decision"], "", (), (step,))
