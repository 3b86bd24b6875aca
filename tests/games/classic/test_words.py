"""The tutor's words on Rallyman are true in the very position: remedies, reasons, numbers, names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.generate import next_steps
from rallyman_tutor.games.classic.notation import read_draft, read_position
from rallyman_tutor.games.classic.state import CLAIMS, GAS, HAZARD, PUNCTURE, Attack, Roll, Sheet, State
from rallyman_tutor.games.classic.step import aim
from rallyman_tutor.tutor.session.intents import Act
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.table.choices import spaces_of
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.explain import Explanation
from rallyman_tutor.tutor.words.log import log
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.games.faulty import faulty, faulty_in_written
from tests.games.opened import explain, explain_sheet, opened, sit_down
from tests.some import some


def told(position: str, draft: str, code: str = "") -> Explanation:
    """The words on the first fault of a draft, or on the one against this rule."""
    state, plan = read_position(position), read_draft(draft)
    found = [*GAME.judge(state, plan), *GAME.advise(state, plan)]
    return explain(GAME, state, plan, next(one for one in found if code in ("", one.code)))


def ways(position: str, draft: str, code: str = "") -> list[str]:
    return [one.label for one in told(position, draft, code).remedies]


def prices(position: str, draft: str) -> set[str]:
    return {one.price for one in told(position, draft).remedies}


# -- Remedies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "draft"),
    [
        ("s1 L1 s4 | A@s1 g3 s4", "4$"),
        ("s1 L1 s4 | A@s1 g3", "4>d"),
        ("s4 R1/2x3 s5 | A@s4 g5", "5>k"),
        ("s4 R1/2x3 s5 | A@s4 g5", "blocked"),
        ("s4 R1/2x3 s5 | A@s4 g5 s1", "w$"),
    ],
)
def test_what_ends_the_rally_is_never_advised_while_another_die_only_loses_control(position: str, draft: str) -> None:
    assert prices(position, draft) == {"loses-control"}


def test_a_jump_is_advised_only_with_its_landing_looked_at() -> None:
    """In 3rd the jump carries onto the line of R1, which takes 1st at most."""
    assert ways("s2 j3 R1 s4 | A@s2 g3", "4") == ["Lay the 2 on jump 1"]


@pytest.mark.parametrize(
    ("position", "draft", "code"),
    [
        ("s14 | A@s1 g2", "3$", "CL-COMP-07"),
        ("s14 | A@s1 g2 | A | edition=de", "sisu", "CL-COMP-04"),
        ("s14 | A@s1 g2", "blocked", "CL-BLOCK-01"),
        ("s14 | A@s1 g2 no-sisu", "sisu", "CL-SISU-01"),
        ("s14 | A@s1 g3 | A attack2[3! 4!]", "3$", "CL-SEC-04"),
    ],
)
def test_nobody_is_told_to_stop_where_stopping_is_refused(position: str, draft: str, code: str) -> None:
    said = told(position, draft, code)
    assert said.remedies and "stop" not in said.fix.lower() and "end the turn" not in said.fix.lower()


@pytest.mark.parametrize(
    ("position", "draft", "code", "gone"),
    [
        ("s4 R2/2x3K1 s5 | A@b1.d1 g2 | A | dirt b1:1", "1>l", "CL-BEND-04", "lower than"),
        ("s4 R2/3x3K3 s5 | A@b1.d1 g2 | A | dirt b1:2", "1>l", "CL-CUT-06", "shortcut"),
        ("s4 K4 s5".replace("K4", "R3K4") + " | A@s4 g4 p2", "4>k", "CL-PUNC-03", "Change a wheel"),
        ("s4 R1/2x3 s5 | A@s4 g5", "w", "CL-BEND-06", "any slower die"),
    ],
)
def test_no_shortcut_gear_or_wheel_is_promised_that_is_not_there(
    position: str, draft: str, code: str, gone: str
) -> None:
    assert gone not in told(position, draft, code).fix


def test_who_blocks_and_what_waiting_costs_is_told() -> None:
    assert ways("c1 s14 | A@s2 g4 ; Ben@s3 g2", "4") == ["Wait until Ben makes room: +20 s"]
    assert ways("c1 s14 | A@s3 off-left ; Ben@s3 spun | A", "1") == ["Wait until Ben makes room: +60 s"]
    assert ways("c1 s9 | A@s1 g1 ; B | B", "1") == ["Wait a round, which costs no time"]


def test_a_fault_behind_another_one_waits_for_it() -> None:
    state, draft = read_position("s14 | A@s1 g3"), (Roll(5), Roll(5))
    first, second = (explain(GAME, state, draft, one) for one in GAME.judge(state, draft)[:2])
    assert first.at == 0 and first.remedies
    assert second.at == 1 and not second.remedies and second.fix.startswith("Mend step 1 first")


def test_what_was_rolled_is_not_laid_anew() -> None:
    assert ways("s14 | A@s1 g2", "3! 4! w! 5") == ["Play Sisu", "Take what comes (you lose control there)"]
    assert "End the turn in 4th: +20 s" in ways("s14 | A@s1 g2 no-sisu", "3! 4! 5", "CL-HAZ-01")


def test_a_warning_names_what_is_safer_or_says_that_nothing_is() -> None:
    assert ways("s14 | A@s4 g4 s3 no-sisu | A 3 4 !!", "5")[0] == "Secure the 5 for 1 s"
    assert told("s4 R1/2x3 s5 | A@s4 g4", "3>l").fix == "Nothing else that you can do now is safer."
    assert told("s14 | A p1 finished | A phase=gap", "accept").fix == "Change the wheel now: it costs no time."


def test_who_would_stop_too_fast_before_a_bend_is_told_how_to_end_the_turn_slower() -> None:
    assert ways("s4 R1/2x3 s5 | A@s3 g4", "5 stop") == ["End the turn after the 3, in 3rd: +30 s"]
    found = told("s4 R1/2x3 s5 | A@s2 g5", "5 w stop").fix
    assert found == "One die more, or another last die, helps no better here."


def test_a_secured_die_is_not_advised_where_it_saves_nothing() -> None:
    assert not any("secure" in way for way in ways("s1 L1 s4 | A@s1 g3 s4", "4$"))


def test_what_a_card_may_end_comes_behind_what_it_cannot() -> None:
    found = ways("s4 R3/4x3K4 s5 | A@s4 g4 p2", "4>k", "CL-PUNC-03")
    assert found and not any("shortcut" in way for way in found)


def _(position: str, draft: str) -> tuple[State, Any]:
    return read_position(position), read_draft(draft)


# -- Sentences --------------------------------------------------------------------------------------------------------


def test_an_attack_that_other_cars_make_impossible_says_so() -> None:
    held = "c1 s14 | A@s1 g3 ; B@s3 g2 | A"
    assert "other cars" in told(held, "A[3 4]").said
    assert "other cars" not in told("s14 | A@s1 g3", "A[1 2 3 4 5]").said


def test_what_is_advised_against_too_many_dice_makes_no_attack_impossible() -> None:
    attacks = 0
    for state, draft in some(_(*example.split(" :: ")) for example in GAME.book["CL-ATK-06"].broken):
        fault = next(one for one in GAME.judge(state, draft) if one.code == "CL-ATK-06")
        for remedy in some(GAME.remedies(state, draft.moves, fault)):
            attacks += isinstance(remedy.moves[0], Attack)
            assert GAME.judge(state, remedy.moves) == [], (GAME.write(state), remedy)
    assert attacks > 4


def test_a_wheel_change_turns_no_card_of_the_turn() -> None:
    for deed, said in (
        ("sisu", "You call on Sisu, and you have rolled nothing this turn."),
        ("accept", "You accept losing control, and you have not lost it."),
    ):
        assert told("s14 | A@s1 g1 p1", f"wheel {deed}").said == said


def test_an_attack_that_ends_the_rally_is_not_said_to_lose_control() -> None:
    said = told("s2 R1/2x2 s5 | A@s2 g4 | A attack2[4 5]", "5", "CL-ATK-10").said
    assert "your rally ends" in said and "control" not in said


def test_in_training_nobody_is_warned_of_a_hazard() -> None:
    for position in ("s3 j3 s8 | A@s3 g3", "s2 j3 | A@s2 g3"):
        assert not GAME.advise(*_(f"{position} | A | training=on", "4")), position
        assert GAME.advise(*_(position, "4")), position


def test_a_bend_is_not_said_to_have_a_best_note_where_the_way_counts() -> None:
    assert "best note" not in told("s4 R1/3x3 s5 | A@s4 g4 | A | edition=de", "4>l", "CL-BEND-06").said
    assert "best note" in told("s4 R1/2x3 s5 | A@s4 g5", "5>l", "CL-BEND-06").said


def test_a_die_that_no_flight_can_count_is_told_why() -> None:
    assert "only in the gear of its note" in told("s1 j1 R2/4x3K4 s3 | A@s1 g2", "3>d").said


def test_where_boards_leave_no_exit_none_is_offered() -> None:
    stages = ("C8-C3 / V2-V3", "START L0, L1-J4, FINISH J1", "J1-J4 / C3-C4")
    sheets = [f"sheet Ana ; {stage} ; START J1, FINISH J4 ; START J1, FINISH J4" for stage in stages]
    for violation in some(one for sheet in sheets for one in GAME.judge_sheet(sheet, Kind.ILLEGAL)):
        said = explain_sheet(GAME, violation)
        assert "this space" not in said.fix and not said.fix.rstrip(".").endswith((":", ": ")), said.fix


def test_a_wheel_change_is_told_as_one() -> None:
    session = update(sit_down(GAME, "s14 | A@s1 g1 p1", (), frozenset(), "1"), Act("wheel"))
    assert [line["text"] for line in log(session)] == ["You: wheel changed, +60 s."]


def test_who_is_blocked_is_told_by_whom() -> None:
    state = read_position("c1 s14 | A@s2 g4 ; Ben@s3 g2 | A")
    _after, events = GAME.play(state, GAME.moves(state)[0], GAME.harmless_luck)
    assert words("classic").phrase("events", *GAME.describe_event(state, events[0])) == "A: blocked by Ben."


def test_the_list_of_the_board_tells_the_notes_as_dirt_has_left_them() -> None:
    names = [
        place["name"] for place in spaces_of(sit_down(GAME, "s2 R2/3x2K3 s2 | A | A | dirt b1:2", (), frozenset(), "1"))
    ]
    assert "the line of bend 1, note 0: dirt closes it" in names
    assert "drift space 1 of bend 1, note 1" in names and "the shortcut of bend 1, note 3" in names


def test_after_a_wheel_change_the_button_that_ends_the_turn_asks_for_no_second_minute() -> None:
    session = update(sit_down(GAME, "s14 | A@s1 g1 p1", (), frozenset(), "1"), Act("wheel"))
    labels = [offer["label"] for offer in view(session)["offers"]]
    assert "End the turn: the wheel was its card" in labels and not any("+60" in label for label in labels)
    assert opened(session.state).car.clock == 60
    assert opened(update(session, Act("stop")).state).car.clock == 60


def test_the_button_that_ends_a_turn_does_not_read_like_parking() -> None:
    labels = [offer["label"] for offer in view(sit_down(GAME, "s14 | A@s2 g3 | A 3", (), frozenset(), "1"))["offers"]]
    assert labels == ["End the turn in 3rd: +30 s"]
    assert "Stop here" not in json.dumps(text_tables("games.classic")["words"])


# -- Every number and name, found in another way -----------------------------------------------------------------------


def pace(state: State, place: int) -> tuple[int, int, int]:
    """The notes of the bend a place is in, as pace notes and dirt have them: read from the road's items alone."""
    item = state.road.items[state.road.spaces[place].item]
    dirt = state.dirt[state.road.bends[state.road.spaces[place].bend].dirt]
    inside = state.road.spaces[state.car.place].bend == state.road.spaces[place].bend
    dirt = state.car.dirt_on_entry if inside and state.car.dirt_on_entry >= 0 else dirt
    return item.line - dirt, item.drift - dirt if item.drift else 0, item.cut


def own_note(state: State, place: int) -> int:
    return pace(state, place)[("line", "drift", "cut").index(state.road.spaces[place].kind)]


def best(state: State, place: int) -> int:
    found = pace(state, place)
    if state.options.elim_reference == "way":
        return own_note(state, place)
    return max(found)


def gear_of(state: State, roll: Roll) -> int:
    return state.car.gear if roll.die == GAS else roll.die


def face(die: int) -> Fraction:
    return Fraction(1, 6) if die == GAS else Fraction(1, 3)


def gas_dice(state: State) -> int:
    return max(0, 2 - state.car.punctures)


def bend_ahead(state: State) -> int:
    """The first space of the road ahead."""
    return state.road.ahead[state.car.place][0]


FOUND: Mapping[str, Any] = {
    "CL-COMP-03": lambda s, m, to: {"due": s.car.gear, "card": m.card},
    "CL-GEAR-03": lambda s, m, to: {"from": s.car.gear, "to": m.die},
    "CL-GAS-04": lambda s, m, to: {"count": 2},
    "CL-DMG-02": lambda s, m, to: {"left": 5 - s.car.damage, "count": s.car.damage},
    "CL-PUNC-05": lambda s, m, to: {"count": s.car.punctures, "left": gas_dice(s)},
    "CL-PUNC-03": lambda s, m, to: {"chance": Fraction(dict(s.shortcut.unseen)["puncture"], sum(n for _, n in s.shortcut.unseen))}
    if any(n for _, n in s.shortcut.unseen) else {},
    "CL-BEND-03": lambda s, m, to: {"drift": pace(s, to)[1], "driven": gear_of(s, m)},
    "CL-BEND-04": lambda s, m, to: {"drift": pace(s, to)[1], "driven": gear_of(s, m)} if to >= 0 else {"case": "last"},
    "CL-BEND-05": lambda s, m, to: {"note": own_note(s, to), "driven": gear_of(s, m), "way": s.road.spaces[to].kind},
    "CL-BEND-06": lambda s, m, to: {"best": best(s, to), "driven": gear_of(s, m)},
    "CL-BEND-10": lambda s, m, to: {"line": pace(s, to)[0], "driven": gear_of(s, m)},
    "CL-BEND-11": lambda s, m, to: {"best": max(pace(s, bend_ahead(s))), "slowest": s.car.gear - 1},
    "CL-CUT-02": lambda s, m, to: {"cut": pace(s, to)[2], "driven": gear_of(s, m)},
    "CL-CUT-06": lambda s, m, to: {"way": s.road.spaces[to].kind},
    "CL-JUMP-03": lambda s, m, to: {"note": gear_of(s, m) - 1, "driven": gear_of(s, m), "chance": face(m.die)},
    "CL-JUMP-04": lambda s, m, to: {"note": s.road.items[s.road.spaces[s.car.place].item + 1].note, "driven": gear_of(s, m)},
    "CL-HAZ-01": lambda s, m, to: {"count": 2, "limit": 3, "chance": face(m.die)},
    "CL-TYRE-03": lambda s, m, to: {"count": 1, "limit": 2, "chance": face(m.die)},
    "CL-TYRE-07": lambda s, m, to: {"count": s.turn.hazards, "chance": face(m.die)},
    "CL-TYRE-04": lambda s, m, to: {"count": 1},
    "CL-SEC-02": lambda s, m, to: {"costs": s.turn.secured + 1, "has": s.car.seconds},
    "CL-SPARE-02": lambda s, m, to: {"costs": 60},
    "CL-FIN-04": lambda s, m, to: {"count": 1},
    "CL-ATK-03": lambda s, m, to: {"count": len(s.turn.hand)} if not isinstance(m, Roll) else {},
    "CL-ORDER-01": lambda s, m, to: {"car": m.name, "next": s.cars[s.turn.seat].name},
}  # fmt: skip
"""The true facts of a rule, reckoned from the road, the car and the box alone."""
EXAMPLES = [
    example for rule in GAME.rules() for example in rule.broken if " :: " in example and example.count(" :: ") == 1
]


def cases(wide: bool) -> Iterator[tuple[State, Any]]:
    for example in EXAMPLES:
        start, draft = example.split(" :: ")
        yield read_position(start), read_draft(draft)
    for bend in ("R1/2x3K1", "R3/4x3K4", "L2/4x2K3", "R1K3"):
        for gear in range(1, 6):
            for dirt in range(3):
                start = f"s2 {bend} s3 | A@s2 g{gear} s1 | A | dirt b1:{dirt}"
                for draft in ("1>d", "2>d 1", "3>d w", "4>l", "5>k", "w>l", "5>d 4>l", "2>l", "w>d"):
                    yield read_position(start), read_draft(draft)
                yield read_position(start.replace("@s2", "@s1")), read_draft(f"{gear} stop")
    yield from faulty("classic", range(200, 260) if wide else range(200, 202))
    yield from faulty_in_written("classic", 3)


def test_every_number_and_name_that_is_said_is_so(wide: bool) -> None:
    from rallyman_tutor.games.classic.judging import unfold
    from rallyman_tutor.games.classic.step import Step

    seen = set()
    for state, draft in cases(wide):
        steps = {at: (now, step) for at, now, step in unfold(state, draft)}
        for violation in (*GAME.judge(state, draft), *GAME.advise(state, draft)):
            if violation.code not in FOUND:
                continue
            now, step = steps[violation.at]
            move, to = (step.roll, step.to) if isinstance(step, Step) else (step, -1)
            due = FOUND[violation.code](now, move, to)
            if isinstance(step, Step) and {HAZARD, PUNCTURE} & {*step.told} and "chance" in due:
                due = {**due, "chance": Fraction(1)}
            said = {name: violation.facts[name] for name in due}
            assert said == dict(due), (violation.code, GAME.write(state), draft)
            seen.add(violation.code)
    assert set(FOUND) - seen == set()


@pytest.mark.parametrize("bend", ["R1/2x3", "R2/4x3", "R1K3", "L2/3x2K4", "R2/4x3K4", "R5"])
def test_who_stops_before_a_bend_is_warned_exactly_where_every_die_of_the_next_turn_loses_control(bend: str) -> None:
    for gear in some(range(1, 6)):
        for dirt in some(range(2 if "K" in bend else 1)):
            there = f"s3 {bend} s3 | A@s2 g{gear} | A | dirt b1:{dirt}"
            stops = [
                one.code
                for one in GAME.advise(*_(there.replace("@s2", "@s3").replace("| A |", f"| A {gear} |"), "stop"))
            ]
            dice = next_steps(read_position(there.replace("@s2", "@s3")))
            lost = all(aim(read_position(there.replace("@s2", "@s3")), roll).lost for roll in dice)
            assert (stops == ["CL-BEND-11"]) == lost, there


def test_a_car_that_is_named_stands_where_it_is_said_to_stand() -> None:
    seen = 0
    for state, draft in cases(wide=False):
        for violation in GAME.judge(state, draft):
            if violation.code == "CL-PASS-05":
                seen += 1
                car = next(car for car in state.cars if car.name == violation.facts["car"])
                assert state.road.spaces[car.place].key == violation.facts["at"]
    assert seen >= 3


def test_no_sentence_of_a_rule_that_is_broken_advises_by_itself() -> None:
    """Only of sheets, of things said and of what happened a fixed sentence may say what to do."""
    advised = {
        code
        for code, texts in text_tables("games.classic").items()
        if code.startswith("CL-") and advice(texts.get("fix", ""))
    }
    refused = {rule.code for rule in GAME.rules() if rule.kind is not Kind.FACT}
    said = {Sheet, *CLAIMS}
    for code in some(advised & refused):
        assert set(GAME.book[code].of) & said, code


def advice(fix: str | Mapping[str, str]) -> bool:
    return bool(re.sub(r"\s", "", fix if isinstance(fix, str) else fix.get("default", "")))


def test_a_shortcut_that_could_end_the_rally_is_the_last_of_what_risks_as_much() -> None:
    told = ways("s4 R3/4x3K4 s5 | A@s4 g3 p2 | A 2 3 !!", "5>k", "CL-GEAR-03")
    assert "drift" in told[-1] and not any("shortcut" in one for one in told)
