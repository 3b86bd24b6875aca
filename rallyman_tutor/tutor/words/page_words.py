"""The words of a page whatever is on its table: its own, names for the cars, and refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import TypedDict

from rallyman_tutor.coach.coaches import coach_of
from rallyman_tutor.core.game import AnyGame, Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.cldr import NAMES
from rallyman_tutor.tutor.words.explain import explain_briefly, explain_refusal
from rallyman_tutor.tutor.words.language import kept_by_language, offered, spoken
from rallyman_tutor.tutor.words.stage_cards import stage_cards
from rallyman_tutor.tutor.words.texts import grammar_of
from rallyman_tutor.tutor.words.words import shared_words, text_tables, words


def page_words(game: AnyGame) -> Plain:
    """The words of the page: the tutor's, what this game says otherwise, and the names of its tables to sit down at.
    They are put together once, and must not be changed."""
    return _page_words(game, offered())


@kept_by_language(16)
def _page_words(game: AnyGame, languages: tuple[str, ...]) -> Plain:
    own, shared = words(game.key), text_tables("tutor")["page"]
    mine: Plain = text_tables(f"games.{game.key}")["words"]["page"]
    chapters = {name: {**shared[name], **mine.get(name, {})} for name in ("chapters", "chapters-more")}
    return {
        **shared,
        **mine,
        **chapters,
        "ready": dict(own.group("ready")),
        "language": spoken(),
        "forms": {name: dict(form) for name, form in grammar_of(spoken()).forms.items()},
        "languages": {language: NAMES[language] for language in languages},
        "game": game.key,
        "seats": list(game.seats),
        "seats-at": {table: list(seats) for table, seats in game.seats_at.items()},
        "coached": coach_of(game) is not None,
        "stages": stage_cards(game.key),
        "hides": game.has_hidden_hands,
        "glossary": glossary(game.key),
        "what-is-told": told_of_tray(game.key),
        "asks": {about: {"key": one["key"], "label": one["label"]} for about, one in asks(game).items()},
        "away": game.discard_place,
        "cited-in": next(book for rule in game.book for book, _ in rule.cite.places),
        "which-place": own.refused("which-place", {}),
    }


class TableQuestion(TypedDict):
    """A question for any time: its key, its name, and the words that ask it on the command line."""

    key: str
    label: str
    words: list[str]


def asks(game: AnyGame) -> Mapping[str, TableQuestion]:
    """The questions for this game, by name."""
    known = shared_words(game.key, "asks")
    return {about: known[about] for about in words(game.key).group("page")["asks"]}


def glossary(game: str) -> Mapping[str, str]:
    """Every form of the words that this game tells in a sentence."""
    told = words(game).glossary()
    return {form: sentence for forms, sentence in told.items() for form in forms.split("|")}


@kept_by_language(8)
def told_of_tray(game: str) -> Mapping[str, Mapping[str, str]]:
    """The dice or cards, the dials and the buttons of this game, each explained in a sentence by its name: its own, or
    that of the first word in its name that the glossary tells."""
    language, forms = words(game), glossary(game)
    longest_first = sorted(forms, key=len, reverse=True)
    word = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest_first))})(?![\w-])", re.IGNORECASE)
    told = {form.lower(): sentence for form, sentence in forms.items()}
    found: dict[str, dict[str, str]] = {}
    for kind, named in {"pieces": "pieces", "dials": "readouts", "offers": "offers"}.items():
        own = language.tray(kind)
        found[kind] = {}
        for name, label in language.group(named).items():
            fits = [said for pattern, said in own.items() if any(fnmatchcase(name, one) for one in pattern.split("|"))]
            if not fits and (match := word.search(label)):
                fits = [told[match[1].lower()]]
            if fits:
                found[kind][name] = fits[0]
        found[kind] |= {name: str(said) for name, said in own.items() if name not in found[kind] and name.isalpha()}
    return found


def driver_names(cars: int, handed_round: bool = False) -> tuple[str, ...]:
    """Names for so many cars; the first is the learner's. Where a table is handed round nobody is "you"."""
    page = text_tables("tutor")["page"]
    return (*[str(page["you"])] * (not handed_round), *map(str, page["names"]))[:cars]


def why_refused(session: Session, problem: Refused | Illegal) -> str:
    """Why an intent could not be carried out."""
    if isinstance(problem, Illegal):
        return explain_briefly(session.game, session.state, session.draft, problem.violations[0]).said
    return explain_refusal(session.game, problem)


def trouble_text(what: str) -> str:
    """The page's words when something went wrong that nobody foresaw."""
    return str(text_tables("tutor")["page"]["trouble"]).format(what=what)


def why_not_restored(session: Session, problem: Refused | Illegal) -> str:
    """Why what a browser kept could not be put back."""
    return str(text_tables("tutor")["page"]["kept-refused"]).format(why=why_refused(session, problem))
