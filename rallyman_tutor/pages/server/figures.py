"""Figures about the server for those who watch over it, in the text format of Prometheus. There is nothing in them
about a visitor: they are counts and times of all together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

BOUNDS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds. Of each bound it is told how many pages were made within it."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass
class Figures:
    """Counts and times since the server was started."""

    started: int = 0
    ended: int = 0
    refused: int = 0
    times: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    """How many pages took how long to make: up to each bound, and longer."""
    seconds: float = 0.0

    def made(self, seconds: float) -> None:
        """Count a page that was made in so many seconds."""
        self.times[sum(bound < seconds for bound in BOUNDS)] += 1
        self.seconds += seconds

    def text(self, visitors: int, waiting: int, seats: int) -> str:
        """All figures, with those of this moment."""
        now = {
            ("visitors", "gauge", "Visitors who have a kernel."): visitors,
            ("waiting", "gauge", "Visitors who wait for a seat."): waiting,
            ("seats", "gauge", "Visitors who are let in at once."): seats,
            ("kernels_started_total", "counter", "Kernels that were started."): self.started,
            ("kernels_ended_total", "counter", "Kernels that have ended."): self.ended,
            ("refused_total", "counter", "Visitors who were refused, since every seat was taken."): self.refused,
        }
        lines = [line for named, figure in now.items() for line in [*_head(*named), f"rallyman_{named[0]} {figure}"]]
        return "\n".join([*lines, *self._histogram()]) + "\n"

    def _histogram(self) -> Iterator[str]:
        name = "ready_seconds"
        yield from _head(name, "histogram", "Seconds until a page was made.")
        for number, bound in enumerate((*BOUNDS, "+Inf")):
            yield f'rallyman_{name}_bucket{{le="{bound}"}} {sum(self.times[: number + 1])}'
        yield f"rallyman_{name}_sum {self.seconds:.3f}"
        yield f"rallyman_{name}_count {sum(self.times)}"


def _head(name: str, kind: str, said: str) -> list[str]:
    return [f"# HELP rallyman_{name} {said}", f"# TYPE rallyman_{name} {kind}"]
