"""The ends of a draft, each with its chance: control is lost, the driver is out of the stage, or all of it is driven.

Hazards are judged when they appear; a landing one gear too fast is lost by the hazard of its own die, and what is too
fast for a limit is lost for certain. A failed quick start ends the turn, and control is not lost. A SISU token saves
from hazards where the draft plays it next. Who loses control may crash, and who has no gear die left then is out.
Counted exactly, in fractions; faces that are told are certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

from rallyman_tutor.core.game import Chances
from rallyman_tutor.core.notation import ScriptedDraft, as_scripted
from rallyman_tutor.games.dirt.arrangements import arrangements
from rallyman_tutor.games.dirt.draws import (
    CERTAIN,
    NEVER,
    ODDS,
    Throw,
    back_odds,
    bag,
    chance,
    damage_odds,
    losses,
    marks_of,
)
from rallyman_tutor.games.dirt.ending import LOST
from rallyman_tutor.games.dirt.judging import unfold
from rallyman_tutor.games.dirt.state import (
    CLEAN,
    GEAR_CAP,
    GEAR_DAMAGE,
    HAZARD,
    LIMIT,
    VALUES,
    Arrange,
    Draft,
    Drive,
    FlatOut,
    Move,
    Roll,
    State,
    Stop,
    Word,
)
from rallyman_tutor.games.dirt.step import (
    DueStep,
    Step,
    aim,
    draws_token,
    follow,
    held,
    is_quick_start,
    move,
    quick_planned,
    spread,
)

MOST_MARKS: int = max(*map(max, VALUES["cards.marks"]), *VALUES["cards.hard_marks"])


def chances(state: State, draft: Draft | ScriptedDraft[Move]) -> Chances:
    """The chances of a draft; nothing can go wrong beyond where judging ends. A whole draft that is one move counts all
    its steps that later moves do not roll."""
    return chances_and_damage(state, draft)[0]


def chances_and_damage(state: State, draft: Draft | ScriptedDraft[Move]) -> tuple[Chances, Fraction]:
    """The chances of a draft, and how many damage tokens are drawn for it on average, green flags included, as far as
    its dice are driven one by one."""
    scripted = as_scripted(draft)
    lost, out = [NEVER] * len(scripted.moves), [NEVER] * len(scripted.moves)
    stalls = damage = NEVER
    for end in _ends(state, scripted):
        if end.stalls:
            stalls += end.share
            continue
        over, tokens = (NEVER, NEVER) if end.flat_out else fallen(end.state, end.place, end.gear, end.tokens)
        lost[end.at] += end.share * (1 - over)
        out[end.at] += end.share * over
        damage += end.share * tokens
    for at, (flat, shown) in enumerate(scripted.shown_moves):
        if isinstance(flat, FlatOut) and lost[at]:
            safe = state.turn.safe or _plays_sisu(state, scripted.moves, at)
            out[at] = _out_flat_out(state._replace(turn=state.turn._replace(safe=safe)), flat, shown)
            lost[at] -= out[at]
    return Chances(tuple(lost), tuple(out), stalls, 1 - stalls - sum(lost, NEVER) - sum(out, NEVER)), damage


# -- Where a draft ends early ------------------------------------------------------------------------------------------


class _End(NamedTuple):
    """One way in which a draft may end before its last step: by which move, how likely, on which space in which
    gear."""

    at: int
    share: Fraction
    state: State
    place: int
    gear: int
    tokens: int = 0  # drawn for shortcuts on the way
    stalls: bool = False
    flat_out: bool = False


def _ends(state: State, scripted: ScriptedDraft[Move]) -> Iterator[_End]:
    """Every way in which a draft may end early; their shares add up to 1 less the chance to arrive."""
    word, then = (*scripted.moves[:2], None, None)[:2]
    if state.turn.phase == "sisu" and word in (Word.ACCEPT, Word.SISU) and not isinstance(then, Arrange):
        yield from _decided(state, word)
    throws: list[Throw] = []
    ends: list[_End] = []
    goes_on = CERTAIN  # that no quick start has failed before these dice
    tokens = 0
    for rolled in _driven(state, scripted):
        step = rolled.step
        tokens += draws_token(state.road, rolled.state.car.place, step.to)
        end = _End(rolled.at, goes_on, rolled.state, step.to, step.gear, tokens, flat_out=rolled.flat_out)
        for throw in _throws(rolled):
            throws.append(throw)
            ends.append(end)
        if rolled.may_stall:
            stalls = chance(step.roll.die, rolled.faces[:1])
            yield end._replace(share=goes_on * stalls, stalls=True)
            goes_on *= 1 - stalls
    for end, lost in zip(ends, losses(throws, state.turn.hazards), strict=True):
        if lost:
            yield end._replace(share=end.share * lost)


def _decided(state: State, word: Move) -> Iterator[_End]:
    """How a turn ends that hangs on a SISU token, once it is played or kept."""
    turn, car = state.turn, state.car
    if word is Word.ACCEPT and not turn.faces:
        yield _End(0, CERTAIN, state, car.place, car.gear, stalls=turn.ended == "stall")
    elif turn.faces:
        safe = turn.safe or word is Word.SISU
        ended, place, gear, tokens = _driven_flat_out(
            state._replace(turn=turn._replace(safe=safe)), turn.draft, turn.faces
        )
        if ended:
            yield _End(0, CERTAIN, state, place, gear, tokens, stalls=ended == "stall")


class _Rolled(NamedTuple):
    """One step as it is driven: by which move, and the faces that are told of its dice."""

    at: int
    state: State
    step: Step
    secured: bool
    faces: tuple[str, ...] = ()
    saved: bool = False  # the draft plays the SISU token right behind it
    flat_out: bool = False

    @property
    def may_stall(self) -> bool:
        """Whether a hazard stalls it, as a quick start."""
        return is_quick_start(self.state, self.step.roll) and not (self.secured or self.saved or self.state.turn.safe)


def _driven(state: State, scripted: ScriptedDraft[Move]) -> Iterator[_Rolled]:
    """Every step of the turn once, in driving order. After a `Drive`, later moves roll its other steps; steps that no
    move rolls come last."""
    left: list[_Rolled] = []
    last = -1
    moves = scripted.moves
    shown = [[face for face in outcomes if face in (HAZARD, CLEAN)] for _, outcomes in scripted.shown_moves]
    for at, now, asked in unfold(state, scripted):
        if isinstance(asked, Stop) or (now.turn.seat, now.round) != (state.turn.seat, state.round):
            return  # the turn is over, and what was left of its draft is not rolled
        step = aim(now, asked.due) if isinstance(asked, DueStep) and asked.due else asked
        if not isinstance(step, Step) or step.to < 0 or now.turn.ended:
            continue
        secured = (asked.roll if isinstance(asked, DueStep) else step.roll).pay > 0
        faces = tuple(shown[at][: len(step.roll.dice)])
        del shown[at][: len(step.roll.dice)]
        if now.turn.phase == "arrange":  # the dice lie open
            faces = tuple(HAZARD if face else CLEAN for _, face in held(now.turn, step.roll))
        saved = _plays_sisu(now, moves, at)
        rolled = _Rolled(at, now, step, secured, faces, saved, isinstance(moves[at], FlatOut))
        if at == last and isinstance(moves[at], Drive):
            left.append(rolled._replace(saved=False))
            continue
        if isinstance(asked, DueStep):
            left = left[1:]
        last = at
        yield rolled
    yield from (rolled._replace(at=last) for rolled in left)


def _plays_sisu(state: State, moves: Sequence[Move], at: int) -> bool:
    """Whether the draft plays a SISU token right behind this move."""
    return moves[at + 1 : at + 2] == (Word.SISU,) and state.car.sisu and state.options.sisu != "off"


def _throws(rolled: _Rolled) -> list[Throw]:
    """The dice of a step as they can lose control."""
    state, step, faces = rolled.state, rolled.step, rolled.faces
    if step.lost:
        return [Throw(1 - chance(step.roll.die, faces) if rolled.may_stall else CERTAIN, 0)]
    if rolled.secured or rolled.saved or state.turn.safe or rolled.may_stall:
        return []
    dice = [die for die in step.roll.dice if die in ODDS]  # a draft may name a die no box holds
    if state.turn.phase == "arrange":
        dice = dice[: len(faces)]
    if not dice:
        return []
    hazards = [chance(die, faces[n : n + 1]) for n, die in enumerate(dice)]
    # brake dice first: a landing is lost by the gear die alone, whatever they show
    own = Throw(hazards[0], 0 if step.over == 1 else LIMIT)
    return [*(Throw(share, LIMIT) for share in hazards[1:]), own]


# -- What a loss of control comes to -----------------------------------------------------------------------------------


def fallen(state: State, place: int, gear: int, tokens: int = 0) -> tuple[Fraction, Fraction]:
    """The chance to be out of the stage after control is lost on a space in a gear, and the damage tokens that are
    drawn then on average; so many other tokens are drawn before. Behind the finish nobody is out, and a crash costs in
    a rally only."""
    space, past = state.road.spaces[place], state.road.past[place]
    if (past and not state.options.rally) or gear not in range(
        1, len(state.backs) + 1
    ):  # a draft may name a gear no car has
        return NEVER, NEVER
    left, backs = damage_odds(state), tuple(back_odds(state.backs[gear - 1]))
    marks = tuple(marks_of(gear, back, space.danger) for back, _ in backs)
    faces, most = sum(count for _, count in left), max(0, bag(state) - tokens)
    return _fallen(backs, marks, dict(left)[GEAR_DAMAGE], faces, most, GEAR_CAP if past else GEAR_CAP - state.car.gears)


@lru_cache(maxsize=1 << 12)
def _fallen(
    backs: tuple[tuple[str, int], ...], marks: tuple[int, ...], gears: int, faces: int, most: int, needed: int
) -> tuple[Fraction, Fraction]:
    """As `fallen`: from a deck, the marks of each of its backs, the gear damage among all faces that are left, the most
    tokens that can be drawn, and how many with gear damage it takes to be out. Cached, because remedies ask it again
    and again."""
    over = damage = NEVER
    for (_, count), marked in zip(backs, marks, strict=True):
        share, drawn = Fraction(count, sum(many for _, many in backs)), min(marked, most)
        ways = sum(comb(gears, hit) * comb(faces - gears, drawn - hit) for hit in range(needed, drawn + 1))
        over += share * Fraction(ways, comb(faces, drawn))
        damage += share * drawn
    return over, damage


def _out_flat_out(state: State, flat: FlatOut, shown: tuple[str, ...]) -> Fraction:
    """The chance to be out of the stage by a flat out."""
    if state.car.gears + MOST_MARKS < GEAR_CAP:
        return NEVER
    dice = [die for roll in flat.steps for die in roll.dice]
    told = [face == HAZARD for face in shown if face in (HAZARD, CLEAN)]
    over = NEVER
    for untold in product((False, True), repeat=len(dice) - len(told)):
        odds = (chance(die) if face else 1 - chance(die) for die, face in zip(dice[len(told) :], untold, strict=True))
        faces = iter((*told, *untold))
        thrown = [tuple(next(faces) for _ in roll.dice) for roll in flat.steps]
        ended, place, gear, tokens = _driven_flat_out(state, flat.steps, thrown)
        if ended in LOST:
            over += prod(odds, start=CERTAIN) * fallen(state, place, gear, tokens)[0]
    return over


def _driven_flat_out(
    state: State, steps: Sequence[Roll], faces: Sequence[tuple[bool, ...]]
) -> tuple[str, int, int, int]:
    """How a flat out ends whose dice show these faces: why not where it should, on which space, in which gear, and how
    many tokens are drawn on the way. Dice that fail are laid again in the mildest way."""
    turn = state.turn._replace(phase="draft", draft=tuple(steps), faces=tuple(faces), hand=())
    if (
        sum(map(sum, faces)) >= LIMIT
        and not turn.safe
        and not (quick_planned(state._replace(turn=turn)) and faces[0][0])
    ):
        state = state._replace(turn=spread(turn._replace(phase="arrange")))
        steps = arrangements(state)[0].steps
    tokens = 0
    for at, roll in enumerate(steps):
        step = aim(state, roll)
        tokens += draws_token(state.road, state.car.place, step.to)
        state = follow(state, roll) if state.turn.hand else move(state, step, faces[at])
        if state.turn.ended in ("stall", *LOST):
            return state.turn.ended, step.to, step.gear, tokens
    return "", -1, 0, tokens
