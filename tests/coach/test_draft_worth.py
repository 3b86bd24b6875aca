"""The worth of a draft is the engine's: every outcome of its dice, and the plainest reckoning behind them."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from rallyman_tutor.coach import draft_worth
from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.draft_worth import Worth, simplest, weighing
from rallyman_tutor.coach.draft_worth import weigh as weigh_any
from rallyman_tutor.coach.odds import TooMany, odds, weighed
from rallyman_tutor.coach.race_coach import AtHand
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.coach.steps import Work, to_the_end
from rallyman_tutor.games.classic.alone import outcomes, spent
from rallyman_tutor.games.classic.game import GAME
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.state import Attack, Move, State, Stop
from rallyman_tutor.games.dirt.game import GAME as DIRT
from tests.coach.solver.expectimax import CLASSIC_REDRAWN, Expectimax
from tests.games.opened import opened
from tests.some import some

pytestmark = pytest.mark.usefixtures("own_tables")

ROAD = "s1 R2/3x2 s1"
DRAFTS = (
    (f"{ROAD} | A d2 no-sisu", "1 2"),
    (f"{ROAD} | A@s1 g2 d3 no-sisu", "2 w"),
    (f"{ROAD} | A@s1 g3 d3", "3>d w>d w"),
    (f"{ROAD} | A@s1 g3 d3 s3", "3>d$ w>d$"),
    (f"{ROAD} | A@s1 g3 d3 no-sisu", "4>l"),
    (f"{ROAD} | A@b1.d1 g3 d3 | A 3 !", "w"),
    (f"{ROAD} | A@s1 g2 d3 no-sisu", "w 2"),
)
"""Alone on a little stage: clean, too fast, secured, with Sisu and without, in the middle of a turn."""


def weigh(state: State, draft: tuple[Move, ...]) -> Worth:
    worth: Worth = opened(weigh_any)(GAME, state, draft)
    return worth


class Plain:
    """A draft driven to its end, or to where a stop costs less, and from then on whatever is best."""

    def __init__(self, stops: bool = False) -> None:
        self.behind: Expectimax[Any, Any] = Expectimax(CLASSIC_REDRAWN, ELIMINATION)
        self.stops = stops

    def cost(self, state: State, left: tuple[Move, ...], is_first: bool = True) -> float:
        on = self.after(state, left[0] if left else Stop(), left[1:])
        if self.stops and left and not is_first and not GAME.judge(state, (Stop(),)):
            return min(on, self.after(state, Stop(), ()))
        return on

    def after(self, state: State, move: Move, left: tuple[Move, ...]) -> float:
        total = 0.0
        for chance, after, _ in outcomes(state, move):
            after = after._replace(backs=state.backs)
            goes_on = after.round == state.round and not after.over and decision_due(after) == "roll"
            behind = self.cost(after, left, False) if goes_on else self.behind.value(after)
            total += float(chance) * (spent(state, after) + behind)
        return total


def test_a_draft_costs_what_its_dice_and_the_best_driving_behind_them_cost() -> None:
    CLASSIC_COACH.solution(ROAD, {})
    plain, stopping, stops = Plain(), Plain(stops=True), 0
    for position, text in some(DRAFTS):
        state, draft = GAME.read(position), GAME.read_draft(text).moves
        assert not GAME.judge(state, draft), position
        worth = weigh(state, draft)
        one_by_one, best = worth.ways[0], worth.best
        assert one_by_one.cost is not None and best is not None
        tolerance = worth.sure + 0.005  # what a table keeps
        assert one_by_one.cost == pytest.approx(plain.cost(state, draft), abs=tolerance), (position, text)
        assert best == pytest.approx(plain.behind.value(state), abs=tolerance), position
        least = min(way.cost or 0.0 for way in worth.ways if way.how != "at-once")
        assert least == pytest.approx(stopping.cost(state, draft), abs=tolerance), (position, text)
        for way in worth.ways[1:]:
            if way.how == "stopping":
                stops += 1
                assert sum(way.odds.stops_at.values()) == way.odds.stops > 0
                assert way.odds.arrive + way.odds.stops + way.odds.short + way.odds.lose == 1
        assert one_by_one.odds == odds(GAME, state, draft)
        assert all(best <= (way.cost or 0.0) + 1e-9 for way in worth.ways)
        assert not GAME.judge(state, opened(worth.best_draft)), position
    assert stops, "somewhere a stop saves time"


def test_the_same_dice_as_an_attack_are_weighed_too_where_the_rules_allow_it() -> None:
    CLASSIC_COACH.solution(ROAD, {})
    state, draft = GAME.read(f"{ROAD} | A@s1 g2 d3 no-sisu"), GAME.read_draft("w 2").moves
    one_by_one, stopping, attack = weigh(state, draft).ways
    assert (one_by_one.how, stopping.how, attack.how) == ("one-by-one", "stopping", "at-once")
    assert attack.odds == odds(GAME, state, (Attack((2, -1)),))
    assert attack.cost == pytest.approx(Plain().behind.after(state, Attack((2, -1))), abs=0.02)
    assert [way.how for way in weigh(state, draft[:1]).ways] == ["one-by-one"]


def test_so_many_dice_that_they_are_not_told_at_once_are_not_followed_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """From some drafts of eight dice there are so many ways to lay them again that it would take minutes."""
    state = DIRT.read("202a 205a 205a 203a | A@1.L2 g2 | A leader A")
    draft = DIRT.read_draft("2>1.L3 3>2.L1 4>2.L2 5>2.L3 6>3.L1 o>3.L2 o>3.L3").moves
    monkeypatch.setattr(draft_worth, "odds_in_steps", lambda *_: 1 / 0)
    worth = opened(weigh_any)(DIRT, state, draft)
    assert worth.too_many and [way.how for way in worth.ways] == ["one-by-one"]
    with pytest.raises(ZeroDivisionError):
        opened(weigh_any)(DIRT, state, draft[:2])


def test_it_can_be_left_after_any_small_step_and_gone_on_with() -> None:
    CLASSIC_COACH.solution(ROAD, {})
    state, draft = GAME.read(f"{ROAD} | A@s1 g2 d3 no-sisu"), GAME.read_draft("w 2").moves
    work: Work[Worth] = opened(weighing)(GAME, state, draft)
    assert len(list(islice(work.go_on(), 20))) == 20
    again = opened(weighing)(GAME, state, draft)
    assert to_the_end(again.go_on()) == weigh(state, draft)
    assert list(work.go_on()) == []


def test_without_a_draft_the_best_driving_alone_is_told() -> None:
    CLASSIC_COACH.solution(ROAD, {})
    worth = weigh(GAME.read(f"{ROAD} | A d2 no-sisu"), ())
    assert worth.ways == () and worth.best_draft and worth.best is not None


def test_on_a_road_without_a_table_only_odds_are_told() -> None:
    state, draft = GAME.read("s2 R3 s2 | A"), GAME.read_draft("1 2").moves
    worth = weigh(state, draft)
    assert worth.best is None and worth.best_draft == ()
    assert all(way.cost is None and way.odds == odds(GAME, state, draft) for way in worth.ways[:1])


def test_no_more_is_followed_than_was_agreed() -> None:
    state, draft = GAME.read("s8 | A@s1 g2"), GAME.read_draft("2 3 4 w w").moves
    assert to_the_end(weighed(GAME, state, draft, lambda before, after: 1.0, 1000))[1] >= 1
    with pytest.raises(TooMany):
        to_the_end(weighed(GAME, state, draft, lambda before, after: 1.0, 3))


def test_costs_are_counted_along_every_way() -> None:
    """With one second for each move, the average number of moves comes out: a draft that cannot go wrong has one a die,
    and the end of the turn."""
    state, draft = GAME.read("s8 | A@s1 g2 no-sisu"), GAME.read_draft("2$ 3$").moves
    rich = GAME.read("s8 | A@s1 g2 s9 no-sisu")
    found, cost = to_the_end(weighed(GAME, rich, draft, lambda before, after: 1.0, 1000))
    assert (found.lose, cost) == (Fraction(0), 3.0), state


@pytest.mark.parametrize(
    ("decisions", "chosen"),
    [
        ([(10.0, "A[1 2 w]"), (10.04, "1")], "1"),
        ([(10.0, "A[1 2 w]"), (10.05, "1")], "A[1 2 w]"),
        ([(10.0, "1$"), (10.01, "1")], "1"),
        ([(10.0, "1"), (10.01, "stop")], "stop"),
        ([(10.0, "1"), (10.01, "w")], "1"),
    ],
)
def test_of_drafts_that_cost_the_same_as_far_as_is_told_the_simplest_is_named(
    decisions: list[tuple[float, str]], chosen: str
) -> None:
    state = GAME.read(f"{ROAD} | A@s1 g1 s4")
    costs = [(cost, *GAME.read_draft(text).moves) for cost, text in decisions]
    hand = AtHand(SimpleNamespace(line=lambda _, move: [move]), True, 0.0, 0)
    assert opened(simplest)(GAME, hand, state, costs) == GAME.read_draft(chosen).moves


def test_it_costs_no_more_than_the_best_by_more_than_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft_worth, "NEGLIGIBLE", 2.0)
    CLASSIC_COACH.solution(ROAD, {})
    state = GAME.read(f"{ROAD} | A@s1 g2 d3 no-sisu")
    best = CLASSIC_COACH.at_hand(opened(state)).best
    near = {move: cost for cost, move in best.costs(state) if cost < best.costs(state)[0][0] + 2.0}
    worth = weigh(state, ())
    (named, *_), dice = opened(worth.best_draft), {move: len(best.line(state, move)) for move in near}
    assert named in near and worth.best == best.costs(state)[0][0]
    assert len(near) > 1 and named != best.costs(state)[0][1] and dice[named] <= min(dice.values())
