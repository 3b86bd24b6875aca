"""The account of a decision adds up, and says of everything behind the turn what driving on really brings."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import Any

import pytest

from rallyman_tutor.coach.account import TO_GO, Accounts, Part, behind
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.solver import charges, table_files
from rallyman_tutor.coach.solver.tables import RefusedTable
from rallyman_tutor.games import SHELF
from tests.coach.weak_drives import HELD_APART, TUNED, weak_decisions
from tests.games.opened import opened
from tests.some import some

STAGES = {"classic": ("bends", "jumps", "winter"), "dirt": ("R4-SS1",)}
NEAR_THE_FINISH = (
    ("classic", "s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A@b1.line g3 d1"),
    ("dirt", "R4-SS1 | A@7.L1 g3 s1 | A leader A"),
)


@pytest.mark.parametrize(
    ("key", "stages", "many"),
    [
        ("classic", STAGES["classic"], 50),
        ("dirt", STAGES["dirt"], 25),
        pytest.param("classic", (*TUNED["classic"], *HELD_APART["classic"]), 5000, marks=pytest.mark.wide),
        pytest.param("dirt", (*TUNED["dirt"], *HELD_APART["dirt"]), 5000, marks=pytest.mark.wide),
    ],
)
def test_the_parts_add_up_to_the_cost_and_to_what_it_is_behind(key: str, stages: tuple[str, ...], many: int) -> None:
    game, coach = SHELF[key], race_coach(SHELF[key])
    for one in some(islice(weak_decisions(key, stages, 7), many)):
        state = coach.with_seconds_told_apart(one.state)
        accounts = Accounts(game, state)
        own, best = accounts.of((one.move,)), accounts.best()
        hand = coach.at_hand(state).best
        assert own.cost == pytest.approx(hand.cost_of(state, one.move), abs=1e-9)
        assert best.cost == pytest.approx(hand.costs(state)[0][0], abs=1e-9)
        assert sum(behind(own, best).values()) == pytest.approx(own.cost - best.cost, abs=1e-9)


def test_what_the_token_saves_flat_out_is_in_the_account() -> None:
    """It helps against a hard landing on the jump, and nowhere else."""
    game = SHELF["dirt"]
    state = game.read("202a 206b 203a | A@1.L3 g4 K1 | A leader A | sisu=stage")
    accounts, best = Accounts(game, state), race_coach(game).at_hand(state).best
    attacks = [move for _, move in best.costs(state) if race_coach(game).kind(move)[0] == "attack"]
    for move in some(attacks):
        assert accounts.of((move,)).cost == pytest.approx(best.cost_of(state, move), abs=1e-9)


@pytest.mark.parametrize(("key", "position"), NEAR_THE_FINISH)
def test_the_next_turn_told_apart_changes_no_sum(key: str, position: str) -> None:
    accounts = Accounts(SHELF[key], SHELF[key].read(position))
    found = accounts.best()
    told = accounts.with_next(found)
    assert told.cost == pytest.approx(found.cost, abs=1e-9)
    assert {part for part in told.parts if part.when == "now"} == {part for part in found.parts if part.when == "now"}
    assert any(part.when == "next" and seconds for part, seconds in told.parts.items())


@pytest.mark.parametrize(("key", "position"), NEAR_THE_FINISH)
def test_charges_are_what_driving_on_turn_by_turn_to_the_finish_brings(key: str, position: str) -> None:
    """Here every turn is followed by the engine, and no charges are read."""
    game: Any = SHELF[key]
    known: dict[Any, dict[str, float]] = {}

    def driven(state: Any) -> dict[str, float]:
        if state not in known:
            found = Accounts(game, state).best()
            total = defaultdict[str, float](float)
            for part, seconds in found.parts.items():
                total[part.what] += seconds if part.when == "now" else 0.0
            for end in found.ends:
                for what, seconds in driven(end.state).items():
                    total[what] += end.chance * seconds
            known[state] = total
        return known[state]

    state = opened(game.read(position))
    best, total = Accounts(game, state).best(), defaultdict[str, float](float)
    for part, seconds in best.parts.items():
        total[part.what] += seconds
    reached = driven(state)
    assert len(known) > 5 and best.ends
    assert {what: total[what] for what in total} == pytest.approx({what: reached[what] for what in total}, abs=0.1)


def test_without_charges_everything_behind_the_turn_is_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    game = SHELF["classic"]
    monkeypatch.setattr(type(race_coach(game)), "charges", lambda coach, state: None)
    accounts = Accounts(game, game.read("s3 R3/4x3 s2 L2/3x2 s3 R4/5x3 s3 | A@s1 g3"))
    assert not accounts.is_whole
    assert [part for part in accounts.best().parts if part.when != "now"] == [Part(TO_GO, "later", "")]


def test_charges_that_are_damaged_or_of_another_stage_are_refused() -> None:
    coach = race_coach(SHELF["classic"])
    task = coach.task_of(coach.ready["bends"])
    name, shapes = coach.name_of(task), coach._shapes(task)
    data = table_files.read(name, "charges")
    assert data is not None
    for wrong, why in (
        (b"something", "no charges"),
        (data[:-1] + b"?", "damaged"),
        (data[: len(charges.MARK)] + b"{", "damaged"),
    ):
        with pytest.raises(RefusedTable, match=why):
            charges.Charges(wrong, name, shapes)
    with pytest.raises(RefusedTable, match="something else"):
        charges.Charges(data, "another", shapes)
