"""`language`: how far a language is written, what is wrong in it, and files to begin one with."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION, Add, no_such
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.words.language import ENGLISH, LANGUAGES
from rallyman_tutor.tutor.words.text_faults import faults_in, sheet, text_file
from rallyman_tutor.tutor.words.texts import ROOMS, room_texts
from rallyman_tutor.tutor.words.words import text_tables


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("language", _language)
    made.add_argument("language", nargs="?", help=say("options.language"))


def _language(asked: argparse.Namespace) -> int:
    if asked.language is None:
        for language in LANGUAGES:
            print(_state(language))
        return LEGAL
    language = str(asked.language)
    if not re.fullmatch(r"[a-z]{2}", language) or language == ENGLISH:
        raise no_such(say("top.no-language", it=repr(language)), language, LANGUAGES[1:])
    return _proven(language) if any(text_file(room, language).is_file() for room in ROOMS) else _begun(language)


def _state(language: str) -> str:
    """How many sentences are written."""
    told = [room_texts(room, language) for room in ROOMS]
    of = sum(room_texts(room, ENGLISH).many for room in ROOMS)
    return _say("state", language=language, done=of - sum(len(one.in_english) for one in told), of=of)


def _proven(language: str) -> int:
    faults = [fault for room in ROOMS for fault in faults_in(room, language)]
    for fault in faults:
        where = f"{_short(fault.file)}:{fault.line}:{f' {fault.key}:' if fault.key else ''}"
        print(f"{where} {_say(fault.why, key=fault.key, **fault.facts)}")
    print(_state(language))
    if not faults:
        print(_say("fine"))
    return ILLEGAL if faults else LEGAL


def _begun(language: str) -> int:
    """Write a file beside each English one."""
    for room in ROOMS:
        file = text_file(room, language)
        try:
            file.write_text(sheet(room), encoding="utf-8")
        except OSError as error:
            print(f"{file}: {error.strerror}")
            return NOT_NOTATION
        print(_say("written", file=_short(file), of=room_texts(room, ENGLISH).many))
    return LEGAL


def _short(file: Path) -> Path:
    return file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file


def _say(name: str, **facts: object) -> str:
    return str(text_tables("tutor")["text-faults"][name]).format_map(facts)
