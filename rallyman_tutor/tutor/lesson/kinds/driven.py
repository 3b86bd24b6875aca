"""The common parts of steps in which something is reached on the road, or at the table: goals, a solution, mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Literal, Protocol, TypeAlias

from rallyman_tutor.core.game import AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.lesson.demonstration import carry_out_move, demonstrate, is_at_hand, make_claim, named_like
from rallyman_tutor.tutor.lesson.faults import Fault, MakeFault
from rallyman_tutor.tutor.lesson.goals import Goal, in_words, is_lost, is_met
from rallyman_tutor.tutor.lesson.hints import rules_met
from rallyman_tutor.tutor.lesson.kinds import ahead
from rallyman_tutor.tutor.lesson.kinds.proving import until_refused
from rallyman_tutor.tutor.lesson.kinds.reader import Common, StepReader, Told
from rallyman_tutor.tutor.lesson.lesson_view import laid_dice
from rallyman_tutor.tutor.lesson.lessons import AnyStep, Choice, Lesson, Mistake, Sitting
from rallyman_tutor.tutor.lesson.refutation import in_one_sentence, nothing_wrong_yet
from rallyman_tutor.tutor.lesson.scripts import how_far
from rallyman_tutor.tutor.lesson.shown import AnswerShown, GoalShown, HintShown, LessonView, Refutation
from rallyman_tutor.tutor.lesson.sitting import MOST_STARS, finished, goal_context
from rallyman_tutor.tutor.lesson.step_start import play_draft
from rallyman_tutor.tutor.lesson.walkthrough import make_mistake, walk_through
from rallyman_tutor.tutor.session.draft_faults import faults
from rallyman_tutor.tutor.session.intents import Answer, AtStep, Claim, Point, Put
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import update as update_session
from rallyman_tutor.tutor.table.shown import Laying, View
from rallyman_tutor.tutor.words.explain import explain, plain
from rallyman_tutor.tutor.words.place_names import names_of_places
from rallyman_tutor.tutor.words.words import shared_words, words

ProveEnd: TypeAlias = Callable[[Sitting, MakeFault], Iterator[Fault]]
"""Proves what is so when a solution was carried out."""


class DrivenStep(AnyStep, Protocol):
    """A step with goals."""

    @property
    def mistakes(self) -> tuple[Mistake, ...]: ...

    def is_reached(self, sitting: Sitting) -> bool:
        """Whether all is as the step asks for."""


class DrivenCommon(Common):
    """The fields of every such step."""

    goals: tuple[Goal, ...]
    solution: str
    claims: tuple[Choice, ...]


def read_common(step: StepReader, after: Told = "never") -> DrivenCommon:
    """The fields of every such step, as they stand in the file."""
    solution, claims = step.draft("solution"), step.claims()
    return {**step.common(claims, after), "goals": step.goals(), "solution": solution, "claims": claims}


class WithDice(Protocol):
    """A step that may tell what the dice show."""

    @property
    def dice(self) -> tuple[str, ...]: ...


def lay_out(step: WithDice, session: Session) -> Session:
    """The table at the start, with what the dice will show."""
    return replace(session, foretold=step.dice)


def end(step: DrivenStep, lesson: Lesson, at: int) -> AnyState:
    """The state in which the solution ends, its draft rolled with nothing going wrong."""
    session = ahead.solved_session(lesson, at)
    return play_draft(session.replay, session.draft, lesson.game.harmless_luck).state


def meets_goals(step: DrivenStep, sitting: Sitting) -> bool:
    """Whether all goals are met."""
    now = goal_context(sitting)
    return all(is_met(aim, now) for aim in step.goals)


def take(step: DrivenStep, sitting: Sitting, intent: AtStep) -> Sitting:
    """The sitting after a change of the table; the step is done as soon as its goals are met."""
    match intent:
        case Answer():
            raise Refused("no-such-answer")
        case Point():
            raise Refused("no-such-die")
        case Claim(id_):
            session = make_claim(step, sitting.session, id_)
        case _:
            session = update_session(sitting.session, intent)
    after = replace(sitting, session=session)
    return finished(after) if not after.done and step.is_reached(after) else after


def solve(step: DrivenStep, sitting: Sitting) -> Iterator[AtStep]:
    """The solution, action by action."""
    return (deed for deed, _ in demonstrate(step, sitting.session))


def earned(step: DrivenStep, sitting: Sitting, stars: int) -> int:
    """All stars that hints have left."""
    return stars


def find_no_answer(step: DrivenStep, lesson: Lesson, at: int) -> str:
    """No answer is asked for."""
    return ""


def accept_no_answer(step: DrivenStep, lesson: Lesson, at: int, answer: str) -> bool:
    """No answer is asked for."""
    return False


def refute(step: DrivenStep, sitting: Sitting) -> Refutation | None:
    """Which goals are open, which are lost, and which rules the draft breaks; None where nothing was tried."""
    found = refuted(step, sitting)
    return found and summed_up(sitting, found)


def refuted(step: DrivenStep, sitting: Sitting) -> Refutation | None:
    """A refutation that is not summed up yet."""
    session, game = sitting.session, sitting.session.game
    if not (session.replay.past or session.draft):
        return None
    found, now = nothing_wrong_yet(sitting), goal_context(sitting)
    found["goals"] = [in_words(game, aim) for aim in step.goals if not is_met(aim, now)]
    found["lost"] = [in_words(game, aim) for aim in step.goals if is_lost(aim, now)]
    if game.judge(session.state, session.draft):
        told = faults(game, session.state, session.draft)
        found["rules"] = [plain(explain(game, session.state, session.draft, one)) for one in told]
    return found


def summed_up(sitting: Sitting, found: Refutation) -> Refutation:
    """A refutation that sums itself up."""
    return {**found, "say": in_one_sentence(sitting.session.game, found)}


def rules_asked(step: DrivenStep, lesson: Lesson, at: int) -> Iterator[tuple[str, str]]:
    """The rules that the step names, those of its mistakes, and those that its solution meets."""
    yield from rules_named(step, lesson, at)
    session = ahead.solved_session(lesson, at)
    past = play_draft(session.replay, session.draft, lesson.game.harmless_luck).past
    yield from ((code, "solution") for code in rules_met(lesson, at, past))


def rules_named(step: DrivenStep, lesson: Lesson, at: int) -> Iterator[tuple[str, str]]:
    """The rules that the step names, and those of its mistakes."""
    yield step.rule, "rule"
    yield from ((aim.value, "goals") for aim in step.goals if aim.name == "breaks")
    yield from ((code, "mistakes") for one in step.mistakes for code in (*one.breaks, *one.warns))


def hint_where(step: DrivenStep, sitting: Sitting) -> HintShown:
    """Where the next die of the solution goes, or where to look for it."""
    game, laid = sitting.session.game, ahead.dice_ahead(sitting)
    said, place = shared_words(game.key, "lesson"), laid[0].place if laid else ""
    space = names_of_places(game, sitting.session.state).get(place) or words(game.key).place(place)
    without = said["hint-claim" if step.claims else "hint-road"]
    return {"text": step.words.hint or (said["hint-look"].format(space=space) if place else without), "place": place}


def hint_without_rule(step: DrivenStep, sitting: Sitting) -> str:
    """No rule decides."""
    return str(shared_words(sitting.session.game.key, "lesson")["hint-no-rule"])


def hint_move(step: DrivenStep, sitting: Sitting) -> HintShown:
    """The next move of the solution."""
    said = shared_words(sitting.session.game.key, "lesson")
    text = said["hint-move" if ahead.is_on_the_way(sitting) else "hint-again"].format(move=ahead.in_words(sitting))
    return {"text": text, "draft": [{"piece": one.piece, "place": one.place} for one in ahead.dice_ahead(sitting)]}


class DraftView(LessonView):
    """A step in which a draft is laid, or driven."""

    wants: Literal["draft"]
    breaks: bool  # whether a rule is to be broken
    goals: list[GoalShown]
    claims: list[AnswerShown]
    par: str


def show(step: DrivenStep, sitting: Sitting, plain: LessonView, shown: View, said: Mapping[str, str]) -> DraftView:
    """The goals one by one, each with whether it is met; and the claims, with the dice that they lay."""
    now, answers = goal_context(sitting), dict(step.words.answers)
    return {
        **plain,
        "wants": "draft",
        "breaks": step.breaks_on_purpose,
        "goals": [{"text": in_words(now.game, aim), "met": is_met(aim, now)} for aim in step.goals],
        "claims": [
            {"id": one.id, "text": answers[one.id], "brief": "", "draft": _dice_of_claim(sitting, one), "worth": ""}
            for one in step.claims
        ],
        "par": "",
    }


def _dice_of_claim(sitting: Sitting, claim: Choice) -> list[Laying]:
    """The dice that a claim lays, so that they are seen before it is pressed; none where it lays none."""
    return laid_dice(sitting.session, tuple(sitting.session.game.read_moves(sitting.session.state, claim.text)))


# -- How it is proven -------------------------------------------------------------------------------------------------


def prove(step: DrivenStep, sitting: Sitting, say: MakeFault, prove_end: ProveEnd) -> Iterator[Fault]:
    """That the start does not meet the goals, that the solution does, and that each mistake is caught."""
    if step.is_reached(sitting):
        yield say("goals", "met-already")
    yield from prove_solution(sitting, say, prove_end)
    for number, mistake in enumerate(step.mistakes, 1):
        yield from prove_mistake(sitting, mistake, number, partial(say, "mistakes"))


def prove_met(end: Sitting, say: MakeFault) -> Iterator[Fault]:
    """That the goals are met in the end."""
    if not end.done:
        now, game = goal_context(end), end.session.game
        unmet = [in_words(game, aim) for aim in end.step.goals if not is_met(aim, now)]
        yield say("solution", "not-met", list=unmet, ends="" if game.has_hidden_hands else now.place)


def prove_full_stars(end: Sitting, say: MakeFault) -> Iterator[Fault]:
    """That whoever follows the solution earns all stars."""
    if end.stars[end.at] != MOST_STARS:
        yield say("solution", "not-met", list=[], ends="")


def prove_outcomes(end: Sitting, say: MakeFault) -> Iterator[Fault]:
    """That the dice and cards show what the solution tells of them."""
    outcomes = [face for faces in end.session.game.read_draft(end.step.solution).shown for face in faces]
    shown = _shown(end)
    if outcomes and outcomes != shown:
        first = next((n for n, pair in enumerate(zip(outcomes, shown, strict=False), 1) if pair[0] != pair[1]), 0)
        number = first or min(len(outcomes), len(shown)) + 1
        yield say("solution", "shows-other", told=" ".join(outcomes), shown=" ".join(shown) or "-", number=number)


def prove_solution(sitting: Sitting, say: MakeFault, prove_end: ProveEnd) -> Iterator[Fault]:
    """The solution, carried out change by change; and what its end has to show."""
    try:
        walked = list(walk_through(sitting))
    except Illegal as error:
        yield say("solution", "solution-illegal", cause=error, **_first_impossible_move(sitting))
        return
    except Refused as error:
        yield say("solution", "solution-refused", cause=error, **_first_impossible_move(sitting))
        return
    yield from _prove_by_hand(sitting, walked, say)
    yield from prove_end(walked[-1], say)


def _prove_by_hand(sitting: Sitting, walked: Sequence[Sitting], say: MakeFault) -> Iterator[Fault]:
    """That a learner finds a button for each die that is to lie in another way than the page lays it."""
    for deed, before, after in zip(sitting.step.solve(sitting), walked, walked[1:], strict=False):
        if isinstance(deed, Put) and not before.done and not is_at_hand(before.session, deed, after.session):
            game = before.session.game
            move, there = after.session.draft[deed.at], before.session.draft[deed.at]
            laid = named_like(game, there, move)
            yield say("solution", "solution-by-hand", move=game.write_move(move), instead=game.write_move(laid))


def _first_impossible_move(sitting: Sitting) -> dict[str, object]:
    """The first move of the solution that a learner cannot make."""
    step, session = sitting.step, sitting.session
    done, moves = 0, list(session.game.read_draft(step.solution).shown_moves)
    with suppress(Illegal, Refused):
        for written, faces in moves[:-1]:  # if no other one is, it is the last
            move, _ = session.game.complete_script(session.state, written, faces)
            _, session = [*carry_out_move(step, session, move, step.plays)][-1]
            done += 1
    return of_move(replace(sitting, session=session), done)


def of_move(sitting: Sitting, at: int) -> dict[str, object]:
    """One move of the solution, and how far it got before that."""
    session, game = sitting.session, sitting.session.game
    moves = game.read_draft(sitting.step.solution).moves
    return how_far(game, session.state, session.draft[:at], moves, at)


def _shown(end: Sitting) -> list[str]:
    """The outcomes of the learner's own dice and cards."""
    session, state, found = end.session, end.session.replay.start, list[str]()
    for past in session.replay.past:
        found += past.shown if session.game.turn(state) not in session.bots else ()
        state = past.state
    return found


def prove_mistake(sitting: Sitting, mistake: Mistake, number: int, say: MakeFault) -> Iterator[Fault]:
    """A mistake, laid die by die: caught by exactly its rules, and no way to the goals."""
    game = sitting.session.game
    made, refused = until_refused(make_mistake(sitting, mistake.draft))
    end = made[-1]
    if refused:
        moves, now = game.read_draft(mistake.draft).moves, end.session
        far = how_far(game, now.state, now.draft, moves, len(made) - 1)
        yield say("mistake-refused", draft=mistake.draft, cause=refused, **{**far, "number": number})
        return
    draft, state = end.session.draft, end.session.state
    broken = sorted({violation.code for violation in game.judge(state, draft)})
    if broken != sorted(set(mistake.breaks)):
        yield say("mistake-breaks", number=number, draft=mistake.draft, codes=broken)
        return
    warned = sorted({violation.code for violation in game.advise(state, draft)})
    if mistake.warns and warned != sorted(set(mistake.warns)):
        yield say("mistake-warns", number=number, draft=mistake.draft, codes=warned)
    if end.done:
        yield say("mistake-meets", number=number, draft=mistake.draft)
