"""The map, stars, licences, own best times, the placement and the guess of a risk are told twice: a test counts what a
learner has done in their file, reads texts and stages as they are written, and drives drafts to their end; see
`told_twice.py`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cache
from math import exp, log
from random import Random
from typing import Any

import pytest

from rallyman_tutor.coach import puzzles as shipped
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.odds import odds
from rallyman_tutor.games import NAMES, SHELF
from rallyman_tutor.page.places.placement import Placement
from rallyman_tutor.tutor.learner import daily, estimates, run
from rallyman_tutor.tutor.learner.comparison import comparison, read_differences
from rallyman_tutor.tutor.learner.diary import LAPSE, PRACTICE, Entry
from rallyman_tutor.tutor.learner.home import Home, home, summary
from rallyman_tutor.tutor.learner.own_best import in_words, name_of, reached
from rallyman_tutor.tutor.learner.practice import NEVER_ASKED
from rallyman_tutor.tutor.learner.progress import (
    Progress,
    plain,
    with_broken_rule,
    with_practised,
    with_stars,
    with_time,
)
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.lesson_folders import covers
from rallyman_tutor.tutor.lesson.lesson_view import lesson_view
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.lesson.sitting import sit_down, update
from rallyman_tutor.tutor.session.intents import Answer
from rallyman_tutor.tutor.words.page_words import page_words
from rallyman_tutor.tutor.words.stage_cards import stage_cards
from rallyman_tutor.tutor.words.words import text_tables
from tests.games.opened import opened
from tests.page.host import Visit
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.lessons_at_hand import ROOT
from tests.tutor.test_review import driven

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
COVERS = covers(ROOT)
PAGE = text_tables("tutor")["page"]


def learner(key: str, seed: int) -> Progress:
    """Somebody who has done some lessons of a game, well or less well, and has broken some rules."""
    luck, progress = Random(f"{key} {seed}"), Progress()
    course = [one for one in COVERS if one.key == key]
    for one in course[: round(len(course) * (seed % 7) / 6)]:
        for step in one.steps[: luck.choice((99, 99, 99, 2)) if seed % 7 < 6 else 99]:
            progress = with_stars(progress, one.name, step, luck.choice((2, 3, 3) if seed % 2 else (3,)))
    codes = [rule.code for rule in SHELF[key].rules()]
    for code in luck.sample(codes, seed % 7):
        when = NOON - timedelta(days=luck.choice((0, 1, 9)), hours=luck.randint(0, 5))
        progress = with_broken_rule(progress, code, when)
    return progress


def map_of(key: str, progress: Progress) -> Home:
    return home(COVERS, progress, SHELF[key], NOON)


# -- What is done ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", SHELF)
def test_stars_steps_and_lessons_are_counted_again(key: str) -> None:
    for seed in some(range(14)):
        progress = learner(key, seed)
        file, shown = plain(progress)["stars"], map_of(key, progress)
        course = [one for one in COVERS if one.key == key]
        stars = {one.name: stars_in(file.get(one.name, {}), one.steps) for one in course}
        for one, told in zip(course, shown["lessons"], strict=True):
            done = [step for step in one.steps if step in file.get(one.name, {})]
            assert (told["stars"], told["done"], told["of"]) == (stars[one.name], len(done), len(one.steps))
        (box,) = [one for one in shown["games"] if one["now"]]
        assert (box["name"], box["done"], box["of"]) == (NAMES[key], sum(map(bool, stars.values())), len(course))
        assert shown["licence"] == licence(list(stars.values()))
        told_licences = [one["licence"] for one in summary(COVERS, progress)["games"]]
        assert told_licences == ([licence(list(stars.values()))] if any(stars.values()) else [])


def stars_in(steps: Mapping[str, int], of: Sequence[str]) -> int:
    """The stars of a lesson: those of its worst step, once all are done."""
    return min(steps.values()) if set(of) == set(steps) else 0


def licence(stars: Sequence[int]) -> str:
    """The highest licence for which the sentence on the map says that it is earned."""
    says = {PAGE["licence-more"][name]: name for name in PAGE["licences"]}
    part = Fraction(sum(map(bool, stars)), len(stars))
    earned = {
        "A third of the course earns you the club licence.": part >= Fraction(1, 3),
        "The whole course earns you the rally licence.": part == 1,
        "Nine stars out of ten make you a works driver.": part == 1 and sum(stars) >= Fraction(9, 10) * 3 * len(stars),
        "There is nothing above this one.": False,
    }
    assert set(says) == set(earned)
    return next(str(says[text]) for text, is_earned in earned.items() if not is_earned)


def test_every_licence_is_earned_by_somebody() -> None:
    found = {map_of(key, learner(key, seed))["licence"] for key in some(SHELF) for seed in range(14)}
    assert found == set(PAGE["licences"])


@pytest.mark.parametrize("key", SHELF)
def test_what_is_due_is_counted_again(key: str) -> None:
    book, found = SHELF[key].book, set[int]()
    for seed in some(range(14)):
        progress = learner(key, seed)
        cards = plain(progress)["cards"]
        due = [code for code, card in cards.items() if str(card["due"]) <= NOON.isoformat()]
        shown = map_of(key, progress)
        assert shown["due"] == sum(bool(book[code].broken) for code in due if code not in NEVER_ASKED)
        assert shown["decisions"] == shown["waiting"] == 0
        found.add(shown["due"])
    assert len(found) > 2


def test_a_rule_that_was_broken_comes_back_after_a_day_or_two() -> None:
    assert "Rules that you break come back here after a day or two" in PAGE["practice-none"]
    first = with_broken_rule(Progress(), "CL-GEAR-03", NOON)
    known = with_practised(first, "CL-GEAR-03", 0, 0, NOON + timedelta(days=2))
    again = with_broken_rule(known, "CL-GEAR-03", NOON + timedelta(days=9))
    for progress, when in ((first, NOON), (again, NOON + timedelta(days=9))):
        days = datetime.fromisoformat(str(plain(progress)["cards"]["CL-GEAR-03"]["due"])) - when
        assert timedelta(days=1) <= days <= timedelta(days=2)


def test_what_doors_say_is_so() -> None:
    for key in some(SHELF):
        own = text_tables(f"games.{key}")
        shown = map_of(key, Progress())
        assert shown["rules"] == len(set(own) - {"words", "reading"})
    minutes = [int(number) for number in re.findall(r"\d+", PAGE["run-more"])]
    assert minutes == list(run.MINUTES)
    for key in some(RACES):
        first = [one for one in COVERS if one.key == key and one.chapter in ("", "rules")]
        assert (
            len(first) == 12 + 1 and "rally" in first[-1].name and PAGE["chapters-more"]["rules"].startswith("A dozen")
        )
        assert len(shipped.puzzles(key)) > 1, "there are more behind the first"
    for key in some(set(SHELF) - set(RACES)):
        chapters = [one["chapter"] for one in map_of(key, Progress())["lessons"]]
        assert chapters == [*["rules"] * 10, "at-the-table"]
        assert page_words(SHELF[key])["chapters-more"]["rules"].startswith("Ten lessons")


@pytest.mark.parametrize("answers", [0, 1, 199, 200, 400])
@pytest.mark.parametrize("known", [1, 2, 3])
def test_how_long_a_learner_remembers_is_told_again(answers: int, known: int) -> None:
    tell, luck = twice.Twice("classic", "page"), Random(f"{answers} {known}")
    diary = tuple(
        Entry(
            at, PRACTICE, "CL-GEAR-03", 3 if luck.randrange(4) < known else 1, 0, 0, luck.choice((2.0, 9.0, 30.0)), 5.0
        )
        for at in range(answers)
    )
    same_day = Entry(9, PRACTICE, "CL-GEAR-03", 3, 0, 0, 0.1, 5.0)
    told = summary(COVERS, Progress(diary=(*diary, same_day)))["practice"]
    best = min(range(-230, 231), key=lambda at: surprise(diary, at / 100)) if answers else 0
    near = {f"{exp((best + more) / 100):.1f}" for more in (-1, 0, 1)}
    known_ones = {tell("pace", n=answers, pace=one) for one in near}
    assert told in (known_ones if answers >= 200 else {tell("pace-unknown", n=answers, of=200)})


def surprise(diary: Sequence[Entry], at: float) -> float:
    """How unlikely these answers are at a pace, by its logarithm, and how unlikely such a learner is."""
    whole = (at / 0.7) ** 2 / 2
    for one in diary:
        stays = (1 + (0.9 ** (-1 / 0.1542) - 1) * one.days / (exp(at) * one.stability)) ** -0.1542
        whole -= log(stays if one.grade == 3 else 1 - stays)
    return whole


# -- Stages ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", RACES)
def test_a_stage_in_the_menu_is_told_again(key: str, own_tables: None) -> None:
    tell, coach, game = twice.Twice(key, "page"), RACES[key](), SHELF[key]
    cards = stage_cards(key)
    assert set(cards) == set(coach.ready)
    chances = {name: percent_of(card["loses"]) for name, card in cards.items()}
    for name, card in some(cards.items()):
        state = game.new(game.spec(game.ready_tables.get(name, name), ("You",)))
        assert card["length"] == tell("stage-length", n=fewest_spaces(key, state)), name
        assert card["loses"] == tell("stage-loses", chance=f"{chances[name]} %")
    ranked = sorted(cards, key=lambda name: chances[name])
    hard = [int(cards[name]["hard"]) for name in ranked]
    assert hard == sorted(hard) and set(hard) <= {1, 2, 3, 4, 5} and "of 5" in tell("stage-hard", hard=1)
    at = {"classic": "first", "dirt": "R1-SS1"}[key]
    state = game.new(game.spec(game.ready_tables.get(at, at), ("You",)))
    worth = round(float(coach.at_hand(state).best.value(state)))
    assert cards[at]["par"] == f"{worth // 60}:{worth % 60:02}"


def percent_of(told: str) -> int:
    return int((re.search(r"(\d+) %", told) or ["", "0"])[1])


def fewest_spaces(key: str, state: Any) -> int:
    """How many spaces on the finish is on the shortest way, space by space."""
    places = SHELF[key].places(state)
    if key == "classic":  # a bend is one space on its line
        return len(dict.fromkeys(place.key.partition(".")[0] for place in places)) - 1
    road, kinds = opened(state).road, [place.kind for place in places]
    here, many = {at for at, kind in enumerate(kinds) if kind == "start"}, 0
    while not any(kinds[at] == "finish" for at in here):
        here, many = {ahead for at in here for ahead in road.next[at]}, many + 1
    return many


# -- Own best times ----------------------------------------------------------------------------------------------------


def test_the_best_time_at_the_finish_is_told_again(own_tables: None) -> None:
    tell, session = twice.Twice("classic", "page"), driven(level="club", seed="3")
    found = reached(session)
    assert found
    took, par = found.seconds, stage_cards("classic")[session.table]["par"]
    (sums,) = SHELF["classic"].result(session.state)["sums"]
    assert took == sums and found.name == f"classic/{session.table}" == name_of("classic", session.table)
    for before in (None, took + 20, took, took - 20):
        times = with_time(Progress(times={} if before is None else {found.name: before}), found.name, took).times
        best = took if before is None else min(took, before)
        name = "own-best-first" if before is None else "own-best-new" if before > took else "own-best-is"
        said = tell(name, time=clock(best), before=clock(before or 0))
        assert in_words(session, times, before) == f"{said} {tell('stage-par', par=par)}."


def clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def test_the_door_of_the_day_tells_its_stage_and_the_best_time_there() -> None:
    for key in some(RACES):
        ready = text_tables(f"games.{key}")["words"]["ready"]
        for days in range(5):
            stage = daily.of_day(key, (NOON + timedelta(days=days)).date()).stage
            for times, best in (({}, ""), ({f"{key}/{stage}": 305, f"{key}/other": 1}, "5:05")):
                shown = home(COVERS, Progress(times=times), SHELF[key], NOON + timedelta(days=days))["daily"]
                assert (shown["stage"], shown["best"]) == (ready.get(stage, stage), best)


# -- Coming from another game ------------------------------------------------------------------------------------------


def test_what_two_games_say_to_a_position_is_told_again() -> None:
    found = read_differences(ROOT)
    tell = twice.Twice("dirt", "page")
    for pair in some(found):
        shown = comparison(found, pair.id, "light")
        assert len(shown["sides"]) == len(pair.sides) == 2
        for side, told in zip(pair.sides, shown["sides"], strict=True):
            rules = text_tables(f"games.{side.game}")
            title = rules[side.says]["title"] if side.says in rules else tell("looks-good")
            assert (told["game"], told["title"], told["draft"]) == (NAMES[side.game], title, side.draft)
            game = SHELF[side.game]
            state = game.new(game.spec(side.start, ()))
            is_open = all(can_be_made(side.game, state, side.draft))
            assert told["verdict"] == ("refused" if not is_open else "legal" if side.says == "legal" else "price")


def can_be_made(key: str, state: Any, draft: str) -> list[bool]:
    """Whether each die of a draft goes on from the one before."""
    game, found = SHELF[key], []
    moves = game.read_draft(draft).moves if draft else ()
    for at in range(len(moves)):
        found.append(game.is_legal(state, tuple(moves[: at + 1])))
    return found


# -- The placement -----------------------------------------------------------------------------------------------------


BEGINNERS = [(key, gap) for gap in (0, 1, 5, 99) for key in SHELF]
"""The game, and how many of its lessons are known."""
SOME_BEGINNERS = (("classic", 0), ("crazy_rally", 1), ("dirt", 5), ("mil_millas", 99))


@pytest.mark.parametrize(
    ("key", "gap"), [pytest.param(*one, marks=[] if one in SOME_BEGINNERS else pytest.mark.wide) for one in BEGINNERS]
)
@cache  # the test of every text asks for it again
def test_where_to_begin_is_told_again(key: str, gap: int) -> None:
    tell, visit, many = twice.Twice(key, "page"), Visit(f"placement/{key}"), 0
    course = [one for one in COVERS if one.key == key]
    while isinstance(visit.page.place, Placement):
        place, seat = visit.page.place, visit.page.sat_at
        assert isinstance(seat, Sitting) and visit.place["title"] == tell("placement-question", n=many + 1)
        if place.asked[-1].lesson < gap:
            right = right_answer(seat.lesson, 0)
            visit.says(
                **({"do": "point", "at": int(right)} if seat.step.kind == "find" else {"do": "answer", "id": right})
            )
        many += 1
        visit.says(do="go", to=visit.place["next"])
    begin = plain(visit.page.progress)["placed"][key]
    titles = {one.name: one.title for one in course}
    if begin == course[0].name:
        said = tell("placed-first", n=many)
    else:
        said = tell("placed", title=titles[begin], n=many) if begin else tell("placed-behind", n=many)
    assert visit.answer["text"] == said
    assert ("puzzle" in said) <= (key in RACES)


# -- The guess of a risk -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", RACES)
@pytest.mark.parametrize("part", range(2))
@cache  # the test of every text asks for it again
def test_the_risk_of_a_draft_is_told_again(key: str, part: int) -> None:
    tell, game = twice.Twice(key, "page"), SHELF[key]
    for seed in some(range(part, 24, 2)):
        lesson = estimates.as_lesson(game, str(seed))
        asked, (step,) = estimates.laid(game, str(seed)), lesson.steps
        found = odds(game, asked.state, asked.draft)
        chance = 1 - found.arrive - found.short - found.stops
        told, alone = tenth(chance), []
        for many in range(
            1, len(asked.draft) + 1
        ):  # a die is wrong where a draft that ends on it is wrong, and the one before was not
            so_far = odds(game, asked.state, asked.draft[:many])
            before = odds(game, asked.state, asked.draft[: many - 1]) if many > 1 else None
            alone.append(lost(so_far) - (lost(before) if before else 0))
        text = game.write_move
        dice = [
            tell("risk-die", die=die_on(key, text(move)), chance=tenth(one))
            for move, one in zip(asked.draft, alone, strict=True)
            if one
        ]
        assert step.words.after == tell("risk-after", chance=told, list=", ".join(dice)), asked.position
        ranges = [one.text for one in step.words.answers]
        assert ranges == tell.texts["risk-ranges"]
        right = ranges[int(right_answer(lesson, 0))]
        assert [one for one in ranges if lies_in(float(told.removesuffix(" %")), one)] == [right]
        after = update(sit_down(lesson), Answer(right_answer(lesson, 0)))
        assert told in lesson_view(after)["after"] and (lesson.title, step.words.goal) == (
            tell("risk"),
            tell("risk-goal"),
        )


def lost(found: Any) -> Fraction:
    return Fraction(1 - found.arrive - found.short - found.stops)


def tenth(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f} %"


def lies_in(percent: float, told: str) -> bool:
    """Whether a chance lies in a range, as it is told."""
    numbers = [int(number) for number in re.findall(r"\d+", told)]
    low, high = (0, *numbers) if told.startswith("under") else (*numbers, 100) if told.startswith("over") else numbers
    return low < percent < high


def die_on(key: str, told: str) -> str:
    """A die of a draft on its space, with its brakes."""
    ((letter, brakes, to),) = re.findall(r"^([\dwob])(b*)>([^$]+)", told)
    pieces = text_tables(f"games.{key}")["words"]["pieces"]
    braked = f"{letter}+{len(brakes) if brakes[1:] else ''}b"
    die = str(pieces[braked]).replace("gear die", "the") if brakes else twice.die(letter)
    return f"{die} on {twice.place(key, to.rpartition('>')[2])}"


# -- All of them -------------------------------------------------------------------------------------------------------

TOLD_HERE = re.compile(r"placed|placement-question|pace|own-best-|stage-(par|length|loses)$|risk-(die|after|goal)$")


def test_every_text_of_these_is_told(own_tables: None) -> None:
    for key, gap in some(SOME_BEGINNERS):
        test_where_to_begin_is_told_again(key=key, gap=gap)
    for answers in (0, 200):
        test_how_long_a_learner_remembers_is_told_again(answers, 2)
    test_a_stage_in_the_menu_is_told_again("classic", None)
    test_the_best_time_at_the_finish_is_told_again(None)
    test_the_risk_of_a_draft_is_told_again(key="classic", part=0)
    assert not {name for name in twice.never_told("page") if TOLD_HERE.match(name)}


# -- Doors -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", SHELF)
def test_doors_stand_open_for_the_reasons_that_they_give(key: str) -> None:
    """The reason of each door is counted again in the learner's file."""
    found = set[str]()
    for seed in some(range(14)):
        progress = learner(key, seed)
        shown = map_of(key, progress)
        stars = [one["stars"] for one in shown["lessons"]]
        rules = [one["stars"] for one in shown["lessons"] if one["chapter"] == "rules"]
        wanted = {
            "practice": shown["due"] > 0,
            "placement": not any(one["done"] for one in shown["lessons"]),
            "puzzles": "puzzle" in shown and sum(map(bool, stars)) >= 6,
            "free-drive": all(rules),
            "licence": licence(stars) != "learner",
            "insight": sum(entry.kind == LAPSE for entry in progress.diary) >= 5,
        }
        said = PAGE | text_tables(f"games.{key}")["words"].get("page", {})
        titles = {str(said.get(name)): name for name in wanted} | dict.fromkeys(PAGE["licences"].values(), "licence")
        names = [titles[door["title"]] for door in shown["doors"]]
        assert names == [name for name, is_open in wanted.items() if is_open][:3], seed
        assert all(door["why"] for door in shown["doors"])
        found.update(names)
    assert found >= {"practice", "placement", "free-drive"}


def test_what_costs_a_learner_most_has_a_door_once_there_is_enough_of_it() -> None:
    progress = Progress()
    for day in range(5):
        assert map_of("classic", progress)["doors"][-1]["title"] != PAGE["insight"]
        progress = with_broken_rule(progress, "CL-GEAR-03", NOON - timedelta(days=9 - day))
    door = map_of("classic", progress)["doors"][-1]
    title = text_tables("games.classic")["CL-GEAR-03"]["title"]
    assert (door["title"], door["why"]) == (PAGE["insight"], PAGE["insight-now"].format(title=title, n=5))
    assert PAGE["insight"] not in [one["title"] for one in map_of("dirt", progress)["doors"]]
