"""Citing the printed rulebook of Rallyman: DIRT, the Spanish text, by its headings."""

from __future__ import annotations

from rallyman_tutor.core.rule import Basis, Cite

TEXT, INFERRED, RULING = Basis.TEXT, Basis.INFERRED, Basis.RULING


def cite(es: str, basis: Basis = TEXT, ruling: str = "") -> Cite:
    """A place in the Spanish text by heading; a page is named where the book itself names one."""
    return Cite((("es", es),), basis, ruling)
