"""`site`: the tutor as plain files, for any web server; Python runs in the visitor's browser."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from rallyman_tutor.pages.commands.brought import brought
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION, Add, complain
from rallyman_tutor.pages.commands.serving import bring
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.words.figures import decimal

VERSION = "0.29.5"
"""The version of Pyodide that a site is made of; another one restores its memory in another way, or not at all."""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    site = command("site", _site, version=VERSION)
    site.add_argument("out", type=Path, help=say("options.out"))
    site.add_argument("--lessons", nargs="+", default=(), type=Path, help=say("options.serving-lessons"))
    site.add_argument("--only", nargs="+", default=(), type=Path, help=say("options.site-only"))
    site.add_argument("--base-path", default="/", help=say("options.base-path"))
    site.add_argument("--pyodide", type=Path, default=Path("node_modules/pyodide"), help=say("options.pyodide"))


def _site(asked: argparse.Namespace) -> int:
    from rallyman_tutor.pages.site import writing

    if asked.lessons and asked.only:
        complain(say("site.either"), say("site.only-all"))
        return NOT_NOTATION
    try:
        tools = writing.Tools(asked.pyodide, _node())
        writing.check_tools(tools, VERSION)
        writing.check_folder(asked.out)
        with brought(asked.only or asked.lessons) as own:
            fine = bring(own, bool(asked.only)) if own.typed else []
            if fine is None:
                return ILLEGAL
            files = writing.write(asked.out, tools, fine, asked.base_path, only=bool(asked.only))
    except writing.CannotWrite as why:
        sys.stderr.write(f"{why}\n")
        return NOT_NOTATION
    size = sum(map(len, files.values())) / 1e6
    look = f"python3 -m http.server -d {asked.out}"
    print(say("site.written", n=len(files), size=decimal(size), folder=asked.out, command=look))
    return LEGAL


def _node() -> str:
    """The program node, of this Python's own environment first."""
    beside = Path(sys.executable).parent / "node"
    return str(beside) if beside.is_file() else shutil.which("node") or ""
