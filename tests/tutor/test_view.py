"""The page's view of a session: every word there, every number the engine's own."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from rallyman_tutor.core.game import ELSEWHERE, LaidStep
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.games.classic.state import Event
from rallyman_tutor.page.intents import parse
from rallyman_tutor.tutor.session.intents import Act, AtTable, Clear, Copy, Draft, Lay, Look, Put, Swap, Take, Undo
from rallyman_tutor.tutor.session.playing import begin
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.session.update import attempt
from rallyman_tutor.tutor.table.choices import choices, spaces_of
from rallyman_tutor.tutor.table.shown import SecondDraft, View
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.log import rule_behind
from rallyman_tutor.tutor.words.move_words import dice_of, named
from rallyman_tutor.tutor.words.page_words import driver_names, page_words, why_refused
from rallyman_tutor.tutor.words.words import words
from tests.games.opened import opened
from tests.some import some
from tests.tutor.test_session import does, lay, rolls_first, table

GAME = SHELF["classic"]


def sat(position: str, game: str = "classic") -> Session:
    return begin(SHELF[game], position, (), frozenset(), "1")


def pressed(shown: View) -> Act | Draft:
    """The intent of the first button of the first message."""
    intent = parse(shown["messages"][0]["remedies"][0]["intent"])
    assert isinstance(intent, Act | Draft)
    return intent


def second(shown: View) -> SecondDraft:
    assert shown["other"]
    return shown["other"]


def test_a_view_is_plain_data() -> None:
    session = rolls_first(does(table("jumps", 3), lay("1"), lay("2"), lay("4")))
    for plain in (view(session), choices(session), spaces_of(session), dict(page_words(GAME))):
        assert json.loads(json.dumps(plain, allow_nan=False))


@pytest.mark.parametrize("key", SHELF)
def test_a_table_waits_for_the_learner_and_refuses_in_the_words_of_the_page(key: str) -> None:
    game = SHELF[key]
    drivers = driver_names(game.seats[0])
    session = begin(game, next(iter(game.ready_tables)), drivers, frozenset(range(1, len(drivers))), "1")
    shown = view(session)
    assert shown["hurry"] == 0
    assert [dial["name"] for dial in shown["dials"]] == [
        dial.name for dial in game.desk(session.visible_state, ()).readouts
    ]
    assert page_words(game)["which-place"] == why_refused(session, Refused("which-place"))


def test_the_only_learner_is_called_you_whatever_stands_on_their_car() -> None:
    def called(bots: frozenset[int]) -> tuple[set[str], list[str]]:
        session = begin(GAME, "first", ("Ana", "Ben"), bots, "1")
        session = does(session, lay("1"), Act("1>s1"), Act("stop"))
        shown = view(session)
        told = {line["text"].partition(":")[0] for line in shown["log"] if line["seat"] == 0}
        return told, [car["name"] for car in shown["cars"]]

    assert called(frozenset({1})) == ({"You"}, ["You", "Ben"])
    assert called(frozenset()) == ({"Ana"}, ["Ana", "Ben"])


def test_problems_stand_in_the_order_of_the_draft_and_each_has_a_remedy() -> None:
    shown = view(does(table(), lay("2"), lay("4")))
    assert [told["at"] for told in shown["messages"]] == sorted(told["at"] for told in shown["messages"])
    assert all(
        told["title"] and told["said"] and told["why"] and (told["remedies"] or told["fix"]) and told["cite"]
        for told in shown["messages"]
    )
    mended = does(does(table(), lay("2"), lay("4")), pressed(shown))
    assert view(mended)["messages"] != shown["messages"]


def test_the_button_that_tries_the_advice_mends_the_step() -> None:
    session = does(table(), lay("1"), lay("2"), lay("4"))
    advice = pressed(view(session))
    assert view(does(session, advice))["messages"] == []


def test_a_step_that_may_not_stand_is_told_with_its_rule_and_the_reason() -> None:
    (told,) = view(does(table(), lay("1"), lay("2"), lay("4")))["messages"]
    assert (told["code"], told["title"]) == ("CL-GEAR-03", "Gears are changed one at a time")
    assert told["said"] == "You go from 2nd to 4th without touching 3rd."
    assert told["why"] == "The gearbox takes one step at a time: each gear die is one gear up or down from the last."


@pytest.mark.parametrize(
    ("dice", "then"),
    [
        ((), []),
        (("3",), [("then", "", "you would end in 3rd: +30\xa0s")]),
        (("5",), []),  # where a draft ends is not told as long as a rule refuses it
    ],
)
def test_the_dials_tell_how_the_car_stands_and_where_the_draft_would_end(
    dice: tuple[str, ...], then: list[tuple[str, str, str]]
) -> None:
    shown = view(does(sat("s14 | A@s1 g2 s3"), *map(lay, dice)))["dials"]
    stands = [("gear", "gear", "2nd"), ("clock", "clock", "0:00"), ("hazards", "hazards", "0 / 3"), ("seconds", "seconds", "3")]  # fmt: skip
    assert [(dial["name"], dial["label"], dial["text"]) for dial in shown] == stands + then
    assert [dial["kind"] for dial in shown[:4]] == ["plain", "plain", "lamps", "plain"]


def test_a_rolled_die_is_named_with_its_hazard() -> None:
    shown = view(sat("FX-SL | A@1.L1 g3 | A rolled[4>L2! 5>L3! w>L4!]", "dirt"))["pieces"]
    assert [piece["name"] for piece in shown if piece["key"] in "345"] == [
        "gear die 3", "gear die 4, a hazard", "gear die 5, a hazard",
    ]  # fmt: skip


def test_the_chance_shown_is_the_engines() -> None:
    session = does(sat("s14 | A@s3 g2 | A w 2 !!"), lay("3"))
    assert view(session)["risk"]["all"] == "33 %"
    assert view(session)["draft"][0]["chance"] == "33 %"
    assert view(does(table(), lay("1")))["risk"]["p"] == 0


def test_a_refused_draft_ends_in_no_gear() -> None:
    legal, refused = (view(does(sat("s14 | A@s1 g2"), lay(die))) for die in ("3", "5"))
    assert (legal["ends"], refused["ends"]) == ("3rd", "")
    assert second(view(does(sat("s14 | A@s1 g2"), lay("5"), Copy())))["ends"] == ""


def test_at_the_finish_no_more_ways_to_drive_are_told() -> None:
    over = sat("s14 | A finished")
    assert GAME.over(over.state) and view(over)["ways"] == []


def test_the_second_draft_is_shown_with_its_own_chance_gear_and_verdict() -> None:
    session = does(sat("s14 | A@s3 g2 | A w 2 !!"), lay("3"), Copy(), lay("5"))
    first, other = view(session), second(view(session))
    assert (other["chance"], other["ends"], other["verdict"]) == ("33 %", "3rd", "price")
    assert first["risk"]["all"] != other["chance"] and first["ends"] != other["ends"]
    assert first["draft"][1]["verdict"] == "refused"


def test_the_natural_decision_comes_first() -> None:
    def names(session: Session) -> list[str]:
        return [offer["name"] for offer in view(session)["offers"]]

    assert names(table()) == ["retire"]
    session = does(table(), lay("1"))
    assert names(session) == ["roll", "retire"]
    session = does(session, lay("2"))
    assert names(session)[:2] == ["roll", "attack"]
    session = rolls_first(session)
    assert names(session)[:2] == ["roll", "stop"]
    assert names(does(session, Take()))[0] == "stop"


def test_a_die_can_be_secured_when_there_are_seconds_for_it() -> None:
    session = does(sat("s14 | A@s1 g2 s4"), lay("3"))
    (variant,) = view(session)["draft"][0]["variants"]
    secured = does(session, Put(0, move=variant["move"]))
    assert view(secured)["offers"][0]["name"] == "secure"
    assert view(secured)["risk"]["p"] == 0
    assert not view(does(table(), lay("1")))["draft"][0]["variants"]


@pytest.mark.usefixtures("without_costs")
@pytest.mark.parametrize("stage", sorted(GAME.ready_tables))
def test_what_every_die_would_mean_is_what_judging_says(stage: str) -> None:
    session = does(table(stage, 2), lay("1"), lay("2"))
    found = choices(session)
    assert set(found["of"]) == set(found["best"]) == set("12345w")
    for piece, of in found["of"].items():
        assert ELSEWHERE in of
        for place, (verdict, number) in of.items():
            assert (number < 0) == (verdict == "legal")
            if place == ELSEWHERE:
                assert verdict == "refused"
            elif piece not in "12":
                laid = does(session, lay(piece, place))
                shown = view(laid)
                assert shown["draft"][-1]["verdict"] == verdict, (piece, place)
                about = [told["code"] for told in shown["messages"] if told["at"] == 2]
                assert about[:1] == ([found["texts"][number]["code"]] if number >= 0 else [])


def test_every_stage_can_be_driven_to_the_end_with_words_for_all_that_happens(wide: bool) -> None:
    for stage in some(GAME.ready_tables if wide else ("first", "winter")):
        session = table(stage, 3, "5")
        for _ in range(400):
            if GAME.over(session.state):
                break
            choice = next(
                (hold for hold in GAME.placements(session.state, ()) if not hold.refused and not hold.unwise), None
            )
            offers = GAME.desk(session.state, ()).offers
            before = session
            if choice and len(opened(session.state).turn.used) < 3:
                session = rolls_first(does(session, Lay(choice.piece, choice.place)))
            else:
                session = does(session, Act(GAME.write_move(offers[0].move)))
            shown = view(session, before)
            assert shown["say"] and "{" not in shown["say"]
        assert GAME.over(session.state), stage
        result = view(session)["result"]
        assert result and result["rows"]


def test_every_event_and_every_offer_has_words() -> None:
    facts: dict[str, Any] = {
        "driver": "You", "die": 3, "gear": 3, "space": "s1", "seconds": 30, "count": 2, "cost": 1, "bend": "1", "cause": "bend",
        "turn": "left", "terrain": "forest", "time": 75, "zone": "C", "number": 2, "car": "Ben",
    }  # fmt: skip
    language = words("classic")
    for group, more in (("events", facts), ("offers", facts), ("steps", facts)):
        for key in some(language.group(group)):
            said = language.phrase(group, key, more)
            assert said
            assert "{" not in said


def test_a_moment_of_the_past_brings_its_rule() -> None:
    session = does(rolls_first(does(table(), lay("1"))), Look(0))
    looked = view(session)["look"]
    assert looked and looked["line"] == 0
    assert looked["told"]["code"] == "CL-TURN-01"
    assert rule_behind(session, "CL-LOC-04")["why"]


def test_every_line_of_the_log_can_be_looked_at() -> None:
    session = rolls_first(rolls_first(rolls_first(does(table(), lay("1"), lay("2"), lay("3")))))
    for line in some(view(session)["log"]):
        looked = view(does(session, Look(line["line"])))["look"]
        assert looked and (looked["line"], looked["text"], looked["told"]["code"]) == tuple(
            line[part] for part in ("line", "text", "code")
        )


def test_a_refused_intent_is_told_in_words() -> None:
    session = table()
    for intent in (Undo(), Act("stop"), Lay("9")):
        after, refused = attempt(session, intent)
        said = view(after, session, refused)["problem"]
        assert said.endswith(".")
        assert "_" not in said


SKIPPED = "Gears are changed one at a time. You go from 2nd to 4th without touching 3rd."
STANDING = "From a standstill you need 1st. You are in neutral and reach for the 3."
TOO_FAR = "One die, one space. You send the 2 to space 4, and that is further than one space."
ROLLED = "You: the 1, clean."


@pytest.mark.parametrize(
    ("before", "intent", "said"),
    [
        ([], lay("1"), "the 1 on space 1. May be laid."),
        ([lay("1")], lay("2"), "the 2 on space 2. May be laid."),
        ([lay("1"), lay("2")], lay("4"), f"the 4 on space 3. {SKIPPED}"),
        ([], lay("3"), f"the 3 on space 1. {STANDING}"),
        ([], lay("3", "s3"), f"the 3 on space 3. {STANDING}"),  # it is too far, too
        ([lay("3")], lay("2"), "the 2 on space 2. May be laid."),  # it is the first die that may not
        ([lay("1"), lay("2")], Put(1, "s4"), f"the 2 on space 4. {TOO_FAR}"),
        ([lay("1"), lay("2")], Put(0, move="3"), f"the 3 on space 1. {STANDING}"),
        ([lay("1"), lay("2")], Draft(("3", "4")), f"Now laid: the 3 on space 1, the 4 on space 2. {STANDING}"),
        ([lay("1"), lay("2")], Take(0), "Taken back."),
        ([lay("1"), lay("2")], Undo(), "Taken back."),
        ([lay("1")], Copy(), ""),
        ([lay("1")], Act("1>s1"), f"{ROLLED} You: 1st, space 1."),
        ([lay("1"), Act("1>s1")], Undo(), "Undone."),
        ([lay("1"), Act("1>s1")], Look(0), ROLLED),
        ([], Lay("9"), "There is no such die here. Take one from the tray."),
    ],
)
def test_ears_hear_what_came_of_each_deed_at_the_table(before: list[AtTable], intent: AtTable, said: str) -> None:
    session = does(table(), *before)
    after, problem = attempt(session, intent)
    assert view(after, session, problem)["say"] == said


def test_ears_hear_whose_turn_it_is_where_a_table_is_sat_down_at() -> None:
    assert view(table())["say"] == "Next to drive: You, in neutral. Pick a die."


def test_spaces_are_called_by_name() -> None:
    names = [place["name"] for place in spaces_of(table("jumps"))]
    assert names[:2] == ["the start", "space 1, straight"]
    assert "drift space 2 of bend 1, note 4" in names
    assert "jump 1, note 3" in names
    assert all("{" not in name for name in names)


def test_events_of_weather_and_tyres_are_told() -> None:
    state = table().state
    told = [
        GAME.describe_event(state, Event("weather", "CL-WX-02", -1, {"zone": "C", "die": 3, "snow": snow}))
        for snow in (True, False)
    ]
    assert [what for what, _ in told] == ["weather-snow", "weather-dry"]


def test_after_a_failed_flat_out_every_way_to_lay_the_dice_again_is_told_and_laid_by_one_tap() -> None:
    from rallyman_tutor.games import SHELF
    from rallyman_tutor.tutor.session.playing import begin

    start = "FX-SL | A@1.L1 g3 | A rolled[4>L2! 5>L3! w>L4!]"
    session = begin(SHELF["dirt"], start, (), frozenset(), "1")
    ways = view(session)["ways"]
    assert len({way["label"] for way in ways}) == len(ways) > 1
    for way in ways:
        after, problem = attempt(session, Draft(tuple(way["moves"])))
        assert problem is None
        assert view(after)["offers"][0]["name"] == "arrange"
        assert len(after.draft) == len(way["moves"])
    assert attempt(session, Draft(("<b>",)))[1] is not None


def test_a_decision_of_many_dice_is_told_by_its_dice_and_one_without_dice_by_its_button() -> None:
    from rallyman_tutor.games import SHELF
    from rallyman_tutor.tutor.session.playing import begin

    dirt = SHELF["dirt"]
    session = begin(dirt, "FX-SL | A@1.L1 g3", (), frozenset(), "1")
    told = [
        view(replace(session, drafts=Drafts(dirt.read_draft(text).moves)))["draft"][0]["name"]
        for text in ("go 4>L2 w>L3", "sisu")
    ]
    assert told == ["The 4 to row 2 left, the gas die to row 3 left", "Play Sisu"]


def test_the_second_draft_is_shown_with_its_own_dice_and_its_own_chance() -> None:
    session = does(sat("s14 | A@s3 g2 | A w 2 !!"), lay("3"), Copy(), lay("4"), lay("5"), Swap())
    first, other = view(session)["risk"]["all"], second(view(session))
    assert [die["piece"] for die in other["dice"]] == ["3", "4", "5"] and len(view(session)["draft"]) == 1
    assert other["chance"] != first
    swapped = view(does(session, Swap()))
    assert (swapped["risk"]["all"], second(swapped)["chance"]) == (other["chance"], first)


def test_after_a_swap_ears_are_told_what_lies_on_the_board_now_and_whether_it_may() -> None:
    short = does(sat("s14 | A@s1 g2 | A"), lay("3"), Copy(), lay("4"))
    assert view(does(short, Swap()), short)["say"] == "Now laid: the 3 on space 2. May be laid."
    again = does(short, Swap())
    assert view(does(again, Swap()), again)["say"] == "Now laid: the 3 on space 2, the 4 on space 3. May be laid."
    cleared = does(short, Clear())
    assert view(does(cleared, Undo()), cleared)["say"] == "Now laid: the 3 on space 2, the 4 on space 3. May be laid."
    assert view(does(short, Take(0)), short)["say"] == "Taken back."
    wrong = does(short, Clear(), lay("5"), Swap())
    said = view(does(wrong, Swap()), wrong)["say"]
    assert said.startswith("Now laid: the 5") and "May be laid." not in said


def test_the_row_of_a_whole_draft_shows_its_dice_and_names_their_brakes() -> None:
    game = SHELF["dirt"]
    state = game.read("202a 205a 203a | A@1.L3 g5 | A")
    for draft, dice, name in (
        ("go 3b (4 w)", "3+b 4 w", "The 3 with a brake, the 4, the gas die"),
        ("flat 3b>2.L1 4>2.L2", "3+b 4", "The 3 with a brake on row 1 left on tile 2, the 4 to row 2 left on tile 2"),
        ("go 2bb", "2+2b", "The 2 with 2 brakes"),
    ):
        (move,) = game.read_draft(draft).moves
        assert [dice_of(game, state, move), named(game, words("dirt"), {}, LaidStep("", "", ()), move)] == [dice, name]


@pytest.mark.parametrize(
    ("game", "text", "name"),
    [
        ("classic", "stop", "Stop"),
        ("classic", "wheel", "Change the wheel: +60 s"),
        ("classic", "A[3 w]", "A[3 w]"),
        ("dirt", "sisu", "Play Sisu"),
        ("mil_millas", "I", "I"),
    ],
)
def test_a_decision_is_named_by_its_button_or_as_it_is_written(game: str, text: str, name: str) -> None:
    (move,) = SHELF[game].read_draft(text).moves
    assert named(SHELF[game], words(game), {}, LaidStep("", "", ()), move) == name
