"""A learner's own best time on a stage: kept at the finish, told beside par there, in the menu and on the map; nobody
else's counts."""

from __future__ import annotations

import json

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.page.browser_save import save_table
from rallyman_tutor.tutor.learner import daily
from rallyman_tutor.tutor.learner.own_best import name_of
from rallyman_tutor.tutor.learner.progress import Progress, merged, plain, read, with_time
from rallyman_tutor.tutor.session.intents import Undo
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.words.stage_cards import stage_cards
from tests.page.host import NOON, Visit
from tests.tutor.test_review import GAME, driven

pytestmark = pytest.mark.usefixtures("same_tables")


def last_move(session: Session) -> tuple[Session, str]:
    """A drive just before its end, and the move that ends it."""
    before = update(session, Undo())
    return before, GAME.write_move(session.replay.past[len(before.replay.past)].move)


def finishes(visit: Visit, session: Session, brought: int = 0) -> dict[str, int]:
    """Bring a drive just before its end, and end it."""
    before, move = last_move(session)
    kept = json.loads(json.dumps(save_table("drive", before, not brought, brought)))
    visit.says(do="go", to="home")
    visit.says(do="go", to="drive", kept=kept)
    if move not in [offer["move"] for offer in visit.view["offers"]]:
        visit.says(do="draft", moves=[move])
    visit.says(do="act", move=move)
    assert visit.view["over"]
    times: dict[str, int] = visit.progress["times"]
    return times


def seconds_of(session: Session) -> int:
    (found,) = GAME.result(session.state)["sums"]
    assert found is not None
    return found


def test_the_first_time_is_the_best_and_a_better_one_takes_its_place() -> None:
    slow, fast = sorted(
        (driven(level="novice", seed="3"), driven(level="works", seed="5")), key=seconds_of, reverse=True
    )
    assert seconds_of(fast) < seconds_of(slow)
    visit, par = Visit("drive"), stage_cards("classic")["first"]["par"]
    assert finishes(visit, slow) == {"classic/first": seconds_of(slow)}
    told = visit.place["bests"]["first"]
    assert visit.place["best"] == f"Your first time on this stage: {told}. Best driving: {par} on average."
    rows = {name: time for _, name, time in visit.view["result"]["rows"]}
    assert list(rows.values()) == [told], "as it stands in the result"
    assert finishes(visit, fast) == {"classic/first": seconds_of(fast)}
    assert visit.place["best"].startswith(f"A new best of yours: {visit.place['bests']['first']}. It was {told}.")
    assert finishes(visit, slow) == {"classic/first": seconds_of(fast)}
    assert visit.place["best"].startswith(f"Your best here: {visit.place['bests']['first']}.")


def test_a_finished_drive_that_is_put_back_tells_the_best_time_again() -> None:
    visit, drive = Visit("drive"), driven()
    finishes(visit, drive)
    visit.says(do="go", to="home")
    visit.says(do="go", to="drive", kept=json.loads(json.dumps(save_table("drive", drive))))
    assert visit.place["best"].startswith("Your best here: ")


def test_what_others_have_begun_and_what_is_tried_again_does_not_count() -> None:
    visit, drive = Visit("drive"), driven()
    assert finishes(visit, drive, brought=3) == {} and visit.place["best"] == ""
    visit.says(do="review")
    visit.says(do="retry", at=0)
    before = visit.place["bests"]
    assert isinstance(visit.page.sat_at, Session)
    for _ in range(60):
        offers = [one["move"] for one in visit.view["offers"] if one["name"] != "retire"]
        if visit.view["over"] or not offers:
            break
        visit.says(do="act", move=offers[0])
    assert visit.place["bests"] == before == {}


def test_among_bots_the_time_is_the_learners_own_and_a_stage_without_par_has_none() -> None:
    visit = Visit("drive")
    assert finishes(visit, driven("bends", "works", "5", cars=2)) != {}, "with bots it is the learner's own time"
    assert finishes(Visit("drive"), driven("s1 R2/3x2 s1")) == {}


def test_the_map_tells_the_best_time_on_the_stage_of_the_day() -> None:
    stage = daily.of_day("classic", NOON.date()).stage
    visit = Visit("home")
    assert visit.place["home"]["daily"]["best"] == ""
    visit.says(do="bring", progress=plain(with_time(Progress(), name_of("classic", stage), 83)))
    assert visit.place["home"]["daily"]["best"] == "1:23"


def test_times_are_put_together_and_impossible_ones_refused() -> None:
    one, other = with_time(Progress(), "classic/first", 90), with_time(Progress(), "classic/first", 80)
    assert merged(one, other).times == merged(other, one).times == {"classic/first": 80}
    assert read(plain(one)) == one
    too_many = dict.fromkeys(map(str, range(500)), 1)
    wrong_ones: list[object] = [[], {"first": -1}, {"first": 1.5}, {"first": 10**6}, too_many]
    for wrong in wrong_ones:
        with pytest.raises(Refused, match="broken-progress"):
            read({**plain(Progress()), "times": wrong})
