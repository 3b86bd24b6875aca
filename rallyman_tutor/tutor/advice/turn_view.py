"""The turn that a learner has just driven, in a sentence or two: the decision in it that cost most, and what would have
been better. It is told to whoever wishes to hear it after each turn, behind the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from rallyman_tutor.coach.coaches import has_race_coach, race_coach
from rallyman_tutor.coach.review import GOOD_ENOUGH, turn_just_driven
from rallyman_tutor.coach.why import Why, why_decided
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.tutor.advice.review_view import decision_in_words, place_of_driver
from rallyman_tutor.tutor.advice.why_view import seconds_in_words, why_in_words
from rallyman_tutor.tutor.session.session import PRESENT, Session
from rallyman_tutor.tutor.words.words import shared_words, words


class TurnTold(TypedDict):
    """The turn that is just over: in words, and the space on which most was lost; nothing where nothing is told."""

    said: str
    place: str


def last_turn(session: Session) -> Iterator[TurnTold | None]:
    """The cost of the learner's last turn, once each decision is looked at; before that nothing, once for each."""
    is_wished = session.co_driver.help == "after" and has_race_coach(session.game) and not session.draft
    if not is_wished or session.viewed_event != PRESENT or session.looking_back.tried:
        return
    game, language, dearest = session.game, words(session.game.key), None
    driven = turn_just_driven(game, session.replay, (session.learners or [0])[0])
    driven = [(state, move) for state, move in driven if race_coach(game).is_driven(state)]
    if not driven or not race_coach(game).has_table(driven[0][0]):
        return
    found: Why[AnyState, AnyMove]
    for state, move in driven:
        found = why_decided(game, state, move)
        if dearest is None or found.behind > dearest[2].behind:
            dearest = state, move, found
        yield None
    assert dearest is not None
    state, move, found = dearest
    texts = {name: str(text) for name, text in shared_words(game.key, "turn").items()}
    if found.behind < GOOD_ENOUGH:
        yield {"said": texts["good"], "place": ""}
        return
    place = place_of_driver(game, state)
    facts = {"space": language.place(place), "move": decision_in_words(game, language, state, move)}
    seconds, better = seconds_in_words(game, found.behind), why_in_words(game, language, found)
    said = texts["cost" if found.named else "cost-unnamed"].format(**facts, seconds=seconds, better=better)
    yield {"said": said, "place": place}
