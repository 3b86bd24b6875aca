"""`draw` as it is typed."""

from __future__ import annotations

import shlex
from xml.etree import ElementTree

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.cli import main
from rallyman_tutor.pages.commands.drawing import DRAW_HELP
from rallyman_tutor.scene.svg import svg

Capture = pytest.CaptureFixture[str]
SVG = "{http://www.w3.org/2000/svg}"
BEND = "s4 R3/4x3 s5 | A@s2 g4"


def _drawn(capsys: Capture, *arguments: str) -> ElementTree.Element:
    assert main(["draw", *arguments]) == 0
    return ElementTree.fromstring(capsys.readouterr().out)


def test_every_example_in_its_help_is_drawn(capsys: Capture) -> None:
    lines = [line.strip() for line in DRAW_HELP.splitlines() if line.strip().startswith("rallyman-tutor")]
    assert len(lines) == 4
    for line in lines:
        picture = _drawn(capsys, *shlex.split(line.partition(" > ")[0])[2:])
        assert picture.tag == f"{SVG}svg" and float(picture.get("width", 0)) > 300


def test_a_picture_says_what_it_shows_and_asks_nobody_for_anything(capsys: Capture) -> None:
    picture = _drawn(capsys, "classic", BEND)
    assert picture.get("aria-label") == f"Rallyman (2009): {BEND}"
    targets = [value for one in picture.iter() for name, value in one.attrib.items() if name.endswith("href")]
    assert all(target.startswith("#") for target in targets)


def test_dice_lie_where_the_draft_leads_with_the_faces_that_it_tells(capsys: Capture) -> None:
    game = SHELF["classic"]
    main(["draw", "classic", BEND, "w 3!"])
    told = capsys.readouterr().out
    assert told == svg(game.draw(game.read(BEND), game.read_draft("w 3!")), "light", f"Rallyman (2009): {BEND}")
    keys = [one.get("data-key", "") for one in ElementTree.fromstring(told).iter()]
    assert sum(key.startswith("die:") for key in keys) == 2
    main(["draw", "classic", BEND, "w 3."])
    assert capsys.readouterr().out != told


def test_the_dark_picture_has_other_colours(capsys: Capture) -> None:
    light, dark = (_drawn(capsys, "mil_millas", "duel", *more) for more in ((), ("--dark",)))
    assert ElementTree.tostring(light) != ElementTree.tostring(dark)
    assert len(list(light.iter())) == len(list(dark.iter()))


@pytest.mark.parametrize(
    ("typed", "place", "remedy"),
    [
        (("classic", "forrest"), "column 1, at 'forrest'", "Try: forest"),
        (("classic", "s4 R3/4x3 s5 | A@s14 g4"), "column 18, at 's14'", "rallyman-tutor draw --help"),
        (("classic", BEND, "three"), "this draft. I get stuck at column 1, at 'three'", "rallyman-tutor draw --help"),
        (("classic", ""), "come to the end at column 1", "rallyman-tutor draw --help"),
        (("dirt", "R9-SS1"), "column 1, at 'R9-SS1'", "-SS1"),
        (("mil_millas", "duell"), "no table 'duell' in Mil Millas", "Try: duel"),
        (("clasic", "bends"), "no game 'clasic'", "Try: classic"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_place_and_remedy(
    capsys: Capture, typed: tuple[str, ...], place: str, remedy: str
) -> None:
    code: object
    try:
        code = main(["draw", *typed])
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr()
    assert code == 2 and not said.out
    assert place in said.err and remedy in said.err.splitlines()[-1]


def test_a_table_that_breaks_a_rule_is_refused_by_it(capsys: Capture) -> None:
    assert main(["draw", "classic", "sheet Ana ; START J1, FINISH J1"]) == 2
    assert capsys.readouterr().err.count("\n") == 2
