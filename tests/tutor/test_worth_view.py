"""The worth of a draft, in words: every figure the reckoning's own, and nothing told that it does not say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rallyman_tutor.coach.draft_worth import weigh
from rallyman_tutor.coach.race_coach import forget
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.advice.advice_view import AdviceShown, advised
from rallyman_tutor.tutor.advice.worth_view import WorthShown, worth_shown
from rallyman_tutor.tutor.session.helping import MOST_PARTS
from rallyman_tutor.tutor.session.intents import Advise, Draft, Swap, Take, Undo
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import attempt, update
from rallyman_tutor.tutor.words.words import words
from tests.coach.solver.dirt_stages import keep_table
from tests.tutor.test_session import does
from tests.tutor.test_view import sat


def advice(session: Session) -> AdviceShown:
    """The advice in the end."""
    *_, shown = advised(session)
    assert shown
    return shown


def told_all(session: Session) -> Session:
    """A session in which every part of the advice was asked for."""
    return does(session, *(Advise(),) * MOST_PARTS)


def reason(session: Session) -> WorthShown:
    """The last part of the advice."""
    found = advice(told_all(session))["worth"]
    assert found
    return found


def asked(position: str, *dice: str, game: str = "classic") -> WorthShown:
    """The worth of a draft laid there."""
    laid, _ = attempt(sat(position, game=game), Draft(dice))
    return reason(laid)


def test_a_draft_is_weighed_on_request_until_it_changes() -> None:
    session = told_all(update(sat("s4 R3 s3 L3 s3 | A@s1 g1"), Draft(("2", "3"))))
    shown = reason(session)
    assert [*advised(sat("s4 | A"))] == []
    assert [row[0] for row in shown["rows"]] == ["one by one", "as an attack", "the best"]
    assert shown["head"] == ["driven", "arrives", "loses control", "to the finish", "behind the best"]
    assert shown["rows"][0][1:3] == ["100 %", "0 %"] and shown["rows"][2][3] == "28.7 s"
    assert shown["notes"][-1].startswith("Best from here: an attack with the 2, the 3, ")
    assert "certain to within 0.01 s" in shown["how"][-1]
    for change in (Take(), Draft(("2",)), Undo(), Swap()):
        after, _ = attempt(session, change)
        assert [*advised(after)] == [], change


@pytest.mark.parametrize(("dice", "ways"), [(("2", "3", "w"), 3), (("2", "3", "w", "w", "4"), 2), (("2", "3"), 2)])
def test_a_draft_is_as_far_behind_the_best_as_it_takes_longer(dice: tuple[str, ...], ways: int) -> None:
    """The five dice as an attack are the best driving; with three of them a stop saves time, too."""
    road = "s4 R3 s3 L3 s3 | A@s1 g1"
    told = asked(road, *dice)
    *driven, best = [[float(cell.removesuffix(" s") or 0) for cell in row[3:]] for row in told["rows"]]
    assert len(driven) == ways and [behind for _, behind in driven] == pytest.approx(
        [cost - best[0] for cost, _ in driven], abs=0.11
    )
    for cost, behind in driven:
        assert any(row[3:] == [f"{cost} s", f"{behind} s"] for row in told["rows"])
    assert (driven[-1][1] == 0) == (len(dice) == 5)
    stops = [note for note in told["notes"] if note.startswith("Driven one by one with stops, you end the turn ")]
    assert len(stops) == ways - 2
    assert told["how"][0].startswith("Without stops" if stops else "The draft is driven to its end: no stop")


def test_what_is_said_of_a_draft_tells_where_it_goes_wrong() -> None:
    told = advice(told_all(update(sat("s4 R3 s3 L3 s3 | A@s1 g1"), Draft(("2", "3", "w", "w")))))
    worth = told["worth"]
    assert worth is not None
    where, *_ = worth["notes"]
    assert "Driven one by one, control is lost: " in where
    assert " on space 4" in where and "Sisu could save you" in where
    assert not re.search("[{}]|None|Fraction", " ".join(worth["notes"]))


def test_more_seconds_in_hand_than_are_told_apart_are_said_to_be() -> None:
    for seconds, is_told in (("s12", False), ("s13", True)):
        worth = asked(f"s4 R3 s3 L3 s3 | A@s1 g1 {seconds}", "2", "3")
        assert ("They count as 12 here" in " ".join(worth["how"])) == is_told


def test_a_road_that_nobody_has_solved_and_other_cars_are_told() -> None:
    shown = asked("s2 R3 s2 | A@s1 g1", "2")
    assert shown["head"] == ["driven", "arrives", "loses control"]
    assert shown["notes"][-1].startswith("Nobody has worked out this stage")
    shown = asked("s2 R3 s2 | A@s1 g1")
    assert (shown["head"], shown["rows"]) == ([], [])  # without a draft there is nothing to tell
    shared = asked("s4 R3 s3 L3 s3 | A@s1 g1 ; B@s3 g1", "2")
    assert shared["how"][-1].startswith("The others stand where they are")


def test_a_draft_is_never_told_to_be_better_than_the_best() -> None:
    """Odds that were tried out may say so."""
    session = update(sat("s4 R3 s3 L3 s3 | A@s1 g1"), Draft(("2", "3")))
    game, state = session.game, session.state
    worth = weigh(game, state, session.draft)
    way, best = worth.ways[0], worth.best or 0.0
    for cost, behind in ((best - 0.3, "0.0 s"), (best + 0.3, "0.3 s")):
        weighed = worth._replace(ways=(way._replace(cost=cost),))
        assert worth_shown(game, words(game.key), state, weighed)["rows"][0][-1] == behind


def test_a_draft_that_may_not_be_rolled_and_a_moment_without_driving_are_refused() -> None:
    with pytest.raises(Refused, match="not-weighed"):
        asked("s4 R3 s3 L3 s3 | A@s1 g1", "4")
    with pytest.raises(Refused, match="nothing-to-weigh"):
        asked("snow s3 dry s2 | A | A phase=tyres | weather=fixed")


def test_a_stage_that_is_not_solved_is_told_as_one_and_not_as_a_moment_without_driving() -> None:
    shortcuts = "R2/3x2K3 s2 " * 20
    with pytest.raises(Refused, match="not-reckoned"):
        asked(f"s2 {shortcuts}| A")


def test_what_is_best_now_may_be_another_decision_than_a_die() -> None:
    for position in (
        "s4 R3 s3 L3 s3 | A@s4 g3 | A 2 w 3 !!! ended=hazards phase=sisu",
        "s4 R3 s3 L3 s3 | A@s3 g3 | A 3 w !!",
    ):
        shown = asked(position)
        assert "{" not in shown["notes"][-1], position


def test_a_draft_of_dirt_is_weighed_with_a_table_and_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    position = "202a 203a< | A@1.L2 g2 G3 | A leader A"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    forget()
    unsolved = asked(position, "2>1.L3", "3>2.L1", game="dirt")
    assert unsolved["notes"][-1].startswith("Nobody has worked out this stage")
    assert unsolved["head"] == ["driven", "arrives", "loses control"]
    assert [row[0] for row in unsolved["rows"]] == ["one by one", "flat out"]
    steps = ("2>1.L3", "3>2.L1", "4>2.L2", "5>2.L3", "6>3.L1", "o>3.L2", "o>3.L3")
    long = asked("202a 205a 205a 203a | A@1.L2 g2 | A leader A", *steps, game="dirt")
    assert [row[0] for row in long["rows"]] == ["one by one"]
    assert "driven flat out is not told" in long["how"][-1]
    keep_table("202a 203a<", tmp_path)
    forget()
    solved = asked(position, "2>1.L3", "3>2.L1", game="dirt")
    assert [row[0] for row in solved["rows"]] == ["one by one", "flat out", "the best"]
    assert solved["notes"][-1].startswith("Best from here: flat out with the 3 to ")
    start = asked("202a 203a< | A@1.R2 | A leader A", game="dirt")
    assert start["notes"][-1].startswith("Best from here: flat out with the 1 to ")
    shared = asked("202a 203a< | A@1.L2 g2 G3 ; B@2.L1 g2 | A leader A", "2>1.L3", game="dirt")
    assert shared["how"][-1].endswith("on a road without gravel, and lead.")
    forget()


def test_a_draft_that_costs_less_than_half_a_second_more_is_praised() -> None:
    session = update(sat("s4 R3 s3 L3 s3 | A@s1 g1"), Draft(("2", "3")))
    game, state = session.game, session.state
    worth = weigh(game, state, session.draft)
    for behind, is_praised in ((0.0, False), (0.06, True), (0.49, True), (0.5, False)):
        ways = tuple(way._replace(cost=(worth.best or 0.0) + behind) for way in worth.ways)
        shown = worth_shown(game, words(game.key), state, worth._replace(ways=ways))
        assert is_praised == any("Good enough" in note for note in shown["notes"])
