"""A language made of English: longer, with accents and in brackets, to see what did not come out of a file of texts.

Places for facts stay as they are; of the ways to tell a fact only branches change. What a page shows in plain letters
has escaped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

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
    letters = sum(not is_place for sign, is_place in _signs(text))
    return f"{OPEN}{_accented(text)}{'·' * (letters // LONGER)}{CLOSE}"


def _accented(text: str) -> str:
    """A text with accents; of a place for a fact, only its branches have them."""
    told, place = "", ""
    for sign, is_place in _signs(text):
        place += sign if is_place else ""
        if not is_place:
            told += sign.translate(_ACCENTS)
        elif place.count("{") == place.count("}"):
            told, place = told + _place(place), ""
    return told


def _place(place: str) -> str:
    """A place for a fact, with accents on its branches, but not on the words that choose one of them."""
    name, _, how = place[1:-1].partition(":")
    branches = _parts(how)
    if len(branches) == 1:
        return place
    keyed = (branch.partition("=") if "=" in branch.partition("{")[0] else ("", "", branch) for branch in branches)
    return f"{{{name}:{'|'.join(f'{key}{sign}{_accented(told)}' for key, sign, told in keyed)}}}"


def _parts(how: str) -> list[str]:
    """The branches of a way to tell a fact; those of facts within them are not parted."""
    parts = [""]
    for sign, is_place in _signs(how):
        if sign == "|" and not is_place:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def _signs(text: str) -> Iterator[tuple[str, bool]]:
    """Each sign of a text, and whether it belongs to a place for a fact."""
    depth = 0
    for sign in text:
        depth += sign == "{"
        yield sign, depth > 0
        depth -= sign == "}"
