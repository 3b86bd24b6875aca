"""The account of a rally: what each driver's time was made of, decisions and luck, beside par.

A stage is worth so much to a driver who goes on as well as can be: that is par at its start. A decision costs as much
as it is worse than the best one there; what else differs from par is luck. Both add up, as in `coach/review.py`, which
tells them turn by turn. Values come from tables: a driver whose stages are not all solved has no account, and games of
cards have no par.

An account is kept move by move: while a rally is driven by bots, the values of a turn are at hand already.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from rallyman_tutor.coach.coaches import has_race_coach, race_coach
from rallyman_tutor.coach.contract import Tell
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.coach.standing import DriveProgress
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.rally.rally import Rally, driven, driving


class Account(NamedTuple):
    """The seconds of one driver, in whole stages: `decisions + luck == time - par`, but for the last bits of floating
    point."""

    time: float  # whoever is out of the rally is charged for it as the solver does
    par: float
    decisions: float

    @property
    def luck(self) -> float:
        return self.time - self.par - self.decisions


Accounts: TypeAlias = tuple[Account | None, ...]
"""The account of each driver, by seat; None where a stage they drove is not solved."""


class RallyDecision(NamedTuple):
    """A decision of a rally: whose it was and when, and the seconds that it and the best one there cost to the end of
    the stage."""

    number: int  # of the move in the rally, from 0
    seat: int
    stage: int
    round: int
    state: AnyState
    move: AnyMove
    time: int  # of the driver so far, in all stages
    cost: float
    best_cost: float

    @property
    def loss(self) -> float:
        return self.cost - self.best_cost


@dataclass(slots=True)
class _Leg:
    """One stage of one driver, while it is driven."""

    stage: int
    begun: int  # seconds before it
    par: float
    charge: float  # for being out
    decisions: float = 0.0


@dataclass(slots=True)
class Ledger:
    """Accounts that are being kept, one for each driver."""

    game: AnyGame
    seats: int
    made: list[RallyDecision] = field(default_factory=list)
    """All decisions, but those of drivers who met a stage without a table, from there on."""
    ends: dict[tuple[int, int], float] = field(default_factory=dict)
    """By seat and stage: the driver's time when it was over for them, with the charge for being out."""
    _moves: int = 0
    _legs: dict[int, _Leg] = field(default_factory=dict)
    _done: dict[int, list[Account]] = field(default_factory=dict)
    _unsolved: set[int] = field(default_factory=set)

    def note(self, before: AnyState, move: AnyMove, after: AnyState) -> None:
        """One more move."""
        seat, coach = self.game.turn(before), race_coach(self.game)
        stood = [coach.standing(before, one) for one in range(self.seats)]
        if seat not in self._unsolved:
            self._decided(before, move, seat, stood[seat])
        self._moves += 1
        for one in [*self._legs]:
            self._ended(one, stood[one], coach.standing(after, one))

    def _decided(self, state: AnyState, move: AnyMove, seat: int, now: DriveProgress) -> None:
        coach = race_coach(self.game)
        try:
            hand = coach.at_hand(state)
        except Unsolvable:  # nothing is driven by it
            return
        if not hand.is_exact:
            self._unsolved.add(seat)
            self._legs.pop(seat, None)
            return
        best = hand.best.costs(state)[0][0]
        leg = self._legs.setdefault(seat, _Leg(now.stage, now.time, best, coach.charge(state)))
        cost = max(best, hand.best.cost_of(state, move))
        leg.decisions += cost - best
        self.made.append(
            RallyDecision(
                number=self._moves,
                seat=seat,
                stage=now.stage,
                round=now.round,
                state=state,
                move=move,
                time=now.time,
                cost=cost,
                best_cost=best,
            )
        )

    def _ended(self, seat: int, before: DriveProgress, now: DriveProgress) -> None:
        leg = self._legs[seat]
        if now.stage == leg.stage and now.status not in ("finished", "out"):
            return
        end = max(now.time, before.time) + (leg.charge if now.status == "out" else 0.0)
        self.ends[seat, leg.stage] = end
        time = end - leg.begun
        self._done.setdefault(seat, []).append(Account(time, leg.par, leg.decisions))
        del self._legs[seat]

    def accounts(self) -> Accounts:
        """The account of each driver over all stages that they ended."""
        return tuple(
            _summed(self._done[seat]) if seat in self._done and seat not in self._unsolved else None
            for seat in range(self.seats)
        )


def _summed(accounts: Sequence[Account]) -> Account:
    return Account(*(sum(numbers) for numbers in zip(*accounts, strict=True)))


def driven_with_accounts(rally: Rally, tell: Tell | None = None) -> tuple[Rally, Accounts]:
    """The rally when its bots have driven as far as they can, and the accounts of what they drove. With `tell`, which
    hears the progress, a stage without a table is solved before anybody drives on it."""
    if not has_race_coach(rally.game):
        return driven(rally), (None,) * len(rally.levels)
    ledger = Ledger(rally.game, len(rally.levels))
    _solved(rally, tell)
    for after in driving(rally):
        ledger.note(rally.state, after.replay.past[-1].move, after.state)
        rally = after
        _solved(rally, tell)
    return rally, ledger.accounts()


def _solved(rally: Rally, tell: Tell | None) -> None:
    if tell is None or rally.is_over or race_coach(rally.game).has_table(rally.state):
        return
    with suppress(Unsolvable):  # nothing is driven there
        race_coach(rally.game).keep_table(rally.state, tell)
