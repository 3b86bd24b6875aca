"""The claims of a player, and the tables somebody may ask for, as practice offers them: each has words."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner.practice.positions import example_positions
from rallyman_tutor.tutor.words.words import words


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_every_claim_and_every_sheet_has_words_and_every_word_a_claim(game: Any) -> None:
    language, met = words(game.key), set()
    for one in game.sheets:
        met.add(one.name)
        assert not re.search(r"{|\b1 [a-z]+s\b", language.phrase("claims", one.name, one.facts)), one
    for rule in game.rules():
        for state, _ in example_positions(game, rule.code, Random(0)):
            claims = game.claims(state)
            met.update(one.name for one in claims)
            told = [language.phrase("claims", one.name, one.facts) for one in claims]
            assert len(set(told)) == len({one.text for one in claims}) == len(told), (
                "no two read alike, or say the same"
            )
            assert not any("{" in one for one in told) and all(game.read_draft(one.text).moves for one in claims)
    assert met == set(language.group("claims"))


@pytest.mark.parametrize(
    ("key", "position", "told"),
    [
        (
            "classic",
            "s14 | A@s2 g3 ; B@s1 g1 | A",
            {
                "stop:0": "Stop, and take the card of neutral", "stop:5": "Stop, and take the card of 5th", "stop:6": "",
                "0": "Play the 0", "6": "Play the 6", "7": "", "w": "Play the gas die", "4>k": "Play the 4 on the shortcut",
                "w$": "Secure the gas die", "3 stop": "Play the 3, then stop", "w sisu": "Play the gas die, then Sisu",
                "A[1]": "", "A[2]": "Attack: 2", "A[2 3 4]": "Attack: 2, 3, 4", "A[2 3 4 5]": "", "A[4 5]": "Attack: 4, 5",
                "A[5]": "", "A[3 w]": "Attack: 3 + 1 gas", "A[3 4 w w]": "Attack: 3, 4 + 2 gas", "A[3 w w w]": "", "A[w]": "",
                "A[w w]": "Attack: 2 gas", "A[w w w]": "Attack: 3 gas", "A[1 2 3 4 5]": "Attack: 1, 2, 3, 4, 5",
                "A:": "It is your turn: play", "B:": "car B plays now", "give w": "Hand over a gas die",
            },
        ),
        (
            "dirt",
            "FX-S | B@L2 g2 ; A | B",
            {
                "stop:0": "Stop, and take the card of neutral", "stop:6": "Stop, and take the card of 6th",
                "at L1": "Start from row 1 left", "penalty 7": "Take 7 s at the time control", "w$": "Secure the gas die",
                "1$": "Secure the 1", "2b$1": "Play the 2 with a brake, and secure one of the two", "2b$": "", "0$": "", "4$": "",
                "go 3": "Drive the 3, straight on", "go 3 (w)": "Drive the 3 and a gas die, one by one",
                "flat 3 w": "Flat out with the 3 and a gas die", "flat 3$ w": "Flat out with the 3 and a gas die, the 3 secured",
                "arrange 3": "Lay the rolled dice anew, the 3 first", "B:": "It is your turn: play", "A:": "car A plays now",
                "lineup A B": "Start in this order: A, B", "lineup B A": "Start in this order: B, A",
            },
        ),
        (
            "dirt",
            "FX-S | A@L3 g3 | A rolled[4>L4! 2b>L5!! w>L6.]",
            {
                "4>L4": "Go on as laid: the 4 to row 4 left", "flat 4>L4": "Flat out for the rest: the 4 to row 4 left",
                "2>L4": "Roll the 2 to row 4 left instead", "3>L4": "Roll the 3 to row 4 left instead", "3>L5": "",
                "1$": "", "2$": "Secure the 2", "4$": "Secure the 4", "5$": "",
                "2b>L5": "Roll out of order: the 2 to row 5 left", "w>L6": "Roll out of order: the gas die to row 6 left",
                "2>L5": "Roll the 2 to row 5 left, and leave the brakes aside", "B:": "",
                "arrange b! w. 2! 4!": "Lay the rolled dice straight on: b!, w, 2!, 4!",
                "arrange 4! 2! w. b!": "Lay the rolled dice straight on: 4!, 2!, w, b!",
                "arrange b! w. 2!": "Lay the rolled dice straight on: b!, w, 2!",
                "arrange w. 2! 4!": "Lay the rolled dice straight on: w, 2!, 4!",
            },
        ),
        (
            "mil_millas",
            "A+C go ; B+D | A 25x2 50 red spare ace 75",
            {
                "pass": "Let the red light stand", "change wrong-way=on": "Agree on something else: the wrong way",
                "bonus no-200s": "Claim points for a trip without a 200", "I": "Ask how you stand", "S": "Ask for the points",
                "T": "Ask whose turn it is", "trick proof": "Answer an attack with the puncture-proof tyres",
                "discard flat": "puncture on the discard pile", "discard 25": "", "lay 25": "", "lay ace": "", "lay spare": "",
                "lay 100": "100 on road 1", "lay petrol": "petrol on road 1", "lay tanker": "fuel tanker on road 1",
                "lay red": "Lay the red light, and name nobody", "lay red>B": "", "lay flat": "",
                "lay flat>B": "puncture on road 2", "lay flat>C": "", "lay flat>D": "",
                "lay 25 lay 25": "Lay the 25 and the 25 in one turn", "lay 50 lay 50": "",
                "lay spare lay 50": "Lay the spare wheel and the 50 in one turn", "lay ace lay 50": "", "lay 50 lay spare": "",
                "draw": "Draw", "A:draw": "", "D:draw": "D draws", "D:trick": "D calls a trick", "A:trick": "",
            },
        ),
        (
            "mil_millas",
            "A ; B go ; C | A 25x6 ; B 50x6 | B window flat by A",
            {"pass": "Let the puncture stand", "lay flat>C": "puncture on road 3", "lay flat>B": "", "lay 25": "25 on road 2"},
        ),
    ],
)  # fmt: skip
def test_a_claim_is_called_by_what_it_says(key: str, position: str, told: dict[str, str]) -> None:
    """Nobody claims a text that has no words here: pieces that can be laid lie on their places."""
    game: Any = SHELF[key]
    said = {one.text: words(key).phrase("claims", one.name, one.facts) for one in game.claims(game.read(position))}
    assert {text: said.get(text, "") for text in told} == told


J = "START J1, FINISH J4"
"""A stage that may be driven."""


@pytest.mark.parametrize(
    ("key", "told"),
    [
        (
            "classic",
            {
                f"sheet Ana ; {J} * ; {J} * ; {J}": "One driver, 3 stages", f"sheet Ana Ben ; {J}": "2 drivers, one stage",
                "sheet Ana Ben": "", f"sheet Ana Ben ; {J} * ; {J} * ; {J} * ; {J} * ; {J} * ; {J}": "",
                f"sheet Ana Ben ; {J} * ; {J} * ; {J} * ; {J} * ; {J}": "2 drivers, 5 stages",
                f"sheet Ana Ben ; {J} * ; START C8, FINISH C5 * ; {J}": "Stage 2 over board C, from C8 to C5",
                f"sheet Ana Ben ; {J} * ; {J} * ; START J1, FINISH J1": "Stage 3 from J1 back to J1",
                f"sheet Ana Ben ; - * ; {J} * ; {J}": "Stage 1 left empty", f"sheet Ana Ben ; {J} * ; {J} * ; -": "Stage 3 left empty",
                f"sheet Ana Ben ; {J} * ; {J} ; {J}": "No service behind stage 2",
                f"sheet Ana Ben ; {J} ; {J} * ; {J}": "No service behind stage 1",
            },
        ),
        (
            "dirt",
            {
                "sheet ; 202a 203a": "A stage and no driver", "sheet Ana ; R1-SS2": "One driver, stage R1-SS2",
                "sheet Ana Ben Cleo ; R1-SS2": "3 drivers, stage R1-SS2", "sheet Ana ; R4-SS1": "Stage R4-SS1 alone",
                "sheet Ana Ana ; R1-SS2": "Two drivers who are both called Ana", "202a 203a": "These tiles: 202a 203a",
                "sheet Ana ; 202a 203a": "A rally of one stage: 202a 203a",
            },
        ),
        (
            "crazy_rally",
            {
                "sheet Ana ; race": "One driver alone", "sheet Ana Ben ; race": "2 drivers, one race",
                "sheet Ana Ben ; rally 2": "", "sheet Ana Ben Cleo ; rally 1": "3 drivers, a rally of one race",
                "sheet Ana Ben Cleo ; rally 5": "3 drivers, a rally of 5 races", "sheet Ana Ben Cleo ; rally 6": "",
                "sheet Ana Ben Cleo ; race ; deck 15 15 12 14 8":
                    "A box with 15 blue, 15 yellow and 12 purple cards, 14 of the course and 8 events",
            },
        ),
        (
            "mil_millas",
            {
                "sheet A": "One player alone", "sheet A B": "2 players, each alone", "sheet A B C D E F G H J K teams=5":
                "10 players in 5 teams", "sheet A B C D teams=2": "4 players in 2 teams", "sheet A B C teams=3": "",
                "sheet A B cards=106": "Two players and a pack of 106 cards", "sheet A B cards=105":
                "Two players and a pack of 105 cards", "sheet A B wrong-way=on cards=115":
                "Two players, the wrong-way variant and a pack of 115 cards",
            },
        ),
    ],
)  # fmt: skip
def test_a_sheet_is_called_by_what_it_asks_for(key: str, told: dict[str, str]) -> None:
    said = {one.text: words(key).phrase("claims", one.name, one.facts) for one in SHELF[key].sheets}
    assert {text: said.get(text, "") for text in told} == told
