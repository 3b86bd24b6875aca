"""Proving a lesson: the engine plays it before any learner does.

Every claim a lesson makes is put to the engine by the same road a learner takes (`sitting.update`): that the start does
not meet the goals, that the solution does and earns full stars, that each mistake is caught by exactly its rules, that one
answer is right and no other, and that nothing is asked for that was not taught.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from rallyman_tutor.coach.draft_worth import NEGLIGIBLE
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.demonstration import carry_out_move
from rallyman_tutor.tutor.faults import Fault
from rallyman_tutor.tutor.goals import in_words, is_met, objections
from rallyman_tutor.tutor.grading import (
    best_of_all,
    comes_true,
    cost_of_choice,
    decision_of,
    right_answer,
    seconds_behind,
    why_not_measured,
)
from rallyman_tutor.tutor.hints import rules_needed
from rallyman_tutor.tutor.lesson_folders import FoundLessons, folders_of, languages_in, read_lessons
from rallyman_tutor.tutor.lessons import JUDGED_KINDS, SAME, Lesson, Mistake
from rallyman_tutor.tutor.reading import read
from rallyman_tutor.tutor.scripts import how_far
from rallyman_tutor.tutor.sitting import (
    MOST_STARS,
    Sitting,
    goal_context,
    meets_goals,
    over_par,
    result_so_far,
    sit_down,
)
from rallyman_tutor.tutor.step_start import driven_script, start_state
from rallyman_tutor.tutor.walkthrough import last_sitting, make_mistake, walk_through
from rallyman_tutor.tutor.words import LANGUAGES

Made = TypeVar("Made")
MakeFault = Callable[..., Fault]
PAR_MARGIN = 20
"""What a par may be off, in seconds or in whatever is counted, however short the drive."""


def prove(lesson: Lesson, taught: Iterable[str] = ()) -> list[Fault]:
    """Everything that is wrong with a lesson; `taught` are the rules that earlier lessons have taught."""
    known = {*taught, *lesson.teaches}
    faults: list[Fault] = []
    for at, step in enumerate(lesson.steps):
        found = list(_prove_step(lesson, at))
        if not found:
            say = partial(_fault, lesson, at)
            found = [
                say("rule" if code == step.rule else _named(lesson, at, code), "not-taught", codes=[code])
                for code in rules_needed(lesson, at)
                if code not in known
            ]
        faults += found
        if found and at + 1 < len(lesson.steps) and lesson.steps[at + 1].start == SAME:
            break  # where this step ends is not known
    return faults


def check(folder: Path, before: Iterable[Lesson] = ()) -> FoundLessons:
    """A folder of lessons, read in every language and proven, each with what those before it have taught."""
    taught: dict[str, set[str]] = {}
    for lesson in before:
        taught.setdefault(lesson.key, set()).update(lesson.teaches)
    found = read_lessons(folder)
    faults = list(found.faults)
    for lesson in found.lessons:
        faults += prove(lesson, taught.setdefault(lesson.key, set()))
        taught[lesson.key].update(lesson.teaches)
    for one in folders_of(folder):
        others = (language for language in languages_in(one) if language != LANGUAGES[0])
        faults += [fault for language in others for fault in read(one, language)[1] if fault not in faults]
    return FoundLessons(found.lessons, tuple(faults))


def _fault(lesson: Lesson, at: int, key: str, why: str, **facts: object) -> Fault:
    step = lesson.steps[at]
    return Fault(lesson.file, step.line(key), f"steps[{at + 1}].{key}", why, facts)


def _named(lesson: Lesson, at: int, code: str) -> str:
    """The key of a step that asks for a rule."""
    step = lesson.steps[at]
    if code in step.breaks:
        return "breaks"
    if any(aim.value == code for aim in step.goals):
        return "goals"
    if any(code in (*mistake.breaks, *mistake.warns) for mistake in step.mistakes):
        return "mistakes"
    return "solution" if step.solution else "draft" if step.draft else "drafts"


def _prove_step(lesson: Lesson, at: int) -> Iterator[Fault]:
    say = partial(_fault, lesson, at)
    try:
        sitting = sit_down(lesson, at)
    except (Refused, Illegal) as error:
        yield say("start", "bad-start", cause=error)
        return
    if lesson.game.over(sitting.session.state):
        yield say("start", "over-already")
        return
    kind = lesson.steps[at].kind
    if kind in JUDGED_KINDS:
        provers = {"find": _prove_find, "predict": _prove_predict, "choose": _prove_choose, "decide": _prove_decide}
        found = list(provers.get(kind, _nothing)(lesson, at, say))
        yield from found or _prove_words(lesson, at)
        return
    if meets_goals(sitting):
        yield say("goals", "met-already")
    yield from _prove_solution(sitting, say)
    for number, mistake in enumerate(lesson.steps[at].mistakes, 1):
        yield from _prove_mistake(sitting, mistake, number, partial(say, "mistakes"))


def _nothing(lesson: Lesson, at: int, say: MakeFault) -> Iterator[Fault]:
    return iter(())


def _prove_solution(sitting: Sitting, say: MakeFault) -> Iterator[Fault]:
    """The solution, carried out change by change."""
    step, game = sitting.step, sitting.session.game
    try:
        end = last_sitting(walk_through(sitting))
    except Illegal as error:
        yield say("solution", "solution-illegal", cause=error, **_first_impossible_move(sitting))
        return
    except Refused as error:
        yield say("solution", "solution-refused", cause=error, **_first_impossible_move(sitting))
        return
    if step.kind == "goal" and (broken := game.judge(end.session.state, end.session.draft)):
        yield say("solution", "solution-illegal", cause=Illegal(broken), **_of_move(end, broken[0].at))
        return
    if not end.done:
        now = goal_context(end)
        if step.kind == "break":
            yield say("solution", "breaks-other", codes=[broken.code for broken in now.objections])
            return
        unmet = [in_words(game, aim) for aim in step.goals if not is_met(aim, now)]
        yield say("solution", "not-met", list=unmet, ends="" if game.has_hidden_hands else now.place)
        return
    scripted = game.read_draft(step.solution)
    outcomes = [face for faces in scripted.shown for face in faces]
    shown = _shown(end) if step.kind in ("roll", "drive") else []
    if outcomes and step.kind in ("roll", "drive") and outcomes != shown:
        first = next((n for n, pair in enumerate(zip(outcomes, shown, strict=False), 1) if pair[0] != pair[1]), 0)
        number = first or min(len(outcomes), len(shown)) + 1
        yield say("solution", "shows-other", told=" ".join(outcomes), shown=" ".join(shown) or "-", number=number)
    if step.kind == "drive" and over_par(end) > 0:
        yield say("par", "over-par", time=result_so_far(end), par=step.par)
    elif step.kind == "drive" and is_far_off(result_so_far(end), step.par):
        yield say("par", "par-far-off", time=result_so_far(end), par=step.par)
    elif end.stars[end.at] != MOST_STARS:
        yield say("solution", "not-met", list=[], ends="")


def _first_impossible_move(sitting: Sitting) -> dict[str, object]:
    """The first move of the solution that a learner cannot make."""
    step, session = sitting.step, sitting.session
    done, moves = 0, list(session.game.read_draft(step.solution).shown_moves)
    with suppress(Illegal, Refused):
        for written, faces in moves[:-1]:  # if no other one is, it is the last
            move, _ = session.game.complete_script(session.state, written, faces)
            _, session = [*carry_out_move(step, session, move, step.kind in ("roll", "drive"))][-1]
            done += 1
    return _of_move(replace(sitting, session=session), done)


def _of_move(sitting: Sitting, at: int) -> dict[str, object]:
    """One move of the solution, and how far it got before that."""
    session, game = sitting.session, sitting.session.game
    moves = game.read_draft(sitting.step.solution).moves
    return how_far(game, session.state, session.draft[:at], moves, at)


def is_far_off(made: int, par: int) -> bool:
    """Whether a par is so far from the result of the solution that it asks for nothing: twice as much, or half."""
    less, more = sorted((made, par))
    return more > 2 * less + PAR_MARGIN


def _shown(end: Sitting) -> list[str]:
    """What the learner's own dice and cards showed."""
    session, state, found = end.session, end.session.replay.start, list[str]()
    for past in session.replay.past:
        found += past.shown if session.game.turn(state) not in session.bots else ()
        state = past.state
    return found


def _until_refused(steps: Iterator[Made]) -> tuple[list[Made], Refused | Illegal | None]:
    """All that is made until something is refused, and why it was; None where nothing is."""
    made = []
    try:
        for one in steps:
            made.append(one)
    except (Refused, Illegal) as error:
        return made, error
    return made, None


def _prove_mistake(sitting: Sitting, mistake: Mistake, number: int, say: MakeFault) -> Iterator[Fault]:
    """A mistake, laid die by die: caught by exactly its rules, and no way to the goals."""
    game = sitting.session.game
    made, refused = _until_refused(make_mistake(sitting, mistake.draft))
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


def _prove_words(lesson: Lesson, at: int) -> Iterator[Fault]:
    """What is told to answers: nothing but the praise to the right one, and to each wrong one of a question without a rule."""
    step = lesson.steps[at]
    file, words, right = str(Path(lesson.file).with_name(f"{lesson.language}.md")), step.words, right_answer(lesson, at)
    told = [choice.id for choice in words.told]
    if right and right in told:
        yield Fault(file, words.line, step.id, "told-right", {"found": right})
    if step.kind == "quiz" and not step.rule:
        for silent in (one.id for one in step.choices if one.id not in (*told, right)):
            yield Fault(file, words.line, step.id, "told-not", {"found": silent})


def _prove_find(lesson: Lesson, at: int, say: MakeFault) -> Iterator[Fault]:
    step, game = lesson.steps[at], lesson.game
    found = objections(game, start_state(lesson, at), game.read_draft(step.draft).moves)
    if sorted({violation.code for violation in found}) != sorted(set(step.breaks)):
        yield say("breaks", "find-breaks", codes=sorted({violation.code for violation in found}))
    elif {violation.at for violation in found} != {step.wrong - 1}:
        yield say("wrong", "find-wrong", list=sorted({violation.at + 1 for violation in found}))


def _prove_predict(lesson: Lesson, at: int, say: MakeFault) -> Iterator[Fault]:
    game = lesson.game
    played, refused = _until_refused(driven_script(lesson, at))
    if refused:
        moves, now = game.read_draft(lesson.steps[at].draft).moves, played[-1].state
        facts = {"cause": refused, **how_far(game, now, (), moves, len(played) - 1)}
        if isinstance(refused, Illegal):
            yield say("draft", "script-illegal", **facts)
        else:
            yield say("draft", "script-refused", **facts)
        return
    true = [choice.id for choice in lesson.steps[at].choices if comes_true(lesson, at, choice)]
    if len(true) != 1:
        happened = dict.fromkeys(
            game.describe_event(one.state, event)[0] for one in played[-1].past for event in one.events
        )
        yield say("answers", "one-must-happen", list=true or "-", events=list(happened))


def _prove_choose(lesson: Lesson, at: int, say: MakeFault) -> Iterator[Fault]:
    game, state, step = lesson.game, start_state(lesson, at), lesson.steps[at]
    if why := why_not_measured(game, state, step.by, step.kind):  # at `same` it was not known before
        yield _fault(lesson, at, "start", why, found=step.by, list=[], game=game.key, position=game.write(state))
        return
    for choice in step.choices:
        if broken := game.judge(state, game.read_draft(choice.text).moves):
            moves, first = game.read_draft(choice.text).moves, broken[0].at
            far = how_far(game, state, moves[:first], moves, first)
            yield say("drafts", "draft-illegal", id=choice.id, codes=[violation.code for violation in broken], **far)
            return
    if not right_answer(lesson, at):
        worths = {choice.id: cost_of_choice(lesson, at, choice) for choice in step.choices}
        best = [id_ for id_, worth in worths.items() if worth == min(worths.values())]
        yield say("drafts", "two-best", list=best, by=step.by)
        return
    behind = {choice.id: seconds_behind(lesson, at, choice.id) for choice in step.choices}
    for id_ in (one for one, more in behind.items() if 0 < more < step.within and one != right_answer(lesson, at)):
        yield say("drafts", "hardly-worse", id=id_, more=f"{behind[id_]:.2f}")


def _prove_decide(lesson: Lesson, at: int, say: MakeFault) -> Iterator[Fault]:
    """As of drafts to choose; and nothing that can be laid costs less than the best of them, and no two are the same decision."""
    found = list(_prove_choose(lesson, at, say))
    yield from found
    if found:
        return
    right, game = right_answer(lesson, at), lesson.game
    if (more := seconds_behind(lesson, at, right)) >= NEGLIGIBLE:
        move = game.write_move(best_of_all(lesson, at))
        yield say("drafts", "better-laid", id=right, move=move, more=f"{more:.2f}")
    known: dict[str, str] = {}
    for choice in lesson.steps[at].choices:
        made = game.write_move(decision_of(lesson, at, choice.id))
        if made in known:
            yield say("drafts", "same-decision", list=[known[made], choice.id])
        known.setdefault(made, choice.id)
