"""Hints in three stages: where to look, which rule decides, the move itself.

They are made from the step's solution, going on from where the learner stands. For the first stage the hint that a teacher
wrote is used where there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NotRequired, TypedDict

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, LaidStep
from rallyman_tutor.tutor.explain import rule_title
from rallyman_tutor.tutor.grading import cost_of_choice, right_answer
from rallyman_tutor.tutor.lessons import JUDGED_KINDS, Lesson
from rallyman_tutor.tutor.place_names import names_of_places
from rallyman_tutor.tutor.session import Session
from rallyman_tutor.tutor.sitting import MOVE, RULE, WHERE, Sitting
from rallyman_tutor.tutor.step_start import play_draft, predicted_replay, session_at_start, solved_session, start_state
from rallyman_tutor.tutor.view import Laying
from rallyman_tutor.tutor.words import shared_words, words


class HintShown(TypedDict):
    """A hint: its words, and what it shows on the road."""

    text: str
    place: NotRequired[str]  # where to look
    draft: NotRequired[list[Laying]]  # the move itself


@lru_cache(maxsize=1024)
def rules_needed(lesson: Lesson, at: int) -> tuple[str, ...]:
    """The rules that a step needs: first those it names, then those behind the events of its solution."""
    step, game = lesson.steps[at], lesson.game
    named = [step.rule, *step.breaks, *(aim.value for aim in step.goals if aim.name == "breaks")]
    named += [code for mistake in step.mistakes for code in (*mistake.breaks, *mistake.warns)]
    if step.kind == "predict":
        past = predicted_replay(lesson, at).past
    elif step.kind in ("choose", "decide"):
        best = dict(step.choices)[right_answer(lesson, at)]
        past = play_draft(session_at_start(lesson, at).replay, game.read_draft(best).moves, game.harmless_luck).past
    elif step.kind in ("goal", "roll", "drive"):
        session = solved_session(lesson, at)
        past = play_draft(session.replay, session.draft, game.harmless_luck).past
    else:
        past = ()
    seat = game.turn(start_state(lesson, at))
    met = [event.code for one in past for event in one.events if event.seat in (seat, -1)]
    return tuple(dict.fromkeys(code for code in (*named, *met) if code))


def deciding_rule(lesson: Lesson, at: int) -> str:
    """The rule that decides a step: the one it names; else the first rule it needs, if possible one the lesson teaches. Which
    decision costs least is decided by no single rule."""
    step = lesson.steps[at]
    if step.rule or step.by == "cost" or step.found:
        return step.rule
    codes = rules_needed(lesson, at)
    taught = [code for code in codes if code in lesson.teaches]
    return next(iter((*taught, *codes)), "")


def hints(sitting: Sitting) -> list[HintShown]:
    """The hints taken so far, stage by stage."""
    step, game = sitting.step, sitting.session.game
    said, language = shared_words(game.key, "lesson"), words(game.key)
    found: list[HintShown] = []
    taken = sitting.hints[sitting.at]
    if taken >= WHERE:
        laid = dice_ahead(sitting)
        place = laid[0].place if laid else ""
        space = names_of_places(game, sitting.session.state).get(place) or language.place(place)
        without = "hint-question" if step.kind in JUDGED_KINDS else "hint-claim" if step.claims else "hint-road"
        where = step.words.hint or (said["hint-look"].format(space=space) if place else said[without])
        choices = said["hint-choices"] if step.kind == "decide" else ""
        found.append({"text": f"{step.words.hint} {choices}".strip() if choices else where, "place": place})
    if taken >= RULE:
        code = deciding_rule(sitting.lesson, sitting.at)
        named = said["hint-rule"].format(title=rule_title(game, code), code=code) if code else ""
        found.append({"text": named or _not_this_one(sitting)})
    if taken >= MOVE:
        found.append(_the_move(sitting))
    return found


def _not_this_one(sitting: Sitting) -> str:
    """A wrong answer, of drafts that are compared the dearest, as long as more than one is left then."""
    said, step, at = shared_words(sitting.session.game.key, "lesson"), sitting.step, sitting.at
    if len(step.choices) < 3:
        return str(said["hint-no-rule"])
    if step.kind in ("choose", "decide"):
        wrong = max(step.choices, key=lambda choice: cost_of_choice(sitting.lesson, at, choice))
    else:
        wrong = next(choice for choice in step.choices if choice.id != right_answer(sitting.lesson, at))
    return str(said["hint-not"]).format(answer=dict(step.words.answers)[wrong.id])


def _the_move(sitting: Sitting) -> HintShown:
    step, said = sitting.step, shared_words(sitting.session.game.key, "lesson")
    if step.kind in JUDGED_KINDS:
        right = right_answer(sitting.lesson, sitting.at)
        if step.kind == "find":
            text = said["hint-die"].format(number=step.wrong)
        else:
            text = said["hint-answer"].format(answer=dict(step.words.answers).get(right, right))
        if step.kind != "decide":
            return {"text": text}
        game, state = sitting.session.game, sitting.session.state
        moves = game.read_draft(dict(step.choices)[right]).moves
        lies = game.desk(state, game.form(moves[0]).steps or moves).laid
        return {"text": text, "draft": [{"piece": one.piece, "place": one.place} for one in lies if one.place]}
    laid = dice_ahead(sitting)
    text = said["hint-move" if is_on_the_way(sitting) else "hint-again"].format(move=_in_words(sitting))
    draft: list[Laying] = [{"piece": one.piece, "place": one.place} for one in laid]
    return {"text": text, "draft": draft}


def _in_words(sitting: Sitting) -> str:
    """What comes next in the solution, in words: the dice of this turn; in a card game one move, or the whole draft that is
    asked for."""
    game, turn = sitting.session.game, _this_turn(sitting)
    state = sitting.session.state if is_on_the_way(sitting) else sitting.session.replay.start
    if game.has_hidden_hands:
        moves = turn if sitting.step.kind in ("goal", "break") else turn[:1]
        return ", ".join(_card_in_words(sitting, state, text) for text in moves)
    lies = zip(range(len(turn)), _laid_ahead(sitting), strict=False)
    return ", ".join(_spelt(sitting, _state_ahead(sitting, at), turn, at, one) for at, one in lies)


def _card_in_words(sitting: Sitting, state: AnyState, text: str) -> str:
    """A move at a table of cards as a hint tells it: a claim in the words of the lesson, a button, or a card on its place."""
    game = sitting.session.game
    claim = next((claim.id for claim in sitting.step.claims if claim.text == text), None)
    if claim is not None:
        return f"“{dict(sitting.step.words.answers)[claim]}”"
    (move,) = game.read_moves(state, text)
    desk, language = game.desk(state, (move,)), words(game.key)
    offer = next((offer for offer in desk.offers if offer.move == move), None)
    if offer is not None:
        return language.phrase("offers", offer.name, offer.facts)
    laid = desk.laid[0]
    spot = names_of_places(game, state).get(laid.place, laid.place)
    return language.phrase("steps", "laid", {"die": laid.piece, "space": spot}) if laid.place else text


def _spelt(sitting: Sitting, state: AnyState, turn: Sequence[str], at: int, laid: LaidStep[AnyMove]) -> str:
    """One move as a hint tells it: a die on its space; a claim in the words of the lesson; a whole draft by its dice, and
    the button to press then, where that is not the first one."""
    game, text, answers = sitting.session.game, turn[at], dict(sitting.step.words.answers)
    claimed = next((answers[claim.id] for claim in sitting.step.claims if claim.text == text), "")
    if (
        claimed and text not in turn[at + 1 :]
    ):  # where a die comes twice, only the last one is claimed: the first lies in the tray
        return f"“{claimed}”"
    (move,) = game.read_moves(state, text) or (None,)
    steps = game.form(move).steps if move is not None else ()
    if not steps:
        pressed = _pressed(game, state, move)
        return f"“{pressed}”" if pressed else _on_the_road(game, move, laid) or text
    desk = game.desk(state, steps)
    dice = ", ".join(_on_the_road(game, step, one) for step, one in zip(steps, desk.laid, strict=True))
    offer = next((offer for offer in desk.offers if type(offer.move) is type(move)), None)
    if offer is None or offer == desk.offers[0]:
        return dice
    return f"{dice}, “{words(game.key).phrase('offers', offer.name, offer.facts)}”"


def _on_the_road(game: AnyGame, move: AnyMove | None, laid: LaidStep[AnyMove]) -> str:
    """A die on its space, and whether to secure it; for dice rolled together, all of them and their button; else empty."""
    language = words(game.key)
    form = game.form(move) if move is not None else None
    if form is not None and form.kind == "die":
        facts = {"die": form.die, "space": laid.place}
        phrase = language.phrase("steps", "laid", facts) if laid.place else language.fact("die", form.die)
        return shared_words(game.key, "lesson")["hint-secured"].format(move=phrase) if form.secured else phrase
    dice = laid.piece.split()
    if len(dice) < 2:
        return ""
    button = language.phrase("offers", "attack", {"count": len(dice)})
    return ", ".join([*(language.phrase("pieces", die) for die in dice), f"“{button}”"])


def _pressed(game: AnyGame, state: AnyState, move: AnyMove | None) -> str:
    """What stands on the button of a move that takes no dice; empty where there is no such button."""
    if move is None or any(laid.piece for laid in game.desk(state, (move,)).laid):
        return ""
    offer = next((offer for offer in game.desk(state, ()).offers if offer.move == move), None)
    return words(game.key).phrase("offers", offer.name, offer.facts) if offer else ""


def is_on_the_way(sitting: Sitting) -> bool:
    """Whether the learner has driven so far as the solution does."""
    driven = _driven(sitting.session)
    return driven == _right(sitting.lesson, sitting.at)[: len(driven)]


def _driven(session: Session) -> tuple[str, ...]:
    """The learner's own moves so far, by what they take and where they lead."""
    game, state, found = session.game, session.replay.start, []
    for past in session.replay.past:
        asks = game.write_move(past.move) in game.questions  # asking how things stand does not leave the way
        if game.turn(state) not in session.bots and not asks:
            found.append(_name(game, state, past.move))
        state = past.state
    return tuple(found)


def _name(game: AnyGame, state: AnyState, move: AnyMove) -> str:
    """A move as piece and place, whichever way it was written."""
    laid = game.desk(state, (move,)).laid
    return f"{laid[0].piece}>{laid[0].place}" if laid and laid[0].place else str(game.write_move(move))


@lru_cache(maxsize=512)
def _right(lesson: Lesson, at: int) -> tuple[str, ...]:
    """The learner's moves of the solution, as `_driven` gives them."""
    return _driven(solved_session(lesson, at))


@lru_cache(maxsize=512)
def _rolled_in(lesson: Lesson, at: int) -> tuple[AnyState, ...]:
    """The states in which the learner makes the moves of the solution, where they are played and not only laid."""
    session = solved_session(lesson, at)
    game, state, found = session.game, session.replay.start, []
    for past in session.replay.past:
        if game.turn(state) not in session.bots and game.write_move(past.move) not in game.questions:
            found.append(state)
        state = past.state
    return tuple(found)


def _state_ahead(sitting: Sitting, many: int) -> AnyState:
    """The state when so many more moves of the solution are played; where they are only laid, the one in which they lie."""
    is_near, states = is_on_the_way(sitting), _rolled_in(sitting.lesson, sitting.at)
    number = many + (len(_driven(sitting.session)) if is_near else 0)
    if number < len(states):
        return states[number]
    return sitting.session.state if is_near else sitting.session.replay.start


def _rest(sitting: Sitting) -> list[str]:
    """The moves of the solution still to be made, in notation; all of them where the learner went another way."""
    scripted = sitting.session.game.read_draft(sitting.step.solution)
    moves = [sitting.session.game.write_move(move) for move in scripted.moves]
    return moves[len(_driven(sitting.session)) :] if is_on_the_way(sitting) else moves


def _this_turn(sitting: Sitting) -> list[str]:
    """The next moves of the solution up to the end of the turn, or to the first one that takes no dice."""
    rest = _rest(sitting)
    if _whole_draft(sitting):
        return rest[:1]
    button = next((at for at, one in enumerate(_laid_ahead(sitting)) if not one.piece), len(rest))
    turns = [_turn_ahead(sitting, at) for at in range(len(rest))]
    later = next((at for at, turn in enumerate(turns) if turn != turns[0]), len(rest))
    return rest[: min(button + 1, later)]


def _turn_ahead(sitting: Sitting, many: int) -> tuple[object, ...]:
    """By what the turn of a move of the solution is told from later ones, on this stage and behind it."""
    game, state = sitting.session.game, _state_ahead(sitting, many)
    return game.desk(state, ()).facts["round"], tuple(place.key for place in game.places(state))


def dice_ahead(sitting: Sitting) -> list[LaidStep[AnyMove]]:
    """The next dice of the solution up to the end of the turn; of a die to find, that die."""
    step, session, game = sitting.step, sitting.session, sitting.session.game
    if step.kind in JUDGED_KINDS:
        draft = step.draft if step.kind == "find" else ""
        laid = game.desk(session.state, game.read_draft(draft).moves).laid
        return list(laid[step.wrong - 1 : step.wrong])
    laid = _laid_ahead(sitting)
    end = next((at for at, one in enumerate(laid) if not one.piece), len(laid))
    return [one for one in laid[:end] if one.place]


def _laid_ahead(sitting: Sitting) -> tuple[LaidStep[AnyMove], ...]:
    session, game = sitting.session, sitting.session.game
    state = session.state if is_on_the_way(sitting) else session.replay.start
    if whole := _whole_draft(sitting):
        return game.desk(state, whole).laid
    moves = tuple(move for text in _rest(sitting) for move in game.read_draft(text).moves)
    return game.desk(state, moves).laid


def _whole_draft(sitting: Sitting) -> tuple[AnyMove, ...]:
    """The next dice of the solution, where they are driven as a whole draft; else empty."""
    rest = _rest(sitting)
    game = sitting.session.game
    return game.form(game.read_draft(rest[0]).moves[0]).steps if rest else ()
