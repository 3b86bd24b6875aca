"""Judging drafts step by step, each step in the state to which those before it lead.

Moves of a script are played, through the end of a turn and into the next one; dice that are laid stay together in one
turn. A die or card whose result is not told is taken as harmless: a risk is not illegal.
"""

from __future__ import annotations

from collections.abc import Iterator

from rallyman_tutor.core.judging import Shown, allowed, judged, walk
from rallyman_tutor.core.luck import OutOfLuck, Scripted
from rallyman_tutor.core.notation import ScriptedDraft
from rallyman_tutor.core.rule import Facts, Kind, Violation, kind_of
from rallyman_tutor.games.classic.play import play
from rallyman_tutor.games.classic.rules import book
from rallyman_tutor.games.classic.state import (
    CLAIMS,
    CLEAN,
    GAS,
    GEAR_DICE,
    HAZARD,
    Attack,
    Draft,
    Move,
    Roll,
    State,
    Word,
)
from rallyman_tutor.games.classic.step import HARMLESS_LUCK, Step, aim, dice_rolled, take


def complete_script(state: State, move: Move, shown: Shown) -> tuple[Move, Shown]:
    """A move of a script as this state understands it, and what its dice and cards show.

    A die of which only the card is told is clean. In an attack the dice lie rolled: a face in the text only picks one
    of two gas dice.
    """
    if not isinstance(move, Roll) or not shown:
        return move, shown
    faced = shown[0] in (HAZARD, CLEAN)
    if state.turn.rolled:
        return (move._replace(hazard=shown[0] == HAZARD), shown[1:]) if faced else (move, shown)
    return move, shown if faced or move.pay else (CLEAN, *shown)


def make(state: State, step: Step | Move, shown: Shown = ()) -> State:
    """The state after a legal step is played, with what is not told taken as harmless."""
    move = step.roll if isinstance(step, Step) else step
    try:
        return play(state, move, Scripted(shown, rest=HARMLESS_LUCK))[0]
    except OutOfLuck:  # what is told cannot be shown here
        return play(state, move, HARMLESS_LUCK)[0]


def follow(state: State, step: Step | Move, shown: Shown = ()) -> State | None:
    """The state after a step that is laid, with what is not told taken as harmless; None if nothing can follow."""
    if isinstance(step, Step):
        turn = state.turn
        held = not turn.rolled or any(step.roll.die == d and step.roll.hazard in (None, h) for d, h in turn.hand)
        if step.to < 0 or turn.ended or turn.phase not in ("roll", "drive") or turn.stuck or not held:
            return None
        try:
            return take(state, step, Scripted(shown, rest=HARMLESS_LUCK))[0]
        except OutOfLuck:
            return take(state, step, HARMLESS_LUCK)[0]
    if isinstance(step, Attack):
        if state.turn.used or state.turn.rolled or state.turn.ended:
            return None
        faces = tuple(face == HAZARD for face in shown)
        return dice_rolled(state, step.dice, (*faces, *(False,) * (len(step.dice) - len(faces))))
    if step is Word.WHEEL:
        seat, car = state.turn.seat, state.car
        changed = car._replace(gear=0, punctures=max(0, car.punctures - 1), wheel=False)
        cars = (*state.cars[:seat], changed, *state.cars[seat + 1 :])
        return state._replace(cars=cars, turn=state.turn._replace(wheel=True))
    if step is Word.SISU:
        seat = state.turn.seat
        cars = (*state.cars[:seat], state.car._replace(sisu=False), *state.cars[seat + 1 :])
        hand = tuple(sorted((die, False) for die, _ in state.turn.hand))
        ended = "finish" if state.car.place == state.road.finish else ""
        turn = state.turn._replace(hazards=0, ended=ended, hand=hand, phase="drive" if state.turn.rolled else "roll")
        return state._replace(cars=cars, turn=turn)
    return state if kind_of(step) in CLAIMS else None


def as_asked(state: State, move: Move, shown: Shown = ()) -> Step | Move:
    """A move as the rules look at it: a `Roll` becomes the `Step` it leads to, with the told faces of its die and
    cards."""
    if not isinstance(move, Roll):
        return move
    step = aim(state, move)
    return step._replace(told=shown) if shown else step


def unfold(state: State, draft: Draft | ScriptedDraft[Move]) -> Iterator[tuple[int, State, Step | Move]]:
    """The steps of a draft one by one, each with its number and the state it is judged in.

    Moves of a script are played until one is refused. From there on it is as with dice that are laid: a refused one
    counts as played where the space it names can be reached; where it cannot, the draft ends.
    """
    is_played = isinstance(draft, ScriptedDraft)
    rules = book(state.options.edition)

    def after(now: State, step: Step | Move, shown: Shown) -> State | None:
        nonlocal is_played
        is_played = is_played and rules.allows(now, step)
        return make(now, step, shown) if is_played else follow(now, step, shown)

    return walk(state, draft, complete_script, as_asked, after)


def judge(state: State, draft: Draft | ScriptedDraft[Move], kind: Kind = Kind.ILLEGAL) -> list[Violation]:
    """Every rule this draft breaks, die by die, with dice not yet rolled taken as clean; never raises."""
    return judged(book(state.options.edition), unfold(state, draft), kind)


def is_legal(state: State, draft: Draft | ScriptedDraft[Move]) -> bool:
    """Whether `judge` finds nothing; it is told sooner."""
    return allowed(book(state.options.edition), unfold(state, draft))


# -- Questions about a draft ------------------------------------------------------------------------------------------


def why_not_table(state: State) -> dict[tuple[int, str], list[Violation]]:
    """For every die and every space that any die could lead to now: why it may not go there; empty if it may."""
    rules = book(state.options.edition)
    here = state.road.spaces[state.car.place].item
    keys = [space.key for space in state.road.spaces[1:] if here <= space.item <= here + LONGEST_FLIGHT]
    table = {}
    for die in (*range(1, GEAR_DICE + 1), GAS):
        for key in keys:
            table[die, key] = rules.judge(state, aim(state, Roll(die, key)))
    return table


LONGEST_FLIGHT = 4
"""How many spaces ahead of the car a jump can carry it at most."""


def message_facts(state: State, draft: Draft | ScriptedDraft[Move], at: int) -> Facts:
    """The facts for any message about one step of a draft: the gear, which die, where from, where to."""
    now, step = next((now, step) for number, now, step in unfold(state, draft) if number == at)
    facts: dict[str, object] = {
        "gear": now.car.gear,
        "space": now.road.spaces[now.car.place].key,
        "die": GAS,
        "target": "",
    }
    if isinstance(step, Step):
        facts["die"] = step.roll.die
        facts["target"] = now.road.spaces[step.to].key if step.to >= 0 else step.roll.to
    return facts
