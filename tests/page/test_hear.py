"""Whatever a browser says is answered in words of ours, and hurts nothing."""

from __future__ import annotations

import json

import pytest

from tests.page.host import LESSONS, Visit

COVERS = LESSONS.covers


@pytest.mark.parametrize(
    "message",
    [
        None,
        3,
        "hello",
        [],
        {"do": None},
        {"do": ["lay"]},
        {"do": "go", "to": "<b>"},
        {"do": "example", "code": "<b>", "n": "x"},
        {"do": "bring", "progress": "<b>"},
        {"do": "new", "cars": "many", "table": 7},
    ],
)
def test_a_silly_message_changes_nothing_and_keeps_the_page_alive(message: object) -> None:
    table = Visit("drive")
    table.hears(message)
    assert table.says(do="lay", piece="1")["draft"]


def test_an_answer_that_is_given_again_differs_from_the_one_before_or_the_browser_would_not_show_it() -> None:
    visit = Visit("home")
    counts = []
    for _ in range(3):
        visit.says(do="bring", progress="what")
        counts.append(visit.answer["n"])
    assert visit.answer["text"] and len(set(counts)) == 3


NO_WORDS = [
    {"do": "draft", "moves": ["\ud800"]},
    {"do": "draft", "moves": ["x" * 1_000_000]},
    {"do": "put", "at": 0, "move": "x" * 1_000_000},
    {"do": "draft", "moves": ["5>k"]},
    {"do": "new", "table": "C3-L0 " * 400},
    {"do": "example", "code": {"code": ["x" * 1_000_000]}},
    {"do": "lay", "piece": float("nan"), "place": 10**400},
    {
        "do": "bring",
        "progress": {"format": 1, "progress": "rallyman-tutor", "stars": {}, "cards": {"\udcff": float("inf")}},
    },
    {
        "do": "hello",
        "kept": {"at": "drive/dirt", "table": {"format": 1, "replay": {"game": "dirt", "moves": [["3"] * 9999]}}},
    },
]


@pytest.mark.parametrize("at", ["home", "drive/dirt", "drive/mil_millas", "rules/CL-GEAR-03", "coming", COVERS[0].name])
def test_whatever_a_page_says_it_is_answered_in_words_of_ours_and_stays_where_it_is(at: str) -> None:
    visit = Visit(at)
    sorry = str(visit.words["trouble"]).partition("{")[0]
    visit.says(do="lay", piece="1")
    for message in NO_WORDS:
        visit.hears(message)
        assert not str(visit.answer.get("text", "")).startswith(sorry), message
        assert visit.place["at"] in (at, "rules/CL-GEAR-03")
        for told in (visit.place, visit.view, visit.sheet, visit.answer, visit.kept, visit.progress, visit.choices):
            text = json.dumps(told, allow_nan=False, ensure_ascii=False).encode()
            assert len(text) < 300_000, message
        assert len(str(visit.answer.get("text", ""))) < 600, message
