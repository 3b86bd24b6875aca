"""A position as a picture: roads, cars, signs, hands and piles, all of them to be pointed at, and not a word in it."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from xml.etree import ElementTree

import pytest

from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.draw import point_on_road as spot
from rallyman_tutor.games.mil_millas.state import CARDS, FULL
from rallyman_tutor.games.mil_millas.table import laid_out
from rallyman_tutor.parts.playing_cards import HIGH, WIDE, fan
from rallyman_tutor.scene.palette import PALETTES, Theme
from rallyman_tutor.scene.shapes import LAYERS, Group, Polygon, Scene, Shape, Text, inside, walk
from rallyman_tutor.scene.svg import svg
from tests.games.mil_millas.rounds import at, drive
from tests.games.phones import PHONE, figures
from tests.scene.pick import pick
from tests.some import some

RICH = (
    "A 475 go limit +ace tricks1 ; B 300 flat +priority ; C ; D 875 go wrong | A 25x2 100 red flat green endlimit ; "
    "B 75x5 proof ; C 50x6 ; D 100x6 | A | pile 50 petrol ; wrong-way=on"
)
TABLES = (
    RICH,
    "A ; B",
    "A 1000 go ; B 25 | A 25x6 ; B 50x6 | A over",
    "A ; B ; C ; D ; E ; F crash | F ace 25x5 | F window crash by A",
    "A+C+E go ; B+D+F 50 | A 25x7",
    "A+E ; B+F ; C+G ; D+H 100 go | A 25x7",
    "A ; B | | A deal",
)


@lru_cache
def drawn(position: str, draft: str = "", tall: bool = False) -> Scene:
    scene: Scene = GAME.draw(at(position), GAME.read_draft(draft) if draft else (), tall=tall)
    return scene


def keys(scene: Scene) -> Counter[str]:
    return Counter(shape.key for _, shapes in scene.layers for shape in walk(shapes) if shape.key)


def group(scene: Scene, key: str) -> Group:
    (found,) = (s for _, shapes in scene.layers for s in shapes if isinstance(s, Group) and s.key == key)
    return found


def texts(shapes: tuple[Shape, ...]) -> list[str]:
    return [shape.text for shape in walk(shapes) if isinstance(shape, Text)]


@pytest.mark.parametrize("position", TABLES)
def test_the_layers_are_those_that_painters_know_and_every_key_is_unique(position: str) -> None:
    scene = drawn(position)
    assert tuple(name for name, _ in scene.layers) == LAYERS
    assert max(keys(scene).values()) == 1


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("position", TABLES)
def test_every_place_can_be_pointed_at(position: str, tall: bool) -> None:
    scene = drawn(position, tall=tall)
    for place in some(GAME.places(at(position), tall)):
        (left, top), _, (right, low), _ = place.outline
        if place.kind in ("deck", "pile"):
            assert pick(scene, place.x, place.y) == place.key
        else:
            assert pick(scene, left + 4, top + 4) == place.key
            assert pick(scene, right - 4, low - 4) == place.key
        assert 0 < left < right < scene.width and 0 < top < low < scene.height


@pytest.mark.parametrize("position", TABLES)
def test_there_are_no_words_but_numbers(position: str) -> None:
    assert all(re.fullmatch(r"\d+", text) for _, shapes in drawn(position).layers for text in texts(shapes))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("position", TABLES)
def test_a_table_can_be_painted(position: str, theme: Theme) -> None:
    painted = svg(drawn(position), theme)
    ElementTree.fromstring(painted)
    assert set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', painted)) <= set(PALETTES[theme].values())


@pytest.mark.parametrize("card", [*CARDS, "back"])
def test_every_card_has_a_face_of_its_own(card: str) -> None:
    faces = GAME.faces()
    others = [face.shapes for key, face in faces.items() if key != card]
    assert faces[card].shapes not in others
    for shape in walk(faces[card].shapes):
        assert not isinstance(shape, Text) or shape.text in ("25", "50", "75", "100", "200")


def test_a_car_stands_at_its_kilometre() -> None:
    scene = drawn(RICH)
    for side, (name, km) in enumerate((("A", 475), ("B", 300), ("D", 875))):
        number = "ABCD".index(name)
        car = group(scene, f"car:{name}")
        assert (round(car.x, 1), round(car.y, 1)) == tuple(
            round(part, 1) for part in spot(laid_out(4).lanes[number], number, km)
        ), side
    assert group(scene, "car:C").x < spot(laid_out(4).lanes[2], 2, 0)[0]


def test_what_troubles_a_side_hangs_over_its_road_and_what_guards_it_lies_in_a_row() -> None:
    found = keys(drawn(RICH))
    assert {"limit:A", "flat:B", "wrong:D", "ace:A", "priority:B"} <= set(found)
    assert not {"limit:B", "flat:A", "wrong:A", "ace:B", "priority:A"} & set(found)


def test_a_light_is_told_by_which_lamp_is_lit() -> None:
    lights = {name: group(drawn(RICH), f"light:{name}").shapes for name in "ABCD"}
    assert lights["A"] == lights["D"] and len({lights["A"], lights["B"], lights["C"]}) == 3


def test_kilometres_and_hands_stand_in_large_figures() -> None:
    written = texts(drawn(RICH).layer("marks"))
    assert {"475", "300", "875", "7", "6"} <= set(written)


def test_the_hand_of_who_decides_lies_fanned_with_what_can_be_played_standing_out() -> None:
    scene = drawn(RICH)
    hand = {key: group(scene, key) for key in keys(scene) if key.startswith("card:")}
    assert set(hand) == {"card:25", "card:25:2", "card:100", "card:red", "card:flat", "card:green", "card:endlimit"}
    plain = {round(y, 1) for _, y, _ in fan(7, 0, 0)}
    assert len(plain) == 4
    veiled = {
        key for key, card in hand.items() if isinstance(card.shapes[-1], Polygon) and card.shapes[-1].fill == VEIL
    }
    assert veiled == {"card:100", "card:green"}
    assert hand["card:red"].y < hand["card:green"].y


VEIL = "slate-deep"
"""The veil over a card that cannot be played."""


def test_a_hand_that_is_not_known_is_not_shown() -> None:
    seen = GAME.seen_by(at(RICH), 1)
    found = keys(GAME.draw(seen))
    assert "card:proof" in found and "card:red" not in found
    lying = {
        key for key in keys(GAME.draw(GAME.seen_by(at("A ; B | | A"), 0))) if key.startswith("card:") and "?" in key
    }
    assert len(lying) == 6


@pytest.mark.parametrize(
    ("draft", "near"),
    [("lay 25", "car:A"), ("lay flat>D", "car:D"), ("discard 100", "pile"), ("discard green", "pile")],
)
def test_the_card_of_a_draft_lies_where_it_is_laid_and_has_left_the_hand(draft: str, near: str) -> None:
    scene = drawn(RICH, draft)
    laid, other = group(scene, "draft:1"), group(scene, near)
    assert abs(laid.x - other.x) < WIDE and abs(laid.y - other.y) < HIGH / 2
    assert sum(key.startswith("card:") for key in keys(scene)) == FULL - 1


def test_an_attack_that_waits_for_its_answer_lies_on_the_road() -> None:
    scene = drawn("A ; B go ; C | A 25x6 ; B proof 50x5 | B window flat by A", "trick")
    road = next(place for place in GAME.places(at("A ; B ; C")) if place.key == "road2")
    for key in ("attack", "draft:1"):
        assert inside(road.outline, group(scene, key).x, group(scene, key).y)


@pytest.mark.parametrize("position", TABLES)
def test_on_a_phone_every_figure_is_at_least_14_pixels(position: str) -> None:
    scene = drawn(position, tall=True)
    assert [text for text, size in figures(scene) if size * PHONE < 14] == [] and scene.width * PHONE <= 390
    assert not any(key.startswith("card:") for key in keys(scene))  # the hand lies in the tray


def test_all_of_a_fan_lies_on_the_table() -> None:
    for position in TABLES:
        scene = drawn(position)
        for key in some(key for key in keys(scene) if key.startswith("card:")):
            card = group(scene, key)
            assert WIDE / 2 < card.x < scene.width - WIDE / 2 and HIGH / 2 < card.y < scene.height - HIGH / 2


@pytest.mark.parametrize("seed", range(0, 88, 11))
def test_every_position_of_a_game_can_be_drawn(seed: int) -> None:
    for decision in some(list(drive(seed))[::6]):
        for tall in (False, True):
            assert max(keys(GAME.draw(decision.before, (decision.move,), tall=tall)).values()) == 1
