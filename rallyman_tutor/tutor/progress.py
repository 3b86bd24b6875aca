"""What a learner has done so far: stars for steps, rules to come back to, every answer, and where they were.

It lives in the visitor's own browser, comes with them to the page as plain data, and is never trusted. Names that no
lesson has today are kept all the same: the lesson may come back. Rules that were broken come back when the learner may be
about to forget them: the fsrs package says when, at the learner's own pace once `memory.py` knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal, TypedDict, cast

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor import diary, memory
from rallyman_tutor.tutor.diary import Diary, Entry

if TYPE_CHECKING:
    from fsrs.card import CardDict

FORMAT = 1
MOST_STARS = 3
MOST_NAMES = 2000
"""Entries a progress file may have; a whole course has a tenth of it."""
SAME_EVENING = timedelta(hours=8)
"""Breaking a rule again on the same evening is still the same lapse."""
MOST_DAYS, HARDEST = 1_000_000, 10
"""What a card may say of how long a rule is remembered, and how hard it is; the scheduler stays far below the first."""
MOST_LETTERS = 80
"""Letters of a place in a broken file that are told."""
LICENCES = ("learner", "club", "rally", "works")

Card = Plain
"""As the scheduler writes it."""
Stars = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything that is kept of a learner."""

    stars: Stars = field(default_factory=dict)  # by lesson and step
    cards: Mapping[str, Card] = field(default_factory=dict)  # of rules to come back to, by code
    last: str = ""  # the place to continue at
    diary: Diary = ()  # every answer, the oldest first


def with_stars(progress: Progress, lesson: str, step: str, stars: int) -> Progress:
    """The progress after a step was done; the best result counts."""
    steps = dict(progress.stars.get(lesson, {}))
    steps[step] = max(stars, steps.get(step, 0))
    return replace(progress, stars={**progress.stars, lesson: steps})


def with_step(
    progress: Progress, lesson: str, step: str, stars: int, tries: int, hints: int, now: datetime
) -> Progress:
    """The progress after a step was done now: its stars, and an entry in the diary."""
    entry = Entry(int(now.timestamp()), diary.STEP, f"{lesson}#{step}"[: diary.MOST_LETTERS], stars, tries, hints)
    return replace(with_stars(progress, lesson, step, stars), diary=diary.with_entry(progress.diary, entry))


def lesson_stars(progress: Progress, lesson: str, steps: Iterable[str]) -> int:
    """The stars of a lesson: those of its weakest step; none before all are done."""
    return min((progress.stars.get(lesson, {}).get(step, 0) for step in steps), default=0)


# -- Rules that come back ---------------------------------------------------------------------------------------------


def with_broken_rule(progress: Progress, code: str, now: datetime) -> Progress:
    """The progress after a rule was broken by mistake: it will be practised."""
    card = progress.cards.get(code)
    if card and abs(now - _moment(card["last_review"])) < SAME_EVENING:
        return progress
    return _reviewed(progress, code, Entry(int(now.timestamp()), diary.LAPSE, code, diary.FORGOTTEN), now)


def with_practised_rule(progress: Progress, code: str, tries: int, hints: int, now: datetime) -> Progress:
    """The progress after a rule was practised: it comes back later; sooner after a wrong answer or a hint."""
    grade = diary.FORGOTTEN if tries or hints else diary.KNOWN
    return _reviewed(progress, code, Entry(int(now.timestamp()), diary.PRACTICE, code, grade, tries, hints), now)


def rules_due(progress: Progress, now: datetime) -> list[str]:
    """The rules to practise now, the one longest due first. A card reviewed in the future, by a wrong clock, is due now."""
    found = sorted((_moment(card["due"]), _moment(card["last_review"]), code) for code, card in progress.cards.items())
    return [code for when, last, code in found if when <= now or last > now + SAME_EVENING]


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _reviewed(progress: Progress, code: str, entry: Entry, now: datetime) -> Progress:
    """The progress after a rule was asked or broken: its card says when it comes back, the diary what was known."""
    from fsrs import Card as Memory
    from fsrs import Rating, Scheduler

    known = progress.cards.get(code)
    # Days, not minutes: who plays one evening a week is not to be asked again within the hour.
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card = Memory.from_dict(cast("CardDict", known)) if known else Memory(card_id=0)
    if known:
        away = max(0.0, (now - _moment(known["last_review"])) / timedelta(days=1))
        entry = entry._replace(days=round(away, 2), stability=round(float(known["stability"]), 2))
    card, _ = scheduler.review_card(card, Rating(entry.grade), now)
    kept = diary.with_entry(progress.diary, entry)
    due = now + timedelta(days=memory.days_until_due(float(card.stability or 1), memory.pace(kept)))
    noted = {**card.to_dict(), "due": due.isoformat()}
    return replace(progress, cards={**progress.cards, code: noted}, diary=kept)


# -- What it comes to -------------------------------------------------------------------------------------------------


def licence(progress: Progress, lessons: Mapping[str, tuple[str, ...]]) -> str:
    """The licence a learner has earned by the lessons they have done (name to steps): some, all, or all of them well."""
    results = [lesson_stars(progress, name, steps) for name, steps in lessons.items()]
    done = sum(map(bool, results))
    if not lessons or done * 3 < len(lessons):
        return LICENCES[0]
    if done < len(lessons):
        return LICENCES[1]
    return LICENCES[3] if sum(results) * 10 >= MOST_STARS * 9 * len(results) else LICENCES[2]


def merged(progress: Progress, other: Progress) -> Progress:
    """What one learner has done in two tabs: the best stars, the newest card of each rule, and all answers."""
    for lesson, steps in other.stars.items():
        for step, stars in steps.items():
            progress = with_stars(progress, lesson, step, stars)
    newer = {
        code: card
        for code, card in other.cards.items()
        if code not in progress.cards or _moment(card["last_review"]) > _moment(progress.cards[code]["last_review"])
    }
    return replace(progress, cards={**progress.cards, **newer}, diary=diary.merged(progress.diary, other.diary))


# -- Kept and put back ------------------------------------------------------------------------------------------------


class ProgressData(TypedDict):
    """Progress as a browser keeps it, and as a file."""

    format: int
    progress: Literal["rallyman-tutor"]
    stars: dict[str, dict[str, int]]
    cards: dict[str, Card]
    last: str
    log: list[list[object]]  # the diary, an entry a row


def plain(progress: Progress) -> ProgressData:
    """As a browser keeps it, and as a file."""
    return {
        "format": FORMAT,
        "progress": "rallyman-tutor",
        "stars": {lesson: dict(steps) for lesson, steps in progress.stars.items()},
        "cards": {code: dict(card) for code, card in progress.cards.items()},
        "last": progress.last,
        "log": diary.plain(progress.diary),
    }


def read(raw: object) -> Progress:
    """Progress from plain data; a foreign or broken file is refused."""
    if not isinstance(raw, dict) or raw.get("progress") != "rallyman-tutor":
        raise Refused("foreign-progress")
    if raw.get("format") != FORMAT:
        raise Refused("newer-progress", {"found": str(raw.get("format"))[:20]})
    stars, cards, last = raw.get("stars"), raw.get("cards"), raw.get("last", "")
    if not isinstance(stars, dict) or len(stars) > MOST_NAMES:
        raise _broken("stars")
    if not isinstance(cards, dict) or len(cards) > MOST_NAMES:
        raise _broken("cards")
    if not isinstance(last, str):
        raise _broken("last")
    for lesson, steps in stars.items():
        if not _are_stars(steps):
            raise _broken(f"stars, {lesson}")
    read_cards = {code: _card(card, f"cards, {code}") for code, card in cards.items()}
    return Progress(stars, read_cards, last[:200], diary.read(raw.get("log")))


def _broken(place: str) -> Refused:
    return Refused("broken-progress", {"place": place[:MOST_LETTERS]})


def _are_stars(steps: object) -> bool:
    return (
        isinstance(steps, dict)
        and len(steps) <= MOST_NAMES
        and all(type(stars) is int and 0 <= stars <= MOST_STARS for stars in steps.values())
    )


def _card(raw: object, place: str) -> Card:
    """One rule's card, as the scheduler writes it."""
    from fsrs import Card as Memory

    try:
        card: Card = dict(Memory.from_dict(cast("CardDict", raw)).to_dict())
        when = [_moment(str(card[name])) for name in ("due", "last_review")]
        known = 0 < card["stability"] <= MOST_DAYS and 1 <= card["difficulty"] <= HARDEST
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _broken(place) from error
    if any(moment.tzinfo is None for moment in when) or not known or card["step"] is not None:
        raise _broken(place)
    return card


def now() -> datetime:
    """The present, as cards reckon it."""
    return datetime.now(UTC)
