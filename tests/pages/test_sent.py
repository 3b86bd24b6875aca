"""Whatever a visitor sends: what cannot be read closes their own line, and nothing of it is felt by the others."""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import struct
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from rallyman_tutor.pages.server import connection
from rallyman_tutor.pages.server.allowance import Allowance
from rallyman_tutor.pages.server.connection import (
    BURST,
    GONE,
    LONGEST,
    MALFORMED,
    MOST_LINES,
    MOST_PARTS,
    NEWER,
    QUESTION,
    RATE,
    PromptConnection,
    is_whole,
)
from tests.pages.servers import TOKEN, Server, until

PROTOCOLS = {"newer": [Subprotocol(NEWER)], "older": None}
DEEP = "[" * 100_000
HEADER = {
    "msg_id": "m",
    "msg_type": "kernel_info_request",
    "session": "s",
    "username": "",
    "version": "5.3",
    "date": "",
}


def message(kind: str, content: object, channel: str = "shell") -> dict[str, Any]:
    header = {**HEADER, "msg_id": uuid.uuid4().hex, "msg_type": kind, "date": "2026-01-01T00:00:00Z"}
    return {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": channel}


def newer(parts: list[bytes]) -> bytes:
    """Parts as the newer protocol joins them."""
    offsets = [8 * (len(parts) + 2)]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + b"".join(parts)


def told(told: dict[str, Any]) -> bytes:
    parts = ("header", "parent_header", "metadata", "content")
    return newer([told["channel"].encode(), *(json.dumps(told[part]).encode() for part in parts)])


EMPTY = [b"shell", b"{}", b"{}", b"{}", b"{}"]
UNREADABLE: dict[str, dict[str, bytes | str]] = {
    "newer": {
        "nothing": b"",
        "too short to say anything": b"\x01",
        "more parts than bytes": struct.pack("<Q", 2**40),
        "as many parts as a number can say": struct.pack("<Q", 2**64 - 1),
        "no parts": struct.pack("<Q", 0),
        "too few parts": newer([b"shell", b"{}"]),
        "more parts than anybody needs": newer([*EMPTY, *([b""] * MOST_PARTS)]),
        "parts that begin before the message": struct.pack("<7Q", 6, 0, 0, 0, 0, 0, 0),
        "parts that end behind it": newer(EMPTY)[:-1],
        "parts in disorder": struct.pack("<8Q", 6, 64, 60, 64, 64, 64, 64, 0),
        "a channel that is no text": newer([b"\xff", *EMPTY[1:]]),
        "a header that is no JSON": newer([b"shell", b"{", *EMPTY[2:]]),
        "a header without a kind": newer(EMPTY),
        "a deeply nested header": newer([b"shell", DEEP.encode(), *EMPTY[2:]]),
        "text": json.dumps(message("kernel_info_request", {})),
    },
    "older": {
        "nothing in bytes": b"",
        "more parts than bytes": b"\x7f\xff\xff\xff",
        "a number below nothing": b"\xff\xff\xff\xff",
        "parts behind the end": struct.pack("!3I", 2, 12, 10**9),
        "parts in disorder": struct.pack("!3I", 2, 14, 12) + b"{}{}",
        "no JSON": "{",
        "no message": "[]",
        "a message without a header": "{}",
        "a channel that cannot be looked up": json.dumps({**message("comm_msg", {}), "channel": []}),
        "deeply nested": DEEP,
        "deeply nested in bytes": struct.pack("!2I", 1, 8) + DEEP.encode(),
    },
}


@contextmanager
def kernel(server: Server) -> Iterator[str]:
    """A page's kernel: its number. The page is left in the end."""
    _, _, text = server.get("voila/render/button.ipynb")
    found = re.search(r'"kernelId": "([\w-]+)"', text)
    assert found
    yield found[1]
    server.clear()


@contextmanager
def line(
    server: Server, kernel_id: str, protocol: str = "newer", packing: str | None = "deflate"
) -> Iterator[ClientConnection]:
    address = f"{server.address.replace('http', 'ws')}api/kernels/{kernel_id}/channels?session_id={uuid.uuid4().hex}"
    allowed = {"Authorization": f"token {TOKEN}"} if server.token else {}
    with connect(
        address,
        subprotocols=PROTOCOLS[protocol],
        compression=packing,
        additional_headers=allowed,
        max_size=None,
        max_queue=None,
        open_timeout=60,
    ) as made:
        yield made


def round_trip(there: ClientConnection) -> float:
    """Seconds until the server has answered a question, and the kernel another one."""
    start = time.monotonic()
    there.send(QUESTION)
    there.send(told(message("comm_info_request", {})))
    seen = ""
    while QUESTION not in seen or "comm_info_reply" not in seen:
        some = there.recv(timeout=60)
        seen += some if isinstance(some, str) else some.decode("utf-8", "replace")
    return time.monotonic() - start


def test_messages_are_packed_for_whoever_can_unpack_them(server: Server) -> None:
    with kernel(server) as theirs:
        for packing, named in {"deflate": ["permessage-deflate"], None: []}.items():
            with line(server, theirs, packing=packing) as there:
                assert [one.name for one in there.protocol.extensions] == named
                round_trip(there)


def test_small_messages_leave_at_once(server: Server) -> None:
    with kernel(server) as theirs, line(server, theirs) as there:
        round_trip(there)
        lines = server.seen()["nodelay"]
        assert lines and all(lines)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_cannot_be_read_closes_the_line_and_the_next_visitor_feels_nothing(server: Server, protocol: str) -> None:
    with kernel(server) as theirs, line(server, theirs) as other:
        for what, sent in UNREADABLE[protocol].items():
            if (
                "header" in what and server.token
            ):  # in Lab any kind of message may be sent, and headers are the kernel's to read
                continue
            with line(server, theirs, protocol) as there:
                there.send(sent)
                with pytest.raises(ConnectionClosed):
                    while True:
                        there.recv(timeout=20)
                assert there.close_code == MALFORMED, what
            assert round_trip(other) < 20, what


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_can_be_read_is_answered_in_either_protocol(server: Server, protocol: str) -> None:
    """With parts in bytes, too: in the older protocol they are counted in another way."""
    with kernel(server) as theirs, line(server, theirs, protocol) as there:
        asked = message("comm_info_request", {"target_name": "jupyter.widget"})
        there.send(told(asked) if protocol == "newer" else json.dumps(asked))
        comm = uuid.uuid4().hex
        control = message("comm_open", {"comm_id": comm, "target_name": "jupyter.widget.control", "data": {}})
        control["metadata"] = {"version": "1.0.0"}
        states = message("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
        for one in (control, states):
            there.send(told(one) if protocol == "newer" else json.dumps(one))
        seen = ""
        while "comm_info_reply" not in seen or "update_states" not in seen:
            some = there.recv(timeout=30)
            seen += some if isinstance(some, str) else some.decode("utf-8", "replace")


@pytest.mark.parametrize(("protocol", "wide"), [("newer", 8), ("older", 4)])
def test_every_cut_and_every_number_of_parts_is_judged_without_counting(protocol: str, wide: int) -> None:
    is_newer = protocol == "newer"
    good = newer(EMPTY) if is_newer else struct.pack("!2I", 1, 8) + b"{}"
    assert is_whole(good, newer=is_newer)
    for end in range(len(good) - (0 if is_newer else 2)):
        assert not is_whole(good[:end], newer=is_newer)
    order = "little" if is_newer else "big"
    for bit in range(8 * wide):
        for parts in (2**bit, 2**bit - 1, 2 ** (8 * wide) - 1 - bit):
            if parts != (6 if is_newer else 1):
                assert not is_whole(parts.to_bytes(wide, order) + good[wide:], newer=is_newer)


def test_a_flood_from_one_visitor_is_not_felt_by_the_next(voila_server: Server) -> None:
    """They are answered; how fast is printed."""
    with kernel(voila_server) as one, kernel(voila_server) as two, line(voila_server, two) as there:
        before = [round_trip(there) for _ in range(40)]
        sent, over = 0, threading.Event()

        def flood() -> None:
            nonlocal sent
            one_message = told(message("comm_msg", {"comm_id": "nobody", "data": {}}))
            with line(voila_server, one) as flooding, suppress(ConnectionClosed, TimeoutError):
                while not over.is_set():
                    flooding.send(one_message)
                    sent += 1
                    time.sleep(1 / 6000)

        thread = threading.Thread(target=flood, daemon=True)
        thread.start()
        time.sleep(1)  # more is sent in it than may be at once
        during = [round_trip(there) for _ in range(40)]
        over.set()
        print(f"{sent} messages; a round trip of the next visitor: {1000 * statistics.median(before):.1f} ms before, ")
        print(f"{1000 * statistics.median(during):.1f} ms during, at most {1000 * max(during):.1f} ms")
    assert until(lambda: not voila_server.seen()["lines"], 20), "what was sent to an ended kernel is not read on"


class Held:
    """A connection's handler, and a channel to a kernel that takes nothing more."""

    def __init__(self) -> None:
        self.closed_with: list[int] = []

    def sending(self) -> bool:
        return True

    def closed(self) -> bool:
        return False

    def close(self, code: int, reason: str) -> None:
        self.closed_with.append(code)


@pytest.mark.parametrize("there", [("one",), ()], ids=["hangs", "is gone"])
def test_a_line_to_a_kernel_that_takes_nothing_is_closed(
    monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...]
) -> None:
    """Otherwise nobody would see that the visitor has left, and the seat would stay taken for ever."""
    patience = 0.2 if there else 60.0  # a busy machine needs a while to close a line, too
    monkeypatch.setattr(connection, "PATIENCE", patience)
    held = Held()
    line: Any = SimpleNamespace(
        websocket_handler=held, channels={"shell": held}, kernel_id="one", multi_kernel_manager=there
    )
    line._allowance, line._slow_down = Allowance(RATE, BURST), partial(PromptConnection._slow_down, line)
    start = time.monotonic()
    with ThreadPoolExecutor(1) as apart:  # a browser's loop may run in this thread
        apart.submit(asyncio.run, PromptConnection.hear(line, told(message("comm_msg", {})))).result(20)
    assert held.closed_with == [GONE]
    assert (time.monotonic() - start >= patience) == bool(there)


def test_a_flood_is_read_as_fast_as_is_allowed_and_no_faster() -> None:
    allowance, now = Allowance(RATE, BURST), 1000.0
    read = 0
    while now < 1060:
        now += allowance.wait(1, now)
        read += 1
    assert BURST + 59 * RATE <= read <= BURST + 61 * RATE
    assert allowance.wait(1, now + 3600) == 0 == max(allowance.wait(1, now + 3600) for _ in range(BURST - 2))
    assert Allowance(RATE, BURST).wait(2 * BURST, now) > 0


@pytest.mark.parametrize("packing", ["deflate", None])
def test_what_is_too_long_is_not_read(voila_server: Server, packing: str | None) -> None:
    """Packed, it comes in a thousand bytes."""
    with kernel(voila_server) as theirs:
        with line(voila_server, theirs, packing=packing) as there, pytest.raises(ConnectionClosed):
            there.send(newer([*EMPTY[:4], b" " * LONGEST]))
            while True:
                there.recv(timeout=20)
        assert there.close_code == 1009
    asked = urllib.request.Request(f"{voila_server.address}voila/api/shutdown/{theirs}", b" " * (LONGEST + 1))
    with pytest.raises((urllib.error.HTTPError, ConnectionError, urllib.error.URLError)):
        urllib.request.urlopen(asked, timeout=20)


def test_nobody_holds_more_lines_open_than_a_page_needs(voila_server: Server) -> None:
    with kernel(voila_server) as theirs:
        held: list[Any] = []
        with pytest.raises(InvalidStatus) as refused:
            for _ in range(MOST_LINES + 1):
                there = line(voila_server, theirs)
                there.__enter__()
                held.append(there)
        assert refused.value.response.status_code == 429
        assert len(held) == MOST_LINES
        for there in held:
            there.__exit__(None, None, None)
