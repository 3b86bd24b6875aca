"""The engine runs in a browser's Python as it does here: its examples come to the same there, by the same functions."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.games import NAMES
from rallyman_tutor.pages.site import archives, contents
from tests.pages.site.advised import advised
from tests.pages.site.judged import judged
from tests.pages.site.sites import ROOT, TOOLS


def in_node(folder: Path, module: str, function: str, calls: Sequence[Sequence[object]]) -> list[str]:
    """The results of a function of a module of tests in Pyodide, call by call."""
    name = f"{module.replace('.', '/')}.py"
    solved = {f"rallyman_tutor/coach/solver/shipped/{file}": table for file, table in contents.solved()}
    files = {**contents.modules(), **contents.data(()), **solved, name: (ROOT / name).read_bytes()}
    (folder / "archive").write_bytes(archives.archive(files))
    script = Path(__file__).with_name("in_node.mjs")
    asked: list[str | Path] = [
        TOOLS.node,
        script,
        TOOLS.pyodide,
        folder / "archive",
        module,
        function,
        *map(json.dumps, calls),
    ]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, "\n".join(line[:300] for line in done.stderr.splitlines()[-20:])
    return done.stdout.splitlines()


def names_of_modules() -> list[str]:
    """The modules of a site."""
    return [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in contents.modules()]


def test_every_module_of_a_site_can_be_loaded_without_what_a_browser_lacks(unpacked: Path) -> None:
    """All of them are loaded when a site is written. Here by our own Python, with nothing installed but the
    stand-ins."""
    names = names_of_modules()
    script = "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(unpacked)!r}); {script}", *names],
        capture_output=True,
        text=True,
        check=False,
    )
    assert len(names) > 300 and done.returncode == 0, done.stderr[-1000:]


def test_every_module_is_loaded_by_a_browsers_python_and_every_example_of_a_rule_comes_to_the_same_in_it(
    tmp_path: Path,
) -> None:
    """Its standard library lacks some names. One such Python is asked for both: to start one takes seconds."""
    names = names_of_modules()
    loaded, *there = in_node(tmp_path, "tests.pages.site.judged", "answer", [names, *((key,) for key in NAMES)])
    assert loaded == str(len(names)) and len(there) == len(NAMES)
    for key, told in zip(NAMES, there, strict=True):
        here = json.loads(judged(key))
        assert len(here) > 150 and json.loads(told) == here, key


@pytest.mark.wide
def test_decisions_cost_the_same_in_a_browser(tmp_path: Path) -> None:
    there = in_node(tmp_path, "tests.pages.site.advised", "advised", [(key, 9, 9) for key in RACES])
    for key, told in zip(RACES, there, strict=True):
        here = json.loads(advised(key, 9, 9))
        assert len(here) > 10 and json.loads(told) == here, key
