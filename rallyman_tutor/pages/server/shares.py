"""How much there may be of everything in rooms, and how much of it those may take who come from one place.

A club may sit behind one address, and a single visitor may mean no good behind another: the share of each is enough for
a club, and leaves enough for others. Rooms count for a day. As many as one place may open in all the days for which
rooms are kept are still fewer than there are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.pages.server.allowance import Allowance

DAY, SOON = 24 * 3600.0, 600.0  # seconds for which a place is known from which a room was opened, and another one


class Limits(NamedTuple):
    """How much of everything there may be."""

    rooms: int = 100  # that are kept at once
    rooms_each: int = 12  # that were opened from one place within a day
    guests: int = 200  # in all rooms together
    guests_each: int = 40  # from one place
    in_a_room: int = 24  # guests
    letters: int = 4000  # of one message
    rate: float = 5.0  # messages of one guest each second
    burst: int = 20  # and at once
    opened: int = 10  # rooms that may be opened from one place one right after the other, and then
    opening: float = 6.0  # seconds for each further one
    guess: float = 1.0  # seconds between two codes that are tried from one place without a seat, once `guesses` were
    guesses: int = 20
    guess_of_all: float = 0.2  # the same for all places together
    guesses_of_all: int = 100
    entering: float = 5.0  # seconds for which somebody may be there without having come into a room
    gone: float = 60.0  # seconds after which somebody who left may be stood in for by a bot
    idle: float = 300.0  # seconds after which somebody may be who is in turn and does nothing
    again: float = 10.0  # seconds after which a bot tries again whose move could not be made


LIMITS = Limits()


@dataclass(eq=False)
class Share:
    """All that came from one place. Nobody knows which place it is where `origin` is empty: then it has no limits of
    its own."""

    origin: str
    openings: Allowance
    guesses: Allowance
    seen: float
    guests: int = 0
    rooms: dict[str, float] = field(default_factory=dict)  # when each was opened

    @property
    def is_known(self) -> bool:
        return bool(self.origin)


class Shares:
    """The shares of all places that have something here."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._known: dict[str, Share] = {}

    def arrive(self, origin: str, now: float) -> Share:
        """Count one more guest from a place."""
        self._known = {
            origin: one
            for origin, one in self._known.items()
            if one.guests or now - one.seen < (DAY if one.rooms else SOON)
        }
        share = self._known.get(origin)
        if share is None:
            limits = self._limits
            openings = Allowance(1 / limits.opening, limits.opened)
            share = Share(origin, openings, Allowance(1 / limits.guess, limits.guesses), now)
        if share.is_known and share.guests >= self._limits.guests_each:
            raise Refused("too-many-devices")
        self._known[origin] = share
        share.guests, share.seen = share.guests + 1, now
        return share

    def leave(self, share: Share, now: float) -> None:
        share.guests, share.seen = share.guests - 1, now
