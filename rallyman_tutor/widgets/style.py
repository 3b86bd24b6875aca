"""The style sheet of the page, with its colours from the palette that paints the board."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rallyman_tutor.parts.car import LIVERIES
from rallyman_tutor.scene.palette import PALETTES

COLOURS = (
    *("paper", "ink", "muted", "legal", "price", "refused", "rally"),
    *("grass", "tarmac", "paint", "brick", "rust", "plum", "pine"),
    *(f"car{number}" for number in range(len(LIVERIES))),
)


@cache
def page_style() -> str:
    """The whole style sheet, with the colours of both themes."""
    colours = "".join(
        f".rt[data-theme={theme}]{{{''.join(f'--{name}:{palette[name]};' for name in COLOURS)}}}\n"
        for theme, palette in PALETTES.items()
    )
    return colours + files(__package__).joinpath("page", "table.css").read_text("utf-8")
