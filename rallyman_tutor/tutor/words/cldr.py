"""How languages count, from CLDR. `python -m tests.languages.cldr` has written this, and nobody mends it by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

DECIMAL: Mapping[str, str] = {"en": ".", "es": ",", "de": ",", "nl": ",", "fr": ",", "it": ","}
"""The sign before tenths."""

NAMES: Mapping[str, str] = {
    "en": "English",
    "es": "Español",
    "de": "Deutsch",
    "nl": "Nederlands",
    "fr": "Français",
    "it": "Italiano",
}
"""How each language calls itself."""

PLURAL: Mapping[str, Callable[[float, int, int], int]] = {
    "en": lambda n, i, v: 0 if i == 1 and v == 0 else 1,
    "es": lambda n, i, v: 0 if n == 1 else 1,
    "de": lambda n, i, v: 0 if i == 1 and v == 0 else 1,
    "nl": lambda n, i, v: 0 if i == 1 and v == 0 else 1,
    "fr": lambda n, i, v: 0 if i in (0, 1) else 1,
    "it": lambda n, i, v: 0 if i == 1 and v == 0 else 1,
}
"""Which branch of a sentence a number takes, from 0: by the number, its whole part, and how many digits follow that."""


def plural_of(language: str, number: str) -> int:
    """The branch for a number as it is written in this language."""
    whole, _, rest = number.lstrip("−-").replace(",", ".").partition(".")
    return PLURAL[language](float(f"{whole}.{rest or 0}"), int(whole), len(rest))
