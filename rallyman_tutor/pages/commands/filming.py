"""`film`: a rally from above as an animated picture, small enough to send."""

from __future__ import annotations

import argparse
from pathlib import Path

from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.pages.commands.output import LEGAL, NOT_NOTATION, Add, complain
from rallyman_tutor.pages.commands.saved import opened
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.rally.film import film
from rallyman_tutor.rally.sheet import sheet_of

FILE = "rally.gif"


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("film", _film)
    made.add_argument("file", metavar="FILE", help=say("options.file"))
    made.add_argument("-o", "--output", metavar="OUTPUT", default=FILE, help=say("options.film-output", file=FILE))


def _film(asked: argparse.Namespace) -> int:
    session = opened(asked.file, "film")
    if session is None:
        return NOT_NOTATION
    found = to_the_end(film(session.replay))
    if not found.has_shots:
        complain(say("film.nothing"), "rallyman-tutor film --help")
        return NOT_NOTATION
    from rallyman_tutor.widgets.film_picture import animated  # paints with numpy, which takes a while to come

    made = animated(found, sheet_of(session.game, session.state))
    try:
        Path(asked.output).write_bytes(made)
    except OSError as error:
        complain(say("film.unwritten", file=asked.output[:60], why=error.strerror or ""), "rallyman-tutor film --help")
        return NOT_NOTATION
    print(say("film.written", file=asked.output, seconds=round(found.seconds), size=-(-len(made) // 1000)))
    return LEGAL
