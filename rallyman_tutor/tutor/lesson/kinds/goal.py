"""`goal`: the learner lays a draft that meets all goals. Any legal way counts, and nothing is rolled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rallyman_tutor.core.luck import Likeliest, Luck, Prompted
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal
from rallyman_tutor.tutor.lesson.kinds import driven, usual
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lines, Mistake, Sitting, StepText
from rallyman_tutor.tutor.lesson.shown import Refutation
from rallyman_tutor.tutor.lesson.step_start import play_draft
from rallyman_tutor.tutor.session.playing import dice_still_foretold
from rallyman_tutor.tutor.words.explain import explain, plain
from rallyman_tutor.tutor.words.happenings import happenings

KEYS = Keys(("goals", "solution"), ("mistakes", "dice", "claims"))


@dataclass(frozen=True, slots=True)
class GoalStep:
    """A draft to lay."""

    id: str
    start: str
    goals: tuple[Goal, ...]
    solution: str
    dice: tuple[str, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    claims: tuple[Choice, ...] = ()
    rule: str = ""
    words: StepText = NO_TEXT
    lines: Lines = ()

    kind: ClassVar = "goal"
    choices: ClassVar[tuple[Choice, ...]] = ()
    by: ClassVar = ""
    lays: ClassVar = True
    plays: ClassVar = False
    once: ClassVar = False
    foretells: ClassVar = False
    breaks_on_purpose: ClassVar = False

    describe_start = usual.describe_start
    read_start = usual.read_start
    lay_out = driven.lay_out
    end = driven.end
    take = driven.take
    solve = driven.solve
    earned = driven.earned
    find_right = driven.find_no_answer
    accepts = driven.accept_no_answer
    cost = usual.costs_nothing
    takes_home = usual.takes_nothing_home
    rules_asked = driven.rules_asked
    hint_where = driven.hint_where
    hint_without_rule = driven.hint_without_rule
    hint_move = driven.hint_move
    show = driven.show

    def is_reached(self, sitting: Sitting) -> bool:
        """Whether a legal draft meets all goals."""
        session = sitting.session
        return not session.game.judge(session.state, session.draft) and driven.meets_goals(self, sitting)

    def refute(self, sitting: Sitting) -> Refutation | None:
        """The faults of the draft; where it is legal, its consequences."""
        found = driven.refuted(self, sitting)
        if found and sitting.session.draft and not found["rules"]:
            self._foresee(sitting, found)
        return found and driven.summed_up(sitting, found)

    def _foresee(self, sitting: Sitting, found: Refutation) -> None:
        """Put into a refutation the risks of the draft, and its events: with the dice that are told, or the
        likeliest."""
        session, game = sitting.session, sitting.session.game
        warned = game.advise(session.state, session.draft)
        found["rules"] = [plain(explain(game, session.state, session.draft, one)) for one in warned]
        if game.has_hidden_hands:  # what would happen hangs on what the others do: the rule that warns says enough
            return
        foretold = dice_still_foretold(session)
        if foretold or warned:
            luck: Luck = Prompted(foretold, rest=game.harmless_luck) if foretold else Likeliest(game.harmless_luck)
            past = play_draft(session.replay, session.draft, luck).past[len(session.replay.past) :]
            found["events"] = happenings(game, past)

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """That the solution is legal and meets the goals."""
        return driven.prove(self, sitting, say, _prove_end)


def read(step: StepReader) -> GoalStep:
    """The step as it stands in the file."""
    return GoalStep(**driven.read_common(step), dice=step.dice(), mistakes=step.mistakes())


def _prove_end(end: Sitting, say: MakeFault) -> Iterator[Fault]:
    if broken := end.session.game.judge(end.session.state, end.session.draft):
        yield say("solution", "solution-illegal", cause=Illegal(broken), **driven.of_move(end, broken[0].at))
    elif not end.done:
        yield from driven.prove_met(end, say)
    else:
        yield from driven.prove_full_stars(end, say)
