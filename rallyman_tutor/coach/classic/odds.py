"""How a draft of Rallyman (2009) is driven to its end, for counting its odds.

The dice of an attack are driven as the draft lays them; those that it does not lay, or that may not come next, in the
order in which the rally goes on most often, then in the one that arrives most often, and among equal ones in the
cheapest. The gas die that a puncture takes is chosen in this way, too. Sisu is played where the draft says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rallyman_tutor.coach.walk import Left, Tally, ToldMove, as_script, tallied
from rallyman_tutor.core.game import Chances, Events
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.games.classic import risk
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.play import can_play_sisu, moves, play
from rallyman_tutor.games.classic.state import CLEAN, HAZARD, Attack, Move, Roll, State, Stop, Word


def paid(move: Move, shown: tuple[str, ...] = ()) -> tuple[Move, tuple[str, ...]]:
    """A step with its die secured, and what is still told of it: a card, and no face."""
    if not isinstance(move, Roll) or move.pay:
        return move, shown
    return move._replace(pay=True), tuple(one for one in shown if one not in (HAZARD, CLEAN))


def one_by_one(draft: ScriptedDraft[Move]) -> ScriptedDraft[Move]:
    """A draft as it is: its dice are laid one by one."""
    return draft


def other_way(draft: tuple[Move, ...]) -> Move | None:
    """The dice of a draft as an attack instead of one by one. An attack leaves open in which order its dice will be
    laid."""
    dice = tuple(sorted((move.die for move in draft if isinstance(move, Roll)), key=lambda die: (die < 0, die)))
    return Attack(dice) if dice else None


class DraftDriver:
    """Drives a draft that was laid in the state `start`."""

    def __init__(self, start: State) -> None:
        self._start = start
        self._attacks = risk.attacks_from(start, 0)

    def draft(self, laid: ScriptedDraft[Move]) -> Left[Move]:
        found, now = list[ToldMove[Move]](), self._start
        for written, told in laid.shown_moves:
            move, shown = GAME.complete_script(now, written, told)
            found.append(ToldMove(move, shown))
            if isinstance(move, Attack):  # a face told behind it picks one of two gas dice
                now = now._replace(turn=now.turn._replace(rolled=len(move.dice)))
        return tuple(found)

    def play(self, state: State, move: Move, luck: Luck) -> tuple[State, Events]:
        return play(state, move, luck)

    def goes_on(self, before: State, after: State) -> bool:
        turn = after.turn
        return (turn.seat, after.round, after.rally) == (before.turn.seat, before.round, before.rally) and (
            turn.phase in ("roll", "drive", "sisu", "give")
        )

    def next(self, state: State, left: Left[Move]) -> tuple[Sequence[Move], Left[Move]]:
        first = left[0].move if left else None
        now = decision_due(state)
        if now == "lost":
            return ([Word.SISU], left[1:]) if first is Word.SISU and can_play_sisu(state) else ([Word.ACCEPT], ())
        if first is Word.SISU and first not in moves(state):
            return self.next(state, left[1:])  # nothing to undo: the card stays in the hand
        if now in ("drive", "give"):
            if first is not None and not GAME.why_not(state, first):
                return [first], left[1:]
            return self._attacks.choices(state, tuple(risk.LaidDie(0, *one) for one in left)), left
        return ([first], left[1:]) if first is not None and self._is_open(state, first) else ([], left)

    def left_after(self, move: Move, left: Left[Move]) -> Left[Move]:
        at = next((at for at, one in enumerate(left) if risk.is_same_die(one.move, move)), len(left))
        return (*left[:at], *left[at + 1 :])

    def _is_open(self, state: State, move: Move) -> bool:
        """Whether a move of the draft may still be made; a card drawn on the way may have closed it."""
        return state.shortcut == self._start.shortcut or not GAME.why_not(state, move)

    def end(self, state: State) -> Move:
        return Stop()

    def may_stop(self, state: State) -> bool:
        return not GAME.why_not(state, Stop())

    def can_be_saved(self, state: State) -> bool:
        return decision_due(state) == "lost" and can_play_sisu(state)

    def chances(self, state: State, left: Left[Move]) -> Chances:
        script = as_script(left)
        closed = min((one.at for one in GAME.judge(state, script)), default=len(left))
        if (
            closed == len(left) or left[closed].move is Word.SISU
        ):  # which is played only where there is something to undo
            return GAME.chances(state, script)
        found = GAME.chances(state, as_script(left[:closed]))
        return found._replace(short=found.short + found.arrive, arrive=Fraction(0))

    def counted(self, before: State, after: State, events: Events) -> Tally:
        seat = before.turn.seat
        stands = before.road.spaces[before.car.place].key
        is_out = risk.is_over(after, seat)
        found = tallied(events, seat, over=not self.goes_on(before, after), stands=stands, is_out=is_out)
        marks = after.cars[seat].damage - before.cars[seat].damage
        return found | {("damage", ""): Fraction(marks)} if marks > 0 else found


def driving(start: State) -> DraftDriver:
    """Whoever drives a draft that was laid in this state."""
    return DraftDriver(start)
