"""Two ways to the finish beside each other: the learner's, or that of a simple driver, and the best one.

    beside(...)                both ways, worked out in steps
    in_a_breath(...)           the best one, and why, in a sentence or two
    ways_shown(...)            two bars that part where the decision parts them, and what the difference is for

Every figure is one of the two accounts (`coach/account.py`). What is said to happen if nothing goes wrong is seen by
driving both ways (`coach/ways.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypedDict

from rallyman_tutor.coach import ways
from rallyman_tutor.coach.account import TO_GO, Account, When
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.principles.principle import GROUPS, LEAST, PACE, most_saved
from rallyman_tutor.coach.race_coach import AnyAtHand
from rallyman_tutor.coach.steps import Steps, Work
from rallyman_tutor.coach.ways import Parted, Stand
from rallyman_tutor.coach.why import Why, why, why_best, with_next_turn
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.why_view import dice_in_words, pace_case, seconds_in_words
from rallyman_tutor.tutor.advice.worth_view import draft_in_words, is_button_alone, texts_of
from rallyman_tutor.tutor.words.move_words import named, with_secured
from rallyman_tutor.tutor.words.words import Words, shared_words

MOST_WORDS = 40
"""Words of advice before anything is opened."""
TURNS: Sequence[When] = ("now", "next", "later")
A_PERCENT = 0.005
"""Chances that differ by less are told alike."""


class Beside(NamedTuple):
    """Two ways from one position: what is known of the first beside the best one, and both driven with nothing going
    wrong. `is_own` says that the first is the learner's; else it is a simple driver's."""

    why: Why[AnyState, AnyMove]
    is_own: bool
    draft: tuple[AnyMove, ...]  # of the first way
    one: tuple[Stand, ...]
    best: tuple[Stand, ...]

    @property
    def parted(self) -> Parted:
        """Where the two ways part, and meet again."""
        return ways.parted(self.one, self.best)


class SpanShown(TypedDict):
    """The part of a bar for this turn, the next one, or all after it: its seconds, as a number and in words."""

    when: When
    seconds: float
    label: str


class BarShown(TypedDict):
    """One way to the finish as a bar: whose it is, and its time."""

    name: str
    total: str
    spans: list[SpanShown]


class OddsShown(TypedDict):
    """The space that decides: where the chances to lose control differ most, and both of them."""

    place: str
    text: str


class WaysShown(TypedDict):
    """Two ways beside each other: as bars; what the difference is for, turn by turn; where they part, in words and on
    the road; and all of it for ears."""

    bars: list[BarShown]
    whens: dict[When, str]
    rows: list[str]
    parts: str  # the space
    odds: OddsShown | None
    said: str


def beside(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> Work[Beside | None]:
    """The learner's draft beside the best one, as far as that is worked out; without a draft the decision of a simple
    driver. None where there is no other way to tell of."""
    return _beside(race_coach(game).at_hand(state), game.key, state, draft)


@lru_cache(maxsize=4)
def _beside(hand: AnyAtHand, key: str, state: AnyState, draft: tuple[AnyMove, ...]) -> Work[Beside | None]:
    return Work(_both_driven(SHELF[key], state, draft))


def _both_driven(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> Steps[Beside | None]:
    found = why(game, state, draft) if draft else (yield from why_best(game, state))
    if found is None or found.behind < LEAST or found.seen is None:
        return None
    yield
    first = draft or (found.seen.move,)
    one = yield from ways.driven(game, state, first)
    best = yield from ways.driven(game, state, found.best)
    found = yield from with_next_turn(found)
    return Beside(found, bool(draft), first, one, best)


# -- In a breath -------------------------------------------------------------------------------------------------------


def in_a_breath(game: AnyGame, language: Words, state: AnyState, best: str, found: Beside | None) -> str:
    """The best draft, as it was told, and the reason: the name of the principle that speaks for it, and the most that
    it saves; less of that where it would be too much at once."""
    if found is None:
        return best
    texts, saving = _texts(game), most_saved(found.why.own, found.why.of_best)
    is_all = saving.group == TO_GO or not found.why.is_whole
    own, other = ways.led(game, found.one), ways.led(game, found.best)
    facts = {
        "seconds": seconds_in_words(game, found.why.behind if is_all else saving.seconds),
        "gear": language.fact("gear", other.gear),
        "own": language.fact("gear", own.gear),
        "space": language.place(other.place),
        "other": _first_way(game, language, state, found),
    }
    better = found.why.better
    is_named = better is not None and better.principle.is_claimed(saving)
    name = (
        texts["principle"].format(name=language.driving(better.principle.code)["name"]) if better and is_named else ""
    )
    group = "all" if is_all else saving.group
    is_laid_again = race_coach(game).kind(found.why.best[0])[0] == "arrange"  # where that leads, control is lost
    case = pace_case(saving, own, other) if group == PACE and not is_laid_again else group
    told = [texts[f"saves-{one}"].format(**facts) for one in (case, case, group)]
    all_told = [" ".join(filter(None, (best, *more))) for more in ((name, told[0]), (told[1],), (told[2],), ())]
    return next((one for one in all_told if len(one.split()) <= MOST_WORDS), all_told[-1])


def best_in_words(game: AnyGame, language: Words, state: AnyState, draft: tuple[AnyMove, ...]) -> str:
    """The best draft as a player would say it: its dice in short, or its button."""
    forms = [game.form(move) for move in draft]
    texts = texts_of(game)
    if forms[0].kind == "word":
        if is_button_alone(game, draft):
            return draft_in_words(game, texts, language, state, draft)
        first = draft_in_words(game, texts, language, state, draft[:1])
        return texts["then"].format(first=first, draft=best_in_words(game, language, state, draft[1:]))
    kind, _ = race_coach(game).kind(draft[0])
    dice = dice_in_words(game, language, forms[0].steps or draft)
    rolled = len(forms[0].steps or [one for one in forms if one.kind == "die"])
    how = f"draft-{kind}" if kind in ("attack", "arrange") else "draft-one" if rolled == 1 else "draft-draft"
    return texts[how].format(dice=dice)


def _first_way(game: AnyGame, language: Words, state: AnyState, found: Beside) -> str:
    """The first way in a few words: the learner's dice, a button, how they are rolled where that differs, or the die
    by which it begins to be another one."""
    if found.is_own:
        return _texts(game)["your-dice"]
    move, texts, kind = found.draft[0], texts_of(game), race_coach(game).kind
    form = game.form(move)
    if form.ends:
        return _texts(game)["ending"]
    if form.kind == "word":
        return _texts(game)["button"].format(button=draft_in_words(game, texts, language, state, (move,)))
    is_at_once, best_at_once = (kind(one)[0] == "attack" for one in (move, found.why.best[0]))
    if is_at_once != best_at_once:
        return texts["at-once" if is_at_once else "one-by-one"]
    if is_at_once:
        return _texts(game)["so-many-at-once"].format(n=kind(move)[1], how=texts["at-once"])
    steps = form.steps or (move,)
    best = game.form(found.why.best[0]).steps or found.why.best[:1]
    own_laid, best_laid = game.desk(state, steps).laid, game.desk(state, best).laid
    pairs = zip(steps, own_laid, best, best_laid, strict=False)
    at = next((at for at, (_, a, _, b) in enumerate(pairs) if (a.piece, a.place) != (b.piece, b.place)), 0)
    return with_secured(texts, named(game, language, {}, own_laid[at], steps[at]), game.form(steps[at]))


def way_in_words(game: AnyGame, language: Words, name: str, way: Sequence[Stand]) -> str:
    """Where a way ends each of its turns, if nothing goes wrong."""
    ends = [stand for before, stand in pairwise(way) if stand.turn > before.turn or stand.is_over]
    facts = [
        _texts(game)["turn-ends"].format(space=language.place(one.place), gear=language.fact("gear", one.gear))
        for one in ends
    ]
    return _texts(game)["way"].format(name=name, turns=", ".join(facts))


# -- Beside each other -------------------------------------------------------------------------------------------------


def ways_shown(game: AnyGame, language: Words, state: AnyState, found: Beside) -> WaysShown:
    """Both ways for a page."""
    texts, why_ = _texts(game), found.why
    names = bar_names(game, language, state, found)
    bars = [_bar(language, name, of) for name, of in zip(names, (why_.own, why_.of_best), strict=True)]
    odds = _deciding(game, language, why_)
    rows = [*_rows(game, language, why_), *([odds[1]] if odds else []), _parting(game, language, found.parted)]
    return {
        "bars": bars,
        "whens": {when: texts[when] for when in TURNS},
        "rows": rows,
        "parts": found.parted.place,
        "odds": odds[0] if odds else None,
        "said": " ".join([*(texts["say-bar"].format(**bar) for bar in bars), *rows]),
    }


def bar_names(game: AnyGame, language: Words, state: AnyState, found: Beside) -> tuple[str, str]:
    """The names of the first way and of the best one."""
    texts = _texts(game)
    return texts["yours"] if found.is_own else _first_way(game, language, state, found), texts["best"]


def _bar(language: Words, name: str, of: Account[AnyState]) -> BarShown:
    spans = [SpanShown(when=when, seconds=of.turn(when), label=f"{of.turn(when):.0f}") for when in TURNS]
    return {"name": name, "total": language.fact("time", round(of.cost)), "spans": spans}


def _rows(game: AnyGame, language: Words, found: Why[AnyState, AnyMove]) -> Iterable[str]:
    """By how much each turn differs, and what most of that is for."""
    texts = _texts(game)
    for when in TURNS:
        groups: dict[str, float] = {}
        for part, seconds in found.account:
            if part.when == when:
                group = GROUPS.get(part.what, PACE)
                groups[group] = groups.get(group, 0.0) + seconds
        whole = sum(groups.values())
        if abs(whole) < LEAST:
            yield texts["alike"].format(when=texts[when])
            continue
        more = whole > 0
        group = max(groups, key=lambda one: groups[one] if more else -groups[one])
        facts = {"when": texts[when], "seconds": seconds_in_words(game, abs(whole))}
        name = texts["to-go" if group == TO_GO else f"{'dear' if more else 'cheap'}-{group}"]
        yield texts["more" if more else "less"].format(**facts, part=name)


def _deciding(game: AnyGame, language: Words, found: Why[AnyState, AnyMove]) -> tuple[OddsShown, str] | None:
    """The odds of the space where the chances to lose control differ most, on the road and in a sentence; None where
    they are alike everywhere."""
    own, best = (
        {place: much for (what, place), much in of.often.items() if what == "lost"} for of in (found.own, found.of_best)
    )
    apart = {place: own.get(place, 0.0) - best.get(place, 0.0) for place in {**own, **best}}
    place = max(apart, key=lambda one: abs(apart[one]), default="")
    if not place or abs(apart[place]) < A_PERCENT:
        return None
    chances = {
        name: language.fact("chance", Fraction(round(of.get(place, 0.0), 9)))
        for name, of in (("own", own), ("best", best))
    }
    texts = _texts(game)
    said = texts["odds-said"].format(space=language.place(place), **chances)
    return {"place": place, "text": texts["odds"].format(**chances)}, said


def _parting(game: AnyGame, language: Words, found: Parted) -> str:
    texts, space = _texts(game), language.place(found.place)
    if found.meets is None:
        return texts["part-for-good"].format(space=space)
    return texts["part-and-meet"].format(space=space, meets=language.place(found.meets))


def _texts(game: AnyGame) -> Mapping[str, str]:
    return {name: str(text) for name, text in shared_words(game.key, "ways").items()}
