"""Where a step of a lesson begins that goes on from the one before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rallyman_tutor.tutor.lesson.step_start import start_state
from tests.tutor.lessons_at_hand import a_lesson, lesson_in

START = "s8 | A@s1 g2"
BEFORE = {
    "break": 'kind = "break"\ngoals = ["breaks CL-GEAR-03"]\nsolution = "3 5"',
    "find": 'kind = "find"\ndraft = "3 5"\nwrong = 2\nbreaks = ["CL-GEAR-03"]',
    "choose": 'kind = "choose"\nby = "risk"\ndrafts = [{ id = "one", draft = "3" }, { id = "two", draft = "3 4 w" }]',
    "goal": 'kind = "goal"\ngoals = ["reach s2"]\nsolution = "3"',
    "roll": 'kind = "roll"\ngoals = ["reach s2"]\nsolution = "3."',
}
ANSWERS = {"choose": "- one: One\n- two: Two\n! So.\n! two: No.\n"}


@pytest.mark.parametrize("kind", BEFORE)
def test_a_step_goes_on_where_the_dice_of_the_one_before_were_rolled_and_where_none_were_it_begins_as_that_did(
    tmp_path: Path, kind: str
) -> None:
    steps = f'[[steps]]\nid = "one"\nstart = "{START}"\n{BEFORE[kind]}\n\n'
    steps += '[[steps]]\nid = "two"\nstart = "same"\nkind = "goal"\ngoals = ["reach s4"]\nsolution = "3 4"\n'
    words = f"# Try\n\nAll of it.\n\n## one\nDo it.\n\n{ANSWERS.get(kind, '')}\n## two\nGo on.\n"
    lesson = lesson_in(a_lesson(tmp_path, f'game = "classic"\nteaches = []\n\n{steps}', words))
    game = lesson.game
    position = game.write(start_state(lesson, 1))
    begun = game.write(game.read(START))
    assert (position == begun) == (kind not in ("goal", "roll"))
    assert ("A@s2" in position) == (kind in ("goal", "roll"))
