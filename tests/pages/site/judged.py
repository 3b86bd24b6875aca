"""The engine's words on the examples of rules: asked where the tests run and in Pyodide, to compare the two."""

from __future__ import annotations

import json
from importlib import import_module

from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import drive_example, judge_example


def judged(key: str) -> str:
    """The rules broken by the examples of a game or, where a rule cannot be broken, the events in them."""
    game, found = SHELF[key], {}
    for rule in game.rules():
        for text in (*rule.ok, *rule.broken):
            if rule.kind is Kind.FACT and " :: " in text:
                told = [
                    (game.write(one.state), [game.describe_event(one.state, event) for event in one.events])
                    for one in drive_example(game, text)
                ]
                found[f"{rule.code} {text}"] = repr(told)
            else:
                broken = [violation for _, _, violations in judge_example(game, text) for violation in violations]
                found[f"{rule.code} {text}"] = repr([(one.code, one.at, one.facts) for one in broken])
    return json.dumps(found)


def answer(*asked: str) -> str:
    """The words on the examples of one game; of modules that are asked for by their names, how many were loaded."""
    return judged(*asked) if asked[0] in SHELF else str(len([import_module(name) for name in asked]))
