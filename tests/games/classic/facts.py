"""Every number and name that a broken rule of Rallyman (2009) tells, found in its example; see
`tests/games/facts.py`."""

from __future__ import annotations

import re
from itertools import permutations

from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.state import VALUES
from tests.games.facts import RACE_FACTS, Case, Derived, chance, gear, hazards, left_of_seconds, others, price


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


FACTS: Derived = {
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
    "CL-DMG-02.left": lambda case: VALUES["turn.gear_dice"] - case.number("d"),
    "CL-FIN-04.count": lambda case: VALUES["damage.on_the_finish_line"],
    "CL-ATK-03.count": lambda case: len(re.findall(r"[\dw]", case.tokens[0][2:])) - case.at + 1,
    "CL-ATK-05.count": lambda case: len(re.findall(r"[\dw]", case.token[2:])),
    "CL-ATK-06.left": gears_or_gas_left,
    "CL-SPARE-02.costs": lambda case: VALUES["cards.wheel_seconds"],
    "CL-JUMP-07.car": lambda case: others(case)[-1],
    "CL-LOC-14.car": lambda case: others(case)[-1],
    "CL-PASS-05.car": lambda case: others(case)[-1],
    "CL-PASS-06.car": lambda case: others(case)[-1],
}
