"""From a move to the board of another device: two or three browsers in a room, each with its page and its kernel; and
what it costs to have the disk keep every deed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.server.room_files import RoomFiles
from rallyman_tutor.rally.room import Room
from rallyman_tutor.tutor.learner.addresses import address_in_game
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
MOVE = f"""([laid, move]) => {{
  rallymanShown.model.send({{ do: "draft", moves: [laid] }});
  const began = {NOW};
  rallymanShown.model.send({{ do: "act", move }});
  return began;
}}"""
NAMES = ("Ana", "Ben", "Cleo")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rooms")


@pytest.fixture(scope="module")
def hosted(folder: Path) -> Iterator[Server]:
    server = alone(ROOT / "notebooks", Tutor={"rooms": str(folder)})
    yield server
    server.stop()


def begun(browser: Browser, hosted: Server, game: str) -> tuple[str, list[Page]]:
    """The code of a room with no more people than the game needs, but two, and their devices at its board."""
    ana = device(browser, hosted.address, address_in_game("room", game))
    ana.get_by_label("Your name", exact=True).fill(NAMES[0])
    ana.get_by_role("button", name="Open the room").click()
    expect(ana.locator(".rt-room-code b")).to_be_visible(timeout=60_000)
    code = (ana.locator(".rt-room-code b").text_content() or "").replace(" ", "")
    pages = [ana]
    for name in NAMES[1 : max(2, min(SHELF[game].seats))]:
        pages.append(device(browser, hosted.address, f"room/{code}"))
        pages[-1].get_by_label("Your name", exact=True).fill(name)
        pages[-1].get_by_role("button", name="Take a seat").click()
        expect(ana.locator(".rt-room li")).to_have_count(len(pages))
    ana.get_by_role("button", name="Start the rally").click()
    for page in some(pages):
        board(page)
        page.evaluate(WATCH)
    return code, pages


def deed(room: Room) -> tuple[str, str]:
    """A die or card that may be laid, and what is pressed then. Nobody gives up."""
    assert room.rally
    game, state = room.game, room.rally.state
    laid = next(move for move in game.moves(state) if game.form(move).ends != "game")
    offers = game.desk(state, (laid,)).offers
    return game.write_move(laid), game.write_move(offers[0].move if offers else laid)


@pytest.mark.parametrize("game", [*SHELF])
def test_a_move_is_on_the_board_of_the_other_within_a_second(
    browser: Browser, hosted: Server, folder: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    code, pages = begun(browser, hosted, game)
    own, other = list[float](), list[float]()
    for _ in range(MOVES):
        room = RoomFiles(folder).read(code)
        assert room and room.rally
        mover, others = pages[room.turn], [page for page in pages if page is not pages[room.turn]]
        began, number = mover.evaluate(MOVE, deed(room)), room.number + 1
        for page, times in some([(mover, own), *((page, other) for page in others)]):
            knows(page, number)
            page.wait_for_function("(number) => window.seen[number]", arg=number)
            times.append(page.evaluate("(number) => window.seen[number]", number) - began)
        mover.wait_for_timeout(300)  # whoever drives looks first
    say(
        capsys,
        f"{MOVES} moves in a room of {game}, from the press until the frame that shows it",
        [
            f"at another device: median {statistics.median(other):.0f} ms, worst {max(other):.0f} ms",
            f"at one's own:      median {statistics.median(own):.0f} ms, worst {max(own):.0f} ms",
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
