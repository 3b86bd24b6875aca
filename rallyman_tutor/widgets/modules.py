"""The page's JavaScript modules, put together as one: a script that a widget sends cannot import its neighbours.

Each module becomes a function that is called once and returns what the module exports, so that names of two modules
never meet. Comments are left out. A statement that cannot be joined in this way is refused, with its file and line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

STATEMENT = re.compile(r"\n(?:import|export)\b.*")
IMPORT = re.compile(r'import \{\s*([\w$]+(?:,\s*[\w$]+)*),?\s*\} from "\./([\w-]+\.js)";(?=\n)')
EXPORT = re.compile(r"export (?=(?:class|const|function|async function) ([\w$]+))")
COMMENT = re.compile(r"\n *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)(?=\n)", re.DOTALL)
"""A comment that has lines of its own. No text over several lines may hold what looks like one."""
DEFAULT = re.compile(r"export default\b")


class CannotJoin(ValueError):
    """Why modules cannot be joined, and in which line."""


class Import(NamedTuple):
    """A statement that asks another module for names."""

    where: str
    module: str
    names: list[str]


class Module(NamedTuple):
    """A module, its imports turned into lines that ask the functions of the others."""

    body: str
    imports: list[Import]
    exports: list[str]


@cache
def page_script() -> str:
    """The script of the page, from `page/index.js`; put together once in a process."""
    page = files(__package__).joinpath("page")
    return joined("index.js", lambda name: page.joinpath(name).read_text("utf-8"))


def joined(entry: str, read: Callable[[str], str]) -> str:
    """The module `entry` behind all modules that it needs, each behind those it imports. `read` gives a module's
    text."""
    done: dict[str, Module] = {}

    def add(name: str, text: str, path: tuple[str, ...]) -> None:
        module = _parsed(name, text, is_entry=not path)
        path = (*path, name)
        for where, other, names in module.imports:
            if other in path:
                raise CannotJoin(f"{where}: imports go in a circle: {' → '.join((*path[path.index(other) :], other))}")
            if other not in done:
                try:
                    source = read(other)
                except FileNotFoundError:
                    raise CannotJoin(f"{where}: there is no module {other}") from None
                add(other, source, path)
            if missing := [one for one in names if one not in done[other].exports]:
                raise CannotJoin(f"{where}: {other} does not export {', '.join(missing)}")
        done[name] = module

    add(entry, read(entry), ())
    last = done.pop(entry)
    return "\n".join([*(_as_function(name, module) for name, module in done.items()), last.body])


def _parsed(name: str, text: str, is_entry: bool) -> Module:
    text, end = f"\n{text}", 0
    body: list[str] = []
    imports: list[Import] = []
    exports: list[str] = []
    for found in STATEMENT.finditer(text):
        start = found.start() + 1
        where = f"{name}:{text.count(chr(10), 0, start)}"
        body.append(text[end:start])
        end = start
        if statement := IMPORT.match(text, start):
            names = re.findall(r"[\w$]+", statement[1])
            imports.append(Import(where, statement[2], names))
            body.append(f"const {{ {', '.join(names)} }} = {_variable(statement[2])};")
            end = statement.end()
        elif statement := EXPORT.match(text, start):
            exports.append(statement[1])
            end = statement.end()
        elif not (is_entry and DEFAULT.match(text, start)):
            raise CannotJoin(f"{where}: cannot be joined: {found[0].strip()}")
    return Module(COMMENT.sub("", "".join([*body, text[end:]])).lstrip("\n"), imports, exports)


def _as_function(name: str, module: Module) -> str:
    return f"const {_variable(name)} = (() => {{\n{module.body}\nreturn {{ {', '.join(module.exports)} }};\n}})();\n"


def _variable(name: str) -> str:
    """The variable that holds a module's exports; no other name of ours begins with $."""
    return "$" + name.removesuffix(".js").replace("-", "_")
