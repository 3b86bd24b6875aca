"""Which answer to a lesson's question is right: the engine finds out, and compares the drafts to choose from."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

from rallyman_tutor.coach.coaches import RACES, has_race_coach, race_coach
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.tutor.lesson.goals import GoalContext, as_number
from rallyman_tutor.tutor.lesson.lessons import AnyStep, Choice, Lesson
from rallyman_tutor.tutor.lesson.step_start import play_draft, session_at_start, start_state

MEASURES = ("risk", "seconds", "progress", "points", "cost")
"""Measures to compare drafts by."""
FOUND = "found"
"""The measure of a decision at cards: what was found of it when the game was looked back at."""
DECIDED_BY_NO_RULE = ("cost", FOUND)
"""Measures by which a whole drive, or a whole game, decides, and no single rule."""
Unmeasured: TypeAlias = Literal["no-such-by", "no-table", "nothing-to-lay", "no-costs"]
"""Why drafts cannot be compared."""
LAID = "laid "
"""The mark before a decision in notation that is given as an answer, and is none of those to choose from."""
DISTANCE_FACTS = ("km", "distance")
"""Facts that tell how far a player has come, in games where nobody drives from space to space."""


@lru_cache(maxsize=1024)
def right_answer(lesson: Lesson, at: int) -> str:
    """The right answer to a step, as the engine finds it; empty where there is none, or more than one."""
    return lesson.steps[at].find_right(lesson, at)


@lru_cache(maxsize=1024)
def cost_of_choice(lesson: Lesson, at: int, choice: Choice) -> Fraction:
    """A draft to choose, by the measure of its step, as a number of which less is better."""
    return lesson.steps[at].cost(lesson, at, choice)


def cost_by_measure(step: AnyStep, lesson: Lesson, at: int, choice: Choice) -> Fraction:
    """A draft to choose, by one of the measures."""
    game, state, by = lesson.game, start_state(lesson, at), step.by
    draft = game.read_draft(choice.text).moves
    if by == "cost":
        decision = _decision(
            game, state, tuple(game.read_moves(state, choice.text))
        )  # with the face of a die to be given
        if is_driven(game, state):
            return Fraction(race_coach(game).at_hand(state).best.cost_of(state, decision))
        after = _after(game, state, decision)
        return Fraction(race_coach(game).at_hand(after).best.value(after))
    if by == "risk":
        return sum(game.risk(state, draft), Fraction(0))
    if by == "seconds":
        return Fraction(seconds_of_card(lesson, state, draft))
    if by == "points" or game.has_hidden_hands:
        return -Fraction(points_or_distance(lesson, at, draft))
    now = GoalContext(game, state, state, draft)
    return -Fraction(next(place.far for place in game.places(state) if place.key == now.place))


def seconds_behind(lesson: Lesson, at: int, answer: str) -> float:
    """The seconds by which a draft given as an answer is worse than the right one, in a step about the least cost; 0 in
    any other, and of an answer that is no draft."""
    step = lesson.steps[at]
    if step.by != "cost" or not (answer.startswith(LAID) or answer in dict(step.choices)):
        return 0.0
    return max(0.0, float(cost_of_choice(lesson, at, given(lesson, at, answer)) - _least_cost(lesson, at)))


def given(lesson: Lesson, at: int, answer: str) -> Choice:
    """An answer as a draft to choose: one of those that are there, or what was laid."""
    if answer.startswith(LAID):
        return Choice(answer, answer.removeprefix(LAID))
    return next(choice for choice in lesson.steps[at].choices if choice.id == answer)


def is_right(lesson: Lesson, at: int, answer: str) -> bool:
    """Whether an answer is right; a decision that is laid is so where it is good enough."""
    return lesson.steps[at].accepts(lesson, at, answer)


@lru_cache(maxsize=1024)
def _least_cost(lesson: Lesson, at: int) -> Fraction:
    """The least of all drafts to choose from; where others may be laid, of those too."""
    step, state = lesson.steps[at], start_state(lesson, at)
    least = min(cost_of_choice(lesson, at, choice) for choice in step.choices)
    if not step.plays:
        return least
    return min(least, Fraction(RACES[lesson.key]().at_hand(state).best.costs(state)[0][0]))


def best_of_all(lesson: Lesson, at: int) -> AnyMove:
    """The best that can be decided in a position, offered or not."""
    move: AnyMove = RACES[lesson.key]().at_hand(start_state(lesson, at)).best.costs(start_state(lesson, at))[0][1]
    return move


def decision_of(lesson: Lesson, at: int, answer: str) -> AnyMove:
    """The decision of an answer."""
    game, state = lesson.game, start_state(lesson, at)
    return _decision(game, state, tuple(game.read_moves(state, given(lesson, at, answer).text)))


def offered_as(lesson: Lesson, at: int, answer: str) -> str:
    """The draft to choose from that is the same decision as what was laid; the answer itself, where there is none."""
    if not answer.startswith(LAID):
        return answer
    made = decision_of(lesson, at, answer)
    return next((one.id for one in lesson.steps[at].choices if decision_of(lesson, at, one.id) == made), answer)


def _decision(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> AnyMove:
    """The decision of a draft: all of it where it is driven as one, else its first die."""
    offers = game.desk(state, draft).offers
    return next((offer.move for offer in offers if game.form(offer.move).steps == draft), draft[0])


def seconds_of_card(lesson: Lesson, state: AnyState, draft: tuple[AnyMove, ...]) -> int:
    """The seconds on the gear card that a draft would end with."""
    facts = lesson.game.desk(state, draft).facts
    return facts["cards"][facts["then"]]


def points_or_distance(lesson: Lesson, at: int, draft: tuple[AnyMove, ...]) -> int:
    """The learner's points, or how far they have come, once a draft is played and nothing goes wrong."""
    start, by = session_at_start(lesson, at).replay, lesson.steps[at].by
    after = play_draft(start, draft, lesson.game.harmless_luck)
    facts = GoalContext(lesson.game, start.state, after.state, (), after.past).standing.facts
    return next(as_number(facts.get(name)) for name in ((by,) if by == "points" else DISTANCE_FACTS) if name in facts)


def is_driven(game: AnyGame, state: AnyState) -> bool:
    """Whether dice are due in this position, or things that belong to them; else a choice comes first, as of tyres."""
    return race_coach(game).standing(state, game.turn(state)).drives


def drives_from(game: AnyGame, state: AnyState) -> tuple[AnyState, ...]:
    """The positions in which a drive begins whose cost is compared: this one, or those behind each choice before it."""
    if is_driven(game, state):
        return (state,)
    return tuple(_after(game, state, move) for move in game.moves(state) if game.form(move).ends != "game")


def _after(game: AnyGame, state: AnyState, move: AnyMove) -> AnyState:
    """The position after a choice of which nothing comes by luck."""
    after, _ = game.play(state, move, game.harmless_luck)
    return after


def can_be_measured(game: AnyGame, state: AnyState, by: str) -> bool:
    """Whether drafts can be compared by this measure here."""
    return why_not_measured(game, state, by) is None


def why_not_measured(game: AnyGame, state: AnyState, by: str, is_laid: bool = False) -> Unmeasured | None:
    """Why drafts cannot be compared by this measure here, to be chosen or to be laid; None where they can. By their
    cost they can be on a solved stage, and laid drafts are judged where dice are due."""
    if by == "cost" and has_race_coach(game):
        if is_laid and not is_driven(game, state):
            return "nothing-to-lay"
        return None if all(race_coach(game).has_table(start) for start in drives_from(game, state)) else "no-table"
    if is_laid:
        return "no-costs"
    if by == "points":
        return None if "points" in game.desk(state, ()).standings[0].facts else "no-such-by"
    is_there = by in MEASURES and by != "cost" and (by != "seconds" or not game.has_hidden_hands)
    return None if is_there else "no-such-by"
