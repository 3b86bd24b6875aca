"""The common parts of steps that ask which draft is the best: the engine compares them, and tells the worth of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from rallyman_tutor.tutor.lesson import reasons
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import GoalContext
from rallyman_tutor.tutor.lesson.grading import (
    cost_of_choice,
    given,
    points_or_distance,
    right_answer,
    seconds_behind,
    seconds_of_card,
    why_not_measured,
)
from rallyman_tutor.tutor.lesson.hints import rules_met
from rallyman_tutor.tutor.lesson.kinds import judged
from rallyman_tutor.tutor.lesson.kinds.judged import JudgedStep
from rallyman_tutor.tutor.lesson.lesson_view import laid_dice
from rallyman_tutor.tutor.lesson.lessons import Choice, Lesson, Sitting
from rallyman_tutor.tutor.lesson.scripts import how_far
from rallyman_tutor.tutor.lesson.shown import AnswerShown, HintShown, LessonView
from rallyman_tutor.tutor.lesson.sitting import RULE
from rallyman_tutor.tutor.lesson.step_start import play_draft, session_at_start, start_state
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.words.figures import decimal, in_seconds
from rallyman_tutor.tutor.words.rulebook import principle_named
from rallyman_tutor.tutor.words.words import shared_words, words


class ComparedStep(JudgedStep, Protocol):
    """A step with drafts to choose from."""

    @property
    def within(self) -> float:
        """The seconds that a draft may be behind the best and still be right."""

    def worth(self, lesson: Lesson, at: int, choice: Choice) -> str:
        """The worth of a draft, in words."""


def cheapest(step: ComparedStep, lesson: Lesson, at: int) -> str:
    """The draft that costs least; empty where that is more than one."""
    worth = {choice.id: cost_of_choice(lesson, at, choice) for choice in step.choices}
    right = [id_ for id_, value in worth.items() if value == min(worth.values())]
    return right[0] if len(right) == 1 else ""


def play_out(step: ComparedStep, sitting: Sitting, answer: str) -> Session:
    """The table with a draft laid die by die that can be chosen; as it is where there is no such draft."""
    session, game = sitting.session, sitting.session.game
    laid = dict(step.choices).get(answer)
    if not laid:
        return session
    moves = game.read_draft(laid).moves
    return replace(
        session, drafts=Drafts(game.form(moves[0]).steps or moves)
    )  # what is driven as one is laid die by die


def worth(step: ComparedStep, lesson: Lesson, at: int, choice: Choice) -> str:
    """The worth of a draft by its measure; of costs also how much more they are than the least."""
    said, more = shared_words(lesson.key, "lesson"), seconds_behind(lesson, at, choice.id)
    return str(said[f"worth-{step.by}-more" if more else f"worth-{step.by}"]).format(
        it=_measured(step, lesson, at, choice), more=decimal(more)
    )


def _measured(step: ComparedStep, lesson: Lesson, at: int, choice: Choice) -> str:
    """The measure of a draft by itself."""
    game, state = lesson.game, start_state(lesson, at)
    language, draft = words(game.key), game.read_draft(choice.text).moves
    facts = {
        "risk": lambda: language.fact("chance", cost_of_choice(lesson, at, choice)),
        "cost": lambda: in_seconds(float(cost_of_choice(lesson, at, choice))),
        "seconds": lambda: str(seconds_of_card(lesson, state, draft)),
        "points": lambda: str(points_or_distance(lesson, at, draft)),
        "progress": lambda: (
            str(points_or_distance(lesson, at, draft))
            if game.has_hidden_hands
            else language.place(GoalContext(game, state, state, draft).place)
        ),
    }
    return facts[step.by]()


def rules_asked(step: ComparedStep, lesson: Lesson, at: int) -> Iterator[tuple[str, str]]:
    """The rule that the step names, and those that the best draft meets."""
    yield step.rule, "rule"
    yield from rules_of_draft(lesson, at, dict(step.choices)[right_answer(lesson, at)])


def rules_of_draft(lesson: Lesson, at: int, draft: str) -> Iterator[tuple[str, str]]:
    """The rules that a draft meets, played without bad luck, and their key."""
    moves = lesson.game.read_draft(draft).moves
    past = play_draft(session_at_start(lesson, at).replay, moves, lesson.game.harmless_luck).past
    yield from ((code, "drafts") for code in rules_met(lesson, at, past))


def with_reasons(step: ComparedStep, sitting: Sitting, plain: LessonView) -> LessonView:
    """A step as it is shown: with the figures for whoever asks, before it is done with that of the wrong answer alone,
    and with the principle that a hint has told; then with the principle to take home, which is told where the lesson
    does not say itself what to take home."""
    lesson, at = sitting.lesson, sitting.at
    if not reasons.has_reasons(lesson, at):
        return plain
    if not sitting.done:
        wrong = [given(lesson, at, one) for one in reasons.decisions(lesson, at, (sitting.answer,))]
        said = shared_words(lesson.key, "lesson")["figure-own"]
        plain = {**plain, "figures": [str(said).format(worth=step.worth(lesson, at, one)) for one in wrong]}
        code = reasons.principle_of(lesson, at, sitting.wrong) if sitting.hints[at] >= RULE else ""
        return {**plain, "principle": principle_named(lesson.game, code)}
    plain = {**plain, "figures": [*figures(step, sitting), *step.words.figures]}
    code = takes_home(step, sitting)
    plain["after"] = step.words.after or reasons.to_take_home(sitting, code)
    plain["principle"] = principle_named(lesson.game, code)
    return plain


def takes_home(step: ComparedStep, sitting: Sitting) -> str:
    """The principle to take home, by its code, once the step is done; empty where none is known."""
    return reasons.principle_of(sitting.lesson, sitting.at, sitting.wrong) if sitting.done else ""


def figures(step: ComparedStep, sitting: Sitting) -> list[str]:
    """The worth of each draft."""
    said, told = shared_words(sitting.lesson.key, "lesson")["figure"], dict(step.words.answers)
    return [
        str(said).format(answer=told[one.id], worth=step.worth(sitting.lesson, sitting.at, one)) for one in step.choices
    ]


def gives_away(sitting: Sitting) -> str:
    """The reason why an answer is worse, behind the words of the lesson where it has some."""
    lesson, at, own, told = sitting.lesson, sitting.at, judged.own_words(sitting), reasons.told_before(sitting)
    right = right_answer(lesson, at)
    return f"{own} {reasons.gives_away(lesson, at, sitting.answer, right, told, is_short=bool(own))}".strip()


def hint_where(step: ComparedStep, sitting: Sitting) -> HintShown:
    """The hint of the lesson; else the space where the drafts part."""
    if step.words.hint or not (place := reasons.where_decided(sitting.lesson, sitting.at)):
        return judged.hint_where(step, sitting)
    said = shared_words(sitting.lesson.key, "lesson")["hint-look"]
    return {"text": said.format(space=words(sitting.lesson.key).place(place)), "place": place}


def hint_move(step: ComparedStep, sitting: Sitting) -> HintShown:
    """The first die of the right answer; the whole of it where another answer begins likewise."""
    lesson, at = sitting.lesson, sitting.at
    right = right_answer(lesson, at)
    begins = {one.id: reasons.begins_with(lesson, at, one.id) for one in step.choices}
    if not begins.get(right) or list(begins.values()).count(begins[right]) > 1:
        return judged.hint_move(step, sitting)
    return {"text": shared_words(lesson.key, "lesson")["hint-begins"].format(step=begins[right])}


def hint_principle(sitting: Sitting) -> str:
    """The principle of driving that decides; empty where none is known."""
    code = reasons.principle_of(sitting.lesson, sitting.at, sitting.wrong)
    said = shared_words(sitting.lesson.key, "lesson")["hint-principle"]
    return str(said).format(**words(sitting.lesson.key).driving(code)) if code else ""


def hint_without_rule(step: ComparedStep, sitting: Sitting) -> str:
    """The principle of driving that decides; else that it is not the dearest of the drafts."""
    if principle := hint_principle(sitting):
        return principle
    dearest = max(step.choices, key=lambda choice: cost_of_choice(sitting.lesson, sitting.at, choice))
    return judged.rule_out(sitting, dearest.id)


def answers_shown(step: ComparedStep, sitting: Sitting) -> list[AnswerShown]:
    """The drafts to choose from; what each is worth is told once the best is known, but for seconds to the finish:
    these are told to whoever asks."""
    told, brief, game = dict(step.words.answers), dict(step.words.brief), sitting.session.game
    return [
        {
            "id": one.id,
            "text": told[one.id],
            "brief": brief.get(one.id, ""),
            "draft": laid_dice(sitting.session, game.read_draft(one.text).moves),
            "worth": step.worth(sitting.lesson, sitting.at, one) if sitting.done and step.by != "cost" else "",
        }
        for one in step.choices
    ]


def prove_drafts(step: ComparedStep, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
    """That the drafts can be compared and are all legal, that one is the best, and no other one as good as that."""
    yield from list(prove_comparable(step, sitting, say)) or _prove_best(step, sitting, say)


def prove_comparable(step: ComparedStep, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
    """That the drafts can be compared and are all legal."""
    game, state = sitting.lesson.game, start_state(sitting.lesson, sitting.at)
    if why := why_not_measured(game, state, step.by, step.plays):  # at `same` it was not known before
        yield say("start", why, found=step.by, list=[], game=game.key, position=game.write(state))
        return
    for choice in step.choices:
        if broken := game.judge(state, game.read_draft(choice.text).moves):
            moves, first = game.read_draft(choice.text).moves, broken[0].at
            far = how_far(game, state, moves[:first], moves, first)
            yield say("drafts", "draft-illegal", id=choice.id, codes=[violation.code for violation in broken], **far)
            return


def _prove_best(step: ComparedStep, sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
    """That one draft is the best, and no other one as good as that."""
    lesson, at = sitting.lesson, sitting.at
    if not right_answer(lesson, at):
        worths = {choice.id: cost_of_choice(lesson, at, choice) for choice in step.choices}
        best = [id_ for id_, worth in worths.items() if worth == min(worths.values())]
        yield say("drafts", "two-best", list=best, by=step.by)
        return
    behind = {choice.id: seconds_behind(lesson, at, choice.id) for choice in step.choices}
    for id_ in (one for one, more in behind.items() if 0 < more < step.within and one != right_answer(lesson, at)):
        yield say("drafts", "hardly-worse", id=id_, more=decimal(behind[id_], 2))
