"""Parts of all commands: exit codes, refusals that name near words, and how a rule, a file and data are printed."""

from __future__ import annotations

import argparse
import difflib
import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NoReturn, Protocol

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.explain import Explanation

LEGAL, ILLEGAL, NOT_NOTATION = 0, 1, 2
WIDTH = 88
MOST_DIGITS = 20
"""The most digits of a number behind an option; Python reads none that is far longer."""


class Ask(argparse.ArgumentParser):
    """A parser whose refusals say what to type instead."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{message}\nTry: {self.prog} --help\n")
        raise SystemExit(NOT_NOTATION)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Argparse's own words for a value that is not among those to choose from are not ours."""
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, f"{value!r} is not one of: {', '.join(map(str, action.choices))}")

    def unknown(self, typed: Sequence[str]) -> NoReturn:
        """Refuse words that this command does not take."""
        near = difflib.get_close_matches(typed[0], self._option_string_actions, 1)
        sys.stderr.write(f"{' '.join(typed)!r} means nothing here.\nTry: {', '.join([*near, f'{self.prog} --help'])}\n")
        raise SystemExit(NOT_NOTATION)


class Add(Protocol):
    """Adds a command by its name: what it runs, what it is for, and what stands below its help."""

    def __call__(self, name: str, run: Callable[[argparse.Namespace], int], what: str, more: str = "") -> Ask: ...


def game_called(key: str) -> AnyGame:
    """The game with this key; where there is none, the command ends and names similar ones."""
    if key in SHELF:
        return SHELF[key]
    raise no_such(f"There is no game {key!r} here.", key, SHELF)


def no_such(message: str, asked: str, known: Iterable[str]) -> SystemExit:
    """Write the message and similar names; gives the exit, to be raised."""
    names = list(known)
    near = difflib.get_close_matches(asked, names, 3, 0.4) or names[:5]
    sys.stderr.write(f"{message}\nTry: {', '.join(near)}\n")
    return SystemExit(NOT_NOTATION)


def whole_number(typed: str) -> int:
    """Read a whole number behind an option; anything else is refused in our own words, not in argparse's."""
    if not typed.removeprefix("-").isdecimal() or len(typed) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"{typed[:MOST_DIGITS]!r} is not a whole number, such as 7")
    return int(typed)


def number_from(least: int, most: int) -> Callable[[str], int]:
    """A function that reads a whole number from `least` to `most` behind an option."""

    def number(typed: str) -> int:
        if not least <= (asked := whole_number(typed)) <= most:
            raise argparse.ArgumentTypeError(f"{asked} is not a number from {least} to {most}")
        return asked

    return number


def as_typed(file: str) -> str:
    """A file's path as one would type it in this folder."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def print_explanation(explanation: Explanation) -> None:
    """Print a rule: what was seen, why, what to try, and where the book says so."""
    print(f"{explanation.title}  [{explanation.code}]")
    for text in (explanation.said, explanation.why, explanation.fix):
        print(textwrap.fill(text, _width(), initial_indent="  ", subsequent_indent="  "))
    print(f"  § {explanation.cite}\n")


def _width() -> int:
    """How long a printed line may be: at most the terminal's width; in a file always WIDTH."""
    return min(WIDTH, shutil.get_terminal_size().columns) if sys.stdout and sys.stdout.isatty() else WIDTH


def print_json(value: object) -> None:
    """Print a value as JSON."""
    unicode = (getattr(sys.stdout, "encoding", None) or "utf-8").lower() in ("utf-8", "utf8")
    print(json.dumps(value, indent=2, ensure_ascii=not unicode))
