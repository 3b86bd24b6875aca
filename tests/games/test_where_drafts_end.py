"""The gear or speed that a page says a draft would end in is the one it ends in, when it is driven and luck is calm."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import pytest

from rallyman_tutor.core.replay import Replay
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.table.view import view
from tests.games.driving import driven
from tests.games.faulty import begun, faulty
from tests.games.phases import met

SAYS = ("classic", "dirt", "crazy_rally")
"""Games whose pages tell what a draft would end in."""
CLASSIC = SHELF["classic"]
ENDS_THE_RALLY = [
    (
        "START C8, C3-J6-J5-C4, FINISH C5 snow C | A@s14 g3 c170 #22 ; B@s2 g1 c160 #17 | A 1 w 2 w 3 !! $1 dry1 r5"
        " | dirt b1:1 ; k 10-5-4[d] ; back2 5-3-3[s] ; edition=de",
        "4>b4.line",
    ),
]
"""A position, and a draft whose last die takes the car out of the rally whatever it shows."""


def legal(key: str, seeds: range) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Positions of random games, each with some drafts that no rule refuses."""
    game = SHELF[key]
    for state in met(key, seeds, 4, 60):
        rng, seen = random.Random(game.write(state)), game.seen_by(state, game.turn(state))
        whole = game.whole_drafts(seen)
        for _ in range(3):
            draft = rng.choice(whole).draft if whole else begun(key, seen, rng)
            if key == "crazy_rally" and (moves := game.moves(seen)):
                draft = (rng.choice(moves),)
            if draft and game.is_legal(seen, draft):
                yield state, draft


def true_end(key: str, state: Any, draft: tuple[Any, ...]) -> int | None:
    """The last gear or speed of a draft as it is driven; None if that cannot be seen, or the rally is over for this
    car."""
    game, seat = SHELF[key], SHELF[key].turn(state)
    now, events = driven(game, state, draft)
    if (
        key == "crazy_rally"
    ):  # all cards are turned up at once: the own speed is told by what happens until events begin
        own = takewhile(lambda event: event.what != "window", (event for event in events if event.seat in (seat, -1)))
        speeds = [event.facts["now"] for event in own if event.what in ("card", "floor", "capped")]
        return speeds[-1] if speeds else None
    if now is None or any(event.what == "next-stage" for event in events):
        return None  # a die is refused when it comes, or the car stands at the next start already
    after = game.desk(now, ()).standings[seat]
    return after.facts["gear"] if after.still_in else None


@pytest.mark.parametrize("key", SAYS)
def test_a_draft_ends_in_the_gear_or_speed_that_is_told(key: str) -> None:
    game, seen, wrong = SHELF[key], Counter[int](), []
    for state, draft in legal(key, range(900, 912)):
        told = game.desk(game.seen_by(state, game.turn(state)), draft).facts.get("then")
        truth = true_end(key, state, draft)
        if truth is not None:
            seen[truth] += 1
            if told != truth:
                wrong.append((game.write(state), " ".join(map(game.write_move, draft)), told, truth))
    assert not wrong, (len(wrong), wrong[:5])
    assert len(seen) > 3 and seen[0] > (key != "crazy_rally")


@pytest.mark.parametrize(("position", "draft"), ENDS_THE_RALLY)
def test_a_draft_that_is_certain_to_end_the_rally_ends_in_no_gear(position: str, draft: str) -> None:
    state = CLASSIC.read(position)
    moves = tuple(CLASSIC.read_moves(state, draft))
    assert not CLASSIC.judge(state, moves)
    desk = CLASSIC.desk(state, moves)
    assert "then" not in desk.facts and "then" not in [dial.name for dial in desk.readouts]


@pytest.mark.parametrize("key", SAYS)
def test_of_a_refused_draft_no_end_is_told(key: str) -> None:
    game, refused = SHELF[key], 0
    for state, draft in faulty(key, range(900, 903)):
        if game.judge(game.seen_by(state, game.turn(state)), draft):
            refused += 1
            shown = view(Session(Replay(game, {}, state), drafts=Drafts(draft), handed_to=game.turn(state)))
            assert not shown["ends"] and "then" not in [dial["name"] for dial in shown["dials"]], game.write(state)
    assert refused > 20
