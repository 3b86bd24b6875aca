"""Tables as files for spreadsheets, in which no text is taken for a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First signs of texts that a spreadsheet would reckon with."""


def harmless(text: str) -> str:
    """The text, marked so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Rows as a file; its texts are made harmless, its numbers stay."""
    written = StringIO()
    csv.writer(written).writerows([harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return written.getvalue()
