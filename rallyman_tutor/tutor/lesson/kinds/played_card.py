"""`decide` at a table of cards: the learner plays a card, and the findings of looking back at the game judge it.

No lesson is written with it: it asks a mistake of a learner's own game again, or a puzzle that is like one, as
`learner/past_cards.py` tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

from rallyman_tutor.coach.card_review import TRIES
from rallyman_tutor.coach.card_why import why_worse
from rallyman_tutor.coach.decision import is_clear, is_surely_worse
from rallyman_tutor.coach.principles.card_principle import NamedCard
from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.core.game import AnyGame, AnyState, Spec
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.advice.card_review_view import so_much
from rallyman_tutor.tutor.advice.card_why_view import card_in_words, given_away_in_words, where_to_look
from rallyman_tutor.tutor.lesson import reasons
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.grading import FOUND, decision_of, given, right_answer
from rallyman_tutor.tutor.lesson.kinds import compared, decided, judged, usual
from rallyman_tutor.tutor.lesson.kinds.decided import DecisionView
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lesson, Lines, MoveFound, Sitting, StepText
from rallyman_tutor.tutor.lesson.shown import HintShown, LessonView, Refutation
from rallyman_tutor.tutor.lesson.sitting import RULE
from rallyman_tutor.tutor.lesson.step_start import start_state
from rallyman_tutor.tutor.table.shown import View
from rallyman_tutor.tutor.words.desk_view import rounded
from rallyman_tutor.tutor.words.rulebook import principle_named
from rallyman_tutor.tutor.words.words import shared_words, words

How: TypeAlias = Literal["best", "better", "alike", "worse"]
"""How a move stands beside the best one that was found."""


@dataclass(frozen=True, slots=True)
class PlayedCardStep:
    """A decision at cards, and what was found of every move."""

    id: str
    start: str
    choices: tuple[Choice, ...]
    found: tuple[MoveFound, ...]  # the best first
    made: str = ""  # in the game in which it was met
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
        """The finding about the move; by a principle, where one is true of it."""
        found = decided.refuted(self, sitting, "not-best-card")
        if found and (against := self._against(sitting, sitting.answer)):
            told = self._code(sitting, sitting.wrong[-2]) if len(sitting.wrong) > 1 else sitting.told
            found["say"] = given_away_in_words(sitting.lesson.game, against, told)
        return found

    def _against(self, sitting: Sitting, answer: str) -> NamedCard | None:
        """The principle that an answer goes against; None where none is known."""
        lesson, at = sitting.lesson, sitting.at
        made, best = (decision_of(lesson, at, one) for one in (answer, right_answer(lesson, at)))
        return why_worse(lesson.game, start_state(lesson, at), made, best, self._found_of(lesson, at, answer).part)

    def _code(self, sitting: Sitting, answer: str) -> str:
        """The code of the principle that an answer goes against; empty where none is known."""
        against = self._against(sitting, answer)
        return against.principle.code if against else ""

    def _decides(self, sitting: Sitting) -> NamedCard | None:
        """The principle to take home: the one that the first wrong answer went against; else that of the learner's move
        in their game, or of another answer. None where none is known."""
        offered = sorted(self.choices, key=lambda one: one.text != self.made)
        answers = (*sitting.wrong[:1], *(one.id for one in offered))
        return next(filter(None, (self._against(sitting, one) for one in answers)), None)

    def takes_home(self, sitting: Sitting) -> str:
        """The principle to take home, by its code, once the step is done; empty where none is known."""
        decides = self._decides(sitting) if sitting.done else None
        return decides.principle.code if decides else ""

    def hint_where(self, sitting: Sitting) -> HintShown:
        """Where the best move makes most of its difference; and that moves can be chosen now."""
        found, decides = decided.hint_where(self, sitting), self._decides(sitting)
        return {**found, "text": f"{where_to_look(sitting.lesson.game, decides)} {found['text']}"} if decides else found

    def hint_without_rule(self, sitting: Sitting) -> str:
        """The principle of playing that decides; else a move that is not the best."""
        decides = self._decides(sitting)
        if decides is None:
            return compared.hint_without_rule(self, sitting)
        game, said = sitting.lesson.game, shared_words(sitting.lesson.key, "lesson")["hint-principle"]
        return str(said).format(**words(game.key).driving(decides.principle.code))

    def hint_move(self, sitting: Sitting) -> HintShown:
        """The card of the best move; the whole move where it plays none, or another answer plays the same one."""
        lesson, at = sitting.lesson, sitting.at
        state, right = start_state(lesson, at), right_answer(lesson, at)
        cards = {one.id: card_in_words(lesson.game, state, decision_of(lesson, at, one.id)) for one in self.choices}
        if not cards[right] or [*cards.values()].count(cards[right]) > 1:
            return decided.hint_move(self, sitting)
        return {"text": str(shared_words(lesson.key, "lesson")["hint-card"]).format(card=cards[right])}

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """The kept findings are not reckoned again."""
        return iter(())

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> DecisionView:
        """How it is judged; and behind the step how good the move was, and the principle to take home."""
        lesson, at = sitting.lesson, sitting.at
        found = decided.show(self, sitting, plain, said["decide-card-how"].format(tries=TRIES))
        decides = self._decides(sitting)
        if decides and (sitting.done or sitting.hints[at] >= RULE):
            found["principle"] = principle_named(lesson.game, decides.principle.code)
        if sitting.done:
            how, told = self._how_good(self._found_of(lesson, at, sitting.answer)), dict(self.words.answers)
            after = self.words.after
            found["figures"] = compared.figures(self, sitting)
            if code := self.takes_home(sitting):
                found["figures"] += [after] if after else []
                after = reasons.principle_in_words(lesson.key, code, code in self._told(sitting))
            best = told[right_answer(lesson, at)]
            found["after"] = f"{said[f'decided-card-{how}'].format(best=best)} {after}".strip()
        elif sitting.answer and self._against(sitting, sitting.answer):
            own = given(lesson, at, sitting.answer)
            found["figures"] = [said["figure-own"].format(worth=self.worth(lesson, at, own))]
        return found

    def _told(self, sitting: Sitting) -> set[str]:
        """The principles, by their codes, that were told with wrong answers, or in the task before this one."""
        return {sitting.told, *(self._code(sitting, one) for one in sitting.wrong)}
