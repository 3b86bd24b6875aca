"""`draw`: a position as a picture, with a draft laid on it, for worksheets, slides and letters."""

from __future__ import annotations

import argparse
import difflib
import sys

from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import setups
from rallyman_tutor.pages.commands.judging import unread
from rallyman_tutor.pages.commands.output import LEGAL, NOT_NOTATION, Add, game_called, no_such
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.explain import explain_refusal, rule_title

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


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("draw", _draw, "A position as a picture, for worksheets.", DRAW_HELP)
    made.add_argument("game", help=f"one of: {', '.join(SHELF)}")
    made.add_argument(
        "position", metavar="POSITION", help="a position as one line in quotes; or a stage, or a table's name"
    )
    made.add_argument("draft", metavar="DRAFT", nargs="?", default="", help="the dice or cards laid there, in quotes")
    made.add_argument("--dark", action="store_true", help="in the colours of a dark room")


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
