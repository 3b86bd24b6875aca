"""The class table is told twice: a test counts each column in the files of pupils as they are written, whose names and
whose rows they are; see `told_twice.py`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from rallyman_tutor.coach.puzzles import alike
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner.classroom import class_table
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from rallyman_tutor.tutor.learner.progress import Progress, plain, with_mistakes, with_stars
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.test_classroom import worked
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_insight import DAY, LOST, NOON, drives, guessing
from tests.tutor.test_past_cards import MADE_UP

HEAD = ("pupil", "done", "stars", "answers", "wrong", "hints", "lost", "last")


def files() -> list[tuple[str, Any]]:
    """Pupils who did this and that, one of them nothing; and what is no file of ours."""
    driven = with_stars(with_stars(drives(LOST), "classic/01-first-die", "a", 3), "classic/02-gears", "b", 1)
    return [
        ("cleo.json", worked(2)),
        ("x.json", {**worked(0), "name": "  ada   Lovelace "}),
        ("driver.json", json.loads(json.dumps(plain(driven)))),
        ("Guess.json", json.loads(json.dumps(plain(guessing((0, 1), (2, 2)))))),
        ("new.json", {**worked(0), "log": [], "stars": {}}),
        ("slow.json", drove("CLD-DIE-10", 4.25, 3.5)),
        ("late.json", drove("CLD-DIE-10", 9.0)),
        ("dear.json", drove("CLD-DIE-01", 2.0)),
        ("cards.json", played(2)),
        ("hand.json", played(1)),
        ("notes.json", {"stars": 1}),
    ]


def name(file: str, held: Mapping[str, Any]) -> str:
    return " ".join(str(held.get("name", "")).split()) or file.removesuffix(".json")


def row(file: str, held: Mapping[str, Any]) -> list[str]:
    """A pupil's row, from the lists of the file: stars by lesson and step, and the log with a line for each entry."""
    earned = [stars for steps in held["stars"].values() for stars in steps.values()]
    log = held["log"]
    answers = [line for line in log if line[1] in ("step", "practice", "risk")]
    tries, hints, cost = (sum(line[at] for line in answers) for at in (4, 5, 8))
    when = [datetime.fromtimestamp(line[0], UTC).date().isoformat() for line in log]
    counted = (len(earned), sum(earned), len(answers), tries, hints)
    return [name(file, held), *map(str, counted), f"{cost:.1f} s", max(when, default="")]


def test_each_column_is_counted_again_and_what_is_no_file_of_ours_is_named() -> None:
    tell, held = twice.Twice("classic", "class"), files()
    *pupils, (wrong, _) = held
    shown = class_table(SHELF["classic"], [list(one) for one in held])
    assert shown["head"] == [tell(one) for one in HEAD]
    by_name = sorted(pupils, key=lambda one: name(*one).lower())
    assert shown["rows"] == [row(*one) for one in by_name]
    why = text_tables("tutor")["refused"]["foreign-progress"]
    assert shown["notes"] == [tell("not-read", file=wrong.removesuffix(".json"), why=why)]
    assert shown["mistakes"] == mistakes_of_the_class(tell, pupils)
    assert not twice.never_told("class")


def mistakes_of_the_class(tell: twice.Twice, pupils: list[tuple[str, Any]]) -> list[list[str]]:
    """The head and the rows of the mistakes in drives, from the lists of the files: by the principles kept there."""
    costs: dict[str, list[tuple[str, float]]] = {}
    for file, held in pupils:
        codes = {
            f"{one['game']}/{sha256(alike(one['position']).encode()).hexdigest()[:12]}": one["principle"]
            for one in held.get("decisions", [])
        }
        for line in held["log"]:
            if line[1] == "lapse" and line[2].startswith("classic"):
                costs.setdefault(codes[line[2]], []).append((file, line[8]))
    said = text_tables("games.classic")["words"]["driving"]
    rows = [
        [said[code]["name"], str(len({file for file, _ in of})), str(len(of)), f"{sum(cost for _, cost in of):.1f} s"]
        for code, of in sorted(costs.items(), key=lambda one: -sum(cost for _, cost in one[1]))
    ]
    insight, name = twice.Twice("mil_millas", "insight"), "Keep the longer distance"
    cost = insight("cards-cost", cost="60 points", error=f"{4 * 3**0.5:.0f}")
    rows.append([insight("rule-of", title=name, game="Mil Millas"), "2", "3", cost])
    return [[tell(name) for name in ("mistake", "pupils", "times", "cost")], *rows]


def played(many: int) -> dict[str, Any]:
    """The file of a pupil who made one mistake at cards so many times."""
    known = Progress()
    for day in range(many):
        known = with_mistakes(known, [(MADE_UP, 0.0)], NOON + day * DAY)
    held: dict[str, Any] = json.loads(json.dumps(plain(known)))
    return held


def drove(code: str, *costs: float) -> dict[str, Any]:
    """The file of a pupil whose drives had mistakes of these costs, all against one principle."""
    found = [
        (PastDecision("classic", f"s{at + 4} R3 s3 | A@s1 g2", ("3", "2"), principle=code), cost)
        for at, cost in enumerate(costs)
    ]
    held: dict[str, Any] = json.loads(json.dumps(plain(with_mistakes(Progress(), found, NOON))))
    return held


def test_the_csv_has_a_line_for_every_answer_that_the_table_counts() -> None:
    held = files()[:-1]
    shown = class_table(SHELF["classic"], [list(one) for one in held])
    lines = list(csv.DictReader(io.StringIO(shown["csv"])))
    for pupil, *counted in some(shown["rows"]):
        own = [line for line in lines if line["pupil"] == pupil]
        sums = [sum(int(line[column]) for line in own) for column in ("wrong tries", "hints")]
        cost = sum(float(line["cost"]) for line in own)
        assert [str(len(own)), *map(str, sums), f"{cost:.1f} s"] == counted[2:6], pupil
