"""How a draft of Rallyman: DIRT is driven to its end, for counting its odds.

Dice laid without a word are driven one by one. After a failed flat out the dice are laid again in the mildest way: the fewest
marks of damage, then the least seconds, then as far along the road as can be. SISU is played where the draft says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile

from rallyman_tutor.coach.walk import Tally, tallied
from rallyman_tutor.core.game import Events
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.game import GAME
from rallyman_tutor.games.dirt.play import can_play_sisu, play, sisu_helps
from rallyman_tutor.games.dirt.state import FLAG, Arrange, Drive, FlatOut, Move, Roll, State, Stop, Word


def paid(move: Move) -> Move:
    """A step with all its dice secured."""
    return move._replace(pay=len(move.dice)) if isinstance(move, Roll) else move


def one_by_one(draft: tuple[Move, ...]) -> tuple[Move, ...]:
    """A draft with every step of a `Drive` for itself, those included that the draft leaves laid."""
    if not draft or not isinstance(draft[0], Drive):
        return draft
    rolled = [draft[0].steps[0], *takewhile(lambda move: isinstance(move, Roll), draft[1:])]
    return (*rolled, *draft[0].steps[len(rolled) :], *draft[len(rolled) :])


def other_way(draft: tuple[Move, ...]) -> Move | None:
    """The dice of a draft flat out and unsecured instead of one by one, or one by one instead of flat out."""
    if len(draft) == 1 and isinstance(draft[0], FlatOut):
        return Drive(draft[0].steps)
    steps = tuple(move for move in one_by_one(draft) if isinstance(move, Roll))
    return FlatOut(tuple(roll._replace(pay=0) for roll in steps)) if steps else None


class Driven:
    """Drives a draft that was laid in the state `start`."""

    def __init__(self, start: State) -> None:
        self._start = start

    def draft(self, laid: tuple[Move, ...]) -> tuple[Move, ...]:
        steps = []
        for move in laid:
            if not isinstance(move, Roll):
                break
            steps.append(move)
        if not steps or self._start.turn.phase != "draft":
            return laid
        return (Drive(tuple(steps)), *laid[len(steps) :])

    def play(self, state: State, move: Move, luck: Luck) -> tuple[State, Events]:
        return play(state, move, luck)

    def goes_on(self, before: State, after: State) -> bool:
        turn = after.turn
        return (turn.seat, after.round, after.rally) == (before.turn.seat, before.round, before.rally) and (
            turn.phase in ("roll", "sisu", "arrange")
        )

    def next(self, state: State, left: tuple[Move, ...]) -> tuple[Sequence[Move], tuple[Move, ...]]:
        first, phase = left[0] if left else None, state.turn.phase
        if phase == "sisu":
            return ([Word.SISU], left[1:]) if first is Word.SISU and sisu_helps(state) else ([Word.ACCEPT], ())
        if phase == "arrange":
            return ([first], left[1:]) if isinstance(first, Arrange) else ([Arrange(arrangements(state)[0].steps)], ())
        if first is Word.SISU and not (state.turn.hazards and can_play_sisu(state)):
            return self.next(state, left[1:])  # nothing to undo: the token stays on the dashboard
        if first is not None and (phase != "roll" or first is Word.SISU or isinstance(first, Stop | Roll)):
            return [first], left[1:]
        return state.turn.draft[:1], left

    def end(self, state: State) -> Move:
        return Stop()

    def may_stop(self, state: State) -> bool:
        return state.turn.phase == "roll" and not GAME.why_not(state, Stop())

    def can_be_saved(self, state: State) -> bool:
        return state.turn.phase == "sisu" and sisu_helps(state)

    def counted(self, before: State, after: State, events: Events) -> Tally:
        stands = before.road.spaces[before.car.place].key if before.car.place >= 0 else ""
        found = tallied(events, before.turn.seat, over=not self.goes_on(before, after), stands=stands)
        marks = sum(event.what == "damage" and event.facts["kind"] != FLAG for event in events)
        return found | {("damage", ""): Fraction(marks)} if marks else found


def driving(start: State) -> Driven:
    """Whoever drives a draft that was laid in this state."""
    return Driven(start)
