"""A learner's progress: stars for steps, rules and decisions to come back to, every answer, and where they were.

It lives in the visitor's own browser, comes with them to the page as plain data, and is never trusted. Names that no
lesson has today are kept all the same: the lesson may come back. Rules that were broken, and decisions that cost time
in a drive, come back when the learner may be about to forget them: the fsrs package says when, at the learner's own
pace once `memory.py` knows it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict, cast

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import NAMES
from rallyman_tutor.tutor.learner import diary, memory, past_decisions, records
from rallyman_tutor.tutor.learner.diary import Diary, Entry
from rallyman_tutor.tutor.learner.past_decisions import PastDecision, PastDecisionData
from rallyman_tutor.tutor.learner.records import Scores

if TYPE_CHECKING:
    from fsrs.card import CardDict

FORMAT = 1
MOST_STARS = 3
MOST_NAMES = 2000
"""Entries a progress file may have; a whole course has a tenth of it."""
SAME_EVENING = timedelta(hours=8)
"""Breaking a rule again on the same evening is still the same lapse."""
MOST_DECISIONS = 60
"""Decisions that are kept to come back to; of more, those known best go first."""
MOST_DAYS, HARDEST = 1_000_000, 10
"""The most days and the greatest hardness that a card may tell; the scheduler stays far below the first."""
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
    cards: Mapping[str, Card] = field(default_factory=dict)  # what to come back to: rules by code, decisions by name
    decisions: Mapping[str, PastDecision] = field(default_factory=dict)  # those among them, by name
    last: str = ""  # the place to continue at
    diary: Diary = ()  # every answer, the oldest first
    runs: Mapping[str, Scores] = field(default_factory=dict)  # by game/minutes: the best scores against the clock
    times: Mapping[str, int] = field(default_factory=dict)  # by game/stage: the learner's own best, in seconds
    placed: Mapping[str, str] = field(default_factory=dict)  # by game: the lesson to begin with, as the placement found


def with_stars(progress: Progress, lesson: str, step: str, stars: int) -> Progress:
    """The progress after a step was done; the best result counts."""
    steps = dict(progress.stars.get(lesson, {}))
    steps[step] = max(stars, steps.get(step, 0))
    return replace(progress, stars={**progress.stars, lesson: steps})


def with_step(
    progress: Progress,
    lesson: str,
    step: str,
    stars: int,
    tries: int,
    hints: int,
    now: datetime,
    cost: float = 0,
    seconds: float = 0,
) -> Progress:
    """The progress after a step was done now: its stars, and an entry in the diary."""
    of = f"{lesson}#{step}"[: diary.MOST_LETTERS]
    entry = diary.entry(now, diary.STEP, of, stars, tries, hints, cost, seconds)
    return replace(with_stars(progress, lesson, step, stars), diary=diary.with_entry(progress.diary, entry))


def with_placement(progress: Progress, key: str, lesson: str) -> Progress:
    """The progress of a learner who was found to know a game up to this lesson; nothing, if they know all of it."""
    return replace(progress, placed={**progress.placed, key: lesson}, last=lesson or progress.last)


def lesson_stars(progress: Progress, lesson: str, steps: Iterable[str]) -> int:
    """The stars of a lesson: those of its weakest step; none before all are done."""
    return min((progress.stars.get(lesson, {}).get(step, 0) for step in steps), default=0)


def with_run(progress: Progress, kind: str, name: str, score: int) -> Progress:
    """The progress after a run against the clock of this kind, under a name or none."""
    scores = records.with_score(progress.runs.get(kind, {}), name, score)
    return replace(progress, runs={**progress.runs, kind: scores})


def with_time(progress: Progress, stage: str, seconds: int) -> Progress:
    """The progress after a stage was driven in so many seconds; the best time counts."""
    return replace(progress, times=records.with_time(progress.times, stage, seconds))


# -- What comes back --------------------------------------------------------------------------------------------------


def with_broken_rule(progress: Progress, code: str, now: datetime) -> Progress:
    """The progress after a rule was broken by mistake: it will be practised."""
    return _lapsed(progress, code, 0, now)


def with_mistakes(progress: Progress, found: Iterable[tuple[PastDecision, float]], now: datetime) -> Progress:
    """The progress after decisions of a drive were found to have cost so many seconds each: they will be practised."""
    for decision, cost in found:
        progress = _lapsed(progress, decision.name, cost, now)
        progress = replace(progress, decisions={**progress.decisions, decision.name: decision})
    return _within_bounds(progress)


def _lapsed(progress: Progress, name: str, cost: float, now: datetime) -> Progress:
    """The progress after a rule was broken, or a decision cost time, unless that was the same evening."""
    card = progress.cards.get(name)
    if card and abs(now - _moment(card["last_review"])) < SAME_EVENING:
        return progress
    return _reviewed(progress, diary.entry(now, diary.LAPSE, name, diary.FORGOTTEN, cost=cost), now)


def _within_bounds(progress: Progress) -> Progress:
    """The progress without decisions too many: those known best go first, and of these the ones longest not asked."""

    def known(name: str) -> tuple[float, datetime]:
        card = progress.cards[name]
        return -float(card["stability"]), _moment(card["last_review"])

    too_many = max(0, len(progress.decisions) - MOST_DECISIONS)
    return without_decisions(progress, sorted(progress.decisions, key=known)[:too_many])


def without_decisions(progress: Progress, gone: Collection[str]) -> Progress:
    """The progress without these decisions and their cards."""
    cards = {name: card for name, card in progress.cards.items() if name not in gone}
    decisions = {name: one for name, one in progress.decisions.items() if name not in gone}
    return replace(progress, cards=cards, decisions=decisions)


def with_practised(
    progress: Progress, name: str, tries: int, hints: int, now: datetime, cost: float = 0, seconds: float = 0
) -> Progress:
    """The progress after practising a rule or a decision: it comes back later; sooner after a wrong answer or a
    hint."""
    grade = diary.FORGOTTEN if tries or hints else diary.KNOWN
    return _reviewed(progress, diary.entry(now, diary.PRACTICE, name, grade, tries, hints, cost, seconds), now)


def with_guess(
    progress: Progress, key: str, guess: float, chance: float, hints: int, is_right: bool, now: datetime, seconds: float
) -> Progress:
    """The progress after a learner has said how likely it is that a draft goes wrong, and how likely it is."""
    grade = diary.KNOWN if is_right else diary.FORGOTTEN
    entry = diary.entry(now, diary.RISK, key, grade, int(not is_right), hints, seconds=seconds)
    entry = entry._replace(guess=round(guess, 4), chance=round(chance, 4))
    return replace(progress, diary=diary.with_entry(progress.diary, entry))


def with_drive(progress: Progress, stages: Iterable[tuple[str, float, int]], hints: int, now: datetime) -> Progress:
    """The progress after a drive was looked back at: of each stage its name, the seconds that all decisions there cost,
    and those that it took. A drive that is looked back at again on the same evening is no new one."""
    found = [diary.entry(now, diary.DRIVE, of, diary.KNOWN, 0, hints, lost, took) for of, lost, took in stages]
    since = found[0].when - SAME_EVENING.total_seconds() if found else 0
    known = {(one.of, one.cost, one.seconds) for one in progress.diary if one.kind == diary.DRIVE and one.when > since}
    if any((one.of, one.cost, one.seconds) in known for one in found):
        return progress
    return replace(progress, diary=(*progress.diary, *found)[-diary.MOST_ENTRIES :])


def cards_due(progress: Progress, now: datetime) -> list[str]:
    """The rules and decisions to practise now, the one longest due first. A card reviewed in the future, by a wrong
    clock, is due now."""
    found = sorted((_moment(card["due"]), _moment(card["last_review"]), code) for code, card in progress.cards.items())
    return [code for when, last, code in found if when <= now or last > now + SAME_EVENING]


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _reviewed(progress: Progress, entry: Entry, now: datetime) -> Progress:
    """The progress after an entry: the card of its rule or decision says when it comes back, the diary keeps the
    answer."""
    from fsrs import Card as Memory
    from fsrs import Rating, Scheduler

    known = progress.cards.get(entry.of)
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
    return replace(progress, cards={**progress.cards, entry.of: noted}, diary=kept)


# -- What it comes to -------------------------------------------------------------------------------------------------


def licence(progress: Progress, lessons: Mapping[str, tuple[str, ...]]) -> str:
    """The licence earned by the lessons that a learner has done (name to steps): some, all, or all of them well."""
    results = [lesson_stars(progress, name, steps) for name, steps in lessons.items()]
    done = sum(map(bool, results))
    if not lessons or done * 3 < len(lessons):
        return LICENCES[0]
    if done < len(lessons):
        return LICENCES[1]
    return LICENCES[3] if sum(results) * 10 >= MOST_STARS * 9 * len(results) else LICENCES[2]


def merged(progress: Progress, other: Progress) -> Progress:
    """One learner's progress from two tabs: the best stars, the newest cards, and all answers."""
    for lesson, steps in other.stars.items():
        for step, stars in steps.items():
            progress = with_stars(progress, lesson, step, stars)
    newer = {
        code: card
        for code, card in other.cards.items()
        if code not in progress.cards or _moment(card["last_review"]) > _moment(progress.cards[code]["last_review"])
    }
    fresh = {name: one for name, one in other.decisions.items() if name in newer or name not in progress.decisions}
    return _within_bounds(
        replace(
            progress,
            cards={**progress.cards, **newer},
            decisions={**progress.decisions, **fresh},
            diary=diary.merged(progress.diary, other.diary),
            placed={**other.placed, **progress.placed},
            runs=records.merged(progress.runs, other.runs),
            times=records.merged_times(progress.times, other.times),
        )
    )


# -- Kept and put back ------------------------------------------------------------------------------------------------


class ProgressData(TypedDict):
    """Progress as a browser keeps it, and as a file."""

    format: int
    progress: Literal["rallyman-tutor"]
    stars: dict[str, dict[str, int]]
    cards: dict[str, Card]
    decisions: NotRequired[list[PastDecisionData]]  # none in files from before they were kept
    last: str
    placed: NotRequired[dict[str, str]]  # likewise
    runs: NotRequired[dict[str, dict[str, int]]]  # likewise
    times: NotRequired[dict[str, int]]  # likewise
    log: list[list[object]]  # the diary, an entry a row


def plain(progress: Progress) -> ProgressData:
    """As a browser keeps it, and as a file."""
    return {
        "format": FORMAT,
        "progress": "rallyman-tutor",
        "stars": {lesson: dict(steps) for lesson, steps in progress.stars.items()},
        "cards": {code: dict(card) for code, card in progress.cards.items()},
        "decisions": list(map(past_decisions.plain, progress.decisions.values())),
        "last": progress.last,
        "placed": dict(progress.placed),
        "times": dict(progress.times),
        "runs": {kind: dict(scores) for kind, scores in progress.runs.items()},
        "log": diary.plain(progress.diary),
    }


def read(raw: object) -> Progress:
    """Progress from plain data; a foreign or broken file is refused."""
    if not isinstance(raw, dict) or raw.get("progress") != "rallyman-tutor":
        raise Refused("foreign-progress")
    if raw.get("format") != FORMAT:
        raise Refused("newer-progress", {"found": " ".join(str(raw.get("format")).split())[:20]})
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
    placed = raw.get("placed", {})
    if not isinstance(placed, dict) or not all(key in NAMES and isinstance(name, str) for key, name in placed.items()):
        raise _broken("placed")
    decisions = _decisions(raw.get("decisions"), read_cards)
    read_runs, times = records.read(raw.get("runs")), records.read_times(raw.get("times"))
    return Progress(stars, read_cards, decisions, last[:200], diary.read(raw.get("log")), read_runs, times, placed)


def _broken(place: str) -> Refused:
    return Refused("broken-progress", {"place": place[:MOST_LETTERS]})


def _are_stars(steps: object) -> bool:
    return (
        isinstance(steps, dict)
        and len(steps) <= MOST_NAMES
        and all(type(stars) is int and 0 <= stars <= MOST_STARS for stars in steps.values())
    )


def _decisions(raw: object, cards: Mapping[str, Card]) -> dict[str, PastDecision]:
    """The decisions of a file by name, each of which has a card; a file from before they were kept has none."""
    if raw is None:
        return {}
    if not isinstance(raw, list) or len(raw) > MOST_DECISIONS:
        raise _broken("decisions")
    read_ones = [past_decisions.read(one, f"decisions, entry {at}") for at, one in enumerate(raw, 1)]
    for at, one in enumerate(read_ones, 1):
        if one.name not in cards:
            raise _broken(f"decisions, entry {at}")
    return {one.name: one for one in read_ones}


def _card(raw: object, place: str) -> Card:
    """One card, as the scheduler writes it."""
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
