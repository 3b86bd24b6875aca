"""Mistakes at cards asked again: a card is played on the table, and judged by the findings of looking back at the game.

No table tells what a card is worth, and playing it out takes long. So what was found then of every move is kept with
the position, and nothing is played out again. Good is whatever could not be told apart from the best.
`past_decisions.py` keeps it, `lesson/kinds/played_card.py` judges by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from rallyman_tutor.coach.card_review import MoveComparison, SeatGame, WeighedDecision, review
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
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lesson, MoveFound, StepText
from rallyman_tutor.tutor.words.desk_view import moves_in_words, rounded
from rallyman_tutor.tutor.words.words import shared_words

MOST_CHOICES = 4


def mistakes(played: SeatGame, since: int = 0) -> Iterator[PastDecision]:
    """The decisions that surely cost most, as far as every move was compared there; those alone that were made since a
    move of this number."""
    found, game = review(played), SHELF[played.key]
    for mistake, compared in zip(found.mistakes if found else (), played.compared, strict=False):
        decision = as_kept(game, mistake, compared)
        if mistake.met.number >= since and len(decision.position) <= MOST_LETTERS:
            yield decision


def as_kept(game: AnyGame, mistake: WeighedDecision, compared: Iterable[MoveComparison]) -> PastDecision:
    """A mistake, and what was found of every move there, as they are kept."""
    answers = game.write_move(mistake.best), game.write_move(mistake.met.move)
    against = why_mistake(game, mistake)
    found = tuple(_kept(game, one) for one in compared)
    return PastDecision(
        game.key, game.write(mistake.met.state), answers, found, against.principle.code if against else ""
    )


def _kept(game: AnyGame, one: MoveComparison) -> MoveFound:
    """A finding about a move, as it is kept."""
    part = one.part and CardPart(one.part.what, round(one.part.behind, 3), round(one.part.error, 3))
    return MoveFound(game.write_move(one.move), round(one.behind, 3), round(one.error, 3), part)


def as_lesson(decision: PastDecision, seed: str) -> Lesson | None:
    """A mistake at cards as a lesson of one step, its answers in the order of this seed; None where the kept text is no
    such position, or no mistake."""
    if not _is_mistake(decision):
        return None
    game, page = SHELF[decision.game], shared_words(decision.game, "page")
    own = next(one for one in decision.found if one.move == decision.answers[1])
    (told,) = moves_in_words(
        game, game.read(decision.position), game.read_moves(game.read(decision.position), own.move)
    )
    facts = {
        "cost": so_much(game, own.behind, own.error),
        "error": rounded(own.error, own.error),
        "move": told,
    }
    words = StepText(
        text=(page["card-decision-text"].format(**facts),), after=page["card-decision-after"].format(**facts)
    )
    return _asked(decision, seed, "decision", page["card-decision"], words)


def puzzle_as_lesson(puzzle: PastDecision, number: int, title: str) -> Lesson:
    """A mistake of somebody else as a lesson of one step, which has the number of the puzzle."""
    return _asked(puzzle, f"{puzzle.game}:{number}", str(number), title, NO_TEXT)


def _is_mistake(decision: PastDecision) -> bool:
    """Whether the kept text is a position at cards in which everything was found of every move, and the mistake is
    surely one."""
    if decision.game not in CARDS:
        return False
    game, found = SHELF[decision.game], decision.found
    try:
        state = game.read(decision.position)
        for one in found:
            game.read_moves(state, one.move)
    except (Refused, Illegal):
        return False
    open_ = [] if game.over(state) else [game.write_move(move) for move in game.moves(state)]
    best, own = decision.answers
    if sorted(open_) != sorted(one.move for one in found) or own not in open_ or best != found[0].move:
        return False
    return any(one.move == own and is_surely_worse(one.behind, one.error) for one in found)


def _asked(decision: PastDecision, seed: str, id_: str, title: str, words: StepText) -> Lesson:
    """A decision at cards as a lesson of one step with these words: the answers are the best move, the mistake, and
    those that come nearest to the best."""
    game, (best, own), found = SHELF[decision.game], decision.answers, decision.found
    state = game.read(decision.position)
    others = sorted((one for one in found if one.move not in (best, own)), key=lambda one: one.behind)
    offered = [best, own, *(one.move for one in others)][:MOST_CHOICES]
    told = moves_in_words(game, state, [move for name in offered for move in game.read_moves(state, name)])
    listed = [(str(number), *answer) for number, answer in enumerate(zip(offered, told, strict=True), 1)]
    Random(seed).shuffle(listed)
    words = words._replace(
        goal=shared_words(game.key, "page")["card-decision-goal"],
        answers=tuple(Choice(id_, text) for id_, _, text in listed),
    )
    choices = tuple(Choice(id_, name) for id_, name, _ in listed)
    step = PlayedCardStep(id_, decision.position, choices, found, own, words=words)
    return Lesson(f"{addresses.PRACTICE}/{decision.name}", "", game.key, title, "", (), (step,))
