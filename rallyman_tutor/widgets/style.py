"""The style sheet of the page, with its colours from the palette that paints the board."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rallyman_tutor.parts.car import LIVERIES
from rallyman_tutor.scene.palette import PALETTES

COLOURS = (
    *("paper", "ink", "muted", "legal", "price", "refused", "rally"),
    *("grass", "tarmac", "paint", "brick", "rust", "plum", "pine"),
    *(
        "forest",
        "fir",
        "autumn",
        "rock",
        "water",
        "earth",
        "sand",
        "gravel",
        "snow",
        "roof",
        "slate",
        "straw",
        "village",
    ),
    *(f"car{number}" for number in range(len(LIVERIES))),
)
SHEETS = ("table.css", "talk.css", "screens.css", "editor.css", "rally.css")
"""The style of the table, of the words over it, of the screens without a table, then of a rally."""


@cache
def page_style() -> str:
    """The whole style sheet, with the colours of both themes."""
    colours = "".join(
        f".rt[data-theme={theme}]{{{''.join(f'--{name}:{palette[name]};' for name in COLOURS)}}}\n"
        for theme, palette in PALETTES.items()
    )
    sheets = (files(__package__).joinpath("page", name).read_text("utf-8") for name in SHEETS)
    return colours + "".join(sheets)
