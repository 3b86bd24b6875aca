"""The picture of a canvas on a page is the SVG's of the same scene there, in both themes, on dry roads and snow.

The page asks for nothing but a canvas that is painted in `on_client_ready`. Both pictures are compared in the browser
that painted them, pixel by pixel: two painters round edges differently, so a few pixels may differ much, and most none.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from rallyman_tutor.games.classic import GAME
from rallyman_tutor.scene.palette import Theme
from rallyman_tutor.scene.svg import svg
from tests.pages.servers import ROOT, SPARED

DRY = "forest/grass s3 R3/4x3K4 rock/village s2 j4 water/earth L2/3x2 s1 | A@s1 g3"
SNOW = "snow forest/snow s3 R3/4x3K4 rock/snow s2 j4 grass/forest L2/3x2 s1 | A@s1 g3"
CASES: list[tuple[str, Theme]] = [(DRY, "light"), (DRY, "dark"), (SNOW, "light"), (SNOW, "dark")]

MEAN = 1.5  # of 255, in each channel
MUCH, FEW = 40, 0.003  # so great a difference has at most this share of the pixels

CODE = f"""
from IPython.display import display
from rallyman_tutor.games.classic import GAME
from rallyman_tutor.widgets.paint import canvas_for, paint

for text, theme in {CASES!r}:
    scene = GAME.draw(GAME.read(text), (), ())
    canvas = canvas_for(scene)
    canvas.on_client_ready(
        lambda *_, of=(canvas, scene, [name for name, _ in scene.layers], theme): paint(*of)
    )
    display(canvas)
"""

PAINTED = """count => {
    const all = [...document.querySelectorAll('canvas')];
    return all.length == count &&
        all.every(one => one.getContext('2d').getImageData(one.width >> 1, one.height >> 1, 1, 1).data[3]);
}"""
COMPARED = """async ([which, text, much]) => {
    const canvas = document.querySelectorAll('canvas')[which];
    const {width, height} = canvas;
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], {type: 'image/svg+xml'}));
    await image.decode();
    const other = document.createElement('canvas');
    Object.assign(other, {width, height});
    const pen = other.getContext('2d', {willReadFrequently: true});
    pen.drawImage(image, 0, 0, width, height);
    const one = canvas.getContext('2d').getImageData(0, 0, width, height).data;
    const two = pen.getImageData(0, 0, width, height).data;
    const sums = [0, 0, 0, 0];
    let far = 0;
    for (let n = 0; n < one.length; n += 4) {
        let most = 0;
        for (let c = 0; c < 4; c++) {
            const gap = Math.abs(one[n + c] - two[n + c]);
            sums[c] += gap;
            most = Math.max(most, gap);
        }
        far += most > much;
    }
    const count = width * height;
    return {size: [width, height], wide: canvas.getBoundingClientRect().width,
            means: sums.map(sum => sum / count), far: far / count};
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("painted")
    cell: dict[str, object] = {
        "cell_type": "code",
        "id": "page",
        "source": CODE,
        "metadata": {},
        "outputs": [],
        "execution_count": None,
    }
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    told = {"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": [cell]}
    (folder / "page.ipynb").write_text(json.dumps(told), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "voila", str(folder / "page.ipynb"), "--no-browser", f"--port={port}"]
    environment = {**os.environ, "PYTHONPATH": f"{SPARED}{os.pathsep}{ROOT}", "JUPYTER_RUNTIME_DIR": str(folder)}
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT) as server,
    ):
        try:
            _await(port, folder / "log")
            with closing(browser.new_page(viewport={"width": 1280, "height": 800})) as page:
                page.goto(f"http://127.0.0.1:{port}/", wait_until="domcontentloaded")
                page.wait_for_function(PAINTED, arg=len(CASES), timeout=60_000)
                yield page
        finally:
            server.terminate()


def _await(port: int, log: Path) -> None:
    for _ in range(150):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"Voila did not start: {log.read_text()}")


@pytest.mark.slow
@pytest.mark.parametrize("case", range(len(CASES)), ids=("dry", "dry-dark", "snow", "snow-dark"))
def test_a_canvas_shows_what_the_picture_shows(page: Page, case: int) -> None:
    text, theme = CASES[case]
    scene = GAME.draw(GAME.read(text), (), ())
    seen: dict[str, Any] = page.evaluate(COMPARED, [case, svg(scene, theme), MUCH])
    width, height = seen["size"]
    assert abs(width - 2 * scene.width) < 2
    assert abs(height - 2 * scene.height) < 2
    assert seen["wide"] == pytest.approx(scene.width, abs=1)
    assert max(seen["means"]) < MEAN, seen
    assert seen["far"] < FEW, seen


@pytest.mark.slow
def test_two_pictures_that_are_not_the_same_differ_more(page: Page) -> None:
    """So that the bounds mean something: the dark page is not the light one."""
    seen = page.evaluate(COMPARED, [0, svg(GAME.draw(GAME.read(DRY), (), ()), "dark"), MUCH])
    assert max(seen["means"]) > 10 * MEAN


@pytest.mark.slow
def test_a_page_that_is_loaded_again_is_painted_again(page: Page) -> None:
    page.reload(wait_until="domcontentloaded")
    page.wait_for_function(PAINTED, arg=len(CASES), timeout=60_000)
