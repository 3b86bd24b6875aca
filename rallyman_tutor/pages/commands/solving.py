"""`par`, `best` and `solve`: what the best driving of a lone car costs, from the start of a stage and in a position."""

from __future__ import annotations

import argparse
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
    complain,
    game_called,
    no_such,
    number_from,
    print_json,
)
from rallyman_tutor.pages.commands.workers import add_workers, bar, no_workers, stopped
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.lesson.grading import drives_from
from rallyman_tutor.tutor.words.explain import why_unsolvable
from rallyman_tutor.tutor.words.figures import decimal
from rallyman_tutor.tutor.words.words import semicolons

Found = TypeVar("Found")

LONGEST = 10_000
"""The longest time to beat, in seconds."""
SHOWN, MOST_SHOWN = 10, 100_000
"""How many decisions are told where nothing else is asked, and how many can be asked for."""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    par = command("par", _par)
    par.add_argument("game", help=say("options.game", list=", ".join(RACES)))
    par.add_argument("stages", metavar="STAGE", nargs="*", help=say("options.stages"))
    best = command("best", _best)
    best.add_argument("game", help=say("options.game", list=", ".join(RACES)))
    best.add_argument("position", metavar="POSITION", help=say("options.position"))
    best.add_argument(
        "--many",
        metavar="N",
        type=number_from(1, MOST_SHOWN),
        default=SHOWN,
        help=say("options.many", default=SHOWN),
    )
    for each in (par, best):
        each.add_argument("--beat", metavar="SECONDS", type=_seconds, help=say("options.beat"))
    solve = command("solve", _solve)
    solve.add_argument("game", help=say("options.game", list=", ".join(RACES)))
    solve.add_argument("stages", metavar="STAGE", nargs="*", help=say("options.solving-stages"))
    add_workers(solve)
    for each in (par, best, solve):
        _settings(each)
        each.add_argument("--json", action="store_true", help=say("options.json"))


def _settings(command: Ask) -> None:
    command.add_argument(
        "--setting",
        metavar="NAME=NUMBER",
        type=_setting,
        action="append",
        default=[],
        help=say("options.setting", list=semicolons([f"{name} ({say(f'settings.{name}')})" for name in SETTINGS])),
    )


def _setting(typed: str) -> tuple[str, float]:
    name, _, number = typed.partition("=")
    if name not in SETTINGS:
        raise argparse.ArgumentTypeError(say("settings.unknown", it=repr(name), list=", ".join(SETTINGS)))
    if not number.isdecimal() or len(number) > MOST_DIGITS or not 0 < int(number) <= _MOST[name]:
        raise argparse.ArgumentTypeError(say("settings.number", name=name, most=_MOST[name]))
    return name, int(number)


def _seconds(typed: str) -> int:
    if not typed.isdecimal() or len(typed) > MOST_DIGITS or not 0 < int(typed) <= LONGEST:
        raise argparse.ArgumentTypeError(say("settings.beat", most=LONGEST))
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
    low, high = decimal(par["low"], 2), decimal(par["high"], 2)
    sure = say("par.exact") if low == high else say("par.between", low=low, high=high)
    _print_figure(say("par.expected"), f"{decimal(par['expected'], 2)} s   ({sure})")
    _print_figure(say("par.without-sisu"), f"{decimal(par['without_sisu'], 2)} s")
    _print_figure(say("par.lucky"), f"{decimal(par['lucky'], 0)} s")
    _print_figure(say("par.loses"), f"{decimal(100 * par['loses'])} %")


def _print_faster(beat: int, faster: Faster) -> None:
    chance, low, high = (decimal(100 * share, 2) for share in (faster.chance, faster.low, faster.high))
    sure = say("par.exact") if low == high else say("par.between", low=low, high=f"{high} %")
    _print_figure(say("par.faster", beat=beat), f"{chance} %   ({sure})")


def _print_figure(name: str, text: str) -> None:
    print(f"  {name:<16} {text}")


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
                print("  " + say("par.table", n=solved.states, bytes=solved.bytes, name=solved.name))
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
        raise Unsolvable("nothing-there")
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
        with bar(say("par.bar-stages", n=len(left))) as tell:
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
        return no_workers(asked, error, say("work.stages-kept"))
    except KeyboardInterrupt:
        return stopped(say("work.stages-kept"))
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
        return stopped(say("work.nothing-kept"))


def _best(asked: argparse.Namespace) -> int:
    game = _game(asked.game)
    try:
        state = game.read(asked.position)
    except Refused as error:
        return unread(game, "position", error, "best")
    try:
        with bar(say("par.bar-road")) as tell:
            reckoned = race_coach(game).best(state, dict(asked.setting), tell)
            beat, settings = asked.beat, dict(asked.setting)
            faster = race_coach(game).chances(state, beat, settings, tell) if beat else {}
    except Unsolvable as error:
        return _unsolved(error)
    except KeyboardInterrupt:
        return stopped(say("work.nothing-kept"))
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
            f"{say(f'par.part-{name}')} {decimal(part)}"
            for name, part in one.parts._asdict().items()
            if abs(part) > 0.05
        )
        chance = f"{decimal(100 * faster[one.move], 2):>6} %   " if asked.beat else ""
        print(f"{decimal(one.cost, 2):>8} s   {chance}{row['draft']:<40} {parts}")
    if len(ranked) > asked.many:
        print(say("par.more", n=10 * asked.many))
    if not alone:
        print(say("par.others"))
    return LEGAL


def _game(key: str) -> AnyGame:
    game = game_called(key)
    if not has_race_coach(game):
        raise no_such(say("par.none", game=game.name), "", [key for key in SHELF if key in RACES])
    return game


def _unsolved(error: Unsolvable) -> int:
    complain(say("race.not-solved", why=why_unsolvable(error)), say("race.another"), "rallyman-tutor par --help")
    return ILLEGAL
