"""Writes what goes between page and browser as types for the page's scripts, `widgets/page/wire.d.ts`.

`make wire` writes the file anew. A change of the wire is then found by the scripts' own types.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from rallyman_tutor import widgets
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import wire
from rallyman_tutor.page.behind import BEHIND
from rallyman_tutor.page.intents import INTENTS, fields_of
from rallyman_tutor.page.wire import Behind, Wire
from rallyman_tutor.tutor.lesson.kinds.registry import KINDS
from rallyman_tutor.tutor.lesson.shown import KindWord, LessonView
from rallyman_tutor.tutor.words.page_words import page_words

FILE = Path(widgets.__file__).parent / "page" / "wire.d.ts"
HEAD = """\
// What goes between page and browser. Written from Python's types by `make wire`; not to be edited.

/** Plain data of any kind: whoever reads it judges it. */
export type Json = unknown;
"""
UNIONS = {wire.Answer: "Answer", wire.Screen: "Screen"}
"""Unions of the wire that have a name."""
BEHIND_AS_TYPE = """\
export type Behind = { [Name in keyof Shown]: { name: Name; n: number; shown: Shown[Name] } }[keyof Shown];
"""
SIMPLE = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    object: "Json",
    Any: "Json",
}


def written() -> str:
    """The whole file."""
    found: dict[str, str] = {}
    _declare(Wire, found)
    del found["Wire"]
    del found["Behind"]
    parts_of_it = "".join(
        f"  {name}: {_type(hint, found)};\n"
        for name, hint in get_type_hints(Wire).items()
        if name not in ("words", "behind")
    )
    shown = "".join(
        f"  {name}: {_type(kind, found)};\n" for name, kind in {row.name: row.kind for row in BEHIND}.items()
    )
    parts = [
        HEAD,
        *found.values(),
        _words(),
        f"/** What is shown behind an answer, by the name of its row. */\nexport interface Shown {{\n{shown}}}\n",
        f"{_comment(Behind)}{BEHIND_AS_TYPE}",
        f"{_comment(Wire)}export interface Wire {{\n{parts_of_it}  behind: Behind;\n  words: Words;\n}}\n",
        _intents(),
    ]
    return "\n".join(parts)


def _declare(kind: type, found: dict[str, str]) -> None:
    """An interface for a TypedDict, and for all that it names."""
    if kind.__name__ in found:
        return
    found[kind.__name__] = ""  # so that a type that names itself comes to an end
    rows = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        may_miss = get_origin(hint) is NotRequired
        inner = get_args(hint)[0] if may_miss else hint
        rows.append(f"  {_key(name)}{'?' if may_miss else ''}: {_type(inner, found)};\n")
    found[kind.__name__] = f"{_comment(kind)}export interface {kind.__name__} {{\n{''.join(rows)}}}\n"


def _type(hint: Any, found: dict[str, str]) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if hint in SIMPLE:
        return SIMPLE[hint]
    if hint is KindWord:
        return " | ".join(f'"{kind}"' for kind in KINDS)
    if hint is LessonView:
        return _union("LessonView", "wants", tuple(dict.fromkeys(kind.shown for kind in KINDS.values())), found)
    if is_typeddict(hint):
        _declare(hint, found)
        return str(hint.__name__)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return " | ".join(f'"{one.value}"' for one in hint)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in args)
    if hint in UNIONS:
        return _union(UNIONS[hint], "kind", args, found)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(one, found) for one in args if not _is_empty(one))
    if origin is list or (origin is tuple and args[-1] is Ellipsis):
        inner = _type(args[0], found)
        is_choice = " | " in inner and not inner.startswith("[")
        return f"({inner})[]" if is_choice else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_type(one, found) for one in args)}]"
    if origin in (dict, Mapping):
        return f"Record<string, {_type(args[1], found)}>"
    raise TypeError(f"{hint} has no counterpart in the scripts' types yet: give it one here")


def _union(name: str, by: str, members: tuple[Any, ...], found: dict[str, str]) -> str:
    """The name of a union, which is declared with all its members."""
    if name not in found:
        found[name] = ""
        kinds = " | ".join(_type(one, found) for one in members)
        found[name] = f"/** One of several, told apart by `{by}`. */\nexport type {name} = {kinds};\n"
    return name


def _is_empty(kind: Any) -> bool:
    """Whether this is a TypedDict without fields."""
    return is_typeddict(kind) and not get_type_hints(kind)


def _words() -> str:
    """The words of the page: which there are at every table, and which at some only."""
    tables = [page_words(game) for game in SHELF.values()]
    names = sorted({name for words in tables for name in words})
    rows = []
    for name in names:
        kinds = {_of(words[name]) for words in tables if name in words}
        everywhere = all(name in words for words in tables)
        rows.append(f"  {_key(name)}{'' if everywhere else '?'}: {' | '.join(sorted(kinds))};\n")
    return f"/** The words of the page, as its texts have them. */\nexport interface Words {{\n{''.join(rows)}}}\n"


def _of(value: object) -> str:
    if isinstance(value, Mapping):
        inner = sorted({_of(one) for one in value.values()})
        return f"Record<string, {' | '.join(inner) or 'never'}>"
    if isinstance(value, list):
        return f"{_one_of(value)}[]"
    return "string" if isinstance(value, str) else SIMPLE[type(value)]


def _one_of(values: Iterable[object]) -> str:
    kinds = sorted({_of(one) for one in values})
    return kinds[0] if len(kinds) == 1 else f"({' | '.join(kinds)})"


def _intents() -> str:
    """The browser's messages."""
    rows = []
    for do, kind in INTENTS.items():
        parts = [f'do: "{do}"']
        parts += [
            f"{name}{'' if is_needed and hint is not object else '?'}: {_type(_without_none(hint), {})}"
            for name, (hint, is_needed) in fields_of(kind).items()
        ]
        rows.append(f"  /** {' '.join((kind.__doc__ or '').split())} */\n  | {{ {'; '.join(parts)} }}\n")
    return f"/** What the browser may say. */\nexport type Intent =\n{''.join(rows).rstrip()};\n"


def _without_none(hint: Any) -> Any:
    """The type of a field without None: such a field is left out, and never sent as null."""
    left = [one for one in get_args(hint) if one is not type(None)]
    return left[0] if get_origin(hint) in (Union, types.UnionType) and len(left) == 1 else hint


def _comment(kind: type) -> str:
    said = " ".join((kind.__doc__ or "").split())
    return "" if said.startswith("dict(") or not said else f"/** {said} */\n"


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
