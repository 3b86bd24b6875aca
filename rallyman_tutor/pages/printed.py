"""The quick reference of a game as a web page that prints on one sheet: everything it needs is in it.

A server shows it at an address of its own, beside the pages of the tutor. In the static edition its style is a file
beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from string import ascii_uppercase

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.page.pictures import faces
from rallyman_tutor.scene.svg import STYLE as AS_PAINTED
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.words.language import ENGLISH, spoken
from rallyman_tutor.tutor.words.page_words import page_words
from rallyman_tutor.tutor.words.quick_reference import Line, QuickReference, quick_reference
from rallyman_tutor.tutor.words.rulebook import Sign
from rallyman_tutor.tutor.words.words import colon, text_tables

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
p, li { hyphens: auto; hyphenate-limit-chars: 8 3 3; }
a, b { hyphens: manual; }
ul { margin: 0; padding: 0 0 0 3mm; }
li { break-inside: avoid; }
.top { display: flex; flex-wrap: wrap; gap: 1mm 7mm; align-items: start; margin-bottom: 1mm; }
.of-signs { flex: 1 1 50%; }
.dice { display: grid; grid-template-columns: max-content max-content; gap: 0 4mm; }
.dice div { display: flex; }
.dice svg, .signs svg { width: 5.4mm; height: 6mm; vertical-align: middle; }
.cards { display: flex; }
.cards svg { width: 9mm; height: 10mm; }
.signs p { margin: 0 0 .3mm; break-inside: avoid; }
.signs { columns: 2; column-gap: 4mm; }
.road > svg { flex: none; width: 44mm; height: auto; }
.rules { columns: 4; column-gap: 4mm; border-top: .4mm solid #b3201a; padding-top: 1mm; }
.rules h3:first-child { margin-top: 0; }
.tells::marker { content: "= "; color: #1b6e45; font-weight: 700; }
.of-road { width: 100%; }
.road { display: flex; gap: 5mm; align-items: center; }
.names { flex: 1; columns: 3; column-gap: 4mm; }
.names p { margin: 0 0 .3mm; break-inside: avoid; }
.signs svg.piece, .names svg.piece { width: 5.4mm; height: 5.4mm; border-radius: 1mm; vertical-align: middle; }
.warns::marker { content: "! "; color: #a65300; font-weight: 700; }
footer { margin-top: 1.5mm; color: #555; }
.back a { color: #b3201a; font-size: 11pt; }
@media print { .back { display: none; } body { max-width: none; padding: 0; } .rules { columns: 5; column-gap: 3mm; font-size: 6.8pt; } .road > svg { width: auto; max-width: 44mm; height: 20mm; } }
@media screen { .signs svg.piece, .names svg.piece { width: 11mm; height: 11mm; } body { font-size: 9.5pt; line-height: 1.35; } h2 { font-size: 12pt; } h3 { font-size: 10.5pt; } }
@media screen and (max-width: 200mm) {
  body { padding: 14px; font-size: 12pt; }
  h1 { font-size: 20pt; }
  h2 { margin-top: 16px; font-size: 14pt; }
  h3 { font-size: 12pt; }
  .top { display: block; }
  .dice { grid-template-columns: max-content; }
  .dice svg, .signs svg { width: 36px; height: 40px; }
  .signs svg.piece, .names svg.piece { width: 40px; height: 40px; }
  .cards svg { width: 54px; height: 60px; }
  .road > svg { width: 100%; }
  .road { display: block; }
  .names, .signs { columns: 1; }
  .rules { columns: 17em; }
}
"""
)
STYLED = f'<link rel="icon" href="data:,"><style>{STYLE}</style>'
"""A head by which nothing is asked of anybody, not even an icon."""


PIECE = 44.0
"""Half the side of the piece of a board that shows a space or a sign, in units of the board."""
LETTERS = 600.0
"""The width of a board on which a letter has its own size; on a wider one it is larger."""


def address(key: str, language: str) -> str:
    """The address of a game's page in a language, beside those of the tutor."""
    return f"{key}-sheet.html" if language == ENGLISH else f"{key}-sheet.{language}.html"


def sheet(game: AnyGame, head: str = STYLED, back: str = "") -> str:
    """The page, as HTML; its head says where its style comes from. `back` is the address of the tutor, where it is
    shown by one."""
    found, said = quick_reference(game), text_tables("tutor")["sheet"]
    pictures = faces({**game.faces(), **found.drawn})
    signs = "".join(f"<p>{_sign(found, pictures, one)} {escape(one['text'])}</p>" for one in found.signs)
    road = _road(found, str(said["road"]))
    dice = "".join(f"<div>{''.join(pictures[face] for face in die)}</div>" for die in found.dice)
    cards = "".join(pictures[card] for card in found.cards)
    way = f'<p class="back"><a href="{escape(back)}">{escape(str(said["back"]))}</a></p>' if back else ""
    title = escape(str(said["title"]).format(game=game.name))
    beside = _part("dice", str(said["dice"]), dice) + _part("cards", str(said["cards"]), cards)
    top = [
        f"<div>{beside}</div>" if beside else "",
        _part("signs", str(page_words(game)["legend"]), signs),
        _part("road", str(said["table" if game.has_hidden_hands else "road"]), road),
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


def _sign(found: QuickReference, pictures: Mapping[str, str], one: Sign) -> str:
    """The picture of a sign: its face and those it tells of as well, how it is printed on a card, or the piece of road
    where it stands."""
    name = f"<b>{escape(colon(one['sign']))}</b>"
    if one["face"]:
        return "".join(pictures[face] for face in (one["face"], *found.beside.get(one["sign"], ())))
    if one["sign"] in found.drawn:
        return f"{pictures[one['sign']]} {name}"
    return f"{_piece(*found.spots[one['sign']])} {name}" if one["sign"] in found.spots else name


def _piece(x: float, y: float) -> str:
    """A small piece of the board around a point, as the board itself draws it."""
    return (
        f'<svg class="piece" viewBox="{x - PIECE:.0f} {y - PIECE:.0f} {2 * PIECE:.0f} {2 * PIECE:.0f}"'
        ' aria-hidden="true"><use href="#board"/></svg>'
    )


def _road(found: QuickReference, title: str) -> str:
    """The board with a letter on each space that has a name, and the names behind it, each with its picture."""
    lettered = list(zip(ascii_uppercase, found.spaces, strict=False))
    size = found.board.width / LETTERS
    marks = "".join(
        f'<g transform="translate({one.x:.0f} {one.y:.0f}) scale({size:.2f})">'
        '<circle r="13" fill="#fff" stroke="#b3201a" stroke-width="3"/>'
        f'<text y="6" font-size="18" fill="#1b1b1b">{letter}</text></g>'
        for letter, one in lettered
    )
    names = "".join(
        f"<p>{_piece(one.x, one.y)} <b>{letter} {escape(one.name)}</b> {escape(one.text)}</p>"
        for letter, one in lettered
    )
    head, _, drawn = svg(found.board, title=title).partition("<defs>")
    defs, _, shapes = drawn.removesuffix("</svg>\n").partition("</defs>")
    board = f'{head}<defs>{defs}</defs><g id="board">{shapes}</g>{marks}</svg>'
    return f'{board}<div class="names">{names}</div>'


def _part(name: str, title: str, inside: str) -> str:
    return (
        f'<section class="of-{name}"><h2>{escape(title)}</h2><div class="{name}">{inside}</div></section>'
        if inside
        else ""
    )


def _lines(lines: Iterable[Line]) -> str:
    looks = {(True, False): " class=warns", (False, True): " class=tells"}
    return "".join(f"<li{looks.get((line.warns, line.tells), '')}>{escape(line.title)}</li>" for line in lines)
