"""Lines on the command line: notation, a question, or a deed in words, each as the deed or the answer that it means.

Dice and cards are laid, as a hand would lay them. A word such as `stop` is done where it is on offer; where it is not,
the rules that stand in its way are told with what would do instead. Nothing is guessed: what cannot be read is answered
by the place, and by what could stand there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rallyman_tutor.core.game import AnyGame, AnyMove, Form
from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.advice.card_review_view import looked_back
from rallyman_tutor.tutor.session.draft_faults import faults
from rallyman_tutor.tutor.session.intents import (
    Act,
    Advise,
    Again,
    Ask,
    AtTable,
    Clear,
    Draft,
    Hint,
    InLesson,
    Lay,
    Next,
    Refute,
    Retry,
    Return,
    Review,
    Take,
    Uncover,
    Undo,
)
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import update
from rallyman_tutor.tutor.words.by_ear import Speech, answer
from rallyman_tutor.tutor.words.desk_view import offer_shown
from rallyman_tutor.tutor.words.explain import Explanation, explain, explain_event
from rallyman_tutor.tutor.words.page_words import asks, page_words, why_refused
from rallyman_tutor.tutor.words.words import shared_words, words

LONGEST = 100
"""Letters of the longest line."""
DEEDS: Mapping[str, AtTable | InLesson] = {
    "take": Take(), "undo": Undo(), "clear": Clear(), "advise": Advise(), "review": Review(), "return": Return(),
    "refute": Refute(),
    "uncover": Uncover(), "hint": Hint(), "next": Next(), "again": Again(),
}  # fmt: skip
TOLD = ("why", "mistakes", "help")


@dataclass(frozen=True, slots=True)
class Said:
    """An answer in words; nothing is done."""

    text: str


def meaning(session: Session, line: str, speech: Speech = "normal") -> tuple[AtTable | InLesson, ...] | Said:
    """The meaning of a line: deeds, one after the other, or an answer. One without a meaning is refused."""
    text = " ".join(line.split())
    if not text:
        raise Refused("nothing-written")
    if len(text) > LONGEST:
        raise Refused("line-too-long", {"most": LONGEST})
    plain = _plain(text)
    phrases = _phrases(session.game)
    name = next((name for name, known in phrases.items() if plain in known), "")
    if session.covered and name not in ("uncover", "help"):
        raise Refused("covered")
    if found := re.fullmatch(rf"(?:{'|'.join(phrases['retry'])}) (\d+)", plain):
        return (Retry(int(found[1]) - 1),)
    if found := re.fullmatch(rf"(?:{'|'.join(phrases['review'])}) (.+)", plain):
        return (Review(found[1]),)
    if name in DEEDS:
        return (DEEDS[name],)
    if name == "why":
        return Said(why(session, speech))
    if name == "mistakes":
        return Said(_mistakes(session))
    if name == "help":
        return Said(_help(session.game))
    if name == "go-on":
        return (_first_offer(session),)
    if name in asks(session.game):
        return Said(answer(session, name, speech))
    return _done(session, text)


def _phrases(game: AnyGame) -> Mapping[str, list[str]]:
    """The phrases of every deed and question, by its name. A question's full name and its key ask it, too."""
    deeds = shared_words(game.key, "commands")
    questions = {about: [*one["words"], one["label"], one["key"]] for about, one in asks(game).items()}
    return {name: [_plain(one) for one in phrases] for name, phrases in {**deeds, **questions}.items()}


def _plain(text: str) -> str:
    """A line without what may stand around a question in some language, and with one kind of apostrophe."""
    return " ".join(text.lower().replace("'", "’").split()).strip("¿?¡!. ")


def _help(game: AnyGame) -> str:
    """All that can be written, by one phrase each."""
    known = _phrases(game)
    texts, page = shared_words(game.key, "command-line"), page_words(game)
    return str(texts["help"]).format(
        questions=", ".join(known[about][0] for about in asks(game)),
        deeds=", ".join(phrases[0] for name, phrases in known.items() if name in (*DEEDS, *TOLD, "go-on")),
        example=page["command-example"],
    )


def why_not(session: Session, problem: Refused | Illegal) -> str:
    """Why nothing came of a line, in which place it cannot be read, and where all is told that can be written."""
    said = why_refused(session, problem).partition("\n")[0]
    return f"{said} {shared_words(session.game.key, 'command-line')['more']}" if isinstance(problem, Misread) else said


# -- What is done -----------------------------------------------------------------------------------------------------


def _first_offer(session: Session) -> Act:
    """The natural decision, as on the main button: never one that leaves the game, or that chooses another start."""
    for offer in session.game.desk(session.state, session.draft).offers[:1]:
        if session.game.form(offer.move).ends != "game" and offer.name != "enter":
            return Act(session.game.write_move(offer.move))
    raise Refused("nothing-to-go-on")


def _offered(session: Session, text: str) -> Act | None:
    """The decision that a text names: by its notation or the first word of it, or as its button does."""
    language = words(session.game.key)
    for offer in session.game.desk(session.state, session.draft).offers:
        shown = offer_shown(session.game, language, offer)
        if text.lower() in (
            shown["move"].lower(),
            shown["move"].lower().split()[0],
            offer.name,
            shown["label"].lower(),
        ):
            return Act(shown["move"])
    return None


def _done(session: Session, text: str) -> tuple[AtTable, ...] | Said:
    """The deeds of a text in notation."""
    game = session.game
    if text in words(game.key).group("pieces"):
        return _and_played(session, Lay(text))
    if offered := _offered(session, text):
        return (offered,)
    if asked := next((one for one in game.questions if one.lower() == text.lower()), ""):
        return (Ask(asked),)
    moves = tuple(game.read_moves(session.state, text))
    faces = [shown for _, shown in game.read_draft(text).shown_moves]
    if any(shown and not game.form(move).shows_face for move, shown in zip(moves, faces, strict=False)):
        raise Refused("no-faces-here")
    forms = [game.form(move) for move in moves]
    if forms[0].steps:  # behind it stand its own dice once more
        moves, forms = moves[:1], forms[:1]
    if len(moves) > 1 and any(form.kind != "die" for form in forms):
        raise Refused("one-at-a-time")
    return _laid(session, moves, forms[0]) if forms[0].kind != "word" else _said(session, moves[0])


def _laid(session: Session, moves: tuple[AnyMove, ...], form: Form[AnyMove]) -> tuple[AtTable, ...]:
    """Dice behind those that lie; a whole draft or a card alone, and played where no rule objects."""
    write = session.game.write_move
    if form.kind == "die":
        return (Draft((*map(write, session.draft), *map(write, moves))),)
    steps = form.steps or moves
    laid = Draft(tuple(map(write, steps)))
    if form.kind == "card":
        return _and_played(session, laid)
    after = update(session, laid)
    acted = _offered(after, write(moves[0]).split()[0] if form.steps else write(moves[0]))
    return (laid, acted) if acted else (laid,)


def _and_played(session: Session, laid: Lay | Draft) -> tuple[AtTable, ...]:
    """A card is played at once, where it lies well; a die waits to be rolled."""
    game = session.game
    if not game.has_hidden_hands:
        return (laid,)
    after = update(session, laid)
    lies_well = not faults(game, after.state, after.draft)
    return (laid, _first_offer(after)) if lies_well and game.desk(after.state, after.draft).offers else (laid,)


def _said(session: Session, move: AnyMove) -> Said:
    """Something that is not on offer, and why."""
    game, state = session.game, session.visible_state
    broken = game.judge(state, (move,))
    if not broken:
        raise Refused("not-offered", {"found": game.write_move(move)})
    found = explain(game, state, (move,), broken[0])
    return Said(_sentences(found.title, found.said, found.fix))


# -- What is told -----------------------------------------------------------------------------------------------------


def why(session: Session, speech: Speech) -> str:
    """The rule behind what lies there: what the rules object to first; else what happened last."""
    game, state = session.game, session.visible_state
    if broken := faults(game, state, session.draft):
        return _in_full(explain(game, state, session.draft, broken[0]), speech)
    if session.draft:
        return str(page_words(game)["looks-good"])
    codes = [event.code for past in session.replay.past[-1:] for event in past.events]
    if not codes:
        return str(shared_words(game.key, "command-line")["nothing-yet"])
    return _in_full(explain_event(game, codes[-1]), speech)


def _in_full(found: Explanation, speech: Speech) -> str:
    if speech == "brief":
        return _sentences(found.title, found.fix)
    told = (found.title, found.said, found.why, found.fix)
    return _sentences(*told, *((found.cite, found.code) if speech == "full" else ()))


def _sentences(*parts: str) -> str:
    return " ".join(part if part[-1] in ".?!" else f"{part}." for part in parts if part)


def _mistakes(session: Session) -> str:
    """The costliest mistakes of a drive that was looked back at, numbered, to be tried again."""
    shown = looked_back(session)
    if shown is None:
        raise Refused("review-first")
    return shown["waits"] or _sentences(
        *(f"{n}. {said}" for n, said in enumerate(shown["mistakes"], 1)), *shown["notes"]
    )
