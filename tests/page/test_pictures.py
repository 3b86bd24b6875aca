"""The moving pieces of the board are sent as stamps, and as the places where they lie in each picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import dist, pi
from typing import Any

from rallyman_tutor.games import SHELF
from rallyman_tutor.page.pictures import ghost_piece, moving_pieces, pictures, stage_of
from rallyman_tutor.scene.shapes import Circle, Group, Scene
from rallyman_tutor.tutor.session.intents import Act, Draft
from rallyman_tutor.tutor.session.playing import begin
from tests.page.host import Visit
from tests.tutor.test_session import does

DIE = Circle(0, 0, 5, fill="ink")


def test_pieces_that_look_alike_share_a_stamp_and_lie_where_they_are_to_a_tenth() -> None:
    near = Group((DIE,), 1.26, 2.44, pi / 7, 0.5, 0.25, "near")
    far = Group((DIE,), -3.14, 100, key="far")
    sent = moving_pieces([Scene(9, 9, (("ground", (DIE,)), ("cars", (near,)), ("draft", (far, DIE))))])
    ((first, second, third),) = sent["frames"]
    ((name, markup),) = sent["stamps"].items()
    assert "<circle" in markup
    assert first == ("near", name, 1.3, 2.4, 25.7, 0.5, 0.25)
    assert second == ("far", name, -3.1, 100, 0, 1, 1)
    assert third == ("", name, 0, 0, 0, 1, 1)


def test_a_bend_tells_its_new_note_where_dirt_came_to_lie_and_else_nothing_is_told_again() -> None:
    visit = Visit("drive", "s4 R3/4x3K4 s5 | A@s4 g4")
    clean, before = visit.page.session, visit.page.board.pictures[-1]
    visit = Visit("drive", "s4 R3/4x3K4 s5 | A@s4 g4 | A | dirt b1:2")
    dirty, after = visit.page.session, visit.page.board.pictures[-1]
    assert clean and dirty
    told = stage_of(clean, False, before, None, None)
    assert stage_of(clean, False, before, before, told) is told
    lines = [
        next(space["name"] for space in stage["places"] if space["key"] == "b1.line")
        for stage in (told, stage_of(dirty, False, after, before, told))
    ]
    assert lines == ["the line of bend 1, note 3", "the line of bend 1, note 1"]


def test_the_dice_of_a_turn_are_drawn_from_its_first_one_on_however_few_moves_there_were() -> None:
    session = begin(SHELF["classic"], "s9", ("You",), frozenset(), "1")
    for die in ("1", "2", "3"):
        session = does(session, Draft((die,)), Act(f"{die}"))
        game, events = session.game, [event for past in session.replay.past for event in past.events]
        drawn = game.draw(game.seen_by(session.state, session.viewing_seat), (), events, False)
        assert pictures(session, None, False)[-1] == drawn


def test_a_ghost_whose_space_is_taken_stands_on_one_side_of_it_and_on_the_other_where_that_is_taken_too() -> None:
    game: Any = SHELF["classic"]
    state = game.read("s4 R3/4x3 s5 | A@s4 g4")
    (own,) = (one for one in game.draw(state, (), (), False).layer("cars") if one.key == "car:A")
    spots = [(own.x, own.y)]
    for _ in range(2):
        taken = Scene(9, 9, (("cars", tuple(replace(own, x=x, y=y) for x, y in spots)),))
        found = ghost_piece(game, state, taken, False)
        assert found
        spots.append(found[0][2:4])
    assert [round(dist(one, other)) for one, other in combinations(spots, 2)] == [17, 17, 34]


def test_the_board_has_the_frame_of_its_picture() -> None:
    visit = Visit("drive", "s4 R3/4x3K4 s5 | A@s4 g4")
    session, scene = visit.page.session, visit.page.board.pictures[-1]
    assert session
    told = stage_of(session, False, scene, None, None)
    assert told["frame"] == (scene.left, scene.top, scene.width, scene.height)
    assert told["places"] and told["table"] == session.table


def test_at_cards_the_spaces_are_told_anew_though_the_picture_is_as_it_was() -> None:
    """A pile is called by its card, and whose it is depends on who looks."""
    visit = Visit("drive/mil_millas")
    session, scene = visit.page.session, visit.page.board.pictures[-1]
    assert session and session.game.has_hidden_hands
    told = stage_of(session, False, scene, None, None)
    older: Any = {**told, "places": told["places"][1:]}
    assert stage_of(session, False, scene, scene, older) == {**older, "places": told["places"]}
    assert stage_of(session, False, scene, scene, told) is told
