"""The answers at a table of cards are told twice: hands, piles, dials and who is ahead are read from the position as it
is written; see `told_twice.py`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

import pytest

from rallyman_tutor.core.replay import begin
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.crazy_rally.state import VALUES
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.by_ear import Speech, answer
from rallyman_tutor.tutor.words.words import text_tables
from tests.games.driving import Decision
from tests.games.random_games import decisions
from tests.some import some
from tests.tutor import test_by_ear_twice as by_ear
from tests.tutor import test_road_by_ear_twice as road_by_ear
from tests.tutor import told_twice as twice
from tests.tutor.test_by_ear import SPEECH
from tests.tutor.test_by_ear_twice import Told
from tests.tutor.test_log_crazy_rally_twice import CARDS, NAMES, STAGES
from tests.tutor.test_log_crazy_rally_twice import Table as CrazyRally
from tests.tutor.test_log_mil_millas_twice import Table as MilMillas
from tests.tutor.test_log_mil_millas_twice import earned_so_far

SEEDS = (5, 7, 11)


class Player(NamedTuple):
    """A player, as everybody sees them."""

    name: str
    car: str  # shared by partners
    far: int
    is_out: bool
    told: Mapping[str, object]  # all that may be told of them


def crazy_rally(position: str) -> list[Player]:
    found = []
    for car in CrazyRally(position).cars:
        facts = {
            "distance": car.d, "speed": car.v, "handling": minus(car.h), "strength": minus(car.s), "top": car.m,
            "cards": len(car.hand),
        }  # fmt: skip
        found.append(Player(car.name, car.name, car.d, bool(car.out), facts))
    return found


def mil_millas(position: str) -> list[Player]:
    table, found = MilMillas(position), []
    for name in sorted(name for side in table.sides for name in side.split("+")):
        side = table.side(name)
        at = [*table.sides].index(side)
        is_open = not {"over", "deal"} & set(table.turn)
        points = sum(row[at] for row in table.points) + (earned_so_far(table, side) if is_open else 0)
        facts = {"km": table.km(side), "points": points, "cards": len(table.hands.get(name, ()))}
        found.append(Player(name, side, table.km(side), False, facts))
    return found


READ = {"crazy_rally": crazy_rally, "mil_millas": mil_millas}


def minus(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def tables(key: str, every: int) -> Iterator[tuple[Session, str, str]]:
    """Tables of random games, each with its position and the name of the only learner, who is in turn."""
    for seed in SEEDS:
        for one in islice(decisions(key, seed), 0, 400, every):
            yield seated(key, one)


def seated(key: str, one: Decision, name: str = "") -> tuple[Session, str, str]:  # type: ignore[type-arg]  # of any game
    game = SHELF[key]
    state = one.after if name else one.before
    position = game.write(state)
    names = game.result(state)["drivers"]
    seat = names.index(name) if name else game.turn(state)
    session = Session(begin(game, game.spec(position, ())), bots=frozenset(range(len(names))) - {seat})
    return session, position, names[seat]


def field(tell: Told, players: list[Player], learner: str) -> str:
    """Where the learner is, who is ahead and who behind, the nearest first."""
    own = next(player for player in players if player.name == learner)
    others = [player for player in players if player.car != own.car and not player.is_out]
    out = "; ".join(called(player, learner) for player in players if player.is_out)

    def told(those: list[Player]) -> str:
        return "; ".join(tell("car", name=called(player, learner), **player.told) for player in those)

    gone = tell("gone", list=out) if out else ""
    if own.is_out:
        return twice.joined([gone, tell("still-in", list=told(others)) if others else ""])
    ahead = sorted((one for one in others if one.far > own.far), key=lambda one: one.far)
    behind = sorted((one for one in others if one.far < own.far), key=lambda one: -one.far)
    groups = {"ahead": ahead, "level": [one for one in others if one.far == own.far], "behind": behind}
    parts = [tell(name, list=told(those)) for name, those in groups.items() if those]
    return twice.joined([f"{told([own])}.", "" if ahead else tell("first"), *parts, gone])


def called(player: Player, learner: str) -> str:
    return "You" if player.name == learner else player.name


@pytest.mark.parametrize("key", READ)
@pytest.mark.parametrize("speech", SPEECH)
@cache  # the test of every text asks for it again
def test_who_is_ahead_and_who_behind_is_read_from_what_is_written_of_each(key: str, speech: Speech) -> None:
    tell = Told(key, speech)
    for session, position, learner in some(tables(key, 7)):
        assert answer(session, "field", speech) == field(tell, READ[key](position), learner), position


@pytest.mark.parametrize("speech", SPEECH)
@cache  # the test of every text asks for it again
def test_whoever_is_out_hears_who_is_still_there(speech: Speech) -> None:
    tell, checked = Told("crazy_rally", speech), 0
    for seed in range(12):
        *_, last = decisions("crazy_rally", seed)
        for player in crazy_rally(SHELF["crazy_rally"].write(last.after)):
            session, position, learner = seated("crazy_rally", last, player.name)
            assert answer(session, "field", speech) == field(tell, crazy_rally(position), learner), position
            checked += player.is_out
    assert checked


@pytest.mark.parametrize("speech", SPEECH)
@cache  # the test of every text asks for it again
def test_cards_on_the_piles_of_crazy_rally_are_all_those_that_lie_nowhere_else(speech: Speech) -> None:
    tell = Told("crazy_rally", speech)
    for session, position, _ in some(tables("crazy_rally", 7)):
        table = CrazyRally(position)
        elsewhere = [[*car.hand, *car.played, *car.sealed, *car.drawn, *car.tabled] for car in table.cars]
        discard = len(table.piles["discard"])
        supply = CARDS - discard - len({card.rstrip("+-") for cards in elsewhere for card in cards})
        assert answer(session, "piles", speech) == tell("piles", supply=supply, discard=discard), position


@pytest.mark.parametrize("speech", SPEECH)
@cache  # the test of every text asks for it again
def test_the_hand_of_crazy_rally_is_listed_again(speech: Speech) -> None:
    tell, names = Told("crazy_rally", speech), text_tables("games.crazy_rally")["words"]["pieces"]
    for session, position, learner in some(tables("crazy_rally", 5)):
        car = CrazyRally(position).car(learner)
        is_tuned = CrazyRally(position).turn[0] == "tune"

        def listed(cards: Sequence[str]) -> tuple[str, str]:
            none = tell("none-left")
            return "; ".join(str(names[card]) for card in cards) or none, " ".join(cards) or none

        (pieces, letters), (aside, more) = listed(car.drawn if is_tuned else car.hand), listed(car.hand)
        facts = {"pieces": pieces, "letters": letters, "aside": aside, "aside-letters": more}
        told = tell("hand-tune" if is_tuned else "hand", **facts)
        assert answer(session, "hand", speech) == told, position


@pytest.mark.parametrize("speech", SPEECH)
def test_the_dials_of_crazy_rally_are_those_of_the_car(speech: Speech) -> None:
    tell, words = Told("crazy_rally", speech), text_tables("games.crazy_rally")["words"]["readouts"]
    checked = Counter[str]()
    for session, position, learner in some(tables("crazy_rally", 5)):
        table = CrazyRally(position)
        car, races = table.car(learner), table.races
        is_driven = table.turn[0] in ("draw", "exchange", "choose", "event", "over")
        dials = [words["stage-of"].format(n=min(table.stage, STAGES), of=STAGES)] if is_driven else []
        if races > 1:
            dials.append(words["race-of"].format(n=min(len(table.results) + 1, races), of=races))
        figures = {
            "speed": minus(car.v), "handling": f"{minus(car.h)}{tell('of')}{car.f}", "strength": minus(car.s), "top": car.m,
            "distance": car.d,
        }  # fmt: skip
        dials += [f"{words[name]}: {figure}" for name, figure in figures.items()]
        looked = table.turn[0] == "look" and int((*table.turn, "0")[1])
        if re.search(r"\| .*\b(practice|notes)\b", position):
            dials.append(words["practice"])
        if looked or ("practice" in position and is_driven and table.driven < len(table.course)):
            at = looked - 1 if looked else table.driven
            _, kind, limit, difficulty, damage, name = VALUES["cards.course"][int(table.course[at][1:]) - 1]
            text = words["open-red" if kind == "minimum" else "open"]
            number = STAGES - len(table.course) + at + 1
            facts = {"n": number, "card": NAMES[name], "limit": limit, "difficulty": difficulty, "damage": damage}
            dials.append(text.format(**facts))
        told = twice.capital("; ".join(dials)).rstrip(".") + "."
        assert answer(session, "dials", speech) == told, position
        checked.update([table.turn[0], *(["open"] if looked else [])])
    assert {*checked} >= {"tune", "draw", "choose", "event", "open"}, checked


def test_every_answer_is_told_of_some_table() -> None:
    """Also those of the race games. How two terrains, dangers or parts are joined is told within others."""
    for speech in some(SPEECH):
        for key in READ:
            test_who_is_ahead_and_who_behind_is_read_from_what_is_written_of_each(key=key, speech=speech)
        test_whoever_is_out_hears_who_is_still_there(speech=speech)
        test_cards_on_the_piles_of_crazy_rally_are_all_those_that_lie_nowhere_else(speech=speech)
        test_the_hand_of_crazy_rally_is_listed_again(speech=speech)
        for key in ("classic", "dirt"):
            by_ear.test_clock_gear_and_hazards_are_those_that_are_written(key=key, speech=speech, wide=False)
            by_ear.test_who_is_where_is_read_from_the_cars_in_the_order_of_the_road(key=key, speech=speech, wide=False)
            by_ear.test_with_a_draft_the_gear_that_it_would_end_in_is_that_of_its_last_gear_die(key=key, speech=speech)
        for stage in road_by_ear.STAGES:
            road_by_ear.test_the_road_is_read_from_the_pace_notes_again(stage=stage, speech=speech)
        road_by_ear.test_from_a_place_on_the_road_is_that_of_a_car_there_and_behind_the_finish_lies_nothing(speech)
    for key in SHELF:
        by_ear.test_what_is_open_now_are_the_buttons_of_the_table_and_the_dials_are_those_that_stand_there(key)
        road_by_ear.test_when_it_is_over_the_result_is_told_whatever_is_asked(key)
        assert {*text_tables(f"games.{key}")["words"].get("answers", {})} <= twice.TOLD["answers"]
    by_ear.test_whoever_drives_alone_hears_that_nobody_else_is_there("dirt")
    assert twice.never_told("answers") == {"whose"}
