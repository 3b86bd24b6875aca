"""What every piece would mean on every place, and where the places are, as plain data.

A page that holds this can answer while a die is being dragged, without asking anybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NotRequired, TypedDict

from rallyman_tutor.core.game import ELSEWHERE, AnyDraft, AnyGame, AnyMove, AnyState, Hold
from rallyman_tutor.core.rule import Violation
from rallyman_tutor.tutor.explain import cited, reason, title
from rallyman_tutor.tutor.session import Session, fitting
from rallyman_tutor.tutor.view import Verdict
from rallyman_tutor.tutor.words import words


class Brief(TypedDict):
    """A reason to show while a die is held."""

    code: str
    title: str
    said: str
    why: str
    cite: str


class Choices(TypedDict):
    """For each piece and each place (`*`: all that are not named) the verdict, and the number of the text that says why,
    -1 where nothing is to be said; and where each piece fits best."""

    texts: list[Brief]
    of: dict[str, dict[str, tuple[Verdict, int]]]
    best: dict[str, str]
    n: NotRequired[int]  # of the view that they belong to


class Space(TypedDict):
    """A place of the picture: its key, what it is called, its middle, and its outline as a path of SVG."""

    key: str
    name: str
    x: float
    y: float
    outline: str


def choices(session: Session) -> Choices:
    """For each piece and each place: the verdict, and which of the `texts` says why; and where a piece fits best."""
    game, state, draft = session.game, session.seen, session.draft
    texts: list[Brief] = []
    known: dict[tuple[str, str], int] = {}
    found: dict[str, dict[str, tuple[Verdict, int]]] = {}
    held: dict[str, list[Hold[AnyMove]]] = {}
    for hold in () if session.covered else game.holds(state, draft):
        held.setdefault(hold.piece, []).append(hold)
        about = hold.refused or hold.unwise
        number = -1
        if about:
            told = _brief(game, state, (*draft, hold.move), about[0], hold.place == ELSEWHERE)
            key = (told["code"], told["said"])
            number = known.setdefault(key, len(texts))
            if number == len(texts):
                texts.append(told)
        verdict: Verdict = "refused" if hold.refused else "price" if hold.unwise else "legal"
        found.setdefault(hold.piece, {})[hold.place] = (verdict, number)
    best = {piece: fits.place for piece, holds in held.items() if (fits := fitting(game, holds))}
    return {"texts": texts, "of": found, "best": best}


def _brief(game: AnyGame, state: AnyState, draft: AnyDraft, violation: Violation, anywhere: bool) -> Brief:
    """A reason to show while a die is held; one that holds for many places names none of them."""
    if not anywhere:
        told = reason(game, state, draft, violation)
        return {"code": told.code, "title": told.title, "said": told.said, "why": told.why, "cite": told.cite}
    code = violation.code
    why = words(game.key).text(code, "why", {})
    return {"code": code, "title": title(game, code), "said": "", "why": why, "cite": cited(game, code)}


def places(session: Session, is_tall: bool = False) -> list[Space]:
    """The spaces of the stage, as the picture of this look has them: where they are, and how they are spoken of."""
    language = words(session.game.key)
    found: list[Space] = []
    for place in session.game.places(session.seen, is_tall):
        name = language.phrase("spots", place.kind, {**place.facts, "place": place.key})
        if place.facts.get("surface") == "snow":
            name = language.phrase("spots", "snow", {"spot": name})
        found.append(
            {
                "key": place.key,
                "name": name,
                "x": round(place.x, 1),
                "y": round(place.y, 1),
                "outline": _path(place.outline),
            }
        )
    return found


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
