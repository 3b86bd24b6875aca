"""Practice: a fresh position for a rule, with something in it that breaks it.

Cars are driven at random until somewhere a die can be laid that breaks this rule and no other; legal dice before it hide it.
At a table of cards one thing is done at a time, so there several are to choose from: one card that breaks the rule among
others of the same hand that keep all rules, or the other way round, one that is allowed and free among those that are not.
What is broken by a word and no card is asked in the same way, with what the game lists as claims; and what is wrong with a
table before anybody sits down, with tables to ask for. Rules too rare to be met so are shown by their own examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from rallyman_tutor.coach.drivers import random as at_random
from rallyman_tutor.core.game import ELSEWHERE, Claimed, Game
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.tutor.explain import Explanation, explain, explain_sheet
from rallyman_tutor.tutor.goals import objections
from rallyman_tutor.tutor.lessons import Choice, Lesson, Step, Told
from rallyman_tutor.tutor.page import drivers
from rallyman_tutor.tutor.view import spots_of
from rallyman_tutor.tutor.words import shared, words

MOST_LOOKS = 250
"""Positions that are looked at before an example is taken instead."""
MOST_BEFORE = 3
"""Legal dice before the wrong one."""

FEWEST_ANSWERS, MOST_ANSWERS = 3, 4
"""Cards of a hand to choose from."""
BETWEEN = " | "
"""Between answers, of which each is a draft."""
SHEET = "sheet "
"""How a table that is only asked for begins."""
MOST_GAMES, LATEST, LONG = 16, 180, 60
"""Games of cards that are looked through, after how many moves at the latest, and for how many."""
MOST_MORE_LOOKS = 60
"""Positions that are looked at for one that breaks this rule alone, once there is one that breaks it with others."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position and a draft, both in notation, and which die of it breaks the rule; or, of cards that could be played
    instead of each other, which one is different from all others."""

    code: str
    start: str
    draft: str
    wrong: int  # from 1
    fresh: bool  # made up now, not one of the rule's own examples
    is_allowed: bool = False  # the different one keeps all rules, and every other breaks one

    @property
    def answers(self) -> tuple[str, ...]:
        """Of cards: the drafts or sheets to choose from."""
        return tuple(self.draft.split(BETWEEN))


def exercise(game: Game[Any, Any], code: str, seed: str) -> Exercise | None:
    """A fresh exercise for a rule; None for a rule that no die can break."""
    luck = Random(f"{code}:{seed}")
    if not game.hides:
        return next(filter(None, (_among_dice(game, code, state, luck) for state in _met(game, luck))), None) or _own(
            game, code, luck
        )
    if game.book[code].broken[0].startswith(SHEET):
        return _among_sheets(game, code, luck)
    if found := _purest(game, code, _dealt(game, code, luck), luck):
        return found
    found = _purest(game, code, _known(game, code, luck), luck)
    return found and replace(found, fresh=False)


def _among_dice(game: Game[Any, Any], code: str, state: Any, luck: Random) -> Exercise | None:
    """Legal dice, and then one that breaks the rule."""
    draft: tuple[Any, ...] = ()
    for _ in range(luck.randint(0, MOST_BEFORE) + 1):
        holds = [hold for hold in game.holds(state, draft) if hold.place != ELSEWHERE]
        if wrong := [hold for hold in holds if _breaks(hold, code)]:
            moves = (*draft, luck.choice(wrong).move)
            broken = [*game.judge(state, moves), *game.advise(state, moves)]
            if {violation.code for violation in broken} == {code}:
                text = " ".join(map(game.write_move, moves))
                return Exercise(code, game.write(state), text, broken[0].at + 1, fresh=True)
        calm = [hold for hold in holds if not hold.refused and not hold.unwise]
        if not calm:
            return None
        draft = (*draft, luck.choice(calm).move)
    return None


def _purest(game: Game[Any, Any], code: str, states: Iterator[Any], luck: Random) -> Exercise | None:
    """The first position in which this rule alone is broken; where others are broken with it, the search is soon over."""
    second, looks = None, MOST_MORE_LOOKS
    for state in states:
        answers = _answers(game, code, state)
        found = _among_answers(game, code, state, answers, luck)
        if found and any(one.broken == (code,) for one in answers if one.text in found.answers):
            return found
        second = second or found
        looks -= second is not None
        if not looks:
            break
    return second


class Answer(NamedTuple):
    """Something to choose: a draft or a sheet in notation, what it is about, and the rules it breaks or pays for."""

    text: str
    about: str  # the card that is laid, or the name of what is said
    by: int  # LAID, PRESSED or SAID
    broken: tuple[str, ...]

    @property
    def is_card(self) -> bool:
        return self.by == LAID


LAID, PRESSED, SAID = range(3)
"""A card of the hand, a button that is there now, a claim: the order in which they make good answers."""


def _answers(game: Game[Any, Any], code: str, state: Any) -> list[Answer]:
    """Every card of the hand on every place, and all else the player could do, press or say; nothing, and soon, where none
    of it breaks the rule."""
    seen = game.seen_by(state, game.turn(state))
    holds, claims = game.holds(seen, ()), {one.text: game.read_draft(one.text).moves for one in game.claims(seen)}
    refused = {text: _codes(game.judge(seen, moves)) for text, moves in claims.items()}
    if not any(code in _codes(hold.refused or hold.unwise) for hold in holds) and not any(
        code in codes for codes in refused.values()
    ):
        return []
    laid = [hold for hold in holds if any(one.piece for one in game.desk(seen, (hold.move,)).laid)]
    found = {game.write_move(hold.move): (hold.piece, LAID, _codes(hold.refused or hold.unwise)) for hold in laid}
    for offer in game.desk(seen, ()).offers:
        found.setdefault(game.write_move(offer.move), (offer.name, PRESSED, _codes(game.advise(seen, (offer.move,)))))
    for claim in game.claims(seen):
        broken = refused[claim.text] or _codes(game.advise(seen, claims[claim.text]))
        found.setdefault(claim.text, (claim.name, SAID, broken))
    return [Answer(text, *about) for text, about in found.items()]


def _codes(broken: Sequence[Violation]) -> tuple[str, ...]:
    return tuple(one.code for one in broken)


def _among_answers(
    game: Game[Any, Any], code: str, state: Any, answers: Sequence[Answer], luck: Random
) -> Exercise | None:
    """One answer that breaks the rule among some that do not; or one that is allowed and free among some that are not."""
    wrong = [one for one in answers if one.broken[:1] == (code,)]
    wrong = [one for one in wrong if one.is_card] or wrong
    wrong = [one for one in wrong if set(one.broken) == {code}] or wrong
    fine = [one for one in answers if not one.broken]
    if not game.over(state):  # to ask is always allowed, and gives itself away where there is more to do
        fine = [one for one in fine if one.text not in game.asks]
    if not wrong or not fine:
        return None
    one = luck.choice(wrong)
    rest = _varied(one, [other for other in fine if other.is_card or not one.is_card], luck)
    if is_allowed := len(rest) < FEWEST_ANSWERS - 1:
        others = [other for other in answers if other.broken]
        rest = [one, *_varied(one, others, luck)][: MOST_ANSWERS - 1]
        best = min(other.by for other in fine)
        one = luck.choice([other for other in fine if other.by == best])
    if len(rest) < FEWEST_ANSWERS - 1:
        return None
    luck.shuffle(rest)
    at = luck.randint(0, len(rest))
    text = BETWEEN.join(other.text for other in (*rest[:at], one, *rest[at:]))
    return Exercise(code, game.write(state), text, at + 1, fresh=True, is_allowed=is_allowed)


def _varied(one: Answer, answers: Sequence[Answer], luck: Random) -> list[Answer]:
    """Others to choose from beside one: about different things as long as there are any, cards before words, each card
    where it is laid first."""
    firsts = {other.about: other for other in reversed(answers) if other.about != one.about}
    different = sorted(firsts.values())
    luck.shuffle(different)
    more = [other for other in answers if other not in different and other.text != one.text]
    luck.shuffle(more)
    ranked = sorted(different, key=lambda other: one.is_card and not other.is_card)
    return [*ranked, *more][: MOST_ANSWERS - 1]


def _among_sheets(game: Game[Any, Any], code: str, luck: Random) -> Exercise | None:
    """One table that may not be set up among some that may."""
    answers = [
        Answer(one.text, one.name, SAID, _codes(game.judge_sheet(one.text, Kind.ILLEGAL))) for one in game.sheets
    ]
    table = luck.choice(sorted(game.ready))
    state = game.new(game.spec(game.ready[table], _seated(game, table, luck)))
    return _among_answers(game, code, state, answers, luck)


def as_lesson(game: Game[Any, Any], found: Exercise) -> Lesson:
    """An exercise as a lesson of one step: which die is it?"""
    page = shared(game.key, "page")
    if game.hides:
        step = _which_answer(game, found)
    else:
        told = Told(goal=page["practice-goal"], text=())
        step = Step(
            "practice", "find", found.start, draft=found.draft, wrong=found.wrong, breaks=(found.code,), told=told
        )
    return Lesson(f"practice/{found.code}", "", game.key, page["practice"], "", (found.code,), (step,))


def _which_answer(game: Game[Any, Any], found: Exercise) -> Step:
    """The answers, each on its place; and behind the right one, what the rule says of the one that breaks it."""
    page, state = shared(game.key, "page"), game.read(found.start)
    is_of_tables = found.answers[0].startswith(SHEET)
    named = {one.text: one for one in (game.sheets if is_of_tables else game.claims(state))}
    texts = [_called(game, state, text, named.get(text)) for text in found.answers]
    why = next(filter(None, (_why(game, state, text, found.code) for text in found.answers)))
    goal = "practice-table" if is_of_tables else "practice-only" if found.is_allowed else "practice-goal"
    return Step(
        "practice",
        "quiz",
        found.start,
        choices=tuple(Choice(str(at), "" if is_of_tables else text) for at, text in enumerate(found.answers, 1)),
        right=str(found.wrong),
        breaks=(found.code,),
        rule=found.code,
        told=Told(
            goal=page[goal],
            answers=tuple(Choice(str(at), text[0].upper() + text[1:]) for at, text in enumerate(texts, 1)),
            after=f"{why.said} {why.why}",
        ),
    )


def _called(game: Game[Any, Any], state: Any, text: str, claim: Claimed | None) -> str:
    """An answer in words: a decision as its button says it, a claim by its name, a card by where it lies."""
    language = words(game.key)
    offer = next((one for one in game.desk(state, ()).offers if game.write_move(one.move) == text), None)
    if offer is not None:
        return language.phrase("offers", offer.name, offer.facts)
    if claim is not None:
        return language.phrase("claims", claim.name, claim.facts)
    laid = game.desk(state, game.read_draft(text).moves).laid[0]
    places = spots_of(game, state)
    return language.phrase("steps", "laid", {"die": laid.piece, "space": places.get(laid.place, laid.place)})


def _why(game: Game[Any, Any], state: Any, text: str, code: str) -> Explanation | None:
    """What this rule says of an answer, if it has anything against it."""
    if text.startswith(SHEET):
        return next(
            (explain_sheet(game, one) for one in game.judge_sheet(text, Kind.ILLEGAL) if one.code == code), None
        )
    moves = game.read_draft(text).moves
    broken = (one for one in objections(game, state, moves) if one.code == code)
    return next((explain(game, state, moves, one) for one in broken), None)


def _breaks(hold: Any, code: str) -> bool:
    broken = hold.refused or hold.unwise
    return len(broken) == 1 and broken[0].code == code


def _met(game: Game[Any, Any], luck: Random) -> Iterator[Any]:
    """Positions as drivers meet them, on stages of all kinds, at the start of a turn or on the way."""
    for _ in range(MOST_LOOKS):
        state = game.new(game.spec(game.ready[luck.choice(sorted(game.ready))], _seated(game, "", luck)))
        chance = Seeded(str(luck.random()))
        for _ in range(luck.randint(0, 40)):
            if game.over(state):
                break
            state, _ = game.play(state, at_random(game, state, luck), chance)
        if not game.over(state):
            yield state


def _dealt(game: Game[Any, Any], code: str, luck: Random) -> Iterator[Any]:
    """Decisions of one player in games of a few, with the hand he comes to hold; and games that are over."""
    tables = sorted(game.ready)
    agreed = {word for text in game.book[code].broken for word in text.split()}
    alike = [table for table in tables if agreed & set(game.ready[table].split())] or tables
    for _ in range(MOST_GAMES):
        table = luck.choice(luck.choice((alike, alike, tables)))  # a variant's rule is broken where it is agreed on
        state = game.new(game.spec(game.ready[table], _seated(game, table, luck)))
        chance = Seeded(str(luck.random()))
        begins, driver = luck.randint(0, luck.choice((LONG, LATEST))), luck.choice((at_random, _going))
        for number in range(begins + LONG):
            if game.over(state) or (number >= begins and game.turn(state) == 0):
                yield state
            if game.over(state):
                break
            state, _ = game.play(state, driver(game, state, luck), chance)


def _going(game: Game[Any, Any], state: Any, luck: Random) -> Any:
    """On wherever one can: whoever passes and throws away at random never gets far."""
    moves = game.moves(state)
    return luck.choice([move for move in moves if not isinstance(move, game.last_resorts)] or moves)


def _seated(game: Game[Any, Any], table: str, luck: Random) -> tuple[str, ...]:
    """Names for as many as may sit there, few where few may; the first is the learner's."""
    seats = game.seats_at.get(table, game.seats)
    return drivers(luck.choice([count for count in seats if count < 4] or list(seats)))


def _known(game: Game[Any, Any], code: str, luck: Random) -> Iterator[Any]:
    """Positions of the rule's own examples, for what is met too rarely."""
    examples = [text.split(" :: ")[0] for text in game.book[code].broken if " :: " in text]
    luck.shuffle(examples)
    for text in examples:
        try:
            yield game.read(text)
        except Refused:  # a sheet that may not be played is no position
            continue


def _own(game: Game[Any, Any], code: str, luck: Random) -> Exercise | None:
    """One of the rule's own examples, where dice alone tell it."""
    examples = [text for text in game.book[code].broken if text.count(" :: ") == 1]
    luck.shuffle(examples)
    for text in examples:
        start, drafted = text.split(" :: ")
        plan = game.read_draft(drafted)
        state = game.read(start)
        broken = [*game.judge(state, plan), *game.advise(state, plan)]
        if broken and all(hasattr(move, "die") for move in plan.moves):
            return Exercise(code, start, drafted, broken[0].at + 1, fresh=False)
    return None
