"""Remedies are carried out: each against a random faulty draft is open then and there, and costs what it says.

Each is laid or pressed with the very intent of its button, and played out by calm luck; its price is counted again in
another way; every sentence is read for gaps, raw keys and places that are not on the board.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest

from rallyman_tutor.core.game import AnyGame, AnyMove
from rallyman_tutor.core.remedy import MOST_REMEDIES, Price, Remedy
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.session import intents
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.words.explain import Explanation, explain
from rallyman_tutor.tutor.words.remedies import in_order, intent_of
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.games.driving import driven
from tests.games.faulty import faulty, faulty_in_written

State = Any
Draft = tuple[Any, ...]


def every() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("key", SHELF)


# -- What is asked of one answer --------------------------------------------------------------------------------------


def answers(key: str, cases: Iterable[tuple[State, Draft]]) -> Iterator[tuple[State, Draft, Violation, Explanation]]:
    """Every broken rule and every warning of some drafts, as the page tells it to the player in turn."""
    game = SHELF[key]
    for state, draft in cases:
        seen = game.seen_by(state, game.turn(state))
        for violation in (*game.judge(seen, draft), *game.advise(seen, draft)):
            yield state, draft, violation, explain(game, seen, draft, violation)


def check(key: str, state: State, draft: Draft, violation: Violation, told: Explanation) -> Iterator[str]:
    """Everything that is wrong with one answer."""
    game = SHELF[key]
    seen = game.seen_by(state, game.turn(state))
    for sentence in (told.title, told.said, told.why, told.fix, *(one.label for one in told.remedies)):
        yield from misread(key, state, sentence, violation)
    if game.remedies is None:
        return
    found = tuple(in_order(game, seen, game.remedies(seen, draft, violation)))
    if len(found) > MOST_REMEDIES or len({one.moves for one in found}) < len(found):
        yield "too many, or the same twice"
    if not found and told.fix.strip() in ("", told.general):
        yield "nothing to do, and no reason why"
    for remedy, shown in zip(found, told.remedies, strict=True):
        yield from carried_out(game, state, draft, remedy, intent_of(shown))
        yield from priced(game, seen, remedy)
    if any(one.price == Price.ENDS_THE_RALLY for one in found):
        whole = state if key == "crazy_rally" else seen  # the others play on there, who know their cards
        yield from the_last_way(game, whole, draft, violation, found)


def carried_out(
    game: AnyGame, state: State, draft: Draft, remedy: Remedy[AnyMove], intent: intents.Act | intents.Draft
) -> Iterator[str]:
    """By the page: laid as it is told, without a fault; or pressed, and done."""
    seen = game.seen_by(state, game.turn(state))
    if broken := game.judge(seen, remedy.moves):
        yield f"it breaks {[one.code for one in broken]}"
        return
    session = Session(Replay(game, {}, state), drafts=Drafts(draft), handed_to=game.turn(state))
    after = update(session, intent)
    if isinstance(intent, intents.Act):
        if [past.move for past in after.replay.past] != [remedy.then]:
            yield "another decision is taken"
        return
    if after.draft != remedy.draft:
        yield "other dice are laid"
    if remedy.then is not None:
        now = driven(game, seen, remedy.draft)[0]
        if now is not None and remedy.then not in game.moves(now):
            yield f"{game.write_move(remedy.then)} is not offered then"


# -- What it costs, counted in another way -----------------------------------------------------------------------------

MOST_MOVES = 40  # until a course card is turned
LOSSES = {"lost", "failed"}
WAITS = ("blocked", "waits")


def priced(game: AnyGame, state: State, remedy: Remedy[AnyMove]) -> Iterator[str]:
    if game.has_hidden_hands:
        return
    now, events = driven(game, state, remedy.draft)
    if now is None:
        yield "a die of it is refused when it comes"
        return
    what = [event.what for event in events]
    risk = sum(game.risk(state, remedy.draft or remedy.moves), Fraction(0))
    if remedy.then is not None and not remedy.draft:  # pressed as it is
        done = {event.what for event in game.play(now, remedy.then, game.harmless_luck)[1]}
        risk = Fraction(1) if done & LOSSES else risk
    price = remedy.price
    out: Any = remedy.facts.get("out", Fraction(0))
    if ("out" in what) != (price == Price.ENDS_THE_RALLY) and remedy.then is None and not 0 < out < 1:
        yield f"{price.name}: the rally {'ends' if 'out' in what else 'goes on'}"
    if price in (Price.HARMLESS, Price.COSTS_TIME) and risk:
        yield f"{price.name}: control is lost in {risk}"
    if price == Price.RISKS_CONTROL and not 0 < risk < 1:
        yield f"{price.name}: control is lost in {risk}"
    chances: list[Any] = [remedy.facts.get(name, Fraction(0)) for name in ("chance", "out")]
    told = sum(chances, Fraction(0))
    if price == Price.RISKS_CONTROL and told != risk:
        yield f"the chance told is {told}, and it is {risk}"
    if price == Price.LOSES_CONTROL and risk != 1:
        yield f"{price.name}: control is lost in {risk}"
    if price == Price.HARMLESS and any(event.what in WAITS or event.what == "secured" for event in events):
        yield f"{price.name}: it costs seconds"


def the_last_way(
    game: AnyGame, state: State, draft: Draft, violation: Violation, found: tuple[Remedy[AnyMove], ...]
) -> Iterator[str]:
    """A remedy that ends the rally is told only where every other decision ends it as well."""
    if any(one.price < Price.ENDS_THE_RALLY for one in found):
        yield "what ends the rally stands beside a milder way"
    now = driven(game, state, draft[: violation.at])[0]
    if now is None:
        return
    for move in game.moves(now):
        if not ends_the_rally(game, now, move):
            yield f"{game.write_move(move)} does not end the rally"
            return


def ends_the_rally(game: AnyGame, now: State, move: AnyMove) -> bool:
    """Whether whoever makes this move is out by it; in Crazy Rally at the latest when the course card is turned, the
    mildest that there can be, after everybody else has done as little as they can."""
    seat, events = game.turn(now), list[Any]()
    for _ in range(MOST_MOVES):
        now, happened = game.play(now, move, game.harmless_luck)
        events += happened
        whats = {event.what for event in happened}
        if game.key != "crazy_rally" or "turned" in whats or "out" in whats:
            break
        move = min(game.moves(now), key=lambda one: game.write_move(one) != "pass")
    return any(event.what == "out" and event.seat == seat for event in events)


# -- Sentences --------------------------------------------------------------------------------------------------------

GAPS = re.compile(
    r"[{}#_]|\bNone\b|Fraction|\s\s|\s[.,!?:;]|,[,.]|\(\s|\(\)|:\s*\.|“”|\[\]|\bto the\.|\bthe the\b|\bnothing nor\b"
)
DOUBLED = re.compile(r"\b([A-Za-z]+) \1\b", re.IGNORECASE)
KEYS = re.compile(r"\b[a-z]\d+\b|\b\w+\.(?:line|d|h|k|L|R|f|cut)\d*\b|\bdefault\b")


def misread(key: str, state: State, sentence: str, violation: Violation) -> Iterator[str]:
    """Faults that a reader stumbles over."""
    for pattern in (GAPS, DOUBLED, KEYS):
        if match := pattern.search(sentence):
            yield f"{match[0]!r} in {sentence!r}"
    named = text_tables(f"games.{key}")["words"]["names"]
    for value in violation.facts.values():
        raw = isinstance(value, str) and re.fullmatch(r"[a-z]+(-[a-z]+)+", value) and value not in named
        if raw and str(value) in sentence:
            yield f"the raw key {value!r} in {sentence!r}"
    if not SHELF[key].has_hidden_hands:
        here = real_places(key, state)
        gone = (match[0] for match in places(key).finditer(sentence) if match[0] not in here)
        yield from (f"{place!r} is not on the board: {sentence!r}" for place in gone)


@lru_cache
def places(key: str) -> re.Pattern[str]:
    """How places of a game are called, the longest names first."""
    names = [str(name) for name in text_tables(f"games.{key}")["words"]["places"].values() if "{" in str(name)]
    patterns = sorted((re.sub(r"\\\{\w\\\}", r"\\d+", re.escape(name)) for name in names), key=len, reverse=True)
    return re.compile("|".join(patterns))


def real_places(key: str, state: State) -> set[str]:
    """Every place of this stage, by each of its names."""
    road = state.road
    shorter = [road.short(at) for at in range(len(road.spaces))] if hasattr(road, "short") else []
    return {words(key).place(name) for name in (*(space.key for space in road.spaces), *shorter)}


# -- The tests --------------------------------------------------------------------------------------------------------


def wrong(key: str, cases: Iterable[tuple[State, Draft]]) -> tuple[list[str], Counter[str]]:
    """All that is wrong with the answers to some drafts, and how many there are of what."""
    game, found, seen = SHELF[key], list[str](), Counter[str]()
    for state, draft, violation, told in answers(key, cases):
        seen["answers"] += 1
        seen["remedies"] += len(told.remedies)
        seen[game.book[violation.code].kind] += 1
        text = " ".join(map(game.write_move, draft))
        found += [
            f"{violation.code} {game.write(state)} :: {text}: {one}"
            for one in check(key, state, draft, violation, told)
        ]
    return found, seen


@every()
def test_every_remedy_can_be_carried_out_and_costs_what_it_says(key: str) -> None:
    found, seen = wrong(key, [*faulty(key, range(4), 4), *faulty_in_written(key, 4)])
    assert not found, found[:20]
    assert seen["answers"] > 200 and seen["remedies"] > seen["answers"] // 3 and seen[Kind.UNWISE], seen


@pytest.mark.wide
@every()
@pytest.mark.parametrize("first", range(1000, 2000, 100))
def test_every_remedy_to_thousands_of_faulty_drafts_can_be_carried_out(key: str, first: int) -> None:
    """With all slices, some 20,000 drafts a game."""
    found, seen = wrong(key, faulty(key, range(first, first + 100), 6, 4, 200))
    print(key, first, dict(seen))
    assert not found, found[:20]
