"""The turns of the tutor's own drivers, in their words: a principle by which a decision of theirs was the best one,
and, for whoever asks, the one that they went against. It is worked out behind the answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypedDict

from rallyman_tutor.coach.bots import LEVELS
from rallyman_tutor.coach.coaches import has_race_coach, race_coach
from rallyman_tutor.coach.principles.principle import LEAST
from rallyman_tutor.coach.race_coach import AnyAtHand
from rallyman_tutor.coach.review import turn_just_driven
from rallyman_tutor.coach.steps import Steps, Work
from rallyman_tutor.coach.why import Why, why_best, why_decided
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.why_view import why_in_words
from rallyman_tutor.tutor.session.session import PRESENT, Session
from rallyman_tutor.tutor.words.words import shared_words, words


class RivalTold(TypedDict):
    """One driver of the tutor's after a turn: what they wanted; or a question to them, and their answer."""

    said: str
    asked: str
    answer: str


class RivalsTold(TypedDict):
    """All drivers of the tutor's who have something to tell of their last turn."""

    told: list[RivalTold]


class _Reason(NamedTuple):
    """A decision with a principle: one that it keeps, or one that it goes against."""

    found: Why[AnyState, AnyMove]
    keeps: bool


def rivals(session: Session) -> Iterator[RivalsTold | None]:
    """The words of the tutor's drivers about their last turn, in the end; before that nothing, once for each step."""
    game, language = session.game, words(session.game.key)
    is_raced = has_race_coach(game) and session.bots and session.level in LEVELS and not session.draft
    if not is_raced or session.viewed_event != PRESENT or session.looking_back.tried:
        return
    texts, told = shared_words(game.key, "rivals"), list[RivalTold]()
    for seat in sorted(session.bots):
        reason: _Reason | None = None
        for state, move in turn_just_driven(game, session.replay, seat):
            if not (race_coach(game).is_driven(state) and race_coach(game).has_table(state)):
                continue
            found = yield from _reason_of(race_coach(game).at_hand(state), game.key, state, move).go_on()
            if found and (reason is None or _weight(found) > _weight(reason)):
                reason = found
        if reason is None or reason.found.named is None:
            continue
        facts = {
            "driver": game.result(session.state)["drivers"][seat],
            "name": language.driving(reason.found.named.principle.code)["name"],
            "better": "" if reason.keeps else why_in_words(game, language, reason.found),
        }
        said, asked, answer = (str(texts[name]).format(**facts) for name in ("wanted", "asked", "answer"))
        told.append({"said": said if reason.keeps else "", "asked": asked, "answer": "" if reason.keeps else answer})
    if told:
        yield {"told": told}


def _weight(reason: _Reason) -> float:
    """The seconds that hang on a decision: what a mistake costs, or beside a good one the other."""
    return reason.found.behind


@lru_cache(maxsize=64)
def _reason_of(hand: AnyAtHand, key: str, state: AnyState, move: AnyMove) -> Work[_Reason | None]:
    return Work(_with_principle(SHELF[key], state, move))


def _with_principle(game: AnyGame, state: AnyState, move: AnyMove) -> Steps[_Reason | None]:
    """The principle that a decision goes against; of one of the best, that by which it is better than another."""
    found = why_decided(game, state, move)
    yield
    if found.behind >= LEAST:
        return _Reason(found, keeps=False) if found.named else None
    other = yield from why_best(game, state)
    better = other and other.better
    is_it = better is not None and better.counterpart == move
    return _Reason(other, keeps=True) if other and is_it else None
