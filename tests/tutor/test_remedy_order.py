"""On a solved stage remedies stand in the order of their costs; on any other as the game has put them.

What they cost is counted here once more: the draft is followed through all that may come of it, as long as its dice
turn out harmless, and what is left is worth what the table says.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.coach.odds import as_driven
from rallyman_tutor.coach.remedy_costs import costs
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.luck import every_outcome
from rallyman_tutor.core.remedy import Remedy
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.remedies import in_order, suggest
from tests.laws.cases import drafts

State = Any
ALIKE = 0.01
"""Seconds: a table holds its values a little rounded, and the two ways of counting meet them at other places."""


def faults(key: str, many: int) -> Iterator[tuple[State, list[Remedy[Any]]]]:
    """Positions on a stage as it was solved, with the remedies of what was laid there, several of them. Where dirt lies
    on the road, which no table knows, a value is an estimate, and two ways to it may differ."""
    game = SHELF[key]
    for state, draft in drafts(key, seed=5):
        if not RACES[key]().has_table(state) or "| dirt b" in game.write(state):
            continue
        for violation in (*game.judge(state, draft), *game.advise(state, draft)):
            found = list(game.remedies(state, draft, violation))
            if len(found) > 1:
                yield state, found
                many -= 1
            if not many:
                return


def counted(game: AnyGame, best: Any, state: State, draft: tuple[Any, ...]) -> float:
    """The cost of the stage if a draft is driven as it lies: the cost of its first die, and as often as that turns out
    harmless the loss by the second one instead of the best driving."""
    move, *rest = draft
    cost = float(best.cost_of(state, move))
    if not rest or race_coach(game).kind(move)[0] == "attack":
        return cost
    calm = game.play(state, move, game.harmless_luck)[0]
    share = sum(
        chance for chance, _, after in every_outcome(lambda luck: game.play(state, move, luck)[0]) if after == calm
    )
    return cost + float(share) * (counted(game, best, calm, tuple(rest)) - float(best.value(calm)))


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_remedies_stand_in_the_order_of_what_they_cost_where_the_stage_is_solved(key: str, wide: bool) -> None:
    game, many, moved = SHELF[key], 60 if wide else 25, 0
    for state, found in faults(key, many):
        best: Any = RACES[key]().at_hand(state).best
        here = best.one_stage(state)
        own = {way.moves: counted(game, best, here, as_driven(game, here, way.moves)) for way in found}
        told = costs(game, state, [way.moves for way in found])
        assert told == pytest.approx([own[way.moves] for way in found], abs=ALIKE), game.write(state)
        ordered = in_order(game, state, found)
        worth = [own[way.moves] for way in ordered]
        assert all(one < other + ALIKE for one, other in pairwise(worth)), game.write(state)
        moved += ordered != found
    assert moved > many / 5, "the order is the game's own everywhere"


def test_without_a_table_remedies_stand_as_the_game_has_put_them() -> None:
    game = SHELF["classic"]
    state = game.read("s14 | A@s1 g3")
    draft = game.read_draft("5").moves
    (violation, *_) = game.judge(state, draft)
    found = game.remedies(state, draft, violation)
    assert len(found) > 1 and costs(game, state, [one.moves for one in found]) is None
    assert in_order(game, state, found) == found


@pytest.mark.usefixtures("own_tables")
def test_a_stage_that_is_solved_by_hand_has_its_remedies_in_order_too() -> None:
    game = SHELF["classic"]
    state = game.read("s4 R3/4x3K1 s5 | A@s4 g4 p2")
    draft = game.read_draft("4>k").moves
    (violation, *_) = game.advise(state, draft)
    RACES["classic"]().keep_table(state)
    told = [one.draft for one in suggest(game, state, draft, violation)]
    worth = {game.write_move(move): cost for cost, move in RACES["classic"]().at_hand(state).best.costs(state)}
    assert len(told) > 1
    assert told == sorted(told, key=lambda one: worth[one[0]])
