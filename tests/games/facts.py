"""Every number and every name that a broken rule tells, found in another way than its check finds it.

A check asks the state. Here an example is read as text: dice, gears, notes and names from the notation, constants from
`values.toml`; chances are counted by playing every outcome. A test compares both. Here is what several games tell;
`facts.py` of each game has its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from rallyman_tutor.core.luck import Scripted, every_outcome
from rallyman_tutor.games import SHELF

MOVES = re.compile(
    r"A\[[^\]]*\]|lineup(?:\s+\w+)*|table(?:\s+[BYPE]\d+)*|play(?:\s+[BYPE]\d+\S*)+"
    r"|(?:give|tyres|lay|discard|change|bonus|penalty|at|event|claim|trick)\s+\S+|\S+"
)
"""Matches one move of a draft."""


class Case(NamedTuple):
    """A broken example, and the step of it that breaks the rule."""

    key: str
    code: str
    start: str  # the position in notation, or the sheet
    draft: str
    at: int
    state: Any

    @property
    def sections(self) -> list[str]:
        return [part.strip() for part in (*self.start.split("|"), "", "", "")][:4]

    @property
    def tokens(self) -> list[str]:
        """The moves of the draft, one by one."""
        return re.findall(MOVES, re.sub(r"[()]|\{.*?\}", " ", self.draft))

    @property
    def token(self) -> str:
        return self.tokens[self.at]

    @property
    def parts(self) -> list[str]:
        """The drivers of a position, or what a sheet lists behind its names."""
        cars = self.sections[self.key != "mil_millas"] if "|" in self.start else self.start
        return [part.strip() for part in cars.split(";")]

    @property
    def names(self) -> list[str]:
        return [re.split(r"[@ ]", part)[0] for part in self.parts]

    @property
    def driver(self) -> str:
        words = self.sections[2].split()
        return words[0] if words and words[0] in self.names else self.names[0]

    def car(self, name: str = "") -> str:
        return self.parts[self.names.index(name or self.driver)]

    def number(self, letter: str, name: str = "") -> int:
        """The number behind a letter of a car's notation: 3 for g, where g3 is written; 0 where the letter is not."""
        found = re.search(rf"(?<![\w@.]){letter}(\d+)", self.car(name))
        return int(found[1]) if found else 0

    def option(self, name: str) -> str:
        found = re.search(rf"{name}=(\S+)", self.start)
        return found[1] if found else ""

    def place(self, name: str) -> str:
        found = re.search(r"@(\S+)", self.car(name))
        return found[1] if found else ""

    def before(self) -> Any:
        """The state in which the step is made: the steps before it are played, with what the draft says they show."""
        game, state = SHELF[self.key], self.state
        plan = game.read_draft(self.draft)
        for told, faces in list(zip(plan.moves, plan.shown, strict=True))[: self.at]:
            move, shown = game.complete_script(state, told, faces)
            state = game.play(state, move, Scripted(shown, rest=game.harmless_luck))[0]
        return state


Derived = Mapping[str, Callable[[Case], object]]
"""How each fact is found, by its name; where a rule gives the name another meaning, by the rule's code and the name."""


def die(case: Case) -> int:
    match = re.match(
        r"[\dwob]", case.token if case.token not in ("$", "back", "go", "flat", "arrange") else _nearest(case)
    )
    assert match, case
    return {"w": -1, "o": -2, "b": -3}.get(match[0]) or int(match[0])


def _nearest(case: Case) -> str:
    """The die that a word speaks of: the first of a row, or the one just rolled."""
    told = *case.tokens, *case.sections[2].split()[1:]
    return next(token for token in told if re.match(r"[\dwob]([>b!.$]|$)", token))


def gear(case: Case) -> int:
    """The gear before this step: that of the last numbered die, or else that of the car."""
    dice = [int(token[0]) for token in case.tokens[: case.at] if token[0].isdigit()]
    return dice[-1] if dice else 0 if "wheel" in case.tokens[: case.at] else case.number("g")


def driven(case: Case) -> int:
    return int(case.token[0]) if case.token[0].isdigit() else gear(case)


def hazards(case: Case) -> int:
    return sum(token.count("!") for token in case.tokens[: case.at]) + case.sections[2].split("[")[0].count("!")


def chance(what: str) -> Callable[[Case], Fraction]:
    """Finds the chance that this one move shows `what`, by playing every outcome."""

    def share(case: Case) -> Fraction:
        game, state = SHELF[case.key], case.before()
        (move,) = game.read_draft(case.token).moves
        ways = every_outcome(partial(game.play, state, move))
        return sum((odds for odds, shown, _ in ways if what in shown[: 1 if what == "!" else 9]), Fraction(0))

    return share


def between(case: Case) -> list[int]:
    low, high = sorted((gear(case), int(case.token[0])))
    return list(range(low + 1, high))


def secured(case: Case) -> int:
    """How many dice were paid for, this one included."""
    paid = re.search(r"\$(\d)", case.sections[2])
    return (int(paid[1]) if paid else 0) + sum(
        1 + token.count("b") for token in case.tokens[: case.at + 1] if "$" in token
    )


def price(case: Case) -> int:
    """The cost of securing the dice of this roll: each die a second more than the one before."""
    own = 1 + case.token.count("b")
    return sum(range(secured(case) - own + 1, secured(case) + 1))


def left_of_seconds(case: Case) -> int:
    paid = case._replace(at=case.at - 1)
    return case.number("s") - sum(price(paid._replace(at=at)) for at in range(case.at) if "$" in case.tokens[at])


def others(case: Case) -> list[str]:
    """The drivers who are neither in turn nor named by the step."""
    return [name for name in case.names if name != case.driver and name not in case.token]


def called(case: Case) -> str:
    """The driver behind an arrow; without an arrow, the driver who speaks."""
    arrow = re.search(r">(\w+)", case.token)
    return arrow[1] if arrow else re.findall(r"(\w+):", case.draft)[-1]


RACE_FACTS: Derived = {
    "die": die,
    "gear": gear,
    "driven": driven,
    "from": gear,
    "to": lambda case: int(case.token[0]),
    "skipped": between,
    "card": lambda case: int(case.token[-1]),
    "due": gear,
    "count": hazards,
    "chance": chance("!"),
    "next": lambda case: case.driver,
    "names": lambda case: [name for name in case.names if "finished" not in case.car(name)],
}
"""The facts that both race games tell alike."""
