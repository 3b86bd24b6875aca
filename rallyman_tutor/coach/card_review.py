"""A game of cards looked back at: the decisions that cost something, as far as playing them out can tell.

    played = as_played(GAME, replay, seat)    the decisions of one seat, each as that seat saw it
    weighing(GAME.key, decision)              what one of them cost, as work that can be left and gone on with
    going_on(played)                          the same game as its decisions are weighed, one after the other
    review(played)                            all of them, once each was weighed; None before

For cards there are no tables, so there is no par, and nothing tells decisions from luck. Each decision is played out in
imagined games that fit what its player saw, twice: in some with every move, to find the best one beside the player's;
then with these two alone in many others. The figures are those of the others, since a move that looked best had luck in
the first ones. One of the two is called better only where the difference is clear. All imagined games follow from the
position: whoever asks again is told the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from rallyman_tutor.coach import bots
from rallyman_tutor.coach.contract import Tell, silent
from rallyman_tutor.coach.decision import (
    CLEAR_ERRORS,
    CardPart,
    difference,
    is_clear,
    is_surely_worse,
    largest_part,
    parts_behind,
    sums,
)
from rallyman_tutor.coach.review import MOST_MISTAKES
from rallyman_tutor.coach.steps import Steps, Work, to_the_end
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.games import SHELF

LOOKS = 24
"""Imagined games in which every move is tried, to find the best one."""
TRIES = 128
"""Imagined games in which two moves are compared."""
MOST_KEPT = 400
"""Decisions whose weighing is kept at once."""
MOST_COMPARED = 12
"""Mistakes whose every move is kept beside the best at once."""


class CardDecision(NamedTuple):
    """A decision with a choice, as its player met it."""

    number: int  # of the move in the game, from 0
    at: int  # among those of the player, from 1
    state: AnyState  # as they saw it
    move: AnyMove


class WeighedDecision(NamedTuple):
    """A decision beside the best other move that was found."""

    met: CardDecision
    other: AnyMove
    behind: float  # by how much the decision was worse, on average; below 0 it was better
    error: float  # the standard error of that
    tries: int
    parts: tuple[CardPart, ...] = ()  # of a difference that was looked into, all that it is made of

    @property
    def largest_part(self) -> CardPart | None:
        """The largest part of what a mistake cost; None where that part is not surely there."""
        return largest_part(self.behind, self.error, self.parts)

    @property
    def is_clear(self) -> bool:
        """Whether one of the two is surely better."""
        return is_clear(self.behind, self.error)

    @property
    def is_mistake(self) -> bool:
        return is_surely_worse(self.behind, self.error)

    @property
    def best(self) -> AnyMove:
        """The best move that was found: the player's own one, unless it was surely worse."""
        return self.other if self.is_mistake else self.met.move


class MoveComparison(NamedTuple):
    """A move beside what was better than a mistake: by how much it is worse, the standard error of that, and the
    largest part of it, if that is surely there."""

    move: AnyMove
    behind: float
    error: float
    part: CardPart | None = None


class SeatGame(NamedTuple):
    """A game as one seat played it, and what has been found of it so far."""

    key: str
    seat: int
    met: tuple[CardDecision, ...]
    weighed: tuple[WeighedDecision, ...] = ()  # the first of these decisions, in the end all of them
    compared: tuple[tuple[MoveComparison, ...], ...] = ()  # every move at the first mistakes, in the end at all of them

    def is_same_game(self, other: object) -> bool:
        """Whether the other one is the same game of the same seat, whatever has been found of either."""
        return isinstance(other, SeatGame) and (self.key, self.seat, self.met) == (other.key, other.seat, other.met)


class CardReview(NamedTuple):
    """The costs of all decisions."""

    weighed: tuple[WeighedDecision, ...]

    @property
    def mistakes(self) -> tuple[WeighedDecision, ...]:
        """Those that surely cost most, the worst first."""
        return self._wrong[:MOST_MISTAKES]

    @property
    def unordered(self) -> tuple[tuple[WeighedDecision, ...], ...]:
        """Groups of mistakes whose costs nobody can tell apart, in the order of the game; each has some among
        `mistakes`."""
        groups = [group for group in _ranks(self._wrong) if len(group) > 1 and group[0] in self.mistakes]
        return tuple(tuple(sorted(group, key=lambda one: one.met.at)) for group in groups)

    @property
    def finest(self) -> WeighedDecision | None:
        """The decision by which most was won over the next best move."""
        better = [one for one in self.weighed if one.is_clear and one.behind < 0]
        return min(better, key=lambda one: one.behind, default=None)

    @property
    def _wrong(self) -> tuple[WeighedDecision, ...]:
        return tuple(sorted((one for one in self.weighed if one.is_mistake), key=lambda one: -one.behind))


def as_played(game: AnyGame, replay: Replay[AnyState, AnyMove], seat: int) -> SeatGame:
    """The decisions of one seat in which there was a choice."""
    return SeatGame(game.key, seat, tuple(_met(game, replay, seat)))


def _met(game: AnyGame, replay: Replay[AnyState, AnyMove], seat: int) -> Iterator[CardDecision]:
    state, at = replay.start, 0
    for number, past in enumerate(replay.past):
        if game.turn(state) == seat:
            seen = game.seen_by(state, seat)
            moves = game.moves(seen)
            if past.move in moves and len(moves) > 1 and bots.can_be_weighed(game, seen):
                at += 1
                yield CardDecision(number, at, seen, past.move)
        state = past.state


def weighing(key: str, met: CardDecision) -> Work[WeighedDecision]:
    """The cost of a decision, as far as it is weighed."""
    return _weighing(key, met)


@lru_cache(maxsize=MOST_KEPT)
def _weighing(key: str, met: CardDecision) -> Work[WeighedDecision]:
    return Work(_weighed(SHELF[key], met))


def review(played: SeatGame) -> CardReview | None:
    """The costs of all decisions; None as long as some were not weighed."""
    return CardReview(played.weighed) if len(played.weighed) == len(played.met) else None


def going_on(played: SeatGame) -> Iterator[SeatGame | None]:
    """The game with each decision that is weighed, and then with each mistake at which every move is compared; before
    each of them None, once for every step."""
    for met in played.met[len(played.weighed) :]:
        weighed = yield from weighing(played.key, met).go_on()
        played = played._replace(weighed=(*played.weighed, weighed))
        yield played
    for mistake in CardReview(played.weighed).mistakes[len(played.compared) :]:
        compared = yield from comparing(played.key, mistake).go_on()
        played = played._replace(compared=(*played.compared, compared))
        yield played


def weigh_all(played: SeatGame, tell: Tell = silent) -> CardReview:
    """The costs of all decisions, without a break; `tell` hears the progress."""
    weighed = []
    for met in played.met:
        weighed.append(to_the_end(weighing(played.key, met).go_on()))
        tell(len(weighed) / len(played.met))
    return CardReview(tuple(weighed))


class RetryComparison(NamedTuple):
    """Another decision beside a mistake and beside the better move: by how much it is worse than each, and how sure
    that is; and the largest part of what it is behind the better one, if that is surely there."""

    best: tuple[float, float]
    mistake: tuple[float, float]
    part: CardPart | None = None


def beside(key: str, mistake: WeighedDecision, move: AnyMove) -> Work[RetryComparison]:
    """The decision made instead of a mistake, as far as it is weighed; in the very games that told the cost of the
    mistake."""
    return _beside(key, mistake, move)


@lru_cache(maxsize=4)
def _beside(key: str, mistake: WeighedDecision, move: AnyMove) -> Work[RetryComparison]:
    return Work(_set_beside(SHELF[key], mistake, move))


def _set_beside(game: AnyGame, mistake: WeighedDecision, move: AnyMove) -> Steps[RetryComparison]:
    moves = (move, mistake.best, mistake.met.move)
    own, best, old = yield from parts_of(game, mistake.met.state, moves, range(LOOKS, LOOKS + TRIES))
    found = _beside_best(best, own, move)
    return RetryComparison((found.behind, found.error), difference(sums(old), sums(own)), found.part)


def comparing(key: str, mistake: WeighedDecision) -> Work[tuple[MoveComparison, ...]]:
    """Every move of a position beside the one that was better there than the mistake, that one first, as far as that
    has come; in the very games that told the cost of the mistake."""
    return _comparing(key, mistake)


@lru_cache(maxsize=MOST_COMPARED)
def _comparing(key: str, mistake: WeighedDecision) -> Work[tuple[MoveComparison, ...]]:
    return Work(_all_compared(SHELF[key], mistake))


def _all_compared(game: AnyGame, mistake: WeighedDecision) -> Steps[tuple[MoveComparison, ...]]:
    moves = sorted(game.moves(mistake.met.state), key=lambda move: move != mistake.best)
    found = yield from parts_of(game, mistake.met.state, moves, range(LOOKS, LOOKS + TRIES))
    return tuple(_beside_best(found[0], own, move) for move, own in zip(moves, found, strict=True))


def _beside_best(
    best: Sequence[Mapping[str, float]], own: Sequence[Mapping[str, float]], move: AnyMove
) -> MoveComparison:
    """A move beside the best one, by what both are worth in the same games."""
    behind, error = difference(sums(best), sums(own))
    return MoveComparison(move, behind, error, largest_part(behind, error, parts_behind(best, own)))


def _weighed(game: AnyGame, met: CardDecision) -> Steps[WeighedDecision]:
    moves = game.moves(met.state)
    worths = yield from worths_of(game, met.state, moves, range(LOOKS))
    own = worths.pop(moves.index(met.move))
    others = [move for move in moves if move != met.move]
    at = max(range(len(others)), key=lambda at: sum(worths[at]))
    other = others[at]
    behind, error = difference(worths[at], own)
    if abs(behind) < error or not (behind or error):  # nothing hints at a difference
        return WeighedDecision(met, other, 0.0 + behind, error, LOOKS)
    own_parts, best_parts = yield from parts_of(game, met.state, (met.move, other), range(LOOKS, LOOKS + TRIES))
    behind, error = difference(sums(best_parts), sums(own_parts))
    return WeighedDecision(met, other, behind, error, TRIES, parts_behind(best_parts, own_parts))


def worths_of(game: AnyGame, seen: AnyState, moves: Sequence[AnyMove], numbers: range) -> Steps[list[list[float]]]:
    """The worth of each move in each of these imagined games."""
    parts = yield from parts_of(game, seen, moves, numbers)
    return [sums(one) for one in parts]


def parts_of(
    game: AnyGame, seen: AnyState, moves: Sequence[AnyMove], numbers: range
) -> Steps[list[list[Mapping[str, float]]]]:
    """The parts that the worth of each move is made of, in each of these imagined games."""
    play_out = bots.taken_apart(game, seen, game.write(seen))
    rows = []
    for number in numbers:
        rows.append(play_out(number, moves))
        yield
    return [list(column) for column in zip(*rows, strict=True)]


def _ranks(wrong: Sequence[WeighedDecision]) -> list[list[WeighedDecision]]:
    """Mistakes by rank, the costliest first. A new rank begins where all above surely cost more than all below."""
    ranks: list[list[WeighedDecision]] = [[]]
    for at, one in enumerate(wrong, 1):
        ranks[-1].append(one)
        if at < len(wrong) and all(_surely_cost_more(above, below) for above in ranks[-1] for below in wrong[at:]):
            ranks.append([])
    return ranks


def _surely_cost_more(one: WeighedDecision, other: WeighedDecision) -> bool:
    return one.behind - other.behind >= CLEAR_ERRORS * hypot(one.error, other.error)
