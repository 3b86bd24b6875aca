"""Hints are told twice: a test carries the solution out deed by deed, and tells from the deeds where to look, the rule
that decides and the move; see `told_twice.py`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.learner.past_cards import as_lesson
from rallyman_tutor.tutor.lesson import reasons as lesson_reasons
from rallyman_tutor.tutor.lesson.hints import hints
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.lesson.step_start import start_state
from rallyman_tutor.tutor.session.intents import Act, Answer, Ask, Claim, Clear, Hint, Lay, Put
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some
from tests.tutor import test_reasons as reasons
from tests.tutor import told_twice as twice
from tests.tutor.lessons_at_hand import FOLDERS, Intent, a_lesson, deeds, lesson_in, parts, solved
from tests.tutor.test_past_cards import MADE_UP

QUESTIONS = ("find", "predict", "choose", "quiz", "order", "decide")
Done: TypeAlias = tuple[Intent, Sitting, Sitting]
"""A deed of the solution, the sitting before it and the one after."""


@cache
def file(folder: Path) -> Mapping[str, Any]:
    """A lesson's own words and keys, as they are written."""
    sections = dict(pairwise([*re.split(r"(?m)^## (.+)$", (folder / "en.md").read_text("utf-8"))[1:], ""]))
    keys = tomllib.loads((folder / "lesson.toml").read_text("utf-8"))
    return {**keys, "steps": [{**step, "words": sections[step["id"]]} for step in keys["steps"]]}


def taken(sitting: Sitting, many: int) -> Sitting:
    for _ in range(many):
        sitting = update(sitting, Hint())
    return sitting


@pytest.mark.parametrize("key", SHELF)
@pytest.mark.parametrize("part", range(4))
def test_every_hint_of_the_lessons_is_found_again(key: str, part: int, wide: bool) -> None:
    folders = [folder for folder in FOLDERS if folder.parent.name == key][part::4]
    for folder in some(folders if wide else folders[::4]):
        for at in some(range(len(lesson_in(folder).steps))):
            sitting = sit_down(lesson_in(folder), at)
            told = hints(taken(sitting, 3))
            assert [one["text"] for one in told] == expected(folder, sitting), (folder.name, sitting.step.id)
            assert [hints(taken(sitting, many)) for many in range(3)] == [told[:many] for many in range(3)]
            if sitting.step.kind not in QUESTIONS and len(deeds(sitting.lesson, at)) > 2:
                assert_told_on_the_way(folder, sitting)


def assert_told_on_the_way(folder: Path, sitting: Sitting) -> None:
    """Behind the first move of the solution what is left of it is told."""
    tell = twice.Twice(sitting.lesson.key, "lesson")
    done = deeds(sitting.lesson, sitting.at)
    moved = [one for one in done if len(one[2].session.replay.past) > len(one[1].session.replay.past)]
    if len(moved) < 2 or moved[0][2].done:
        return
    after = moved[0][2]
    (text,) = [one["text"] for one in hints(taken(after, 3))][2:]
    answers = dict(re.findall(r"(?m)^- ([\w-]+): (.+)$", file(folder)["steps"][sitting.at]["words"]))
    rest = done[[one[2] for one in done].index(after) + 1 :]
    assert text == tell("hint-move", move=", ".join(told(tell, folder, rest, answers))), (folder.name, sitting.step.id)


def test_on_the_way_through_a_rally_the_hints_know_that_the_solution_goes_on_behind_the_finish() -> None:
    (folder,) = [one for one in FOLDERS if (one.parent.name, one.name) == ("dirt", "13-first-rally")]
    for at in some([at for at, step in enumerate(lesson_in(folder).steps) if step.kind == "drive"]):
        assert_told_on_the_way(folder, sit_down(lesson_in(folder), at))


def expected(folder: Path, sitting: Sitting) -> list[str]:
    tell = twice.Twice(sitting.lesson.key, "lesson")
    return [where_to_look(tell, folder, sitting), rule(tell, folder, sitting), *the_move(tell, folder, sitting)]


def where_to_look(tell: twice.Twice, folder: Path, sitting: Sitting) -> str:
    step = file(folder)["steps"][sitting.at]
    own = re.search(r"(?m)^> ?((?:.+\n?)+)", step["words"])
    said = " ".join(own[1].split("\n> ")).replace("\n", " ").strip() if own else ""
    if not said and is_about_seconds(sitting) and (place := reasons.parting(sitting.lesson, sitting.at)):
        said = tell("hint-look", space=twice.place(sitting.lesson.key, place))
    if step["kind"] == "decide":
        return twice.joined([said, tell("hint-choices")])
    if said:
        return said
    if place := first_place(folder, sitting):
        return tell("hint-look", space=place)
    return tell("hint-question" if step["kind"] in QUESTIONS else "hint-claim" if "claims" in step else "hint-road")


def is_about_seconds(sitting: Sitting) -> bool:
    """Whether the seconds to the finish decide a step, and dice are due in it."""
    state: Any = start_state(sitting.lesson, sitting.at)
    return sitting.step.by == "cost" and state.cars[state.turn.seat].status == "road"


def first_place(folder: Path, sitting: Sitting) -> str:
    """The place of the solution's first die, or of the wrong one of a draft, in words; empty where none is laid."""
    step, key = file(folder)["steps"][sitting.at], sitting.lesson.key
    if step["kind"] == "find":
        return str(view(sitting.session)["draft"][step["wrong"] - 1]["name"]).partition(" on ")[2]
    if step["kind"] in QUESTIONS:
        return ""
    for deed, _, after in deeds(sitting.lesson, sitting.at):
        if isinstance(deed, Act | Ask | Clear):
            return ""
        draft = after.session.draft
        laid = after.session.game.desk(after.session.state, after.session.game.form(draft[0]).steps or draft).laid
        if not laid or not laid[0].place:
            return ""
        if key in ("classic", "dirt"):
            return twice.place(key, laid[0].place)
        return "".join(re.split(" on |: ", view(after.session)["draft"][0]["name"], maxsplit=1)[1:])
    return ""


# -- The rule ----------------------------------------------------------------------------------------------------------


def rule(tell: twice.Twice, folder: Path, sitting: Sitting) -> str:
    """The rule that the file names; else of those that the solution comes by, the first one that the lesson teaches."""
    step, key = file(folder)["steps"][sitting.at], sitting.lesson.key
    code = step.get("rule", "")
    if not code and step.get("by", "cost" if step["kind"] == "decide" else "") != "cost":
        codes = list(codes_of(step, sitting))
        code = next((one for one in codes if one in file(folder)["teaches"]), codes[0] if codes else "")
    if code:
        title = str(text_tables(f"games.{key}")[code]["title"])
        return tell("hint-rule", title=title, code=code)
    if is_about_seconds(sitting) and (principle := reasons.principle(sitting.lesson, sitting.at)):
        return tell("hint-principle", **text_tables(f"games.{key}")["words"]["driving"][principle])
    return not_this_one(tell, sitting)


def codes_of(step: Mapping[str, Any], sitting: Sitting) -> Iterator[str]:
    yield from step.get("breaks", ())
    yield from (goal.removeprefix("breaks ") for goal in step.get("goals", ()) if goal.startswith("breaks "))
    for mistake in step.get("mistakes", ()):
        yield from (*mistake.get("breaks", ()), *mistake.get("warns", ()))
    game, start = sitting.session.game, sitting.session
    if step["kind"] in ("break", "find", "quiz"):
        return
    end = solved(sitting).session
    seat, replay = game.turn(start.state), end.replay
    left = list(end.draft)
    while left and step["kind"] != "predict" and not game.over(replay.state):  # what lies and was not rolled
        whole = next(
            (offer.move for offer in game.desk(replay.state, tuple(left)).offers if game.form(offer.move).steps), None
        )
        replay = replay.play(left.pop(0) if whole is None else whole, game.harmless_luck)
        left = list(game.frozen_draft(replay.state) or ()) if whole is not None else left
    for past in replay.past[len(start.replay.past) :] if step["kind"] == "predict" else replay.past:
        yield from (one.code for one in past.events if one.seat in (seat, -1) and one.code)


def not_this_one(tell: twice.Twice, sitting: Sitting) -> str:
    """The dearest of the answers: never the right one."""
    step = sitting.step
    if len(step.choices) < 3:
        return tell("hint-no-rule")
    costs = {choice.id: worth(sitting, choice.id) for choice in step.choices}
    dearest = max(costs, key=lambda one: costs[one])
    assert costs[dearest] > min(costs.values())
    return tell("hint-not", answer=dict(step.words.answers)[dearest])


def worth(sitting: Sitting, id_: str) -> float:
    """Seconds to the finish with an answer, as the sheet tells it once the step is done."""
    sheet = parts(lesson_view(solved(sitting)))
    (told,) = [one["worth"] for one in sheet["answers"] if one["id"] == id_]
    return float(told.split(" s ")[0])


# -- The move ----------------------------------------------------------------------------------------------------------


def the_move(tell: twice.Twice, folder: Path, sitting: Sitting) -> list[str]:
    step = file(folder)["steps"][sitting.at]
    answers = dict(re.findall(r"(?m)^- ([\w-]+): (.+)$", step["words"]))
    if step["kind"] == "find":
        return [tell("hint-die", number=step["wrong"])]
    if step["kind"] == "order":
        return [tell("hint-order", order="; ".join(answers[one] for one in in_order(sitting)))]
    if step["kind"] in ("choose", "decide") and is_about_seconds(sitting):
        return [reasons.begins(tell, sitting.lesson, sitting.at)]
    if step["kind"] in QUESTIONS:
        return [tell("hint-answer", answer=answers[right(sitting)])]
    return [tell("hint-move", move=", ".join(told(tell, folder, deeds(sitting.lesson, sitting.at), answers)))]


def right(sitting: Sitting) -> str:
    """The answer by which the step is done."""
    (found,) = [one.id for one in sitting.step.choices if update(sitting, Answer(one.id)).done]
    return found


def in_order(sitting: Sitting) -> tuple[str, ...]:
    """The first order by which the step is done, of all that there are."""
    orders = permutations(one.id for one in sitting.step.choices)
    return next(order for order in orders if update(sitting, Answer(" ".join(order))).done)


def told(tell: twice.Twice, folder: Path, done: Sequence[Done], answers: Mapping[str, str]) -> Iterator[str]:
    """The deeds of the solution up to the end of the turn, or the first button, each in words."""
    sitting = done[0][1]
    if sitting.session.game.has_hidden_hands:
        yield from cards(tell, done, answers)
        return
    lies: list[str] = []
    for number, (deed, before, after) in enumerate(done):
        if isinstance(deed, Claim):
            if any(deed == later for later, *_ in done[number + 1 :]):  # the first of two alike is laid from the tray
                lies.append(lying(tell, after))
                continue
            yield from lies
            lies = []
            yield tell("hint-said", it=answers[deed.id])
            if not after.session.game.desk(after.session.state, after.session.draft).laid[-1].piece:
                return
        elif isinstance(deed, Lay | Put):
            if isinstance(deed, Put):
                lies.pop()
            lies.append(lying(tell, after))
        elif isinstance(deed, Act):
            label, is_first = button(before, deed.move)
            if deed.move.startswith("A["):
                dice = re.findall(r"[\dw]", file(folder)["steps"][sitting.at]["solution"].partition("]")[0])
                names = text_tables("games.classic")["words"]["pieces"]
                lies = [*(names[die] if die == "w" else f"gear die {die}" for die in dice), tell("hint-said", it=label)]
            yield from lies or ([lying(tell, before, 0, "$" in deed.move)] if re.match(r"[\dwo]b*>", deed.move) else [])
            lies = []
            if re.match("go |flat |arrange ", deed.move):
                if not is_first:
                    yield tell("hint-said", it=label)
                return
            if not re.match(r"A\[|[\dwo]b*>", deed.move):
                yield tell("hint-said", it=label)
                return
            used = [one.session.game.desk(one.session.state, ()).facts["used"] for one in (before, after)]
            if used[1] <= used[0] and not deed.move.startswith("A["):  # a new turn
                return
    yield from lies


def lying(tell: twice.Twice, sitting: Sitting, at: int = -1, is_secured: bool = False) -> str:
    """A die of the draft on its space, the last one laid, and whether it is to be secured; in words of the notation."""
    game, session = sitting.session.game, sitting.session
    draft = session.draft or tuple(game.frozen_draft(session.state) or ())
    laid = game.desk(session.state, draft).laid[at]
    die = twice.die(laid.piece[0])
    phrase = f"{die} on {twice.place(game.key, laid.place)}" if laid.place else die
    return tell("hint-secured", move=phrase) if is_secured or game.write_move(draft[at]).endswith("$") else phrase


def cards(tell: twice.Twice, done: Sequence[Done], answers: Mapping[str, str]) -> Iterator[str]:
    """The deeds of the solution at a card table, each as it is written there: all of a draft, the first of moves
    played."""
    sitting = done[0][1]
    for deed, before, after in done:
        if isinstance(deed, Claim):
            yield tell("hint-said", it=answers[deed.id])
        elif isinstance(deed, Ask):
            yield str(text_tables(f"games.{sitting.lesson.key}")["words"]["offers"][f"ask-{deed.move}"])
        elif isinstance(deed, Act):
            yield button(before, deed.move)[0]
        else:
            move = after.session.game.write_move(after.session.draft[-1])
            labels = [one["label"] for one in view(after.session)["offers"] if one["move"] == move]
            yield labels[0] if labels else view(after.session)["draft"][-1]["name"]
        if sitting.step.kind not in ("goal", "break"):
            return


def button(sitting: Sitting, move: str) -> tuple[str, bool]:
    """The words on a button of the table, and whether it is the first one."""
    offers = view(sitting.session)["offers"]
    (label,) = [one["label"] for one in offers if one["move"] == move]
    return label, offers[0]["move"] == move


ROLL = 'kind = "roll"\nstart = "s8 | A@s1 g2"\ngoals = ["reach s3"]\nsolution = "3. 4."'
ENDS = 'kind = "roll"\nstart = "s8 | A@s2 g3 | A 3"\ngoals = ["event card"]\nsolution = "stop"'
CLAIM = 'kind = "break"\nstart = "s8 | A@s1 g2"\ngoals = ["breaks CL-TURN-06"]\nsolution = "stop"'
ORDER = 'kind = "order"\nby = "cost"\nstart = "forest/rock s9 R3/4x3 s3 | You@s5 g4 no-sisu | You 3 4 !"'
QUIZ = 'kind = "quiz"\nstart = "s8 | A@s1 g2"\nright = "no"'
NO, YES, SO = "- no: Never\n", "- yes: Yes\n", "- so: So\n"
AFTER = "! It is so.\n! yes: It is not.\n"


def a_step(folder: Path, step: str, words: str = "") -> Sitting:
    """Somebody at the only step of a lesson."""
    toml = f'game = "classic"\nteaches = []\n\n[[steps]]\nid = "one"\n{step}'
    return sit_down(lesson_in(a_lesson(folder, toml, f"# Try\n\nAll of it.\n\n## one\nDo it.\n\n{words}")))


def test_every_text_of_a_hint_is_told_of_some_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tell = twice.Twice("classic", "lesson")

    def told(sitting: Sitting) -> list[str]:
        return [one["text"] for one in hints(taken(sitting, 3))]

    assert told(a_step(tmp_path / "1", ENDS))[0] == tell("hint-road")
    claim = a_step(tmp_path / "2", f'{CLAIM}\nclaims = [{{ id = "yes", move = "stop" }}]', YES)
    assert told(claim)[0] == tell("hint-claim")
    two = told(a_step(tmp_path / "3", f'{QUIZ}\nanswers = ["no", "yes"]', NO + YES + AFTER))
    assert two == [tell("hint-question"), tell("hint-no-rule"), tell("hint-answer", answer="Never")]
    three = told(
        a_step(tmp_path / "4", f'{QUIZ}\nanswers = ["no", "yes", "so"]', NO + YES + SO + AFTER + "! so: No.\n")
    )
    assert three[1] == tell("hint-not", answer="Yes"), "never the right one, though it stands first"
    drafts = [("so", "stop"), ("no", "5"), ("yes", "w")]
    tables = ", ".join(f'{{ id = "{id_}", draft = "{draft}" }}' for id_, draft in drafts)
    monkeypatch.setattr(lesson_reasons, "principles_of", lambda game: ())  # none is known there
    order = told(a_step(tmp_path / "6", f"{ORDER}\ndrafts = [{tables}]", NO + YES + SO))
    assert order[1:] == [tell("hint-first", answer="Never"), tell("hint-order", order="Never; Yes; So")]
    monkeypatch.undo()
    away = a_step(tmp_path / "5", ROLL)
    for intent in (Lay("2"), Act("2>s2")):
        away = update(away, intent)
    assert told(away)[2] == tell("hint-again", move="the 3 on space 2, the 4 on space 3")
    for folder in some(
        [one for one in FOLDERS if one.name in ("03-gas", "11-flat-out", "22-seconds", "39-the-last-bend")]
    ):
        for at in range(len(lesson_in(folder).steps)):
            sitting = sit_down(lesson_in(folder), at)
            assert told(sitting) == expected(folder, sitting)
    cards = as_lesson(MADE_UP, "1")
    assert cards and told(sit_down(cards))[2] == tell("hint-card", card="50")
    names = {name for name in text_tables("tutor")["lesson"] if name.startswith("hint-")}
    assert names and not names - twice.TOLD["lesson"]
