"""A page in another language: chosen by a browser, an address or a switch, and all that lies on the table stays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rallyman_tutor.pages.app import lessons_at_hand
from rallyman_tutor.tutor.words import language
from rallyman_tutor.tutor.words.language import ENGLISH, PSEUDO, speaking, spoken
from tests.page.host import Visit


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """German may be chosen, though its texts are not written."""
    monkeypatch.setattr(language, "OFFERED", (ENGLISH, "de"))
    yield


def test_a_switch_keeps_the_draft_on_the_table() -> None:
    visit = Visit("drive")
    visit.says(do="hello", theme="light", at="drive")
    visit.says(do="lay", piece="1")
    before = visit.view
    visit.says(do="language", to=PSEUDO)
    assert visit.words["close"] == "⟦Çlöšé·⟧" and visit.words["language"] == PSEUDO
    assert visit.view["draft"][0]["name"] == "⟦⟦thé 1·⟧ öñ ⟦špäçé 1··⟧·⟧"
    assert [one["place"] for one in visit.view["draft"]] == [one["place"] for one in before["draft"]]
    assert {"words", "stage", "view"} <= {name for patch in visit.sent for name in patch.wire}
    visit.says(do="language", to=ENGLISH)
    once = {"n": 0, "say": ""}  # the number of the view, and what is read out with it
    assert {**visit.view, **once} == {**before, **once}
    assert spoken() == ENGLISH


def test_a_lesson_goes_on_at_its_step_in_the_other_language() -> None:
    visit = Visit("classic/02-changing-gear")
    visit.says(do="hello", theme="light", at="classic/02-changing-gear")
    before = visit.wire["sheet"]
    visit.says(do="language", to=PSEUDO)
    assert visit.wire["sheet"]["id"] == before["id"] and visit.wire["sheet"]["goal"] == before["goal"]


@pytest.mark.parametrize(
    ("asked", "browser", "told"),
    [("", "de-CH", "de"), ("en", "de-CH", "en"), ("de", "en-GB", "de"), ("", "pt-BR", "en"), ("xx", "de", "en")],
)
def test_the_choice_goes_before_the_browser(german: None, asked: str, browser: str, told: str) -> None:
    visit = Visit("home")
    visit.says(do="hello", theme="light", language=asked, browser=browser)
    assert visit.words["language"] == told
    assert visit.words["languages"] == {"en": "English", "de": "Deutsch"}


def test_who_runs_the_tutor_chooses_before_the_browser_and_after_the_learner(german: None) -> None:
    with speaking("de"):
        visit = Visit("home")
        visit.says(do="hello", theme="light", browser="en-GB")
        assert visit.words["language"] == "de"
        visit.says(do="hello", theme="light", language="en", browser="en-GB")
        assert visit.words["language"] == "en"


def test_where_whoever_runs_the_tutor_speaks_german_the_lessons_are_listed_in_english_for_who_chooses_it() -> None:
    with speaking("de"):
        listed = lessons_at_hand()
        titles = [listed.named["classic/01-first-die"].title]
        with speaking(ENGLISH):
            titles.append(listed.named["classic/01-first-die"].title)
    assert titles == ["Der erste Würfel", "The first die"]


def test_a_language_that_is_not_offered_changes_nothing(german: None) -> None:
    visit = Visit("home")
    visit.says(do="hello", theme="light", language="fr")
    visit.says(do="language", to="nonsense")
    assert visit.words["language"] == ENGLISH


def test_a_newcomer_begins_with_the_first_turn_in_their_own_language() -> None:
    visit = Visit("home", is_newcomer=True)
    visit.says(do="hello", theme="light", browser="de-DE", at="home")
    assert visit.wire["place"]["kind"] == "first" and visit.words["language"] == "de"
    visit.says(do="language", to="fr")
    assert visit.wire["place"]["kind"] == "first" and visit.words["language"] == "fr"
