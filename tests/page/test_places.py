"""Everywhere one can go on a page: maps, lessons, practice, the rulebook; and the progress that is noted on the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rallyman_tutor.coach.principles import PRINCIPLES
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.page.lessons import Lessons, lessons_in, why_not_there
from rallyman_tutor.page.places.drive import Drive
from rallyman_tutor.pages import shipped
from rallyman_tutor.tutor.learner import addresses
from rallyman_tutor.tutor.lesson.kinds.find import FindStep
from rallyman_tutor.tutor.lesson.lesson_folders import covers, read_lessons
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.words import rulebook
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.page.host import LESSONS, Visit
from tests.page.test_past_decisions import beside_guesses
from tests.tutor.lessons_at_hand import a_lesson

COVERS = LESSONS.covers
FIRST = read_lessons(COVERS[0].folder).lessons[0].steps[0]


def test_the_map_needs_no_board() -> None:
    visit = Visit()
    assert visit.stage == {}
    for key in SHELF:  # each game has a map of its own
        visit.says(do="go", to=addresses.address_in_game("home", key))
        shown = [lesson["name"] for lesson in visit.place["home"]["lessons"]]
        assert shown == [lesson.name for lesson in COVERS if lesson.key == key]


def test_one_page_goes_everywhere() -> None:
    visit = Visit()
    for to in ("drive", "rules", "rules/CL-GEAR-03", "summary", "home", *(lesson.name for lesson in COVERS)):
        visit.says(do="go", to=to)
        assert visit.place["at"] == to
        assert visit.place["page"].partition("?")[0] in addresses.notebook_names(LESSONS.named)


@pytest.mark.parametrize(
    ("to", "now", "game"),
    [
        ("drive/dirt", "classic", "dirt"),
        ("drive", "dirt", "classic"),  # the drive and the map of the first game, which need no name
        ("home", "dirt", "classic"),
        ("rules/dirt", "classic", "dirt"),
        ("rules", "dirt", "dirt"),
        ("rules/DI-GEAR-01", "classic", "dirt"),
        ("rules/CL-GEAR-03", "dirt", "classic"),
        ("rules/ZZ-99", "dirt", "dirt"),
        ("practice", "mil_millas", "mil_millas"),
        ("practice", "", "classic"),
        ("coming", "classic", "dirt"),
        ("crazy_rally/01-first-card", "classic", "crazy_rally"),
    ],
)
def test_a_place_is_of_a_game_or_leaves_it_as_it_is(to: str, now: str, game: str) -> None:
    assert LESSONS.game_at(to, now) == game


@pytest.mark.parametrize(
    ("at", "map_"), [("drive", "home"), ("drive/dirt", "home/dirt"), ("rules/MM-DEF-01", "home/mil_millas")]
)
def test_a_place_leads_back_to_the_map_of_its_game(at: str, map_: str) -> None:
    assert Visit(at).place["map"] == map_


def test_a_lesson_is_solved_and_its_stars_are_kept() -> None:
    visit = Visit(at=COVERS[0].name)
    for die in FIRST.solution.split():
        visit.says(do="lay", piece=die[0])
    assert visit.sheet["done"]
    assert visit.progress["stars"][COVERS[0].name] == {FIRST.id: 3}
    visit.says(do="go", to="home")
    assert [(one["done"], one["of"]) for one in visit.place["home"]["lessons"][:2]] == [(1, 7), (0, 7)]
    visit.says(do="go", to=COVERS[0].name)
    visit.says(do="step", at=0)
    for die in FIRST.solution.split():
        visit.says(do="lay", piece=die[0])
    visit.says(do="next")
    assert visit.sheet["at"] == 1
    again = Visit(at=COVERS[0].name)
    again.says(do="hello", progress=json.loads(json.dumps(visit.progress)), at=COVERS[0].name)
    assert again.sheet["at"] == 1
    again.says(do="go", to="home")
    assert again.place["home"]["begun"]
    assert again.place["home"]["next"]["name"] == COVERS[0].name


def exercise(visit: Visit) -> FindStep:
    """The exercise before the learner now."""
    assert isinstance(visit.page.sat_at, Sitting)
    step = visit.page.sat_at.step
    assert isinstance(step, FindStep)
    return step


def test_a_rule_broken_unawares_is_practised_later() -> None:
    visit = Visit(at="drive")
    visit.says(do="lay", piece="1")
    visit.says(do="lay", piece="4")
    assert list(visit.progress["cards"]) == ["CL-GEAR-03"]
    visit.says(do="go", to="practice")
    assert visit.sheet["kind"] == "find"
    first = exercise(visit)
    visit.says(do="point", at=first.wrong - 1)
    assert visit.sheet["done"]
    visit.says(do="next")
    assert exercise(visit).start != first.start


def test_what_is_new_in_a_lesson_is_said_to_who_cannot_see_it() -> None:
    visit = Visit(at=COVERS[0].name)
    visit.says(do="hint")
    assert visit.sheet["hints"][-1]["text"] in visit.sheet["say"]
    before = visit.sheet["say"]
    for die in FIRST.solution.split():
        visit.says(do="lay", piece=die[0])
    assert visit.sheet["done"] and visit.sheet["say"] not in ("", before)


def test_a_lesson_opens_at_its_first_step_without_stars_and_at_the_first_where_all_have_some() -> None:
    lesson = COVERS[0]
    for known, opens_at in ((0, 0), (2, 2), (len(lesson.steps), 0)):
        visit = Visit()
        stars = {lesson.name: dict.fromkeys(lesson.steps[:known], 3)}
        visit.says(
            do="bring", progress={"format": 1, "progress": "rallyman-tutor", "stars": stars, "cards": {}, "last": ""}
        )
        visit.says(do="go", to=lesson.name)
        assert visit.sheet["at"] == opens_at


def test_every_answer_is_in_the_log_that_the_browser_keeps() -> None:
    visit = Visit(at=COVERS[0].name)
    visit.says(do="hint")
    for die in FIRST.solution.split():
        visit.says(do="lay", piece=die[0])
    visit.says(do="go", to="drive")
    visit.says(do="lay", piece="1")
    visit.says(do="lay", piece="4")
    visit.says(do="go", to="practice")
    right = exercise(visit).wrong - 1
    visit.says(do="point", at=0 if right else 1)
    visit.says(do="point", at=right)
    told = [entry[1:6] for entry in visit.progress["log"]]
    assert told == [
        ["step", f"{COVERS[0].name}#{FIRST.id}", 2, 0, 1],
        ["lapse", "CL-GEAR-03", 1, 0, 0],
        ["practice", "CL-GEAR-03", 1, 1, 0],
    ]
    visit.says(do="go", to="summary")
    assert "not enough yet" in visit.place["summary"]["practice"]


CARD = {"card_id": 0, "state": 2, "step": None, "stability": 1.0, "difficulty": 5.0,
        "due": "2026-01-02T00:00:00+00:00", "last_review": "2026-01-01T00:00:00+00:00"}  # fmt: skip


@pytest.mark.parametrize("code", ["CL-JUMP-01", "CL-START-02", "XX-GONE-01"])
def test_a_rule_that_cannot_be_asked_is_never_due_and_holds_up_no_other(code: str) -> None:
    """It may have become a fact since it was noted, or be of a lesson on holiday; its card is kept all the same."""
    visit = Visit()
    told = {"format": 1, "progress": "rallyman-tutor", "stars": {}, "cards": {code: CARD}, "last": ""}
    visit.says(do="hello", progress=told)
    assert visit.place["home"]["due"] == 0
    visit.says(do="go", to="practice")
    assert visit.answer["text"] == visit.words["practice-none"]
    visit.says(do="bring", progress={**told, "cards": {code: CARD, "CL-GEAR-03": CARD}})
    assert visit.place["home"]["due"] == 1 and code in visit.progress["cards"]
    visit.says(do="go", to="practice")
    assert exercise(visit).breaks == ("CL-GEAR-03",)


def test_the_map_and_the_summary_tell_the_same_licence() -> None:
    visit = Visit()
    done = {one.name: dict.fromkeys(one.steps, 3) for one in COVERS if one.key == "dirt"}
    visit.says(do="bring", progress={"format": 1, "progress": "rallyman-tutor", "stars": done, "cards": {}, "last": ""})
    visit.says(do="go", to="home/dirt")
    licence = visit.place["home"]["licence"]
    visit.says(do="go", to="summary")
    (game,) = visit.place["summary"]["games"]
    assert (game["name"], game["licence"]) == ("Rallyman: DIRT", licence)


def test_practice_opened_by_its_own_page_waits_for_what_that_browser_knows() -> None:
    before = Visit(at="drive")
    before.says(do="lay", piece="1")
    before.says(do="lay", piece="4")
    visit = Visit(at="practice")
    visit.says(do="hello", at=visit.place["at"], progress=json.loads(json.dumps(before.progress)))
    assert visit.place["at"] == "practice" and visit.sheet["kind"] == "find"


def test_whoever_went_from_practice_to_the_map_stays_there_after_a_reload() -> None:
    visit = Visit("practice")
    visit.says(do="hello", at="practice")
    assert visit.place["at"] == "home" and visit.answer["text"] == visit.words["practice-none"]
    visit.says(do="hello", at="home")
    assert visit.place["at"] == "home" and not visit.page.answers


def test_nothing_to_practise_is_said_on_the_map() -> None:
    visit = Visit()
    visit.says(do="go", to="practice")
    assert visit.place["at"] == "home"
    assert visit.answer["text"]


def test_progress_from_a_file_is_taken_over_and_a_wrong_one_is_not() -> None:
    visit = Visit()
    mine = {
        "format": 1,
        "progress": "rallyman-tutor",
        "stars": {COVERS[0].name: {"first": 2}},
        "cards": {},
        "last": "",
    }
    visit.says(do="bring", progress=mine)
    assert visit.progress["stars"] == mine["stars"]
    visit.says(do="bring", progress={"chess": 1})
    assert visit.progress["stars"] == mine["stars"]
    assert visit.answer["text"]


def test_stars_of_another_tab_come_beside_those_of_this_one() -> None:
    here, there = Visit(at=COVERS[0].name), Visit(at=COVERS[0].name)
    for die in FIRST.solution.split():
        here.says(do="lay", piece=die[0])
    other = {**there.progress, "stars": {COVERS[1].name: {"first": 2}}}
    here.says(do="join", progress=other)
    assert here.progress["stars"] == {COVERS[0].name: {FIRST.id: 3}, COVERS[1].name: {"first": 2}}
    assert here.place["at"] == COVERS[0].name
    here.says(do="join", progress={"chess": 1})
    assert len(here.progress["stars"]) == 2


def test_a_rule_of_the_book_is_shown_kept_and_broken() -> None:
    visit = Visit(at="rules/CL-GEAR-03")
    assert visit.place["rule"]["kind_shown"] == "broken"
    assert visit.view["messages"][0]["code"] == "CL-GEAR-03"
    visit.says(do="example", code="CL-GEAR-03", kind="ok", n=1)
    assert visit.view["messages"] == []
    assert visit.place["rule"]["n"] == 1


def test_the_covers_are_those_of_the_lessons() -> None:
    whole = read_lessons(shipped.folder("lessons")).lessons
    assert [(one.name, one.title, one.about, one.teaches, one.steps) for one in COVERS] == [
        (one.name, one.title, one.about, one.teaches, tuple(step.id for step in one.steps)) for one in whole
    ]


def test_a_lesson_that_cannot_be_read_is_told_of_on_the_map(tmp_path: Path) -> None:
    folder = tmp_path / "classic" / "01-broken"
    folder.mkdir(parents=True)
    (folder / "lesson.toml").write_text('game = "classic"\nteaches = []\nsteps = [{ id = "a", kind = "fly" }]\n')
    (folder / "en.md").write_text("# Broken\n\nNot much.\n")
    visit = Visit(lessons=Lessons({one.name: one for one in covers(tmp_path)}))
    visit.says(do="go", to="classic/01-broken")
    assert visit.place["at"] == "home"
    assert "Broken" in visit.answer["text"]


@pytest.mark.parametrize(
    ("at", "table", "said"),
    [
        ("nowhere", "", "There is no place 'nowhere'."),
        ("classic/01-first-di", "", "classic/01-first-die"),
        ("drive", "s14 | A@q9 g3", "column 9"),
        ("drive/dirt", "s14", "Rallyman: DIRT cannot begin"),
        ("rules", "first", "A table is opened at a drive"),
    ],
)
def test_what_cannot_be_opened_is_told_in_a_sentence(at: str, table: str, said: str) -> None:
    assert said in why_not_there(LESSONS, at, table)


def test_two_games_stand_side_by_side_in_the_theme_of_the_page() -> None:
    visit = Visit(at="coming")
    light = [side["picture"] for side in visit.place["coming"]["sides"]]
    visit.says(do="theme", theme="dark")
    assert all(
        one != other for one, other in zip(light, (s["picture"] for s in visit.place["coming"]["sides"]), strict=True)
    )
    visit.says(do="go", to=f"coming/{visit.place['coming']['next']}")
    assert visit.place["coming"]["before"] and visit.place["page"].startswith("coming?at=coming/")
    assert visit.words["game"] == "dirt"


FOREIGN: dict[str, tuple[object, str]] = {  # what is no progress of ours, and a word of the answer to each
    "something": ({"hello": 1}, "no stars"),
    "no JSON at all": (None, "no stars"),
    "a later version": ({"progress": "rallyman-tutor", "format": 99}, "another version (99)"),
    "twelve stars": ({"progress": "rallyman-tutor", "format": 1, "stars": {"classic/01": {"first": 12}}, "cards": {}},
                     "broken"),
    "a list": ([], "no stars"),
    "nothing": ("", "no stars"),
}  # fmt: skip


@pytest.mark.parametrize("told", FOREIGN)
def test_a_foreign_file_is_refused_with_a_word_and_old_progress_is_kept(told: str) -> None:
    foreign, word = FOREIGN[told]
    visit = Visit()
    visit.says(do="bring", progress={"format": 1, "progress": "rallyman-tutor", "stars": {}, "cards": {}, "last": "x"})
    before = visit.progress
    visit.says(do="bring", progress=foreign)
    assert word in visit.answer["text"] and "What you have done so far is kept." in visit.answer["text"]
    assert visit.progress == before and visit.place["at"] == "home"


def test_broken_progress_of_a_browser_is_set_aside_with_a_word_on_the_map() -> None:
    visit = Visit()
    visit.says(do="hello", at="home", progress={"chess": 1})
    assert (visit.answer["kind"], visit.answer["what"]) == ("not-restored", "progress")
    assert visit.answer["text"] == text_tables("tutor")["page"]["progress-refused"]
    came = [set(patch.wire) for patch in visit.sent]
    assert came == [{"place"}, {"answer"}], "a map that comes later would hide the word"


def test_an_address_that_names_no_place_opens_the_page_it_was_asked_of() -> None:
    visit = Visit()
    visit.says(do="hello", at="../../etc")
    assert visit.place["at"] == "home"
    assert not visit.answer


def test_whoever_asks_for_no_place_is_told_so() -> None:
    visit = Visit()
    visit.says(do="go", to="nowhere")
    assert visit.place["at"] == "home" and "do not know" in visit.answer["text"]


def test_a_rule_has_an_address_of_its_own() -> None:
    visit = Visit("rules")
    visit.says(do="hello", at="rules/CL-GEAR-03")
    assert visit.place["page"] == "rules?at=rules/CL-GEAR-03"
    assert visit.place["rule"]["title"] == "Gears are changed one at a time"
    assert [step["verdict"] for step in visit.view["draft"]].count("refused") == 1


def test_a_rule_without_a_board_is_opened_as_well() -> None:
    code = next(line["code"] for line in rulebook.contents(SHELF["classic"]) if line["examples"] == (0, 0))
    visit = Visit(f"rules/{code}")
    assert (visit.place["rule"]["code"], visit.place["rule"]["kind_shown"]) == (code, "")
    assert visit.view["draft"] == []


def test_a_principle_of_driving_has_a_page_with_its_board_its_reason_and_puzzles_that_are_not_solved() -> None:
    visit = Visit("rules/CLD-DIE-01")
    visit.says(do="hello", at="rules/CLD-DIE-01")
    rule = visit.place["rule"]
    assert visit.place["page"] == "rules?at=rules/CLD-DIE-01" and rule["title"] == "Secure the die that decides"
    assert rule["fix"].startswith("Here somebody decides so: “Roll the gas die, then the 5, the gas die”. Secure ")
    assert [step["move"] for step in visit.view["draft"]] == ["w>s7"] and rule["worth"]
    first, *_ = rule["puzzles"]
    assert len(rule["puzzles"]) == 3
    visit.says(do="go", to=f"puzzles/classic/{first}")
    visit.says(do="answer", id="1")
    assert visit.sheet["done"]
    visit.says(do="go", to="rules/CLD-DIE-01")
    assert len(visit.place["rule"]["puzzles"]) == 3 and first not in visit.place["rule"]["puzzles"]
    visit.says(do="example", code="CLD-DIE-01", kind="ok", n=0)
    assert visit.place["rule"]["fix"].startswith("Here it only looks so: ") and visit.view["draft"]
    visit.says(do="go", to="rules/DID-DIE-01")
    assert visit.words["game"] == "dirt" and visit.place["rule"]["code"] == "DID-DIE-01"


def test_the_contents_of_the_rulebook_have_every_rule_the_faces_of_the_dice_and_every_word() -> None:
    visit = Visit("rules")
    codes = [line["code"] for line in visit.place["rules"]]
    assert codes == [*(rule.code for rule in GAME.rules()), *(one.code for one in PRINCIPLES["classic"])]
    assert [sign["face"] in visit.faces for sign in visit.place["legend"] if sign["face"]] == [True] * 4
    assert "Faces of a black die with a triangle: 2 of 6." in [sign["text"] for sign in visit.place["legend"]]
    told = words(GAME.key).group("glossary")
    assert {form for forms in told for form in forms.split("|")} == set(visit.words["glossary"])


def test_every_exercise_of_a_rule_is_another_and_earns_its_stars() -> None:
    visit = Visit("drive")
    for die in "13":
        visit.says(do="lay", piece=die)
    visit.says(do="go", to="practice")
    seen = set()
    for _ in range(3):
        step = exercise(visit)
        seen.add(step.start + step.draft)
        assert visit.sheet["goal"].endswith("Point at it.")
        visit.says(do="point", at=step.wrong - 1)
        assert (visit.sheet["done"], visit.sheet["stars"]) == (True, 3)
        visit.says(do="next")
        beside_guesses(visit)
    assert len(seen) == 3


def test_of_places_that_there_are_the_common_ones_are_told_and_one_lesson() -> None:
    assert LESSONS.similar_places("nowhere at all") == ["home", "drive", "rules", next(iter(LESSONS.named))]
    assert LESSONS.similar_places("hom")[0] == "home"


def test_lessons_of_a_teacher_alone_stand_under_their_own_chapters_or_those_that_nobody_named(tmp_path: Path) -> None:
    step = '[[steps]]\nid = "one"\nkind = "goal"\nstart = "s8 | A@s1 g2"\ngoals = ["reach s2"]\nsolution = "3"\n'
    words = "# Try\n\nAll of it.\n\n## one\nDo it.\n"
    own = [
        a_lesson(tmp_path, f'game = "classic"\nteaches = []\n{chapter}\n{step}', words, folder)
        for folder, chapter in (("01-plain", ""), ("02-named", 'chapter = "driving-well"\n'))
    ]
    assert [one.chapter for one in lessons_in(None, own).named.values()] == ["more", "driving-well"]


def _is_own(visit: Visit) -> bool:
    assert isinstance(visit.page.place, Drive)
    return visit.page.place.is_own


@pytest.mark.parametrize("table", ["bends", "short"])
def test_a_table_that_was_chosen_is_the_learners_own_whatever_it_is_called(table: str) -> None:
    visit = Visit("drive", "first")
    visit.says(do="hello", theme="light")
    assert not _is_own(visit)
    visit.says(do="new", table=table)
    visit.says(do="go", to="home")
    visit.says(do="go", to="drive")
    assert visit.page.setup.table == table and _is_own(visit)
    visit.says(do="go", to="home")
    visit.says(do="go", to="drive", kept={**visit.kept, "table": {"moves": "broken"}})
    assert "cannot put back" in visit.answer["text"] and _is_own(visit), "nor does what cannot be put back change that"
