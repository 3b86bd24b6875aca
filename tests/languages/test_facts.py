"""Facts told in English with accents: a fact in plain letters is a word of the engine that no file of texts has told.

Every example of every rule is explained or driven, and at many of their positions all is read out that can be asked,
with the whole view of the table. Names of drivers, and notation, are told as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import islice

import pytest

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.advice.why_view import dice_in_words
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.by_ear import Speech, answer
from rallyman_tutor.tutor.words.explain import drive_example
from rallyman_tutor.tutor.words.language import PSEUDO, speaking
from rallyman_tutor.tutor.words.page_words import asks
from rallyman_tutor.tutor.words.sentence import Sentence
from rallyman_tutor.tutor.words.texts import grammar_of
from rallyman_tutor.tutor.words.words import words
from tests.golden.golden import told_of
from tests.languages.escaped import raw_words, strings
from tests.languages.test_pseudo import SCRIPTS
from tests.some import some

NOTATION = re.compile(r"[A-Z]|You|Ana|Ben|Zoe|[BYPECJ]\d+|T?\d+[ab]|weather")
"""Names of drivers, cards, exits and tiles; and the name of an option that there is not."""
SHOWN = ("*.cite", "*.piece", "*.place", "*.intent.*")
"""Entries of a view that may have more: chapters of printed books, and notation that a button sends."""
SPEECHES: tuple[Speech, ...] = ("normal", "full")
EVERY = 16
"""Of so many examples one is looked at on the table."""


@pytest.mark.parametrize("key", SHELF)
def test_every_fact_of_every_rule_is_told_in_words(key: str) -> None:
    game = SHELF[key]
    with speaking(PSEUDO):
        told = [line for rule in game.rules() for line, _ in told_of(game, rule)]
    found = {word: line for line in some(told) for word in raw_words(line) if not NOTATION.fullmatch(word)}
    assert found == {}


@pytest.mark.parametrize("key", SHELF)
def test_every_fact_at_a_table_is_told_in_words(key: str) -> None:
    with speaking(PSEUDO):
        told = [one for session in sessions(SHELF[key]) for one in at_table(session)]
    found = {
        (name, word): text for name, text in some(told) for word in raw_words(text) if not NOTATION.fullmatch(word)
    }
    assert found == {}


def sessions(game: AnyGame) -> Iterator[Session]:
    """Tables with the positions of some examples, and what is laid there."""
    texts = (
        text for rule in game.rules() for text in (*rule.ok, *rule.broken) if " :: " in text and "sheet" not in text
    )
    for text in islice(texts, 0, None, EVERY):
        start, drafted = text.partition(" => ")[0].rsplit(" :: ", 1)
        state = drive_example(game, start)[-1].state if " :: " in start else game.read(start)
        draft = tuple(game.read_draft(drafted).moves)
        for laid in {(), draft if len({type(move) for move in draft}) == 1 else ()}:
            yield Session(Replay(game, {}, state), table=start, drafts=Drafts(laid), handed_to=game.turn(state))


def at_table(session: Session) -> Iterator[tuple[str, str]]:
    """All that a table tells, with its name."""
    for about in asks(session.game):
        for speech in SPEECHES:
            yield about, answer(session, about, speech)
    for name, text in strings({"view": view(session)}):
        if not any(fnmatchcase(name, one) for one in (*SCRIPTS, *SHOWN)):
            yield name, text


def test_a_word_in_a_draft_is_told_as_it_is_claimed() -> None:
    game = SHELF["classic"]
    session = Session(Replay(game, {}, game.read("s14 | A@s1 g3")), drafts=Drafts(tuple(game.read_draft("stop").moves)))
    with speaking(PSEUDO):
        assert view(session)["draft"][0]["name"] == words("classic").phrase("claims", "stop")


def test_every_die_of_a_list_has_the_case_of_its_sentence() -> None:
    game = SHELF["classic"]
    draft = game.read_draft("2>s2 3>s3 w>s4 w>s5").moves
    with speaking("de"):
        dice = dice_in_words(game, words("classic"), draft)
        assert dice == "die 2, 3, beide Gaswürfel"
        assert (
            Sentence.of("mit {dice:wem}", grammar_of("de"), "").format(dice=dice) == "mit der 2, 3, beiden Gaswürfeln"
        )
