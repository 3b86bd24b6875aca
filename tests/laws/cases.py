"""Positions, drafts and scripts that the laws are tried on, for every game.

Positions are those of random games with unkind luck, written ones of every phase, and those that the game's own file of
this folder makes (`positions`): there stands what random games seldom meet, such as cars before the start, a rally that
hangs on one more puncture, or an attack under way. Drafts and scripts are legal, broken, or broken in more than one
place.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count, islice, takewhile
from typing import Any

from rallyman_tutor.core.luck import OutOfLuck, Recorded, Scripted
from rallyman_tutor.core.notation import Refused, ScriptedDraft
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.dirt import generate as dirt_steps
from rallyman_tutor.games.dirt.state import Arrange, Drive, Roll
from rallyman_tutor.games.dirt.step import follow as dirt_follow
from rallyman_tutor.tutor.lesson.scripts import turns as turns_of
from tests.games.driving import at_random, driven
from tests.games.faulty import A_PIECE, begun
from tests.games.phases import TRIED, Unkind, said, written
from tests.games.random_games import RANDOM

State = Any
Move = Any
Draft = tuple[Any, ...]
LONGEST_SCRIPT = 9
GAME_LENGTH = 120
"""Decisions of one random game that are looked at."""


def states(key: str, seed: int) -> Iterator[State]:
    """Positions without end, different for every seed: the game's own, written ones, and those of random games."""
    own = import_module(f"tests.laws.{key}")
    for number in count():
        name = f"{seed}/{number}"
        rng = random.Random(name)
        game, source = SHELF[key], RANDOM[key]
        yield from islice(own.positions(rng), 20)
        yield rng.choice([*written(key)])
        spec = source.spec(rng.randrange(10**6))
        driven = at_random(
            game, spec, source.choose, rng.randrange(10**6), Unkind(rng.randrange(10**6), game.harmless_luck)
        )
        for decision in islice(driven, GAME_LENGTH):
            if rng.random() < 0.2:
                yield decision.before


def drafts(key: str, seed: int) -> Iterator[tuple[State, Draft]]:
    """Positions as their player sees them, with drafts that are laid there: some legal dice, then some at random, so
    that others often lie behind the first fault."""
    game, own = SHELF[key], import_module(f"tests.laws.{key}")
    for number, state in enumerate(states(key, seed)):
        rng = random.Random(f"{seed}/drafts/{number}")
        seen = game.seen_by(state, game.turn(state))
        if game.over(seen):
            continue
        yield from ((seen, draft) for draft in own.drafts(seen, rng))
        if game.has_hidden_hands and can_be_played(key, state):  # all cards lie open, as for a script
            yield state, a_script(key, state, rng).moves
        pool = list(dict.fromkeys([*game.moves(seen), *TRIED[key].tries(seen, rng), *said(key, seen)]))
        pieces = [move for move in pool if type(move).__name__ in A_PIECE]
        for _ in range(3):
            behind = (
                tuple(rng.choices(pieces, k=rng.choice((0, 1, 1, 2)))) if pieces and not game.has_hidden_hands else ()
            )
            first = rng.choice(pieces if pieces and (behind or rng.random() < 0.8) else pool)
            before = () if game.has_hidden_hands else begun(key, seen, rng)
            yield seen, (*before, first, *behind)


def scripts(key: str, seed: int) -> Iterator[tuple[State, ScriptedDraft[Move]]]:
    """Positions with scripts that begin there: moves that are legal where they come, with all of their outcomes told, a
    part or none, and now and then one that is not legal, with others behind it."""
    own = import_module(f"tests.laws.{key}")
    for number, state in enumerate(states(key, seed)):
        rng = random.Random(f"{seed}/scripts/{number}")
        if not can_be_played(key, state):
            continue
        yield from ((state, script) for script in own.scripts(state, rng))
        for _ in range(2):
            yield state, a_script(key, state, rng)


def drafts_and_scripts(key: str, seed: int) -> Iterator[tuple[State, Draft | ScriptedDraft[Move]]]:
    """Drafts, and in Rallyman (2009) a script behind every third: there a fault of it is mended where it stands, behind
    what its dice and cards have shown."""
    told = scripts(key, seed)
    for number, case in enumerate(drafts(key, seed)):
        yield case
        if key == "classic" and number % 3 == 2:
            yield next(told)


def can_be_played(key: str, state: State) -> bool:
    """Whether a game can begin here: not where a card is hidden that playing on would have to know."""
    game = SHELF[key]
    if not game.has_hidden_hands:
        return True
    try:
        game.new({"position": game.write(state)})
    except Refused:
        return False
    return True


def chance_scripts(key: str, seed: int) -> Iterator[tuple[State, ScriptedDraft[Move]]]:
    """Positions with legal drafts of one turn, of whose dice and cards all, some or none are told."""
    game = SHELF[key]
    for number, (state, draft) in enumerate(drafts(key, seed)):
        rng = random.Random(f"{seed}/chances/{number}")
        if game.has_hidden_hands:
            yield state, ScriptedDraft(draft)
            if can_be_played(key, state):
                yield state, a_script(key, state, rng)
            continue
        while draft and game.judge(state, draft):
            draft = draft[:-1]
        if draft and (draft[0] in game.moves(state) or game.form(draft[0]).kind != "word"):  # nothing that is only said
            one_turn = next(turns_of(game, state, ScriptedDraft(draft))).script.moves
            yield state, told_in_part(key, state, one_turn, rng)


def told_in_part(key: str, state: State, draft: Draft, rng: random.Random) -> ScriptedDraft[Move]:
    """A draft with what some of its first dice and cards show."""
    game, shown = SHELF[key], list[tuple[str, ...]]()
    now: Any = state
    luck = Unkind(rng.randrange(10**6), game.harmless_luck)
    for move in draft[: rng.randint(0, len(draft)) if key == "classic" else 0]:
        if not game.is_legal(now, (move,)) or game.turn(now) != game.turn(state) or game.over(now):
            break
        recorded = Recorded(luck)
        after: Any
        after, events = game.play(now, move, recorded)
        shown.append(tuple(recorded.shown))
        if any(event.what in ("lost", "out", "finish") for event in events) or after.turn.phase == "sisu":
            draft = draft[: len(shown)]
            break
        now = after
    script = ScriptedDraft(draft, (*shown, *((),) * (len(draft) - len(shown))) if any(shown) else ())
    return script if not game.judge(state, script) else ScriptedDraft(draft)


def a_script(
    key: str, state: State, rng: random.Random, choose: Callable[[State, random.Random], Move] | None = None
) -> ScriptedDraft[Move]:
    """A random script, of moves as `choose` finds them or, without it, as in random games."""
    game, choose = SHELF[key], choose or RANDOM[key].choose
    moves: list[Move] = []
    shown: list[tuple[str, ...]] = []
    luck = Unkind(rng.randrange(10**6), game.harmless_luck)
    now = state
    for _ in range(rng.randint(1, LONGEST_SCRIPT)):
        if game.over(now):
            break
        any_move = rng.random() < 0.15
        move = rng.choice([*TRIED[key].tries(now, rng), *said(key, now)]) if any_move else choose(now, rng)
        moves.append(move)
        if not game.is_legal(now, (move,)):
            shown.append(())
            continue
        recorded = Recorded(luck if rng.random() < 0.6 else game.harmless_luck)
        after = game.play(now, move, recorded)[0]
        told = tuple(recorded.shown)
        if rng.random() < 0.3:
            told = told[: rng.randint(0, len(told))]
            after = as_told(key, now, move, told)
        elif rng.random() < 0.1 and (game.has_hidden_hands or game.form(move).kind == "die"):
            if game.has_hidden_hands:  # a card that may not be left, in place of the one that comes
                told = told[: rng.randint(0, len(told))]
            told = (*told, rng.choice(game.outcomes))  # what nothing may ask for
        shown.append(told)
        now = after
    return ScriptedDraft(tuple(moves), tuple(shown))


def as_told(key: str, state: State, move: Move, told: tuple[str, ...]) -> State:
    """The state after a move of which only so much is told; the same state where that cannot be."""
    try:
        return SHELF[key].play(state, move, Scripted(told, rest=SHELF[key].harmless_luck))[0]
    except OutOfLuck:
        return state


def laid_in_a_row(key: str, state: State, moves: Draft) -> Draft:
    """The dice before any other move that are only laid in this state: in DIRT a draft lies in full before it is
    rolled."""
    if key != "dirt" or state.turn.phase not in ("draft", "arrange"):
        return ()
    return tuple(takewhile(lambda move: isinstance(move, Roll), moves))


def played_for(state: State, row: Draft, at: int) -> tuple[int, Move]:
    """The move by which dice in a row are played, and its number, if the first of them has the number `at`: rolled one
    by one, or laid again all together."""
    return (at + len(row) - 1, Arrange(row)) if state.turn.phase == "arrange" else (at, Drive(row))


def decisions(key: str, state: State, before: Draft) -> Iterator[Draft]:
    """Every decision behind these steps of a draft, each with them; and to leave it at them, which in other games than
    DIRT is to stop."""
    game = SHELF[key]
    if key == "dirt":
        if before:
            yield before
        if not all(isinstance(roll, Roll) for roll in before):
            return  # behind a draft that is driven nothing more is laid
        now = state
        for roll in before:
            now = dirt_follow(now, roll)
        for step in dirt_steps.next_steps(now):
            yield (*before, step)
        return
    now, _ = driven(game, state, before)
    for move in game.moves(now) if now is not None else ():
        yield (*before, move)
