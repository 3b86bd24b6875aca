"""A room on a true server: two devices and a third that reads along, a line that is cut, a kernel and a server that are
killed, and the host's page."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from rallyman_tutor.pages.server.room_files import RoomFiles
from rallyman_tutor.pages.server.room_line import NOBODY, WIDEST
from rallyman_tutor.pages.server.shares import LIMITS
from rallyman_tutor.rally import room as rooms
from tests.page.room_told import begun
from tests.pages.servers import ROOT, Line, Server, alone, until
from tests.pages.visits import findings
from tests.some import some

TOO_BIG = 1009  # "message too big", of websockets


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rooms")


@pytest.fixture(scope="module")
def hosted(folder: Path) -> Iterator[Server]:
    """A server with rooms, and with the page of an evening's host."""
    shares = {"behind_proxy": True, "devices_each": 2, "rooms_each": 1}
    server = alone(ROOT / "notebooks", Tutor={"rooms": str(folder), "evening": True, **shares})
    yield server
    server.stop()


def device(browser: Browser, address: str, at: str) -> Page:
    """A browser of its own, at a place."""
    page = browser.new_context().new_page()
    page.goto(f"{address}voila/render/index.ipynb?at={at}")
    return page


def board(page: Page) -> None:
    expect(page.locator(".rt-board")).to_be_visible(timeout=30_000)


def known(page: Page) -> int:
    """How many moves are on the board of a page."""
    found: int = page.evaluate("() => window.rallymanShown.model.get('place').room.known")
    return found


def knows(page: Page, many: int) -> None:
    page.wait_for_function(
        "(many) => window.rallymanShown.model.get('place').room?.known >= many", arg=many, timeout=40_000
    )


def marked(*pages: Page) -> None:
    for page in pages:
        page.evaluate("() => { window.isOld = true; }")


def comes_back(page: Page, many: int) -> None:
    """The page has started again by itself, and has its board with so many moves."""
    page.wait_for_function(
        "(many) => !window.isOld && window.rallymanShown?.model.get('place').room?.known >= many",
        arg=many,
        timeout=90_000,
    )
    board(page)


def drives(folder: Path, code: str, *pages: Page) -> int:
    """Whoever is in turn lays the first move that is allowed, and presses what makes it so. Gives the number of moves
    there are then."""
    room = RoomFiles(folder).read(code)
    assert room and room.rally
    move = room.game.write_move(room.game.moves(room.rally.state)[0])
    knows(pages[room.turn], room.number)  # nobody decides before they have seen what the bot did
    pages[room.turn].evaluate(
        """(move) => {
          window.rallymanShown.model.send({ do: 'draft', moves: [move] });
          window.rallymanShown.model.send({ do: 'act', move });
        }""",
        move,
    )
    return room.number + 1


def kill_all(hosted: Server, many: int, *pages: Page) -> None:
    """Kill every kernel, and then the server: each page comes back by itself with all that was on its board."""
    before = hosted.kernels()
    marked(*pages)
    for process in some(before.values()):
        os.kill(process, signal.SIGKILL)
    for page in some(pages):
        comes_back(page, many)
    assert not {*before} & {*hosted.kernels()}

    marked(*pages)
    hosted.process.kill()
    hosted.process.wait()
    hosted.start()
    for page in some(pages):
        comes_back(page, many)


def test_friends_at_their_devices_and_all_that_may_break(
    browser: Browser, hosted: Server, folder: Path, wide: bool
) -> None:
    """Two of them; in a wide run a third one reads along, and kernels and server are killed. Kills without a browser
    are in `test_room_kills.py`, and rooms of many in `tests/page/test_room.py`."""
    ana = device(browser, hosted.address, "room")
    ana.get_by_label("Your name", exact=True).fill("Ána María")
    ana.get_by_role("button", name="Open the room").click()
    expect(ana.locator(".rt-room-code b")).to_have_text(re.compile("^[A-HJ-NP-Z2-9]{3} [A-HJ-NP-Z2-9]{3}$"))
    code = (ana.locator(".rt-room-code b").text_content() or "").replace(" ", "")
    assert ana.url.endswith(f"?at=room/{code}")
    line = Line(hosted)
    ben = device(browser, line.address, f"room/{code}")
    ben.get_by_label("Your name", exact=True).fill("<img src=x onerror=alert(1)>")
    ben.get_by_role("button", name="Take a seat").click()
    expect(ben.locator(".rt-room [role=alert]")).to_contain_text("needs a name of letters")
    ben.get_by_label("Your name", exact=True).fill("Бен")
    ben.get_by_role("button", name="Take a seat").click()
    others = [device(browser, hosted.address, f"room/{code}")] if wide else []
    everybody = (ana, ben, *others)
    expect(ana.locator(".rt-room li")).to_have_text(["1 Ána-María (you)", "2 Бен"])
    expect(everybody[-1].locator(".rt-room")).to_contain_text(f"Devices in the room: {len(everybody)}")
    expect(ben.get_by_role("button", name="Start the rally")).to_have_count(0)
    ana.get_by_role("button", name="Start the rally").click()
    for page in some(everybody):
        board(page)
    expect(ben.locator(".rt-room-strip summary")).to_contain_text("Ána-María drives")

    started, many = time.monotonic(), drives(folder, code, ana, ben)
    for page in some(everybody):
        knows(page, many)
    assert time.monotonic() - started < 10, "it is far below a second: tests/pages/room_kills.py measures it"

    line.cut()  # Ben's line to page and room
    expect(ben.locator(".rt-room-strip")).to_have_class(re.compile("rt-room-cut"), timeout=15_000)
    many = drives(folder, code, ana, ben)
    knows(others[0] if others else ana, many)
    line.mend()
    knows(ben, many)

    if wide:
        kill_all(hosted, many, *everybody)
    many = drives(folder, code, ana, ben)
    for page in some(everybody):
        knows(page, many)
    room = RoomFiles(folder).read(code)
    assert room and room.number == many == 3 and {known(page) for page in everybody} == {3}
    for page in some(everybody):
        page.context.close()
    line.cut()


CARD = re.compile(r"\b[BYPE]\d\d?\b")
"""The name of a card of Crazy Rally: each is there once."""


PARTS = ("place", "stage", "view", "choices", "behind", "pieces", "sheet", "answer", "kept", "progress")
"""All that the page of a visitor holds, but for the words of the game and the pictures of all its cards."""
KEPT = "(parts) => JSON.stringify(parts.map((part) => window.rallymanShown.model.get(part)))"


def listens(page: Page) -> list[str]:
    """All that this page receives from now on over any line: of its room, and of its kernel."""
    heard: list[str] = []

    def note(data: str | bytes) -> None:
        heard.append(data.decode("latin-1") if isinstance(data, bytes) else data)

    page.on("websocket", lambda line: line.on("framereceived", note))
    page.reload()
    return heard


def held(room: rooms.Room, seat: int) -> set[str]:
    """The cards in front of a driver that nobody else may see, or the hand of a player."""
    assert room.rally
    now: Any = room.rally.state
    if room.game.key == "mil_millas":
        return {*now.hands[seat]}
    car = now.cars[seat]
    return {*car.hand, *car.drawn, car.sealed.rstrip("+-")} - {""}


def ever_open(room: rooms.Room) -> set[str]:
    """All cards that have lain open for everybody."""
    assert room.rally
    states: list[Any] = [one.state for one in room.rally.replay.past]
    tabled = {card for now in states for car in now.cars for card in (*car.tabled, *car.played)}
    return {card.rstrip("+-") for card in tabled} | {card for now in states for card in now.discard[-1:]}


def is_past(files: RoomFiles, code: str, number: int) -> bool:
    """Whether a room has more moves than so many."""
    room = files.read(code)
    return room is not None and room.number > number


@pytest.mark.parametrize(
    ("game", "moves"), [("crazy_rally", 4), pytest.param("mil_millas", 12, marks=pytest.mark.wide)]
)
def test_friends_at_three_devices_play_cards_and_none_hears_of_a_card_of_another(
    browser: Browser, hosted: Server, folder: Path, game: str, moves: int
) -> None:
    ana = device(browser, hosted.address, f"room/{game}")
    ana.get_by_label("Your name", exact=True).fill("Ana")
    ana.locator(".rt-room details summary").click()
    ana.locator("select[id*=room-bots]").select_option("1")
    ana.get_by_role("button", name="Open the room").click()
    code = (ana.locator(".rt-room-code b").text_content() or "").replace(" ", "")
    zoe = device(browser, hosted.address, f"room/{code}")
    zoe.get_by_label("Your name", exact=True).fill("Zoë")
    zoe.get_by_role("button", name="Take a seat").click()
    expect(zoe.locator(".rt-room [role=alert]")).to_have_text("")
    expect(ana.locator(".rt-room")).to_contain_text("Nobody here sees your cards but you")
    expect(ana.locator(".rt-room li")).to_have_count(3)
    ana.get_by_role("button", name="Start the rally").click()
    looks_on = device(browser, hosted.address, f"room/{code}")
    pages = (ana, zoe, looks_on)
    for page in some(pages):
        board(page)
    heard = [listens(page) for page in pages]  # a line that is cut comes back, to the same seat
    for page in some(pages):
        board(page)
    files, many = RoomFiles(folder), 0
    while many < moves:
        room = files.read(code)
        assert room
        if room.waits_for_bot:
            assert until(partial(is_past, files, code, room.number), 60)  # its process has to start first
            continue
        many = drives(folder, code, ana, zoe)
        for page in some(pages):
            knows(page, many)
    room = files.read(code)
    assert room and room.rally
    for page in some(pages):
        knows(page, room.number)
    for seat, page in enumerate(pages[:2]):
        shown: list[str] = page.evaluate(
            "() => window.rallymanShown.model.get('view').pieces.map((piece) => piece.key)"
        )
        assert shown and {*shown} <= held(room, seat)
    assert looks_on.evaluate("() => window.rallymanShown.model.get('view').pieces.length") == 0
    seed = room.setup.seed
    assert all(len(frames) > 2 and not any(seed in frame for frame in frames) for frames in heard)
    for seat, frames in enumerate(heard if game == "crazy_rally" else []):
        own = held(room, seat) if seat < len(room.seats) - 1 else set()
        told = {card for frame in frames if frame.startswith('{"room"') for card in CARD.findall(frame)}
        assert told <= own | ever_open(room)
        others = set().union(*(held(room, at) for at in range(len(room.seats)) if at != seat)) - ever_open(room)
        kept = pages[seat].evaluate(KEPT, [*PARTS])
        assert told and others and not others & {*CARD.findall(kept)} and (seat == 2 or own & {*CARD.findall(kept)})
    for page in some(pages):
        page.context.close()


def asked(hosted: Server, path: str, **headers: str) -> tuple[int, str]:
    """The answer of the server to such a request."""
    way = http.client.HTTPConnection(urlsplit(hosted.address).netloc)
    way.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = way.getresponse()
    told = answer.status, "" if answer.status == HTTPStatus.SWITCHING_PROTOCOLS else answer.read().decode()
    way.close()
    return told


def line_of(hosted: Server, address: str = "") -> ClientConnection:
    """A line to the rooms without a page; the web server in front has seen it come from this address."""
    told = {"X-Forwarded-For": f"203.0.113.250, {address}"} if address else {}
    return connect(f"{hosted.address.replace('http', 'ws')}rallyman/room", additional_headers=told)


OPENS = json.dumps({"do": "open", "secret": "d" * 32, "game": "classic", "name": "Dan", "levels": [], "stages": "R1"})


def test_a_line_on_which_nobody_comes_into_a_room_is_closed_and_one_in_a_room_is_not(hosted: Server) -> None:
    began = time.monotonic()
    with line_of(hosted) as silent, line_of(hosted) as lost, line_of(hosted) as there:
        there.send(OPENS)
        lost.send('{"do": "still"}')
        assert json.loads(lost.recv(30)) == {"still": True} and "room" in json.loads(there.recv(30))
        for line in some((silent, lost)):
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(30)
            assert closed.value.rcvd and closed.value.rcvd.code == NOBODY
        assert time.monotonic() - began >= LIMITS.entering - 0.5
        there.send('{"do": "still"}')
        assert json.loads(there.recv(30)) == {"still": True}


def test_more_than_a_room_can_read_is_not_even_received(hosted: Server) -> None:
    with line_of(hosted) as line:
        line.send("x" * (LIMITS.letters + 1))
        assert json.loads(line.recv(30)) == {"refused": "too-long"}
        line.send("x" * (WIDEST * LIMITS.letters + 1))
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(30)
        assert closed.value.rcvd and closed.value.rcvd.code == TOO_BIG


def test_the_address_behind_the_web_server_has_its_share_and_is_told_when_it_has_it(hosted: Server) -> None:
    club, other = "198.51.100.7", "198.51.100.8"
    with line_of(hosted, club) as one, line_of(hosted, club) as two, line_of(hosted, other) as three:
        one.send(OPENS)
        assert "room" in json.loads(one.recv(30))
        two.send(OPENS)
        assert json.loads(two.recv(30)) == {"refused": "too-many-rooms"}
        three.send(OPENS)
        assert "room" in json.loads(three.recv(30))
        with line_of(hosted, club) as more:
            assert json.loads(more.recv(30)) == {"refused": "too-many-devices"}
            with pytest.raises(ConnectionClosed):
                more.recv(30)
    assert club not in hosted.log.read_text("utf-8")


def test_a_second_server_is_told_that_the_rooms_are_kept(hosted: Server, folder: Path) -> None:
    command = [sys.executable, "-m", "rallyman_tutor", "serve", "--no-browser", "--rooms", str(folder)]
    second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert second.returncode == 1 and f"process {hosted.process.pid}." in second.stderr
    assert "Try: rallyman-tutor serve --rooms" in second.stderr and "Traceback" not in second.stderr


def test_a_page_of_another_site_gets_no_line_to_a_room(hosted: Server) -> None:
    own = hosted.address.rstrip("/")
    opening = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
    found = {
        origin: asked(hosted, "/rallyman/room", **opening, Sec_WebSocket_Key="MDEyMzQ1Njc4OWFiY2RlZg==", Origin=origin)[
            0
        ]
        for origin in (own, "http://elsewhere.example", "null", own.replace("http:", "http://elsewhere.example:"))
    }
    assert [*found.values()] == [101, 403, 403, 403]


def test_an_address_that_is_too_long_for_a_code_is_written_out(hosted: Server) -> None:
    host = f"{'a' * 63}.{'b' * 63}.example"
    status, page = asked(hosted, "/evening", Host=host)
    assert status == HTTPStatus.OK and f"http://{host}/room" in page and "<svg" not in page
    assert "<svg" in asked(hosted, "/evening")[1]
    status, page = asked(hosted, "/evening", Host="localhost:99999")
    assert status == HTTPStatus.OK and ":99999/room" in page


def test_the_projector_shows_address_code_and_tables(hosted: Server, folder: Path, browser: Browser) -> None:
    files, codes = RoomFiles(folder), ("KXR4TM", "PQ7WZ2", "ABCDEF", "GHJKLM", "MNP567", "XYZ234", "RSTUVW")
    for number, code in enumerate(some(codes)):
        name = ("Ana", "Бен", "安娜")[number % 3]
        files.write(code, rooms.opened(code, "classic", begun().setup, begun().opener, name))
        files.write(code, {"begin": True})
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.goto(f"{hosted.address}evening")
    expect(page.locator("article b").filter(has_text="KXR 4TM")).to_be_visible()
    expect(page.locator(".address")).to_have_text(re.compile(r"^http://[\w.-]+:\d+/room$"))
    assert len(page.locator("svg.code path").get_attribute("d") or "") > 1000
    small = """() => [...document.querySelectorAll('article p, td, .address')]
      .filter((one) => parseFloat(getComputedStyle(one).fontSize) < innerWidth / 50).length"""
    fits = "() => { const { scrollWidth, clientWidth } = document.querySelector('#tables'); return scrollWidth <= clientWidth + 1; }"
    assert page.evaluate(small) == 0 and page.evaluate(fits) and findings(page) == []
    expect(page.locator("#pages")).to_contain_text("/ ")
    way = http.client.HTTPConnection(urlsplit(hosted.address).netloc)
    way.request("GET", "/room/kxr%204tm")
    answer = way.getresponse()
    assert (answer.status, answer.headers["Location"]) == (302, "/voila/render/index.ipynb?at=room/KXR4TM")
    way.close()
    page.context.close()
