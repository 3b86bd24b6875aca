"""Judging a draft: its steps one by one, each in the state to which the steps before it lead.

Each game gives `walk` three functions: what a move of a script means now (`complete`), the step that the rules then
judge, with what the script tells of it (`asked`), and the state after that step (`follow`; None if nothing can follow).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from rallyman_tutor.core.notation import Draft, as_scripted
from rallyman_tutor.core.rule import Kind, RuleBook, Violation

State = TypeVar("State")
Move = TypeVar("Move")
Step = TypeVar("Step")
Shown: TypeAlias = tuple[str, ...]
"""The faces of dice and cards, as far as a script tells them."""


def walk(
    state: State,
    draft: Draft[Move],
    complete: Callable[[State, Move, Shown], tuple[Move, Shown]],
    asked: Callable[[State, Move, Shown], Step],
    follow: Callable[[State, Step, Shown], State | None],
    inside: Callable[[State, Move], Iterable[tuple[State, Step]]] = lambda state, move: (),
) -> Iterator[tuple[int, State, Step]]:
    """The steps of a draft, each with its number and the state it is judged in. `inside` gives the steps of a move that
    is itself a draft; they come before that move, with its number. The walk ends where no state can follow."""
    now = state
    last: tuple[Step, Shown] | None = None
    for at, (written, script) in enumerate(as_scripted(draft).shown_moves):
        if last is not None:
            after = follow(now, *last)
            if after is None:
                return
            now = after
        move, shown = complete(now, written, script)
        for here, step in inside(now, move):
            yield at, here, step
        step = asked(now, move, shown)
        last = step, shown
        yield at, now, step


def judged(book: RuleBook, steps: Iterable[tuple[int, object, object]], kind: Kind) -> list[Violation]:
    """Every rule of this kind that the steps of a draft break."""
    return [broken for at, now, step in steps for broken in book.judge(now, step, at, kind)]


def allowed(book: RuleBook, steps: Iterable[tuple[int, object, object]]) -> bool:
    """Whether no rule refuses any step of a draft."""
    return all(book.allows(now, step) for _, now, step in steps)
