"""A stage as a line that can be sent to somebody: its notation, behind a head that tells the game and proves it whole.

    stage-1 dirt 5c0e1f2a 202a 205a 203a

Notation alone is taken as well. Whoever changes a line by hand takes its head away.
"""

from __future__ import annotations

from zlib import crc32

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.session.laying import MOST_LETTERS

MARK, VERSION = "stage-", "1"
MOST = MOST_LETTERS + 60


def shared_line(game: str, text: str) -> str:
    """The line of a stage."""
    return f"{MARK}{VERSION} {game} {_proof(game, text)} {text}"


def text_of(game: str, line: str) -> str:
    """The notation that a line has for this game; refused where the line is cut, changed, of another game or of another
    version."""
    line = " ".join(line[: MOST + 1].split())
    if len(line) > MOST:
        raise Refused("editor-too-long", {"most": MOST_LETTERS})
    if not line.startswith(MARK):
        return line
    version, _, rest = line.removeprefix(MARK).partition(" ")
    if version != VERSION:
        raise Refused("editor-version", {"found": version[:10], "known": VERSION})
    of, _, rest = rest.partition(" ")
    if of != game:
        raise Refused("editor-other-game", {"found": of[:20]})
    proof, _, text = rest.partition(" ")
    if proof != _proof(game, text):
        raise Refused("editor-changed")
    return text


def _proof(game: str, text: str) -> str:
    return f"{crc32(f'{game} {text}'.encode()):08x}"
