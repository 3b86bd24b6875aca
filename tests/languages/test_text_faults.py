"""Half-written texts of a language: each fault is told with its file, its line and what to do; `language` tells how far
one is written and begins another, and `--lang` speaks one. The group is "text-faults"."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path

import pytest

from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION
from rallyman_tutor.tutor.words import language, page_words, text_faults, texts, words
from rallyman_tutor.tutor.words.language import ASKED, ENGLISH, speaking
from rallyman_tutor.tutor.words.stage_cards import stage_cards
from rallyman_tutor.tutor.words.text_faults import faults_in, sheet
from rallyman_tutor.tutor.words.texts import ROOMS, room_texts
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import Visit

FAULTY = """[grammar.wem]
der = "dem"

[page]
them = "Hell oder dunkel"
close = ["Zu"]
advice-head = ["Platz"]
you = "mein Wagen"
stage-par = "Am besten: {pat}"
stage-own = "Am besten: {time"
stage-hard = "{hard:wen} von 5"
run-seconds = "{n:1=eine|2=zwei}"
found = "{n:wem}"
theme = "Hell oder dunkel"
step-n = "{n:eins|zwei|drei}"
"""
FOUND = {
    5: {"unknown-key"},
    6: {"wrong-shape"},
    7: {"wrong-length"},
    8: {"no-name"},
    9: {"unknown-place", "missing-place"},
    10: {"braces"},
    11: {"unknown-form"},
    12: {"no-last-branch"},
    15: {"too-many-branches"},
}


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The rooms of texts, with English ones alone, where nobody minds what is written."""
    for room in ROOMS:
        (tmp_path / room / "texts").mkdir(parents=True)
        there = files(f"rallyman_tutor.{room}").joinpath("texts/en.toml").read_text("utf-8")
        (tmp_path / room / "texts" / "en.toml").write_text(there, "utf-8")
    for module in (texts, text_faults):
        monkeypatch.setattr(module, "files", lambda room: tmp_path / room.removeprefix("rallyman_tutor."))
    monkeypatch.setenv(ASKED, "")
    monkeypatch.chdir(tmp_path)
    forget()
    with speaking(ENGLISH):
        yield tmp_path
    forget()


def forget() -> None:
    for known in (texts.room_texts, words._words, page_words._page_words, page_words.told_of_tray, stage_cards):
        known.cache_clear()


def test_each_fault_is_told_at_its_line(rooms: Path) -> None:
    file = rooms / "tutor" / "texts" / "de.toml"
    file.write_text(FAULTY, "utf-8")
    found: dict[int, set[str]] = {}
    for fault in faults_in("tutor", "de"):
        assert fault.file == file
        found.setdefault(fault.line, set()).add(fault.why)
    assert found == FOUND


@pytest.mark.parametrize(
    ("raw", "line", "why"),
    [(b"[page]\n\ntheme = Hell\n", 3, "not-toml"), (b"[page]\ntheme = '\xff'\n", 2, "encoding")],
)
def test_a_file_that_cannot_be_read_says_where(rooms: Path, raw: bytes, line: int, why: str) -> None:
    (rooms / "tutor" / "texts" / "de.toml").write_bytes(raw)
    (rooms / "pages" / "texts" / "de.toml").write_text('[start]\nloading = "{n:nie}"\nfirst = "{n}"\n', "utf-8")
    assert [(fault.line, fault.why) for fault in faults_in("tutor", "de")] == [(line, why)]
    assert "unknown-form" not in {fault.why for fault in faults_in("pages", "de")}
    assert room_texts("tutor", "de").tables == room_texts("tutor", ENGLISH).tables


def test_a_language_is_begun_and_then_counted(rooms: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["language", "it"]) == LEGAL
    begun = capsys.readouterr().out
    assert begun.count("sentences to write") == len(ROOMS)
    assert all(tomllib.loads(sheet(room)).keys() <= room_texts(room, ENGLISH).tables.keys() for room in ROOMS)
    file = rooms / "tutor" / "texts" / "it.toml"
    told = file.read_text("utf-8").replace('#: close = "Close"', 'close = "Chiudi"')
    file.write_text(told, "utf-8")
    forget()
    assert main(["language", "it"]) == LEGAL
    of = sum(room_texts(room, ENGLISH).many for room in ROOMS)
    told_now = capsys.readouterr().out
    assert f"it: 1 of {of} sentences are written." in told_now and "No fault" in told_now


def test_faults_are_printed_with_file_line_and_remedy(rooms: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (rooms / "tutor" / "texts" / "de.toml").write_text(FAULTY, "utf-8")
    assert main(["language", "de"]) == ILLEGAL
    said = capsys.readouterr().out
    assert "tutor/texts/de.toml:8: page.you: 'mein Wagen' cannot be a driver's name. Write one word of letters." in said
    assert "Tell it under [grammar.wen] of the tutor's file, or take one of: wem." in said


def test_a_fault_under_a_quoted_heading_has_its_line(rooms: Path) -> None:
    file = rooms / "games.mil_millas" / "texts" / "de.toml"
    file.write_text('["MM-DISC-02"]\nwhy = "Nichts."\nsaid = { default = "Du wirfst {karte} ab." }\n', "utf-8")
    found = {(fault.line, fault.key, fault.why) for fault in faults_in("games.mil_millas", "de")}
    assert (3, "MM-DISC-02.said.default", "unknown-place") in found and {line for line, _, _ in found} == {3}


@pytest.mark.parametrize("room", ["tutor", "games.classic"])
def test_a_page_whose_texts_cannot_be_read_goes_on_in_english_and_says_so_once(rooms: Path, room: str) -> None:
    (rooms / room / "texts" / "de.toml").write_text("[page]\n\ntheme = Hell\n", "utf-8")
    visit = Visit("drive")
    visit.says(do="hello", theme="light", language="de")
    told = visit.wire["answer"]["text"]
    assert f"{room.replace('.', '/')}/texts/de.toml" in told and "line 3" in told and "Look for a quote" in told
    assert visit.words["close"] == "Close"
    visit.says(do="lay", piece="1")
    assert visit.view["draft"] and "text" not in _told(visit)
    visit.says(do="go", to="home")
    assert "text" not in _told(visit)


def _told(visit: Visit) -> Mapping[str, object]:
    """The answer that was sent last, if any."""
    return next((patch.wire["answer"] for patch in visit.sent if "answer" in patch.wire), {})


@pytest.mark.parametrize(
    ("wrong", "key", "why"),
    [
        ('stars-of = "{n:1=eins|2=zwei}"', "stars-of", "every branch has a word. Add one without"),
        ('steps-done = "{n} Schritte"', "steps-done", "{of} is missing, and English has it. Say it"),
        ('stars-of = "{keiner} Sterne"', "stars-of", "Nobody fills in {keiner} here. What English has: n."),
        ('stars-of = "{n Sterne"', "stars-of", "A brace is open or too many"),
        ('stars-of = "{n:wen} Sterne"', "stars-of", "There is no form 'wen'. Tell it under [grammar.wen]"),
        ('stars-of = ["Sterne"]', "stars-of", "In English 'page.stars-of' is of another kind."),
        ('you = "mein Wagen"', "you", "'mein Wagen' cannot be a driver's name. Write one word of letters."),
    ],
)
def test_a_sentence_with_a_fault_is_told_in_english_and_the_page_says_so_once(
    rooms: Path, wrong: str, key: str, why: str
) -> None:
    (rooms / "tutor" / "texts" / "de.toml").write_text(f'[page]\nclose = "Zu"\n{wrong}\n', "utf-8")
    visit = Visit("drive")
    visit.says(do="hello", theme="light", language="de")
    assert visit.words["close"] == "Zu"
    told = visit.wire["answer"]["text"]
    begins = "In Deutsch, 1 sentence has a fault and is told in English. The first: rallyman_tutor/tutor/texts/de.toml"
    assert told.startswith(f"{begins}, line 3: ") and why in told
    with speaking("de"):
        assert text_tables("tutor")["page"][key] == room_texts("tutor", ENGLISH).tables["page"][key]
    visit.says(do="go", to="home")
    assert "text" not in _told(visit)


def test_a_key_that_english_has_not_is_nothing_for_a_page_to_tell(rooms: Path) -> None:
    (rooms / "tutor" / "texts" / "de.toml").write_text('[page]\nclose = "Zu"\ncloze = "Zu"\n', "utf-8")
    visit = Visit("drive")
    visit.says(do="hello", theme="light", language="de")
    assert visit.words["close"] == "Zu" and not visit.wire.get("answer", {}).get("text")


def test_a_name_that_is_no_language_is_refused(rooms: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["language", "../x"]) == main(["language", "en"]) == NOT_NOTATION
    assert "There is no language 'en' to write." in capsys.readouterr().err


def test_a_command_speaks_the_language_that_is_asked_for(
    rooms: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (rooms / "games.classic" / "texts" / "de.toml").write_text('[CL-GEAR-03]\ntitle = "Ein Gang."\n', "utf-8")
    for line in (["--lang", "de", "explain", "CL-GEAR-03"], ["explain", "CL-GEAR-03", "--lang=de_AT.UTF-8"]):
        assert main(line) == LEGAL
        assert "Ein Gang." in capsys.readouterr().out
    monkeypatch.setenv(ASKED, "xx")
    assert main(["explain", "CL-GEAR-03"]) == NOT_NOTATION
    assert "does not speak 'xx'. It speaks: en, es, de, nl, fr." in capsys.readouterr().err
    monkeypatch.setenv(ASKED, "")
    monkeypatch.setattr(language, "OFFERED", (ENGLISH,))
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    with speaking(ENGLISH):
        assert main(["explain", "CL-GEAR-03"]) == LEGAL
    assert "Ein Gang." not in capsys.readouterr().out  # half-written, and nobody has asked for it
    monkeypatch.setattr(language, "OFFERED", (ENGLISH, "de"))
    assert main(["explain", "CL-GEAR-03"]) == LEGAL
    assert "Ein Gang." in capsys.readouterr().out


def test_the_languages_that_are_offered_are_whole_and_all_that_are_whole_are_offered() -> None:
    assert tuple(one for one in language.LANGUAGES if texts.is_written(one)) == language.OFFERED
    assert text_tables("tutor")["text-faults"].keys() >= set().union(*FOUND.values())
    assert [
        list(faults_in(room, one)) for room in ROOMS for one in language.LANGUAGES if list(faults_in(room, one))
    ] == []
