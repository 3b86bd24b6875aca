"""Figures as they are written in the language that is spoken: tenths, shares, seconds."""

from __future__ import annotations

from fractions import Fraction

from rallyman_tutor.tutor.words.cldr import DECIMAL
from rallyman_tutor.tutor.words.language import base, spoken
from rallyman_tutor.tutor.words.texts import room_texts

TENTHS = 1


def decimal_sign() -> str:
    """The sign before tenths."""
    return DECIMAL[base(spoken())]


def decimal(number: float, places: int = TENTHS, sign: bool = False) -> str:
    """A number with so many digits behind the sign for tenths, and with its own sign in front if that is asked for."""
    return f"{number:{'+' * sign}.{places}f}".replace(".", decimal_sign())


def in_seconds(number: float, places: int = TENTHS, sign: bool = False) -> str:
    """So many seconds, as a table has them."""
    return _told("seconds", decimal(number, places, sign))


def percent(share: Fraction | float, places: int = 0) -> str:
    """A share of a hundred. What is not quite nothing is told as less than the least figure, and not quite all as more
    than the greatest."""
    told, hundred = decimal(100 * float(share), places), decimal(100.0, places)
    if share != 0 and told == decimal(0.0, places):
        return _told("below", _told("share", decimal(10.0**-places, places)))
    if share != 1 and told == hundred:
        return _told("above", _told("share", decimal(100 - 10.0**-places, places)))
    return _told("share", told)


def exactly(share: Fraction) -> str:
    """A share of a hundred with all the digits it has."""
    return _told("share", f"{float(100 * share):g}".replace(".", decimal_sign()))


def below(bound: int) -> str:
    """Less than so many of a hundred."""
    return _told("below", _told("share", str(bound)))


def above(bound: int) -> str:
    """More than so many of a hundred."""
    return _told("above", _told("share", str(bound)))


def between(least: int, most: int) -> str:
    """From so many to so many of a hundred."""
    return _told("share", f"{least}–{most}")


def _told(name: str, it: str) -> str:
    return str(room_texts("tutor", spoken()).tables["figures"][name]).format(it=it)
