"""A draft driven a thousand times, on the page: behind the answer, in steps, for this draft alone."""

from __future__ import annotations

import pytest

from rallyman_tutor.page.show import later
from rallyman_tutor.page.update import hear
from tests.page.host import LESSONS, NOON, Visit, rows

pytestmark = pytest.mark.usefixtures("same_tables")

ROAD = "s4 R3 s3 L3 s3 | A@s1 g1"


def drive(*draft: str) -> Visit:
    visit = Visit("drive", table=ROAD)
    visit.says(do="hello", theme="light")
    visit.says(do="draft", moves=list(draft))
    return visit


def test_the_counts_stand_beside_the_odds_with_a_crowd_of_cars_and_a_sentence() -> None:
    visit = drive("2", "3", "w")
    assert visit.view["cloud"] == "can" and "cloud" not in visit.behind
    visit.says(do="cloud")
    told = visit.behind["cloud"]
    *ends, lost = told["rows"]
    assert visit.view["cloud"] == "is" and told["n"] == visit.view["n"]
    assert sum(int(count) for _, count, _ in ends) == 1000 and "control lost" in lost[0]
    assert 99 < sum(float(share.removesuffix(" %")) for _, _, share in ends) <= 100.2
    assert f"{ends[0][1]} end on {ends[0][0]}" in told["said"]
    cars = [key.split(":")[1] for key, *_ in told["pieces"]]
    assert 8 <= len(cars) <= 12 + len(ends) and {stamp for _, stamp, *_ in told["pieces"]} == set(told["stamps"])
    assert [cars.count(place) for place in dict.fromkeys(cars)] == sorted(
        [cars.count(place) for place in dict.fromkeys(cars)], reverse=True
    ), "the likelier the end, the more cars stand there"


def test_another_draft_is_not_driven_before_it_is_asked_for() -> None:
    visit = drive("2", "3")
    visit.says(do="cloud")
    assert visit.says(do="draft", moves=["2"])["cloud"] == "can"
    assert "cloud" not in rows(visit.sent)


def test_it_is_driven_in_small_steps_behind_the_answer() -> None:
    page = drive("2", "3", "w").page
    after = hear(page, {"do": "cloud"}, LESSONS, NOON)
    steps = list(later(page, after))
    assert steps.count(None) > 50
    assert rows(steps).count("cloud") == 1


@pytest.mark.parametrize("draft", [(), ("4",)], ids=["nothing", "refused"])
def test_what_may_not_be_rolled_is_not_driven(draft: tuple[str, ...]) -> None:
    visit = drive(*draft)
    assert visit.view["cloud"] == ""
    visit.says(do="cloud")
    assert "cloud" not in visit.behind


def test_without_help_it_is_not_offered() -> None:
    visit = drive("2", "3")
    assert visit.says(do="help", how="off")["cloud"] == ""
