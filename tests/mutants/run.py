"""Mutants: one small mistake after the other is put into the code, and the tests have to notice each.

    make mutants ROOM=games/classic SEED=1 MANY=200

takes so many places of a room at random, the same ones for the same seed, and makes one mistake at each: those Cosmic Ray
knows (a number, a comparison, an `and`, a loop that never runs …), and one of our own, a fact told falsely. The tests run on
copies of the checkout, one for each job: first those that mirror the file, then all of the room. A mutant that lives is
printed; one that cannot be told from the code, or is not worth a test, is listed with its reason in `alive.toml`.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ALIVE = Path(__file__).parent / "alive.toml"
SLOW = 4
"""A mutant that makes the tests so many times slower runs for ever, and is noticed."""
LEAST = 60
"""Seconds that any run may take."""

SHARED = ("tests/golden", "tests/games/test_codes.py", "tests/games/test_phases.py")
"""Tests of all games, of which those of one game are run, as its name and the codes of its rules tell."""
ROOMS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "core": (("tests/core", "tests/games/test_random_games.py", "tests/tutor/test_refused.py"), ""),
    "parts": (("tests/parts", "tests/games/classic"), ""),
    "coach": (("tests/coach", "tests/tutor/test_hidden_hands.py"), ""),
    "games/classic": (("tests/games/classic", *SHARED), "classic or CL-"),
    "games/dirt": (("tests/games/dirt", *SHARED), "dirt or DI- or LAY-"),
    "games/crazy_rally": (("tests/games/crazy_rally", *SHARED), "crazy_rally or CR-"),
    "games/mil_millas": (("tests/games/mil_millas", *SHARED), "mil_millas or MM-"),
    "tutor": (("tests/tutor", "tests/golden", "tests/games/test_remedies.py"), ""),
    "page": (("tests/page",), ""),
    "widgets": (("tests/widgets",), ""),
}
"""Which tests look after a room, the quickest to notice first; and which of them, where that is not all."""
PICTURES = ("art", "car", "country", "draw", "faces", "landscape", "outlines", "paint", "playing_cards", "roadway",
            "scenery", "stamps", "surface", "verges")  # fmt: skip
"""Files that paint. People look at what they paint; no test compares it pixel by pixel."""
NO_MISTAKES = ("RemoveDecorator", "BitOr", "VariableInserter", "VariableReplacer")
"""Kinds of mutants that tell nothing here: decorators keep things or make values of classes, a stroke parts types."""


class Mutant(NamedTuple):
    """One mistake: where, the line as it was and as it is now, and the whole file with it."""

    file: str
    line: int
    was: str
    now: str
    text: str


# -- Making mistakes --------------------------------------------------------------------------------------------------


def sampled(room: str, seed: str, many: int) -> list[Mutant]:
    """Mistakes at so many places of a room, one at each."""
    rng = random.Random(f"{room}:{seed}")
    places = [place for path in files(room) for place in _places(path)]
    mutants = [rng.choice(place) for place in rng.sample(places, min(many, len(places)))]
    return [made(ROOT / file, kind, number) for file, kind, number in mutants]


def files(room: str) -> list[Path]:
    found = sorted((ROOT / "rallyman_tutor" / room).rglob("*.py"))
    return [path for path in found if path.stem not in PICTURES]


def _places(path: Path) -> list[list[tuple[str, str, int]]]:
    """Every place of a file where a mistake can be made: the mistakes possible there, each with its number among its kind."""
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator, operator_names

    found: dict[object, list[tuple[str, str, int]]] = {}
    file, tree = str(path.relative_to(ROOT)), get_ast_from_path(path)
    for kind in operator_names():
        if any(name in kind for name in NO_MISTAKES):
            continue
        operator = get_operator(kind)()
        spots = (spot for node in ast_nodes(tree) for spot in operator.mutation_positions(node))
        for number, spot in enumerate(spots):
            found.setdefault(spot, []).append((file, kind, number))
    for number, node in enumerate(_facts(path.read_text("utf-8"))):
        found[node.lineno, node.col_offset, "fact"] = [(file, FALSE_FACT, number)]
    return list(found.values())


FALSE_FACT = "fact"
FALSE = "(lambda _: _ + 1 if hasattr(_, 'numerator') else _ + 'x' if isinstance(_, str) else _ and _[1:])({fact})"
"""Makes a fact false: a number is one more, a name has one more letter, a list lacks its first entry."""


def _facts(text: str) -> list[ast.expr]:
    """The facts that a rule answers with: the values of what its check returns."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Return):
            for given in ast.walk(node):
                if isinstance(given, ast.Dict):
                    pairs = zip(given.keys, given.values, strict=True)
                    found += [value for key, value in pairs if isinstance(key, ast.Constant) and key.value != "case"]
    return found


def made(path: Path, kind: str, number: int) -> Mutant:
    text = path.read_text("utf-8")
    if kind == FALSE_FACT:
        now = _falsified(text, _facts(text)[number])
    else:
        from cosmic_ray.mutating import mutate_code
        from cosmic_ray.plugins import get_operator

        now = str(mutate_code(text, get_operator(kind)(), number))
    lines = zip(text.splitlines(), now.splitlines(), strict=False)
    line, was, then = next(((at, a, b) for at, (a, b) in enumerate(lines, 1) if a != b), (0, "", ""))
    return Mutant(str(path.relative_to(ROOT)), line, was.strip(), then.strip(), now)


def _falsified(text: str, fact: ast.expr) -> str:
    told = ast.get_source_segment(text, fact)
    lines = text.encode().splitlines(keepends=True)
    assert told is not None and fact.end_lineno is not None and fact.end_col_offset is not None
    start = sum(map(len, lines[: fact.lineno - 1])) + fact.col_offset
    end = sum(map(len, lines[: fact.end_lineno - 1])) + fact.end_col_offset
    return (text.encode()[:start] + FALSE.format(fact=told).encode() + text.encode()[end:]).decode()


# -- Noticing them ----------------------------------------------------------------------------------------------------


def tests_of(room: str, file: str) -> Iterator[tuple[str, ...]]:
    """What to give pytest for a file of a room, the nearest tests first."""
    folder, _, name = file.removeprefix("rallyman_tutor/").removesuffix(".py").rpartition("/")
    mirror = f"tests/{folder}/test_{name}.py"
    if (ROOT / mirror).exists():
        yield (mirror,)
    tests, chosen = ROOMS[room]
    own = tuple(test for test in tests if test not in SHARED or not chosen)
    yield own
    if chosen:
        yield (*(test for test in tests if test in SHARED and (ROOT / test).exists()), "-k", chosen)


def copied(to: Path) -> Path:
    """The checkout as git knows it, with what is not committed yet."""
    listed = subprocess.run(
        ("git", "ls-files", "-co", "--exclude-standard", "-z"), cwd=ROOT, capture_output=True, check=True, text=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def green(checkout: Path, tests: Sequence[str], patience: float) -> bool:
    """Whether tests pass there, in time."""
    command = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--benchmark-disable", *tests)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1", "PYTHONPATH": str(checkout)}
    try:
        run = subprocess.run(command, cwd=checkout, timeout=patience, capture_output=True, check=False, env=environment)
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def lives(checkout: Path, mutant: Mutant, room: str, patience: float) -> bool:
    """Whether no test notices the mistake."""
    path = checkout / mutant.file
    whole = path.read_text("utf-8")
    path.write_text(mutant.text, "utf-8")
    try:
        compile(mutant.text, mutant.file, "exec")
        return all(green(checkout, tests, patience) for tests in tests_of(room, mutant.file))
    except SyntaxError:
        return False
    finally:
        path.write_text(whole, "utf-8")


def excused() -> dict[tuple[str, str, str], str]:
    """Mutants that may live, and why."""
    listed = tomllib.loads(ALIVE.read_text("utf-8"))["mutants"] if ALIVE.exists() else []
    return {(one["file"], one["was"], one["now"]): one["why"] for one in listed}


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--room", choices=ROOMS, action="append", help="one room; without it, all of them")
    asked.add_argument("--seed", default="1")
    asked.add_argument("--many", type=int, default=200, help="mutants a room")
    asked.add_argument("--jobs", type=int, default=2)
    told = asked.parse_args()
    new = sum([hunt(room, told.seed, told.many, told.jobs) for room in told.room or ROOMS])
    return 1 if new else 0


def hunt(room: str, seed: str, many: int, jobs: int) -> int:
    """Mutants of one room; how many live that nobody has excused."""
    mutants, known = sampled(room, seed, many), excused()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        free: SimpleQueue[Path] = SimpleQueue()
        for job in range(jobs):
            free.put(copied(Path(folder) / str(job)))
        start = time.monotonic()
        if not all(green(Path(folder) / "0", tests, 3600) for tests in tests_of(room, "")):
            raise SystemExit(f"{room}: the tests fail without any mistake")
        patience = max(LEAST, SLOW * (time.monotonic() - start))

        def noticed(mutant: Mutant) -> bool:
            checkout = free.get()
            try:
                return not lives(checkout, mutant, room, patience)
            finally:
                free.put(checkout)

        alive = [mutant for mutant, dead in zip(mutants, pool.map(noticed, mutants), strict=True) if not dead]
    fresh = [one for one in alive if (one.file, one.was, one.now) not in known]
    took = (time.monotonic() - start) / 60
    print(f"{room}: {len(mutants)} mutants, {len(mutants) - len(alive)} noticed, {len(alive) - len(fresh)} excused, "
          f"{len(fresh)} alive, {took:.0f} min (seed {seed})")  # fmt: skip
    for one in fresh:
        print(f"  {one.file}:{one.line}\n    - {one.was}\n    + {one.now}")
    sys.stdout.flush()
    return len(fresh)


if __name__ == "__main__":
    sys.exit(main())
