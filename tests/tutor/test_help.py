"""How much the co-driver helps in a drive: off, on request or always, kept with the drive, and told in its result."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rallyman_tutor.coach.draft_worth import weigh
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.advice_view import advised
from rallyman_tutor.tutor.advice.worth_view import cost_shown
from rallyman_tutor.tutor.session.intents import (
    Act,
    Advise,
    Clear,
    Draft,
    Enough,
    Help,
    HelpSetting,
    Retry,
    Review,
    Undo,
)
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.session.sharing import open_shared, restore, save, share
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import words
from tests.games.opened import opened
from tests.some import some
from tests.tutor.test_ghost import STAGES
from tests.tutor.test_review import driven
from tests.tutor.test_session import does
from tests.tutor.test_view import sat
from tests.tutor.test_worth_view import advice

HOW: tuple[HelpSetting, ...] = ("request", "off")
ROAD = "s4 R3 s3 L3 s3 | A@s1 g1"

pytestmark = pytest.mark.usefixtures("same_tables")


def start(key: str = "classic") -> Session:
    return begin(SHELF[key], STAGES[key], ("You",), frozenset(), "3")


@pytest.mark.parametrize("key", STAGES)
def test_switched_off_there_is_no_advice_until_it_is_on_request_again(key: str) -> None:
    session = start(key)
    assert view(session)["help"] == "request" and view(session)["advise"]
    off = update(session, Help("off"))
    told = view(off, session)
    assert (told["help"], told["advise"], told["say"]) == ("off", "", "The co-driver is silent.")
    with pytest.raises(Refused, match="help-off"):
        update(off, Advise())
    on = update(off, Help("request"))
    assert view(on, off)["say"] == "The co-driver helps when you ask." and advice(update(on, Advise()))["said"]


def test_where_the_advice_was_stopped_the_same_dice_are_reckoned_anew_behind_a_move() -> None:
    session = does(sat("s2 R2/3x2 s1 | A@b1.d1 g3 | A w 3 !!"), Help("always"), Draft(("w>b1.d2",)))
    stopped = update(session, Enough())
    assert view(session)["reckons"] and not view(stopped)["reckons"]
    after = update(stopped, Act("sisu"))
    assert after.draft == stopped.draft and view(after)["reckons"], "without hazards they cost something else"


def test_a_game_in_which_it_cannot_be_chosen_says_so_and_keeps_its_advice() -> None:
    game = SHELF["mil_millas"]
    session = begin(game, next(iter(game.ready_tables)), ("You", "Ana"), frozenset({1}), "1")
    assert view(session)["help"] == view(session)["helped"] == ""
    with pytest.raises(Refused, match="no-help-setting"):
        update(session, Help("off"))


@pytest.mark.parametrize(
    ("times", "sentence"),
    [
        (0, "Driven without help."),
        (1, "Driven with help on request, once."),
        (3, "Driven with help on request, 3 times."),
    ],
)
def test_the_result_tells_how_often_it_was_asked_for_whatever_the_setting_is_then(times: int, sentence: str) -> None:
    session = does(start(), *(Advise(),) * times)
    assert view(session)["helped"] == ""
    ended = update(session, Act("retire"))
    assert view(ended)["helped"] == view(update(ended, Help("off")))["helped"] == sentence


def test_what_is_told_already_and_what_is_refused_is_not_counted() -> None:
    session = does(start(), *(Advise(),) * 9)
    assert session.co_driver.asked == 3
    assert does(session, Help("off")).co_driver.asked == 3


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (1, "At one decision the cost of the draft was told unasked."),
        (3, "Driven with help on request, once. At 3 decisions the cost of the draft was told unasked."),
    ],
)
def test_the_result_tells_at_how_many_decisions_costs_were_told_unasked(moves: int, sentence: str) -> None:
    session = does(start(), *(Advise(),) * (moves > 1), Help("always"), Act("retire"), Undo())
    assert session.co_driver.unasked == 0, "nothing lay there"
    for _ in range(moves):
        session = does(session, Clear(), Draft(("1",) if not session.replay.past else ("w",)))
        session = update(session, Act(view(session)["offers"][0]["move"]))
    assert view(does(session, Help("off"), Clear(), Act("stop"), Act("retire")))["helped"] == sentence


def test_all_of_it_is_kept_with_the_drive_and_a_wrong_value_falls_back() -> None:
    session = does(start(), Advise(), Advise(), Help("always"), Draft(("1",)), Act("1"), Help("off"))
    for again in some((restore(session.game, save(session)), open_shared(SHELF, share(session)))):
        assert (again.co_driver.help, again.co_driver.asked, again.co_driver.unasked) == ("off", 2, 1)
    fresh = save(start())
    assert not {"help", "asked", "unasked"} & {*fresh}
    wrong = [("help", 1), ("help", "most"), ("help", ["off"]), ("asked", -1), ("asked", True), ("unasked", "2")]
    for name, value in some(wrong):
        again = restore(session.game, {**fresh, name: value})
        assert (again.co_driver.help, again.co_driver.asked, again.co_driver.unasked) == ("request", 0, 0)


def test_always_on_every_draft_that_may_be_rolled_is_told_with_its_cost_and_nothing_else() -> None:
    session = update(sat(ROAD), Help("always"))
    assert view(session)["say"] == "" or not [*advised(session)]
    for draft, is_told in ((("2",), True), (("2", "3", "w"), True), (("4",), False), ((), False)):
        laid = update(session, Draft(draft))
        assert view(laid)["reckons"] == bool([*advised(laid)]) == is_told, draft
        assert view(laid)["advise"] == "Ask for advice"
        if is_told:
            told = advice(laid)
            assert (
                told["cost"]
                and told["said"].startswith(told["cost"]["said"])
                and not told["parts"]
                and not told["worth"]
            )
    asked = advice(does(session, Draft(("2",)), Advise()))
    assert asked["cost"] and asked["parts"] and asked["said"] == asked["parts"][0]["text"]


@pytest.mark.parametrize("key", STAGES)
def test_the_cost_is_that_of_the_best_way_to_drive_it_with_what_that_risks(key: str) -> None:
    session = update(start(key), Help("always"))
    game = session.game
    drafts = [next(one for one in game.placements(session.state, ()) if not one.refused)]
    laid = replace(session, drafts=Drafts(tuple(one.move for one in drafts)))
    worth = opened(weigh)(game, laid.state, laid.draft)
    way = min(worth.ways, key=lambda way: way.cost)
    cost = advice(laid)["cost"]
    assert cost and worth.best is not None
    assert f"{way.cost:.1f} s to the finish on average" in cost["figures"]
    assert cost["shade"] == sum(way.cost - worth.best >= least for least in (0.5, 3.0, 8.0))
    assert f"{way.cost - worth.best:.1f} s behind the best" in cost["said"]


def test_a_draft_than_which_nothing_is_better_or_hardly_is_praised() -> None:
    session = update(sat(ROAD), Help("always"))
    worth = opened(weigh)(session.game, session.state, session.game.read_draft("2").moves)
    language, best = words("classic"), worth.best

    def verdict(behind: float) -> tuple[str, int]:
        ways = tuple(way._replace(cost=best + behind) for way in worth.ways)
        shown = cost_shown(session.game, language, worth._replace(ways=ways))
        return shown["verdict"], shown["shade"]

    assert verdict(0.04) == verdict(-0.01) == ("Nothing is better", 0)
    assert verdict(0.05) == ("Good enough: 0.1 s behind the best", 0)
    assert verdict(0.49) == ("Good enough: 0.5 s behind the best", 0)
    assert verdict(0.5) == ("0.5 s behind the best", 1)


def test_on_a_road_that_nobody_has_solved_only_what_a_draft_risks_is_told() -> None:
    session = does(sat("s4 R3 s2 | A@s2 g1 | A 1 w !!"), Help("always"), Draft(("2",)))
    cost = advice(session)["cost"]
    assert cost and cost["verdict"] == "" and cost["said"] == cost["figures"] == "33 % to lose control."
    safe = does(sat("s2 R3 s2 | A@s1 g1"), Help("always"), Draft(("2",)))
    assert advice(safe)["said"] == "Control is kept."


def test_a_mistake_that_is_tried_again_offers_advice_only_where_there_is_some() -> None:
    reviewed = does(driven(), Review())
    asks, asks_not = (view(does(reviewed, Help(how), Retry(0))) for how in HOW)
    assert asks["retry"] and asks["retry"]["said"].endswith("Try something else.") and asks["advise"]
    assert asks_not["retry"] and asks_not["retry"]["said"].endswith("Try something else.") and not asks_not["advise"]
