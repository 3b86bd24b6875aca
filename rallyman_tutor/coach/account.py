"""The account of a decision: everything that its cost is for, and where on the road and when that happens.

    account = Accounts(GAME, state)
    account.of(draft)              every part of the cost of a draft, driven on as well as can be; their sum is the cost
    account.with_next(found)       the same, with the next turn told apart from those after it
    behind(one, best)              how two accounts differ, part by part; the sum is how far one is behind the other

A draft is followed to every end of its turn: dice that were laid are rolled in their order, or the turn is ended before
them where that costs less, and the best decision is made wherever another is due. Behind the turn the parts are those
of the charges that are kept with the table of a stage (`solver/charges.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.contract import Move, State
from rallyman_tutor.coach.steps import Steps, to_the_end
from rallyman_tutor.core.game import Event, Game

When: TypeAlias = Literal["now", "next", "later"]
"""In this turn, in the next one, or in one after that. `later` is all that comes after this turn until the next one is
told apart."""
TO_GO = "to go"
"""The part for everything behind this turn, where the charges of a stage are not at hand."""
HAPPENINGS = ("lost", "sisu", "puncture", "damage")
"""Events that are counted."""


class Part(NamedTuple):
    """Something that a cost is for."""

    what: str  # one of the charges; "blocked", a card for a turn in which nothing could be driven; or `TO_GO`
    when: When
    where: str  # a space: where control is lost, where a die is secured or where the turn ends; nothing if it is later


class TurnEnd(NamedTuple, Generic[State]):
    """A start of the next turn to which a draft leads."""

    chance: float
    state: State  # its driver alone
    start: object  # where the table has it
    charges: Mapping[str, float]  # of everything behind it


class Account(NamedTuple, Generic[State]):
    """The parts of a cost in seconds; how often things happen in this turn, by what and where; and where it ends."""

    parts: Mapping[Part, float]
    often: Mapping[tuple[str, str], float]
    ends: Sequence[TurnEnd[State]]

    @property
    def cost(self) -> float:
        """The cost of the stage from here."""
        return sum(self.parts.values())

    def turn(self, when: When) -> float:
        """The seconds of this turn, of the next one where it is told apart, or of those after it."""
        return sum(much for part, much in self.parts.items() if part.when == when)


def behind(one: Account[State], best: Account[State]) -> dict[Part, float]:
    """By how much each part of one account is dearer than that of another."""
    found = {part: one.parts.get(part, 0.0) - best.parts.get(part, 0.0) for part in {**best.parts, **one.parts}}
    return {part: much for part, much in found.items() if much}


class Accounts(Generic[State, Move]):
    """Accounts of drafts in one position. Seconds in hand count as many as are told apart. Each position that a draft
    leads to is followed once."""

    def __init__(self, game: Game[State, Move], state: State) -> None:
        self._coach = race_coach(game)
        self.game = game
        self._state = self._coach.with_seconds_told_apart(state)
        self._best = self._coach.at_hand(self._state).best
        self._begun = self._best.one_stage(self._state)
        self._charges = self._coach.charges(self._state)
        self._out = self._coach.charge(self._state)
        self._of: dict[tuple[Move, ...], Account[State]] = {}
        self._known: dict[tuple[State, tuple[Move, ...]], Account[State]] = {}
        self._ends: dict[object, TurnEnd[State]] = {}
        self._next_turns: dict[object, Mapping[Part, float]] = {}  # by where the table has the start of each

    @property
    def is_whole(self) -> bool:
        """Whether it is known what everything behind this turn is for."""
        return self._charges is not None

    def best_draft(self) -> tuple[Move, ...]:
        """The best decision, with the best ones after it until the turn ends, if nothing goes wrong."""
        return tuple(self._best.line(self._begun, self._best.choice(self._begun)))

    def best(self) -> Account[State]:
        """The account of the best decision."""
        return self.of((self._best.choice(self._begun),))

    def of(self, draft: Sequence[Move]) -> Account[State]:
        """The account of a draft that may be laid now, a move that ends the turn among its moves or not."""
        moves = tuple(draft)
        if moves not in self._of:
            self._of[moves] = self._after(self._begun, moves[0], moves[1:])
        return self._of[moves]

    def with_next(self, found: Account[State]) -> Account[State]:
        """An account in which the next turn is told apart from those after it."""
        return to_the_end(self.with_next_in_steps(found))

    def with_next_in_steps(self, found: Account[State]) -> Steps[Account[State]]:
        """As `with_next`, a step for each start of the next turn."""
        parts = dict(found.parts)
        for end in found.ends:
            if end.start not in self._next_turns:
                self._next_turns[end.start] = self._next_turn(end.state)
                yield
            for part, much in self._next_turns[end.start].items():
                _add(parts, part, end.chance * much)
                _add(parts, Part(part.what, "later", ""), -end.chance * much)
        return found._replace(parts=parts)

    # -- Following a draft --------------------------------------------------------------------------------------------

    def _after(self, state: State, move: Move, rest: tuple[Move, ...]) -> Account[State]:
        """The account of a move, behind which the rest of a draft lies."""
        parts, often, ends = dict[Part, float](), dict[tuple[str, str], float](), dict[object, TurnEnd[State]]()
        seat = self.game.turn(state)
        begins = self._coach.standing(state, seat).place
        for chance, after, events in self._best.outcomes(state, move, is_first=state == self._begun, is_last=not rest):
            place = begins
            for where, event in _placed(begins, events, seat):
                place = where
                if event.what in HAPPENINGS:
                    _add(often, (event.what, place), chance)
            for what, much in _charged(events, seat):
                _add(parts, Part(what, "now", place), chance * much)
            behind = self._from(state, after, place, rest)
            for part, much in behind.parts.items():
                _add(parts, part, chance * much)
            for thing, much in behind.often.items():
                _add(often, thing, chance * much)
            for end in behind.ends:
                before = ends[end.start].chance if end.start in ends else 0.0
                ends[end.start] = end._replace(chance=before + chance * end.chance)
        return Account(parts, often, tuple(ends.values()))

    def _from(self, before: State, state: State, place: str, rest: tuple[Move, ...]) -> Account[State]:
        """The account of a position to which a move has led."""
        own = self._best.own(self._begun, before, state)
        status = self._coach.standing(own, self.game.turn(own)).status
        if status == "finished":
            return Account({}, {("ends", place): 1.0}, ())
        if status == "out":
            return Account({Part("out", "now", place): self._out}, {("out", place): 1.0}, ())
        entry = self._best.entry(own)
        if entry:
            end = self._ends.get(entry)
            if end is None:
                cost = self._best.value(own)
                charges = self._charges.at(*entry, cost) if self._charges else {TO_GO: cost}
                end = self._ends[entry] = TurnEnd(1.0, own, entry, charges)
            parts = {Part(what, "later", ""): much for what, much in end.charges.items()}
            return Account(parts, {("ends", place): 1.0}, (end,))
        known = self._known.get((state, rest))
        if known is None:
            known = self._known[state, rest] = self._decided(state, rest)
        return known

    def _decided(self, state: State, rest: tuple[Move, ...]) -> Account[State]:
        """The account of a position in which something is to be decided: whether to go on with the rest of a draft; or
        the best decision, where nothing is left of one or something else is due."""
        if rest and self._best.is_rolling(state) and self.game.is_legal(state, rest[:1]):
            open_ = (move for _, move in self._best.costs(state))
            stops = (move for move in open_ if self._coach.kind(move)[0] == "stop")
            ways = [self._after(state, rest[0], rest[1:]), *(self._after(state, move, ()) for move in stops)]
            return min(ways, key=lambda way: way.cost)
        return self._after(state, self._best.choice(state), ())

    def _next_turn(self, state: State) -> Mapping[Part, float]:
        """The charges of the turn that starts here."""
        found = Accounts(self.game, state).best()
        return {part._replace(when="next"): much for part, much in found.parts.items() if part.when == "now"}


def _placed(place: str, events: Iterable[Event], seat: int) -> Iterator[tuple[str, Event]]:
    """The events of a move that begins on `place`, each with the space to which it has led; once control is lost, the
    one where it is lost."""
    is_lost = False
    for event in events:
        if event.seat == seat:
            is_lost |= event.what == "lost"
            if event.what == "moved" and not is_lost:
                place = event.facts["space"]
            yield place, event


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


Key = TypeVar("Key")


def _add(into: dict[Key, float], key: Key, much: float) -> None:
    into[key] = into.get(key, 0.0) + much
