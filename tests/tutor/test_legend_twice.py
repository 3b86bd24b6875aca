"""The signs of a game and the words of its glossary are told twice, as far as they tell a number: a test reads the
numbers in the lists of values as they are written; see `told_twice.py`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import rallyman_tutor
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.rulebook import legend
from rallyman_tutor.tutor.words.words import text_tables

GAMES = Path(rallyman_tutor.__file__).parent / "games"


def values(key: str) -> dict[str, Any]:
    return tomllib.loads((GAMES / key / "values.toml").read_text("utf-8"))


def value(key: str, path: str) -> Any:
    found: Any = values(key)
    for part in path.split("."):
        found = found[part]
    return found["value"] if isinstance(found, dict) and "value" in found else found


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


SIGNS = {
    "classic": {"1!": "dice.gear_hazards dice.faces", "w!": "dice.gas_hazards dice.faces", "grass": "terrain.grass"},
    "dirt": {
        "1": "=1 dice.gears", "1!": "=1 dice.gears dice.gear_hazards dice.faces", "w!": "dice.gas_hazards dice.faces",
        "o!": "dice.leader_hazards dice.faces", "b!": "dice.brake_hazards dice.faces",
    },
    "crazy_rally": {
        "P01": "cards.turbo car.turbo_strength", "E1": "event.speed event.cards", "tyre": "tuning.symbol",
        "steering wheel": "tuning.symbol", "nut": "tuning.symbol", "chequered flag": "race.flagged_on_top",
    },
    "mil_millas": {"limit": "road.limit"},
}  # fmt: skip
"""Signs whose sentence tells numbers, by the values that they are; what is no value begins with =."""
BY_HAND = {
    "classic": {"1": [1, 5], "K4": [4], "trees, houses": [1], "rocks, water": [2]},
    "mil_millas": {"25": [25, 50, 75, 100, 200]},
}
"""The others: see the tests below."""


@pytest.mark.parametrize("key", SHELF)
def test_each_number_in_a_sign_is_a_value_of_the_game(key: str) -> None:
    told = {one["sign"]: numbers(one["text"]) for one in legend(SHELF[key]) if numbers(one["text"])}
    expected = dict(BY_HAND.get(key, {}))
    for sign, paths in SIGNS[key].items():
        found = [int(path[1:]) if path.startswith("=") else value(key, path) for path in paths.split()]
        expected[sign] = [number for one in found for number in (one if isinstance(one, list) else [one])]
    assert told == expected


def test_the_damage_beside_the_road_is_that_of_every_ground_that_is_named() -> None:
    ground = {name: value("classic", f"terrain.{name}") for name in values("classic")["terrain"]}
    assert (ground["forest"], ground["village"]) == (1, 1) and (ground["rock"], ground["water"]) == (2, 2)
    assert len([one for one in SHELF["classic"].faces() if re.fullmatch(r"\d", one)]) == 5
    assert "any gear up to 4th" in {one["sign"]: one["text"] for one in legend(SHELF["classic"])}["K4"]


def test_cards_drive_as_far_as_their_sign_says_and_under_a_limit_as_far_as_the_glossary_says() -> None:
    cards = [int(name) for name in values("mil_millas")["cards"] if name.isdigit()]
    assert sorted(cards) == BY_HAND["mil_millas"]["25"]
    limited = text_tables("games.mil_millas")["words"]["glossary"]["speed-limit"]["is"]
    assert numbers(limited) == [one for one in sorted(cards) if one <= value("mil_millas", "road.limit")]


def test_every_purple_card_gives_as_much_as_its_sign_says_up_and_down() -> None:
    turbo = value("crazy_rally", "cards.turbo")
    assert {(up, down) for up, down, _ in value("crazy_rally", "cards.purple")} == {(turbo, turbo)}
