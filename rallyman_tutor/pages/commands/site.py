"""`site`: the tutor as plain files, for any web server; Python runs in the visitor's browser."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from rallyman_tutor.pages.commands.brought import brought
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION, Add
from rallyman_tutor.pages.commands.serving import bring

VERSION = "0.29.5"
"""The version of Pyodide that a site is made of; another one restores its memory in another way, or not at all."""

SITE_HELP = f"""\
examples: rallyman-tutor site public --pyodide node_modules/pyodide
          rallyman-tutor site public --lessons my-lessons --base-path /rally/
          rallyman-tutor site public --only club autumn.zip       with these lessons alone

Python for the browser comes from the npm package pyodide, here: npm install pyodide@{VERSION}
In a checkout, `make site` sets that up and writes to build/site.

The files work at every address, also below a path; --base-path only goes into what is made for
servers: the headers in _headers, and the page 404.html. Lessons of your own are proven first.
"""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    site = command("site", _site, "Write the tutor as plain files that any web server can serve.", SITE_HELP)
    site.add_argument("out", type=Path, help="the folder to write to")
    site.add_argument(
        "--lessons", nargs="+", default=(), type=Path, help="lessons of your own: a lesson, a folder or a zip of them"
    )
    site.add_argument("--only", nargs="+", default=(), type=Path, help="likewise, without the built-in ones")
    site.add_argument("--base-path", default="/", help="the path below which the site will lie, such as /rally/")
    site.add_argument(
        "--pyodide", type=Path, default=Path("node_modules/pyodide"), help="the folder of the npm package pyodide"
    )


def _site(asked: argparse.Namespace) -> int:
    from rallyman_tutor.pages.site import writing

    if asked.lessons and asked.only:
        sys.stderr.write("Either beside the built-in lessons or without them.\nTry: --only with all of your own\n")
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
    print(f"{len(files)} files, {size:.1f} MB, are in {asked.out}. To see them: python3 -m http.server -d {asked.out}")
    return LEGAL


def _node() -> str:
    """The program node, of this Python's own environment first."""
    beside = Path(sys.executable).parent / "node"
    return str(beside) if beside.is_file() else shutil.which("node") or ""
