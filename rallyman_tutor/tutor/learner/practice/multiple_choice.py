"""Exercises with answers to choose from: one that breaks the rule among others, or one that is allowed among others.

At a table of cards the cards of the hand are such answers, on every place. Everywhere else there are the decisions of
the moment, what the game lists as claims, and, where something is wrong before anybody sits down, sheets to ask for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from rallyman_tutor.core.game import ELSEWHERE, AnyGame, AnyState
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.tutor.learner.practice.dice import dice_can_break
from rallyman_tutor.tutor.learner.practice.exercise import SEPARATOR, Exercise

FEWEST_ANSWERS, MOST_ANSWERS = 3, 4
"""Answers to choose from."""
MOST_MORE_POSITIONS = 60
"""Positions that are looked at for one that breaks this rule alone, once there is one that breaks it with others."""


def choose_among_answers(
    game: AnyGame, code: str, spots: Iterable[tuple[AnyState, str]], luck: Random
) -> Exercise | None:
    """The first position in which this rule alone is broken; where others are broken with it, the search is soon over.

    With each position may come a piece in notation that breaks the rule there, laid as no list has it.
    """
    second, looks = None, MOST_MORE_POSITIONS
    for state, shown in spots:
        answers = _answers(game, code, state, shown)
        found = find_odd_one_out(game, code, state, answers, luck)
        if found and any(one.broken == (code,) for one in answers if one.text in found.answers):
            return found
        second = second or found
        looks -= second is not None
        if not looks:
            break
    return second


class AnswerChoice(NamedTuple):
    """Something to choose: a draft or a sheet in notation, what it is about, and the rules it breaks or pays for."""

    text: str
    about: str  # the card or die that is laid, or the name of what is said
    by: int  # LAID, PRESSED or SAID
    broken: tuple[str, ...]

    @property
    def is_piece(self) -> bool:
        return self.by == LAID


LAID, PRESSED, SAID = range(3)
"""A card or a die, a button that is there now, a claim: the order in which they make good answers."""


def _answers(game: AnyGame, code: str, state: AnyState, shown: str) -> list[AnswerChoice]:
    """Everything the player could lay, press or claim, with the rules it breaks; empty where nothing breaks the rule in
    question. `shown` is a piece in notation that an example lays."""
    seen = game.seen_by(state, game.turn(state))
    by_pieces = game.has_hidden_hands or dice_can_break(game, code)
    placements = (
        [placement for placement in game.placements(seen, ()) if placement.place != ELSEWHERE] if by_pieces else []
    )
    texts = [game.write_move(offer.move) for offer in game.desk(seen, ()).offers]
    claims = {text: game.read_draft(text).moves for text in (*texts, *(one.text for one in game.claims(seen)))}
    if shown:
        claims[shown] = game.read_draft(shown).moves
    refused = {text: _codes(game.judge(seen, moves)) for text, moves in claims.items()}
    if game.book[code].kind is not Kind.UNWISE:
        known = (*(_codes(placement.refused or placement.unwise) for placement in placements), *refused.values())
        if not any(code in codes for codes in known):
            return []
    broken = {text: refused[text] or _codes(game.advise(seen, moves)) for text, moves in claims.items()}
    laid = [
        placement
        for placement in placements
        if not game.has_hidden_hands or any(one.piece for one in game.desk(seen, (placement.move,)).laid)
    ]
    found = {
        game.write_move(placement.move): (placement.piece, LAID, _codes(placement.refused or placement.unwise))
        for placement in laid
    }
    if shown:
        one = game.desk(seen, claims[shown]).laid[0]
        alike = [
            game.write_move(placement.move)
            for placement in laid
            if (placement.piece, placement.place) == (one.piece, one.place)
        ]
        found = {text: about for text, about in found.items() if text not in alike}
        if one.place:
            found[shown] = (one.piece, LAID, broken[shown])
    for text, offer in zip(texts, game.desk(seen, ()).offers, strict=True):
        found.setdefault(text, (offer.name, PRESSED, broken[text]))
    is_driving = game.has_hidden_hands or any(game.form(move).kind == "die" for move in game.moves(seen))
    for claim in game.claims(seen):
        if is_driving or broken[claim.text]:  # what is asked between two stages, say, is not answered by an attack
            found.setdefault(claim.text, (claim.name, SAID, broken[claim.text]))
    return [AnswerChoice(text, *about) for text, about in found.items()]


def _codes(broken: Sequence[Violation]) -> tuple[str, ...]:
    return tuple(one.code for one in broken)


def find_odd_one_out(
    game: AnyGame, code: str, state: AnyState, answers: Sequence[AnswerChoice], luck: Random
) -> Exercise | None:
    """One answer that breaks the rule among some that break none; or one that is allowed among some that are not."""
    wrong = [one for one in answers if code in one.broken]
    wrong = [one for one in wrong if one.broken[0] == code] or wrong
    wrong = [one for one in wrong if one.is_piece] or wrong
    wrong = [one for one in wrong if set(one.broken) == {code}] or wrong
    fine = [one for one in answers if not one.broken]
    if not game.over(state):  # to ask is always allowed, and gives itself away where there is more to do
        fine = [one for one in fine if one.text not in game.questions]
    if not wrong or not fine:
        return None
    one = luck.choice(wrong)
    rest = _varied(one, [other for other in fine if other.is_piece or not one.is_piece], luck)
    if is_allowed := len(rest) < FEWEST_ANSWERS - 1:
        others = [other for other in answers if other.broken]
        rest = [one, *_varied(one, others, luck)][: MOST_ANSWERS - 1]
        best = min(other.by for other in fine)
        one = luck.choice([other for other in fine if other.by == best])
    if len(rest) < FEWEST_ANSWERS - 1:
        return None
    luck.shuffle(rest)
    at = luck.randint(0, len(rest))
    text = SEPARATOR.join(other.text for other in (*rest[:at], one, *rest[at:]))
    return Exercise(code, game.write(state), text, at + 1, fresh=True, is_allowed=is_allowed)


def _varied(one: AnswerChoice, answers: Sequence[AnswerChoice], luck: Random) -> list[AnswerChoice]:
    """Others to choose from beside one: about different things as long as there are any, pieces before words, each
    piece where it is laid first."""
    firsts = {other.about: other for other in reversed(answers) if other.about != one.about}
    different = sorted(firsts.values())
    luck.shuffle(different)
    more = [other for other in answers if other not in different and other.text != one.text]
    luck.shuffle(more)
    ranked = sorted(different, key=lambda other: one.is_piece and not other.is_piece)
    return [*ranked, *more][: MOST_ANSWERS - 1]


def choose_among_sheets(game: AnyGame, code: str, state: AnyState, luck: Random) -> Exercise | None:
    """One table that may not be set up among some that may."""
    answers = [AnswerChoice(one.text, one.name, SAID, _wrong_with(game, one.text)) for one in game.sheets]
    kinds = {one.about for one in answers if code in one.broken}
    alike = [one for one in answers if one.about in kinds]  # tiles among tiles: else the kind would give it away
    return find_odd_one_out(game, code, state, alike, luck) or find_odd_one_out(game, code, state, answers, luck)


def _wrong_with(game: AnyGame, sheet: str) -> tuple[str, ...]:
    return _codes(game.judge_sheet(sheet, Kind.ILLEGAL) or game.judge_sheet(sheet, Kind.UNWISE))
