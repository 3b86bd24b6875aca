"""What a browser keeps of a lesson: the draft of a step, as long as nothing was rolled in it."""

from __future__ import annotations

from rallyman_tutor.tutor.course import sit, update
from rallyman_tutor.tutor.intents import Act, Lay
from rallyman_tutor.widgets import kept
from tests.tutor.lessons_at_hand import ROOT, lesson_in

LESSON = lesson_in(ROOT / "classic/01-first-die")
DRIVE = next(at for at, step in enumerate(LESSON.steps) if step.kind == "drive")


def test_a_draft_is_kept_and_laid_again() -> None:
    sitting = update(sit(LESSON, DRIVE), Lay("1"))
    told = kept.of_lesson(sitting)
    assert (told["step"], told["draft"]) == (LESSON.steps[DRIVE].id, ["1>s1"])
    assert kept.drafted(sit(LESSON, DRIVE), told).session.draft == sitting.session.draft


def test_a_step_in_which_something_was_rolled_begins_afresh() -> None:
    """What is left of the draft was laid from where the car stands now, and it will stand at the start again."""
    sitting = update(update(sit(LESSON, DRIVE), Lay("1")), Lay("2"))
    rolled = update(sitting, Act("1>s1"))
    assert rolled.session.draft and not rolled.done
    assert kept.of_lesson(rolled)["draft"] == []
