"""Positions in which the examples of rules begin and through which they lead: each shows a rule at work, however
rare."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rallyman_tutor.core.rule import JudgedStep, Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import judge_example

State = Any


def positions_in_examples(
    key: str, of: JudgedStep, unfold: Callable[..., Iterable[tuple[int, State, Any]]]
) -> tuple[State, ...]:
    """Each position once that the examples of the rules against this kind of step lead through."""
    found: dict[State, None] = {}
    for rule in SHELF[key].rules():
        for text in (*rule.ok, *rule.broken) if rule.kind is Kind.ILLEGAL and of in rule.of else ():
            state, draft, _ = judge_example(SHELF[key], text)[0]
            if state is not None:
                found |= dict.fromkeys(now for _, now, _ in unfold(state, draft))
    return tuple(found)
