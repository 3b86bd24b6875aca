"""A game as it was shared or saved, read from a code, a file or the input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import BadSave, is_packed, is_plain
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.output import complain
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.sharing import open_data, open_shared
from rallyman_tutor.tutor.words.explain import explain_refusal

CODE_IN_LINK = "#game="
"""The sign before the code in a link to a game."""
LONGEST = 4_000_000
"""Bytes of a file that is read."""


def opened(file: str, command: str) -> Session | None:
    """The game of a share code or a link with one, or of a file that holds such or a save; `-` is the input. None where
    there is none: why is said."""
    try:
        return _opened(file)
    except OSError as error:
        why = error.strerror or say("saved.unreadable")
    except Refused as error:
        why = explain_refusal(SHELF["classic"], error)
    complain(say("saved.unread", file=file[:60], why=why), f"rallyman-tutor {command} --help")
    return None


def _opened(file: str) -> Session:
    if is_packed(code := _code(file)):
        return open_shared(SHELF, code)
    if file == "-":
        text = sys.stdin.read(LONGEST)
    else:
        with Path(file).open(encoding="utf-8", errors="replace") as opened:
            text = opened.read(LONGEST)
    if not text.lstrip().startswith("{"):
        return open_shared(SHELF, _code(text))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadSave("not-a-code") from error
    return open_data(SHELF, data.get("save", data) if is_plain(data) else None)


def _code(text: str) -> str:
    """The code of a link; anything else as it was written."""
    return text.strip().rpartition(CODE_IN_LINK)[2]
