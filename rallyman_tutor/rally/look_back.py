"""A rally looked back at: decisions and luck of each driver apart, the moment it turned, and its dearest decisions.

    look_back(rally)             a rally of a game with dice, in steps: a step for each move
    cards_back(rally)            one of a game of cards: the decisions of the people, each as it is weighed
    led_since(sheet)             the row of the sheet since which the winner was ahead

While a stage is driven, everybody is expected at its end: so many seconds so far, and those that the rest of the stage
costs on average if it is driven as well as can be. What lies behind this stage counts the same for all. The rally
turned with the last turn before which somebody else was expected level with the later winner or ahead, and after which
the winner was expected ahead of all, for good.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import inf
from typing import NamedTuple

from rallyman_tutor.coach.card_review import SeatGame, WeighedDecision, as_played, going_on
from rallyman_tutor.coach.coaches import has_race_coach, race_coach
from rallyman_tutor.coach.review import GOOD_ENOUGH, MOST_MISTAKES
from rallyman_tutor.coach.steps import Steps
from rallyman_tutor.coach.why import Why, why_decided
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.rally.account import Accounts, Ledger, RallyDecision
from rallyman_tutor.rally.rally import Rally
from rallyman_tutor.rally.setup import PERSON
from rallyman_tutor.rally.sheet import RallySheet, sheet_of


class RallyTurn(NamedTuple):
    """A turn of a driver, and where everybody was expected at the end of its stage, before it and after it."""

    made: tuple[RallyDecision, ...]
    before: tuple[float, ...]  # by seat
    after: tuple[float, ...]

    @property
    def decisions(self) -> float:
        """The seconds lost by decisions."""
        return sum(one.loss for one in self.made)

    @property
    def luck(self) -> float:
        """The seconds lost by luck; below 0 they were won."""
        seat = self.made[0].seat
        return self.after[seat] - self.before[seat] - self.decisions


class TurningPoint(NamedTuple):
    """The turn with which the rally turned, and how far the winner was expected ahead of the best of the others before
    it and after it: below 0 the winner was behind."""

    turn: RallyTurn
    before: float
    after: float


class LookBack(NamedTuple):
    """All that is known of a rally of a game with dice once it is over."""

    accounts: Accounts
    turned: TurningPoint | None  # None where not all is solved, and where nobody won alone
    dearest: tuple[tuple[RallyDecision, Why[AnyState, AnyMove]], ...]  # the decisions that cost most, with their reason


def look_back(rally: Rally) -> Steps[LookBack]:
    """Decisions and luck of each driver, the turn with which it turned, and the dearest decisions."""
    game = rally.game
    ledger, state = Ledger(game, len(rally.levels)), rally.replay.start
    for past in rally.replay.past:
        ledger.note(state, past.move, past.state)
        state = past.state
        yield
    accounts, dearest = ledger.accounts(), []
    for one in sorted(ledger.made, key=lambda one: -one.loss)[:MOST_MISTAKES]:
        if one.loss >= GOOD_ENOUGH:
            dearest.append((one, why_decided(game, one.state, one.move)))
            yield
    is_whole = None not in accounts
    return LookBack(accounts, turning_point(rally, ledger) if is_whole else None, tuple(dearest))


def turning_point(rally: Rally, ledger: Ledger) -> TurningPoint | None:
    """The turn since which the winner was expected ahead of everybody else, for good; None where several won, where
    nobody else took part, and where the rules had another winner than the time."""
    first = winners(sheet_of(rally.game, rally.state))
    if len(first) != 1 or len(rally.levels) == 1:
        return None
    found: TurningPoint | None = None
    for turn in turns_of(rally, ledger):
        before, after = (_lead(expected, first[0]) for expected in (turn.before, turn.after))
        if after <= 0:
            found = None
        elif before <= 0:
            found = TurningPoint(turn, before, after)
    return found


def turns_of(rally: Rally, ledger: Ledger) -> Iterator[RallyTurn]:
    """All turns in which something was decided, in their order."""
    coach = race_coach(rally.game)
    out = {seat for seat in range(len(rally.levels)) if coach.standing(rally.state, seat).status == "out"}
    turns = [tuple(own) for _, own in groupby(ledger.made, lambda one: (one.seat, one.stage, one.round))]
    for stage, of_stage in groupby(turns, lambda own: own[0].stage):
        driven = [*of_stage]
        expected = [inf] * len(rally.levels)  # who is out
        for own in reversed(driven):
            expected[own[0].seat] = own[0].time + own[0].best_cost
        for at, own in enumerate(driven):
            before, seat = tuple(expected), own[0].seat
            later = next((other[0] for other in driven[at + 1 :] if other[0].seat == seat), None)
            expected[seat] = _end(ledger, seat, stage, out) if later is None else later.time + later.best_cost
            yield RallyTurn(own, before, tuple(expected))


def _end(ledger: Ledger, seat: int, stage: int, out: set[int]) -> float:
    """The time of a driver at the end of a stage; whoever is out of the rally there comes to no end."""
    is_last = not any(one == seat and other > stage for one, other in ledger.ends)
    return inf if seat in out and is_last else ledger.ends[seat, stage]


def _lead(expected: Sequence[float], first: int) -> float:
    """How far the winner is ahead of the best of the others."""
    return min(time for seat, time in enumerate(expected) if seat != first) - expected[first]


def winners(sheet: RallySheet) -> tuple[int, ...]:
    """The seats on the first place."""
    return tuple(seat for seat, place in enumerate(sheet.places) if place == 1)


def led_since(sheet: RallySheet) -> int | None:
    """The row of the sheet, from 1, since which the winners were on the first place, and nobody else; None where nobody
    won."""
    first = winners(sheet)
    if not first:
        return None
    rows = [tuple(seat for seat, place in enumerate(order) if place == 1) == first for order in sheet.orders]
    since = len(rows)
    while since and rows[since - 1]:
        since -= 1
    return since + 1 if since < len(rows) else None


# -- Games of cards ---------------------------------------------------------------------------------------------------


class CardsBack(NamedTuple):
    """The decisions of the people at a game of cards, as far as they are weighed."""

    games: Mapping[int, SeatGame]  # by seat

    @property
    def met(self) -> int:
        return sum(len(one.met) for one in self.games.values())

    @property
    def weighed(self) -> int:
        return sum(len(one.weighed) for one in self.games.values())

    @property
    def dearest(self) -> tuple[tuple[int, WeighedDecision], ...]:
        """The decisions that surely cost something, the dearest first, each with its seat."""
        wrong = [(seat, one) for seat, game in self.games.items() for one in game.weighed if one.is_mistake]
        return tuple(sorted(wrong, key=lambda one: -one[1].behind)[:MOST_MISTAKES])


def cards_back(rally: Rally) -> Iterator[CardsBack | None]:
    """The decisions of the people, with each that is weighed; None after every other step. Where only bots played,
    nothing is weighed."""
    assert not has_race_coach(rally.game)
    people = [seat for seat, level in enumerate(rally.levels) if level == PERSON]
    found = CardsBack({seat: as_played(rally.game, rally.replay, seat) for seat in people})
    yield found
    for seat in people:
        for played in going_on(found.games[seat]):
            if played is not None:
                found = CardsBack({**found.games, seat: played})
            yield played and found
