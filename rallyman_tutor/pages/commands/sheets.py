"""The sheet of a rally as a printed table: a row for each driver, a column for each stage, race or round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rallyman_tutor.pages.sentences import say
from rallyman_tutor.rally.sheet import Counted, RallySheet


def print_sheet(sheet: RallySheet, more: Mapping[str, Sequence[str]] | None = None) -> None:
    """Print a sheet; `more` are columns behind it, by their titles, with a cell for each driver."""
    columns: dict[str, Sequence[str]] = {
        say(f"play.{sheet.counts}", n=n): [told(value, sheet.counts) for value in row]
        for n, row in enumerate(sheet.rows, 1)
    }
    columns[say("play.total")] = [told(value, sheet.counts) for value in sheet.sums]
    columns[say("play.gap")] = ["-" if not gap else f"+{told(gap, sheet.counts)}" for gap in sheet.gaps]
    columns[say("play.place")] = [str(place or "-") for place in sheet.places]
    columns |= more or {}
    names = (say("play.driver"), *sheet.drivers)
    name_wide = max(map(len, names))
    wide = {title: max(map(len, (title, *cells))) for title, cells in columns.items()}
    rows = [[*columns], *([*cells] for cells in zip(*columns.values(), strict=True))]
    for name, cells in zip(names, rows, strict=True):
        print(
            "   ".join(
                [
                    f"{name:<{name_wide}}",
                    *(f"{cell:>{wide[title]}}" for title, cell in zip(columns, cells, strict=True)),
                ]
            )
        )


def sums_of(sheet: RallySheet) -> dict[str, object]:
    """The end of a sheet as JSON has it, by driver: times row by row, sums, places, gaps."""
    return {
        "times": [list(row) for row in sheet.rows], "sums": list(sheet.sums), "places": list(sheet.places),
        "gaps": list(sheet.gaps),
    }  # fmt: skip


def told(value: int | None, counts: Counted) -> str:
    """A number of a sheet: seconds as minutes and seconds."""
    if value is None:
        return say("play.out")
    return f"{value // 60}:{value % 60:02}" if counts == "seconds" else str(value)
