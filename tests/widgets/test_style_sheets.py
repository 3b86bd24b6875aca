"""A place's style sheet styles that place, and nothing that looks by chance as if it had the same name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rallyman_tutor import widgets
from tests.some import some

PAGE = Path(widgets.__file__).parent / "page"
SCRIPTS = {path.stem: path.read_text("utf-8") for path in PAGE.glob("*.js")}
OF_A_PLACE = {
    "editor.css": ("editor", "editor_tray"),
    "rally.css": ("rally", "rallyback", "podium", "handover", "sheet", "film", "letter", "room"),
    "talk.css": ("talk", "sounds"),
}
"""The sheets of places that are not seen beside others, and the scripts that make what stands there."""


def selectors(sheet: str) -> list[str]:
    """All selectors of a sheet with a class of ours."""
    without_comments = re.sub(r"/\*.*?\*/", "", (PAGE / sheet).read_text("utf-8"), flags=re.DOTALL)
    listed = [one.strip() for many in re.findall(r"([^{}]+)\{", without_comments) for one in split(many)]
    return [one for one in listed if not one.startswith("@") and ".rt-" in one]


def split(many: str) -> list[str]:
    """Selectors that are told with commas between them, of which those in brackets belong to one."""
    return re.split(r",(?![^(]*\))", many)


@pytest.mark.parametrize("sheet", OF_A_PLACE)
def test_a_sheet_of_a_place_reaches_nothing_that_other_scripts_make(sheet: str) -> None:
    others = " ".join(text for name, text in SCRIPTS.items() if name not in OF_A_PLACE[sheet])
    for selector in some(selectors(sheet)):
        classes = re.findall(r"\.(rt-[\w-]+)", selector)
        own = [one for one in classes if not re.search(rf"\b{one}(?![\w-])", others)]
        assert own or "data-at=" in selector, selector
