"""`find`: the learner points at the die that breaks a rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal, objections
from rallyman_tutor.tutor.lesson.kinds import answered, judged, usual
from rallyman_tutor.tutor.lesson.kinds.reader import Keys, StepReader
from rallyman_tutor.tutor.lesson.lessons import NO_TEXT, Choice, Lesson, Lines, Sitting, StepText
from rallyman_tutor.tutor.lesson.refutation import in_one_sentence, nothing_wrong_yet
from rallyman_tutor.tutor.lesson.shown import HintShown, LessonView, Refutation
from rallyman_tutor.tutor.session.intents import AtStep, Point
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.table.shown import View
from rallyman_tutor.tutor.words.explain import explain, plain
from rallyman_tutor.tutor.words.place_names import names_of_places
from rallyman_tutor.tutor.words.words import shared_words, words

KEYS = Keys(("draft", "wrong", "breaks"), types={"wrong": "number"})


class DieView(LessonView):
    """A step in which a die of the draft is pointed at."""

    wants: Literal["die"]


@dataclass(frozen=True, slots=True)
class FindStep:
    """A draft, and which of its dice is wrong."""

    id: str
    start: str
    draft: str
    wrong: int  # from 1
    breaks: tuple[str, ...]
    once: bool = False
    rule: str = ""
    words: StepText = NO_TEXT
    lines: Lines = ()

    kind: ClassVar = "find"
    goals: ClassVar[tuple[Goal, ...]] = ()
    solution: ClassVar = ""
    claims: ClassVar[tuple[Choice, ...]] = ()
    choices: ClassVar[tuple[Choice, ...]] = ()
    by: ClassVar = ""
    lays: ClassVar = False
    plays: ClassVar = False
    foretells: ClassVar = False
    breaks_on_purpose: ClassVar = False

    describe_start = usual.describe_start
    read_start = usual.read_start
    end = usual.end_at_start
    play_out = judged.play_out_nothing
    earned = judged.earned
    accepts = judged.accepts
    cost = usual.costs_nothing
    takes_home = usual.takes_nothing_home
    hint_without_rule = judged.hint_without_rule

    def lay_out(self, session: Session) -> Session:
        """The table with the draft."""
        return replace(session, drafts=Drafts(session.game.read_draft(self.draft).moves))

    def take(self, sitting: Sitting, intent: AtStep) -> Sitting:
        """The sitting after a die was pointed at, or after a look at the table."""
        if not isinstance(intent, Point):
            return answered.take(self, sitting, intent)
        if not 0 <= intent.at < len(sitting.session.draft):
            raise Refused("no-such-die")
        return judged.answered(self, sitting, str(intent.at))

    def solve(self, sitting: Sitting) -> Iterator[AtStep]:
        """The wrong die is pointed at."""
        yield Point(self.wrong - 1)

    def find_right(self, lesson: Lesson, at: int) -> str:
        """The number of the wrong die, from 0."""
        return str(self.wrong - 1)

    def refute(self, sitting: Sitting) -> Refutation | None:
        """The rules' verdict on the die that was pointed at."""
        if not sitting.answer:
            return None
        session, game, found = sitting.session, sitting.session.game, nothing_wrong_yet(sitting)
        broken = (one for one in objections(game, session.state, session.draft) if one.at == int(sitting.answer))
        found["rules"] = [plain(explain(game, session.state, session.draft, one)) for one in broken]
        fine = str(shared_words(game.key, "lesson")["die-fine"])
        return judged.summed_up(sitting, found, in_one_sentence(game, found) if found["rules"] else fine)

    def rules_asked(self, lesson: Lesson, at: int) -> Iterator[tuple[str, str]]:
        """The rules that the step names."""
        yield self.rule, "rule"
        yield from ((code, "breaks") for code in self.breaks)

    def hint_where(self, sitting: Sitting) -> HintShown:
        """Where the wrong die lies."""
        game, state = sitting.session.game, sitting.session.state
        laid = game.desk(state, game.read_draft(self.draft).moves).laid[self.wrong - 1 : self.wrong]
        place = laid[0].place if laid else ""
        if self.words.hint or not place:
            return {**judged.hint_where(self, sitting), "place": place}
        space = names_of_places(game, state).get(place) or words(game.key).place(place)
        return {"text": shared_words(game.key, "lesson")["hint-look"].format(space=space), "place": place}

    def hint_move(self, sitting: Sitting) -> HintShown:
        """Which die it is."""
        return {"text": shared_words(sitting.session.game.key, "lesson")["hint-die"].format(number=self.wrong)}

    def show(self, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> DieView:
        """The wrong die, once it was pointed at."""
        return {**plain, "wants": "die", "right": judged.right_once_done(sitting)}

    def prove(self, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
        """That the draft breaks these rules, and this die alone does."""
        game, session = sitting.session.game, sitting.session
        found = objections(game, session.state, session.draft)
        if sorted({violation.code for violation in found}) != sorted(set(self.breaks)):
            yield say("breaks", "find-breaks", codes=sorted({violation.code for violation in found}))
        elif {violation.at for violation in found} != {self.wrong - 1}:
            yield say("wrong", "find-wrong", list=sorted({violation.at + 1 for violation in found}))
        else:
            yield from judged.prove_words(sitting)


def read(step: StepReader) -> FindStep:
    """The step as it stands in the file."""
    draft, wrong = step.draft("draft"), step.number("wrong")
    count = step.count(draft)
    if draft and count and wrong > count:
        step.fault("no-such-die-there", "wrong", found=wrong, count=count)
    return FindStep(**step.common(after="may"), draft=draft, wrong=wrong, breaks=step.codes("breaks"))
