"""`drive`: the learner drives to the finish, and par is the result that earns all stars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.kinds import driven, usual
from rallyman_tutor.tutor.lesson.kinds.driven import DraftView
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lines, Mistake, Sitting, StepText
from rallyman_tutor.tutor.lesson.shown import LessonView
from rallyman_tutor.tutor.lesson.sitting import MOST_STARS, goal_context
from rallyman_tutor.tutor.table.shown import View
from rallyman_tutor.tutor.words.words import TIME_FACTS, shared_words, words

KEYS = Keys(("goals", "solution", "par"), ("dice", "claims"), {"par": "number"})
NEAR_PAR = 20
"""Seconds over par that still earn two stars."""
NEAR_PAR_SHARE = 10
"""Where much is good (distance, points), what may be missing for two stars: this part of par."""
PAR_MARGIN = 20
"""The tolerance of a par, in seconds or in other counts, however short the drive."""


@dataclass(frozen=True, slots=True)
class DriveStep:
    """A drive with a par."""

    id: str
    start: str
    goals: tuple[Goal, ...]
    solution: str
    par: int
    dice: tuple[str, ...] = ()
    claims: tuple[Choice, ...] = ()
    rule: str = ""
    words: StepText = NO_TEXT
    lines: Lines = ()

    kind: ClassVar = "drive"
    mistakes: ClassVar[tuple[Mistake, ...]] = ()
    choices: ClassVar[tuple[Choice, ...]] = ()
    by: ClassVar = ""
    lays: ClassVar = True
    plays: ClassVar = True
    once: ClassVar = False
    foretells: ClassVar = False
    breaks_on_purpose: ClassVar = False

    describe_start = usual.describe_start
    read_start = usual.read_start
    lay_out = driven.lay_out
    end = driven.end
    take = driven.take
    solve = driven.solve
    find_right = driven.find_no_answer
    accepts = driven.accept_no_answer
    cost = usual.costs_nothing
    takes_home = usual.takes_nothing_home
    refute = driven.refute
    rules_asked = driven.rules_asked
    hint_where = driven.hint_where
    hint_without_rule = driven.hint_without_rule
    hint_move = driven.hint_move
    is_reached = driven.meets_goals

    def earned(self, sitting: Sitting, stars: int) -> int:
        """Fewer stars for a result that misses par."""
        is_time = counted_at_finish(sitting.session.game, sitting.session.state) in TIME_FACTS
        near = NEAR_PAR if is_time else self.par // NEAR_PAR_SHARE
        worse = self.over_par(sitting)
        return min(stars, MOST_STARS if worse <= 0 else MOST_STARS - 1 if worse <= near else 1)

    def over_par(self, sitting: Sitting) -> int:
        """By how much a drive misses par; 0 or less earns all stars."""
        over = result_so_far(sitting) - self.par
        return over if counted_at_finish(sitting.session.game, sitting.session.state) in TIME_FACTS else -over

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """That the solution makes par, and that par asks for something."""
        return driven.prove(self, sitting, say, self._prove_end)

    def _prove_end(self, end: Sitting, say: MakeFault) -> Iterator[Fault]:
        if not end.done:
            yield from driven.prove_met(end, say)
            return
        yield from driven.prove_outcomes(end, say)
        if self.over_par(end) > 0:
            yield say("par", "over-par", time=result_so_far(end), par=self.par)
        elif is_far_off(result_so_far(end), self.par):
            yield say("par", "par-far-off", time=result_so_far(end), par=self.par)
        else:
            yield from driven.prove_full_stars(end, say)

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> DraftView:
        """Par; and how the drive is looked back at in a lesson."""
        game, state = sitting.session.game, sitting.session.state
        if shown["review"]:
            shown["review"]["how"].append(str(shared_words(game.key, "review")["how-lesson"]))
        par = words(game.key).fact(counted_at_finish(game, state), self.par)
        return {**driven.show(self, sitting, plain, shown, said), "par": par}


def read(step: StepReader) -> DriveStep:
    """The step as it stands in the file."""
    return DriveStep(**driven.read_common(step, after="may"), dice=step.dice(), par=step.number("par"))


def counted_at_finish(game: AnyGame, state: AnyState) -> str:
    """The fact that counts at the finish: a time, of which less is better, or something else, of which more is
    better."""
    return str(game.result(state).get("counts", "time"))


def result_so_far(sitting: Sitting) -> int:
    """The learner's time so far, or whatever is counted: their clock on the way, the result at the finish."""
    session = sitting.session
    now = goal_context(sitting)
    final = session.game.result(session.state)["sums"][now.seat]
    return now.clock if final is None else int(final)


def is_far_off(made: int, par: int) -> bool:
    """Whether a par is so far from the result of the solution that it asks for nothing: twice as much, or half."""
    less, more = sorted((made, par))
    return more > 2 * less + PAR_MARGIN
