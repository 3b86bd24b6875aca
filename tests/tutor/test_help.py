"""How much the co-driver helps in a drive: off or on request, kept with the drive, and told in its result."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.intents import Advise, Help, HelpSetting, Retry, Review
from rallyman_tutor.tutor.session import Session, begin, update
from rallyman_tutor.tutor.sharing import open_shared, restore, save, share
from rallyman_tutor.tutor.view import view
from tests.some import some
from tests.tutor.test_ghost import STAGES
from tests.tutor.test_review import driven, to_the_finish
from tests.tutor.test_session import does
from tests.tutor.test_worth_view import advice

HOW: tuple[HelpSetting, ...] = ("request", "off")

pytestmark = pytest.mark.usefixtures("own_tables")


def start(key: str = "classic") -> Session:
    return begin(SHELF[key], STAGES[key], ("You",), frozenset(), "3")


@pytest.mark.parametrize("key", STAGES)
def test_switched_off_there_is_no_advice_until_it_is_on_request_again(key: str) -> None:
    session = start(key)
    assert view(session)["help"] == "request" and view(session)["advise"]
    off = update(session, Help("off"))
    told = view(off, session)
    assert (told["help"], told["advise"], told["say"]) == ("off", "", "Help is off.")
    with pytest.raises(Refused, match="help-off"):
        update(off, Advise())
    on = update(off, Help("request"))
    assert view(on, off)["say"] == "Help comes on request." and advice(update(on, Advise()))["said"]


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
    ended = to_the_finish(session, "works")
    assert view(ended)["helped"] == view(update(ended, Help("off")))["helped"] == sentence


def test_what_is_told_already_and_what_is_refused_is_not_counted() -> None:
    session = does(start(), *(Advise(),) * 9)
    assert session.asked == 4
    assert does(session, Help("off")).asked == 4


def test_both_are_kept_with_the_drive_and_a_wrong_value_falls_back() -> None:
    session = does(start(), Advise(), Advise(), Help("off"))
    for again in some((restore(session.game, save(session)), open_shared(SHELF, share(session)))):
        assert (again.help, again.asked) == ("off", 2)
    fresh = save(start())
    assert "help" not in fresh and "asked" not in fresh
    wrong = [("help", 1), ("help", "most"), ("help", ["off"]), ("asked", -1), ("asked", True), ("asked", "2")]
    for name, value in some(wrong):
        again = restore(session.game, {**fresh, name: value})
        assert (again.help, again.asked) == ("request", 0)


def test_a_mistake_that_is_tried_again_offers_advice_only_where_there_is_some() -> None:
    reviewed = does(driven(), Review())
    asks, asks_not = (view(does(reviewed, Help(how), Retry(0))) for how in HOW)
    assert (
        asks["retry"] and asks["retry"]["said"].endswith("Ask for advice to see what it is worth.") and asks["advise"]
    )
    assert asks_not["retry"] and asks_not["retry"]["said"].endswith("Try something else.") and not asks_not["advise"]
