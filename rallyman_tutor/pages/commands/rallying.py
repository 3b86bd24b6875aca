"""`rally`: a whole rally by bots and its sheet, or many of them, counted."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

from rallyman_tutor.coach.bots import LEVELS
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.judging import unread
from rallyman_tutor.pages.commands.output import (
    ILLEGAL,
    LEGAL,
    MOST_DIGITS,
    NOT_NOTATION,
    Add,
    complain,
    game_called,
    no_such,
    number_from,
    print_explanation,
    print_json,
)
from rallyman_tutor.pages.commands.sheets import print_sheet, sums_of
from rallyman_tutor.pages.commands.workers import add_workers, bar, no_workers, stopped
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.rally import many
from rallyman_tutor.rally import setup as setups
from rallyman_tutor.rally.account import driven_with_accounts
from rallyman_tutor.rally.box import DIFFICULTIES, LENGTHS, USUAL, Settings
from rallyman_tutor.rally.boxes import box_of
from rallyman_tutor.rally.many import EndOfRally, RallyCount
from rallyman_tutor.rally.rally import Rally, begin, code
from rallyman_tutor.rally.setup import Entry, RallySetup
from rallyman_tutor.rally.sheet import Counted, sheet_of
from rallyman_tutor.tutor.words.explain import explain_sheet
from rallyman_tutor.tutor.words.figures import decimal, in_seconds, percent
from rallyman_tutor.tutor.words.words import colon

MOST_DRIVERS = 9
MOST_RALLIES = 1_000_000
MOST_STAGES = 20


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("rally", _rally)
    made.add_argument("game", help=say("options.game", list=", ".join(SHELF)))
    made.add_argument("--stages", metavar="STAGES", help=say("options.rally-stages"))
    made.add_argument("--length", choices=LENGTHS, default=LENGTHS[0], help=say("options.length"))
    made.add_argument("--difficulty", choices=DIFFICULTIES, default="medium", help=say("options.difficulty"))
    made.add_argument("--drivers", metavar="DRIVER", nargs="+", help=say("options.rally-drivers"))
    made.add_argument("--rules", metavar="RULES", nargs="+", default=[USUAL], help=say("options.rules"))
    made.add_argument("--seed", default="1", help=say("options.rally-seed"))
    made.add_argument("--solve", action="store_true", help=say("options.solve"))
    made.add_argument("--many", metavar="N", type=number_from(1, MOST_RALLIES), help=say("options.rally-many"))
    add_workers(made)
    made.add_argument("--json", action="store_true", help=say("options.playing-json"))


def _rally(asked: argparse.Namespace) -> int:
    game = game_called(asked.game)
    setup = RallySetup(_entries(game, asked.drivers), agreed=_agreed(game, asked.rules), seed=asked.seed)
    try:
        setup = _with_stages(game, setup, asked)
        rally = begin(game, setup)
    except Refused as error:
        return unread(game, "rally", error, "rally")
    except Illegal as refused:
        for violation in refused.violations:
            print_explanation(explain_sheet(game, violation))
        return ILLEGAL
    try:
        return _count(game, setup, asked) if asked.many else _drive(rally, asked)
    except KeyboardInterrupt:
        return stopped(say("work.nothing-kept"))


# -- What is asked for ------------------------------------------------------------------------------------------------


def _entries(game: AnyGame, words: Sequence[str] | None) -> tuple[Entry, ...]:
    levels = setups.levels_of(game)
    if words is None:
        return setups.entries(next(seats for seats in game.seats if seats > 1))
    if len(words) == 1 and words[0].isdecimal():
        return setups.entries(min(int(words[0][:MOST_DIGITS]), MOST_DRIVERS))
    entries = []
    for word in words:
        name, _, level = word.partition(":")
        if level and level not in levels:
            raise no_such(say("rally.no-bot", game=game.name, it=repr(level)), level, levels)
        entries.append(Entry(name, level or LEVELS[1]))
    return tuple(entries)


def _agreed(game: AnyGame, words: Sequence[str]) -> Settings:
    """All that is agreed: a set of rules by name, then single ones, each as name=value."""
    sets = box_of(game).rules
    agreed = dict(sets[USUAL])
    for word in words:
        name, sign, value = word.partition("=")
        if sign:
            agreed[name] = value
        elif name in sets:
            agreed |= sets[name]
        else:
            raise no_such(say("rally.no-rules", game=game.name, it=repr(name)), name, sets)
    return agreed


def _with_stages(game: AnyGame, setup: RallySetup, asked: argparse.Namespace) -> RallySetup:
    box = box_of(game)
    written = asked.stages
    if box.draw is None:
        many = box.counts[0] if written is None else _number(written)
        return setup._replace(many=many)
    if written is None:
        return setup._replace(stages=next(iter(box.rallies.values())))
    if written.isdecimal():
        many = _number(written)
        return setup._replace(stages=setups.drawn(game, many, asked.length, asked.difficulty, asked.seed))
    stages = box.rallies.get(written) or tuple(stage.strip() for stage in written.split(";"))
    return setup._replace(stages=stages)


def _number(written: str) -> int:
    try:
        return number_from(0, MOST_STAGES)(written)
    except argparse.ArgumentTypeError as error:
        complain(f"--stages: {error}", "rallyman-tutor rally --help")
        raise SystemExit(NOT_NOTATION) from None


# -- One rally --------------------------------------------------------------------------------------------------------


def _drive(rally: Rally, asked: argparse.Namespace) -> int:
    game = rally.game
    with bar(say("rally.bar-solve")) as tell:
        rally, accounts = driven_with_accounts(rally, tell if asked.solve else None)
    sheet = sheet_of(game, rally.state)
    if asked.json:
        print_json({
            "game": game.key, "seed": rally.seed, "drivers": list(sheet.drivers), "levels": list(rally.levels),
            "stages": list(sheet.stages), "counts": sheet.counts, **sums_of(sheet),
            "orders": [list(order) for order in sheet.orders],
            "par": [account and account.par for account in accounts],
            "decisions": [account and account.decisions for account in accounts],
            "luck": [account and account.luck for account in accounts],
            "moves": len(rally.replay.past), "save": rally.replay.save(), "code": code(rally),
        })  # fmt: skip
        return LEGAL
    print(say("play.head", game=game.name, seed=rally.seed, n=len(rally.replay.past)) + "\n")
    more = {say("rally.level"): rally.levels}
    if any(accounts):
        for title in ("decisions", "luck"):
            lost = (None if one is None else getattr(one, title) for one in accounts)
            more[say(f"rally.{title}")] = tuple("?" if one is None else decimal(one, sign=True) for one in lost)
    print_sheet(sheet, more)
    for number, stage in enumerate(sheet.stages, 1):
        print(("" if number > 1 else "\n") + colon(say("play.seconds", n=number), stage))
    print("\n" + say("play.code", n=len(rally.replay.past), code=rally.replay.code()))
    print(say("rally.code", code=code(rally)))
    return LEGAL


# -- Many rallies -----------------------------------------------------------------------------------------------------


def _count(game: AnyGame, setup: RallySetup, asked: argparse.Namespace) -> int:
    from rallyman_tutor.coach import batch

    setup = setup._replace(agreed=dict(setup.agreed))  # a view of a mapping cannot be sent to another process
    ends: list[EndOfRally] = []
    if asked.solve:
        with bar(say("rally.bar-solve")) as tell:
            driven_with_accounts(begin(game, setup), tell)
    drive = partial(many.drive, tables=many.tables_of(game, setup) if asked.scheduler else {})
    lots = many.lots(game.key, setup, asked.many)
    try:
        with bar(say("rally.bar-many", n=asked.many)) as tell:
            for _, found in batch.done(drive, lots, processes=asked.processes, scheduler=asked.scheduler):
                ends += found
                tell(len(ends) / asked.many)
    except batch.NoWorkers as error:
        return no_workers(asked, error, say("work.nothing-kept"))
    except KeyboardInterrupt:
        if not ends:
            raise
        _tell_count(game, setup, ends, asked)
        return stopped(say("work.rallies-kept", n=len(ends), many=asked.many))
    _tell_count(game, setup, ends, asked)
    return LEGAL


def _tell_count(game: AnyGame, setup: RallySetup, ends: Sequence[EndOfRally], asked: argparse.Namespace) -> None:
    found_all = many.counted(setup, ends)
    if asked.json:
        print_json({
            "game": game.key, "seed": setup.seed, "rallies": found_all.rallies, "stages": list(setup.stages),
            "drivers": [
                {"name": entry.name, "level": entry.level, **found_all.drivers[entry.name]._asdict()}
                for entry in setup.entries
            ],
            "won_from": list(found_all.won_from),
        })  # fmt: skip
        return
    print(say("rally.head", game=game.name, seed=setup.seed, n=found_all.rallies) + "\n")
    _print_count(found_all, sheet_of(game, begin(game, setup).state).counts)


def _print_count(found: RallyCount, counts: Counted) -> None:
    rows = [
        (say("play.driver"), *(say(f"rally.{title}") for title in ("mean", "error", "spread", "won")), say("play.out"))
    ]
    for name, one in found.drivers.items():
        mean, error, spread = (_average(number, counts) for number in (one.mean, one.error, one.spread))
        rows.append((name, mean, error, spread, percent(one.won, 1), percent(one.out, 1)))
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        print("   ".join([f"{name:<{wide[0]}}", *(f"{cell:>{at}}" for cell, at in zip(cells, wide[1:], strict=True))]))
    print("\n" + say("rally.won-from"))
    for place, share in enumerate(found.won_from, 1):
        print(f"  {place}.   {percent(share, 1)}")


def _average(number: float, counts: Counted) -> str:
    return in_seconds(number) if counts == "seconds" else decimal(number)
