"""The ends of a draft, each with its chance: control is lost, the rally is over, the rest can be driven no more, or all
of it is driven.

A hazard is judged when it appears, by the limit of the space its die leads to. A landing one gear too fast is lost by
the hazard of its own die, and a car that is too fast for a bend is lost for certain. The rally is over by a third
puncture, far too much speed, or damage that takes the last gear die, also where lost control leads to it. A puncture
takes a gas die, and what is laid behind can perhaps be rolled no more. Dice and cards that the draft tells are certain.
Sisu is played where the draft says so. Counted exactly, in fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import Literal, NamedTuple, TypeAlias

from rallyman_tutor.core.game import Chances, Events
from rallyman_tutor.core.luck import Luck, Prompted, every_outcome
from rallyman_tutor.core.notation import ScriptedDraft, as_scripted
from rallyman_tutor.games.classic.draws import chance
from rallyman_tutor.games.classic.ending import ON_THE_LINE, lose
from rallyman_tutor.games.classic.generate import attack_steps, prospect
from rallyman_tutor.games.classic.judging import complete_script, follow, is_legal, unfold
from rallyman_tutor.games.classic.moments import HAZARDOUS, LOST, decision_due
from rallyman_tutor.games.classic.play import can_play_sisu, moves, play
from rallyman_tutor.games.classic.rules import book
from rallyman_tutor.games.classic.state import (
    HAZARD,
    MOST_DAMAGE,
    MOST_PUNCTURES,
    Attack,
    Draft,
    Move,
    Roll,
    State,
    Stop,
    Word,
)
from rallyman_tutor.games.classic.step import Step, aim, dice_rolled, take

NEVER, CERTAIN = Fraction(0), Fraction(1)

Bad: TypeAlias = Literal["lost", "out", "short"]
BAD: tuple[Bad, ...] = ("out", "short", "lost")
Ends: TypeAlias = Mapping[tuple[Bad, int], Fraction]
"""How likely a draft does not arrive, by what happens and at which of its steps."""


class LostControl(NamedTuple):
    """A car that loses control; and what is told of the cards that say what becomes of it."""

    state: State
    shown: tuple[str, ...] = ()


class DraftEnd(NamedTuple):
    """One way in which a draft can go: its chance, its end, at which step; or the state that it arrives in."""

    share: Fraction
    end: Bad | LostControl | State
    at: int


def chances(state: State, draft: Draft | ScriptedDraft[Move]) -> Chances:
    """The chances of a draft; nothing can go wrong beyond where judging ends."""
    scripted = as_scripted(draft)
    many = len(scripted.moves)
    lost, out, short = [NEVER] * many, [NEVER] * many, NEVER
    for (what, at), share in _ends(state, scripted).items():
        if what == "short":
            short += share
        else:
            (lost if what == "lost" else out)[at] += share
    return Chances(tuple(lost), tuple(out), short, 1 - short - sum(lost, NEVER) - sum(out, NEVER))


def damage(state: State, draft: Draft | ScriptedDraft[Move]) -> Fraction:
    """How much damage and how many punctures a draft brings on average, as far as its dice are driven one by one."""
    seat, total = state.turn.seat, NEVER
    before = state.car.damage + state.car.punctures
    for share, end, _ in _ways(state, as_scripted(draft)):
        if isinstance(end, State):
            total += share * (end.cars[seat].punctures + end.cars[seat].damage - before)
        elif isinstance(end, LostControl):
            for part, _, after in every_outcome(partial(_thrown_off, end)):
                total += share * part * (after.cars[seat].punctures + after.cars[seat].damage - before)
    return total


def _ends(state: State, scripted: ScriptedDraft[Move]) -> Ends:
    """How a draft can end early."""
    ends: dict[tuple[Bad, int], Fraction] = {}
    for share, end, at in _ways(state, scripted):
        parts: Mapping[Bad, Fraction]
        if isinstance(end, State):
            continue
        parts = _lost(end) if isinstance(end, LostControl) else {end: CERTAIN}
        for what, part in parts.items():
            ends[what, at] = ends.get((what, at), NEVER) + share * part
    return ends


def _ways(state: State, scripted: ScriptedDraft[Move]) -> Iterator[DraftEnd]:
    """Every way in which a draft can go, followed step by step in each state that it may lead to."""
    alive: Mapping[State, Fraction] = {state: CERTAIN}
    told = list(scripted.shown_moves)
    for at, now, step in unfold(state, scripted.as_laid):
        if (now.turn.seat, now.round) != (state.turn.seat, state.round):
            break  # the turn is over
        shown = complete_script(now, *told[at])[1]
        if isinstance(step, Attack) or now.turn.rolled:
            for here, share in alive.items():
                ends = _attacked(here, at, told, is_rolled=now.turn.rolled > 0)
                yield from (DraftEnd(share * part, what, where) for (what, where), part in ends.items())
            return
        is_saved = at + 1 < len(told) and told[at + 1][0] is Word.SISU
        after: dict[State, Fraction] = {}
        for here, share in alive.items():
            for end, part in _stepped(here, now, step, shown, is_saved=is_saved):
                if isinstance(end, State):
                    after[end] = after.get(end, NEVER) + share * part
                else:
                    yield DraftEnd(share * part, end, at)
        alive = after
    yield from (DraftEnd(share, here, -1) for here, share in alive.items())


def _stepped(
    here: State, now: State, step: Step | Move, shown: tuple[str, ...], *, is_saved: bool
) -> Sequence[tuple[Bad | LostControl | State, Fraction]]:
    """The results of one step in a state that the draft can be in; `now` is the one in which it is judged."""
    if isinstance(step, Step) and step.to >= 0 and not here.turn.ended:
        own = step
        if (here.dirt, here.car.punctures) != (now.dirt, now.car.punctures):  # a card that was drawn may have closed it
            rules, own = book(here.options.edition), aim(here, step.roll)
            if own.to < 0 or (not rules.allows(here, own) and rules.allows(now, step)):
                return [("short", CERTAIN)]
        return [(end, part) for part, _, end in every_outcome(partial(_taken, here, own, shown, is_saved))]
    if step is Word.RETIRE and decision_due(here) in ("roll", "drive"):
        return [("out", CERTAIN)]
    if step is Word.ACCEPT and decision_due(here) == "lost":
        return [(LostControl(here, shown), CERTAIN)]
    if step is Word.SISU and not (can_play_sisu(here) and here.turn.hazards):
        return [(here, CERTAIN)]  # nothing to undo: the card stays in the hand
    if step in (Word.SISU, Word.WHEEL):
        return [(follow(here, step) or here, CERTAIN)]
    return [(here, CERTAIN)]


def _taken(state: State, step: Step, shown: tuple[str, ...], is_saved: bool, luck: Luck) -> Bad | LostControl | State:
    """The result of one die on its space; Sisu as the next step saves the car."""
    after, _ = take(state, step, Prompted(shown, luck))
    ended = after.turn.ended
    if ended == "out":
        return "out"
    if ended not in LOST or (is_saved and ended in HAZARDOUS and can_play_sisu(after)):
        return after
    return LostControl(after, shown)


def _lost(lost: LostControl) -> Mapping[Bad, Fraction]:
    """Whether a car that has lost control goes on with the rally. Cards are drawn only where it may hang on them."""
    if not _may_be_over(lost.state):
        return {"lost": CERTAIN}
    seat = lost.state.turn.seat
    out = sum((part for part, _, after in every_outcome(partial(_thrown_off, lost)) if is_over(after, seat)), NEVER)
    return {"lost": 1 - out, "out": out}


def _thrown_off(lost: LostControl, luck: Luck) -> State:
    """The state in which lost control leaves a car."""
    return lose(lost.state, [], Prompted(lost.shown, luck))


def _may_be_over(state: State) -> bool:
    """Whether losing control on this space can end the rally: by a puncture in a shortcut, or by damage."""
    car, space = state.car, state.road.spaces[state.car.place]
    if space.kind in ("start", "finish"):
        return space.kind == "finish" and car.damage + ON_THE_LINE >= MOST_DAMAGE
    sides = (space.left, space.right)
    if car.punctures >= MOST_PUNCTURES and "cut" in sides:
        return True
    return car.damage + max(state.stage.legends[space.legend].get(side, 0) for side in sides) >= MOST_DAMAGE


def is_over(state: State, seat: int) -> bool:
    """Whether the rally of this driver is over, or will be when they should set off again on this stage."""
    car = state.cars[seat]
    return car.status == "out" or (car.status == "road" and car.damage >= MOST_DAMAGE)


# -- Attacks -----------------------------------------------------------------------------------------------------------


class LaidDie(NamedTuple):
    """A die that is laid behind an attack, with the number of its step, and what is told of the cards it draws."""

    at: int
    move: Move
    shown: tuple[str, ...] = ()


def _attacked(state: State, at: int, told: Sequence[tuple[Move, tuple[str, ...]]], *, is_rolled: bool) -> Ends:
    """How a draft can end early from an attack on: from its roll, or from the dice that lie rolled already. A certain
    end of fallen dice happens at the roll."""
    first, faces = told[at]
    behind = told[at:] if is_rolled else told[at + 1 :]
    rolled = state._replace(turn=state.turn._replace(rolled=1))
    laid = tuple(
        LaidDie(number, *complete_script(rolled, *one)) for number, one in enumerate(behind, at + (not is_rolled))
    )
    attacks = attacks_from(state, at)
    if is_rolled:
        return attacks.ends(state, laid)
    if not isinstance(first, Attack) or not is_legal(state, (first,)):
        return {}
    thrown = _thrown(state, first, faces)
    prospects: dict[State, int] = {}
    lost = sum((share for dice, share in thrown.items() if prospect(dice, prospects) < 3), NEVER)
    if _hangs_on_dice_alone(state, prospects, laid):
        return {("lost", at): lost}
    ends: dict[tuple[Bad, int], Fraction] = {}
    for dice, share in thrown.items():
        found = attacks.ends(dice, laid)
        certain = sum(found.values(), NEVER) == 1 and all(what != "short" for what, _ in found)
        for (what, where), part in found.items():
            end = (what, at if certain else where)
            ends[end] = ends.get(end, NEVER) + share * part
    return ends


def _thrown(state: State, attack: Attack, faces: tuple[str, ...]) -> Mapping[State, Fraction]:
    """All ways in which the dice of an attack can fall, each with its chance."""
    told = tuple(face == HAZARD for face in faces[: len(attack.dice)])
    thrown: dict[State, Fraction] = {}
    for more in product((False, True), repeat=len(attack.dice) - len(told)):
        rolled = dice_rolled(state, attack.dice, (*told, *more))
        untold = zip(attack.dice[len(told) :], more, strict=True)
        share = prod((chance(die) if face else 1 - chance(die) for die, face in untold), start=CERTAIN)
        thrown[rolled] = thrown.get(rolled, NEVER) + share
    return thrown


def _hangs_on_dice_alone(state: State, prospects: Iterable[State], laid: tuple[LaidDie, ...]) -> bool:
    """Whether no card can be drawn in an attack that may lead to all these states, and none can end the rally. Dice
    that are laid may take a shortcut that they take in no other order."""
    if laid and any(bend.cut_at for bend in state.road.bends):
        return False
    return not any(
        after.road.spaces[after.car.place].kind == "cut" or after.turn.ended == "out" or _may_be_over(after)
        for after in prospects
    )


def is_same_die(laid: Move, driven: Move) -> bool:
    """Whether a laid die of an attack is the one that is driven, be it in another order or on another space."""
    return isinstance(laid, Roll) and isinstance(driven, Roll) and laid.die == driven.die


class Attacks:
    """How attacks can end early whose dice lie open. They are driven as they are laid while the rules allow that, and
    then so that the rally goes on most often, the dice arrive most often, and control is kept. Every result found is
    kept."""

    def __init__(self, home: int) -> None:
        self._prospects: dict[State, int] = {}
        self._home = home  # the step at which happens what comes of dice that are not laid
        self._ends: dict[tuple[State, tuple[LaidDie, ...]], Ends] = {}

    def ends(self, state: State, laid: tuple[LaidDie, ...]) -> Ends:
        """How the attack can end early from here on."""
        key = state, laid
        if key not in self._ends:
            self._ends[key] = self._best(state, laid)
        return self._ends[key]

    def _best(self, state: State, laid: tuple[LaidDie, ...]) -> Ends:
        if laid and is_legal(state, (laid[0].move,)):
            return self._by(state, laid[0], laid[1:])
        return min((self._instead(state, move, laid) for move in self._open(state)), key=_harm, default={})

    def choices(self, state: State, laid: tuple[LaidDie, ...]) -> list[Move]:
        """The best of all that may be done with the dice that lie open, where none of these is laid next."""
        ways = {move: _harm(self._instead(state, move, laid)) for move in self._open(state)}
        least = min(ways.values())
        return [move for move, harm in ways.items() if harm == least]

    def _instead(self, state: State, move: Move, laid: tuple[LaidDie, ...]) -> Ends:
        """The ends after a move that is not laid next."""
        return self._by(state, LaidDie(self._home, move), _without(laid, move))

    def _open(self, state: State) -> Sequence[Move]:
        """The moves that the open dice allow."""
        if decision_due(state) == "drive":
            return attack_steps(state, self._prospects) or [Stop()]
        return [move for move in moves(state) if move is not Word.SISU]

    def _by(self, state: State, step: LaidDie, left: tuple[LaidDie, ...]) -> Ends:
        """The ends after one move, over everything that chance can make of it."""
        ends: dict[tuple[Bad, int], Fraction] = {}
        at = step.at
        for share, _, (after, events) in every_outcome(partial(_played, state, step)):
            if is_over(after, state.turn.seat):
                found: Ends = {("out", at): CERTAIN}
            elif any(event.what == "lost" for event in events):
                found = {("lost", at): CERTAIN}
            elif _goes_on(state, after):
                found = self.ends(after, left)
            else:
                found = {("short", at): CERTAIN} if left else {}
            for end, part in found.items():
                ends[end] = ends.get(end, NEVER) + share * part
        return ends


def _played(state: State, step: LaidDie, luck: Luck) -> tuple[State, Events]:
    return play(state, step.move, Prompted(step.shown, luck))


@lru_cache(maxsize=4)
def attacks_from(state: State, at: int) -> Attacks:
    """Attacks that begin, or are under way, in this state, at this step of a draft. Kept, because the page asks about
    an attack again and again, and the coach drives it."""
    return Attacks(at)


def _without(laid: tuple[LaidDie, ...], move: Move) -> tuple[LaidDie, ...]:
    """The laid dice that are left when one is driven that did not come next."""
    at = next((at for at, one in enumerate(laid) if is_same_die(one.move, move)), len(laid))
    return (*laid[:at], *laid[at + 1 :])


def _goes_on(before: State, after: State) -> bool:
    """Whether it is still the same turn, with something to decide."""
    mine = (before.turn.seat, before.round, before.rally) == (after.turn.seat, after.round, after.rally)
    return mine and after.turn.rolled > 0 and after.turn.phase in ("drive", "give", "roll")


def _harm(ends: Ends) -> tuple[Fraction, ...]:
    """How bad a way to go on is: first the end of the rally, then dice that do not arrive, then control lost."""
    out, short, lost = (sum((part for (what, _), part in ends.items() if what == bad), NEVER) for bad in BAD)
    return out, short + lost, lost
