"""Another mix of cards for one turn, held to the engine: its own decks and bag are changed for this turn, every move is
made and every outcome followed, and behind the turn the plainest reckoning has the mix of the house."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from rallyman_tutor.coach.classic.coach import COACH as CLASSIC_COACH
from rallyman_tutor.coach.classic.solver.best import Best as ClassicBest
from rallyman_tutor.coach.classic.solver.sweep import Sweep as ClassicSweep
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.dirt.solver.best import Best as DirtBest
from rallyman_tutor.coach.dirt.solver.sweep import Sweep as DirtSweep
from rallyman_tutor.coach.dirt.solver.task import Task as DirtTask
from rallyman_tutor.coach.draft_worth import weigh
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.coach.solver.mix import Mix, moved
from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.coach.what_if import reach, tried
from rallyman_tutor.core.luck import Luck, Odds, outcomes_of
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic import alone as classic
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.state import VALUES as CLASSIC_VALUES
from rallyman_tutor.games.classic.state import Attack
from rallyman_tutor.games.dirt import alone as dirt
from rallyman_tutor.games.dirt.state import SHORTCUTS
from rallyman_tutor.games.dirt.state import VALUES as DIRT_VALUES
from rallyman_tutor.parts.cards import Deck
from tests.coach.solver.expectimax import CLASSIC_REDRAWN, DIRT_REDRAWN, Expectimax, played_and_put_back
from tests.coach.solver.test_classic import task_of
from tests.games.opened import opened
from tests.some import some

VALUES = {"classic": CLASSIC_VALUES, "dirt": DIRT_VALUES}
TURNS = {
    "classic": ("forest/rock s1 L2/4x2K3 | A@s1 g4 d3 p2",),
    "dirt": ("202a 231b 203a< | A@2.L1 g5 G5 W2 s1 no-wheel",),
}
LONGER = {
    "classic": (
        "forest/rock s1 R2/4x2K3 s1 | A@s1 g4 d3 p1 no-sisu",
        "snow forest/rock s1 R2/3x2K2 s1 | A@s1 g3 d3 winter",
    ),
    "dirt": ("202a 217b:L1 203a< | A@2.h2 g5 G5 W1 no-wheel", "202a 207b 203a< | A@2.R1 g5 G4 W2 B1 no-wheel"),
}
MIXES: dict[str, tuple[Mix, ...]] = {
    "classic": ((6, 5, 8, 200), (-6, -5, 0, 1800)),
    "dirt": ((10, -8, 24, 200), (-10, 8, 0, 1800)),
}
EACH = [
    pytest.param(key, position, mix, marks=[pytest.mark.wide] if positions is LONGER else [])
    for positions in (TURNS, LONGER)
    for key in positions
    for position in positions[key]
    for mix in MIXES[key]
]


def decks(state: Any, counts: tuple[tuple[int, ...], ...]) -> tuple[Deck, ...]:
    """The decks of a state with so many cards of each kind."""
    return tuple(
        Deck(tuple((kind, count) for (kind, _), count in zip(deck.unseen, row, strict=True)))
        for deck, row in zip(state.backs, counts, strict=True)
    )


@cache
def plainest(key: str) -> Expectimax[Any, Any]:
    return Expectimax(CLASSIC_REDRAWN if key == "classic" else DIRT_REDRAWN, ELIMINATION)


class OneTurn:
    """A turn in the engine with other decks; `behind` reckons from its end on."""

    def __init__(self, key: str, start: Any, mix: Mix) -> None:
        self.key, self.fresh, self.round = key, start, start.round
        self.behind = plainest(key)
        self.every_move: Callable[[Any], list[Any]] = classic.every_move if key == "classic" else dirt.every_move
        self.spent: Callable[[Any, Any], int] = classic.spent if key == "classic" else dirt.spent
        *_, self.spiked, self.out = mix
        self.start = start._replace(backs=decks(start, RACES[key]().backs_of(mix)))
        if key == "classic":
            good, dirty, _ = (count for _, count in start.shortcut.unseen)
            kinds = [kind for kind, _ in start.shortcut.unseen]
            changed = (
                good + dirty + 4 - self.spiked - dirty,
                dirty,
                self.spiked,
            )  # of 20 cards, 4 punctures in the house
            self.start = self.start._replace(shortcut=Deck(tuple(zip(kinds, changed, strict=True))))
        self.known: dict[Any, float] = {}

    def value(self, state: Any) -> float:
        if state.cars[0].status == "out":
            return self.out
        if state.over:
            return 0.0
        if state.round != self.round:
            return self.behind.value(self.put_back(state))
        if state not in self.known:
            self.known[state] = min(self.after(state, move) for move in self.every_move(state))
        return self.known[state]

    def put_back(self, state: Any) -> Any:
        """The mix of the house again, less what was drawn."""
        state = state._replace(backs=self.fresh.backs)
        if self.key == "dirt":
            return state
        drawn = state.shortcut.seen
        house = tuple((kind, count - drawn.count(kind)) for kind, count in self.fresh.shortcut.unseen)
        return state._replace(shortcut=Deck(house, drawn))

    def outcomes(self, state: Any, move: Any) -> list[tuple[Any, Any, Any]]:
        if self.key == "classic":
            return [
                (chance, after._replace(backs=state.backs), events)
                for chance, after, events in classic.outcomes(state, move)
            ]
        return outcomes_of(lambda luck: played_and_put_back(state, move, OtherBag(luck, self.spiked)))

    def after(self, state: Any, move: Any, then: Callable[[Any], float] | None = None) -> float:
        then = then or self.value
        return sum(
            float(chance) * (self.spent(state, after) + then(after)) for chance, after, _ in self.outcomes(state, move)
        )


class OtherBag:
    """Shortcut tokens from a bag of 48 with so many punctures."""

    def __init__(self, luck: Luck, spiked: int) -> None:
        self.luck, self.counts = luck, (36 - spiked, spiked, 12)

    def pick(self, what: str, odds: Odds) -> str:
        return self.luck.pick(
            what, tuple(zip(SHORTCUTS, self.counts, strict=True)) if what == "shortcut token" else odds
        )


@cache
def house(key: str, position: str) -> tuple[Any, Any]:
    state: Any = SHELF[key].read(position)
    if key == "classic":
        task = task_of(state)
        return state, ClassicBest(task, ClassicSweep(task).solve())
    dirt_task = DirtTask(state.stage, state.options)
    return state, DirtBest(dirt_task, DirtSweep(dirt_task).solve(down_to=state.car.place))


@pytest.mark.parametrize(("key", "position", "mix"), EACH)
def test_every_decision_costs_what_the_engine_makes_of_it_with_these_decks(key: str, position: str, mix: Mix) -> None:
    state, best = house(key, position)
    plain, other = OneTurn(key, state, mix), best.otherwise(mix)
    costs = other.costs(state)
    for cost, move in some(costs):
        assert cost == pytest.approx(plain.after(plain.start, move), abs=1e-9), move
        assert other.cost_of(state, move) == pytest.approx(cost, abs=1e-9), move
    assert costs[0][0] == pytest.approx(plain.value(plain.start), abs=1e-9)
    assert any(abs(cost - best.cost_of(state, move)) > 0.01 for cost, move in costs), "the mix matters"


@pytest.mark.parametrize("position", TURNS["classic"])
@pytest.mark.parametrize("mix", MIXES["classic"])
def test_advice_that_is_followed_costs_what_the_engine_makes_of_it(position: str, mix: Mix) -> None:
    state, best = house("classic", position)
    plain = OneTurn("classic", state, mix)

    def followed(here: Any) -> float:
        """As it is advised in this turn, but for control that is lost; behind it as well as can be."""
        if here.round != plain.round or here.over or here.cars[0].status == "out" or decision_due(here) != "roll":
            return plain.value(here)
        advised = best.choice(plain.put_back(here))
        return plain.after(here, advised, plain.value if isinstance(advised, Attack) else followed)

    for cost, move in some(best.costs(state)[:4]):
        first = plain.after(plain.start, move, plain.value if isinstance(move, Attack) else followed)
        assert best.otherwise(mix).followed(state, [move], best) == pytest.approx(first, abs=1e-9), (cost, move)


@pytest.mark.parametrize("key", TURNS)
def test_with_the_mix_of_the_house_nothing_is_another(key: str) -> None:
    state, best = house(key, TURNS[key][0])
    same = best.otherwise(RACES[key]().house_mix())
    assert same.task == best.task
    assert same.costs(state) == best.costs(state)
    assert same.followed(state, best.line(state, best.choice(state)), best) == pytest.approx(best.costs(state)[0][0])


def test_cards_become_others_as_long_as_there_are_any() -> None:
    assert moved((6, 3, 3), 1, 0, (1, 2)) == (7, 2, 3)
    assert moved((6, 3, 3), 6, 0, (1, 2)) == moved((6, 3, 3), 9, 0, (1, 2)) == (12, 0, 0)
    assert moved((2, 5, 5), -6, 0, (1, 2)) == (0, 6, 6)
    assert moved((14, 8, 8, 2), -3, 2, (1,)) == (14, 11, 5, 2)


@pytest.mark.parametrize("key", TURNS)
def test_every_notch_is_a_mix_of_as_many_cards_and_the_house_stands_in_the_middle(key: str) -> None:
    house_mix, many = RACES[key]().house_mix(), {"classic": 12, "dirt": 32}[key]
    for at, share in enumerate(RACES[key]().shares()):
        notches = [*share.notches]
        assert share.house == notches[len(notches) // 2] and len(notches) % 2
        for notch in notches:
            rows = RACES[key]().backs_of((*house_mix[:at], notch, *house_mix[at + 1 :]))
            assert {sum(row) for row in rows} == {many} and min(map(min, rows)) >= 0
    assert [list(row) for row in RACES[key]().backs_of(house_mix)] == VALUES[key]["cards.backs"]


SHORTCUT = "forest/rock s1 R2/4x2K3 s1 | A@s1 g4 d3 p1 no-sisu"


@pytest.fixture
def solved(own_tables: None) -> Any:
    """A turn of which the stage is solved, what is advised there, and the mix of the house."""
    state: Any = SHELF["classic"].read(SHORTCUT)
    CLASSIC_COACH.keep_table(state)
    return state, opened(weigh)(SHELF["classic"], state, ()).best_draft, CLASSIC_COACH.house_mix()


def test_where_the_advice_does_not_hold_another_draft_is_told_and_what_the_advice_costs_then(solved: Any) -> None:
    state, draft, mix = solved
    game, best = SHELF["classic"], CLASSIC_COACH.at_hand(state).best
    same = to_the_end(tried(game, state, draft, mix).go_on())
    assert same.holds and same.draft == draft
    spiked = (*mix[:2], 0, mix[3])
    found = to_the_end(tried(game, state, draft, spiked).go_on())
    assert not found.holds and found.draft != draft
    other = best.otherwise(spiked)
    assert found.best == pytest.approx(other.costs(state)[0][0])
    assert found.advised == pytest.approx(other.followed(state, draft, best)) and found.advised > found.best + 1


def test_a_share_is_tried_at_every_notch_with_the_others_as_they_are(solved: Any) -> None:
    state, draft, mix = solved
    game = SHELF["classic"]
    steps = reach(game, state, draft, (*mix[:2], 8, mix[3]), 2).go_on()
    found = to_the_end(steps)
    assert found == tuple(
        to_the_end(tried(game, state, draft, (*mix[:2], notch, mix[3])).go_on()).holds for notch in range(9)
    )
    assert set(found) == {True, False} and found[4]
    work = reach(game, state, draft, mix, 2)
    assert work.found == found, "what it is itself set to plays no part"
