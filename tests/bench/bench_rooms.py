"""From a move to the board of another device: two browsers in a room, each with its page and its kernel; and what it
costs to have the disk keep every deed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rallyman_tutor.pages.server.room_files import RoomFiles
from tests.bench.taking import rounds, say
from tests.pages.servers import ROOT, Server, alone
from tests.pages.test_in_room import board, device, knows
from tests.some import some

MOVES = rounds(20)
SOON = 1000.0
"""Milliseconds within which a move is meant to be on the boards of the others."""
NOW = "performance.timeOrigin + performance.now()"
WATCH = f"""() => {{
  window.seen = {{}};
  const look = () => {{
    const {{ known }} = rallymanShown.model.get("place").room;
    if (!(known in seen)) {{
      seen[known] = 0;
      requestAnimationFrame(() => {{ seen[known] = {NOW}; }}); // the frame that shows it was painted before
    }}
    requestAnimationFrame(look);
  }};
  look();
}}"""
MOVE = f"""(move) => {{
  rallymanShown.model.send({{ do: "draft", moves: [move] }});
  const began = {NOW};
  rallymanShown.model.send({{ do: "act", move }});
  return began;
}}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rooms")


@pytest.fixture(scope="module")
def hosted(folder: Path) -> Iterator[Server]:
    server = alone(ROOT / "notebooks", Tutor={"rooms": str(folder)})
    yield server
    server.stop()


def two_drive(browser: Browser, hosted: Server) -> tuple[str, Page, Page]:
    """The code of a room, and the two devices at its board."""
    ana = device(browser, hosted.address, "room")
    ana.get_by_label("Your name", exact=True).fill("Ana")
    ana.get_by_role("button", name="Open the room").click()
    expect(ana.locator(".rt-room-code b")).to_be_visible(timeout=60_000)
    code = (ana.locator(".rt-room-code b").text_content() or "").replace(" ", "")
    ben = device(browser, hosted.address, f"room/{code}")
    ben.get_by_label("Your name", exact=True).fill("Ben")
    ben.get_by_role("button", name="Take a seat").click()
    expect(ana.locator(".rt-room li")).to_have_count(2)
    ana.get_by_role("button", name="Start the rally").click()
    for page in some((ana, ben)):
        board(page)
        page.evaluate(WATCH)
    return code, ana, ben


def test_a_move_is_on_the_board_of_the_other_within_a_second(
    browser: Browser, hosted: Server, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, *pages = two_drive(browser, hosted)
    own, other = list[float](), list[float]()
    for _ in range(MOVES):
        room = RoomFiles(folder).read(code)
        assert room and room.rally
        move = next(
            move for move in room.game.moves(room.rally.state) if room.game.form(move).ends != "game"
        )  # nobody gives up
        mover, watcher = pages[room.turn], pages[1 - room.turn]
        began, number = mover.evaluate(MOVE, room.game.write_move(move)), room.number + 1
        for page, times in some([(mover, own), (watcher, other)]):
            knows(page, number)
            page.wait_for_function("(number) => window.seen[number]", arg=number)
            times.append(page.evaluate("(number) => window.seen[number]", number) - began)
        mover.wait_for_timeout(300)  # whoever drives looks first
    say(
        capsys,
        f"{MOVES} moves in a room, from the press until the frame that shows it",
        [
            f"at the other device: median {statistics.median(other):.0f} ms, worst {max(other):.0f} ms",
            f"at one's own:        median {statistics.median(own):.0f} ms, worst {max(own):.0f} ms",
        ],
    )
    assert statistics.median(other) < SOON


def test_what_it_costs_to_have_the_disk_keep_a_deed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = {"move": ["12>s4", ".", "!"]}
    files, times = RoomFiles(tmp_path), list[float]()
    (tmp_path / "KXR4TM.room").touch()
    for _ in range(rounds(200)):
        began = time.perf_counter()
        files.write("KXR4TM", line)
        times.append(1000 * (time.perf_counter() - began))
    times.sort()
    say(
        capsys,
        "a line of a room until the disk has it, in a thread that holds up nobody",
        [f"median {statistics.median(times):.1f} ms, 95 of 100 within {times[len(times) * 95 // 100]:.1f} ms"],
    )
