"""The third hint tells the move itself, as the learner makes it at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from rallyman_tutor.core.replay import begin
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson.hints import hints, rules_needed
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.lesson.sitting import MOVE, sit_down, update
from rallyman_tutor.tutor.lesson.step_start import play_draft
from rallyman_tutor.tutor.session.intents import Act, Hint, Lay
from tests.tutor.lessons_at_hand import a_lesson, deeds, lesson_in


def seated(folder: Path, game: str, step: str, words: str = "") -> Sitting:
    """Somebody at the only step of a lesson."""
    toml = f'game = "{game}"\nteaches = []\n\n[[steps]]\nid = "one"\n{step}'
    return sit_down(lesson_in(a_lesson(folder, toml, f"# Try\n\nAll of it.\n\n## one\nDo it.\n\n{words}", game=game)))


def the_move(sitting: Sitting) -> str:
    """The last hint, behind the sentence that leads to it."""
    for _ in range(MOVE):
        sitting = update(sitting, Hint())
    *_, told = hints(sitting)
    return str(told["text"])


AHEAD = 'start = "s8 | A@s1 g2"'
ROW_4, ROW_5 = "on row 4 left on tile 1", "on row 5 left on tile 1"
LANE = 'kind = "roll"\nstart = "FX-S | A@L3 g3"\ngoals = ["reach L5"]'


@pytest.mark.parametrize(
    ("game", "step", "told"),
    [
        (
            "classic",
            f'kind = "goal"\n{AHEAD}\ngoals = ["reach s3"]\nsolution = "3 4"',
            "the 3 on space 2, the 4 on space 3",
        ),
        ("dirt", f'{LANE}\nsolution = "go 3>L4. (4>L5) 4>L5."', f"the 3 {ROW_4}, the 4 {ROW_5}"),
    ],
)
def test_dice_are_told_as_they_are_laid(tmp_path: Path, game: str, step: str, told: str) -> None:
    assert the_move(seated(tmp_path, game, step)) == f"Like this: {told}"


def test_a_draft_that_the_first_button_does_not_drive_names_the_button(tmp_path: Path) -> None:
    step = f'{LANE}\nsolution = "flat 3>L4. 4>L5."'
    assert the_move(seated(tmp_path, "dirt", step)) == f"Like this: the 3 {ROW_4}, the 4 {ROW_5}, “Flat out: earns 2 s”"


def test_a_move_without_dice_is_told_by_its_button(tmp_path: Path) -> None:
    step = 'kind = "roll"\nstart = "s8 | A@s2 g3 | A 3"\ngoals = ["event card"]\nsolution = "stop"'
    assert the_move(seated(tmp_path, "classic", step)) == "Like this: “End the turn in 3rd: +30 s”"


def test_what_is_only_claimed_is_told_in_the_words_of_the_lesson(tmp_path: Path) -> None:
    step = f'kind = "break"\n{AHEAD}\ngoals = ["breaks CL-TURN-06"]\nsolution = "stop"\nclaims = [{{ id = "wait", move = "stop" }}]'
    sitting = seated(tmp_path, "classic", step, "- wait: Stay where I am\n")
    assert the_move(sitting) == "Like this: “Stay where I am”"


@pytest.mark.parametrize(
    ("game", "start", "goal", "solution", "told"),
    [
        ("crazy_rally", "C01 rest | You B08 Y01 | choose", "has distance 6", "play B08+", "Play B08: +1"),
        ("mil_millas", "A ; B | A 25x6", "event draw", "draw{green}", "Draw"),
        ("mil_millas", "A ; B go | A red 25x6", "event attack", "lay red>B", "Lay the red light on B"),
    ],
)
def test_at_a_table_of_cards_one_move_is_told_in_words(
    tmp_path: Path, game: str, start: str, goal: str, solution: str, told: str
) -> None:
    step = f'kind = "roll"\nstart = "{start}"\ngoals = ["{goal}"]\nsolution = "{solution}"'
    assert the_move(seated(tmp_path, game, step)) == f"Like this: {told}"


def test_at_a_table_of_cards_a_draft_is_told_card_by_card_and_a_claim_in_the_words_of_the_lesson(
    tmp_path: Path,
) -> None:
    step = 'kind = "break"\nstart = "A 100 go ; B | A 50 75 100 red fuel petrol spare"\ngoals = ["breaks MM-TURN-05"]'
    step += '\nsolution = "lay 100 lay 75"\nclaims = [{ id = "more", move = "lay 75" }]'
    sitting = seated(tmp_path, "mil_millas", step, "- more: And the 75 as well\n")
    assert the_move(sitting) == "Like this: Drive 100 km, “And the 75 as well”"


@pytest.mark.parametrize(
    ("step", "words", "told"),
    [
        (f'kind = "find"\n{AHEAD}\ndraft = "3 5"\nwrong = 2\nbreaks = ["CL-GEAR-03"]', "", "It is die 2 of this draft."),
        (
            f'kind = "quiz"\n{AHEAD}\nanswers = ["yes", "no"]\nright = "no"\nrule = "CL-GEAR-01"',
            "- yes: Yes\n- no: Never\n! So.",
            "It is this one: Never",
        ),
    ],
)  # fmt: skip
def test_of_a_question_the_answer_is_told(tmp_path: Path, step: str, words: str, told: str) -> None:
    assert the_move(seated(tmp_path, "classic", step, words)) == told


@pytest.mark.parametrize("solution", ["3 4", "3>s2 4>s3"])
def test_a_solution_is_laid_with_one_deed_a_die_whether_or_not_it_names_the_spaces(
    tmp_path: Path, solution: str
) -> None:
    step = f'kind = "goal"\n{AHEAD}\ngoals = ["reach s3"]\nsolution = "{solution}"'
    told = [intent for intent, _, _ in deeds(seated(tmp_path, "classic", step).lesson, 0)]
    assert told == [Lay("3", "s2"), Lay("4", "s3")]


@pytest.mark.parametrize(
    ("game", "start", "draft", "driven"),
    [
        ("classic", "s8 | A@s1 g2", "3 4", ["3", "4"]),
        ("dirt", "FX-S | A@L3 g3", "3>L4 4>L5", ["go 3>L4 (4>L5)", "4>L5"]),
    ],
)
def test_a_draft_is_rolled_die_by_die_or_set_going_as_a_whole_as_its_game_does(
    game: str, start: str, draft: str, driven: list[str]
) -> None:
    shelf = SHELF[game]
    replay = begin(shelf, shelf.spec(start, ()))
    past = play_draft(replay, shelf.read_draft(draft).moves, shelf.harmless_luck).past
    assert [shelf.write_move(one.move) for one in past] == driven


@pytest.mark.parametrize(
    ("game", "step", "codes"),
    [
        (
            "classic",
            'kind = "drive"\nstart = "s3 | A@s3 g2"\ngoals = ["finish"]\npar = 40\nsolution = "2"',
            ("CL-GEAR-04", "CL-FIN-01", "CL-FIN-02", "CL-FIN-03"),
        ),
        (
            "crazy_rally",
            'kind = "roll"\nstart = "C01 rest | You B08 Y01 | choose"\ngoals = ["has distance 6"]\nsolution = "play B08+"',
            ("CR-PLAY-02", "CR-PLAY-03", "CR-PLAY-04", "CR-EVT-03"),
        ),
    ],
)
def test_a_step_needs_the_rules_behind_what_happens_to_the_learner_and_to_everybody(
    tmp_path: Path, game: str, step: str, codes: tuple[str, ...]
) -> None:
    """The events of a round, CR-EVT-03, are nobody's own."""
    assert rules_needed(seated(tmp_path, game, step).lesson, 0) == codes


def test_whoever_went_another_way_is_told_to_begin_again(tmp_path: Path) -> None:
    step = f'kind = "roll"\n{AHEAD}\ngoals = ["reach s3"]\nsolution = "3. 4."'
    sitting = seated(tmp_path, "classic", step)
    for intent in (Lay("2"), Act("2>s2")):
        sitting = update(sitting, intent)
    assert the_move(sitting).startswith("You went another way.")
    assert the_move(sitting).endswith("the 3 on space 2, the 4 on space 3")


def test_dice_that_are_attacked_with_are_told_with_their_button_and_secured_ones_as_such(tmp_path: Path) -> None:
    attack = f'kind = "roll"\n{AHEAD}\ngoals = ["attack"]\nsolution = "A[3 w] 3 w"'
    assert "gear die 3, gas die, “Attack with 2 dice”, the 3 on" in the_move(seated(tmp_path, "classic", attack))
    secured = 'kind = "goal"\nstart = "s8 | A@s1 g2 s1"\ngoals = ["secured"]\nsolution = "3$"'
    assert the_move(seated(tmp_path / "two", "classic", secured)) == "Like this: the 3 on space 2 (secured)"


def test_a_die_asked_for_twice_is_laid_first_and_claimed_then(tmp_path: Path) -> None:
    step = f'kind = "break"\n{AHEAD}\ngoals = ["breaks CL-TURN-03"]\nsolution = "3 3"\nclaims = [{{ id = "more", move = "3" }}]'
    sitting = seated(tmp_path, "classic", step, "- more: The 3 again\n")
    assert the_move(sitting) == "Like this: the 3 on space 2, “The 3 again”"
