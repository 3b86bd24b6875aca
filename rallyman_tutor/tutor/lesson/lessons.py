"""A lesson, its steps and a learner who sits at one. These types know one another, so they stand in one file.

A kind of steps is a frozen dataclass with its own fields, in a file of its own in `kinds/`, which has every name of
`AnyStep`. The rest of the tutor asks these names, and never which kind a step is. `lessons/README.md` tells teachers
how lessons are written; `reading.py` reads them, `lesson_folders.py` finds them, `proof.py` proves them, and
`sitting.py` takes what a learner does there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple, Protocol, TypeAlias

from rallyman_tutor.coach.decision import CardPart
from rallyman_tutor.core.game import AnyGame, AnyState, Spec
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.shown import HintShown, LessonView, Refutation
from rallyman_tutor.tutor.session.intents import AtStep
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.table.shown import View
from rallyman_tutor.tutor.words.language import ENGLISH, base, spoken

SAME = "same"
"""The start that is the end of the step before."""


class MoveFound(NamedTuple):
    """A move at cards beside the best one, as found when a game was looked back at, with the standard error; and the
    largest part of what it is behind, if that is surely there."""

    move: str
    behind: float
    error: float
    part: CardPart | None = None


class Choice(NamedTuple):
    """An answer, a draft to choose, or something the learner can claim."""

    id: str
    text: str = ""  # what happens, a draft or a move


class Mistake(NamedTuple):
    """A draft that a beginner would lay, and the rules that it breaks or is warned by."""

    draft: str
    breaks: tuple[str, ...] = ()
    warns: tuple[str, ...] = ()


class PictureNamed(NamedTuple):
    """A picture in the text of a step: its file, what it shows in words, and the line where it stands."""

    file: str
    alt: str
    line: int


class StepText(NamedTuple):
    """The words of one step."""

    goal: str = ""
    text: tuple[str, ...] = ()  # paragraphs
    hint: str = ""
    answers: tuple[Choice, ...] = ()
    after: str = ""  # what comes of the right answer
    line: int = 1
    told: tuple[Choice, ...] = ()  # to wrong answers, what is wrong with each
    pictures: tuple[PictureNamed, ...] = ()
    brief: tuple[Choice, ...] = ()  # the answers, beside which their dice are drawn
    figures: tuple[str, ...] = ()  # told to whoever asks for them, once the step is done


NO_TEXT = StepText()


Lines: TypeAlias = tuple[tuple[str, int], ...]
"""Where each key of a step stands in the file; the step itself under the empty key."""


def line_of(step: AnyStep, key: str) -> int:
    """Where a key of a step stands in the file."""
    return dict(step.lines).get(key, dict(step.lines).get("", 1))


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson in one language."""

    name: str  # game/folder: what progress is kept under
    file: str
    key: str  # of the game
    title: str
    about: str
    teaches: tuple[str, ...]
    steps: tuple[AnyStep, ...]
    language: str = ENGLISH

    @property
    def other_language(self) -> str:
        """The language of a lesson from a file that is told in another one than is spoken; nothing for all others."""
        return self.language if self.file and self.language != base(spoken()) else ""

    @property
    def game(self) -> AnyGame:
        return SHELF[self.key]


def broken_on_purpose(lesson: Lesson) -> tuple[str, ...]:
    """The rules that a learner breaks on purpose in a lesson."""
    return tuple(
        aim.value for step in lesson.steps for aim in step.goals if step.breaks_on_purpose and aim.name == "breaks"
    )


@dataclass(frozen=True, slots=True)
class Sitting:
    """One learner in one lesson at one moment. Hints, wrong answers and stars are kept for every step."""

    lesson: Lesson
    at: int
    session: Session
    hints: tuple[int, ...]
    tries: tuple[int, ...]
    stars: tuple[int, ...]  # the most a step has earned; 0 is not done yet
    done: bool = False  # this step, this time
    answer: str = ""  # the last one given: an id, or the number of a die from 0
    first_answer: str = ""  # the first one given, since the step was entered
    wrong: tuple[str, ...] = ()  # the wrong ones given since then, in order
    told: str = ""  # the principle, by its code, that was taken home just before

    @property
    def step(self) -> AnyStep:
        return self.lesson.steps[self.at]

    @property
    def is_to_be_foretold(self) -> bool:
        """Whether the learner is about to say what the draft on the table leads to."""
        return self.step.foretells and not self.done

    @property
    def is_passed(self) -> bool:
        """Whether every step of the lesson is done."""
        return all(self.stars)


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
        """The right answer; where a kind takes more than one, the first of them. Empty where there is none."""

    def accepts(self, lesson: Lesson, at: int, answer: str) -> bool:
        """Whether an answer is right, or good enough."""

    def cost(self, lesson: Lesson, at: int, choice: Choice) -> Fraction:
        """The cost of an answer, of which less is better; of use where answers are compared."""

    def takes_home(self, sitting: Sitting) -> str:
        """The principle, by its code, that is taken home from the step once it is done; empty where none is."""

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

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> LessonView:
        """The lesson as a page shows it, with the parts that only this kind has; those of the table are put into
        `shown`."""
