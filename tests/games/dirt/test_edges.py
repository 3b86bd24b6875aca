"""Every row of the catalogue's tables of edge cases that is a draft: what is refused, what drives, what loses control.

Rows of one shape share a table and a test. Rows that are little stories, with several turns, cards or cars, stand in
`test_edge_stories.py` and `test_edge_rallies.py`. The last tests hold that no row is forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from rallyman_tutor.games.dirt import GAME
from tests.games.dirt import test_edge_rallies, test_edge_stories
from tests.games.dirt.roads import begin, broken, drive, facts, happened, refused, warned, whereabouts
from tests.some import some

TABLES = """
E-001 E-002 E-004 E-005 E-007 E-008 E-010 E-011 E-013 E-014 E-016 E-017 E-019 E-020 E-022 E-023 E-025 E-026
E-028 E-029 E-031 E-032 E-034 E-035 E-037 E-038 E-040 E-041 E-043 E-044 E-046
E-047 E-049 E-050 E-052 E-053 E-055 E-056 E-058 E-059 E-061 E-062 E-064 E-065
E-067 E-068 E-070 E-071 E-073 E-074 E-076 E-077 E-079
E-080 E-082 E-083 E-085 E-086 E-088 E-089 E-091 E-092 E-094 E-095 E-097
E-098 E-100 E-101 E-103 E-104 E-106 E-107 E-109 E-110 E-112 E-113 E-115 E-116 E-118 E-119 E-121
E-122 E-124 E-125 E-127 E-128 E-130 E-131
E-133 E-134 E-136 E-137 E-139 E-140 E-142 E-143 E-145 E-146 E-148 E-149
E-151 E-152 E-154 E-155 E-157 E-158 E-160 E-161 E-163 E-164 E-166 E-167 E-169 E-170
E-172 E-173 E-175 E-176 E-178 E-179
E-181 E-182 E-184 E-185 E-187 E-188 E-190 E-191 E-193 E-194 E-196 E-197 E-199
E-200 E-202 E-203 E-205 E-206 E-208 E-209 E-211 E-212 E-214 E-215
E-217 E-218 E-220 E-221 E-223 E-224 E-226 E-227 E-229 E-230 E-232 E-233 E-235 E-236
"""
"""The rows of the catalogue; its numbers are not consecutive."""

ALTERNATIVES = {"E-032": "the literal switch that gives leader dice to whoever is first after another car has finished"}
"""Rows about a ruling other than ours, which is not built; the row itself is tested under our ruling."""

CREST = "202a 209b T15a 203a"
TWO_BENDS = "202a T15a 210a 203a"
"""A jump right before a bend: one flies over its line, or lands on it."""

# Row, position, draft, the first rule it breaks, at which step.
REFUSED = [
    ("E-001", "FX-S | A@L0", "w>L1", "DI-GAS-03", 1),
    ("E-005", "FX-S | A@L3 g6", "3bb>L4", "DI-POOL-01", 1),
    ("E-007", "FX-S | A@L3 g5", "4b>L4", "DI-BRAKE-02", 1),
    ("E-008", "FX-S | A@L3 g2", "4b>L4", "DI-BRAKE-02", 1),
    ("E-010", "FX-S | A@L1 g3", "2 3 4 2b", "DI-TURN-03", 4),
    ("E-013", "FX-S | A@L3 g3", "4 w 4", "DI-TURN-03", 3),
    ("E-016", "FX-S | A@L3 g6", "7", "DI-GEAR-02", 1),
    ("E-017", "FX-S | A@L3 g2", "4>L4", "DI-GEAR-02", 1),
    ("E-019", "FX-S | A@L1 g4", "5 6 w 4", "DI-GEAR-02", 4),
    ("E-020", "FX-S | A@L3 g3 W3", "w", "DI-POOL-01", 1),
    ("E-020", "FX-S | A@L3 g3 W2", "w", "DI-POOL-01", 1),
    ("E-026", "FX-S | A@L3 g6", "4b 2b", "DI-POOL-01", 2),
    ("E-028", "FX-S | A@L3 g3 | A leader A", "w>L4", "DI-LEAD-02", 1),
    ("E-029", "FX-S | A@L3 g3", "o>L4", "DI-LEAD-02", 1),
    ("E-034", "FX-S | A@L3 g3 W1 | A leader A", "o>L4 o>L5", "DI-LEAD-05", 2),
    ("E-037", "FX-S | A@L3 g3", "w>R3", "DI-MOVE-03", 1),
    ("E-038", "FX-S | A@L3 g3", "w>R5", "DI-MOVE-04", 1),
    ("E-041", "FX-S | A@L3 g3 ; B@L4 g2", "w>L4 w>L5", "DI-MOVE-01", 1),
    ("E-043", "FX-S | A@R3 g3 ; B@L4 g5", "3>R4", "DI-PASS-01", 1),
    ("E-047", "FX-C | A@R4 g3", "w>d1 w>line1", "DI-CORNER-04", 2),
    ("E-062", "FX-SL | A@L4 g1 | A | gravel 1:3", "1>line1", "DI-LIMIT-05", 1),
    ("E-070", "FX-SL | A@L4 g3", "w>h2", "DI-SLIDE-02", 1),
    ("E-071", "FX-SL | A@L3 g3", "w>h2", "DI-SLIDE-03", 1),
    ("E-074", "FX-SL | A@R3 g3 ; B@h1 g2", "w>R4", "DI-CAR-03", 1),
    ("E-074", "FX-SL | A@R3 g3 ; B@h1 g2", "w>L4", "DI-CAR-03", 1),
    ("E-082", "FX-SL | A@k1 g2", "w>line1", "DI-SHORT-02", 1),
    ("E-082", "FX-SL | A@k1 g2", "w>d2", "DI-SHORT-02", 1),
    ("E-092", "FX-SL | A@R4 g3 ; B@R6 g5", "2>k1", "DI-PASS-01", 1),
    ("E-094", "FX-SL | A@R4 g3 ; B@k1 g2", "2>k1", "DI-SHORT-09", 1),
    ("E-097", "FX-SL | A@L4 g3", "2>k1", "DI-SHORT-02", 1),
    ("E-101", "FX-J | A@L3 g4", "5>L4>L6 w>L7", "DI-PLAN-03", 2),
    ("E-103", "FX-J | A@L3 g3 ; B@L5 g3", "3>L4>L5", "DI-JUMP-06", 1),
    ("E-103", "FX-J | A@L3 g3 ; B@L5 g4", "3>L4>R5", "DI-JUMP-08", 1),
    ("E-104", "FX-J | A@L3 g3 ; B@L5 g3 ; C@R5 g3", "3>L4>L5", "DI-JUMP-06", 1),
    ("E-104", "FX-J | A@L3 g3 ; B@L5 g3 ; C@R5 g3", "3>L4>R5", "DI-JUMP-06", 1),
    ("E-106", "FX-J | A@L3 g3 ; B@L4 g6", "3>L4>L5", "DI-JUMP-04", 1),
    ("E-116", "FX-J | A@L3 g3 ; B@R5 g5", "3>L4>L5", "DI-JUMP-08", 1),
    ("E-119", f"{CREST} | A@2.L2 g3 | A | gravel 3:1", "3>2.L3>line1", "DI-JUMP-08", 1),
    ("E-124", "FX-W | A@L3 g3", "1b>L4", "DI-FORD-03", 1),
    ("E-131", "FX-WW | A@L3 g1", "1>L4 2>L5", "DI-FORD-05", 2),
    ("E-136", "FX-S | A@L3 g3 ; B@R4 g2 ; C@R5 g5", "w>L4 3>L5", "DI-PASS-01", 2),
    ("E-142", "FX-C | A@L4 g4 ; B@d2 g2", "3>line1", "DI-CAR-01", 1),
    ("E-143", "FX-C | A@L4 g6 B1 ; B@d2 g2", "blocked", "DI-BLOCK-03", 1),
    ("E-145", "FX-C | A@L4 g2 ; B@d1 spun", "2>d1", "DI-MOVE-01", 1),
    ("E-145", "FX-C | A@L4 g2 ; B@d1 spun", "2>line1", "DI-CAR-01", 1),
    ("E-149", "FX-S | A@L3 g3", "blocked", "DI-BLOCK-03", 1),
    ("E-160", "FX-S | A@L3 g3 s3", "flat 4$ w", "DI-FLAT-06", 1),
    ("E-172", "FX-S | A@L1 g4 s1", "2b>L2$1", "DI-SECURE-03", 1),
    ("E-175", "FX-S | A@L3 g3 s2", "4$ 5$", "DI-SECURE-02", 2),
    ("E-191", "FX-S | A@L3 g3 G3", "retire", "DI-RET-04", 1),
    ("E-209", "FX-F | A@L5 g4", "5>L6 6>L7 w>L8", "DI-FIN-02", 3),
    ("E-227", "FX-S | A@L3 g1 | A | quickstart=on", "3>L4", "DI-QS-01", 1),
    ("E-227", "FX-S | A@L3 | A | quickstart=on", "1>L4 3>L5", "DI-QS-01", 2),
    ("E-229", "FX-S | A@L3 g5 | A | redzone=on", "b>L4", "DI-RED-02", 1),
    ("E-230", "FX-S | A@L3 g6 | A | redzone=on", "b>L4 4b>L5", "DI-POOL-01", 2),
    ("E-236", "FX-S | A@L3 g3 | A | leader=off", "o>L4", "DI-LEAD-06", 1),
]

# Row, position, draft driven one by one without a hazard, where and in which gear it ends.
DRIVES = [
    ("E-002", "FX-S | A@L0", "1 w w", "L3 1"),
    ("E-004", "FX-S | A@L3 g6 | A | brakes=2", "3bb>L4", "L4 3"),
    ("E-011", "FX-S | A@L1 g4", "5 4 2b 3", "L5 3"),
    ("E-014", "FX-S | A@L3 g3", "w 3 w", "L6 3"),
    ("E-019", "FX-S | A@L1 g4", "5 6 w 4b", "L5 4"),
    ("E-025", "FX-S | A@L3 g6", "4b 3 2", "L6 2"),
    ("E-038", "FX-S | A@L3 g3", "w>R4", "R4 3"),
    ("E-040", "FX-G | A@R4 g3", "w>L4", "L4 3"),
    ("E-044", "FX-S | A@L3 g3", "4>R4 5>L5 6>R6 w>L7", "L7 6"),
    ("E-046", "FX-D | A@L6 g3", "w>L7", "L7 3"),
    ("E-049", "FX-CC | A@d2 g2", "w>line2", "line2 2"),
    ("E-049", "FX-CC | A@d2 g2", "3>d3", "d3 3"),
    ("E-050", "FX-CC | A@line1 g3", "2>line2", "line2 2"),
    ("E-050", "FX-CC | A@line1 g3", "w>d3", "d3 3"),
    ("E-053", "FX-C | A@d2 g4", "5>L6", "L6 5"),
    ("E-055", "FX-C | A@L4 g5", "3b>line1", "line1 3"),
    ("E-056", "FX-LS | A@L4 g5", "4>L5", "L5 4"),
    ("E-061", "FX-SL | A@L4 g3 | A | gravel 1:1", "3>d1", "d1 3"),
    ("E-062", "FX-SL | A@L4 g1 | A | gravel 1:3", "1>d1", "d1 1"),
    ("E-064", "FX-SL | A@d1 g3 | A | gravel 1:4", "1b>d2", "d2 1"),
    ("E-065", f"{TWO_BENDS} | A@2.d3 g1 | A | gravel 2:1", "w>3.line1", "3.line1 1"),
    ("E-065", f"{TWO_BENDS} | A@2.d3 g1 | A | gravel 2:1", "2>3.d1", "3.d1 2"),
    ("E-067", "FX-SL | A@L3 g4", "4>h1 w>h2 w>d1 3>d2", "d2 3"),
    ("E-068", "FX-SL | A@L3 g3", "3>h1 2>h2 w>line1 w>h3 1>h4", "h4 1"),
    ("E-073", "FX-SL | A@R3 g3 ; B@h2 g6", "w>h1", "h1 3"),
    ("E-076", "FX-SL | A@R3 g3 ; B@h1 off", "w>h1", "h1 3"),
    ("E-077", "FX-SL | A@h1 spun", "1>h2", "h2 1"),
    ("E-080", "FX-SL | A@R4 g3", "2>k1 3>R6", "R6 3"),
    ("E-082", "FX-SL | A@k1 g2", "w>h4", "h4 2"),
    ("E-082", "FX-SL | A@k1 g2", "w>R6", "R6 2"),
    ("E-082", "FX-SL | A@k1 g2", "w>h3", "h3 2"),
    ("E-083", "FX-SL | A@h2 g2", "w>k1 w>h3", "h3 2"),
    ("E-091", "FX-SL | A@R4 g3 ; B@d1 g6", "2>k1", "k1 2"),
    ("E-098", "FX-J | A@L3 g3", "3>L4>L5", "L5 3"),
    ("E-098", "FX-J | A@L3 g3", "3>L4>R5", "R5 3"),
    ("E-103", "FX-J | A@L3 g3 ; B@L5 g3", "3>L4>R5", "R5 3"),
    ("E-104", "FX-J | A@L3 g3 ; B@L5 g3 ; C@R5 g3", "2>L4", "L4 2"),
    ("E-106", "FX-J | A@L3 g3 ; B@L4 g6", "3>R4>L5", "L5 3"),
    ("E-106", "FX-J | A@L3 g3 ; B@L4 g6", "3>R4>R5", "R5 3"),
    ("E-107", "FX-J | A@L3 g3", "w>L4>L5", "L5 3"),
    ("E-107", "FX-J | A@L3 g3", "w>L4>R5", "R5 3"),
    ("E-118", "FX-JJ | A@L3 g3", "3>L4>L5", "L5 3"),
    ("E-119", f"{CREST} | A@2.L2 g3 | A | gravel 3:1", "4>2.L3>4.L1", "4.L1 4"),
    ("E-122", "FX-W | A@L3 g6", "w>L4", "L4 6"),
    ("E-125", "FX-W | A@L2 g3", "2>L3 1>L4", "L4 1"),
    ("E-127", "FX-W | A@L3 g6 | A leader A", "o>L4", "L4 6"),
    ("E-128", "FX-W | A@L3 g6 | A | redzone=on", "b>L4", "L4 6"),
    ("E-130", "FX-W | A@L4 g5", "3b>L5", "L5 3"),
    ("E-131", "FX-WW | A@L3 g1", "1>L4 w>L5", "L5 1"),
    ("E-131", "FX-WW | A@L4 g1 W2", "1>L5", "L5 1"),
    ("E-133", "FX-S | A@L3 g4 ; B@R4 g4", "w>L4", "L4 4"),
    ("E-134", "FX-S | A@L4 g2 ; B@R4 g6", "w>L5", "L5 2"),
    ("E-134", "FX-G | A@L4 g2 ; B@R5 g6", "w>L5", "L5 2"),
    ("E-137", "FX-S | A@L3 g1 ; B@R4 spun", "1>L4", "L4 1"),
    ("E-139", "FX-S | A@L3 g1 ; B@L5 g6", "1>L4", "L4 1"),
    ("E-142", "FX-C | A@L4 g4 ; B@d2 g2", "4>d1", "d1 4"),
    ("E-146", "FX-C | A@L4 g3 ; B@d1 off", "3>line1", "line1 3"),
    ("E-173", "FX-S | A@L1 g4 s3", "2b>L2$", "L2 2"),
    ("E-178", "FX-S | A@L3 g4 s1", "5$", "L4 5"),
    ("E-223", "FX-S | A@L3 s1 | A | quickstart=on", "2$ w", "L5 2"),
    ("E-236", "FX-S | A@L3 g3 | A | leader=off", "w>L4 w>L5", "L5 3"),
]

# Row, position, draft with its faces, why control is lost, where, in which gear. It is the last step that loses it.
LOSES = [
    ("E-022", "FX-C | A@L4 g6 B1", "5>line1", "limit", "line1", 5),
    ("E-022", "FX-C | A@L4 g6 B1", "5>d1", "limit", "d1", 5),
    ("E-052", "FX-C | A@d1 g4", "5>d2", "limit", "d2", 5),
    ("E-056", "FX-LS | A@L4 g5", "w>L5", "limit", "L5", 5),
    ("E-061", "FX-SL | A@L4 g3 | A | gravel 1:1", "3>line1", "limit", "line1", 3),
    ("E-062", "FX-SL | A@L4 g2 | A | gravel 1:3", "2>d1", "limit", "d1", 2),
    ("E-064", "FX-SL | A@d1 g3 | A | gravel 1:4", "2>d2", "limit", "d2", 2),
    ("E-100", "FX-J | A@L3 g3", "4>L4>L6!", "landing", "L6", 4),
    ("E-100", "FX-J | A@L3 g3", "4>L4>R6!", "landing", "R6", 4),
    ("E-101", "FX-J | A@L3 g4", "5>L4>L6", "jump", "L6", 5),
    ("E-121", "202a 206b 203a | A@2.L1 g6 | A | redzone=on", "b>2.L2>2.L4!", "landing", "2.L4", 6),
    ("E-143", "FX-C | A@L4 g6 B1 ; B@d2 g2", "5>d1", "limit", "d1", 5),
    ("E-151", "FX-S | A@L3 g3", "4! w! w!", "hazards", "L6", 4),
    ("E-152", "FX-S | A@L1 g5", "4! 2b!!", "hazards", "L3", 2),
]  # fmt: skip

# Row, position, draft, a rule that warns of it.
WARNED = [
    ("E-052", "FX-C | A@d1 g4", "5>d2", "DI-PLAN-04"),
    ("E-058", "FX-C | A@L4 g4 s3", "5>d1$", "DI-SEC-03"),
    ("E-101", "FX-J | A@L3 g4", "5>L4>L6", "DI-JUMP-05"),
    ("E-158", "FX-S | A@L3 g3", "go 4 (5)", "DI-FLAT-09"),
]

ROWS: tuple[Sequence[tuple[Any, ...]], ...] = (REFUSED, DRIVES, LOSES, WARNED)


def named(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    return [f"{row[0]}: {row[2]}" for row in rows]


@pytest.mark.parametrize(("row", "setup", "draft", "code", "at"), REFUSED, ids=named(REFUSED))
def test_this_is_refused(row: str, setup: str, draft: str, code: str, at: int) -> None:
    assert refused(begin(setup), draft) == (code, at), broken(begin(setup), draft)


@pytest.mark.parametrize(("row", "setup", "draft", "there"), DRIVES, ids=named(DRIVES))
def test_this_drives(row: str, setup: str, draft: str, there: str) -> None:
    assert broken(begin(setup), draft) == []
    assert "DI-PLAN-04" not in warned(begin(setup), draft)
    state, events = drive(begin(setup), f"go {draft}")
    assert whereabouts(state) == there
    assert "lost" not in happened(events)


@pytest.mark.parametrize(("row", "setup", "draft", "cause", "there", "gear"), LOSES, ids=named(LOSES))
def test_this_loses_control(row: str, setup: str, draft: str, cause: str, there: str, gear: int) -> None:
    assert broken(begin(setup), draft) == []
    state, events = drive(begin(setup), f"go {draft}")
    assert facts(events, "lost")["cause"] == cause
    card = facts(events, "card")
    assert (card["gear"], card["seconds"], card["deck"]) == (0, 60, gear)
    assert whereabouts(state) == f"{there} 0"


@pytest.mark.parametrize(("row", "setup", "draft", "code"), WARNED, ids=named(WARNED))
def test_of_this_the_co_driver_warns(row: str, setup: str, draft: str, code: str) -> None:
    assert broken(begin(setup), draft) == []
    assert code in warned(begin(setup), draft)


def test_every_row_of_the_catalogue_is_tested() -> None:
    rows = {row[0] for table in ROWS for row in table}
    for name in (*vars(test_edge_stories), *vars(test_edge_rallies)):
        if match := re.match(r"test_e_(\d{3})(?:_and_(\d{3}))?_", name):
            rows |= {f"E-{number}" for number in match.groups() if number}
    assert sorted(rows) == sorted(TABLES.split())
    assert ALTERNATIVES.keys() <= rows


def test_every_position_of_the_tables_can_be_written_and_read_again() -> None:
    for table in ROWS:
        for row in some(table):
            state = begin(row[1])
            assert GAME.read(GAME.write(state)) == state, row[1]
