"""Citing the printed rulebooks of Rallyman (2009).

The Spanish text has headings and no numbers, the German one numbered chapters; a rule names its place in each.
"""

from __future__ import annotations

from rallyman_tutor.core.rule import Basis, Cite

TEXT, INFERRED, RULING = Basis.TEXT, Basis.INFERRED, Basis.RULING


def cite(es: str = "", de: str = "", basis: Basis = TEXT, ruling: str = "") -> Cite:
    """A place in the Spanish text by heading, in the German one by chapter."""
    return Cite(tuple((book, place) for book, place in (("es", es), ("de", de)) if place), basis, ruling)
