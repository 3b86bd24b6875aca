"""The host of an evening: the page for the projector, and the folder that is left."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import cli
from rallyman_tutor.pages.evening import leave, leave_films, table
from rallyman_tutor.pages.server.room_files import RoomFiles
from rallyman_tutor.rally import room as rooms
from rallyman_tutor.rally.room import Room, after, holder_of
from rallyman_tutor.rally.sheet import sheet_of
from rallyman_tutor.tutor.session.sharing import open_data
from tests.page.room_told import begun, driven
from tests.pages.servers import HOST, ROOT


def hears_ctrl_c() -> None:
    """A run in the background of a shell lets nobody below it hear Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def over(code: str = "KXR4TM") -> Room:
    """A rally of one stage that is over."""
    room = begun()
    while not room.is_over:
        assert room.rally
        moves = [move for move in room.game.moves(room.rally.state) if room.game.form(move).ends != "game"]
        holder = room.seats[room.turn].holder
        room = after(room, rooms.moved(room, holder, room.number, room.game.write_move(moves[0])))
    return Room(code, room.game, room.setup, room.opener, room.seats, room.rally)


def left_at_once() -> Room:
    """A rally that everybody left before they drove."""
    room = begun()
    while not room.is_over:
        room = after(room, rooms.moved(room, room.seats[room.turn].holder, room.number, "retire"))
    return Room("PQ7WZ3", room.game, room.setup, room.opener, room.seats, room.rally)


def test_a_table_says_how_far_it_is_and_who_sits_there() -> None:
    gathering = after(None, rooms.opened("KXR4TM", "classic", begun().setup, holder_of("a" * 32), "Ana"))
    assert table(gathering, "en")["phase"] == "gathering" and table(gathering, "en")["drivers"] == ["Ana"]
    on = begun()
    assert table(on, "en")["state"] == "stage 1 of 1, Ana drives" and table(on, "en")["sheet"] is None
    away = after(on, rooms.relieved(on, on.seats[1].holder, 0, is_left=True))
    assert table(away, "en")["drivers"] == ["Ana (bot)", "Ben"]
    last = table(over(), "en")
    assert last["phase"] == "over" and last["sheet"] and len(last["sheet"]["rows"]) == 2


def test_the_folder_has_the_sheets_and_each_rally_as_a_file_that_is_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended, on = over(), driven(begun(), 3)
    on = Room("PQ7WZ2", on.game, on.setup, on.opener, on.seats, on.rally)
    waiting = after(None, rooms.opened("ABCDEF", "classic", on.setup, on.opener, "Ana"))
    assert leave([ended, on, waiting], tmp_path) == 2
    assert ended.rally
    sheet = sheet_of(ended.game, ended.rally.state)
    assert {file.name for file in (tmp_path / "tables").iterdir()} == {"KXR4TM.json", "PQ7WZ2.json"}
    again = open_data(SHELF, json.loads((tmp_path / "tables" / "KXR4TM.json").read_text("utf-8")))
    assert again.replay == ended.rally.replay
    assert cli.main(["review", str(tmp_path / "tables" / "KXR4TM.json")]) == 0 and "Ana" in capsys.readouterr().out
    rows = [*csv.DictReader((tmp_path / "sheets.csv").read_text("utf-8").splitlines())]
    assert [row["driver"] for row in rows] == ["Ana", "Ben"] * 2 and rows[0]["sum"] == str(sheet.sums[0])
    data = json.loads((tmp_path / "sheets.json").read_text("utf-8"))
    assert [one["over"] for one in data] == [True, False] and data[0]["places"] == list(sheet.places)
    leave_films([ended, on, waiting, left_at_once()], tmp_path)
    (gif,) = (tmp_path / "films").iterdir()
    assert gif.name == "KXR4TM.gif" and gif.read_bytes().startswith(b"GIF89a")
    told = (tmp_path / "sheets.txt").read_text("utf-8")
    assert "KXR4TM" in told and "PQ7WZ2" in told and "Ben" in told and "ABCDEF" not in told


def test_an_evening_ends_clean_and_says_where_everything_is(tmp_path: Path) -> None:
    files = RoomFiles(tmp_path / "club" / "rooms")
    line = rooms.opened("KXR4TM", "classic", begun().setup, holder_of("a" * 32), "Ana")
    files.write("KXR4TM", line)
    files.write("KXR4TM", rooms.begun(after(None, line), holder_of("a" * 32)))
    command = [
        sys.executable,
        "-m",
        "rallyman_tutor",
        "serve",
        "--evening",
        str(tmp_path / "club"),
        "--no-browser",
        f"--ip={HOST}",
    ]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        preexec_fn=hears_ctrl_c,  # noqa: PLW1509  # it takes no lock that a thread could hold
    )  # fmt: skip
    assert process.stdout
    lines = [process.stdout.readline(), process.stdout.readline()]
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=30)
    assert process.returncode == 0 and "/evening" in lines[1] and "Traceback" not in rest
    assert str(tmp_path / "club") in rest and (tmp_path / "club" / "tables" / "KXR4TM.json").is_file()
