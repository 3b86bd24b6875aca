"""The sheet of a rally as a page shows it: a row for each driver, the places after each stage, and all of it as a file
for spreadsheets."""

from __future__ import annotations

from typing import TypedDict

from rallyman_tutor.rally.sheet import Counted, RallySheet
from rallyman_tutor.tutor.words.spreadsheet import as_csv
from rallyman_tutor.tutor.words.words import text_tables

BYTES_ARE_UTF8 = "\ufeff"
"""At the beginning of a file it tells a spreadsheet that the letters of all scripts are to be read as such."""


class RallySheetShown(TypedDict):
    """The sheet: its head, a row for each driver, the best first; the places after each row, by driver; and all of it
    as a file for spreadsheets."""

    title: str
    head: list[str]
    rows: list[list[str]]
    chart: str  # what the chart tells, in words
    orders: list[list[int]]  # 0: no place
    seats: list[int]  # of the drivers, by row
    csv: str


def sheet_shown(sheet: RallySheet) -> RallySheetShown | None:
    """The sheet in words; None before anything stands on it."""
    if not sheet.rows:
        return None
    seats = by_place(sheet)
    parts = [_text("parts", sheet.counts).format(n=number) for number in range(1, len(sheet.rows) + 1)]
    head = [_text("head", "place"), _text("head", "driver"), *parts, _text("head", "total"), _text("head", "gap")]
    rows = [
        [
            str(sheet.places[seat] or "–"), sheet.drivers[seat],
            *(number_of(row[seat], sheet.counts) for row in sheet.rows), number_of(sheet.sums[seat], sheet.counts),
            gap_of(sheet, seat) or "–",
        ]
        for seat in seats
    ]  # fmt: skip
    return {
        "title": _text("after", sheet.counts).format(n=len(sheet.rows)),
        "head": head,
        "rows": rows,
        "chart": str(text_tables("tutor")["rally"]["chart"]),
        "orders": [[order[seat] or 0 for order in sheet.orders] for seat in seats],
        "seats": seats,
        "csv": BYTES_ARE_UTF8 + as_csv((head, *([*cells[:-1], cells[-1].lstrip("+")] for cells in rows))),
    }


def by_place(sheet: RallySheet) -> list[int]:
    """The seats, the best first, and last those without a place."""
    return sorted(range(len(sheet.drivers)), key=lambda seat: (sheet.places[seat] or len(sheet.drivers) + 1, seat))


def gap_of(sheet: RallySheet, seat: int) -> str:
    """How far a driver is behind the first; nothing where they are not."""
    gap = sheet.gaps[seat]
    return f"+{number_of(gap, sheet.counts)}" if gap else ""


def number_of(value: int | None, counts: Counted) -> str:
    """A number of a sheet as it is written there."""
    if value is None:
        return str(text_tables("tutor")["rally"]["out"])
    return f"{value // 60}:{value % 60:02}" if counts == "seconds" else str(value)


def _text(key: str, which: str) -> str:
    """A text of a table of texts."""
    found = text_tables("tutor")["rally"][key]
    return str(found[which])
