"""A table as one word to share: whoever opens it sits where the learner sat; what is no such word is refused."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.replay import BadSave, is_packed, pack
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.session.intents import Act, Lay
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.sharing import open_shared, save, share
from rallyman_tutor.tutor.session.update import update


def driven(key: str) -> Session:
    """A table against one or two others, after a few decisions."""
    game = SHELF[key]
    seats = next(seats for seats in game.seats if seats > 1)
    session = begin(
        game, next(iter(game.ready_tables)), ("You", "Ana", "Ben")[:seats], frozenset(range(1, seats)), "5", "works"
    )
    for _ in range(4):
        held = next((hold for hold in game.placements(session.state, session.draft) if not hold.refused), None)
        if held and not session.draft:
            session = update(session, Lay(held.piece, held.place))
        session = update(session, Act(game.write_move(game.desk(session.state, session.draft).offers[0].move)))
    return session


@pytest.mark.parametrize("key", SHELF)
def test_whoever_opens_a_shared_table_sits_where_the_learner_sat(key: str) -> None:
    session = driven(key)
    code = share(session)
    opened = open_shared(SHELF, code)
    assert is_packed(code)
    assert opened.state == session.state
    assert (opened.draft, opened.bots, opened.level, opened.table) == (
        session.draft,
        session.bots,
        session.level,
        session.table,
    )


@pytest.mark.parametrize("key", SHELF)
def test_a_game_that_the_command_line_printed_can_be_opened(key: str) -> None:
    replay = driven(key).replay
    assert open_shared(SHELF, replay.code()).state == replay.state


@pytest.mark.parametrize(
    "data", [[], 7, "game", {}, {"game": "chess"}, {"replay": 3}, {"replay": {"game": ["classic"]}}]
)
def test_a_word_with_anything_else_in_it_is_refused(data: object) -> None:
    with pytest.raises(BadSave, match="not-a-code"):
        open_shared(SHELF, pack(data))


@pytest.mark.parametrize("seed", [float("nan"), "half a letter: \ud800"])
def test_a_word_that_no_page_could_be_told_is_refused(seed: object) -> None:
    with pytest.raises(BadSave, match="not-a-code"):
        open_shared(SHELF, pack({**save(driven("classic")), "seed": seed}))


def test_a_part_of_a_word_is_refused() -> None:
    with pytest.raises(BadSave, match="not-a-code"):
        open_shared(SHELF, share(driven("classic"))[:-9])


def test_no_line_of_notation_looks_like_a_shared_game() -> None:
    ready = [text for game in SHELF.values() for text in game.ready_tables.values()]
    assert ready
    assert not any(map(is_packed, [*ready, "s3R3/4x3K4s2j4L2/3x2s4s3R3/4x3K4s2j4L2/3x2s4", "eN", ""]))
