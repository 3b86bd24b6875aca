"""The functions that serve every game, for tests that look inside one.

They take games, states and moves as opaque: who calls them hands back what the game gave. A test of one game knows what
is inside, and so leaves the types of the arguments open here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rallyman_tutor.coach import bots, racing
from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.core import replay
from rallyman_tutor.core.rule import Violation
from rallyman_tutor.tutor.session import playing
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words import explain as explaining

Judged = list[tuple[Any, Any, list[Violation]]]

explain: Callable[..., explaining.Explanation] = explaining.explain
reason: Callable[..., explaining.Explanation] = explaining.explain_briefly
explain_sheet: Callable[..., explaining.Explanation] = explaining.explain_sheet
explain_example: Callable[..., explaining.Explanation] = explaining.explain_example
judged: Callable[..., Judged] = explaining.judge_example
misread: Callable[..., str] = explaining.explain_misread
sit_down: Callable[..., Session] = playing.begin
begin: Callable[..., replay.Replay[Any, Any]] = replay.begin
Replay: Callable[..., replay.Replay[Any, Any]] = replay.Replay
drive: Callable[..., Decision[Any]] = racing.drive
choose: Callable[..., Any] = bots.choose


def opened(one: object) -> Any:
    """A state or a move without its type: to look inside it, or to hand it to a function that takes it as opaque."""
    return one
