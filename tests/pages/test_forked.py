"""Kernels that are forked from one warm process: they share what was loaded before, and nothing of a visitor."""

from __future__ import annotations

import ast
import asyncio
import os
import re
import secrets
import signal
import sys
import tomllib
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from traitlets.config import Config

from rallyman_tutor.pages.server import forked, settings
from rallyman_tutor.pages.server.visitors import Seats
from tests.pages.servers import ROOT, until

OF_CHANCE = """(__import__("random").random(), __import__("numpy").random.random(), __import__("uuid").uuid4().hex,
    __import__("secrets").token_hex(), sorted(__import__("ipywidgets").widgets.widget._instances))"""
OF_ITS_OWN = (
    "(__import__('os').getpid(), __import__('os').getppid(), __import__('os').getsid(0), __import__('os').getcwd())"
)
READ_LATER = """(lambda texts, languages: [texts.cache_info().misses, *(texts(room, one).many for one in languages
    for room in ("tutor", "games.classic")), texts.cache_info().misses])(
    __import__("rallyman_tutor.tutor.words.texts", fromlist=["_"]).room_texts,
    __import__("rallyman_tutor.tutor.words.language", fromlist=["_"]).LANGUAGES)"""
LOADED = "'rallyman_tutor.games.classic.rules.gear' in __import__('sys').modules"


@pytest.fixture(autouse=True, scope="module")
def warm() -> Iterator[None]:
    """The warm process of these tests, which the last of them ends."""
    yield
    for one in forked._warm:
        one.close()
    forked._warm.clear()


class Visitors:
    """Kernels for pages, as a server has them."""

    def __init__(self, folder: Path, sockets: str) -> None:
        config = settings.settings()
        config.Seats = Config(seats=4, arguments=["--IPKernelApp.log_level=ERROR"])
        self.seats = Seats(config=config, connection_dir=sockets, root_dir=str(folder))  # type: ignore[no-untyped-call]  # theirs

    async def comes(self, **env: str) -> str:
        return await self.seats.start_kernel(kernel_name="python3", path="", env={**os.environ, **env})

    def process(self, kernel: str) -> int:
        return int(self.provisioner(kernel).pid)

    def provisioner(self, kernel: str) -> Any:
        return self.seats.get_kernel(kernel).provisioner

    async def asks(self, kernel: str, expression: str) -> Any:
        """The value of an expression in a kernel."""
        client = self.seats.get_kernel(kernel).client()
        client.start_channels()
        try:
            await client.wait_for_ready(60)  # type: ignore[misc]  # it is awaitable
            answer = await client.execute("", user_expressions={"it": expression}, reply=True, timeout=60)
        finally:
            client.stop_channels()
        return ast.literal_eval(answer["content"]["user_expressions"]["it"]["data"]["text/plain"])


def visit(folder: Path, does: Callable[[Visitors], Awaitable[Any]], below: str = "") -> Any:
    """Do something with visitors, who all have left in the end. It has a thread to itself: here the browser's loop
    runs. Their sockets are kept in a folder by a short name, or in one below it."""

    async def run() -> Any:
        with TemporaryDirectory() as sockets:
            place = Path(sockets, below)
            place.mkdir(exist_ok=True)
            visitors = Visitors(folder, str(place))
            try:
                return await does(visitors)
            finally:
                await visitors.seats.shutdown_all(now=True)

    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, run()).result()


def is_there(pid: int) -> bool:
    """Whether a process runs, or has ended and was not reaped."""
    return Path(f"/proc/{pid}").exists()


def opened(pid: int) -> set[str]:
    """The files that a process has open, but for what it writes to the terminal."""
    named = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # it was just closed
            named |= {str(file.readlink())} if int(file.name) > 2 else set()
    return named - {str(Path(f"/proc/self/fd/{number}").readlink()) for number in (1, 2)}


def test_a_kernel_is_there_with_all_that_a_page_needs_in_a_session_of_its_own(tmp_path: Path) -> None:
    async def does(visitors: Visitors) -> Any:
        kernel = await visitors.comes()
        return visitors.process(kernel), await visitors.asks(kernel, OF_ITS_OWN), await visitors.asks(kernel, LOADED)

    pid, own, loaded = visit(tmp_path, does)
    assert own == (pid, forked.warm().pid, pid, str(tmp_path))
    assert loaded


def test_the_texts_of_every_language_are_read_before_a_kernel_is_there(tmp_path: Path) -> None:
    async def does(visitors: Visitors) -> Any:
        return await visitors.asks(await visitors.comes(), READ_LATER)

    before, *many, after = visit(tmp_path, does)
    assert (before, min(many) > 0) == (after, True)


def test_a_kernel_is_there_where_files_have_long_names(tmp_path: Path) -> None:
    """As in a deep home: a socket's name may have some hundred letters."""

    async def does(visitors: Visitors) -> Any:
        return await visitors.asks(await visitors.comes(), "6 * 7")

    assert visit(tmp_path, does, "deep" * 20) == 42


def test_what_chance_gives_to_one_visitor_it_gives_to_no_other(tmp_path: Path) -> None:
    async def does(visitors: Visitors) -> Any:
        return [await visitors.asks(await visitors.comes(), OF_CHANCE) for _ in range(2)]

    one, other = visit(tmp_path, does)
    assert one[-1], "a library has made itself a widget"
    assert [mine for mine, theirs in zip(one, other, strict=True) if mine == theirs] == []


def test_visitors_share_no_open_file(tmp_path: Path) -> None:
    async def does(visitors: Visitors) -> Any:
        processes = []
        for _ in range(3):
            processes.append(visitors.process(kernel := await visitors.comes()))
            await visitors.asks(kernel, "1")
        return [opened(pid) for pid in (*processes, forked.warm().pid)]

    found = visit(tmp_path, does)
    assert len(found) == 4
    for number, one in enumerate(found):
        assert any(name.startswith("socket:") for name in one)
        for other in found[:number]:
            assert {name for name in one & other if name.startswith(("socket:", "pipe:"))} == set()
            assert {name for name in one & other if name.startswith("/")} <= {"/dev/null"}


def test_what_a_visitor_brings_is_not_in_the_memory_of_which_later_kernels_are_copies(tmp_path: Path) -> None:
    secret = secrets.token_hex(16)

    async def does(visitors: Visitors) -> Any:
        kernel = await visitors.comes(QUERY_STRING=f"token={secret}")
        assert await visitors.asks(kernel, "__import__('os').environ['QUERY_STRING']") == f"token={secret}"
        return memory(visitors.process(kernel)).count(secret.encode()), memory(forked.warm().pid).count(secret.encode())

    own, copied = visit(tmp_path, does)
    assert own, "it can be found where it is"
    assert not copied


def memory(pid: int) -> bytes:
    """All that a process could write to."""
    found = []
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as there:
        for line in Path(f"/proc/{pid}/maps").read_text("utf-8").splitlines():
            begin, end, may = re.findall(r"^(\w+)-(\w+) (\S+)", line)[0]
            if "w" in may:
                there.seek(int(begin, 16))
                found.append(there.read(int(end, 16) - int(begin, 16)) or b"")
    return b"".join(found)


def test_kernels_have_limits_and_are_the_first_to_go_where_memory_ends(tmp_path: Path) -> None:
    async def does(visitors: Visitors) -> Any:
        place = Path(f"/proc/{visitors.process(kernel := await visitors.comes())}")
        await visitors.asks(kernel, "1")
        return (place / "limits").read_text("ascii"), int((place / "oom_score_adj").read_text("ascii"))

    limits, score = visit(tmp_path, does)
    assert re.search(rf"Max data size +{2**30} ", limits)
    assert re.search(r"Max core file size +0 ", limits)
    assert score > int(Path("/proc/self/oom_score_adj").read_text("ascii"))


def test_a_kernel_that_ends_is_reaped_and_its_status_is_told(tmp_path: Path) -> None:
    async def does(visitors: Visitors) -> Any:
        kernel = await visitors.comes()
        child = visitors.provisioner(kernel).process
        assert child.poll() is None
        os.kill(child.pid, signal.SIGKILL)
        return child, child.wait(), await visitors.seats.is_alive(kernel)

    child, status, alive = visit(tmp_path, does)
    assert status == child.poll() == -signal.SIGKILL and not alive
    child.send_signal(signal.SIGINT)  # whoever has its number now is not meant
    assert until(lambda: not is_there(child.pid))


def test_a_kernel_that_the_server_lets_go_of_ends(tmp_path: Path) -> None:
    async def does(_: Visitors) -> int:
        child = await forked.warm().fork(["-f", str(tmp_path / "kernel.json")], os.environ, str(tmp_path))
        assert child.poll() is None
        child._line.close()
        return child.pid

    pid = visit(tmp_path, does)
    assert until(lambda: not is_there(pid))


def test_kernels_end_with_the_process_that_forked_them_and_the_next_one_has_a_new_one(tmp_path: Path) -> None:
    async def does(visitors: Visitors) -> Any:
        old = forked.warm()
        lost = visitors.process(kernel := await visitors.comes())
        await visitors.asks(kernel, "1")
        os.kill(old.pid, signal.SIGKILL)
        old._process.wait()
        old._door.close()
        assert not await visitors.seats.is_alive(kernel)
        own = await visitors.asks(await visitors.comes(), OF_ITS_OWN)
        return old.pid, lost, own[1]

    old, lost, new = visit(tmp_path, does)
    assert new == forked.warm().pid != old
    assert until(lambda: not is_there(lost))


@pytest.mark.parametrize(
    ("command", "can"),
    [
        ((sys.executable, "-m", "ipykernel_launcher", "-f", "file"), True),
        ((sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "file"), True),
        ((sys.executable, "-m", "another_kernel", "-f", "file"), False),
        (("/another/python", "-m", "ipykernel_launcher", "-f", "file"), False),
        (("bash",), False),
    ],
)
def test_only_a_kernel_of_this_python_is_forked(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], can: bool
) -> None:
    assert forked.can_fork([*command]) == can
    monkeypatch.setattr(forked, "CAN_FORK", False)
    assert not forked.can_fork([*command])


@pytest.mark.parametrize("name", ["WARM", "CAN_FORK"])
def test_where_nothing_can_be_forked_kernels_are_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.setattr(forked, "_warm", [])
    monkeypatch.setattr(forked, name, "" if name == "WARM" else False)

    async def does(visitors: Visitors) -> Any:
        return await visitors.asks(await visitors.comes(), OF_ITS_OWN)

    pid, parent, session, _ = visit(tmp_path, does)
    assert parent == os.getpid() and session == pid
    for one in forked._warm:
        one.close()


def test_any_kernel_may_have_itself_forked_by_its_kernel_json(monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    ((name, place),) = project["entry-points"][KernelProvisionerFactory.GROUP_NAME].items()
    said = f'"provisioner_name": "{name}"'
    assert said in (forked.__doc__ or "")
    factory = KernelProvisionerFactory()
    monkeypatch.setattr(factory, "provisioners", {name: EntryPoint(name, place, KernelProvisionerFactory.GROUP_NAME)})
    spec = KernelSpec(metadata={"kernel_provisioner": {"provisioner_name": name}})
    assert isinstance(factory.create_provisioner_instance("kernel", spec, None), forked.Forked)
