"""The words of the pages before and around the tutor: while it starts, if its line is lost, if all seats are taken.

All of it is in `texts/<language>.toml`, one table a place on the page; the templates and the page's script only ask for
it. A visitor is told in their own language: the one that the address asks for, else the one that they have chosen
before, else the first one of their browser, unless whoever runs the server has chosen another than English.
"""

from __future__ import annotations

import re

from rallyman_tutor.core.game import Plain
from rallyman_tutor.tutor.words.language import ENGLISH, at_hand, chosen, known, spoken
from rallyman_tutor.tutor.words.texts import room_texts

LANGUAGE = ENGLISH
ASKED, CHOSEN = "lang", "rallyman-language"
"""The name of a language in an address, and that of the cookie with the one that was chosen before."""


def words(language: str = "") -> Plain:
    """Every word of the pages' frame, by table and key."""
    told = language or spoken()
    said = {one: _said(one) for one in dict.fromkeys((*at_hand(), told))}
    return {**room_texts("pages", told).tables, "language": told, "said": said}


def _said(language: str) -> dict[str, str]:
    """The words of a page's script. It gets them in every language, for a learner may choose another one there."""
    told = room_texts("pages", language).tables
    start, site = told["start"], told["site"]
    return {**told["banner"], "cell": start["cell"], "slow": start["slow"], "coming": site["coming"]}


def language_for(address: str, cookie: str, browser: str) -> str:
    """The language for a visitor, by what the address, the cookie and the browser's header say."""
    first = re.split("[,;]", browser)[0].strip() if spoken() == ENGLISH else ""
    return chosen(address if known(address) else cookie if known(cookie) else first)
