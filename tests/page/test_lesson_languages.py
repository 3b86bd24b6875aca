"""A teacher's lesson may have words in one language or in several, known ones and others: it is told in the learner's
where it can be, else in its first, and the page says so, and why."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rallyman_tutor.page.lessons import lessons_in
from rallyman_tutor.pages import shipped
from rallyman_tutor.tutor.lesson.faults import fault_text
from rallyman_tutor.tutor.lesson.proof import check
from rallyman_tutor.tutor.words.language import speaking
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import Visit

SHIPPED = shipped.folder("lessons") / "classic" / "01-first-die"
AT = "classic/81-mine"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A lesson without words."""
    made = tmp_path / AT
    made.mkdir(parents=True)
    shutil.copy(SHIPPED / "lesson.toml", made)
    return made


def words(folder: Path, name: str, language: str = "en") -> None:
    shutil.copy(SHIPPED / f"{language}.md", folder / name)


def visit_in(folder: Path, language: str) -> Visit:
    """A learner of some language, in the lesson."""
    visit = Visit(lessons=lessons_in(None, (folder.parents[1],)))
    visit.says(do="hello", theme="light", language=language)
    visit.says(do="go", to=AT)
    return visit


def told(key: str, spoken: str, **facts: object) -> str:
    """The sentence in a language."""
    with speaking(spoken):
        return str(text_tables("tutor")["page"][key]).format_map(facts)


@pytest.mark.parametrize(
    ("name", "own"), [("it.md", "italiano"), ("pt-BR.md", "pt-BR"), ("de.md", "deutsch"), ("fr.md", "français")]
)
def test_one_language_is_enough_whichever_it_is(folder: Path, name: str, own: str) -> None:
    words(folder, name)
    assert check(folder.parents[1]).faults == ()
    visit = visit_in(folder, "es")
    assert visit.place["at"] == AT and visit.place["language"] == name.removesuffix(".md")
    assert visit.answer["text"] == told("lesson-language", "es", language="español", other=own)
    number = visit.answer["n"]
    visit.says(do="lay", piece="1")
    assert visit.answer["n"] == number, "it is said once"


def test_a_lesson_in_the_learners_language_says_nothing_of_it(folder: Path) -> None:
    words(folder, "de.md", "de")
    visit = visit_in(folder, "de")
    assert "language" not in visit.place and "answer" not in visit.wire
    assert visit.place["title"] == (folder / "de.md").read_text("utf-8").partition("\n")[0].removeprefix("# ")


def test_english_goes_before_other_languages_that_the_learner_did_not_choose(folder: Path) -> None:
    for name in ("de.md", "it.md", "en.md"):
        words(folder, name)
    assert visit_in(folder, "nl").place["language"] == "en"


def test_words_with_a_fault_in_the_learners_language_leave_the_first_and_the_page_says_where_and_what_to_do(
    folder: Path,
) -> None:
    words(folder, "en.md")
    (folder / "de.md").write_text("# Der erste Würfel\n\nEin Satz.\n", encoding="utf-8")
    faults = check(folder.parents[1]).faults
    visit = visit_in(folder, "de")
    assert visit.place["at"] == AT and visit.place["language"] == "en"
    with speaking("de"):
        why = fault_text(faults[0])
    where = {"n": len(faults), "file": "de.md", "line": faults[0].line, "why": why}
    expected = told("lesson-language-broken", "de", language="Deutsch", other="English", **where)
    assert visit.answer["text"] == expected and f"## {faults[0].key}" in why


@pytest.mark.parametrize("name", ["it.md", "pt-BR.md"])
def test_faults_in_a_language_that_no_page_speaks_are_for_check_alone(folder: Path, name: str) -> None:
    words(folder, "en.md")
    (folder / name).write_text("# Primo\n\nUna frase.\n", encoding="utf-8")
    assert {Path(fault.file).name for fault in check(folder.parents[1]).faults} == {name}
    visit = visit_in(folder, "en")
    assert visit.place["at"] == AT and "answer" not in visit.wire


def test_a_lesson_whose_only_words_have_a_fault_cannot_be_opened(folder: Path) -> None:
    (folder / "it.md").write_text("# Primo\n\nUna frase.\n", encoding="utf-8")
    many = len(check(folder.parents[1]).faults)
    visit = visit_in(folder, "en")
    assert visit.place["at"] == "home" and visit.answer["text"] == told("lesson-broken", "en", title="Primo", many=many)
