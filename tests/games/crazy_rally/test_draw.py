"""A race as a picture: what lies where, what is hidden, and that everything that can be pointed at is found there."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.desk import place_keys
from rallyman_tutor.games.crazy_rally.state import CARDS, COURSE, DECK, STAGES, Draft, State
from rallyman_tutor.games.crazy_rally.table import layout_for, outlines
from rallyman_tutor.scene.palette import PALETTES
from rallyman_tutor.scene.shapes import LAYERS, Group, Polygon, Scene, Shape, Text, inside, walk
from rallyman_tutor.scene.svg import svg
from tests.games.crazy_rally.races import drive
from tests.games.phones import PHONE, figures
from tests.scene.pick import pick
from tests.some import some

TABLE = (
    "C01 C05 C13 > C12 C10 rest | Ana m9 h4/9 v7 d31 B01 Y05 P02 E1 ; Ben v5 d28 B02 Y01 E2 {B02+} ; Cleo s0 out3 d22"
    " | choose Ana | discard B09 P09"
)


def scene(position: str, draft: str = "", tall: bool = False) -> Scene:
    picture: Scene = GAME.draw(GAME.read(position), GAME.read_draft(draft) if draft else (), tall=tall)
    return picture


def keyed(picture: Scene, kind: str) -> dict[str, Shape]:
    shapes = (shape for _, layer in picture.layers for shape in walk(layer))
    return {shape.key: shape for shape in shapes if shape.key.startswith(kind)}


def texts(shape: Shape) -> list[str]:
    return [one.text for one in walk((shape,)) if isinstance(one, Text)]


def test_the_layers_are_those_that_painters_know() -> None:
    assert tuple(name for name, _ in scene(TABLE).layers) == LAYERS


def test_the_hand_of_the_player_in_turn_lies_open_and_no_other() -> None:
    assert set(keyed(scene(TABLE), "card:")) == {"card:B01", "card:Y05", "card:P02", "card:E1"}


def test_a_card_of_a_draft_has_left_the_hand_and_lies_on_its_side_of_the_car() -> None:
    picture = scene(TABLE, "play P02-")
    assert "card:P02" not in keyed(picture, "card:")
    laid = keyed(picture, "die:")["die:1"]
    assert isinstance(laid, Group) and inside(outlines(GAME.read(TABLE))["slower:Ana"], laid.x, laid.y)


def test_an_event_of_a_draft_lies_on_the_car_it_acts_on() -> None:
    position = TABLE.replace("{B02+} ", "").replace("choose Ana", "event Ana")
    laid = keyed(scene(position, "event faster>Ben"), "die:")["die:1"]
    assert isinstance(laid, Group) and inside(outlines(GAME.read(position))["faster:Ben"], laid.x, laid.y)


def test_who_waits_for_another_still_sees_their_own_hand() -> None:
    state = GAME.read(TABLE.replace("{B02+} ", "").replace("E1 ;", "E1 {B01+} ;").replace("choose Ana", "choose Ben"))
    assert set(keyed(GAME.draw(GAME.seen_by(state, 0)), "card:")) == {"card:B01", "card:Y05", "card:P02", "card:E1"}


def test_the_winner_is_seen_at_the_end() -> None:
    """His line is framed in gold, like the line of the player in turn before."""
    for winner, text in (("A", "A d90 ; B d80"), ("B", "A d70 ; B d80")):
        state = GAME.read(f"- | {text} | over")
        framed = [
            s
            for s in GAME.draw(state).layer("marks")
            if isinstance(s, Polygon) and (s.fill, s.stroke) == ("paint", "finish")
        ]
        assert len(framed) == 1 and inside(
            framed[0].points, *next((p.x, p.y) for p in GAME.places(state) if p.key == f"faster:{winner}")
        )


def test_the_course_ahead_lies_face_down_in_every_phase_but_the_test_lap() -> None:
    stack = keyed(scene(TABLE), "course:")
    assert len(stack) == STAGES
    shown = [int(key.split(":")[1]) for key, card in stack.items() if texts(card)]
    assert sorted(shown) == [1, 2, 3]
    practice = keyed(scene(TABLE + " ; practice"), "course:")
    assert all(texts(card) for card in practice.values())


def test_the_card_that_matters_now_lies_large() -> None:
    """The one turned up last; where the course lies open, the one to come."""
    (driven,) = keyed(scene(TABLE), "driven").values()
    (coming,) = keyed(scene(TABLE + " ; practice"), "coming").values()
    assert (texts(driven), texts(coming)) == (["5"], ["3"])


def test_the_test_lap_shows_one_card_large() -> None:
    picture = scene("C07 C02 C13 rest | A ; B ; C | look 3")
    (large,) = keyed(picture, "shown").values()
    assert texts(large) == ["5"] and isinstance(large, Group) and large.scale > 2
    assert [key for key, card in keyed(picture, "course:").items() if texts(card)] == ["course:3"]


def progress(picture: Scene) -> dict[str, float]:
    """How far along the ribbon each car stands, by its driver."""
    cars = keyed(picture, "car:").items()
    return {key.removeprefix("car:"): car.x for key, car in cars if isinstance(car, Group)}


def road(cars: int, tall: bool = False) -> tuple[float, float]:
    """Where the road of a car begins and ends."""
    lane = layout_for(cars, tall).lanes[0]
    return lane.road.x - lane.road.wide / 2, lane.road.x + lane.road.wide / 2


def test_a_car_stands_as_far_along_its_road_as_it_has_driven() -> None:
    for tall in (False, True):
        far, (left, right) = progress(scene(TABLE, tall=tall)), road(3, tall)
        xs = [far[name] for name in ("Cleo", "Ben", "Ana")]
        assert xs == sorted(xs) and left < xs[0] and xs[-1] < right


def test_a_rally_is_longer_than_one_race_and_still_on_the_ribbon() -> None:
    far = progress(scene("C09 rest | A d261 B01 ; B d180 B02 | choose | races 3 ; results 90/80 180/120"))
    left, right = road(2)
    assert left < far["B"] < far["A"] < right


def test_nothing_of_a_picture_tells_what_is_hidden() -> None:
    """Wherever the unseen cards lie, the picture is the same."""
    one = "C09 C10 rest | A B01 E1 ; B Y01 {Y01+} ; C B03 | choose A"
    two = "C10 C14 rest | A B01 E1 ; B P09 {P09-} ; C E5 | choose A"
    assert svg(scene(one)) == svg(scene(two))


@pytest.mark.parametrize("tall", [False, True])
def test_every_place_can_be_pointed_at(tall: bool) -> None:
    for drivers in (3, 4, 5, 6):
        state = GAME.new(GAME.demo_game(drivers))
        places = GAME.places(state, tall)
        assert [place.key for place in places] == list(outlines(state)) and {p.key for p in places} == set(
            place_keys(state)
        )
        picture = GAME.draw(state, tall=tall)
        for place in places:
            assert inside(place.outline, place.x, place.y)
            assert 0 < place.x < picture.width and 0 < place.y < picture.height
            found = pick(picture, place.x, place.y)
            assert found in (f"space:{place.key}", ""), (place.key, found)


@pytest.mark.parametrize("tall", [False, True])
def test_no_two_places_overlap(tall: bool) -> None:
    for drivers in (3, 6):
        found = list(outlines(GAME.new(GAME.demo_game(drivers)), tall).values())
        for one, other in some(combinations(found, 2)):
            assert not any(inside(other, *point) for point in one)


@pytest.mark.parametrize("name", [*CARDS, *COURSE])
def test_a_card_shows_its_figures(name: str) -> None:
    from rallyman_tutor.games.crazy_rally.art import card

    told = texts(card(name))
    if name in CARDS:
        assert told == [f"+{CARDS[name].faster}", f"−{CARDS[name].slower}", name[0]]
    else:
        assert told == [str(COURSE[name].limit)]


def test_on_a_phone_every_figure_is_at_least_14_pixels_and_every_place_wide_enough_for_a_finger() -> None:
    long = TABLE.replace("Cleo s0 out3 d22", "Cleo d22 ; Dan d12 m11 h11/11 ; Eva d55 v4 ; Finn d85")
    for position, draft in (
        (TABLE, ""),
        (TABLE, "play P02-"),
        (long, ""),
        ("C07 C02 C13 rest | A ; B ; C | look 3", ""),
    ):
        picture = scene(position, draft, tall=True)
        small = [text for text, size in figures(picture) if size * PHONE < 14]
        assert small == [] and picture.width * PHONE <= 390
    for key, outline in outlines(GAME.read(long), tall=True).items():
        (left, right), (top, low) = ((min(part), max(part)) for part in zip(*outline, strict=True))
        assert min(right - left, low - top) * PHONE >= 40, key


def test_there_is_a_face_for_every_card() -> None:
    assert set(GAME.faces()) == set(DECK)


def check(state: State, draft: Draft, tall: bool = False) -> None:
    picture = GAME.draw(state, draft, tall=tall)
    for theme in PALETTES:
        assert svg(picture, theme)
    for _, layer in picture.layers:
        for shape in walk(layer):
            assert (
                not isinstance(shape, Text) or shape.text.strip("+−!").replace("/", "").isalnum() or shape.text == "!"
            ), shape


def test_every_position_of_a_race_can_be_drawn() -> None:
    rng = random.Random(3)
    for seed in range(4):
        for decision in drive(seed):
            if rng.random() < 0.03:
                check(decision.before, (decision.move,))
                check(decision.before, (decision.move,), tall=True)
                check(GAME.seen_by(decision.before, 1), ())
        check(decision.after, ())


def test_in_a_draft_of_several_drivers_each_card_lies_before_its_own_car() -> None:
    laid = GAME.read_draft("play B08+ play Y07- pass").moves
    desk = GAME.desk(GAME.read("C09 rest | A B08 ; B Y07 | choose A"), laid)
    assert [one.place for one in desk.laid] == ["faster:A", "slower:B", ""]
    alone = GAME.desk(GAME.read("C09 rest | A B08 Y07 ; B s0 out3 | choose A"), laid)
    assert [one.place for one in alone.laid] == ["faster:A", "slower:A", ""]
