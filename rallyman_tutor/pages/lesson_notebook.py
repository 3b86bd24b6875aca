"""The notebook of a lesson, for those who read it in JupyterLab: the tutor, then every step as text, a picture and code
to try.

On a served page only the tutor's cell is run and shown: all others carry the tag `LAB`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.tutor.lesson.lessons import AnyStep, Lesson
from rallyman_tutor.tutor.lesson.step_start import start_state
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.words import text_tables

LAB = "lab"
"""The tag of a cell that no served page runs or shows."""


class NotebookCell(NamedTuple):
    """A cell of text, or of Python."""

    text: str
    is_code: bool


def cells_before(lesson: Lesson) -> Iterator[NotebookCell]:
    """The cells above the tutor: the title, and how to read the notebook."""
    yield NotebookCell(f"# {lesson.title}\n\n{lesson.about} {_texts()['above']}", is_code=False)


def cells_behind(lesson: Lesson) -> Iterator[NotebookCell]:
    """The cells below the tutor: every step, what has been learned, and a cell of one's own."""
    texts, game = _texts(), lesson.game
    yield NotebookCell(f"## {texts['steps']}\n\n{texts['steps-how']}", is_code=False)
    yield NotebookCell(f"from rallyman_tutor import {lesson.key} as game", is_code=True)
    shown = ""
    for at, step in enumerate(lesson.steps):
        paragraphs = "\n\n".join((f"### {at + 1}. {step.words.goal}", *step.words.text))
        yield NotebookCell(paragraphs, is_code=False)
        position = game.write(_as_seen(game, start_state(lesson, at)))
        if position != shown:
            yield NotebookCell(f"here = game.position({_quoted(position)})\nhere", is_code=True)
            shown = position
        draft, *others = _drafts(game, step) or [""]
        if draft:
            note = texts["or"].format(others=", ".join(map(_quoted, others))) if others else texts["change"]
            yield NotebookCell(f"here.judge({_quoted(draft)})  # {note}", is_code=True)
    taught = "\n".join(f"- {rule_title(game, code)} (`{code}`)" for code in lesson.teaches)
    if taught:
        yield NotebookCell(f"## {texts['learned']}\n\n{taught}\n\n{texts['look-up']}", is_code=False)
        yield NotebookCell(f"game.rule({_quoted(lesson.teaches[0])})", is_code=True)
    yield NotebookCell(f"## {texts['own']}\n\n{texts['own-how']}", is_code=False)
    yield NotebookCell(f"mine = game.position({_quoted(shown)})\nprint(mine.moves())\nmine", is_code=True)


def _as_seen(game: AnyGame, state: AnyState) -> AnyState:
    """A position as the player in turn may see it."""
    return game.seen_by(state, game.turn(state)) if game.has_hidden_hands else state


def _drafts(game: AnyGame, step: AnyStep) -> list[str]:
    """The drafts to try at a step: the answers, if they are drafts; else the first die of the solution, or all of it
    where a rule is to be broken."""
    if draft := getattr(step, "draft", ""):
        return [str(draft)]
    if choices := getattr(step, "choices", ()):
        return [choice.text for choice in choices]
    moves = game.read_draft(step.solution).moves if step.solution else ()
    return [" ".join(map(game.write_move, moves if step.breaks_on_purpose else moves[:1]))] if moves else []


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _texts() -> Mapping[str, str]:
    return MappingProxyType(text_tables("pages")["notebook"])
