"""The two ways to legality share reading and the road, and no condition: else both would be wrong together."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from rallyman_tutor import games

ROOMS = Path(games.__file__).parent
READ_BY_BOTH = ("state", "road", "routes", "spaces", "tiles")
"""Modules that only say what there is: positions, moves, spaces."""
SHARED: Mapping[str, set[str]] = {
    "classic": {
        "aim", "take",  # where a die leads, and what it does there
        "dice_rolled", "spaces_to_finish",  # dice as they lie, spaces as they are counted
        "HARMLESS_LUCK", "LEAST_DICE", "GAS_WINTER_ON_DRY",
    },
    "dirt": {"quick_planned"},  # how the draft began
    "crazy_rally": set(),
    "mil_millas": {"called", "next_seat"},  # the name of a side, who plays next
}  # fmt: skip
"""The names that both ways take from elsewhere in their room."""


def taken(key: str, files: Iterable[Path]) -> set[str]:
    """The names taken from a room's modules, but for those that both may read."""
    room = f"rallyman_tutor.games.{key}."
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    imports = [(node.module or "", node.names) for node in nodes if isinstance(node, ast.ImportFrom)]
    named = [(module.removeprefix(room), names) for module, names in imports if module.startswith(room)]
    return {alias.name for module, names in named if module not in READ_BY_BOTH for alias in names}


@pytest.mark.parametrize("key", SHARED)
def test_rules_and_generated_steps_share_reading_and_road_only(key: str) -> None:
    room = ROOMS / key
    generating = (path for name in ("generate", "dice") if (path := room / f"{name}.py").exists())
    assert taken(key, generating) & taken(key, room.glob("rules/*.py")) == SHARED[key]
