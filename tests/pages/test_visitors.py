"""As many learners as there are seats come in; the next one is told so, kindly, and comes in when somebody has left."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

import pytest
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from playwright.sync_api import Page, expect

from rallyman_tutor.pages.server import visitors
from tests.pages.servers import Server, alone, in_jupyter

READY = "window.jupyterapp?.widgetManager?.kernel?.connectionStatus === 'connected'"
SEATS = {visitors.SETTING: "2"}


@pytest.fixture(scope="module", params=[alone, in_jupyter], ids=["voila", "jupyter"])
def small(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server with two seats."""
    server: Server = request.param(env=SEATS)
    yield server
    server.stop()


def test_a_crowd_is_let_in_up_to_the_limit_and_the_others_are_told(small: Server) -> None:
    small.clear()
    with ThreadPoolExecutor(6) as crowd:
        answers = list(crowd.map(small.get, ["voila/render/empty.ipynb"] * 6))
    assert sorted(status for status, _, _ in answers) == [200, 200, 503, 503, 503, 503]
    assert len(small.kernels()) == 2
    for status, headers, text in answers:
        if status == 503:
            assert int(headers["Retry-After"]) > 0
            assert "Every seat is taken" in text and "Try again" in text and "<main" in text
    small.clear()
    assert small.get("voila/render/empty.ipynb")[0] == 200


def test_a_page_has_a_kernel_without_debugger_and_history_that_loads_while_it_waits(small: Server) -> None:
    small.clear()
    status, _, text = small.get("voila/render/kernel.ipynb")
    assert status == 200 and "debugger: False history: False" in text and "loaded: True" in text
    (pid,) = small.kernels().values()
    limits = Path(f"/proc/{pid}/limits").read_text("ascii")
    assert re.search(rf"Max data size +{2**30} ", limits), "nobody takes the memory of all"


@pytest.mark.parametrize("small", [alone, pytest.param(in_jupyter, marks=pytest.mark.wide)], indirect=True)
def test_who_is_in_may_reload_though_every_seat_is_taken(small: Server, page: Page) -> None:
    small.clear()
    small.get("voila/render/empty.ipynb")
    page.goto(small.page("button"))
    page.wait_for_function(READY)
    page.get_by_role("button", name="think").click()  # a busy kernel is slow to leave
    answer = page.reload()
    assert answer and answer.status == 200
    page.wait_for_function(READY)
    other = page.context.new_page()
    answer = other.goto(small.page("empty"))
    assert answer and answer.status == 503
    expect(other.get_by_role("heading", name="Every seat is taken")).to_be_visible()
    page.goto("about:blank")
    other.get_by_role("link", name="Try again").click()
    other.wait_for_function(READY)
    other.goto("about:blank")


HALF = 2 * 2**30 // visitors.KERNEL


@pytest.mark.parametrize(("asked", "seats"), [("7", 7), ("0", 0), ("", HALF), ("many", HALF)])
def test_the_number_of_seats_is_set_or_follows_from_the_memory(
    monkeypatch: pytest.MonkeyPatch, asked: str, seats: int
) -> None:
    monkeypatch.setenv(visitors.SETTING, asked)
    monkeypatch.setattr(visitors, "memory", lambda: 4 * 2**30)
    assert visitors.room_for() == seats


@pytest.mark.parametrize(
    ("memory", "seats"), [(2**20, visitors.FEWEST), (10 * visitors.KERNEL, 5), (2**50, visitors.MOST)]
)
def test_there_are_a_few_seats_at_least_and_not_too_many(
    monkeypatch: pytest.MonkeyPatch, memory: int, seats: int
) -> None:
    monkeypatch.delenv(visitors.SETTING, raising=False)
    monkeypatch.setattr(visitors, "memory", lambda: memory)
    assert visitors.room_for() == seats


def test_a_container_has_the_memory_it_is_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    limit, groups = tmp_path / "memory.max", tmp_path / "cgroup"
    groups.write_text("0::/\n", "ascii")
    monkeypatch.setattr(visitors, "GROUPS", groups)
    monkeypatch.setattr(visitors, "LIMITS", tmp_path)
    monkeypatch.delenv("MEM_LIMIT", raising=False)
    whole = visitors.memory()
    limit.write_text("max\n")
    assert visitors.memory() == whole
    limit.write_text("1000000\n")
    assert visitors.memory() == 1_000_000
    monkeypatch.setenv("MEM_LIMIT", "500000")
    assert visitors.memory() == 500_000


@pytest.mark.parametrize(
    ("groups", "file"),
    [
        ("0::/system.slice/rallyman-tutor.service", "system.slice/rallyman-tutor.service/memory.max"),
        ("0::/system.slice/rallyman-tutor.service", "system.slice/memory.max"),
        ("5:cpu,cpuacct:/one\n4:memory:/docker/two", "memory/docker/two/memory.limit_in_bytes"),
    ],
)
def test_a_service_has_the_memory_it_is_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, groups: str, file: str
) -> None:
    monkeypatch.delenv("MEM_LIMIT", raising=False)
    monkeypatch.setattr(visitors, "GROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(visitors, "LIMITS", tmp_path)
    whole = visitors.memory()
    (tmp_path / "cgroup").write_text(f"{groups}\n", "ascii")
    limit = tmp_path / file
    limit.parent.mkdir(parents=True, exist_ok=True)
    limit.write_text("max\n", "ascii")
    assert visitors.memory() == whole
    limit.write_text("1000000\n", "ascii")
    assert visitors.memory() == 1_000_000


def test_a_kernel_that_jupyter_is_still_starting_may_be_looked_at(tmp_path: Path) -> None:
    """Jupyter lists a kernel before it notes its last use; in between it may look for deserted ones."""

    async def is_kept() -> bool:
        seats: Any = visitors.Seats(connection_dir=str(tmp_path), cull_idle_timeout=60)  # type: ignore[no-untyped-call]  # theirs is untyped
        kernel, _, kernel_id = seats.pre_start_kernel("python3", {})
        seats._kernels[kernel_id] = kernel
        await seats.cull_kernel_if_idle(kernel_id)
        return kernel_id in seats

    with ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(asyncio.run, is_kept()).result()


def test_a_kernel_that_is_stopped_or_being_stopped_is_not_stopped_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one deserted kernel is stopped, which may take seconds, others go by themselves."""
    looked_at = []

    async def look_at(self: visitors.Seats, kernel_id: str) -> None:
        looked_at.append(kernel_id)

    async def look() -> None:
        seats: Any = visitors.Seats()  # type: ignore[no-untyped-call]  # theirs is untyped
        seats._kernels = {"deserted": None, "leaving": None}
        seats.leaving = {"leaving"}
        for kernel_id in ("deserted", "leaving", "gone"):
            await seats.cull_kernel_if_idle(kernel_id)

    monkeypatch.setattr(AsyncMappingKernelManager, "cull_kernel_if_idle", look_at)
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, look()).result()
    assert looked_at == ["deserted"]


@pytest.mark.parametrize(("known", "deserted"), [("heard", ["left"]), ("met", ["asked", "left"])])
def test_only_kernels_that_no_page_knows_of_are_stopped_early(
    known: Literal["heard", "met"], deserted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is there asks about its kernel at once, and connects when all of it has come."""
    stopped = []

    async def stop(self: visitors.Seats, kernel_id: str, **asked: bool) -> None:
        stopped.append(kernel_id)

    async def look() -> None:
        seats: Any = visitors.Seats()  # type: ignore[no-untyped-call]  # theirs is untyped
        seats._kernels = {"reached": None, "asked": None, "left": None}
        seats.notify_connect("reached")
        seats.notify_disconnect("reached")
        for kernel_id in ("asked", "gone"):
            seats.notice(kernel_id)
        for kernel_id in ("reached", "asked", "left", "gone"):
            seats._stop_unless(known, kernel_id)
        await asyncio.sleep(0)

    monkeypatch.setattr(visitors.Seats, "shutdown_kernel", stop)
    with ThreadPoolExecutor(1) as elsewhere:  # a loop runs here already, the browser's
        elsewhere.submit(asyncio.run, look()).result()
    assert stopped == deserted
