"""A release can be built, looked at, installed where nothing else is, and run; and Binder can read how to build it
there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml

import rallyman_tutor
from tests.some import some

ROOT = Path(__file__).parents[1]
TOOLS = Path(sys.prefix) / "release/bin"
"""The tools that build a release and look at it; `make test WIDE=1` installs them."""
STEPS = [
    one["run"]
    for one in yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))["jobs"]["build"]["steps"]
    if "run" in one
]
"""The commands that build and look at a release."""
NEEDS_ADDRESSES, INSTALLS = "OWNER/NAME", "pip install build"
"""Those of them that cannot be run here: the public addresses are not known yet, and the tools are there already."""


@pytest.fixture(scope="module")
def checkout() -> Iterator[Path]:
    """The files of this repository, and nothing that was made from them."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    with TemporaryDirectory() as folder:
        for file in some(filter(None, files.split("\0"))):
            there = Path(folder) / file
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, there, follow_symlinks=False)
        yield Path(folder)


def run(command: str, folder: Path) -> str:
    """The output of a command, with the tools of a release."""
    env = {
        **{key: value for key, value in os.environ.items() if not key.startswith(("JUPYTER", "PYTHON"))},
        "PATH": f"{TOOLS}:{os.environ['PATH']}",
        "GITHUB_REF_NAME": f"v{rallyman_tutor.__version__}",
        "GITHUB_WORKSPACE": str(folder),
    }
    done = subprocess.run(["bash", "-ec", command], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.wide
def test_every_step_of_a_release_but_the_upload_can_be_done(checkout: Path) -> None:
    steps = [step for step in STEPS if NEEDS_ADDRESSES not in step and INSTALLS not in step]
    told = [run(step, checkout) for step in steps]
    assert "CL-GEAR-03" in told[-1], "the wheel was installed where nothing else is, and explains a rule"
    assert sum("PASSED" in said for said in told) == 1 and sum("OK" in said for said in told) == 1
    run("python -m venv from-source && from-source/bin/pip install dist/*.tar.gz", checkout)
    for made in ("empty", "from-source"):
        assert (
            run(f"cd / && {checkout}/{made}/bin/rallyman-tutor --version", checkout).split()[-1]
            == rallyman_tutor.__version__
        )
        assert "ok" in run(f"cd / && {checkout}/{made}/bin/rallyman-tutor doctor", checkout)


@pytest.mark.wide
def test_binder_builds_what_is_pinned_and_then_the_tutor(checkout: Path) -> None:
    """As repo2docker reads it; to build it takes a Docker."""
    told = run("jupyter-repo2docker --no-build --debug .", checkout)
    steps = re.findall(r"^RUN (.*)", told, re.MULTILINE)
    pinned, own = (
        next(at for at, step in enumerate(steps) if what in step)
        for what in ("binder/requirements.txt", "./binder/postBuild")
    )
    assert pinned < own
    python = (checkout / "binder/runtime.txt").read_text("ascii").strip().removeprefix("python-")
    assert f"for python={python}\n" in told
