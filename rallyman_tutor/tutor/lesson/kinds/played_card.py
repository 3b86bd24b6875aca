"""`decide` at a table of cards: the learner plays a card, and the findings of looking back at the game judge it.

No lesson is written with it: it asks a mistake of a learner's own game again, as `learner/past_cards.py` tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

from rallyman_tutor.coach.card_review import TRIES, is_clear, is_surely_worse
from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.core.game import AnyGame, AnyState, Spec
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.advice.card_review_view import so_much
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.grading import FOUND, decision_of, right_answer
from rallyman_tutor.tutor.lesson.kinds import compared, decided, judged, usual
from rallyman_tutor.tutor.lesson.kinds.decided import DecisionView
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lesson, Lines, MoveFound, Sitting, StepText
from rallyman_tutor.tutor.lesson.shown import LessonView, Refutation
from rallyman_tutor.tutor.table.shown import View
from rallyman_tutor.tutor.words.desk_view import rounded
from rallyman_tutor.tutor.words.words import shared_words

How: TypeAlias = Literal["best", "better", "alike", "worse"]
"""How a move stands beside the best one that was found."""


@dataclass(frozen=True, slots=True)
class PlayedCardStep:
    """A decision at cards, and what was found of every move."""

    id: str
    start: str
    choices: tuple[Choice, ...]
    found: tuple[MoveFound, ...]  # the best first
    rule: str = ""
    words: StepText = NO_TEXT
    lines: Lines = ()

    kind: ClassVar = "decide"
    by: ClassVar = FOUND
    within: ClassVar = GOOD_ENOUGH
    goals: ClassVar[tuple[Goal, ...]] = ()
    solution: ClassVar = ""
    claims: ClassVar[tuple[Choice, ...]] = ()
    lays: ClassVar = True
    plays: ClassVar = True
    once: ClassVar = False
    foretells: ClassVar = False
    breaks_on_purpose: ClassVar = False

    lay_out = decided.lay_out
    end = usual.end_at_start
    take = decided.take
    solve = decided.solve
    play_out = compared.play_out
    earned = judged.earned
    rules_asked = compared.rules_asked
    hint_where = decided.hint_where
    hint_without_rule = compared.hint_without_rule
    hint_move = decided.hint_move

    def describe_start(self, game: AnyGame) -> Spec:
        """The game at this position."""
        return {"position": game.write(self.read_start(game))}

    def read_start(self, game: AnyGame) -> AnyState:
        """The position, with cards that nobody sees."""
        return game.read(self.start)

    def find_right(self, lesson: Lesson, at: int) -> str:
        """The best move that was found."""
        return next(choice.id for choice in self.choices if choice.text == self.found[0].move)

    def accepts(self, lesson: Lesson, at: int, answer: str) -> bool:
        """Whether a move is not surely worse than the best."""
        found = self._found_of(lesson, at, answer)
        return not is_surely_worse(found.behind, found.error)

    def cost(self, lesson: Lesson, at: int, choice: Choice) -> Fraction:
        """How far a move is behind the best."""
        return Fraction(self._found_of(lesson, at, choice.id).behind)

    def _found_of(self, lesson: Lesson, at: int, answer: str) -> MoveFound:
        """The finding about an answer."""
        made = lesson.game.write_move(decision_of(lesson, at, answer))
        found = next((one for one in self.found if one.move == made), None)
        if found is None:
            raise Refused("no-such-answer")
        return found

    def worth(self, lesson: Lesson, at: int, choice: Choice) -> str:
        """How a move stands beside the best one that was found, in words."""
        found = self._found_of(lesson, at, choice.id)
        text = str(shared_words(lesson.key, "lesson")[f"worth-card-{self._how_good(found)}"])
        cost = so_much(lesson.game, found.behind, found.error)
        return text.format(cost=cost, error=rounded(found.error, found.error))

    def _how_good(self, found: MoveFound) -> How:
        """How a move stands beside the best one that was found."""
        if found.move == self.found[0].move:
            return "best"
        if not is_clear(found.behind, found.error):
            return "alike"
        return "worse" if found.behind > 0 else "better"

    def refute(self, sitting: Sitting) -> Refutation | None:
        """The finding about the move."""
        return decided.refuted(self, sitting, "not-best-card")

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """The kept findings are not reckoned again."""
        return iter(())

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> DecisionView:
        """How it is judged; and behind the step how good the move was."""
        found = decided.show(self, sitting, plain, said["decide-card-how"].format(tries=TRIES))
        if sitting.done:
            how = self._how_good(self._found_of(sitting.lesson, sitting.at, sitting.answer))
            best = dict(self.words.answers)[right_answer(sitting.lesson, sitting.at)]
            found["after"] = f"{said[f'decided-card-{how}'].format(best=best)} {self.words.after}"
        return found
