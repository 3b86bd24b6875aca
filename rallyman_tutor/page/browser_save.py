"""A table or a lesson as a browser keeps it, to be put back after a reload.

It is sent with every new view of a table or lesson, since a reload may come at any moment. What comes back is checked
anew.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.page.wire import BrowserSave
from rallyman_tutor.tutor.lesson.lesson_folders import Cover
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.session import sharing
from rallyman_tutor.tutor.session.playing import with_thoughts
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import with_saved_draft


def save_table(
    at: str, session: Session, is_own: bool = True, moves_brought: int = 0, moves_reviewed: int = 0
) -> BrowserSave:
    """The whole table, whether it is the learner's own, and how many moves were made before it was brought to them, and
    before they last looked back at it."""
    kept: BrowserSave = {"at": at, "table": sharing.save(session)}
    if not is_own:
        kept["brought"] = True
    if moves_brought:
        kept["moves"] = moves_brought
    if moves_reviewed:
        kept["reviewed"] = moves_reviewed
    if session.game.over(session.state):
        kept["over"] = True
    return kept


def save_lesson(sitting: Sitting) -> BrowserSave:
    """The step and its draft; after a step that is done, the next step."""
    session = sitting.session
    steps = [*(step.id for step in sitting.lesson.steps), ""]
    is_fresh = sitting.done or session.replay.past
    draft = [] if is_fresh else [session.game.write_move(move) for move in session.draft]
    return {"at": sitting.lesson.name, "step": steps[sitting.at + sitting.done], "draft": draft}


def _saved_at(back: object, at: str) -> dict[str, object] | None:
    """The browser's save, if it was kept at this place."""
    return back if isinstance(back, dict) and back.get("at") == at else None


def restore_table(game: AnyGame, back: object, at: str) -> tuple[Session, bool] | None:
    """The table that was kept at this place, and whether the learner began it; None where none was kept here."""
    kept = _saved_at(back, at)
    return None if kept is None else (with_thoughts(sharing.restore(game, kept.get("table"))), not kept.get("brought"))


def moves_known(back: object, at: str) -> tuple[int, int]:
    """How many moves of the table that was kept at this place were made before it was brought, and before it was last
    looked back at."""
    kept = _saved_at(back, at) or {}
    brought, reviewed = (moves if isinstance(moves := kept.get(key), int) else 0 for key in ("moves", "reviewed"))
    return brought, reviewed


def saved_table_name(back: object) -> str:
    """The name or the notation of the table that was kept; "" where none was."""
    table = back.get("table") if isinstance(back, dict) else None
    return str(table.get("table", "")) if isinstance(table, dict) else ""


def saved_step(back: object, lesson: Cover) -> int | None:
    """The number of the step that was kept of this lesson, from 0; None where none was."""
    kept = _saved_at(back, lesson.name)
    id_ = kept.get("step") if kept else None
    return lesson.steps.index(id_) if isinstance(id_, str) and id_ in lesson.steps else None


def restore_draft(sitting: Sitting, back: object) -> Sitting:
    """The lesson with the kept draft laid again, where it still fits."""
    if isinstance(back, dict) and sitting.step.lays:
        with suppress(Refused):  # a draft that no longer fits is dropped without a message
            return replace(sitting, session=with_saved_draft(sitting.session, back.get("draft")))
    return sitting
