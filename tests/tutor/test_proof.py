"""Proving lessons: every built-in one is proven, and everything that can be wrong with one is found where it stands."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson import lesson_folders, proof, reading
from rallyman_tutor.tutor.lesson.faults import Fault, fault_text
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.kinds.drive import is_far_off
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session.intents import Answer
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, ROOT, SKELETON, a_lesson, lesson_in, name, refuted, taught_before


@pytest.mark.parametrize("key", SHELF)
def test_every_built_in_lesson_is_proven_in_the_order_of_its_course(key: str) -> None:
    found = proof.check(ROOT / key)
    assert [fault_text(fault) for fault in found.faults] == []
    assert [lesson.name for lesson in found.lessons] == [
        name(folder) for folder in FOLDERS if folder.parent.name == key
    ]


@pytest.mark.parametrize("folder", FOLDERS[5::20], ids=name)
def test_whoever_checks_one_lesson_of_a_course_is_told_which_come_before_it(folder: Path) -> None:
    before = lesson_folders.lessons_before(ROOT, folder)
    assert [lesson.name for lesson in before] == [name(one) for one in FOLDERS[: FOLDERS.index(folder)]]
    assert {code for lesson in before for code in lesson.teaches} == taught_before(folder)
    assert proof.check(folder, before).faults == ()


ALL = "CL-GEAR-01 CL-GEAR-02 CL-GEAR-03 CL-GEAR-04 CL-TURN-01 CL-CARD-01 CL-GAS-01 CL-BEND-05 CL-FIN-01 CL-FIN-02 CL-FIN-03"


def faults_of(tmp: Path, step: str, words: str = "", kind: str = "goal", taught: str = ALL) -> list[Fault]:
    """The faults of a lesson of one step."""
    start = "" if "start =" in step else 'start = "s8 | A@s1 g2"\n'
    toml = f'game = "classic"\nteaches = []\n\n[[steps]]\nid = "one"\nkind = "{kind}"\n{start}{step}\n'
    folder = a_lesson(tmp, toml, f"# One\n\nJust one.\n\n## one\nDo it.\n\n{words}\n")
    lesson, faults = reading.read(folder)
    return [*faults, *(proof.prove(lesson, taught.split()) if lesson else ())]


GOAL = 'goals = ["reach s3", "gear 4"]\n'
ROLL = 'goals = ["reach s3", "event card"]\n'
YES_NO = "- yes: Yes\n- no: No\n"
DECIDE = 'start = "s4 R3 s3 L3 s3 | A@s5 g4 c20 s6 #6 | A r2"\n'
ON_FIRST = 'start = "forest/rock s9 R3/4x3 s3 | You@s5 g4 no-sisu"\n'
"""On a solved stage: the 4 and the 5 cost nearly the same there."""
WRONG = [
    ("bad-start", "start", "goal", 'start = "s8 | A@s1 X"\n' + GOAL + 'solution = "3 4"', ""),
    ("bad-start", "start", "goal", 'start = "sheet"\n' + GOAL + 'solution = "3 4"', ""),
    ("bad-start", "start", "goal", 'start = "s8"\n' + GOAL + 'solution = "3 4"', ""),
    ("nothing-before", "start", "goal", 'start = "same"\n' + GOAL + 'solution = "3 4"', ""),
    ("over-already", "start", "goal", 'start = "s4 | A finished | A phase=over"\ngoals = ["reach s3"]\nsolution = "3"', ""),
    ("met-already", "goals", "goal", 'goals = ["gear 2"]\nsolution = "2"', ""),
    ("solution-illegal", "solution", "goal", GOAL + 'solution = "4"', ""),
    ("solution-illegal", "solution", "roll", 'dice = ". ."\n' + ROLL + 'solution = "2 4"', ""),
    ("solution-refused", "solution", "goal", GOAL + 'solution = "3 3"', ""),
    ("solution-refused", "solution", "goal", GOAL + 'solution = "3 stop"', ""),
    ("solution-refused", "solution", "goal", GOAL + 'solution = "A[3 5]"', ""),
    ("not-met", "solution", "goal", GOAL + 'solution = "3 2"', ""),
    ("not-met", "solution", "roll", 'dice = ". ."\n' + ROLL + 'solution = "3. 4."', ""),
    ("shows-other", "solution", "roll", 'dice = ". !"\n' + ROLL + 'solution = "3. 4. stop"', ""),
    ("breaks-other", "solution", "break", 'goals = ["breaks CL-GEAR-03"]\nsolution = "4"', ""),
    ("breaks-other", "solution", "break", 'goals = ["breaks CL-GEAR-03"]\nsolution = "3 4"', ""),
    ("break-goal", "goals", "break", 'goals = ["reach s3"]\nsolution = "3 4"', ""),
    ("over-par", "par", "drive", 'start = "s3 | A@s3 g2"\ngoals = ["finish"]\npar = 20\nsolution = "2"', ""),
    ("over-par", "par", "drive", 'start = "s3 | A@s3 g2"\ngoals = ["finish"]\npar = 39\nsolution = "2"', ""),
    ("par-far-off", "par", "drive", 'start = "s3 | A@s3 g2"\ngoals = ["finish"]\npar = 400\nsolution = "2"', ""),
    ("no-such-by", "by", "choose", 'by = "points"\ndrafts = [{ id = "yes", draft = "2" }, { id = "no", draft = "3" }]', YES_NO),
    ("no-table", "by", "choose", 'start = "s8 | A@s1 g2"\nby = "cost"\ndrafts = [{ id = "yes", draft = "2" }, { id = "no", draft = "3" }]', YES_NO),
    ("no-table", "start", "decide", 'start = "s8 | A@s1 g2"\ndrafts = [{ id = "yes", draft = "2" }, { id = "no", draft = "3" }]', YES_NO),
    ("nothing-to-lay", "start", "decide", 'start = "snow s8 | A | A phase=tyres | weather=fixed"\ndrafts = [{ id = "yes", draft = "tyres summer" }, { id = "no", draft = "tyres winter" }]', YES_NO),
    ("better-laid", "drafts", "decide", DECIDE + 'drafts = [{ id = "yes", draft = "A[3 4 5 w]" }, { id = "no", draft = "3>s6" }]', YES_NO),
    ("same-decision", "drafts", "decide", DECIDE + 'drafts = [{ id = "yes", draft = "A[3 4 5 w w]" }, { id = "no", draft = "3>s6" }, { id = "hot", draft = "3>s6 w>s7" }]', YES_NO + "- hot: Hot\n"),
    ("hardly-worse", "drafts", "decide", DECIDE + 'within = 9.5\ndrafts = [{ id = "yes", draft = "A[3 4 5 w w]" }, { id = "no", draft = "3>s6" }]', YES_NO),
    ("two-best", "drafts", "decide", DECIDE + 'drafts = [{ id = "yes", draft = "A[3 4 5 w w]" }, { id = "no", draft = "A[5 4 3 w w]" }]', YES_NO),
    ("wrong-type", "within", "decide", DECIDE + 'within = 0\ndrafts = [{ id = "yes", draft = "A[3 4 5 w w]" }, { id = "no", draft = "3>s6" }]', YES_NO),
    ("mistake-refused", "mistakes", "goal", GOAL + 'solution = "3 4"\nmistakes = [{ draft = "3 3", breaks = ["CL-TURN-03"] }]', ""),
    ("mistake-breaks", "mistakes", "goal", GOAL + 'solution = "3 4"\nmistakes = [{ draft = "4", breaks = ["CL-GEAR-03"] }]', ""),
    ("mistake-breaks", "mistakes", "goal", GOAL + 'solution = "3 4"\nmistakes = [{ draft = "2", breaks = ["CL-GEAR-03"] }]', ""),
    ("mistake-breaks", "mistakes", "goal", GOAL + 'solution = "3 4"\nmistakes = [{ draft = "4", warns = ["CL-BEND-05"] }]', ""),
    ("mistake-warns", "mistakes", "goal", GOAL + 'solution = "3 4"\nmistakes = [{ draft = "3", warns = ["CL-BEND-05"] }]', ""),
    ("mistake-meets", "mistakes", "goal", 'start = "s4 R3 s2 | A@s4 g4"\ngoals = ["reach b1.line"]\nsolution = "3"\nmistakes = [{ draft = "4", warns = ["CL-BEND-05"] }]', ""),
    ("find-breaks", "breaks", "find", 'draft = "3 5"\nwrong = 2\nbreaks = ["CL-GEAR-02"]', ""),
    ("find-breaks", "breaks", "find", 'draft = "3 4"\nwrong = 2\nbreaks = ["CL-GEAR-02"]', ""),
    ("find-wrong", "wrong", "find", 'draft = "3 5"\nwrong = 1\nbreaks = ["CL-GEAR-03"]', ""),
    ("no-such-die-there", "wrong", "find", 'draft = "3 5"\nwrong = 3\nbreaks = ["CL-GEAR-03"]', ""),
    ("one-must-happen", "answers", "predict", 'draft = "3."\nanswers = [{ id = "yes", when = "spin" }, { id = "no", when = "off" }]', YES_NO),
    ("one-must-happen", "answers", "predict", 'draft = "3."\nanswers = [{ id = "yes", when = "gear 3" }, { id = "no", when = "reach s2" }]', YES_NO),
    ("bad-when", "answers", "predict", 'draft = "3."\nanswers = [{ id = "yes", when = "rain" }, { id = "no", when = "off" }]', YES_NO),
    ("script-illegal", "draft", "predict", 'draft = "4."\nanswers = [{ id = "yes", when = "gear 4" }, { id = "no", when = "off" }]', YES_NO),
    ("script-refused", "draft", "predict", 'draft = "3{spin}"\nanswers = [{ id = "yes", when = "gear 3" }, { id = "no", when = "off" }]', YES_NO),
    ("draft-illegal", "drafts", "choose", 'by = "seconds"\ndrafts = [{ id = "yes", draft = "4" }, { id = "no", draft = "3" }]', YES_NO),
    ("two-best", "drafts", "choose", 'by = "risk"\ndrafts = [{ id = "yes", draft = "2" }, { id = "no", draft = "3" }]', YES_NO),
    ("no-such-by", "by", "choose", 'by = "beauty"\ndrafts = [{ id = "yes", draft = "2" }, { id = "no", draft = "3" }]', YES_NO),
    ("all-alike", "drafts", "order", 'by = "risk"\ndrafts = [{ id = "yes", draft = "2" }, { id = "no", draft = "3" }, { id = "hot", draft = "3 4" }]', YES_NO + "- hot: Hot\n"),
    ("in-order", "drafts", "order", 'by = "seconds"\ndrafts = [{ id = "yes", draft = "3 4" }, { id = "no", draft = "3" }, { id = "hot", draft = "2" }]', YES_NO + "- hot: Hot\n"),
    ("hardly-apart", "drafts", "order", ON_FIRST + 'by = "cost"\ndrafts = [{ id = "yes", draft = "4" }, { id = "no", draft = "5" }, { id = "hot", draft = "A[4 5 w w]" }]', YES_NO + "- hot: Hot\n"),
    ("right-is-none", "right", "quiz", 'answers = ["yes", "no"]\nright = "so"\nrule = "CL-GEAR-01"', YES_NO + "! So."),
    ("too-few", "answers", "quiz", 'answers = ["yes"]\nright = "yes"\nrule = "CL-GEAR-01"', "- yes: Yes\n! So."),
    ("no-after", "one", "quiz", 'answers = ["yes", "no"]\nright = "no"\nrule = "CL-GEAR-01"', YES_NO),
    ("after-nothing", "one", "goal", GOAL + 'solution = "3 4"', "! So."),
    ("one-move", "claims", "goal", GOAL + 'solution = "3 4"\nclaims = [{ id = "yes", move = "stop stop" }]', "- yes: Yes"),
    ("breaks-or-warns", "mistakes", "goal", GOAL + 'solution = "3 4"\nmistakes = [{ draft = "4" }]', ""),
    ("no-such-outcome", "dice", "goal", GOAL + 'solution = "3 4"\ndice = ". ? !"', ""),
    ("no-such-rule", "rule", "goal", GOAL + 'solution = "3 4"\nrule = "CL-GEER-01"', ""),
    ("no-such-kind", "kind", "dance", GOAL + 'solution = "3 4"', ""),
    ("answer-twice", "one", "quiz", 'answers = ["yes", "no"]\nright = "no"\nrule = "CL-GEAR-01"', YES_NO + "- no: No\n! So."),
    ("bad-answer", "one", "quiz", 'answers = ["yes", "no"]\nright = "no"\nrule = "CL-GEAR-01"', YES_NO + "- never\n! So."),
    ("bad-id", "answers", "quiz", 'answers = ["yes", "No"]\nright = "yes"\nrule = "CL-GEAR-01"', "- yes: Yes\n- No: No\n! So."),
    ("id-twice", "answers", "quiz", 'answers = ["yes", "no", "no"]\nright = "yes"\nrule = "CL-GEAR-01"', YES_NO + "! So."),
    ("told-nothing", "one", "goal", GOAL + 'solution = "3 4"\nclaims = [{ id = "yes", move = "stop" }]', "- yes: Yes\n! yes: So."),
    ("told-right", "one", "quiz", 'answers = ["yes", "no"]\nright = "no"\nrule = "CL-GEAR-01"', YES_NO + "! no: So.\n! So."),
    ("told-not", "one", "quiz", 'answers = ["yes", "no"]\nright = "no"', YES_NO + "! So."),
    ("answer-twice", "one", "quiz", 'answers = ["yes", "no"]\nright = "no"', YES_NO + "! yes: So.\n! yes: Or so.\n! So."),
    ("twice", "breaks", "find", 'draft = "3 5"\nwrong = 2\nbreaks = ["CL-GEAR-03", "CL-GEAR-03"]', ""),
]  # fmt: skip


@pytest.mark.parametrize(("why", "key", "kind", "step", "words"), WRONG)
def test_what_is_wrong_is_found_where_it_stands(
    why: str, key: str, kind: str, step: str, words: str, tmp_path: Path
) -> None:
    found = faults_of(tmp_path, step, words, kind)
    assert why in [fault.why for fault in found], [fault_text(fault) for fault in found]
    fault = next(fault for fault in found if fault.why == why)
    line = Path(fault.file).read_text("utf-8").split("\n")[fault.line - 1]
    assert key in fault.key and (key in line or fault.file.endswith(".md"))
    assert "{" not in fault_text(fault).replace("{spin}", "")


SCRIPTS = [
    ("goal", GOAL + 'solution = "2 4"', "", "refuse move 2, '4', from s2 on, after '2': CL-GEAR-03"),
    ("roll", 'dice = ". ."\n' + ROLL + 'solution = "2. stop 4."', "", "refuse move 3, '4', from s2 on, after '2 stop': CL-GEAR-02"),
    ("goal", GOAL + 'solution = "4"', "", "refuse move 1, '4', from s1 on: CL-GEAR-02"),
    ("roll", 'dice = ". . . . . ."\n' + ROLL + 'solution = "3. 4. stop 3 2 5"', "", "move 6, '5', from s5 on, after '3 4 stop 3 2'"),
    ("roll", 'dice = ". ."\n' + ROLL + 'solution = "2 3"', "", "a turn that ends with a card. It ends on s3."),
    ("roll", 'dice = ". ."\n' + ROLL + 'solution = "3. 4! stop"', "", "the dice show '. .': number 2 is the first to differ"),
    ("predict", 'draft = "3. 5."\nanswers = [{ id = "yes", when = "gear 4" }, { id = "no", when = "off" }]', YES_NO,
     "refuse move 2, '5', from s2 on, after '3': CL-GEAR-03"),
    ("predict", 'draft = "3. 4{spin}"\nanswers = [{ id = "yes", when = "gear 3" }, { id = "no", when = "off" }]', YES_NO,
     "Move 2, '4', from s2 on, after '3', cannot be played"),
    ("choose", 'by = "seconds"\ndrafts = [{ id = "yes", draft = "3 5" }, { id = "no", draft = "3" }]', YES_NO,
     "with move 2, '5', from s2 on, after '3'. Offer"),
    ("goal", GOAL + 'solution = "3 4"\nmistakes = [{ draft = "2 3 3", breaks = ["CL-TURN-03"] }]', "",
     "cannot be made at the table with '3', from s3 on, after '2 3'"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "step", "words", "told"), SCRIPTS)
def test_a_fault_of_a_script_names_the_move_and_how_far_it_got(
    kind: str, step: str, words: str, told: str, tmp_path: Path
) -> None:
    found = [fault_text(fault) for fault in faults_of(tmp_path, step, words, kind)]
    assert any(told in text for text in found), found


def test_the_die_that_is_to_be_found_is_named_where_another_one_was(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, 'draft = "3 5"\nwrong = 1\nbreaks = ["CL-GEAR-03"]', kind="find")
    assert (fault.why, fault.facts["list"]) == ("find-wrong", [2])


def test_the_co_driver_judges_drafts_on_a_stage_that_is_solved(tmp_path: Path) -> None:
    start = 'start = "s4 R3 s3 L3 s3 | A@s5 g4 c20 s6 #6 | A r2"'
    drafts = '{ id = "yes", draft = "A[3 4 5 w w]" }, { id = "no", draft = "3>s6 w>s7" }'
    assert faults_of(tmp_path, f'{start}\nby = "cost"\ndrafts = [{drafts}]', YES_NO, "choose", ALL + " CL-ATK-01") == []


def test_what_is_laid_is_proven_on_a_stage_that_is_solved(tmp_path: Path) -> None:
    drafts = '{ id = "yes", draft = "A[3 4 5 w w]" }, { id = "no", draft = "3>s6 w>s7" }'
    for within in some(("", "within = 0.3\n", "within = 3\n")):
        assert faults_of(tmp_path, f"{DECIDE}{within}drafts = [{drafts}]", YES_NO, "decide", ALL + " CL-ATK-01") == []


def test_decisions_of_a_game_of_cards_are_not_judged(tmp_path: Path) -> None:
    start = 'start = "You 100 go ; Ben 75 go | You 25 50 75 100 red fuel petrol"'
    toml = f"""game = "mil_millas"\nteaches = []\n[[steps]]\nid = "one"\nkind = "decide"\n{start}
drafts = [{{ id = "yes", draft = "lay 25" }}, {{ id = "no", draft = "lay 100" }}]\n"""
    folder = a_lesson(tmp_path, toml, f"# One\n\nJust one.\n\n## one\nLay.\n\n{YES_NO}", game="mil_millas")
    (fault,) = reading.read(folder)[1]
    assert (fault.why, fault.key) == ("no-costs", "steps[1].kind")


def test_a_stage_that_is_not_solved_is_answered_with_the_command_that_solves_it(tmp_path: Path) -> None:
    drafts = '{ id = "yes", draft = "2" }, { id = "no", draft = "3" }'
    (fault,) = faults_of(tmp_path, f'start = "s8 | A@s1 g2"\ndrafts = [{drafts}]', YES_NO, "decide")
    assert 'rallyman-tutor solve classic "s8 | A@s1 g2"' in fault_text(fault)
    step = f'start = "s8 | A@s1 g2"\ngoals = ["reach s2"]\nsolution = "3"\n\n[[steps]]\nid = "two"\nkind = "decide"\nstart = "same"\ndrafts = [{drafts}]'
    (position,) = (str(one.facts["position"]) for one in faults_of(tmp_path, step) if one.why == "no-table")
    assert position.startswith("s8 | A@s1 g2"), "and not what stands there, which is same"


def test_a_draft_that_costs_hardly_more_than_the_best_is_not_offered(tmp_path: Path) -> None:
    start = 'start = "s4 R3 s3 L3 s3 | A@s2 g3"'
    drafts = '{ id = "yes", draft = "A[3 4 w w]" }, { id = "no", draft = "A[2 3 4 w]" }'
    (fault,) = faults_of(tmp_path, f'{start}\nby = "cost"\ndrafts = [{drafts}]', YES_NO, "choose", ALL + " CL-ATK-01")
    assert (fault.why, fault.facts["id"]) == ("hardly-worse", "no")


def test_of_drafts_to_choose_those_that_are_equally_good_are_named(tmp_path: Path) -> None:
    drafts = '{ id = "yes", draft = "2" }, { id = "no", draft = "3" }, { id = "hot", draft = "3 4 5 w w" }'
    (fault,) = faults_of(tmp_path, f'by = "risk"\ndrafts = [{drafts}]', YES_NO + "- hot: Hot\n! So.", "choose")
    assert (fault.why, fault.facts["list"]) == ("two-best", ["yes", "no"])


def test_a_step_that_is_right_has_no_faults(tmp_path: Path) -> None:
    assert faults_of(tmp_path, GOAL + 'solution = "3 4"') == []


@pytest.mark.parametrize(("best", "worth"), [("far", "far"), ("near", "far")])
def test_what_gets_farther_is_better_where_kilometres_are_counted_instead_of_spaces(
    best: str, worth: str, tmp_path: Path
) -> None:
    drafts = {"far": "lay 100", "near": "lay 25"} if best == "far" else {"near": "lay 25", "far": "lay 100"}
    told = ", ".join(f'{{ id = "{id_}", draft = "{draft}" }}' for id_, draft in drafts.items())
    toml = f"""game = "mil_millas"
teaches = ["MM-DIST-01"]
[[steps]]
id = "one"
kind = "choose"
start = "You 100 go ; Ben 75 go | You 25 50 75 100 red fuel petrol"
by = "progress"
drafts = [{told}]
"""
    words = "# One\n\nJust one.\n\n## one\nWhich gets farther?\n\n- far: This one\n- near: That one\n"
    lesson = lesson_in(a_lesson(tmp_path, toml, words, game="mil_millas"))
    assert [fault.why for fault in proof.prove(lesson, rules("mil_millas"))] == []
    assert right_answer(lesson, 0) == worth
    assert refuted(lesson_view(update(sit_down(lesson), Answer("near"))))["say"].endswith("125 kilometres.")


def rules(key: str) -> list[str]:
    return [rule.code for rule in SHELF[key].rules()]


def test_rules_that_only_a_solution_meets_have_to_be_taught_as_well(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, GOAL + 'solution = "3 4"', taught="CL-GEAR-01")
    assert [fault.why for fault in faults] == ["not-taught"]
    assert "CL-TURN-01 (One die, one space)" in fault_text(faults[0])


@pytest.mark.parametrize(
    ("code", "kind", "step", "words", "key"),
    [
        ("CL-GEAR-01", "quiz", 'answers = ["yes", "no"]\nright = "no"\nrule = "CL-GEAR-01"', YES_NO + "! So.", "rule"),
        ("CL-GEAR-03", "find", 'draft = "3 5"\nwrong = 2\nbreaks = ["CL-GEAR-03"]', "", "breaks"),
        ("CL-GEAR-03", "break", 'goals = ["breaks CL-GEAR-03"]\nsolution = "3 5"', "", "goals"),
        ("CL-TURN-06", "goal", GOAL + 'solution = "3 4"\nmistakes = [{ draft = "stop", breaks = ["CL-TURN-06"] }]', "", "mistakes"),
        ("CL-TURN-01", "goal", GOAL + 'solution = "3 4"', "", "solution"),
        ("CL-TURN-01", "predict", 'draft = "3."\nanswers = [{ id = "yes", when = "gear 3" }, { id = "no", when = "off" }]', YES_NO, "draft"),
        ("CL-TURN-01", "choose", 'by = "progress"\ndrafts = [{ id = "yes", draft = "2 3" }, { id = "no", draft = "2" }]', YES_NO, "drafts"),
    ],
)  # fmt: skip
def test_a_rule_that_was_not_taught_is_named_where_the_step_needs_it(
    code: str, kind: str, step: str, words: str, key: str, tmp_path: Path
) -> None:
    (fault,) = faults_of(tmp_path, step, words, kind, " ".join(one for one in rules("classic") if one != code))
    assert (fault.why, fault.key, fault.facts["codes"]) == ("not-taught", f"steps[1].{key}", [code])


@pytest.mark.parametrize(("made", "par", "is_far"), [(20, 60, False), (20, 61, True), (60, 20, False), (61, 20, True)])
def test_a_par_asks_for_nothing_above_twice_the_time_or_below_half_of_it_and_a_margin(
    made: int, par: int, is_far: bool
) -> None:
    assert is_far_off(made, par) is is_far


def test_same_goes_on_where_the_solution_ended_and_waits_for_it(tmp_path: Path) -> None:
    toml = """game = "classic"
teaches = []
[[steps]]
id = "one"
kind = "goal"
start = "s8 | A@s1 g2"
goals = ["reach s3"]
solution = "3 SECOND"
[[steps]]
id = "two"
kind = "goal"
start = "same"
goals = ["reach s4"]
solution = "w"
"""
    words = "# One\n\nJust one.\n\n## one\nDo it.\n## two\nOn.\n"
    right = lesson_in(a_lesson(tmp_path, toml.replace("SECOND", "4"), words))
    assert proof.prove(right, ALL.split()) == []
    wrong = lesson_in(a_lesson(tmp_path, toml.replace("SECOND", "5"), words, "02-try"))
    assert [fault.why for fault in proof.prove(wrong, ALL.split())] == ["solution-illegal"]


def test_lessons_of_a_folder_count_on_those_before_them(tmp_path: Path) -> None:
    toml, words = ((SKELETON / file).read_text("utf-8") for file in ("lesson.toml", "en.md"))
    bare = "\n".join("teaches = []" if line.startswith("teaches") else line for line in toml.split("\n"))
    a_lesson(tmp_path, bare, words, "02-second")
    assert {fault.why for fault in proof.check(tmp_path).faults} == {"not-taught"}
    a_lesson(tmp_path, toml, words, "01-first")
    assert proof.check(tmp_path).faults == ()


def test_words_in_every_language_that_lie_there_are_proven(tmp_path: Path) -> None:
    toml, words = ((SKELETON / file).read_text("utf-8") for file in ("lesson.toml", "en.md"))
    path = a_lesson(tmp_path, toml, words)
    (path / "README.md").write_text("No words of a lesson.", encoding="utf-8")
    (path / "de.md").write_text(words, encoding="utf-8")
    assert proof.check(tmp_path).faults == ()
    (path / "de.md").write_text("# Nur ein Titel\n\nEin Satz.\n", encoding="utf-8")
    found = proof.check(tmp_path).faults
    assert {Path(fault.file).name for fault in found} == {"de.md"}
    assert {fault.why for fault in found} == {"missing-section"}


def test_most_faults_are_heard_here_or_by_mutation() -> None:
    """Those of files and Markdown are heard in test_lessons.py and test_lesson_pictures.py."""
    heard = {why for why, *_ in WRONG} | {"not-taught", "hardly-worse", "solution-by-hand"}
    files = {
        "no-lessons", "no-folder", "many-folders", "no-file", "encoding", "curly-quotes", "not-toml", "folder-name", "other-game", "no-such-game", "missing-key",
        "unknown-key", "wrong-type", "empty-list", "bad-draft", "bad-goal", "missing-section", "extra-section",
        "missing-answer", "extra-answer", "no-title", "second-title", "section-twice", "about", "no-goal-line",
        "goal-sentences", "too-many-sentences", "markup", "no-such-chapter", "link-there",
        "picture-kind", "picture-large", "picture-missing", "picture-name", "picture-there", "picture-words", "pictures-large", "no-costs",
    }  # fmt: skip
    assert heard | files == set(text_tables("tutor")["faults"])


@pytest.mark.parametrize(
    ("folder", "game", "why"),
    [("braking", "classic", "folder-name"), ("1_a", "classic", "folder-name"), ("01-a", "chess", "no-such-game")],
)
def test_a_lesson_stands_in_its_place(folder: str, game: str, why: str, tmp_path: Path) -> None:
    toml, words = ((SKELETON / file).read_text("utf-8") for file in ("lesson.toml", "en.md"))
    path = a_lesson(tmp_path, toml.replace('"classic"', f'"{game}"'), words, folder)
    assert [fault.why for fault in reading.read(path)[1]] == [why]


def test_a_lesson_stands_in_the_folder_of_its_game(tmp_path: Path) -> None:
    path = a_lesson(tmp_path, *((SKELETON / file).read_text("utf-8") for file in ("lesson.toml", "en.md")))
    moved = path.parent.rename(tmp_path / "dirt") / path.name
    assert [fault.why for fault in reading.read(moved)[1]] == ["other-game"]


def test_a_lesson_without_words_or_without_steps_says_so(tmp_path: Path) -> None:
    path = a_lesson(tmp_path, *((SKELETON / file).read_text("utf-8") for file in ("lesson.toml", "en.md")))
    (path / "en.md").unlink()
    assert [fault.why for fault in reading.read(path)[1]] == ["no-file"]
    (path / "lesson.toml").unlink()
    assert {fault.why for fault in reading.read(path)[1]} == {"no-file"}


def test_a_solution_that_no_button_lays_is_told_with_what_the_page_lays(tmp_path: Path) -> None:
    path = Path(shutil.copytree(ROOT / "dirt/31-your-first-evening", tmp_path / "dirt/31-your-first-evening"))
    toml = (path / "lesson.toml").read_text("utf-8")
    (path / "lesson.toml").write_text(
        toml.replace('breaks DI-GEAR-02"]\nsolution = "2"', 'breaks DI-GEAR-02"]\nsolution = "3"'), "utf-8"
    )
    lesson, _ = reading.read(path)
    assert lesson
    (fault,) = [fault for fault in proof.prove(lesson, taught_before(path)) if fault.why == "solution-by-hand"]
    assert (fault.facts["move"], fault.facts["instead"]) == ("3", "3b")
    assert toml.split("\n")[fault.line - 1] == 'solution = "2"', "the line of that step"
    assert "'3b'" in fault_text(fault)
