"""Citing the rules sheet of Crazy Rally: one sheet, in Dutch, with headings and no numbers."""

from __future__ import annotations

from rallyman_tutor.core.rule import Basis, Cite

TEXT, INFERRED, RULING = Basis.TEXT, Basis.INFERRED, Basis.RULING


def cite(nl: str = "", basis: Basis = TEXT, ruling: str = "") -> Cite:
    """A place on the sheet by heading; several are parted by semicolons."""
    return Cite((("nl", nl),) if nl else (), basis, ruling)
