"""A table as plain data, for the visitor's own browser, and as one word to send; and a table made of either again.

Everything in what was kept is checked: it may come from an older tutor, or from anybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import get_args

from rallyman_tutor.coach.bots import LEVELS
from rallyman_tutor.core.game import AnyGame, Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import BadSave, load, pack, unpack
from rallyman_tutor.rally import rally as rallies
from rallyman_tutor.rally.rally import luck_of
from rallyman_tutor.rally.setup import PERSON, levels_of
from rallyman_tutor.tutor.session.intents import HelpSetting
from rallyman_tutor.tutor.session.laying import MOST_LETTERS, read_draft
from rallyman_tutor.tutor.session.playing import of_rally, with_bots_played
from rallyman_tutor.tutor.session.session import CoDriver, Drafts, Session

FORMAT = 1
MOST_ASKED = 9999
"""How often help can have been given in a drive that was saved."""


def save(session: Session) -> Plain:
    """The table as plain data, for the visitor's own browser."""
    write = session.game.write_move
    return {
        "format": FORMAT,
        "replay": session.replay.save(
            open_=not session.game.has_hidden_hands
        ),  # else hidden hands would lie in the browser
        "draft": [write(move) for move in session.draft],
        "other": [write(move) for move in session.drafts.second],
        "bots": sorted(session.bots),
        "seed": session.seed,
        "level": session.level,
        "table": session.table,
        **({"levels": list(session.levels)} if session.levels else {}),
        **({"ghost": True} if session.co_driver.ghost else {}),
        **({"help": session.co_driver.help} if session.co_driver.help != "request" else {}),
        **({"asked": session.co_driver.asked} if session.co_driver.asked else {}),
        **({"unasked": session.co_driver.unasked} if session.co_driver.unasked else {}),
    }


def restore(game: AnyGame, saved: object) -> Session:
    """A table from what a browser kept; everything in it is checked."""
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise Refused("not-a-table")
    seed = str(saved.get("seed", ""))[:MOST_LETTERS]
    replay = load(game, saved.get("replay"), partial(luck_of, seed) if game.has_hidden_hands else None)
    bots = saved.get("bots")
    if not isinstance(bots, list) or not all(type(seat) is int for seat in bots):
        raise Refused("not-a-table")
    table = str(saved.get("table", ""))[:MOST_LETTERS]
    level = saved.get("level")
    session = Session(replay, bots=frozenset(bots), seed=seed, table=table)
    if level in LEVELS:
        session = replace(session, level=level)
    if "levels" in saved:
        session = replace(session, levels=_levels(session, saved["levels"]))
    known: tuple[HelpSetting, ...] = get_args(HelpSetting)
    asked, unasked = (_count(saved.get(name)) for name in ("asked", "unasked"))
    co_driver = CoDriver(ghost=saved.get("ghost") is True, asked=asked, unasked=unasked)
    co_driver = replace(co_driver, help=next((how for how in known if how == saved.get("help")), co_driver.help))
    draft, other = (read_draft(game, replay.state, saved.get(name)) for name in ("draft", "other"))
    return with_bots_played(replace(session, drafts=Drafts(draft, other), co_driver=co_driver))


def _levels(session: Session, saved: object) -> tuple[str, ...]:
    """The level of each driver as it was kept: every bot has one, and no learner."""
    known, seats = levels_of(session.game), len(session.game.result(session.state)["drivers"])
    if not isinstance(saved, list) or len(saved) != seats:
        raise Refused("not-a-table")
    for seat, level in enumerate(saved):
        if level not in known if seat in session.bots else level != PERSON:
            raise Refused("not-a-table")
    return tuple(saved)


def _count(saved: object) -> int:
    """How often help was given, as it was kept."""
    return saved if type(saved) is int and 0 <= saved <= MOST_ASKED else 0


def share(session: Session) -> str:
    """The table as one word to send: whoever opens it finds what this learner would find after a reload."""
    return pack(save(session))


def open_shared(games: Mapping[str, AnyGame], code: str) -> Session:
    """A table that somebody shared, of any of these games; or a game without a draft, as the command line prints it."""
    return open_data(games, unpack(code))


def open_data(games: Mapping[str, AnyGame], data: object) -> Session:
    """A table from the data of a share code, of a rally's code, of a browser or the command line."""
    replay = data.get("replay", data) if isinstance(data, dict) else None
    game = games.get(str(replay.get("game"))) if isinstance(replay, dict) else None
    if game is None:
        raise BadSave("not-a-code")
    if replay is data:
        return Session(load(game, data))
    is_rally = isinstance(data, dict) and "levels" in data and "bots" not in data  # it follows from the levels
    return of_rally(rallies.load(game, data)) if is_rally else restore(game, data)
