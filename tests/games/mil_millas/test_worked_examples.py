"""The test cases the catalogue takes from the text of the sheet, each under its number.

A, B, C, D are seats 0 to 3. Unless a case says otherwise two single players have not started, it is the turn of A, and
A has drawn already.
"""

from __future__ import annotations

import pytest

from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.state import GOAL, Options, Word
from rallyman_tutor.games.mil_millas.step import can_draw, full_deck, is_rolling, left
from tests.games.driving import codes
from tests.games.mil_millas.rounds import at, everything, legal, name, play, points, refused, whole

HAND = "25 50 green redx2 fuel petrol"


def test_t_01_the_pack_has_46_18_38_and_4_cards_and_115_with_the_wrong_way() -> None:
    deck = full_deck(Options())
    by_kind = [sum(count for _, count in deck[start:end]) for start, end in ((0, 5), (5, 11), (11, 17), (17, 21))]
    assert by_kind == [46, 18, 38, 4] and sum(by_kind) == 106
    assert sum(int(card) * count for card, count in deck[:5]) == 3500
    assert sum(count for _, count in full_deck(Options(wrong_way=True))) == 115


def test_t_02_four_players_are_dealt_six_each_and_82_are_left() -> None:
    start = GAME.new({"drivers": list("ABCD")})
    dealt, _ = play(start, "deal{A green}")
    assert [len(hand) for hand in dealt.hands] == [6, 6, 6, 6] and left(dealt) == 82 and name(dealt) == "A"
    drawn, _ = play(dealt, "draw")
    assert len(drawn.hand) == 7
    after, _ = play(drawn, "lay green")
    assert len(after.hands[0]) == 6 and name(after) == "B"


def test_t_03_nobody_drives_before_a_green_light() -> None:
    assert refused(f"A ; B | A {HAND}", "lay 25") == "MM-DIST-02"


def test_t_04_behind_a_green_light_one_drives() -> None:
    state, _ = play(f"A ; B | A {HAND} ; B 75x6", "lay green draw discard 75 draw lay 25")
    assert state.sides[0].km == 25


def test_t_05_one_arrives_at_exactly_1000() -> None:
    position = "A 950 go ; B | A 75 50 redx5"
    assert refused(position, "lay 75") == "MM-DIST-04"
    state, events = play(position, "lay 50")
    assert state.sides[0].km == GOAL and state.over and "MM-END-01" in codes(events)


def test_t_06_a_third_200_is_refused() -> None:
    assert refused("A 400 go longest2 ; B | A 200 redx5 fuel", "lay 200") == "MM-DIST-05"


def test_t_07_a_red_light_takes_a_green_one() -> None:
    state, events = play("A ; B 25 go | A red 25x6 ; B 100 green 50x4", "lay red>B pass draw")
    assert codes(events)[0] == "MM-ATT-04" and refused(state, "lay 100") == "MM-DIST-02"
    assert is_rolling(play(state, "lay green")[0].sides[1])


def test_t_08_under_a_limit_only_25_and_50_are_driven() -> None:
    drafts = ("lay 25", "lay 50", "lay 75", "lay 100", "lay 200")
    position = "A go limit ; B | A 25 50 75 100 200 redx2"
    assert legal(position, *drafts) == ["lay 25", "lay 50"]
    assert refused(position, "lay 75") == "MM-LIM-02"


@pytest.mark.parametrize(
    ("attack", "cure"), [("fuel", "petrol"), ("flat", "spare"), ("crash", "repair")], ids=["t_09", "t_10", "t_11"]
)
def test_t_09_t_10_t_11_a_problem_takes_its_cure_and_a_green_light(attack: str, cure: str) -> None:
    state, _ = play(f"A ; B 25 go | A {attack} 25x6 ; B 100 green {cure} 50x3", f"lay {attack}>B pass draw")
    assert refused(state, "lay 100") == "MM-DIST-03"
    mended, _ = play(state, f"lay {cure} draw discard 25 draw")
    assert refused(mended, "lay 100") == "MM-DIST-02"
    assert is_rolling(play(mended, "lay green")[0].sides[1])


def test_t_12_the_end_of_a_limit_needs_no_green_light() -> None:
    state, _ = play("A 25 go limit ; B | A endlimit 100 redx5 ; B 75x6", "lay endlimit draw discard 75 draw lay 100")
    assert state.sides[0].km == 125


def test_t_13_a_car_without_petrol_gets_no_puncture() -> None:
    assert refused("A ; B 25 fuel | A flat 25x6", "lay flat>B") == "MM-ATT-03"


def test_t_14_an_attack_needs_a_target() -> None:
    assert refused("A ; B go ; C go | A flat 25x6", "lay flat") == "MM-ATT-01"


def test_t_15_a_tanker_keeps_the_tank_full() -> None:
    assert refused("A ; B go +tanker | A fuel 25x6", "lay fuel>B") == "MM-ATT-05"


def test_t_16_with_the_priority_vehicle_one_starts_at_once() -> None:
    state, _ = play("A ; B | A priority 100 redx5", "lay priority draw lay 100")
    assert state.sides[0].km == 100 and name(state) == "B"


def test_t_17_the_priority_vehicle_minds_no_light_and_no_limit() -> None:
    position = "A ; B +priority | A red limit 25x5"
    assert [refused(position, draft) for draft in ("lay red>B", "lay limit>B")] == ["MM-ATT-05", "MM-ATT-05"]


def test_t_18_with_the_priority_vehicle_a_repair_is_enough() -> None:
    position = "A 25 ; B +priority | A flat 25x6 ; B spare 100 50x4"
    state, _ = play(position, "lay flat>B pass draw lay spare draw discard 25 draw lay 100")
    assert state.sides[1].km == 100


def test_t_18_nobody_with_the_priority_vehicle_is_told_to_wait_for_a_light() -> None:
    for priority, rule in (("", "MM-DEF-05"), ("+priority", "MM-SAFE-05")):
        _, events = play(f"A 25 flat {priority} ; B | A spare 25x6", "lay spare")
        assert [event.code for event in events if event.what == "defence"] == [rule]


def test_t_19_behind_an_immunity_one_draws_first() -> None:
    state, _ = play("A ; B | A ace green 25x5", "lay ace")
    assert refused(state, "lay green") == "MM-TURN-02"
    drawn, _ = play(state, "draw")
    assert len(drawn.hand) == 7
    after, _ = play(drawn, "lay green")
    assert len(after.hands[0]) == 6 and name(after) == "B"


def test_t_20_a_card_that_cannot_be_used_is_thrown_away() -> None:
    state, _ = play(f"A ; B | A {HAND}", "discard petrol")
    assert state.pile == ("petrol",) and len(state.hands[0]) == 6


def test_t_21_a_card_may_be_thrown_away_though_another_could_be_laid() -> None:
    assert refused("A go ; B | A 100 petrol 25x5", "discard petrol") == ""


def test_t_22_a_card_that_could_be_laid_is_not_thrown_away() -> None:
    assert refused("A go ; B | A 100 petrol 25x5", "discard 100") == "MM-DISC-02"


def test_t_23_with_an_empty_deck_the_round_goes_on() -> None:
    position = "A ; B | A 25 50 75 redx3 ; B 50x6 | A | deck -"
    assert refused(position, "draw") == "MM-DRAW-03"
    state, _ = play(position, "discard 25")
    assert len(state.hands[0]) == 5 and not state.over and name(state) == "B"


def test_t_24_the_last_card_ends_the_round_without_a_winner() -> None:
    state, events = play("A ; B | A 25 ; B 50x2 | A | deck -", "discard 25")
    assert state.over and {"MM-END-02", "MM-END-03"} <= set(codes(events))
    assert not any(event.what == "win" for event in events)


def test_t_25_a_trick_cancels_the_attack_and_goes_on() -> None:
    state, events = play("A ; B go | A flat 25x6 ; B proof 50x5", "lay flat>B trick")
    side = state.sides[1]
    assert is_rolling(side) and side.problems == () and name(state) == "B" and state.pile == ("flat",)
    assert {"MM-COUP-03", "MM-COUP-04"} <= set(codes(events))
    assert (side.tricks, side.immunities) == (1, ("proof",))
    ended, _ = play("A ; B go +proof tricks1 | A 25 ; B 50 | A | deck -", "discard 25")
    assert points(ended) == (0, 400)


def test_t_26_once_the_next_player_has_drawn_it_is_too_late() -> None:
    state, _ = play("A ; B ; C go | A flat 25x6 ; B 75x6 ; C proof 50x5", "lay flat>C pass draw")
    assert name(state) == "B" and refused(state, "C:trick") == "MM-COUP-02"


def test_t_27_whoever_sits_between_attack_and_trick_loses_a_turn() -> None:
    position = "A ; B ; C go ; D | A flat 25x6 ; B 75x6 ; C proof 50x5 ; D 100x6"
    state, events = play(position, "lay flat>C trick draw{75 100}")
    assert [state.names[event.seat] for event in events if event.what == "skipped"] == ["B"]
    assert len(state.hand) == 7
    after, _ = play(state, "lay 75")
    assert name(after) == "D"


def test_t_28_kilometres_immunities_and_tricks_are_counted() -> None:
    state, _ = play("A 475 +ace +proof tricks1 ; B | A 25 ; B 50x2 | A | deck -", "discard 25")
    assert points(state)[0] == 475 + 200 + 300 == 975


@pytest.mark.parametrize(
    ("position", "total"),
    [
        ("A 975 go ; B 50 | A 25 redx5 fuel", 1300),
        ("A 975 go ; B 50 | A 25 ; B 50x2 | A | deck -", 1600),
        ("A 975 go ; B | A 25 redx5 fuel", 1800),
        ("A 975 +priority +tanker +proof +ace ; B 50 | A 25 redx5 fuel", 2000),
    ],
    ids=["t_29", "t_30", "t_31", "t_32"],
)
def test_t_29_to_t_32_the_winner_gets_their_bonuses(position: str, total: int) -> None:
    assert points(play(position, "lay 25")[0])[0] == total


def test_t_33_a_team_is_not_attacked_from_within() -> None:
    position = "A+C go ; B+D go | A limit 25x6"
    assert refused(position, "lay limit>C") == "MM-ATT-02" and refused(position, "lay limit>D") == ""


def test_t_34_partners_share_light_and_road() -> None:
    state, _ = play("A+C ; B+D | A green 25x6 ; B 75x6 ; C 100 50x5", "lay green draw discard 75 draw lay 100")
    assert state.sides[0].km == 100


def test_t_35_the_forms_of_teams_take_four_six_eight_and_nine_players() -> None:
    fitting = [(teams, players) for teams in range(1, 8) for players in range(1, 13) if not _sheet(players, teams)]
    assert sorted(players for _, players in fitting) == [4, 6, 6, 8, 8, 9]
    with pytest.raises(Illegal, match="MM-TEAM-01"):
        GAME.new({"drivers": list("ABCDE"), "teams": 2})


def _sheet(players: int, teams: int) -> list[object]:
    names = " ".join(f"P{number}" for number in range(players))
    return list(GAME.judge_sheet(f"sheet {names} teams={teams}", GAME.book["MM-TEAM-01"].kind))


def test_t_36_stacked_problems_have_to_be_solved_all() -> None:
    state, _ = play("A ; B 25 fuel | A flat 25x6 ; B 100 50x5 | A | stacking=on", "lay flat>B pass draw")
    assert state.sides[1].problems == ("fuel", "flat") and refused(state, "lay 100") == "MM-DIST-03"


def test_t_37_the_pile_becomes_the_deck() -> None:
    state, events = play("A ; B | A 25x6 ; B 50x6 | A | pile 75x10 ; deck - ; reshuffle=on", "draw{75}")
    assert len(state.hand) == 7 and left(state) == 9 and state.pile == () and "MM-RESH-01" in codes(events)


def test_t_38_the_wrong_way_takes_kilometres_off() -> None:
    assert play("A 300 go wrong ; B | A 100 25x6 | A | wrong-way=on", "lay 100")[0].sides[0].km == 200


def test_t_39_the_wrong_way_is_laid_on_a_side_that_has_not_started() -> None:
    assert refused("A ; B | A wrong 25x6 | A | wrong-way=on", "lay wrong>B") == ""


def test_t_40_nobody_goes_back_behind_the_start() -> None:
    assert refused("A 50 go wrong ; B | A 75 25x6 | A | wrong-way=on", "lay 75") == "MM-WRONG-04"


def test_t_41_the_ace_answers_the_wrong_way_for_good() -> None:
    position = "A ; B go | A wrongx2 25x5 ; B ace 50x5 | A | wrong-way=on"
    state, events = play(position, "lay wrong>B trick draw{75 100} lay 75 draw")
    assert "MM-COUP-03" in codes(events) and not state.sides[1].wrong
    assert refused(state, "lay wrong>B") == "MM-ATT-05"


def test_t_42_the_keys_do_what_they_are_named_for() -> None:
    assert play("A ; B | A green 25x6", "Enter green")[0].sides[0].stopped is False
    assert len(play("A ; B | A green 25x5", "Space")[0].hand) == 7
    state = at("A 25 go ; B | A green 25x6")
    asked = {key: play(state, key) for key in ("I", "Shift+I", "S", "T")}
    assert all(after == state for after, _ in asked.values())
    assert {key: codes(events)[0] for key, (_, events) in asked.items()} == {
        "I": "MM-KEY-03", "Shift+I": "MM-KEY-04", "S": "MM-KEY-05", "T": "MM-KEY-06",
    }  # fmt: skip


def test_every_case_keeps_the_pack_whole() -> None:
    state, _ = play(GAME.new({"drivers": ["A", "B"]}), "deal")
    assert everything(state) == whole(state) and can_draw(state)
    assert GAME.moves(GAME.new({"drivers": ["A", "B"]})) == [Word.DEAL]
