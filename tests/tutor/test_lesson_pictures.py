"""Pictures in a lesson: named in the text, with words for those who do not see them; a fault is told with its line."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from struct import pack
from zipfile import ZipFile
from zlib import compress, crc32

import pytest

from rallyman_tutor.page.lessons import lessons_in
from rallyman_tutor.pages.lesson_zips import unpack
from rallyman_tutor.pages.site import contents
from rallyman_tutor.tutor.lesson import lesson_pictures, reading
from rallyman_tutor.tutor.lesson.faults import fault_text
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.sitting import sit_down
from tests.page.host import Visit
from tests.tutor.lessons_at_hand import a_lesson, lesson_in
from tests.tutor.test_links import TOML, WORDS

NAMED = WORDS.replace("> Think twice.", "![The bend from above](bend.png)\n\n> Think twice.")
LINE = 10
"""Where the picture stands."""


def drawn(width: int = 4, height: int = 3) -> bytes:
    """A picture in one colour, as PNG."""

    def part(kind: bytes, inside: bytes) -> bytes:
        return pack(">I", len(inside)) + kind + inside + pack(">I", crc32(kind + inside))

    rows = b"".join(b"\0" + b"\xb3\x20\x1a" * width for _ in range(height))
    head = part(b"IHDR", pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + part(b"IDAT", compress(rows)) + part(b"IEND", b"")


def with_picture(tmp_path: Path, words: str = NAMED, name: str = "bend.png", raw: bytes = b"") -> Path:
    folder = a_lesson(tmp_path, TOML, words)
    (folder / name).write_bytes(raw or drawn())
    return folder


def test_a_picture_is_shown_with_its_words_and_is_no_sentence_of_the_text(tmp_path: Path) -> None:
    folder = with_picture(tmp_path)
    shown = lesson_view(sit_down(lesson_in(folder), 0))
    assert shown["pictures"] == [{"file": "bend.png", "alt": "The bend from above"}]
    assert len(shown["text"]) == 1 and "bend.png" not in json.dumps(shown["text"])


def test_the_page_gets_it_once_with_the_lesson_and_not_with_every_press(tmp_path: Path) -> None:
    folder = with_picture(tmp_path)
    visit = Visit(f"classic/{folder.name}", lessons=lessons_in(None, (folder,)))
    kind, _, data = visit.place["pictures"]["bend.png"].partition(",")
    assert kind == "data:image/png;base64" and b64decode(data) == drawn()
    visit.says(do="answer", id="later")
    assert visit.sheet["answer"] == "later" and "base64" not in json.dumps([patch.wire for patch in visit.sent])


@pytest.mark.parametrize(
    ("was", "now", "line", "key"),
    [
        ("The bend from above", " ", LINE, "picture-words"),
        ("bend.png", "other.png", LINE, "picture-missing"),
        ("bend.png", "bend.svg", LINE, "picture-name"),
        ("bend.png", "../bend.png", LINE, "picture-name"),
        ("bend.png", "https://example.org/bend.png", LINE, "picture-name"),
        ("Where would you", "![A bend](bend.png)\nWhere would you", 6, "picture-there"),
        ("When does one brake?", "When does one brake?\n![A bend](bend.png)", 1, "picture-there"),
        ("![The", "Look: ![The", LINE, "markup"),
    ],
)
def test_what_is_wrong_with_a_picture_is_told_with_its_line(
    was: str, now: str, line: int, key: str, tmp_path: Path
) -> None:
    _, faults = reading.read(with_picture(tmp_path, NAMED.replace(was, now)))
    assert (faults[0].line, faults[0].why) == (line, key) and fault_text(faults[0])
    assert faults[0].file.endswith("en.md")


@pytest.mark.parametrize(
    ("name", "raw", "key"),
    [
        ("bend.png", b"<svg onload='alert(1)'/>", "picture-kind"),
        ("bend.jpg", drawn(), "picture-kind"),
        ("bend.png", drawn() + bytes(lesson_pictures.MOST_BYTES), "picture-large"),
    ],
)
def test_a_file_is_what_its_first_bytes_say_and_is_small(name: str, raw: bytes, key: str, tmp_path: Path) -> None:
    folder = with_picture(tmp_path, NAMED.replace("bend.png", name), name, raw)
    _, (fault,) = reading.read(folder)
    assert fault.why == key and name in fault_text(fault)
    assert lesson_pictures.as_data(folder, [name]) == {}


def test_pictures_are_small_together(tmp_path: Path) -> None:
    large = drawn() + bytes(lesson_pictures.MOST_BYTES - 200)
    names = [f"bend{number}.png" for number in range(4)]
    lines = "\n".join(f"![The bend from above]({name})" for name in names)
    folder = with_picture(tmp_path, NAMED.replace("![The bend from above](bend.png)", lines))
    for name in names:
        (folder / name).write_bytes(large)
    _, (fault,) = reading.read(folder)
    assert fault.why == "pictures-large"


def test_a_picture_goes_along_in_a_zip_and_in_the_static_edition(tmp_path: Path) -> None:
    folder = with_picture(tmp_path)
    with ZipFile(tmp_path / "club.zip", "w") as packed:
        for file in (*folder.iterdir(), folder / "evil.svg"):
            packed.writestr(f"classic/{folder.name}/{file.name}", file.read_bytes() if file.exists() else b"<svg/>")
    unpack(tmp_path / "club.zip", tmp_path / "there")
    there = tmp_path / "there" / "classic" / folder.name
    assert sorted(file.name for file in there.iterdir()) == ["bend.png", "en.md", "lesson.toml"]
    assert reading.read(there)[1] == ()
    assert contents.data([folder])[f"own/classic/{folder.name}/bend.png"] == drawn()
