"""The words of the pages before and around the tutor: while it starts, if its line is lost, if all seats are taken.

All of it is in `texts/<language>.toml`, one table a place on the page; the templates and the page's script only ask for
it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from rallyman_tutor.core.game import Plain

LANGUAGE = "en"


@cache
def words(language: str = LANGUAGE) -> Plain:
    """Every word of the pages' frame, by table and key."""
    text = resources.files("rallyman_tutor.pages").joinpath("texts", f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
