"""A decision of an earlier drive, asked again in practice: it is laid on the road, judged by its cost, and not
rolled."""

from __future__ import annotations

import pytest

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.core.game import AnyMove, AnyState
from rallyman_tutor.tutor.lesson.lessons import Sitting
from tests.page.host import Visit
from tests.page.test_past_decisions import looked_back, practising
from tests.some import some
from tests.tutor.test_review import GAME

pytestmark = pytest.mark.usefixtures("same_tables")


@pytest.fixture
def visit() -> Visit:
    return practising(looked_back())


def sitting(visit: Visit) -> Sitting:
    assert isinstance(visit.page.sat_at, Sitting)
    return visit.page.sat_at


def costs(visit: Visit) -> list[tuple[float, AnyMove]]:
    """All decisions of its position, the best first, with what they cost."""
    state: AnyState = sitting(visit).session.state
    found: list[tuple[float, AnyMove]] = RACES["classic"]().at_hand(state).best.costs(state)
    return found


def decides(visit: Visit, move: AnyMove) -> None:
    """Lays the dice of a decision and presses its button."""
    written = GAME.write_move(move)
    steps = GAME.form(move).steps or ((move,) if GAME.form(move).kind == "die" else ())
    visit.says(do="draft", moves=[GAME.write_move(one) for one in steps])
    if written not in [offer["move"] for offer in visit.view["offers"]]:
        visit.says(do="draft", moves=[written])
    visit.says(do="act", move=written)
    assert "problem" not in visit.view


def test_the_best_decision_is_laid_and_nothing_is_rolled(visit: Visit) -> None:
    assert visit.sheet["kind"] == "decide" and visit.sheet["answers"] == [] and visit.view["mine"]
    _, best = costs(visit)[0]
    decides(visit, best)
    assert visit.sheet["done"] and visit.sheet["after"].startswith("Nothing is better.")
    assert visit.sheet["right"] == visit.sheet["answer"] and "Done. Nothing is better." in visit.sheet["say"]
    assert not sitting(visit).session.replay.past
    assert visit.progress["log"][-1][3:6] == [3, 0, 0] and visit.progress["log"][-1][8] == 0
    answers = visit.sheet["answers"]
    assert len(answers) == 4 and all(any(one["text"] in told for told in visit.sheet["figures"]) for one in answers)


def test_what_costs_more_is_told_what_it_gives_away_and_may_be_laid_otherwise(visit: Visit) -> None:
    found = costs(visit)
    cost, wrong = found[-1]
    decides(visit, wrong)
    behind = cost - found[0][0]
    assert behind > GOOD_ENOUGH and not visit.sheet["done"] and visit.sheet["answers"] == []
    assert visit.sheet["figures"] == [f"This one: {cost:.1f} s to the finish, {behind:.1f} s more than the best."]
    assert visit.sheet["refutation"]["say"] in visit.sheet["say"]
    visit.says(do="undo")
    assert visit.sheet["answer"] == "" and visit.sheet["refutation"] is None
    decides(visit, found[0][1])
    assert visit.sheet["done"] and visit.sheet["stars"] == 2
    assert visit.progress["log"][-1][8] == pytest.approx(behind, abs=0.01), "noted is what came first"


def test_the_drafts_to_choose_from_are_help_that_is_asked_for(visit: Visit) -> None:
    visit.says(do="hint")
    assert len(visit.sheet["answers"]) == 4 and not any(one["worth"] for one in visit.sheet["answers"])
    assert "one of these" in visit.sheet["say"]
    visit.says(do="hint")
    assert visit.sheet["hints"][-1]["text"].startswith("The principle: ")
    visit.says(do="hint")
    assert len(visit.sheet["hints"][-1]["draft"]) == 1, "its first die is shown on the road"
    visit.says(do="answer", id="1")
    assert visit.sheet["done"] and visit.sheet["stars"] == 1 and visit.view["draft"]


def test_what_the_rules_refuse_is_told_and_is_no_answer(visit: Visit) -> None:
    pieces = [piece["key"] for piece in visit.view["pieces"] if piece["left"]]
    for piece in some(pieces):
        visit.says(do="draft", moves=[])
        visit.says(do="lay", piece=piece)
        if any(step["verdict"] == "refused" for step in visit.view["draft"]):
            break
    assert visit.view["messages"]
    visit.says(do="act", move=visit.view["draft"][0]["move"])
    assert not visit.sheet["answer"] and not visit.sheet["done"] and visit.progress["log"][-1][1] != "practice"
