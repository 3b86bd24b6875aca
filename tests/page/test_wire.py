"""Messages between page and browser: all that a page may say is read, everything else refused, and its scripts know
it."""

from __future__ import annotations

from typing import Any

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.page.intents import INTENTS, Example, Go, Hello, New, parse
from rallyman_tutor.tutor.session.intents import Act, Draft, Lay, Put, Take, as_data
from tests.page import typescript


def test_the_types_of_the_scripts_are_those_of_the_page() -> None:
    assert typescript.FILE.read_text("utf-8") == typescript.written(), "write them anew with `make wire`"


@pytest.mark.parametrize(
    ("raw", "intent"),
    [
        ({"do": "lay", "piece": "3"}, Lay("3")),
        ({"do": "lay", "piece": "3", "place": "s4"}, Lay("3", "s4")),
        ({"do": "take"}, Take()),
        ({"do": "take", "at": 2}, Take(2)),
        ({"do": "put", "at": 0, "move": "3$>s2"}, Put(0, None, "3$>s2")),
        ({"do": "draft", "moves": ["3>s1", "w"]}, Draft(("3>s1", "w"))),
        ({"do": "go", "to": "rules", "kept": {"at": "rules"}}, Go("rules", {"at": "rules"})),
        ({"do": "new", "table": "first", "cars": 2, "bots": True, "seed": "1", "level": "club"},
         New("first", 2, True, "1", "club")),
        ({"do": "example", "code": "CL-GEAR-03", "kind": "ok", "n": 1}, Example("CL-GEAR-03", "ok", 1)),
        ({"do": "hello", "tall": True, "theme": "dark", "at": "home", "kept": None, "progress": None},
         Hello(True, "dark", "home")),
    ],
)  # fmt: skip
def test_a_message_becomes_an_intent(raw: dict[str, Any], intent: object) -> None:
    assert parse(raw) == intent


@pytest.mark.parametrize(
    "raw",
    [
        None, 3, "hello", [], {}, {"do": None}, {"do": ["lay"]}, {"do": "fly"}, {"do": "Lay", "piece": "3"},
        {"do": "lay"}, {"do": "lay", "piece": 3}, {"do": "lay", "piece": "3", "place": {}},
        {"do": "take", "at": "0"}, {"do": "take", "at": True}, {"do": "take", "at": 1.0},
        {"do": "draft", "moves": "3>s1"}, {"do": "draft", "moves": ["3>s1", 3]}, {"do": "look", "at": None},
        {"do": "theme", "theme": "blue"}, {"do": "frame", "tall": 1}, {"do": "go"}, {"do": "go", "to": ["home"]},
        {"do": "new", "cars": "many"}, {"do": "new", "bots": 1}, {"do": "bring"},
        {"do": "example", "code": "CL-GEAR-03", "kind": "sad", "n": 0},
        {"do": "lay", "piece": "\ud800"}, {"do": "go", "to": "home", "kept": float("nan")},
        {"do": "bring", "progress": {"cards": {"\udcff": 1}}},
    ],
)  # fmt: skip
def test_what_is_no_intent_is_refused(raw: object) -> None:
    with pytest.raises(Refused, match="unknown-intent"):
        parse(raw)


OWN: dict[str, dict[str, object]] = {"hello": {"at": "home"}, "build": {"deed": "undo"}, "speak": {"how": "brief"}}
"""Values of fields that several intents have, each of another kind."""


def test_every_intent_can_be_said() -> None:
    """With its fields as they are told in the scripts' types, each by some value of its kind."""
    some: dict[str, object] = {"piece": "1", "move": "1", "moves": [], "to": "home", "id": "a", "progress": None, "code": "", "kind": "ok",
            "at": 0, "n": 0, "tall": True, "on": True, "theme": "dark", "how": "off", "about": "clock", "line": "1",
            "minutes": 3, "files": [], "names": [], "levels": [], "me": 0, "key": "", "keys": [], "text": "", "room": {}}  # fmt: skip
    for do, kind in INTENTS.items():
        assert type(parse({"do": do, **some, **OWN.get(do, {})})) is kind


@pytest.mark.parametrize("intent", [Act("stop"), Draft(("3>s1",)), Draft(())])
def test_what_a_button_sends_is_read_as_what_it_means(intent: Act | Draft) -> None:
    assert parse(as_data(intent)) == intent
