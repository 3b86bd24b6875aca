"""Work in small steps, for whoever has to answer others meanwhile: it can be left after any step, and resumed later.

A generator is such work: it yields after each step, and returns what it has found.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Generic, TypeAlias, TypeVar

Found = TypeVar("Found")

Steps: TypeAlias = Generator[None, None, Found]


def to_the_end(steps: Steps[Found]) -> Found:
    """The result of taking all steps one after the other."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Found = end.value
            return found


class Work(Generic[Found]):
    """Work that is kept, done or not: nobody does a step of it twice."""

    def __init__(self, steps: Steps[Found]) -> None:
        self._steps = steps
        self._found: list[Found] = []  # one thing, at the end
        self._error: Exception | None = None

    @property
    def found(self) -> Found | None:
        """The result; None as long as steps are left."""
        return self._found[0] if self._found else None

    def go_on(self) -> Steps[Found]:
        """The steps that are left, and what was found. What went wrong once is raised each time."""
        while not self._found:
            if self._error is not None:
                raise self._error
            try:
                next(self._steps)
            except StopIteration as end:
                self._found.append(end.value)
            except Exception as error:
                self._error = error
            else:
                yield
        return self._found[0]
