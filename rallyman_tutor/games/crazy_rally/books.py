"""Citing the rules sheet of Crazy Rally: one sheet, in Dutch, with headings and no numbers."""

from __future__ import annotations

from rallyman_tutor.core.rule import Basis, Cite

TEXT, INFERRED, RULING = Basis.TEXT, Basis.INFERRED, Basis.RULING


def cite(nl: str = "", basis: Basis = TEXT, ruling: str = "") -> Cite:
    """A citation by the headings of the sheet; several headings are separated by semicolons."""
    return Cite((("nl", nl),) if nl else (), basis, ruling)
