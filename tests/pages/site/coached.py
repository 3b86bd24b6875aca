"""All that a page asks of the coach, one thing after the other: asked where the tests run, and without numpy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rallyman_tutor.coach.bots import LEVELS
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.browser_save import save_table
from rallyman_tutor.tutor.learner import puzzles
from rallyman_tutor.tutor.learner.addresses import address_in_game
from tests.golden.visits import DRAWN
from tests.page.host import Visit
from tests.tutor.test_daily import driven

STAGES = {"classic": "short", "dirt": "R1-SS1"}
LONG = (("dirt", "a review"), ("classic", "a rally"))
Asked = Mapping[str, Any]


def asked_of(key: str, whole: bool = False) -> str:
    """All that is told of everything that is asked in a game, by what it is, as JSON; where not the `whole` is asked,
    either game leaves out something that takes long without numpy, and the other one has it."""
    asked = {name: ask for name, ask in ASKED.items() if whole or (key, name) not in LONG}
    return json.dumps({name: [*_told(*ask(key))] for name, ask in asked.items()})


def _told(at: str, hello: Asked, *deeds: Asked) -> Iterator[object]:
    visit = Visit(at)
    visit.hears({"do": "hello", "at": at, "theme": "light", **hello})
    for deed in deeds:
        visit.hears(deed)
        yield [{name: part for name, part in patch.wire.items() if name not in DRAWN} for patch in visit.sent]


def _puzzle(key: str) -> tuple[Any, ...]:
    """A hint, and every wrong answer, with its reason."""
    wrong = [choice.id for choice in puzzles.as_lesson(SHELF[key], 1).steps[0].choices if choice.id != "1"]
    return f"puzzles/{key}/1", {}, {"do": "hint"}, {"do": "hint"}, *({"do": "answer", "id": one} for one in wrong)


def _advice(key: str) -> tuple[Any, ...]:
    """Advice, with help that is always on, other cards, a cloud of drives and a ghost."""
    return (
        address_in_game("drive", key),
        {},
        {"do": "new", "table": STAGES[key], "cars": 2, "bots": True, "seed": "one"},
        {"do": "help", "how": "always"},
        *[{"do": "advise"}] * 2,
        {"do": "mix", "share": RACES[key]().shares()[0].name, "notch": 1},
        {"do": "ghost", "on": True},
        {"do": "draft", "moves": ["1"]},
        {"do": "cloud"},
        {"do": "act", "move": "roll"},
    )


def _review(key: str) -> tuple[Any, ...]:
    """A drive that is over, what it lost, and a decision that is taken again."""
    at = address_in_game("drive", key)
    again = ({"do": "retry", "at": 0}, {"do": "refute"}, {"do": "return"})
    return at, {"kept": save_table(at, driven(key, STAGES[key], "3"))}, {"do": "review"}, *again


def _rally(key: str) -> tuple[Any, ...]:
    """The first turns of a rally, in which drivers of every level decide before a person does."""
    drivers = {"names": ["Ana", "Ben", "Cleo", "Dan"], "levels": [*LEVELS, ""]}
    return address_in_game("rally", key), {}, {"do": "rally", **drivers}, {"do": "ready"}


ASKED = {"a puzzle": _puzzle, "advice": _advice, "a review": _review, "a rally": _rally}
