"""Every group of texts has tests that tell it in another way: each is named here, is there, and speaks of its group.

Whoever begins a new group in a file of texts names its test in `TOLD_BY`. What a group of a game has in common with one
of the tutor is told by the same test: `Twice` of `told_twice.py` reads both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some

TESTS = Path(__file__).parents[1]
BY_EAR = "tutor/test_by_ear_twice.py tutor/test_cards_by_ear_twice.py"
BY_ROAD = "tutor/test_road_by_ear_twice.py tutor/test_dirt_road_by_ear_twice.py"
LOGS = "tutor/test_log_races_twice.py tutor/test_log_crazy_rally_twice.py tutor/test_log_mil_millas_twice.py"
REASONS = "coach/test_reasons.py coach/test_racing.py coach/test_dirt_racing.py coach/crazy_rally/test_reasons.py"
REMEDIES = "games/test_remedies.py games/classic/test_remedies.py games/dirt/test_remedies.py"
CARD_REMEDIES = "games/crazy_rally/test_remedies.py games/mil_millas/test_remedies.py"

TOLD_BY: Mapping[str, str] = {
    "answers": f"{BY_EAR} {BY_ROAD}",
    "asks": BY_EAR.split(maxsplit=1)[0],
    "bots": REASONS,
    "card-gives": "tutor/test_past_cards.py tutor/test_cards_twice.py",
    "card-look": "tutor/test_cards_twice.py",
    "card-parts": "coach/test_card_principles.py tutor/test_cards_twice.py",
    "card-retry": "tutor/test_cards_twice.py",
    "card-review": "tutor/test_cards_twice.py",
    "card-why": "tutor/test_cards_twice.py",
    "chapters": "tutor/test_rulebook.py",
    "choice": "tutor/test_decisions_twice.py",
    "claims": "games/test_claims_twice.py",
    "class": "tutor/test_class_twice.py",
    "cloud": "tutor/test_cloud_ghost_mix_twice.py",
    "command-line": "tutor/test_commands.py",
    "commands": "tutor/test_commands.py",
    "driving": "coach/test_principles.py coach/test_card_principles.py tutor/test_why_twice.py tutor/test_cards_twice.py",
    "editor": "tutor/test_editor_twice.py",
    "evening": "tutor/test_evening.py",
    "events": LOGS,
    "faults": "tutor/test_proof.py",
    "ghost": "tutor/test_cloud_ghost_mix_twice.py",
    "figures": "languages/test_texts.py",
    "glossary": "tutor/test_legend_twice.py tutor/test_glossary.py",
    "goals": "tutor/test_goals_twice.py",
    "ground": "tutor/test_words.py",
    "handbook": "tutor/test_handbook.py",
    "happenings": "tutor/test_goals_twice.py",
    "help": "tutor/test_insight_twice.py",
    "insight": "tutor/test_insight_twice.py",
    "legend": "tutor/test_legend_twice.py",
    "joins": "languages/test_sentence.py",
    "lesson": "tutor/test_hints_twice.py",
    "lesson-start": "tutor/test_run_twice.py",
    "letter": "page/test_letter.py",
    "mix": "tutor/test_cloud_ghost_mix_twice.py",
    "names": "tutor/test_names.py games/test_claims_twice.py",
    "notebook": "tutor/test_engine.py",
    "offers": "tutor/told_twice.py",
    "page": "tutor/test_page_texts.py",
    "pieces": "tutor/test_practice_twice.py",
    "places": "tutor/told_twice.py",
    "readouts": "tutor/test_cards_by_ear_twice.py tutor/test_goals_twice.py",
    "reading": "tutor/test_refused.py",
    "ready": "tutor/test_map_twice.py",
    "refused": "page/test_refused_twice.py",
    "rally": "page/test_rally.py",
    "rally-back": "tutor/test_rally_back_twice.py",
    "rally-choices": "page/test_rally.py",
    "rally-film": "page/test_rally.py",
    "remedies": f"{REMEDIES} {CARD_REMEDIES}",
    "retry": "tutor/test_retry_twice.py",
    "review": "tutor/test_review_twice.py",
    "rivals": "tutor/test_rivals.py",
    "road": BY_ROAD,
    "room": "page/test_room.py",
    "run": "tutor/test_run_twice.py",
    "sheet": "pages/test_printed.py",
    "spots": "games/dirt/test_words.py games/crazy_rally/test_words.py games/mil_millas/test_desk.py",
    "steps": "tutor/test_advice_twice.py tutor/test_hints_twice.py",
    "stuck": f"{REMEDIES.split(maxsplit=1)[1]} {CARD_REMEDIES}",
    "table-places": "pages/test_printed.py",
    "text-faults": "languages/test_text_faults.py",
    "tray": "tutor/test_tray_words.py",
    "turn": "tutor/test_ways_twice.py",
    "unsolvable": "languages/test_commands_told.py",
    "types": "tutor/test_lessons.py",
    "ways": "tutor/test_ways_twice.py",
    "why": "tutor/test_why_twice.py",
    "worth": "tutor/test_advice_twice.py",
}
"""The tests of each group. Those called twice tell whole sentences; the others hold what the group claims: that a
remedy can be carried out and costs what it says, that a reason is true where it is given, that a command does what it
says."""

GRAMMAR = {"books", "braked", "braked-more", "die", "gears", "lettered", "nothing", "step", "unnumbered"}
"""Parts of sentences under `[words]` of a game: each is told within a group."""
RULES: Mapping[str, str] = {
    "title": "tutor/test_rulebook.py",
    "said": "games/test_facts.py tutor/test_words.py",
    "why": "tutor/test_practice_twice.py",
    "fix": "tutor/test_words.py",
}
"""The parts of a rule. The facts in `said` are found again by reading the example."""


def groups() -> Iterator[str]:
    yield from text_tables("tutor")
    for key in SHELF:
        texts = text_tables(f"games.{key}")
        yield from {*texts["words"], *({"reading"} & set(texts))} - GRAMMAR


def test_every_group_names_its_tests_and_every_name_has_a_group() -> None:
    assert set(groups()) == set(TOLD_BY)
    for key in some(SHELF):
        texts = text_tables(f"games.{key}")
        assert {name for name, part in texts["words"].items() if not isinstance(part, dict)} <= GRAMMAR
        assert {part for name in set(texts) - {"words", "reading"} for part in texts[name]} == set(RULES)


@pytest.mark.parametrize("group", [*TOLD_BY, *RULES])
def test_each_of_these_tests_is_there_and_speaks_of_its_group(group: str) -> None:
    files = {**TOLD_BY, **RULES}[group].split()
    assert [file for file in files if not speaks_of((TESTS / file).read_text("utf-8"), group)] == []


def speaks_of(source: str, group: str) -> bool:
    """Whether a test asks for a group by its name, or has some of its words."""
    asked = {"events": r"\bLog\("}.get(group, rf"""["']{group}["']|{group}\(""")
    return bool(re.search(asked, source)) or any(part in source for part in parts(group))


def parts(group: str) -> Iterator[str]:
    """The beginnings of what stands between the gaps of its texts."""
    rooms = [text_tables("tutor"), *(text_tables(f"games.{key}")["words"] for key in SHELF)]
    for text in (text for room in rooms for text in strings(room.get(group, {}))):
        yield from (part.strip()[:16] for part in re.split(r"\{+[\w ]+\}+", text) if len(part.strip()) >= 10)


def strings(part: object) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for one in part.values():
            yield from strings(one)
