"""`draw`: a position as a picture, for worksheets, slides and letters. `position`: one of a real game to begin a
lesson."""

from __future__ import annotations

import argparse
import difflib
import textwrap

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import MOST_MOVES, Replay
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import setups
from rallyman_tutor.pages.commands.judging import unread
from rallyman_tutor.pages.commands.output import (
    ILLEGAL,
    LEGAL,
    NOT_NOTATION,
    WIDTH,
    Add,
    complain,
    game_called,
    no_such,
    number_from,
    print_json,
)
from rallyman_tutor.pages.commands.saved import opened
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.lesson.lesson_start import driver_of, lesson_start
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.words.explain import explain_refusal, rule_title
from rallyman_tutor.tutor.words.words import colon, semicolons


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    made = command("draw", _draw)
    made.add_argument("game", help=say("options.game", list=", ".join(SHELF)))
    made.add_argument("position", metavar="POSITION", help=say("options.drawing-position"))
    made.add_argument("draft", metavar="DRAFT", nargs="?", default="", help=say("options.drawing-draft"))
    made.add_argument("--dark", action="store_true", help=say("options.dark"))

    made = command("position", _position)
    made.add_argument("file", metavar="FILE", help=say("options.file"))
    made.add_argument("--move", type=number_from(0, MOST_MOVES), help=say("options.move"))
    made.add_argument("--list", action="store_true", help=say("options.list"))
    made.add_argument("--all-cards", action="store_true", help=say("options.all-cards"))
    made.add_argument("--json", action="store_true", help=say("options.json"))


def _draw(asked: argparse.Namespace) -> int:
    game, text = game_called(asked.game), asked.position.strip()
    if game.has_hidden_hands and "|" not in text and text not in (*game.ready_tables, *game.ready_tables.values()):
        raise no_such(say("draw.no-table", it=repr(text), game=game.name), text, game.ready_tables)
    try:
        state = _told(game, text)
    except Refused as error:
        return _unread(game, text, explain_refusal(game, error))
    except Illegal as error:
        return _unread(game, text, semicolons([rule_title(game, code) for code in _codes(error)]))
    try:
        draft = game.read_draft(asked.draft) if asked.draft else ()
    except Refused as error:
        return unread(game, "draft", error, "draw")
    picture = svg(game.draw(state, draft), "dark" if asked.dark else "light", colon(game.name, text))
    print(
        picture.encode("ascii", "xmlcharrefreplace").decode(), end=""
    )  # the same wherever it is sent, whatever it writes in
    return LEGAL


def _told(game: AnyGame, text: str) -> AnyState:
    """The position of a line; of a stage or a named table, its beginning."""
    if "|" in text or not text:
        return game.read(text)
    return setups.begin_drive(game, setups.default_setup(game, text)._replace(bots=False)).state


def _codes(error: Illegal) -> list[str]:
    return list(dict.fromkeys(violation.code for violation in error.violations))


def _unread(game: AnyGame, text: str, why: str) -> int:
    """Say why there is no such position, with tables of similar names; gives the exit code."""
    near = difflib.get_close_matches(text, game.ready_tables, 3)
    complain(f"{say('judge.unread-position')} {why}", *near, "rallyman-tutor draw --help")
    return NOT_NOTATION


def _position(asked: argparse.Namespace) -> int:
    session = opened(asked.file, "position")
    if session is None:
        return NOT_NOTATION
    game, replay = session.game, session.replay
    if asked.list:
        return _print_moves(replay, as_data=asked.json)
    after = len(replay.past) if asked.move is None else asked.move
    if after > len(replay.past):
        complain(say("draw.no-move", n=after, of=len(replay.past)), "--list")
        return NOT_NOTATION
    there = Session(
        replay.undo(len(replay.past) - after), drafts=Drafts(session.draft if after == len(replay.past) else ())
    )
    try:
        found = lesson_start(there, None if asked.all_cards else game.turn(there.state))
    except Refused as error:
        complain(explain_refusal(game, error), say("draw.or-list", n=after - 1))
        return ILLEGAL
    if asked.json:
        print_json({"game": game.key, "move": after, "start": found["line"], "notes": found["notes"]})
        return LEGAL
    print(f'game = "{game.key}"\nstart = "{found["line"]}"\n')
    print("# " + say("draw.good-to-know"))
    more = [say("draw.all-cards")] if game.has_hidden_hands and not asked.all_cards else []
    for note in (*found["notes"], *more):
        print(textwrap.fill(note, WIDTH, initial_indent="# - ", subsequent_indent="#   "))
    return LEGAL


def _print_moves(replay: Replay[AnyState, AnyMove], as_data: bool) -> int:
    """All moves of a game with their numbers: who made each, what it was, and what dice and cards showed."""
    game, state, rows = replay.game, replay.start, []
    for past in replay.past:
        rows.append((driver_of(game, state), game.write_move(past.move), " ".join(past.shown)))
        state = past.state
    if as_data:
        print_json(
            [{"move": n, "driver": who, "text": text, "shown": shown} for n, (who, text, shown) in enumerate(rows, 1)]
        )
        return LEGAL
    for number, (who, text, shown) in enumerate(rows, 1):
        print(f"{number:5}  {who:<8} {text:<12} {shown}".rstrip())
    return LEGAL
