"""The way that a draft usually takes to the finish, space by space, and where two ways part and meet again.

    driven(GAME, state, draft)     where the car stands after each move, if nothing goes wrong; in steps
    parted(one, other)             where two of them part, and where they meet again if they do

No die shows a hazard, and behind the draft everything is driven as well as can be. So these are not averages: they are
what is seen when all goes well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.principles.principle import Line
from rallyman_tutor.coach.steps import Steps
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState


class Stand(NamedTuple):
    """Where a car stands after a move of its way."""

    state: AnyState
    place: str
    gear: int
    turn: int  # 0 in this turn
    start: object  # of a turn: all that the rest of the stage depends on; None within one
    is_over: bool  # the stage is


class Parted(NamedTuple):
    """Where two ways part: the last space that both stand on in the same gear; and where both begin one and the same
    turn afterwards. None where they never do: then they part for good."""

    place: str
    meets: str | None
    turns: int  # that the first way has driven when they meet


def driven(game: AnyGame, state: AnyState, draft: Sequence[AnyMove]) -> Steps[tuple[Stand, ...]]:
    """The way that begins with a draft, to the finish; a step for each move."""
    coach, rest = race_coach(game), tuple(draft)
    state = coach.with_seconds_told_apart(state)
    best = coach.at_hand(state).best
    begun = now = best.one_stage(state)
    seat, turn = game.turn(now), 0
    standing = coach.standing(now, seat)
    found = [Stand(now, standing.place, standing.gear, turn, None, is_over=False)]
    while not found[-1].is_over:
        is_laid = bool(rest) and game.is_legal(now, rest[:1])
        move, rest = (rest[0], rest[1:]) if is_laid else (best.choice(now), ())
        after, _ = game.play(now, move, game.harmless_luck)
        now = best.own(begun, now, after)
        seat = max(game.turn(now), 0)
        standing = coach.standing(now, seat)
        is_over = standing.status in ("finished", "out")
        entry = None if is_over else best.entry(now)
        if entry:
            turn, rest, begun = turn + 1, (), now
            best = coach.at_hand(now).best
        found.append(Stand(now, standing.place, standing.gear, turn, entry, is_over))
        yield
    return tuple(found)


def led(game: AnyGame, way: Sequence[Stand]) -> Line:
    """Where a way leads in this turn."""
    end = next((stand for stand in way if stand.turn or stand.is_over), way[-1])
    far = {place.key: place.far for place in game.places(way[0].state)}
    return Line(end.place, end.gear, end.is_over, far.get(end.place, 0))


def parted(one: Sequence[Stand], other: Sequence[Stand]) -> Parted:
    """Where two ways from one position part, and where they meet again."""
    pairs = enumerate(zip(one, other, strict=False))
    apart = next((at for at, (a, b) in pairs if (a.place, a.gear, a.turn) != (b.place, b.gear, b.turn)), 1)
    place = one[apart - 1].place  # where only the rolling differs, they part at once
    starts = {stand.start for stand in other[1:] if stand.start is not None}
    meets = next((stand for stand in one[1:] if stand.start in starts), None)
    return Parted(place, meets.place, meets.turn) if meets else Parted(place, None, 0)
