"""The sources of the documentation: every rule has its place, words, examples and a live board, and every link leads
somewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from posixpath import dirname, normpath
from urllib.parse import parse_qs, urlsplit

import pytest

from rallyman_tutor.coach.card_figures import figures_of
from rallyman_tutor.coach.principles import CARD_PRINCIPLES, PRINCIPLES
from rallyman_tutor.coach.puzzles import puzzles
from rallyman_tutor.games import SHELF
from rallyman_tutor.page.lessons import lessons_in
from rallyman_tutor.pages import printed, shipped
from rallyman_tutor.pages.docs.boards import Board, Pictures, around_pieces, colours, whole
from rallyman_tutor.pages.docs.writing import BESIDE, BY_HAND, escaped, linked, sources, terms
from rallyman_tutor.parts import values
from rallyman_tutor.scene.shapes import Group
from rallyman_tutor.tutor.learner import addresses
from rallyman_tutor.tutor.words.language import ENGLISH, LANGUAGES
from rallyman_tutor.tutor.words.rulebook import example_session
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some

EVERY = {rule.code: game for game in SHELF.values() for rule in game.rules()}
DRIVING = {one.code for principles in PRINCIPLES.values() for one in principles}
DRIVING |= {one.code for principles in CARD_PRINCIPLES.values() for one in principles.all}
NOTHING = (0.0, 0.0, 1.0, 1.0)


@pytest.fixture(scope="module")
def found() -> dict[str, str]:
    """All pages, without painting what is on the boards."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Pictures, "board", lambda *_: Board(NOTHING, NOTHING, ("board.svg",)))
        return sources()


def part(page: str, code: str) -> str:
    """The part of a chapter's page about one rule."""
    return page.partition(f"({code.lower()})=\n")[2].partition("-01)=\n")[0].split("\n(")[0]


def test_every_rule_stands_once_with_its_words_its_examples_and_its_live_board(found: dict[str, str]) -> None:
    assert len(EVERY) == 618
    for code, game in some(EVERY.items()):
        places = [name for name, text in found.items() if f"({code.lower()})=\n" in text]
        assert places == [f"rules/{game.key}/{game.book[code].file.removesuffix('.py')}.md"], code
        told, rule = part(found[places[0]], code), game.book[code]
        shown = re.findall(r"<li class=\"(goes|not-so)\"><b>[\w ]+</b> <code>(.*?)</code>", told)
        assert [kind for kind, _ in shown] == ["goes"] * len(rule.ok) + ["not-so"] * len(rule.broken), code
        for (_, text), written in zip(shown, (*rule.ok, *rule.broken), strict=True):
            assert unescape(text) == written.partition(" => ")[0], code
        assert told.startswith("## ") and told.count("{.cite}") == 1, code
        assert f'<a class="live" href="../../tutor/rules.html?at=rules/{code}">' in told, code


def test_a_rule_is_found_by_its_code(found: dict[str, str]) -> None:
    places = json.loads(found["_static/rules.json"])
    assert set(places) == {*EVERY, *DRIVING} and len(DRIVING) == 98
    for code, place in some(places.items()):
        page, _, target = place.partition("#")
        assert f"({target})=\n" in found[page.replace(".html", ".md")], code


@pytest.mark.parametrize("key", [*PRINCIPLES, *CARD_PRINCIPLES])
def test_every_principle_of_driving_stands_on_one_page_with_its_reason_and_its_live_board(
    found: dict[str, str], key: str
) -> None:
    page, words = found[f"rules/{key}/driving.md"], text_tables(f"games.{key}")["words"]["driving"]
    assert f"\n{len(words)} principles" in page and "(driving.md)" in found[f"rules/{key}/index.md"]
    for code, texts in some(words.items()):
        _, _, told = page.partition(f"({code.lower()})=\n")
        told = told.split("\n(")[0]
        assert told.startswith(f"### {escaped(texts['name'])}\n\n{escaped(texts['why'])}\n"), code
        assert f'href="../../tutor/rules.html?at=rules/{code}"' in told, code
        if key in CARD_PRINCIPLES:
            mean = figures_of(key)[code].mean
            assert ("In imagined evenings" in told) == (mean is not None), code
            continue
        (worth,) = re.findall(r"(\d+) puzzles", told) or ["0"]
        asked = sum(code in one.principles for one in puzzles(key))
        assert int(worth) == asked or asked == 1, code


def test_what_is_said_of_an_example_is_what_the_co_driver_says_of_it(found: dict[str, str]) -> None:
    told = part(found["rules/classic/gear.md"], "CL-GEAR-03")
    assert "<code>s14 | A@s1 g3 :: 3 5</code> <span>You go from 3rd to 5th without touching 4th.</span>" in told
    assert "Gears are changed one at a time" in told and "the gas die on space 3" in told


def links(text: str) -> Iterator[str]:
    """Every address in a page, but those in examples of code."""
    text = re.sub(r"^(```.*?^```|(?: {4}|\t).*?)$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"`[^`]*`", "", text)
    yield from re.findall(r"\]\(([^)\s]+)(?: \"[^\"]*\")?\)", text)
    yield from map(unescape, re.findall(r"<a [^>]*href=\"([^\"]+)\"", text))


def test_every_link_leads_somewhere(found: dict[str, str]) -> None:
    """Headings are looked up by Sphinx, which fails where one is missing."""
    lessons = lessons_in(shipped.folder("lessons"), (), have_pages=True)
    tutor = {f"tutor/{name}.html" for name in addresses.notebook_names(lessons.named)}
    tutor |= {f"tutor/{printed.address(key, ENGLISH)}" for key in SHELF}
    count = 0
    for name, text in found.items():
        for link in links(text) if name.endswith(".md") else ():
            at = urlsplit(link)
            place = normpath(f"{dirname(name)}/{at.path}").removeprefix("/") if at.path else name
            leads = {place, place.replace(".html", ".md")} & {*found, *tutor} or (BY_HAND / place).is_file()
            assert at.scheme == "https" or leads, (name, link)
            asked = parse_qs(at.query).get("at", [""])[0]
            assert not asked or asked.removeprefix("rules/") in {*EVERY, *DRIVING}, (name, link)
            count += 1
    assert count > 2 * len(EVERY)


def test_every_page_by_hand_is_in_the_contents(found: dict[str, str]) -> None:
    listed = re.findall(
        r"^(?:.*<)?([\w/.-]+)>?$",
        "\n".join(re.findall(r"```\{toctree\}(.*?)```", found["index.md"], re.DOTALL)),
        re.MULTILINE,
    )
    by_hand = {file.relative_to(BY_HAND).with_suffix("").as_posix() for file in BY_HAND.rglob("*.md")}
    assert by_hand | {name.removesuffix(".md") for name in BESIDE.values()} <= {*listed, "index"}


def test_numbers_of_rules_and_lessons_on_pages_by_hand_are_true() -> None:
    rules = {key: str(len(game.rules())) for key, game in SHELF.items()}
    home = (BY_HAND / "index.md").read_text("utf-8")
    assert dict(re.findall(r"rules/(\w+)/index.html.*<span>(\d+) rules", home)) == rules
    lessons = [name.partition("/")[0] for name in lessons_in(shipped.folder("lessons"), (), have_pages=True).named]
    told = re.findall(r"\(rules/(\w+)/index.md\), (\d+) lessons", (BY_HAND / "which.md").read_text("utf-8"))
    assert dict(told) == {key: str(lessons.count(key)) for key in ("classic", "dirt")}


def test_every_number_of_a_game_stands_on_its_page_with_its_source(found: dict[str, str]) -> None:
    for key in some(SHELF):
        page = found[f"rules/{key}/figures.md"]
        for value in some(values.read(f"rallyman_tutor.games.{key}")):
            named = escaped(value.name.partition(".")[2].replace("_", " "))
            row = next(
                row for row in page.split("\n") if row.startswith(f"| {named} |") and escaped(value.source) in row
            )
            assert row.endswith("| **house value** |" if value.placeholder else f"| {value.confidence} |"), row


def test_a_code_becomes_a_link_but_not_where_it_is_code() -> None:
    known, link = {"CL-GEAR-03": "One at a time"}, '[CL-GEAR-03](#cl-gear-03 "One at a time")'
    assert linked("See `CL-GEAR-03` and CL-GEAR-03.", known) == f"See {link} and {link}."
    for text in (
        "    explain CL-GEAR-03",
        "```\nCL-GEAR-03\n```",
        "CL-GEAR-99",
        "UTF-8",
        "## CL-GEAR-03",
        "% refused CL-GEAR-03",
        "[CL-GEAR-03](x.md)",
    ):
        assert linked(text, known) == text


def test_a_board_is_shown_where_its_cars_are_and_a_table_of_cards_whole() -> None:
    for key, code in (("classic", "CL-GEAR-03"), ("dirt", "DI-GEAR-02"), ("mil_millas", "MM-DIST-02")):
        pictures = Pictures()
        session = example_session(SHELF[key], code, "broken", 0)
        board = pictures.board(session, False)
        assert len(board.files) == 3 and set(board.files) == set(pictures.files)
        assert (board.shown == board.whole) is SHELF[key].has_hidden_hands
        left, top, width, height = board.shown
        scene = SHELF[key].draw(session.visible_state, session.draft)
        assert whole(scene) == board.whole
        if not SHELF[key].has_hidden_hands:
            assert around_pieces(scene) == board.shown
            cars = [piece for piece in scene.layer("cars") if isinstance(piece, Group)]
            for car in some(cars):
                assert left < car.x < left + width and top < car.y < top + height


def test_boards_on_the_same_road_share_its_picture() -> None:
    pictures, game = Pictures(), SHELF["classic"]
    one, other = (pictures.board(example_session(game, f"CL-GEAR-0{n}", "broken", 0), False) for n in (2, 3))
    assert one.files[:2] == other.files[:2] and one.files[2] != other.files[2] and len(pictures.files) == 4


def test_the_look_takes_its_colours_from_the_tutor_and_nothing_from_elsewhere() -> None:
    style = (BY_HAND / "theme/static/docs.css").read_text("utf-8")
    defined = set(re.findall(r"--([\w-]+):", style + colours()))
    assert set(re.findall(r"var\(--([\w-]+)\)", style)) <= defined
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b", style) == []
    for file in some((BY_HAND / "theme").rglob("*.*")):
        assert "//" not in re.sub(r"^\s*//.*|/\*\*?.*", "", file.read_text("utf-8"), flags=re.MULTILINE), file


def test_the_words_of_a_box_stand_side_by_side_in_every_language(found: dict[str, str]) -> None:
    rows = [line.strip("| ").split(" | ") for line in found["terms.md"].splitlines() if line.startswith("| ")]
    assert all(len(row) == len(LANGUAGES) and all(row) for row in some(rows))
    assert ["gear die", "dado de marcha", "Gangwürfel", "versnellingsdobbelsteen", "dé de vitesse"] in rows
    assert sum(len(terms(game)) for game in SHELF.values()) == len(rows) - len(SHELF)
