"""The command line: start the tutor, ask the rulebook, judge a draft, watch a whole game, see what is missing.

People read the answers; programs ask with --json. A mistake ends with a sentence that says what to type instead, never
with a traceback. Each family of commands has a file in `commands`.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Callable, Collection, Sequence
from io import TextIOWrapper
from pathlib import Path

from rallyman_tutor import __version__
from rallyman_tutor.pages.commands import (
    dailies,
    doctor,
    drawing,
    explaining,
    filming,
    judging,
    languages,
    lessons,
    lettering,
    playing,
    puzzling,
    rallying,
    reckoning,
    reviewing,
    rulebook,
    serving,
    site,
    solving,
    tournament,
)
from rallyman_tutor.pages.commands.brought import is_zip
from rallyman_tutor.pages.commands.output import LEGAL, NOT_NOTATION, Ask, complain
from rallyman_tutor.pages.sentences import below_help, say
from rallyman_tutor.tutor.words.language import ASKED, ENGLISH, LANGUAGES, chosen, known, speak
from rallyman_tutor.tutor.words.words import text_tables

FAMILIES = (
    serving,
    site,
    rulebook,
    judging,
    reckoning,
    explaining,
    solving,
    tournament,
    reviewing,
    puzzling,
    dailies,
    playing,
    rallying,
    filming,
    lettering,
    drawing,
    lessons,
    languages,
    doctor,
)


def parser() -> tuple[Ask, Collection[str]]:
    """The whole command line, and the names of its commands."""
    plain = argparse.RawDescriptionHelpFormatter
    top = Ask("rallyman-tutor", description=say("top.welcome", version=__version__), formatter_class=plain)
    top.add_argument("--lang", metavar="LANGUAGE", help=say("top.lang", list=", ".join(LANGUAGES)))
    top.add_argument("--version", action="version", version=__version__, help=say("argparse.version"))
    commands = top.add_subparsers(metavar=say("top.command"), parser_class=Ask)

    def command(
        name: str, run: Callable[[argparse.Namespace], int], what: str = "", more: str = "", **facts: object
    ) -> Ask:
        what = what or say(f"what.{name}")
        made: Ask = commands.add_parser(
            name, help=what, description=what, epilog=more or below_help(name, **facts), formatter_class=plain
        )
        made.set_defaults(run=run, command=made)
        return made

    for family in FAMILIES:
        family.add(command)
    return top, commands.choices


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit code."""
    typed = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # an old terminal shows a question mark for a sign that it does not know
            stream.reconfigure(errors="replace")
    try:
        typed = _in_its_language(typed)
        top, commands = parser()
        asked, unknown = top.parse_known_args(_serving(typed, commands))
        if unknown:
            getattr(asked, "command", top).unknown(unknown)
        code = int(asked.run(asked))
        if sys.stdout:
            sys.stdout.flush()  # if writing fails, it fails here, where it is caught, and not when Python exits
        return code
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else NOT_NOTATION
    except BrokenPipeError:  # the reader of our output has closed it, as `head` does
        _give_up_writing()
        return LEGAL
    except OSError as error:
        _give_up_writing()
        complain(say("top.not-here", why=error.strerror or error), "rallyman-tutor --help")
        return NOT_NOTATION


def _in_its_language(typed: list[str]) -> list[str]:
    """The command line without --lang, wherever that stands; the language is spoken from now on, here and in all that
    is started. Without it RALLYMAN_LANG counts, and then the language of the terminal, where its texts are whole."""
    asked, rest = os.environ.get(ASKED, ""), list[str]()
    words = iter(typed)
    for word in words:
        if word == "--lang":
            asked = next(words, "")
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
        else:
            rest.append(word)
    if not (asked or len(rest) < len(typed)):
        speak(chosen(os.environ.get("LC_ALL") or os.environ.get("LANG", "")))
        return rest
    if not known(asked):
        said = str(text_tables("tutor")["page"]["no-language"]).format(found=asked, list=", ".join(LANGUAGES))
        complain(said, f"rallyman-tutor --lang {ENGLISH}")
        raise SystemExit(NOT_NOTATION)
    os.environ[ASKED] = known(asked)
    speak(known(asked))
    return rest


def _give_up_writing() -> None:
    """Discard what is still unwritten: Python would try to write it again on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _serving(typed: list[str], commands: Collection[str]) -> list[str]:
    """The command line with `serve` put before it where only a folder or a zip, or nothing, was typed."""
    if not typed:
        return ["serve"]
    word = typed[0]
    if word in commands or word.startswith("-"):
        return typed
    if word and (Path(word).is_dir() or is_zip(Path(word))):
        return ["serve", *typed]
    near = difflib.get_close_matches(word, commands, 2)
    complain(say("top.no-command", word=repr(word)), *near, "rallyman-tutor --help")
    raise SystemExit(NOT_NOTATION)
