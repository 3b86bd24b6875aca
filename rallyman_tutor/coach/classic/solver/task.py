"""The task: a stage of Rallyman (2009) under some options, with all that a car carries at its start.

Carried from turn to turn are damage, punctures, the spare wheel, Sisu, seconds, and how many harmless shortcut cards
were drawn: whether one was good or dirty changes nothing for a car that is alone. How many puncture cards were drawn
follows from punctures and wheel, so the deck is known exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

from rallyman_tutor.coach.solver.costs import CAP, ELIMINATION
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.games.classic.alone import ControlLoss, Target, draws_ahead, leads, leads_now, thrown, thrown_now
from rallyman_tutor.games.classic.draws import chance
from rallyman_tutor.games.classic.notation import fresh_backs, fresh_shortcut
from rallyman_tutor.games.classic.state import (
    GAS,
    MOST_DAMAGE,
    MOST_PUNCTURES,
    PUNCTURE,
    SECONDS,
    Options,
    Stage,
    State,
)
from rallyman_tutor.games.classic.step import LIMIT, LIMIT_SUMMER_ON_SNOW
from rallyman_tutor.parts.cards import Deck

Hand = tuple[int, int]
"""All that decides how the next shortcut card falls, beside punctures: the wheel, and harmless cards drawn."""


_leads, _thrown = lru_cache(maxsize=4)(leads), lru_cache(maxsize=4)(thrown)

NO_OPTIONS, FRESH_BACKS, FRESH_SHORTCUT = Options(), fresh_backs(), fresh_shortcut()


@dataclass(frozen=True)
class Task:
    """One stage to be solved."""

    stage: Stage
    options: Options = NO_OPTIONS
    winter: bool = False
    punctures: int = 0  # with which the car starts
    wheel: bool = True
    backs: tuple[Deck, ...] = FRESH_BACKS
    shortcut: Deck = FRESH_SHORTCUT
    weights: tuple[int, int] = (1, 1)  # of each harmless shortcut card, and of each puncture
    elimination: float = ELIMINATION
    cap: int = CAP
    ahead: Callable[[int, int, bool, bool], float] | None = None
    """In a rally, what the stages after this one cost, by damage, punctures, wheel and Sisu at the finish."""
    now: State | None = None
    """A position whose other cars and dirt are in the way, for the one turn that is driven from there."""

    def __post_init__(self) -> None:
        road = self.stage.road
        cut = [bend.dirt for bend in road.bends if bend.cut_at]
        if len(set(cut)) < len(cut) or any(other.dirt in cut and not other.cut_at for other in road.bends):
            raise Unsolvable("bend-twice")
        if len(cut) > self.harmless:
            raise Unsolvable("deck")

    @cached_property
    def leads(self) -> tuple[tuple[tuple[Target, ...], ...], ...]:
        alone = _leads(self.stage, self.options)
        return alone if self.now is None else leads_now(self.now, alone)

    @cached_property
    def thrown(self) -> tuple[tuple[ControlLoss, ...], ...]:
        alone = _thrown(self.stage, self.options)
        return alone if self.now is None else thrown_now(self.now, alone)

    @property
    def finish(self) -> int:
        return self.stage.road.finish

    @cached_property
    def limit(self) -> tuple[int, ...]:
        """By space: how many hazards lose control."""
        return tuple(
            LIMIT_SUMMER_ON_SNOW if space.snow and not self.winter else LIMIT for space in self.stage.road.spaces
        )

    @cached_property
    def is_cut(self) -> tuple[bool, ...]:
        """By space: whether a shortcut card is drawn there that matters."""
        return tuple(space.kind == "cut" and not self.options.training for space in self.stage.road.spaces)

    @cached_property
    def hazard(self) -> dict[int, float]:
        """By die: the chance of a hazard."""
        if self.options.training:
            return dict.fromkeys((1, 2, 3, 4, 5, GAS), 0.0)
        return {die: float(chance(die)) for die in (1, 2, 3, 4, 5, GAS)}

    @property
    def card(self) -> tuple[int, ...]:
        return SECONDS

    @property
    def pays(self) -> bool:
        return self.options.seconds and not self.options.training

    # -- What is carried ----------------------------------------------------------------------------------------------

    @property
    def damages(self) -> int:
        """How many numbers of damage marks, 0 included, a car can have when a turn starts."""
        return MOST_DAMAGE

    @property
    def sisus(self) -> int:
        """How many numbers of Sisu cards, 0 included, a car can have."""
        return 1 + self.options.sisu

    @property
    def seconds(self) -> int:
        """How many numbers of seconds are told apart, 0 included."""
        return self.cap + 1

    @cached_property
    def harmless(self) -> int:
        return sum(count for card, count in self.shortcut.unseen if card != PUNCTURE)

    @cached_property
    def spiked(self) -> int:
        """How many puncture cards are not drawn yet when the car starts."""
        return dict(self.shortcut.unseen)[PUNCTURE]

    def drawn(self, punctures: int, wheel: int) -> int:
        """How many puncture cards a car has drawn that has these punctures and this many wheels left."""
        return punctures - self.punctures + self.wheel - wheel

    @cached_property
    def _draws(self) -> tuple[int, ...]:
        """By space: how many shortcut cards may have been drawn up to there."""
        road = self.stage.road
        draws = (int(item.cut > 0 and not self.options.training) for item in road.items)
        upto = (*accumulate(draws), 0)  # the last one for the start, whose item is -1
        return tuple(upto[min(space.item, len(road.items) - 1)] for space in road.spaces)

    @cached_property
    def hands(self) -> tuple[tuple[tuple[Hand, ...], ...], ...]:
        """By space and punctures: every `Hand` that a car may have there."""
        places = list(zip(self._draws, self._counts, strict=True))
        found = {
            (draws, counts): tuple(
                self._hands(draws, punctures, counts=counts) for punctures in range(MOST_PUNCTURES + 1)
            )
            for draws, counts in set(places)
        }
        return tuple(found[place] for place in places)

    def row(self, place: int, punctures: int, hand: Hand) -> int | None:
        """The number of this hand among those that a car may have on a space; None where it cannot have it."""
        wheel, harmless = hand
        own = self.hands[place][punctures]
        kept = (wheel, harmless if self._counts[place] else 0)
        return own.index(kept) if kept in own else None

    @cached_property
    def _counts(self) -> Sequence[bool]:
        """By space: whether it still matters there how many harmless cards were drawn."""
        ahead = draws_ahead(self.stage)
        return [False] * len(ahead) if self.options.training else ahead  # in training cards change nothing

    def _hands(self, draws: int, punctures: int, *, counts: bool) -> tuple[Hand, ...]:
        found = []
        for wheel in range(self.wheel, -1, -1):
            drawn = self.drawn(punctures, wheel)
            if 0 <= drawn <= min(draws, self.spiked):
                most = min(draws - drawn, self.harmless) if counts else 0
                found += [(wheel, harmless) for harmless in range(most + 1)]
        return tuple(found)

    def puncture(self, punctures: int, hand: Hand) -> float:
        """The chance that the next shortcut card is a puncture."""
        wheel, harmless = hand
        spiked = max(0, self.spiked - self.drawn(punctures, wheel))
        left = self.harmless - harmless
        if not left:
            return float(spiked > 0)
        return spiked * self.weights[1] / (left * self.weights[0] + spiked * self.weights[1])
