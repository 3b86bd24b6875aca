"""For learners from another game: where the two games differ, one position under both, side by side.

The differences lie with the lessons of the game one comes to. `lessons/dirt/coming.toml` has the positions, the drafts
and what each game is claimed to say to them; `coming.<language>.md` beside it has a section of words for each
difference. The page shows what the engines say, and a test holds the claims to that.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, NotRequired, TypedDict

from rallyman_tutor.core.game import AnyDraft, AnyGame, AnyState
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import NAMES, SHELF
from rallyman_tutor.scene.palette import Theme
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.lesson.faults import Fault
from rallyman_tutor.tutor.lesson.goals import objections
from rallyman_tutor.tutor.lesson.lesson_folders import Cover
from rallyman_tutor.tutor.lesson.prose import read_prose
from rallyman_tutor.tutor.table.shown import Verdict
from rallyman_tutor.tutor.words.explain import explain
from rallyman_tutor.tutor.words.language import ENGLISH, kept_by_language, spoken
from rallyman_tutor.tutor.words.words import text_tables

TO = "dirt"
FROM = "classic"
LEGAL = "legal"


class Side(NamedTuple):
    """A position and a draft in one game, and what the game is claimed to say: `legal`, or the code of a rule."""

    game: str
    start: str
    draft: str
    says: str


class Difference(NamedTuple):
    """One difference between two games."""

    id: str
    sides: tuple[Side, Side]
    title: str
    text: tuple[str, ...]


class DifferenceTitle(TypedDict):
    """A difference in the list to choose from."""

    id: str
    title: str


class SideShown(TypedDict):
    """The verdict of one game on a position and a draft, with a picture of them."""

    game: str
    picture: str  # as SVG
    draft: str
    verdict: Verdict
    title: str
    said: str
    why: str
    code: str
    cite: NotRequired[str]


class Comparison(TypedDict):
    """The list of differences, and one of them in full; `before` and `next` are the ids of its neighbours, or empty."""

    pairs: list[DifferenceTitle]
    id: str
    title: str
    text: list[str]
    sides: list[SideShown]
    before: str
    next: str


def differences_of(covers: Sequence[Cover]) -> tuple[Difference, ...]:
    """The differences that lie with these lessons."""
    folder = next((cover.folder.parent.parent for cover in covers if cover.key == TO), None)
    return read_differences(folder) if folder and (folder / TO / "coming.toml").is_file() else ()


@kept_by_language(2)
def read_differences(lessons: Path) -> tuple[Difference, ...]:
    """The differences, in order."""
    pairs = tomllib.loads((lessons / TO / "coming.toml").read_text("utf-8"))["pairs"]
    own, faults = lessons / TO / f"coming.{spoken()}.md", list[Fault]()
    file = own if own.is_file() else lessons / TO / f"coming.{ENGLISH}.md"
    words = read_prose(file.read_text("utf-8"), str(file), faults).steps
    return tuple(
        Difference(
            one["id"],
            (Side(FROM, *_side(one[FROM])), Side(TO, *_side(one[TO]))),
            words[one["id"]][0].goal,
            words[one["id"]][0].text,
        )
        for one in pairs
    )


def _side(side: Sequence[str]) -> tuple[str, str, str]:
    start, draft, says = side
    return start, draft, says


def comparison(found: Sequence[Difference], asked: str, theme: Theme) -> Comparison:
    """The list of differences, and the one that was `asked` for in full (the first, where none has that name)."""
    pair = next((one for one in found if one.id == asked), found[0])
    at = found.index(pair)
    return {
        "pairs": [{"id": one.id, "title": one.title} for one in found],
        "id": pair.id,
        "title": pair.title,
        "text": list(pair.text),
        "sides": [_shown(side, theme) for side in pair.sides],
        "before": found[at - 1].id if at else "",
        "next": found[at + 1].id if at + 1 < len(found) else "",
    }


def codes_said(side: Side) -> list[str]:
    """The engine's verdict on one side: the codes of the rules it refuses by, or where there are none, warns of."""
    game, state, draft = _table(side)
    return [violation.code for violation in objections(game, state, draft)]


def _table(side: Side) -> tuple[AnyGame, AnyState, AnyDraft]:
    game = SHELF[side.game]
    return game, game.new(game.spec(side.start, ())), tuple(game.read_draft(side.draft).moves) if side.draft else ()


def _shown(side: Side, theme: Theme) -> SideShown:
    game, state, draft = _table(side)
    shown: SideShown = {
        "game": NAMES[side.game],
        "picture": svg(game.draw(state, draft), theme),
        "draft": side.draft,
        "verdict": "legal",
        "title": str(text_tables("tutor")["page"]["looks-good"]),
        "said": "",
        "why": "",
        "code": "",
    }
    broken = objections(game, state, draft)
    if not broken:
        return shown
    first = explain(game, state, draft, broken[0])
    return {
        **shown,
        "verdict": "refused" if first.kind is Kind.ILLEGAL else "price",
        "title": first.title,
        "said": first.said,
        "why": first.why,
        "code": first.code,
        "cite": first.cite,
    }
