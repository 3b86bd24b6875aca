"""`film` as it is typed: an animated picture of a rally, small and quick, or a reason why there is none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from time import process_time

import pytest
from PIL import Image

from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.core.replay import pack, unpack
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.cli import main
from rallyman_tutor.rally.film import END, film
from rallyman_tutor.rally.rally import Rally, begin, code, decided, driven
from rallyman_tutor.rally.setup import Entry, RallySetup, drawn, entries
from rallyman_tutor.rally.sheet import sheet_of
from rallyman_tutor.scene.palette import palette
from rallyman_tutor.widgets.film_picture import animated, name_written
from tests.rally.test_account import CLASSIC, SOLVED


@pytest.fixture(scope="module")
def rally() -> Rally:
    return driven(begin(CLASSIC, RallySetup(entries(3, "careful"), (SOLVED,) * 3)))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def pictures(found: bytes) -> Iterator[tuple[Image.Image, float]]:
    """The pictures of a GIF, each with its seconds."""
    opened = Image.open(BytesIO(found))
    for number in range(getattr(opened, "n_frames", 1)):
        opened.seek(number)
        yield opened.convert("RGB"), opened.info["duration"] / 1000


def has(picture: Image.Image, colour: str) -> bool:
    wanted = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return wanted in {pixel for _, pixel in picture.getcolors(1_000_000) or []}


def test_the_code_of_a_rally_becomes_a_film_on_which_every_car_is_seen(
    rally: Rally, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("film", code(rally))) == 0
    made = Path("rally.gif").read_bytes()
    seconds = to_the_end(film(rally.replay)).seconds
    assert capsys.readouterr().out == f"rally.gif: a film of {round(seconds)} s, {-(-len(made) // 1000)} kB.\n"
    shown = [*pictures(made)]
    assert sum(time for _, time in shown) == pytest.approx(seconds, rel=0.1) and seconds < 60
    for seat in range(3):
        assert has(shown[len(shown) // 2][0], palette("light")[f"car{seat}"])
    drawn_parts = {bytes(picture.crop((0, 0, 600, 100)).tobytes()) for picture, _ in shown}
    assert len(drawn_parts) > 10, "they move"
    assert len({picture.getpixel((2, picture.height - 2)) for picture, _ in shown}) == 1, "what is still is kept"


@pytest.mark.parametrize("name", ["alone.txt", "-"])
def test_a_file_and_the_input_are_read_as_well(
    rally: Rally, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = json.dumps({"save": rally.replay.save()})
    Path("alone.txt").write_text(saved, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", type("Input", (), {"read": lambda _self, _most: saved})())
    assert main(("film", name, "-o", "other.gif")) == 0
    assert Path("other.gif").is_file() and not Path("rally.gif").exists() and capsys.readouterr().out


def forged(rally: Rally) -> Iterator[tuple[str, str]]:
    """Codes with which something is wrong."""
    data = unpack(code(rally))
    assert isinstance(data, dict)
    replay = data["replay"]
    yield "cut", code(rally)[:-40]
    yield "another seat", pack({**data, "levels": data["levels"][1:]})
    yield "no such level", pack({**data, "levels": ["expert"] * 3})
    yield "another version", pack({**data, "format": 99})
    yield "other rules", pack({**data, "replay": {**replay, "format": 99}})
    yield "a move that is not allowed", pack({**data, "replay": {**replay, "moves": ["6", *replay["moves"]]}})
    yield "no game", pack({**data, "replay": {**replay, "game": "chess"}})
    yield "no seed", pack({name: part for name, part in data.items() if name != "seed"})


FORGED = (
    "cut", "another seat", "no such level", "another version", "other rules", "a move that is not allowed", "no game", "no seed",
)  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_a_code_that_was_cut_forged_or_is_of_another_version_is_told_and_nothing_is_written(
    rally: Rally, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("film", dict(forged(rally))[name])) == 2
    said = capsys.readouterr()
    assert said.err.startswith("I cannot read ") and "Traceback" not in said.err and not said.out
    assert not Path("rally.gif").exists()


def test_a_game_that_has_not_begun_and_a_place_that_cannot_be_written_are_told(
    rally: Rally, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = begin(CLASSIC, RallySetup(entries(2, "careful"), (SOLVED,) * 3))
    assert main(("film", code(begun))) == 2
    assert "Nothing was driven in this game" in capsys.readouterr().err
    assert main(("film", code(rally), "-o", "nowhere/rally.gif")) == 2
    assert "I cannot write nowhere/rally.gif. No such file or directory" in capsys.readouterr().err


def test_a_name_whose_letters_the_font_lacks_is_left_out_of_the_picture_and_breaks_nothing() -> None:
    setup = RallySetup((Entry("Даша", "careful"), Entry("王", "careful")), (SOLVED,) * 3)
    over = driven(begin(CLASSIC, setup))
    assert [*pictures(animated(to_the_end(film(over.replay)), sheet_of(CLASSIC, over.state)))]


@pytest.mark.wide
def test_a_rally_of_six_drivers_and_five_stages_is_filmed_in_less_than_20_s_and_small_enough_to_send() -> None:
    game = SHELF["dirt"]
    stages = drawn(game, 5, "short", "medium", "7")
    over = driven(begin(game, RallySetup(entries(6, "careful"), stages, seed="7")))
    before = process_time()
    assert main(("film", code(over))) == 0
    assert process_time() - before < 20
    assert 300_000 < Path("rally.gif").stat().st_size < 1_500_000


def test_a_rally_that_everybody_left_ends_with_its_last_picture_too() -> None:
    rally = begin(CLASSIC, RallySetup(tuple(Entry(name, "") for name in ("Ana", "Ben")), ("s2 R3 s1",) * 3))
    while not rally.is_over:
        leaves = CLASSIC.turn(rally.state) == 1 or sheet_of(CLASSIC, rally.state).rows
        rally = decided(rally, CLASSIC.moves(rally.state)[-1 if leaves else 0])
    found = to_the_end(film(rally.replay))
    assert [bool(stage.shots) for stage in found.stages] == [True, False]
    assert [time for _, time in pictures(animated(found, sheet_of(CLASSIC, rally.state)))][-1] == END


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ana", "Ana"), ("Jürgen", "Jurgen"), ("Çelik", "Celik"), ("Łukasz-2", "Lukasz-2"), ("Nguyễn", "Nguyen"),
        ("A\u030ake", "Ake"), ("Weiß", "Weiss"), ("Ана", ""), ("محمد", ""), ("Ана-2", "2"),
    ],
)  # fmt: skip
def test_a_name_loses_marks_that_the_font_lacks_before_it_loses_its_letters(name: str, told: str) -> None:
    assert name_written(name) == told
