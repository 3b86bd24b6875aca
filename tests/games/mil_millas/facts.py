"""Every number and name that a broken rule of Mil Millas tells, found in its example; see `tests/games/facts.py`."""

from __future__ import annotations

import re

from rallyman_tutor.games.mil_millas.state import VALUES
from tests.games.facts import Case, Derived, called

ANSWERS = {
    "fuel": "petrol",
    "crash": "repair",
    "limit": "endlimit",
    "flat": "spare",
    "red": "green",
    "wrong": "endwrong",
}
GUARDS = {"fuel": "tanker", "crash": "ace", "limit": "priority", "flat": "proof", "red": "priority", "wrong": "ace"}
"""Which card cures each attack, and which immunity keeps it off, as printed on the cards."""


def laid(case: Case) -> str:
    return re.split(r"[ >]", case.token)[1]


def in_turn(case: Case) -> str:
    told = case.sections[2].split()
    return told[0] if told else re.split(r"[+ ]", case.names[0])[0]


def km(case: Case) -> int:
    found = re.search(r" (\d+)", case.parts[0])
    return int(found[1]) if found else 0


def problem(case: Case) -> str:
    """The attack that the laid card would cure; where it is no cure, the attack that holds the player's car up."""
    cured = [attack for attack, answer in ANSWERS.items() if answer == laid(case) and answer != "green"]
    return cured[0] if cured else next(word for word in ("fuel", "flat", "crash") if word in case.parts[0])


def pack(case: Case) -> int:
    more = ("wrong", "endwrong") if case.option("wrong-way") == "on" else ()
    return sum(int(VALUES[f"cards.{one}"]) for one in PACK) + sum(int(VALUES[f"wrong_way.{one}"]) for one in more)


PACK = (
    *("25", "50", "75", "100", "200", "red", "limit", "fuel", "flat", "crash", "green", "endlimit", "petrol", "spare"),
    *("repair", "priority", "tanker", "proof", "ace"),
)


def cards_in_hand(case: Case) -> int:
    return sum(int(word.partition("x")[2] or 1) for word in case.sections[1].partition(";")[0].split()[1:])


FACTS: Derived = {
    "card": laid,
    "name": lambda case: called(case) if ">" in case.draft else in_turn(case),
    "whom": lambda case: case.token.partition(">")[2],
    "names": lambda case: [name for name in case.names if name != case.names[0]],
    "km": km,
    "value": lambda case: int(laid(case)),
    "problem": problem,
    "attack": lambda case: case.sections[2].split()[2],
    "needs": lambda case: ANSWERS[problem(case)],
    "left": lambda case: VALUES["road.length"] - km(case),
    "immunity": lambda case: GUARDS[laid(case)],
    "option": lambda case: re.split(r"[ =]", case.token)[1],
    "bonus": lambda case: case.token.split()[1],
    "teams": lambda case: int(case.option("teams")),
    "count": cards_in_hand,
    "whole": pack,
    "MM-COMP-01.count": lambda case: int(case.option("cards")),
    "MM-SETUP-01.count": lambda case: len(case.start.split()) - 1,
    "MM-TEAM-01.count": lambda case: len(case.start.split()) - 2,
    "MM-DIST-05.count": lambda case: VALUES["road.most_longest"],
    "slow": lambda case: [int(one) for one in PACK[:5] if int(one) <= VALUES["road.limit"]],
    "MM-DIST-02.needs": lambda case: "green",
    "MM-COMP-04.value": lambda case: case.token.partition("=")[2],
    "MM-WRONG-06.km": lambda case: km(case) - int(laid(case)),
    "MM-COUP-01.needs": lambda case: GUARDS[case.sections[2].split()[2]],
    "MM-SAFE-05.card": lambda case: re.findall(r"\+(\w+)", case.parts[0])[0],
}
