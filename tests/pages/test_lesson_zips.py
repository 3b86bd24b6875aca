"""Lessons in a zip: only what belongs to lessons is laid out, and nothing outside of the folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from rallyman_tutor.pages import lesson_zips, serve, shipped
from rallyman_tutor.pages.app import lessons_at_hand, open_at
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.lesson_zips import MOST_BYTES, Unfit, unpack
from rallyman_tutor.tutor.lesson.lesson_folders import covers, write_first_lesson
from tests.some import some


def zipped(file: Path, *members: tuple[str | ZipInfo, str | bytes]) -> Path:
    with ZipFile(file, "w", ZIP_DEFLATED) as opened:
        for name, text in members:
            opened.writestr(name, text)
    return file


def lesson(name: str, solution: str = "3 4") -> list[tuple[str | ZipInfo, str | bytes]]:
    """The files of a lesson of this name, as a zip has them."""
    folder = shipped.PACKAGE / "tutor" / "texts" / "new-lesson" / name.split("/")[-2]
    toml = (folder / "lesson.toml").read_text("utf-8").replace('solution = "3 4"', f'solution = "{solution}"')
    return [(f"{name}/lesson.toml", toml), (f"{name}/en.md", (folder / "en.md").read_text("utf-8"))]


def files_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_only_files_of_lessons_are_laid_out(tmp_path: Path) -> None:
    more = [
        ("club/run.py", "print(1)"),
        ("club/notes.txt", "x"),
        ("__MACOSX/club/en.md", "x"),
        ("club/.lesson.toml", "x"),
    ]
    packed = zipped(
        tmp_path / "club.zip", *lesson("club/classic/01-mine"), *more, ("club/classic/01-mine/de.md", "# Eins")
    )
    (folder := tmp_path / "here").mkdir()
    unpack(packed, folder)
    assert files_in(folder) == [f"club/classic/01-mine/{name}" for name in ("de.md", "en.md", "lesson.toml")]
    assert (folder / "club/classic/01-mine/de.md").read_text("utf-8") == "# Eins"


def _link() -> ZipInfo:
    link = ZipInfo("a/en.md")
    link.external_attr = 0o120777 << 16
    return link


@pytest.mark.parametrize(
    ("why", "members"),
    [
        ("outside", [("../en.md", "x")]),
        ("outside", [("/tmp/en.md", "x")]),
        ("outside", [("a/../../en.md", "x")]),
        ("outside", [("..\\en.md", "x")]),
        ("outside", [("C:/en.md", "x")]),
        ("outside", [(_link(), "/etc/passwd")]),
        ("twice", [("a/en.md", "x"), ("a\\en.md", "y")]),
        ("too-large", [("a/en.md", b"0" * (MOST_BYTES + 1))]),
        ("too-deep", [("a/" * 20 + "en.md", "x")]),
        ("too-deep", [("a" * 200 + "/en.md", "x")]),
    ],
)
def test_a_zip_that_would_do_harm_is_refused_and_nothing_comes_to_lie_outside(
    why: str, members: Any, tmp_path: Path
) -> None:
    packed = zipped(tmp_path / "evil.zip", *members)
    (folder := tmp_path / "in" / "here").mkdir(parents=True)
    with pytest.raises(Unfit) as refused:
        unpack(packed, folder)
    assert refused.value.why == why and refused.value.file
    assert [name for name in files_in(tmp_path) if not name.startswith("in/here/")] == ["evil.zip"]


def test_a_zip_has_not_more_files_and_bytes_than_lessons_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = zipped(tmp_path / "many.zip", *((f"{n}/en.md", "x" * 100) for n in range(6)))
    for name, most, why in (("MOST_FILES", 5, "too-many"), ("MOST_BYTES_IN_ALL", 599, "too-large")):
        (folder := tmp_path / why).mkdir()
        with monkeypatch.context() as less, pytest.raises(Unfit, match=why):
            less.setattr(lesson_zips, name, most)
            unpack(packed, folder)
    unpack(packed, tmp_path / "many")
    assert len(files_in(tmp_path / "many")) == 6


def _locked(raw: bytes) -> bytes:
    at = raw.index(b"PK\x01\x02")
    return raw[:at] + raw[at : at + 8] + b"\x01" + raw[at + 9 :]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [(lambda raw: b"no zip", "no-zip"), (lambda raw: raw[:-30], "no-zip"), (_locked, "locked"),
     (lambda raw: raw.replace(raw[60:64], b"\x00\x01\x02\x03"), "no-zip")],
)  # fmt: skip
def test_what_is_no_whole_open_zip_is_told(spoil: Callable[[bytes], bytes], why: str, tmp_path: Path) -> None:
    packed = zipped(tmp_path / "club.zip", *lesson("classic/01-mine"))
    packed.write_bytes(spoil(packed.read_bytes()))
    with pytest.raises(Unfit, match=why):
        unpack(packed, tmp_path)
    assert main(["check", str(packed)]) == 2


def test_folders_and_zips_are_checked_one_behind_the_other_and_faults_named_in_the_zip(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_first_lesson(tmp_path / "club/dirt/01-mine")
    packed = zipped(tmp_path / "autumn.zip", *lesson("classic/01-mine"))
    assert main(["check", str(tmp_path / "club"), str(packed)]) == 0
    assert capsys.readouterr().out == "Proven: 2 lessons, 7 steps.\n"
    faulty = zipped(tmp_path / "faulty.zip", *lesson("classic/02-bad", "4 3"))
    assert main(["check", str(packed), str(faulty)]) == 1
    assert capsys.readouterr().out.startswith(f"{faulty}/classic/02-bad/lesson.toml:15: steps[1].solution: ")
    evil = zipped(tmp_path / "evil.zip", ("../en.md", "x"))
    assert main(["check", str(evil)]) == 2
    assert "do not trust this zip" in capsys.readouterr().err


@pytest.mark.parametrize("only", [False, True])
def test_lessons_are_served_beside_the_built_in_ones_or_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], only: bool
) -> None:
    for name in (serve.LESSONS_VARIABLE, serve.ONLY_VARIABLE):
        monkeypatch.setenv(name, "")
    seen: list[Any] = []

    def started(**settings: Any) -> int:
        seen.append((list(lessons_at_hand().named), open_at().place["at"], serve.brought_lessons()))
        if only:
            assert open_at("classic/01-first-die").place["at"] == "home/dirt"
        return 0

    monkeypatch.setattr(serve, "serve", started)
    packed = zipped(tmp_path / "autumn.zip", *lesson("dirt/02-yours"))
    write_first_lesson(tmp_path / "club/dirt/01-mine")
    assert main([str(packed), str(tmp_path / "club"), *(["--only"] if only else [])]) == 0
    ((names, at, folders),) = seen
    mine = ["dirt/02-yours", "dirt/01-mine"]
    built_in = [one.name for one in covers(shipped.folder("lessons"))]
    assert names == (mine if only else [*built_in, *mine])
    assert at == ("home/dirt" if only else "home")
    assert not folders[0].exists() and folders[1].exists()  # what was unpacked is gone when the tutor ends
    said = capsys.readouterr().out
    assert said == f"{'Only these lessons' if only else 'Beside the built-in lessons'}: {', '.join(mine)}\n"


def test_nothing_is_started_without_any_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--only"]) == 2
    assert "serve my-lessons --only" in capsys.readouterr().err


def test_a_road_of_lessons_that_are_alone_is_not_called_after_a_course_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_first_lesson(tmp_path / "classic/01-mine")
    monkeypatch.setenv(serve.LESSONS_VARIABLE, str(tmp_path))
    monkeypatch.setenv(serve.ONLY_VARIABLE, "1")
    assert [one.chapter for one in some(lessons_at_hand().covers)] == ["more"]
