"""Drivers of Crazy Rally say why, what they say is true, and nobody hears of it what is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

import pytest

from rallyman_tutor.coach.crazy_rally import weighing
from rallyman_tutor.coach.crazy_rally.choosing import SECRETS, choose
from rallyman_tutor.coach.crazy_rally.memory import LEVELS, remember
from rallyman_tutor.coach.crazy_rally.playing import play_for
from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import (
    CARDS,
    COURSE,
    HIDDEN,
    Event,
    Move,
    Play,
    State,
    Use,
    Word,
)
from rallyman_tutor.tutor.session.intents import Act, Draft
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.words.log import log
from rallyman_tutor.tutor.words.words import words
from tests.games.crazy_rally.test_races import permuted
from tests.games.crazy_rally.test_remedies import own_car, roads
from tests.games.opened import choose as choose_for_tutor
from tests.games.opened import opened, sit_down


class Chosen(NamedTuple):
    """A decision of a driver, in the race it was taken in."""

    state: State
    level: str
    memory: tuple[str, ...]
    decision: Decision[Move]


def decisions(seeds: Iterable[int], levels: Sequence[str] = tuple(LEVELS)) -> Iterator[Chosen]:
    """The decisions of drivers of all levels in races of their own, with their memory of the test lap."""
    for seed in seeds:
        count = 3 + seed % 4
        state, luck = GAME.new({**GAME.demo_game(count), "options": {"practice": seed % 5 == 0}}), Seeded(seed)
        names = [levels[(seed + seat) % len(levels)] for seat in range(count)]
        lap: list[Event] = []
        while not state.over:
            level = names[state.seat]
            own = Random(f"{state.seat}:{''.join(event.facts['card'] for event in lap)}")
            made = play_for(state, lap, level, Random(f"{seed}:{len(lap)}:{state.stage}"))
            yield Chosen(state, level, remember(lap, LEVELS[level], own), made)
            state, events = GAME.play(state, made.move, luck)
            lap += [event for event in events if event.code == "CR-LAP-01"]


def said(decision: Decision[Move]) -> str:
    return words("crazy_rally").phrase("bots", decision.reason, decision.facts)


# Reasons are true


NAMES = {course.name: card for card, course in COURSE.items()}


def off(speed: int, card: str) -> int:
    """By how much a speed misses a course card, by the sheet."""
    _, minimum, limit, *_ = COURSE[card]
    return max(0, limit - speed) if minimum else max(0, speed - limit)


def may_come(chosen: Chosen) -> list[str]:
    """The course cards that the test lap leaves possible for the next stage: a card remembered elsewhere is not
    next."""
    state, memory = chosen.state, chosen.memory
    anybody = roads(state)
    known = memory[state.driven : state.driven + 1]
    if known and known[0] != HIDDEN:
        return [known[0]]
    return [card for card in anybody if card not in memory[state.driven :]] or anybody


def who(anybody: Sequence[str]) -> str:
    """Whoever can know the next course card."""
    return "who-anybody" if len(anybody) == 1 else "who-lap"


def came(state: State, move: Move, name: str) -> str:
    """How a car gets through this stage behind a move, if nobody plays another event: it is driven on."""
    seat = [car.name for car in state.cars].index(name)
    state, events = GAME.play(state, move, GAME.harmless_luck)
    while not any(event.what == "turned" for event in events):
        state, events = GAME.play(state, Word.PASS, GAME.harmless_luck)
    whats = {event.what for event in events if event.seat == seat}
    return "crash" if whats & {"crash", "out"} else "missed" if whats & {"fast", "slow"} else "clean"


def untrue(chosen: Chosen) -> str:
    """The fault in the reason of a decision, reckoned by the sheet and not by the coach; nothing if it is true."""
    state, (made, reason, facts, *_) = chosen.state, chosen.decision
    move = opened(made)
    speed, strength = own_car(state, made) if state.phase in ("choose", "event") else (0, 0)
    anybody = roads(state) if state.phase in ("choose", "event") else []
    true = False
    if reason in ("known", "known-off", "remembered", "remembered-off"):
        card = NAMES[str(facts["card"])]
        true = [card] == (anybody if reason.startswith("known") else may_come(chosen)) and card == state.course[
            state.driven
        ]
        true &= strength > 0 and facts["now"] == speed and facts["by"] == off(speed, card)
        true &= bool(facts["by"]) == reason.endswith("-off") and (len(anybody) == 1) == reason.startswith("known")
    elif reason in ("expected", "gamble"):
        share = Fraction(sum(not off(speed, card) for card in anybody), len(anybody))
        true = (
            strength > 0
            and facts == {"share": share, "now": speed}
            and (share < Fraction(1, 2)) == (reason == "gamble")
        )
    elif reason == "out":
        true = strength <= 0 and facts["card"] == move.card
    elif reason == "keep":
        true = any(card[0] == "E" for card in state.car.hand) and facts["bonus"] == 2
    elif reason == "refill":
        count = sum(card[0] != "E" for card in state.car.hand)
        true = facts["count"] == count < 2 and move.effect == "two"
    elif reason == "last-strength":
        other = next(car for car in state.cars if car.name == facts["name"])
        true = (other.strength, other.speed) == (1, other.top) and move == Use("faster", other.name)
    elif reason in ("save", "save-some"):
        card, way = NAMES[str(facts["card"])], 1 if move.effect == "faster" else -1
        was, now = off(state.car.speed, card), off(speed, card)
        true = [card] == may_come(chosen) and (facts["was"], facts["now"]) == (was, now) and was - now == 1
        true &= facts["way"] == move.effect and (reason == "save") == (not now) and way in (1, -1)
        true &= facts["who"] == who(anybody) and came(state, made, move.to) == (
            "clean" if reason == "save" else "missed"
        )
    elif reason == "hinder":
        card = NAMES[str(facts["card"])]
        other = next(car for car in state.cars if car.name == facts["name"])
        changed = max(0, min(other.top, other.speed + (1 if move.effect == "faster" else -1)))
        lost = [off(speed, card) and off(speed, card) + COURSE[card].difficulty for speed in (other.speed, changed)]
        true = [card] == may_come(chosen) and lost[0] <= other.handling < lost[1]
        true &= facts["way"] == move.effect and move.to == other.name
        true &= facts["who"] == who(anybody) and came(state, made, move.to) == "crash"
    elif reason == "tune":
        kept = next(card for card in state.car.drawn if card != facts["card"])
        worths = [
            sum({"T": 3, "W": 7.5, "N": 9}[one] for one in CARDS[card].symbols) / 10 - sum(CARDS[card][:2]) / 5
            for card in (move.cards[0], kept)
        ]
        told = [float(str(facts[name])) for name in ("gain", "lost")]
        true = all(abs(one - other) < 0.06 for one, other in zip(told, worths, strict=True)) and facts["other"] == kept
    return "" if true else f"{reason} {dict(facts)}: {GAME.write_move(move)} in {GAME.write(state)}"


def false_reasons(seeds: Iterable[int]) -> Counter[str]:
    """How often each reason is given; every one of them is true."""
    given = Counter[str]()
    for chosen in decisions(seeds):
        state, made = chosen.state, chosen.decision
        assert not GAME.judge(state, (made.move,))
        if made.reason:
            given[made.reason] += 1
            assert not untrue(chosen), untrue(chosen)
            assert said(made).endswith(".") and "{" not in said(made)
        else:
            assert len(GAME.moves(state)) == 1 or chosen.level == "novice"  # a slip has no reason
    return given


RARE = {"save-some", "last-strength", "out", "hinder", "gamble"}


def test_every_reason_is_true_where_it_is_given() -> None:
    given = false_reasons(range(45))
    assert set(given) >= set(words("crazy_rally").group("bots")) - RARE, given


@pytest.mark.wide
@pytest.mark.parametrize("first", range(1000, 3000, 500))
def test_every_reason_is_true_in_hundreds_of_races(first: int) -> None:
    given = false_reasons(range(first, first + 500))
    assert set(given) == set(words("crazy_rally").group("bots")), given


def test_whoever_goes_out_by_any_card_of_theirs_does_not_praise_it() -> None:
    state = GAME.read(
        "C10 C12 > C01 rest | Ana m9 v9 h1/9 s1 d90 P01 P02 ; Ben v5 d82 B02 Y07 ; Cleo v6 d70 B03 B04 | choose Ana"
    )
    made = play_for(state, (), "works", Random(1))
    assert isinstance(made.move, Play)
    assert (made.reason, said(made)) == ("out", f"{made.move.card} takes my last strength.")


@pytest.mark.parametrize(("level", "move"), [("novice", "pass"), ("club", "pass"), ("works", "event faster>B")])
def test_only_masters_play_events_while_they_are_worth_it(level: str, move: str) -> None:
    state = GAME.read("C09 rest | A d5 E2 ; B d9 s1 m9 v9 E1 ; C d12 | event A")
    assert GAME.write_move(play_for(state, (), level, Random(1)).move) == move


TEN = "C06 C05 C12 C04 C08 C10 C14 C07 C02 C11"
"""Course cards of the first ten stages of fourteen."""


@pytest.mark.parametrize(
    ("position", "move"),
    [
        # A rival at their top speed has one point of strength left, or not quite.
        ("C06 rest | A B01 B02 E2 ; B d9 s1 m9 v9 ; C d12 s1 m9 v9 | event A", "event faster>C"),
        ("C06 rest | A B01 B02 E2 ; B d9 s1 m9 v8 ; C d12 s2 m9 v9 | event A", "pass"),
        # Cards are left for fewer than two stages, and there are more than two to come, or not.
        (f"{TEN} > C09 rest | A B01 E2 ; B ; C | event A", "event two"),
        (f"{TEN} > C09 rest | A B01 B02 E2 ; B ; C | event A", "pass"),
        (f"{TEN} C01 > C09 rest | A B01 E2 ; B ; C | event A", "pass"),
        # This car misses a known card, and that costs more than the bonus, or not.
        ("C06 rest | A m9 v8 h7 B01 B02 E2 ; B ; C | event A | practice", "event slower>A"),
        (f"{TEN} > C01 rest | A m11 v11 h7 B01 B02 E2 ; B ; C | event A | practice", "pass"),
        ("C14 rest | A m9 v6 h7 B01 B02 E2 ; B m9 v8 ; C m9 v8 | event A | practice", "event faster>A"),
        # A rival would miss it and crash, or only miss it, or crashes anyway.
        ("C06 rest | A B01 B02 E2 ; B d9 m9 v7 h1/7 ; C d12 m9 v7 h1/7 | event A | practice", "event faster>C"),
        ("C06 rest | A B01 B02 E2 ; B d9 m9 v7 h1/7 ; C d12 m9 v7 h2/7 | event A | practice", "event faster>B"),
        ("C06 rest | A B01 B02 E2 ; B d9 m9 v7 h2/7 ; C d12 m9 v8 h1/7 | event A | practice", "pass"),
        ("C14 rest | A m9 v8 B01 B02 E2 ; B d9 m9 v7 h1/9 ; C m9 v8 | event A | practice", "event slower>B"),
    ],
)
def test_a_master_plays_an_event_only_where_it_does_more_than_its_bonus_at_the_finish(position: str, move: str) -> None:
    state = GAME.read(position)
    made = play_for(state, (), "works", Random(1))
    assert GAME.write_move(made.move) == move
    assert not untrue(Chosen(state, "works", (), made))


def test_nobody_remembers_what_lies_open_or_what_alone_is_left() -> None:
    state = GAME.read("C06 rest | Ana B01 Y01 ; Ben B02 ; Cleo B03 | choose Ana | practice")
    made = play_for(state, (), "works", Random(1))
    assert said(made) == "Anybody could know that village street is next. Speed 7 fits it."
    state = GAME.read(f"{TEN} C09 C13 C03 > C01 | A m12 s9 v11 h1/7 d80 E2 ; B v7 ; C v7 | event A")
    made = play_for(state, (), "works", Random(1))
    assert said(made) == "Anybody could know that airfield straight is next. One point slower, and my speed fits it."


# Nothing hidden leaks


def told_behind(made: Decision[Move]) -> str:
    """The words of a decision for the others while the race goes on, and their event."""
    return "" if made.reason in SECRETS or not made.reason else f"{made.after}: {said(made)}"


def test_what_is_told_of_a_decision_hangs_on_nothing_that_is_hidden_then() -> None:
    """In another world that looks the same to a rival, the same deed has the same words. The facts that lie open once
    they are told are the same in both worlds, too: the card that was played, and the road of this stage."""
    rng, compared = Random(5), 0
    for state, level, memory, made in decisions(range(20), ("club", "works")):
        if state.phase not in ("choose", "event") or state.options.practice or rng.random() < 0.5:
            continue
        for _ in range(4):
            other = permuted(state, (state.seat + 1) % len(state.cars), rng)
            ahead = list(other.course)
            at = ahead.index(state.course[state.driven])
            ahead[at], ahead[state.driven] = ahead[state.driven], ahead[at]
            other = other._replace(course=tuple(ahead))
            recalled = tuple(HIDDEN if card == HIDDEN else ahead[n] for n, card in enumerate(memory))
            if not GAME.judge(other, (made.move,)):
                again = choose(GAME.seen_by(other, other.seat), LEVELS[level], recalled, Random(1))
                if again.move == made.move:
                    compared += 1
                    assert told_behind(again) == told_behind(made), GAME.write(state)
    assert compared > 100


def test_a_reason_is_told_only_when_what_it_speaks_of_lies_open() -> None:
    """At the table of a learner, no choice has words before the course card of its stage is turned up; a held card, or
    one kept while tuning, has none before the end."""
    heard = Counter[str]()
    for seed in range(2):
        session = sit_down(GAME, "race", ("You", "Ben", "Cleo"), frozenset({1, 2}), str(seed), "works")
        rng = Random(seed)
        while not session.game.over(session.state):
            ends = list(accumulate(len(past.events) for past in session.replay.past))
            made_at = {
                ends[at] - 1: (opened(session.replay.past[at - 1].state).stage, made) for at, made in session.thoughts
            }
            for line in log(session):
                if line["thought"]:
                    stage, made = made_at[line["line"]]
                    heard[made.reason] += 1
                    assert made.reason == "last-strength" or (not made.secret and stage < opened(session.state).stage)
            move = session.game.write_move(rng.choice(session.game.moves(session.state)))
            session = update(update(session, Draft((move,))), Act(move))
        assert any(line["thought"] for line in log(session))
    assert heard["expected"] and heard["remembered"] and not set(heard) & SECRETS, heard


def test_who_tunes_does_not_tell_what_they_kept() -> None:
    state = GAME.read("rest | A E1 (B01 B12) ; B E2 (B03 B04) ; C E3 (B05 B06) | tune A")
    made = choose_for_tutor(GAME, state, (), "works", Random(1))
    assert made.reason == "tune" and made.secret


def test_whichever_card_is_played_all_others_of_the_hand_are_there_for_the_next_stage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = GAME.read("C01 C02 C03 rest | You B10 B08 Y01 | choose")
    kept: list[set[str]] = []

    def best_next(*given: Any) -> float:
        kept.append(set(given[4]))
        return 0.0

    monkeypatch.setattr(weighing, "_best_next", best_next)
    weighing.weigh(state, LEVELS["works"], ())
    hand = {"B10", "B08", "Y01"}
    assert kept == [hand - {card} for card in ("B10", "B08", "Y01") for _ in range(2)]
