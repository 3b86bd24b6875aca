"""A learner in a lesson: which step, the table as it stands, hints taken, wrong answers given, stars earned.

A sitting is a pure value around a session. What the learner does at the table goes through to the session; goals are
looked at after every change, so any legal way that meets them counts. What is wrong is refuted by the engine itself: the
rule that is broken, what the dice would do, or which goal is still open: see `refuting.py`. What helps on is in `hints.py`,
and `sheet.py` is all of it as plain data for a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, is_dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rallyman_tutor.core.luck import Luck, Scripted
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor import session as tables_
from rallyman_tutor.tutor.goals import Moment, is_met
from rallyman_tutor.tutor.lessons import ASKED, SAME, Choice, Lesson, Step, foreseen
from rallyman_tutor.tutor.session import Session
from rallyman_tutor.tutor.words import TIMES

MOST_STARS = 3
WHERE, RULE, MOVE = 1, 2, 3
"""The stages of a hint."""
NEAR_PAR = 20
"""Seconds over par that still earn two stars."""
NEAR_SHARE = 10
"""Where much is good (distance, points), what may be missing for two stars: this part of par."""


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

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.at]

    @property
    def is_passed(self) -> bool:
        """Whether every step of the lesson is done."""
        return all(self.stars)


def sit(lesson: Lesson, at: int = 0, stars: Iterable[int] = ()) -> Sitting:
    """Sit down at a step, with the stars of earlier evenings."""
    none = (0,) * len(lesson.steps)
    kept = tuple(min(MOST_STARS, max(0, star)) for star in stars)[: len(none)]
    at = min(max(at, 0), len(none) - 1)
    return Sitting(lesson, at, table(lesson, at), none, none, kept + none[len(kept) :])


@lru_cache(maxsize=1024)
def opening(lesson: Lesson, at: int) -> Any:
    """The state a step starts in."""
    step, game = lesson.steps[at], lesson.game
    return ending(lesson, at - 1) if step.start == SAME and at else game.new(game.spec(step.start, ()))


def ending(lesson: Lesson, at: int) -> Any:
    """The state in which the solution of a step ends; a draft is rolled and nothing goes wrong."""
    step, game = lesson.steps[at], lesson.game
    if step.kind == "predict":
        return foretold(lesson, at).state
    if step.kind in ASKED or step.kind == "break":
        return opening(lesson, at)
    session = last(solving(sit(lesson, at))).session
    return play_on(session.replay, session.draft, game.calm).state


def table(lesson: Lesson, at: int) -> Session:
    """The table of a step, set up: other drivers drive by themselves, and the dice are the same for every learner."""
    step, game, state = lesson.steps[at], lesson.game, opening(lesson, at)
    spec = {"position": game.write(state)} if step.start == SAME else game.spec(step.start, ())
    others = frozenset(range(len(game.desk(state, ()).stands))) - {game.turn(state)}
    draft = game.read_draft(step.draft).moves if step.kind in ("find", "predict") else ()
    return Session(Replay(game, spec, state), draft, bots=others, seed=lesson.name, table=step.start, dice=step.dice)


def foretold(lesson: Lesson, at: int) -> Replay[Any, Any]:
    """The script of `predict`, played; what it does not tell is harmless."""
    replay, game = table(lesson, at).replay, lesson.game
    plan = game.read_draft(lesson.steps[at].draft)
    for told, faces in zip(plan.moves, plan.shown or ((),) * len(plan.moves), strict=True):
        move, shown = game.settled(replay.state, told, faces)
        luck = Scripted(shown, rest=game.calm)
        replay = replay.play(move, luck)
        if left := luck.leftover():
            raise Refused("not-shown", {"list": left, "move": game.write_move(move)})
    return replay


def play_on(replay: Replay[Any, Any], draft: Iterable[Any], luck: Luck) -> Replay[Any, Any]:
    """A draft rolled die by die, as far as it goes; where a game drives all that is laid as one, it is set going so."""
    moves = tuple(draft)
    for at, move in enumerate(moves):
        try:
            replay = replay.play(_whole(replay, moves) or move if not at else move, luck)
        except Illegal:
            break
    return replay


def steps_of(move: Any) -> tuple[Any, ...]:
    """The dice of a move that takes a whole draft at once; none for any other move."""
    return tuple(getattr(move, "steps", ()))


def _whole(replay: Replay[Any, Any], draft: tuple[Any, ...]) -> Any:
    """The move that sets this draft going as a whole, in a game that has one."""
    offers = replay.game.desk(replay.state, draft).offers
    return next((offer.move for offer in offers if draft and steps_of(offer.move) == draft), None)


# -- What the learner does --------------------------------------------------------------------------------------------


def update(sitting: Sitting, intent: Mapping[str, Any]) -> Sitting:
    """The sitting after what the learner did. Nothing in an intent is trusted."""
    name = str(intent.get("do"))
    if name in _ACTS:
        return _ACTS[name](sitting, intent)
    if sitting.step.kind in ASKED and name != "look":
        if name == "undo":
            return replace(sitting, answer="")
        raise Refused("only-answers")
    return _checked(replace(sitting, session=tables_.update(sitting.session, intent)))


def attempt(sitting: Sitting, intent: Mapping[str, Any]) -> tuple[Sitting, Refused | Illegal | None]:
    """The sitting after an intent, or the same one and why it was refused."""
    try:
        return update(sitting, intent), None
    except (Refused, Illegal) as problem:
        return sitting, problem


def moment(sitting: Sitting) -> Moment:
    """What the goals of a step are asked about: the draft counts where laying is the task."""
    session = sitting.session
    draft = session.draft if sitting.step.kind in ("goal", "break") else ()
    return Moment(session.game, session.replay.start, session.state, draft, session.replay.past)


def meets_goals(sitting: Sitting) -> bool:
    """Whether a step that is driven is done: every goal is met, by legal means unless a rule is to be broken."""
    now = moment(sitting)
    if sitting.step.kind == "goal" and now.game.judge(now.state, now.draft):
        return False
    return all(is_met(aim, now) for aim in sitting.step.aims)


def _checked(sitting: Sitting) -> Sitting:
    return sitting if sitting.done or not meets_goals(sitting) else _finished(sitting)


def _finished(sitting: Sitting) -> Sitting:
    stars = max(sitting.stars[sitting.at], earned(sitting))
    return replace(sitting, done=True, stars=_put(sitting.stars, sitting.at, stars))


def earned(sitting: Sitting) -> int:
    """The stars for this time: fewer for hints, for wrong answers, and over par."""
    step, hints = sitting.step, sitting.hints[sitting.at]
    stars = MOST_STARS if not hints else MOST_STARS - 1 if hints < MOVE else 1
    if step.kind in ASKED:
        stars -= sitting.tries[sitting.at]
    if step.kind == "drive":
        near = NEAR_PAR if counts(sitting.session.game, sitting.session.state) in TIMES else step.par // NEAR_SHARE
        worse = over_par(sitting)
        stars = min(stars, MOST_STARS if worse <= 0 else MOST_STARS - 1 if worse <= near else 1)
    return max(1, stars)


def counts(game: Any, state: Any) -> str:
    """What is counted at the finish: a time, of which little is good, or something of which much is."""
    return str(game.result(state).get("counts", "time"))


def over_par(sitting: Sitting) -> int:
    """By how much a drive misses par; 0 and less is full marks."""
    over = time(sitting) - sitting.step.par
    return over if counts(sitting.session.game, sitting.session.state) in TIMES else -over


def time(sitting: Sitting) -> int:
    """The learner's time so far, or whatever is counted: at the finish what counts there, before it his clock."""
    session = sitting.session
    now = moment(sitting)
    final = session.game.result(session.state)["sums"][now.seat]
    return now.clock if final is None else int(final)


def _put(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _hint(sitting: Sitting, intent: Mapping[str, Any]) -> Sitting:
    """One stage more: where to look, which rule, the move itself."""
    if sitting.done:
        return sitting
    return replace(sitting, hints=_put(sitting.hints, sitting.at, min(MOVE, sitting.hints[sitting.at] + 1)))


def _answer(sitting: Sitting, intent: Mapping[str, Any]) -> Sitting:
    step, id_ = sitting.step, intent.get("id")
    if step.kind not in ASKED or step.kind == "find" or id_ not in [choice.id for choice in step.choices]:
        raise Refused("no-such-answer")
    return _answered(sitting, str(id_))


def _point(sitting: Sitting, intent: Mapping[str, Any]) -> Sitting:
    at = intent.get("at")
    if sitting.step.kind != "find" or type(at) is not int or not 0 <= at < len(sitting.session.draft):
        raise Refused("no-such-die")
    return _answered(sitting, str(at))


def _answered(sitting: Sitting, answer: str) -> Sitting:
    """An answer given: the right one is played out on the road, a wrong one costs a star."""
    if sitting.done:
        return sitting
    step, session = sitting.step, sitting.session
    if answer != right_answer(sitting.lesson, sitting.at):
        tries = sitting.tries[sitting.at] + (answer != sitting.answer)  # the same click twice is one mistake
        return replace(sitting, answer=answer, tries=_put(sitting.tries, sitting.at, tries))
    if step.kind == "predict":
        session = replace(session, replay=foretold(sitting.lesson, sitting.at), draft=())
    elif step.kind == "choose":
        session = replace(session, draft=session.game.read_draft(dict(step.choices)[answer]).moves)
    return _finished(replace(sitting, answer=answer, session=session))


def _claim(sitting: Sitting, intent: Mapping[str, Any]) -> Sitting:
    """Say that one does something no die can be laid for, such as stopping at once: it is judged as part of the draft."""
    session = sitting.session
    text = dict(sitting.step.claims).get(str(intent.get("id")))
    if text is None or len(session.draft) >= tables_.MOST_STEPS:
        raise Refused("no-such-answer")
    (move,) = session.game.read_moves(session.state, text)
    draft, trail = (*session.draft, move), (*session.trail, session.draft)
    return _checked(replace(sitting, session=replace(session, draft=draft, trail=trail, look=tables_.PRESENT)))


def _next(sitting: Sitting, intent: Mapping[str, Any]) -> Sitting:
    if not sitting.done:
        raise Refused("not-done-yet")
    if sitting.at + 1 == len(sitting.lesson.steps):
        raise Refused("last-step")
    return _enter(sitting, sitting.at + 1)


def _step(sitting: Sitting, intent: Mapping[str, Any]) -> Sitting:
    at = intent.get("at")
    if type(at) is not int or not 0 <= at < len(sitting.lesson.steps):
        raise Refused("no-such-step")
    return _enter(sitting, at)


def _again(sitting: Sitting, intent: Mapping[str, Any]) -> Sitting:
    return _enter(sitting, sitting.at)


def _enter(sitting: Sitting, at: int) -> Sitting:
    """A step from its start. Hints and wrong answers are forgotten once it was done: whoever tries again tries afresh."""
    fresh = bool(sitting.stars[at])
    hints, tries = (_put(kept, at, 0) if fresh else kept for kept in (sitting.hints, sitting.tries))
    return Sitting(sitting.lesson, at, table(sitting.lesson, at), hints, tries, sitting.stars)


_ACTS: Mapping[str, Callable[[Sitting, Mapping[str, Any]], Sitting]] = {
    "hint": _hint,
    "answer": _answer,
    "point": _point,
    "claim": _claim,
    "next": _next,
    "step": _step,
    "again": _again,
}


# -- What the engine would do -----------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def right_answer(lesson: Lesson, at: int) -> str:
    """The answer that the engine gives; nothing where it gives none, or more than one."""
    step = lesson.steps[at]
    if step.kind == "find":
        return str(step.wrong - 1)
    if step.kind == "quiz":
        return step.right
    if step.kind == "predict":
        right = [choice.id for choice in step.choices if comes_true(lesson, at, choice)]
    else:
        worth = {choice.id: merit(lesson, at, choice) for choice in step.choices}
        right = [id_ for id_, value in worth.items() if value == min(worth.values())]
    return right[0] if len(right) == 1 else ""


def comes_true(lesson: Lesson, at: int, choice: Choice) -> bool:
    """Whether what an answer foresees does happen."""
    game, replay = lesson.game, foretold(lesson, at)
    aim = foreseen(game, replay.start, choice.text)
    return is_met(aim, Moment(game, replay.start, replay.state, (), replay.past))


def merit(lesson: Lesson, at: int, choice: Choice) -> Fraction:
    """What a draft is worth by the measure of its step; less is better."""
    game, state, by = lesson.game, opening(lesson, at), lesson.steps[at].by
    draft = game.read_draft(choice.text).moves
    if by == "risk":
        return sum(game.risk(state, draft), Fraction(0))
    if by == "seconds":
        return Fraction(seconds(lesson, state, draft))
    if by == "points":
        return -Fraction(points(lesson, at, draft))
    now = Moment(game, state, state, draft)
    return -Fraction([place.key for place in game.places(state)].index(now.place))


def seconds(lesson: Lesson, state: Any, draft: Any) -> int:
    """What the card behind a draft would cost."""
    gauges: Mapping[str, Any] = lesson.game.desk(state, draft).gauges
    return int(gauges["cards"][gauges["then"]])


def points(lesson: Lesson, at: int, draft: Any) -> int:
    """What the learner has in points once a draft is played, and nothing goes wrong."""
    start = table(lesson, at).replay
    after = play_on(start, draft, lesson.game.calm)
    facts: Mapping[str, Any] = Moment(lesson.game, start.state, after.state, (), after.past).stand.facts
    return int(facts["points"])


def solving(sitting: Sitting) -> Iterable[Sitting]:
    """The solution of a step as a learner carries it out, change by change; what is refused on the way is raised."""
    step, game = sitting.step, sitting.session.game
    yield sitting
    if step.kind == "find":
        yield update(sitting, {"do": "point", "at": step.wrong - 1})
        return
    if step.kind in ASKED:
        yield update(sitting, {"do": "answer", "id": right_answer(sitting.lesson, sitting.at)})
        return
    plan = game.read_draft(step.solution)
    for told, faces in zip(plan.moves, plan.shown or ((),) * len(plan.moves), strict=True):
        move, _ = game.settled(sitting.session.state, told, faces)
        for after in carrying(sitting, move, step.kind in ("roll", "drive")):
            yield after
            sitting = after


def made(sitting: Sitting, draft: str) -> Sitting:
    """A mistake as a learner makes it: dice are laid one by one; what is no die is taken as said."""
    for move in sitting.session.game.read_draft(draft).moves:
        session = sitting.session
        if _claim_of(sitting, move) is None and not _pieces(sitting, move):
            sitting = replace(sitting, session=replace(session, draft=(*session.draft, move)))
        else:
            sitting = last(carrying(sitting, move, rolls=False))
    return sitting


def _claim_of(sitting: Sitting, move: Any) -> str | None:
    named = sitting.session.game.write_move(move)
    return next((claim.id for claim in sitting.step.claims if claim.text == named), None)


def carrying(sitting: Sitting, move: Any, rolls: bool) -> Iterable[Sitting]:
    """One move as a learner makes it: a die is laid, and rolled where the step is driven; all else is said or pressed."""
    game = sitting.session.game
    named = game.write_move(move)
    claim = _claim_of(sitting, move)
    if claim is not None:
        yield update(sitting, {"do": "claim", "id": claim})
        return
    if steps_of(move):
        yield from _setting_going(sitting, move)
        return
    lies = _lies(sitting, move) if rolls else None
    if lies is not None:  # it was laid with the whole draft
        yield update(sitting, {"do": "act", "move": game.write_move(lies)})
        return
    pieces = _pieces(sitting, move)
    if len(pieces) == 1:
        for after in laying(sitting, move):
            yield after
            sitting = after
        if rolls:
            session = sitting.session
            if broken := game.judge(session.state, session.draft[:1]):
                raise Illegal(broken)
            yield update(sitting, {"do": "act", "move": game.write_move(sitting.session.draft[0])})
        return
    for piece in pieces:
        sitting = update(sitting, {"do": "lay", "piece": piece})
        yield sitting
    sitting = update(sitting, {"do": "act", "move": named})
    yield sitting
    if pieces and sitting.session.draft:
        yield update(sitting, {"do": "clear"})  # what was rolled together is laid again one by one


def _setting_going(sitting: Sitting, move: Any) -> Iterable[Sitting]:
    """A whole draft, laid die by die and then driven as one."""
    for step in steps_of(move):
        for after in laying(sitting, step):
            yield after
            sitting = after
    session = sitting.session
    if broken := session.game.judge(session.state, (replace(move, steps=session.draft),)):
        raise Illegal(broken)
    yield update(sitting, {"do": "act", "move": session.game.write_move(replace(move, steps=session.draft))})


def _lies(sitting: Sitting, move: Any) -> Any:
    """The same move among those that are offered, if it needs nothing laid any more."""
    game, state = sitting.session.game, sitting.session.state
    if not game.kept(state):
        return None

    def goes_there(one: Any) -> bool:
        same = type(one) is type(move) and called(move, one) == one
        return same and [laid.place for laid in game.desk(state, (one,)).laid] == [
            laid.place for laid in game.desk(state, (move,)).laid
        ]

    return next((one.move for one in game.desk(state, ()).offers if goes_there(one.move)), None)


def called(move: Any, other: Any) -> Any:
    """A move on the space of another one, by that one's name for it."""
    names = {name: getattr(other, name) for name in ("to", "land") if hasattr(move, name)}
    if not names:
        return move
    is_record = is_dataclass(move) and not isinstance(move, type)
    return replace(move, **names) if is_record else move._replace(**names)


def laying(sitting: Sitting, move: Any) -> Iterable[Sitting]:
    """One die laid where a draft has it."""
    session = sitting.session
    game, at = session.game, len(session.draft)
    laid = game.desk(session.state, (*session.draft, move)).laid[at]
    sitting = update(sitting, {"do": "lay", "piece": laid.piece.partition("+")[0], "place": laid.place})
    yield sitting
    here = sitting.session.draft[at]
    told = called(move, here) if laid.place else move
    if _codes(sitting, here) != _codes(sitting, move):  # it ends there, and begins elsewhere
        told = move
    if told != here:
        yield update(sitting, {"do": "put", "at": at, "move": game.write_move(told)})


def _codes(sitting: Sitting, move: Any) -> list[str]:
    """What the rules refuse of the draft with this as its last die."""
    session = sitting.session
    return [broken.code for broken in session.game.judge(session.state, (*session.draft[:-1], move))]


def _pieces(sitting: Sitting, move: Any) -> list[str]:
    """The dice that a move takes."""
    session = sitting.session
    laid = session.game.desk(session.state, (*session.draft, move)).laid
    return laid[-1].piece.split() if laid else []


def last(sittings: Iterable[Sitting]) -> Sitting:
    *_, end = sittings
    return end
