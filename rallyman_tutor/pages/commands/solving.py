"""`par`, `best` and `solve`: what the best driving of a lone car costs, from the start of a stage and in a position."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from rallyman_tutor.coach.coaches import RACES, has_race_coach, race_coach, work_out
from rallyman_tutor.coach.contract import AnyValues, Faster, Tell
from rallyman_tutor.coach.race_coach import Solution
from rallyman_tutor.coach.solver import table_files
from rallyman_tutor.coach.solver.costs import SETTINGS
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.judging import unread
from rallyman_tutor.pages.commands.output import (
    ILLEGAL,
    LEGAL,
    MOST_DIGITS,
    Add,
    Ask,
    game_called,
    no_such,
    number_from,
    print_json,
)
from rallyman_tutor.pages.commands.workers import add_workers, bar, no_workers, stopped
from rallyman_tutor.tutor.lesson.grading import drives_from

Found = TypeVar("Found")

PAR_HELP = """\
Examples:

  rallyman-tutor par classic first "s2 j2 s1"
      stages by their names, or written as for `judge`; without any, all that have a name
  rallyman-tutor par dirt "202a 203a<"
      a stage of Rallyman: DIRT by its tiles, under the basic rules
  rallyman-tutor par classic "s2 j2 s1" --setting elimination=2000
      who is out of the rally counts 2000 seconds
  rallyman-tutor par classic "s2 R2 s1" --beat 20
      the chance, too, to be faster than 20 seconds when one drives for nothing else; on short stages only

One car alone, driven as well as can be. Seconds in hand are taken off. `low` and `high` are the bounds of what is expected.
A stage that was never solved here is worked out and kept; that takes from seconds to minutes, and Ctrl-C stops it.

Exit: 0 with an answer, 1 when a stage cannot be solved, 2 when the line cannot be read, or Ctrl-C stops it.
"""
BEST_HELP = """\
Examples:

  rallyman-tutor best classic "s4 R3 s3 L3 s3 | A@s9 g3"
      on a stage that is solved already
  rallyman-tutor best classic "s2 R2/3x2 s1 | A@s2 g3 s2 no-sisu | A 3"
      in the middle of a turn, with seconds to spend
  rallyman-tutor best classic "s4 R3 s3 L3 s3 | A@s9 g3 ; B@s10 g2 | A"
      with another car on the road
  rallyman-tutor best classic "s4 R3 s3 L3 s3 | A@s9 g3 c60" --beat 69
      the chance, too, that the stage takes less than 69 seconds if one drives for that from here
  rallyman-tutor best dirt "202a 203a< | A@2.L1 g4 G3 s2 | A leader A"
      on dirt
  rallyman-tutor best dirt "R1-SS1 | A@1.R3 g2" --many 50
      the fifty best of the many drafts there; without --many, the ten best

Decisions with what the stage costs from here if it is made and driven on as well as can be, the best first. Shown is the
draft that goes on from it in the best way if nothing goes wrong. Parts: this turn's gear cards, seconds earned (less time) and
spent, being thrown out of the rally, and what is to go after this turn.

Other cars, and dirt ahead, count for this turn, as they are now. After it the driver is taken to be alone on a clean road: that
others may move into the way, hold one up or lay dirt is left out. As data, `alone` is false then.

Exit: 0 with an answer, 1 when the position cannot be solved, 2 when the line cannot be read, or Ctrl-C stops it.
"""
SOLVE_HELP = """\
Examples:

  rallyman-tutor solve classic first
      works out a stage and keeps it, so that `par` and `best` answer at once
  rallyman-tutor solve classic first bends short --processes 2
      several stages, two at a time; without any, all that have a name
  rallyman-tutor solve classic "s4 R3 s3 | You@s1 g4 p1 | You | training=on"
      the stage of a position, for what its car carries and what is agreed, as a lesson needs it that asks what costs least
  rallyman-tutor solve dirt --scheduler tcp://10.0.0.1:8786
      on the workers of a Dask cluster, if the extra `cluster` of this package is installed here and there

A stage is kept as soon as it is worked out: stopped with Ctrl-C, the same command goes on with the stages that are left.

Exit: 0 when all are kept, 1 when a stage cannot be solved, 2 when the line cannot be read, or Ctrl-C stops it.
"""
LONGEST = 10_000
"""The longest time to beat, in seconds."""
SHOWN, MOST_SHOWN = 10, 100_000
"""How many decisions are told where nothing else is asked, and how many can be asked for."""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    par = command("par", _par, "What a stage takes when it is driven as well as can be.", PAR_HELP)
    par.add_argument("game", help=f"one of: {', '.join(RACES)}")
    par.add_argument("stages", metavar="STAGE", nargs="*", help="names or stages (default: all that have a name)")
    best = command("best", _best, "What every decision in a position costs, the best first.", BEST_HELP)
    best.add_argument("game", help=f"one of: {', '.join(RACES)}")
    best.add_argument("position", metavar="POSITION", help="the stage and the cars, as one line in quotes")
    best.add_argument(
        "--many",
        metavar="N",
        type=number_from(1, MOST_SHOWN),
        default=SHOWN,
        help=f"how many are told (default: {SHOWN})",
    )
    for each in (par, best):
        each.add_argument("--beat", metavar="SECONDS", type=_seconds, help="the chance to be faster than this, too")
    solve = command("solve", _solve, "Work out stages and keep them.", SOLVE_HELP)
    solve.add_argument("game", help=f"one of: {', '.join(RACES)}")
    solve.add_argument(
        "stages", metavar="STAGE", nargs="*", help="names, stages or positions (default: all that have a name)"
    )
    add_workers(solve)
    for each in (par, best, solve):
        _settings(each)
        each.add_argument("--json", action="store_true", help="as data")


def _settings(command: Ask) -> None:
    command.add_argument(
        "--setting",
        metavar="NAME=NUMBER",
        type=_setting,
        action="append",
        default=[],
        help="another value for one of ours: " + "; ".join(f"{name} ({what})" for name, what in SETTINGS.items()),
    )


def _setting(typed: str) -> tuple[str, float]:
    name, _, number = typed.partition("=")
    if name not in SETTINGS:
        raise argparse.ArgumentTypeError(f"{name!r} cannot be set; {' and '.join(SETTINGS)} can")
    if not number.isdecimal() or len(number) > MOST_DIGITS or not 0 < int(number) <= _MOST[name]:
        raise argparse.ArgumentTypeError(f"{name} is a whole number from 1 to {_MOST[name]}")
    return name, int(number)


def _seconds(typed: str) -> int:
    if not typed.isdecimal() or len(typed) > MOST_DIGITS or not 0 < int(typed) <= LONGEST:
        raise argparse.ArgumentTypeError(f"the time to beat is a whole number of seconds from 1 to {LONGEST}")
    return int(typed)


_MOST: Mapping[str, int] = {"elimination": 100_000, "seconds": 30}


def _par(asked: argparse.Namespace) -> int:
    game = _game(asked.game)
    found = []
    for stage in asked.stages or race_coach(game).ready:
        solved = _solved(game, stage, asked)
        if isinstance(solved, int):
            return solved
        row = {"game": game.key, "stage": stage, **solved.par, "states": solved.states}
        if not asked.json:
            _print_par(stage, solved.par)
        if asked.beat:
            faster = _reckoned(
                game,
                stage,
                asked,
                lambda text, tell: race_coach(game).faster(text, asked.beat, dict(asked.setting), tell),
            )
            if isinstance(faster, int):
                return faster
            row |= {"beat": asked.beat, "faster": faster.chance, "faster_low": faster.low, "faster_high": faster.high}
            if not asked.json:
                _print_faster(asked.beat, faster)
        found.append(row)
    if asked.json:
        print_json(found)
    return LEGAL


def _print_par(stage: str, par: Mapping[str, float]) -> None:
    print(stage)
    low, high = f"{par['low']:.2f}", f"{par['high']:.2f}"
    sure = "exact to the last figure" if low == high else f"certainly from {low} to {high}"
    print(f"  expected         {par['expected']:.2f} s   ({sure})")
    print(f"  without Sisu     {par['without_sisu']:.2f} s")
    print(f"  with all luck    {par['lucky']:.0f} s")
    print(f"  loses control    {100 * par['loses']:.1f} %")


def _print_faster(beat: int, faster: Faster) -> None:
    chance, low, high = (f"{100 * share:.2f}" for share in (faster.chance, faster.low, faster.high))
    sure = "exact to the last figure" if low == high else f"certainly from {low} to {high} %"
    print(f"  {f'faster than {beat} s':<17} {chance} %   ({sure})")


def _solve(asked: argparse.Namespace) -> int:
    game = _game(asked.game)
    named = asked.stages or list(race_coach(game).ready)
    stages = [one for one in named if "|" not in one]
    if len(stages) > 1 and (code := _solve_at_once(game, stages, asked)):
        return code
    found = []
    for stage in named:
        all_solved = _reckoned(game, stage, asked, partial(_tables_of, game, dict(asked.setting)))
        if isinstance(all_solved, int):
            return all_solved
        for solved in all_solved:
            row = {
                "game": game.key,
                "stage": stage,
                "states": solved.states,
                "bytes": solved.bytes,
                "table": solved.name,
            }
            found.append({**row, **solved.par})
            if not asked.json:
                _print_par(stage, solved.par)
                print(f"  {solved.states} starts of a turn in {solved.bytes} bytes, table {solved.name}")
    if asked.json:
        print_json(found if len(found) != 1 else found[0])
    return LEGAL


def _tables_of(game: AnyGame, settings: Mapping[str, float], text: str, tell: Tell) -> list[Solution[AnyValues]]:
    """The solution of a stage; of a position that of its stage for the driver's load, behind each choice that comes
    before the drive."""
    if "|" not in text:
        return [race_coach(game).solution(text, settings, tell)]
    tasks = [race_coach(game).task_in(start, settings) for start in drives_from(game, game.read(text))]
    if not tasks:
        raise Unsolvable("nothing is to be driven there")
    return [race_coach(game).solution_of(task, tell) for task in tasks]


def _solve_at_once(game: AnyGame, named: list[str], asked: argparse.Namespace) -> int:
    """Work out those of the stages that were not solved yet, several at a time; an exit code if that fails."""
    from rallyman_tutor.coach import batch

    settings, tables_of = dict(asked.setting), dict[str, str]()
    for stage in named:
        text = race_coach(game).ready.get(stage, stage)
        try:
            tables_of[text] = race_coach(game).name_of(race_coach(game).task_of(text, settings))
        except Refused as error:
            return unread(game, "stage", error, "solve")
        except Unsolvable as error:
            return _unsolved(error)
    left = [text for text, table in tables_of.items() if table_files.read(table) is None]
    work = partial(work_out, game.key, settings=settings)
    try:
        with bar(f"{len(left)} stages") as tell:
            done = batch.done(
                work,
                left,
                keep=lambda text, data: table_files.keep(tables_of[text], data),
                processes=asked.processes,
                scheduler=asked.scheduler,
            )
            for number, _ in enumerate(done, 1):
                tell(number / len(left))
    except batch.NoWorkers as error:
        return no_workers(asked, error)
    except KeyboardInterrupt:
        return stopped("the stages that were done are kept")
    return LEGAL


def _solved(game: AnyGame, stage: str, asked: argparse.Namespace) -> Solution[AnyValues] | int:
    """The solution of a stage that is given by its name or in notation; an exit code where there is none."""
    return _reckoned(game, stage, asked, lambda text, tell: race_coach(game).solution(text, dict(asked.setting), tell))


def _reckoned(game: AnyGame, stage: str, asked: argparse.Namespace, how: Callable[[str, Tell], Found]) -> Found | int:
    """The result of working on a stage that is given by its name or in notation; an exit code where there is none."""
    try:
        with bar(stage) as tell:
            return how(race_coach(game).ready.get(stage, stage), tell)
    except Refused as error:
        return unread(game, "position" if "|" in stage else "stage", error, asked.command.prog.split()[-1])
    except Unsolvable as error:
        return _unsolved(error)
    except KeyboardInterrupt:
        return stopped("nothing was kept")


def _best(asked: argparse.Namespace) -> int:
    game = _game(asked.game)
    try:
        state = game.read(asked.position)
    except Refused as error:
        return unread(game, "position", error, "best")
    try:
        with bar("the road ahead") as tell:
            reckoned = race_coach(game).best(state, dict(asked.setting), tell)
            beat, settings = asked.beat, dict(asked.setting)
            faster = race_coach(game).chances(state, beat, settings, tell) if beat else {}
    except Unsolvable as error:
        return _unsolved(error)
    except KeyboardInterrupt:
        return stopped("nothing was kept")
    ranked, alone = reckoned.ranked(state, asked.many + 1), race_coach(game).is_alone(state)
    rows = [
        {
            "draft": " ".join(map(game.write_move, reckoned.line(state, one.move))),
            "cost": one.cost,
            "parts": one.parts._asdict(),
            "alone": alone,
            **({"chance": faster[one.move]} if asked.beat else {}),
        }
        for one in ranked[: asked.many]
    ]
    if asked.json:
        print_json(rows)
        return LEGAL
    for row, one in zip(rows, ranked, strict=False):
        parts = ", ".join(
            f"{name.replace('_', ' ')} {part:.1f}" for name, part in one.parts._asdict().items() if abs(part) > 0.05
        )
        chance = f"{100 * faster[one.move]:6.2f} %   " if asked.beat else ""
        print(f"{one.cost:8.2f} s   {chance}{row['draft']:<40} {parts}")
    if len(ranked) > asked.many:
        print(f"and more, with --many {10 * asked.many}")
    if not alone:
        print(
            "Other cars, dirt and gravel count for this turn only; after it the driver is taken to be alone on a clean road."
        )
    return LEGAL


def _game(key: str) -> AnyGame:
    game = game_called(key)
    if not has_race_coach(game):
        raise no_such(f"{game.name} is not solved.", "", [key for key in SHELF if key in RACES])
    return game


def _unsolved(error: Exception) -> int:
    sys.stderr.write(f"This is not solved: {error}.\nTry another one, or rallyman-tutor par --help\n")
    return ILLEGAL
