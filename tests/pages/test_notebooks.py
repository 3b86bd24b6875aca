"""The checked-in notebooks: in step with the lessons, each runs, and the command that writes them spares all others."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell
from nbclient import NotebookClient

from rallyman_tutor.pages import shipped
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.lesson_notebook import LAB
from rallyman_tutor.pages.notebooks import ENGINE, wanted
from rallyman_tutor.tutor.lesson.lessons import Lesson
from rallyman_tutor.widgets.table import Table
from tests.pages.servers import ROOT

FOLDER = ROOT / "notebooks"
LESSONS = shipped.lessons()
NOTEBOOKS = wanted(LESSONS)


@pytest.fixture(scope="module")
def shell() -> Iterator[InteractiveShell]:
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


def test_the_notebooks_are_in_step_with_the_lessons() -> None:
    there = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.ipynb")}
    assert there == dict(NOTEBOOKS), "write them anew: rallyman-tutor notebooks"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.wide) if re.search(r"-\d\d-(?<!-01-)", name) else name
        for name in sorted(NOTEBOOKS.keys() - {ENGINE})
    ],
)
def test_every_notebook_opens_the_tutor_at_its_place(shell: InteractiveShell, name: str) -> None:
    """Those of lessons differ in nothing but the name of the lesson, so each game's first stands for them."""
    notebook = nbformat.reads(NOTEBOOKS[name], as_version=4)
    nbformat.validate(notebook)
    (cell,) = (cell for cell in notebook.cells if LAB not in cell.metadata.get("tags", ()))
    done = shell.run_cell(cell.source)
    done.raise_error()
    assert isinstance(done.result, Table)
    page = (
        "index" if name == "practice.ipynb" else name.removesuffix(".ipynb")
    )  # who has broken nothing yet has nothing to practise
    assert done.result.place["page"] == page


@pytest.mark.parametrize(
    "lesson",
    [
        pytest.param(lesson, id=lesson.name, marks=() if "/01-" in lesson.name else pytest.mark.wide)
        for lesson in LESSONS
    ],
)
def test_the_notebook_of_a_lesson_has_every_step_with_its_picture_and_code_that_runs(
    shell: InteractiveShell, lesson: Lesson
) -> None:
    notebook = nbformat.reads(NOTEBOOKS[f"{lesson.name.replace('/', '-')}.ipynb"], as_version=4)
    cells = [cell for cell in notebook.cells if LAB in cell.metadata.get("tags", ())]
    told = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    for step in lesson.steps:
        assert step.words.goal in told
    shown = []
    for cell in (cell for cell in cells if cell.cell_type == "code"):
        done = shell.run_cell(cell.source)
        done.raise_error()
        shown.append(type(done.result).__name__)
    assert {"Position"} <= set(shown) <= {"Position", "RuleText", "Verdict", "NoneType"}
    assert ("RuleText" in shown) is bool(lesson.teaches)
    assert all(rule in told for rule in lesson.teaches)


def test_the_walk_through_the_engine_shows_what_it_says(
    shell: InteractiveShell, capsys: pytest.CaptureFixture[str]
) -> None:
    notebook = nbformat.reads(NOTEBOOKS[ENGINE], as_version=4)
    nbformat.validate(notebook)
    shown = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            done = shell.run_cell(cell.source)
            done.raise_error()
            shown.append(type(done.result).__name__)
            assert done.result is not None or capsys.readouterr().out, cell.source
    assert shown[:3] == ["Position", "Verdict", "Verdict"]
    assert {"Picture", "RuleText"} <= set(shown) and isinstance(done.result, Table)


def test_a_notebook_runs_in_a_kernel_of_its_own() -> None:
    notebook = nbformat.reads(NOTEBOOKS["index.ipynb"], as_version=4)
    NotebookClient(notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}).execute()
    (output,) = notebook.cells[0].outputs
    assert "application/vnd.jupyter.widget-view+json" in output.data


def test_the_command_writes_all_that_is_missing_and_then_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new"
    assert main(["notebooks", str(folder)]) == 0
    assert capsys.readouterr().out.count("Written: ") == len(NOTEBOOKS)
    assert {path.name for path in folder.iterdir()} == set(NOTEBOOKS)
    assert main(["notebooks", str(folder)]) == 0
    assert "as they should be" in capsys.readouterr().out


def test_it_takes_away_its_own_and_spares_those_of_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "classic-99-gone.ipynb").write_text(NOTEBOOKS["drive.ipynb"], "utf-8")
    (tmp_path / "mine.ipynb").write_text("{}", "utf-8")
    (tmp_path / "index.ipynb").write_text("{}", "utf-8")
    assert main(["notebooks", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert f"Taken away: {tmp_path / 'classic-99-gone.ipynb'}" in said
    assert f"Not ours, left as it is: {tmp_path / 'index.ipynb'}" in said
    assert not (tmp_path / "classic-99-gone.ipynb").exists()
    assert (tmp_path / "mine.ipynb").read_text() == (tmp_path / "index.ipynb").read_text() == "{}"


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["notebooks", os.fspath(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err
