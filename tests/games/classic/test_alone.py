"""The moves and outcomes of a lone car, as they are handed to those who reckon."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.core.luck import Scripted
from rallyman_tutor.games.classic.alone import every_move, key, leads, leads_now, outcomes, spent, thrown
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.state import Attack, Options, Roll, State, Stop, Word
from tests.games.driving import by_script
from tests.some import some


def test_every_move_has_the_attacks_and_nobody_retires() -> None:
    state = GAME.read("s14 | A@s1 g3")
    found = every_move(state)
    assert Attack((3, 4)) in found and Roll(3, "s2") in found and Word.RETIRE not in found


def test_every_move_is_one_that_the_rules_allow() -> None:
    for position in ("s14 | A@s1 g3 s2", "s4 R3/4x3K4 s5 | A@s4 g4", "s14 | A@s1 g1 p1", "s14 | A@s2 g3 | A 3 !"):
        state = GAME.read(position)
        assert not any(GAME.judge(state, (move,)) for move in every_move(state)), position


def test_outcomes_that_are_the_same_are_joined_and_their_chances_add_up_to_one() -> None:
    state = GAME.read("s14 | A@s1 g3")
    for move in every_move(state):
        found = outcomes(state, move)
        assert sum(chance for chance, _, _ in found) == 1
        assert len({after for _, after, _ in found}) == len(found)
    attack = outcomes(state, Attack((3, 4)))
    assert sorted(chance for chance, _, _ in attack) == [Fraction(1, 9), Fraction(2, 9), Fraction(2, 9), Fraction(4, 9)]


def test_a_key_leaves_out_what_changes_nothing_ahead() -> None:
    one, other = (GAME.read(f"s14 | A@s5 g3 c{clock} s2") for clock in (40, 90))
    assert key(one) == key(other)
    assert key(one) != key(GAME.read("s14 | A@s5 g3 c40 s3"))


@pytest.mark.parametrize(("edition", "alike"), [("es", True), ("de", False)])
def test_the_order_of_shortcut_cards_counts_only_where_they_come_again(edition: str, alike: bool) -> None:
    state = GAME.read(f"s4 R3/4x3K4 s5 | A@s4 g4 | A | edition={edition}")
    one, other = (
        state._replace(shortcut=state.shortcut._replace(seen=seen))
        for seen in (("good", "puncture"), ("puncture", "good"))
    )
    assert (key(one) == key(other)) is alike


def test_what_a_driver_spends_is_the_clock_less_the_seconds_held() -> None:
    state = GAME.read("s3 | A@s2 g5 c10 s2 | A 5")
    ((chance, after, _),) = outcomes(state, Stop())
    assert chance == 1 and spent(state, after) == 10
    secured = outcomes(GAME.read("s3 | A@s1 g5 c10 s2"), Roll(5, "s2", pay=True))[0][1]
    assert spent(GAME.read("s3 | A@s1 g5 c10 s2"), secured) == 1


def test_what_a_driver_spends_is_told_although_the_next_stage_sets_the_clock_back() -> None:
    before, _ = by_script(GAME, GAME.new({"drivers": ["A"], "stages": ["s4"] * 3}), "1 2 3 4")
    before = before._replace(cars=(before.car._replace(clock=30, seconds=2),))
    ((_, after, _),) = outcomes(before, Roll(5))
    assert (after.car.clock, spent(before, after)) == (0, 10)
    assert before.rally is not None
    before = before._replace(rally=before.rally._replace(number=1, times=((500,),)))
    ((_, after, _),) = outcomes(before, Roll(5))
    assert after.rally is not None and len(after.rally.times) == 2 and spent(before, after) == 10


def test_how_a_driver_stands_is_told_of_everybody_at_the_table() -> None:
    state = GAME.read("s14 | A@s2 g3 c40 s2 ; B@s1 g1 ; C | B r3")
    assert [race_coach(GAME).standing(state, seat)[:-1] for seat in range(3)] == [
        (0, 38, "road", 3, "s2", 3, 2), (0, 0, "road", 3, "s1", 1, 0), (0, 0, "waiting", 3, state.road.spaces[0].key, 0, 0),
    ]  # fmt: skip
    assert [race_coach(GAME).standing(state, seat)[-1] for seat in range(3)] == [False, True, False]
    rally = GAME.new({"drivers": ["A", "B"], "stages": ["s4"] * 3})
    assert rally.rally is not None
    second = rally._replace(rally=rally.rally._replace(number=1, times=((100, None),)))
    assert [race_coach(GAME).standing(second, seat)[:2] for seat in range(2)] == [(1, 100), (1, 0)]
    choosing = GAME.read("s14 | A | A phase=tyres | weather=fixed")
    assert not race_coach(GAME).standing(choosing, 0)[-1]  # which tyres to take is no driving


def is_lost(state: State, move: Roll, face: str) -> bool:
    """Whether control is lost when a die shows this, at least as long as Sisu is not played."""
    after, events = GAME.play(state, move, Scripted((face,), rest=GAME.harmless_luck))
    return after.turn.phase == "sisu" or any(event.what in ("lost", "out") for event in events)


@pytest.mark.parametrize("stage", ["s3 R2/4x3K4 j2 s1 j3 L1/3x2 s2", "s2 j1 L2/3x3K2 s1 R4 s2"])
def test_the_table_of_leads_tells_where_every_legal_die_leads(stage: str) -> None:
    for edition in ("classic", "es", "de"):
        options = Options(edition=edition)
        start = GAME.read(f"{stage} | A")._replace(options=options)
        table = leads(start.stage, options)
        told_at_the_start = {(1, start.road.spaces[lead.to].key) for lead in table[start.car.place][1]}
        assert told_at_the_start == {(move.die, move.to) for move in GAME.moves(start) if isinstance(move, Roll)}
        for place, space in some(enumerate(start.road.spaces[1:-1], 1)):
            for gear in range(6):
                state = GAME.read(f"{stage} | A@{space.key} g{gear} | A | edition={edition}")
                found = {(move.die, move.to) for move in GAME.moves(state) if isinstance(move, Roll)}
                dice = [(die, die) for die in (gear - 1, gear, gear + 1) if 0 < die <= 5] if gear else [(1, 1)]
                dice += [(-1, gear)] if gear else []
                told = {(die, start.road.spaces[lead.to].key) for die, own in dice for lead in table[place][own]}
                assert told == found, (edition, space.key, gear)
                for lead in table[place][gear] if gear else ():
                    lost = [is_lost(state, Roll(gear, start.road.spaces[lead.to].key), face) for face in ".!"]
                    assert lost == [lead.lost, lead.lost or lead.hard], (edition, space.key, gear)


def test_where_lost_control_ends_is_what_the_engine_plays() -> None:
    text = "forest/rock s1 R2/3x2K3 s1"
    table = thrown(GAME.read(f"{text} | A").stage, Options())
    for key_of_space in ("s1", "b1.line", "b1.d1", "b1.d2", "b1.cut", "s2"):
        lost = GAME.read(f"{text} | A@{key_of_space} g1 no-sisu | A")
        lost = lost._replace(turn=lost.turn._replace(used=(1,), phase="sisu", ended="bend"))
        ends = {
            (after.cars[0].place, after.cars[0].damage, after.shortcut != lost.shortcut)
            for _, after, _ in outcomes(lost, Word.ACCEPT)
        }
        assert ends == set(map(tuple, table[lost.cars[0].place])), key_of_space


def test_the_leads_of_this_turn_are_those_of_a_car_alone_but_for_other_cars_and_dirt() -> None:
    here, free = "s4 R3/4x3K4 s5 | A@s3 g4", GAME.read("s4 R3/4x3K4 s5 | A@s3 g4")
    alone = leads(free.stage, free.options)
    assert leads_now(free, alone) == alone
    at = {key: free.road.place[key] for key in ("s2", "s4", "b1.line")}
    into_the_bend = [lead.to for lead in alone[at["s4"]][3]]
    assert at["b1.line"] in into_the_bend
    taken = leads_now(GAME.read(f"{here} ; B@b1.line g3 | A"), alone)
    assert [lead.to for lead in taken[at["s4"]][3]] == [to for to in into_the_bend if to != at["b1.line"]]
    assert taken[: at["s2"] + 1] == alone[: at["s2"] + 1]  # what lies behind is as it was
    dirty = leads_now(GAME.read(f"{here} | A | dirt b1:2"), alone)
    assert [lead.lost for lead in dirty[at["s4"]][4]] != [lead.lost for lead in alone[at["s4"]][4]]
