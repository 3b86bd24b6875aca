"""The languages of a static site: each comes packed to those who speak it, and English holds none of the others."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.coach.solver import table_files
from rallyman_tutor.pages import shipped
from rallyman_tutor.pages.site import archives, contents
from rallyman_tutor.pages.site import visitor as visitors
from rallyman_tutor.pages.site.visitor import Visitor
from rallyman_tutor.tutor.words import language
from rallyman_tutor.tutor.words.language import ENGLISH, OFFERED, speaking
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import LESSONS

OTHERS = [one for one in OFFERED if one != ENGLISH]
AT = "classic/02-changing-gear"
CLASSIC, TUTOR = "rallyman_tutor/games/classic/texts/de.toml", "rallyman_tutor/tutor/texts/de.toml"
SAID: tuple[dict[str, Any], ...] = (
    {"do": "hello", "theme": "light", "drawn": True, "browser": "de-CH", "at": AT},
    {"do": "lay", "piece": "1", "place": "s1"},
    {"do": "language", "to": "fr"},
)
"""A visitor's words: they lay a die, and go on in French."""


def test_every_language_is_packed_with_all_of_its_files_and_none_of_another(tmp_path: Path) -> None:
    own = tmp_path / "own" / "first"
    own.mkdir(parents=True)
    for name in ("lesson.toml", "en.md", "de.md"):
        (own / name).write_text("")
    english = {name for name in contents.data((own,)) if not name.startswith("own/")}
    assert not [name for name in english if re.search(rf"\b({'|'.join(OTHERS)})\.\w+$", name)]
    assert "own/own/first/de.md" in contents.data((own,)), "a teacher's lesson comes with all its languages"
    told = [name for name in english if re.search(r"\ben\.(toml|md)$", name) and "/new-lesson/" not in name]
    assert len(told) > 90
    for one in OTHERS:
        assert [*contents.texts(one)] == sorted(re.sub(r"\ben(\.\w+)$", rf"{one}\1", name) for name in told)
        assert {name.partition("/")[0] for name in contents.texts(one, only=True)} == {"rallyman_tutor"}


def test_what_is_packed_is_unpacked_and_a_half_is_nothing() -> None:
    packed = contents.packed(archives.archive({"a/b": b"12", "c": b"\n3"}))
    assert archives.unpacked(packed) == {"a/b": b"12", "c": b"\n3"}
    assert archives.unpacked(packed[:-9]) == archives.unpacked(b"a page of the host") == {}


VISIT = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from rallyman_tutor.pages.site.visitor import Visitor

class Found(bytes):
    to_bytes = bytes.__bytes__

def texts(language):
    file = Path(sys.argv[1], f"{language}.bin")
    told.append(f"asked for {language}")
    return Found(file.read_bytes()) if file.is_file() else None

told = []
for at in ("classic/01-first-die", "home/dirt"):  # as when the memory is made
    Visitor(at, told.append).hear('{"do": "hello", "theme": "light", "drawn": true}')
told.clear()
visitor = Visitor(sys.argv[2], told.append, texts=texts, speaks="de")
for intent in sys.argv[3:]:
    visitor.hear(intent)
    while visitor.go_on():
        pass
print(json.dumps(told))
"""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A visitor of this very process, who has all languages at hand."""
    monkeypatch.setattr(visitors, "lessons", lambda: LESSONS)
    monkeypatch.setattr(table_files, "ELSEWHERE", [])
    monkeypatch.setattr(language, "ELSEWHERE", [])
    with speaking(ENGLISH):
        yield


def test_a_language_that_comes_later_is_told_as_where_all_are_at_hand(unpacked: Path, here: None) -> None:
    for one in ("de", "fr"):
        (unpacked / f"{one}.bin").write_bytes(contents.packed(archives.archive(contents.texts(one))))
    (unpacked / "nl.bin").write_bytes((unpacked / "fr.bin").read_bytes()[:9999])
    more = [{"do": "language", "to": to} for to in ("es", "nl", "de")]
    asked = [sys.executable, "-I", "-S", "-c", VISIT, str(unpacked), AT, *map(json.dumps, (*SAID, *more))]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-1000:]
    there: list[str] = json.loads(done.stdout)
    told: list[str] = []
    visitor = Visitor(AT, told.append, speaks="de")
    for intent in SAID:
        visitor.hear(json.dumps(intent))
        while visitor.go_on():
            pass
    assert [one for one in there if one.startswith("asked")] == [f"asked for {one}" for one in ("de", "fr", "es", "nl")]
    messages = [json.loads(one) for one in there if not one.startswith("asked")]
    here_told = [json.loads(one) for one in told]
    timeless = [[one for one in found if "progress" not in one] for found in (messages[: len(told)], here_told)]
    assert timeless[0] == timeless[1]
    with speaking("fr"):
        why = str(text_tables("tutor")["page"]["language-not-there"])
    refused = [one["answer"]["text"] for one in messages[len(told) :] if one.get("answer", {}).get("kind") == "told"]
    assert refused == [why.format(language="Español"), why.format(language="Nederlands")]
    assert messages[-1].keys() & {"choices", "progress", "view"} and "Gang" in json.dumps(messages[len(told) :])


def test_a_broken_file_among_the_texts_that_came_is_told_once_with_its_line_and_the_page_goes_on(
    unpacked: Path, tmp_path: Path
) -> None:
    shutil.copytree(unpacked, tmp_path, ignore=shutil.ignore_patterns("de.*"), dirs_exist_ok=True)
    texts = contents.texts("de")
    half = texts[CLASSIC][:9000].rpartition(b"\n")[0] + b'\ngear = "kein Ende\n'
    wrong = texts[TUTOR].replace(b'\nto-map = "', b'\nto-map = "{nobody} ').replace(b"theme-dark = ", b"theme-duck = ")
    broken = contents.packed(archives.archive({**texts, CLASSIC: half, TUTOR: wrong}))
    (tmp_path / "de.bin").write_bytes(broken)
    said = (SAID[0], SAID[1], {"do": "go", "to": "home/classic"}, {"do": "go", "to": AT})
    asked = [sys.executable, "-I", "-S", "-c", VISIT, str(tmp_path), AT, *map(json.dumps, said)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-1000:]
    messages = [json.loads(one) for one in json.loads(done.stdout)[1:]]
    told = [one["answer"]["text"] for one in messages if one.get("answer", {}).get("kind") == "told"]
    with speaking("de"):
        page, faults = text_tables("tutor")["page"], text_tables("tutor")["text-faults"]
    column = len('gear = "kein Ende') + 1
    why, line = faults["not-toml"].format(column=column), half.count(b"\n")
    here = wrong[: wrong.index(b'to-map = "{nobody} ')].count(b"\n") + 1
    unknown = faults["unknown-place"].format(found="nobody", list="–")
    assert told == [
        page["sentences-broken"].format(language="Deutsch", file=TUTOR, line=here, why=unknown, n=1)
        + " "
        + page["language-broken"].format(language="Deutsch", file=CLASSIC, line=line, why=why)
    ]
    views = [one["view"] for one in messages if "view" in one]
    assert "gear die" in json.dumps(views) and "Gangwürfel" not in str(views), "the game speaks English"
    assert {one["words"]["close"] for one in messages if "words" in one} == {page["close"]}, "the page speaks German"


def test_a_language_that_is_nowhere_is_not_spoken(here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "at_hand", lru_cache(lambda: (ENGLISH,)))
    told: list[str] = []
    visitor = Visitor("classic/01-first-die", told.append, speaks="de")
    visitor.hear(json.dumps({"do": "hello", "theme": "light", "drawn": True, "browser": "de"}))
    answer = next(found["answer"]["text"] for one in told if "answer" in (found := json.loads(one)))
    assert answer == str(text_tables("tutor")["page"]["language-not-there"]).format(language="Deutsch")
    offered = next(found["words"]["languages"] for one in told if "words" in (found := json.loads(one)))
    assert [*offered] == [*OFFERED], "they can be chosen, and may come then"


def test_lessons_lie_where_the_packed_ones_are_put() -> None:
    names = [*contents.texts("de")]
    assert "rallyman_tutor/tutor/texts/de.toml" in names and "lessons/classic/04-clock/de.md" in names
    assert (shipped.folder("lessons") / "classic/04-clock/de.md").is_file()
