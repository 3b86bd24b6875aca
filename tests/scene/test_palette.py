"""Colours can be told apart and read, in a light room and in a dark one."""

from __future__ import annotations

from itertools import combinations

import pytest

from rallyman_tutor.scene.palette import PALETTES, SEASONS, TEXTURES, TILE, Theme, contrast, palette
from rallyman_tutor.scene.shapes import Circle, Line, Polygon, walk

THEMES: tuple[Theme, ...] = ("light", "dark")


def test_both_themes_know_the_same_names() -> None:
    assert PALETTES["light"].keys() == PALETTES["dark"].keys()


def test_colours_that_are_one_in_the_light_are_one_in_the_dark() -> None:
    """So that what was painted in the light can be turned into the dark by its colours alone."""
    pairs = {
        (colour, palette("dark", season)[name])
        for season in SEASONS
        for name, colour in palette("light", season).items()
    }
    assert len(pairs) == len({colour for season in SEASONS for colour in palette("light", season).values()})


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["ink", "muted", "legal", "price", "refused", "rally"])
def test_words_can_be_read_on_paper(theme: Theme, name: str) -> None:
    assert contrast(PALETTES[theme][name], PALETTES[theme]["paper"]) >= 4.5


@pytest.mark.parametrize("season", SEASONS)
@pytest.mark.parametrize("theme", THEMES)
def test_numbers_can_be_read_where_they_are_painted(theme: Theme, season: str) -> None:
    colours = palette(theme, season)
    pairs = [("paint", "tarmac"), ("drift", "tarmac"), ("icepaint", "snow"), ("black", "paint"), ("paint", "earth")]
    pairs += [(f"gear{gear}", "die") for gear in range(1, 6)]
    pairs += [("black", "gas"), ("black", "leader"), ("paint", "brake"), ("black", "hazard")]
    assert [(one, two) for one, two in pairs if contrast(colours[one], colours[two]) < 4.5] == []


@pytest.mark.parametrize("season", SEASONS)
@pytest.mark.parametrize("theme", THEMES)
def test_the_three_grounds_of_dirt_differ_without_their_colours(theme: Theme, season: str) -> None:
    colours = palette(theme, season)
    tones = [contrast(colours[name], "#000000") for name in ("grass", "heath", "scree")]
    assert min(max(a, b) / min(a, b) for a, b in combinations(tones, 2)) > 1.05
    assert max(tones) / min(tones) > 1.25
    assert len({TEXTURES[name] for name in ("grass", "heath", "scree")}) == 3


@pytest.mark.parametrize("car", range(6))
def test_a_livery_stands_out_from_its_car(car: int) -> None:
    assert contrast(PALETTES["light"][f"car{car}"], PALETTES["light"][f"car{car}-mark"]) >= 3


def test_the_six_cars_differ() -> None:
    assert len({PALETTES["light"][f"car{car}"] for car in range(6)}) == 6


def test_the_country_is_darker_at_night() -> None:
    for name in ("tarmac", "snow", "grass", "forest", "water"):
        assert contrast(PALETTES["light"][name], "#000000") > contrast(PALETTES["dark"][name], "#000000")


@pytest.mark.parametrize("name", TEXTURES)
def test_a_texture_stays_on_its_tile_and_uses_known_colours(name: str) -> None:
    assert name in PALETTES["light"]
    for shape in walk(TEXTURES[name]):
        assert isinstance(shape, Polygon | Line | Circle)
        points = ((shape.x, shape.y),) if isinstance(shape, Circle) else shape.points
        assert all(0 <= x <= TILE and 0 <= y <= TILE for x, y in points)
        assert {shape.stroke, "" if isinstance(shape, Line) else shape.fill} <= {"", *PALETTES["light"]}
