"""How a draft of Rallyman: DIRT is driven to its end, for counting its odds.

Dice laid without a word are driven one by one; those of a frozen draft together with all that are left of it. After a
failed flat out the dice are laid again as the draft has them; where it does not say, in the mildest way: the fewest
marks of damage, then the least seconds, then as far along the road as can be. SISU is played where the draft says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile

from rallyman_tutor.coach.walk import Left, Tally, ToldMove, as_script, tallied
from rallyman_tutor.core.game import Chances, Events
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.game import GAME
from rallyman_tutor.games.dirt.play import can_play_sisu, play, sisu_helps
from rallyman_tutor.games.dirt.state import FLAG, Arrange, Drive, FlatOut, Move, Roll, State, Stop, Word


def paid(move: Move, shown: tuple[str, ...] = ()) -> tuple[Move, tuple[str, ...]]:
    """A step with all its dice secured, of which no face is told any more."""
    if not isinstance(move, Roll) or move.pay == len(move.dice):
        return move, shown
    return move._replace(pay=len(move.dice)), ()


def one_by_one(draft: ScriptedDraft[Move]) -> ScriptedDraft[Move]:
    """A draft with every step of a `Drive` for itself, those included that the draft leaves laid."""
    moves = draft.moves
    if not moves or not isinstance(moves[0], Drive):
        return draft
    rolled = [moves[0].steps[0], *takewhile(lambda move: isinstance(move, Roll), moves[1:])]
    laid = moves[0].steps[len(rolled) :]
    shown = (*draft.shown[: len(rolled)], *((),) * len(laid), *draft.shown[len(rolled) :]) if draft.shown else ()
    return ScriptedDraft((*rolled, *laid, *moves[len(rolled) :]), shown)


def other_way(draft: tuple[Move, ...]) -> Move | None:
    """The dice of a draft flat out and unsecured instead of one by one, or one by one instead of flat out."""
    if len(draft) == 1 and isinstance(draft[0], FlatOut):
        return Drive(draft[0].steps)
    steps = tuple(move for move in one_by_one(ScriptedDraft(draft)).moves if isinstance(move, Roll))
    return FlatOut(tuple(roll._replace(pay=0) for roll in steps)) if steps else None


class DraftDriver:
    """Drives a draft that was laid in the state `start`."""

    def __init__(self, start: State) -> None:
        self._start = start

    def draft(self, laid: ScriptedDraft[Move]) -> Left[Move]:
        found = tuple(ToldMove(move, shown) for move, shown in laid.shown_moves)
        steps = [*takewhile(lambda one: isinstance(one.move, Roll), found)]
        row = tuple(one.move for one in steps if isinstance(one.move, Roll))
        if self._start.turn.phase == "arrange" and GAME.is_legal(self._start, (Arrange(row),)):
            return (ToldMove(Arrange(row), steps[-1].shown), *found[len(steps) :])
        if not steps or self._start.turn.phase != "draft":
            return found
        whole = ToldMove[Move](Drive(row), steps[0].shown)
        rolled = (
            steps[1:] if any(one.shown for one in steps[1:]) else []
        )  # what is told of a die is told of its own roll
        return (whole, *rolled, *found[len(steps) :])

    def play(self, state: State, move: Move, luck: Luck) -> tuple[State, Events]:
        return play(state, move, luck)

    def goes_on(self, before: State, after: State) -> bool:
        turn = after.turn
        return (turn.seat, after.round, after.rally) == (before.turn.seat, before.round, before.rally) and (
            turn.phase in ("roll", "sisu", "arrange")
        )

    def next(self, state: State, left: Left[Move]) -> tuple[Sequence[Move], Left[Move]]:
        first, phase = left[0].move if left else None, state.turn.phase
        if phase == "sisu":
            return ([Word.SISU], left[1:]) if first is Word.SISU and sisu_helps(state) else ([Word.ACCEPT], ())
        if phase == "arrange":
            return ([first], left[1:]) if isinstance(first, Arrange) else ([Arrange(arrangements(state)[0].steps)], ())
        if first is Word.SISU and not can_play_sisu(state):
            return self.next(state, left[1:])  # it is spent
        if first is not None and (phase != "roll" or first is Word.SISU or isinstance(first, Stop | Roll)):
            return [first], left[1:]
        return [_payable(state, roll) for roll in state.turn.draft[:1]], left

    def left_after(self, move: Move, left: Left[Move]) -> Left[Move]:
        return left

    def end(self, state: State) -> Move:
        return Stop()

    def may_stop(self, state: State) -> bool:
        return state.turn.phase == "roll" and not GAME.why_not(state, Stop())

    def can_be_saved(self, state: State) -> bool:
        return state.turn.phase == "sisu" and sisu_helps(state)

    def chances(self, state: State, left: Left[Move]) -> Chances:
        turn = state.turn
        if turn.phase == "arrange" and not (left and isinstance(left[0].move, Arrange)):
            left = (ToldMove(Arrange(arrangements(state)[0].steps)),)
        elif turn.phase in ("roll", "sisu") and not (turn.faces or any(isinstance(one.move, Stop) for one in left)):
            for roll in turn.draft[sum(isinstance(one.move, Roll) for one in left) :]:
                left = (*left, ToldMove(_payable(state, roll, tuple(one.move for one in left))))
        return GAME.chances(state, as_script(left))

    def counted(self, before: State, after: State, events: Events) -> Tally:
        stands = before.road.spaces[before.car.place].key if before.car.place >= 0 else ""
        found = tallied(events, before.turn.seat, over=not self.goes_on(before, after), stands=stands)
        marks = sum(event.what == "damage" and event.facts["kind"] != FLAG for event in events)
        return found | {("damage", ""): Fraction(marks)} if marks else found


def _payable(state: State, roll: Roll, before: tuple[Move, ...] = ()) -> Roll:
    """A die of a frozen draft behind some moves, secured as it was laid if there are still seconds for that."""
    return roll._replace(pay=0) if roll.pay and not GAME.is_legal(state, (*before, roll)) else roll


def driving(start: State) -> DraftDriver:
    """Whoever drives a draft that was laid in this state."""
    return DraftDriver(start)
