"""A rally as it is looked back at where nobody drives: what decided it, and its film."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rallyman_tutor.coach.coaches import has_race_coach
from rallyman_tutor.coach.steps import Work
from rallyman_tutor.rally.look_back import LookBack, look_back
from rallyman_tutor.rally.rally import Rally
from rallyman_tutor.tutor.session.playing import as_rally
from rallyman_tutor.tutor.session.session import Session


@dataclass(frozen=True, slots=True)
class PastRally:
    """A rally as far as it has come."""

    rally: Rally
    back: Work[LookBack] | None = field(default=None, compare=False)  # what is found of it once it is over
    film: bool = False  # whether its film is to be seen

    @classmethod
    def at(cls, session: Session) -> PastRally:
        """The rally that is driven at a table."""
        rally = as_rally(session)
        return cls(rally, Work(look_back(rally)) if rally.is_over and has_race_coach(rally.game) else None)

    def filmed(self) -> PastRally:
        """The rally with its film."""
        return replace(self, film=True)
