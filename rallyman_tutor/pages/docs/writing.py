"""Writes the sources of the documentation: the pages by hand and those made from the games, side by side in one folder.

Codes of rules become links wherever they are named. The pages of the tutor lie in `tutor/` of the site, beside them.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.pictures import faces
from rallyman_tutor.pages import shipped
from rallyman_tutor.pages.docs.boards import Pictures, colours, inline
from rallyman_tutor.pages.docs.chapters import chapters, driving_chapters
from rallyman_tutor.parts import values
from rallyman_tutor.tutor.advice import handbook
from rallyman_tutor.tutor.words.cldr import NAMES
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.language import LANGUAGES, speaking
from rallyman_tutor.tutor.words.rulebook import legend
from rallyman_tutor.tutor.words.words import words

ROOT = shipped.PACKAGE.parent
BY_HAND = ROOT / "docs"
BESIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "lessons/README.md": "lessons.md"}
"""Pages that lie elsewhere in the checkout, and what they are called here."""
CODE = re.compile(r"`?\b((?:[A-Z]{2}-)?[A-Z0-9]+-\d+)\b`?")
LINK = re.compile(r"\]\(([^)#]*)")
TUTOR = re.compile(r"\[([^\]]+)\]\((tutor/[^)]+)\)")
"""A link into the tutor, which no page here stands for."""


def write(out: Path) -> dict[str, str]:
    """Write all sources into a folder, in place of what was there; gives them by name."""
    found = sources()
    if out.exists():
        shutil.rmtree(out)
    shutil.copytree(BY_HAND, out, ignore=shutil.ignore_patterns("*.md", "__pycache__"))
    for name, text in found.items():
        file = out / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return found


def sources() -> dict[str, str]:
    """Every page and picture, by its place in the folder."""
    known = {rule.code: rule_title(game, rule.code) for game in SHELF.values() for rule in game.rules()}
    written = {file.relative_to(BY_HAND).as_posix(): file for file in sorted(BY_HAND.rglob("*.md"))}
    written |= {name: ROOT / place for place, name in BESIDE.items()}
    found = {name: linked(_moved(file, name), known) for name, file in written.items()}
    pictures = Pictures()
    for game in SHELF.values():
        found |= dict(_of_game(game, pictures))
    found["terms.md"] = _page(
        "terms", names=[NAMES[one] for one in LANGUAGES], games=[(game, terms(game)) for game in SHELF.values()]
    )
    found = {name: _with_tutor(text, "../" * name.count("/")) for name, text in found.items()}
    return {**found, **pictures.files, "_static/colours.css": colours(), "_static/rules.json": json.dumps(_places())}


def terms(game: AnyGame) -> list[list[str]]:
    """The words that this game tells in a sentence, a row each with the word in every language."""
    columns = []
    for language in LANGUAGES:
        with speaking(language):
            columns.append([forms.partition("|")[0] for forms in words(game.key).glossary()])
    return [list(row) for row in zip(*columns, strict=True)]


def _places() -> dict[str, str]:
    """Where each rule and each principle of driving stands, for whoever searches it by its code."""
    found = {
        rule.code: f"rules/{game.key}/{rule.file.removesuffix('.py')}.html#{rule.code.lower()}"
        for game in SHELF.values()
        for rule in game.rules()
    }
    for game in SHELF.values():
        for line in handbook.contents(game):
            found[line["code"]] = f"rules/{game.key}/driving.html#{line['code'].lower()}"
    return found


def _of_game(game: AnyGame, pictures: Pictures) -> Iterator[tuple[str, str]]:
    place = f"rules/{game.key}"
    every = list(chapters(game, pictures))
    for chapter in every:
        yield f"{place}/{chapter.file}.md", _page("chapter", game=game, chapter=chapter, root="../../")
    rules = [rule for chapter in every for rule in chapter.rules]
    shown = sum(bool(rule.boards) for rule in rules)
    yield (
        f"{place}/index.md",
        _page("game", game=game, chapters=every, count=len(rules), shown=shown, driving=driving_chapters(game)),
    )
    yield f"{place}/signs.md", _page("signs", game=game, signs=legend(game), faces=inline(faces(game.faces())))
    if driving := driving_chapters(game):
        count = sum(len(chapter.lines) for chapter in driving)
        yield f"{place}/driving.md", _page("driving", game=game, chapters=driving, count=count, root="../../")
    figures = list(values.read(f"rallyman_tutor.games.{game.key}"))
    topics: dict[str, list[values.Value]] = {}
    for figure in figures:
        topics.setdefault(figure.name.partition(".")[0].replace("_", " "), []).append(figure)
    own = sum(figure.placeholder for figure in figures)
    yield f"{place}/figures.md", _page("figures", game=game, topics=topics.items(), own=own, count=len(figures))


def _moved(file: Path, name: str) -> str:
    """A page whose links to other pages still lead there from its place among the sources."""
    text = file.read_text("utf-8")
    if name not in BESIDE.values():
        return text

    def there(match: re.Match[str]) -> str:
        place = (file.parent / match[1]).resolve()
        inside = place.relative_to(ROOT).as_posix() if match[1] and place.is_relative_to(ROOT) else ""
        return f"]({BESIDE.get(inside) or inside.removeprefix('docs/')}" if place.is_file() and inside else match[0]

    return LINK.sub(there, text)


def _with_tutor(text: str, root: str) -> str:
    return TUTOR.sub(lambda found: f'<a href="{root}{found[2]}">{escape(found[1])}</a>', text)


def linked(text: str, known: Mapping[str, str]) -> str:
    """Markdown in which every rule's code is a link that tells its title, except in blocks of code and in other
    links."""
    lines, is_code = [], False
    for line in text.split("\n"):
        is_code ^= line.startswith("```")
        plain = is_code or line.startswith(("    ", "```", "#", "% ")) or "](" in line
        lines.append(line if plain else CODE.sub(lambda found: _link(found, known), line))
    return "\n".join(lines)


def _link(found: re.Match[str], known: Mapping[str, str]) -> str:
    return f'[{found[1]}](#{found[1].lower()} "{known[found[1]]}")' if found[1] in known else found[0]


def escaped(text: str, around: str = "") -> str:
    """Text as Markdown that shows it as it is; where there is any, with marks around it."""
    return text and around + re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text) + around


def figure_in_words(value: object) -> str:
    """A number, or several."""
    if isinstance(value, list):
        return (
            "; ".join(map(figure_in_words, value))
            if any(isinstance(one, list) for one in value)
            else ", ".join(map(figure_in_words, value))
        )
    if isinstance(value, dict):
        return "; ".join(f"{name}: {figure_in_words(one)}" for name, one in value.items())
    return str(value)


@cache
def _templates() -> Environment:
    found = Environment(loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=False)
    found.filters |= {"md": escaped, "figure": figure_in_words}
    return found


def _page(template: str, **told: object) -> str:
    return _templates().get_template(f"{template}.md.j2").render(**told)
