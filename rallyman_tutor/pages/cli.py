"""The command line: start the tutor, ask the rulebook, judge a draft, watch a whole game, see what is missing.

Everything the pages can say can be asked here first, by people and (with --json) by programs. Mistakes end with a
sentence that says what to type instead, never with a traceback.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from rallyman_tutor import __version__
from rallyman_tutor.coach import drivers
from rallyman_tutor.core.game import Game
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.core.rule import Illegal, Kind, Rule, Violation
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import doctor, notebooks, serve, shipped
from rallyman_tutor.tutor import faults, lessons, proof, shelf
from rallyman_tutor.tutor.explain import Explanation, cited, example, explain, explain_sheet, refused, title

LEGAL, ILLEGAL, NOT_NOTATION = 0, 1, 2
WIDTH = 88
COMMANDS = ("serve", "rules", "explain", "judge", "play", "check", "new-lesson", "notebooks", "doctor")

WELCOME = """\
Rallyman Tutor {version}: lay dice on a drawn track, and learn why each rule is there.

Try one of these:
  rallyman-tutor                                 starts the tutor in your browser
  rallyman-tutor rules classic                   all rules of Rallyman (2009)
  rallyman-tutor explain CL-GEAR-03              one rule: what, why, and where the book says so
  rallyman-tutor judge classic "s4 R3/4x3 s5 | A@s4 g4" "4>l"
                                                 what a draft breaks, and what to try instead
  rallyman-tutor play classic --seed 7 --players 3
                                                 a whole rally by simple drivers
  rallyman-tutor check my-lessons                proves lessons of your own
  rallyman-tutor my-lessons                      starts the tutor with them beside the built-in ones
  rallyman-tutor doctor                          what is installed, what is missing, what to do
"""

JUDGE_HELP = """\
A POSITION is  stage | cars | turn  in one line, a PLAN the dice laid in it:

  rallyman-tutor judge classic "s14 | A@s1 g3" "3 5"
      a straight of 14 spaces, car A on s1 in 3rd; dice 3 and 5 laid
  rallyman-tutor judge classic "s4 R3/4x3K4 s5 | A@s4 g4" "4>d w>d"
      a right-hand bend: line 3, drift 4 on three spaces, shortcut K4; 4 and gas into the drift
  rallyman-tutor judge classic "s14 | A@s1 g2" "3! 4! w!"
      the same with what the dice will show: ! a hazard, . none
  rallyman-tutor judge classic "START J1, FINISH J4 | A ; B" "1 2 3"
      a stage over the zone boards, two cars at the start

Stage: s3 spaces, R3/4x3K4 bend (L to the left), j4 jump, snow, forest/rock terrain left and right.
Car:   A@s4 g3 c120 s4 d2 p1 is A on s4 in 3rd, 120 s on the clock, 4 seconds, 2 damage, 1 puncture.
Plan:  3 w gas, >l >d >k line, drift, cut, $ secured with seconds, A[2 3 w] an attack, stop, wheel, sisu.

Exit: 0 legal, 1 illegal, 2 not notation.
"""

RULES_HELP = """\
examples: rallyman-tutor rules classic --json
          rallyman-tutor rules classic --coverage     what the lessons teach of it, and what not yet
"""

CHECK_HELP = """\
examples: rallyman-tutor check                          the built-in lessons
          rallyman-tutor check my-lessons               a folder of your own, behind the built-in ones
          rallyman-tutor check my-lessons/classic/01-braking

One line for every fault: file:line: key: what is wrong, and what to do. Exit: 0 all proven, 1 not.
The format is told in lessons/README.md.
"""

SERVE_HELP = """\
examples: rallyman-tutor serve --port 9000
          rallyman-tutor my-lessons                     with lessons of your own beside the built-in ones
          rallyman-tutor my-lessons --no-browser

Lessons of your own are proven first; one with faults is named and left out. A folder that is called like a
command is written with its path: rallyman-tutor ./rules
"""

NOTEBOOKS_HELP = """\
examples: rallyman-tutor notebooks                      those of this tutor, after a change of its lessons
          rallyman-tutor notebooks my-notebooks         the same in another folder, to be opened in JupyterLab

One notebook for each lesson, and those for the map, the free drive, practice and the rulebook. Notebooks that
belong to no lesson any more are taken away; files that the tutor has not written are left as they are.
"""

NEW_LESSON_HELP = """\
example: rallyman-tutor new-lesson my-lessons/classic/01-braking
         writes lesson.toml and en.md there; they pass rallyman-tutor check as they stand
"""


class Ask(argparse.ArgumentParser):
    """A parser whose refusals say what to type instead."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{message}\nTry: {self.prog} --help\n")
        raise SystemExit(NOT_NOTATION)


def parser() -> Ask:
    """The whole command line."""
    top = Ask("rallyman-tutor", description=WELCOME.format(version=__version__), formatter_class=_Plain)
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(metavar="COMMAND", parser_class=Ask)

    def command(name: str, run: Callable[[argparse.Namespace], int], help_: str, more: str = "") -> Ask:
        made: Ask = commands.add_parser(name, help=help_, description=help_, epilog=more, formatter_class=_Plain)
        made.set_defaults(run=run)
        return made

    start = command("serve", _serve, "Start the tutor in your browser.", SERVE_HELP)
    start.add_argument("folder", nargs="?", type=Path, help="a lesson of your own, or a folder of lessons")
    start.add_argument("--port", type=int, default=serve.PORT, help=f"the first to try (default {serve.PORT})")
    start.add_argument("--no-browser", action="store_true", help="only print the address")
    start.add_argument("--base-url", default="/", help="the path it is served under, such as /rally/")
    start.add_argument("--ip", default="localhost", help="where to listen; 0.0.0.0 lets others in")
    rules = command("rules", _rules, "All rules of a game.", RULES_HELP)
    rules.add_argument("game", nargs="?", default=next(iter(SHELF)), help=f"one of: {', '.join(SHELF)}")
    rules.add_argument("--coverage", action="store_true", help="which lessons teach each rule, and which have examples")
    rules.add_argument("--json", action="store_true", help="as a list of objects")
    one = command("explain", _explain, "One rule in full.", "example: rallyman-tutor explain CL-GEAR-03")
    one.add_argument("code", help="a rule's code, such as CL-GEAR-03")
    one.add_argument("--json", action="store_true", help="as an object")
    judge = command("judge", _judge, "What a draft breaks, and what to try instead.", JUDGE_HELP)
    judge.add_argument("game", help=f"one of: {', '.join(SHELF)}")
    judge.add_argument("position", metavar="POSITION")
    judge.add_argument("plan", metavar="PLAN")
    judge.add_argument("--json", action="store_true", help="as an object")
    play = command(
        "play", _play, "A whole game by simple drivers.", "example: rallyman-tutor play classic --seed 7 --players 3"
    )
    play.add_argument("game", help=f"one of: {', '.join(SHELF)}")
    play.add_argument("--seed", type=int, default=1, help="the same seed, the same game (default 1)")
    play.add_argument("--players", type=int, default=2, help="how many drivers (default 2)")
    play.add_argument("--json", action="store_true", help="as an object, with the whole game as a save")
    check = command("check", _check, "Prove lessons: file, line, key and remedy for every fault.", CHECK_HELP)
    check.add_argument(
        "folder", nargs="?", type=Path, help="a lesson, or a folder of lessons (default: the built-in ones)"
    )
    check.add_argument("--json", action="store_true", help="as a list of objects")
    new = command("new-lesson", _new_lesson, "Begin a lesson of your own, with comments.", NEW_LESSON_HELP)
    new.add_argument("folder", type=Path, help="where: a folder named after the game, then a number and a name")
    written = command("notebooks", _notebooks, "Write the notebooks, one for each lesson.", NOTEBOOKS_HELP)
    written.add_argument("folder", nargs="?", type=Path, help="where to (default: the notebooks of this tutor)")
    command("doctor", _doctor, "What is installed, what is missing, what to do.")
    return top


class _Plain(argparse.RawDescriptionHelpFormatter):
    pass


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit code."""
    typed = list(sys.argv[1:] if arguments is None else arguments)
    try:
        asked = parser().parse_args(_serving(typed))
        return int(asked.run(asked))
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else NOT_NOTATION
    except BrokenPipeError:  # whoever reads us has seen enough
        sys.stderr.close()
        return LEGAL


def _serving(typed: list[str]) -> list[str]:
    """Nothing at all, or a folder, means: start the tutor."""
    if not typed:
        return ["serve"]
    word = typed[0]
    if word in COMMANDS or word.startswith("-"):
        return typed
    if Path(word).is_dir():
        return ["serve", *typed]
    near = difflib.get_close_matches(word, COMMANDS, 2)
    sys.stderr.write(f"There is no command {word!r}, and no folder of that name here.\n")
    sys.stderr.write(f"Try: {', '.join([*near, 'rallyman-tutor --help'])}\n")
    raise SystemExit(NOT_NOTATION)


def _game(key: str) -> Game[Any, Any]:
    if key in SHELF:
        return SHELF[key]
    raise _refuse(f"There is no game {key!r} here.", key, SHELF)


def _refuse(message: str, asked: str, known: Any) -> SystemExit:
    near = difflib.get_close_matches(asked, list(known), 3, 0.4) or list(known)[:5]
    sys.stderr.write(f"{message}\nTry: {', '.join(near)}\n")
    return SystemExit(NOT_NOTATION)


def _serve(asked: argparse.Namespace) -> int:
    if asked.folder is not None and not _bring(asked.folder):
        return ILLEGAL
    return serve.serve(port=asked.port, ip=asked.ip, base_url=asked.base_url, browser=not asked.no_browser)


def _bring(folder: Path) -> bool:
    """Prove a teacher's lessons and bring along those that are fine. What is wrong with the others is told, and whether
    any is left."""
    built_in = shelf.shelf(shipped.folder("lessons")).lessons
    found = proof.check(folder.resolve(), built_in)
    faulty = {Path(fault.file).parent for fault in found.faults}
    taken = {lesson.name for lesson in built_in}
    fine: dict[str, Path] = {}
    for lesson in found.lessons:
        place = Path(lesson.file).parent
        if lesson.name in taken or lesson.name in fine:
            faulty.add(place)
            print(f"{_near(str(place))}: There is another lesson {lesson.name}. Give this one a name of its own.")
        elif place not in faulty:
            fine[lesson.name] = place
    for fault in found.faults:
        print(f"{_near(fault.file)}:{fault.line}: {fault.key}: {faults.said(fault)}")
    left_out = [_near(str(place)) for place in shelf.folders_of(folder.resolve()) if place in faulty]
    if left_out:
        print(f"\nLeft out until mended: {', '.join(left_out)}")
    if not fine:
        print(f"There is no lesson to add, and nothing was started.\nTry: rallyman-tutor check {folder}")
        return False
    print(f"Beside the built-in lessons: {', '.join(fine)}", flush=True)
    serve.bring(fine.values())
    return True


# -- The rulebook -----------------------------------------------------------------------------------------------------


def _summary(game: Game[Any, Any], rule: Rule[Any, Any]) -> dict[str, Any]:
    return {
        "code": rule.code,
        "name": rule.name,
        "kind": str(rule.kind),
        "title": title(game, rule.code),
        "cite": cited(game, rule.code),
        "chapter": rule.chapter,
        "basis": str(rule.cite.basis),
    }


def _rules(asked: argparse.Namespace) -> int:
    game = _game(asked.game)
    if asked.coverage:
        return _coverage(game, asked.json)
    rules = [_summary(game, rule) for rule in game.rules()]
    if asked.json:
        _print_json(rules)
        return LEGAL
    chapter = ""
    for rule in rules:
        if rule["chapter"] != chapter:
            chapter = rule["chapter"]
            print(f"\n{chapter}")
        mark = {"illegal": "x", "unwise": "!", "fact": " "}[rule["kind"]]
        print(f"  {mark} {rule['code']:<13} {rule['title']}")
    print(f"\n{len(rules)} rules of {game.name}: x can be broken, ! can cost you. In full: rallyman-tutor explain CODE")
    return LEGAL


def _explain(asked: argparse.Namespace) -> int:
    code = asked.code.upper()
    for game in SHELF.values():
        if code in game.book:
            rule = game.book[code]
            told = example(game, code)
            if asked.json:
                _print_json({**_summary(game, rule), **asdict(told), "ok": rule.ok, "broken": rule.broken})
                return LEGAL
            _print_explanation(told)
            for name, examples in (("seen" if rule.kind is Kind.FACT else "legal", rule.ok), ("not so", rule.broken)):
                for text in examples:
                    print(f"  {name + ':':<8}{text}")
            return LEGAL
    every = [rule.code for game in SHELF.values() for rule in game.rules()]
    raise _refuse(f"There is no rule {asked.code!r}.", code, every)


# -- Lessons ----------------------------------------------------------------------------------------------------------


def _coverage(game: Game[Any, Any], as_json: bool) -> int:
    """What the built-in lessons teach of a rulebook, which rules they have broken, and which are shown by examples."""
    taught = [lesson for lesson in shelf.shelf(shipped.folder("lessons")).lessons if lesson.key == game.key]
    rows: list[dict[str, Any]] = []
    for rule in game.rules():
        teach = [lesson.name for lesson in taught if rule.code in lesson.teaches]
        broken = [lesson.name for lesson in taught if rule.code in lessons.broken_by_hand(lesson)]
        rows.append({
            "code": rule.code, "title": title(game, rule.code), "taught": teach, "broken": broken,
            "breakable": rule.kind is not Kind.FACT, "tested": bool(rule.ok or rule.broken),
        })  # fmt: skip
    if as_json:
        _print_json(rows)
        return LEGAL
    for row in rows:
        told = [
            f"taught by {', '.join(row['taught'])}" if row["taught"] else "untaught",
            *(
                [f"broken in {', '.join(row['broken'])}"]
                if row["broken"]
                else ["never broken"]
                if row["breakable"]
                else []
            ),
            *([] if row["tested"] else ["untested"]),
        ]
        print(f"  {row['code']:<13} {'; '.join(told)}")
    count = {name: sum(bool(row[name]) for row in rows) for name in ("taught", "tested", "breakable", "broken")}
    print(
        f"\n{len(rows)} rules of {game.name}: {count['taught']} taught, {len(rows) - count['taught']} untaught, "
        f"{count['tested']} tested; of {count['breakable']} that can be broken, lessons have {count['broken']} broken."
    )
    return LEGAL


def _check(asked: argparse.Namespace) -> int:
    built_in = shipped.folder("lessons")
    folder = (asked.folder or built_in).resolve()
    own = not folder.is_relative_to(built_in.resolve())
    found = proof.check(folder, shelf.shelf(built_in).lessons if own else shelf.before(built_in, folder))
    if asked.json:
        _print_json([
            {"file": fault.file, "line": fault.line, "key": fault.key, "why": fault.why, "said": faults.said(fault)}
            for fault in found.faults
        ])  # fmt: skip
        return ILLEGAL if found.faults else LEGAL
    for fault in found.faults:
        print(f"{_near(fault.file)}:{fault.line}: {fault.key}: {faults.said(fault)}")
    if found.faults:
        print(f"\nFaults: {len(found.faults)}.")
        return ILLEGAL
    print(f"Proven: {len(found.lessons)} lessons, {sum(len(lesson.steps) for lesson in found.lessons)} steps.")
    return LEGAL


def _near(file: str) -> str:
    """A file as one would type it here."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def _new_lesson(asked: argparse.Namespace) -> int:
    try:
        written = shelf.begin(asked.folder)
    except OSError as error:
        sys.stderr.write(f"{asked.folder} cannot be written: {error.strerror}.\nTry: another folder\n")
        return NOT_NOTATION
    if not written:
        sys.stderr.write(f"There is a lesson in {asked.folder} already.\nTry: another folder\n")
        return ILLEGAL
    print("\n".join(f"Written: {path}" for path in written))
    print(f"\nNow change them, and ask: rallyman-tutor check {asked.folder}")
    return LEGAL


def _notebooks(asked: argparse.Namespace) -> int:
    folder = asked.folder or shipped.folder("notebooks")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        done = notebooks.write(folder, shelf.covers(shipped.folder("lessons")))
    except OSError as error:
        sys.stderr.write(f"{folder} cannot be written: {error.strerror}.\nTry: another folder\n")
        return NOT_NOTATION
    for said, names in (
        ("Written", done.written),
        ("Taken away", done.gone),
        ("Not ours, left as it is", done.foreign),
    ):
        for name in names:
            print(f"{said}: {_near(str(folder.resolve() / name))}")
    if not any(done):
        print(f"All notebooks in {_near(str(folder.resolve()))} are as they should be.")
    return ILLEGAL if done.foreign else LEGAL


# -- Judging ----------------------------------------------------------------------------------------------------------


def _judge(asked: argparse.Namespace) -> int:
    game = _game(asked.game)
    if asked.position.startswith("sheet"):
        return _judge_sheet(game, asked)
    try:
        state = game.read(asked.position)
    except Refused as error:
        return _unread(game, "position", error)
    try:
        draft = game.read_draft(asked.plan)
    except Refused as error:
        return _unread(game, "plan", error)
    broken = [explain(game, state, draft, violation) for violation in game.judge(state, draft)]
    advice = [explain(game, state, draft, violation) for violation in game.advise(state, draft)]
    risk = game.risk(state, draft)
    if asked.json:
        _print_json(
            {
                "legal": not broken,
                "violations": [asdict(told) for told in broken],
                "advice": [asdict(told) for told in advice],
                "risk": [{"chance": str(share), "percent": round(100 * float(share), 1)} for share in risk],
            }
        )
        return ILLEGAL if broken else LEGAL
    moves = [game.write_move(move) for move in draft.moves]
    for told in (*broken, *advice):
        print(f"{moves[told.at]} (step {told.at + 1}):" if moves else "")
        _print_explanation(told)
    if not broken:
        print("Legal." if moves else "Nothing laid yet, and nothing wrong with that.")
        if moves and any(risk):
            shares = ", ".join(f"{move} {_percent(share)}" for move, share in zip(moves, risk, strict=True) if share)
            print(f"Chance to lose control: {_percent(sum(risk))} ({shares}).")
    return ILLEGAL if broken else LEGAL


def _judge_sheet(game: Game[Any, Any], asked: argparse.Namespace) -> int:
    try:
        found: list[list[Violation]] = [game.judge_sheet(asked.position, kind) for kind in (Kind.ILLEGAL, Kind.UNWISE)]
    except Refused as error:
        return _unread(game, "sheet", error)
    broken, advice = ([explain_sheet(game, violation) for violation in some] for some in found)
    if asked.json:
        _print_json(
            {
                "legal": not broken,
                "violations": [asdict(told) for told in broken],
                "advice": [asdict(told) for told in advice],
                "risk": [],
            }
        )
    else:
        for told in (*broken, *advice):
            _print_explanation(told)
        if not broken:
            print("Legal.")
    return ILLEGAL if broken else LEGAL


def _percent(share: Any) -> str:
    return f"{100 * float(share):.1f} %".replace(".0 %", " %")


def _unread(game: Game[Any, Any], what: str, error: Refused) -> int:
    where = " at" if isinstance(error, Misread) else ":"
    sys.stderr.write(f"The {what} cannot be read{where} {refused(game, error)}\nTry: rallyman-tutor judge --help\n")
    return NOT_NOTATION


def _print_explanation(told: Explanation) -> None:
    print(f"{told.title}  [{told.code}]")
    for text in (told.said, told.why, told.fix):
        print(textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  "))
    print(f"  § {told.cite}\n")


# -- Playing ----------------------------------------------------------------------------------------------------------


def _play(asked: argparse.Namespace) -> int:
    game = _game(asked.game)
    try:
        played = drivers.drive(game, dict(game.demo(asked.players)), Seeded(asked.seed), asked.seed)
    except Illegal as refused:
        for violation in refused.violations:
            _print_explanation(explain_sheet(game, violation))
        return ILLEGAL
    result = game.result(played.replay.state)
    if asked.json:
        _print_json({
            "game": game.key, "seed": asked.seed, "players": asked.players, "decisions": played.decisions,
            **result, "save": played.replay.save(),
        })  # fmt: skip
        return LEGAL
    print(f"{game.name}, seed {asked.seed}: {played.decisions} decisions\n")
    print("   ".join(["driver  ", *(f"stage {n}" for n in range(1, len(result["times"]) + 1)), "  total", "place"]))
    for seat, name in enumerate(result["drivers"]):
        row = [_clock(times[seat]) for times in result["times"]]
        print("   ".join([f"{name:<8}", *row, _clock(result["sums"][seat]), f"{result['places'][seat] or '-':>5}"]))
    print(f"\nShare code ({len(played.replay.past)} moves): {played.replay.code()}")
    return LEGAL


def _clock(seconds: int | None) -> str:
    return "    out" if seconds is None else f"{seconds // 60:>4}:{seconds % 60:02}"


# -- Doctor -----------------------------------------------------------------------------------------------------------


def _doctor(asked: argparse.Namespace) -> int:
    findings = doctor.check()
    for finding in findings:
        print(f"{'ok     ' if finding.ok else 'MISSING'} {finding.what:<26} {finding.found}")
        if finding.remedy:
            print(f"        {finding.remedy}")
    return LEGAL if all(finding.ok for finding in findings) else ILLEGAL


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    sys.exit(main())
