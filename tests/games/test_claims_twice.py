"""The claims and sheets of practice are told twice: a test reads what each says in its notation, and nothing else but
the position, and puts its words together; see `tests/tutor/told_twice.py`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from random import Random

import pytest

from rallyman_tutor.core.game import AnyState
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner.practice.positions import example_positions
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.some import some
from tests.tutor import told_twice as twice

Told = tuple[str, Mapping[str, object]]


def own(key: str, name: str, /, **facts: object) -> str:
    TOLD[key].add(name)
    return str(text_tables(f"games.{key}")["words"]["claims"][name]).format(**facts)


TOLD: dict[str, set[str]] = defaultdict(set)


# -- The race games ----------------------------------------------------------------------------------------------------

WORDS = {"$": "late-second", "tyres winter": "winter", "tyres summer": "summer", "give w": "give", ">l": "change-line"}
WORDS |= {">d": "change-drift", ">k": "change-cut"}
STAGE = "START J1, FINISH J4"


def in_classic(text: str, driver: str) -> Told:
    if text.startswith("sheet "):
        return sheet_of_classic(*text.removeprefix("sheet ").split(" ; "))
    if match := re.fullmatch(r"stop:(\d)", text):
        return "stop-card", {"card": twice.gear(int(match[1]))}
    if match := re.fullmatch(r"A\[(.*)\]", text):
        gears, gas = [one for one in match[1].split() if one != "w"], match[1].split().count("w")
        name = "attack" if not gas else "attack-gas" if gears else "attack-gas-only"
        return name, {"dice": ", ".join(gears), "count": gas}
    if match := re.fullmatch(r"(\d|w)(>k|\$| stop| sisu)?", text):
        names = {None: "roll", ">k": "roll-cut", "$": "secure", " stop": "then-stop", " sisu": "then-sisu"}
        return names[match[2]], {"die": twice.die(match[1])}
    return turn(text, driver) or (WORDS.get(text, text), {})


def turn(text: str, driver: str) -> Told | None:
    match = re.fullmatch(r"(\w+):", text)
    if not match:
        return None
    return ("own-turn" if match[1] == driver else "other-turn"), {"car": car(match[1])}


def car(name: str) -> str:
    return f"car {name}" if len(name) == 1 else name


def sheet_of_classic(drivers: str, *stages: str) -> Told:
    count, roads = len(drivers.split()), [stage.removesuffix(" *") for stage in stages]
    unserved = [n for n, stage in enumerate(stages[:-1], 1) if not stage.endswith(" *")]
    if unserved:
        return "sheet-unserved", {"n": unserved[0]}
    other = [(n, road) for n, road in enumerate(roads, 1) if road != STAGE]
    if not other and count == 2 and len(stages) != 3:
        return ("sheet-stage" if len(stages) == 1 else "sheet-stages"), {"count": len(stages)}
    if not other:
        return ("sheet-driver" if count == 1 else "sheet-drivers"), {"count": count}
    ((n, road),) = other
    spots = re.findall(r"\b[CJLV]\d", road)
    shape = (road == "-", "START" in road, spots[:1] == spots[-1:], len(spots))
    name = {
        (True, False, True, 0): "none", (False, True, True, 2): "round", (False, False, False, 2): "loose",
        (False, True, False, 2): "route", (False, True, False, 5): "odd", (False, True, False, 6): "town",
        (False, True, False, 10): "far",
    }[shape]  # fmt: skip
    return f"sheet-{name}", {"n": n}


def road_by(told: str) -> list[str]:
    """The spots that a sentence about a stage names, in their order."""
    return re.findall(r"\b[CJLV]\d", told)


def in_dirt(text: str, driver: str, lies: list[str]) -> Told:
    if re.match(r"sheet |\d{3}[ab]", text):
        return sheet_of_dirt(text)
    if match := re.fullmatch(r"stop:(\d)", text):
        return "stop-card", {"card": twice.gear(int(match[1]))}
    if match := re.fullmatch(r"at (\w+)", text):
        return "enter", {"to": twice.place("dirt", match[1])}
    if match := re.fullmatch(r"penalty (\d+)", text):
        return "penalty", {"seconds": match[1]}
    if match := re.fullmatch(r"lineup (.*)", text):
        return "lineup", {"names": ", ".join(match[1].split())}
    if match := re.fullmatch(r"(?:flat )?([\dwo])b*>(\S+)", text):
        facts = {"die": twice.die(match[1]), "target": twice.place("dirt", match[2])}
        return laid_in_dirt(text, match[2], lies), facts
    if lies and (match := re.fullmatch(r"(flat )?([\dwo])", text)):
        name = "flat-one" if match[1] else "roll-next" if text == lies[0] else "roll-instead"
        return f"{name}-on", {"die": twice.die(match[2])}
    if match := re.fullmatch(r"(go|flat|arrange) (\d)(\$?)( \(?w\)?)?|(\d|w)(b?)\$1?", text):
        die = {"die": twice.die(match[2] or match[5])}
        if match[5]:
            return ("secure-one" if match[6] else "secure"), die
        names = {"go": "drive", "flat": "flat", "arrange": "arrange"}
        return names[match[1]] + ("-secured" if match[3] else "-gas" if "(" in (match[4] or "") else ""), die
    if match := re.fullmatch(r"arrange (.*[!.].*|\d* ?.*)", text):
        return "arrange-all", {"dice": ", ".join(one.rstrip(".") for one in match[1].split())}
    return turn(text, driver) or (WORDS.get(text, text), {})


def laid_in_dirt(text: str, to: str, lies: list[str]) -> str:
    if text.startswith("flat "):
        return "flat-one"
    if text == lies[0]:
        return "roll-next"
    if text in lies[1:]:
        return "roll-later"
    die = text.partition(">")[0]
    braked = any(one.partition(">")[2] == to and re.fullmatch(rf"{die}b+", one.partition(">")[0]) for one in lies)
    return "roll-unbraked" if braked else "roll-instead"


def sheet_of_dirt(text: str) -> Told:
    if not text.startswith("sheet "):
        return "stage", {"tiles": text}
    drivers, road = (part.strip() for part in text.removeprefix("sheet").split(";"))
    names = drivers.split()
    if not names:
        return "sheet-nobody", {}
    if len(set(names)) < len(names):
        return "sheet-twins", {"name": names[0]}
    if re.match(r"\d", road):
        return "sheet-tiles", {"tiles": road}
    if road != "R1-SS2":
        return "sheet-from", {"stage": road}
    return ("sheet-driver" if len(names) == 1 else "sheet-drivers"), {"count": len(names)}


# -- The games of cards ------------------------------------------------------------------------------------------------


def in_crazy_rally(text: str, driver: str) -> Told:
    if match := re.fullmatch(r"sheet ([\w ]+) ; (race|rally (\d))( ; deck (.*))?", text):
        count = len(match[1].split())
        if match[5]:
            return "sheet-box", dict(
                zip(("blue", "yellow", "purple", "course", "events"), match[5].split(), strict=True)
            )
        if match[2] == "race":
            return ("sheet-race" if count > 1 else "sheet-alone"), {"count": count}
        return ("sheet-rally-one" if match[3] == "1" else "sheet-rally"), {"count": count, "races": match[3]}
    if match := re.fullmatch(r"(\w+): (event|play|draw)\b.*", text):
        return f"other-{match[2]}", {"name": match[1]}
    if match := re.fullmatch(r"table( (\w+))?( (\w+))?", text):
        name = "table-both" if match[4] else "table" if match[2] else "table-none"
        return name, {"card": match[2], "more": match[4]}
    if match := re.fullmatch(r"play (\w+)(\+?)( (\w+)\+)?", text):
        if match[4]:
            return "play-two", {"card": match[1], "more": match[4]}
        name = "play-no-way" if not match[2] else "play-event" if match[1][0] == "E" else "play"
        return name, {"card": match[1], "name": driver}
    if match := re.fullmatch(r"event (\w+)(>(\w+))?", text):
        if match[1] not in ("faster", "slower"):
            return "event-colour", {"colour": match[1]}
        kind = "nobody" if not match[3] else "own" if match[3] == driver else ""
        names = {"nobody": f"event-{match[1]}-nobody", "own": f"event-own-{match[1]}", "": f"event-{match[1]}"}
        return names[kind], {"name": match[3]}
    if match := re.fullmatch(r"claim (\w+)", text):
        return "claim", {"card": match[1]}
    return text, {}


def in_mil_millas(text: str, driver: str, start: str) -> Told:
    called = text_tables("games.mil_millas")["words"]["names"]

    def card(name: str) -> str:
        return str(called.get(name, name))

    if match := re.fullmatch(r"sheet ([A-Z ]+?)( wrong-way=on)?( (teams|cards)=(\d+))?", text):
        count = len(match[1].split())
        if match[4] == "cards":
            return ("sheet-pack-wrong" if match[2] else "sheet-pack"), {"count": match[5]}
        if match[4]:
            return "sheet-teams", {"count": count, "teams": match[5]}
        return ("sheet-single" if count > 1 else "sheet-one"), {"count": count}
    if match := re.fullmatch(r"(\w+):(draw|trick)", text):
        return ("other-draws" if match[2] == "draw" else "other-trick"), {"name": match[1]}
    if match := re.fullmatch(r"lay (\S+) lay (\S+)", text):
        return "two", {"card": card(match[1]), "more": card(match[2])}
    if match := re.fullmatch(r"lay ([\w-]+)(>(\w+))?", text):
        attacks = {"red", "limit", "fuel", "flat", "crash", "wrong"}
        if match[1] in attacks and not match[3]:
            return "at-nobody", {"card": card(match[1])}
        return "absent", {"card": card(match[1]), "road": road_of(match[3] or driver, start)}
    if match := re.fullmatch(r"(discard|trick|bonus|change) ([\w-]+)(=on)?", text):
        name = {"trick": "answer"}.get(match[1], match[1])
        return name, {"card": card(match[2]), "bonus": card(match[2]), "option": card(match[2])}
    if text == "pass":
        attack = re.search(r"attack=(\w+)|window[^|]*?\b(red|limit|fuel|flat|crash|wrong)\b", start)
        return "pass", {"card": card(next(filter(None, attack.groups())) if attack else "red")}
    return {"I": "ask-own", "S": "ask-points", "T": "ask-turn"}.get(text, text), {}


def road_of(player: str, start: str) -> int:
    """The number of a player's road: that of their side among all sides, as the position has them."""
    sides = [side.split()[0].split("+") for side in start.partition("|")[0].split(";")]
    return next(number for number, side in enumerate(sides, 1) if player in side)


# -- All of them -------------------------------------------------------------------------------------------------------


def told(key: str, state: AnyState | None, text: str) -> str:
    start = SHELF[key].write(state) if state is not None else ""
    driver = str(SHELF[key].desk(state, ()).facts["driver"]) if state is not None else ""
    lies = [one.rstrip("!.") for found in re.findall(r"(?:rolled|left)\[([^\]]*)\]", start) for one in found.split()]
    read: Mapping[str, Callable[[], Told]] = {
        "classic": lambda: in_classic(text, driver),
        "dirt": lambda: in_dirt(text, driver, lies),
        "crazy_rally": lambda: in_crazy_rally(text, driver),
        "mil_millas": lambda: in_mil_millas(text, driver, start),
    }
    name, facts = read[key]()
    return own(key, name, **facts)


@pytest.mark.parametrize("key", SHELF)
def test_each_claim_and_each_sheet_is_told_as_its_notation_reads(key: str) -> None:
    game, language, found = SHELF[key], words(key), {}
    for one in game.sheets:
        found[one.text] = (language.phrase("claims", one.name, one.facts), told(key, None, one.text))
    for rule in some(game.rules()):
        for state, _ in example_positions(game, rule.code, Random(0)):
            for one in game.claims(state):
                shown = language.phrase("claims", one.name, one.facts)
                found[f"{game.write(state)} :: {one.text}"] = (shown, told(key, state, one.text))
    assert {text: both for text, both in found.items() if both[0] != both[1]} == {}
    assert set(text_tables(f"games.{key}")["words"]["claims"]) - TOLD[key] == set()


def test_a_stage_of_a_sheet_is_told_by_the_spots_that_it_is_written_with() -> None:
    routes = [
        one for one in SHELF["classic"].sheets if one.name in ("sheet-odd", "sheet-town", "sheet-far", "sheet-round")
    ]
    for one in some(routes):
        text = words("classic").phrase("claims", one.name, one.facts)
        (road,) = [road for road in one.text.split(" ; ")[1:] if not road.startswith(STAGE)]
        assert road_by(text) == road_by(road), text
