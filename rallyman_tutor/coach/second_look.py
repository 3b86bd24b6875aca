"""A decision looked at once more: its cost part by part, and all that may come of it in its turn.

    taken_apart(GAME, state, move)    its cost, the parts of that, the draft it begins, and what that risks
    cases(GAME, state, move)          every end that its turn may have: how often, and what the stage costs then
    costliest(found, cost)            that end by which it loses most against another decision of this cost

All of it is driven on as well as can be, with the values of `coach/solver`. The chances of all cases add up to 1, and
their costs, weighted by these, to the cost of the decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Literal, NamedTuple, TypeAlias

from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.coach.draft_worth import MOST_MOVES
from rallyman_tutor.coach.odds import Odds, TooMany, odds_in_steps, weighed
from rallyman_tutor.coach.race_coach import AnyAtHand
from rallyman_tutor.coach.solver.costs import Parts
from rallyman_tutor.coach.steps import Steps, Work
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Events
from rallyman_tutor.core.luck import every_outcome
from rallyman_tutor.games import SHELF

SISU = "sisu"

How: TypeAlias = Literal["lost", "saved", "out", "ends"]
"""How a turn ends: control is lost, or only Sisu saves it; the rally is over; or it ends as it should."""

Played: TypeAlias = tuple[tuple[AnyMove, tuple[str, ...]], ...]
"""Moves, each with what dice and cards showed."""


class TakenApart(NamedTuple):
    """A decision with what it costs."""

    line: tuple[AnyMove, ...]  # it, and the best ones after it until the turn ends, if nothing goes wrong
    cost: float
    parts: Parts
    # of the line, with a stop wherever that saves time; nothing where no dice roll, or too much can happen
    odds: Odds | None


class Case(NamedTuple):
    """One end of a turn, on one space."""

    how: How
    place: str
    chance: Fraction
    cost: float  # from the decision to the finish, on average of all ways to this end
    likeliest: Played  # of these ways
    share: Fraction  # the chance of that one


def taken_apart(game: AnyGame, state: AnyState, move: AnyMove) -> Work[TakenApart]:
    """A decision taken apart, as far as that has come."""
    return _taken_apart(race_coach(game).at_hand(state), game.key, state, move)


@lru_cache(maxsize=4)
def _taken_apart(hand: AnyAtHand, key: str, state: AnyState, move: AnyMove) -> Work[TakenApart]:
    return Work(_apart(hand, SHELF[key], state, move))


def _apart(hand: AnyAtHand, game: AnyGame, state: AnyState, move: AnyMove) -> Steps[TakenApart]:
    ranked = hand.best.taken_apart(state, move)
    yield
    line = tuple(hand.best.line(state, move))
    found = yield from _odds_of(hand, game, hand.best.one_stage(state), line)
    return TakenApart(line, ranked.cost, ranked.parts, found)


def _odds_of(hand: AnyAtHand, game: AnyGame, state: AnyState, line: tuple[AnyMove, ...]) -> Steps[Odds | None]:
    kind, dice = race_coach(game).kind(line[0])
    form = game.form(line[0])
    if not (form.steps or form.kind == "die" or kind == "attack") or not hand.best.is_rolling(state):
        return None
    if kind == "attack":
        return (yield from odds_in_steps(game, state, line[:1])) if dice <= race_coach(game).most_at_once else None
    try:
        found, _ = yield from weighed(game, state, line, partial(hand.best.passed, state), 2 * MOST_MOVES, stops=True)
    except TooMany:
        return None
    return found


# -- What may come of it ----------------------------------------------------------------------------------------------


def cases(game: AnyGame, state: AnyState, move: AnyMove) -> Work[list[Case]]:
    """Every end of the turn that a decision may lead to, as far as that has been followed."""
    return _cases(race_coach(game).at_hand(state), game.key, state, move)


@lru_cache(maxsize=2)
def _cases(hand: AnyAtHand, key: str, state: AnyState, move: AnyMove) -> Work[list[Case]]:
    begun = hand.best.one_stage(state)
    return Work(_Followed(hand, SHELF[key], begun).after(begun, move))


def costliest(found: Sequence[Case], cost: float) -> Case:
    """The case by which a decision loses most against one that costs this."""
    return max(found, key=lambda case: float(case.chance) * (case.cost - cost))


class _Followed:
    """All that may come of decisions since a position, until the turn ends. Each position is followed once."""

    def __init__(self, hand: AnyAtHand, game: AnyGame, begun: AnyState) -> None:
        self._begun = begun
        self._best = hand.best
        self._game = game
        self._known: dict[AnyState, list[Case]] = {}

    def after(self, state: AnyState, move: AnyMove) -> Steps[list[Case]]:
        """The cases of one move."""
        found: dict[tuple[How, str], Case] = {}
        for chance, shown, (after, events) in every_outcome(partial(self._game.play, state, move)):
            yield
            passed = self._best.passed(self._begun, state, after)
            fate = _fate(
                events, self._game.turn(state), race_coach(self._game).standing(state, self._game.turn(state)).place
            )
            for case in (yield from self._from(state, after)):
                how, place = fate or (case.how, case.place)
                own = Case(
                    how,
                    place,
                    chance * case.chance,
                    passed + case.cost,
                    ((move, shown), *case.likeliest),
                    chance * case.share,
                )
                before = found.get((how, place))
                found[how, place] = _joined(before, own) if before else own
        return list(found.values())

    def _from(self, before: AnyState, state: AnyState) -> Steps[list[Case]]:
        """The cases from where a move has led to: what else is decided in this turn is decided in the best way."""
        seat, key = self._game.turn(before), self._game.key
        was, now = (RACES[key]().standing(one, seat) for one in (before, state))
        if not now.drives or (now.stage, now.round) != (was.stage, was.round):
            return [Case("ends", now.place, Fraction(1), 0.0, (), Fraction(1))]
        known = self._known.get(state)
        if known is None:
            move = self._best.choice(state)
            if self._game.write_move(move) == SISU and not self._best.is_rolling(
                state
            ):  # else it only takes hazards away
                known = [Case("saved", now.place, Fraction(1), 0.0, ((move, ()),), Fraction(1))]
            else:
                known = yield from self.after(state, move)
            self._known[state] = known
        return known


def _fate(events: Events, seat: int, place: str) -> tuple[How, str] | None:
    """Whether control is lost in a move, or the rally is over, and where; `place` is where it began."""
    found: tuple[How, str] | None = None
    for event in events:
        if event.seat != seat:
            continue
        if event.what == "moved":
            place = event.facts["space"]
        elif event.what == "out":
            return "out", place
        elif event.what == "lost":
            found = "lost", place
    return found


def _joined(one: Case, other: Case) -> Case:
    """Two ways to the same end as one case."""
    chance = one.chance + other.chance
    cost = (float(one.chance) * one.cost + float(other.chance) * other.cost) / float(chance)
    likely = max(one, other, key=lambda case: case.share)
    return Case(one.how, one.place, chance, cost, likely.likeliest, likely.share)
