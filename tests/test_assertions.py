"""Every test asserts something, however it goes: not only behind a condition, or in a loop that may be empty.

This is read from the code. An assertion is reached for certain when it stands in the test, or in a function of the
tests that it calls, and nothing before it may leave. In a loop it is so where something is gone through for certain:
`some(things)`, which fails over nothing, or a list that is written down in the file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "tests").rglob("test_*.py"))
ASSERT = ("expect", "fail", "raises", "some", "wait_for_function")
AS_MANY = (
    "dict",
    "enumerate",
    "items",
    "keys",
    "list",
    "product",
    "set",
    "sorted",
    "splitlines",
    "tuple",
    "values",
    "zip",
)
"""Calls that give something if given something."""
PERHAPS = (ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.IfExp, ast.BoolOp)
"""Code whose inside may never run."""

Function = tuple[Path, str]
"""In which file, and its name; of a method its class, too."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def written(path: Path) -> dict[str, ast.FunctionDef]:
    found = {}
    for node in parsed(path).body:
        for part in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(part, ast.FunctionDef):
                found[f"{node.name}.{part.name}" if isinstance(node, ast.ClassDef) else part.name] = part
    return found


@cache
def known(path: Path) -> dict[str, list[Function]]:
    """The callable functions of a file, by name: its own, and those of the tests that it imports."""
    found = [(path, name) for name in written(path)]
    for node in parsed(path).body:
        if (
            isinstance(node, ast.ImportFrom)
            and (theirs := ROOT / f"{(node.module or '').replace('.', '/')}.py").is_file()
        ):
            names = [alias.name for alias in node.names]
            found += [(theirs, name) for name in written(theirs) if name.partition(".")[0] in names]
    by_name: dict[str, list[Function]] = {}
    for one in found:
        by_name.setdefault(one[1].rpartition(".")[2], []).append(one)
    return by_name


certain: dict[Function, bool] = {}


def is_certain(function: Function) -> bool:
    """Whether it asserts for certain; while that is not known, as in one that calls itself, it does not."""
    if function not in certain:
        certain[function] = False
        path, name = function
        certain[function] = asserts(path, written(path)[name].body)
    return certain[function]


def asserts(path: Path, statements: Iterable[ast.stmt]) -> bool:
    for statement in statements:
        if is_assertion(path, statement):
            return True
        if may_leave(statement):
            return False
    return False


def is_assertion(path: Path, statement: ast.stmt) -> bool:
    match statement:
        case ast.Assert() | ast.Raise():
            return True
        case ast.With(items, body):
            return any(calls_one(path, item.context_expr) for item in items) or asserts(path, body)
        case ast.If(_, body, orelse):
            return asserts(path, body) and asserts(path, orelse)
        case ast.Match(_, cases):
            return all(asserts(path, case.body) for case in cases)
        case ast.Try(body=body, finalbody=after):
            return asserts(path, body) or asserts(path, after)
        case ast.For(_, through, body):
            return is_something(path, through) and asserts(path, body)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.While():
            return False
    return calls_one(path, statement)


def calls_one(path: Path, node: ast.AST) -> bool:
    """Whether something that asserts is called for certain."""
    if isinstance(node, ast.Call):
        name = called(node)
        mine = known(path).get(name, [])
        if name in ASSERT or name.startswith("assert_") or any(map(is_certain, mine)):
            return True
    return not isinstance(node, PERHAPS) and any(calls_one(path, part) for part in ast.iter_child_nodes(node))


def called(call: ast.Call) -> str:
    return {ast.Name: "id", ast.Attribute: "attr"}.get(type(call.func), "") and ast.unparse(call.func).rpartition(".")[
        2
    ]


def may_leave(node: ast.AST, *, in_loop: bool = False) -> bool:
    """Whether what comes behind it may not be reached."""
    if isinstance(node, ast.Return) or (isinstance(node, ast.Continue | ast.Break) and not in_loop):
        return True
    within = in_loop or isinstance(node, ast.For | ast.While)
    parts = () if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) else ast.iter_child_nodes(node)
    return any(may_leave(part, in_loop=within) for part in parts)


def is_something(path: Path, node: ast.expr) -> bool:
    """Whether there is something in it for certain."""
    match node:
        case ast.Starred(part):
            return is_something(path, part)
        case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
            return any(is_something(path, part) if isinstance(part, ast.Starred) else True for part in parts)
        case ast.Dict(parts):
            return bool(parts)
        case ast.Call(function, parts) if called(node) in AS_MANY:
            of = parts or ([function.value] if isinstance(function, ast.Attribute) else [])
            return bool(of) and all(is_something(path, part) for part in of)
        case ast.Call() if called(node) not in ("range", "some"):
            return False
        case ast.Call() if called(node) == "some":
            return True
        case ast.ListComp(_, parts) | ast.GeneratorExp(_, parts):
            return all(is_something(path, part.iter) and not part.ifs for part in parts)
    names = vars(import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)))
    try:
        return len(eval(compile(ast.Expression(node), str(path), "eval"), dict(names))) > 0
    except (NameError, TypeError, AttributeError):  # it is not written down in the file, but reckoned in the test
        return False


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT / "tests").as_posix())
def test_every_test_asserts_something_however_it_goes(path: Path) -> None:
    tests = [name for name in written(path) if name.startswith("test_")]
    assert tests
    assert [name for name in tests if not is_certain((path, name))] == []


BLIND = {
    "a loop over what may be nothing": "for one in found(): assert one",
    "a loop behind a condition": "for one in (1, 2):\n        if one > 2:\n            assert one",
    "a filter": "for one in (1, 2):\n        if one < 3:\n            continue\n        assert one",
    "a way round": "if found():\n        return\n    assert False",
    "one branch of two": "if found():\n        assert False",
    "what is never called": "def inner(): assert False",
    "a comprehension": "[expect(one) for one in found()]",
    "as long as something is there": "while found(): assert False",
}
SEEING = {
    "plain": "assert found()",
    "some": "for one in some(found()): assert one",
    "a list": "for one in (1, 2): assert one",
    "a helper": "helper()",
    "with": "with found():\n        expect(1)",
    "both branches": "if found():\n        assert 1\n    else:\n        assert 2",
}


@pytest.mark.parametrize(("body", "sees"), [*((one, False) for one in BLIND.values()), *((one, True) for one in SEEING.values())],
                         ids=[*BLIND, *SEEING])  # fmt: skip
def test_what_may_never_assert_is_found(tmp_path: Path, body: str, sees: bool) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(f"def helper(): assert 1\n\ndef test_it():\n    {body}\n", "utf-8")
    assert is_certain((file, "test_it")) == sees
