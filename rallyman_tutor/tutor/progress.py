"""What a learner has done so far: stars for steps, rules to come back to, and where he was.

It lives in the visitor's own browser, comes with him to the page as plain data, and is never trusted. Names that no lesson
of today has are kept all the same: a lesson may be on holiday. Rules that were broken come back when forgetting would set
in; when that is, is reckoned by the fsrs package.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

from rallyman_tutor.core.notation import Refused

if TYPE_CHECKING:
    from fsrs.card import CardDict

FORMAT = 1
MOST_STARS = 3
MOST_NAMES = 2000
"""Entries a progress file may have; a whole course has a tenth of it."""
SOON = timedelta(hours=8)
"""Breaking a rule again on the same evening is still the same lapse."""
MOST_DAYS, HARDEST = 1_000_000, 10
"""What a card may say of how long a rule is remembered, and how hard it is; the scheduler stays far below the first."""
LICENCES = ("learner", "club", "rally", "works")

Card = Mapping[str, Any]
Stars = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything that is kept of a learner."""

    stars: Stars = field(default_factory=dict)  # by lesson and step
    cards: Mapping[str, Card] = field(default_factory=dict)  # of rules to come back to, by code
    last: str = ""  # the place to continue at


def passed(progress: Progress, lesson: str, step: str, stars: int) -> Progress:
    """A step done; the best result counts."""
    steps = dict(progress.stars.get(lesson, {}))
    steps[step] = max(stars, steps.get(step, 0))
    return replace(progress, stars={**progress.stars, lesson: steps})


def earned(progress: Progress, lesson: str, steps: Iterable[str]) -> int:
    """The stars of a lesson: those of its weakest step; none before all are done."""
    return min((progress.stars.get(lesson, {}).get(step, 0) for step in steps), default=0)


# -- Rules that come back ---------------------------------------------------------------------------------------------


def broke(progress: Progress, code: str, now: datetime) -> Progress:
    """A rule was broken unawares: it will come back."""
    card = progress.cards.get(code)
    if card and abs(now - _moment(card["last_review"])) < SOON:
        return progress
    return _reviewed(progress, code, False, now)


def practised(progress: Progress, code: str, right: bool, now: datetime) -> Progress:
    """A rule was practised: it comes back later, or sooner."""
    return _reviewed(progress, code, right, now)


def due(progress: Progress, now: datetime) -> list[str]:
    """The rules to practise now, the longest due first. One that was last looked at in days to come was so by a clock
    that was wrong, and when it is due nobody knows: that is now."""
    found = sorted((_moment(card["due"]), _moment(card["last_review"]), code) for code, card in progress.cards.items())
    return [code for when, last, code in found if when <= now or last > now + SOON]


def _moment(told: str) -> datetime:
    return datetime.fromisoformat(told)


def _reviewed(progress: Progress, code: str, right: bool, now: datetime) -> Progress:
    from fsrs import Card as Memory
    from fsrs import Rating, Scheduler

    known = progress.cards.get(code)
    # Days, not minutes: who plays one evening a week is not to be asked again within the hour.
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card = Memory.from_dict(cast("CardDict", known)) if known else Memory(card_id=0)
    card, _ = scheduler.review_card(card, Rating.Good if right else Rating.Again, now)
    return replace(progress, cards={**progress.cards, code: dict(card.to_dict())})


# -- What it comes to -------------------------------------------------------------------------------------------------


def licence(progress: Progress, lessons: Mapping[str, tuple[str, ...]]) -> str:
    """The licence a learner has earned, by the lessons (name to steps) he has done: some, all, or all of them well."""
    results = [earned(progress, name, steps) for name, steps in lessons.items()]
    done = sum(map(bool, results))
    if not lessons or done * 3 < len(lessons):
        return LICENCES[0]
    if done < len(lessons):
        return LICENCES[1]
    return LICENCES[3] if sum(results) * 10 >= MOST_STARS * 9 * len(results) else LICENCES[2]


def joined(progress: Progress, other: Progress) -> Progress:
    """What one learner has done in two tabs: the best stars, and of each rule what was noted last."""
    for lesson, steps in other.stars.items():
        for step, stars in steps.items():
            progress = passed(progress, lesson, step, stars)
    newer = {
        code: card
        for code, card in other.cards.items()
        if code not in progress.cards or _moment(card["last_review"]) > _moment(progress.cards[code]["last_review"])
    }
    return replace(progress, cards={**progress.cards, **newer})


# -- Kept and put back ------------------------------------------------------------------------------------------------


def plain(progress: Progress) -> dict[str, Any]:
    """As a browser keeps it, and as a file."""
    return {
        "format": FORMAT,
        "progress": "rallyman-tutor",
        "stars": {lesson: dict(steps) for lesson, steps in progress.stars.items()},
        "cards": {code: dict(card) for code, card in progress.cards.items()},
        "last": progress.last,
    }


def read(told: object) -> Progress:
    """Progress from plain data; a foreign or broken file is refused."""
    if not isinstance(told, dict) or told.get("progress") != "rallyman-tutor":
        raise Refused("foreign-progress")
    if told.get("format") != FORMAT:
        raise Refused("newer-progress", {"found": str(told.get("format"))[:20]})
    stars, cards, last = told.get("stars"), told.get("cards"), told.get("last", "")
    if not (isinstance(stars, dict) and isinstance(cards, dict) and isinstance(last, str)):
        raise Refused("broken-progress")
    if len(stars) + len(cards) > MOST_NAMES or not all(_are_stars(steps) for steps in stars.values()):
        raise Refused("broken-progress")
    return Progress(stars, {code: _card(card) for code, card in cards.items()}, last[:200])


def _are_stars(steps: object) -> bool:
    return (
        isinstance(steps, dict)
        and len(steps) <= MOST_NAMES
        and all(type(stars) is int and 0 <= stars <= MOST_STARS for stars in steps.values())
    )


def _card(told: object) -> Card:
    """One rule's card, as the scheduler writes it."""
    from fsrs import Card as Memory

    try:
        card: dict[str, Any] = dict(Memory.from_dict(cast("CardDict", told)).to_dict())
        when = [_moment(str(card[name])) for name in ("due", "last_review")]
        known = 0 < card["stability"] <= MOST_DAYS and 1 <= card["difficulty"] <= HARDEST
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise Refused("broken-progress") from error
    if any(moment.tzinfo is None for moment in when) or not known or card["step"] is not None:
        raise Refused("broken-progress")
    return card


def today() -> datetime:
    """The present, as cards reckon it."""
    return datetime.now(UTC)
