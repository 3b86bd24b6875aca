"""The lesson of a drive that is looked back at, in words: why each dear decision was dear, and what the evening was
about. It is worked out behind the answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypedDict

from rallyman_tutor.coach import evening
from rallyman_tutor.coach.evening import Evening
from rallyman_tutor.coach.review import Review
from rallyman_tutor.coach.steps import Work
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.why_view import why_in_words
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.rulebook import PrincipleNamed, principle_named
from rallyman_tutor.tutor.words.words import shared_words, span_in_words, words


class EveningTold(TypedDict):
    """The lesson of a drive: a sentence for each mistake of its review, and the principle that it goes against; what
    most of the loss was about; and the numbers of puzzles about that."""

    whys: list[str]
    principles: list[PrincipleNamed | None]
    about: str
    puzzles: list[int]


def lesson_of(session: Session) -> Iterator[EveningTold | None]:
    """The lesson of the drive that is looked back at, in the end; before that nothing, once for each step."""
    found, game = session.looking_back.review, session.game
    if not isinstance(found, Review):
        return
    told = yield from _work(game.key, found).go_on()
    language, texts = words(game.key), shared_words(game.key, "evening")
    whys = [why_in_words(game, language, one) if one.named else "" for one in told.reasons]
    principles = [one.named and principle_named(game, one.named.principle.code) for one in told.reasons]
    about = ""
    if told.code:
        driving = language.driving(told.code)
        case = "about" if told.many > 1 else "about-once"
        cost = span_in_words(told.lost)
        about = str(texts[case]).format(name=driving["name"], cost=cost, n=told.many, why=driving["why"])
    yield {"whys": whys, "principles": principles, "about": about, "puzzles": [*told.puzzles]}


@lru_cache(maxsize=4)
def _work(key: str, found: Review) -> Work[Evening]:
    return Work(evening.evening(SHELF[key], found))
