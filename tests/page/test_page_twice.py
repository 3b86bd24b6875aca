"""Sentences beside the game are told twice: a test counts in files, texts and positions as they are written, and does
what a sentence speaks of on one page and looks at another; see `tests/tutor/told_twice.py`."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor import widgets
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.pages.cli import main
from rallyman_tutor.tutor.learner.progress import plain
from rallyman_tutor.tutor.lesson.lesson_folders import covers
from rallyman_tutor.tutor.session.intents import Draft
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.page_words import page_words
from rallyman_tutor.tutor.words.quick_reference import quick_reference
from rallyman_tutor.tutor.words.rulebook import contents
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import Visit
from tests.page.test_classroom import worked
from tests.some import some
from tests.tutor.test_session import does
from tests.tutor.test_view import sat
from tests.tutor.told_twice import Twice, percent

SCRIPTS = Path(widgets.__file__).parent / "page"


# -- The chance of a draft ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "draft", "lost", "out"),
    [
        ("s9 | A@s3 g2", "3", 0, 0),
        ("s9 | A@s3 g2 | A w 2 !!", "3", Fraction(2, 6), 0),
        ("s4 R3K4 s5 | A@s4 g4 p2", "3>k", 0, Fraction(4, 20)),
        ("s4 R3K4 s5 | A@s4 g3 p2 | A 2 3 !!", "4>k", Fraction(2, 6) * Fraction(16, 20), Fraction(4, 20)),
    ],
)
def test_the_chance_to_lose_control_and_to_be_out_is_told_again(
    position: str, draft: str, lost: Fraction, out: Fraction
) -> None:
    """A gear die has a hazard on two of its six faces, and the third one loses control; four shortcut cards of twenty
    are punctures, and the third one ends the rally, whatever the die shows."""
    tell = Twice("classic", "page")
    case = "chance-both" if lost and out else "chance-out" if out else "chance"
    told = tell(case, chance=percent(lost), out=percent(out)) if lost or out else ""
    assert view(does(sat(position), Draft((draft,))))["risk"]["told"] == told


def test_the_ways_to_lay_rolled_dice_again_are_told_the_mildest_first() -> None:
    """With the least damage; of those alike, with the fewest seconds."""
    assert Twice("dirt", "page")("ways").endswith("the mildest first")
    game, found = SHELF["dirt"], 0
    starts = {
        text.partition(" :: ")[0] for rule in game.rules() for text in (*rule.ok, *rule.broken) if "rolled[" in text
    }
    for start in some(sorted(starts)):
        labels = [one["label"] for one in view(sat(start, game="dirt"))["ways"]]
        told = [re.findall(r"(\d+) s, ([\d.]+) damage", label)[0] for label in labels if "finish" not in label]
        costs = [(float(damage), int(seconds)) for seconds, damage in told]
        assert costs == sorted(costs), start
        found += len(set(costs)) > 1
    assert found


# -- What goes from one page to another --------------------------------------------------------------------------------


def test_whoever_opens_a_shared_drive_sits_where_the_sharer_sits() -> None:
    assert Twice("classic", "page")("share-link") == "Whoever opens this sits where you sit now"
    mine, theirs = Visit("drive"), Visit("home")
    mine.says(do="new", table="jumps", cars=3, bots=False, level="club", seed="3")
    while mine.view["driver"] == "You":
        mine.says(do="lay", piece="1")
        mine.says(do="act", move=mine.view["offers"][0]["move"])
        mine.says(do="act", move="stop")
    mine.says(do="lay", piece="1")
    mine.says(do="share")
    theirs.says(do="hello", at="drive", game=mine.answer["code"])
    parts = ("driver", "cars", "draft", "log", "pieces")
    assert [theirs.view[part] for part in parts] == [mine.view[part] for part in parts]
    assert mine.view["draft"] and len(mine.view["log"]) > 2


def test_of_the_files_of_a_class_nothing_is_kept() -> None:
    assert Twice("classic", "page")("class-more").endswith("nothing of it is kept.")
    visit = Visit("home")
    visit.says(do="bring", progress=worked(1))
    before, page = plain(visit.page.progress), visit.page
    visit.hears({"do": "pupils", "files": [["zenobia.json", worked(2)], ["none.json", {}]]})
    assert [set(patch.wire) for patch in visit.sent] == [{"answer"}], "neither progress nor a drive to be kept"
    assert plain(visit.page.progress) == before and visit.page.place is page.place
    visit.says(do="go", to="home")
    assert "zenobia" not in str(visit.page), "the answer is forgotten, too"


def test_a_lesson_that_cannot_be_opened_is_told_with_its_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tell, folder = Twice("classic", "page"), tmp_path / "classic/01-broken"
    folder.mkdir(parents=True)
    (folder / "lesson.toml").write_text('game = "classic"\nteaches = []\nsteps = [{ id = "a", kind = "fly" }]\n')
    (folder / "en.md").write_text("# Broken\n\nNot much.\n")
    visit = Visit(lessons=Lessons({one.name: one for one in covers(tmp_path)}))
    visit.says(do="go", to="classic/01-broken")
    main(["check", str(tmp_path)])
    told = re.findall(r"01-broken/(?:lesson.toml|en.md)\b", "".join(capsys.readouterr()))
    assert visit.answer["text"] == tell("lesson-broken", title="Broken", many=len(told))


def test_what_a_browser_kept_and_cannot_be_put_back_is_told_with_the_reason() -> None:
    tell, visit = Twice("classic", "page"), Visit("home")
    kept = {"at": "drive", "table": {"format": 99}}
    visit.says(do="go", to="drive", kept=kept)
    why = text_tables("tutor")["refused"]["not-a-table"]
    assert visit.answer["text"] == tell("kept-refused", why=why) and visit.view["lines"] == 0


# -- Doors -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", SHELF)
def test_a_game_is_told_to_have_what_it_has(key: str) -> None:
    tell, game = Twice(key, "page"), SHELF[key]
    words, printed = page_words(game), quick_reference(game)
    for name in ("sheet-more", "legend"):
        assert ("dice" in tell(name).lower()) is bool(printed.dice), (key, name)
    assert ("die" in tell("talk-line")) is ("a die" in tell("what-is-how")) is bool(printed.dice)
    boards = sum(rule["examples"] != (0, 0) for rule in contents(game))
    assert len(game.rules()) / 2 < boards < len(game.rules()) and "most of them" in tell("rules-more", n=boards)
    told = tell("drive-more")
    if key == "dirt":
        stages = [name for name in game.ready_tables if "-SS" in name]
        assert told.startswith(f"the {len(stages)} stages of the box")
    elif key == "crazy_rally":
        numbers = {"two": 2, "five": 5}
        fewest, most = (numbers[word] + 1 for word in re.findall("two|five", told))
        assert [fewest, most] == [min(words["seats"]), max(words["seats"])]
    else:
        assert (1 in words["seats"]) is (key == "classic") is ("alone" in told)


@pytest.mark.parametrize("key", RACES)
def test_the_puzzle_of_the_day_is_solved_and_there_are_more_behind_it(key: str) -> None:
    visit = Visit(f"home/{key}")
    at = visit.place["home"]["puzzle"]["at"]
    visit.says(do="go", to=at)
    right = next(one["id"] for one in visit.sheet["answers"] if is_right(at, one["id"]))
    visit.says(do="answer", id=right)
    visit.says(do="go", to=f"home/{key}")
    assert visit.place["home"]["puzzle"] == {"at": at, "solved": True}
    visit.says(do="go", to=at)
    seat, title = visit.sheet, visit.place["title"]
    assert title and not seat["done"] and visit.place["next"] not in ("", at), "there are more behind it"


def is_right(at: str, answer: str) -> bool:
    """Whether this is the one answer that is clearly the best."""
    visit = Visit(at)
    visit.says(do="answer", id=answer)
    return bool(visit.sheet["done"])


# -- Keys --------------------------------------------------------------------------------------------------------------

KEYS = {"Space": " ", "Delete": "delete", "Left": "arrowleft", "Right": "arrowright"}


@pytest.mark.parametrize("key", SHELF)
def test_the_keys_that_are_told_beside_the_board_are_those_of_the_game(key: str) -> None:
    told, words = Twice(key, "page")("board-hint"), page_words(SHELF[key])
    pieces = set(text_tables(f"games.{key}")["words"]["pieces"])
    letters = set(re.findall(r"\b([A-Z])\b", told)) - {"I", "S", "T"}
    if key in RACES:
        assert {letter.lower() for letter in letters} == {one for one in pieces if re.fullmatch("[a-z]", one)}
        assert "Digits" in told and any(one.isdigit() for one in pieces)
    asked = set(words.get("keys", {}))
    assert {code for name, code in KEYS.items() if name in told} >= {
        one for one in asked if len(one) > 1 and "+" not in one
    }


def test_the_list_of_keys_has_every_key_that_does_something_and_no_other() -> None:
    listed = {key.lower() for key in Twice("classic", "page").texts["talk-more-keys"]}
    script = (SCRIPTS / "keys.js").read_text("utf-8")
    deeds = script[script.index("const deeds = {") : script.index("if (this.answers(key))")]
    bound = {name or sign for name, sign in re.findall(r"^      (?:(\w+)|\"(.)\"): \(\) =>", deeds, re.M)}
    assert bound == listed | {"backspace"}, "which takes back as the hint beside the board says"
    asked = {one["key"] for one in page_words(SHELF["classic"])["asks"].values()}
    assert not asked & bound


# -- At a table of cards -----------------------------------------------------------------------------------------------

ONLY_WITH_DICE = {
    "advise-more", "captions", "closer", "cloud-ask", "daily-best", "daily-more", "practice-goal", "risk-after", "risk-die",
    "risk-hint", "risk-text", "ways", "ghost-what", "chance-head", "letter-more",
}  # fmt: skip
"""Texts that speak of dice, and that no table of cards shows: it has neither a coach of races, nor stages of the day,
nor guesses of a risk, nor letters, nor dice to be pointed at. A caption tells a sound."""


@pytest.mark.parametrize("key", sorted(set(SHELF) - set(RACES)))
def test_a_table_of_cards_is_told_of_no_dice(key: str) -> None:
    found = {name for name, text in page_words(SHELF[key]).items() if speaks_of_dice(text)}
    assert found & set(text_tables("tutor")["page"]) <= ONLY_WITH_DICE
    visit = Visit(f"drive/{key}")
    assert not visit.view["cloud"] and not visit.view["ways"] and "puzzle" not in Visit(f"home/{key}").place["home"]


def speaks_of_dice(text: Any) -> bool:
    texts = [text] if isinstance(text, str) else [*text.values()] if isinstance(text, dict) else []
    return any(re.search(r"\b(die|dice)\b", str(one), re.IGNORECASE) for one in texts)


def test_in_dirt_whoever_is_out_is_out_of_the_stage_and_not_of_the_rally() -> None:
    """In the next stage of its rally their car is on the road again."""
    shown = {
        group: {**text_tables("tutor")[group], **text_tables("games.dirt")["words"].get(group, {})} for group in OUT
    }
    told = [str(shown[group][name]) for group, names in OUT.items() for name in names]
    assert [text for text in some(told) if "rally" in text or "out of the stage" not in text] == []


OUT = {
    "page": ("risk-text", "chance-out", "chance-both"),
    "worth": ("note-out",),
    "review": ("how-out",),
    "retry": ("largest-out", "out", "old-out", "old-out-always"),
    "remedies": ("risks-the-rally", "risks-both", "loses-control-or-rally", "ends-the-rally"),
    "mix": ("how",),
}
