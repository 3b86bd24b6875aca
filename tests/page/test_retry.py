"""A mistake tried again on its page: the decision there stands beside the best, and the first choice is played out."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.review import Review, ReviewedDecision
from rallyman_tutor.page.browser_save import save_table
from tests.page.host import Visit, came_behind
from tests.tutor.test_review import driven


@cache
def saved() -> str:
    """A browser's save of a drive that a beginner has driven to the finish."""
    return json.dumps(save_table("drive", driven()))


@pytest.fixture
def visit() -> Visit:
    """A visit whose drive is over and was looked back at, and that tries again what cost most."""
    visit = Visit("drive")
    visit.says(do="hello", at="drive", theme="light", kept=json.loads(saved()))
    visit.says(do="review")
    visit.says(do="retry", at=0)
    return visit


def moves_made(visit: Visit) -> int:
    assert visit.page.session
    return len(visit.page.session.replay.past)


def tried(visit: Visit) -> ReviewedDecision:
    assert visit.page.session and isinstance(visit.page.session.looking_back.tried, ReviewedDecision)
    return visit.page.session.looking_back.tried


def chooses(visit: Visit, die: str) -> dict[str, Any]:
    """Lays a die and presses the first button; gives what is told of it beside the best."""
    visit.says(do="lay", piece=die)
    visit.says(do="act", move=visit.view["offers"][0]["move"])
    return visit.behind["compared"]


def seconds(cell: str) -> float:
    return float(cell.removesuffix(" s") or 0)


def test_what_is_decided_stands_beside_the_best_before_it_is_rolled(visit: Visit) -> None:
    moves = moves_made(visit)
    assert "compared" not in visit.behind and visit.view["retry"]["made"] == ""
    told = chooses(visit, "5")
    assert told["n"] == visit.view["n"] and visit.view["retry"]["made"] == "5>s7"
    assert moves_made(visit) == moves, "nothing is rolled yet"
    assert told["best"] == [{"piece": "4", "place": "s7"}]
    assert [whose for whose, _ in told["drafts"]] == ["yours", "the best"]
    assert told["said"].startswith(told["verdict"]) and told["drafts"][1][1] in told["said"]
    visit.says(do="act", move="5>s7")
    assert moves_made(visit) == moves + 1
    assert visit.view["retry"]["made"] == "" and "Try something else" not in visit.view["retry"]["said"]


def test_the_table_comes_before_what_may_come_of_the_first_choice(visit: Visit) -> None:
    chooses(visit, "5")
    first, last = came_behind(visit.sent, "compared")
    assert first["old"] == [] and last["old"] and {**last, "old": []} == first


def test_its_figures_are_those_of_the_review_and_of_the_tables(visit: Visit) -> None:
    made = tried(visit)
    for die, move in (("5", made.move), ("4", made.best[0])):
        told = chooses(visit, die)
        rows = {name: list(map(seconds, cells)) for name, *cells in told["rows"][2:]}
        costs = [RACES["classic"]().at_hand(made.state).best.cost_of(made.state, one) for one in (move, made.best[0])]
        assert rows["to the finish"][:2] == pytest.approx(costs, abs=0.051), "shown to a tenth"
        assert made.cost - made.best_cost == pytest.approx(made.loss)
        if move == made.move:
            assert told["verdict"] == f"{made.loss:.1f} s behind the best"
            assert told["rows"][-1][-1] == f"+{made.loss:.1f} s"
        else:
            assert told["verdict"] == "Nothing is better" and told["rows"][-1][-1] == ""
        for side in (0, 1):
            *parts, total = (cells[side] for name, cells in rows.items() if name != "seconds earned")
            earned = rows.get("seconds earned", [0, 0])[side]
            assert sum(parts) - earned == pytest.approx(total, abs=0.26), "each is rounded to a tenth"
        visit.says(do="clear")
        assert visit.view["retry"]["made"] == "" and "Try something else" in visit.view["retry"]["said"]


def test_the_first_choice_is_played_out_as_it_was_told(visit: Visit) -> None:
    made = tried(visit)
    assert "no first choice to be played out" in visit.says(do="refute")["problem"], (
        "the answer is not told before one was tried"
    )
    told = chooses(visit, "4")
    moves = moves_made(visit)
    visit.says(do="refute")
    assert visit.page.session
    first, *_ = visit.page.session.replay.past[moves:]
    assert first.move == made.move
    happened = " ".join(line["text"] for line in visit.view["log"])
    so = next(one for one in told["old"] if one.startswith("So it can go: ")).removeprefix("So it can go: ")
    assert so in happened and "control is lost" in so
    assert len(visit.pieces["frames"]) > 1, "move by move"
    assert visit.says(do="return")["over"]


def test_what_was_decided_is_taken_back_by_another_die_and_by_undoing(visit: Visit) -> None:
    for intent in ({"do": "undo"}, {"do": "take"}, {"do": "lay", "piece": "3"}):
        chooses(visit, "4")
        assert visit.view["retry"]["made"]
        visit.says(**intent)
        assert not visit.view["retry"]["made"] and "problem" not in visit.view
        visit.says(do="clear")


def test_a_reload_while_something_is_tried_brings_the_drive_back_whose_mistake_it_is(visit: Visit) -> None:
    visit.says(do="lay", piece="4")
    assert visit.kept["table"]["replay"] == json.loads(saved())["table"]["replay"]
    again = Visit("drive")
    again.says(do="hello", at="drive", kept=json.loads(json.dumps(visit.kept)))
    assert again.view["over"] and again.says(do="review")["review"]["mistakes"]


def test_a_drive_that_was_tried_out_to_its_end_has_mistakes_of_its_own(visit: Visit) -> None:
    chooses(visit, "5")
    for _ in range(40):
        if visit.view["over"]:
            break
        if not visit.view["offers"] or visit.view["offers"][0]["move"] == "retire":
            visit.says(do="lay", piece=next(piece["key"] for piece in visit.view["pieces"] if piece["left"]))
        visit.says(do="act", move=visit.view["offers"][0]["move"])
    own = visit.says(do="review")["review"]["mistakes"]
    assert own and visit.page.session and isinstance(visit.page.session.looking_back.review, Review)
    worst = visit.page.session.looking_back.review.mistakes[0]
    visit.says(do="retry", at=0)
    assert tried(visit) == worst
    assert visit.says(do="return")["review"]["mistakes"] == own
    assert visit.kept["table"]["replay"] == json.loads(saved())["table"]["replay"]
