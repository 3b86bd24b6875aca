"""`draw`: a position as a picture, for worksheets, slides and letters. `position`: one of a real game to begin a
lesson."""

from __future__ import annotations

import argparse
import difflib
import sys
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
    game_called,
    no_such,
    number_from,
    print_json,
)
from rallyman_tutor.pages.commands.saved import opened
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.lesson.lesson_start import driver_of, lesson_start
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.words.explain import explain_refusal, rule_title

DRAW_HELP = """\
The picture is written out as SVG. Any browser or word processor can show it, at every size:

  rallyman-tutor draw classic "s4 R3/4x3 s5 | A@s4 g4" > bend.svg
      a position, written as for `judge`
  rallyman-tutor draw classic "s4 R3/4x3 s5 | A@s4 g4" "3! w>l" > laid.svg
      the same with dice laid; ! shows a hazard. No rule is asked: a worksheet may want a mistake
  rallyman-tutor draw dirt R1-SS1 --dark > stage.svg
      a stage of the box, in the colours of a dark room
  rallyman-tutor draw mil_millas duel > table.svg
      a table of the game, by its name

Gears and clocks are not in the picture of a race: say them in words beside it. The dice of an attack are drawn once the draft
tells how they are laid: "A[2 3 w] w 2 3".

Exit: 0 with a picture, 2 when a line cannot be read.
"""

POSITION_HELP = """\
FILE holds a share code, or a link with one, or a saved game, as `rallyman-tutor play classic --json` prints it; `-` reads the input:

  rallyman-tutor position drive.txt
      the last position, as lines of lesson.toml
  rallyman-tutor position drive.txt --list
      all moves, by their numbers
  rallyman-tutor position drive.txt --move 12
      the position after twelve moves; 0 is the beginning

Whoever is to decide is called You, as the learner of a lesson is. In a card game you get the cards that they see, with --all-cards
everybody's. Behind it stands what the line cannot say.

Exit: 0 with an answer, 1 when the game is over there, 2 when the file cannot be read.
"""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    made = command("draw", _draw, "A position as a picture, for worksheets.", DRAW_HELP)
    made.add_argument("game", help=f"one of: {', '.join(SHELF)}")
    made.add_argument(
        "position", metavar="POSITION", help="a position as one line in quotes; or a stage, or a table's name"
    )
    made.add_argument("draft", metavar="DRAFT", nargs="?", default="", help="the dice or cards laid there, in quotes")
    made.add_argument("--dark", action="store_true", help="in the colours of a dark room")

    made = command("position", _position, "A position of a real game as the start of a lesson.", POSITION_HELP)
    made.add_argument("file", metavar="FILE", help="a file, a share code, or - for the input")
    made.add_argument("--move", type=number_from(0, MOST_MOVES), help="after how many moves (default: after the last)")
    made.add_argument("--list", action="store_true", help="all moves, by their numbers")
    made.add_argument("--all-cards", action="store_true", help="of a card game, with the cards of everybody")
    made.add_argument("--json", action="store_true", help="as data")


def _draw(asked: argparse.Namespace) -> int:
    game, text = game_called(asked.game), asked.position.strip()
    if game.has_hidden_hands and "|" not in text and text not in (*game.ready_tables, *game.ready_tables.values()):
        raise no_such(
            f"There is no table {text!r} in {game.name}, and a position needs a '|'.", text, game.ready_tables
        )
    try:
        state = _told(game, text)
    except Refused as error:
        return _unread(game, text, explain_refusal(game, error))
    except Illegal as error:
        return _unread(game, text, "; ".join(rule_title(game, code) for code in _codes(error)))
    try:
        draft = game.read_draft(asked.draft) if asked.draft else ()
    except Refused as error:
        return unread(game, "draft", error, "draw")
    picture = svg(game.draw(state, draft), "dark" if asked.dark else "light", f"{game.name}: {text}")
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
    sys.stderr.write(f"I cannot read this position. {why}\nTry: {', '.join([*near, 'rallyman-tutor draw --help'])}\n")
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
        sys.stderr.write(f"There is no move {after} in this game: it has {len(replay.past)}.\nTry: --list\n")
        return NOT_NOTATION
    there = Session(
        replay.undo(len(replay.past) - after), drafts=Drafts(session.draft if after == len(replay.past) else ())
    )
    try:
        found = lesson_start(there, None if asked.all_cards else game.turn(there.state))
    except Refused as error:
        sys.stderr.write(f"{explain_refusal(game, error)}\nTry: --move {after - 1}, or --list\n")
        return ILLEGAL
    if asked.json:
        print_json({"game": game.key, "move": after, "start": found["line"], "notes": found["notes"]})
        return LEGAL
    print(f'game = "{game.key}"\nstart = "{found["line"]}"\n')
    print("# Good to know:")
    more = ["--all-cards tells the cards of everybody."] if game.has_hidden_hands and not asked.all_cards else []
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
