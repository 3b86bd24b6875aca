"""Starting and ending the tutor: the address, the port, the first page, Ctrl+C; and that a Jupyter server finds us."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rallyman_tutor.pages import cli, serve
from tests.pages.servers import HOST, ROOT, Server, alone, free_port

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


def test_it_says_where_it_is_in_one_line_and_ends_quietly(start: Started) -> None:
    port = free_port()
    process, line = start("serve", "--no-browser", f"--port={port}", f"--ip={HOST}", "--base-url=rally")
    assert f"http://{HOST}:{port}/rally/" in line
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=20)
    assert (process.returncode, rest.strip()) == (0, "")


def test_a_port_that_is_taken_is_passed_over(start: Started) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        _, line = start("serve", "--no-browser", f"--port={port}", f"--ip={HOST}")
    assert f":{port}/" not in line
    assert any(f":{port + n}/" in line for n in range(1, 20))


def test_the_start_leads_to_the_opening_page_under_any_base_url(tmp_path: Path) -> None:
    (tmp_path / "drive.ipynb").write_text((ROOT / "tests/pages/notebooks/empty.ipynb").read_text())
    server = alone(tmp_path, "/rally/")
    try:
        _, _, text = server.get("")
        assert "<title>An empty page</title>" in text
    finally:
        server.stop()


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
    assert serve.opening(tmp_path) == opens


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
    assert seen == [asked]


def test_the_command_line_starts_without_voila() -> None:
    ask = "import sys; from rallyman_tutor.pages import cli; print(*({'voila', 'tornado', 'jupyter_server'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_the_wheel_tells_jupyter_servers_of_us() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = pyproject["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    ((ours, there),) = shared.items()
    assert there == "etc/jupyter/jupyter_server_config.d"
    (told,) = (ROOT / ours).iterdir()
    (extension,) = json.loads(told.read_text())["ServerApp"]["jpserver_extensions"]
    assert extension < "voila.server_extension", "Jupyter loads in the order of names, and ours must come first"
    assert (ROOT / f"{extension.replace('.', os.sep)}.py").is_file()


def test_what_the_owner_of_a_jupyter_server_has_set_stays() -> None:
    from jupyter_server.serverapp import ServerApp
    from traitlets.config import Config

    from rallyman_tutor.pages.server.extension import _link_jupyter_server_extension

    server = ServerApp(config=Config({"MappingKernelManager": {"cull_idle_timeout": 7}}))
    _link_jupyter_server_extension(server)
    assert server.config.MappingKernelManager.cull_idle_timeout == 7
    assert server.config.VoilaConfiguration.template == "rallyman"
