"""The moves of a room as a page hears them, put behind the game on its board.

Where all lies open a move is played again, and the rules check it. Of a game with hidden hands the server tells only
the knowledge of one seat, from which nothing can be played: the position behind each move is read instead, and the
events are told as they came.
"""

from __future__ import annotations

from collections.abc import Mapping

from rallyman_tutor.core import replay as replays
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Event
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import BadSave, PastMove
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.rally.rally import AnyReplay
from rallyman_tutor.tutor.words.words import words

UNSEEN = AnyMove("")
"""Stands for the move of somebody else, of which a page hears the events only."""
LONGEST = 4000
"""Letters of a position that is told; the longest of a game has a quarter of that."""


def with_move(replay: AnyReplay, number: int, entry: object) -> AnyReplay:
    """The game after one more move that was heard, counted from 1."""
    if not replay.game.has_hidden_hands:
        return replays.with_saved_move(replay, number, entry)
    bad = BadSave("not-a-move", {"number": number})
    if entry == []:  # made long ago
        return _followed(replay, PastMove(UNSEEN, (), (), replay.state))
    if not isinstance(entry, list) or len(entry) < 2:
        raise bad
    own, position, *events = entry
    if not isinstance(own, str) or not isinstance(position, str) or len(position) > LONGEST:
        raise bad
    try:
        move = _own_move(replay.game, replay.state, own) if own else UNSEEN
        state = replay.game.read_seen(position)
        same = replay.game.result(state)["drivers"] == replay.game.result(replay.start)["drivers"]
        happened = tuple(_event(replay.game, state, event) for event in events)
    except (Refused, Illegal, LookupError, ValueError, TypeError, AttributeError) as error:
        raise bad from error
    if not same:
        raise bad
    return _followed(replay, PastMove(move, (), happened, state))


def _followed(replay: AnyReplay, past: PastMove[AnyState, AnyMove]) -> AnyReplay:
    return replays.Replay(replay.game, replay.spec, replay.start, (*replay.past, past))


def _own_move(game: AnyGame, state: AnyState, text: str) -> AnyMove:
    (move,) = game.read_moves(state, text)
    return move


def _event(game: AnyGame, state: AnyState, told: object) -> Event:
    """An event as it was told, if the words of the game can tell it."""
    if not isinstance(told, list) or len(told) != len(Event._fields):
        raise TypeError
    what, code, seat, facts = told
    drivers = game.result(state)["drivers"]
    if not isinstance(what, str) or not isinstance(facts, Mapping) or type(seat) is not int or code not in game.book:
        raise TypeError
    if not -1 <= seat < len(drivers):
        raise IndexError
    event = Event(what, str(code), seat, dict(facts))
    words(game.key).phrase("events", *game.describe_event(state, event))
    return event
