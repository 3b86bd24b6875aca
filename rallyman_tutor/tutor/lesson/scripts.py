"""A script, turn by turn: where each turn of it begins, and how far it got before one of its moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Prompted
from rallyman_tutor.core.notation import Refused, ScriptedDraft
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.lesson.goals import GoalContext
from rallyman_tutor.tutor.words.explain import whose_turn
from rallyman_tutor.tutor.words.words import text_tables


class ScriptTurn(NamedTuple):
    """The moves of a script that belong to one turn."""

    first: int  # the number of its first move in the script, from 0
    state: AnyState
    script: ScriptedDraft[AnyMove]


def turns(game: AnyGame, state: AnyState, script: ScriptedDraft[AnyMove]) -> Iterator[ScriptTurn]:
    """The turns of a script. Outcomes that it does not tell are harmless; from a move on that is refused, all is one
    turn. Where no die is told, dice are laid together in one turn, whatever comes of them. Cards are laid one a turn,
    and a second one is judged as what it is."""
    first, begun, shown = 0, state, script.shown or ((),) * len(script.moves)
    for at, now in () if game.has_hidden_hands else _decided(game, state, script):
        if at > first and not game.over(now) and whose_turn(game, now) != whose_turn(game, begun):
            yield ScriptTurn(first, begun, ScriptedDraft(script.moves[first:at], shown[first:at]))
            first, begun = at, now
    yield ScriptTurn(first, begun, ScriptedDraft(script.moves[first:], shown[first:]))


def beyond_the_turn(game: AnyGame, state: AnyState, script: ScriptedDraft[AnyMove]) -> Refused | None:
    """The objection to a script that goes on in another turn, with the moves to take out; none where it does not."""
    _, *later = turns(game, state, script)
    if not later:
        return None
    first = later[0].first
    beyond = " ".join(map(game.write_move, script.moves[first:]))
    return Refused("beyond-the-turn", {"number": first + 1, "list": beyond})


def _decided(game: AnyGame, state: AnyState, script: ScriptedDraft[AnyMove]) -> Iterable[tuple[int, AnyState]]:
    """For every move up to one that is refused: the number of the first one that is decided with it, and its state."""
    known = game.decisions(state, script)
    return _played(game, state, script) if known is None else known


def _played(game: AnyGame, state: AnyState, script: ScriptedDraft[AnyMove]) -> Iterator[tuple[int, AnyState]]:
    """The moves one after the other, as far as they can be played; not behind a laid die that would end the turn."""
    now = state
    for at, (written, told) in enumerate(script.shown_moves):
        yield at, now
        try:
            move, shown = game.complete_script(now, written, told)
            if game.judge(now, (move,)):
                return
            before = now
            now, _ = game.play(now, move, Prompted(shown, game.harmless_luck))
            is_laid = game.form(move).kind == "die" and not script.tells_outcomes
            if is_laid and whose_turn(game, now) != whose_turn(game, before):
                return
        except (Refused, Illegal):
            return


def how_far(
    game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...], moves: tuple[AnyMove, ...], at: int
) -> dict[str, object]:
    """Facts of one move of a script: its number, its notation, on a road the space it was to be made from, and the
    moves driven before it. It was to be made in `state`, behind the dice of `draft`."""
    place = "" if game.has_hidden_hands else GoalContext(game, state, state, draft).place
    written = [game.write_move(move) for move in moves]
    return {"number": at + 1, "move": written[at], "spot": place, "driven": " ".join(written[:at])}


def in_words(spot: object, driven: object) -> str:
    """Where a move was to be made from, and what was driven before it; nothing of a first move."""
    said = text_tables("tutor")["types"]
    return "".join(str(said[name]).format(it=it) for name, it in (("spot", spot), ("driven", driven)) if it and driven)
