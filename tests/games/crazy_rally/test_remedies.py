"""Every remedy is open, priced as it turns out, and told in whole sentences.

Faulty drafts are taken at random from random races, each remedy is carried out as its button does it, and what it costs
is reckoned here once more, from the figures on the cards.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from rallyman_tutor.core.remedy import Price, Remedy
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.remedies import remedies, why_stuck
from rallyman_tutor.games.crazy_rally.state import CARDS, COURSE, DECK, Move, Play, Speak, State, Use
from rallyman_tutor.rally.rally import luck_of
from rallyman_tutor.tutor.session.intents import Act
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.words.remedies import intent_of
from tests.games.crazy_rally.races import drive
from tests.games.crazy_rally.test_phases import said
from tests.games.crazy_rally.test_races import permuted
from tests.games.opened import begin, explain, opened

RAW = re.compile(
    r"[{}]|  |\b(step|colour|play|own|event|case)-\w|\?\d?\b|:\w|(with|play|Play|make|choose) (nothing|nobody)|None"
)
"""Signs of a faulty sentence: a brace, a gap, a key, a hidden card, a place as the picture calls it, an empty list."""


def faulty(seed: int, count: int) -> Iterator[tuple[Session, Violation]]:
    """Tables of one learner with a move laid that some rule objects to, and the objection."""
    rng, found = random.Random(seed), 0
    while True:
        for decision in drive(rng.randrange(10**6)):
            if rng.random() < 0.9:
                continue
            state = decision.before
            others = frozenset(range(len(state.cars))) - {state.seat}
            table = Session(begin(GAME, {"position": GAME.write(state)}), bots=others, seed=str(found))
            for move in rng.sample(said(state, rng), 8):
                laid = replace(table, drafts=Drafts(opened((move,))))
                broken = [
                    *table.game.judge(laid.visible_state, laid.draft),
                    *table.game.advise(laid.visible_state, laid.draft),
                ]
                for violation in broken[:2]:
                    yield laid, violation
                found += bool(broken)
                if found >= count:
                    return


# What a move costs, reckoned once more


def own_car(state: State, move: Move) -> tuple[int, int]:
    """Speed and strength of the own car behind a move, before the course card; by the sheet, and not by the engine."""
    speed, strength = state.car.speed, state.car.strength
    by = 0
    if isinstance(move, Play):
        strength -= move.card[0] == "P"
        by = CARDS[move.card].faster if move.way == "+" else -CARDS[move.card].slower
    elif isinstance(move, Use) and move.to == state.car.name and move.effect in ("faster", "slower"):
        by = 1 if move.effect == "faster" else -1
    if strength > 0:
        speed = max(0, speed + by)
        if speed > state.car.top:
            speed, strength = state.car.top, strength - 1
    return speed, strength


def roads(state: State) -> list[str]:
    if state.options.practice:
        return [state.course[state.driven]]
    left = [card for card in COURSE if card not in state.course[: state.driven]]
    return [card for card in left if COURSE[card].flag] if 14 - len(state.course) + state.driven < 2 else left


def expected(state: State, move: Move) -> tuple[Price, Fraction, Fraction]:
    """The price of a move, and the chances that the car is out and that it offends without that; words said in turn are
    simply their move."""
    move = move.move if isinstance(move, Speak) and move.name == state.car.name else move
    speed, strength = own_car(state, move)
    if strength <= 0:
        return Price.ENDS_THE_RALLY, Fraction(1), Fraction(0)
    if state.phase not in ("choose", "event"):
        return Price.HARMLESS, Fraction(0), Fraction(0)
    ends = ends_on(state, speed, strength)
    cards = roads(state)
    out = Fraction(ends["out"], len(cards))
    chance = Fraction(ends["crash"] + ends["offence"], len(cards))
    if set(ends) == {"out"}:
        return Price.ENDS_THE_RALLY, out, chance
    if not set(ends) - {"out", "crash"}:
        return Price.LOSES_CONTROL, out, chance
    is_known = len(cards) == 1 and bool(ends["offence"])  # then the handling that it costs is a number
    if (out or chance) and not is_known:
        return Price.RISKS_CONTROL, out, chance
    return Price.COSTS_TIME if chance or strength < state.car.strength else Price.HARMLESS, out, chance


def ends_on(state: State, speed: int, strength: int) -> Counter[str]:
    """How a car at this speed comes off each course card that may lie next."""
    ends = Counter[str]()
    for card in roads(state):
        _, minimum, limit, difficulty, damage, _ = COURSE[card]
        missed = max(0, limit - speed if minimum else speed - limit)
        crash = missed and state.car.handling < difficulty + missed
        ends["out" if crash and damage >= strength else "crash" if crash else "offence" if missed else "clean"] += 1
    return ends


def at_all(state: State, move: Move) -> tuple[int, int, int]:
    """Of the course cards that may lie next, so many put the car out, so many at least make it crash, or offend."""
    move = move.move if isinstance(move, Speak) and move.name == state.car.name else move
    speed, strength = own_car(state, move)
    if strength <= 0:
        return (len(roads(state)),) * 3
    ends = ends_on(state, speed, strength) if state.phase in ("choose", "event") else Counter[str]()
    out, crash, offence = (ends[end] for end in ("out", "crash", "offence"))
    return out, out + crash, out + crash + offence


def check(laid: Session, violation: Violation) -> int:
    """One faulty draft: every remedy carried out, every sentence looked at."""
    state, (move,) = opened(laid.state), opened(laid.draft)
    where = f"{GAME.write_move(move)} in {GAME.write(state)}: {violation.code}"
    found = remedies(opened(laid.visible_state), opened(laid.draft), violation)
    told = explain(GAME, laid.visible_state, laid.draft, violation)
    for sentence in (told.title, told.said, told.why, told.fix):
        assert sentence and not RAW.search(sentence), (where, sentence)
    assert len(found) <= 3 and len({remedy.moves for remedy in found}) == len(found), where
    in_sight = set(re.findall(r"\b[BYPE]\d\d?\b", " ".join((*state.car.hand, *state.car.drawn))))
    for remedy, suggestion in zip(found, told.remedies, strict=True):
        assert set(re.findall(r"\b[BYPE]\d\d?\b", suggestion.label)) <= in_sight, (where, suggestion.label)
        check_remedy(laid, violation, remedy, where)
        after = update(laid, intent_of(suggestion))  # raises where the button does not work
        if suggestion.draft:
            assert opened(after.draft) == remedy.draft and not after.game.judge(after.state, after.draft), where
            after = update(after, Act(suggestion.draft[-1]))
        assert len(after.replay.past) > len(laid.replay.past), where
        mine = laid.replay.play(opened(remedy.moves[0]), luck_of(laid.seed, 0)).past[0]
        assert mine.move == after.replay.past[len(laid.replay.past)].move, where
    if not found:
        check_stuck(laid, violation, where)
    return len(found)


def check_remedy(laid: Session, violation: Violation, remedy: Remedy[Move], where: str) -> None:
    """The price is the one reckoned here; no remedy puts out a car that has another way, or costs more than it
    saves."""
    state, (move,) = opened(laid.state), opened(laid.draft)
    other = remedy.moves[-1]
    price, out, chance = expected(state, other)
    assert (remedy.price, remedy.facts["out"], remedy.facts["chance"]) == (price, out, chance), (where, remedy)
    if price == Price.ENDS_THE_RALLY:
        assert all(expected(state, way)[0] == price for way in GAME.moves(state)), (where, remedy)
    if GAME.book[violation.code].kind is Kind.UNWISE:
        assert at_all(state, other) <= at_all(state, move), (where, remedy)
    else:
        assert other != move, where


def check_stuck(laid: Session, violation: Violation, where: str) -> None:
    """Where there is no remedy, none could be: the race is over, somebody else decides, or all else costs as much."""
    state, (move,) = opened(laid.state), opened(laid.draft)
    case = why_stuck(opened(laid.visible_state), opened(laid.draft), violation)["case"]
    if case == "over":
        assert state.over, where
    elif case == "turn":
        assert isinstance(move, Speak) and move.name != state.car.name, where
    else:
        assert case == "no-better" and GAME.book[violation.code].kind is Kind.UNWISE, where
        mine = at_all(state, move)
        assert all(at_all(state, other) >= mine for other in GAME.moves(state)), where


def sweep(seed: int, count: int) -> Counter[str]:
    met = Counter[str]()
    for laid, violation in faulty(seed, count):
        met[violation.code] += 1
        met["remedies"] += check(laid, violation)
    return met


def test_every_remedy_of_random_faulty_moves_works_and_costs_what_it_says() -> None:
    met = sweep(1, 500)
    assert len(met) > 16 and met["remedies"] > 300, met


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(10, 20))
def test_every_remedy_of_two_thousand_faulty_moves_works_and_costs_what_it_says(seed: int) -> None:
    assert len(sweep(seed, 2000)) > 20


def test_remedies_tell_nothing_of_what_is_hidden() -> None:
    rng, tried = random.Random(3), 0
    for laid, violation in faulty(2, 90):
        state = opened(laid.state)
        if state.phase in ("draw", "choose", "event") and not state.options.practice:
            other = permuted(state, state.seat, rng)
            tried += other != state
            assert remedies(state, opened(laid.draft), violation) == remedies(other, opened(laid.draft), violation)
    assert tried > 20


# Some that were wrong once


def fixes(position: str, draft: str, code: str) -> str:
    state, plan = GAME.read(position), GAME.read_draft(draft).moves
    (violation,) = (one for one in (*GAME.judge(state, plan), *GAME.advise(state, plan)) if one.code == code)
    return explain(GAME, state, plan, violation).fix


def codes_of(position: str, draft: str) -> list[str]:
    return [one.code for one in GAME.advise(GAME.read(position), GAME.read_draft(draft).moves)]


def test_who_crashes_because_too_slow_is_not_told_to_brake() -> None:
    position = "C14 rest | A h2/7 v3 B07 P01 ; B B01 | choose A | practice"
    assert fixes(position, "play B07-", "CR-RES-05") == (
        "Play P01, faster: speed 6, and 1 strength and 2 handling less."
    )
    alone = "C14 rest | A h1/7 v3 B07 ; B B01 | choose A | practice"
    assert fixes(alone, "play B07-", "CR-RED-02") == "No other choice here costs less."


def test_no_weaker_card_is_named_where_there_is_none() -> None:
    """At the own maximum any card that accelerates goes beyond it."""
    assert fixes("C09 rest | A v7 B08 ; B B01 | choose A", "play B08+", "CR-MAX-01") == (
        "Exactly your maximum is free. Play B08, slower: speed 6."
    )


@pytest.mark.parametrize(
    ("position", "draft", "nearest"),
    [
        ("C01 rest | A v0 B07 B13 ; B | choose A | practice", "play B02-", "slower: speed 0"),
        ("C01 rest | A v4 B07 B13 ; B | choose A | practice", "play P01-", "Play B13, slower: speed 2"),
        ("C01 rest | A v4 B07 B01 ; B | choose A | practice", "play P01+", "Play B01, faster: speed 6"),
        ("C01 rest | A m9 v8 B07 B01 ; B | choose A | practice", "play P01+", "Play B07, faster: speed 9"),
    ],
)
def test_for_a_card_that_is_not_held_the_one_that_brings_most_nearly_the_same_speed_comes_first(
    position: str, draft: str, nearest: str
) -> None:
    assert nearest in fixes(position, draft, "CR-PLAY-01").partition(" Or ")[0]


@pytest.mark.parametrize(
    ("position", "draft", "code"),
    [
        ("C09 rest | A s1 v7 B08 ; B B01 | choose A", "play B08+", "CR-MAX-01"),
        ("C09 rest | A s1 v7 E1 ; B | event A : A B", "event faster>A", "CR-MAX-01"),
        ("C09 rest | A s2 v6 P01 ; B B01 | choose A", "play P01+", "CR-MAX-01"),
        ("C09 rest | A s1 P01 ; B B01 | choose A", "play P01+", "CR-TURBO-01"),
        ("C10 rest | A s3 h3/7 v6 B01 | choose | practice", "play B01+", "CR-RES-05"),
    ],
)
def test_whoever_goes_out_by_this_card_is_warned(position: str, draft: str, code: str) -> None:
    state, plan = GAME.read(position), GAME.read_draft(draft).moves
    told = {one.code: explain(GAME, state, plan, one).said for one in GAME.advise(state, plan)}
    assert told[code].endswith("your car is out.")


def test_whom_the_turbo_puts_out_is_not_told_of_a_maximum_that_is_not_reached() -> None:
    assert codes_of("C09 rest | A s1 v6 P01 ; B B01 | choose A", "play P01+") == ["CR-TURBO-01"]


def test_what_the_advice_says_of_the_deck_is_so() -> None:
    """Blue for tyres, yellow for wheels; and the hardest crash takes five strength."""
    count = {colour: Counter("".join(CARDS[card].symbols for card in DECK if card[0] == colour)) for colour in "BYP"}
    assert max(count, key=lambda colour: count[colour]["T"]) == "B"
    assert max(count, key=lambda colour: count[colour]["W"]) == "Y"
    assert max(course.damage for course in COURSE.values()) == 5


def told_of(position: str, draft: str) -> list[str]:
    """The rules that a draft breaks, or is warned of by."""
    state, plan = GAME.read(position), GAME.read_draft(draft).moves
    found = [*GAME.judge(state, plan), *GAME.advise(state, plan)]
    return [one.code for one in found]


LAST_STRENGTH = "C09 rest | A v5 B08 E1 ; B m8 v8 s1 E2 | event A : A B"
ITS_OWN = "C09 rest | A m8 v8 s1 E1 B01 ; B v5 | event A : A B"


def test_an_event_that_puts_a_rival_out_is_not_called_given_up() -> None:
    assert told_of(LAST_STRENGTH, "event faster>B") == []
    assert told_of(LAST_STRENGTH, "event slower>B") == ["CR-EVT-10"]


def test_who_would_put_the_own_car_out_is_told_to_pass() -> None:
    assert "Or pass (" in fixes(ITS_OWN, "event faster>A", "CR-MAX-01")
    assert "make B faster" not in fixes(ITS_OWN, "event faster>A", "CR-MAX-01")


@pytest.mark.parametrize("draft", ["event two", "event faster>A", "event slower>B"])
def test_who_holds_no_event_is_told_so_and_not_of_a_second_one(draft: str) -> None:
    position = "C09 rest | A B01 v6 ; B v5 E2 d3 | event A : A B"
    assert told_of(position, draft) == ["CR-COMP-05"]
    state, plan = GAME.read(position), GAME.read_draft(draft).moves
    assert (
        explain(GAME, state, plan, GAME.judge(state, plan)[0]).said == "You call an event, and you hold no event card."
    )


def test_a_loss_of_handling_is_a_number_only_where_the_road_is_known() -> None:
    """Where several cards may come, each of which is too slow for the car, nobody knows how much is lost."""
    position = "C01 C02 C03 C04 C05 C06 C07 C08 C13 C14 C09 C10 > C11 C12 | A m9 h9 v9 B07 B08 ; B | choose A"
    assert fixes(position, "play P01+", "CR-PLAY-01") == (
        "Play B07, slower: speed 8 (100 % to be too fast or too slow). "
        "Or play B07, faster: speed 9, and 1 strength less (100 % to be too fast or too slow). "
        "Or play B08, faster: speed 9, and 1 strength less (100 % to be too fast or too slow)."
    )


def test_a_remedy_names_no_card_that_only_calm_luck_has_drawn() -> None:
    position = "rest | A ; B ; C | look 14"
    state, plan = GAME.read(position), GAME.read_draft("go draw draw draw play E1+").moves
    (violation, *_) = GAME.judge(state, plan)
    assert violation.code == "CR-PLAY-01" and not remedies(state, plan, violation)
    assert "It is not told here which cards are drawn" in explain(GAME, state, plan, violation).fix
