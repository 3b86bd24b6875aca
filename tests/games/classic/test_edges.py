"""Every row of the catalogue's tables of edge cases that is a draft: refused, driven, or losing control.

Rows are kept in the catalogue's words, with its names of roads and spaces, so that each can be held against the table
it comes from. Rows of one shape share a table and a test. Rows that are little stories stand in `test_edge_stories.py`
and `test_edge_rallies.py`. The last tests hold that no row is forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from rallyman_tutor.games.classic import GAME
from tests.games.classic import test_edge_rallies, test_edge_stories
from tests.games.classic.roads import after, begin, drive, facts, lost, position, refused, whereabouts
from tests.games.driving import codes, with_car
from tests.some import some

TABLES = """
T-GEAR-01 T-GEAR-02 T-GEAR-04 T-GEAR-05 T-GEAR-07 T-GEAR-08 T-GEAR-10 T-GEAR-11 T-GEAR-13 T-GEAR-14 T-GEAR-16
T-GEAR-17 T-GEAR-19 T-GEAR-20 T-HAZ-01 T-HAZ-02 T-HAZ-04 T-HAZ-05
T-DMG-02 T-DMG-03 T-DMG-05 T-DMG-06 T-DMG-08 T-DMG-09 T-LOC-02 T-LOC-03 T-LOC-05 T-LOC-06 T-LOC-08 T-LOC-09 T-LOC-11
T-LOC-12 T-LOC-14 T-LOC-15
T-BEND-02 T-BEND-03 T-BEND-05 T-BEND-06 T-BEND-08 T-BEND-09 T-BEND-11 T-BEND-12 T-BEND-14 T-BEND-15 T-BEND-17
T-BEND-18 T-BEND-20 T-BEND-21
T-CUT-01 T-CUT-02 T-CUT-04 T-CUT-05 T-CUT-07 T-CUT-08 T-CUT-10 T-CUT-11 T-CUT-13 T-CUT-14 T-CUT-16 T-CUT-17 T-CUT-19
T-CUT-20 T-CUT-22 T-CUT-23
T-JUMP-02 T-JUMP-03 T-JUMP-05 T-JUMP-06 T-JUMP-08 T-JUMP-09 T-JUMP-11 T-JUMP-12 T-JUMP-14 T-JUMP-15 T-JUMP-17
T-JUMP-18 T-JUMP-20 T-JUMP-21 T-JUMP-23
T-ATK-01 T-ATK-03 T-ATK-04 T-ATK-06 T-ATK-07 T-ATK-09 T-ATK-10 T-ATK-12 T-ATK-13 T-ATK-15 T-ATK-16 T-ATK-18 T-ATK-19
T-ATK-21 T-ATK-22 T-ATK-24 T-ATK-25 T-ATK-27 T-ATK-28 T-ATK-30 T-ATK-31
T-SEC-01 T-SEC-02 T-SEC-04 T-SEC-05 T-SEC-07 T-SEC-08 T-SEC-10
T-SNOW-01 T-SNOW-03 T-SNOW-04 T-SNOW-06 T-SNOW-07 T-SNOW-09 T-SNOW-10 T-SNOW-12 T-SNOW-13 T-SNOW-15 T-SNOW-16
T-SNOW-18 T-SNOW-19
T-PASS-02 T-PASS-03 T-PASS-05 T-PASS-06 T-PASS-08 T-PASS-09 T-BLOCK-01 T-BLOCK-02 T-BLOCK-04 T-BLOCK-05 T-ORD-01
T-ORD-02 T-ORD-04 T-ORD-05 T-START-01 T-START-02 T-START-04 T-START-05 T-START-07
T-SPARE-01 T-SPARE-03 T-SPARE-04 T-SPARE-06 T-SPARE-07 T-SPARE-09 T-SPARE-10 T-FIN-02 T-FIN-03 T-FIN-05 T-FIN-06
T-FIN-08 T-FIN-09 T-FIN-11 T-SERV-01 T-SISU-01 T-SISU-02 T-SISU-04 T-SISU-05 T-SISU-07 T-SISU-08 T-SISU-10 T-TRAIN-01
T-TRAIN-03 T-TRAIN-04 T-SPLIT-01 T-SPLIT-02 T-RALLY-01 T-RALLY-02
"""
"""The rows of the catalogue, table by table. Their numbers are not consecutive."""
RULED_OTHERWISE = {
    "T-CUT-20": 'needs dirt_mid_bend="apply"; we rule that dirt does not strike a car inside the bend (T-CUT-19)',
    "T-SEC-05": "needs seconds before the start; a stage begins without any",
    "T-SNOW-03": 'needs mixed_limit="on_entry"; we judge a hazard when it appears (T-SNOW-01, T-SNOW-04)',
}
"""Rows of an alternative ruling that is not built, or of a set-up that no rally leads to."""
# Row, position, draft, the rule that is broken first, at which move of the draft.
REFUSED = [
    ("T-GEAR-01", "S | A", "w", "CL-GAS-03", 1),
    ("T-GEAR-02", "S | A", "2", "CL-GEAR-01", 1),
    ("T-GEAR-05", "S | A@s1 g3", "5", "CL-GEAR-02", 1),
    ("T-GEAR-08", "S | A@s1 g3", "4 5 4", "CL-TURN-03", 3),
    ("T-GEAR-10", "S | A@s1 g3", "3 5", "CL-GEAR-03", 2),
    ("T-GEAR-13", "S | A@s1 g3", "w w w", "CL-GAS-04", 3),
    ("T-GEAR-14", "S | A@s1 g3", "w 5", "CL-GEAR-02", 2),
    ("T-GEAR-19", "S | A@s1 g2", "stop", "CL-TURN-06", 1),
    ("T-GEAR-20", "S | A@s1 g1", "0", "CL-GEAR-05", 1),
    ("T-DMG-02", "S | A d1", "1 2 3 4 5", "CL-DMG-02", 5),
    ("T-LOC-15", "B | A@s4 g5 | A 4 5 !!", "w sisu", "CL-SISU-02", 2),
    ("T-BEND-02", "B | A@s4 g4", "4>l", "CL-BEND-10", 1),
    ("T-BEND-03", "B | A@s4 g4", "3>d", "CL-BEND-03", 1),
    ("T-BEND-08", "B | A@s4 g3", "3>l 4>d", "CL-BEND-08", 2),
    ("T-BEND-09", "B | A@d3 g4", "3>l", "CL-BEND-04", 1),
    ("T-BEND-17", "BG | A@s4 g3", "3>d", "CL-BEND-03", 1),
    ("T-BEND-20", "B | A@s4 g4", "4>d 3>l 4", "CL-TURN-03", 3),
    ("T-CUT-02", "K | A@s4 g4", "4>k{puncture} w w", "CL-PUNC-05", 3),
    ("T-CUT-04", "K | A@s4 g4", "w>k{puncture} w", "CL-PUNC-05", 2),
    ("T-CUT-10", "B | A@s4 g3", "3>k", "CL-CUT-10", 1),
    ("T-CUT-11", "K2 | A@s4 g1 | A | dirt b1:2", "1>l", "CL-CUT-06", 1),
    ("T-CUT-23", "K | A@s4 g3", "3>k{puncture} wheel", "CL-SPARE-06", 2),
    ("T-JUMP-15", "J | A@s3 g3 ; B@s5 ; C@s5", "3", "CL-JUMP-07", 1),
    ("T-JUMP-15", "J | A@s3 g3 ; B@s5 ; C@s5", "4", "CL-JUMP-07", 1),
    ("T-JUMP-18", "J | A@s3 g3 ; B@j ; C@j", "3", "CL-JUMP-07", 1),
    ("T-ATK-01", "S | A@s1 g3", "A[4]", "CL-ATK-01", 1),
    ("T-ATK-04", "S | A", "A[w w]", "CL-ATK-09", 1),
    ("T-ATK-06", "S | A@s1 g3 p1", "A[3 w w]", "CL-ATK-06", 1),
    ("T-ATK-07", "S | A@s1 g3 winter", "A[3 w w]", "CL-ATK-06", 1),
    ("T-ATK-09", "F | A@s4 g3", "A[3 4 w]", "CL-ATK-05", 1),
    ("T-ATK-10", "JF | A@s1 g3", "A[3 4 w w]", "CL-ATK-05", 1),
    ("T-ATK-10", "JF | A@s1 g3", "A[3 4 w] 3 4", "CL-ATK-03", 3),
    ("T-ATK-10", "JF | A@s1 g3", "A[3 4 w] 4 w", "CL-ATK-03", 3),
    ("T-ATK-12", "B | A@s3 g4", "A[4 5] 4 5", "CL-ATK-10", 2),
    ("T-ATK-16", "S | A@s1 g3", "A[1 2 3 4 5]", "CL-ATK-09", 1),
    ("T-ATK-18", "J | A@s3 g3", "A[4! w] 4 w", "CL-ATK-10", 2),
    ("T-ATK-28", "S | A@s1 g3 s1", "A[3 4] 3$", "CL-SEC-04", 2),
    ("T-ATK-30", "S | A@s1 g3", "A[2! 3! 4!] sisu 2 3 stop", "CL-ATK-03", 5),
    ("T-ATK-31", "S | A@s1 g3", "A[2 3! 4!] 2 3 stop", "CL-ATK-03", 4),
    ("T-ATK-31", "S | A@s1 g3", "A[2 3! 4!] 3", "CL-ATK-03", 2),
    ("T-SEC-02", "S | A@s1 g2 s2", "3$ 4$", "CL-SEC-02", 2),
    ("T-SEC-07", "K | A@s4 g4 s1", "4>k${puncture} w w", "CL-PUNC-05", 3),
    ("T-SEC-08", "S | A@s1 g2 s3", "3! $", "CL-SEC-03", 2),
    ("T-SEC-10", "S | A@s1 g1 s7", "2$ 3$ 4$ 5$", "CL-SEC-02", 4),
    ("T-SNOW-12", "V | A@s2 g3 winter p1", "w w", "CL-PUNC-05", 2),
    ("T-SNOW-13", "SW | A@s1 g3 winter p2", "w", "CL-PUNC-05", 1),
    ("T-SNOW-19", "S | A", "tyres winter", "CL-TYRE-01", 1),
    ("T-PASS-02", "S | A@s2 g3 ; B@s3 ; C@s3", "3", "CL-PASS-06", 1),
    ("T-PASS-03", "N | A@s1 g3 ; B@s3", "3 4", "CL-PASS-06", 2),
    ("T-PASS-05", "K | A@s4 g4 ; B@k", "4>k", "CL-PASS-06", 1),
    ("T-PASS-06", "B | A@s4 g4 ; B@d2", "4>d w>d", "CL-PASS-05", 2),
    ("T-PASS-06", "B | A@s4 g4 ; B@d2", "3>l", "CL-PASS-05", 1),
    ("T-PASS-08", "K | A@s4 g4 ; B@l spun", "3>l", "CL-PASS-05", 1),
    ("T-PASS-08", "K | A@s4 g4 ; B@l spun", "4>d", "CL-PASS-05", 1),
    ("T-BLOCK-05", "K | A@s4 g4 ; B@l", "blocked", "CL-BLOCK-01", 1),
    ("T-SPARE-01", "S | A@s1 g2 p1", "wheel", "CL-SPARE-01", 1),
    ("T-SPARE-03", "S | A@s1", "wheel", "CL-SPARE-01", 1),
    ("T-SPARE-06", "S | A@s1 g1 p1", "1 wheel", "CL-SPARE-06", 2),
    ("T-SISU-04", "J | A@s3 g4", "5 sisu", "CL-SISU-02", 2),
    ("T-SISU-05", "B | A@s4 g5", "5 sisu", "CL-SISU-02", 2),
    ("T-SISU-10", "S | A@s1 g2 | A | edition=de", "3! 4! sisu", "CL-COMP-04", 3),
]
# Row, position, draft, where the car then stands and in which gear.
DRIVES = [
    ("T-GEAR-04", "S | A", "1 2 3 4 5 w w", "s7 5"),
    ("T-GEAR-07", "S | A@s1 g3", "2 3 4 5", "s5 5"),
    ("T-GEAR-11", "S | A@s1 g3", "w 3 w", "s4 3"),
    ("T-GEAR-16", "S | A@s1 g5", "5 4 w 3", "s5 3"),
    ("T-GEAR-17", "S | A@s1 g2", "3 4 w", "s4 4"),
    ("T-HAZ-04", "S | A@s1 g2 s1", "3! 4! 5$", "s4 5"),
    ("T-DMG-03", "S | A d1", "1 2 3 4 w w", "s6 4"),
    ("T-DMG-05", "S | A d1", "1 w w", "s3 1"),
    ("T-DMG-06", "S | A@s1 g3 d4", "w 4 w", "s4 4"),
    ("T-BEND-05", "B | A@s4 g4", "4>d 3>l 2", "s5 2"),
    ("T-BEND-11", "B | A@d1 g4", "4>d w>d", "d3 4"),
    ("T-CUT-01", "K | A@s4 g4", "w>k{good} w", "s5 4"),
    ("T-CUT-05", "K | A@s3 g4", "w w>k{puncture} 3", "s5 3"),
    ("T-CUT-07", "K | A@s4 g4 p1", "4>k{puncture} 3", "s5 3"),
    ("T-CUT-13", "K2 | A@s4 g1 | A | dirt b1:2", "1>d w>d", "d2 1"),
    ("T-CUT-14", "K2 | A@s4 g3 | A | dirt b1:2", "3>k", "k 3"),
    ("T-JUMP-02", "J | A@s3 g3", "3", "s5 3"),
    ("T-JUMP-03", "J | A@s3 g3", "w!", "s5 3"),
    ("T-JUMP-05", "J | A@s3 g3 s1", "4$", "s6 4"),
    ("T-JUMP-09", "JB | A@s3 g3", "4", "d1 4"),
    ("T-JUMP-15", "J | A@s3 g3 ; B@s5 ; C@s5", "2", "j 2"),
    ("T-JUMP-17", "J | A@s3 g3 ; B@s5", "4", "s6 4"),
    ("T-JUMP-20", "J | A@j g2", "3", "s5 3"),
    ("T-SEC-01", "S | A@s1 g2 s3", "3$ 4$", "s3 4"),
    ("T-SEC-04", "B | A@s4 g4 s6", "4>d$ w>d$ w>d$", "d3 4"),
    ("T-SNOW-07", "SW | A@s1 g2 winter", "3! 4!", "s3 4"),
    ("T-SNOW-09", "W | A@s2 g3 winter", "w w", "s4 3"),
    ("T-SNOW-10", "V | A@s2 g3 winter", "w 4 w", "s5 4"),
    ("T-PASS-05", "K | A@s4 g4 ; B@k", "4>d", "d1 4"),
    ("T-PASS-06", "B | A@s4 g4 ; B@d2", "4>d", "d1 4"),
    ("T-PASS-08", "K | A@s4 g4 ; B@l spun", "4>k", "k 4"),
    ("T-PASS-09", "N | A@s2 g3 ; B@s3 off-left", "3 4", "s4 4"),
    ("T-TRAIN-01", "S | A@s1 g2 | A | training=on", "3! 4! w!", "s4 4"),
    ("T-TRAIN-04", "K | A@s4 g4 | A | training=on", "4>k{puncture} w w", "s6 4"),
]
# Row, position, draft, why control is lost, where and in which gear. A jump one too fast is lost on landing.
LOSES = [
    ("T-HAZ-01", "S | A@s1 g2", "3! 4! w!", "hazards", "s4 4"),
    ("T-HAZ-02", "S | A@s1 g2", "w! 3! w!", "hazards", "s4 3"),
    ("T-LOC-14", "S | A@s1 g3", "4! w! w!", "hazards", "s4 4"),
    ("T-LOC-15", "B | A@s2 g4", "4! 5! w!", "bend", "l 5"),
    ("T-BEND-06", "B | A@s4 g4", "4>d 5>d", "bend", "d2 5"),
    ("T-BEND-12", "BL | A@s4 g4", "4", "bend", "l 4"),
    ("T-BEND-14", "BL | A@s4 g5", "4", "bend", "l 4"),
    ("T-BEND-18", "B | A@s4 g5 s1", "5$", "bend", "l 5"),
    ("T-CUT-08", "K | A@s4 g5", "5>k{dirty}", "bend", "k 5"),
    ("T-CUT-16", "K2 | A@s4 g3 | A | dirt b1:3", "4", "bend", "k 4"),
    ("T-CUT-17", "K1 | A@s4 g4", "4>k", "bend", "k 4"),
    ("T-JUMP-06", "J | A@s3 g4", "w!", "landing", "s6 4"),
    ("T-JUMP-08", "J1 | A@s3 g4", "4", "jump", "s7 4"),
    ("T-JUMP-11", "JL | A@s3 g3", "4", "bend", "l 4"),
    ("T-JUMP-12", "JB | A@s3 g4", "5", "jump", "s7 5"),
    ("T-SNOW-01", "SW | A@s1 g2", "3! 4!", "hazards", "s3 4"),
    ("T-SNOW-04", "W | A@s1 g2", "3! 4. w!", "hazards", "s4 4"),
    ("T-SNOW-06", "V | A@s2 g2", "3! 4! w!", "hazards", "s5 4"),
    ("T-TRAIN-03", "B | A@s4 g4 | A | training=on", "5", "bend", "l 5"),
]
# Row, position, draft that ends the driver's rally.
OUT = [
    ("T-LOC-06", "K | A@s4 g2 p2", "3>k{puncture}"),
    ("T-BEND-15", "BL | A@s4 g5", "w"),
    ("T-CUT-17", "K1 | A@s4 g4 | A | elim_reference=way", "4>k"),
    ("T-ATK-27", "K | A@s4 g5 p2", "A[4 3] 4>k{puncture}"),
]
# Row, position, draft that loses control on the finish line, the card and what it costs.
ON_THE_LINE = [
    ("T-JUMP-14", "JF | A@s2 g4", "5", 5, 10),
    ("T-FIN-03", "F | A@s3 g3", "3! 4! 5!", 5, 10),
    ("T-SNOW-15", "FW | A@s4 g3", "3! 4!", 4, 20),
]
# Row, position, draft, the gear of the card laid and the clock after it.
CARDS = [
    ("T-GEAR-04", "S | A", "1 2 3 4 5 w w stop", 5, 10),
    ("T-GEAR-16", "S | A@s1 g5", "5 4 w 3 stop", 3, 30),
    ("T-GEAR-17", "S | A@s1 g2", "3 4 w stop", 4, 20),
    ("T-PASS-03", "N | A@s1 g3 ; B@s3", "3 stop", 3, 30),
    ("T-FIN-02", "F | A@s5 g3", "w", 3, 30),
]
# Row, position, a draft that is legal as far as it goes; attacks are asked for, or driven with the faces told.
LEGAL = [
    ("T-ATK-04", "S | A", "A[1 2 w]"),
    ("T-ATK-07", "W | A@s1 g3 winter", "A[3 w w]"),
    ("T-ATK-09", "F | A@s4 g3", "A[3 w]"),
    ("T-ATK-10", "JF | A@s1 g3", "A[3 4 w] 3 w 4"),
    ("T-ATK-10", "JF | A@s1 g3", "A[3 4 w] w 3 4"),
    ("T-ATK-10", "JF | A@s1 g3", "A[3 4 w] 4 3 w"),
    ("T-SISU-02", "S | A@s1 g2", "3! 4! sisu 5"),
    ("T-SPARE-10", "S | A p1", "wheel 1"),
]
# Row, position, attack with its faces and the order of driving, where the car ends up, seconds earned.
ATTACKS = [
    ("T-ATK-03", "S | A@s1 g3 ; B@s1", "A[2 3! 4!] 2 3 4", "s4 4", 3),
    ("T-ATK-03", "S | A@s1 g3 ; B@s1", "A[2 3! 4!] 4 3 2", "s4 2", 3),
    ("T-ATK-12", "B | A@s3 g4 ; B@s1", "A[4 5] 5 4>d", "d1 4", 2),
    ("T-ATK-13", "S | A@s1 g3 ; B@s1", "A[w w] w w", "s3 3", 2),
    ("T-ATK-15", "S | A@s1 g5 ; B@s1", "A[1 2 3 4 5 w w] 5 4 3 2 1 w w", "s8 1", 7),
    ("T-ATK-15", "S | A@s1 g5 ; B@s1", "A[1 2 3 4 5 w w] w 5 w 4 3 2 1", "s8 1", 7),
    ("T-ATK-15", "S | A@s1 g5 ; B@s1", "A[1 2 3 4 5 w w] 5 4 w 3 2 w 1", "s8 1", 7),
    ("T-ATK-18", "J | A@s3 g3 ; B@s1", "A[4! w] w 4", "s6 4", 2),
    ("T-ATK-24", "K | A@s4 g4 ; B@s1", "A[4 w w!] w>k.{puncture} 4", "s5 4", 3),
    ("T-ATK-25", "K | A@s3 g4 ; B@s1", "A[4! 5! w w!] w. 4>k{puncture} 5", "s5 5", 4),
    ("T-ATK-30", "S | A@s1 g3 ; B@s1", "A[2! 3! 4!] sisu 2 3 4", "s4 4", 3),
]
# Row, position, attack that loses control, why, where and in which gear, seconds earned all the same.
LOST_ATTACKS = [
    ("T-ATK-19", "J | A@s3 g4 ; B@s1", "A[5 4!] 4", "landing", "s6 4", 2),
    ("T-ATK-19", "J | A@s3 g4 ; B@s1", "A[5 4!] 5", "jump", "s7 5", 2),
    ("T-ATK-21", "SW | A@s1 g2 ; B@s1", "A[3! 4! w] 3 4", "hazards", "s3 4", 3),
    ("T-ATK-21", "SW | A@s1 g2 ; B@s1", "A[3! 4! w] 3 w 4", "hazards", "s4 4", 3),
    ("T-ATK-21", "SW | A@s1 g2 ; B@s1", "A[3! 4! w] w 3 4", "hazards", "s4 4", 3),
    ("T-ATK-22", "JF | A@s1 g3 ; B@s1", "A[3! 4! w!] 3 4", "landing", "finish 4", 3),
    ("T-ATK-22", "JF | A@s1 g3 ; B@s1", "A[3! 4! w!] 3 w 4", "hazards", "finish 4", 3),
    ("T-ATK-22", "JF | A@s1 g3 ; B@s1", "A[3! 4! w!] 4 3 w", "hazards", "finish 3", 3),
]
ROWS: tuple[Sequence[tuple[Any, ...]], ...] = (
    REFUSED, DRIVES, LOSES, OUT, ON_THE_LINE, CARDS, LEGAL, ATTACKS, LOST_ATTACKS,
)  # fmt: skip


def named(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    return [f"{row[0]}: {row[2]}" for row in rows]


# Rows of one shape


@pytest.mark.parametrize(("row", "setup", "draft", "code", "at"), REFUSED, ids=named(REFUSED))
def test_this_is_refused(row: str, setup: str, draft: str, code: str, at: int) -> None:
    assert refused(begin(setup), draft) == (code, at)


@pytest.mark.parametrize(("row", "setup", "draft", "there"), DRIVES, ids=named(DRIVES))
def test_this_drives(row: str, setup: str, draft: str, there: str) -> None:
    state = begin(setup)
    assert refused(state, draft) == ("", 0)
    state, _ = drive(state, draft)
    assert (whereabouts(state), state.turn.ended, state.turn.phase) == (there, "", "roll")


@pytest.mark.parametrize(("row", "setup", "draft", "cause", "there"), LOSES, ids=named(LOSES))
def test_this_loses_control(row: str, setup: str, draft: str, cause: str, there: str) -> None:
    state = begin(setup)
    assert refused(state, draft) == ("", 0)
    then = after(state, draft)
    assert (then.turn.ended, whereabouts(then)) == (cause, there)
    _, events = drive(with_car(state, sisu=False), draft)
    assert lost(events) == {"cause": cause, "at": then.car.place}
    card = facts(events, "CL-LOC-03")
    assert (card["gear"], card["seconds"], card["deck"]) == (0, 60, then.car.gear)


@pytest.mark.parametrize(("row", "setup", "draft"), OUT, ids=named(OUT))
def test_this_ends_the_rally(row: str, setup: str, draft: str) -> None:
    state = begin(setup)
    assert refused(state, draft) == ("", 0)
    gone = after(state, draft)
    assert gone.turn.ended == "out"
    state, events = drive(state, draft)
    assert state.cars[0].status == "out"
    assert state.cars[0].seconds == 0
    assert not {"CL-LOC-03", "CL-ATK-07"} & set(codes(events))


@pytest.mark.parametrize(("row", "setup", "draft", "gear", "clock"), ON_THE_LINE, ids=named(ON_THE_LINE))
def test_control_lost_on_the_line_costs_one_die_and_the_open_card(
    row: str, setup: str, draft: str, gear: int, clock: int
) -> None:
    state, events = drive(with_car(begin(setup), sisu=False), draft)
    car = state.cars[0]
    assert (car.status, car.gear, car.clock, car.damage) == ("finished", gear, clock, 1)
    assert facts(events, "CL-FIN-04") == {"count": 1}
    assert not {"CL-LOC-03", "CL-LOC-04", "CL-LOC-06"} & set(codes(events))


@pytest.mark.parametrize(("row", "setup", "draft", "gear", "clock"), CARDS, ids=named(CARDS))
def test_this_is_the_card_of_the_turn(row: str, setup: str, draft: str, gear: int, clock: int) -> None:
    state, events = drive(begin(setup), draft)
    assert state.cars[0].clock == clock
    assert [event.facts["gear"] for event in events if event.what == "card"] == [gear]


@pytest.mark.parametrize(("row", "setup", "draft"), LEGAL, ids=named(LEGAL))
def test_this_is_legal(row: str, setup: str, draft: str) -> None:
    assert refused(begin(setup), draft) == ("", 0)
    drive(begin(setup), draft)


@pytest.mark.parametrize(("row", "setup", "draft", "there", "seconds"), ATTACKS, ids=named(ATTACKS))
def test_this_attack_is_driven_to_its_end(row: str, setup: str, draft: str, there: str, seconds: int) -> None:
    state = begin(setup)
    assert refused(state, draft) == ("", 0)
    state, events = drive(state, draft)
    assert (whereabouts(state, 0), state.cars[0].seconds) == (there, seconds)
    assert facts(events, "CL-ATK-12")["gear"] == state.cars[0].gear
    assert "lost" not in [event.what for event in events]
    assert GAME.turn(state) == 1


@pytest.mark.parametrize(("row", "setup", "draft", "cause", "there", "seconds"), LOST_ATTACKS, ids=named(LOST_ATTACKS))
def test_this_attack_loses_control_and_earns_its_seconds(
    row: str, setup: str, draft: str, cause: str, there: str, seconds: int
) -> None:
    state = begin(setup)
    assert refused(state, draft) == ("", 0)
    then = after(state, draft)
    assert (then.turn.ended, whereabouts(then)) == (cause, there)
    state, events = drive(state, draft)
    assert lost(events)["cause"] == cause
    assert facts(events, "CL-ATK-07") == {"count": seconds}
    assert state.cars[0].seconds == seconds


# All of them


def test_every_row_of_the_catalogue_is_tested_or_ruled_otherwise() -> None:
    rows = {row[0] for table in ROWS for row in table}
    for name in (*vars(test_edge_stories), *vars(test_edge_rallies)):
        if match := re.match(r"test_t_([a-z]+)_(\d\d)(?:_and_(\d\d))?_", name):
            chapter, *numbers = match.groups()
            rows |= {f"T-{chapter.upper()}-{number}" for number in numbers if number}
    assert not rows & RULED_OTHERWISE.keys()
    assert sorted(rows | RULED_OTHERWISE.keys()) == sorted(TABLES.split())


def test_every_position_of_the_tables_can_be_written_and_read_again() -> None:
    for table in ROWS:
        for row in some(table):
            state = begin(row[1])
            assert GAME.read(GAME.write(state)) == state, position(row[1])
