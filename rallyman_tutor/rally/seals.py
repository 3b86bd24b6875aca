"""Words that are fixed long before they are told: a chain of them, in which each word is the hash of the next one.

A player tells the first word of their chain, the seal. Nobody can work out a word from those before it, and everybody
can check it: hashed as often as words were told since, it is the seal. So the seal fixes every word of a game.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from itertools import islice

MOST_WORDS = 4096
"""The words of a chain; no game has as many letters."""
WORD_BYTES = 12
LEAST_KEY, MOST_KEY = 16, 64
"""The fewest and the most letters of a key; one of 16 is never guessed."""


def hashed(text: str) -> bytes:
    """A hash as long as a word."""
    return hashlib.sha256(text.encode()).digest()[:WORD_BYTES]


def word_of(key: str, game: str, seat: int, number: int) -> bytes:
    """A player's word of this number, from their secret key; the one of number 0 is the seal."""
    last = hashed(f"{game}/{seat}/{key}")
    return next(islice(_before(last), MOST_WORDS - number, None))


def seal_of(word: bytes, number: int) -> bytes:
    """The seal of the chain that has this word at this number."""
    return next(islice(_before(word), number, None))


def chain(seal: bytes, word: bytes, most: int) -> list[bytes]:
    """All words from a seal to the word that was told last; none where so few hashes do not lead from one to the
    other."""
    found = []
    for one in islice(_before(word), min(most, MOST_WORDS)):
        found.append(one)
        if one == seal:
            return found[::-1]
    return []


def written(word: bytes) -> str:
    """A word as a letter has it."""
    return base64.urlsafe_b64encode(word).decode()


def read(text: str) -> bytes | None:
    """The word that stands in a letter; None where it is none."""
    try:
        word = base64.urlsafe_b64decode(text.encode())
    except ValueError:
        return None
    return word if len(word) == WORD_BYTES and written(word) == text else None


def _before(word: bytes) -> Iterator[bytes]:
    """A word, and all words before it."""
    while True:
        yield word
        word = hashlib.sha256(word).digest()[:WORD_BYTES]
