"""The account of a decision: everything that its cost is for, and where on the road and when that happens.

    account(GAME, state, move)     every part of the cost, driven on as well as can be; their sum is the cost
    behind(one, best)              how two accounts differ, part by part; the sum is how far one is behind the other

A decision is followed to every end of its turn, with the best decision wherever one is due. Behind the turn the parts
are those of the charges that were kept with the table of the stage (`solver/charges.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.race_coach import AnyAtHand
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Event

When: TypeAlias = Literal["now", "later"]
"""In this turn, or in one behind it."""
TO_GO = "to go"
"""The part for everything behind this turn, where the charges of a stage are not at hand."""


class Part(NamedTuple):
    """Something that a cost is for."""

    what: str  # one of the charges; "blocked", a card for a turn in which nothing could be driven; or `TO_GO`
    when: When
    where: str  # in this turn, the space where it happens: lost control, or the end of the turn


class Account(NamedTuple):
    """The parts of a cost in seconds; and how often things happen in this turn."""

    parts: Mapping[Part, float]
    often: Mapping[tuple[str, str], float]  # by what happens, and on which space

    @property
    def cost(self) -> float:
        """The cost of the stage from here."""
        return sum(self.parts.values())


def account(game: AnyGame, state: AnyState, move: AnyMove) -> Account:
    """The account of one decision."""
    hand = race_coach(game).at_hand(state)
    return _Followed(hand, game, state).after(hand.best.one_stage(state), move)


def behind(one: Account, best: Account) -> dict[Part, float]:
    """By how much each part of one account is dearer than that of another."""
    found = {part: one.parts.get(part, 0.0) - best.parts.get(part, 0.0) for part in {**best.parts, **one.parts}}
    return {part: much for part, much in found.items() if much}


class _Followed:
    """Accounts of the decisions of one turn. Each position is followed once."""

    def __init__(self, hand: AnyAtHand, game: AnyGame, state: AnyState) -> None:
        self._best = hand.best
        self._game = game
        self._coach = race_coach(game)
        self._seat = game.turn(state)
        self._begun = hand.best.one_stage(state)
        self._charges = self._coach.charges(state)
        self._out = self._coach.charge(state)
        self._known: dict[AnyState, Account] = {}

    def after(self, state: AnyState, move: AnyMove) -> Account:
        """The account of a decision of this turn."""
        parts, often = dict[Part, float](), dict[tuple[str, str], float]()
        for share, after, events in self._best.outcomes(state, move, is_first=state == self._begun):
            place = self._place(state, events)
            for what, much in _charged(events, self._seat):
                _add(parts, Part(what, "now", place), share * much)
            for happened in _happenings(events, self._seat):
                _add(often, (happened, place), share)
            rest = self._from(state, after, place)
            for part, much in rest.parts.items():
                _add(parts, part, share * much)
            for thing, much in rest.often.items():
                _add(often, thing, share * much)
        return Account(parts, often)

    def _from(self, before: AnyState, state: AnyState, place: str) -> Account:
        """The account of a position to which a move has led."""
        own = self._best.own(self._begun, before, state)
        status = self._coach.standing(own, self._game.turn(own)).status
        if status == "finished":
            return Account({}, {("ends", place): 1.0})
        if status == "out":
            return Account({Part("out", "now", place): self._out}, {("out", place): 1.0})
        entry = self._best.entry(own)
        if entry:
            cost = self._best.value(own)
            if self._charges is None:
                return Account({Part(TO_GO, "later", ""): cost}, {("ends", place): 1.0})
            charges = self._charges.at(*entry, cost)
            return Account({Part(what, "later", ""): much for what, much in charges.items()}, {("ends", place): 1.0})
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self.after(state, self._best.choice(state))
        return known

    def _place(self, state: AnyState, events: Iterable[Event]) -> str:
        """The space on which a move ends."""
        place = self._coach.standing(state, self._seat).place
        for event in events:
            if event.seat == self._seat and event.what == "lost":
                return place
            if event.seat == self._seat and event.what == "moved":
                place = event.facts["space"]
        return place


def _charged(events: Iterable[Event], seat: int) -> Iterable[tuple[str, float]]:
    """Everything that a move charges."""
    for event in events:
        facts = event.facts
        if event.seat != seat:
            continue
        if event.what == "card" and "seconds" in facts:
            gear = facts["gear"]
            yield "lost" if "back" in facts else f"gear {gear}" if gear else "wheel", facts["seconds"]
        elif event.what == "blocked" and "seconds" in facts:
            yield "blocked", facts["seconds"]
        elif event.what == "secured":
            yield "spent", facts["cost"]
        elif event.what == "seconds":
            yield "earned", -facts["count"]


HAPPENINGS = ("lost", "sisu", "puncture", "damage")


def _happenings(events: Iterable[Event], seat: int) -> Iterable[str]:
    for event in events:
        if event.seat == seat and event.what in HAPPENINGS:
            yield event.what


Key = TypeVar("Key")


def _add(into: dict[Key, float], key: Key, much: float) -> None:
    into[key] = into.get(key, 0.0) + much
