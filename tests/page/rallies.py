"""A rally that is over, as a browser keeps it."""

from __future__ import annotations

from dataclasses import replace

from rallyman_tutor.games import SHELF
from rallyman_tutor.page.browser_save import save_table
from rallyman_tutor.page.wire import BrowserSave
from rallyman_tutor.rally.rally import begin, driven
from rallyman_tutor.rally.setup import Entry, RallySetup
from rallyman_tutor.tutor.session.playing import of_rally


def rally_that_is_over(names: tuple[str, ...] = ("Ana", "Ben", "Cleo")) -> BrowserSave:
    """Three short stages of Rallyman (2009). The first driver decided at the page; a careful bot lends its decisions."""
    game = SHELF["classic"]
    setup = RallySetup(tuple(Entry(name, "careful") for name in names), ("s2 R3 s1",) * 3)
    levels = ("", *["careful"] * (len(names) - 1))
    return save_table("rally", of_rally(replace(driven(begin(game, setup)), levels=levels)))
