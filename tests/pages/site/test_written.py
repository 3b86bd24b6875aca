"""The files of a static site, without running Python in them."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from itertools import product
from pathlib import Path

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import printed, shipped
from rallyman_tutor.pages.app import lessons_at_hand
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.commands import site
from rallyman_tutor.pages.commands.site import VERSION
from rallyman_tutor.pages.server.words import words
from rallyman_tutor.pages.site import archives, contents, writing
from rallyman_tutor.scene.palette import darkened
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.words.language import OFFERED, speaking
from tests.page.host import Visit
from tests.pages.site.sites import ROOT, TOOLS
from tests.some import some
from tests.tutor.lessons_at_hand import a_lesson


def test_every_file_has_its_hash(bare: Path) -> None:
    told = dict(line.split("  ")[::-1] for line in (bare / "SHA256SUMS").read_text().splitlines())
    there = {path.relative_to(bare).as_posix(): path for path in bare.rglob("*") if path.is_file()}
    assert told.keys() == there.keys() - {"SHA256SUMS"}
    assert all(
        hashlib.sha256(path.read_bytes()).hexdigest() == told[name] for name, path in there.items() if name in told
    )


def test_a_page_names_no_other_host_no_place_of_its_own_and_nothing_inline(bare: Path) -> None:
    for page in some(bare.glob("*.html")):
        text = page.read_text("utf-8")
        if page.name != "404.html":
            assert not re.search(r'(?:href|src)="(?:/|\w+:)', text), page.name
        assert "//" not in text.replace("http://www.w3.org", "")
        assert not re.search(r"\son\w+=|\sstyle=|<style|<script>", text), page.name
        assert "Content-Security-Policy" in text


def test_what_goes_to_servers_stands_below_the_path_that_was_asked_for(bare: Path) -> None:
    assert 'href="/rally/index.html"' in (bare / "404.html").read_text("utf-8")
    headers = (bare / "_headers").read_text("utf-8")
    assert headers.startswith("/rally/*\n") and "/rally/tutor-*" in headers
    assert writing.POLICY in headers and "unsafe-inline" not in headers and "'unsafe-eval'" not in headers


def test_the_service_keeps_everything_that_a_page_needs_without_a_network(bare: Path) -> None:
    (kept,) = re.findall(r"FILES = (\[.*?\]), PAGES", (bare / "service.js").read_text("utf-8"))
    there = {path.relative_to(bare).as_posix() for path in bare.rglob("*") if path.is_file()}
    assert set(json.loads(kept)) <= there
    once = r"tutor-\w+/|first/.*|languages/\w\w\.bin|\w+-sheet\.\w\w\.html"  # kept once it was seen or spoken
    left = {re.sub(once, "", name) for name in there - set(json.loads(kept))}
    mine = {"index.html", "classic-01-first-die.html", "mil_millas-drive.html"}
    assert left - mine == {
        "",
        "404.html",
        "SHA256SUMS",
        "_headers",
        ".nojekyll",
        "licences.txt",
        "code.bin",
        "library.bin",
        "service.js",
    }


def test_every_game_has_its_quick_reference_with_a_style_that_is_there(bare: Path) -> None:
    for key, language in product(SHELF, OFFERED):
        page = (bare / printed.address(key, language)).read_text("utf-8")
        assert SHELF[key].name in page and f'<html lang="{language}">' in page
        (style,) = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
        assert (bare / style).read_text("utf-8") == printed.STYLE


def test_a_site_that_a_host_writes_in_their_language_is_spoken_in_it() -> None:
    with speaking("nl"):
        page = writing._page("home/dirt", lessons_at_hand(), "tutor-x").decode()
        assert page.startswith('<!DOCTYPE html>\n<html lang="nl">') and words("nl")["start"]["loading"] in page
        assert 'rel="manifest" href="manifest.nl.webmanifest"' in page
    assert '<html lang="en">' in writing._page("home/dirt", lessons_at_hand(), "tutor-x").decode()


def test_the_site_is_installed_by_a_manifest_of_each_language(bare: Path) -> None:
    told = {one: json.loads((bare / f"manifest.{one}.webmanifest").read_bytes()) for one in OFFERED}
    assert [one["lang"] for one in told.values()] == list(OFFERED)
    assert len({one["description"] for one in told.values()}) == len(OFFERED)
    assert {(one["start_url"], one["scope"], one["icons"][0]["src"]) for one in told.values()} == {
        ("./index.html", "./", "icon.svg")
    }


def test_the_same_bytes_pack_to_the_same() -> None:
    assert contents.packed(b"rally" * 99) == contents.packed(b"rally" * 99)
    assert gzip.decompress(contents.packed(b"rally")) == b"rally"
    assert archives.archive({"a/b": b"12", "c": b"\n3"}) == b'[["a/b", 2], ["c", 2]]\n12\n3'


def test_a_teachers_lesson_goes_along_by_its_game_and_name() -> None:
    lesson = shipped.folder("lessons") / "classic" / "01-first-die"
    beside, alone = contents.data([lesson]), contents.data([lesson], only=True)
    for files in (beside, alone):
        assert files["own/classic/01-first-die/en.md"] == (lesson / "en.md").read_bytes()
    assert {name.split("/")[0] for name in beside.keys() - alone.keys()} == {"lessons"}
    assert not any(name.startswith("lessons/") for name in alone)


def test_the_stage_by_which_a_teachers_lesson_is_judged_goes_along(tmp_path: Path, own_tables: None) -> None:
    start = "s3 R3 s2 | You@s2 g3 no-sisu"
    step = f'id = "one"\nkind = "decide"\nstart = "{start}"\ndrafts = [{{ id = "a", draft = "3" }}, {{ id = "b", draft = "4" }}]'
    words = "# One\n\nJust one.\n\n## one\nLay it.\n\n- a: A\n- b: B\n"
    state = SHELF["classic"].read(start)
    RACES["classic"]().keep_table(state)
    lesson = a_lesson(tmp_path, f'game = "classic"\nteaches = []\n[[steps]]\n{step}\n', words)
    name = RACES["classic"]().name_of(RACES["classic"]().task_in(state))
    assert f"{name}.table" in dict(contents.solved([lesson])).keys() - dict(contents.solved()).keys()


@pytest.mark.parametrize(
    "at", ["classic/08-drifts", "dirt/07-bends", "mil_millas/01-first-card", "crazy_rally/01-first-card"]
)
def test_a_ground_drawn_in_the_light_becomes_that_of_the_dark(at: str) -> None:
    scene = Visit(at).page.board.pictures[-1].still()
    dark = darkened()

    def without_names(text: str) -> str:
        """Names follow from what is named, its colours too."""
        return re.sub(r"([#\"])[gpf][0-9a-f]{8}\b", r"\1name", text)

    turned = re.sub(r'"(#[0-9a-f]{6})"', lambda quoted: f'"{dark.get(quoted[1], quoted[1])}"', svg(scene, "light"))
    assert without_names(turned) == without_names(svg(scene, "dark"))


def test_the_version_that_is_asked_for_is_the_one_that_is_pinned() -> None:
    pinned = json.loads((ROOT / "binder/pyodide/package.json").read_text("utf-8"))
    assert pinned["dependencies"] == {"pyodide": VERSION}
    writing.check_tools(TOOLS, VERSION)


def test_without_its_tools_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", str(tmp_path / "out"), "--pyodide", str(tmp_path)]) == 2
    assert f"npm install pyodide@{VERSION}" in capsys.readouterr().err
    (tmp_path / "package.json").write_text('{"version": "0.27.7"}', "utf-8")
    assert main(["site", str(tmp_path / "out"), "--pyodide", str(tmp_path)]) == 2
    assert "is 0.27.7; a site is made with" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    with pytest.raises(writing.CannotWrite, match="no program node"):
        writing.check_tools(TOOLS._replace(node=""), VERSION)


def test_files_that_are_no_site_of_ours_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "index.html").write_text("mine", "utf-8")
    assert main(["site", str(tmp_path), "--pyodide", str(TOOLS.pyodide)]) == 2
    assert "no site of ours" in capsys.readouterr().err and (tmp_path / "index.html").read_text("utf-8") == "mine"
    assert main(["site", str(tmp_path / "index.html"), "--pyodide", str(TOOLS.pyodide)]) == 2


def test_lessons_that_cannot_be_proven_stop_the_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "bring", lambda own, only: None)
    pyodide = str(TOOLS.pyodide)
    assert main(["site", str(tmp_path / "out"), "--pyodide", pyodide, "--lessons", str(tmp_path)]) == 1
    assert not (tmp_path / "out").exists()


def test_lessons_are_brought_beside_the_built_in_ones_or_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = shipped.folder("lessons") / "classic" / "01-first-die"
    told = []

    def write(*given: object, only: bool) -> dict[str, bytes]:
        told.append((given[2:], only))
        return {}

    monkeypatch.setattr(site, "bring", lambda own, only: [lesson] if only else [])
    monkeypatch.setattr(writing, "write", write)
    asked = ["site", str(tmp_path / "out"), "--pyodide", str(TOOLS.pyodide), "--base-path", "/rally/"]
    assert main([*asked, "--only", str(lesson)]) == 0 and main([*asked, "--lessons", str(lesson)]) == 0
    assert told == [(([lesson], "/rally/"), True), (([], "/rally/"), False)]
    assert main([*asked, "--only", str(lesson), "--lessons", str(lesson)]) == 2
    assert "without them" in capsys.readouterr().err
