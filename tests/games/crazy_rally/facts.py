"""Every number and name that a broken rule of Crazy Rally tells, found in its example; see `tests/games/facts.py`."""

from __future__ import annotations

import re
from typing import Any

from rallyman_tutor.games.crazy_rally.state import VALUES
from tests.games.facts import Case, Derived, called


def card(case: Case) -> str:
    """The last card a move names."""
    return str(re.findall(r"[BYPE]\d+", case.token)[-1])


def speed(case: Case) -> int:
    """The speed a card or an event asks for; `values.toml` says how much faster or slower it makes the car."""
    was = case.number("v") if re.search(r"\bv\d", case.car()) else int(VALUES["car.start_speed"])
    faster = "+" in case.draft or "faster" in case.draft
    if "event" in case.draft:
        by = int(VALUES["event.speed"])
    else:
        colour = {"B": "blue", "Y": "yellow", "P": "purple"}[card(case)[0]]
        by = VALUES[f"cards.{colour}"][int(card(case)[1:]) - 1][0 if faster else 1]
    return was + by if faster else was - by


def top(case: Case) -> int:
    return case.number("m") or int(VALUES["car.base"])


def course(case: Case) -> list[Any]:
    """The card that is turned up next."""
    row: list[Any] = VALUES["cards.course"][int(case.start[1:3]) - 1]
    return row


def loss(case: Case) -> int:
    return abs(min(speed(case), top(case)) - int(course(case)[2])) + int(course(case)[3])


def strength(case: Case) -> int:
    """The car's strength, less what it costs if a card drives the car above its own maximum."""
    above = case.draft.startswith("play") and speed(case) > top(case)
    return (case.number("s") or int(VALUES["car.base"])) - (int(VALUES["car.cap_strength"]) if above else 0)


def colour_due(case: Case) -> str:
    laid = len(re.findall(r"table", " ".join(case.tokens[: case.at])))
    return f"colour-{'BYP'[laid]}"


PHASES = {"tune": "tuning", "look": "lap", "choose": "race", "deal": "set-up"}
WORDS = {"play": "race", "draw": "race", "table": "tuning", "deal": "set-up"}

FACTS: Derived = {
    "card": card,
    "name": called,
    "count": lambda case: len(case.parts[0].split()) - 1,
    "box": lambda case: "-".join(map(str, (*VALUES["box.adjustment"], VALUES["box.course"], VALUES["box.events"]))),
    "found": lambda case: "-".join(case.start.partition("deck ")[2].split()),
    "colour": colour_due,
    "belongs": lambda case: WORDS[case.token.split()[0]],
    "phase": lambda case: PHASES[case.sections[2].split()[0]],
    "step": lambda case: f"step-{case.sections[2].split()[0]}",
    "left": lambda case: len(case.sections[0].split()) - int(case.sections[2].split()[1]),
    "max": top,
    "wanted": speed,
    "limit": lambda case: course(case)[2],
    "loss": loss,
    "damage": lambda case: course(case)[4],
    "bonus": lambda case: VALUES["event.bonus"],
    "n": lambda case: case.number("out", called(case)),
    "driver": lambda case: case.sections[2].split()[1],
    "CR-COMP-05.colour": lambda case: case.token.split()[1],
    "CR-HAND-02.card": lambda case: re.findall(r"[BYP]\d+", case.car())[0],
    "CR-SER-01.count": lambda case: int(case.start.split()[-1]),
    "CR-TURBO-01.left": lambda case: int(VALUES["car.base"]) - VALUES["car.turbo_strength"],
    "CR-RES-03.wanted": lambda case: min(speed(case), top(case)),
    "CR-RES-05.left": lambda case: strength(case) - course(case)[4],
}
