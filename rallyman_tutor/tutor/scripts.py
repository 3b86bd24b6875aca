"""A script, turn by turn: where each turn of it begins, and how far it got before one of its moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Prompted
from rallyman_tutor.core.notation import Refused, ScriptedDraft
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.explain import whose_turn
from rallyman_tutor.tutor.goals import GoalContext
from rallyman_tutor.tutor.words import text_tables


class Turn(NamedTuple):
    """The moves of a script that belong to one turn."""

    first: int  # the number of its first move in the script, from 0
    state: AnyState
    script: ScriptedDraft[AnyMove]


def turns(game: AnyGame, state: AnyState, script: ScriptedDraft[AnyMove]) -> Iterator[Turn]:
    """The turns of a script. What it does not tell is harmless; from a move on that is refused, all is one turn. Cards are laid one
    a turn, and a second one is judged as what it is."""
    first, begun, now = 0, state, state
    shown = script.shown or ((),) * len(script.moves)
    for at, move in enumerate(() if game.has_hidden_hands else script.moves[:-1]):
        try:
            whole, faces = game.complete_script(now, move, shown[at])
            if game.judge(now, (whole,)):
                break
            after, _ = game.play(now, whole, Prompted(faces, game.harmless_luck))
        except (Refused, Illegal):
            break
        # in DIRT one die alone would be a turn, too
        is_die = any(laid.place for laid in game.desk(now, (whole,)).laid) and not game.form(whole).steps
        if not is_die and not game.over(after) and whose_turn(game, after) != whose_turn(game, now):
            yield Turn(first, begun, ScriptedDraft(script.moves[first : at + 1], shown[first : at + 1]))
            first, begun = at + 1, after
        now = after
    yield Turn(first, begun, ScriptedDraft(script.moves[first:], shown[first:]))


def how_far(
    game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...], moves: tuple[AnyMove, ...], at: int
) -> dict[str, object]:
    """Facts of one move of a script: its number, how it is written, on a road the space it was to be made from, and what was
    driven before it. It was to be made in `state`, behind the dice of `draft`."""
    place = "" if game.has_hidden_hands else GoalContext(game, state, state, draft).place
    written = [game.write_move(move) for move in moves]
    return {"number": at + 1, "move": written[at], "spot": place, "driven": " ".join(written[:at])}


def in_words(spot: object, driven: object) -> str:
    """Where a move was to be made from, and what was driven before it; nothing of a first move."""
    said = text_tables("tutor")["types"]
    return "".join(str(said[name]).format(it=it) for name, it in (("spot", spot), ("driven", driven)) if it and driven)
