"""A game of cards looked back at on its page: each request is answered at once, and the figures follow behind it."""

from __future__ import annotations

from functools import lru_cache

import pytest

from rallyman_tutor.coach import card_review
from rallyman_tutor.tutor.session.sharing import share
from tests.page.host import Visit, came_behind, rows
from tests.tutor.test_card_review import over


def forget(patch: pytest.MonkeyPatch) -> None:
    """Nothing was weighed yet, as long as a test lasts."""
    for kept in ("_weighing", "_comparing"):
        patch.setattr(card_review, kept, lru_cache(getattr(card_review, kept).__wrapped__))


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Visit:
    """A visit whose game is over, and of which nothing was weighed."""
    forget(monkeypatch)
    visit = Visit("drive")
    visit.says(do="hello", at="drive", theme="light")
    visit.says(do="new", table=share(over()))
    return visit


def test_the_answer_comes_before_anything_is_weighed_and_the_review_behind_it(visit: Visit) -> None:
    view = visit.says(do="review")
    assert view["review"]["waits"] == view["say"] == "Your decisions are played out: 0 of 2."
    came = came_behind(visit.sent, "reviewed")
    assert [one["waits"][-7:] for one in came] == ["1 of 2.", ""]
    assert {one["n"] for one in came} == {view["n"]} and came[-1]["mistakes"]
    assert "view" in visit.sent[0].wire and "behind" not in visit.sent[0].wire


def test_its_mistake_is_tried_again_and_the_review_is_still_there_after_it(visit: Visit) -> None:
    visit.says(do="review")
    review = {name: told for name, told in visit.behind["reviewed"].items() if name != "n"}
    view = visit.says(do="retry", at=0)
    assert "75 on road 1" in view["retry"]["said"] and not view["retry"]["made"]
    visit.says(do="draft", moves=["lay 25"])
    visit.says(do="act", move="lay 25")
    told = visit.behind["compared"]
    assert told["n"] == visit.view["n"] and told["old"] is None and "points" in told["verdict"]
    assert "no first choice to be played out" in visit.says(do="refute")["problem"], "for cards no such case is told"
    assert visit.says(do="return")["review"] == review
    assert "reviewed" not in rows(visit.sent), "nothing is weighed twice"
    assert not visit.progress["decisions"], "what somebody else played does not come back"
