"""The knowledge of every kind of step about itself. The rest of the tutor asks these names, and never which kind a step
is.

A kind is a frozen dataclass with its own fields, in a file of its own. What several kinds do alike is a function of
`driven.py`, `judged.py`, `answered.py` or `compared.py`, and the class says which of them stands behind a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Protocol

from rallyman_tutor.core.game import AnyGame, AnyState, Spec

if TYPE_CHECKING:
    from rallyman_tutor.tutor.faults import Fault, MakeFault
    from rallyman_tutor.tutor.goals import Goal
    from rallyman_tutor.tutor.hints import HintShown
    from rallyman_tutor.tutor.intents import AtStep
    from rallyman_tutor.tutor.lesson_view import LessonView
    from rallyman_tutor.tutor.lessons import Choice, Lesson, Lines, StepText
    from rallyman_tutor.tutor.refutation import Refutation
    from rallyman_tutor.tutor.session import Session
    from rallyman_tutor.tutor.sitting import Sitting
    from rallyman_tutor.tutor.view import View


class AnyStep(Protocol):
    """Something to do in a lesson, of any kind."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    @property
    def kind(self) -> str:
        """The word for it in lessons and on the page."""

    @property
    def id(self) -> str: ...
    @property
    def start(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def words(self) -> StepText: ...
    @property
    def lines(self) -> Lines: ...

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals to be reached; none where an answer is asked for."""

    @property
    def solution(self) -> str:
        """The draft, or the script, that meets the goals; empty where an answer is asked for."""

    @property
    def claims(self) -> tuple[Choice, ...]:
        """The possible claims beside the dice that are laid."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The answers to choose from."""

    @property
    def by(self) -> str:
        """The measure by which answers are compared; empty where they are not."""

    @property
    def lays(self) -> bool:
        """Whether the learner lays dice."""

    @property
    def plays(self) -> bool:
        """Whether the learner goes on to play the laid draft; else the draft itself is asked for, or only an answer."""

    @property
    def once(self) -> bool:
        """Whether the first answer ends the step, right or wrong."""

    @property
    def foretells(self) -> bool:
        """Whether the learner says what a draft leads to, so that nothing may tell them before."""

    @property
    def breaks_on_purpose(self) -> bool:
        """Whether the learner is to break a rule, so that breaking it is no mistake."""

    # How it starts, and where it ends.

    def describe_start(self, game: AnyGame) -> Spec:
        """The description of the game that a step with a start of its own begins in."""

    def read_start(self, game: AnyGame) -> AnyState:
        """The state in which a step with a start of its own begins."""

    def lay_out(self, session: Session) -> Session:
        """The table at the start with what lies there, and what the dice will show."""

    def end(self, lesson: Lesson, at: int) -> AnyState:
        """The state in which the solution ends."""

    # What the learner does, and what that earns.

    def take(self, sitting: Sitting, intent: AtStep) -> Sitting:
        """The sitting after what the learner did; raises what is not taken."""

    def solve(self, sitting: Sitting) -> Iterator[AtStep]:
        """The actions of a learner who knows the solution, one by one."""

    def earned(self, sitting: Sitting, stars: int) -> int:
        """The stars that are left of these."""

    # When an answer is right.

    def find_right(self, lesson: Lesson, at: int) -> str:
        """The right answer; empty where there is none, or more than one."""

    def accepts(self, lesson: Lesson, at: int, answer: str) -> bool:
        """Whether an answer is right, or good enough."""

    def cost(self, lesson: Lesson, at: int, choice: Choice) -> Fraction:
        """The cost of an answer, of which less is better; of use where answers are compared."""

    # Why it is wrong, and what helps.

    def refute(self, sitting: Sitting) -> Refutation | None:
        """The faults of the answer or the draft; None where nothing was tried."""

    def rules_asked(self, lesson: Lesson, at: int) -> Iterator[tuple[str, str]]:
        """The rules that the step asks for, and the key behind each: first those it names, then those its solution
        meets."""

    def hint_where(self, sitting: Sitting) -> HintShown:
        """The first hint: where to look."""

    def hint_without_rule(self, sitting: Sitting) -> str:
        """The second hint, where no single rule decides."""

    def hint_move(self, sitting: Sitting) -> HintShown:
        """The third hint: what to do."""

    # How it is proven, and how it is shown.

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """Everything that is wrong with the step."""

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> None:
        """Put into what the page shows of the lesson and of its table what only this kind shows."""
