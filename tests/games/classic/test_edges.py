"""Every row of the catalogue's tables of edge cases: what is refused, what drives, what loses control, what comes of it.

Rows are kept in the catalogue's words, with its names of roads and spaces, so that each can be held against the table
it comes from. Rows of one shape share a table and a test; a row that is a little story is a test of its own, with the
row's number in its name. The last tests hold that no row is forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.games.classic.generate import can_be_driven, next_steps
from rallyman_tutor.games.classic.notation import die_text, read_sheet
from rallyman_tutor.games.classic.play import places, playing_order
from rallyman_tutor.games.classic.rules import about, judge_sheet
from rallyman_tutor.games.classic.state import GAS, Event, Roll, Split, Stage, State
from rallyman_tutor.games.classic.step import aim, gas_left, notes
from rallyman_tutor.parts.road import Item
from tests.games.classic.roads import (
    after,
    begin,
    choices,
    codes,
    drive,
    facts,
    lost,
    position,
    rally,
    refused,
    whereabouts,
    with_car,
)

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
    "T-SNOW-03": 'needs mixed_limit="on_entry"; we judge a hazard when it appears (T-SNOW-01, T-SNOW-04)',
}
"""Rows of an alternative ruling that is not built."""

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
    ("T-LOC-15", "B | A@s2 g4", "4! 5! w! sisu", "CL-SISU-02", 4),
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
    ("T-SEC-05", "S | A s1", "1$", "s1 1"),
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


def sheet(stage: str) -> list[str]:
    """What is wrong with a rally whose first stage is this one."""
    rest = "START J1, FINISH J4 * ; START J1, FINISH J4"
    return [violation.code for violation in judge_sheet(read_sheet(f"sheet A B ; {stage} * ; {rest}"))]


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


# Chain, gas, hazards, damage


def test_t_gear_05_offers_the_dice_near_the_gear() -> None:
    state = begin("S | A@s1 g3")
    plan = GAME.read_draft("5")
    (violation,) = GAME.judge(state, plan)
    assert violation.facts["dice"] == [2, 3, 4]
    assert about(state, plan, 0)["legal"] == [2, 3, 4, GAS]


def test_t_gear_10_names_the_gear_that_was_skipped() -> None:
    (violation,) = GAME.judge(begin("S | A@s1 g3"), GAME.read_draft("3 5"))
    assert violation.facts["skipped"] == [4]


def test_t_haz_01_turns_the_card_of_the_last_gear_die() -> None:
    _, events = drive(begin("S | A@s1 g2 no-sisu"), "3! 4! w!{spin}")
    assert facts(events, "CL-LOC-03") == {"gear": 0, "seconds": 60, "deck": 4, "back": "spin"}


def test_t_haz_04_pays_one_second_for_a_die_without_hazard() -> None:
    state, _ = drive(begin("S | A@s1 g2 s1"), "3! 4! 5$")
    assert (state.car.seconds, state.turn.hazards) == (0, 2)


def test_t_haz_05_the_next_turn_counts_from_nought() -> None:
    state, _ = drive(begin("S | A@s1 g2"), "3! 4!")
    assert state.turn.hazards == 2
    state, _ = drive(state, "stop / 5!")
    assert (state.turn.hazards, state.turn.ended, whereabouts(state)) == (1, "", "s4 5")


@pytest.mark.parametrize("service", [True, False])
def test_t_dmg_08_the_fifth_damage_on_the_line_counts_only_without_service(service: bool) -> None:
    state = with_car(rally("A", ["s2", "s2", "s2"], [service, True], sisu="off"), damage=4)
    state, events = drive(state, "1! w! w!")
    assert facts(events, "CL-FIN-04") == {"count": 1}
    assert state.rally is not None
    assert state.rally.times[0] == (50,)
    if service:
        assert (state.rally.number, state.car.damage, state.car.status) == (1, 0, "waiting")
    else:
        assert (state.cars[0].damage, state.cars[0].status, GAME.over(state)) == (5, "out", True)
        assert "CL-DMG-04" in codes(events)


def test_t_dmg_09_terrain_without_a_value_is_an_error_never_nought() -> None:
    with pytest.raises(ValueError, match=r"damage .*village"):
        Stage("a road through a village", (Item("straight", left="village", right="village"),) * 4, {"": {}})


# Losing control, and coming back. B waits behind, so that the car can be seen between two of its turns.


def test_t_loc_02_a_spin_in_the_drift_ends_on_the_line() -> None:
    state, events = drive(begin("B | A@d1 g4 ; B@s1 g1"), "5>d{spin}")
    car = state.cars[0]
    assert (whereabouts(state, 0), car.spun, car.damage) == ("l 0", True, 0)
    assert {"CL-LOC-04", "CL-LOC-05"} <= set(codes(events))


def test_t_loc_03_off_the_drift_into_the_forest_and_back_on_the_line() -> None:
    state, events = drive(begin("B | A@d1 g4 ; B@s1 g1"), "5>d{left}")
    assert (state.cars[0].beside, state.cars[0].damage) == ("left", 1)
    assert facts(events, "CL-DMG-01") == {"count": 1, "terrain": "forest"}
    state, events = drive(state, "1 stop")
    assert GAME.turn(state) == 0
    assert "CL-LOC-08" in codes(events)
    assert (whereabouts(state), state.car.beside) == ("l 0", "")
    state, _ = drive(state, "1")
    assert whereabouts(state) == "s5 1"


def test_t_loc_05_off_the_line_into_the_cut_draws_a_card_and_restarts_there() -> None:
    state, events = drive(begin("K | A@s2 g1 no-sisu ; B@s1 g1"), "1 2 3>l", "!", "!", "!", "right", "good")
    assert (whereabouts(state, 0), state.cars[0].beside, state.cars[0].damage) == ("k 0", "", 0)
    assert {"CL-LOC-09", "CL-CUT-03", "CL-CUT-04"} <= set(codes(events))
    state, _ = drive(state, "1 stop / 1")
    assert whereabouts(state) == "s5 1"


def test_t_loc_06_the_third_puncture_in_the_cut_ends_the_rally() -> None:
    state, events = drive(begin("K | A@s2 g1 p2 no-sisu ; B@s1 g1"), "1 2 3>l", "!", "!", "!", "right", "puncture")
    assert state.cars[0].status == "out"
    assert "CL-PUNC-03" in codes(events)


def test_t_loc_08_off_the_cut_to_the_left_is_onto_the_line() -> None:
    state, events = drive(begin("K | A@s2 g2 no-sisu ; B@s1 g1"), "2 3 w>k", "!", "!", "!", "good", "left")
    assert (whereabouts(state, 0), state.cars[0].beside, state.cars[0].damage) == ("l 0", "", 0)
    assert "CL-LOC-10" in codes(events)
    state, _ = drive(state, "1 stop / 1")
    assert whereabouts(state) == "s5 1"


def test_t_loc_09_off_the_cut_to_the_right_is_rock_and_coming_back_draws_no_card() -> None:
    state, _ = drive(begin("K | A@s2 g2 no-sisu ; B@s1 g1"), "2 3 w>k", "!", "!", "!", "good", "right")
    assert (whereabouts(state, 0), state.cars[0].beside, state.cars[0].damage) == ("k 0", "right", 2)
    deck = state.shortcut
    state, events = drive(state, "1 stop")
    assert (whereabouts(state), state.car.beside, state.shortcut) == ("k 0", "", deck)
    assert "CL-CUT-03" not in codes(events)


def test_t_loc_11_pushed_onto_a_taken_line_the_car_stays_in_the_cut() -> None:
    state, events = drive(begin("K | A@s2 g2 no-sisu ; B@l g1"), "2 3 w>k", "!", "!", "!", "good", "left")
    car = state.cars[0]
    assert (whereabouts(state, 0), car.spun, car.beside, car.damage) == ("k 0", True, "", 0)
    assert "CL-LOC-13" in codes(events)


def test_t_loc_12_a_car_whose_place_was_taken_is_blocked_and_stays_beside_the_road() -> None:
    state = begin("N | A@s3 off-left #1 ; B@s3 spun #2")
    assert playing_order(state) == (0, 1)
    assert refused(state, "1") == ("CL-LOC-14", 1)
    assert choices(state) == ["blocked", "retire"]
    assert next_steps(state) == []
    state, events = drive(state, "blocked")
    assert (state.cars[0].clock, state.cars[0].gear, state.cars[0].beside) == (60, 0, "left")
    assert "CL-BLOCK-02" in codes(events)


# Bends


def test_t_bend_14_losing_control_is_the_best_choice_left() -> None:
    state = begin("BL | A@s4 g5")
    assert {(die_text(roll.die), aim(state, roll).out) for roll in next_steps(state)} == {
        ("4", False), ("5", True), ("w", True),
    }  # fmt: skip


def test_t_bend_21_stopping_too_fast_before_a_bend_is_allowed_and_warned_of() -> None:
    state = begin("BL | A@s3 g4")
    plan = GAME.read_draft("5 stop")
    assert GAME.judge(state, plan) == []
    assert [violation.code for violation in GAME.advise(state, plan)] == ["CL-BEND-11"]
    state, _ = drive(state, "5 stop")
    ends = {die_text(roll.die): "out" if (step := aim(state, roll)).out else step.lost for roll in next_steps(state)}
    assert ends == {"4": "bend", "5": "out", "w": "out"}


# Cuts, dirt, punctures


def test_t_cut_05_a_puncture_takes_nothing_when_both_gas_dice_are_played() -> None:
    state, _ = drive(begin("K | A@s3 g4"), "w w>k{puncture} 3 stop")
    assert gas_left(state.car, ()) == 1
    assert refused(state, "w w") == ("CL-PUNC-05", 2)


def test_t_cut_07_a_second_puncture_is_not_the_end() -> None:
    state, _ = drive(begin("K | A@s4 g4 p1"), "4>k{puncture} 3")
    assert (state.car.punctures, state.car.status) == (2, "road")


def test_t_cut_08_dirt_falls_before_control_is_lost() -> None:
    state, events = drive(begin("K | A@s4 g5"), "5>k{dirty}")
    assert state.dirt == (1,)
    happened = codes(events)
    assert happened.index("CL-CUT-05") < happened.index("CL-LOC-03")


def test_t_cut_19_dirt_does_not_strike_a_car_inside_the_bend() -> None:
    state, _ = drive(begin("K | A@d1 g4 ; B@s4 g4 ; C@s3 g4 | B"), "4>k{dirty} stop / 3 stop")
    state, _ = drive(state, "3 stop")  # B leaves the cut
    assert state.car.name == "A"
    assert notes(state, state.car, 0).drift == 4
    state, _ = drive(state, "4>d w>d")
    assert (whereabouts(state), state.turn.ended) == ("d3 4", "")
    state, _ = drive(state, "stop")
    assert (state.car.name, whereabouts(state)) == ("C", "s4 3")
    assert notes(state, state.car, 0).drift == 3
    assert refused(state, "3>d") == ("", 0)
    assert aim(state, Roll(3, "d")).lost == ""
    assert aim(state, Roll(4, "d")).lost == "bend"


def test_t_cut_22_an_empty_deck_of_shortcut_cards_is_shuffled_first() -> None:
    state, _ = drive(begin("K | A@s4 g4 | A | k 0-0-0[gdp]"), "4>k{puncture}")
    assert state.shortcut.unseen == (("good", 1), ("dirty", 1), ("puncture", 0))
    assert state.shortcut.seen == ("puncture",)


def test_t_cut_23_no_wheel_in_third_gear_on_the_next_turn_either() -> None:
    state, _ = drive(begin("K | A@s4 g3"), "3>k{puncture} stop")
    assert refused(state, "wheel") == ("CL-SPARE-01", 1)


# Jumps


def test_t_jump_03_the_hazard_counts_though_it_loses_nothing() -> None:
    state, _ = drive(begin("J | A@s3 g3"), "w!")
    assert state.turn.hazards == 1


def test_t_jump_18_a_full_jump_blocks() -> None:
    state = begin("J | A@s3 g3 ; B@j ; C@j")
    assert choices(state) == ["blocked", "retire"]
    assert next_steps(state) == []
    state, _ = drive(state, "blocked")
    assert (whereabouts(state, 0), state.cars[0].clock) == ("s3 3", 30)


def test_t_jump_21_flying_at_the_note_then_across_the_line() -> None:
    state, _ = drive(begin("JF | A@s2 g3"), "3")
    assert whereabouts(state) == "s4 3"
    state, events = drive(state, "w")
    assert (state.cars[0].status, state.cars[0].clock, state.cars[0].damage) == ("finished", 30, 0)
    assert "CL-FIN-01" in codes(events)


def test_t_jump_23_a_car_that_lost_control_on_the_jump_restarts_from_it() -> None:
    state, _ = drive(begin("J | A@s1 g1 no-sisu"), "1! 2! w!{spin}")
    assert whereabouts(state) == "j 0"
    state, _ = drive(state, "1")
    assert whereabouts(state) == "s5 1"


# Attack


def test_t_atk_10_the_jump_must_be_passed_in_third() -> None:
    state, _ = drive(begin("JF | A@s1 g3"), "A[3 4 w]")
    assert can_be_driven(begin("JF | A@s1 g3"), (3, 4, GAS))
    state, _ = drive(state, "w")
    assert {(step.die, step.to) for step in next_steps(state)} == {(3, "s3")}


def test_t_atk_13_gas_alone_holds_the_gear_of_the_card() -> None:
    _, events = drive(begin("S | A@s1 g3 ; B@s1"), "A[w w] w w")
    assert facts(events, "CL-ATK-12") == {"gear": 3, "seconds": 30}


def test_t_atk_19_no_order_keeps_control() -> None:
    state, _ = drive(begin("J | A@s3 g4"), "A[5 4!]")
    assert {step.die for step in next_steps(state)} == {4, 5}


def test_t_atk_22_on_the_line_the_open_card_counts_and_one_die_is_lost() -> None:
    for order, gear, clock in (("3 4", 4, 20), ("3 w 4", 4, 20), ("4 3 w", 3, 30)):
        state, _ = drive(begin("JF | A@s1 g3 ; B@s1"), f"A[3! 4! w!] {order}")
        car = state.cars[0]
        assert (car.status, car.gear, car.clock, car.damage, car.seconds) == ("finished", gear, clock, 1, 3)


def test_t_atk_24_a_puncture_takes_the_gas_die_with_its_hazard() -> None:
    state, events = drive(begin("K | A@s4 g4 ; B@s1"), "A[4 w w!] w>k.{puncture}")
    assert facts(events, "CL-ATK-08") == {"hazard": True}
    assert state.turn.hand == ((4, False),)


# Securing


def test_t_sec_01_two_secured_dice_cost_one_and_two() -> None:
    state, events = drive(begin("S | A@s1 g2 s3"), "3$ 4$")
    assert state.car.seconds == 0
    assert [event.facts["cost"] for event in events if event.code == "CL-SEC-01"] == [1, 2]


def test_t_sec_02_and_10_say_what_the_next_die_costs() -> None:
    for row, draft, costs in (("S | A@s1 g2 s2", "3$ 4$", 2), ("S | A@s1 g1 s7", "2$ 3$ 4$ 5$", 4)):
        (violation,) = GAME.judge(begin(row), GAME.read_draft(draft))
        assert violation.facts == {"costs": costs, "has": 1}


def test_t_sec_04_securing_the_whole_drift_costs_six() -> None:
    state, _ = drive(begin("B | A@s4 g4 s6"), "4>d$ w>d$ w>d$")
    assert state.car.seconds == 0


def test_t_sec_07_a_secured_die_still_draws_its_card() -> None:
    state, events = drive(begin("K | A@s4 g4 s1"), "4>k${puncture}")
    assert "CL-CUT-03" in codes(events)
    assert state.car.punctures == 1


# Weather and tyres


def test_t_snow_16_tyres_stay_on_where_no_service_was_planned() -> None:
    state = rally("A", ["s1", "snow s1", "s1"], [False, False], weather="fixed")
    state, _ = drive(state, "tyres summer / 1 w")
    assert state.rally is not None
    assert state.rally.number == 1
    assert refused(state, "tyres winter") == ("CL-SERV-03", 1)


def test_t_snow_18_dry_rules_hold_on_a_dry_patch_in_the_snow() -> None:
    state = GAME.read("snow s2 dry s1 snow s5 | A@s1 g2 no-sisu")
    state, _ = drive(state, "3! 4!")
    assert (whereabouts(state), state.turn.ended, state.turn.hazards) == ("s3 4", "", 2)
    _, events = drive(GAME.read("snow s8 | A@s1 g2 no-sisu"), "3! 4!")
    assert lost(events)["cause"] == "hazards"


# Other cars, order, start


def test_t_pass_03_the_turn_ends_behind_the_car() -> None:
    state, _ = drive(begin("N | A@s1 g3 ; B@s3"), "3")
    assert choices(state) == ["stop"]
    assert next_steps(state) == []
    state, _ = drive(state, "stop")
    assert whereabouts(state, 0) == "s2 3"


def test_t_block_01_a_blocked_driver_keeps_his_gear_and_takes_its_card() -> None:
    state, events = drive(begin("N | A@s2 g4 ; B@s3 g1"), "blocked")
    car = state.cars[0]
    assert (whereabouts(state, 0), car.clock, car.damage) == ("s2 4", 20, 0)
    assert GAME.turn(state) == 1
    assert [event.what for event in events] == ["blocked", "card"]


def test_t_block_02_waiting_in_gear_0_costs_a_turned_card_without_its_event() -> None:
    state, events = drive(begin("N | A@s2 ; B@s3 g1"), "blocked")
    assert (whereabouts(state, 0), state.cars[0].clock, state.cars[0].spun) == ("s2 0", 60, False)
    assert [event.what for event in events] == ["blocked", "card"]
    assert state.backs == begin("N | A@s2 ; B@s3 g1").backs


def test_t_block_04_nobody_is_forced_off_by_a_rival() -> None:
    state = begin("K1 | A@s4 g4 ; B@l")
    assert {(die_text(roll.die), roll.to, aim(state, roll).lost) for roll in next_steps(state)} == {
        ("3", "b1.cut", "bend"), ("4", "b1.cut", "bend"), ("5", "b1.cut", "bend"), ("w", "b1.cut", "bend"),
    }  # fmt: skip
    assert "blocked" in choices(state)
    assert refused(state, "blocked") == ("", 0)


def test_t_block_05_the_cut_is_a_way() -> None:
    state = begin("K | A@s4 g4 ; B@l")
    assert "blocked" not in choices(state)
    calm = [roll for roll in next_steps(state) if not aim(state, roll).lost]
    assert {(die_text(roll.die), roll.to) for roll in calm} == {("3", "b1.cut"), ("4", "b1.cut"), ("w", "b1.cut")}


def test_t_ord_01_side_by_side_the_higher_gear_plays_first() -> None:
    assert playing_order(begin("S | A@s5 g3 ; B@s5 g4")) == (1, 0)


def test_t_ord_02_in_the_same_gear_whoever_arrived_first_plays_first() -> None:
    assert playing_order(begin("S | A@s5 g3 #1 ; B@s5 g3 #2")) == (0, 1)
    assert playing_order(begin("S | A@s5 g3 #2 ; B@s5 g3 #1")) == (1, 0)


def test_t_ord_04_passing_changes_the_order_from_the_next_round_on() -> None:
    state = begin("S | A@s5 g3 ; B@s4 g3 ; C@s1 g1 | A r5")
    turns = []
    for draft in ("3 stop", "3 4 5 stop", "1 stop", "5 stop", "3 stop", "1 stop"):
        turns.append((state.round, state.car.name))
        state, _ = drive(state, draft)
    assert turns == [(5, "A"), (5, "B"), (5, "C"), (6, "B"), (6, "A"), (6, "C")]


def test_t_ord_05_the_cut_reaches_further_than_the_second_of_three_drift_spaces() -> None:
    assert playing_order(begin("K | A@d2 g4 ; B@k g1")) == (1, 0)


def rounds(drivers: str, count: int) -> list[str]:
    """Who plays in each of the first rounds of a stage."""
    state = GAME.new({"drivers": drivers.split(), "stages": ["s14"]})
    played = [""] * count
    while state.round <= count:
        played[state.round - 1] += state.car.name
        state, _ = drive(state, "1 stop")
    return played


def test_t_start_01_a_driver_alone_has_one_turn_a_round() -> None:
    assert rounds("A", 5) == ["A"] * 5


@pytest.mark.parametrize("count", [2, 3, 4])
def test_t_start_02_drivers_start_one_round_after_the_other(count: int) -> None:
    names = "ABCD"[:count]
    assert rounds(" ".join(names), count + 1) == [names[:r] for r in range(1, count + 1)] + [names]


def test_t_start_04_an_early_elimination_leaves_the_start_rounds_as_they_are() -> None:
    state = with_car(GAME.new({"drivers": ["A", "B", "C"], "stages": ["R3/4x3K4 s9"]}), punctures=2)
    state, _ = drive(state, "1>k{puncture}")
    assert state.cars[0].status == "out"
    turns = []
    while state.round <= 3:
        turns.append((state.round, state.car.name))
        state, _ = drive(state, "1 stop")
    assert turns == [(2, "B"), (3, "B"), (3, "C")]


def test_t_start_05_a_newcomer_without_room_tries_again_next_round() -> None:
    # B changes a wheel on the first space and waits there.
    state = begin("N | A@s3 g1 ; B@s1 g1 p1 ; C | A r3")
    state, events = drive(state, "1 stop / wheel stop")
    assert "CL-START-06" in codes(events)
    assert (state.round, state.car.name, state.cars[2].clock, state.cars[2].status) == (4, "A", 0, "waiting")
    state, _ = drive(state, "1 stop / 1 stop")
    assert (state.round, state.car.name) == (4, "C")
    state, _ = drive(state, "1")
    assert whereabouts(state) == "s1 1"


SLOW, MIDDLING, FAST = ["1 stop", "1 stop", "1"], ["1 w stop", "1"], ["1 2 3"]
"""Ways across a stage of two spaces: in 150 s, in 100 s, in 30 s."""


def race(state: State, *ways: list[str]) -> tuple[State, tuple[Event, ...]]:
    """A whole stage, each driver going his way."""
    assert state.rally is not None
    number, left = state.rally.number, [list(way) for way in ways]
    happened: tuple[Event, ...] = ()
    while any(left):
        assert state.rally is not None
        assert state.rally.number == number
        state, events = drive(state, left[state.turn.seat].pop(0))
        happened += events
    return state, happened


def test_t_start_07_the_third_stage_starts_by_the_sum_of_two() -> None:
    state, _ = race(rally("A B", ["s2"] * 3), FAST, SLOW)
    assert state.order == (0, 1)
    state, _ = race(state, MIDDLING, FAST)
    assert state.rally is not None
    assert state.rally.times == ((30, 150), (100, 30))
    assert state.order == (0, 1)
    assert refused(state, "lineup B A") == ("CL-START-02", 1)
    assert refused(state, "lineup A B") == ("", 0)


# Wheel, finish, service


def test_t_spare_04_a_wheel_mends_one_of_two_punctures() -> None:
    state, events = drive(begin("S | A@s1 p2"), "wheel")
    assert (state.car.punctures, gas_left(state.car, ()), state.car.clock) == (1, 1, 60)
    assert "CL-SPARE-02" in codes(events)


def test_t_spare_07_between_stages_a_wheel_costs_no_time_but_is_gone() -> None:
    state, _ = drive(with_car(rally("A", ["s1"] * 3, [False, True]), punctures=2), "1 2")
    assert state.turn.phase == "gap"
    state, events = drive(state, "wheel")
    assert (state.car.punctures, state.car.clock, state.car.wheel) == (1, 0, False)
    assert "CL-SPARE-03" in codes(events)
    assert refused(state, "wheel") == ("CL-SPARE-04", 1)


def test_t_spare_09_a_used_wheel_comes_back_only_at_service() -> None:
    state = with_car(rally("A", ["s1"] * 3, [False, True]), punctures=1)
    state, _ = drive(state, "wheel 1 2")
    assert (state.turn.phase, state.car.wheel) == ("roll", False)
    assert refused(with_car(state, punctures=1), "wheel") == ("CL-SPARE-04", 1)
    state, events = drive(state, "1 2")
    assert "CL-SERV-01" in codes(events)
    assert state.car.wheel


def test_t_spare_10_a_wheel_changed_at_the_start_costs_what_the_gap_would_have_saved() -> None:
    state, _ = drive(with_car(rally("A", ["s1"] * 3, [False, True]), punctures=1), "1 2")
    (warning,) = GAME.advise(state, GAME.read_draft("accept"))
    assert (warning.code, warning.facts["costs"]) == ("CL-SPARE-02", 60)
    assert GAME.advise(state, GAME.read_draft("wheel")) == []
    state, _ = drive(state, "accept")
    assert (state.turn.phase, state.car.place, state.car.punctures) == ("roll", 0, 1)
    state, _ = drive(state, "wheel 1")
    assert (state.car.clock, state.car.punctures) == (60, 0)


def test_t_fin_05_a_third_hazard_on_the_last_space_is_an_ordinary_loss() -> None:
    state, events = drive(begin("F | A@s4 g3 no-sisu ; B@s1 g1 | A 3 !!"), "w!{left}")
    assert (whereabouts(state, 0), state.cars[0].clock, state.cars[0].damage) == ("s5 0", 60, 1)
    assert {"CL-LOC-03", "CL-LOC-06"} <= set(codes(events))
    assert "CL-FIN-04" not in codes(events)


def test_t_fin_06_seconds_left_come_off_the_clock() -> None:
    _, events = drive(begin("F | A@s5 g3 c190 s7"), "w")
    assert facts(events, "CL-FIN-03") == {"clock": 220, "seconds": 7, "time": 3 * 60 + 33}


def test_t_fin_08_equal_sums_share_the_place() -> None:
    state = rally("A B C", ["s2"] * 3)
    state, _ = race(state, FAST, MIDDLING, SLOW)
    state, _ = race(state, MIDDLING, FAST, FAST)
    state, events = race(state, FAST, FAST, FAST)
    assert facts(events, "CL-WIN-01") == {"sums": (160, 160, 210), "places": (1, 1, 3)}
    assert places((160, 160, None, 160)) == (1, 1, None, 1)


def test_t_fin_09_the_last_car_on_the_road_plays_alone_until_it_is_done() -> None:
    state, _ = drive(begin("F | A@s5 g3 ; B@s2 g1"), "w")
    turns = []
    while not GAME.over(state):
        turns.append(state.car.name)
        state, _ = drive(state, "1 stop" if state.car.place < state.road.finish - 1 else "1")
    assert turns == ["B"] * 4


def test_t_fin_11_who_retires_starts_no_more_and_keeps_his_earlier_time() -> None:
    state, _ = race(rally("A B", ["s2"] * 3), FAST, SLOW)
    state, _ = drive(state, "retire")
    state, _ = race(state, [], FAST)
    assert state.rally is not None
    assert state.rally.number == 2
    assert state.order == (1,)
    assert state.rally.times == ((30, 150), (None, 30))


def test_t_serv_01_service_mends_everything_and_offers_tyres() -> None:
    state, _ = drive(rally("A", ["s1"] * 3, weather="fixed"), "tyres summer")
    state, events = drive(with_car(state, damage=2, punctures=1, wheel=False), "1 w")
    assert (state.car.damage, state.car.punctures, state.car.wheel) == (0, 0, True)
    assert "CL-SERV-01" in codes(events)
    assert state.turn.phase == "tyres"
    state, _ = drive(state, "tyres winter")
    assert state.car.winter


# Sisu


def test_t_sisu_01_sisu_saves_a_car_from_the_third_hazard() -> None:
    state, events = drive(begin("S | A@s1 g2"), "3! 4! w! sisu")
    assert (state.turn.hazards, state.turn.ended, state.turn.phase, state.car.clock) == (0, "", "roll", 0)
    assert "lost" not in [event.what for event in events]
    state, _ = drive(state, "5!")
    assert (whereabouts(state), state.turn.hazards) == ("s5 5", 1)


def test_t_sisu_02_sisu_may_be_played_early() -> None:
    state, _ = drive(begin("S | A@s1 g2"), "3! 4! sisu")
    assert state.turn.hazards == 0


def test_t_sisu_07_sisu_comes_once_a_rally() -> None:
    state, _ = drive(rally("A", ["s2"] * 3), "1! sisu")
    assert refused(state, "2! sisu") == ("CL-SISU-01", 2)
    state, events = drive(state, "2 3")
    assert "CL-SERV-01" in codes(events)
    assert refused(state, "1! sisu") == ("CL-SISU-01", 2)


def test_t_sisu_08_sisu_on_the_line_makes_it_an_ordinary_finish() -> None:
    state, events = drive(begin("F | A@s3 g3"), "3! 4! 5! sisu")
    car = state.cars[0]
    assert (car.status, car.clock, car.damage, car.sisu) == ("finished", 10, 0, False)
    assert "CL-FIN-04" not in codes(events)


def test_t_sisu_10_the_german_text_deals_no_such_card() -> None:
    state = begin("S | A@s1 g2 | A | edition=de")
    assert not state.car.sisu
    state, events = drive(state, "3! 4! w!")
    assert "CL-LOC-03" in codes(events)


# Training, splits, routes


def test_t_train_04_training_ignores_the_puncture() -> None:
    state, _ = drive(begin("K | A@s4 g4 | A | training=on"), "4>k{puncture} w w")
    assert state.car.punctures == 0


@pytest.mark.parametrize(("edition", "time"), [("es", 60 + 46), ("de", 60 + 50)])
def test_t_split_01_a_split_leaves_this_turns_card_out(edition: str, time: int) -> None:
    state = begin(f"S | A@s1 g3 c110 s4 | A | edition={edition} ; points 2")
    state, _ = drive(state, "3")
    assert state.splits == ()
    state, events = drive(state, "4")
    assert facts(events, "CL-SPLIT-01") == {"point": 2, "time": time}
    state, _ = drive(state, "5 stop")
    assert state.splits == (Split(2, 0, time),)


@pytest.mark.parametrize("draft", ["4>k", "4>d 3>l", "3>l"])
def test_t_split_02_every_way_through_a_bend_passes_its_timing_point(draft: str) -> None:
    state, _ = drive(begin("K | A@s4 g4 | A | points 4"), f"{draft} w stop")
    assert [split.point for split in state.splits] == [4]


def test_t_rally_01_an_odd_number_of_exits_is_no_route() -> None:
    assert sheet("C8 / C3-J6-J5 / C5")[0] == "CL-RALLY-03"


def test_t_rally_02_a_stage_needs_two_different_ends() -> None:
    assert sheet("START J1, FINISH J1")[0] == "CL-RALLY-02"


# All of them


def test_every_row_of_the_catalogue_is_tested_or_ruled_otherwise() -> None:
    rows = {row[0] for table in ROWS for row in table}
    for name in globals():
        if match := re.match(r"test_t_([a-z]+)_(\d\d)(?:_and_(\d\d))?_", name):
            chapter, *numbers = match.groups()
            rows |= {f"T-{chapter.upper()}-{number}" for number in numbers if number}
    assert not rows & RULED_OTHERWISE.keys()
    assert sorted(rows | RULED_OTHERWISE.keys()) == sorted(TABLES.split())


def test_every_position_of_the_tables_can_be_written_and_read_again() -> None:
    for table in ROWS:
        for row in table:
            state = begin(row[1])
            assert GAME.read(GAME.write(state)) == state, position(row[1])
