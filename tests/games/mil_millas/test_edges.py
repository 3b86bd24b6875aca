"""Every row of the catalogue's table of edge cases.

What is refused, and by which rule first, stands in a table; a row that is a little story is a test of its own, with the
row's number in its name. The last test holds that no row is forgotten.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.step import can_draw, is_rolling, left
from tests.games.driving import codes
from tests.games.mil_millas.rounds import at, legal, name, play, points, refused

ROWS = """
S-01 S-02 S-04 S-05 S-07 S-08 S-10 S-11 S-13 S-14 S-16 S-17 S-19 S-20 S-22 S-23 S-25 S-26 S-28 S-29 S-31 S-32 S-34 S-35
S-37 S-38 S-40 S-41 S-43 S-44 S-46 S-47 S-49 S-50 S-52 S-53 S-55 S-56 S-58 S-59 S-61 S-62 S-64 S-65 S-67 S-68 S-70 S-71
S-73 S-74 S-76 S-77
"""
"""The rows of the catalogue. Their numbers are not consecutive."""

# Row, position, move, the rule that is broken first; nothing: it is legal.
JUDGED = [
    ("S-01", "A go ; B | A 25x6", "lay 25", "MM-TURN-02"),
    ("S-02", "A go ; B | A 25x7", "draw", "MM-TURN-03"),
    ("S-04", "A go ; B | A 25x7", "lay 50", "MM-TURN-04"),
    ("S-05", "A 25 go ; B | A green 25x6", "lay green", "MM-DEF-03"),
    ("S-07", "A 25 go ; B | A petrol 25x6", "lay petrol", "MM-DEF-02"),
    ("S-08", "A 25 go ; B | A endlimit 25x6", "lay endlimit", "MM-DEF-02"),
    ("S-10", "A ; B | A limit 25x6", "lay limit>B", ""),
    ("S-11", "A ; B 25 flat | A limit 25x6", "lay limit>B", ""),
    ("S-13", "A ; B 25 go limit | A red 25x6", "lay red>B", ""),
    ("S-14", "A ; B | A red 25x6", "lay red>B", "MM-ATT-03"),
    ("S-16", "A ; B 25 flat +priority | A fuel 25x6", "lay fuel>B", "MM-ATT-03"),
    ("S-16", "A ; B 25 +priority | A fuel 25x6", "lay fuel>B", ""),
    ("S-40", "A ; B | A limit 25x6", "discard limit", "MM-DISC-02"),
    ("S-41", "A ; B | A flat 25x6", "discard flat", ""),
    ("S-43", "A 400 go longest2 ; B | A 200 25x6", "discard 200", ""),
    ("S-44", "A 950 go ; B | A 75 25x6", "discard 75", ""),
    ("S-58", "A ; B 25 flat | A flat 25x6 | A | stacking=on", "lay flat>B", "MM-ATT-06"),
    ("S-61", "A ; B | A flat 25x6 | A | stacking=on", "lay flat>B", ""),
    ("S-64", "A ; B wrong | A wrong 25x6 | A | wrong-way=on", "lay wrong>B", "MM-ATT-06"),
    ("S-65", "A ; B | A 25x7", "lay wrong>B", "MM-WRONG-01"),
    ("S-67", "A go wrong ; B | A 25 petrolx6 | A | wrong-way=on", "lay 25", "MM-WRONG-04"),
    ("S-67", "A go wrong ; B | A 25 petrolx6 | A | wrong-way=on", "discard 25", ""),
    ("S-68", "A 500 go limit wrong ; B | A 75 petrolx6 | A | wrong-way=on", "lay 75", "MM-LIM-02"),
    ("S-70", "A go ; B | A limit 25x6", "lay limit>A", "MM-ATT-02"),
    ("S-71", "A 1000 go ; B | A - ; B limit 25x5 | B over", "lay limit>A", "MM-END-05"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "position", "draft", "code"), JUDGED, ids=[f"{row[0]}: {row[2]}" for row in JUDGED])
def test_what_is_refused_and_why(row: str, position: str, draft: str, code: str) -> None:
    assert refused(position, draft) == code


def test_s_13_a_limit_and_a_red_light_are_two_states() -> None:
    side = play("A ; B 25 go limit | A red 25x6", "lay red>B")[0].sides[1]
    assert side.limited and side.stopped


def test_s_17_a_side_that_never_had_a_green_light_rolls_with_priority_and_can_be_struck() -> None:
    state, _ = play("A ; B +priority | A crash 25x6", "lay crash>B")
    assert not is_rolling(state.sides[1]) and state.sides[1].problems == ("crash",)


def test_s_19_the_priority_vehicle_repairs_no_puncture() -> None:
    state, _ = play("A 25 flat ; B | A priority spare 100 25x4", "lay priority draw")
    assert refused(state, "lay 100") == "MM-DIST-03"
    mended, _ = play(state, "lay spare")
    assert is_rolling(mended.sides[0])


def test_s_20_a_tanker_laid_late_is_no_trick_and_owes_the_light() -> None:
    state, events = play("A 25 fuel ; B | A tanker green 100 25x4", "lay tanker draw")
    assert state.sides[0].tricks == 0 and "MM-SAFE-04" in codes(events)
    assert refused(state, "lay 100") == "MM-DIST-02"
    assert is_rolling(play(state, "lay green")[0].sides[0])


def test_s_22_a_trick_with_priority_also_starts_the_car() -> None:
    state, _ = play("A ; B | A limit 25x6 ; B priority 50x5", "lay limit>B trick")
    assert not state.sides[1].limited and is_rolling(state.sides[1])


def test_s_23_a_trick_leaves_an_older_limit() -> None:
    state, _ = play("A ; B 25 go limit | A flat 25x6 ; B proof 50x5", "lay flat>B trick")
    assert state.sides[1].limited and is_rolling(state.sides[1])


def test_s_25_the_next_player_may_be_the_one_who_answers() -> None:
    position = "A ; B go ; C | A flat 25x6 ; B proof 50x5 ; C 100x6"
    state, events = play(position, "lay flat>B trick draw{petrol 75}")
    assert len(state.hand) == 7 and state.sides[1].tricks == 1
    assert not any(event.what == "skipped" for event in events)
    assert name(play(state, "discard petrol")[0]) == "C"


def test_s_26_the_next_player_who_draws_first_has_missed_their_trick() -> None:
    position = "A ; B 25 go ; C | A flat 25x6 ; B proof 100 50x4"
    state, events = play(position, "lay flat>B draw")
    assert "MM-DRAW-01" in codes(events) and refused(state, "trick") == "MM-COUP-02"
    cured, _ = play(state, "lay proof draw")
    assert cured.sides[1].problems == () and cured.sides[1].tricks == 0
    assert refused(cured, "lay 100") == "MM-DIST-02"


def test_s_28_play_goes_on_behind_the_player_of_the_trick() -> None:
    position = "A ; B ; C go | A flat 25x6 ; B 75x6 ; C proof 50x5"
    state, events = play(position, "lay flat>C trick draw{petrol 100} discard petrol")
    assert [state.names[event.seat] for event in events if event.what == "skipped"] == ["B"] and name(state) == "A"


def test_s_29_a_partner_may_hold_the_immunity() -> None:
    position = "A+C ; B+D go | A flat 25x6 ; B 75x6 ; C 100x6 ; D proof 50x5"
    state, events = play(position, "lay flat>B D:trick draw{petrol 100} discard petrol")
    assert [state.names[event.seat] for event in events if event.what == "skipped"] == ["B", "C"] and name(state) == "A"


def test_s_31_with_one_card_in_the_deck_a_trick_draws_one() -> None:
    position = "A ; B go | A flat 25x6 ; B proof petrol 50x4 | A | deck 75"
    state, _ = play(position, "lay flat>B trick draw{75}")
    assert len(state.hand) == 6
    assert len(play(state, "discard petrol")[0].hands[1]) == 5


def test_s_32_with_no_deck_a_trick_draws_nothing() -> None:
    state, _ = play("A ; B go | A flat 25x6 ; B proof petrol 50x4 | A | deck -", "lay flat>B trick")
    assert len(state.hand) == 5 and refused(state, "draw") == "MM-DRAW-03"
    assert len(play(state, "discard petrol")[0].hands[1]) == 4


LAST = "A ; B go | A flat ; B proof 25 | A | deck -"


def test_s_34_a_last_attack_is_answered_and_the_round_is_over() -> None:
    state, events = play(LAST, "lay flat>B trick")
    assert state.over and points(state) == (0, 400) and "MM-END-04" in codes(events)


def test_s_35_behind_a_last_attack_nobody_plays_on() -> None:
    state, _ = play("A ; B go | A flat ; B green 25 | A | deck -", "lay flat>B")
    assert refused(state, "lay 25") == "MM-END-05"
    assert play(state, "pass")[0].over


def test_s_37_an_immunity_from_a_small_hand_leaves_three() -> None:
    state, _ = play("A 25 go ; B | A ace petrol 25x3 ; B 50x5 | A | deck -", "lay ace discard petrol")
    assert len(state.hands[0]) == 3 and name(state) == "B"


def test_s_38_an_immunity_as_last_card_ends_the_round() -> None:
    state, events = play("A ; B | A ace ; B 50x2 | A | deck -", "lay ace")
    assert state.over and points(state) == (100, 0) and "MM-END-03" in codes(events)


def test_s_46_the_last_card_of_the_deck_may_bring_the_coronation() -> None:
    state, _ = play("A 975 go ; B 50 | A redx5 fuel ; B 50x6 | A | deck 25", "draw{25} lay 25")
    assert points(state)[0] == 1600


def test_s_47_a_pile_to_be_shuffled_is_no_empty_deck() -> None:
    state, _ = play("A 975 go ; B 50 | A 25 ; B 50x2 | B | pile 75 ; deck - ; reshuffle=on", "draw discard 50")
    assert can_draw(state)
    won, _ = play("A 975 go ; B 50 | A 25 redx6 ; B 50x6 | A | pile 75 ; deck - ; reshuffle=on", "lay 25")
    assert points(won)[0] == 1300


def test_s_49_a_side_without_a_kilometre_is_shut_out_whatever_it_laid() -> None:
    assert points(play("A 975 go ; B +ace | A 25 redx5 fuel", "lay 25")[0]) == (1800, 100)


def test_s_50_who_drove_and_is_back_at_the_start_is_not_shut_out() -> None:
    assert points(play("A 975 go ; B drove | A 25 redx5 fuel | A | wrong-way=on", "lay 25")[0]) == (1300, 0)


def test_s_52_a_closed_round_gives_no_bonus() -> None:
    state, events = play("A 950 +priority +tanker +proof +ace ; B | A 75 ; B 50x2 | A | deck -", "discard 75")
    assert "MM-END-03" in codes(events) and points(state)[0] == 1350


def test_s_53_everything_at_once_is_4000() -> None:
    position = "A 975 +priority +tanker +proof +ace tricks4 ; B | A 25 ; B 50x2 | A | deck -"
    assert points(play(position, "lay 25")[0])[0] == 4000


def test_s_55_a_team_has_two_200s() -> None:
    position = "A+C 200 go longest1 ; B+D | A 200 25x6 ; B 75x6 ; C 200 50x5"
    state, _ = play(position, "lay 200 draw discard 75 draw")
    assert refused(state, "lay 200") == "MM-DIST-05"


def test_s_56_a_limit_holds_for_the_whole_team() -> None:
    position = "A+D ; B+E 25 go ; C+F | A limit 25x6 ; B 50x5 petrol ; C 75x6 ; D petrol ; E 100"
    state, _ = play(position, "lay limit>B pass pass draw discard petrol draw discard 75 draw discard petrol draw")
    assert name(state) == "E" and refused(state, "lay 100") == "MM-LIM-02"


def test_s_59_one_green_light_is_enough_and_comes_last() -> None:
    position = "A 25 fuel flat ; B | A petrol spare green 25x4 ; B 50x6 | A | stacking=on"
    assert refused(position, "lay green") == "MM-DEF-04"
    one, _ = play(position, "lay petrol draw discard 50 draw")
    assert refused(one, "lay green") == "MM-DEF-04"
    both, _ = play(one, "lay spare draw discard 50 draw lay green")
    assert is_rolling(both.sides[0])


def test_s_62_a_200_the_wrong_way_counts_as_one_of_two() -> None:
    side = play("A 600 go wrong longest1 ; B | A 200 25x6 | A | wrong-way=on", "lay 200")[0].sides[0]
    assert (side.km, side.longest) == (400, 2)


def test_s_73_a_cancelled_attack_may_be_drawn_again() -> None:
    position = "A ; B 25 go | A flat 25x6 ; B proof 50x5 | A | deck - ; reshuffle=on"
    state, events = play(position, "lay flat>B trick draw{flat}")
    assert "flat" in state.hand and left(state) == 0 and "MM-RESH-01" in codes(events)


def test_s_74_the_ace_turns_the_car_round() -> None:
    state, _ = play("A 300 go wrong ; B | A ace 100 25x5 | A | wrong-way=on", "lay ace draw lay 100")
    assert state.sides[0].km == 400


def test_s_76_asking_tells_own_data_or_everybodys_and_never_a_card() -> None:
    state = at("A 25 go ; B 50 limit +ace ; C | A green 25x6 ; B proof 50x5 ; C 75x6")
    _, own = play(state, "I")
    _, everybody = play(state, "Shift+I")
    assert [state.names[event.seat] for event in own] == ["A"]
    assert [state.names[event.seat] for event in everybody] == ["A", "B", "C"]
    facts = [dict(GAME.describe_event(state, event)[1]) for event in everybody]
    assert [(f["km"], f["speed"], f["safe"], f["count"]) for f in facts] == [
        (25, "fast", [], 7), (50, "slow", ["against-ace"], 6), (0, "fast", [], 6),
    ]  # fmt: skip
    assert not any("proof" in str(value) for f in facts for value in f.values())


def test_s_77_two_piles_in_vain_close_the_round() -> None:
    position = "A ; B | A 25x6 ; B 50x6 | A | pile 75x2 ; deck - ; {}reshuffle=on"
    assert not play(position.format("vain 1 ; "), "draw{75}")[0].over
    state, events = play(position.format("vain 2 ; "), "draw")
    assert state.over and {"MM-RESH-03", "MM-END-03"} <= set(codes(events))


def test_s_77_a_kilometre_makes_the_count_begin_anew() -> None:
    state, _ = play("A go ; B | A 25x7 ; B 50x6 | A | vain 2 ; reshuffle=on", "lay 25")
    assert state.vain == 0


def test_only_the_fitting_immunity_is_an_answer() -> None:
    position = "A ; B go | A 25x6 ; B priority tanker proof ace 50x2 | B window flat by A"
    drafts = ("trick priority", "trick tanker", "trick proof", "trick ace", "trick", "pass")
    assert legal(position, *drafts) == ["trick proof", "trick", "pass"]


CATALOGUE = Path(__file__).parents[4] / "shared" / "rules" / "mil_millas.md"


def test_no_row_is_forgotten() -> None:
    tested = {row[0] for row in JUDGED}
    tested |= {f"S-{number}" for number in re.findall(r"def test_s_(\d\d)", Path(__file__).read_text(encoding="utf-8"))}
    assert set(ROWS.split()) == tested


def test_the_rows_are_the_catalogues() -> None:
    if not CATALOGUE.exists():
        pytest.skip(f"the catalogue is not here: {CATALOGUE}")
    assert re.findall(r"^\| MM-(S-\d\d) ", CATALOGUE.read_text(encoding="utf-8"), re.M) == ROWS.split()
