"""A drive looked back at: its losses by decisions, and its losses by luck.

    review(GAME, replay, seat)

Before every decision the stage is worth so much to a driver who goes on as well as can be. A decision costs what it is
worse than the best one there. What then still changes, through dice, cards and the other cars, is luck: it may be good,
and is then below 0. Both add up to the difference between the time that was driven and par, the worth of the start.

Values come from the tables of `coach/solver`. A turn among other cars is reckoned with the others where they stand, as
everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rallyman_tutor.coach import racing
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.contract import Tell
from rallyman_tutor.coach.draft_worth import simplest
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.coach.standing import DriveProgress
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.replay import Replay

GOOD_ENOUGH = 0.5
"""Seconds: a decision that costs less than this is as good as the best one."""
MOST_MISTAKES = 3
BEGINNER = racing.LEVELS["novice"][0]


class ReviewedDecision(NamedTuple):
    """One decision that was made, the best one there, and what both cost to the finish on average."""

    number: int  # of the move in the game, from 0
    stage: int
    round: int
    state: AnyState
    move: AnyMove
    cost: float
    best_cost: float
    best: tuple[AnyMove, ...]  # with what the best driving goes on with if nothing goes wrong
    luck: float
    beginner: float  # what a beginner's decision would have cost

    @property
    def loss(self) -> float:
        return self.cost - self.best_cost


class TurnReview(NamedTuple):
    """The decisions of one turn."""

    stage: int
    round: int
    made: tuple[ReviewedDecision, ...]
    seconds: int  # by which the driver's time grew

    @property
    def decisions(self) -> float:
        return sum(one.loss for one in self.made)

    @property
    def luck(self) -> float:
        return sum(one.luck for one in self.made)


class Leg(NamedTuple):
    """One stage of a drive. `decisions + luck == time - par`, but for the last bits of floating point."""

    stage: int
    time: float  # seconds; whoever is out of the rally is charged for it as the solver does
    par: float  # from its start, with what was carried into it
    is_out: bool
    turns: tuple[TurnReview, ...]

    @property
    def decisions(self) -> float:
        return sum(turn.decisions for turn in self.turns)

    @property
    def luck(self) -> float:
        return sum(turn.luck for turn in self.turns)


class Review(NamedTuple):
    """The drive of one seat: the sums of its stages, so they add up as those do."""

    seat: int
    legs: tuple[Leg, ...]
    unsolved: tuple[int, ...]  # stages that are left out, since they have no table
    mistakes: tuple[ReviewedDecision, ...]  # the decisions that cost most, the worst first
    finest: ReviewedDecision | None  # the best decision among those that a beginner would have got most wrong
    among_others: bool

    @property
    def time(self) -> float:
        return sum(leg.time for leg in self.legs)

    @property
    def par(self) -> float:
        return sum(leg.par for leg in self.legs)

    @property
    def is_out(self) -> bool:
        return any(leg.is_out for leg in self.legs)

    @property
    def turns(self) -> tuple[TurnReview, ...]:
        return tuple(turn for leg in self.legs for turn in leg.turns)

    @property
    def decisions(self) -> float:
        return sum(leg.decisions for leg in self.legs)

    @property
    def luck(self) -> float:
        return sum(leg.luck for leg in self.legs)


class NothingToReview(Exception):
    """No stage of the drive was driven to its end."""


def review(
    game: AnyGame, replay: Replay[AnyState, AnyMove], seat: int, tell: Tell | None = None, stage: int | None = None
) -> Review:
    """The drive of one seat, stage after stage, or one stage of it. A stage without a table is solved first, and `tell`
    hears the progress; without `tell` it is left out, and where no other is left, refused as `NotSolved`."""
    unsolved: dict[int, None] = {}
    legs = tuple(_legs(game, replay, seat, tell, stage, unsolved))
    if not legs:
        raise NotSolved if unsolved else NothingToReview
    made = [one for leg in legs for turn in leg.turns for one in turn.made]
    wrong = sorted((one for one in made if one.loss >= GOOD_ENOUGH), key=lambda one: -one.loss)
    is_alone = len(game.result(replay.state)["drivers"]) == 1
    return Review(seat, legs, tuple(unsolved), tuple(wrong[:MOST_MISTAKES]), _finest(made), not is_alone)


def stage_just_driven(game: AnyGame, replay: Replay[AnyState, AnyMove]) -> int | None:
    """The stage of a rally that everybody has ended, as long as nobody drives in the next one."""
    seat = game.turn(replay.state)
    now = race_coach(game).standing(replay.state, max(seat, 0)).stage
    for number in range(len(replay.past), 0, -1):
        before = replay.past[number - 2].state if number > 1 else replay.start
        stood = race_coach(game).standing(before, game.turn(before))
        if stood.stage != now:
            return stood.stage
        if stood.drives:
            return None
    return None


def turn_just_driven(game: AnyGame, replay: Replay[AnyState, AnyMove], seat: int) -> list[tuple[AnyState, AnyMove]]:
    """The decisions of a driver's last turn, once it is over, each with the position it was made in; else none."""
    turns, now = turns_driven(game, replay, seat), race_coach(game).standing(replay.state, seat)
    last = [*turns[-1]] if turns else []
    return [] if last and now.drives and now.round == race_coach(game).standing(last[0][0], seat).round else last


def turns_driven(
    game: AnyGame, replay: Replay[AnyState, AnyMove], seat: int
) -> list[tuple[tuple[AnyState, AnyMove], ...]]:
    """The decisions of all turns of a driver, turn by turn, each with the position it was made in."""
    coach, found, before = race_coach(game), list[list[tuple[AnyState, AnyMove]]](), -1
    states = [replay.start, *(past.state for past in replay.past)]
    for state, past in zip(states, replay.past, strict=False):
        standing = coach.standing(state, seat)
        is_own = game.turn(state) == seat and standing.drives
        if is_own and standing.round != before:
            found.append([])
        before = standing.round if is_own else -1
        if is_own:
            found[-1].append((state, past.move))
    return [*map(tuple, found)]


class _OpenDecision(NamedTuple):
    """A decision before its luck is known: what was met, and what the best driving cost from there."""

    number: int
    state: AnyState
    round: int
    move: AnyMove
    cost: float
    best_cost: float
    best: tuple[AnyMove, ...]
    time: int  # of the driver so far
    beginner: float  # what a beginner's decision would have cost


def _legs(
    game: AnyGame,
    replay: Replay[AnyState, AnyMove],
    seat: int,
    tell: Tell | None,
    wanted: int | None,
    unsolved: dict[int, None],
) -> Iterator[Leg]:
    """The stages that were driven to their end; one that was not is left out, and so is one that is not solved."""
    states = [replay.start, *(past.state for past in replay.past)]
    stands = [race_coach(game).standing(state, seat) for state in states]
    met: list[_OpenDecision] = []
    for number, (state, stands_now, past) in enumerate(zip(states, stands, replay.past, strict=False)):
        if wanted is not None and stands_now.stage != wanted:
            continue
        if game.turn(state) == seat and stands_now.stage not in unsolved:
            try:
                if found := _met(game, state, past.move, number, stands_now, tell):
                    met.append(found)
            except NotSolved:
                unsolved[stands_now.stage] = None
                met = []
        after = stands[number + 1]
        if met and (after.stage != stands_now.stage or after.status in ("finished", "out")):
            yield _leg(game, met, stands_now.stage, max(after.time, stands_now.time), after.status == "out")
            met = []


def _met(
    game: AnyGame, state: AnyState, move: AnyMove, number: int, now: DriveProgress, tell: Tell | None
) -> _OpenDecision | None:
    """The cost of a decision; None if nothing is driven by it."""
    try:
        hand = race_coach(game).at_hand(state)
        if not hand.is_exact:
            if tell is None:
                raise NotSolved
            race_coach(game).keep_table(state, tell)
            hand = race_coach(game).at_hand(state)
    except Unsolvable:
        return None
    costs = hand.best.costs(state)
    best_cost = costs[0][0]
    cost = max(best_cost, hand.best.cost_of(state, move))
    beginner = hand.best.cost_of(state, racing.drive(game, state, BEGINNER).move)
    line = simplest(game, hand, state, costs)
    return _OpenDecision(number, state, now.round, move, cost, best_cost, line, now.time, beginner)


class NotSolved(Exception):
    """The stage has no table yet."""


def _leg(game: AnyGame, met: list[_OpenDecision], stage: int, end: int, is_out: bool) -> Leg:
    """One stage: the luck of each decision is what it then cost to the next one, less what was to be expected."""
    charged = race_coach(game).charge(met[0].state) if is_out else 0.0
    made = []
    for at, one in enumerate(met):
        nxt = met[at + 1] if at + 1 < len(met) else None
        came_to = (nxt.time - one.time + nxt.best_cost) if nxt else (end - one.time + charged)
        made.append(
            ReviewedDecision(
                number=one.number,
                stage=stage,
                round=one.round,
                state=one.state,
                move=one.move,
                cost=one.cost,
                best_cost=one.best_cost,
                best=one.best,
                luck=came_to - one.cost,
                beginner=one.beginner,
            )
        )
    turns, times = [], {one.number: one.time for one in met}
    rounds = list(dict.fromkeys(one.round for one in made))
    for at, number in enumerate(rounds):
        own = tuple(one for one in made if one.round == number)
        later = next((one for one in made if at + 1 < len(rounds) and one.round == rounds[at + 1]), None)
        turns.append(TurnReview(stage, number, own, (times[later.number] if later else end) - times[own[0].number]))
    return Leg(stage, end - met[0].time + charged, met[0].best_cost, is_out, tuple(turns))


def _finest(made: list[ReviewedDecision]) -> ReviewedDecision | None:
    """Of the decisions that were as good as the best one, that to which a beginner's would have lost most."""
    good = [one for one in made if one.loss < GOOD_ENOUGH and one.beginner - one.cost >= GOOD_ENOUGH]
    return max(good, key=lambda one: one.beginner - one.cost, default=None)
