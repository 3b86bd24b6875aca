"""Puzzles as a learner meets them, and decisions of their own drives asked again: each is a lesson of one step, in
which a decision is to be chosen, or to be laid on the road.

The answers stand in the words of the game. What is right is found by the measure `cost`, as in any lesson that asks for
it. The stars are kept under the name of the game's puzzles, by the number of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from random import Random

from rallyman_tutor.coach import puzzles
from rallyman_tutor.coach.coaches import CARDS, RACES, has_race_coach, race_coach
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.choice_view import ChoiceName, choices_in_words
from rallyman_tutor.tutor.learner import addresses, card_puzzles, past_cards, past_decisions
from rallyman_tutor.tutor.learner.diary import DRIVE, PRACTICE
from rallyman_tutor.tutor.learner.past_decisions import PastDecision
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.tutor.lesson.grading import right_answer
from rallyman_tutor.tutor.lesson.kinds.choose import ChooseStep
from rallyman_tutor.tutor.lesson.kinds.decide import DecideStep
from rallyman_tutor.tutor.lesson.lessons import Choice, Lesson, StepText
from rallyman_tutor.tutor.words.figures import decimal
from rallyman_tutor.tutor.words.words import shared_words


def address(game: AnyGame, number: int = 0) -> str:
    """Where the puzzles of a game are: that of the day, or the one of this number; nowhere for a game without any."""
    if not has_race_coach(game):
        return ""
    return f"{addresses.PUZZLES}/{game.key}" + (f"/{number}" if number else "")


def is_there(at: str) -> bool:
    """Whether there is such a place of puzzles."""
    _, _, which = at.partition("/")
    key, _, number = which.partition("/")
    return (key or addresses.FIRST_GAME) in RACES and (not number or number in map(str, _numbers(key)))


def number_at(at: str, today: date) -> int:
    """The number of the puzzle at a place there is; that of the day, where the place names none."""
    key, _, number = at.partition("/")[2].partition("/")
    return int(number) if number else puzzles.number_of_the_day(key or addresses.FIRST_GAME, today)


def is_solved(progress: Progress, key: str, number: int) -> bool:
    """Whether the learner has found the answer to a puzzle."""
    return bool(progress.stars.get(_name(key), {}).get(str(number)))


def _numbers(key: str) -> range:
    return range(1, len(puzzles.puzzles(key)) + 1)


def next_number(progress: Progress, key: str, number: int) -> int:
    """The next puzzle that the learner has not solved; after the last one the first; if all are solved, simply the
    next."""
    numbers = _numbers(key)
    later: list[int] = [*numbers[number:], *numbers[:number]]
    return next((one for one in later if not is_solved(progress, key, one)), later[0])


def as_lesson(game: AnyGame, number: int) -> Lesson:
    """A puzzle as a lesson of one step."""
    found, page = puzzles.puzzles(game.key)[number - 1], shared_words(game.key, "page")
    state = game.read(found.position)
    told = choices_in_words(game, state, [_line(game, state, answer.moves) for answer in found.answers])
    answers = [(_laid(game, state, answer.moves), text) for answer, text in zip(found.answers, told, strict=True)]
    missed = page["puzzle-after"].format(margin=decimal(found.margin), missed=len(found.missed), of=len(puzzles.SIMPLE))
    figures = (page["puzzle-text"], missed)
    choices, told_step = _asked(answers, f"{game.key}:{number}", page["puzzle-goal"], (), figures)
    step = ChooseStep(str(number), found.position, choices, "cost", words=told_step)
    return Lesson(_name(game.key), "", game.key, page["puzzle"].format(n=number), "", (), (step,))


def mistake_as_lesson(progress: Progress, decision: PastDecision, seed: str) -> Lesson | None:
    """A mistake as a lesson of one step: at first the decision itself, later a puzzle about the principle that it went
    against, as long as there are any. None if it cannot be asked."""
    asked = any(entry.kind == PRACTICE and entry.of == decision.name for entry in progress.diary)
    found = _puzzles_like(progress, decision) if asked and decision.principle else ()
    number = next((one for one in found if not is_solved(progress, decision.game, one)), 0)
    if not number:
        return past_decision_as_lesson(decision, seed)
    game = SHELF[decision.game]
    title = shared_words(game.key, "page")["puzzle-like"]
    if decision.game in CARDS:
        lesson = past_cards.puzzle_as_lesson(card_puzzles.puzzles(game.key)[number - 1], number, title)
    else:
        lesson = as_lesson(game, number)
    return replace(lesson, name=f"{addresses.PRACTICE}/{decision.name}", title=title)


def _puzzles_like(progress: Progress, decision: PastDecision) -> Iterable[int]:
    """The puzzles about the principle of a mistake, the easiest first: in a race on stages that were not driven, at
    cards in positions that the learner has not met."""
    if decision.game in CARDS:
        at_cards = card_puzzles.of_principle(decision.game, decision.principle)
        return [number for number, one in at_cards.items() if one.name not in progress.decisions]
    found = puzzles.of_principle(decision.game, decision.principle)
    known = {entry.of for entry in progress.diary if entry.kind == DRIVE}
    road = _road(decision.position)
    return [
        number
        for number, one in found.items()
        if f"{decision.game}/{one.stage}" not in known and _road(one.position) != road
    ]


def _road(position: str) -> str:
    return position.partition(" | ")[0]


def puzzle_in_practice(lesson: Lesson) -> tuple[str, str]:
    """The name and number by which the stars of a puzzle are kept that was asked in practice; empty for any other
    lesson."""
    (step,) = lesson.steps
    is_puzzle = addresses.room_of(lesson.name) == addresses.PRACTICE and step.id.isdigit()
    return (_name(lesson.key), step.id) if is_puzzle else ("", "")


def past_decision_as_lesson(decision: PastDecision, seed: str) -> Lesson | None:
    """A decision of a drive as a lesson of one step, its answers in the order of this seed; None if it cannot be
    asked."""
    if decision.found:
        return past_cards.as_lesson(decision, seed)
    found = past_decisions.position(decision)
    if found is None:
        return None
    game, (state, moves) = SHELF[decision.game], found
    best, page = race_coach(game).at_hand(state).best, shared_words(game.key, "page")
    costs = [best.cost_of(state, move) for move in moves]
    lines = [tuple(map(game.write_move, best.line(state, move))) for move in moves]
    told = choices_in_words(game, state, [_line(game, state, line) for line in lines])
    own = {"loss": decimal(costs[1] - min(costs)), "move": told[1].whole}
    choices, told_step = _asked(
        [(_laid(game, state, line), text) for line, text in zip(lines, told, strict=True)],
        seed,
        page["decision-goal"],
        (page["decision-text"].format(**own),),
        (page["puzzle-text"], page["decision-after"].format(**own)),
    )
    step = DecideStep("decision", decision.position, choices, words=told_step)
    lesson = Lesson(f"{addresses.PRACTICE}/{decision.name}", "", game.key, page["decision"], "", (), (step,))
    return lesson if right_answer(lesson, 0) else None


def _laid(game: AnyGame, state: AnyState, line: Sequence[str]) -> str:
    """The draft of a decision, in notation: where dice are rolled one by one, also those that follow."""
    (move,) = game.read_moves(state, line[0])
    is_first_of_many = game.form(move).kind == "die" and game.frozen_draft(state) is None
    return " ".join(line) if is_first_of_many else line[0]


def _asked(
    answers: Sequence[tuple[str, ChoiceName]], seed: str, goal: str, told: tuple[str, ...], figures: tuple[str, ...]
) -> tuple[tuple[Choice, ...], StepText]:
    """The answers of a step about the best in a position, and its words. Answers are decisions in notation, and in
    words; they are numbered as they come and shown in the order of the seed."""
    listed = [(str(number), *answer) for number, answer in enumerate(answers, 1)]
    Random(seed).shuffle(listed)
    texts, brief = (tuple(Choice(id_, told[at]) for id_, _, told in listed) for at in range(2))
    return tuple(Choice(id_, move) for id_, move, _ in listed), StepText(
        goal, told, answers=texts, brief=brief, figures=figures
    )


def _line(game: AnyGame, state: AnyState, moves: Sequence[str]) -> tuple[AnyMove, ...]:
    """A decision and what follows it, read from notation."""
    return tuple(move for text in moves for move in game.read_moves(state, text))


def _name(key: str) -> str:
    """The name under which the stars of a game's puzzles are kept."""
    return f"{addresses.PUZZLES}/{key}"
