"""The language that is spoken now: one for each visitor, English where nobody has asked for another."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, update_wrapper
from importlib.resources import files
from typing import Generic, ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")

ENGLISH = "en"
LANGUAGES = (ENGLISH, "es", "de", "nl", "fr")
"""All that may be chosen, as far as their texts are written; the first has all of them."""
OFFERED = LANGUAGES
"""Those that a learner may choose, for every sentence is written. Counting takes long, so a test holds the list."""
ASKED = "RALLYMAN_LANG"
"""The name under which whoever runs the tutor sets a language in the environment, for all that is started."""
EXPECTED = "RALLYMAN_EXPECTED_LANG"
"""The name under which a server tells a kernel what language its visitor seems to speak, before their browser does."""
PSEUDO = "en-XA"
"""English that is longer, accented and in brackets: it shows what did not come out of a file of texts."""


def spoken() -> str:
    """The language that is spoken now."""
    return _spoken.get()


def speak(language: str) -> None:
    """Speak this language from now on."""
    _spoken.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language for a while."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def base(language: str) -> str:
    """The language whose numbers are written: those of the one made of English are English."""
    return language.partition("-")[0]


def known(asked: str) -> str:
    """The language that is meant by "de_CH.UTF-8" or "de-CH", as a terminal or a browser writes it; empty if it is none
    of ours."""
    short = asked.partition(".")[0].replace("_", "-").partition("-")[0].lower()
    return PSEUDO if asked == PSEUDO else short if short in LANGUAGES else ""


class Kept(Generic[Given, Made]):
    """A function whose results are kept, by the language that is spoken as well."""

    def __init__(self, make: Callable[Given, Made], size: int) -> None:
        update_wrapper(self, make)

        @lru_cache(maxsize=size)
        def made(language: str, *given: Given.args, **named: Given.kwargs) -> Made:
            return make(*given, **named)

        self._made = made
        self.cache_clear = made.cache_clear

    def __call__(self, *given: Given.args, **named: Given.kwargs) -> Made:
        return self._made(spoken(), *given, **named)  # type: ignore[arg-type]  # mypy takes them for no keys


ELSEWHERE: list[Callable[[str], bool]] = []
"""Where only the English texts are at hand, as in the static edition at first: fetches those of a language and puts
them beside the English ones; False where it cannot."""


def offered() -> tuple[str, ...]:
    """The languages that a learner may choose here: those whose texts are at hand, or can be fetched."""
    return OFFERED if ELSEWHERE else tuple(one for one in OFFERED if one in at_hand())


@lru_cache
def at_hand() -> tuple[str, ...]:
    """The languages whose texts are there."""
    texts = files("rallyman_tutor.tutor").joinpath("texts")
    return tuple(one for one in LANGUAGES if texts.joinpath(f"{one}.toml").is_file())


_spoken: ContextVar[str] = ContextVar("language", default=known(os.environ.get(ASKED, "")) or ENGLISH)


def chosen(asked: str) -> str:
    """The language that a learner gets who asks for one: that one where it is offered and its texts are at hand or can
    be fetched now, else the one that is spoken."""
    found = known(asked)
    if found == PSEUDO:
        return found
    return found if found in offered() and (found in at_hand() or _fetched(found)) else spoken()


def expected() -> str:
    """The language that a page is opened in before its browser has said what is spoken there."""
    return chosen(os.environ.get(EXPECTED, ""))


def _fetched(language: str) -> bool:
    """Whether the texts of a language could be fetched and are at hand now."""
    is_there = any(fetch(language) for fetch in ELSEWHERE)
    at_hand.cache_clear()
    return is_there


def spoken_in(language: str, steps: Iterator[Made]) -> Iterator[Made]:
    """The steps of some work, each of them made in a language."""
    while True:
        with speaking(language):
            try:
                step = next(steps)
            except StopIteration:
                return
        yield step


def kept_by_language(size: int) -> Callable[[Callable[Given, Made]], Kept[Given, Made]]:
    """Keeps the results of a function, so many of them, each for the language in which it was made."""
    return lambda make: Kept(make, size)
