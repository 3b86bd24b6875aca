"""A room as a page shows it, and all that its server has told of it: read, checked, and followed move by move.

The server has the rally; a page only plays it again. Everything in it is checked all the same, since it comes
by way of a browser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict

from rallyman_tutor.core import replay as replays
from rallyman_tutor.core.game import AnyGame, Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally.rally import AnyReplay
from rallyman_tutor.rally.room import code_of
from rallyman_tutor.rally.sheet import sheet_of
from rallyman_tutor.tutor.learner import rally_view
from rallyman_tutor.tutor.learner.rally_podium import PodiumShown
from rallyman_tutor.tutor.learner.rally_sheet import RallySheetShown
from rallyman_tutor.tutor.learner.rally_view import RallySetupShown
from rallyman_tutor.tutor.learner.room_moves import with_move
from rallyman_tutor.tutor.session.playing import followed
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.words import text_tables, words

MOST_SEATS = 12


class RoomMove(TypedDict):
    """A move for the server: the number of moves it was meant behind, and its text."""

    number: int
    move: str


class RoomShown(TypedDict):
    """A room on a page."""

    code: str  # nothing at the door
    begun: bool  # whether the page knows how its rally began
    known: int  # how many moves the page knows
    heard: int  # how often it has heard of the room
    ask: RoomMove | None  # what is to be sent to the server
    said: str
    setup: RallySetupShown | None  # at the door of a game that can be driven in rooms
    games: list[rally_view.RallyChoice]  # these games
    sheet: RallySheetShown | None
    podium: PodiumShown | None
    film: str  # the name of the button that shows a rally that is over from above; nothing where it cannot be seen
    labels: dict[str, str]
    refused: dict[str, str]  # the words for each reason of the server


class Heard(NamedTuple):
    """A room as its server has told of it."""

    code: str
    game: AnyGame
    names: tuple[str, ...]
    levels: tuple[str, ...]
    mine: int  # the seat of whoever looks; -1 where they only look on
    save: Plain | None  # the rally before its first move; None while people gather
    first: int  # the number of moves before `moves`
    moves: Sequence[object]


def title() -> str:
    """The name of the place."""
    return str(text_tables("tutor")["page"]["room"])


def read(told: object) -> Heard:
    """Read the words of a browser about a room."""
    if not isinstance(told, dict):
        raise Refused("not-a-table")
    code, key, seats = code_of(told.get("code")), told.get("game"), told.get("seats")
    first, moves, start = told.get("from"), told.get("moves"), told.get("start")
    if not code or key not in SHELF or not isinstance(seats, list) or len(seats) > MOST_SEATS:
        raise Refused("not-a-table")
    if type(first) is not int or first < 0 or not isinstance(moves, list) or len(moves) > replays.MOST_MOVES:
        raise Refused("not-a-table")
    if not all(isinstance(seat, dict) for seat in seats):
        raise Refused("not-a-table")
    save: Plain | None = None
    if start is not None:
        save = {
            "format": replays.FORMAT, "game": key, "rules": told.get("rules"), "values": told.get("values"),
            "start": start, "moves": [],
        }  # fmt: skip
    names, levels = (tuple(str(seat.get(name, "")) for seat in seats) for name in ("name", "level"))
    mine = next((at for at, seat in enumerate(seats) if seat.get("mine") is True), -1)
    return Heard(code, SHELF[str(key)], names, levels, mine, save, first, moves)


def begun(heard: Heard) -> Session:
    """The table of a room before its first move. All seats but one's own count as played by others."""
    replay: AnyReplay = replays.load(heard.game, heard.save)
    return with_seats(Session(replay), heard)


def with_seats(session: Session, heard: Heard) -> Session:
    """The table for whoever has this seat now."""
    seats = range(len(session.game.result(session.state)["drivers"]))
    bots = frozenset(seat for seat in seats if seat != heard.mine)
    if bots == session.bots:
        return session
    return Session(session.replay, bots=bots, drafts=session.drafts)


def with_moves(session: Session, heard: Heard) -> Session:
    """The table with all that was heard and is not on it yet. Nothing of it where moves before are missing."""
    known = len(session.replay.past)
    if heard.first <= known:
        for number, entry in enumerate(heard.moves[known - heard.first :], known + 1):
            session = followed(session, with_move(session.replay, number, entry))
    return session


# -- Screens -----------------------------------------------------------------------------------------------------------


def at_door(game: AnyGame) -> RoomShown:
    """The screen where a room is opened or entered."""
    said = " ".join(filter(None, (text("about"), _of_hands(game))))
    return {**_empty(""), "said": said, "setup": rally_view.setup_of(game)}


def gathering(code: str, heard: int, game: AnyGame | None = None) -> RoomShown:
    """The screen while people gather; `game` is known once the server has told it."""
    return {**_empty(code), "heard": heard, "said": _of_hands(game) if game else ""}


def _of_hands(game: AnyGame) -> str:
    """The sentence about who sees whose cards; nothing where all lies open."""
    return text("hands") if game.has_hidden_hands else ""


def driving(code: str, session: Session, heard: int, ask: RoomMove | None) -> RoomShown:
    """The room at its board."""
    empty = _empty(code)
    if session.game.has_hidden_hands:
        empty["labels"].update(text_tables("tutor")["room"]["labels-cards"])
    return {**empty, "begun": True, "known": len(session.replay.past), "heard": heard, "ask": ask}


def over(code: str, session: Session, heard: int) -> RoomShown:
    """The podium."""
    shown = rally_view.over(session.game, session.state)
    return {
        **driving(code, session, heard, None),
        "said": shown["said"],
        "sheet": shown["sheet"],
        "podium": shown["podium"],
        "film": "" if session.game.has_hidden_hands else shown["labels"]["film"],
    }


def text(key: str) -> str:
    """A sentence about rooms."""
    return str(text_tables("tutor")["room"][key])


def whose_turn(session: Session) -> str:
    """The sentence that somebody else is in turn."""
    name = sheet_of(session.game, session.state).drivers[session.game.turn(session.state)]
    return text("others-turn-cards" if session.game.has_hidden_hands else "others-turn").format(name=name)


def answer(session: Session, question: str) -> str:
    """The answer to something that may be asked at any time. It changes nothing, so the others hear nothing of it."""
    game = session.game
    if question not in game.questions:
        raise Refused("not-offered", {"found": question})
    (move,) = game.read_moves(session.state, question)
    _, events = game.play(session.state, move, game.harmless_luck)
    told = (game.describe_event(session.state, event) for event in events)
    return " ".join(words(game.key).phrase("events", what, facts) for what, facts in told)


def _empty(code: str) -> RoomShown:
    texts: Mapping[str, Mapping[str, str]] = text_tables("tutor")["room"]
    return {
        "code": code, "begun": False, "known": 0, "heard": 0, "ask": None, "said": "", "setup": None,
        "games": [{"key": key, "name": SHELF[key].name, "why": ""} for key in SHELF], "sheet": None, "podium": None,
        "film": "",
        "labels": {**texts["labels"]}, "refused": {**texts["refused"]},
    }  # fmt: skip
