"""The kept progress of a learner: stars, rules that come back after days, and nothing that a wrong file could spoil."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from math import inf

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.learner.diary import MOST_ENTRIES, Diary, Entry, with_entry
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from rallyman_tutor.tutor.learner.progress import (
    MOST_DECISIONS,
    Progress,
    cards_due,
    lesson_stars,
    licence,
    merged,
    plain,
    read,
    with_broken_rule,
    with_drive,
    with_guess,
    with_mistakes,
    with_practised,
    with_stars,
    with_step,
)  # fmt: skip
from rallyman_tutor.tutor.lesson.lessons import MoveFound
from rallyman_tutor.tutor.words.words import words
from tests.some import some

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
DAY = timedelta(days=1)


def test_the_best_result_of_a_step_counts() -> None:
    progress = with_stars(with_stars(Progress(), "one", "a", 3), "one", "a", 1)
    assert progress.stars == {"one": {"a": 3}}


def test_a_lesson_has_the_stars_of_its_weakest_step_and_none_before_its_end() -> None:
    progress = with_stars(Progress(), "one", "a", 3)
    assert lesson_stars(progress, "one", ("a", "b")) == 0
    assert lesson_stars(with_stars(progress, "one", "b", 2), "one", ("a", "b")) == 2
    assert lesson_stars(progress, "one", ()) == 0


def test_a_broken_rule_comes_back_after_a_day_and_not_within_the_hour() -> None:
    progress = with_broken_rule(Progress(), "CL-GEAR-03", NOW)
    assert cards_due(progress, NOW + timedelta(hours=1)) == []
    assert cards_due(progress, NOW + 2 * DAY) == ["CL-GEAR-03"]


def test_breaking_it_twice_on_one_evening_is_one_lapse() -> None:
    once = with_broken_rule(Progress(), "CL-GEAR-03", NOW)
    assert with_broken_rule(once, "CL-GEAR-03", NOW + timedelta(hours=1)) == once


def test_what_a_clock_that_ran_ahead_has_noted_is_due_and_can_be_broken_again() -> None:
    ahead = with_broken_rule(Progress(), "CL-GEAR-03", NOW + 400 * DAY)
    assert cards_due(ahead, NOW) == ["CL-GEAR-03"]
    again = with_broken_rule(ahead, "CL-GEAR-03", NOW)
    assert cards_due(again, NOW) == [] and cards_due(again, NOW + 2 * DAY) == ["CL-GEAR-03"]


def test_what_is_known_stays_away_longer_every_time() -> None:
    progress, now, gaps = with_broken_rule(Progress(), "CL-GEAR-03", NOW), NOW + DAY, []
    for _ in range(5):
        progress = with_practised(progress, "CL-GEAR-03", 0, 0, now)
        then = datetime.fromisoformat(progress.cards["CL-GEAR-03"]["due"])
        gaps.append(then - now)
        now = then
    assert gaps == sorted(gaps)
    assert gaps[-1] > 7 * DAY
    forgotten = with_practised(progress, "CL-GEAR-03", 1, 0, now)
    assert datetime.fromisoformat(forgotten.cards["CL-GEAR-03"]["due"]) - now < gaps[-1]


def test_the_longest_due_comes_first() -> None:
    progress = with_broken_rule(with_broken_rule(Progress(), "CL-B-01", NOW), "CL-A-01", NOW - DAY)
    assert cards_due(progress, NOW + 9 * DAY) == ["CL-A-01", "CL-B-01"]


@pytest.mark.parametrize(
    ("done", "stars", "expected"),
    [(0, 3, "learner"), (1, 3, "learner"), (2, 3, "club"), (5, 3, "club"), (6, 2, "rally"), (6, 3, "works")],
)
def test_the_licence_is_drawn_from_what_is_done(done: int, stars: int, expected: str) -> None:
    lessons = {f"lesson{n}": ("a", "b") for n in range(6)}
    progress = Progress()
    for lesson in list(lessons)[:done]:
        for step in "ab":
            progress = with_stars(progress, lesson, step, stars)
    assert licence(progress, lessons) == expected


@pytest.mark.parametrize(("lost", "expected"), [(3, "works"), (4, "rally")])
def test_nine_stars_out_of_ten_make_a_works_driver_and_one_less_does_not(lost: int, expected: str) -> None:
    progress = Progress()
    for lesson in range(10):
        progress = with_stars(progress, f"lesson{lesson}", "a", 3 - (lesson < lost))
    assert licence(progress, {f"lesson{n}": ("a",) for n in range(10)}) == expected


def test_what_is_kept_comes_back_whole() -> None:
    progress = with_broken_rule(with_stars(Progress(last="drive"), "one", "a", 3), "CL-GEAR-03", NOW)
    assert read(json.loads(json.dumps(plain(progress)))) == progress


def test_what_was_done_in_two_tabs_is_put_together() -> None:
    one = with_broken_rule(with_stars(with_stars(Progress(), "one", "a", 3), "two", "a", 1), "CL-GEAR-03", NOW)
    other = with_broken_rule(with_stars(with_stars(Progress(), "one", "b", 2), "two", "a", 2), "CL-BEND-10", NOW)
    later = with_practised(one, "CL-GEAR-03", 0, 0, NOW + 2 * DAY)
    both = merged(merged(one, other), later)
    assert both.stars == {"one": {"a": 3, "b": 2}, "two": {"a": 2}}
    assert both.cards == {**later.cards, **other.cards}
    assert [entry.of for entry in both.diary] == ["CL-BEND-10", "CL-GEAR-03", "CL-GEAR-03"]
    assert merged(both, one) == both


def test_names_that_no_lesson_has_today_are_kept() -> None:
    told = plain(with_stars(Progress(), "a-lesson-on-holiday", "step", 2))
    assert read(told).stars["a-lesson-on-holiday"] == {"step": 2}


LOGS: tuple[object, ...] = ("x", {}, ["x"], [[]], [[1]])
ENTRY = [1764000000, "practice", "CL-GEAR-03", 3, 0, 0, 1.5, 2.3]
WHOLE = plain(with_broken_rule(with_stars(Progress(), "one", "a", 3), "CL-GEAR-03", NOW))


@pytest.mark.parametrize(
    "wrong",
    [
        None, [], "x", {}, {"progress": "chess"}, {**WHOLE, "format": 2}, {**WHOLE, "stars": []}, {**WHOLE, "stars": {"a": 3}},
        {**WHOLE, "stars": {"a": {"b": 9}}}, {**WHOLE, "stars": {"a": {"b": True}}}, {**WHOLE, "stars": {"a": {"b": "3"}}},
        {**WHOLE, "cards": {"CL-GEAR-03": {}}}, {**WHOLE, "cards": {"CL-GEAR-03": None}}, {**WHOLE, "last": 3},
        {**WHOLE, "cards": {"CL-GEAR-03": {**WHOLE["cards"]["CL-GEAR-03"], "due": "soon"}}},
        {**WHOLE, "cards": {"CL-GEAR-03": {**WHOLE["cards"]["CL-GEAR-03"], "due": "2026-01-01T00:00:00"}}},
        {**WHOLE, "cards": {"CL-GEAR-03": {**WHOLE["cards"]["CL-GEAR-03"], "state": 77}}},
        *({**WHOLE, "cards": {"CL-GEAR-03": {**WHOLE["cards"]["CL-GEAR-03"], name: value}}} for name, value in (
            ("state", float("inf")), ("stability", 1e308), ("stability", -1), ("stability", None), ("difficulty", "x"),
            ("stability", 0), ("stability", 1_000_001), ("difficulty", 0.9), ("difficulty", 10.1),
            ("step", "one"), ("last_review", None),
        )),
        {**WHOLE, "stars": {f"lesson{n}": {} for n in range(3000)}},
        *({**WHOLE, "log": log} for log in LOGS),
        *({**WHOLE, "log": [[*ENTRY[:at], value, *ENTRY[at + 1:]]]} for at, value in (
            (0, -1), (0, True), (0, "x"), (0, 1e9), (1, "dance"), (2, ""), (2, "x" * 999), (3, 0), (3, 4), (4, -1), (5, None),
            (6, float("nan")), (6, float("inf")), (7, -1), (7, [])
        )),
        {**WHOLE, "log": [[*ENTRY, 1.5]]}, {**WHOLE, "log": [[*ENTRY, -1.5, 3]]}, {**WHOLE, "log": [[*ENTRY, 1.5, "x"]]},
        {**WHOLE, "log": [[*ENTRY, 1.5, 3, 4]]},
    ],
)  # fmt: skip
def test_a_foreign_or_broken_file_is_refused(wrong: object) -> None:
    with pytest.raises(Refused):
        read(wrong)


@pytest.mark.parametrize(("stability", "difficulty"), [(0.001, 1), (1_000_000, 10)])
def test_a_card_may_say_as_much_as_any_scheduler_does(stability: float, difficulty: float) -> None:
    card = {**WHOLE["cards"]["CL-GEAR-03"], "stability": stability, "difficulty": difficulty}
    assert read({**WHOLE, "cards": {"CL-GEAR-03": card}}).cards == {"CL-GEAR-03": card}


def test_a_broken_file_says_where_it_is_broken() -> None:
    for broken, place in (
        ({"cards": {"CL-GEAR-03": {}}}, "cards, CL-GEAR-03"),
        ({"stars": {"one": 3}}, "stars, one"),
        ({"log": [ENTRY, ENTRY[:3]]}, "log, entry 2"),
        ({"last": 1}, "last"),
    ):
        with pytest.raises(Refused) as refused:
            read({**WHOLE, **broken})
        assert refused.value.facts["place"] == place
        assert place in words("classic").refused(refused.value.key, refused.value.facts)


# -- The diary --------------------------------------------------------------------------------------------------------


def test_every_answer_is_noted_with_its_time_its_grade_and_the_tries_before_it() -> None:
    progress = with_step(Progress(), "classic/01-first-die", "first", 2, 1, 0, NOW)
    progress = with_broken_rule(progress, "CL-GEAR-03", NOW)
    progress = with_practised(progress, "CL-GEAR-03", 0, 1, NOW + 2 * DAY)
    when = int(NOW.timestamp())
    assert [entry[:6] for entry in progress.diary] == [
        (when, "step", "classic/01-first-die#first", 2, 1, 0),
        (when, "lapse", "CL-GEAR-03", 1, 0, 0),
        (when + 2 * 86400, "practice", "CL-GEAR-03", 1, 0, 1),
    ]
    assert progress.diary[2].days == 2 and progress.diary[2].stability > 0
    assert read(json.loads(json.dumps(plain(progress)))) == progress


def test_a_file_from_before_there_was_a_diary_is_read() -> None:
    old = {name: value for name, value in WHOLE.items() if name != "log"}
    assert read(old).diary == () and read(old).stars == {"one": {"a": 3}}


def test_the_diary_keeps_the_newest_thousand_and_stays_small() -> None:
    entries = tuple(
        Entry(when, "practice", "CL-GEAR-03", 3, 0, 0, 12.25, 30.25, 4.25, 12.5)
        for when in range(1764000000, 1764001500)
    )
    kept: Diary = ()
    for entry in entries:
        kept = with_entry(kept, entry)
    assert kept == entries[-MOST_ENTRIES:]
    assert len(json.dumps(plain(Progress(diary=kept)))) < 80_000
    assert read({**WHOLE, "log": [list(entry) for entry in entries]}).diary == kept


def test_an_answer_that_cost_seconds_is_noted_with_them_and_with_its_time() -> None:
    progress = with_practised(Progress(), "classic/one", 1, 0, NOW, 4.321, 12.34)
    progress = with_step(progress, "puzzles/dirt", "3", 2, 1, 0, NOW, 1.5, 30)
    assert [entry[8:10] for entry in progress.diary] == [(4.32, 12.3), (1.5, 30)]


def test_an_entry_from_before_cost_and_time_were_noted_is_read() -> None:
    assert len(ENTRY) == 8
    (entry,) = read({**WHOLE, "log": [ENTRY]}).diary
    assert list(entry) == [*ENTRY, 0, 0, 0, 0]


def test_a_guess_is_kept_with_what_was_meant_and_what_is_true_and_other_entries_take_no_more_room() -> None:
    known = with_guess(with_stars(Progress(), "one", "a", 3), "dirt", 0.1, 1 / 3, 0, False, NOW, 4)
    known = with_practised(known, "classic/one", 0, 0, NOW)
    guess, answer = plain(known)["log"]
    assert guess[1:4] == ["risk", "dirt", 1] and guess[10:] == [0.1, 0.3333] and len(answer) == 10
    assert read(plain(known)) == known
    for wrong in ([*guess[:10], 1.5, 0.2], [*guess[:10], 0.5, -0.1], [*guess[:10], 0.5]):
        with pytest.raises(Refused, match="broken-progress"):
            read({**WHOLE, "log": [wrong]})


def test_a_drive_is_noted_stage_by_stage_and_not_again_on_the_same_evening() -> None:
    stages = [("classic/first", 3.456, 120), ("classic/first", 0.0, 110)]
    once = with_drive(Progress(), stages, 2, NOW)
    assert [(one.kind, one.of, one.cost, one.seconds, one.hints) for one in once.diary] == [
        ("drive", "classic/first", 3.46, 120, 2),
        ("drive", "classic/first", 0, 110, 2),
    ]
    assert with_drive(once, stages, 2, NOW + timedelta(hours=1)) == once
    assert len(with_drive(once, stages, 2, NOW + DAY).diary) == 4
    assert len(with_drive(once, [("classic/first", 3.46, 121)], 0, NOW).diary) == 3
    assert with_drive(once, [], 0, NOW) == once


# -- Decisions of drives ----------------------------------------------------------------------------------------------

ROAD = "s4 R3 s3 L3 s3 | You@s{n} g5"


def decision(number: int) -> PastDecision:
    return PastDecision("classic", ROAD.format(n=number), ("4>s5", "stop"))


NOBODY = Progress()


def looked_back(*numbers: int, progress: Progress = NOBODY, now: datetime = NOW) -> Progress:
    return with_mistakes(progress, [(decision(number), 4.5) for number in numbers], now)


def test_a_decision_that_cost_time_comes_back_like_a_broken_rule() -> None:
    progress, name = looked_back(1), decision(1).name
    rule = with_broken_rule(Progress(), "CL-GEAR-03", NOW)
    assert progress.cards[name] == rule.cards["CL-GEAR-03"] and progress.decisions == {name: decision(1)}
    assert cards_due(progress, NOW) == [] and cards_due(progress, NOW + 2 * DAY) == [name]
    assert [(entry.kind, entry.of, entry.grade, entry.cost) for entry in progress.diary] == [("lapse", name, 1, 4.5)]


def test_rules_and_decisions_are_due_in_one_order() -> None:
    progress = with_broken_rule(looked_back(1), "CL-B-01", NOW - DAY)
    progress = looked_back(2, progress=progress, now=NOW - 2 * DAY)
    assert cards_due(progress, NOW + 9 * DAY) == [decision(2).name, "CL-B-01", decision(1).name]


def test_a_drive_looked_back_at_twice_on_one_evening_is_one_lapse() -> None:
    once = looked_back(1, 2)
    assert looked_back(1, 2, progress=once, now=NOW + timedelta(hours=1)) == once


def test_positions_that_differ_by_their_clock_alone_are_one_card_and_the_newest_is_asked() -> None:
    later = decision(1)._replace(position=f"{ROAD.format(n=1)} c30 #9")
    progress = with_mistakes(looked_back(1), [(later, 2.0)], NOW + 2 * DAY)
    assert list(progress.decisions.values()) == [later] and len(progress.cards) == 1


def test_sixty_decisions_are_kept_and_those_known_best_go_first() -> None:
    progress = with_broken_rule(looked_back(*range(MOST_DECISIONS)), "CL-GEAR-03", NOW)
    known = decision(7).name
    progress = with_practised(progress, known, 0, 0, NOW + 2 * DAY)
    progress = looked_back(100, progress=progress, now=NOW + 3 * DAY)
    names = {decision(number).name for number in (*range(MOST_DECISIONS), 100)} - {known}
    assert set(progress.decisions) == names and set(progress.cards) == {*names, "CL-GEAR-03"}


def test_of_decisions_known_alike_the_oldest_go_first() -> None:
    progress = looked_back(*range(1, MOST_DECISIONS), progress=looked_back(0, now=NOW - DAY))
    progress = looked_back(100, progress=progress)
    assert set(progress.decisions) == {decision(number).name for number in (*range(1, MOST_DECISIONS), 100)}


def test_decisions_come_back_whole_and_those_of_two_tabs_are_put_together() -> None:
    one, other = looked_back(1, 2), looked_back(2, 3, now=NOW + DAY)
    assert read(json.loads(json.dumps(plain(one)))) == one
    both = merged(one, other)
    assert set(both.decisions.values()) == {decision(1), decision(2), decision(3)}
    assert both.cards[decision(2).name] == other.cards[decision(2).name] and merged(both, one) == both
    many, more = looked_back(*range(MOST_DECISIONS)), looked_back(*range(50, 50 + MOST_DECISIONS), now=NOW + DAY)
    assert merged(many, more).decisions.keys() == more.decisions.keys(), "the newest stay"


def test_a_mistake_at_cards_comes_back_with_what_was_found_of_every_move() -> None:
    found = (MoveFound("lay 25", 0.0, 0.0), MoveFound("lay 75", 67.874, 16.851))
    one = PastDecision("mil_millas", "You ; Ana | You 25 75", ("lay 25", "lay 75"), found)
    known = with_mistakes(Progress(), [(one, 0)], NOW)
    assert read(json.loads(json.dumps(plain(known)))) == known
    told = plain(known)
    for wrong in some(
        ({}, "x", [["lay 25", 0]], [["lay 25", "0", 0]], [["lay 25", 0, inf]], [["x" * 2001, 0, 0]], [[1, 0, 0]])
    ):
        with pytest.raises(Refused, match="broken-progress"):
            read({**told, "decisions": [{**told["decisions"][0], "found": wrong}]})


def test_a_file_from_before_decisions_were_kept_is_read() -> None:
    old = {name: value for name, value in WHOLE.items() if name != "decisions"}
    assert read(old).decisions == {} and read(old).stars == {"one": {"a": 3}}


KEPT = plain(looked_back(1))


@pytest.mark.parametrize(
    "wrong",
    [
        {}, "x", [None], ["x"], [[]], [{}], [{"game": "classic", "position": ROAD.format(n=1)}],
        *([{"game": "classic", "position": ROAD.format(n=1), "answers": ["4>s5", "stop"], name: value}] for name, value in (
            ("game", 3), ("game", ""), ("position", None), ("position", "x" * 2001), ("position", ROAD.format(n=2)), ("answers", "4>s5"),
            ("answers", []), ("answers", ["stop"]), ("answers", ["stop"] * 5), ("answers", [1, 2]), ("answers", ["stop", ""]),
            ("answers", ["stop", "x" * 2001]),
        )),
        [{"game": "classic", "position": ROAD.format(n=1), "answers": ["4>s5", "stop"]}] * (MOST_DECISIONS + 1),
    ],
)  # fmt: skip
def test_decisions_that_are_none_or_have_no_card_are_refused_and_named(wrong: object) -> None:
    with pytest.raises(Refused) as refused:
        read({**KEPT, "decisions": wrong})
    assert str(refused.value.facts["place"]).startswith("decisions")
