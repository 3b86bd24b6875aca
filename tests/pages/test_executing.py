"""A page that cannot be made says so in the visitor's language, and says nothing else."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import nbformat
import pytest
from voila.execute import VoilaExecutor
from voila.notebook_renderer import NotebookRenderer

from rallyman_tutor.pages.server import handlers
from rallyman_tutor.pages.server.executing import Executor
from rallyman_tutor.pages.server.words import words
from rallyman_tutor.tutor.words.language import LANGUAGES

NOTEBOOK: Any = nbformat.v4


def executor(language: str) -> Executor:
    notebook = NOTEBOOK.new_notebook()
    other = VoilaExecutor(notebook)
    other.kc = "the line to a kernel"
    return Executor.instead_of(other, notebook, words(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cell_that_fails_is_told_in_the_words_of_the_visitors_language(language: str) -> None:
    own, start = executor(language), words(language)["start"]
    fault = NOTEBOOK.new_output("error", ename="ValueError", evalue="no", traceback=["Traceback", "ValueError: no"])
    cell = own.strip_code_cell_errors(NOTEBOOK.new_code_cell("1 / 0", outputs=[fault]))
    assert cell.outputs[0].traceback == [start["cell"]] and "no" not in cell.outputs[0].evalue
    own.show_code_cell_timeout(cell)
    assert cell["outputs"][0]["traceback"] == [start["slow"]]
    said = f"An exception occurred at the server (not the notebook). {own.cell_error_instruction}"
    unmade = NOTEBOOK.new_code_cell(outputs=[NOTEBOOK.new_output("stream", name="stderr", text=said)])
    assert own.without_prefix(unmade).outputs[0].text == start["cell"]
    printed = NOTEBOOK.new_code_cell(outputs=[NOTEBOOK.new_output("stream", name="stdout", text="hello")])
    assert own.without_prefix(printed).outputs[0].text == "hello"
    assert own.kc == "the line to a kernel"


def test_the_page_of_a_visitor_runs_its_cells_with_the_words_of_their_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def started(self: Any, nb: Any, kernel_id: str, kernel_future: None) -> str:
        self.executor = VoilaExecutor(nb)
        return kernel_id

    monkeypatch.setattr(NotebookRenderer, "_jinja_kernel_start", started)
    page = cast(Any, handlers.Renderer.__new__(handlers.Renderer))
    page.request_handler = SimpleNamespace(language="fr")
    with ThreadPoolExecutor(1) as other:  # in this thread a loop may run, for a browser
        made = page._jinja_kernel_start(NOTEBOOK.new_notebook(), kernel_id="k", kernel_future=None)
        assert other.submit(asyncio.run, made).result() == "k"
    assert page.executor.cell_error_instruction == words("fr")["start"]["cell"]
