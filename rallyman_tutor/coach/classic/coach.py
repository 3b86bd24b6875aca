"""The coach of Rallyman (2009). Its solver imports numpy, so it is imported when it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rallyman_tutor.coach.classic.solver import turns
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.contract import Beats, Drafts, Solver
from rallyman_tutor.coach.race_coach import RaceCoach
from rallyman_tutor.games.classic.road import READY
from rallyman_tutor.games.classic.state import Move, State

if TYPE_CHECKING:
    from rallyman_tutor.coach.classic.solver import solver


def _solver() -> Solver[State, Move, Task, solver.Values]:
    from rallyman_tutor.coach.classic.solver import solver

    return solver


def _drafts() -> Drafts[State, Move]:
    from rallyman_tutor.coach.classic import odds

    return odds


def _beats() -> Beats[State, Move, Task]:
    from rallyman_tutor.coach.classic.solver import beat

    return beat


COACH = RaceCoach(
    "classic",
    turns,
    _solver,
    _drafts,
    ready=READY,
    most_at_once=7,
    harder=(0.01, 0.05, 0.1, 0.2),
    beats=_beats,
)
