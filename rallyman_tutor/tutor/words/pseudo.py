"""A language made of English: longer, with accents and in brackets, to see what did not come out of a file of texts.

Places for facts stay as they are, and so do ways to tell a fact. What a page shows in plain letters has escaped.
"""

from __future__ import annotations

from collections.abc import Collection

OPEN, CLOSE = "⟦", "⟧"
_ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "äçéïñöšüýžÄÇÉÏÑÖŠÜÝŽ")
LONGER = 3
"""A sentence is longer by one letter in so many, as German is."""


def in_pseudo(part: object, kept: Collection[str], name: str = "") -> object:
    """Texts in this language, but for the entries that are kept."""
    if name in kept or name.endswith(".key"):
        return part
    if isinstance(part, dict):
        return {key: in_pseudo(one, kept, f"{name}.{key}".removeprefix(".")) for key, one in part.items()}
    if isinstance(part, list):
        return [in_pseudo(one, kept, name) for one in part]
    return pseudo(part) if isinstance(part, str) else part


def pseudo(text: str) -> str:
    """One text in this language."""
    if not any(letter.isalpha() for letter in text):
        return text
    told, depth, letters = "", 0, 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        told += sign if depth else sign.translate(_ACCENTS)
        letters += not depth
    return f"{OPEN}{told}{'·' * (letters // LONGER)}{CLOSE}"
