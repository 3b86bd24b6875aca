"""The desk: what lies before a driver, what each card would mean on each place, and what the dials tell."""

from __future__ import annotations

import re

import pytest

from rallyman_tutor.core.game import PhraseReadout
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.judging import judge
from rallyman_tutor.games.crazy_rally.state import Play, Table, Use, Word
from rallyman_tutor.tutor.words.words import words
from tests.some import some

RACE = (
    "C01 C05 > C13 C12 rest | Ana m9 h4/8 s6 v7 d31 B01 Y05 P02 E1 ; Ben v5 d28 B02 ; Cleo s0 out3 d22"
    " | choose Ana | discard B09 P09 ; practice"
)
RALLY = "C14 rest | A d90 B01 ; B d80 B02 ; C d70 B03 | choose A | races 3 ; results 50/40/30"
LAP = "C07 C02 C13 rest | A ; B ; C | look {} | practice"
FORD = {"flag": False, "minimum": True, "limit": 5, "difficulty": 2, "damage": 3, "name": "ford", "card": "ford"}


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (
            RACE,
            {
                "driver": "Ana", "phase": "choose", "round": 3, "stage": 3, "stages": 14, "race": 1, "races": 1,
                "speed": 7, "then": 7, "top": 9, "handling": 4, "fresh": 8, "strength": 6, "distance": 31,
                "open": {"n": 3, **FORD}, "hurry": 0, "supply": 43, "discard": 2, "practice": True,
            },
        ),
        (RACE.replace("; practice", "; notes"), {"open": {}, "practice": True}),
        (RACE.replace("; practice", ""), {"open": {}, "practice": False}),
        (RALLY, {"round": 15, "stage": 1, "race": 2, "races": 3, "supply": 47}),
        ("C09 | A d60 ; B d50 ; C | over | races 3 ; results 1/1/1 2/2/2 3/3/3", {"race": 3, "stage": 14}),
        (LAP.format(0), {"phase": "look", "hurry": 0, "open": {}}),
        (LAP.format(1), {"hurry": 4, "open": {"n": 1, "flag": True, "minimum": False, "limit": 6, "difficulty": 1,
                                              "damage": 3, "name": "farm", "card": "farm"}}),
        (LAP.format(3), {"hurry": 4, "open": {"n": 3, **FORD}}),
    ],
)  # fmt: skip
def test_the_desk_tells_how_the_car_and_the_race_stand(position: str, told: dict[str, object]) -> None:
    facts: dict[str, object] = {**GAME.desk(GAME.read(position), ()).facts}
    assert {name: facts[name] for name in told} == told


@pytest.mark.parametrize(
    ("draft", "speed"),
    [("", None), ("play B01+", 9), ("play B01-", 6), ("play P02-", 4), ("play P02+", 9), ("play B01+>Ben", None)],
)
def test_the_dials_tell_to_which_speed_a_laid_card_leads(draft: str, speed: int | None) -> None:
    desk = GAME.desk(GAME.read(RACE), GAME.read_draft(draft).moves if draft else ())
    told = [dial.facts["then"] for dial in desk.readouts if isinstance(dial, PhraseReadout) and dial.name == "then"]
    assert told == ([] if speed is None else [speed])


def test_of_a_speed_that_stays_nothing_is_told() -> None:
    for position, draft in ((RACE.replace("v7", "v9"), "play B01+"), (RACE.replace("v7", "v0"), "play B01-")):
        names = [dial.name for dial in GAME.desk(GAME.read(position), GAME.read_draft(draft).moves).readouts]
        assert "then" not in names


def test_the_open_course_card_is_read_out_and_so_is_that_there_is_an_aid() -> None:
    language = words("crazy_rally")
    for position, key, limit in ((RACE, "open-red", 5), (RACE.replace("C13", "C10"), "open", 5)):
        dials = {dial.name: dial for dial in GAME.desk(GAME.read(position), ()).readouts}
        assert {"practice", key} <= set(dials)
        dial = dials[key]
        assert isinstance(dial, PhraseReadout)
        assert [name for name, dial in dials.items() if isinstance(dial, PhraseReadout) and dial.aloud] == [key]
        assert str(limit) in language.phrase("readouts", key, dial.facts)


@pytest.mark.parametrize(
    ("position", "card", "place", "move", "code"),
    [
        (RACE, "B01", "faster:Ana", Play("B01", "+"), ""),
        (RACE, "B01", "slower:Ana", Play("B01", "-"), ""),
        (RACE, "B01", "faster:Ben", Play("B01", "+", "Ben"), "CR-PLAY-04"),
        (RACE, "E1", "slower:Ben", Use("slower", "Ben"), "CR-EVT-01"),
        (RACE, "E1", "supply", Use("two"), "CR-EVT-01"),
        (RACE, "B01", "supply", Word.EXCHANGE, "CR-HAND-02"),
        (RACE, "E1", "discard", Word.EXCHANGE, "CR-HAND-02"),
        (RACE, "B01", "table", Table(("B01",)), "CR-GOAL-02"),
        ("C09 rest | A E1 E2 ; B B01 ; C B02 | exchange A", "E1", "discard", Word.EXCHANGE, ""),
        ("C09 rest | A E1 ; B | event A : A B", "E1", "supply", Use("two"), ""),
        ("rest | A (B01 B02) ; B (B03 B04) | tune A", "B02", "table", Table(("B02",)), ""),
    ],
)
def test_a_card_on_a_place_means_a_move(position: str, card: str, place: str, move: object, code: str) -> None:
    state = GAME.read(position)
    (found,) = (one for one in GAME.placements(state, ()) if (one.piece, one.place) == (card, place))
    assert found.move == move and (found.refused[0].code if found.refused else "") == code
    (laid,) = GAME.desk(state, (found.move,)).laid
    if not code and move is not Word.EXCHANGE:
        assert (laid.piece, laid.place) == (card, place)


def test_a_placement_warns_just_as_the_rules_do() -> None:
    for position in (RACE, RACE.replace("v7", "v9"), RALLY.replace("results", "practice ; results")):
        state = GAME.read(position)
        for one in some(GAME.placements(state, ())):
            warned = [] if one.refused else judge(state, (one.move,), Kind.UNWISE)
            assert list(one.unwise) == warned
        assert any(one.unwise for one in GAME.placements(state, ()))


@pytest.mark.parametrize(
    ("position", "draft", "offered"),
    [
        ("C09 rest | A E1 ; B | event A : A B", "", ["Pass", "Event: draw two cards"]),
        ("C09 rest | A E1 ; B | event A : A B", "event two", ["Event: draw two cards", "Pass"]),
        ("C09 rest | A E1 ; B | event A : A B", "event faster>B",
         ["Event: B faster", "Pass", "Event: draw two cards"]),
        (RACE, "", []),
        (RACE, "play B01+", ["Play B01: +2"]),
        (RACE, "play Y05-", ["Play Y05: −2"]),
        (RACE, "play B02+", []),
        (LAP.format(3), "", ["Turn up the next card"]),
        (LAP.format(14), "", ["Start the race"]),
        ("rest | A (B01 B02) ; B (B03 B04) | tune A", "table B02", ["Tune with B02"]),
    ],
)  # fmt: skip
def test_what_is_laid_is_offered_first_and_an_event_last(position: str, draft: str, offered: list[str]) -> None:
    desk = GAME.desk(GAME.read(position), GAME.read_draft(draft).moves if draft else ())
    assert [words("crazy_rally").phrase("offers", one.name, one.facts) for one in desk.offers] == offered


def test_a_claim_names_the_cards_that_it_lays() -> None:
    for position in (RACE, "rest | A B03 (B01 B02) ; B (B04 B05) | tune A", "C09 rest | A E1 B01 ; B | event A : A B"):
        for one in some(GAME.claims(GAME.read(position))):
            told = [one.facts[name] for name in ("card", "more") if name in one.facts]
            assert len(told) == len(set(told)) and set(told) <= set(re.findall(r"[BYPE]\d+", one.text)), one


def test_a_laid_card_can_be_turned_to_its_other_side() -> None:
    state = GAME.read(RACE)
    for move, other in (("play P02+", Play("P02", "-")), ("play P02-", Play("P02", "+"))):
        (laid,) = GAME.desk(state, GAME.read_draft(move).moves).laid
        assert [variant.move for variant in laid.variants] == [other]


def test_a_table_is_asked_for_as_a_position_a_sheet_or_terms() -> None:
    drivers = ("Ana", "Ben", "Cleo")
    assert GAME.new(GAME.spec(RACE, drivers)) == GAME.read(RACE)
    for table, races in (("race", 1), ("rally 3", 3), ("sheet A B C ; rally 4", 4), ("race practice", 1),
                         ("sheet A B C ; race ; deck 15 15 12 14 8", 1)):  # fmt: skip
        state = GAME.new(GAME.spec(table, drivers))
        assert [car.name for car in state.cars] == (list("ABC") if "sheet" in table else list(drivers))
        assert state.races == races and state.options.practice == ("practice" in table)
