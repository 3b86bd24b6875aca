"""What a browser keeps of a table or a lesson, to be put back after a reload.

It travels with every answer, since a reload may come at any moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor import session as tables
from rallyman_tutor.tutor.course import Sitting
from rallyman_tutor.tutor.lessons import ASKED
from rallyman_tutor.tutor.session import Session


def is_of(kept: Any, at: str) -> bool:
    """Whether this was kept at that place."""
    return isinstance(kept, dict) and kept.get("at") == at


def of_table(at: str, session: Session, is_own: bool = True) -> dict[str, Any]:
    """The whole table, and whether somebody else brought it."""
    return {"at": at, "table": tables.save(session)} | ({} if is_own else {"brought": True})


def table_of(kept: Any) -> str:
    """What was sat down at there."""
    table = kept.get("table") if isinstance(kept, dict) else None
    return str(table.get("table", "")) if isinstance(table, dict) else ""


def of_lesson(sitting: Sitting) -> dict[str, Any]:
    """The step and its draft; behind a step that is done one goes on with the next."""
    session = sitting.session
    steps = [*(step.id for step in sitting.lesson.steps), ""]
    fresh = sitting.done or session.replay.past
    draft = [] if fresh else [session.game.write_move(move) for move in session.draft]
    return {"at": sitting.lesson.name, "step": steps[sitting.at + sitting.done], "draft": draft}


def drafted(sitting: Sitting, kept: Mapping[str, Any]) -> Sitting:
    """The draft that was kept, laid again."""
    if sitting.step.kind not in ASKED:
        with suppress(Refused):  # a draft that fits no more is not worth a word
            return replace(sitting, session=tables.drafted(sitting.session, kept.get("draft")))
    return sitting
