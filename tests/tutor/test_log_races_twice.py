"""The log of the two race games is told twice: a test reads each line's dice, spaces, gears, seconds and names from the
positions before and after the move, from the move and from its outcomes, as notation writes them; see
`told_twice.py`."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.words import text_tables
from tests.games.facts import Case
from tests.some import some
from tests.tutor import told_twice as twice

SECONDS = {"classic": (60, 50, 40, 30, 20, 10), "dirt": (60, 50, 40, 30, 20, 15, 10)}
WORDS = {key: text_tables(f"games.{key}")["words"] for key in SECONDS}


class Die(NamedTuple):
    """A die of a move as it is written: its letter, its brakes, the named spaces of its way, whether it was paid
    for."""

    face: str
    brakes: int
    way: tuple[str, ...]
    is_paid: bool


def dice(move: str) -> list[Die]:
    """The dice that a move lays. Those in brackets wait for their turn."""
    told = re.sub(r"\(.*?\)|A\[.*?\]|^(go|flat|arrange) ", "", move)
    found = re.findall(r"(?<!\S)([\dwo]|b(?=>))(b*)[!.]?((?:>\w+(?:\.\w+)?)*)(\$?)[.!]*(?!\S)", told)
    return [Die(face, len(brakes), tuple(way.split(">")[1:]), bool(paid)) for face, brakes, way, paid in found]


def watch(seconds: int) -> str:
    return f"{'−' if seconds < 0 else ''}{abs(seconds) // 60}:{abs(seconds) % 60:02}"


Facts = dict[str, object]


class Told:
    """The log's lines about one move. The kinds of its events and their owners are given; their facts are found
    here."""

    def __init__(self, tell: twice.Log, one: twice.Happened, stage: int, penalties: dict[str, int]) -> None:
        self.tell, self.one, self.key, self.stage, self.penalties = tell, one, tell.key, stage, penalties
        game = SHELF[tell.key]
        self.before = Case(tell.key, "", one.before, "", 0, game.read(one.before))
        self.after = Case(tell.key, "", one.after, "", 0, game.read(one.after))
        self.road: dict[str, Any] = {space.key: space for space in self.before.state.road.spaces}
        (waiting,) = re.findall(r"rolled\[(.*?)\]", self.turn) or [""]
        self.laid, self.shown = dice(one.move) or dice(waiting), list(one.shown)
        self.faces = [face for face in self.shown if face in "!."]
        self.hits = [kind for kind in self.shown if kind in ("gas", "gear", "brake", "flag")]
        self.at = self.number = 0
        self.retired: list[int] = []
        self.gear = self.before.number("g")
        self.standing, self.is_lost = self.before.place(self.before.driver), False
        self.flown = False
        self.clock = {name: self.before.number("c", name) for name in self.before.names}
        self.seconds = {name: self.before.number("s", name) for name in self.before.names}
        self.paid = int((re.findall(r"\$(\d+)", self.turn) or ["0"])[0])

    @property
    def turn(self) -> str:
        return self.before.sections[2]

    def lines(self) -> list[str]:
        found = []
        for number, (what, seat) in enumerate(zip(self.one.whats, self.one.seats, strict=True)):
            self.number = number
            self.driver = self.before.names[seat] if seat >= 0 else ""
            method = getattr(self, f"told_{what.replace('-', '_')}", None)
            name, facts = method() if method else (what, {})
            found.append(self.tell(name, **{"driver": self.driver, **facts}))
        if "next-stage" not in self.one.whats:
            for name in self.before.names:
                assert self.after.number("c", name) == self.clock[name], self.one
                assert self.after.number("s", name) == self.seconds[name], self.one
        return found

    def next_is(self, *whats: str) -> bool:
        return self.one.whats[self.number + 1 : self.number + 2] in [[what] for what in whats]

    def whole(self, told: str) -> str:
        """A space by its whole name: on a road of one bend or tile the short one does."""
        if not told:
            return "finish" if "finish" in self.one.whats else self.after.place(self.driver)
        if told in self.road:
            return told
        found = [name for name in self.road if name.endswith((f".{told}", f"#{told}"))]
        if len(found) == 1:
            return str(found[0])
        if self.key == "classic" and (bend := re.match(r"b\d+", self.after.place(self.driver))):
            nth = int((re.findall(rf"{bend[0]}.d(\d)", self.standing) or ["0"])[0]) + 1
            return bend[0] + {"k": ".cut", "l": ".line", "d": f".d{nth}"}[told]
        return self.after.place(self.driver)

    # -- Dice ----------------------------------------------------------------------------------------------------------

    def told_rolled(self) -> tuple[str, Facts]:
        die = self.laid[self.at]
        mine, self.faces = self.faces[: 1 + die.brakes], self.faces[1 + die.brakes :]
        hazards = mine.count("!")
        name = "rolled-clean" if not hazards else "rolled-hazards" if die.brakes else "rolled-hazard"
        return name, {"die": twice.die(die.face), "hazards": hazards}

    def told_moved_with(self) -> tuple[str, Facts]:
        die = self.laid[self.at]
        (waiting,) = re.findall(r"attack\d+\[(.*?)\]", self.turn)
        left = (re.findall(r"attack\d+\[(.*?)\]", self.after.sections[2]) or [""])[0]
        same = [one for one in waiting.split() if one.rstrip("!") == die.face]
        gone = list((Counter(same) - Counter(left.split())).elements()) if len(same) > 1 else same
        hazard = self.one.move.endswith("!") or (bool(gone) and gone[0].endswith("!"))
        return f"drove-{'hazard' if hazard else 'clean'}", {"die": twice.die(die.face)}

    def told_secured(self) -> tuple[str, Facts]:
        die = self.laid[self.at]
        assert die.is_paid
        cost = sum(range(self.paid + 1, self.paid + 2 + die.brakes))
        self.seconds[self.driver] -= cost
        self.paid += 1 + die.brakes
        brakes = "" if not die.brakes else " with a brake die" if die.brakes == 1 else f" with {die.brakes} brake dice"
        return "secured", {"die": twice.die(die.face) + brakes, "cost": cost}

    def told_moved(self) -> tuple[str, Facts]:
        if self.is_lost:  # and pushed off its space
            return "moved", {"space": twice.place(self.key, self.after.place(self.driver)), "gear": twice.gear(0)}
        die = self.laid[self.at]
        self.at += 1
        self.gear = int(die.face) if die.face.isdigit() else self.gear
        was, self.standing = (
            self.whole(self.standing) if self.standing else "",
            self.whole(die.way[-1] if die.way else ""),
        )
        if self.key == "dirt":
            self.flown = len(die.way) > 1
        else:
            names = [*self.road]
            between = names[names.index(was) + 1 : names.index(self.standing)] if was else []
            self.flown = any(re.match(r"j\d", name) for name in between)
        return "flew" if self.flown else "moved", {
            "space": twice.place(self.key, self.standing),
            "gear": twice.gear(self.gear),
        }

    def told_attack(self) -> tuple[str, Facts]:
        return "attack", {"count": len(re.findall(r"[\dw]", self.one.move))}

    def told_staked(self) -> tuple[str, Facts]:
        return "staked", {"count": sum(die.face != "b" for die in self.laid)}

    def told_seconds(self) -> tuple[str, Facts]:
        rolled = re.findall(r"rolled\[(.*?)\]", self.turn)
        stake = re.findall(r"attack(\d+)|stake(\d+)", self.turn)
        if rolled:
            count = sum(one[0] != "b" for one in rolled[0].split())
        elif stake:
            count = int("".join(stake[0]))
        else:
            count = sum(die.face != "b" for die in self.laid)
        self.seconds[self.driver] += count
        return "seconds", {"count": count}

    # -- Cards ---------------------------------------------------------------------------------------------------------

    def told_card(self) -> tuple[str, Facts]:
        if self.key == "classic" and self.next_is("good", "dirty", "puncture", "ignored", "out") and self.on_shortcut():
            return "card-shortcut", {}
        name, gear = "card", self.gear
        if self.one.move == "wheel" and not self.is_lost:
            name, gear = "card-wheel", 0
        elif self.is_lost and "sisu" in self.shown:
            name, gear = "card-sisu", self.after.number("g", self.driver)
        elif self.is_lost and "finish" not in self.one.whats:
            name, gear = "card-neutral", 0
        elif "blocked" in self.one.whats:
            gear = self.after.number("g", self.driver)
            name = name if gear else "card-neutral"
        elif not gear:
            name = "card-neutral"
        seconds = SECONDS[self.key][gear]
        self.clock[self.driver] += seconds
        return name, {"gear": twice.gear(gear), "seconds": seconds}

    def on_shortcut(self) -> bool:
        place = self.after.place(self.driver) if self.is_lost else self.standing
        return place.endswith(".cut") and not any(what in ("good", "dirty") for what in self.one.whats[: self.number])

    def told_blocked(self) -> tuple[str, Facts]:
        if not self.next_is("card"):
            self.clock[self.driver] += SECONDS[self.key][1]
        if self.key == "dirt":
            return "blocked", {}
        own = self.road[self.standing].front
        cars = {name: self.road[self.before.place(name)].front for name in self.before.names if self.before.place(name)}
        bend = self.road[self.standing].bend
        near = {name for name in cars if bend >= 0 and self.road[self.before.place(name)].bend == bend}
        ahead = sorted(
            (abs(front - own), name)
            for name, front in cars.items()
            if name != self.driver and (front >= own or name in near)
        )
        if not ahead:
            return "blocked", {}
        name, keys = ahead[0][1], [*self.road]
        between = keys[keys.index(self.standing) + 1 : keys.index(self.before.place(name))]
        if any(re.match(r"j\d", key) for key in between):  # it stands where a flight ends
            return "blocked", {}
        return "blocked-by", {"car": f"car {name}" if len(name) == 1 else name}

    # -- Losing control ------------------------------------------------------------------------------------------------

    def told_lost(self) -> tuple[str, Facts]:
        self.is_lost = True
        ended = re.findall(r"ended=(\w+)", self.turn)
        faces = re.sub(r"(attack\d+|left)\[.*?\]", "", self.turn).count("!") + self.shown.count("!")
        driven = "moved-with" in self.one.whats and "with its hazard" in self.told_before()
        fast = "limit" if self.key == "dirt" else "bend"
        causes = {str(WORDS[self.key]["names"][cause]): cause for cause in ("hazards", "jump", "landing", fast)}
        cause = causes[self.one.told[self.number].rpartition("control is lost, ")[2].rstrip(".")]
        if ended:
            assert cause == ended[0]
        elif cause == "hazards":
            assert faces + driven >= 2
        elif cause in ("jump", "landing"):
            assert self.flown
        else:
            assert not self.flown or faces + driven < 3
        return "lost", {"cause": WORDS[self.key]["names"][cause]}

    def told_before(self) -> str:
        return " ".join(self.one.told[: self.number])

    def told_off(self) -> tuple[str, Facts]:
        side = next(card for card in self.shown if card in ("left", "right"))
        there = getattr(self.road[self.whole(self.standing)], side)
        return "off", {"turn": side, "terrain": WORDS[self.key]["names"][there]}

    def told_damage(self) -> tuple[str, Facts]:
        if self.key == "dirt":
            return "damage", {"kind": WORDS["dirt"]["names"][self.hits.pop(0)]}
        if "off" not in self.one.whats:
            return "damage", {"count": 1}
        side = next(card for card in self.shown if card in ("left", "right"))
        there = self.road[self.whole(self.standing)]
        return "damage", {"count": self.before.state.stage.legends[there.legend][getattr(there, side)]}

    def told_marks(self) -> tuple[str, Facts]:
        danger = ("yellow", "orange", "red").index(self.road[self.whole(self.standing)].danger)
        return "marks", {"marks": HARD_MARKS[danger] if "hard" in self.shown else MARKS[self.gear][danger]}

    def told_dirty(self) -> tuple[str, Facts]:
        return "dirty", {
            "bend": re.findall(r"\d+", self.standing if not self.is_lost else self.after.place(self.driver))[0]
        }

    def told_gravel(self) -> tuple[str, Facts]:
        return "gravel", {"bend": twice.place("dirt", self.standing).rpartition("tile ")[2]}

    # -- Around the turn -----------------------------------------------------------------------------------------------

    def told_entered(self) -> tuple[str, Facts]:
        return "entered", {"space": twice.place(self.key, self.whole(self.one.move.split()[1]))}

    def told_finish(self) -> tuple[str, Facts]:
        return "finish", {"time": watch(self.clock[self.driver] - self.seconds[self.driver])}

    def told_split(self) -> tuple[str, Facts]:
        return "split", {
            "time": watch(self.clock[self.driver] - self.seconds[self.driver] * ("edition=de" not in self.one.before))
        }

    def told_tyres(self) -> tuple[str, Facts]:
        return self.one.move.replace(" ", "-"), {}

    def told_weather(self) -> tuple[str, Facts]:
        zones = list(dict.fromkeys(re.findall(r"([A-Z])\d", self.after.sections[0])))
        nth = self.one.whats[: self.number].count("weather")
        return f"weather-{'snow' if self.shown[nth] == '!' else 'dry'}", {"zone": zones[nth]}

    def told_next_stage(self) -> tuple[str, Facts]:
        return "next-stage", {"number": self.stage}

    def told_order(self) -> tuple[str, Facts]:
        before, after = (re.findall(r" r(\d+)", case.sections[2]) for case in (self.before, self.after))
        return "order", {"round": int(before[0]) + 1 if before else int((after or ["2"])[0])}

    def told_leader(self) -> tuple[str, Facts]:
        assert f"leader {self.driver}" in self.after.sections[2]
        return "leader", {}

    def told_penalty(self) -> tuple[str, Facts]:
        more = self.penalties.get(self.driver, 0)
        self.clock[self.driver] += more * ("winners" not in self.one.whats)
        return "penalty", {"seconds": more}

    def told_stage(self) -> tuple[str, Facts]:
        return "stage", {"time": watch(min(self.home() or self.retired))}

    def home(self) -> list[int]:
        gone = {
            self.before.names[seat] for what, seat in zip(self.one.whats, self.one.seats, strict=True) if what == "out"
        }
        home = [name for name in self.before.names if name not in gone and "out" not in self.before.car(name).split()]
        return [self.clock[name] - self.seconds[name] for name in home]

    def told_retired(self) -> tuple[str, Facts]:
        own = self.clock[self.driver] - self.seconds[self.driver]
        self.retired.append(max(self.home() or [own]) + 60)
        return "retired", {"time": watch(self.retired[-1])}


MARKS = {1: (0, 0, 0), 2: (0, 0, 0), 3: (0, 0, 1), 4: (0, 1, 2), 5: (1, 2, 3), 6: (2, 3, 4)}
HARD_MARKS = (0, 2, 3)
"""Damage tokens of a crash, by its gear, on yellow, orange and red."""


RARE = {
    "classic": (
        ("s14 | A p1 finished | A phase=gap", "wheel"),
        ("START C8, C3-J6-J5-C4, FINISH C5 snow C | B@b4.line g1 ; C@s12 g5 | C | edition=de", "blocked"),
    ),
    "dirt": (("FX-S | A@L0 g0 #1 ; B@R0 g0 #2 ; C | B r2 then C", "blocked"),),
}
"""Positions and moves that random games seldom come to."""


@pytest.mark.parametrize("key", SECONDS)
def test_the_log_of_a_race_is_told_again(key: str, wide: bool) -> None:
    tell, met = twice.Log(key), Counter[str]()
    stage, was, penalties = 2, "", dict[str, int]()
    rare = [twice.by_hand(key, *one) for one in RARE[key]]
    for one in some([*rare, *twice.in_examples(key), *twice.in_random_games(key, range(60 if wide else 12))]):
        stage = stage if one.before == was else 2  # another example or game
        met.update(one.whats)
        if one.move.startswith("penalty"):  # told when all have taken theirs
            penalties[Case(key, "", one.before, "", 0, None).driver] = int(one.move.split()[1])
        assert one.told == Told(tell, one, stage, penalties).lines(), one
        if "penalty" in one.whats:
            penalties.clear()
        stage, was = stage + one.whats.count("next-stage"), one.after
    assert len(met) > 25 and not tell.never_told(), tell.never_told()
