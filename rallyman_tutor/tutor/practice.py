"""Practice: a fresh position for a rule, with a draft in which one die breaks it.

Cars are driven at random until somewhere a die can be laid that breaks this rule and no other; legal dice before it hide it.
Rules too rare to be met so are shown by their own examples.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from rallyman_tutor.coach.drivers import random as at_random
from rallyman_tutor.core.game import ELSEWHERE, Game
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.tutor.lessons import Lesson, Step, Told
from rallyman_tutor.tutor.words import shared

MOST_LOOKS = 250
"""Positions that are looked at before an example is taken instead."""
MOST_BEFORE = 3
"""Legal dice before the wrong one."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position and a draft, both in notation, and which die of it breaks the rule."""

    code: str
    start: str
    draft: str
    wrong: int  # from 1
    fresh: bool  # made up now, not one of the rule's own examples


def exercise(game: Game[Any, Any], code: str, seed: str) -> Exercise | None:
    """A fresh exercise for a rule; None for a rule that no die can break."""
    luck = Random(f"{code}:{seed}")
    for state in _met(game, luck):
        draft: tuple[Any, ...] = ()
        for _ in range(luck.randint(0, MOST_BEFORE) + 1):
            holds = [hold for hold in game.holds(state, draft) if hold.place != ELSEWHERE]
            if wrong := [hold for hold in holds if _breaks(hold, code)]:
                moves = (*draft, luck.choice(wrong).move)
                broken = [*game.judge(state, moves), *game.advise(state, moves)]
                if {violation.code for violation in broken} == {code}:
                    text = " ".join(map(game.write_move, moves))
                    return Exercise(code, game.write(state), text, broken[0].at + 1, fresh=True)
            calm = [hold for hold in holds if not hold.refused and not hold.unwise]
            if not calm:
                break
            draft = (*draft, luck.choice(calm).move)
    return _own(game, code, luck)


def as_lesson(game: Game[Any, Any], found: Exercise) -> Lesson:
    """An exercise as a lesson of one step: which die is it?"""
    page = shared(game.key, "page")
    told = Told(goal=page["practice-goal"], text=())
    step = Step("practice", "find", found.start, draft=found.draft, wrong=found.wrong, breaks=(found.code,), told=told)
    return Lesson(f"practice/{found.code}", "", game.key, page["practice"], "", (found.code,), (step,))


def _breaks(hold: Any, code: str) -> bool:
    broken = hold.refused or hold.unwise
    return len(broken) == 1 and broken[0].code == code


def _met(game: Game[Any, Any], luck: Random) -> Iterator[Any]:
    """Positions as drivers meet them, on stages of all kinds, at the start of a turn or on the way."""
    for _ in range(MOST_LOOKS):
        drivers = tuple("ABCD"[: luck.choice([seats for seats in game.seats if seats < 4])])
        state = game.new(game.spec(game.ready[luck.choice(sorted(game.ready))], drivers))
        chance = Seeded(str(luck.random()))
        for _ in range(luck.randint(0, 40)):
            if game.over(state):
                break
            state, _ = game.play(state, at_random(game, state, luck), chance)
        if not game.over(state):
            yield state


def _own(game: Game[Any, Any], code: str, luck: Random) -> Exercise | None:
    """One of the rule's own examples, where dice alone tell it."""
    examples = [text for text in game.book[code].broken if text.count(" :: ") == 1]
    luck.shuffle(examples)
    for text in examples:
        start, drafted = text.split(" :: ")
        plan = game.read_draft(drafted)
        state = game.read(start)
        broken = [*game.judge(state, plan), *game.advise(state, plan)]
        if broken and all(hasattr(move, "die") for move in plan.moves):
            return Exercise(code, start, drafted, broken[0].at + 1, fresh=False)
    return None
