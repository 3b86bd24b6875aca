"""Parts of all commands: exit codes, refusals that name near words, and how a rule, a file and data are printed."""

from __future__ import annotations

import argparse
import difflib
import json
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn, Protocol

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.words.explain import Explanation

LEGAL, ILLEGAL, NOT_NOTATION = 0, 1, 2
WIDTH = 88
MOST_DIGITS = 20
"""The most digits of a number behind an option; Python reads none that is far longer."""


def complain(said: str, *ways: str) -> None:
    """Write what is wrong, and what to type instead."""
    sys.stderr.write(f"{said}\n{say('top.try', it=', '.join(ways))}\n")


ARGPARSE: Mapping[str, str] = {
    r"the following arguments are required: (?P<it>.+)": "required",
    r"argument (?P<name>[^:]+): (?P<it>expected one argument)": "one-argument",
    r"argument (?P<name>[^:]+): (?P<it>expected at least one argument)": "some-arguments",
    r"argument (?P<name>[^:]+): not allowed with argument (?P<it>.+)": "not-with",
    r"argument (?P<name>[^:]+): (?P<it>.+)": "argument",
}
"""The refusals of argparse, which has them in English alone, and the name of ours."""


class Ask(argparse.ArgumentParser):
    """A parser whose refusals say what to type instead, and whose own few words are texts, too."""

    def __init__(
        self,
        prog: str | None = None,
        description: str = "",
        epilog: str = "",
        formatter_class: type[argparse.HelpFormatter] = argparse.HelpFormatter,
    ) -> None:
        super().__init__(prog, description=description, epilog=epilog, formatter_class=formatter_class, add_help=False)
        self.add_argument("-h", "--help", action="help", help=say("argparse.help"))
        self._positionals.title, self._optionals.title = say("argparse.positional"), say("argparse.options")

    def format_usage(self) -> str:
        return super().format_usage().replace("usage: ", say("argparse.usage"), 1)

    def format_help(self) -> str:
        return super().format_help().replace("usage: ", say("argparse.usage"), 1)

    def error(self, message: str) -> NoReturn:
        fits = ((re.fullmatch(pattern, message), key) for pattern, key in ARGPARSE.items())
        found = next((say(f"argparse.{key}", **match.groupdict()) for match, key in fits if match), message)
        complain(found, f"{self.prog} --help")
        raise SystemExit(NOT_NOTATION)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Argparse's own words for a value that is not among those to choose from are not ours."""
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(
                action, say("top.not-among", it=repr(value), list=", ".join(map(str, action.choices)))
            )

    def unknown(self, typed: Sequence[str]) -> NoReturn:
        """Refuse words that this command does not take."""
        near = difflib.get_close_matches(typed[0], self._option_string_actions, 1)
        complain(say("top.nothing", it=repr(" ".join(typed))), *near, f"{self.prog} --help")
        raise SystemExit(NOT_NOTATION)


class Add(Protocol):
    """Adds a command by its name, and what it runs. What it is for, and what stands below its help, are texts;
    facts go into the latter."""

    def __call__(
        self, name: str, run: Callable[[argparse.Namespace], int], what: str = "", more: str = "", **facts: object
    ) -> Ask: ...


def game_called(key: str) -> AnyGame:
    """The game with this key; where there is none, the command ends and names similar ones."""
    if key in SHELF:
        return SHELF[key]
    raise no_such(say("top.no-game", it=repr(key)), key, SHELF)


def no_such(message: str, asked: str, known: Iterable[str]) -> SystemExit:
    """Write the message and similar names; gives the exit, to be raised."""
    names = list(known)
    near = difflib.get_close_matches(asked, names, 3, 0.4) or names[:5]
    complain(message, *near)
    return SystemExit(NOT_NOTATION)


def whole_number(typed: str) -> int:
    """Read a whole number behind an option; anything else is refused in our own words, not in argparse's."""
    if not typed.removeprefix("-").isdecimal() or len(typed) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(say("top.no-number", it=repr(typed[:MOST_DIGITS])))
    return int(typed)


def number_from(least: int, most: int) -> Callable[[str], int]:
    """A function that reads a whole number from `least` to `most` behind an option."""

    def number(typed: str) -> int:
        if not least <= (asked := whole_number(typed)) <= most:
            raise argparse.ArgumentTypeError(say("top.not-between", it=asked, least=least, most=most))
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
