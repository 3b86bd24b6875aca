"""Practice: a fresh position for a rule, with something in it that breaks it.

Cars are driven at random until somewhere a die can be laid that breaks this rule and no other; legal dice before it hide it.
At a table of cards one card is played at a time, so there it is hidden among others of the same hand that keep all rules;
or the other way round, one card that may be played among those that may not. Rules too rare to be met so are shown by their
own examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from rallyman_tutor.coach.drivers import random as at_random
from rallyman_tutor.core.game import ELSEWHERE, Game, Hold
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.explain import explain
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
MOST_GAMES, LONG = 8, 60
"""Games of cards that are looked through, and for how many moves after at most as many."""


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


def exercise(game: Game[Any, Any], code: str, seed: str) -> Exercise | None:
    """A fresh exercise for a rule; None for a rule that no die can break."""
    luck = Random(f"{code}:{seed}")
    if not game.hides:
        return next(filter(None, (_among_dice(game, code, state, luck) for state in _met(game, luck))), None) or _own(
            game, code, luck
        )
    met = (_among_cards(game, code, state, luck) for state in _dealt(game, luck))
    if found := next(filter(None, met), None):
        return found
    known = (_among_cards(game, code, state, luck) for state in _known(game, code, luck))
    return next((replace(found, fresh=False) for found in known if found), None)


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


def _among_cards(game: Game[Any, Any], code: str, state: Any, luck: Random) -> Exercise | None:
    """One card of the hand that breaks the rule among some that do not; or one that may be played among some that may not."""
    seen = game.seen_by(state, game.turn(state))
    holds = [hold for hold in game.holds(seen, ()) if any(laid.piece for laid in game.desk(seen, (hold.move,)).laid)]
    wrong = [hold for hold in holds if [one.code for one in hold.refused or hold.unwise][:1] == [code]]
    calm = [hold for hold in holds if not hold.refused and not hold.unwise]
    refused = [hold for hold in holds if hold.refused]
    pressed = [Hold("", "", offer.move, (), ()) for offer in game.desk(seen, ()).offers]  # to draw, to pass
    if not wrong or not (calm or pressed):
        return None
    one, first = luck.choice(wrong), luck.choice(calm or pressed)
    rest = _varied(one, calm, luck)
    if is_allowed := len(rest) < FEWEST_ANSWERS - 1 and bool(one.refused):
        one, rest = first, [one, *_varied(one, refused, luck)][: MOST_ANSWERS - 1]
    if len(rest) < FEWEST_ANSWERS - 1:
        return None
    luck.shuffle(rest)
    at = luck.randint(0, len(rest))
    moves = [hold.move for hold in (*rest[:at], one, *rest[at:])]
    text = " ".join(map(game.write_move, moves))
    return Exercise(code, game.write(state), text, at + 1, fresh=True, is_allowed=is_allowed)


def _varied(one: Hold, holds: Sequence[Hold], luck: Random) -> list[Hold]:
    """Others to choose from beside one: of different cards as long as there are any, each where it is laid first."""
    firsts = {hold.piece: hold for hold in reversed(holds) if hold.piece != one.piece}
    cards = sorted(firsts.values(), key=lambda hold: hold.piece)
    luck.shuffle(cards)
    more = [hold for hold in holds if hold not in cards and hold.move != one.move]
    luck.shuffle(more)
    return [*cards, *more][: MOST_ANSWERS - 1]


def as_lesson(game: Game[Any, Any], found: Exercise) -> Lesson:
    """An exercise as a lesson of one step: which die is it?"""
    page = shared(game.key, "page")
    if game.hides:
        step = _which_card(game, found)
    else:
        told = Told(goal=page["practice-goal"], text=())
        step = Step(
            "practice", "find", found.start, draft=found.draft, wrong=found.wrong, breaks=(found.code,), told=told
        )
    return Lesson(f"practice/{found.code}", "", game.key, page["practice"], "", (found.code,), (step,))


def _which_card(game: Game[Any, Any], found: Exercise) -> Step:
    """The cards as answers, each on its place; and behind the right one, what the rule says of the card that breaks it."""
    page, language = shared(game.key, "page"), words(game.key)
    state = game.read(found.start)
    moves, spots = game.read_draft(found.draft).moves, spots_of(game, state)
    choices, answers = [], []
    for at, move in enumerate(moves, 1):
        offer = next((one for one in game.desk(state, ()).offers if one.move == move), None)
        if offer is not None:
            text = language.phrase("offers", offer.name, offer.facts)
        else:
            laid = game.desk(state, (move,)).laid[0]
            text = language.phrase("steps", "laid", {"die": laid.piece, "space": spots.get(laid.place, laid.place)})
        choices.append(Choice(str(at), game.write_move(move)))
        answers.append(Choice(str(at), text[0].upper() + text[1:]))
    broken = ((move, one) for move in moves for one in objections(game, state, (move,)) if one.code == found.code)
    move, violation = next(broken)
    why = explain(game, state, (move,), violation)
    told = Told(
        goal=page["practice-only" if found.is_allowed else "practice-goal"],
        answers=tuple(answers),
        after=f"{why.said} {why.why}",
    )
    return Step(
        "practice",
        "quiz",
        found.start,
        choices=tuple(choices),
        right=str(found.wrong),
        breaks=(found.code,),
        rule=found.code,
        told=told,
    )


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


def _dealt(game: Game[Any, Any], luck: Random) -> Iterator[Any]:
    """Decisions of one player in games of a few, with the hand he comes to hold."""
    for _ in range(MOST_GAMES):
        table = luck.choice(sorted(game.ready))
        state = game.new(game.spec(game.ready[table], _seated(game, table, luck)))
        chance = Seeded(str(luck.random()))
        begins = luck.randint(0, LONG)
        for number in range(begins + LONG):
            if game.over(state):
                break
            if number >= begins and game.turn(state) == 0:
                yield state
            state, _ = game.play(state, at_random(game, state, luck), chance)


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
