"""Files of texts: what was read is kept beside them, and counts as long as the file is the same."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

import pytest

from rallyman_tutor.tutor.words.text_files import tables_in


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    found = tmp_path / "de.toml"
    found.write_text('[page]\ntheme = "Hell oder dunkel"\n', "utf-8")
    return found


def test_texts_are_read_from_what_was_kept_until_their_file_changes(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = tables_in(file)
    assert read == {"page": {"theme": "Hell oder dunkel"}}
    with monkeypatch.context() as without_toml:
        without_toml.setattr(tomllib, "loads", lambda text: {})
        assert tables_in(file) == read
        os.utime(file, ns=(1, 1))
        assert tables_in(file) == {}


def test_what_was_kept_and_cannot_be_read_is_made_anew(file: Path) -> None:
    read = tables_in(file)
    (kept,) = (file.parent / "__pycache__").iterdir()
    for broken in (b"", b"[1", b"[1, 2]", b"\xff", b"{}"):
        kept.write_bytes(broken)
        assert tables_in(file) == read


def test_nothing_is_kept_where_python_keeps_no_bytecode(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert tables_in(file) and not (file.parent / "__pycache__").exists()


def test_texts_are_told_where_nothing_can_be_written(file: Path) -> None:
    (file.parent / "__pycache__").write_text("a file in the place of the folder", "utf-8")
    assert tables_in(file) == {"page": {"theme": "Hell oder dunkel"}}


def test_a_file_with_a_date_is_read_and_not_kept(file: Path) -> None:
    file.write_text("day = 2026-11-26\n", "utf-8")
    assert str(tables_in(file)["day"]) == "2026-11-26"
    assert str(tables_in(file)["day"]) == "2026-11-26"


def test_a_broken_file_says_so_each_time(file: Path) -> None:
    file.write_text("[page", "utf-8")
    for _ in range(2):
        with pytest.raises(tomllib.TOMLDecodeError):
            tables_in(file)
