"""The solution of a step that is driven, from where the learner stands: what comes next, as dice and in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, LaidStep
from rallyman_tutor.tutor.lesson.demonstration import demonstrate
from rallyman_tutor.tutor.lesson.lessons import Lesson, Sitting
from rallyman_tutor.tutor.lesson.step_start import session_at_start
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.place_names import names_of_places
from rallyman_tutor.tutor.words.words import shared_words, words


@lru_cache(maxsize=8)
def solved_session(lesson: Lesson, at: int) -> Session:
    """The table of a step that is driven, once its solution was carried out."""
    session = session_at_start(lesson, at)
    for _, after in demonstrate(lesson.steps[at], session):
        session = after
    return session


def in_words(sitting: Sitting) -> str:
    """The next move of the solution, in words: the dice of this turn; in a card game one move, or the whole draft that
    is asked for."""
    game, turn = sitting.session.game, _this_turn(sitting)
    state = sitting.session.state if is_on_the_way(sitting) else sitting.session.replay.start
    if game.has_hidden_hands:
        moves = turn[:1] if sitting.step.plays else turn
        return ", ".join(_card_in_words(sitting, state, text) for text in moves)
    lies = zip(range(len(turn)), _states_ahead(sitting, len(turn)), _laid_ahead(sitting), strict=False)
    return ", ".join(_spelt(sitting, state, turn, at, one) for at, state, one in lies)


def _card_in_words(sitting: Sitting, state: AnyState, text: str) -> str:
    """A move at a table of cards as a hint tells it: a claim in the lesson's words, a button, or a card on its
    place."""
    game = sitting.session.game
    claim = next((claim.id for claim in sitting.step.claims if claim.text == text), None)
    if claim is not None:
        return _said(game, dict(sitting.step.words.answers)[claim])
    (move,) = game.read_moves(state, text)
    desk, language = game.desk(state, (move,)), words(game.key)
    offer = next((offer for offer in desk.offers if offer.move == move), None)
    if offer is not None:
        return language.phrase("offers", offer.name, offer.facts)
    laid = desk.laid[0]
    spot = names_of_places(game, state).get(laid.place, laid.place)
    return language.phrase("steps", "laid", {"die": laid.piece, "space": spot}) if laid.place else text


def _spelt(sitting: Sitting, state: AnyState, turn: Sequence[str], at: int, laid: LaidStep[AnyMove]) -> str:
    """One move as a hint tells it: a die on its space; a claim in the words of the lesson; a whole draft by its dice,
    and the button to press then, where that is not the first one."""
    game, text, answers = sitting.session.game, turn[at], dict(sitting.step.words.answers)
    claimed = next((answers[claim.id] for claim in sitting.step.claims if claim.text == text), "")
    if (
        claimed and text not in turn[at + 1 :]
    ):  # where a die comes twice, only the last one is claimed: the first lies in the tray
        return _said(game, claimed)
    (move,) = game.read_moves(state, text) or (None,)
    steps = game.form(move).steps if move is not None else ()
    if not steps:
        pressed = _pressed(game, state, move)
        return _said(game, pressed) if pressed else _on_the_road(game, move, laid) or text
    desk = game.desk(state, steps)
    dice = ", ".join(_on_the_road(game, step, one) for step, one in zip(steps, desk.laid, strict=True))
    offer = next((offer for offer in desk.offers if type(offer.move) is type(move)), None)
    if offer is None or offer == desk.offers[0]:
        return dice
    return f"{dice}, {_said(game, words(game.key).phrase('offers', offer.name, offer.facts))}"


def _on_the_road(game: AnyGame, move: AnyMove | None, laid: LaidStep[AnyMove]) -> str:
    """A die on its space, and whether to secure it; for dice rolled together, all and their button; else empty."""
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
    return ", ".join([*(language.phrase("pieces", die) for die in dice), _said(game, button)])


def _said(game: AnyGame, text: str) -> str:
    """Something said or pressed, in quotation marks."""
    return str(shared_words(game.key, "lesson")["hint-said"]).format(it=text)


def _pressed(game: AnyGame, state: AnyState, move: AnyMove | None) -> str:
    """The words on the button of a move that takes no dice; empty where there is no such button."""
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


def _states_ahead(sitting: Sitting, many: int) -> list[AnyState]:
    """The states in which so many next moves of the solution are played; where they are only laid, the one in which
    they lie."""
    is_near, states = is_on_the_way(sitting), _rolled_in(sitting.lesson, sitting.at)
    done = len(_driven(sitting.session)) if is_near else 0
    lies = sitting.session.state if is_near else sitting.session.replay.start
    return [states[at] if at < len(states) else lies for at in range(done, done + many)]


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
    game, states = sitting.session.game, _states_ahead(sitting, len(rest))
    turns = (_turn(game, state) for state in states)
    now = next(turns, ())
    later = next((at for at, turn in enumerate(turns, 1) if turn != now), len(rest))
    return rest[: min(button + 1, later)]


def _turn(game: AnyGame, state: AnyState) -> tuple[object, ...]:
    """By what a turn is told from later ones, on this stage and behind it."""
    return game.desk(state, ()).facts["round"], tuple(place.key for place in game.places(state))


def dice_ahead(sitting: Sitting) -> list[LaidStep[AnyMove]]:
    """The next dice of the solution up to the end of the turn."""
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
