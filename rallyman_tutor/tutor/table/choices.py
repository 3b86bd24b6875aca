"""The verdict on every piece on every place, the draft that it makes where it lies well, and where the places are, as
plain data.

With this a page answers at once while a die is dragged, and shows one that lies well before the kernel has laid it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NotRequired, TypedDict

from rallyman_tutor.core.game import ELSEWHERE, AnyDraft, AnyGame, AnyMove, AnyState, Placement
from rallyman_tutor.core.rule import Violation
from rallyman_tutor.tutor.session.draft_faults import faults
from rallyman_tutor.tutor.session.laying import best_placement, placements
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.table.lying import NO_CLAIMS, lying
from rallyman_tutor.tutor.table.shown import DraftShown, Verdict
from rallyman_tutor.tutor.words.explain import citation, explain_briefly, rule_title
from rallyman_tutor.tutor.words.words import words


class ReasonShown(TypedDict):
    """A reason that is shown while a die is held."""

    code: str
    title: str
    said: str
    why: str
    cite: str


class Choices(TypedDict):
    """`of`: for each piece and each place (`*`: all places without an entry) the verdict and the number of its reason
    in `texts`, -1 for none. `then`: the draft with each piece on each place where nothing speaks against it. `best`:
    the place where each piece fits best."""

    texts: list[ReasonShown]
    of: dict[str, dict[str, tuple[Verdict, int]]]
    then: dict[str, dict[str, DraftShown]]
    best: dict[str, str]
    n: NotRequired[int]  # the number of the view that this belongs to


class Space(TypedDict):
    """A place of the picture: its key, its name, its middle, and its outline as an SVG path."""

    key: str
    name: str
    x: float
    y: float
    outline: str


def choices(session: Session, claims: Mapping[str, str] = NO_CLAIMS) -> Choices:
    """The verdict on every piece on every place behind the draft that is laid. `claims` has the lesson's words for some
    moves, by their notation."""
    game, state, draft = session.game, session.visible_state, session.draft
    texts: list[ReasonShown] = []
    known: dict[tuple[str, str], int] = {}
    found: dict[str, dict[str, tuple[Verdict, int]]] = {}
    then: dict[str, dict[str, DraftShown]] = {}
    held: dict[str, list[Placement[AnyMove]]] = {}
    kept = () if game.has_hidden_hands else draft  # another card takes the place of one that is laid
    for placement in () if session.covered else placements(game, state, draft):
        held.setdefault(placement.piece, []).append(placement)
        about = placement.refused or placement.unwise
        number = -1
        if about:
            text = _brief(game, state, (*draft, placement.move), about[0], placement.place == ELSEWHERE)
            key = (text["code"], text["said"])
            number = known.setdefault(key, len(texts))
            if number == len(texts):
                texts.append(text)
        verdict: Verdict = "refused" if placement.refused else "price" if placement.unwise else "legal"
        found.setdefault(placement.piece, {})[placement.place] = (verdict, number)
        would_lie = (*kept, placement.move)
        if verdict == "legal" and placement.place != ELSEWHERE and not faults(game, state, would_lie):
            then.setdefault(placement.piece, {})[placement.place] = lying(session, would_lie, claims)
    best = {piece: best_placement(game, own).place for piece, own in held.items()}
    return {"texts": texts, "of": found, "then": then, "best": best}


def _brief(game: AnyGame, state: AnyState, draft: AnyDraft, violation: Violation, anywhere: bool) -> ReasonShown:
    """The reason for one violation; where it holds `anywhere`, on many places, it names none of them."""
    if not anywhere:
        explanation = explain_briefly(game, state, draft, violation)
        return {
            "code": explanation.code,
            "title": explanation.title,
            "said": explanation.said,
            "why": explanation.why,
            "cite": explanation.cite,
        }
    code = violation.code
    why = words(game.key).text(code, "why", {})
    return {"code": code, "title": rule_title(game, code), "said": "", "why": why, "cite": citation(game, code)}


def spaces_of(session: Session, is_tall: bool = False) -> list[Space]:
    """The spaces of the picture: where they are, and how they are spoken of."""
    language = words(session.game.key)
    found: list[Space] = []
    for place in session.game.places(session.visible_state, is_tall):
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
