"""Every number and every name that a broken rule tells, found in another way than its check finds it.

A check asks the state. Here an example is read as text: dice, gears, notes and names from the notation, constants from
`values.toml`; chances are counted by playing every outcome. A test compares both.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from importlib.resources import files
from itertools import permutations
from typing import Any, NamedTuple

from rallyman_tutor.core.luck import Scripted, every_outcome
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.state import VALUES as CLASSIC
from rallyman_tutor.games.crazy_rally.state import VALUES as CRAZY
from rallyman_tutor.games.dirt.state import VALUES as DIRT
from rallyman_tutor.games.mil_millas.state import VALUES as MILLAS

MOVES = re.compile(
    r"A\[[^\]]*\]|lineup(?:\s+\w+)*|table(?:\s+[BYPE]\d+)*|play(?:\s+[BYPE]\d+\S*)+"
    r"|(?:give|tyres|lay|discard|change|bonus|penalty|at|event|claim|trick)\s+\S+|\S+"
)
"""Matches one move of a draft."""
STAGES: Mapping[str, str] = tomllib.loads(
    files("rallyman_tutor.games.dirt").joinpath("stages.toml").read_text("utf-8")
)["official"]


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


def chance(what: str) -> Callable[[Case], object]:
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
    """What securing the dice of this roll costs: each die a second more than the one before."""
    own = 1 + case.token.count("b")
    return sum(range(secured(case) - own + 1, secured(case) + 1))


def left_of_seconds(case: Case) -> int:
    paid = case._replace(at=case.at - 1)
    return case.number("s") - sum(price(paid._replace(at=at)) for at in range(case.at) if "$" in case.tokens[at])


# -- Rallyman (2009) --------------------------------------------------------------------------------------------------


def notes(case: Case) -> dict[str, int]:
    """The notes of the only bend, by way: what the stage says, less the dirt that lies there."""
    match = re.search(r"[RL](\d)?(?:/(\d)x\d)?(?:K(\d))?", case.sections[0])
    assert match, case
    dirt = re.search(r"dirt b1:(\d)", case.start)
    return {
        way: int(match[at] or 0) - (int(dirt[1]) if dirt else 0) for at, way in ((1, "line"), (2, "drift"), (3, "cut"))
    }


def best(case: Case) -> int:
    return max(notes(case)["line"], notes(case)["drift"])


def jump(case: Case) -> int:
    return int(re.findall(r"\bj(\d)", case.sections[0])[0])


def way(case: Case) -> str:
    return {"d": "drift", "l": "line", "k": "cut"}[(case.token.partition(">")[2] or "l")[0]]


def target(case: Case, at: int | None = None) -> str:
    """The space a die is sent to: the one it names, or the next one on the way it names."""
    tokens = case.tokens[: (case.at if at is None else at) + 1]
    to = tokens[-1].partition(">")[2].rstrip("!.$")
    if to == "d":
        return f"b1.d{sum(token.partition('>')[2] == 'd' for token in tokens)}"
    straight = sum(int(n) for n in re.findall(r"\bs(\d+)", case.sections[0].partition("R")[0].partition("L")[0]))
    return {"l": "b1.line", "k": "b1.cut", "": f"s{straight + 1}"}.get(to, to)


def others(case: Case) -> list[str]:
    return [name for name in case.names if name != case.driver and name not in case.token]


def fewest(case: Case) -> int:
    """The fewest dice of an attack that reach the finish; every order of them is tried, die by die."""
    game = SHELF[case.key]
    asked = re.findall(r"[\dw]", case.token[2:])
    for many in range(1, len(asked) + 1):
        for order in permutations(asked, many):
            state = case.state
            for one in order:
                (move,) = game.read_draft(one).moves
                if state.car.status != "road" or state.turn.seat or game.judge(state, (move,)):
                    break
                state = game.play(state, move, game.harmless_luck)[0]
            if state.cars[0].status == "finished":
                return many
    return 0


def stages(case: Case) -> list[str]:
    return case.parts[1:]


def joined(case: Case) -> list[str]:
    """The two exits that nothing joins: the ends of a stage on one board, the last seam of a longer stage."""
    exits = re.findall(r"[A-Z]\d", stages(case)[0])
    return exits if len(exits) == 2 else exits[-3:-1]


def stage_with(case: Case, pattern: str) -> int:
    return next(n for n, stage in enumerate(stages(case), 1) if re.search(pattern, stage))


def lonely(case: Case) -> str:
    """The exit without a partner: the stage has an odd number of exits."""
    (ends,) = [re.findall(r"[A-Z]\d", stage) for stage in stages(case) if len(re.findall(r"[CJLV]\d", stage)) % 2]
    return str(ends[-1])


def gears_or_gas_left(case: Case) -> int:
    asked = re.findall(r"[\dw]", case.token[2:])
    gears, gas = 5 - case.number("d"), 2 - case.number("p")
    if sum(one != "w" for one in asked) > gears:
        return gears
    return min(gas, 1) if "winter" in case.car() else gas


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
"""What both race games tell alike."""

CLASSIC_FACTS: Derived = {
    **RACE_FACTS,
    "slowest": lambda case: gear(case) - 1,
    "limit": lambda case: 2 if "snow" in case.sections[0] and "winter" not in case.car() else 3,
    "line": lambda case: notes(case)["line"],
    "drift": lambda case: notes(case)["drift"],
    "cut": lambda case: notes(case)["cut"],
    "best": best,
    "note": lambda case: jump(case) if "JUMP" in case.code else notes(case)[way(case)],
    "way": way,
    "target": target,
    "space": lambda case: target(case, case.at - 1),
    "car": lambda case: case.token.rstrip(":") if ":" in case.token else case.driver,
    "at": lambda case: case.place(others(case)[-1]),
    "cause": lambda case: "hazards" if hazards(case) > 2 else "bend",
    "costs": price,
    "has": left_of_seconds,
    "left": lambda case: 2 - case.number("p") - case.draft.count("{puncture}"),
    "needed": fewest,
    "round": lambda case: case.names.index(case.token[:-1]) + 1,
    "n": lambda case: stage_with(
        case, {"CL-RALLY-02": r"J1.*J1", "CL-RALLY-03": r"J5,", "CL-RALLY-05": "^-$"}[case.code]
    ),
    "exit": lambda case: lonely(case) if case.code == "CL-RALLY-03" else re.findall(r"[A-Z]\d", stages(case)[0])[-1],
    "zone": lambda case: re.findall(r"C\d", case.start)[0][0],
    "CL-BEND-06.best": lambda case: notes(case)[way(case)] if "edition=de" in case.start else best(case),
    "CL-RALLY-02.from": lambda case: joined(case)[0],
    "CL-RALLY-02.to": lambda case: joined(case)[1],
    "CL-RALLY-06.n": lambda case: next(n for n, stage in enumerate(stages(case), 1) if "*" not in stage),
    "CL-COMP-01.count": lambda case: len(case.parts[0].split()) - 1,
    "CL-RALLY-01.count": lambda case: len(stages(case)),
    "CL-GAS-04.count": lambda case: case.tokens[: case.at].count("w"),
    "CL-TYRE-04.count": lambda case: case.tokens[: case.at].count("w"),
    "CL-PUNC-05.count": lambda case: case.number("p") + case.draft.count("{puncture}"),
    "CL-PUNC-03.chance": chance("puncture"),
    "CL-DMG-02.count": lambda case: case.number("d"),
    "CL-DMG-02.left": lambda case: CLASSIC["turn.gear_dice"] - case.number("d"),
    "CL-FIN-04.count": lambda case: CLASSIC["damage.on_the_finish_line"],
    "CL-ATK-03.count": lambda case: len(re.findall(r"[\dw]", case.tokens[0][2:])) - case.at + 1,
    "CL-ATK-05.count": lambda case: len(re.findall(r"[\dw]", case.token[2:])),
    "CL-ATK-06.left": gears_or_gas_left,
    "CL-SPARE-02.costs": lambda case: CLASSIC["cards.wheel_seconds"],
    "CL-JUMP-07.car": lambda case: others(case)[-1],
    "CL-LOC-14.car": lambda case: others(case)[-1],
    "CL-PASS-05.car": lambda case: others(case)[-1],
    "CL-PASS-06.car": lambda case: others(case)[-1],
}


# -- Rallyman: DIRT ---------------------------------------------------------------------------------------------------

DASHBOARD = {"w": ("gas", "W"), "o": ("leader", "W"), "b": ("brakes", "B")}
LIMITS = {"FX-LS": 4, "FX-C": 3, "FX-J": 3, "202a 210b:L2 203a": 1}
"""What is printed on the space that the example speaks of."""
LANES = {"T01a": (0, 2), "T12a": (2, 1), "T02a": (2, 0)}
"""How wide the roads of these tiles are where they begin and where they end."""


def kind(case: Case) -> tuple[int, int]:
    """For the kind of die of which this step has too many: how many a dashboard has, and how many of these are damaged."""
    letter = "b" if "b" in case.token else case.token[0]
    name, damage = DASHBOARD.get(letter, ("gears", "G"))
    return int(case.option("brakes") or DIRT[f"dashboard.{name}"]), case.number(damage)


def sent_to(case: Case, at: int | None = None) -> str:
    """The last space that a step names; for a jump this is where it lands."""
    told = re.split(r"[> ]", case.tokens[case.at if at is None else at])[-1]
    return re.sub(r"[!.]*(\$\d?)?[!.]*$", "", told)


def _in_hand(case: Case) -> list[str]:
    return re.findall(r"[\dwob]\S*", re.findall(r"rolled\[(.*?)\]", case.start)[0])


def shown_until(case: Case, limit: int = 99) -> tuple[int, str, str]:
    """Lay the rolled dice as arranged until `limit` hazards lie: how many, on which space the last die, the die after it."""
    left = _in_hand(case)
    hazards, where = 0, ""
    for token in case.tokens[1:]:
        if hazards >= limit:
            return hazards, where, token[0]
        one = next(die for die in left if die[0] == token[0])
        left.remove(one)
        hazards, where = hazards + one.count("!"), token.partition(">")[2]
    return hazards, where, ""


def tiles(case: Case) -> list[str]:
    return [tile.partition(":")[0].rstrip("<") for tile in case.start.rpartition(";")[2].split()]


def doubled(case: Case) -> list[int]:
    """The numbers, from 1, of the two tiles of a stage that are sides of one piece."""
    pieces = [tile.rstrip("ab") for tile in tiles(case)]
    (twice,) = {piece for piece in pieces if pieces.count(piece) > 1}
    return [n for n, piece in enumerate(pieces, 1) if piece == twice]


def unmet(case: Case) -> int:
    """The number, from 0, of the first tile whose road does not meet the tile before: that is a park, or ends in other
    lanes."""
    found = tiles(case)
    if case.code == "LAY-02":
        return next(n for n in range(1, len(found)) if found[n - 1].startswith("201"))
    return next(n for n in range(1, len(found)) if lanes(case, n)[0] != lanes(case, n - 1)[1])


def lanes(case: Case, at: int) -> tuple[int, ...]:
    told = case.start.split()[at]
    return LANES[told.rstrip("<")][:: -1 if told.endswith("<") else 1]


def odd_tile(case: Case) -> str:
    """The tile that is no start at the start, no finish at the end, or one of both in between."""
    found = tiles(case)
    starts, finishes = ("202", "T01"), ("203", "T02")
    if not found[0].startswith(starts):
        return found[0]
    for tile in found[1:-1]:
        if tile.startswith((*starts, *finishes)):
            return tile
    return found[-1]


def swapped(case: Case) -> tuple[str, str]:
    """The first driver of a line-up that is out of order, and the driver who is due there."""
    waiting = [name for name in case.names if "@" not in case.car(name)]
    told = [name for name in case.token.split()[1:] if name in waiting]
    return next((name, due) for due, name in zip(waiting, told, strict=True) if due != name)


DIRT_FACTS: Derived = {
    **RACE_FACTS,
    "slowest": lambda case: case.number("g", others(case)[0]),
    "limit": lambda case: 3,
    "base": lambda case: kind(case)[0],
    "cap": lambda case: DIRT["dashboard.gears"] - case.number("G"),
    "needed": lambda case: gear(case) - int(case.token[0]) - 1,
    "cost": price,
    "have": left_of_seconds,
    "car": lambda case: others(case)[0],
    "target": sent_to,
    "space": lambda case: sent_to(case, case.at - 1) if case.at else case.place(case.driver),
    "at": lambda case: case.place(others(case)[0]),
    "round": lambda case: 1,
    "starts": lambda case: case.names.index(case.token[:-1]) + 1,
    "mode": lambda case: "flat-out" if "rolled[" in case.start else "one-by-one",
    "seconds": lambda case: int(case.token.split()[1]),
    "cause": lambda case: case.option("ended") or "limit",
    "top": lambda case: LIMITS[case.sections[0]],
    "name": lambda case: next(name for name in case.parts[0].split() if case.parts[0].split().count(name) > 1),
    "tile": odd_tile,
    "before": lambda case: tiles(case)[unmet(case) - 1],
    "lanes": lambda case: lanes(case, unmet(case))[0],
    "lanes_before": lambda case: lanes(case, unmet(case) - 1)[1],
    "n": lambda case: tiles(case).index(odd_tile(case)) + 1,
    "m": lambda case: doubled(case)[0],
    "other": lambda case: tiles(case)[0],
    "DI-POOL-01.count": lambda case: kind(case)[1],
    "DI-LEAD-05.cap": lambda case: DIRT["dashboard.leader"] - case.number("W"),
    "DI-COMP-08.count": lambda case: len(case.parts[0].split()) - 1,
    "DI-FMT-01.count": lambda case: len(STAGES[case.parts[1]].split()),
    "DI-BRAKE-03.count": lambda case: case.token.count("b"),
    "DI-SECURE-03.count": lambda case: 1 + case.token.count("b"),
    "DI-SECURE-03.have": lambda case: case.number("s"),
    "DI-REARR-03.count": lambda case: shown_until(case)[0],
    "DI-REARR-04.space": lambda case: shown_until(case, 3)[1],
    "DI-REARR-04.die": lambda case: int(shown_until(case, 3)[2]),
    "DI-RET-04.count": lambda case: DIRT["dashboard.gears"] - case.number("G"),
    "DI-PLAN-04.chance": lambda case: 1 - chance("!")(case),  # type: ignore[operator]  # a fraction
    "DI-START-01.car": lambda case: case.token[:-1],
    "DI-ORD-01.car": lambda case: case.token[:-1],
    "DI-ORD-06.car": lambda case: case.token[:-1],
    "DI-START-03.car": lambda case: swapped(case)[0],
    "DI-START-03.next": lambda case: swapped(case)[1],
    "DI-FLAT-07.target": lambda case: case.place(case.driver),
    "DI-FLAT-07.at": lambda case: _in_hand(case)[-1].partition(">")[2].rstrip("!."),
    "DI-COMP-06.tile": lambda case: tiles(case)[doubled(case)[1] - 1].rstrip("ab"),
    "DI-SET-01.tile": odd_tile,
    "LAY-02.tile": lambda case: tiles(case)[unmet(case)],
    "LAY-03.tile": lambda case: tiles(case)[3],
    "LAY-03.n": lambda case: 4,
    "LAY-04.tile": lambda case: tiles(case)[doubled(case)[1] - 1],
    "LAY-04.n": lambda case: doubled(case)[1],
    "LAY-05.tile": lambda case: tiles(case)[unmet(case)],
    "LAY-06.tile": lambda case: next(tile for tile in tiles(case) if tile in ("T13a", "T14a")),
    "LAY-07.at": lambda case: "2.k1",
    "LAY-08.count": lambda case: sum(tile.startswith("201") for tile in tiles(case)),
}


# -- Crazy Rally ------------------------------------------------------------------------------------------------------


def card(case: Case) -> str:
    """The last card a move names."""
    return str(re.findall(r"[BYPE]\d+", case.token)[-1])


def called(case: Case) -> str:
    """The driver behind an arrow; without an arrow, the driver who speaks."""
    arrow = re.search(r">(\w+)", case.token)
    return arrow[1] if arrow else re.findall(r"(\w+):", case.draft)[-1]


def speed(case: Case) -> int:
    """The speed a card or an event asks for; `values.toml` says how much faster or slower it makes the car."""
    was = case.number("v") if re.search(r"\bv\d", case.car()) else int(CRAZY["car.start_speed"])
    faster = "+" in case.draft or "faster" in case.draft
    if "event" in case.draft:
        by = int(CRAZY["event.speed"])
    else:
        colour = {"B": "blue", "Y": "yellow", "P": "purple"}[card(case)[0]]
        by = CRAZY[f"cards.{colour}"][int(card(case)[1:]) - 1][0 if faster else 1]
    return was + by if faster else was - by


def top(case: Case) -> int:
    return case.number("m") or int(CRAZY["car.base"])


def course(case: Case) -> list[Any]:
    """The card that is turned up next."""
    row: list[Any] = CRAZY["cards.course"][int(case.start[1:3]) - 1]
    return row


def loss(case: Case) -> int:
    return abs(min(speed(case), top(case)) - int(course(case)[2])) + int(course(case)[3])


def strength(case: Case) -> int:
    """The car's strength, less what it costs if a card drives the car above its own maximum."""
    above = case.draft.startswith("play") and speed(case) > top(case)
    return (case.number("s") or int(CRAZY["car.base"])) - (int(CRAZY["car.cap_strength"]) if above else 0)


def colour_due(case: Case) -> str:
    laid = len(re.findall(r"table", " ".join(case.tokens[: case.at])))
    return f"colour-{'BYP'[laid]}"


PHASES = {"tune": "tuning", "look": "lap", "choose": "race", "deal": "set-up"}
WORDS = {"play": "race", "draw": "race", "table": "tuning", "deal": "set-up"}

CRAZY_FACTS: Derived = {
    "card": card,
    "name": called,
    "count": lambda case: len(case.parts[0].split()) - 1,
    "box": lambda case: "-".join(map(str, (*CRAZY["box.adjustment"], CRAZY["box.course"], CRAZY["box.events"]))),
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
    "bonus": lambda case: CRAZY["event.bonus"],
    "n": lambda case: case.number("out", called(case)),
    "driver": lambda case: case.sections[2].split()[1],
    "CR-COMP-05.colour": lambda case: case.token.split()[1],
    "CR-HAND-02.card": lambda case: re.findall(r"[BYP]\d+", case.car())[0],
    "CR-SER-01.count": lambda case: int(case.start.split()[-1]),
    "CR-TURBO-01.left": lambda case: int(CRAZY["car.base"]) - CRAZY["car.turbo_strength"],
    "CR-RES-03.wanted": lambda case: min(speed(case), top(case)),
    "CR-RES-05.left": lambda case: strength(case) - course(case)[4],
}


# -- Mil Millas -------------------------------------------------------------------------------------------------------

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
    return sum(int(MILLAS[f"cards.{one}"]) for one in PACK) + sum(int(MILLAS[f"wrong_way.{one}"]) for one in more)


PACK = (
    *("25", "50", "75", "100", "200", "red", "limit", "fuel", "flat", "crash", "green", "endlimit", "petrol", "spare"),
    *("repair", "priority", "tanker", "proof", "ace"),
)


def cards_in_hand(case: Case) -> int:
    return sum(int(word.partition("x")[2] or 1) for word in case.sections[1].partition(";")[0].split()[1:])


MILLAS_FACTS: Derived = {
    "card": laid,
    "name": lambda case: called(case) if ">" in case.draft else in_turn(case),
    "whom": lambda case: case.token.partition(">")[2],
    "names": lambda case: [name for name in case.names if name != case.names[0]],
    "km": km,
    "value": lambda case: int(laid(case)),
    "problem": problem,
    "attack": lambda case: case.sections[2].split()[2],
    "needs": lambda case: ANSWERS[problem(case)],
    "left": lambda case: MILLAS["road.length"] - km(case),
    "immunity": lambda case: GUARDS[laid(case)],
    "option": lambda case: re.split(r"[ =]", case.token)[1],
    "bonus": lambda case: case.token.split()[1],
    "teams": lambda case: int(case.option("teams")),
    "count": cards_in_hand,
    "whole": pack,
    "MM-COMP-01.count": lambda case: int(case.option("cards")),
    "MM-SETUP-01.count": lambda case: len(case.start.split()) - 1,
    "MM-TEAM-01.count": lambda case: len(case.start.split()) - 2,
    "MM-DIST-05.count": lambda case: MILLAS["road.most_longest"],
    "slow": lambda case: [int(one) for one in PACK[:5] if int(one) <= MILLAS["road.limit"]],
    "MM-DIST-02.needs": lambda case: "green",
    "MM-COMP-04.value": lambda case: case.token.partition("=")[2],
    "MM-WRONG-06.km": lambda case: km(case) - int(laid(case)),
    "MM-COUP-01.needs": lambda case: GUARDS[case.sections[2].split()[2]],
    "MM-SAFE-05.card": lambda case: re.findall(r"\+(\w+)", case.parts[0])[0],
}

FACTS: Mapping[str, Derived] = {
    "classic": CLASSIC_FACTS,
    "dirt": DIRT_FACTS,
    "crazy_rally": CRAZY_FACTS,
    "mil_millas": MILLAS_FACTS,
}
