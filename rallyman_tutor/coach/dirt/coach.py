"""The coach of Rallyman: DIRT. Its solver imports numpy, so it is imported when it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rallyman_tutor.coach.contract import Drafts, Solver
from rallyman_tutor.coach.dirt.solver import turns
from rallyman_tutor.coach.dirt.solver.task import Task
from rallyman_tutor.coach.race_coach import RaceCoach
from rallyman_tutor.games.dirt import desk
from rallyman_tutor.games.dirt.state import Move, State

if TYPE_CHECKING:
    from rallyman_tutor.coach.dirt.solver import solver


def _solver() -> Solver[State, Move, Task, solver.Values]:
    from rallyman_tutor.coach.dirt.solver import solver

    return solver


def _drafts() -> Drafts[State, Move]:
    from rallyman_tutor.coach.dirt import odds

    return odds


COACH = RaceCoach(
    "dirt",
    turns,
    _solver,
    _drafts,
    ready=desk.STAGES,
    most_at_once=6,
    # stages are longer on dirt, and lost control costs less
    harder=(0.2, 0.35, 0.5, 0.65),
)
