"""The road of DIRT, told to whoever asks, is told twice: a stage is read from its tiles as they are printed, row by
row; see `told_twice.py`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import NamedTuple

import pytest

from rallyman_tutor.core.replay import begin
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.by_ear import Speech, answer
from rallyman_tutor.tutor.words.words import text_tables
from tests.some import some
from tests.tutor import told_twice as twice
from tests.tutor.test_by_ear import SPEECH
from tests.tutor.test_by_ear_twice import Told

GAME = SHELF["dirt"]
TILES = {
    code: printed
    for family in tomllib.loads(files("rallyman_tutor.games.dirt").joinpath("tiles.toml").read_text("utf-8")).values()
    for code, printed in family.items()
}
SCHOOL = "T01a T06a T11b T12a T04a T05b T07a:R1 224b:L1 T08b:L2 T10a 231a T06b T10b< 215b T02a"
"""A stage with every kind of row, one behind the other; it would not lie on a table."""
STAGES = (SCHOOL, *(GAME.ready_tables[name] for name in ("R1-SS2", "R3-SS1", "R4-SS1", "R6-SS1")))
WAYS = ("line", "drift", "shortcut")
TURNS = {"R": "right", "L": "left"}
SHORT = {"line": "line", "drift": "d", "shortcut": "k"}


class Row(NamedTuple):
    """A row of a stage: as it is printed, and where it lies."""

    printed: str  # "S", "S4", "~", "J3", "B2/3*3"
    tile: int  # from 1
    number: int  # on its tile
    danger: str
    turn: str  # of a bend: "L" or "R"
    bend: str  # a bend as gravel is written on it: "10", and "10.2" for the second one of a tile
    ways: dict[str, tuple[int, int, int]]
    """Of a bend, by name: limit, spaces, and how many such spaces lie before them on the tile."""


def rows_of(tiles: str) -> list[Row]:
    """The rows from the first of a stage to the finish line."""
    found: list[Row] = []
    for at, word in enumerate((one for one in tiles.split() if not one.startswith("201")), 1):
        code, call, mark = re.fullmatch(r"(\w+)(?::([LR])\d)?(<?)", word).groups()  # type: ignore[union-attr]  # it is one
        backwards, printed = bool(mark) or call == "L", TILES[code]
        rows = [row for row in printed["rows"].split() if row[0] != "K"]
        rows = [one for row in rows for one in ([row[0]] * int(row[2:]) if re.match(r".\*", row) else [row])]
        cuts = [re.fullmatch(r"K(\d)(?:\*(\d))?", row) for row in printed["rows"].split() if row[0] == "K"]
        turns = list(printed.get("bends", "RR"))
        if printed["links"] != "AD":
            assert (call == "L") == backwards
        told = [
            (row, *((turns.pop(0), cuts.pop(0) if cuts else None) if row[0] in "BL" else ("", None))) for row in rows
        ]
        if backwards:
            told = [(row, {"R": "L", "L": "R", "": ""}[turn], cut) for row, turn, cut in reversed(told)]
        number, counts, bends = printed.get("first", 1), dict.fromkeys(WAYS, 0), 0
        for row, turn, cut in told:
            if row == "|FINISH|":
                return found
            if row[0] == "|":
                continue
            ways, bend = {}, ""
            if row[0] == "B":
                bends += 1
                bend = f"{at}.{bends}" if bends > 1 else str(at)
                line, lines, drift, drifts = re.fullmatch(r"B(\d)(?:\(x(\d)\))?/(\d)\*(\d)", row).groups()  # type: ignore[union-attr]  # it is so
                ways = {"line": (int(line), int(lines or 1)), "drift": (int(drift), int(drifts))}
                ways |= {"shortcut": (int(cut[1]), int(cut[2] or 1))} if cut else {}
            whole = {way: (*limit, counts[way]) for way, limit in ways.items()}
            found.append(Row(row, at, number, printed["danger"], turn, bend, whole))
            for way, (_, many) in ways.items():
                counts[way] += many
            number += 1
    raise AssertionError("there is no finish line")


class Piece(NamedTuple):
    """A piece of the road as it is read out."""

    told: str
    danger: str
    rows: Sequence[int]  # which of the stage's
    before: int
    is_bend: bool


def pieces(rows: Sequence[Row], first: int, before: int, gravel: dict[str, int]) -> Iterator[Piece]:
    """The pieces from a row on; so many spaces are driven before it."""
    road = text_tables("games.dirt")["words"]["road"]
    names = {"S": "straight", "Z": "straight", "~": "slide", "U": "full", "J": "jump", "W": "ford", "B": "bend"}
    at = first
    while at < len(rows):
        row, end = rows[at], at + 1
        kind, limit = row.printed[0], row.printed[1:] if row.printed[0] in "SL" else ""
        alike = [kind + limit, *(["S", "Z"] if kind in "SZ" and not limit else [])]
        while kind not in "JWB" and end < len(rows) and rows[end].printed in alike:
            end += 1
        name = "limited" if limit else names[kind]
        facts: dict[str, object] = {"count": end - at, "limit": limit, "jump": row.printed[1:], "n": row.tile}
        if kind == "B":
            facts |= {"turn": TURNS[row.turn], "ways": ", ".join(ways(row, gravel.get(row.bend, 0)))}
        dangers = list(dict.fromkeys(one.danger for one in rows[at:end]))
        yield Piece(
            road[name].format(**facts),
            twice.listed(dangers, " and "),
            range(at, end),
            before,
            kind == "B",
        )
        before += min(many for _, many, _ in row.ways.values()) if kind == "B" else end - at
        at = end
    yield Piece(road["finish"], "", (), before, False)


def ways(row: Row, gravel: int) -> Iterator[str]:
    road, names = text_tables("games.dirt")["words"]["road"], text_tables("games.dirt")["words"]["names"]
    for way, (limit, many, _) in row.ways.items():
        left = limit if way == "shortcut" else limit - gravel
        name = way if many == 1 else f"{way}-long"
        yield road[name].format(limit=left if left > 0 else names["closed"], count=many)


def table(stage: str, place: str, other: str = "", gravel: str = "") -> Session:
    cars = f"A@{place} g2" + (f" ; B@{other} g1" if other else "")
    return Session(begin(GAME, GAME.spec(f"{stage} | {cars} | A{gravel}", ())))


def assert_told(session: Session, speech: Speech, ahead: Sequence[Piece], rest: str, other: Sequence[int]) -> None:
    """The next bend, and the road. `rest` begins the road; another car stands on `other`, a row."""
    tell, road = Told("dirt", speech), text_tables("games.dirt")["words"]["road"]

    def whole(piece: Piece) -> str:
        told = piece.told
        if speech == "full" and piece.danger:
            told = road["danger"].format(stretch=told, danger=piece.danger)
        if speech != "brief" and set(other) & set(piece.rows):
            told = tell("with-cars", stretch=told, list="B")
        return told

    bend = next((piece for piece in ahead if piece.is_bend), None)
    if bend is None:
        assert answer(session, "bend", speech) == tell("no-bend")
    else:
        name = "bend" if bend.before else "bend-at-once"
        assert answer(session, "bend", speech) == tell(name, bend=whole(bend), before=bend.before)
    most, told = {"brief": 1, "normal": 3, "full": 99}[speech], [rest] if rest else []
    for piece in ahead:
        told.append(whole(piece))
        most -= piece.is_bend
        if not most:
            break
    assert answer(session, "road", speech) == f"{'. '.join(map(twice.capital, told))}."


@pytest.mark.parametrize("speech", SPEECH)
@pytest.mark.parametrize("stage", STAGES)
def test_the_road_is_read_from_the_rows_of_its_tiles(stage: str, speech: Speech) -> None:
    """From every row of two lanes in turn, with a car in the lane ahead."""
    rows = rows_of(stage)
    lanes = [at for at, row in enumerate(rows) if row.printed[0] == "S"]
    for at in some(lanes):
        row, nearby = rows[at], rows[at + 1 : at + 2]
        lane = nearby[0].turn if nearby and nearby[0].bend else "LR"[at % 2]  # from which a shortcut is entered
        others = [one for one in lanes if one > at][at % 3 : at % 3 + 1]
        other = f"{rows[others[0]].tile}.R{rows[others[0]].number}" if others else ""
        session = table(stage, f"{row.tile}.{lane}{row.number}", other)
        assert_told(session, speech, [*pieces(rows, at + 1, 0, {})], "", others)


@pytest.mark.parametrize("speech", SPEECH)
@pytest.mark.parametrize("stage", STAGES)
def test_on_a_way_through_a_bend_the_rest_of_it_comes_first(stage: str, speech: Speech) -> None:
    rows, road = rows_of(stage), text_tables("games.dirt")["words"]["road"]
    checked = 0
    for at, row in some([(at, row) for at, row in enumerate(rows) if row.bend]):
        for way, (limit, many, before) in row.ways.items():
            for part in range(1, many + 1):
                left = many - part
                session = table(stage, f"{row.tile}.{SHORT[way]}{before + part}")
                rest = road["rest-of-way"].format(way=way, count=left, limit=limit) if left else ""
                if rest and speech == "full":
                    rest = road["danger"].format(stretch=rest, danger=row.danger)
                assert_told(session, speech, [*pieces(rows, at + 1, left, {})], rest, ())
                checked += bool(rest)
    assert checked


@pytest.mark.parametrize("speech", SPEECH)
def test_gravel_takes_one_off_line_and_drift_for_each_token_and_may_close_them(speech: Speech) -> None:
    """It lies where a shortcut leads round the bend. Whoever is in the bend may go on in 1st."""
    road, checked = text_tables("games.dirt")["words"]["road"], 0
    for stage in some((SCHOOL, GAME.ready_tables["R4-SS1"])):
        rows = rows_of(stage)
        (first, *_) = [row for row in rows if row.printed[0] == "S"]
        for at, row in some([(at, row) for at, row in enumerate(rows) if "shortcut" in row.ways]):
            limit, spaces, before = row.ways["drift"]
            for many in range(1, limit + 1):
                gravel = f" | gravel {row.bend}:{many}"
                session = table(stage, f"{first.tile}.L{first.number}", "", gravel)
                told = [*pieces(rows, rows.index(first) + 1, 0, {row.bend: many})]
                assert_told(session, speech, told, "", ())
                session = table(stage, f"{row.tile}.d{before + 1}", "", gravel)
                rest = road["rest-of-way"].format(way="drift", count=spaces - 1, limit=max(1, limit - many))
                rest = road["danger"].format(stretch=rest, danger=row.danger) if speech == "full" else rest
                assert_told(session, speech, [*pieces(rows, at + 1, spaces - 1, {})], rest, ())
                checked += 1
    assert checked > 12


@pytest.mark.parametrize("speech", SPEECH)
def test_on_a_slide_its_other_half_is_left(speech: Speech) -> None:
    """A shortcut is entered from either half, so that with one the bend is right ahead."""
    checked = 0
    for stage in some(STAGES):
        rows = rows_of(stage)
        slides = [at for at, row in enumerate(rows) if row.printed == "~"]
        for at in slides:
            row = rows[at]
            halves = 2 * sum(rows[one].tile == row.tile for one in slides if one < at)
            first, second = (table(stage, f"{row.tile}.h{halves + part}") for part in (1, 2))
            assert_told(second, speech, [*pieces(rows, at + 1, 0, {})], "", ())
            cut = at + 1 < len(rows) and "shortcut" in rows[at + 1].ways
            ahead = [*pieces(rows, at, 0, {})]
            if cut:
                ahead = [ahead[0], *pieces(rows, at + 1, 0, {})]
            assert_told(first, speech, ahead, "", ())
            checked += cut
    assert checked


@pytest.mark.parametrize("speech", SPEECH)
def test_from_a_place_on_the_road_is_that_of_a_car_there_and_behind_the_finish_lies_nothing(speech: Speech) -> None:
    for stage in some(STAGES):
        rows = rows_of(stage)
        lanes = [row for row in rows if row.printed[0] == "S"]
        session = table(stage, f"{lanes[0].tile}.L{lanes[0].number}")
        for row in some(lanes[1:]):
            there = table(stage, f"{row.tile}.L{row.number}")
            place = there.state.road.spaces[there.state.car.place].key  # type: ignore[attr-defined]  # a race
            assert answer(session, "road", speech, place) == answer(there, "road", speech)
        (*_, last) = session.state.road.spaces  # type: ignore[attr-defined]  # likewise
        assert answer(session, "road", speech, last.key) == Told("dirt", speech)("no-road")


@pytest.mark.parametrize("speech", SPEECH)
def test_whoever_waits_hears_the_road_from_the_start_line(speech: Speech) -> None:
    for stage in some(STAGES):
        session = Session(begin(GAME, GAME.spec(f"{stage} | A | A", ())))
        assert_told(session, speech, [*pieces(rows := rows_of(stage), before_start(stage) + 1, 0, {})], "", ())
        assert rows


def before_start(stage: str) -> int:
    """The row that ends at the start line."""
    code, call, mark = re.fullmatch(r"(\w+)(?::([LR])\d)?(<?)", stage.split(maxsplit=1)[0]).groups()  # type: ignore[union-attr]  # it is one
    rows: list[str] = TILES[code]["rows"].split()
    assert not call and "|START|" in rows
    return (rows[::-1] if mark else rows).index("|START|") - 1


def test_every_text_about_the_road_is_told() -> None:
    for speech in some(SPEECH):
        for stage in STAGES:
            test_the_road_is_read_from_the_rows_of_its_tiles(stage, speech)
    assert twice.TOLD["answers"] >= {"bend", "bend-at-once", "no-bend", "with-cars"}
