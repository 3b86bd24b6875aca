"""Advice if cards were mixed otherwise: the best of this turn with another mix, and how far each share can be moved
before something else is better.

    tried(GAME, state, draft, mix)         the best with this mix, and what the advice then costs
    reach(GAME, state, draft, mix, at)     at which notches of one share the advice holds

Only this turn has the other mix: what the turns behind it are worth comes from the table, so from the mix of the house.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.coach.draft_worth import NEGLIGIBLE, simplest
from rallyman_tutor.coach.race_coach import AnyAtHand
from rallyman_tutor.coach.solver.mix import Mix
from rallyman_tutor.coach.steps import Steps, Work
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF


def with_share_moved(key: str, mix: Mix | None, name: str, notch: int) -> Mix:
    """A mix with one share moved to a notch; without a name the mix of the house."""
    house, names = RACES[key]().house_mix(), [share.name for share in RACES[key]().shares()]
    if not name:
        return house
    if name not in names:
        raise Refused("no-such-share", {"found": name, "list": names})
    at = names.index(name)
    if notch not in (share := RACES[key]().shares()[at]).notches:
        raise Refused("no-such-notch", {"found": notch, "least": share.least, "most": share.most, "step": share.step})
    mix = mix or house
    return (*mix[:at], notch, *mix[at + 1 :])


class MixTrial(NamedTuple):
    """One turn with another mix."""

    best: float  # seconds to the finish
    draft: tuple[AnyMove, ...]
    advised: float  # likewise, if it is driven as advised with the mix of the house

    @property
    def holds(self) -> bool:
        """Whether the advice is as good as the best, as far as anybody is told a difference."""
        return self.advised - self.best < NEGLIGIBLE


def tried(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...], mix: Mix) -> Work[MixTrial]:
    """The turn with this mix; `draft` is the advice with the mix of the house."""
    return _trying(race_coach(game).at_hand(state), game.key, state, draft, mix)


def reach(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...], mix: Mix, at: int) -> Work[tuple[bool, ...]]:
    """At every notch of one share, counted from 0, whether the advice holds; the others are as in this mix."""
    return _reaching(
        race_coach(game).at_hand(state),
        game.key,
        state,
        draft,
        (*mix[:at], race_coach(game).house_mix()[at], *mix[at + 1 :]),
        at,
    )


@lru_cache(maxsize=64)
def _trying(hand: AnyAtHand, key: str, state: AnyState, draft: tuple[AnyMove, ...], mix: Mix) -> Work[MixTrial]:
    return Work(_tried(hand, key, state, draft, mix))


def _tried(hand: AnyAtHand, key: str, state: AnyState, draft: tuple[AnyMove, ...], mix: Mix) -> Steps[MixTrial]:
    state = hand.best.one_stage(state)
    other = hand._replace(best=hand.best.otherwise(mix))
    costs = yield from other.best.costs_in_steps(state)
    advised = other.best.followed(state, draft, hand.best)
    yield
    found = MixTrial(costs[0][0], draft, advised)
    return found if found.holds else found._replace(draft=simplest(SHELF[key], other, state, costs))


@lru_cache(maxsize=8)
def _reaching(
    hand: AnyAtHand, key: str, state: AnyState, draft: tuple[AnyMove, ...], mix: Mix, at: int
) -> Work[tuple[bool, ...]]:
    return Work(_reached(hand, key, state, draft, mix, at))


def _reached(
    hand: AnyAtHand, key: str, state: AnyState, draft: tuple[AnyMove, ...], mix: Mix, at: int
) -> Steps[tuple[bool, ...]]:
    found = []
    for notch in RACES[key]().shares()[at].notches:
        there = yield from _trying(hand, key, state, draft, (*mix[:at], notch, *mix[at + 1 :])).go_on()
        found.append(there.holds)
    return tuple(found)
