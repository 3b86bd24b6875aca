"""`predict`: the learner says what will happen, and then sees it rolled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Scripted
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.lesson import goals
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal, GoalContext, is_met
from rallyman_tutor.tutor.lesson.hints import rules_met
from rallyman_tutor.tutor.lesson.kinds import answered, judged, usual
from rallyman_tutor.tutor.lesson.kinds.answered import AnswerView
from rallyman_tutor.tutor.lesson.kinds.proving import until_refused
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lesson, Lines, Sitting, StepText
from rallyman_tutor.tutor.lesson.refutation import in_one_sentence, nothing_wrong_yet
from rallyman_tutor.tutor.lesson.scripts import how_far
from rallyman_tutor.tutor.lesson.shown import LessonView, Refutation
from rallyman_tutor.tutor.lesson.step_start import session_at_start
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.table.shown import View
from rallyman_tutor.tutor.words.happenings import happenings
from rallyman_tutor.tutor.words.words import words

KEYS = Keys(("draft", "answers"))


@dataclass(frozen=True, slots=True)
class PredictStep:
    """A script, and what may come of it."""

    id: str
    start: str
    draft: str
    choices: tuple[Choice, ...]
    rule: str = ""
    words: StepText = NO_TEXT
    lines: Lines = ()

    kind: ClassVar = "predict"
    goals: ClassVar[tuple[Goal, ...]] = ()
    solution: ClassVar = ""
    claims: ClassVar[tuple[Choice, ...]] = ()
    by: ClassVar = ""
    lays: ClassVar = False
    plays: ClassVar = False
    once: ClassVar = False
    foretells: ClassVar = True
    breaks_on_purpose: ClassVar = False

    describe_start = usual.describe_start
    read_start = usual.read_start
    take = answered.take
    solve = answered.solve
    earned = judged.earned
    accepts = judged.accepts
    cost = usual.costs_nothing
    takes_home = usual.takes_nothing_home
    hint_where = judged.hint_where
    hint_without_rule = judged.hint_without_rule
    hint_move = judged.hint_move

    def lay_out(self, session: Session) -> Session:
        """The table with the draft that is about to be rolled."""
        return replace(session, drafts=Drafts(session.game.read_draft(self.draft).moves))

    def end(self, lesson: Lesson, at: int) -> AnyState:
        """The state in which the script ends."""
        return self._played(lesson, at).state

    def play_out(self, sitting: Sitting, answer: str) -> Session:
        """The table after the script."""
        return replace(sitting.session, replay=self._played(sitting.lesson, sitting.at), drafts=Drafts())

    def _played(self, lesson: Lesson, at: int) -> Replay[AnyState, AnyMove]:
        """The script, played to its end."""
        *_, replay = self._driven(lesson, at)
        return replay

    def _driven(self, lesson: Lesson, at: int) -> Iterator[Replay[AnyState, AnyMove]]:
        """The script: the start, and after each move; what it does not tell is harmless."""
        replay, game = session_at_start(lesson, at).replay, lesson.game
        yield replay
        for written, faces in game.read_draft(self.draft).shown_moves:
            move, shown = game.complete_script(replay.state, written, faces)
            luck = Scripted(shown, rest=game.harmless_luck)
            replay = replay.play(move, luck)
            if left := luck.leftover():
                raise Refused("not-shown", {"list": left, "move": game.write_move(move)})
            yield replay

    def find_right(self, lesson: Lesson, at: int) -> str:
        """The answer that comes true, if it alone does."""
        right = self._true(lesson, at)
        return right[0] if len(right) == 1 else ""

    def _true(self, lesson: Lesson, at: int) -> list[str]:
        """The answers that come true."""
        game, replay = lesson.game, self._played(lesson, at)
        now = GoalContext(game, replay.start, replay.state, (), replay.past)
        return [one.id for one in self.choices if is_met(expected_goal(game, replay.start, one.text), now)]

    def refute(self, sitting: Sitting) -> Refutation | None:
        """The events of the drive."""
        if not sitting.answer:
            return None
        found, game = nothing_wrong_yet(sitting), sitting.session.game
        found["events"] = happenings(game, self._played(sitting.lesson, sitting.at).past)
        return judged.summed_up(sitting, found, in_one_sentence(game, found))

    def rules_asked(self, lesson: Lesson, at: int) -> Iterator[tuple[str, str]]:
        """The rule that the step names, and those that the script meets."""
        yield self.rule, "rule"
        yield from ((code, "draft") for code in rules_met(lesson, at, self._played(lesson, at).past))

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """That the script can be played, and one answer comes true."""
        lesson, at, game = sitting.lesson, sitting.at, sitting.lesson.game
        played, refused = until_refused(self._driven(lesson, at))
        if refused:
            moves, now = game.read_draft(self.draft).moves, played[-1].state
            facts = {"cause": refused, **how_far(game, now, (), moves, len(played) - 1)}
            if isinstance(refused, Illegal):
                yield say("draft", "script-illegal", **facts)
            else:
                yield say("draft", "script-refused", **facts)
            return
        if len(true := self._true(lesson, at)) == 1:
            yield from judged.prove_words(sitting)
            return
        happened = dict.fromkeys(
            game.describe_event(one.state, event)[0] for one in played[-1].past for event in one.events
        )
        yield say("answers", "one-must-happen", list=true or "-", events=list(happened))

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> AnswerView:
        """The right answer, once it was given; until then nothing that tells where the draft leads."""
        if not sitting.done:
            shown["dials"], shown["ends"] = [dial for dial in shown["dials"] if dial["name"] != "then"], ""
        return answered.show(self, sitting, plain, shown, said)


def read(step: StepReader) -> PredictStep:
    """The step as it stands in the file."""
    draft, choices = step.draft("draft"), step.tables_of_two("answers", "when")
    for one in choices:
        try:
            if step.state is not None:
                expected_goal(step.game, step.state, one.text)
        except Refused as error:
            step.fault("bad-when", "answers", when=one.text, cause=error)
    step.check_ids([one.id for one in choices], "answers", len(step.get("answers", "tables")), least=2)
    return PredictStep(**step.common(choices, after="may", tells=True), draft=draft, choices=choices)


def expected_goal(game: AnyGame, state: AnyState, when: str) -> Goal:
    """The goal that an answer foretells: an event, or any goal."""
    event = when in words(game.key).group("events") and when not in goals.GOAL_KINDS
    return goals.read(game, state, f"event {when}" if event else when)
