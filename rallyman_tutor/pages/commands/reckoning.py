"""`odds`: what a draft comes to on average, counted over everything that dice, cards and tokens can show."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from fractions import Fraction

from rallyman_tutor.coach.draft_worth import Worth, weigh
from rallyman_tutor.coach.odds import Odds, TooMany, odds, other_way, secured
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.pages.commands import drafts
from rallyman_tutor.pages.commands.judging import percent
from rallyman_tutor.pages.commands.output import LEGAL, NOT_NOTATION, Add, complain, print_json
from rallyman_tutor.pages.commands.workers import bar
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.words.figures import decimal, decimal_sign


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    made = command("odds", _odds)
    drafts.add_arguments(made)


def _odds(asked: argparse.Namespace) -> int:
    read = drafts.read(asked, "odds")
    if isinstance(read, int):
        return read
    game, state, script = read
    draft = script.moves
    if not draft:
        complain(say("odds.nothing"), say("odds.such-a-draft"), "rallyman-tutor odds --help")
        return NOT_NOTATION
    try:
        with bar(say("odds.bar")) as tell:
            tell(0)
            found = odds(game, state, script)
            tell(1 / 4)
            each = secured(game, state, script)
            tell(2 / 4)
            other = None if script.tells_outcomes else other_way(game, state, draft)
            instead = (game.write_move(other), odds(game, state, (other,))) if other else None
            tell(3 / 4)
            worth = None if script.tells_outcomes else _worth(game, state, draft)
    except KeyboardInterrupt:
        complain(say("odds.stopped"), say("odds.fewer"))
        return NOT_NOTATION
    if asked.json:
        print_json(
            {
                **_data(found),
                "secured": [{"step": one.at + 1, "move": game.write_move(one.die), **_data(one.odds)} for one in each],
                "instead": {"move": instead[0], **_data(instead[1])} if instead else None,
                "worth": _worth_data(game, worth) if worth and worth.best is not None else None,
            }
        )
    else:
        _print(found)
        for one in each:
            _print_secured(found, one.odds, say("odds.step", move=game.write_move(one.die), n=one.at + 1))
        if instead:
            _print_instead(found, *instead)
        if worth and worth.best is not None:
            _print_worth(game, worth)
    return LEGAL


def _worth(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> Worth | None:
    """The worth of the draft; None where that is not known."""
    try:
        return weigh(game, state, draft)
    except (Unsolvable, TooMany):
        return None


def _worth_data(game: AnyGame, worth: Worth) -> Mapping[str, object]:
    ways = [{"way": way.how, "cost": way.cost, **_data(way.odds)} for way in worth.ways]
    return {"ways": ways, "best": worth.best, "draft": _written(game, worth.best_draft), "sure": worth.sure}


def _data(found: Odds) -> Mapping[str, object]:
    """The figures as decimal numbers, and under `exact` as fractions."""
    plain = {name: value for name, value in found._asdict().items() if isinstance(value, Fraction)}
    return {
        **{name: float(value) for name, value in plain.items()},
        "time": float(found.time),
        "where": {space: float(share) for space, share in found.where.items()},
        "ends": {space: float(share) for space, share in found.ends.items()},
        "exact": {name: str(value) for name, value in plain.items()},
    }


def _print(found: Odds) -> None:
    print(_line("arrives", percent(found.arrive)))
    if found.short:
        print(_line("short", percent(found.short)))
    places = ", ".join(f"{space} {percent(share)}" for space, share in found.where.items())
    print(_line("loses", percent(found.lose)) + (f"   ({places})" if places else ""))
    if found.saved:
        print(_line("saved", percent(found.saved)))
    if found.out:
        print(_line("out", percent(found.out)))
    print(_line("average", say("odds.clock", clock=_figure(found.clock), seconds=_figure(found.seconds))))
    print(_line("", say("odds.harm", damage=_figure(found.damage), punctures=_figure(found.punctures))))


def _line(name: str, text: str) -> str:
    """A figure behind its name."""
    return f"{say(f'odds.{name}') if name else '':<20} {text}"


def _print_secured(found: Odds, other: Odds, name: str) -> None:
    less = found.lose - other.lose
    saved = say("odds.less", chance=percent(less)) if less else say("odds.no-less")
    print(say("odds.secured", name=name, saved=saved, seconds=_figure(other.time - found.time)))


def _print_instead(found: Odds, name: str, other: Odds) -> None:
    facts = {"arrives": percent(other.arrive), "loses": percent(other.lose)}
    print(say("odds.instead", name=name, **facts, seconds=_figure(other.time - found.time)))


def _written(game: AnyGame, draft: tuple[AnyMove, ...]) -> str:
    return " ".join(game.write_move(move) for move in draft)


def _print_worth(game: AnyGame, worth: Worth) -> None:
    for way in worth.ways:
        stops = ", ".join(f"{space} {percent(share)}" for space, share in way.odds.stops_at.items())
        cost = f"{decimal(way.cost or 0.0):>6} s   {say(f'odds.{way.how}')}"
        print(_line("finish", cost) + (f" ({stops})" if stops else ""))
    print(_line("", f"{decimal(worth.best or 0.0):>6} s   {say('odds.best', draft=_written(game, worth.best_draft))}"))


def _figure(value: Fraction) -> str:
    return decimal(float(value), 2).rstrip("0").rstrip(decimal_sign())
