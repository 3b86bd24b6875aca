"""Every text of the page is read: what tells facts is told twice, what names a button is pressed, and what only names a
part of the page stands where it is listed.

Each text under `[page]` has its place in one of these tables, and none in two: whoever writes a new one puts it into
one, and tests it there.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import pytest

import rallyman_tutor
from rallyman_tutor.tutor.words.words import text_tables

PAGE = text_tables("tutor")["page"]
ROOM, TESTS = Path(rallyman_tutor.__file__).parent, Path(__file__).parents[1]

TOLD: Mapping[str, str] = {
    "page/test_asked.py": "no-roll no-table-here",
    "page/test_hear.py": "trouble",
    "page/test_lesson_languages.py": "lesson-language lesson-language-broken",
    "page/test_page_twice.py": """board-hint chance-both chance-out class-more drive-more kept-refused legend
        lesson-broken share-link sheet-more talk-line talk-more-keys ways what-is-how""",
    "page/test_past_cards.py": "card-decision",
    "page/test_past_decisions.py": "puzzle-like",
    "page/test_places.py": "no-place no-table no-table-there",
    "tutor/test_announcement_twice.py": """chance enough-said help-now pass-on say-laid say-legal say-none say-start
        say-taken say-undone try""",
    "tutor/test_hidden_hands.py": "advice-best advice-close advice-how advice-only advice-same",
    "tutor/test_map_twice.py": """chapters-more licence-more licences own-best-first own-best-is own-best-new pace
        insight-now pace-unknown placed placed-behind placed-first placement-question practice-none risk risk-after risk-die
        risk-goal risk-ranges run-more stage-length stage-loses""",
    "tutor/test_past_cards.py": "card-decision-after card-decision-text",
    "tutor/test_past_decisions.py": "decision-after decision-text",
    "tutor/test_practice_twice.py": "practice practice-goal practice-only practice-table practice-which",
    "tutor/test_sounds.py": "captions",
    "widgets/page/test_decide.py": "decision-goal to-principle",
    "widgets/page/test_ghost.py": "ghost-here",
    "widgets/page/test_hand.py": "closer",
    "widgets/page/test_help.py": "reckons",
    "widgets/page/test_messages.py": "dead dead-more",
    "widgets/page/test_order.py": "order-full order-left order-open order-placed order-stands order-taken",
    "widgets/page/test_own_best.py": "stage-own",
    "widgets/page/test_first.py": """begin-on-map first-told go-on next-on-map""",
    "widgets/page/test_school.py": "builds-on page-title progress-here progress-nowhere",
    "widgets/page/test_table.py": "field own-kept",
    "widgets/page/test_map_twice.py": """daily-best daily-more due due-decisions due-rules due-waiting lessons-done
        puzzles-more rules-more stars-of steps-done""",
    "widgets/page/test_run_twice.py": """missed run-head run-minutes run-mistakes run-none run-right run-score
        run-seconds""",
    "widgets/page/test_lesson_twice.py": "asks-first puzzle step-done step-n well",
    "widgets/page/test_drive_twice.py": """car-here cars chance-head chance-none colon draft draft-ends here laid-none
        legal lesson-ahead looking looks-good lost more names nothing-laid out pick-first price refused say-dropped
        say-held second share-copied share-copy stage-hard stage-par start-copied start-hint start-told tray verdict
        you""",
    "widgets/page/test_review_twice.py": "finished review-map",
    "widgets/page/test_talk_twice.py": "speech-now talk-heard",
    "widgets/page/test_rulebook_twice.py": "found rules-hello term",
    "widgets/page/test_learned_twice.py": "brought insight-empty insight-more summary-none",
    "widgets/page/test_cards_twice.py": "away-none uncover",
    "pages/site/test_languages.py": "language-not-there language-broken sentences-broken",
    "widgets/page/test_language.py": "no-language",
    "widgets/test_table.py": "still",
}
"""Sentences, columns and names with facts in them, by the test that finds these facts in another way."""

HELD: Mapping[str, str] = {
    "card-decision-goal": "tutor/test_past_cards.py::test_whatever_is_played_is_judged_by_what_was_found_of_it",
    "coming-more": "tutor/test_map_twice.py::test_what_two_games_say_to_a_position_is_told_again",
    "ghost-comes": "page/test_ghost.py::test_it_comes_behind_the_answer_and_each_of_its_turns_is_a_step_of_its_own",
    "ghost-how": "tutor/test_cloud_ghost_mix_twice.py::test_how_the_ghost_stands_is_read_again_from_its_position",
    "ghost-what": """coach/test_ghost.py::test_every_move_of_it_is_the_best_one_and_goes_by_the_rules
        coach/test_ghost.py::test_as_many_turns_are_counted_as_the_driver_has_ended
        coach/test_ghost.py::test_others_on_the_road_are_nothing_to_it
        coach/test_ghost.py::test_it_begins_a_stage_with_the_car_of_the_driver_as_they_begin_it""",
    "known": "page/test_placement.py::test_who_knows_some_lessons_is_led_to_about_the_next_one",
    "no-lessons": "tutor/test_map_twice.py::test_stars_steps_and_lessons_are_counted_again",
    "placement-more": "page/test_placement.py::test_who_knows_some_lessons_is_led_to_about_the_next_one",
    "placement-text": "page/test_placement.py::test_the_first_answer_counts_and_a_later_one_does_not",
    "puzzle-after": "coach/test_puzzles.py::test_what_an_answer_costs_is_found_by_trying_every_move_of_the_turn",
    "puzzle-goal": "tutor/test_puzzles.py::test_the_engine_finds_the_answer_that_was_shipped_as_the_best",
    "puzzle-text": "coach/test_puzzles.py::test_what_an_answer_costs_is_found_by_trying_every_move_of_the_turn",
    "puzzles-done": """tutor/test_map_twice.py::test_what_doors_say_is_so
        page/test_page_twice.py::test_the_puzzle_of_the_day_is_solved_and_there_are_more_behind_it""",
    "progress-refused": "page/test_places.py::test_broken_progress_of_a_browser_is_set_aside_with_a_word_on_the_map",
    "risk-text": """tutor/test_map_twice.py::test_the_risk_of_a_draft_is_told_again
        page/test_page_twice.py::test_in_dirt_whoever_is_out_is_out_of_the_stage_and_not_of_the_rally""",
}
"""Sentences without a gap, and the tests that hold what each of them claims."""

PRESSED: Mapping[str, str] = {
    "widgets/page/test_classroom.py": "class-save name-in-file",
    "widgets/page/test_cloud.py": "cloud-ask",
    "widgets/page/test_first.py": "first-roll review-door to-all to-less",
    "widgets/page/test_decide.py": "figures",
    "widgets/page/test_ghost.py": "ghost-ask ghost-off",
    "widgets/page/test_help.py": "advise enough help helps",
    "widgets/page/test_keys.py": "letters",
    "widgets/page/test_mix.py": "mix mix-house",
    "widgets/page/test_order.py": "order-check",
    "widgets/page/test_rally.py": "bots-pace bots-paces rally skip-bots",
    "widgets/page/test_editor.py": "editor",
    "widgets/page/test_letter.py": "letter",
    "widgets/page/test_room.py": "others-turn room",
    "widgets/page/test_retry.py": "review-beside review-refute",
    "widgets/page/test_review.py": "review-old",
    "widgets/page/test_rulebook.py": "ex-looks-so",
    "widgets/page/test_language.py": "choose-language",
    "widgets/page/test_school.py": "bring download to-builds-on whole-course",
    "widgets/page/test_sounds.py": "sounds",
    "widgets/page/test_table.py": "advise-more own-back",
    "widgets/page/test_ways.py": "ways-drive",
    "widgets/page/test_what_is.py": "what-is",
    "widgets/page/test_map_twice.py": "class class-choose daily free-drive placement puzzles rulebook run to-map",
    "widgets/page/test_run_twice.py": "run-again run-name run-start",
    "widgets/page/test_lesson_twice.py": """hint-0 hint-1 hint-2 hint-choices hint-none next-lesson next-puzzle
        next-question next-step not-known start-over""",
    "widgets/page/test_drive_twice.py": """alone back bots chance-figures close copy forward level levels new-drive
        others own-stage present share stage start-copy start-drive start-line swap take-back theme undo why
        zoom-car zoom-fit zoom-in zoom-out""",
    "widgets/page/test_review_twice.py": "again review-again review-drive-on review-return review-table review-try",
    "widgets/page/test_talk_twice.py": "speech speeches talk talk-keys talk-send",
    "widgets/page/test_rulebook_twice.py": "ex-broken ex-ok rule-before rule-behind search sheet",
    "widgets/page/test_learned_twice.py": "insight insight-table print summary",
    "widgets/page/test_coming_twice.py": "coming",
}
"""Names of what can be pressed or chosen, by the test that does so and sees that it is what it is called."""

PLAIN: Mapping[str, str] = {
    "widgets/page/advice.js": "advice advice-head",
    "widgets/page/board.js": "board",
    "widgets/page/first.js": "first-ask first-done first-on",
    "widgets/page/home.js": "course editor-more games insight-open letter-more practice-more rally-more reasons review-now room-more summary-open welcome welcome-more",
    "widgets/page/map.js": "chapters",
    "tutor/learner/doors.py": "drive-now puzzles-now",
    "widgets/page/lesson.js": "par steps",
    "widgets/page/menu.js": "own-hint",
    "widgets/page/panel.js": "codriver costs further goal happened",
    "widgets/page/tools.js": "tools",
    "widgets/page/review.js": "evening-puzzles review-mistakes",
    "widgets/page/rulebook.js": "glossary-title",
    "widgets/page/run.js": "run-missed",
    "widgets/page/table.js": "name",
    "tutor/learner/estimates.py": "risk-hint",
    "tutor/learner/puzzles.py": "decision",
}
"""Headings, examples and names of parts, which claim nothing, by the file that shows them."""


def listed() -> list[str]:
    return [*HELD, *(name for table in (TOLD, PRESSED, PLAIN) for names in table.values() for name in names.split())]


def test_every_text_of_the_page_has_one_place_in_these_tables() -> None:
    counted = Counter(listed())
    assert set(counted) == set(PAGE), (set(PAGE) - set(counted), set(counted) - set(PAGE))
    assert [name for name, many in counted.items() if many > 1] == []


@pytest.mark.parametrize("file", [*TOLD, *PRESSED])
def test_each_is_told_or_pressed_by_the_test_that_is_named(file: str) -> None:
    source = (TESTS / file).read_text("utf-8")
    names = f"{TOLD.get(file, '')} {PRESSED.get(file, '')}".split()
    speaks = names_it if file.endswith("_twice.py") else speaks_of
    assert names and [name for name in names if not speaks(source, name)] == []


def names_it(source: str, name: str) -> bool:
    return f'"{name}"' in source or f"'{name}'" in source


def speaks_of(source: str, name: str) -> bool:
    """Whether a test asks for a text by its name, or has some of its words."""
    text = PAGE[name]
    texts = [text] if isinstance(text, str) else [*text.values()] if isinstance(text, dict) else [*text]
    parts = [part.strip(" .:…") for one in texts for part in re.split(r"\{\w+\}|(?<=[.:?!]) ", one)]
    enough = [part[:12] for part in parts if len(part) >= 5] + [f'"{part}"' for part in parts if part]
    return names_it(source, name) or any(part in source for part in enough)


@lru_cache
def names_of_tests(file: str) -> frozenset[str]:
    found = ast.parse((TESTS / file).read_text("utf-8")).body
    return frozenset(one.name for one in found if isinstance(one, ast.FunctionDef) and one.name.startswith("test_"))


@pytest.mark.parametrize("name", HELD)
def test_each_claim_is_held_by_tests_that_there_are(name: str) -> None:
    named = [one.split("::") for one in HELD[name].split()]
    assert named and [test for file, test in named if test not in names_of_tests(file)] == []


@pytest.mark.parametrize("file", PLAIN)
def test_each_heading_stands_where_it_is_listed(file: str) -> None:
    source = (ROOM / file).read_text("utf-8")
    assert [name for name in PLAIN[file].split() if not is_used(source, name)] == []


def is_used(source: str, name: str) -> bool:
    return f'"{name}"' in source or bool(re.search(rf"\bwords\.{name}\b|, {name} }} = this\.words", source))


def test_no_text_is_there_for_nobody() -> None:
    files = [*(ROOM / "widgets/page").glob("*.js"), *ROOM.rglob("*.py")]
    sources = {file: file.read_text("utf-8") for file in files}
    in_scripts = "\n".join(text for file, text in sources.items() if file.suffix == ".js")
    in_python = "\n".join(sources.values())
    by_name = {"say-laid": "'say-laid'", **{f"hint-{n}": "`hint-${taken}`" for n in range(3)}}
    unused = [
        name
        for name in PAGE
        if not is_used(in_scripts, name) and f'"{name}"' not in in_python and by_name.get(name, "\0") not in in_python
    ]
    assert unused == []


# -- Sentences that the scripts put together ---------------------------------------------------------------------------


def filled_by_scripts() -> set[str]:
    """The texts with gaps that a script names: they come to the browser as they are written."""
    scripts = "\n".join(file.read_text("utf-8") for file in (ROOM / "widgets/page").glob("*.js"))
    return {name for name, text in PAGE.items() if isinstance(text, str) and "{" in text and is_used(scripts, name)}


def test_every_sentence_that_a_script_puts_together_is_told_in_a_browser() -> None:
    in_browser = {name for file, names in TOLD.items() if file.startswith("widgets/page/") for name in names.split()}
    found = filled_by_scripts()
    assert len(found) > 30 and found - in_browser == set()
