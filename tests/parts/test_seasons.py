"""A season has its own colours and things, and figures stay legible in it."""

from __future__ import annotations

from math import hypot, prod

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import GAME as CLASSIC
from rallyman_tutor.games.classic import draw as classic
from rallyman_tutor.games.classic.road import READY, read_stage
from rallyman_tutor.games.dirt.road import OFFICIAL
from rallyman_tutor.parts.car import BEAMS
from rallyman_tutor.parts.seasons import CLOTHES, LAMP, POOL, RIM, dressed, named
from rallyman_tutor.parts.stamps import STAMPS
from rallyman_tutor.scene.palette import SEASONS, Theme, contrast, mixed, palette
from rallyman_tutor.scene.shapes import STILL, Group, Polygon, Scene, Shape, inside, walk
from tests.some import some

SEASON_OF = {
    "bends": "dry",
    "jumps": "night",
    "forest": "wet",
    "winter": "",
    "first": "",
    "valley": "dry",
    "long": "wet",
}


def drawn(game: str, stage: str) -> Scene:
    one = SHELF[game]
    return one.draw(one.read(f"{one.ready_tables.get(stage, stage)} | A"))


def groups(scene: Scene, shapes: tuple[Shape, ...]) -> list[Group]:
    """Where a thing stands on what does not move."""
    still = [shape for layer in STILL for shape in scene.layer(layer)]
    return [shape for shape in still if isinstance(shape, Group) and shape.shapes is shapes]


def test_every_season_has_colours_and_clothes() -> None:
    assert CLOTHES.keys() == SEASONS.keys()
    for clothes in CLOTHES.values():
        assert {*clothes.stamps, *clothes.stamps.values()} <= STAMPS.keys()


def test_the_files_of_seasons_name_seasons_and_stages_that_there_are() -> None:
    stages, rallies = named("rallyman_tutor.games.dirt").values()
    assert stages.keys() <= set(OFFICIAL) and rallies.keys() <= {name[:2] for name in OFFICIAL}
    own, boards = named("rallyman_tutor.games.classic").values()
    assert own.keys() <= READY.keys() and boards.keys() <= {"C", "J", "L", "V"}
    assert {*stages.values(), *rallies.values(), *own.values(), *boards.values()} == SEASONS.keys() - {""}


@pytest.mark.parametrize(("stage", "season"), SEASON_OF.items())
def test_a_stage_lies_in_its_season(stage: str, season: str) -> None:
    assert drawn("classic", stage).season == season


@pytest.mark.parametrize(
    ("stage", "season"), {"R1-SS1": "", "R2-SS1": "wet", "R2-SS3": "night", "R3-SS2": "dry"}.items()
)
def test_a_stage_of_dirt_lies_in_the_season_of_its_rally_unless_it_has_its_own(stage: str, season: str) -> None:
    assert drawn("dirt", stage).season == season


def test_a_board_under_snow_lies_in_winter() -> None:
    assert classic.season_of(read_stage("START C8, C3-J6-J5-C4, FINISH C5")) == "dry"
    assert classic.season_of(read_stage("START C8, C3-J6-J5-C4, FINISH C5 snow C J")) == ""


def test_where_an_oak_stands_in_summer_there_stands_an_olive_in_the_south() -> None:
    country = (Group(STAMPS["oak"], 3, 4, scale=1.1), Group(STAMPS["house"], 5, 6))
    assert dressed(country, "dry") == (Group(STAMPS["olive"], 3, 4, scale=1.1), country[1])
    assert dressed(country, "") == country


@pytest.mark.parametrize(("game", "stage"), [("classic", "jumps"), ("dirt", "R1-SS3")])
def test_lamps_stand_beside_the_road_at_night_and_cars_have_theirs_lit(game: str, stage: str) -> None:
    scene = drawn(game, stage)
    road = [shape for shape in scene.layer("road") if isinstance(shape, Polygon)]
    spaces = [shape.points for shape in road if shape.key.startswith("space:")]
    lamps = groups(scene, LAMP)
    gaps = [min(hypot(lamp.x - x, lamp.y - y) for space in spaces for x, y in space) for lamp in lamps]
    assert len(lamps) >= 4 and max(gaps) < 60
    assert not any(inside(space, lamp.x, lamp.y) for space in spaces for lamp in lamps)
    assert set(BEAMS) <= {*walk(scene.layer("cars"))}


@pytest.mark.parametrize(("stage", "rims"), [("jumps", 2), ("bends", 0)])
def test_dice_have_a_bright_rim_at_night(stage: str, rims: int) -> None:
    laid = CLASSIC.draw(CLASSIC.read(f"{READY[stage]} | A"), CLASSIC.read_draft("1 2"))
    assert [*walk(laid.layer("draft"))].count(RIM) == rims


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_figures_can_be_read_in_the_light_of_lamps(theme: Theme) -> None:
    """Where it is brightest: before a car, in the middle of a pool of light."""
    colours = palette(theme, "night")
    light = 1 - prod(1 - shape.opacity for shape in (*POOL, *BEAMS))
    pairs = [("paint", "tarmac"), ("drift", "tarmac"), ("paint", "earth")]
    lit = [[mixed(colours[name], colours["lamp"], light) for name in pair] for pair in pairs]
    assert min(contrast(one, two) for one, two in some(lit)) >= 4.5
