"""Rulings at the edges that no row of the catalogue has: each once went wrong, and stands here by its own name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rallyman_tutor.core.notation import Misread, Refused, ScriptedDraft
from rallyman_tutor.core.replay import BadSave, Replay, begin, load, pack, told_too_much, unpack
from rallyman_tutor.core.rule import Illegal, JudgedStep, Kind
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.drafts import write_draft
from rallyman_tutor.games.classic.generate import next_steps
from rallyman_tutor.games.classic.judging import is_legal, judge
from rallyman_tutor.games.classic.moments import DECISIONS, DECISIONS_OF_MOMENTS, decision_due
from rallyman_tutor.games.classic.notation import read_draft, read_position, write_position
from rallyman_tutor.games.classic.rules import BOOK
from rallyman_tutor.games.classic.state import CLAIMS, Attack, Give, Roll, State, Stop, Tyres, Word
from rallyman_tutor.games.classic.step import Step, aim, spaces_to_finish
from tests.games.driving import by_script, codes, refusal
from tests.some import some


def broken(position: str, draft: str) -> list[str]:
    """The rules a draft breaks, each once."""
    return list(dict.fromkeys(one.code for one in judge(read_position(position), read_draft(draft).as_laid)))


def choices(state: State) -> list[str]:
    return [GAME.write_move(move) for move in GAME.moves(state)]


def first_facts(position: str, draft: str) -> dict[str, object]:
    """The facts of the first broken rule."""
    return dict(judge(read_position(position), read_draft(draft).as_laid)[0].facts)


# -- Scripts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "script", "rules"),
    [
        ("s14 | A@s1 g3", "3. stop 5", "CL-GEAR-02"),
        ("s14 | A@s1 g2 no-sisu", "3! 4! w! 5", "CL-GEAR-01"),
        ("s14 | A@s1 g2 no-sisu", "3! 4! w! 1", ""),
        ("s14 | A@s1 g2 no-sisu", "3! 4! w! accept", "CL-SISU-03"),
        ("s14 | A@s1 g3 ; B@s1 g1", "A[3 4.] 3 4 w.", ""),
        ("s14 | A@s1 g3 ; B@s1", "A[3 4.] 3 4 5", "CL-GEAR-01"),
        ("s3 | A@s3 g3 ; B@s1 g1", "3. B: 2", ""),
        ("s3 | A@s3 g3 ; B@s1 g1", "3. stop", "CL-TURN-06"),
        ("s3 | A@s3 g3", "3. 4", "CL-ORDER-05"),
        ("s14 | A@s1 g2", "3! 4! w! 5", "CL-LOC-02"),
        ("s14 | A@s1 g2", "3! 4! w! sisu 5", ""),
    ],
)
def test_moves_of_a_script_go_on_into_the_next_turn(position: str, script: str, rules: str) -> None:
    assert "".join(broken(position, script)[:1]) == rules


def test_dice_that_are_laid_stay_in_their_turn() -> None:
    state, draft = read_position("s3 | A@s3 g3 ; B@s1 g2"), read_draft("3 1")
    assert judge(state, draft) == []
    assert judge(state, draft.as_laid)[0].code == "CL-FIN-06"


def test_dice_of_an_attack_of_which_one_face_is_told_can_be_judged() -> None:
    script = ScriptedDraft(read_draft("A[3 4] 3 4").moves, (("!",), (), ()))
    assert judge(read_position("s14 | A@s1 g3"), script) == []


# -- Attacks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("space", "needed"), [("s5", 1), ("s4", 2), ("s3", 3)])
def test_an_attack_beyond_the_finish_is_told_how_many_dice_reach_it(space: str, needed: int) -> None:
    position = f"s5 | A@{space} g2"
    for attack in some(("A[2 3]", "A[2 3 4]", "A[2 3 4 5]", "A[2 3 4 5 w]")[needed - 1 :]):
        assert broken(position, attack) == ["CL-ATK-05"]
        assert first_facts(position, attack) == {"count": len(attack.split()), "needed": needed}


def test_spaces_to_the_finish_are_counted_by_the_longest_way() -> None:
    spaces = {"s1": 8, "s2": 7, "b1.d1": 6, "b1.d2": 5, "b1.d3": 4, "b1.d4": 3, "b1.line": 3, "s3": 2, "s4": 1}
    found = {space: spaces_to_finish(read_position(f"s2 R3/4x4 s2 | A@{space} g2")) for space in spaces}
    assert found == spaces


def test_two_gas_dice_that_show_different_faces_are_two_choices() -> None:
    def gas(faces: str) -> list[str]:
        return [choice for choice in choices(read_position(f"s14 | A@s1 g3 | A attack3[{faces}]")) if choice[0] == "w"]

    assert gas("w w! 4") == ["w>s2.", "w>s2!"] and gas("w w 4") == gas("w! w! 4") == ["w>s2"]


# -- A wheel ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("punctures", "gas"), [(1, 2), (2, 1)])
def test_a_wheel_that_is_changed_mends_one_puncture_for_the_dice_behind_it(punctures: int, gas: int) -> None:
    position = f"s14 | A@s1 g1 p{punctures}"
    assert broken(position, "wheel 1" + " w" * gas) == []
    assert broken(position, "wheel 1" + " w" * (gas + 1)) != []


# -- Losing control ---------------------------------------------------------------------------------------------------


def test_sisu_undoes_a_hard_landing_and_never_the_bend_it_lands_in() -> None:
    position = "s3 j3 s1 R2/3x3 s6 | A@s3 g3"
    assert refusal(GAME, read_position(position), "4 sisu 3") == ("CL-SISU-02", 2)
    assert refusal(GAME, read_position(position), "4! sisu 3") == ("CL-SISU-03", 2)  # the next turn has begun
    state, events = by_script(GAME, read_position(position), "4!")
    assert {"cause": "bend"}.items() <= next(event for event in events if event.what == "lost").facts.items()
    assert state.turn.phase == "roll" and state.cars[0].sisu


@pytest.mark.parametrize("move", ["stop:4", "stop", "blocked", "wheel", "retire", "A[3 4]", "weather", "give w"])
def test_nothing_but_sisu_or_taking_what_comes_follows_control_lost(move: str) -> None:
    assert broken("s14 | A@s1 g2", f"3! 4! w! {move}")[0] == "CL-LOC-02"
    assert broken("s14 | A@s4 g4 | A 3 4 w !!! phase=sisu ended=hazards", move)[0] == "CL-LOC-02"


def test_no_save_holds_a_stop_that_escapes_a_loss_of_control() -> None:
    replay = begin(GAME, {"position": "s14 | A"})
    saved = {**replay.save(), "moves": [["1", "!"], ["w", "!"], ["w", "!"], ["stop"]]}
    with pytest.raises(BadSave) as told:
        load(GAME, saved)
    assert isinstance(told.value.__cause__, Illegal)


def test_taking_what_comes_is_what_a_draft_may_say_of_control_lost() -> None:
    assert broken("s14 | A@s1 g2", "3! 4! w! accept") == []
    assert broken("s14 | A@s1 g2", "3! 4! accept") == ["CL-SISU-03"]


@pytest.mark.parametrize("behind", ["", " sisu", " accept"])
def test_no_card_is_told_where_sisu_may_still_be_played(behind: str) -> None:
    state = read_position("s14 | A@s1 g2")
    untrue = told_too_much(GAME, state, read_draft(f"3! 4! w!{{spin}}{behind}"))
    assert untrue is not None and untrue.facts == {"number": 3, "move": "w", "list": ["spin"]}
    for draft in ("3! 4! w! accept{spin}", "3! 4! w! sisu"):
        assert told_too_much(GAME, state, read_draft(draft)) is None


def test_the_card_of_whoever_takes_what_comes_can_be_told() -> None:
    state, script = read_position("s14 | A@s1 g2"), read_draft("3! 4! w! accept{left}")
    assert write_draft(script) == "3! 4! w! accept{left}"
    assert Replay(GAME, {}, state).follow(script).past[-1].shown == ("left",)


def test_sisu_is_not_spent_where_there_is_no_hazard_to_undo() -> None:
    assert broken("s14 | A@s1 g2", "3 4 sisu") == ["CL-SISU-03"]
    assert broken("s14 | A@s1 g2", "A[3 4] sisu") == ["CL-SISU-03"]
    assert broken("s14 | A@s1 g2", "3! 4 sisu") == []


@pytest.mark.parametrize("edition", ["es", "de", "classic"])
def test_taking_what_comes_is_refused_in_every_edition_where_nothing_came(edition: str) -> None:
    assert broken(f"s14 | A@s1 g2 | A | edition={edition}", "3 accept")


# -- Phases -----------------------------------------------------------------------------------------------------------

WAITING = {
    "CL-WX-02": "s14 | A | A phase=weather | weather=variable",
    "CL-TYRE-01": "s14 | A | A phase=tyres | weather=fixed",
    "CL-SPARE-03": "s14 | A p1 finished | A phase=gap",
    "CL-ATK-08": "s4 R3/4x3K4 s5 | A@b1.cut g4 p1 | A 4 attack3[w w!] phase=give",
    "CL-LOC-02": "s14 | A@s4 g4 | A 3 4 w !!! phase=sisu ended=hazards",
    "CL-ORDER-05": "s14 | A finished | A phase=over",
    "CL-ELIM-01": "s14 | A out | A phase=over",
}
"""A position of every phase in which nothing is driven, by the rule that refuses what does not belong to it."""
SAID: dict[JudgedStep, str] = {
    Step: "1", Attack: "A[1 2]", Stop: "stop", Give: "give w", Tyres: "tyres winter",
    **{word: word.value for word in Word if word not in CLAIMS},
}  # fmt: skip


@pytest.mark.parametrize("code", WAITING)
def test_what_does_not_belong_to_a_phase_is_refused_by_the_rule_of_that_phase(code: str) -> None:
    state = read_position(WAITING[code])
    assert SAID.keys() == set(DECISIONS)
    for kind in DECISIONS:
        found = broken(WAITING[code], SAID[kind])
        if kind not in DECISIONS_OF_MOMENTS[decision_due(state)]:
            wheel = kind is Word.WHEEL and code == "CL-TYRE-01"  # a rule of its own speaks of the wheel
            assert ("CL-SPARE-03" if wheel else code) in found, (code, kind)


def test_every_rule_of_a_phase_speaks_of_every_decision() -> None:
    for code in (*WAITING, "CL-FIN-06"):
        assert set(DECISIONS) <= set(BOOK[code].of), code


@pytest.mark.parametrize(
    ("turn", "key"),
    [
        ("phase=sisu", "ended-so"),
        ("ended=hazards phase=tyres", "phase-lost"),
        ("phase=drive", "dice-to-move"),
        ("attack2[3 4] phase=give", "give-gas"),
        ("attack1[3 4]", "attack-of-dice"),
        ("attack2[3 4] phase=roll", "dice-to-move"),
    ],
)
def test_a_turn_whose_words_contradict_each_other_is_not_read(turn: str, key: str) -> None:
    with pytest.raises(Misread) as told:
        read_position(f"s14 | A@s2 g3 | A {turn}")
    assert told.value.key == key


def test_a_turn_belongs_to_somebody_who_still_drives() -> None:
    with pytest.raises(Misread, match="whose-turn"):
        read_position("s5 | A finished ; B@s2 g3 | A")
    assert read_position("s5 | A finished ; B@s2 g3").turn.seat == 1
    assert read_position("s5 | A finished ; B out").over


def test_who_is_not_in_turn_is_told_so_by_the_one_rule_that_fits() -> None:
    start = GAME.new({"drivers": ["A", "B", "C"], "stages": ["s5"]})
    second, _ = by_script(GAME, start, "1 stop")
    fits = {
        (start, "A:"): [],
        (start, "B:"): ["CL-START-03"],  # in the first round only the first car starts
        (second, "B:"): ["CL-ORDER-01"],
        (second, "C:"): ["CL-START-03"],
        (read_position("s5 | A finished ; B@s2 g3 | B"), "A:"): ["CL-ORDER-05"],
        (read_position("s5 | A out ; B@s2 g3 | B"), "A:"): ["CL-ORDER-05"],
    }
    assert {key: [one.code for one in judge(key[0], read_draft(key[1]))] for key in fits} == fits


@pytest.mark.parametrize(
    ("here", "to", "why"),
    [
        ("b1.d1", "b1.d2", ""),
        ("b1.d1", "b1.d3", "far"),
        ("b1.d2", "b1.d1", "behind"),
        ("b1.d2", "b1.d2", "here"),
        ("b1.d3", "b1.line", "last-drift"),
        ("b1.d1", "b1.cut", "left-way"),
        ("b1.line", "b1.d1", "left-way"),
        ("b1.cut", "b1.line", "left-way"),
        ("s4", "b1.d2", "drift-start"),
        ("s4", "s6", "far"),
        ("s4", "s3", "behind"),
        ("s4", "s99", "unknown"),
    ],
)
def test_why_a_die_does_not_lead_to_a_space_that_is_named(here: str, to: str, why: str) -> None:
    state = read_position(f"s4 R3/4x3K4 s5 | A@{here} g4")
    assert aim(state, Roll(4, to)).nowhere == why


# -- Dirt and other cars ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", ["j1", "s5", "s6"])
def test_no_room_where_a_car_flies_is_told_by_the_rule_of_jumps_alone(space: str) -> None:
    assert broken(f"s4 j3 s5 | A@s4 g4 ; B@{space} g2 ; C@{space} g2 | A", "4") == ["CL-JUMP-07"]


INSIDE = "s4 R2/4x3K4 s5 | A@b1.d2 | A | dirt b1:2 ; edition=es"


def test_who_comes_back_in_a_dirty_drift_is_not_held_there_for_ever() -> None:
    state, _ = by_script(GAME, read_position(INSIDE), "1 w")
    assert state.car.place == state.road.place["s5"]
    assert broken(INSIDE, "blocked") == ["CL-BLOCK-01"]


def test_a_spun_car_beside_a_taken_line_gets_away_once_the_line_is_free() -> None:
    held = "s4 R2/4x3K4 s5 | A@b1.d2 spun ; B@b1.line g1 | A | dirt b1:2"
    assert broken(held, "1") == ["CL-PASS-05"] and broken(held, "blocked") == []
    assert broken(held.replace("B@b1.line", "B@s5"), "1") == []


def test_a_car_in_gear_is_still_refused_a_line_that_dirt_has_closed() -> None:
    assert broken("s4 R2/4x3K4 s5 | A@b1.d2 g2 | A | dirt b1:2", "1>l") == ["CL-CUT-06"]


@pytest.mark.parametrize("dirt", [0, 1, 2, 3, 5])
@pytest.mark.parametrize("edition", ["classic", "es", "de"])
@pytest.mark.parametrize("bend", ["R2/4x3K4", "R2/3x2K4", "R4/2x3K1", "R1/5x4K5"])
def test_wherever_a_car_stands_in_a_dirty_bend_alone_some_die_leads_on(bend: str, edition: str, dirt: int) -> None:
    road = read_position(f"s4 {bend} s5 | A").road
    for space in some(space for space in road.spaces if space.bend >= 0):
        for gear in (0, 1, 2, 4, 5):
            text = f"s4 {bend} s5 | A@{space.key} g{gear} | A | dirt b1:{dirt} ; edition={edition}"
            state = read_position(text)
            rolls = [Roll(die, to) for die in (-1, 1, 2, 3, 4, 5) for to in ("", "l", "d")]
            allowed = {(roll.die, aim(state, roll).to) for roll in rolls if is_legal(state, (roll,))}
            assert allowed, text
            assert allowed == {(roll.die, aim(state, roll).to) for roll in next_steps(state)}, text


def test_rules_and_generated_steps_agree_in_a_drift_whose_note_dirt_has_taken_to_0() -> None:
    for gear, dirt in some((gear, dirt) for gear in (0, 1, 4) for dirt in (4, 5)):
        state = read_position(f"s4 R2/4x3K4 s5 | A@b1.d1 g{gear} | A | dirt b1:{dirt}")
        ways = {Roll(die, to) for die in (-1, 1, 2, 3, 4, 5) for to in ("b1.d2", "b1.line", "b1.cut", "s5")}
        assert {way for way in ways if is_legal(state, (way,))} == set(next_steps(state)) != set(), (gear, dirt)


def test_in_a_bend_two_cars_may_share_a_space_and_none_passes_the_other() -> None:
    position = "s4 R3/4x3 s5 | A@s4 g3 ; B@b1.line g3 | A | edition=es"
    assert refusal(GAME, read_position(position), "3>l 4") == ("CL-PASS-05", 2)
    state, _ = by_script(GAME, read_position(position), "3>l / stop / 4 / stop / 5 / stop / 4")
    assert state.cars[0].place == state.road.place["s5"]  # B has gone first


def test_a_newcomer_without_room_waits_and_pays_nothing() -> None:
    state, events = by_script(GAME, read_position("c1 s9 | A@s1 g1 ; B | B"), "blocked")
    assert codes(events)[0] == "CL-START-06" and state.cars[1].clock == 0


# -- The road ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "stage", ["R3/4x3 s5", "L2 s3", "R1K4 s2", "j3 s4", "c1 s2", "snow R2/3x3K3 s1", "forest/rock L2/4x2 s2"]
)
def test_a_stage_may_begin_with_anything_and_is_read_back(stage: str) -> None:
    state = read_position(f"{stage} | A")
    assert read_position(write_position(state)) == state
    assert [move for move in GAME.moves(state) if isinstance(move, Roll)]


def test_a_route_without_its_word_is_still_told_how_routes_begin() -> None:
    for text in ("J1 | J4 | A", "L0 / L1", "C8-C3 | A"):
        with pytest.raises(Misread, match="route-start"):
            read_position(text)


def test_a_bare_die_flies_over_a_dirty_bend() -> None:
    state = read_position("s3 j3 R2/4x3K4 s5 | A@s3 g4 | A | dirt b1:2")
    assert judge(state, (Roll(5),)) == []
    assert aim(state, Roll(5)).to == aim(state, Roll(5, "l")).to


JUMPS = ["s1 j{n} {b} s3", "s1 j{n} s1 {b} s3", "s1 j{n} {b} {b} s1", "s1 j{n} s1 {b} {b} s1"]
BENDS = ["R2/4x3K4", "L1/2x2K3", "R3K1"]


@pytest.mark.parametrize("shape", JUMPS)
@pytest.mark.parametrize("bend", BENDS)
def test_a_bare_die_leads_somewhere_wherever_some_way_does(shape: str, bend: str) -> None:
    """A die is never refused because nobody named the way, where one with a name is legal; rules and generator
    agree."""
    for note in (1, 3):
        for gear in some(range(note, 6)):
            for dirt in range(4):
                state = read_position(f"{shape.format(n=note, b=bend)} | A@s1 g{gear} | A | dirt b1:{dirt}")
                check_bare_dice(state)


def check_bare_dice(state: State) -> None:
    for die in (-1, 1, 2, 3, 4, 5):
        ways = [Roll(die, to) for to in ("", "l", "d", "k")]
        allowed = {aim(state, roll).to for roll in ways if is_legal(state, (roll,))}
        assert allowed == {aim(state, roll).to for roll in next_steps(state) if roll.die == die}, write_position(state)
        if allowed:
            assert judge(state, (Roll(die),)) == [], (write_position(state), die)


# -- Chances ----------------------------------------------------------------------------------------------------------


def risk(position: str, draft: str) -> list[Fraction]:
    return list(GAME.risk(read_position(position), read_draft(draft)))


def test_what_a_draft_tells_of_its_dice_is_no_longer_chance() -> None:
    assert risk("s14 | A@s1 g2", "3! 4! w") == [0, 0, Fraction(1, 6)]
    assert risk("s14 | A@s1 g2", "3! 4! w!") == [0, 0, 1]
    assert risk("s14 | A@s1 g2", "3. 4. w") == [0, 0, 0]
    assert risk("s14 | A@s1 g2", "3! 4! w! sisu 5") == [0, 0, 0, 0, 0]


def test_a_third_puncture_belongs_to_what_can_go_wrong() -> None:
    position = "s4 R3/4x3K4 s5 | A@s4 g4 p2"
    assert risk(position, "4>k") == [Fraction(4, 20)]
    assert risk(position, "4>k{good}") == [0] and risk(position, "4>k{puncture}") == [1]
    assert risk(position.replace("p2", "p1"), "4>k") == [0]


def test_punctures_add_up_over_the_shortcuts_of_one_draft() -> None:
    position = "s1 R3K4 R3K4 s5 | A@s1 g3 p1 | A | k 1-0-2"
    assert risk(position, "3>k 4>k") == [0, Fraction(1, 3)]


# -- What is read ------------------------------------------------------------------------------------------------------


def test_sisu_that_is_still_to_be_decided_on_the_finish_is_written_and_read() -> None:
    state, _ = by_script(GAME, read_position("s3 | A@s1 g2 | A"), "3! 4! w!")
    text = write_position(state)
    assert text == "s3 | A@finish g4 road #3 | A 3 4 w !!! dry1 phase=sisu ended=hazards"
    again = read_position(text)
    assert write_position(again) == text and choices(again) == ["sisu", "accept"]
    assert by_script(GAME, again, "sisu") == by_script(GAME, state, "sisu")


@pytest.mark.parametrize("draft", ["w", "A[w w]", "1"])
def test_a_car_whose_damage_is_whole_drives_no_more(draft: str) -> None:
    for position in ("s14 | A@s1 g3 d5", "s14 | A@s1 d5", "s14 | A d5"):
        with pytest.raises(Misread, match="car-broken"):
            broken(position, draft)
    rival = read_position("s14 | A@s3 d5 off-left ; B@s1 g1 | B r2 then A")  # it is out as soon as it would be in turn
    assert by_script(GAME, rival, "1 stop")[0].cars[0].status == "out"


@pytest.mark.parametrize("stage", ["snow snow", "s4 X3", "START C8, C99-J6, FINISH J1"])
def test_a_stage_that_cannot_be_read_is_told_before_the_first_one_starts(stage: str) -> None:
    with pytest.raises(Misread):
        GAME.new({"drivers": ["A"], "stages": ["s1", stage, "s9"], "service": [True, True]})
    with pytest.raises(Misread):
        GAME.judge_sheet(f"sheet A ; s1 ; {stage} ; s9", Kind.ILLEGAL)


def test_a_route_that_does_not_join_is_left_to_the_rules_of_the_sheet() -> None:
    sheet = "sheet A ; START J1, FINISH J1 ; START C8, FINISH C5 ; s9"
    assert [one.code for one in GAME.judge_sheet(sheet, Kind.ILLEGAL)] == ["CL-RALLY-02"]


@pytest.mark.parametrize(
    ("told", "key"),
    [
        ({"points": [-1]}, "no-words"),
        ({"points": [99]}, "timing-point"),
        ({"points": ["s5"]}, "timing-point"),  # the second stage has no such item
        ({"points": [None]}, "no-words"),
        ({"service": ["no", "no"]}, "no-switches"),
        ({"service": [True]}, "switches"),
    ],
)
def test_a_rally_starts_only_with_timing_points_and_services_that_it_can_have(told: dict[str, Any], key: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.new({"drivers": ["A"], "stages": ["s9", "s3", "s9"], **told})
    assert caught.value.key == key
    assert GAME.new({"drivers": ["A"], "stages": ["s9", "s3", "s9"], "points": ["s2"], "service": [True, False]})


def test_between_two_stages_everybody_with_a_wheel_to_change_is_asked_in_a_written_position_too() -> None:
    state, _ = by_script(GAME, read_position("s9 | A p1 finished ; B p2 finished | A phase=gap then B"), "wheel")
    assert (state.turn.seat, decision_due(state)) == (1, "gap")
    over, _ = by_script(GAME, state, "accept")
    assert over.over and read_position(write_position(over)) == over


def test_no_save_and_no_share_code_begins_in_a_position_that_no_rally_leads_to() -> None:
    saved = begin(GAME, {"position": "s14 | A@s1 g3 d4"}).save()
    saved["start"] = {"position": "s14 | A@s1 g3 d5"}
    for given in (saved, unpack(pack(saved))):
        with pytest.raises(BadSave) as caught:
            load(GAME, given)
        assert isinstance(caught.value.__cause__, Misread) and caught.value.__cause__.key == "car-broken"
