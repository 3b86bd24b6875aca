"""A draft as it lies on a table, as plain data: its dice, the co-driver's thoughts on them, its risk and its end, and
what may be pressed now.

The page shows it of the draft that lies, and of one that would lie well before anybody has laid it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import MappingProxyType

from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.tutor.session import intents
from rallyman_tutor.tutor.session.draft_faults import faults
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.table.before_one import before_one
from rallyman_tutor.tutor.table.shown import ChanceAtDie, DraftShown, Message, Remedy, RiskFigures, StepShown, Verdict
from rallyman_tutor.tutor.words.chances import in_words
from rallyman_tutor.tutor.words.desk_view import dial_shown, ends_in, offer_shown, piece_name
from rallyman_tutor.tutor.words.explain import explain, plain
from rallyman_tutor.tutor.words.move_words import dice_of, named
from rallyman_tutor.tutor.words.place_names import names_of_places
from rallyman_tutor.tutor.words.remedies import intent_of
from rallyman_tutor.tutor.words.words import Words, words

NO_CLAIMS: Mapping[str, str] = MappingProxyType({})


def lying(session: Session, draft: tuple[AnyMove, ...], claims: Mapping[str, str] = NO_CLAIMS) -> DraftShown:
    """A draft at the learner's table, whether or not it is laid there. `claims` has the lesson's words for some moves,
    by their notation."""
    game, state = session.game, session.visible_state
    language = words(game.key)
    figure = partial(language.fact, "chance")
    desk = game.desk(state, draft)
    pieces, readouts = before_one(session, desk)
    broken = faults(game, state, draft)
    is_refused = verdict_on(game, broken) == "refused"
    chances = game.chances(state, draft)
    wrong = chances.wrong
    spots = names_of_places(game, state) if draft and game.has_hidden_hands else {}
    steps: list[StepShown] = [
        {
            "move": game.write_move(move),
            "piece": desk.laid[at].piece or dice_of(game, state, move),
            "place": desk.laid[at].place,
            "name": claims.get(game.write_move(move)) or named(game, language, spots, desk.laid[at], move, state),
            "variants": [offer_shown(game, language, offer) for offer in desk.laid[at].variants],
            "verdict": verdict_on(game, [violation for violation in broken if violation.at == at]),
            "chance": language.fact("chance", wrong[at]) if wrong[at] else "",
            "told": in_words(game, chances.lost[at], chances.out[at], figure),
            "p": float(wrong[at]),
        }
        for at, move in enumerate(draft)
    ]
    return {
        "pieces": [
            {
                "key": piece.key,
                "name": piece_name(language, piece),
                "left": piece.left,
                "total": piece.total,
                "face": piece.face,
            }
            for piece in pieces
        ],
        "draft": steps,
        "messages": [_message(game, state, draft, violation) for violation in broken],
        "offers": [offer_shown(game, language, offer) for offer in (() if session.covered else desk.offers)],
        "dials": [dial_shown(language, dial) for dial in readouts if not (is_refused and dial.name == "then")],
        "ends": "" if is_refused else ends_in(language, desk),
        "risk": {**_risk(language, wrong), "told": in_words(game, chances.lose, chances.end, figure)},
    }


def verdict_on(game: AnyGame, violations: Sequence[Violation]) -> Verdict:
    """The verdict on a step, or on a whole draft, by all that breaks a rule there."""
    if any(game.book[violation.code].kind is Kind.ILLEGAL for violation in violations):
        return "refused"
    return "price" if violations else "legal"


def _message(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...], violation: Violation) -> Message:
    """The co-driver's thoughts on one step. Its remedies are buttons, so they are not told in sentences as well."""
    explained = explain(game, state, draft, violation)
    remedies: list[Remedy] = [
        {"label": one.label, "price": one.price, "intent": intents.as_data(intent_of(one))}
        for one in explained.remedies
    ]
    message: Message = {**plain(explained), "general": explained.general, "remedies": remedies}
    if remedies:
        message["fix"] = explained.general
    return message


def _risk(language: Words, chances: Sequence[Fraction]) -> RiskFigures:
    """The chance that something goes wrong with this draft, at each die, and the chance left to get beyond each."""
    through = Fraction(1)
    rows: list[ChanceAtDie] = []
    for chance in chances:
        through -= chance
        rows.append({"here": language.fact("chance", chance), "through": language.fact("chance", through)})
    return {"all": language.fact("chance", 1 - through), "p": float(1 - through), "rows": rows}
