"""A drive looked back at on the page: asked for at the finish, every sentence true, all mistakes to try again and
leave."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from rallyman_tutor.coach import racing
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.review import Review as DriveReview
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.advice_view import advised
from rallyman_tutor.tutor.advice.review_view import BOX
from rallyman_tutor.tutor.advice.worth_view import SHADES
from rallyman_tutor.tutor.lesson.grading import can_be_measured
from rallyman_tutor.tutor.lesson.step_start import session_at_start, start_state
from rallyman_tutor.tutor.session.intents import Act, Advise, Draft, Lay, Retry, Return, Review, Undo
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.table.shown import View
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import span_in_words
from tests.games.opened import drive
from tests.some import some
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in
from tests.tutor.test_session import does
from tests.tutor.test_worth_view import advice, reason

pytestmark = pytest.mark.usefixtures("same_tables")

GAME = SHELF["classic"]


def driven(stage: str = "first", level: str = "novice", seed: str = "3", cars: int = 1) -> Session:
    """A drive to the finish as a driver of this level drives."""
    return to_the_finish(begin(GAME, stage, ("You", "Ana", "Ben")[:cars], frozenset(range(1, cars)), seed), level)


def to_the_finish(session: Session, level: str) -> Session:
    """Driven on as a driver of this level drives, to the end."""
    while not session.game.over(session.state):
        session = driven_on(session, level)
    return session


def driven_on(session: Session, level: str) -> Session:
    """One decision more, as a driver of this level takes it: by dice that are laid and a button that is pressed."""
    game = session.game
    made = drive(game, session.state, racing.LEVELS[level][0]).move
    move, steps = game.write_move(made), tuple(map(game.write_move, game.form(made).steps or (made,)))
    offered = [game.write_move(offer.move) for offer in game.desk(session.state, session.draft).offers]
    return does(session, *([] if move in offered else [Draft(steps)]), Act(move))


def reviewed(session: Session) -> View:
    return view(does(session, Review()), session)


def test_a_review_is_offered_at_the_finish_and_not_before() -> None:
    at_start = begin(GAME, "first", ("You",), frozenset(), "1")
    assert not view(at_start)["reviews"] and view(at_start)["review"] is None
    with pytest.raises(Refused, match="nothing-to-review"):
        update(at_start, Review())
    over = driven()
    assert view(over)["reviews"] and view(over)["review"] is None
    assert reviewed(over)["review"]


def test_its_figures_add_up_as_they_are_shown() -> None:
    shown = reviewed(driven())["review"]
    assert shown
    time, par, decisions, luck = (seconds(figure) for _, figure in shown["figures"])
    assert decisions + luck == pytest.approx(time - par, abs=2.0), "each is rounded to a second"
    rows = [[float(cell) for cell in row[2:]] for row in shown["rows"]]
    assert sum(row[0] for row in rows) == time
    assert sum(row[1] for row in rows) == pytest.approx(decisions, abs=0.5 + 0.06 * len(rows))
    assert sum(row[2] for row in rows) == pytest.approx(luck, abs=0.5 + 0.06 * len(rows))


def test_ears_hear_the_figures_and_nothing_is_left_open_in_any_sentence() -> None:
    for stage, level, cars in some((("first", "novice", 1), ("jumps", "club", 1), ("bends", "works", 2))):
        told = reviewed(driven(stage, level, "5", cars))
        shown = told["review"]
        assert shown and told["say"] == shown["said"] and all(figure in told["say"] for _, figure in shown["figures"])
        sentences = [*shown["mistakes"], *shown["notes"], *shown["how"], shown["said"]]
        assert not [one for one in sentences if re.search(r"[{}]|None|  ", one)]
        assert ("Other cars" in " ".join(shown["how"])) == (cars > 1)


def test_the_road_is_darker_where_more_was_lost_and_lies_in_its_box() -> None:
    session = does(driven("short"), Review())
    shown = view(session)["review"]
    assert shown and isinstance(session.looking_back.review, DriveReview)
    (stage,) = shown["stages"]
    for turn, line in some(zip(session.looking_back.review.turns, stage["turns"], strict=True)):
        assert line["shade"] == sum(turn.decisions >= least for least in SHADES)
        points = [tuple(map(int, point.split(","))) for point in line["points"].split()]
        assert len(points) > 1 and all(0 <= x <= BOX[0] and 0 <= y <= BOX[1] for x, y in points)
    ends = [line["points"].split() for line in stage["turns"]]
    assert all(before[-1] == after[0] for before, after in pairwise(ends)), "the road is whole"


def test_a_mistake_is_tried_again_where_it_was_made_and_left_for_the_review() -> None:
    session = does(driven(), Review())
    assert isinstance(session.looking_back.review, DriveReview) and session.looking_back.review.mistakes
    for at, mistake in enumerate(some(session.looking_back.review.mistakes)):
        again = update(session, Retry(at))
        assert again.state == mistake.state and again.draft == ()
        told = view(again, session)
        assert told["retry"] and f"It cost {span_in_words(mistake.loss)}." in told["say"] and not told["reviews"]
        assert update(again, Return()) == session
    again = update(session, Retry(0))
    tried = does(again, Lay("1"), Undo(), Advise())
    assert advice(tried)["said"] and view(tried)["retry"], "whatever is tried, the way back stays"
    laid = update(again, Lay("1"))
    assert view(laid, again)["say"].startswith("the 1 on"), "what is to be tried is told once"
    assert update(tried, Return()) == session


def test_the_answer_of_a_mistake_is_not_told_before_it_is_asked_for() -> None:
    session = does(driven(), Review())
    assert isinstance(session.looking_back.review, DriveReview)
    again = update(session, Retry(0))
    shown = view(again)
    best = " ".join(map(GAME.write_move, session.looking_back.review.mistakes[0].best))
    assert not [*advised(again)] and best not in str({**shown, "placements": ""})
    assert "Best from here" in " ".join(reason(again)["notes"])


def test_a_drive_that_is_driven_on_from_a_mistake_can_be_looked_back_at_as_well() -> None:
    session = does(driven(), Review())
    again = update(session, Retry(0))
    again = to_the_finish(again, "works")
    assert view(again)["reviews"] and view(update(again, Review()))["review"]


def test_what_was_taken_back_takes_its_review_with_it() -> None:
    session = update(does(driven(), Review()), Undo())
    assert session.looking_back.review is None and not GAME.over(session.state)


def test_a_stage_that_nobody_worked_out_is_told_so() -> None:
    with pytest.raises(Refused, match="review-unsolved"):
        update(driven("s1 R2/3x2 s1"), Review())
    for wrong in (Retry(0), Return()):
        with pytest.raises(Refused):
            update(driven(), wrong)


def seconds(cell: str) -> float:
    """The seconds of a figure, as people say it."""
    told = re.fullmatch(r"(?:(\d+):)?([\d.]+)(?: s)?( more| less)?", cell)
    assert told
    return (60 * int(told[1] or 0) + float(told[2])) * (-1 if told[3] == " less" else 1)


def test_each_of_several_learners_has_a_review_of_their_own_by_name() -> None:
    over = to_the_finish(begin(GAME, "first", ("You", "Ana"), frozenset(), "3"), "novice")
    doors = view(over)["reviews"]
    assert [door["driver"] for door in doors] == ["You", "Ana"] and "Ana" in doors[1]["label"]
    sums = GAME.result(over.state)["sums"]
    for seat, door in some(enumerate(doors)):
        after = update(over, Review(door["driver"]))
        shown = view(after)["review"]
        assert shown and isinstance(after.looking_back.review, DriveReview) and shown["driver"] == door["driver"]
        assert seconds(shown["figures"][0][1]) == sums[seat] == sum(float(row[2]) for row in shown["rows"])
        assert {GAME.turn(one.state) for turn in after.looking_back.review.turns for one in turn.made} == {seat}
        assert [other["driver"] for other in view(after)["reviews"]] == [
            name for name in ("You", "Ana") if name != door["driver"]
        ]
        tried = update(after, Retry(0))
        assert tried.state == after.looking_back.review.mistakes[0].state and update(tried, Return()) == after
    assert update(over, Review("ana")) == update(over, Review("Ana"))
    with pytest.raises(Refused, match="no-such-driver"):
        update(over, Review("Ben"))


RALLY = "sheet You ; s4 R3 s3 L3 s3 ; s4 R3 s3 L3 s3 * ; s4 R3 s3 L3 s3"


def test_a_stage_of_a_rally_is_looked_back_at_as_soon_as_it_is_over_and_the_whole_rally_at_its_end() -> None:
    session, alone = begin(GAME, RALLY, (), frozenset(), "4"), dict[int, list[float]]()
    while not GAME.over(session.state):
        session = driven_on(session, "novice")
        shown = view(session)
        if not GAME.over(session.state) and shown["reviews"]:
            after = update(session, Review())
            found = view(after)["review"]
            assert (
                found
                and isinstance(after.looking_back.review, DriveReview)
                and not found["legs"]
                and f"stage {after.looking_back.review.legs[0].stage + 1}" in found["title"]
            )
            alone[after.looking_back.review.legs[0].stage] = [seconds(figure) for _, figure in found["figures"]]
            assert update(after, Retry(0)).looking_back.tried, "and a mistake of it can be tried again at once"
    assert [*alone] == [0, 1]
    whole = view(update(session, Review()))["review"]
    assert whole and [row[0] for row in whole["legs"]] == ["1", "2", "3", "all"]
    legs = [[seconds(cell) for cell in row[1:]] for row in whole["legs"]]
    assert legs[:2] == [alone[0], alone[1]], "each stage has the par that it had when it was over"
    for time, par, decisions, luck in legs:
        assert decisions + luck == pytest.approx(time - par, abs=2.0), "each is rounded to a second"
    for column, total in enumerate(seconds(figure) for _, figure in whole["figures"]):
        assert sum(leg[column] for leg in legs[:3]) == pytest.approx(total, abs=2.0) and legs[3][column] == total
    assert legs[3][0] == GAME.result(session.state)["sums"][0]


def test_a_stage_that_nobody_worked_out_is_left_out_of_a_rally_and_told() -> None:
    over = to_the_finish(
        begin(GAME, RALLY.replace("s4 R3 s3 L3 s3 ;", "s1 R2/3x2 s1 ;", 1), (), frozenset(), "4"), "novice"
    )
    shown = view(update(over, Review()))["review"]
    assert shown and [row[0] for row in shown["legs"]] == ["2", "3", "all"] and "stage 1." in " ".join(shown["how"])


def test_every_drive_of_a_lesson_is_on_a_solved_stage() -> None:
    lessons = [lesson_in(folder) for folder in FOLDERS if folder.parent.name in RACES]
    drives = [(one, at) for one in lessons for at, step in enumerate(one.steps) if step.kind == "drive"]
    for lesson, at in some((one, at) for one, at in drives if "|" in one.steps[at].start):
        assert can_be_measured(lesson.game, start_state(lesson, at), "cost"), lesson.name


def test_a_drive_is_looked_back_at_whole_whatever_card_was_drawn_or_tyres_were_chosen_on_the_way() -> None:
    spiked, tyres = (next(folder for folder in FOLDERS if folder.name == of) for of in ("17-punctures", "24-tyres"))
    shown = {card: replace(_drive_of(spiked), foretold=(".", ".", ".", card)) for card in ("puncture", "good")}
    chosen = [does(_drive_of(tyres), Act(f"tyres {kind}")) for kind in ("summer", "winter")]
    for session in some((*shown.values(), *chosen)):
        over = to_the_finish(session, "works")
        found = update(over, Review()).looking_back.review
        assert isinstance(found, DriveReview) and found.turns and not found.unsolved


def _drive_of(folder: Path) -> Session:
    lesson = lesson_in(folder)
    return session_at_start(lesson, next(at for at, step in enumerate(lesson.steps) if step.kind == "drive"))
