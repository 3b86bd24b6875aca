"""Principles of driving: rules that good drivers go by, kept like the rules of a game.

A principle is told of a decision only where it is true of it. It names another decision that could have been made there
(the *counterpart*), which costs less, and claims what the counterpart saves most. Both are checked against the accounts
of the two decisions (`account.py`), so a principle that only looks as if it held is not told.

    named(SEEN, PRINCIPLES)      the principle that explains most of what a decision has cost; None where none holds
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeAlias, TypeVar, cast

from rallyman_tutor.coach.account import TO_GO, Account, Accounts, behind
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.contract import Move, State
from rallyman_tutor.core.game import AnyMove, AnyState, Game

Found = TypeVar("Found")

GROUPS: Mapping[str, str] = {part: part for part in ("lost", "out", "earned", "spent", "wheel", TO_GO)}
"""The groups of parts that a principle may claim; all gear cards together are the pace."""
PACE = "pace"
LEAST = 0.05
"""Seconds: a difference of less than this is none."""


class Saving(NamedTuple):
    """The most that one decision saves against another: a group of parts, whether that is saved now or later, and how
    much of it."""

    group: str
    when: str
    seconds: float


class Line(NamedTuple):
    """Where a decision leads if nothing goes wrong, and the best ones are made after it."""

    place: str
    gear: int
    finishes: bool
    far: int  # along the road


class Seen(Generic[State, Move]):
    """One position with the decision that was made in it, and all that principles ask about it. The accounts of the
    position may be given, if there are any yet."""

    def __init__(
        self, game: Game[State, Move], state: State, move: Move, accounts: Accounts[State, Move] | None = None
    ) -> None:
        self.game = game
        self.coach = race_coach(game)
        self.state = self.coach.with_seconds_told_apart(state)
        self.move = move
        self.accounts = Accounts(game, self.state) if accounts is None else accounts
        self._best = self.coach.at_hand(self.state).best
        self._known: dict[Move, Account[State]] = {}
        self._lines: dict[Move, Line] = {}
        self._found: dict[tuple[object, Move], object] = {}

    @cached_property
    def options(self) -> Sequence[tuple[float, Move]]:
        """Everything that may be decided, the best first, with its cost."""
        return self._best.costs(self.state)

    @cached_property
    def cost(self) -> float:
        """The cost of the stage with the decision that was made."""
        return self._best.cost_of(self.state, self.move)

    @property
    def loss(self) -> float:
        """The seconds by which the decision is behind the best one."""
        return self.cost - self.options[0][0]

    @property
    def better(self) -> Iterator[tuple[float, Move]]:
        """The decisions that cost less, the best first."""
        for cost, move in self.options:
            if cost >= self.cost - LEAST:
                return
            yield cost, move

    def account(self, move: Move) -> Account[State]:
        """The account of one decision."""
        if move not in self._known:
            self._known[move] = self.accounts.of((move,))
        return self._known[move]

    def draft(self, move: Move) -> tuple[Move, ...]:
        """A decision, and the best ones after it until the turn ends, if nothing goes wrong."""
        return tuple(self._best.line(self.state, move))

    def line(self, move: Move) -> Line:
        """Where a decision leads if nothing goes wrong."""
        if move not in self._lines:
            self._lines[move] = self._led(move)
        return self._lines[move]

    def _led(self, move: Move) -> Line:
        state, seat = self._best.one_stage(self.state), self.game.turn(self.state)
        turn = self.coach.standing(state, seat).round
        while True:
            after, _ = self.game.play(state, move, self.game.harmless_luck)
            standing = self.coach.standing(after, seat)
            if not (standing.drives and standing.round == turn and self.game.turn(after) == seat):
                break
            state, move = after, self._best.choice(after)
        far = {place.key: place.far for place in self.game.places(self.state)}
        return Line(standing.place, standing.gear, standing.status == "finished", far.get(standing.place, 0))

    def once(self, find: Callable[[Seen[State, Move], Move], Found], move: Move) -> Found:
        """Something about a decision that several principles ask: it is looked for once."""
        if (find, move) not in self._found:
            self._found[find, move] = find(self, move)
        return cast("Found", self._found[find, move])

    def saving(self, other: Move) -> Saving:
        """The most that another decision saves."""
        return most_saved(self.account(self.move), self.account(other))


def most_saved(one: Account[State], other: Account[State]) -> Saving:
    """The most that the other of two accounts saves."""
    groups: dict[str, dict[str, float]] = {}
    for part, much in behind(one, other).items():
        of = groups.setdefault(GROUPS.get(part.what, PACE), {"now": 0.0, "later": 0.0})
        of["now" if part.when == "now" else "later"] += much
    group = max(groups, key=lambda one: sum(groups[one].values()))
    when = max(groups[group], key=lambda one: groups[group][one])
    return Saving(group, when, sum(groups[group].values()))


class Principle(NamedTuple, Generic[State, Move]):
    """One rule of driving: its code, what it claims a counterpart to save most, and the counterparts it speaks of, the
    nearest first. Examples are written as a position, `::`, and the decision of which it is told, or not told."""

    code: str
    claims: frozenset[str]
    counterparts: Callable[[Seen[State, Move]], Iterable[Move]]
    holds: tuple[str, ...] = ()
    not_so: tuple[str, ...] = ()

    def is_claimed(self, saving: Saving) -> bool:
        """Whether the principle claims that this is what is saved most."""
        return saving.group in self.claims or f"{saving.group} {saving.when}" in self.claims


AnyPrinciple: TypeAlias = Principle[AnyState, AnyMove]


class Named(NamedTuple, Generic[State, Move]):
    """A principle that is true of a decision: the decision that it holds against it, what that saves most, and how many
    seconds of the loss it explains."""

    principle: Principle[State, Move]
    counterpart: Move
    saving: Saving
    explained: float


def named(seen: Seen[State, Move], principles: Iterable[Principle[State, Move]]) -> Named[State, Move] | None:
    """The principle that explains most of what a decision has cost; of several the first."""
    found: Named[State, Move] | None = None
    costs = {move: cost for cost, move in seen.options}
    for principle in principles:
        for move in principle.counterparts(seen):
            explained = seen.cost - costs[move]
            if explained < LEAST or (found is not None and explained <= found.explained + LEAST):
                continue
            saving = seen.saving(move)
            if principle.is_claimed(saving):
                found = Named(principle, move, saving, explained)
    return found
