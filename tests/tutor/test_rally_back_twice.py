"""A rally that is over, as it is told: its podium, its sheet as a file, what decided it; each figure is found again."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from io import StringIO

import pytest

from rallyman_tutor.coach.steps import Work, to_the_end
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally.look_back import TurningPoint, cards_back, look_back
from rallyman_tutor.rally.rally import Rally, begin, driven
from rallyman_tutor.rally.setup import Entry, RallySetup, entries
from rallyman_tutor.rally.sheet import RallySheet, sheet_of
from rallyman_tutor.tutor.advice.rally_back_view import RallyBackShown, told
from rallyman_tutor.tutor.learner.rally_podium import podium_of
from rallyman_tutor.tutor.learner.rally_sheet import sheet_shown
from rallyman_tutor.tutor.words.words import span_in_words, text_tables
from tests.rally.test_account import CLASSIC, SOLVED, UNSOLVED
from tests.some import some

TEXTS = text_tables("tutor")["rally-back"]


def over(stage: str, seed: str = "1") -> Rally:
    return driven(begin(CLASSIC, RallySetup(entries(3, "careful"), (stage,) * 3, seed=seed)))


def last(rally: Rally) -> RallyBackShown:
    return [shown for shown in told(rally, Work(look_back(rally))) if shown][-1]


def in_a_line(seconds: float) -> str:
    return span_in_words(seconds).replace(" ", "\u00a0")


def by_hand(lost: str, won: str, decisions: float, luck: float, **facts: str) -> str:
    """The loss and the gain, as the texts say it."""
    text = str(TEXTS[won if luck < -0.05 else lost])
    return text.format(decisions=in_a_line(decisions), luck=in_a_line(abs(luck)), **facts)


@pytest.mark.parametrize("seed", "12")
def test_how_it_turned_and_what_each_driver_lost_is_told_as_it_was_reckoned(seed: str) -> None:
    rally = over(SOLVED, seed)
    sheet, found, shown = sheet_of(CLASSIC, rally.state), to_the_end(look_back(rally)), last(rally)
    turned = found.turned
    assert isinstance(turned, TurningPoint)
    first, names = turned.turn.made[0], sheet.drivers
    case = "turned" if turned.before <= -0.5 else "turned-level"
    assert shown["said"][1:] == [
        str(TEXTS[case]).format(
            stage=first.stage + 1, round=first.round, driver=names[first.seat], winner=names[sheet.places.index(1)],
            before=in_a_line(-turned.before), after=in_a_line(turned.after),
        ),
        by_hand("turn-lost", "turn-won", turned.turn.decisions, turned.turn.luck, driver=names[first.seat]),
    ]  # fmt: skip
    for account, one in zip(found.accounts, shown["lost"], strict=True):
        assert account and one["said"] == by_hand("lost", "won", account.decisions, account.luck)
    assert [row[0] for row in shown["rows"]] == [*names] and shown["head"] == [
        "driver", "time", "par", "by decisions", "by luck",
    ]  # fmt: skip
    for (made, _), dear in some(zip(found.dearest, shown["dearest"], strict=True)):
        assert dear["said"].startswith(f"{names[made.seat]}, stage {made.stage + 1}, round {made.round}: ")
        assert dear["said"].endswith(f". {in_a_line(made.loss)} lost.")
        assert re.fullmatch(f"Advice for {names[made.seat]}: “.+\\.”", dear["why"])


def test_of_drivers_with_another_par_it_is_told_why_it_is_their_own() -> None:
    for shown in some([last(over(stage)) for stage in (SOLVED, "s2 R3 s1")]):
        assert (TEXTS["own-par"] in shown["notes"]) is (len({row[2] for row in shown["rows"]}) > 1)
    assert TEXTS["own-par"] in shown["notes"]


def test_the_sheet_is_told_at_once_and_the_rest_once_it_is_reckoned() -> None:
    rally = over(SOLVED)
    first, *steps, end = told(rally, Work(look_back(rally)))
    assert first and first["waits"] == TEXTS["waits"] and not first["lost"]
    assert not any(steps) and len(steps) >= len(rally.replay.past), "whoever asks something else need not wait"
    assert end and not end["waits"] and end["said"][0] == first["said"][0]


def test_of_stages_that_are_not_solved_it_is_told_that_nothing_can_be_told(own_tables: None) -> None:
    shown = last(over(UNSOLVED))
    assert shown["notes"] == [TEXTS["unsolved"]]
    assert not (shown["lost"] or shown["rows"] or shown["dearest"]) and len(shown["said"]) == 1


def test_since_when_the_winner_led_is_told_by_the_sheet() -> None:
    rally = over(SOLVED)
    names = [driver for driver, place in zip(rally.replay.spec["drivers"], sheet_of(CLASSIC, rally.state).places, strict=True) if place == 1]  # fmt: skip
    led = {str(TEXTS["led"]["seconds"]).format(n=n, list=", ".join(names)) for n in (1, 2, 3)}
    assert last(rally)["said"][0] in led


def test_at_cards_only_decisions_of_people_are_told_and_as_they_are_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rallyman_tutor.coach.card_review.LOOKS", 3)
    monkeypatch.setattr("rallyman_tutor.coach.card_review.TRIES", 6)
    game = SHELF["mil_millas"]
    rally = driven(begin(game, RallySetup(entries(2, "novice"), many=1, agreed={"reshuffle": "off"}, seed="3")))
    (bots,) = [shown for shown in told(rally, None) if shown]
    assert bots["notes"] == [TEXTS["cards"], TEXTS["bots-only"]] and not bots["waits"]
    person = replace(rally, levels=("", "novice"))
    met = next(found.met for found in cards_back(person) if found)
    shown = [one for one in told(person, None) if one]
    waits = {one["waits"] for one in shown}
    assert waits == {"", *(str(TEXTS["waits-cards"]).format(done=done, of=met) for done in range(met))}
    assert shown[-1]["dearest"] or shown[-1]["notes"][-1] == TEXTS["none-worse"]
    for dear in shown[-1]["dearest"]:
        assert dear["said"].startswith(f"{rally.replay.spec['drivers'][0]}, decision ")


# -- Podium and file --------------------------------------------------------------------------------------------------


def sheet(places: tuple[int | None, ...], sums: tuple[int | None, ...], names: tuple[str, ...]) -> RallySheet:
    gaps = tuple(None if one is None else one - min(one for one in sums if one is not None) for one in sums)
    return RallySheet(names, "seconds", (sums,), sums, places, gaps, (places,))


def test_shared_places_share_a_step_and_whoever_is_out_stands_below() -> None:
    found = podium_of(sheet((1, 1, 3, 4, None), (60, 60, 75, 80, None), ("Ana", "Ben", "Cleo", "Dan", "Eva")))
    assert [[one["name"] for one in step] for step in found["steps"]] == [["Ana", "Ben"], [], ["Cleo"]]
    assert [(one["name"], one["place"], one["sum"], one["gap"]) for one in found["others"]] == [
        ("Dan", 4, "1:20", "+0:20"), ("Eva", 0, "out", ""),
    ]  # fmt: skip
    assert podium_of(sheet((1,), (60,), ("Ana",)))["steps"] == [
        [{"seat": 0, "name": "Ana", "place": 1, "sum": "1:00", "gap": ""}]
    ]


def test_a_spreadsheet_reckons_with_nothing_in_the_file_and_reads_every_script() -> None:
    names = ("=2+5", "+Ana", "-Ben", "@Cleo", "Даша")
    shown = sheet_shown(sheet((1, 2, 3, 4, 5), (60, 61, 62, 63, 64), names))
    assert shown and shown["csv"].startswith("\ufeff")
    head, *rows = csv.reader(StringIO(shown["csv"].removeprefix("\ufeff")))
    assert head == shown["head"]
    assert [row[1] for row in rows] == ["'=2+5", "'+Ana", "'-Ben", "'@Cleo", "Даша"]
    assert [row[-1] for row in rows] == ["–", "0:01", "0:02", "0:03", "0:04"], "a gap is no sum either"


def test_a_driver_of_any_script_is_told_on_podium_and_sheet() -> None:
    drivers = tuple(Entry(name, "careful") for name in ("Даша", "Ævar", "王"))
    rally = driven(begin(CLASSIC, RallySetup(drivers, (SOLVED,) * 3)))
    found = podium_of(sheet_of(CLASSIC, rally.state))
    assert {one["name"] for step in found["steps"] for one in step} == {"Даша", "Ævar", "王"}
