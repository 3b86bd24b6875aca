"""The pieces and the readouts before a learner: those of whoever is in turn, or, of a game with hidden hands, their own
also while others are in turn."""

from __future__ import annotations

from collections.abc import Sequence

from rallyman_tutor.core.game import AnyMove, Desk, Piece, Readout
from rallyman_tutor.tutor.session.session import Session


def before_one(session: Session, desk: Desk[AnyMove]) -> tuple[Sequence[Piece], Sequence[Readout]]:
    """All that lies before the learner to be picked up and to be read; `desk` is that of the player in turn."""
    game, state, viewer = session.game, session.visible_state, session.viewing_seat
    if session.covered:
        return (), desk.readouts
    if game.turn(state) == viewer or game.over(state):
        return desk.pieces, desk.readouts
    pieces, readouts = game.while_waiting(state, viewer)
    return pieces or desk.pieces, readouts or desk.readouts
