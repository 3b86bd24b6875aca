"""Faults of one sentence in another language, compared with the English one: places for facts that nobody fills or that
are missing, braces, branches, forms that nobody has told, and names of drivers that are none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from rallyman_tutor.core.spec import NAME
from rallyman_tutor.tutor.words.sentence import ALL, CAPITAL, SMALL, places_in

NAMES = ("page.you", "page.names")
"""The names of drivers: each of these is a name in notation as well, one word of letters."""
MOST_OPEN = 2
"""Branches without a word: one for one, one for many."""
PLACE = re.compile(r"\{(\w*)")
MORE_THAN_PLACES = re.compile(r"\{\w*:|\{\{|\}\}")
"""A form or a branch, or a brace that is to be seen."""


def is_sound(english: str, own: str, forms: Collection[str], name: str) -> bool:
    """Whether a sentence has no fault. Texts are read at the start of every page, so those with the same plain places
    as in English are not taken apart."""
    plain = own.count("{") == own.count("}") and not MORE_THAN_PLACES.search(own)
    if plain and name not in NAMES and set(PLACE.findall(own)) == set(PLACE.findall(english)):
        return True
    return not any(sentence_faults(english, own, forms, name))


def sentence_faults(
    english: str, own: str, forms: Collection[str], name: str
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The faults of a sentence: why, by its name under `[text-faults]`, with facts."""
    if name in NAMES and not re.fullmatch(NAME, own):
        yield "no-name", {"found": own}
    try:
        places = list(places_in(own))
    except ValueError:
        yield "braces", {"found": own}
        return
    known = {place for place, _ in places_in(english)}
    if strange := sorted({place for place, _ in places} - known):
        yield "unknown-place", {"found": strange[0], "list": _listed(sorted(known))}
    if own and (lost := sorted(known - {place for place, _ in places})):
        yield "missing-place", {"found": lost[0]}
    for _, how in places:
        if "|" in how:
            open_ = sum("=" not in branch.partition("{")[0] for branch in how.split("|"))
            if not open_:
                yield "no-last-branch", {"found": how}
            elif open_ > MOST_OPEN:
                yield "too-many-branches", {"found": how, "count": open_}
        elif (form := how.removeprefix(ALL).rstrip(CAPITAL + SMALL)) and form not in forms:
            yield "unknown-form", {"found": form, "list": _listed(forms)}


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "–"
