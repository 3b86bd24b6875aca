"""Refusals on the page are told twice: a test names what was asked in vain, and does what the sentence advises.

Here it is counted, too, that every sentence about something refused is told, by this file or by
`tests/tutor/test_refused_twice.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.rally import letters
from tests.page.host import Visit, came_behind
from tests.rally.letters import begun, key_of, played
from tests.some import some
from tests.tutor import test_refused_twice as elsewhere
from tests.tutor import told_twice as twice

Deed = Mapping[str, Any]
pytestmark = pytest.mark.usefixtures("same_tables")


class Case(NamedTuple):
    """The text that answers a deed at a place or table, the deeds before it, and those that the text advises."""

    name: str
    at: str
    before: Sequence[Deed]
    asked: Deed
    advised: Sequence[Deed]
    facts: Mapping[str, object] = {}
    table: str = ""
    key: str = "classic"


def do(what: str, **more: object) -> Deed:
    return {"do": what, **more}


def line(written: str) -> Deed:
    return do("command", line=written)


def draft(*moves: str) -> Deed:
    return do("draft", moves=list(moves))


OPEN = do("open")
"""The page is loaded again."""
FIRST = do("lay", piece="1", place="s1")
LESSON = "classic/01-first-die"
RACE, ROUND = "C09 rest | You v6 B08 E1 ; Ben Y01 | choose You", "You 25 go ; Ana go | You 25 red 50x5 ; Ana 25x6"
SOLVED = "s4 R3 s3 L3 s3"


def drive(
    name: str,
    before: Sequence[Deed],
    asked: Deed,
    *advised: Deed,
    table: str = "",
    key: str = "classic",
    **facts: object,
) -> Case:
    return Case(name, "drive" if key == "classic" else f"drive/{key}", before, asked, advised, facts, table, key)


DRIVES = [
    drive("no-such-piece", [], do("lay", piece="9", place="s1"), FIRST),
    drive("no-such-place", [], do("lay", piece="1", place="nowhere"), FIRST),
    drive("not-offered", [FIRST], do("act", move="stop"), do("act", move="{button}")),
    drive(
        "not-offered",
        [],
        do("lay", piece="1", place="s2"),
        do("act", move="{button}"),
        table="s14 | You@s4 g4 | You 3 4 w !!! phase=sisu ended=hazards",
    ),
    drive(
        "nowhere-to-lay",
        [draft("4>l", "5>s1")],
        do("lay", piece="3"),
        do("take"),
        do("lay", piece="3"),
        table="s2 R2/4x3 s2 | You@s2 g4",
    ),
    drive("no-such-die", [FIRST], do("take", at=5), do("take", at=0)),
    drive("nothing-to-undo", [], do("undo"), FIRST),
    drive("piece-laid", [FIRST], FIRST, do("lay", piece="2", place="s2")),
    drive("no-such-moment", [], do("look", at=99), do("look", at=-1)),
    drive("unknown-intent", [], do("dance"), OPEN, FIRST),
    drive("nothing-to-review", [], do("review"), FIRST),
    drive("review-first", [], do("retry", at=0), FIRST),
    drive("nothing-to-refute", [], do("refute"), FIRST),
    drive("nothing-to-return-to", [], do("return"), FIRST),
    drive("help-off", [do("help", how="off")], do("advise"), do("help", how="request"), do("advise")),
    drive("not-weighed", [draft("4")], do("advise"), do("clear"), do("advise")),
    drive(
        "advice-first",
        [],
        do("mix", share="punctures", notch=0),
        do("advise"),
        do("advise"),
        do("advise"),
        do("mix", share="punctures", notch=0),
    ),
    drive("no-ghost", [], do("ghost", on=True), do("new", table="first"), do("ghost", on=True), table="s1 R2/3x2 s1"),
]

ROLL = do("act", move="{button}")
AT_THE_END = f"{SOLVED} | You@s10 g2"
TO_THE_END = [draft("2"), ROLL]
WORTH = [
    drive("not-reckoned", [], do("advise"), FIRST, ROLL, table="s2 " + "R2/3x2K3 s2 " * 17 + "| You"),
    drive("nothing-to-weigh", [], do("advise"), ROLL, do("advise"), table="snow s4 R3/4x3 s3 L2/3x3K3 dry s3 R4 s3 | You | You phase=tyres | weather=fixed"),
    drive("no-such-share", [do("advise")] * 3, do("mix", share="lunch", notch=0), *(do("mix", share=one, notch=notch) for one, notch in (("spins", 0), ("left", 1), ("punctures", 2), ("out", 200))),
          found="lunch", list="spins, left, punctures, out", table=SOLVED),
    drive("no-such-notch", [do("advise")] * 3, do("mix", share="spins", notch=999), do("mix", share="spins", notch=0),
          found=999, least=-6, most=6, step=1, table=SOLVED),
]  # fmt: skip
BACK = [
    drive(
        "review-unsolved", [draft("2"), ROLL], do("review"), do("new", table="first"), table="s1 R2/3x2 s1 | You@s2 g2"
    ),
    drive(
        "no-such-driver",
        TO_THE_END,
        do("review", driver="Zoe"),
        do("review", driver="You"),
        table=AT_THE_END,
        found="Zoe",
    ),
    drive("nothing-to-review", [], do("review"), key="crazy_rally", table=RACE),
    drive("nothing-to-review", [], do("review"), key="mil_millas", table=ROUND),
]
CARDS = [
    *(drive("no-such-piece", [], do("lay", piece="X", place=place), do("lay", piece=card, place=place), key=key, table=table)
      for key, table, card, place in (("crazy_rally", RACE, "B08", "faster:You"), ("mil_millas", ROUND, "50", "road1"))),
    *(drive("no-such-place", [], do("lay", piece=card, place=where), do("lay", piece=card, place=place), key=key, table=table)
      for key, table, card, where, place in (
          ("crazy_rally", RACE, "B08", "nowhere", "faster:You"), ("mil_millas", ROUND, "50", "deck", "road1"))),
    *(drive("no-such-die", [], do("take", at=3), key=key, table=table) for key, table in (("crazy_rally", RACE), ("mil_millas", ROUND))),
    drive("which-place", [], do("lay", piece="B08"), do("lay", piece="B08", place="slower:You"), key="crazy_rally", table=RACE),
    drive("which-place", [], do("lay", piece="red"), do("lay", piece="red", place="road2"), key="mil_millas",
          table="You 25 go ; Ana 25 go ; Ben 25 go | You red 50x6 ; Ana 75x6 ; Ben 25x6"),
    *(drive("not-offered", [], deed, do("lay", piece="50"), key="mil_millas", table=ROUND) for deed in (do("ghost", on=True), do("mix", share="spins", notch=0))),
    drive("no-help-setting", [], do("help", how="off"), do("advise"), key="mil_millas", table=ROUND),
]  # fmt: skip
LINES = [
    drive("nothing-written", [], line("  "), line("1"), line("now"), line("help")),
    drive("line-too-long", [], line("x" * 101), line("help"), most=100),
    drive("nothing-to-go-on", [], line("roll"), line("now"), line("3"), line("roll"), table="s9 | You@s4 g3"),
    drive("no-faces-here", [], line("2!"), line("2"), table="s9 | You@s4 g3"),
    drive("one-at-a-time", [], line("2 stop"), line("2"), line("roll"), line("stop"), table="s9 | You@s4 g3"),
    drive("review-first", TO_THE_END, line("mistakes"), line("review"), line("mistakes"), table=AT_THE_END),
    drive("no-lesson-here", [], line("hint"), line("help")),
]
RIGHT, WRONG = do("answer", id="1"), do("answer", id="2")
PUZZLE = "puzzles/classic/3"
RUN = do("start", minutes=3)
LESSONS = [
    Case("not-done-yet", LESSON, [], do("next"), [do("hint")]),
    Case("not-done-yet", PUZZLE, [], do("next"), [do("hint")]),
    Case("no-such-step", LESSON, [], do("step", at=99), [do("step", at=1)]),
    *(Case("only-answers", PUZZLE, [], deed, [RIGHT, do("next")]) for deed in (FIRST, do("point", at=0), do("claim", id="x"))),
    *(Case("no-such-answer", PUZZLE, [], do("answer", id="9"), [one]) for one in (RIGHT, WRONG)),
    *(Case("no-help-in-run", "run/classic", [RUN], deed, [do("answer", id="{answer}"), do("next")]) for deed in
      (do("hint"), do("again"), do("step", at=0), do("next"))),
]  # fmt: skip
BOOK = [
    Case("no-such-rule", "rules/classic", [], do("example", code="CL-GEAR-99", kind="broken", n=0), [do("example", code="CL-GEAR-03", kind="broken", n=0)], {"found": "CL-GEAR-99"}),
    Case("no-such-example", "rules/classic", [], do("example", code="CL-GEAR-03", kind="broken", n=99), [do("example", code="CL-GEAR-03", kind="broken", n=0)]),
]  # fmt: skip
BY_LETTER = [letters.write(played(begun("dirt", 2), 3, many)[-1]) for many in (4, 6)]
KNOWN = {"g4m3": BY_LETTER[1]}
KEY, OTHER = [key_of(0)], ["x" * 20]
LETTERS = [
    Case("letter-old", "letter/dirt", [], do("letter", text=BY_LETTER[0], keys=KEY, kept=KNOWN), [do("letter", text=BY_LETTER[1], keys=KEY, kept=KNOWN)], {"number": 4}),
    Case("letter-key", "letter/dirt", [], do("letter", text=BY_LETTER[1], keys=OTHER, typed=True), [do("letter", text=BY_LETTER[1], keys=KEY, typed=True)]),
]  # fmt: skip
CASES = [*DRIVES, *WORTH, *BACK, *CARDS, *LINES, *LESSONS, *BOOK, *LETTERS]


TOO_MUCH = drive(
    "too-much-to-weigh",
    [draft("2", "3", "4")],
    do("advise"),
    do("take"),
    do("take"),
    do("advise"),
    table="s9 R3/4x3 s4 | You@s1 g2",
)


def opened(case: Case) -> Visit:
    """A page at the place and table of a case, in a browser that has drawn it."""
    visit = Visit(case.at, case.table)
    visit.says(do="hello", theme="light")
    return visit


def answer_of(visit: Visit) -> str:
    """The last answer: above the board or beside it, or the advice that came behind it."""
    told = [str(patch.wire["answer"].get("text", "")) for patch in visit.sent if "answer" in patch.wire]
    advice = [str(one["said"]) for one in came_behind(visit.sent, "advised")]
    return str(visit.wire.get("view", {}).get("problem") or "".join(told) or "".join(advice))


def does(visit: Visit, deed: Deed) -> str:
    """Do something; the first button stands for what is on offer."""
    offers, answers = visit.wire.get("view", {}).get("offers"), visit.wire.get("sheet", {}).get("answers")
    meant = {"{button}": offers and offers[0]["move"], "{answer}": answers and answers[0]["id"]}
    visit.says(**{key: meant.get(value, value) if isinstance(value, str) else value for key, value in deed.items()})
    return answer_of(visit)


@pytest.mark.parametrize("case", CASES, ids=[f"{at} {case.key} {case.name}" for at, case in enumerate(CASES)])
def test_a_refusal_is_told_again_and_what_it_advises_is_done(case: Case) -> None:
    tell, visit = twice.Twice(case.key, "refused"), opened(case)
    before = [does(visit, deed) for deed in case.before]
    assert does(visit, case.asked) == tell(case.name, **case.facts), before
    visit = opened(case) if OPEN in case.advised else visit
    after = [does(visit, deed) for deed in case.advised if deed != OPEN]
    refusals = {str(text).split("{")[0] for text in tell.texts.values()} - {""}
    assert not [told for told in after if any(told.startswith(one) for one in refusals)], after


def test_more_than_is_followed_is_told_again_and_with_fewer_dice_it_is_reckoned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No draft was ever found that comes near the limit, so here it is lower."""
    monkeypatch.setattr("rallyman_tutor.coach.draft_worth.MOST_MOVES", 4)
    test_a_refusal_is_told_again_and_what_it_advises_is_done(TOO_MUCH)


def test_every_refusal_is_told_by_all_games_that_say_it_otherwise() -> None:
    """Every case is told once more, so that nothing depends on tests that ran before."""
    told = [(one.key, one.name, one.facts) for one in (*CASES, TOO_MUCH)]
    told += [(one.key, one.name, one.facts) for one in elsewhere.ALL]
    for key, name, facts in some(told):
        assert twice.Twice(key, "refused")(name, **facts)
    assert not twice.never_told("refused")
    assert not {key: left for key in SHELF if (left := twice.never_told("refused", key))}
