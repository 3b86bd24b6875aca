"""A decision looked at once more: its parts and all its outcomes add up to its cost, as plain reckoning has it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.draft_worth import weigh
from rallyman_tutor.coach.odds import odds
from rallyman_tutor.coach.race_coach import forget
from rallyman_tutor.coach.second_look import Case, cases, costliest, taken_apart
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.core.luck import Prompted
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.alone import outcomes, spent
from tests.coach.solver.dirt_stages import keep_table
from tests.coach.solver.expectimax import CLASSIC_REDRAWN, Expectimax
from tests.some import some

ROAD = "s1 R2/3x2 s1"
LONGER = f"s2{ROAD[2:]}"
CLASSIC: Any = SHELF["classic"]
DIRT: Any = SHELF["dirt"]
DECISIONS = (
    (CLASSIC, f"{ROAD} | A@s1 g2 d3 no-sisu", "2"),
    (CLASSIC, f"{ROAD} | A@s1 g2 d3 no-sisu", "A[2 w]"),
    (CLASSIC, f"{ROAD} | A@s1 g3 d3 s3", "3>d$"),
    (CLASSIC, f"{ROAD} | A@s1 g3 d3 no-sisu", "4>l"),
    (CLASSIC, f"{LONGER} | A@b1.d1 g3 d3 | A w 3 !!", "w"),
    (CLASSIC, f"{LONGER} | A@b1.d1 g3 d3 | A w 3 !!", "stop"),
    (DIRT, "202a 203a< | A@1.L2 g2 G3 | A leader A", "go 2>1.L3 (3>2.L1)"),
    (DIRT, "202a 203a< | A@1.L2 g2 G3 | A leader A", "flat 2>1.L3 3>2.L1 4>2.L2"),
)
"""Rolled one by one and at once, secured, too fast, with Sisu at hand and without, and not rolled at all."""


@pytest.fixture(scope="module", autouse=True)
def solved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """These stages are solved on this machine, and no others but those of the package."""
    folder = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        for road in (ROAD, LONGER):
            CLASSIC_COACH.solution(road, {})
        keep_table("202a 203a<", folder)
        forget()
        yield
    forget()


def followed(game: Any, state: Any, move: Any) -> list[Case]:
    return to_the_end(cases(game, state, move).go_on())


def test_all_that_may_come_of_a_decision_adds_up_to_what_it_costs() -> None:
    plain: Expectimax[Any, Any] = Expectimax(CLASSIC_REDRAWN, ELIMINATION)
    for game, position, text in some(DECISIONS):
        state, (move,) = game.read(position), game.read_draft(text).moves
        found = followed(game, state, move)
        assert sum(case.chance for case in found) == 1, text
        assert all(0 < case.share <= case.chance for case in found), text
        cost = sum(float(case.chance) * case.cost for case in found)
        told = race_coach(game).at_hand(state).best.cost_of(state, move)
        assert cost == pytest.approx(told, abs=0.02), text
        if game is CLASSIC:
            reckoned = sum(
                float(chance) * (spent(state, after) + plain.value(after._replace(backs=state.backs)))
                for chance, after, _ in outcomes(state, move)
            )
            assert cost == pytest.approx(reckoned, abs=0.03), text


def test_its_parts_add_up_to_its_cost_and_those_of_this_turn_are_what_its_dice_bring() -> None:
    for game, position, text in some(DECISIONS):
        state, (move,) = game.read(position), game.read_draft(text).moves
        apart = to_the_end(taken_apart(game, state, move).go_on())
        assert sum(apart.parts) == pytest.approx(apart.cost, abs=1e-6), text
        assert apart.cost == pytest.approx(race_coach(game).at_hand(state).best.cost_of(state, move)), text
        assert apart.line[0] == move and not game.judge(state, apart.line), text
        kind, _ = race_coach(game).kind(move)
        assert (apart.odds is None) == (kind == "stop"), text
        if kind == "attack" and "no-sisu" in position:
            turn = odds(game, state, (move,))
            assert apart.odds == turn
            assert sum(apart.parts[:3]) == pytest.approx(float(turn.time), abs=0.01), text


def test_the_likeliest_way_to_a_case_leads_there() -> None:
    for game, position, text in some(DECISIONS):
        state, (move,) = game.read(position), game.read_draft(text).moves
        for case in some(followed(game, state, move)):
            now, events = state._replace(rally=None), []
            for one, shown in case.likeliest:
                now, happened = game.play(now, one, Prompted(shown, game.harmless_luck))
                events += happened
            lost = [event for event in events if event.what in ("lost", "out")]
            assert bool(lost) == (case.how in ("lost", "out")), (text, case)
            assert case.how != "saved" or case.likeliest[-1][0] == game.read_moves(state, "sisu")[0]


def test_control_that_is_as_good_as_lost_is_lost_where_that_happens_and_may_be_saved() -> None:
    for sisu, hows in ((" no-sisu", {"ends", "lost"}), ("", {"ends", "saved"})):
        state = CLASSIC.read(f"{LONGER} | A@b1.d1 g3 d3{sisu} | A w 3 !!")
        (move,) = CLASSIC.read_draft("w").moves
        found = followed(CLASSIC, state, move)
        assert {case.how for case in found} == hows
        (bad,) = (case for case in found if case.how != "ends" and case.place == "b1.d2")
        assert bad.chance == odds(CLASSIC, state, (move,)).where["b1.d2"]


def test_sisu_that_is_played_before_control_is_lost_saves_nothing() -> None:
    """With one die left before the finish Sisu may be played, and nothing hangs on it."""
    state = CLASSIC.read("s5 j3 s2 R3/4x3K4 s3 j4 s3 L2/3x2 s4 | A@s12 g4 c50 #12 | A r4")
    (move,) = CLASSIC.read_draft("3>s13").moves
    found = followed(CLASSIC, state, move)
    cost = CLASSIC_COACH.at_hand(state).best.cost_of(state, move)
    assert sum(float(case.chance) * case.cost for case in found) == pytest.approx(cost, abs=0.02)
    assert sum(case.chance for case in found if case.how == "saved") < Fraction(1, 4)


def test_the_costliest_case_weighs_how_often_and_how_much() -> None:
    def case(chance: Any, cost: float) -> Case:
        return Case("ends", "s1", chance, cost, (), chance)

    rare, common, cheap = case(0.1, 90.0), case(0.5, 35.0), case(0.4, 10.0)
    assert costliest([cheap, common, rare], 30.0) == rare, "6 s, not 2.5"
    assert costliest([cheap, common, case(0.1, 50.0)], 30.0) == common


def test_a_shortcut_card_counts_as_drawn_to_the_end_of_a_turn_among_others() -> None:
    """A car that waits at the start changes neither the cases of a shortcut nor the worth of a draft through it."""
    road = "START C8, C3-J6-J5-C4, FINISH C5"
    alone, among = (CLASSIC.read(f"{road} | A@s1 g1 {others}") for others in ("| A 1 r1", "; B | A 1 r1 then -"))
    for text in ("2>b1.cut", "w>b1.cut"):
        (move,) = CLASSIC.read_draft(text).moves
        cost = sum(float(case.chance) * case.cost for case in followed(CLASSIC, among, move))
        assert cost == pytest.approx(CLASSIC_COACH.at_hand(alone).best.cost_of(alone, move), abs=1e-9), text
    draft = CLASSIC.read_draft("w>b1.cut 2>b2.line").moves
    costs = [weigh(CLASSIC, state, draft).ways[0].cost for state in (alone, among)]
    assert costs[0] is not None and costs[0] == pytest.approx(costs[1], abs=1e-9)
