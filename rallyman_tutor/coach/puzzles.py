"""Puzzles: positions in which one decision is clearly the best, with others that a learner would consider.

    puzzles("classic")                  all that are shipped, in order of grade
    number_of_the_day("classic", date)  the one that everybody gets on a day, from 1
    of_principle("classic", code)       those with an answer that goes against a principle, by their numbers from 1
    of_drive("classic", stage, 7)       those that one drive comes by; `make puzzles` chooses among them

Simple drivers, each with a mistake that learners make, drive a stage in turns. Where they do not agree, and the best
decision saves at least `MARGIN` seconds on average against everything else that could be decided, there is a puzzle:
what they would do are the wrong answers. The same dice in another lane count as the same decision, so long as they cost
the same.

All seconds are those to the finish, driven on as well as can be, from the tables of `coach/solver`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from rallyman_tutor.coach import racing
from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games import SHELF

SHIPPED = Path(__file__).parent / "shipped"
MARGIN = 1.0
"""Seconds that the best decision saves at least, on average, against every other."""
SAME = 0.1
"""Decisions with the same dice that differ by fewer seconds are one."""
FEWEST_ANSWERS, MOST_ANSWERS = 3, 4
PLAUSIBLE = 40.0
"""Nobody considers what costs more seconds than this, unless one of the simple drivers does it."""
SIMPLE: Sequence[racing.Driver] = (*racing.LEVELS["novice"], *racing.LEVELS["club"])
"""Drivers with a mistake each."""
LOOK_AHEAD: Sequence[racing.Driver] = tuple(driver for driver in SIMPLE if driver.looks_ahead)
BEST: racing.Driver = racing.LEVELS["works"][0]
DRIVER = "You"
FIRST_DAY = date(2026, 1, 1)
NUMBERS = re.compile(r" (?:[cs#r]|back)\d[^ |]*")
"""The parts in which two positions that are alike may differ: clock, seconds, arrival, round, and cards drawn."""
TRIES = 4
"""How often each answer is rolled to see by which rules things happen."""


class PuzzleDecision(NamedTuple):
    """A decision, what the best driving goes on with if nothing goes wrong, and the seconds to the finish."""

    moves: tuple[str, ...]
    cost: float
    drivers: tuple[str, ...]  # the mistakes of the simple drivers who decide so
    principle: str = ""  # of driving, that a wrong one goes against, by its code; nothing where none is known


class Puzzle(NamedTuple):
    """A position in which to decide; the first answer is the best one."""

    game: str
    stage: str
    position: str
    answers: tuple[PuzzleDecision, ...]
    margin: float  # by which every other decision is worse
    rules: tuple[str, ...]  # by which things happen here

    @property
    def missed(self) -> tuple[str, ...]:
        """The mistakes of the simple drivers who miss it, whether or not their decision is among the answers: of all
        others it is kept that they find the best one."""
        return tuple(driver.mistake for driver in SIMPLE if driver.mistake not in self.answers[0].drivers)

    @property
    def principles(self) -> tuple[str, ...]:
        """The principles of driving that wrong answers go against, by their codes."""
        return tuple(dict.fromkeys(answer.principle for answer in self.answers if answer.principle))

    @property
    def grade(self) -> int:
        """How hard it is: as many of the simple drivers give one of the wrong answers."""
        return sum(len(answer.drivers) for answer in self.answers[1:])


@lru_cache(maxsize=2)
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game that are shipped, in order of grade."""
    told = json.loads((SHIPPED / f"{game}.json").read_text("utf-8"))
    return tuple(
        Puzzle(
            game, one["stage"], one["position"],
            tuple(
                PuzzleDecision(tuple(answer["moves"]), answer["cost"], tuple(answer["drivers"]), answer["principle"])
                for answer in one["answers"]
            ),
            one["margin"], tuple(one["rules"]),
        )
        for one in told
    )  # fmt: skip


def of_principle(game: str, code: str) -> Mapping[int, Puzzle]:
    """The puzzles in which a wrong answer goes against a principle, by their numbers from 1."""
    return {number: one for number, one in enumerate(puzzles(game), 1) if code in one.principles}


def number_of_the_day(game: str, day: date) -> int:
    """The number of the puzzle of a day, from 1."""
    return 1 + turn_of_day(game, len(puzzles(game)), day)


def turn_of_day(name: str, many: int, day: date) -> int:
    """The number of a day's thing among many, from 0: the same for everybody, and none again before all have been
    there."""
    rounds, at = divmod((day - FIRST_DAY).days, many)
    order = list(range(many))
    Random(f"{name}:{rounds}").shuffle(order)
    return order[at]


# -- Finding them -----------------------------------------------------------------------------------------------------


def of_drive(game: str, stage: str, seed: int, seen: set[str] | None = None) -> Iterator[Puzzle]:
    """The puzzles that one drive comes by. At each decision another driver is at the wheel, more often one who drives
    well. Positions that are like one of `seen` are passed by, and those that were looked at are added to it."""
    played, luck, rng = SHELF[game], Seeded(seed), Random(f"{stage}:{seed}")
    state = played.new(played.spec(RACES[game]().ready[stage], (DRIVER,)))
    seen = set() if seen is None else seen
    while not played.over(state):
        here = RACES[game]().with_seconds_told_apart(state)
        if (like := alike(played.write(here))) not in seen:
            seen.add(like)
            if found := puzzle(played, stage, here):
                yield found
        driver = rng.choice((BEST, BEST, *SIMPLE))
        state, _ = played.play(state, racing.drive(played, state, driver).move, luck)


class _CostedDecision(NamedTuple):
    """A decision, and what it costs."""

    move: AnyMove
    cost: float
    what: tuple[str, tuple[str, ...]]  # the kind of decision, and its dice
    drivers: tuple[str, ...] = ()

    def is_same(self, other: _CostedDecision) -> bool:
        """Whether both are one decision; then it is all the same where the dice are laid."""
        return self.what == other.what and abs(self.cost - other.cost) < SAME


def puzzle(game: AnyGame, stage: str, state: AnyState) -> Puzzle | None:
    """The puzzle in a position, if there is one."""
    best = race_coach(game).at_hand(state).best
    ways = list(_ways(game, state, best.costs(state)))
    if len(ways) < FEWEST_ANSWERS or _margin(ways) < MARGIN:
        return None
    driven = _driven(game, state, SIMPLE)
    missed = [way for way in driven if way.cost >= ways[0].cost + MARGIN]
    right = ways[0]._replace(drivers=tuple(way.drivers[0] for way in driven if way not in missed))
    answers = [right, *_wrong_answers(missed, ways)]
    if not missed or len(answers) < FEWEST_ANSWERS:
        return None
    margin = _margin(_ways(game, state, best.all_costs(state)))  # last, since it takes long
    if margin < MARGIN:
        return None
    told = [
        PuzzleDecision(tuple(map(game.write_move, best.line(state, way.move))), _hundredths(way.cost), way.drivers)
        for way in answers
    ]
    rules = _rules(game, state, [way.move for way in answers])
    return Puzzle(game.key, stage, game.write(state), tuple(told), _hundredths(margin), rules)


def _hundredths(seconds: float) -> float:
    """A figure with two digits. What differs far behind them, as from one machine to the next, cannot turn them."""
    return round(round(seconds, 6), 2)


def considered(game: AnyGame, state: AnyState, made: AnyMove) -> list[AnyMove]:
    """The choices where a learner has made a mistake: the best decision, theirs, and one or two that others would
    consider. Of the simple drivers only those are asked who look at the road behind the turn: the rest takes seconds to
    work out."""
    best = race_coach(game).at_hand(state).best
    ways = list(_ways(game, state, best.costs(state)))
    own = _CostedDecision(made, best.cost_of(state, made), _what(game, state, made), (DRIVER,))
    others = [way for way in _driven(game, state, LOOK_AHEAD) if way.cost >= ways[0].cost + MARGIN]
    wrong = _wrong_answers([own, *others], ways)
    return [ways[0].move, made, *(way.move for way in wrong if DRIVER not in way.drivers)]


def _driven(game: AnyGame, state: AnyState, drivers: Sequence[racing.Driver]) -> list[_CostedDecision]:
    """The ways that each of these drivers takes."""
    best = race_coach(game).at_hand(state).best
    made = {driver.mistake: racing.drive(game, state, driver).move for driver in drivers}
    return [
        _CostedDecision(move, best.cost_of(state, move), _what(game, state, move), (name,))
        for name, move in made.items()
    ]


def alike(position: str) -> str:
    """A position without what does not matter: two that are alike are the same without it."""
    return NUMBERS.sub("", position)


def _ways(game: AnyGame, state: AnyState, costs: Sequence[tuple[float, AnyMove]]) -> Iterator[_CostedDecision]:
    """Decisions, each looked at only when it is asked for: there may be thousands."""
    return (_CostedDecision(move, cost, _what(game, state, move)) for cost, move in costs)


def _what(game: AnyGame, state: AnyState, move: AnyMove) -> tuple[str, tuple[str, ...]]:
    """The kind of a decision, wherever the dice are laid, and its dice."""
    kind, _ = race_coach(game).kind(move)
    laid = game.desk(state, game.form(move).steps or (move,)).laid
    return kind, tuple(sorted(one.piece for one in laid))


def _margin(ways: Iterable[_CostedDecision]) -> float:
    """How many seconds everything else costs more than the first and best decision, at least."""
    later = iter(ways)
    best = next(later)
    return next((way.cost - best.cost for way in later if not way.is_same(best)), 0.0)


def _wrong_answers(missed: Sequence[_CostedDecision], ways: Sequence[_CostedDecision]) -> list[_CostedDecision]:
    """The choices of the simple drivers who miss it; then the best of every kind that is not there yet, and the
    cheapest of the rest. No two of them are the same decision."""
    found: list[_CostedDecision] = []
    for way in missed:
        same = next((at for at, other in enumerate(found) if way.is_same(other)), None)
        if same is None:
            found.append(way)
        else:
            found[same] = found[same]._replace(drivers=found[same].drivers + way.drivers)
    plausible = [way for way in ways if MARGIN <= way.cost - ways[0].cost < PLAUSIBLE]
    of_new_kinds = {way.what[0]: way for way in reversed(plausible)}
    for kind in (way.what[0] for way in (ways[0], *found)):
        of_new_kinds.pop(kind, None)
    for way in (*sorted(of_new_kinds.values(), key=lambda way: way.cost), *plausible):
        if not any(way.is_same(other) for other in found):
            found.append(way)
    return sorted(found[: MOST_ANSWERS - 1], key=lambda way: way.cost)


def _rules(game: AnyGame, state: AnyState, moves: Sequence[AnyMove]) -> tuple[str, ...]:
    """The rules by which something happens after one of these decisions, or is warned of before."""
    warned = {one.code for move in moves for one in game.advise(state, (move,))}
    happens = {
        event.code for move in moves for seed in range(TRIES) for event in game.play(state, move, Seeded(seed))[1]
    }
    return tuple(sorted(warned | happens))
