"""`odds`: what a draft comes to on average, counted over everything that dice, cards and tokens can show."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from fractions import Fraction

from rallyman_tutor.coach.draft_worth import How, Worth, weigh
from rallyman_tutor.coach.odds import Odds, TooMany, odds, other_way, secured
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.pages.commands import drafts
from rallyman_tutor.pages.commands.judging import percent
from rallyman_tutor.pages.commands.output import LEGAL, NOT_NOTATION, Add, print_json
from rallyman_tutor.pages.commands.workers import bar

ODDS_HELP = """\
POSITION and DRAFT are written as for `judge`, and the draft has to be legal:

  rallyman-tutor odds classic "s14 | A@s1 g3" "3 4 5 w w"
      three gear dice and two gas dice, one by one
  rallyman-tutor odds classic "s14 | A@s1 g2" "A[2 3 w]"
      an attack, its dice laid in the best order
  rallyman-tutor odds dirt "202a 205a 203a | A@1.L3 g5" "flat 3b w"
      flat out; should it fail, the dice are laid again as mildly as can be

The turn is driven to the end of the draft, and Sisu stays in the hand unless the draft says `sisu`. Nothing is sampled. Behind
it stands what each die would change if it were secured, and what the same dice come to when they are rolled all at once
instead of one by one; flat out, the other way round. On a stage with a table it is told, too, what the dice cost to the finish,
one by one with and without a stop where it saves time and all at once, beside the best driving. Faces that the draft tells, as
in "3! 4! w", count as told; nothing else is compared with such a draft.

Exit: 0 with odds, 1 when a rule refuses the draft, 2 when the line cannot be read, or Ctrl-C stops it.
"""

WAYS: Mapping[How, str] = {
    "one-by-one": "one by one",
    "stopping": "one by one, ending the turn wherever that saves time",
    "at-once": "all at once",
}


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    made = command("odds", _odds, "How likely a draft is to arrive, where it goes wrong, and what it costs.", ODDS_HELP)
    drafts.add_arguments(made)


def _odds(asked: argparse.Namespace) -> int:
    read = drafts.read(asked, "odds")
    if isinstance(read, int):
        return read
    game, state, script = read
    draft = script.moves
    if not draft:
        sys.stderr.write(
            'Nothing is laid, and nothing can happen.\nTry a draft such as "2 3", or rallyman-tutor odds --help\n'
        )
        return NOT_NOTATION
    try:
        with bar("all that can happen") as tell:
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
        sys.stderr.write("Stopped.\nTry: the same again, or fewer dice\n")
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
            _print_secured(found, one.odds, f"{game.write_move(one.die)} (step {one.at + 1})")
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
    print(f"Arrives              {percent(found.arrive)}")
    if found.short:
        print(f"Has to end early     {percent(found.short)}")
    places = ", ".join(f"{space} {percent(share)}" for space, share in found.where.items())
    print(f"Loses control        {percent(found.lose)}" + (f"   ({places})" if places else ""))
    if found.saved:
        print(f"Sisu would save      {percent(found.saved)}")
    if found.out:
        print(f"Out of the rally     {percent(found.out)}")
    print(f"On average           {_figure(found.clock)} s on the clock, {_figure(found.seconds)} seconds to spend,")
    print(f"                     {_figure(found.damage)} damage, {_figure(found.punctures)} punctures")


def _print_secured(found: Odds, other: Odds, name: str) -> None:
    less = found.lose - other.lose
    saved = f"{percent(less)} less to lose control" if less else "no less to lose control"
    print(f"Secured: {name}   {saved}, {_figure(other.time - found.time)} s of time")


def _print_instead(found: Odds, name: str, other: Odds) -> None:
    print(
        f"Instead: {name}   arrives {percent(other.arrive)}, loses control {percent(other.lose)}, "
        f"{_figure(other.time - found.time)} s of time"
    )


def _written(game: AnyGame, draft: tuple[AnyMove, ...]) -> str:
    return " ".join(game.write_move(move) for move in draft)


def _print_worth(game: AnyGame, worth: Worth) -> None:
    for way in worth.ways:
        stops = ", ".join(f"{space} {percent(share)}" for space, share in way.odds.stops_at.items())
        print(f"To the finish        {way.cost:6.1f} s   {WAYS[way.how]}" + (f" ({stops})" if stops else ""))
    print(f"                     {worth.best:6.1f} s   the best: {_written(game, worth.best_draft)}")


def _figure(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")
