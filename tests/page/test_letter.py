"""A game by letter on the page: begun, opened, driven, sealed, sent; and all that changes nothing, and says so."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.page.places.letter import LetterStop, LetterTurn
from rallyman_tutor.rally import letters
from rallyman_tutor.rally.letters import NOBODY, PASSED_ON, Letter
from rallyman_tutor.rally.plan import Plan
from rallyman_tutor.rally.sheet import sheet_of
from rallyman_tutor.tutor.learner import letter_view
from rallyman_tutor.tutor.learner.addresses import address_in_game
from rallyman_tutor.tutor.learner.letter_view import LetterSeat
from rallyman_tutor.tutor.words.language import speaking
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.host import Visit
from tests.rally.letters import FORGED, begun, key_of, played
from tests.some import some

TEXTS = text_tables("tutor")["letter"]
REFUSED = text_tables("tutor")["refused"]
KEYS = ("a" * 20, "b" * 20, "c" * 20)
LONG = ("s4 R3 s3 L3 s3",)
SHORT = {"stages": "drawn-short", "many": "1"}


def shown(visit: Visit) -> Mapping[str, Any]:
    found: Mapping[str, Any] = visit.place["letter"]
    return found


def brings(visit: Visit, key: str, text: str, **more: Any) -> Mapping[str, Any]:
    """Opens a letter in a browser that has a key, and knows what it is shown."""
    visit.says(do="letter", text=text, keys=[key], **more)
    return shown(visit)


def starts(key: str = "classic", me: int = 0, **chosen: Any) -> Visit:
    visit = Visit(address_in_game("letter", key))
    names = chosen.pop("names", ["Ana", "Ben"])
    visit.says(
        do="correspond", names=names, levels=[""] * len(names), me=me, id="g4m3x", key=KEYS[me], **SHORT, **chosen
    )
    return visit


def of(name: str, /, **facts: object) -> str:
    return str(TEXTS[name]).format(**facts)


def drives(visit: Visit, *dice: str, how: str = "") -> Mapping[str, Any]:
    """A turn at the board: these dice laid, the first of them rolled, the letter sealed."""
    visit.says(do="ready")
    assert visit.place["kind"] == "lettering"
    view = visit.says(do="draft", moves=[*dice])
    visit.says(do="act", move=view["offers"][0]["move"])
    assert shown(visit)["phase"] == "plan"
    visit.says(do="seal", how=how or next((one["key"] for one in shown(visit)["how"]), ""))
    return shown(visit)


def test_two_friends_write_to_one_another_and_the_dice_fall_at_the_next_ones() -> None:
    ana, ben = starts(), Visit("letter")
    assert (shown(ana)["phase"], shown(ana)["said"]) == ("send", of("said-send", name="Ben"))
    first = brings(ben, KEYS[1], shown(ana)["code"])
    assert (first["phase"], first["said"], first["go"]) == (
        "who", of("said-who", name="Ben"), of("go-who", name="Ben"),
    )  # fmt: skip
    assert first["notes"] == [of("first")]
    ben.says(do="ready")
    assert shown(ben)["said"] == of("said-send", name="Ana")
    assert brings(ana, KEYS[0], shown(ben)["code"])["said"] == of("said-turn", name="Ana")
    assert shown(ana)["go"] == of("go-turn") and "<svg" in shown(ana)["picture"]
    sealed = drives(ana, "1", "2", "3", how="2")
    assert (sealed["said"], sealed["notes"]) == (of("said-send", name="Ben"), [of("dice", name="Ben")])
    assert sealed["since"] == [], "the dice have not fallen"
    fallen = brings(ben, KEYS[1], sealed["code"])
    assert fallen["since"][0].startswith("Ana: the 1, ") and len(fallen["since"]) > 2
    assert brings(ben, KEYS[1], sealed["code"])["since"] == fallen["since"], "they fall alike as often as it is opened"
    own = [line.replace("You:", "Ana:") for line in brings(ana, KEYS[0], fallen["code"])["since"]]
    assert own == fallen["since"], "and their driver sees the same"


def test_the_turn_that_was_laid_down_is_told_and_can_be_changed_before_it_is_sealed() -> None:
    ana, ben = starts(me=1), Visit("letter")
    brings(ben, KEYS[0], shown(ana)["code"])
    ben.says(do="ready")
    ben.says(do="ready")
    view = ben.says(do="draft", moves=["1", "2", "3"])
    ben.says(do="act", move=view["offers"][0]["move"])
    plan = shown(ben)
    assert plan["said"] == of("said-plan", name="Ana") and plan["go"] == of("go-plan")
    assert plan["laid"][0] == "the 1 on space 1" and plan["laid"][-1].startswith("End the turn in 3rd")
    assert [one["name"] for one in plan["how"]] == [of(f"how-{key}") for key in ("2", "1", "0", "ask")]
    ben.says(do="ready")
    assert isinstance(ben.page.place, LetterTurn)
    ben.says(do="ready")
    assert shown(ben)["phase"] == "turn" and not ben.answer.get("text")
    assert drives(ben, "1", how="ask")["phase"] == "send"
    place = ben.page.place
    assert isinstance(place, LetterStop) and place.told and place.told.game.plan
    assert place.told.game.plan.moves == ("1",)


def test_in_dirt_each_die_of_the_turn_is_told_and_dice_at_once_by_their_button_too() -> None:
    seen = {}
    for seed in range(3):
        before = begun("dirt", 2, stages=("202a< 210b:L2 205a 227a:R1 203a<",))
        for game in played(before, seed):
            opened = letters.opened(before, before.next_word(key_of(before.writer)))
            letter = game.sent[-1].letter
            if letter.plan and not letter.deeds:
                seen[letter.plan.moves[0]] = letter_view.told(
                    "plan", LetterSeat(before, "", 0, letter, opened), "light"
                )
            before = game
    one_by_one = next(shown["laid"] for move, shown in seen.items() if move.startswith("go ") and "(" in move)
    at_once = next(shown["laid"] for move, shown in seen.items() if move.startswith("flat "))
    assert all(line.startswith("the ") and " on " in line for line in one_by_one) and len(one_by_one) > 1
    assert at_once[0].startswith("Flat out") and all(" on " in line for line in at_once[1:]) and len(at_once) > 2


@pytest.mark.parametrize(
    ("key", "position", "moves"),
    [
        ("classic", "s14 | A@s1 g3 s5", ("4>s2$", "5>s3$", "stop")),
        ("dirt", "202a 205a 206a 203a | A@1.L3 g2 s5", ("3$", "4$", "5")),
    ],
)
def test_a_die_that_is_to_be_secured_says_so_in_the_turn_that_is_laid_down(
    key: str, position: str, moves: tuple[str, ...]
) -> None:
    game = begun(key, 2)
    replay = replace(game.rally.replay, start=game.game.read(position))
    game = replace(game, rally=replace(game.rally, replay=replay))
    laid = letter_view.told("plan", LetterSeat(game, "", 0, Letter((), Plan(moves))), "light")["laid"]
    assert [line.endswith(", secured") for line in laid] == [True, True, False]


def test_nothing_that_was_driven_before_this_letter_can_be_taken_back() -> None:
    ana = starts(me=1)
    ben = Visit("letter")
    brings(ben, KEYS[0], shown(ana)["code"])
    ben.says(do="ready")
    ben.says(do="ready")
    assert REFUSED["nothing-to-undo"] == ben.says(do="undo")["problem"]
    ben.says(do="lay", piece="1")
    assert not ben.says(do="undo")["draft"]
    assert ben.says(do="act", move="stop")["problem"], "nothing is rolled yet"
    assert ben.says(do="ask", move="nothing")["problem"]


def test_an_older_letter_and_a_second_one_for_a_turn_are_told_and_change_nothing() -> None:
    past = played(begun("classic", 2, stages=LONG), 3, 9)
    codes = [letters.write(game) for game in past]
    reader, key = Visit("letter"), key_of(0)
    newest = brings(reader, key, codes[8])
    kept = {past[0].id: codes[8]}
    assert brings(reader, key, codes[4], kept=kept)["code"] == newest["code"]
    assert reader.answer["text"] == REFUSED["letter-old"].format(number=5)
    other = played(begun("classic", 2, stages=LONG), 4, 9)
    at = next(number for number, (one, two) in enumerate(zip(past, other, strict=True), 1) if one.mark != two.mark)
    assert brings(reader, key, letters.write(other[8]), kept=kept)["code"] == newest["code"]
    name = past[0].drivers[past[at - 1].sent[-1].writer]
    assert reader.answer["text"] == REFUSED["letter-two"].format(number=at, name=name)
    assert brings(reader, key, codes[8], kept={past[0].id: "eNonsense", "x": 7})["code"] == newest["code"]


@pytest.mark.parametrize("forge", FORGED)
def test_a_forged_letter_is_told_with_its_reason_and_changes_nothing(forge: Any) -> None:
    past = played(begun("dirt", 2), 3, 9)
    code, rng = letters.write(past[-1]), random.Random("one")
    reader = Visit("letter")
    brings(reader, key_of(1), code)
    before = reader.page.place
    assert shown(reader)["key"] == key_of(1)
    for _ in range(3):
        brings(reader, key_of(1), forge(code, rng), kept={past[0].id: code})
        assert reader.page.place is before and reader.answer["kind"] == "told"
        assert re.match(r"[A-Z][^{}]{40,}$", reader.answer["text"]), reader.answer["text"]


def test_in_another_browser_a_driver_goes_on_with_their_key() -> None:
    past = played(begun("classic", 2, stages=LONG), 3, 9)
    code, writer = letters.write(past[-1]), past[-1].writer
    name = past[-1].drivers[writer]
    reader = Visit("letter")
    assert brings(reader, "x" * 20, code)["asks_key"] and shown(reader)["said"] == of("said-waits", name=name)
    assert brings(reader, "y" * 20, code, typed=True)["asks_key"]
    assert reader.answer["text"] == REFUSED["letter-key"]
    assert brings(reader, "short", code)["asks_key"] and reader.answer["text"] == REFUSED["letter-key"]
    assert not brings(reader, key_of(writer), code, typed=True)["asks_key"] and shown(reader)["key"] == key_of(writer)


def test_whoever_has_no_seat_reads_along() -> None:
    past = played(begun("dirt", 2), 1)
    reader = Visit("letter")
    over = brings(reader, "x" * 20, letters.write(past[-1]))
    assert past[-1].writer == NOBODY and over["phase"] == "over"
    sheet = sheet_of(past[-1].game, past[-1].rally.state)
    first = [name for name, place in zip(sheet.drivers, sheet.places, strict=True) if place == 1]
    assert over["said"] == text_tables("tutor")["rally"]["won"].format(list=", ".join(first))
    assert over["sheet"]["rows"][0][1] == first[0] and not over["key"]
    reader.says(do="ready")
    assert shown(reader)["phase"] == "start"


def test_hands_of_cards_cannot_be_played_by_letter_and_the_page_says_why() -> None:
    for key in some(("crazy_rally", "mil_millas")):
        visit = Visit(f"letter/{key}")
        assert shown(visit)["said"] == of("hands", game=SHELF[key].name) and not shown(visit)["setup"]
        visit.says(do="correspond", names=["Ana", "Ben"], levels=["", ""], me=0, id="g4m3x", key=KEYS[0])
        assert visit.answer["text"] == REFUSED["letter-hands"].format(game=SHELF[key].name)
        assert Visit(address_in_game("home", key)).place["home"]["letter"] == ""
    setup = shown(Visit("letter/dirt"))
    assert setup["said"] == of("about") and setup["go"] == of("begin")
    assert [one["key"] for one in setup["setup"]["levels"]] == ["", "careful"]
    assert setup["setup"]["levels"][0]["name"] == of("person")


def test_names_of_any_script_are_shown_and_none_of_them_runs() -> None:
    visit = starts(names=["Çelik", "Юлия", "小明"])
    assert shown(visit)["said"] == of("said-send", name="Юлия")
    visit = Visit("letter")
    visit.says(do="correspond", names=["<script>", "Ben"], levels=["", ""], me=0, id="g4m3x", key=KEYS[0], **SHORT)
    assert shown(visit)["phase"] == "start" and visit.answer["text"]


def test_a_letter_stands_as_it_is_in_other_colours_and_in_another_language() -> None:
    ana = starts()
    code, light = shown(ana)["code"], shown(ana)["picture"]
    ana.says(do="theme", theme="dark")
    assert shown(ana)["code"] == code and shown(ana)["picture"] != light
    ana.says(do="language", to="de")
    assert shown(ana)["said"] == "Schick diesen Brief an Ben." and shown(ana)["code"] == code
    ben = Visit("letter")
    brings(ben, KEYS[1], code)
    ben.says(do="ready")
    brings(ana, KEYS[0], shown(ben)["code"])
    ana.says(do="ready")
    ana.says(do="lay", piece="1")
    assert ana.says(do="language", to="en")["draft"] and ana.place["back"] == of("back")
    assert ana.says(do="theme", theme="light")["draft"]


def test_every_label_of_a_letter_is_told_in_another_language() -> None:
    english = letter_view.before(SHELF["dirt"])["labels"]
    with speaking("de"):
        german = letter_view.before(SHELF["dirt"])["labels"]
    assert [name for name in some(letter_view.LABELS) if german[name] == english[name]] == []


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_a_bot_drives_by_the_same_dice(key: str) -> None:
    ana = Visit(address_in_game("letter", key))
    ana.says(do="correspond", names=["Ana", "Ben", "Cleo"], levels=["", "", "careful"], me=1, id="g4m3x", key=KEYS[1])
    ben = Visit("letter")
    brings(ben, KEYS[0], shown(ana)["code"])
    place = ben.page.place
    assert ben.page.game_key == key and isinstance(place, LetterStop)
    ben.says(do="ready")
    assert shown(ben)["phase"] == "turn"


def test_the_last_letter_goes_to_all_the_others() -> None:
    games = (played(begun("dirt", 2), seed) for seed in range(20))
    before, last = next((past[-2], past[-1]) for past in games if past[-1].sent[-1].letter == PASSED_ON)
    reader = Visit("letter")
    over = brings(reader, key_of(before.writer), letters.write(before))
    assert over["phase"] == "send" and over["notes"] == [of("last")] and over["code"] == letters.write(last)


def test_every_sentence_of_a_letter_is_told_above() -> None:
    source = Path(__file__).read_text("utf-8")
    told = {name for name in TEXTS if f'of("{name}"' in source or name.startswith("how-")}
    assert set(TEXTS) - told == {"labels"}
