"""Visits by lot: what a page tells somebody who does one thing after the other, each of them drawn by lot.

A visitor drives and plays, asks for advice, looks back at a drive and tries its mistakes again, sits in lessons and
answers at random, by the same lots every time. So they come to much that nobody would think of. In `visits/` stands
each of their deeds, with a mark of all that their browser was sent for it, and with the sentences that were new to
them.

`make golden` writes the files anew. `python -m tests.golden.visits NAME` prints all behind the marks of one visitor, to
be compared with what it prints of another version.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rallyman_tutor.games import SHELF
from rallyman_tutor.page.browser_save import save_table
from rallyman_tutor.tutor.learner.progress import (
    Progress,
    plain,
    with_broken_rule,
    with_drive,
    with_guess,
    with_practised,
)
from rallyman_tutor.tutor.session.session import Session
from tests.page.host import LESSONS, Visit
from tests.tutor.test_daily import driven as simply_driven
from tests.tutor.test_review import driven as race_driven

HERE = Path(__file__).parent / "visits"
DRAWN = {"code", "ground", "faces", "pieces", "pictures", "stage", "stamps", "words"}
"""Parts that are drawn or packed, not told: how exactly, hangs on the machine as well."""
SENTENCES = ("answer", "behind", "sheet hints", "sheet refutation", "view messages said", "view say")
"""Parts whose sentences are written down, and not only marked."""


class Stay(NamedTuple):
    """Where a visitor goes, and how many things they do there; at a table of this name with so many cars, if it is
    named."""

    at: str
    deeds: int
    table: str = ""
    cars: int = 1


def _practice(game: str) -> Sequence[Stay]:
    rooms = {"practice": 6, "puzzles": 6, "risk": 6, "run": 12, "placement": 12, "daily": 8, "rules": 12}
    asked = [Stay(f"{room}/{game}", deeds) for room, deeds in rooms.items() if LESSONS.knows(f"{room}/{game}")]
    return (*asked, *(Stay(at, 1) for at in ("practice", "coming", "insight", "summary", f"home/{game}", "home")))


WALKS: Mapping[str, Sequence[Stay]] = {
    "classic-drives": (Stay("drive", 70, "first"), Stay("drive", 90, "bends"), Stay("drive", 60, "winter", 3),
                       Stay("drive", 30, "s9 j4 s3 R2 s2")),
    "classic-reviews": (Stay("drive", 70),),  # of a drive that is over
    "dirt-reviews": (Stay("drive/dirt", 24),),
    "dirt-drives": (Stay("drive/dirt", 150, "R4-SS1"), Stay("drive/dirt", 60, "R1-SS1", 3)),
    "crazy_rally-drives": (Stay("drive/crazy_rally", 30, "race", 3), Stay("drive/crazy_rally", 20, "practice", 3)),
    "mil_millas-drives": (Stay("drive/mil_millas", 24, "duel", 2), Stay("drive/mil_millas", 16, "teams", 4)),
    **{f"{game}-lessons": [Stay(at, 6) for at in LESSONS.named if at.startswith(game)] for game in SHELF},
    **{f"{game}-practice": _practice(game) for game in SHELF},
}  # fmt: skip
"""The stays of each visitor."""


def file_of(name: str) -> Path:
    return HERE / f"{name}.txt"


class Done(NamedTuple):
    """A deed, and all that was sent for it, line by line."""

    deed: str
    lines: Sequence[str]


def visited(name: str) -> Iterator[Done]:
    """The deeds of one visitor."""
    visit = Visit(WALKS[name][0].at)

    def heard(deed: Mapping[str, Any]) -> Done:
        visit.hears(deed)
        return Done(
            " ".join(map(str, deed.values())), [line for patch in visit.sent for line in _lines("", patch.wire)]
        )

    game = name.partition("-")[0]
    kept = save_table(WALKS[name][0].at, driven(game)) if name.endswith("-reviews") else None
    known = plain(experienced(game, visit.now)) if name.endswith("-practice") else None
    hello = {"do": "hello", "at": WALKS[name][0].at, "theme": "light", "kept": kept, "progress": known}
    yield heard(hello)._replace(deed="hello")
    for stay in WALKS[name]:
        if kept is None:
            yield heard({"do": "go", "to": stay.at})
        if stay.table:
            yield heard({"do": "new", "table": stay.table, "cars": stay.cars, "bots": stay.cars > 1, "seed": name})
        for number in range(stay.deeds):
            visit.now += timedelta(minutes=20)
            yield heard(max(_deeds(visit), key=partial(_lot, f"{name} {stay} {number}")))
        visit.now += timedelta(days=1)


def driven(game: str) -> Session:
    """A drive that is over."""
    return race_driven() if game == "classic" else simply_driven(game, "R1-SS1", "3")


def experienced(game: str, now: datetime) -> Progress:
    """The progress of somebody who has done much before."""
    lot, held = Random(game), Progress()
    for day in range(200):
        then = now - timedelta(days=240 - day)
        guessed, true, hard = lot.random() ** 2, lot.random() ** 3, lot.randrange(4)
        held = with_guess(held, game, guessed, true, hard % 2, not hard, then, 5 + day % 70)
        held = with_practised(held, lot.choice(SHELF[game].rules()).code, hard // 2, hard % 2, then, 0, 3 + day)
        if day % 3 == 0:
            held = with_broken_rule(held, lot.choice(SHELF[game].rules()).code, then)
        if day % 9 == 0:
            held = with_drive(
                held, [(f"{game}/{stage}", 40 / (1 + day) * lot.random(), 60 + day) for stage in "ab"], hard, then
            )
    return held


def told(name: str) -> str:
    """The file of one visitor."""
    known, lines = set[str](), list[str]()
    for done in visited(name):
        lines.append(f"{hashlib.sha256(json.dumps(done.lines).encode()).hexdigest()[:8]}  {done.deed}")
        new = [line for line in done.lines if line.startswith(SENTENCES) and line.count(" ") > 4 and line not in known]
        known.update(new)
        lines += [f"          {line}" for line in dict.fromkeys(new)]
    return "\n".join(lines) + "\n"


def _lot(drawn: str, deed: Mapping[str, Any]) -> tuple[float, float]:
    """The kind of deed with the highest lot is done, and of all of this kind the one with the highest: something else
    that can be done changes nothing where it does not win."""
    kind = deed["do"]
    return Random(f"{drawn} {kind}").random() ** (1 / OFTEN.get(kind, 1)), Random(f"{drawn} {deed}").random()


OFTEN = {"act": 20, "lay": 6, "answer": 6, "uncover": 9, "review": 9, "retry": 9, "next": 9, "start": 9, "advise": 2, "refute": 3,
         "help": 0.5, "ghost": 0.5, "speak": 0.3, "undo": 0.5, "copy": 0.5, "clear": 0.5, "go": 2, "time": 0.2}  # fmt: skip


def _lines(path: str, value: object) -> Iterator[str]:
    """Data as lines: what holds no more lists stands on one."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    if isinstance(value, dict) and any(isinstance(part, dict | list | tuple) for part in parts):
        for key, part in value.items():
            if key not in DRAWN:
                yield from _lines(f"{path} {key}".strip(), part)
    elif any(isinstance(part, dict | list | tuple) for part in parts):
        for part in parts:
            yield from _lines(path, part)
    else:
        yield f"{path}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"


def _deeds(visit: Visit) -> list[dict[str, Any]]:
    """All that can be done now, and some of what cannot."""
    view, sheet, place, words = visit.view, visit.sheet, visit.place, visit.words
    kind = place["kind"]
    found: list[dict[str, Any]] = (
        [{"do": "go", "to": place["at"]}] if kind in ("practice", "puzzle", "risk", "placement", "running") else []
    )
    if place.get("next") and kind != "lesson":
        found.append({"do": "go", "to": place["next"]})
    if kind == "run":
        found.append({"do": "start", "minutes": 5, "name": "Ana"})
    if kind == "running":
        found.append({"do": "time"})
    if kind == "rules":
        for rule in place["rules"]:
            found.append({"do": "go", "to": f"rules/{rule['code']}"})
        if place["rule"]:
            found += [{"do": "example", "code": place["rule"]["code"], "kind": one, "n": 0} for one in ("ok", "broken")]
    if not view:
        return found or [{"do": "go", "to": "home"}]
    for piece, places in visit.choices.get("of", {}).items():
        found.append({"do": "lay", "piece": piece})
        found += [
            {"do": "lay", "piece": piece, "place": to} for to, (verdict, _) in places.items() if verdict == "legal"
        ]
    found += [{"do": "act", "move": one["move"]} for one in view["offers"] if one["name"] != "retire"]
    found += [{"do": "command", "line": one["move"]} for one in view["offers"]]
    found += [{"do": "ask", "move": one} for one in visit.page.game.questions]
    for about, one in words.get("asks", {}).items():
        found += [{"do": "tell", "about": about}, {"do": "command", "line": one["label"]}]
    found += [
        {"do": "command", "line": one} for one in ("why", "help", "go on", "mistakes", "3 4", "7>x9", "brief", "full")
    ]
    for at, one in enumerate(view["draft"]):
        found += [{"do": "take", "at": at}, {"do": "put", "at": at, "place": one["place"]}]
    if view["draft"]:
        found += [{"do": one} for one in ("clear", "copy", "cloud", "mix", "share")]
        found += [
            {"do": "mix", "share": share["name"], "notch": at}
            for share in visit.behind.get("mixed", {}).get("shares", ())
            for at in (-1, 2)
        ]
    if view["other"]:
        found.append({"do": "swap"})
    if view["covered"]:
        found.append({"do": "uncover"})
    if view["log"]:
        found += [{"do": "look", "at": at} for at in (0, 2, 5, -1)]
    if not sheet:
        found += [{"do": "advise"}, {"do": "undo"}, {"do": "ghost", "on": True}, {"do": "ghost", "on": False}]
        found += [{"do": "help", "how": how} for how in ("off", "request", "after", "always")]
        found += [{"do": "speak", "how": how} for how in ("brief", "normal", "full")]
    if view["over"]:
        found.append({"do": "review"})
    if view["review"]:
        found += [{"do": "retry", "at": at} for at in range(3)]
    if view["retry"]:
        found += [{"do": "refute"}, {"do": "return"}]
    if sheet:
        found += [{"do": "point", "at": at} for at in range(len(view["draft"]))]
        found += [{"do": "hint"}, {"do": "next"}, {"do": "again"}]
        found += [{"do": "step", "at": at} for at in range(len(sheet["steps"]))]
        found += [{"do": "answer", "id": one["id"]} for one in sheet.get("answers", ())]
        found += [{"do": "claim", "id": one["id"]} for one in sheet.get("claims", ())]
    return found


if __name__ == "__main__":
    for done in visited(sys.argv[1]):
        print(done.deed, *done.lines, sep="\n  ")
