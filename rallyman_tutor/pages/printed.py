"""The quick reference of a game as a web page that prints on one sheet: everything it needs is in it.

A server shows it at an address of its own, beside the pages of the tutor. In the static edition its style is a file
beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from string import ascii_uppercase

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.page.pictures import faces
from rallyman_tutor.scene.svg import STYLE as AS_PAINTED
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.words.language import spoken
from rallyman_tutor.tutor.words.page_words import page_words
from rallyman_tutor.tutor.words.quick_reference import Line, QuickReference, quick_reference
from rallyman_tutor.tutor.words.words import text_tables

STYLE = (
    f"svg {{ {AS_PAINTED} }}"
    + """
@page { size: A4; margin: 9mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 208mm; padding: 8mm; color: #1b1b1b; background: #fff; font: 7.2pt/1.2 "Barlow", "Helvetica Neue", Arial, sans-serif; }
h1 { margin: 0 0 2mm; font-size: 15pt; color: #b3201a; }
h2 { margin: 0 0 1mm; font-size: 9.5pt; }
h3 { margin: 1.4mm 0 .3mm; font-size: 8pt; break-after: avoid; }
p { margin: 1mm 0; }
ul { margin: 0; padding: 0 0 0 3mm; }
li { break-inside: avoid; }
.top { display: flex; flex-wrap: wrap; gap: 1mm 7mm; align-items: start; margin-bottom: 1mm; }
.of-signs { flex: 1 1 40%; }
.dice { display: grid; grid-template-columns: max-content max-content; gap: 0 4mm; }
.dice div { display: flex; }
.dice svg, .signs svg { width: 5.4mm; height: 6mm; vertical-align: middle; }
.cards { display: flex; }
.cards svg { width: 9mm; height: 10mm; }
.signs p { margin: 0 0 .5mm; }
.road > svg { flex: none; width: 44mm; height: auto; }
.rules { columns: 4; column-gap: 4mm; border-top: .4mm solid #b3201a; padding-top: 1mm; }
.rules h3:first-child { margin-top: 0; }
.tells::marker { content: "= "; color: #1b6e45; font-weight: 700; }
.of-road { width: 100%; }
.road { display: flex; gap: 5mm; align-items: center; }
.names { columns: 2; column-gap: 5mm; }
.names p { margin: 0 0 .3mm; break-inside: avoid; }
.warns::marker { content: "! "; color: #a65300; font-weight: 700; }
footer { margin-top: 1.5mm; color: #555; }
.back a { color: #b3201a; font-size: 11pt; }
@media print { .back { display: none; } body { max-width: none; padding: 0; } .rules { columns: 5; column-gap: 3mm; font-size: 6.8pt; } .road > svg { width: auto; max-width: 44mm; height: 24mm; } }
@media screen { body { font-size: 9.5pt; line-height: 1.35; } h2 { font-size: 12pt; } h3 { font-size: 10.5pt; } }
@media screen and (max-width: 200mm) {
  body { padding: 14px; font-size: 12pt; }
  h1 { font-size: 20pt; }
  h2 { margin-top: 16px; font-size: 14pt; }
  h3 { font-size: 12pt; }
  .top { display: block; }
  .dice { grid-template-columns: max-content; }
  .dice svg, .signs svg { width: 36px; height: 40px; }
  .cards svg { width: 54px; height: 60px; }
  .road > svg { width: 100%; }
  .road { display: block; }
  .names { columns: 1; }
  .rules { columns: 17em; }
}
"""
)
STYLED = f'<link rel="icon" href="data:,"><style>{STYLE}</style>'
"""A head by which nothing is asked of anybody, not even an icon."""


def address(key: str) -> str:
    """The address of a game's page, beside those of the tutor."""
    return f"{key}-sheet.html"


def sheet(game: AnyGame, head: str = STYLED, back: str = "") -> str:
    """The page, as HTML; its head says where its style comes from. `back` is the address of the tutor, where it is
    shown by one."""
    found, pictures, said = quick_reference(game), faces(game.faces()), text_tables("tutor")["sheet"]
    shown = {one["sign"]: pictures.get(one["face"]) or f"<b>{escape(one['sign'])}:</b>" for one in found.signs}
    signs = "".join(f"<p>{shown[one['sign']]} {escape(one['text'])}</p>" for one in found.signs)
    road = _road(found, str(said["road"])) if found.road else ""
    dice = "".join(f"<div>{''.join(pictures[face] for face in die)}</div>" for die in found.dice)
    cards = "".join(pictures[card] for card in found.cards)
    way = f'<p class="back"><a href="{escape(back)}">{escape(str(said["back"]))}</a></p>' if back else ""
    title = escape(str(said["title"]).format(game=game.name))
    beside = _part("dice", str(said["dice"]), dice) + _part("cards", str(said["cards"]), cards)
    top = [
        f"<div>{beside}</div>" if beside else "",
        _part("signs", str(page_words(game)["legend"]), signs),
        _part("road", str(said["road"]), road),
    ]
    rules = "".join(f"<h3>{escape(chapter)}</h3><ul>{_lines(lines)}</ul>" for chapter, lines in found.rules.items())
    return f"""<!DOCTYPE html>
<html lang="{spoken()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">{head}<title>{title}</title></head>
<body>{way}<h1>{title}</h1>
<section class="top">{"".join(top)}</section>
<h2>{escape(str(said["rules"]))}</h2><section class="rules">{rules}</section>
<footer>{escape(str(said["foot"]))}</footer></body>
</html>
"""


def _road(found: QuickReference, title: str) -> str:
    """The road with a letter on each space that has a name, and the names behind it."""
    assert found.road is not None
    lettered = list(zip(ascii_uppercase, found.spaces, strict=False))
    marks = "".join(
        f'<g transform="translate({one.x:.0f} {one.y:.0f})"><circle r="13" fill="#fff" stroke="#b3201a" stroke-width="3"/>'
        f'<text y="6" font-size="18" fill="#1b1b1b">{letter}</text></g>'
        for letter, one in lettered
    )
    names = "".join(f"<p><b>{letter} {escape(one.name)}</b> {escape(one.text)}</p>" for letter, one in lettered)
    return svg(found.road, title=title).replace("</svg>", f"{marks}</svg>") + f'<div class="names">{names}</div>'


def _part(name: str, title: str, inside: str) -> str:
    return (
        f'<section class="of-{name}"><h2>{escape(title)}</h2><div class="{name}">{inside}</div></section>'
        if inside
        else ""
    )


def _lines(lines: Iterable[Line]) -> str:
    looks = {(True, False): " class=warns", (False, True): " class=tells"}
    return "".join(f"<li{looks.get((line.warns, line.tells), '')}>{escape(line.title)}</li>" for line in lines)
