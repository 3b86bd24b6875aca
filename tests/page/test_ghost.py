"""The ghost on the page: behind the answer and turn by turn, on the board where it stands, and back after a reload."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rallyman_tutor.coach import ghost
from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.page import behind
from rallyman_tutor.page.show import later, patches
from rallyman_tutor.page.update import hear
from rallyman_tutor.scene.shapes import Scene
from rallyman_tutor.tutor.session.sharing import share
from tests.page.host import LESSONS, NOON, Visit, rows
from tests.some import some
from tests.tutor.test_ghost import STAGES, at_finish, beside

pytestmark = pytest.mark.usefixtures("same_tables")


def drive(key: str = "classic", stage: str = "") -> Visit:
    """A drive at whose start somebody looks."""
    visit = Visit(f"drive/{key}" if key != "classic" else "drive", table=stage or STAGES[key])
    visit.says(do="hello", theme="light")
    return visit


def spot(visit: Visit, key: str) -> tuple[float, float]:
    """Where a piece lies on the board."""
    pieces = {piece[0]: piece for piece in visit.pieces["frames"][-1]}
    _, _, x, y, *_ = visit.behind["ghost"]["piece"] if key == "ghost" else pieces[key]
    return x, y


def apart(visit: Visit) -> float:
    """How far the ghost is from the learner's car."""
    (x, y), (other, side) = spot(visit, "ghost"), spot(visit, "car:You")
    return float(((x - other) ** 2 + (y - side) ** 2) ** 0.5)


def plays(visit: Visit, *moves: str) -> None:
    for move in moves:
        if move != "stop":
            visit.says(do="draft", moves=[move])
        visit.says(do="act", move=move)


@pytest.mark.parametrize("key", STAGES)
def test_it_is_offered_once_somebody_looks_and_comes_when_asked_for(key: str) -> None:
    visit = Visit(f"drive/{key}" if key != "classic" else "drive", table=STAGES[key])
    assert "ghost" not in visit.behind
    visit.says(do="hello", theme="dark")
    assert visit.behind["ghost"] == {"can": True, "n": visit.view["n"]} and not visit.view["ghost"]
    visit.says(do="ghost", on=True)
    assert (
        visit.view["ghost"]
        and visit.behind["ghost"]["n"] == visit.view["n"]
        and visit.behind["ghost"]["said"].startswith("Ghost: ")
    )
    assert 12 < apart(visit) < 20, "it stands beside the learner's car, and not under it"
    visit.says(do="ghost", on=False)
    assert visit.behind["ghost"] == {"can": True, "n": visit.view["n"]} and not visit.view["ghost"]


def test_it_stands_on_its_own_space_after_each_turn_of_the_learner() -> None:
    visit = drive("classic", "first")
    visit.says(do="ghost", on=True)
    before = spot(visit, "ghost")
    plays(visit, "1", "stop")
    assert spot(visit, "ghost") != before
    space = next(one for one in visit.stage["places"] if one["key"] == visit.behind["ghost"]["place"])
    x, y = spot(visit, "ghost")
    assert abs(x - space["x"]) < 25 and abs(y - space["y"]) < 25
    visit.says(do="undo")
    visit.says(do="undo")
    assert spot(visit, "ghost") == before


def test_it_comes_behind_the_answer_and_each_of_its_turns_is_a_step_of_its_own() -> None:
    page = drive("classic", "valley").page
    asked = hear(page, {"do": "new", "table": share(beside("classic", "valley", moves=25))}, LESSONS, NOON)
    assert not rows(patches(page, asked))
    choices, *steps, last = list(later(page, asked))
    assert choices and set(choices.wire) == {"choices"} and rows([last]) == ["ghost"]
    assert steps == [None] * len(steps) and len(steps) > 3


def test_an_answer_does_not_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    page = drive().page
    monkeypatch.setattr("rallyman_tutor.coach.ghost._driven", lambda *_: 1 / 0)
    asked = hear(page, {"do": "ghost", "on": True}, LESSONS, NOON)
    (answer,) = patches(page, asked)
    assert answer.wire["view"]["ghost"]


@pytest.mark.parametrize(
    ("at", "table"), [("drive", "s1 R2/3x2 s1"), ("drive/dirt", "202a 203a<"), ("drive/mil_millas", "")]
)
def test_where_there_can_be_none_none_is_offered(at: str, table: str) -> None:
    visit = Visit(at, table=table)
    visit.says(do="hello", theme="light")
    assert visit.behind["ghost"] == {"can": False, "n": visit.view["n"]}
    said = visit.says(do="ghost", on=True)["problem"]
    assert "ghost" in said or "not on offer" in said or visit.view["covered"]
    assert not visit.view["ghost"] and not visit.behind["ghost"]["can"]


@pytest.mark.parametrize("at", ["home", "rules", LESSONS.covers[0].name])
def test_it_is_for_drives_alone(at: str) -> None:
    visit = Visit(at)
    visit.says(do="hello", theme="light")
    visit.hears({"do": "ghost", "on": True})
    assert "ghost" not in visit.behind


def test_it_is_back_after_a_reload_and_for_whoever_opens_the_shared_drive() -> None:
    visit = drive("classic", "short")
    visit.says(do="ghost", on=True)
    plays(visit, "1", "stop")
    told = {name: visit.behind["ghost"][name] for name in ("said", "place", "piece")}
    again = Visit("drive")
    again.says(do="hello", theme="dark", kept=json.loads(json.dumps(visit.kept)))
    visit.says(do="share")
    friend = Visit("drive")
    friend.says(do="hello", theme="light", game=visit.answer["code"])
    for other in some((again, friend)):
        assert other.view["ghost"] and {name: other.behind["ghost"][name] for name in told} == told


def test_whoever_wished_for_one_has_it_in_their_next_drive_too() -> None:
    visit = drive()
    visit.says(do="ghost", on=True)
    visit.says(do="new", table="bends", cars=2, bots=True, seed="9")
    assert visit.view["ghost"] and visit.behind["ghost"]["said"]
    visit.says(do="ghost", on=False)
    visit.says(do="new", table="first", cars=1)
    assert not visit.view["ghost"]


@pytest.mark.parametrize("key", STAGES)
def test_at_the_finish_it_has_a_row_and_stands_behind_the_line(key: str) -> None:
    visit = drive(key)
    visit.says(do="new", table=share(at_finish(key)))
    name, time = visit.behind["ghost"]["row"]
    assert name == "Ghost of the best driving" and time in visit.behind["ghost"]["said"] and visit.view["over"]
    assert 12 < apart(visit) < 20


def test_a_car_that_is_out_is_not_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    visit = drive("classic", "first")
    monkeypatch.setattr("rallyman_tutor.page.pictures._keyed", lambda *_: [])
    visit.says(do="ghost", on=True)
    assert visit.behind["ghost"]["said"] and "piece" not in visit.behind["ghost"]


def test_it_is_offered_no_more_where_its_table_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    visit = drive()
    with monkeypatch.context() as patched:
        patched.setattr(ghost, "drive", refused)
        visit.says(do="ghost", on=True)
    assert visit.behind["ghost"] == {"can": False, "n": visit.view["n"]}


def refused(*_: object) -> None:
    raise ghost.NoGhost


def test_it_keeps_clear_of_the_cars_as_they_stand_now_and_not_as_they_stood_before_others_drove(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boards: list[Scene] = []

    def ghost_piece(game: AnyGame, state: AnyState, board: Scene, is_tall: bool) -> None:
        boards.append(board)

    monkeypatch.setattr(behind, "ghost_piece", ghost_piece)
    visit = drive()
    visit.says(do="ghost", on=True)
    before = visit.page.board.pictures[-1]
    plays(visit, "1")
    board = visit.page.board
    page = replace(visit.page, board=replace(board, pictures=(before, *board.pictures)))
    assert page.board.pictures[0] != page.board.pictures[-1] and any(behind.behind(page))
    assert boards[-1] is page.board.pictures[-1]
