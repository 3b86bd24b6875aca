"""An exercise, and how it becomes a lesson of one step: a draft in which to find the wrong die, or answers."""

from __future__ import annotations

from dataclasses import dataclass

from rallyman_tutor.core.game import AnyGame, AnyState, NamedDraft
from rallyman_tutor.tutor.lesson.goals import objections
from rallyman_tutor.tutor.lesson.kinds.find import FindStep
from rallyman_tutor.tutor.lesson.kinds.quiz import QuizStep
from rallyman_tutor.tutor.lesson.lessons import AnyStep, Choice, Lesson, StepText
from rallyman_tutor.tutor.words.explain import Explanation, explain, explain_sheet
from rallyman_tutor.tutor.words.place_names import names_of_places
from rallyman_tutor.tutor.words.sentence import capital
from rallyman_tutor.tutor.words.words import shared_words, words

SEPARATOR = " | "
"""Between answers, of which each is a draft."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position and a draft, both in notation, and which die of it breaks the rule; or, of answers to choose from,
    which one is different from all others."""

    code: str
    start: str
    draft: str
    wrong: int  # from 1
    fresh: bool  # made up now, not one of the rule's own examples
    is_allowed: bool = False  # the different one keeps all rules, and every other breaks one

    @property
    def answers(self) -> tuple[str, ...]:
        """The drafts or sheets to choose from; one alone is a draft in which a die is to be found."""
        return tuple(self.draft.split(SEPARATOR))


def as_lesson(game: AnyGame, found: Exercise) -> Lesson:
    """An exercise as a lesson of one step: which die is it, or which answer?"""
    page = shared_words(game.key, "page")
    if len(found.answers) > 1:
        step: AnyStep = _which_answer(game, found)
    else:
        texts = StepText(goal=page["practice-goal"], text=())
        step = FindStep("practice", found.start, found.draft, found.wrong, (found.code,), words=texts)
    return Lesson(f"practice/{found.code}", "", game.key, page["practice"], "", (found.code,), (step,))


def _which_answer(game: AnyGame, found: Exercise) -> QuizStep:
    """The answers, each on its place; and behind the right one, what the rule says of the one that breaks it."""
    page, state = shared_words(game.key, "page"), game.read(found.start)
    sheets = {one.text: one for one in game.sheets}
    is_of_tables = found.answers[0] in sheets
    named = sheets if is_of_tables else {one.text: one for one in game.claims(state)}
    texts = [_called(game, state, text, named.get(text)) for text in found.answers]
    why = next(filter(None, (_why(game, state, text, found.code) for text in found.answers)))
    goal = "practice-table" if is_of_tables else "practice-only" if found.is_allowed else "practice-which"
    return QuizStep(
        "practice",
        found.start,
        choices=tuple(Choice(str(at), "" if is_of_tables else text) for at, text in enumerate(found.answers, 1)),
        right=str(found.wrong),
        breaks=(found.code,),
        rule=found.code,
        words=StepText(
            goal=page[goal],
            answers=tuple(Choice(str(at), capital(text)) for at, text in enumerate(texts, 1)),
            after=f"{why.said} {why.why}",
        ),
    )


def _called(game: AnyGame, state: AnyState, text: str, claim: NamedDraft | None) -> str:
    """An answer in words: a decision as its button says it, a claim by its name, a piece by where it lies."""
    language = words(game.key)
    offer = next((one for one in game.desk(state, ()).offers if game.write_move(one.move) == text), None)
    if offer is not None:
        return language.phrase("offers", offer.name, offer.facts)
    if claim is not None:
        return language.phrase("claims", claim.name, claim.facts)
    laid = game.desk(state, game.read_draft(text).moves).laid[0]
    places = names_of_places(game, state)
    piece = (
        laid.piece if game.has_hidden_hands else language.group("pieces").get(laid.piece, laid.piece)
    )  # a card's says all that is on it
    return language.phrase("steps", "laid", {"die": piece, "space": places.get(laid.place, laid.place)})


def _why(game: AnyGame, state: AnyState, text: str, code: str) -> Explanation | None:
    """The case of this rule against an answer, if it has one."""
    if text in {one.text for one in game.sheets}:
        kind = game.book[code].kind
        return next((explain_sheet(game, one) for one in game.judge_sheet(text, kind) if one.code == code), None)
    moves = game.read_draft(text).moves
    broken = (one for one in objections(game, state, moves) if one.code == code)
    return next((explain(game, state, moves, one) for one in broken), None)
