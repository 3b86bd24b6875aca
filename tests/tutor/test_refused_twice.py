"""Refusals of something that was written or brought are told twice: a line, a save, a script, a file of stars, a goal.

A test asks for it in vain, tells the whole sentence with facts that it finds in what it asked, and then does what the
sentence advises. `tests/page/test_refused_twice.py` has the refusals of the page, and counts all of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any, NamedTuple

import pytest

from rallyman_tutor.coach import card_review
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.review import ReviewedDecision
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import begin, load, load_code, pack, unpack
from rallyman_tutor.games import NAMES, SHELF
from rallyman_tutor.rally import letters
from rallyman_tutor.rally.letters import LetterGame
from rallyman_tutor.rally.setup import Entry, RallySetup
from rallyman_tutor.tutor.advice.card_review_view import weighed
from rallyman_tutor.tutor.learner import classroom, daily, progress
from rallyman_tutor.tutor.lesson import goals
from rallyman_tutor.tutor.lesson.kinds.predict import PredictStep
from rallyman_tutor.tutor.lesson.lesson_start import lesson_start
from rallyman_tutor.tutor.lesson.lessons import Choice, Lesson, Sitting, StepText
from rallyman_tutor.tutor.lesson.scripts import beyond_the_turn
from rallyman_tutor.tutor.lesson.sitting import sit_down
from rallyman_tutor.tutor.lesson.sitting import update as on
from rallyman_tutor.tutor.session.intents import Act, AtTable, Draft, Look, Next, Refute, Retry, Review, Uncover, Undo
from rallyman_tutor.tutor.session.playing import begin as begin_session
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.sharing import restore, save
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.words.explain import explain_refusal
from rallyman_tutor.tutor.words.words import text_tables
from tests.rally.letters import begun, played
from tests.tutor import told_twice as twice
from tests.tutor.lessons_at_hand import FOLDERS, lesson_in, solved
from tests.tutor.test_card_review import over
from tests.tutor.test_daily import DAY, driven, shared
from tests.tutor.test_review import driven as raced
from tests.tutor.test_session import does

Facts = Mapping[str, object]
pytestmark = pytest.mark.usefixtures("same_tables")


class Refusal(NamedTuple):
    """Something asked of a game in vain, the text about it with its facts, and what this text advises."""

    name: str
    key: str
    ask: Callable[[], object]
    facts: Facts
    advised: Callable[[], object]


def said(key: str, name: str, /, **facts: object) -> str:
    return twice.Twice(key, "refused")(name, **facts)


def reading(key: str, name: str, /, **facts: object) -> str:
    """The words of a game's texts for the thing that belongs in a place."""
    return str(text_tables(f"games.{key}")["reading"][name]).format(**facts)


def example(key: str, name: str) -> Any:
    """The example of a text, behind "such as", as JSON reads it; a word without quotation marks is a text."""
    text = str(twice.Twice(key, "refused").texts[name]).replace("{{", "{").replace("}}", "}")
    (found,) = re.findall(r"such as (.+)\.$", text)
    return json.loads(found) if found[0] in '[{"0123456789' else found


def all_of(*asked: Callable[[], object]) -> Callable[[], object]:
    return lambda: [one() for one in asked]


# -- A line -----------------------------------------------------------------------------------------------------------


def misread(key: str, text: str, found: str, expected: str, better: str) -> Refusal:
    facts = {
        "expected": expected,
        **({"column": text.index(found) + 1, "found": found} if found else {"column": len(text) + 1}),
    }
    game = SHELF[key]
    read = game.read if "|" in text else game.read_draft
    return Refusal("column" if found else "text-ends", key, lambda: read(text), facts, lambda: read(better))


ROAD = ("start", "s1", "s2", "s3", "s4", "finish")
LINES = [
    misread("classic", "s4 | A@s9", "s9", reading("classic", "space", list=", ".join(ROAD)), "s4 | A@s4"),
    misread("classic", "A[2 3", "", reading("classic", "attack-dice"), "A[2 3]"),
    Refusal(
        "expected", "classic", lambda: start("classic", options={"edition": "fr"}),
        {"found": "fr", "expected": reading("classic", "edition", list="classic, es, de")},
        all_of(*(lambda one=one: start("classic", options={"edition": one}) for one in ("classic", "es", "de"))),
    ),
]  # fmt: skip


# -- A save -----------------------------------------------------------------------------------------------------------


THREE = ["Ana", "Ben", "Cleo"]
MOST = 1_000_000


def plain_start(key: str) -> dict[str, object]:
    """The start of a game of three, as its save has it, and nothing said of services."""
    return {name: told for name, told in SHELF[key].demo_game(len(THREE)).items() if name != "service"}


def start(key: str, **changed: object) -> Any:
    return SHELF[key].new({**plain_start(key), **changed})


def saved(key: str = "classic", **changed: object) -> dict[str, Any]:
    """A save of a game that has not begun, or with these moves; with some of it changed."""
    return {**begin(SHELF[key], plain_start(key)).save(), **changed}


def alone(*moves: object, text: str = "s9 | Ana@s2 g2") -> dict[str, Any]:
    return {**begin(SHELF["classic"], {"position": text}).save(), "moves": list(moves)}


def loads(key: str, save: object) -> Callable[[], object]:
    return lambda: load(SHELF[key], save)


def of_start(name: str, key: str, field: str, wrong: object, better: object = None, /, **facts: object) -> Refusal:
    """A save with something wrong in its start, and with the example of the text instead."""
    cause = said(key, name, name=field, **facts)
    better = example(key, name) if better is None else better
    ask, advised = (loads(key, saved(key, start={**plain_start(key), field: one})) for one in (wrong, better))
    return Refusal("bad-start", key, ask, {"cause": cause}, advised)


CODE = begin(SHELF["classic"], {"drivers": THREE, "stages": ["s9"]}).code()
SAVES = [
    Refusal("not-a-save", "classic", loads("classic", saved("dirt")), {"game": NAMES["classic"]}, loads("classic", saved())),
    Refusal("other-rules", "classic", loads("classic", saved(rules="0")), {}, lambda: start("classic")),
    Refusal("other-values", "classic", loads("classic", saved(values="0")), {}, lambda: start("classic")),
    Refusal("no-start", "classic", loads("classic", saved(moves=None)), {}, loads("classic", saved())),
    Refusal("too-long", "classic", loads("classic", saved(moves=[["1", "."]] * 10_001)), {}, loads("classic", saved())),
    Refusal("not-a-code", "classic", lambda: load_code(SHELF["classic"], CODE[:-9]), {}, lambda: load_code(SHELF["classic"], CODE)),
    *(of_start("no-drivers", key, "drivers", "Ana") for key in SHELF),
    *(of_start("no-name", key, "drivers", ["4th", "Ben", "Cleo"], [example(key, "no-name"), "Ben", "Cleo"], number=1, found="4th") for key in SHELF),
    *(of_start("same-names", key, "drivers", ["Ana", "Ben", "Ana"], THREE, number=1, other=3, found="Ana") for key in SHELF),
    *(of_start("no-options", key, "options", [1], {}) for key in SHELF),
    *(of_start("no-text", key, "position", 3, SHELF[key].write(start(key))) for key in SHELF),
    of_start("no-texts", "classic", "stages", "s9"),
    of_start("no-texts", "dirt", "stages", "R1-SS1"),
    of_start("no-words", "classic", "points", 2),
    of_start("no-number", "crazy_rally", "races", "3", 3, most=MOST),
    of_start("no-number", "mil_millas", "teams", MOST + 1, 0, most=MOST),
    of_start("no-numbers", "crazy_rally", "deck", 15, [15, 15, 12, 14, 8], most=MOST),
    of_start("no-switch", "crazy_rally", "rally", "no", False),
    of_start("no-switches", "classic", "service", "no"),
    of_start("switches", "classic", "service", [True], [True, False], count=2, found=1),
    Refusal("not-a-move", "classic", loads("classic", alone(["3", "."], 5)), {"number": 2}, loads("classic", alone(example("classic", "not-a-move")))),
    Refusal(
        "bad-move", "classic", loads("classic", alone(["3 4", ".", "."])),
        {"number": 1, "move": "3 4", "cause": said("classic", "not-one-move")},
        loads("classic", alone(["3", "."], ["4", "."])),
    ),
    Refusal(
        "bad-move", "classic", loads("classic", alone(["5", "."])),
        {"number": 1, "move": "5", "cause": said("classic", "broken-rule", title=text_tables("games.classic")["CL-GEAR-02"]["title"], code="CL-GEAR-02")},
        loads("classic", alone(["3", "."])),
    ),
    Refusal("bad-move", "classic", loads("classic", alone(["3"])), {"number": 1, "move": "3", "cause": said("classic", "script-ends")}, loads("classic", alone(["3", "."]))),
    Refusal(
        "bad-move", "classic", loads("classic", alone(["3", "maybe"])),
        {"number": 1, "move": "3", "cause": said("classic", "cannot-show", found="maybe", list="!, .")},
        all_of(loads("classic", alone(["3", "!"])), loads("classic", alone(["3", "."]))),
    ),
    Refusal("left-over", "classic", loads("classic", alone(["3", ".", "!"])), {"number": 1, "move": "3"}, loads("classic", alone(["3", "."]))),
]  # fmt: skip


# -- Dice and cards told in advance -----------------------------------------------------------------------------------


def follows(key: str, position: str, script: str) -> Callable[[], object]:
    game = SHELF[key]
    return lambda: begin(game, game.spec(position, ())).follow(game.read_draft(script))


def too_much(key: str, position: str, script: str, number: int, move: str) -> Refusal:
    """A script of which only what stands in braces is too much."""
    (told,) = re.findall(r"\{(.+)\}", script)
    better = script.replace(f"{{{told}}}", "")
    facts = {"number": number, "move": move, "list": told}
    return Refusal("told-too-much", key, follows(key, position, script), facts, follows(key, position, better))


def in_one_turn(position: str, script: str) -> Callable[[], object]:
    """Refuses a script that goes on in another turn, as `odds` does."""
    game = SHELF["classic"]

    def asked() -> None:
        if problem := beyond_the_turn(game, game.read(position), game.read_draft(script)):
            raise problem

    return asked


def foretold(draft: str) -> Callable[[], object]:
    """Refuses what a step of a lesson refuses that asks where a draft leads."""
    words = StepText("Where to?", answers=(Choice("yes", "Yes"), Choice("no", "No")))
    choices = (Choice("yes", "gear 3"), Choice("no", "off"))
    step = PredictStep("one", "s14 | A@s1 g2", draft, choices, words=words)
    return lambda: step.find_right(Lesson("classic/01-try", "", "classic", "", "", (), (step,)), 0)


SCRIPTS = [
    too_much("classic", "s14 | A@s1 g2", "3 4{good}", 2, "4"),
    too_much("dirt", "FX-S | A@L3 g3", "go 3>L4{ok}", 1, "go 3>L4"),
    too_much("crazy_rally", "C09 rest | A B08 | choose", "play B08+{B01}", 1, "play B08+"),
    too_much("mil_millas", "A ; B | A green 25x6", "lay green{50}", 1, "lay green"),
    Refusal(
        "beyond-the-turn", "classic", in_one_turn("s14 | A@s1 g2", "3. stop 4"), {"number": 3, "list": "4"},
        in_one_turn("s14 | A@s1 g2", "3. stop"),
    ),
    Refusal("not-shown", "classic", foretold("3{good}"), {"move": "3", "list": "good"}, foretold("3")),
]  # fmt: skip


# -- The stage of the day ----------------------------------------------------------------------------------------------

STAGE, SEED = daily.of_day("classic", DAY)


def counts(key: str, stage: str, seed: str, day: date = DAY, undone: int = 0) -> Callable[[], object]:
    def asked() -> object:
        whole = driven(key, stage, seed)
        return daily.seconds(shared(replace(whole, replay=whole.replay.undo(undone))), day)

    return asked


OTHER_STAGE = next(name for name in RACES["classic"]().ready if name != STAGE)
OF_THE_DAY = counts("classic", STAGE, SEED)
DAILY = [
    Refusal(
        "daily-no-game",
        "mil_millas",
        lambda: daily.seconds(begin_session(SHELF["mil_millas"], "duel", ("A", "B"), frozenset(), "1"), DAY),
        {},
        OF_THE_DAY,
    ),
    Refusal("daily-other-stage", "classic", counts("classic", OTHER_STAGE, SEED), {"stage": STAGE}, OF_THE_DAY),
    Refusal("daily-other-dice", "classic", counts("classic", STAGE, "1"), {"number": 1}, OF_THE_DAY),
    Refusal("daily-no-finish", "classic", counts("classic", STAGE, SEED, undone=1), {}, OF_THE_DAY),
]


# -- The file of a learner ---------------------------------------------------------------------------------------------

FILE: dict[str, Any] = dict(progress.plain(progress.with_stars(progress.Progress(), "classic/01-first-die", "one", 3)))


def file(**changed: object) -> Callable[[], object]:
    return lambda: progress.read(json.loads(json.dumps({**FILE, **changed})))


def pupils(many: int) -> Callable[[], object]:
    return lambda: classroom.class_table(SHELF["classic"], [["a.json", FILE]] * many)


FILES = [
    Refusal("foreign-progress", "classic", lambda: progress.read(saved()), {}, file()),
    Refusal("newer-progress", "classic", file(format=99), {"found": 99}, file()),
    Refusal("broken-progress", "classic", file(stars=[], last=""), {"place": "stars"}, file(stars={})),
    Refusal(
        "broken-progress", "classic", file(stars={**FILE["stars"], "dirt/01": 5}), {"place": "stars, dirt/01"}, file(),
    ),
    Refusal("no-class", "classic", pupils(0), {"most": 200}, pupils(1)),
    Refusal("no-class", "classic", pupils(201), {"most": 200}, pupils(200)),
]  # fmt: skip


# -- Goals of a lesson -------------------------------------------------------------------------------------------------

BEND = "s4 R3 s3 | A@s4 g3"
GOALS_KNOWN = [
    "reach",
    "beyond",
    "gear",
    "dice",
    "dice-most",
    "turns-most",
    "uses",
    "avoids",
    "way",
    "secured",
    "attack",
    "odds-below",
    "clock-most",
    "has",
    "hazards-most",
    "breaks",
    "event",
    "no",
    "finish",
]
BEND_PLACES = ["start", "s1", "s2", "s3", "s4", "b1.line", "s5", "s6", "s7", "finish"]
FACTS = ["gear", "clock"]
EVENTS = list(text_tables("games.classic")["words"]["events"])


def goal(name: str, key: str, text: str, better: Sequence[str], /, **facts: object) -> Refusal:
    game = SHELF[key]
    position = {"classic": BEND, "crazy_rally": RACE, "mil_millas": ROUND}.get(key, "FX-S | A@L3 g3")
    ask, *advised = (
        lambda one=one: goals.read(game, game.new(game.spec(position, ())), one) for one in (text, *better)
    )
    return Refusal(name, key, ask, facts, all_of(*advised))


RACE = "C09 rest | A v6 B08 E1 ; B Y01 | choose A"
ROUND = "A 25 go ; B go | A 25 red 50x4"
RACE_PLACES = "table, faster:A, slower:A, faster:B, slower:B, supply, discard"


GOALS = [
    goal("no-such-goal", "classic", "fly 3", ["gear 3"], found="fly", list=", ".join(GOALS_KNOWN)),
    goal("goal-needs", "classic", "reach", ["reach s1"], found="reach"),
    goal("goal-needs", "classic", "gear", ["gear 3"], found="gear"),
    goal("goal-alone", "classic", "finish s4", ["finish"], found="s4"),
    goal("goal-place", "classic", "reach s99", [f"reach {one}" for one in BEND_PLACES], found="s99", list=", ".join(BEND_PLACES)),
    goal("goal-place", "crazy_rally", "reach s1", [f"reach {one}" for one in RACE_PLACES.split(", ")], found="s1", list=RACE_PLACES),
    goal("goal-place", "mil_millas", "reach s1", ["reach road1", "reach pile"], found="s1", list="road1, road2, deck, pile"),
    goal("goal-piece", "crazy_rally", "uses B01", ["uses B08", "uses E1"], found="B01", list="B08, E1"),
    goal("goal-piece", "mil_millas", "uses 75", ["uses 25", "uses red"], found="75", list="25, 50, red"),
    goal("goal-number", "classic", "gear third", ["gear 0", "gear 999999"], found="third", most=999999),
    goal("goal-number", "classic", "gear 1000000", ["gear 999999"], found="1000000", most=999999),
    goal("goal-fact", "classic", "has lunch 3", [f"has {one} 1" for one in FACTS], found="lunch", list=", ".join(FACTS)),
    goal("goal-share", "classic", "odds-below 2", ["odds-below 0.1", "odds-below 1"], found="2"),
    goal("goal-share", "classic", "odds-below 0", ["odds-below 0.001"], found="0"),
    goal("goal-piece", "classic", "uses 9", [f"uses {one}" for one in "12345w"], found="9", list="1, 2, 3, 4, 5, w"),
    *(goal("goal-code", key, "breaks XX-GEAR-99", [f"breaks {code}"], found="XX-GEAR-99", code=code)
      for key in SHELF for code in list(text_tables(f"games.{key}"))[2:3]),
    goal("goal-event", "classic", "no lunch", [f"no {one}" for one in EVENTS], found="lunch", list=", ".join(EVENTS)),
]  # fmt: skip


# -- A table, and a drive looked back at -------------------------------------------------------------------------------


def asks(session: Callable[[], Session], *intents: AtTable) -> Callable[[], object]:
    return lambda: does(session(), *intents)


def played_out() -> Session:
    """The short game at cards, looked back at and played out to its end."""
    return [*filter(None, weighed(update(over(), Review())))][-1]


def looked_at_once() -> Session:
    """The short game at cards, just looked back at, as if for the first time."""
    card_review._weighing.cache_clear()
    return update(over(), Review())


def of_two() -> Session:
    """Two learners at one screen, who both want to see their hands."""
    return begin_session(SHELF["mil_millas"], "A 25 go ; B go | A 25 red 50x4 ; B 75x6", (), frozenset(), "1")


def revealed() -> Session:
    """A card was drawn, and seen."""
    return update(
        begin_session(SHELF["mil_millas"], "You 25 go ; B go | You 25 red 50x4 ; B 75x6", (), frozenset({1}), "1"),
        Act("draw"),
    )


def whole_table(**changed: object) -> Callable[[], object]:
    table = begin_session(SHELF["classic"], "s9", ("You",), frozenset(), "1")
    return lambda: restore(SHELF["classic"], {**save(table), **changed})


def step_after(at: int) -> Sitting:
    return on(solved(sit_down(lesson_in(FOLDERS[0]), at)), Next())


@cache
def finished(stage: str) -> Session:
    return raced(stage)


def refuted_again(session: Session) -> Session:
    """The first mistake, tried again: another decision is made, and the first one is played out."""
    trying = does(session, Review(), Retry(0))
    mistake = trying.looking_back.tried
    assert isinstance(mistake, ReviewedDecision)
    game, best = SHELF["classic"], mistake.best[0]
    steps = game.form(best).steps or (best,)
    return does(trying, Draft(tuple(map(game.write_move, steps))), Act(game.write_move(best)), Refute())


LAST = len(lesson_in(FOLDERS[0]).steps) - 1
TABLES = [
    Refusal("covered", "mil_millas", asks(of_two, Undo()), {}, asks(of_two, Uncover(), Act("draw"))),
    Refusal("secret-seen", "mil_millas", asks(revealed, Undo()), {}, asks(revealed, Draft(("lay 25",)), Act("lay 25"))),
    Refusal("nothing-to-review", "mil_millas", asks(revealed, Review()), {}, asks(over, Review())),
    Refusal("review-not-done", "mil_millas", asks(looked_at_once, Retry(0)), {}, asks(played_out, Retry(0))),
    Refusal("no-such-mistake", "mil_millas", asks(played_out, Retry(1)), {"number": 2}, asks(played_out, Retry(0))),
    Refusal("nothing-to-refute", "classic", asks(lambda: finished("first"), Review(), Retry(0), Refute()), {},
            lambda: refuted_again(finished("first"))),
    Refusal("review-unsolved", "classic", asks(lambda: finished("s1 R2/3x2 s1"), Review()), {}, asks(lambda: finished("first"), Review())),
    Refusal("not-a-table", "classic", whole_table(format=0), {}, whole_table()),
    Refusal("not-a-table", "classic", whole_table(bots=None), {}, whole_table()),
    Refusal("not-a-table", "classic", whole_table(draft=[1]), {}, whole_table()),
    Refusal("over-no-start", "classic", lambda: lesson_start(finished("first"), None), {},
            lambda: lesson_start(update(finished("first"), Look(0)), None)),
    Refusal("last-step", "classic", lambda: step_after(LAST), {}, lambda: sit_down(lesson_in(FOLDERS[1]))),
]  # fmt: skip


PERSONS = (Entry("Ana"), Entry("Ben"))


@cache
def by_letter(seed: int = 3, many: int = 9) -> LetterGame:
    """A rally of two friends after so many letters."""
    return played(begun("dirt", 2), seed, many)[-1]


def reads(change: Callable[[str], str] = str, /, **parts: object) -> Callable[[], object]:
    """A letter, in which some parts are others or the whole text is."""

    def read() -> object:
        found: Any = unpack(letters.write(by_letter()))
        return letters.read(SHELF, change(pack({**found, **parts})))

    return read


def compared(*seeds: int) -> Callable[[], object]:
    """Two letters of a rally, after which its drivers did not do the same."""
    return lambda: letters.compare(*(by_letter(seed, 3) for seed in seeds))


def writes(key: str, *persons: Entry) -> Callable[[], object]:
    return lambda: letters.begin(SHELF[key], RallySetup(persons, ("s2 R3 s1",)), "g4m3")


LETTERS = [
    Refusal("not-a-letter", "dirt", reads(lambda _: "Your turn!"), {}, reads()),
    Refusal("letter-cut", "dirt", reads(lambda code: code[:-20]), {}, reads()),
    Refusal("letter-cut", "dirt", reads(seals=7), {}, reads()),
    Refusal("letter-version", "dirt", reads(letter=0), {}, reads()),
    Refusal("letter-hands", "mil_millas", writes("mil_millas", *PERSONS), {"game": "Mil Millas"}, writes("classic", *PERSONS)),
    Refusal("letter-alone", "classic", writes("classic", PERSONS[0]), {}, writes("classic", *PERSONS)),
    Refusal("letter-seal", "dirt", reads(words=["A" * 16, "A" * 16]), {"name": "Ana"}, reads()),
    Refusal("letter-forged", "dirt", reads(sent=["stop"] * 9), {"number": 1, "cause": said("dirt", "letter-says")}, reads()),
    Refusal("letter-two", "dirt", compared(3, 4), {"number": 3, "name": "Ana"}, compared(3, 3)),
]  # fmt: skip


ALL = [*LINES, *SAVES, *SCRIPTS, *DAILY, *FILES, *GOALS, *TABLES, *LETTERS]


@pytest.mark.parametrize("one", ALL, ids=[f"{number} {one.key} {one.name}" for number, one in enumerate(ALL)])
def test_a_refusal_is_told_again_and_what_it_advises_is_done(one: Refusal) -> None:
    with pytest.raises(Refused) as why:
        one.ask()
    assert explain_refusal(SHELF[one.key], why.value).partition("\n")[0] == said(one.key, one.name, **one.facts)
    one.advised()
