"""Lessons of a teacher's own, beside the built-in ones: the words about them, the kernels' view, the map.

The lesson is the one that `lessons/README.md` builds from nothing, and all that this chapter shows is held to be true.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.pages import serve, shipped
from rallyman_tutor.pages.app import open_at
from rallyman_tutor.pages.cli import main
from rallyman_tutor.tutor.lesson.lesson_folders import covers, write_first_lesson
from rallyman_tutor.tutor.lesson.reading import read
from tests.pages.servers import HOST, ROOT, free_port

NAME = "classic/01-brake-in-time"
CHAPTER = (ROOT / "lessons/README.md").read_text(encoding="utf-8").partition("## One lesson from nothing\n")[2]
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", CHAPTER, re.MULTILINE | re.DOTALL)
SERVING = "rallyman-tutor club"


def write(file: Path, text: str, fresh: bool) -> None:
    """Writes as the chapter says: all of a file, one line of it anew, or more at its end."""
    old = "" if fresh else file.read_text("utf-8")
    key = text.partition(" = ")[0]
    if text.count("\n") == 1 and (line := re.search(rf"^{key} = .*\n", old, re.MULTILINE)):
        file.write_text(old.replace(line[0], text), "utf-8")
    else:
        file.write_text(old + text, "utf-8")


def said_by(line: str) -> str:
    """The words of a command that is typed in the working folder."""
    _, *arguments = shlex.split(line)
    said, refused = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(refused):
        main(arguments)
    assert refused.getvalue() == "", line
    return said.getvalue().strip()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The chapter, followed to the letter by somebody who has nothing yet."""
    home = tmp_path_factory.mktemp("home")
    folder = home / "club" / NAME
    files = {"toml": folder / "lesson.toml", "markdown": folder / "en.md"}
    begun: set[str] = set()
    with chdir(home), pytest.MonkeyPatch.context() as patched:
        patched.setenv("COLUMNS", "88")
        for kind, text in BLOCKS:
            if kind != "console":
                write(files[kind], text, kind not in begun)
                begun.add(kind)
                continue
            line, _, answer = text.removeprefix("$ ").partition("\n")
            if line != SERVING:
                assert said_by(line) == answer.strip(), line
    return home / "club"


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test takes its brought lessons away again."""
    monkeypatch.setenv(serve.LESSONS_VARIABLE, "")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, environment: None) -> list[dict[str, Any]]:
    """With what the server would have been started."""
    seen: list[dict[str, Any]] = []

    def note(**settings: Any) -> int:
        seen.append(settings)
        return 0

    monkeypatch.setattr(serve, "serve", note)
    return seen


def own(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """The skeleton as a lesson of this name, with changes."""
    write_first_lesson(folder / name)
    file = folder / name / "lesson.toml"
    for old, new in changes:
        assert old in file.read_text("utf-8")
        file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    return folder / name


def test_the_chapter_has_ten_steps_and_ends_with_playing() -> None:
    assert re.findall(r"^\*\*(\d+)\.", CHAPTER, re.MULTILINE) == [str(n) for n in range(1, 11)]
    assert BLOCKS[-1][1].startswith(f"$ {SERVING}\n")


def test_the_lesson_of_the_chapter_is_what_it_says(club: Path) -> None:
    lesson, faults = read(club / NAME)
    assert lesson and not faults
    assert [step.id for step in lesson.steps] == ["in-time", "too-fast", "home"]


def test_a_folder_starts_the_tutor_with_its_lessons(
    club: Path, started: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(club), "--no-browser", "--port=99"]) == 0
    (found,) = started
    found.pop("more")  # how much of the rooms is one address's; see test_serve
    assert found == {"port": 99, "ip": "localhost", "base_url": "/", "browser": False, "rooms": None, "evening": None}
    assert serve.brought_lessons() == ((club / NAME).resolve(),)
    assert capsys.readouterr().out == f"Beside the built-in lessons: {NAME}\n"


def test_one_lesson_alone_can_be_brought_and_so_can_serve_be_typed(club: Path, started: list[dict[str, Any]]) -> None:
    assert main(["serve", str(club / NAME)]) == 0
    assert started and serve.brought_lessons() == ((club / NAME).resolve(),)


def test_lessons_with_faults_are_named_and_left_out(
    tmp_path: Path, started: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    fine = own(tmp_path, "classic/01-fine")
    unproven = own(tmp_path, "classic/02-unproven", ('solution = "3 4"', 'solution = "4 3"'))
    unread = own(tmp_path, "classic/03-unread", ('kind = "quiz"', "kind = quiz"))
    assert main([str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert (
        f"{unproven / 'lesson.toml'}:15: steps[1].solution: The rules refuse move 1, '4', from s1 on: CL-GEAR-02"
        in said
    )
    assert f"Left out until mended: {unproven}, {unread}\n" in said
    assert said.endswith("Beside the built-in lessons: classic/01-fine\n")
    assert started and serve.brought_lessons() == (fine,)


def test_faults_in_words_of_another_language_are_named_and_the_lesson_is_told_in_its_first(
    tmp_path: Path, started: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    fine, half = own(tmp_path, "classic/01-fine"), own(tmp_path, "classic/02-half")
    alone = own(tmp_path, "classic/03-alone")
    (half / "de.md").write_text("# Halb\n\nEin Satz.\n", "utf-8")
    (alone / "en.md").rename(alone / "it.md")
    assert main([str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert f"{half / 'de.md'}:" in said and "Left out" not in said
    assert f"Told in their first language alone until mended: {half}\n" in said
    assert said.endswith("Beside the built-in lessons: classic/01-fine, classic/02-half, classic/03-alone\n")
    assert started and serve.brought_lessons() == (fine, half, alone)


def test_a_name_that_is_taken_is_named_and_left_out(
    tmp_path: Path, started: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    taken = Path(covers(shipped.folder("lessons"))[0].name).name
    for name in (f"classic/{taken}", "a/classic/01-mine", "b/classic/01-mine"):
        own(tmp_path, name)
    assert main([str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert f"{tmp_path}/classic/{taken}: There is another lesson classic/{taken}." in said
    assert f"{tmp_path}/b/classic/01-mine: There is another lesson classic/01-mine." in said
    assert serve.brought_lessons() == (tmp_path / "a/classic/01-mine",)


@pytest.mark.parametrize("what", ["empty", "faulty"])
def test_where_no_lesson_is_left_nothing_is_started(
    tmp_path: Path, started: list[dict[str, Any]], capsys: pytest.CaptureFixture[str], what: str
) -> None:
    if what == "faulty":
        own(tmp_path, "classic/01-mine", ("[[steps]]", "[[steps"))
    assert main([str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert not started and "nothing was started" in said and f"Try: rallyman-tutor check {tmp_path}" in said


def test_what_is_no_folder_and_no_command_says_what_to_type(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["my-lesons"]) == 2
    said = capsys.readouterr().err
    assert "no folder" in said and "--help" in said


def test_a_folder_called_like_a_command_is_written_with_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: list[dict[str, Any]]
) -> None:
    own(tmp_path / "rules", "classic/01-mine")
    monkeypatch.chdir(tmp_path)
    assert main(["rules"]) == 0 and not started
    assert main(["./rules"]) == 0 and started


# -- In the kernels ---------------------------------------------------------------------------------------------------


def test_a_page_lists_them_behind_the_built_in_ones_and_opens_them(club: Path, environment: None) -> None:
    built_in = [lesson["name"] for lesson in open_at("home/classic").place["home"]["lessons"]]
    serve.bring_lessons([club / NAME])
    names = [lesson["name"] for lesson in open_at("home/classic").place["home"]["lessons"]]
    assert names == [*built_in, NAME]
    page = open_at(NAME)
    assert page.place["title"] == "Brake in time"
    assert page.place["page"] == f"index?at={NAME}"
    assert len(page.sheet["steps"]) == 3
    assert page.sheet["goal"] == "Take the bend on its line, in 2nd."


def test_a_kernel_inherits_them(club: Path, environment: None) -> None:
    from jupyter_client.manager import start_new_kernel

    serve.bring_lessons([club / NAME])
    manager, client = start_new_kernel(kernel_name="python3", cwd=str(ROOT))
    try:
        ask = f"from rallyman_tutor.pages.app import open_at; print(open_at({NAME!r}).place['title'])"
        said: list[str] = []
        answer = client.execute_interactive(
            ask, timeout=60, output_hook=lambda told: said.append(told["content"].get("text", ""))
        )
        assert answer["content"]["status"] == "ok"
        assert "".join(said).strip() == "Brake in time"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.mark.wide
def test_the_last_command_of_the_chapter_says_what_it_shows(club: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "rallyman_tutor", "club", "--no-browser", f"--port={port}", f"--ip={HOST}"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=club.parent, env=env, stdout=pipe, stderr=subprocess.STDOUT, text=True) as run:
        assert run.stdout
        said = [run.stdout.readline(), run.stdout.readline()]
        run.terminate()
    shown = BLOCKS[-1][1].splitlines(keepends=True)[1:]
    assert said == [line.replace("localhost:8866", f"{HOST}:{port}") for line in shown]


def test_check_tells_where_a_lesson_and_its_notebook_say_different_things(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lessons, folder = tmp_path / "lessons", tmp_path / "notebooks"
    assert main(["new-lesson", str(lessons / "classic/50-mine")]) == 0
    assert main(["notebooks", str(folder), "--lessons", str(lessons)]) == 0
    check = ["check", str(lessons), "--notebooks", str(folder)]
    assert main(check) == 0
    notebook, words = folder / "classic-50-mine.ipynb", lessons / "classic/50-mine/en.md"
    told = json.loads(notebook.read_text("utf-8"))
    heads = [n for n, cell in enumerate(told["cells"]) if "".join(cell["source"]).startswith("### ")]
    told["cells"][heads[0]]["source"] = "### 1. Another goal."  # a kernel writes one text, the tutor a list of lines
    told["cells"].insert(1, {"cell_type": "markdown", "id": "mine", "metadata": {}, "source": "For my class."})
    del told["cells"][heads[1] + 1]
    notebook.write_text(json.dumps(told), "utf-8")
    capsys.readouterr()
    assert main(check) == 1
    changed, gone, count = filter(None, capsys.readouterr().out.splitlines())
    assert f"{notebook}:{heads[0] + 2}: 1. " in changed and 'the notebook "### 1. Another goal."' in changed
    assert f"{notebook}:0: 2. " in gone and "has no such cell" in gone
    assert count == "Faults: 2."
    assert main(["notebooks", str(folder), "--lessons", str(lessons)]) == 0
    words.write_text(words.read_text("utf-8").replace("Get to the third space", "Drive to the third space"), "utf-8")
    capsys.readouterr()
    assert main([*check, "--json"]) == 1
    (one,) = json.loads(capsys.readouterr().out)
    assert one["why"] == "notebook-differs" and "Drive to the third space" in one["said"]
