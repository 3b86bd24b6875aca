"""Practice: a fresh position for a rule, with something in it that breaks it.

A rule that dice break is asked in a draft, where one die is to be found; legal dice before it hide it. What is broken
by a card, a word or a button is asked with answers to choose from, and what is wrong with a table before anybody sits
down with tables to ask for. Rules too rare to be met by driving at random are shown where their own examples stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType

from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.tutor.learner.practice.dice import breaks_alone, dice_can_break, find_among_dice, find_in_examples
from rallyman_tutor.tutor.learner.practice.exercise import Exercise, as_lesson
from rallyman_tutor.tutor.learner.practice.multiple_choice import choose_among_answers, choose_among_sheets
from rallyman_tutor.tutor.learner.practice.positions import (
    card_positions,
    example_positions,
    fresh_table,
    positions_met,
)

__all__ = ["NEVER_ASKED", "Exercise", "as_lesson", "exercise", "game_of"]

NEVER_ASKED: Mapping[str, str] = MappingProxyType(
    {
        "CL-START-02": "who starts when follows from the course sheet, and the line of a position does not tell it",
        "DI-NEXT-04": "the same",
        "DI-REARR-01": "which of two faces a rolled die shows is not said in words",
        "LAY-05": "no tiles of the box meet so",
        "LAY-06": "every tile of the box with a line has room before and behind it",
        "LAY-07": "from every space of the box's tiles the road leads on",
        "DI-REARR-04": "rolled dice are laid anew die by die, and a worse end cannot be told by a word",
    }
)
"""Rules that can be broken and yet not asked, and why."""


def game_of(games: Mapping[str, AnyGame], code: str, now: str) -> AnyGame | None:
    """The game in which a rule can be practised, that of `now` first; None for a rule that no game has, that cannot be
    broken, or that is never asked."""
    if code in NEVER_ASKED:
        return None
    near = (games[key] for key in (now, *(key for key in games if key != now)))
    return next((game for game in near if code in game.book and game.book[code].broken), None)


def exercise(game: AnyGame, code: str, seed: str) -> Exercise | None:
    """A fresh exercise for a rule, the same for the same seed; None for a rule that cannot be asked."""
    if code not in game.book or not game.book[code].broken:
        return None
    luck = Random(f"{code}:{seed}")
    if " :: " not in game.book[code].broken[0]:
        return choose_among_sheets(game, code, fresh_table(game, luck), luck)
    if game.has_hidden_hands:
        found = choose_among_answers(game, code, ((state, "") for state in card_positions(game, code, luck)), luck)
    elif dice_can_break(game, code):
        found = _of_dice(game, code, seed, luck)
    else:
        found = choose_among_answers(game, code, ((look.state, "") for look in positions_met(game, code, seed)), luck)
    if found is None:
        found = choose_among_answers(game, code, example_positions(game, code, luck), luck)
        found = found and replace(found, fresh=False)
    return found


def _of_dice(game: AnyGame, code: str, seed: str, luck: Random) -> Exercise | None:
    """A die to find among others; where the rule speaks of first dice alone, one of these to choose."""
    firsts: list[tuple[AnyState, str]] = []
    for look in positions_met(game, code, seed):
        if found := find_among_dice(game, code, look, luck):
            return found
        firsts += [(look.state, "")] * any(breaks_alone(placement, code) for placement in look.drafts[0][1])
    return choose_among_answers(game, code, firsts, luck) or find_in_examples(game, code, luck)
