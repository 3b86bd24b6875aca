"""The desk in words: dice or cards, dials, the decisions on buttons; and at the end the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from rallyman_tutor.core.game import (
    AnyGame,
    AnyMove,
    AnyState,
    Desk,
    FactReadout,
    LampReadout,
    Offer,
    PhraseReadout,
    PictureReadout,
    Piece,
    Readout,
)
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.move_words import step_facts
from rallyman_tutor.tutor.words.place_names import names_of_places
from rallyman_tutor.tutor.words.words import Words, words


class Button(TypedDict):
    """A decision: the move it sends, its name in the words of the game, and what stands on it."""

    move: str
    name: str
    label: str


class DialShown(TypedDict):
    """Something to be read off: a text with its label, a face by its name, or how many lamps are lit of how many."""

    name: str
    kind: Literal["plain", "picture", "lamps", "chip"]
    label: str
    text: str
    aloud: NotRequired[bool]  # it is read out to ears after every move
    face: NotRequired[str]
    lit: NotRequired[int]
    of: NotRequired[int]


class Result(TypedDict):
    """The end of a game, best first: place, driver, and time or whatever is counted."""

    rows: list[tuple[int | None, str, str]]


def offer_shown(game: AnyGame, language: Words, offer: Offer[AnyMove]) -> Button:
    """A decision as a button."""
    label = language.phrase("offers", offer.name, offer.facts)
    return {"move": game.write_move(offer.move), "name": offer.name, "label": label}


def moves_in_words(game: AnyGame, state: AnyState, moves: Sequence[AnyMove]) -> list[str]:
    """Moves as their buttons name them, or as a card on its place; `state` is what their player sees."""
    language, spots = words(game.key), names_of_places(game, state)
    offers = {offer.move: offer for offer in game.desk(state, ()).offers}

    def in_words(move: AnyMove) -> str:
        if move in offers:
            return offer_shown(game, language, offers[move])["label"]
        laid = game.desk(state, (move,)).laid
        if not laid:
            return game.write_move(move)
        return language.phrase("steps", "laid", step_facts(spots, laid[0], game.form(move)))

    return [in_words(move) for move in moves]


def rounded(figure: float, error: float) -> str:
    """A figure with no more digits than its error leaves, and than it has."""
    digits = 0 if error >= 1 or not figure or (not error and figure == round(figure)) else 1
    return f"{round(figure, digits) + 0.0:.{digits}f}"  # and never -0


def piece_name(language: Words, piece: Piece) -> str:
    """The name of a die or a card, with the hazard that it shows."""
    name = language.phrase("pieces", piece.key)
    return language.phrase("pieces", "with-hazard", {"piece": name}) if piece.face.endswith("!") else name


def dial_shown(language: Words, dial: Readout) -> DialShown:
    """A dial in words; of lamps, how many are lit and how many there are."""
    match dial:
        case PhraseReadout(name, facts, aloud):
            text = language.phrase("readouts", name, facts)
            return {"name": name, "kind": "chip", "label": "", "text": text, "aloud": aloud}
        case PictureReadout(name, face):
            return {"name": name, "kind": "picture", "label": "", "text": "", "face": face}
        case LampReadout(name, lit, of):
            label = language.phrase("readouts", name)
            return {"name": name, "kind": "lamps", "label": label, "lit": lit, "of": of, "text": f"{lit} / {of}"}
        case FactReadout(name, value):
            label = language.phrase("readouts", name)
            return {"name": name, "kind": "plain", "label": label, "text": language.alone(name, value)}


def ends_in(language: Words, desk: Desk[AnyMove]) -> str:
    """The gear or speed that a draft would end in, if no rule refuses it."""
    return language.fact("then", desk.facts["then"]) if "then" in desk.facts else ""


def result_shown(session: Session) -> Result:
    """The end of a game: drivers with their times, or whatever the game counts, best first."""
    result = session.game.result(session.state)
    language = words(session.game.key)
    rows = sorted(
        zip(result["places"], result["drivers"], result["sums"], strict=True), key=lambda row: (row[0] is None, row[0])
    )
    return {
        "rows": [
            (place, language.called(name), "" if time is None else language.fact(result.get("counts", "time"), time))
            for place, name, time in rows
        ]
    }
