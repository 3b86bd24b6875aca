"""What may come of a draft or decision, counted by playing it once for every way in which dice and cards can fall.

It asks `play` alone, and no code that tells chances or prices.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from rallyman_tutor.core.game import AnyGame, Event
from rallyman_tutor.core.luck import Luck, every_outcome
from rallyman_tutor.games.dirt.state import Arrange, Drive, Roll

State = Any
Draft = tuple[Any, ...]
NOTHING = Fraction(0)


class Counted(NamedTuple):
    """How likely the rally is over by some moves, and control lost; and the seconds and damage they cost on average."""

    over: Fraction
    lost: Fraction
    seconds: Fraction
    damage: Fraction


def counted(game: AnyGame, state: State, moves: Draft) -> Counted:
    """What may come of moves that are legal, as far as this turn goes."""
    over = lost = seconds = damage = NOTHING
    seat = game.turn(state)
    for chance, _, (_, events) in every_outcome(lambda luck: played(game, state, moves, luck)):
        own = [event for event in events if event.seat in (seat, -1)]
        whats = {event.what for event in own}
        over += chance * ("out" in whats)
        lost += chance * bool(whats & {"lost", "failed"})
        seconds += chance * sum(_seconds(event) for event in own)
        damage += chance * sum(event.facts.get("count", 1) for event in own if event.what == "damage")
    return Counted(over, lost, seconds, damage)


def played(game: AnyGame, state: State, moves: Draft, luck: Luck) -> tuple[State, list[Event]]:
    """The moves played one after the other, as far as they are legal and the turn is the same. Sisu is played where they say so
    and nowhere else."""
    now, events = state, list[Event]()
    for move in as_decisions(game, state, moves):
        if game.over(now) or not is_same_turn(game, state, now) or not game.is_legal(now, (move,)):
            break
        now, happened = game.play(now, move, luck)
        events += happened
        if any(event.what in ("lost", "failed", "out", "finish") for event in happened):
            break
    if _hangs_on_sisu(now, game.turn(state)):
        (accept,) = (move for move in game.moves(now) if game.write_move(move) == "accept")
        now, happened = game.play(now, accept, luck)
        events += happened
    return now, events


def as_decisions(game: AnyGame, state: State, moves: Draft) -> Draft:
    """Laid dice as the decisions that drive them: in DIRT a draft is driven as a whole, to its end unless later moves say
    otherwise."""
    if moves and isinstance(moves[0], Drive):
        return moves if moves[1:] else (*moves, *moves[0].steps[1:])
    if game.key != "dirt" or not moves or not isinstance(moves[0], Roll):
        return moves
    laid = tuple(move for move in moves if isinstance(move, Roll))
    if state.turn.phase == "arrange":
        return (Arrange(laid),)
    return (Drive(laid), *moves[1:]) if state.turn.phase == "draft" else moves


def is_same_turn(game: AnyGame, state: State, now: State) -> bool:
    """Whether nobody has begun another turn since."""
    if game.has_hidden_hands:
        return game.turn(state) == game.turn(now)
    before, after = state.turn, now.turn
    return (state.round, before.seat) == (now.round, after.seat) and len(after.used) >= len(before.used)


def _hangs_on_sisu(now: State, seat: int) -> bool:
    turn = getattr(now, "turn", None)
    return getattr(turn, "phase", "") == "sisu" and getattr(turn, "seat", -1) == seat


def _seconds(event: Event) -> int:
    """The seconds that an event costs: dice that are secured, cards of those who wait."""
    if event.what == "secured":
        return int(event.facts["cost"])
    return int(event.facts.get("seconds", 0)) if event.what in ("blocked", "card", "wheel") else 0


def is_worse(one: Counted, other: Counted) -> bool:
    """Whether one is worse than the other by the rally's end, then by control lost."""
    return (one.over, one.lost) > (other.over, other.lost)


def safest(found: Iterable[Counted]) -> tuple[Fraction, Fraction] | None:
    """The least chance that the rally is over, then that control is lost; None if there is nothing to choose from."""
    return min(((one.over, one.lost) for one in found), default=None)
