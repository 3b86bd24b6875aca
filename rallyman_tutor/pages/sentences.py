"""Sentences of the command line, told in the language that is spoken.

They stand in `commands/texts`, by group and name. Options, codes, notation, keys of JSON and paths are told as they are
typed, and what Python or the system says of an error as it says it.
"""

from __future__ import annotations

from rallyman_tutor.tutor.words.words import text_tables

ROOM = "pages.commands"


def say(name: str, /, **facts: object) -> str:
    """A sentence by its group and name, such as "odds.arrives", with its facts."""
    group, _, key = name.partition(".")
    return str(text_tables(ROOM)[group][key]).format_map(facts)


def below_help(command: str, /, **facts: object) -> str:
    """The examples below the help of a command; empty where it has none."""
    return str(text_tables(ROOM)["below"].get(command, "")).format_map(facts)
