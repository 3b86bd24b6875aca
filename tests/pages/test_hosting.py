"""The promises of docs/hosting.md to those who run the tutor for others: the files of `deploy/`, tried as they are.

Where a program of the system is missing, a test fails and names it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, expect
from traitlets.config import Config

from rallyman_tutor.pages import cli, serve
from rallyman_tutor.pages.server import visitors
from tests.pages.servers import HOST, ROOT, Server, alone, free_port, until
from tests.pages.site.sites import NGINX
from tests.pages.visits import ready
from tests.some import some

DEPLOY = ROOT / "deploy"
HERE = "/opt/rallyman-tutor/"
"""Where the files expect the program."""


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


SERVICE = re.findall(r"^ExecStart=(.*)", text("rallyman-tutor.service"), re.MULTILINE)
CONTAINER = [
    json.loads(found) for found in re.findall(r"^(?:ENTRYPOINT|CMD) (.*)", text("Containerfile"), re.MULTILINE)
]
STARTS = {"service": shlex.split(SERVICE[0]), "container": [part for parts in CONTAINER for part in parts]}
"""The command with which each of them starts the tutor."""


@pytest.mark.parametrize("command", STARTS.values(), ids=STARTS)
def test_the_tutor_knows_the_command_that_it_is_started_with(
    monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    asked: dict[str, Any] = {}

    def begins(**wishes: Any) -> int:
        asked.update(wishes)
        return 0

    monkeypatch.setattr(serve, "serve", begins)
    assert command[0] == f"{HERE}bin/rallyman-tutor"
    assert cli.main(command[1:]) == 0
    assert asked["port"] == serve.PORT and not asked["browser"]


def test_every_file_is_explained_and_every_file_that_is_named_is_there() -> None:
    said = (ROOT / "docs/hosting.md").read_text("utf-8")
    named = set(re.findall(r"deploy/([\w.-]*\w)", said + "".join(text(file.name) for file in DEPLOY.iterdir())))
    assert named == {file.name for file in DEPLOY.iterdir()}


def test_what_is_reckoned_for_hosts_is_reckoned_rightly(monkeypatch: pytest.MonkeyPatch) -> None:
    said = (ROOT / "docs/hosting.md").read_text("utf-8")
    monkeypatch.delenv(visitors.SETTING, raising=False)
    monkeypatch.setattr(visitors, "KERNEL", 40 * 2**20)
    assert (
        f"at 40 MB each\n(64 where they are not forked), for at least {visitors.FEWEST} and at most {visitors.MOST}"
        in said
    )
    for seats, gigabytes in some(re.findall(r"(\d+) for (\d+) GB", said)):
        monkeypatch.setattr(visitors, "memory", lambda size=int(gigabytes): size * 2**30)
        assert visitors.room_for() == int(seats)
    user = yaml.safe_load(text("values.yaml"))["singleuser"]["memory"]
    learners = 7 * 1024 // int(user["guarantee"].removesuffix("M"))
    assert f"carries {learners} learners" in said and f"take {-(-1000 // learners)} such nodes" in said


# -- Behind nginx -----------------------------------------------------------------------------------------------------


@contextmanager
def behind_nginx(server: Server, folder: Path) -> Iterator[tuple[str, str]]:
    """The addresses by https and by http at which nginx hands on to a server, with a certificate made for this test."""
    assert Path(NGINX).exists(), "The tutor is tried behind nginx: install the system package nginx."
    assert shutil.which("openssl"), "The certificate is made by OpenSSL: install the system package openssl."
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={HOST}"]
    subprocess.run(
        [*made, "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"], check=True, capture_output=True
    )
    safe, plain = free_port(), free_port()
    ours = text("nginx.conf")
    for old, new in {
        "listen 80;": f"listen {HOST}:{plain};",
        "listen 443 ssl;": f"listen {HOST}:{safe} ssl;",
        "/etc/ssl/rallyman": str(folder),
        "http://127.0.0.1:8866": server.address.removesuffix("/rally/"),
    }.items():
        assert old in ours
        ours = ours.replace(old, new)
    places = "".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    around = (
        f"daemon off; master_process off; pid {folder}/pid; error_log stderr; events {{}} http {{ {places} {ours} }}"
    )
    (folder / "conf").write_text(around, "utf-8")
    with subprocess.Popen([NGINX, "-c", folder / "conf"], stderr=subprocess.PIPE, text=True) as process:
        try:
            yield f"https://{HOST}:{safe}/rally", f"http://{HOST}:{plain}/rally"
        finally:
            process.terminate()


def answer(address: str, **headers: str) -> tuple[int, Any]:
    """Status and headers; our certificate is nobody's but our own."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    try:
        with urllib.request.urlopen(
            urllib.request.Request(address, headers=headers), context=trusting, timeout=20
        ) as found:
            return found.status, found.headers
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.headers


@pytest.mark.wide
def test_behind_nginx_a_stage_is_driven_by_https_below_a_path(browser: Browser, tmp_path: Path) -> None:
    server = alone(ROOT / "notebooks", base_url="/rally/")
    complaints: list[str] = []
    try:
        with (
            behind_nginx(server, tmp_path) as (safe, plain),
            closing(browser.new_context(ignore_https_errors=True)) as visitor,
        ):

            def answers() -> bool:
                with suppress(OSError):
                    return answer(f"{safe}/health")[0] == 200
                return False

            assert until(answers)
            page = visitor.new_page()
            page.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            lines = []
            page.on("websocket", lambda line: lines.append(line.url))
            page.goto(f"{safe}/voila/render/drive.ipynb")
            ready(page)
            page.keyboard.press("1")
            page.keyboard.press("Enter")
            expect(page.locator(".rt-draft li")).to_have_count(1)
            assert lines and all(line.startswith(f"{safe.replace('https', 'wss')}/api/kernels/") for line in lines)
            expect(page.locator("#rallyman-banner")).to_be_empty()
            page.goto("about:blank")
            assert server.alone(), "the page's goodbye came through"
            assert complaints == []
            assert answer(f"{safe}/metrics")[0] == answer(f"{safe}/rallyman/metrics")[0] == 403
            status, headers = answer(f"{safe}/voila/static/voila.js", **{"Accept-Encoding": "gzip"})
            assert (status, headers["Content-Encoding"]) == (200, "gzip")
            with visitor.new_page() as other:
                assert other.goto(safe) and other.url.startswith(f"{safe}/voila/render/index.ipynb")
                other.goto("about:blank")
            assert until(server.alone)
            sent = urllib.request.Request(f"{plain}/", method="HEAD")
            with pytest.raises(urllib.error.URLError):  # it leads to https, whose certificate nobody vouches for
                urllib.request.urlopen(sent, timeout=20)
    finally:
        server.stop()


# -- As a service, in a container -------------------------------------------------------------------------------------


@pytest.mark.wide
def test_systemd_finds_nothing_wrong_with_the_service(tmp_path: Path) -> None:
    assert shutil.which("systemd-analyze"), (
        "The service is looked at by systemd-analyze: install the system package systemd."
    )
    program = Path(sys.executable).parent / "rallyman-tutor"
    file = tmp_path / "rallyman-tutor.service"
    file.write_text(text("rallyman-tutor.service").replace(f"{HERE}bin/rallyman-tutor", str(program)), "utf-8")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.wide
def test_the_steps_of_the_container_make_a_tutor_that_runs(tmp_path: Path) -> None:
    """In a clean folder instead of a container: what RUN says, with the folders that it names below that one."""
    source, made = tmp_path / "src", tmp_path / "opt/rallyman-tutor"
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, files.split("\0")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, source / name, follow_symlinks=False)
    (step,) = re.findall(r"^RUN ((?:.*\\\n)*.*)", text("Containerfile"), re.MULTILINE)
    step = step.replace("/opt/rallyman-tutor", str(made)).replace("/src", str(source))
    step = step.replace("python -m venv", f"{sys.executable} -m venv")
    subprocess.run(["sh", "-ec", step], cwd=tmp_path, check=True, capture_output=True)
    shutil.rmtree(source)
    python = re.findall(r"python:(\d+\.\d+)", text("Containerfile"))
    assert set(python) == {(ROOT / "binder/runtime.txt").read_text("ascii").strip().removeprefix("python-")}
    (asked,) = re.findall(r"^HEALTHCHECK CMD (.*)", text("Containerfile"), re.MULTILINE)
    port = str(free_port())
    command = [part.replace(HERE, f"{made}/").replace("8866", port) for part in STARTS["container"]]
    health = [
        str(made / "bin/python") if part == "python" else part.replace("8866", port) for part in json.loads(asked)
    ]
    env = {
        **{key: value for key, value in os.environ.items() if not key.startswith(("JUPYTER", "PYTHON"))},
        "HOME": str(tmp_path),
    }
    with subprocess.Popen(
        command, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            assert until(lambda: subprocess.run(health, capture_output=True, check=False).returncode == 0, 60)
            with urllib.request.urlopen(f"http://{HOST}:{port}/voila/render/drive.ipynb", timeout=60) as page:
                assert "rallyman-start" in page.read().decode()
        finally:
            server.terminate()


# -- On a hub ---------------------------------------------------------------------------------------------------------


def test_a_hub_opens_the_tutor_and_limits_each_user() -> None:
    config = Config()
    exec(compile(text("jupyterhub_config.py"), "jupyterhub_config.py", "exec"), {"get_config": lambda: config})
    assert config.Spawner.default_url == "/rallyman/"
    assert config.JupyterHub.active_server_limit > 0


def test_a_cluster_opens_the_tutor_keeps_nothing_and_ends_what_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    values = yaml.safe_load(text("values.yaml"))
    user = values["singleuser"]
    assert user["defaultUrl"] == "/rallyman/" and user["storage"]["type"] == "none" and values["cull"]["enabled"]
    monkeypatch.delenv(visitors.SETTING, raising=False)
    monkeypatch.setenv("MEM_LIMIT", str(int(user["memory"]["limit"].removesuffix("M")) * 2**20))
    assert visitors.room_for() >= 4, "one user may have as many pages open"
