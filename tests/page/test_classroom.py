"""A class table: made of the files that pupils took along, with their diaries' figures, and nothing of it kept."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest

from tests.page.host import NOON, Visit


def worked(tries: int) -> dict[str, Any]:
    """The file of a pupil who has solved two puzzles, the first one after so many wrong answers."""
    visit = Visit("puzzles/classic/3")
    visit.says(do="hello", at="puzzles/classic/3")
    for answer in [str(2 + n) for n in range(tries)] + ["1"]:
        visit.now += timedelta(seconds=10)
        visit.says(do="answer", id=answer)
    visit.now = NOON + timedelta(days=1)
    visit.says(do="go", to="puzzles/classic/4")
    visit.says(do="answer", id="1")
    held: dict[str, Any] = json.loads(json.dumps(visit.progress))
    return held


@pytest.fixture
def visit() -> Visit:
    return Visit("home")


def test_a_row_of_the_table_sums_up_what_a_pupil_noted_and_the_csv_has_every_answer(visit: Visit) -> None:
    sure, unsure = worked(0), worked(2)
    before = visit.page.progress
    visit.says(do="pupils", files=[["second.json", unsure], ["first.json", {**sure, "name": " Ada  L. "}]])
    told = visit.answer["pupils"]
    assert [row[0] for row in told["rows"]] == ["Ada L.", "second"] and told["notes"] == []
    for row, held in zip(told["rows"], (sure, unsure), strict=True):
        log = held["log"]
        assert [int(cell) for cell in row[3:6]] == [len(log), sum(one[4] for one in log), sum(one[5] for one in log)]
        assert row[6] == f"{sum(one[8] for one in log):.1f} s" and row[7] == "2026-11-23"
    assert [row[4] for row in told["rows"]] == ["0", "2"] and told["rows"][0][6] == "0.0 s" != told["rows"][1][6]
    rows = list(csv.DictReader(io.StringIO(told["csv"])))
    assert [row["pupil"] for row in rows] == ["Ada L."] * 2 + ["second"] * 2
    assert rows[2]["date"] == "2026-11-22 12:00" and rows[2]["what"] == "puzzles/classic#3"
    assert float(rows[2]["cost"]) == unsure["log"][0][8] > 0 and float(rows[2]["seconds"]) == 30
    assert visit.page.progress is before and visit.place["at"] == "home"


def test_a_name_is_never_reckoned_with_by_a_spreadsheet(visit: Visit) -> None:
    visit.says(do="pupils", files=[["x.json", {**worked(0), "name": "=HYPERLINK(1)"}]])
    assert visit.answer["pupils"]["rows"][0][0] == "=HYPERLINK(1)"
    assert "\n'=HYPERLINK(1)," in visit.answer["pupils"]["csv"].replace("\r", "")


def test_a_file_that_is_none_of_ours_is_named_and_the_others_are_shown(visit: Visit) -> None:
    visit.says(
        do="pupils", files=[["notes.json", None], ["a.json", {**worked(0), "name": 7}], ["b.json", {"stars": 1}]]
    )
    told = visit.answer["pupils"]
    assert [row[0] for row in told["rows"]] == ["a"]
    assert [note.split(":")[0] for note in told["notes"]] == ["notes", "b"] and "Choose the one" in told["notes"][0]


@pytest.mark.parametrize("files", [[], None, "x", [["a"]], [[1, {}]], [["a", {}]] * 201])
def test_what_is_no_list_of_files_is_refused_in_words(visit: Visit, files: object) -> None:
    visit.says(do="pupils", files=files)
    assert "200 of them at most" in visit.answer["text"] and "pupils" not in visit.answer
