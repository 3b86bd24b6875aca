"""The sum of a learner's diary: the rules and mistakes that cost most, guesses of risk, and the costs of stages.

Numbers alone: `insight_plots.py` draws them, and `insight_view.py` has the words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from rallyman_tutor.coach.coaches import CARDS, RACES, race_coach
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner.diary import DRIVE, LAPSE, PRACTICE, RISK, Diary
from rallyman_tutor.tutor.learner.estimates import RANGES, range_of
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.tutor.lesson.lessons import MoveFound
from rallyman_tutor.tutor.lesson.sitting import MOVE

MOST_BARS = 5
"""So many rules, and so many kinds of mistakes, are shown."""
MOST_STAGES = 30
"""So many stages are shown, the newest."""
RECENT = 5
"""Stages over which an average is taken."""


class RuleCost(NamedTuple):
    """A rule, and how often it was broken or answered wrongly."""

    code: str
    times: int


class Mistake(NamedTuple):
    """A kind of mistake: what goes against a principle, by its code; where none is known, at cards all others, and in a
    drive a kind of decision that was made where one of another kind was best."""

    game: str = ""
    principle: str = ""
    chosen: str = ""
    best: str = ""


class MistakeCost(NamedTuple):
    """A kind of mistake that was made: how often, and the seconds that it cost."""

    mistake: Mistake
    times: int
    seconds: float


class CardMistakeCost(NamedTuple):
    """A kind of mistake that was made at cards: how often, and the cost in what its game counts, with the standard
    error."""

    mistake: Mistake
    times: int
    cost: float
    error: float


class StageCost(NamedTuple):
    """A stage that was driven and looked back at."""

    when: int  # seconds since 1970
    stage: str
    lost: float  # seconds, by decisions
    took: int


def costliest_rules(diary: Diary) -> list[RuleCost]:
    """The rules that were broken or answered wrongly most often, the worst first."""
    wrong = Counter(
        entry.of
        for entry in diary
        if "/" not in entry.of and (entry.kind == LAPSE or (entry.kind == PRACTICE and entry.tries))
    )
    return [RuleCost(*one) for one in sorted(wrong.items(), key=lambda one: (-one[1], one[0]))[:MOST_BARS]]


def costliest_mistakes(progress: Progress) -> list[MistakeCost]:
    """The kinds of mistakes in drives that cost most seconds, the worst first, as far as they are still kept."""
    kinds = {name: _kind(one) for name, one in progress.decisions.items() if one.game in RACES}
    costs: dict[Mistake, list[float]] = {}
    for entry in progress.diary:
        if entry.kind == LAPSE and (kind := kinds.get(entry.of)):
            costs.setdefault(kind, []).append(entry.cost)
    found = [MistakeCost(kind, len(some), sum(some)) for kind, some in costs.items()]
    return sorted(found, key=lambda one: (-one.seconds, one))


def costliest_at_cards(progress: Progress) -> list[CardMistakeCost]:
    """The kinds of mistakes at cards, game by game, the worst first, as far as they are still kept."""
    costs: dict[Mistake, list[MoveFound]] = {}
    for entry in progress.diary:
        decision = progress.decisions.get(entry.of) if entry.kind == LAPSE else None
        if decision and (made := _found_of_own(decision)):
            costs.setdefault(Mistake(decision.game, decision.principle), []).append(made)
    found = [
        CardMistakeCost(kind, len(some), sum(one.behind for one in some), hypot(*(one.error for one in some)))
        for kind, some in costs.items()
    ]
    return sorted(found, key=lambda one: (one.mistake.game, -one.cost, one))


def _found_of_own(decision: PastDecision) -> MoveFound | None:
    """The finding about the learner's own move at cards; None in a drive."""
    *_, own = decision.answers
    return next((one for one in decision.found if one.move == own and decision.game in CARDS), None)


def _kind(decision: PastDecision) -> Mistake | None:
    """The kind of a mistake; None where what was kept is no game."""
    if decision.principle:
        return Mistake(decision.game, decision.principle)
    try:
        game = SHELF[decision.game]
        state = game.read(decision.position)
        best, chosen = ([*game.read_moves(state, text)] for text in decision.answers)
        return Mistake(chosen=race_coach(game).kind(chosen[0])[0], best=race_coach(game).kind(best[0])[0])
    except (Refused, Illegal, KeyError, IndexError):
        return None


def guesses(diary: Diary) -> list[list[int]]:
    """How often each range was said (first index) where each was true (second); what a hint gave away is no guess."""
    found = [[0] * RANGES for _ in range(RANGES)]
    for entry in diary:
        if entry.kind == RISK and entry.hints < MOVE:
            found[range_of(entry.guess)][range_of(entry.chance)] += 1
    return found


def stages_driven(diary: Diary, key: str) -> list[StageCost]:
    """The newest stages of a game that were looked back at, in the order of time."""
    found = [
        StageCost(entry.when, entry.of.partition("/")[2], entry.cost, round(entry.seconds))
        for entry in diary
        if entry.kind == DRIVE and entry.of.partition("/")[0] == key
    ]
    return found[-MOST_STAGES:]


def averages(stages: Sequence[StageCost]) -> list[float]:
    """The average cost of each stage and the few before it."""
    lost = [stage.lost for stage in stages]
    return [sum(lost[max(0, at - RECENT) : at]) / min(at, RECENT) for at in range(1, len(lost) + 1)]
