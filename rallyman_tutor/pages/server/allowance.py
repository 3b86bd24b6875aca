"""How fast somebody may send, or all of them together."""

from __future__ import annotations

from math import inf


class Allowance:
    """So many messages at once, and then so many a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._paid_until = -inf

    def due(self, now: float) -> float:
        """The seconds that the next one would have to wait, of which nothing is counted."""
        return max(0.0, self._paid_until - now + 1 / self._rate)

    def wait(self, cost: float, now: float) -> float:
        """Count what came at `now`, and give the seconds to wait before it is handled."""
        self._paid_until = max(self._paid_until, now - self._burst / self._rate) + cost / self._rate
        return max(0.0, self._paid_until - now)
