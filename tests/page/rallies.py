"""Rallies as a browser keeps them: one that is over, and one behind its second stage."""

from __future__ import annotations

from dataclasses import replace

from rallyman_tutor.games import SHELF
from rallyman_tutor.page.browser_save import save_table
from rallyman_tutor.page.wire import BrowserSave
from rallyman_tutor.rally.rally import begin, driven, driving
from rallyman_tutor.rally.setup import Entry, RallySetup, entries
from rallyman_tutor.rally.sheet import sheet_of
from rallyman_tutor.tutor.session.playing import of_rally


def rally_that_is_over(names: tuple[str, ...] = ("Ana", "Ben", "Cleo")) -> BrowserSave:
    """Three short stages of Rallyman (2009). The first driver decided at the page; a careful bot lent the moves."""
    game = SHELF["classic"]
    setup = RallySetup(tuple(Entry(name, "careful") for name in names), ("s2 R3 s1",) * 3)
    levels = ("", *["careful"] * (len(names) - 1))
    return save_table("rally", of_rally(replace(driven(begin(game, setup)), levels=levels)))


def rally_of_four() -> BrowserSave:
    """Four drivers behind the second of three stages of Rallyman (2009). The first of them decides at the page."""
    game = SHELF["classic"]
    driven_on = driving(begin(game, RallySetup(entries(4, "careful"), ("s2 R3 s1",) * 3)))
    now = next(now for now in driven_on if len(sheet_of(game, now.state).rows) == 2 and game.turn(now.state) == 0)
    return save_table("rally", of_rally(replace(now, levels=("", *now.levels[1:]))))
