"""Exercises with a die to find: legal dice, and among them one that breaks the rule."""

from __future__ import annotations

from random import Random

from rallyman_tutor.core.game import AnyGame, AnyMove, Placement
from rallyman_tutor.tutor.learner.practice.exercise import Exercise
from rallyman_tutor.tutor.learner.practice.positions import MetPosition
from rallyman_tutor.tutor.session.draft_faults import faults


def find_among_dice(game: AnyGame, code: str, look: MetPosition, luck: Random) -> Exercise | None:
    """Legal dice, and then one that breaks the rule and no other; a die that lies alone need not be found."""
    for draft, placements in look.drafts[1:]:
        if wrong := [placement for placement in placements if breaks_alone(placement, code)]:
            moves = (*draft, luck.choice(wrong).move)
            broken = faults(game, look.state, moves)
            if {violation.code for violation in broken} == {code}:
                text = " ".join(map(game.write_move, moves))
                return Exercise(code, game.write(look.state), text, broken[0].at + 1, fresh=True)
    return None


def dice_can_break(game: AnyGame, code: str) -> bool:
    """Whether dice alone can break a rule."""
    return any(_has_dice_alone(game, text) for text in game.book[code].broken)


def _has_dice_alone(game: AnyGame, text: str) -> bool:
    _, *drafts = text.split(" :: ")
    return len(drafts) == 1 and all(game.form(move).kind == "die" for move in game.read_draft(drafts[0]).moves)


def find_in_examples(game: AnyGame, code: str, luck: Random) -> Exercise | None:
    """One of the rule's own examples, where dice alone tell it, before any of them shows a face."""
    examples = [text for text in game.book[code].broken if _has_dice_alone(game, text)]
    luck.shuffle(examples)
    for text in examples:
        start, drafted = text.split(" :: ")
        state, moves = game.read(start), game.read_draft(drafted).moves
        broken = faults(game, state, moves)
        is_one_die = len({violation.at for violation in broken}) == 1
        if len(moves) > 1 and is_one_die and code in {violation.code for violation in broken}:
            return Exercise(code, start, " ".join(map(game.write_move, moves)), broken[0].at + 1, fresh=False)
    return None


def breaks_alone(placement: Placement[AnyMove], code: str) -> bool:
    """Whether laying this breaks, or would cost by, this rule alone."""
    broken = placement.refused or placement.unwise
    return len(broken) == 1 and broken[0].code == code
