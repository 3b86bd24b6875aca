"""Taking figures on a machine that may be busy: what could not be taken is said, and the rest goes on.

figures = Figures()
with figures.take("drive"):
    figures.note("drive", measure())
figures.say(capsys, "page ready", "ms", "drive")
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from playwright.sync_api import Error

ENOUGH = 3
"""How often a figure may fail before it is given up."""


def rounds(usual: int) -> int:
    """How often everything is measured; `make bench ROUNDS=2` shows only that all of it runs."""
    return int(os.environ.get("ROUNDS", usual))


class Figures:
    """Figures by name, in the order in which they were first tried, and what kept some of them from being taken."""

    def __init__(self, *names: str) -> None:
        self.taken: dict[str, list[float]] = {name: [] for name in names}
        self._failed: dict[str, list[str]] = {}

    def note(self, name: str, figure: float) -> None:
        self.taken.setdefault(name, []).append(figure)

    @contextmanager
    def take(self, name: str) -> Iterator[None]:
        """Take one figure; an error in it is kept, to be told at the end, and the rest goes on."""
        self.taken.setdefault(name, [])
        try:
            yield
        except (Error, AssertionError, OSError, ValueError, StopIteration) as error:
            self._failed.setdefault(name, []).append((str(error) or type(error).__name__).splitlines()[0][:120])

    def is_given_up(self, name: str) -> bool:
        return len(self._failed.get(name, ())) >= ENOUGH

    def lines(self, unit: str, ours: str, skip: int = 0) -> Iterator[str]:
        """The medians, and ours divided by each of the others. The first `skip` figures fill caches, and are left
        out."""
        medians = {name: statistics.median(all_[skip:]) for name, all_ in self.taken.items() if all_[skip:]}
        for name in self.taken:
            if name in medians:
                is_set_beside = name != ours and ours in medians and medians[name]
                ratio = f"   {ours}/{name}: {medians[ours] / medians[name]:.2f}" if is_set_beside else ""
                yield f"{name:<22}{medians[name]:>9,.0f} {unit}{ratio}"
            else:
                yield f"{name:<22}could not be taken"
        for name, failed in self._failed.items():
            yield f"{name}: failed {len(failed)} times, at first: {failed[0]}"

    def say(self, capsys: pytest.CaptureFixture[str], title: str, unit: str, ours: str, skip: int = 0) -> None:
        say(capsys, title, list(self.lines(unit, ours, skip)))


def say(capsys: pytest.CaptureFixture[str], title: str, lines: Sequence[str]) -> None:
    with capsys.disabled():
        print(f"\n{title}", *lines, sep="\n  ")
