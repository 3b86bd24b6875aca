"""The turn that a learner has just driven, in a sentence or two: the decision in it that cost most, and what would have
been better. It is told to whoever wishes to hear it after each turn, behind the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypedDict

from rallyman_tutor.coach.coaches import has_race_coach, race_coach
from rallyman_tutor.coach.review import GOOD_ENOUGH, turn_just_driven, turns_driven
from rallyman_tutor.coach.steps import Steps, Work
from rallyman_tutor.coach.why import why_decided
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.review_view import decision_in_words, place_of_driver
from rallyman_tutor.tutor.advice.why_view import seconds_in_words, why_in_words
from rallyman_tutor.tutor.session.session import PRESENT, Session
from rallyman_tutor.tutor.words.words import shared_words, words


class TurnTold(TypedDict):
    """The turn that is just over: in words, and the space on which most was lost; nothing where nothing is told."""

    said: str
    place: str


class _Dearest(NamedTuple):
    """The decision of a turn that cost most, and why."""

    state: AnyState
    move: AnyMove
    behind: float
    code: str  # of the principle that it went against; empty where none is known
    better: str

    @property
    def against(self) -> str:
        """The principle that is told of the turn, by its code; empty where none is."""
        return self.code if self.behind >= GOOD_ENOUGH else ""


def last_turn(session: Session) -> Iterator[TurnTold | None]:
    """The cost of the learner's last turn, once each decision is looked at; before that nothing, once for each. A
    principle that already cost something in an earlier turn of the drive is told in brief."""
    is_wished = session.co_driver.help == "after" and has_race_coach(session.game) and not session.draft
    if not is_wished or session.viewed_event != PRESENT or session.looking_back.tried:
        return
    game, language, seat = session.game, words(session.game.key), (session.learners or [0])[0]
    last = _with_worth(game, turn_just_driven(game, session.replay, seat))
    if not last:
        return
    found = yield from _dearest(game.key, last).go_on()
    texts = {name: str(text) for name, text in shared_words(game.key, "turn").items()}
    if found.behind < GOOD_ENOUGH:
        yield {"said": texts["good"], "place": ""}
        return
    case = "cost" if found.code else "cost-unnamed"
    for turn in reversed(turns_driven(game, session.replay, seat)[:-1]):
        before = _with_worth(game, turn)
        if found.code and before and (yield from _dearest(game.key, before).go_on()).against == found.code:
            case = "cost-again"
            break
    place, move = place_of_driver(game, found.state), decision_in_words(game, language, found.state, found.move)
    facts = {"space": language.place(place), "move": move, "better": found.better}
    name = language.driving(found.code)["name"] if found.code else ""
    yield {
        "said": texts[case].format(**facts, name=name, seconds=seconds_in_words(game, found.behind)),
        "place": place,
    }


def _with_worth(game: AnyGame, turn: Iterable[tuple[AnyState, AnyMove]]) -> tuple[tuple[AnyState, AnyMove], ...]:
    """The decisions of a turn whose cost is known; none on a stage without a table."""
    driven = tuple((state, move) for state, move in turn if race_coach(game).is_driven(state))
    return driven if driven and race_coach(game).has_table(driven[0][0]) else ()


@lru_cache(maxsize=64)
def _dearest(key: str, driven: tuple[tuple[AnyState, AnyMove], ...]) -> Work[_Dearest]:
    """The search for the dearest decision of a turn: nobody looks at a turn twice."""
    return Work(_found(SHELF[key], driven))


def _found(game: AnyGame, driven: tuple[tuple[AnyState, AnyMove], ...]) -> Steps[_Dearest]:
    dearest: _Dearest | None = None
    for state, move in driven:
        found = why_decided(game, state, move)
        if dearest is None or found.behind > dearest.behind:
            code = found.named.principle.code if found.named else ""
            dearest = _Dearest(state, move, found.behind, code, why_in_words(game, words(game.key), found))
        yield
    assert dearest is not None
    return dearest
