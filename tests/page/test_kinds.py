"""Every place is of a kind of its own: that kind is told to the browser, and what cannot be done there is refused."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from rallyman_tutor.page.wire import Answer, Screen
from rallyman_tutor.rally import letters
from tests.page.host import Visit
from tests.page.room_told import begun, there
from tests.rally import letters as friends

KINDS = {
    "home": "home", "home/dirt": "home", "summary": "summary", "insight": "insight", "coming": "coming", "run/dirt": "run",
    "editor": "editor", "editor/dirt": "editor",
    "rally/dirt": "rally", "rally": "rally", "letter/dirt": "letter", "letter": "letter", "room/dirt": "room", "room/KXR4TM": "room",
    "classic/01-first-die": "lesson", "puzzles/dirt/3": "puzzle", "risk/dirt": "risk", "placement/dirt": "placement",
    "drive/mil_millas": "drive", "daily/dirt": "drive", "rules": "rules", "rules/CL-GEAR-03": "rules",
}  # fmt: skip
"""Addresses, and the kind of place that opens there."""
WITHOUT_A_BOARD = ("home", "summary", "insight", "coming", "run", "rally", "letter", "room", "editor")


def kinds(union: object) -> list[str]:
    """The kinds of a union of the wire."""
    return [kind for member in get_args(union) for kind in get_args(get_type_hints(member)["kind"])]


@pytest.mark.parametrize(("at", "kind"), KINDS.items())
def test_a_place_says_of_which_kind_it_is(at: str, kind: str) -> None:
    visit = Visit("home")
    visit.says(do="go", to=at)
    assert visit.place["kind"] == kind
    assert bool(visit.page.session) is (kind not in WITHOUT_A_BOARD)


def test_every_kind_of_place_is_opened_somewhere_and_no_two_share_a_name() -> None:
    practice, running = Visit("drive"), Visit("run")
    practice.says(do="lay", piece="1")
    practice.says(do="lay", piece="3")
    practice.says(do="go", to="practice")
    running.says(do="start", minutes=3)
    newcomer = Visit(is_newcomer=True)
    rallying = Visit("rally")
    rallying.says(do="rally", names=["Ana"], levels=[""])
    rallying.says(do="ready")
    invited, lettering = friends.played(friends.begun("classic", 2), 1, 2)[-1], Visit("letter")
    lettering.says(do="letter", text=letters.write(invited), keys=[friends.key_of(seat) for seat in (0, 1)])
    lettering.says(do="ready")
    others = (practice, running, newcomer, rallying, lettering, there(begun()))
    opened = {*KINDS.values(), *(visit.place["kind"] for visit in others)}
    assert opened == set(kinds(Screen)) and len(opened) == len(kinds(Screen))
    assert len(set(kinds(Answer))) == len(kinds(Answer))


HERE_ALONE: dict[str, dict[str, Any]] = {"new": {}, "start": {"minutes": 3}, "next": {}, "lay": {"piece": "1"}}
"""Intents that are not taken everywhere, with their fields."""


@pytest.mark.parametrize(("at", "kind"), KINDS.items())
@pytest.mark.parametrize("do", HERE_ALONE)
def test_what_cannot_be_done_at_a_place_is_refused_in_words(at: str, kind: str, do: str) -> None:
    takes = {
        "new": kind == "drive",
        "start": kind == "run",
        "next": kind in ("lesson", "puzzle", "risk", "placement"),
        "lay": kind not in WITHOUT_A_BOARD,
    }
    visit = Visit(at)
    before = visit.page.place
    visit.says(do=do, **HERE_ALONE[do])
    said = str(visit.answer.get("text", "")) + str(visit.view.get("problem", ""))
    assert ("The page asks for something that I do not know" in said) is not takes[do]
    assert takes[do] or visit.page.place is before
