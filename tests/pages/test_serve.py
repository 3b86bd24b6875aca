"""Starting and ending the tutor: the address, the port, the first page, Ctrl+C; and that a Jupyter server finds us."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection, connect

from rallyman_tutor import __version__
from rallyman_tutor.core.game import Plain
from rallyman_tutor.pages import cli, serve
from rallyman_tutor.pages.server.connection import QUESTION
from rallyman_tutor.pages.server.handlers import BROKEN, cannot_write
from tests.pages.servers import HOST, ROOT, Server, alone, until
from tests.pages.test_sent import message

Started = Callable[..., "tuple[subprocess.Popen[str], str]"]


def _hears_ctrl_c() -> None:
    """A run in the background of a shell lets nobody below it hear Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def start() -> Iterator[Started]:
    """Starts the command and reads its line; what still runs afterwards is ended."""
    running: list[subprocess.Popen[str]] = []

    def begin(*arguments: str) -> tuple[subprocess.Popen[str], str]:
        command = [sys.executable, "-m", "rallyman_tutor", *arguments]
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=pipe,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=_hears_ctrl_c,  # noqa: PLW1509  # it takes no lock that a thread could hold
        )
        running.append(process)
        assert process.stdout
        return process, process.stdout.readline()

    yield begin
    for process in running:
        process.kill()
        process.communicate()


def test_it_says_where_it_is_hears_a_visitor_and_ends_quietly(start: Started) -> None:
    """To start the command takes seconds, so one is asked for all: it passes over a port that is taken, prints
    addresses that can be typed, under its base URL, and nothing of a visitor, and Ctrl+C ends it."""
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        process, line = start("serve", "--no-browser", f"--port={port}", "--ip=0.0.0.0", "--base-url=rally")
    assert f":{port}/" not in line
    assert "localhost" in line and process.stdout
    for said in (line, process.stdout.readline()):
        found = re.search(r"http://([^/:]+):(\d+)/rally/", said)
        assert found and int(found[2]) in range(port + 1, port + 20), said
        with socket.create_connection((found[1], int(found[2])), timeout=5):
            port_of_all = found[2]
    leaves(f"http://{HOST}:{port_of_all}/rally/")
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    assert (process.returncode, rest.strip()) == (0, ""), rest


def leaves(address: str) -> None:
    """Somebody opens a page, is heard by its kernel, and leaves."""
    page = urllib.request.urlopen(f"{address}voila/render/index.ipynb", timeout=60).read().decode()
    kernel = re.search(r'"kernelId": "([\w-]+)"', page)
    assert kernel
    with connect(
        f"{address.replace('http', 'ws')}api/kernels/{kernel[1]}/channels?session_id=me", open_timeout=60
    ) as there:
        there.send(QUESTION)
        while not str(there.recv(timeout=60)).startswith(QUESTION):
            pass


def test_without_an_opening_page_there_is_a_list(voila_server: Server) -> None:
    status, _, text = voila_server.get("")
    assert status == 200 and "Choose a page" in text and "voila/render/button.ipynb" in text


@pytest.mark.parametrize(
    ("there", "opens"),
    [((), ""), (("a.ipynb",), ""), (("drive.ipynb",), "drive.ipynb"), (("drive.ipynb", "index.ipynb"), "index.ipynb")],
)
def test_a_home_page_opens_before_the_drive(tmp_path: Path, there: tuple[str, ...], opens: str) -> None:
    for name in there:
        (tmp_path / name).touch()
    assert serve.opening_notebook(tmp_path) == opens


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ((), {"port": 8866, "ip": "localhost", "base_url": "/", "browser": True}),
        (("serve",), {"port": 8866, "ip": "localhost", "base_url": "/", "browser": True}),
        (
            ("serve", "--port=99", "--ip=0.0.0.0", "--base-url=/x/", "--no-browser"),
            {"port": 99, "ip": "0.0.0.0", "base_url": "/x/", "browser": False},
        ),
    ],
)
def test_the_command_line_starts_it(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], asked: dict[str, object]
) -> None:
    seen: list[dict[str, object]] = []

    def note(**settings: object) -> int:
        seen.append(settings)
        return 0

    monkeypatch.setattr(serve, "serve", note)
    assert cli.main(arguments) == 0
    assert seen == [
        {
            **asked,
            "rooms": None,
            "evening": None,
            "more": {"Tutor": {"rooms_each": 12, "devices_each": 40, "behind_proxy": False}},
        }
    ]


def test_the_command_line_starts_without_voila() -> None:
    ask = "import sys; from rallyman_tutor.pages import cli; print(*({'voila', 'tornado', 'jupyter_server'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_our_server_is_loaded_without_a_grammar_of_addresses() -> None:
    assert import_module("rallyman_tutor.pages.server.alone").Tutor
    assert "lark" not in sys.modules, "what would build it"


def test_the_wheel_tells_jupyter_servers_of_us() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = pyproject["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    places = {there: ROOT / ours for ours, there in shared.items()}
    (told,) = places["etc/jupyter/jupyter_server_config.d"].iterdir()
    lab = places["share/jupyter/labextensions/rallyman-tutor"]
    package = json.loads((lab / "package.json").read_text("utf-8"))
    assert (package["name"], package["version"]) == ("rallyman-tutor", __version__)
    assert (lab / package["jupyterlab"]["_build"]["load"]).is_file()
    (extension,) = json.loads(told.read_text())["ServerApp"]["jpserver_extensions"]
    assert extension < "voila.server_extension", "Jupyter loads in the order of names, and ours must come first"
    assert (ROOT / f"{extension.replace('.', os.sep)}.py").is_file()


BUSY = """import time

import ipywidgets as w

label = w.Label("asked to work, it does for longer than anybody waits")
label.on_msg(lambda *_: time.sleep(60))
label"""


@pytest.fixture
def working(tmp_path: Path) -> Iterator[Server]:
    """A server that looks for deserted kernels every second, with a page whose kernel works when it is told to."""
    cell: Plain = {
        "cell_type": "code",
        "execution_count": None,
        "id": "one",
        "metadata": {},
        "outputs": [],
        "source": BUSY,
    }
    (tmp_path / "busy.ipynb").write_text(
        json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), "utf-8"
    )
    (tmp_path / "drive.ipynb").write_text((ROOT / "tests/pages/notebooks/empty.ipynb").read_text())
    looks = {"cull_idle_timeout": 2, "cull_interval": 1}
    server = alone(tmp_path, "/rally/", MappingKernelManager=looks, Seats={"seats": 6})
    yield server
    server.stop()


def test_the_start_leads_to_the_opening_page_and_whoever_stays_away_leaves_nothing_on_the_terminal(
    working: Server,
) -> None:
    """Under a base URL. Deserted kernels are looked for and stopped, busy ones too, and a visitor who only sleeps is
    left alone."""
    _, _, text = working.get("")
    assert "<title>An empty page</title>" in text
    with urllib.request.urlopen(urllib.request.Request(working.address, method="HEAD"), timeout=20) as answer:
        assert answer.url.endswith("drive.ipynb")

    def comes() -> list[str]:
        page = working.get("voila/render/busy.ipynb")[2]
        return re.findall(r'"(?:kernelId|model_id)": ?"([\w-]+)"', page)[:2]

    def talks(kernel: str) -> AbstractContextManager[ClientConnection]:
        line = f"{working.address.replace('http', 'ws')}api/kernels/{kernel}/channels?session_id={kernel}"
        return connect(line, open_timeout=60)

    comes()  # and is not heard of again
    asleep, _ = comes()
    with talks(asleep) as line:
        passes, _ = comes()
        with talks(passes):
            pass
        works, model = comes()
        with talks(works) as told:
            click = {"comm_id": model, "data": {"method": "custom", "content": {}}}
            told.send(json.dumps(message("comm_msg", click)))
            while '"busy"' not in str(told.recv(timeout=30)):
                pass
        assert until(lambda: [*working.kernels()] == [asleep], 60), working.kernels()
        time.sleep(3)  # they are looked for three times
        line.send(QUESTION)
        while not str(answer := line.recv(timeout=30)).startswith(QUESTION):
            pass
        assert json.loads(str(answer).removeprefix(QUESTION))["alive"]
    assert working.alone(20)
    working.stop()
    _, _, rest = working.log.read_text("utf-8").partition("\n")  # behind the line with its address
    assert rest.strip() == "", rest


def test_pages_open_where_nothing_can_be_kept(tmp_path: Path) -> None:
    """No folder of Jupyter's and IPython's can be made: a file lies where they would be."""
    (tmp_path / "no").touch()
    nowhere = str(tmp_path / "no/folder")
    names = ("HOME", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR", "XDG_DATA_HOME")
    server = alone(env=dict.fromkeys(names, nowhere))
    try:
        status, _, text = server.get("voila/render/kernel.ipynb")
        assert status == 200 and "loaded: True" in text
    finally:
        server.stop()


def test_a_disk_that_takes_nothing_is_told_in_a_sentence(tmp_path: Path) -> None:
    server = alone(ROOT / "notebooks", Tutor={"connection_dir_root": str(tmp_path)})  # where kernels' files are written
    try:
        (folder,) = tmp_path.iterdir()
        folder.rmdir()
        folder.symlink_to("/sys")  # nobody may write there
        status, _, begun = server.get("voila/render/index.ipynb")
        assert status == 200 and begun.endswith(BROKEN), "it was begun before that was known, and starts afresh"
        status, _, text = server.get("voila/render/index.ipynb", **{"User-Agent": "rally-browser"})
        assert status == 507 and "cannot write to its disk" in text and "Traceback" not in text
        _, _, log = server.log.read_text("utf-8").partition("\n")  # behind the line with its address
        assert "voila/render/index.ipynb" in log
        assert HOST not in log.replace(f"host='{HOST}", "") and "rally-browser" not in log, "nothing of the visitor"
    finally:
        folder.unlink()
        folder.mkdir()
        server.stop()


@pytest.mark.parametrize(
    ("error", "is_told"),
    [
        (OSError(errno.ENOSPC, "full"), True),
        (OSError(errno.EROFS, "closed"), True),
        (sqlite3.OperationalError("database or disk is full"), True),
        (OSError(errno.ECONNRESET, "gone"), False),
        (ValueError(), False),
        (None, False),
    ],
)
def test_what_cannot_be_written_is_known_from_other_mishaps(error: object, is_told: bool) -> None:
    assert cannot_write(error) == is_told


@pytest.mark.parametrize("path", ["voila/render/button.ipynb", "voila/tree/", "health"])
def test_head_is_answered_like_get_and_starts_no_kernel(server: Server, path: str) -> None:
    server.clear()
    asked = urllib.request.Request(f"{server.asked_at if path == 'health' else server.address}{path}", method="HEAD")
    if server.token:
        asked.add_header("Authorization", f"token {server.token}")
    with urllib.request.urlopen(asked, timeout=20) as answer:
        assert answer.status == 200 and answer.read() == b""
    assert not server.kernels()


def test_head_says_what_is_not_there(server: Server) -> None:
    asked = urllib.request.Request(f"{server.address}voila/render/nowhere.ipynb", method="HEAD")
    if server.token:
        asked.add_header("Authorization", f"token {server.token}")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked, timeout=20)
    assert refused.value.code == 404
    refused.value.close()


def test_the_quick_reference_stands_beside_the_pages_and_needs_no_kernel(server: Server) -> None:
    server.clear()
    for path, is_there in (("dirt-sheet.html", True), ("club/classic-sheet.html", True), ("chess-sheet.html", False)):
        asked = urllib.request.Request(f"{server.address}voila/render/{path}")
        if server.token:
            asked.add_header("Authorization", f"token {server.token}")
        try:
            with urllib.request.urlopen(asked, timeout=20) as answer:
                page = answer.read().decode()
                assert is_there and page.count("quick reference</title>") == 1
                assert f'href="{"dirt" if "dirt" in path else "index"}.ipynb"' in page, "the way back"
        except urllib.error.HTTPError as refused:
            assert (refused.code, is_there) == (404, False)
            refused.close()
    assert not server.kernels()


def test_whoever_keeps_the_server_may_ask_how_it_is(server: Server) -> None:
    server.clear()
    with urllib.request.urlopen(f"{server.asked_at}health", timeout=20) as answer:
        told = json.load(answer)
    assert told["status"] == "ok" and told["visitors"] == 0 and told["seats"] > 0
