"""How the cells of a page are run: of an error the page tells our words alone, in the visitor's language.

Voila puts an English sentence before what it is told to say, and takes that from the settings, which are the same for
every visitor. The page's script knows by these words that a page has failed, so they have to be those of its language.
"""

from __future__ import annotations

from typing import Any

from voila.execute import VoilaExecutor

from rallyman_tutor.core.game import Plain


class Executor(VoilaExecutor):
    """Voila's executor, with nothing but our words for an error."""

    @classmethod
    def instead_of(cls, other: VoilaExecutor, notebook: Any, told: Plain) -> Executor:
        """An executor for the kernel that Voila's own one has just been connected to, with these words."""
        made = cls(notebook, km=other.km, config=other.config, show_tracebacks=other.show_tracebacks)
        made.kc = other.kc
        made.cell_error_instruction = told["start"]["cell"]
        made.cell_timeout_instruction = told["start"]["slow"]
        return made

    def strip_code_cell_errors(self, cell: Any) -> Any:
        """Put our words in place of an error and of what Python says of it."""
        super().strip_code_cell_errors(cell)
        for output in cell.get("outputs", ()):
            if output["output_type"] == "error":
                output["traceback"] = [self.cell_error_instruction]
        return cell

    def show_code_cell_timeout(self, cell: Any) -> None:
        """Put our words in place of what has not come in time."""
        super().show_code_cell_timeout(cell)
        cell["outputs"][0]["traceback"] = [self.cell_timeout_instruction]

    def without_prefix(self, cell: Any) -> Any:
        """A cell that could not be run at all, with our words alone."""
        for output in cell.get("outputs", ()):
            if output["output_type"] == "stream" and output["text"].endswith(self.cell_error_instruction):
                output["text"] = self.cell_error_instruction
        return cell
