"""Mutants: one small mistake after the other is put into the code, and the tests have to notice each.

    make mutants ROOM=games/classic SEED=1 MANY=200

takes so many places of a room at random, the same ones for the same seed, and makes one mistake at each
(`mistakes.py`). The room's tests run once, on a copy of the checkout, to tell which of them come to which line
(`survey.py`); then, for each mistake, those that come to its line run until one fails (`apart.py`). A mutant that lives
is printed at once; one that cannot be told from the code, or is not worth a test, is listed with its reason in
`alive.toml`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from tests.mutants import apart
from tests.mutants.mistakes import Mutant, sampled
from tests.mutants.survey import LONGEST, Survey, survey

ROOT = Path(__file__).parents[2]
ALIVE = Path(__file__).parent / "alive.toml"
FIRST, LIMIT = 1, 60
"""Seconds of tests that run on a mistake: at first, and then. More tests may come to its line: how many of them were
run is told of the mutant then. `--limit` gives them more time."""
PATIENCE = 5, 4
"""The seconds that any run may take, and the factor to its time without a mistake: a longer run may never end."""
SHARED = ("tests/golden", "tests/games/test_claims.py", "tests/games/test_codes.py", "tests/games/test_events.py",
          "tests/games/test_phases.py")  # fmt: skip
"""Tests of all games, of which those of one game are run: those with its name, or codes of its rules, in theirs."""
ROOMS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "core": (
        ("tests/core", "tests/games/test_events.py", "tests/games/test_random_games.py", "tests/tutor/test_refused.py"),
        (),
    ),
    "parts": (("tests/parts",), ()),
    "coach": (
        ("tests/coach", "tests/tutor/test_hidden_hands.py", "tests/tutor/test_ways_twice.py", "tests/golden"),
        (),
    ),
    "rally": (("tests/rally", "tests/pages/test_rallying.py"), ()),
    "games/classic": (("tests/games/classic", *SHARED), ("classic", "CL-")),
    "games/dirt": (("tests/games/dirt", *SHARED), ("dirt", "DI-", "LAY-")),
    "games/crazy_rally": (("tests/games/crazy_rally", *SHARED), ("crazy_rally", "CR-")),
    "games/mil_millas": (("tests/games/mil_millas", *SHARED), ("mil_millas", "MM-")),
    "tutor": (
        ("tests/tutor", "tests/golden", "tests/languages", "tests/games/test_remedies.py", "tests/pages/test_why.py"),
        (),
    ),
    "page": (("tests/page", "tests/golden/test_visits.py"), ()),
    "widgets": (tuple(f"tests/widgets/test_{name}.py" for name in ("modules", "paint", "runs", "table")), ()),
}
"""The tests that look after a room, and the marks of its own game's among the shared ones. A room within a room is on
its own. The page's scripts have tests of their own in a browser, which tell little of the Python beside them and take
long."""


def within(room: str) -> list[str]:
    """The rooms within a room."""
    return [other for other in ROOMS if other.startswith(f"{room}/")]


def copied(folder: Path) -> Path:
    """A copy of the checkout as git knows it, with what is not committed yet."""
    to = folder / "checkout"
    listed = subprocess.run(
        ("git", "ls-files", "-co", "--exclude-standard", "-z"), cwd=ROOT, capture_output=True, check=True, text=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def surveyed(room: str, mutants: Sequence[Mutant], folder: Path) -> Survey:
    tests, names = ROOMS[room]
    of_others = tuple(other for inner in within(room) for other in ROOMS[inner][0])
    log = folder / "log"

    def wanted(test: str) -> bool:
        shared = names and test.startswith(SHARED)
        return not test.startswith(of_others) and (not shared or any(name in test.partition("::")[2] for name in names))

    found = survey(folder / "checkout", mutants, tests, wanted, log)
    if found is None:
        raise SystemExit(f"{room}: the tests fail without any mistake\n{log.read_text('utf-8')}")
    return found


def run_with(mutant: Mutant, tests: Sequence[str], limit: float, known: Survey, folder: Path) -> int | None:
    """How many of these tests have run within so many seconds, if none of them noticed the mistake; else None."""
    checkout, told = folder / "checkout", folder / "ran"
    path = checkout / mutant.file

    def run() -> int:
        sys.dont_write_bytecode = True
        apart.load_with({path: compile(mutant.text, path, "exec", dont_inherit=True)})
        only = apart.Only(tests, known.seconds, limit)
        code = apart.run(list(dict.fromkeys(test.partition("::")[0] for test in tests)), only)
        told.write_text(str(only.ran), "utf-8")
        return code

    least, times = PATIENCE
    seconds = least + times * min(limit, sum(known.seconds[test] for test in tests))
    return int(told.read_text("utf-8")) if apart.passes(run, checkout, seconds, folder / "log") else None


def alive(mutant: Mutant, known: Survey, folder: Path, limit: float = LIMIT) -> str:
    """The words about a mutant that no test notices; nothing if one does."""
    tests = known.tests(mutant)
    if not tests:
        return "no test comes here"
    able = [test for test in tests if known.seconds[test] < LONGEST]
    first = max(1, sum(end <= FIRST for end in accumulate(known.seconds[test] for test in able)))
    ran = 0
    for some, seconds in ((able[:first], LONGEST), (able[first:], limit)):
        unnoticed = run_with(mutant, some, seconds, known, folder) if some else 0
        if unnoticed is None:
            return ""
        ran += unnoticed
    return f"{ran} tests come here" if ran == len(tests) else f"{ran} of {len(tests)} tests that may notice it were run"


def excused() -> dict[tuple[str, str, str], str]:
    """Mutants that may live, and why."""
    listed = tomllib.loads(ALIVE.read_text("utf-8"))["mutants"] if ALIVE.exists() else []
    return {(one["file"], one["was"], one["now"]): one["why"] for one in listed}


def hunt(room: str, seed: str, many: int, limit: float) -> int:
    """Mutants of one room; how many live that nobody has excused."""
    ends = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        mutants, reasons = sampled(copied(Path(folder)), room, seed, many, within(room)), excused()
        known = surveyed(room, mutants, Path(folder))
        print(f"{room}: {len(known.seconds)} tests, {sum(known.seconds.values()):.0f} s", flush=True)
        try:
            for mutant in mutants:
                told = alive(mutant, known, Path(folder), limit)
                why = reasons.get((mutant.file, mutant.was, mutant.now))
                ends["noticed" if not told else "excused" if why else "alive"] += 1
                if told and not why:
                    which = f"{sum(ends.values())}: {mutant.file}:{mutant.line}"
                    print(f"  {which} ({told})\n    - {mutant.was}\n    + {mutant.now}", flush=True)
        finally:
            spent = os.times()
            minutes = (spent.user + spent.system + spent.children_user + spent.children_system) / 60
            print(f"{room}: {sum(ends.values())} of {len(mutants)} mutants tried, {ends['noticed']} noticed, {ends['excused']} "
                  f"excused, {ends['alive']} alive; {minutes:.1f} min of the processor so far (seed {seed})", flush=True)  # fmt: skip
    return ends["alive"]


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--room", choices=ROOMS, action="append", help="one room; without it, all of them")
    asked.add_argument("--seed", default="1")
    asked.add_argument("--many", type=int, default=200, help="mutants a room")
    asked.add_argument("--limit", type=float, default=LIMIT, help="seconds of tests that run on each mutant")
    told = asked.parse_args()
    warnings.simplefilter("ignore", SyntaxWarning)  # of mistakes that no careful writer would make
    apart.warm()
    return 1 if sum([hunt(room, told.seed, told.many, told.limit) for room in told.room or ROOMS]) else 0


if __name__ == "__main__":
    sys.exit(main())
