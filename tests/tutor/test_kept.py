"""Tables, games, share codes and progress that an earlier tutor has kept are read, and stand as they stood.

`tests/data/kept.json` is such a set, of all four games. It is never written anew: a change that cannot read it loses
what people have kept. Values of a game that change on purpose are told to whoever opens an older save; then its part of
the set goes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.core.replay import load, load_code
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner import progress
from rallyman_tutor.tutor.session.sharing import open_shared, restore, save, share
from tests.some import some

KEPT: dict[str, list[Any]] = json.loads((Path(__file__).parents[1] / "data" / "kept.json").read_text("utf-8"))


@pytest.mark.parametrize("key", SHELF)
def test_a_game_that_was_kept_stands_as_it_stood(key: str) -> None:
    game = SHELF[key]
    for kept in some(one for one in KEPT["games"] if one["game"] == key):
        replay = load(game, kept["save"])
        assert game.write(replay.state) == kept["position"] == game.write(load_code(game, kept["code"]).state)
        assert (replay.save(), replay.code()) == (kept["save"], kept["code"])


@pytest.mark.parametrize("key", SHELF)
def test_a_table_that_was_kept_or_shared_stands_as_it_stood(key: str) -> None:
    game = SHELF[key]
    for kept in some(one for one in KEPT["tables"] if one["game"] == key):
        session = restore(game, kept["save"])
        assert (game.write(session.state), [*map(game.write_move, session.draft)]) == (kept["position"], kept["draft"])
        assert (save(session), share(session)) == (kept["save"], kept["code"])
        assert open_shared(SHELF, kept["code"]).replay == session.replay


def test_progress_that_was_kept_is_read_and_written_the_same() -> None:
    for kept in some(KEPT["progress"]):
        assert progress.plain(progress.read(kept)) == kept
