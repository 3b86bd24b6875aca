"""The changes of a draft when a piece is laid, taken back or put elsewhere, or when a whole draft comes back as text.

What cannot be is refused with a key of the texts. Whether a rule objects to a draft is another matter: every draft may
lie there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from rallyman_tutor.core.game import ELSEWHERE, AnyGame, AnyMove, AnyState, Placement
from rallyman_tutor.core.notation import Refused

Moves: TypeAlias = tuple[AnyMove, ...]

MOST_STEPS = 24
"""The longest draft that can be laid."""
MOST_LETTERS = 2000


def placements(game: AnyGame, state: AnyState, draft: Moves) -> tuple[Placement[AnyMove], ...]:
    """Where each piece could go behind a draft. The page asks for it behind every answer, and many leave the draft as
    it is."""
    return _placements(game, state, draft)  # type: ignore[arg-type]  # a game can be hashed, though its type does not say so


@lru_cache(maxsize=4)
def _placements(game: AnyGame, state: AnyState, draft: Moves) -> tuple[Placement[AnyMove], ...]:
    return tuple(game.placements(state, draft))


def laid(game: AnyGame, state: AnyState, draft: Moves, piece: str, place: str) -> Moves:
    """The draft with one more piece: on a place, or without one where it fits."""
    left = {known.key: known.left for known in game.desk(state, draft).pieces}
    if piece not in left:
        raise Refused("no-such-piece", {"found": piece})
    if not left[piece]:
        raise Refused("piece-laid")
    if place and place != ELSEWHERE and (own := game.placements(state, draft, piece, place)):
        return (*draft, own[0].move)
    own = game.placements(state, draft, piece)
    if not own:
        raise Refused("nowhere-to-lay" if draft else "not-offered")
    if not place:
        return (*draft, _meant_placement(game, own).move)
    elsewhere = next((placement for placement in own if placement.place == ELSEWHERE), None)
    if elsewhere is None or place not in {known.key for known in game.places(state)}:
        raise Refused("no-such-place", {"found": place})
    return (*draft, game.with_destination(elsewhere.move, place))


def _meant_placement(game: AnyGame, placements: Sequence[Placement[AnyMove]]) -> Placement[AnyMove]:
    """Where a piece goes that is laid without naming a place. A card that could go to several is for the player to
    place."""
    if (
        game.has_hidden_hands
        and sum(not placement.refused for placement in placements if placement.place != game.discard_place) > 1
    ):
        raise Refused("which-place")
    return best_placement(game, placements)


def best_placement(game: AnyGame, placements: Sequence[Placement[AnyMove]]) -> Placement[AnyMove]:
    """The placement that suits a piece best: with the fewest objections, and not where it would be thrown away."""
    kept = [placement for placement in placements if placement.place != game.discard_place]
    return min(kept, key=lambda placement: (len(placement.refused), len(placement.unwise)))


def taken(draft: Moves, at: int | None) -> Moves:
    """The draft without one of its steps, or without the last one."""
    at = len(draft) - 1 if at is None else _valid_step(draft, at)
    return draft[: max(at, 0)] + draft[at + 1 :]


def put(game: AnyGame, state: AnyState, draft: Moves, at: int, move: str) -> Moves:
    """The draft with something else, told in notation, instead of one of its steps."""
    at, moves = _valid_step(draft, at), _read(game, state, move)
    if len(moves) != 1:
        raise Refused("no-such-die")
    return (*draft[:at], moves[0], *draft[at + 1 :])


def moved(game: AnyGame, state: AnyState, draft: Moves, at: int, place: str) -> Moves:
    """The draft with one of its steps laid on another place."""
    at = _valid_step(draft, at)
    before = () if game.has_hidden_hands else draft[:at]  # one card is laid at a time
    return laid(game, state, before, game.desk(state, draft).laid[at].piece, place) + draft[at + 1 :]


def _valid_step(draft: Moves, at: int) -> int:
    """The number of a step of the draft, if there is one."""
    if not 0 <= at < len(draft):
        raise Refused("no-such-die")
    return at


def read_draft(game: AnyGame, state: AnyState, saved: object) -> Moves:
    """The moves of a draft that was kept."""
    if not isinstance(saved, list | tuple) or not all(isinstance(move, str) for move in saved):
        raise Refused("not-a-table")
    return tuple(move for text in saved[:MOST_STEPS] for move in _read(game, state, text))


def _read(game: AnyGame, state: AnyState, text: str) -> Sequence[AnyMove]:
    """Moves from notation; too long a text is refused."""
    if len(text) > MOST_LETTERS:
        raise Refused("not-a-table")
    return game.read_moves(state, text)
