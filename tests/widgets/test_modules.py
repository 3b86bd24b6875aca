"""The page's modules become one: in the order of their imports, with names kept apart, and refused where they
cannot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rallyman_tutor.page.wire import Wire
from rallyman_tutor.widgets import modules
from rallyman_tutor.widgets.modules import CannotJoin, joined, page_script

PAGE = Path(modules.__file__).parent / "page"
WATCH = PAGE.parents[1] / "pages/share/voila/templates/rallyman/watch.js"
CARD = PAGE.parents[1] / "pages/share/labextension/static/remoteEntry.js"
SITE = PAGE.parents[1] / "pages/site/scripts"
SCRIPTS = [*sorted(PAGE.glob("*.js")), WATCH, CARD, *sorted(SITE.glob("*.js"))]

THREE = {
    "index.js": 'import { pair } from "./two.js";\nimport { one } from "./one.js";\n\nexport default () => [one(), pair()];\n',
    "two.js": 'import {\n  one,\n} from "./one.js";\n\nconst name = "two";\nexport const pair = () => `${name} ${one()}`;\n',
    "one.js": 'const name = "one";\nexport function one() { return name; }\n',
}


def join(modules: dict[str, str]) -> str:
    def read(name: str) -> str:
        if name not in modules:
            raise FileNotFoundError(name)
        return modules[name]

    return joined("index.js", read)


def order(script: str) -> list[str]:
    return re.findall(r"^const (\$\w+) = \(\(\) => ", script, re.MULTILINE)


def test_a_module_stands_behind_those_it_imports_and_stands_there_once() -> None:
    assert order(join(THREE)) == ["$one", "$two"]


def test_the_joined_modules_do_what_they_did_apart_and_their_names_do_not_meet(browser: Browser) -> None:
    page = browser.new_page()
    run = "async (text) => (await import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })))).default()"
    assert page.evaluate(run, join(THREE)) == ["one", "two one"]
    page.close()


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        (
            {"one.js": 'const name = 1;\nimport { two } from "./two.js";\n'},
            "one.js:2: imports go in a circle: two.js → one.js → two.js",
        ),
        ({"one.js": 'import { me } from "./one.js";\n'}, "one.js:1: imports go in a circle: one.js → one.js"),
        ({"two.js": '\n\nimport { four } from "./four.js";\n'}, "two.js:3: there is no module four.js"),
        ({"one.js": "const one = 1;\n"}, "two.js:1: one.js does not export one"),
        ({"one.js": 'import "./two.js";\n'}, 'one.js:1: cannot be joined: import "./two.js";'),
        ({"one.js": 'import { a as b } from "./two.js";\n'}, "one.js:1: cannot be joined: import { a as b }"),
        ({"one.js": 'import { a } from "else";\n'}, "one.js:1: cannot be joined: import { a }"),
        ({"one.js": 'import * as two from "./two.js";\n'}, "one.js:1: cannot be joined: import * as two"),
        ({"one.js": "\nexport let one = 1;\n"}, "one.js:2: cannot be joined: export let one = 1;"),
        ({"one.js": "const one = 1;\nexport { one };\n"}, "one.js:2: cannot be joined: export { one };"),
        ({"one.js": "export default 1;\n"}, "one.js:1: cannot be joined: export default 1;"),
    ],
)
def test_what_cannot_be_joined_is_refused_with_its_place(changed: dict[str, str], why: str) -> None:
    with pytest.raises(CannotJoin, match=re.escape(why)):
        join({**THREE, **changed})


def test_the_page_has_one_entry_that_imports_all_the_rest() -> None:
    script = page_script()
    assert order(script)[-1] == "$table"
    assert script.count("export default") == 1


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_script_is_held_by_the_type_checker_and_can_be_read(script: Path) -> None:
    lines = script.read_text("utf-8").splitlines()
    assert lines[0] == "// @ts-check"
    assert lines[1].startswith("// ")  # what it holds
    assert [(at, line) for at, line in enumerate(lines, start=1) if len(line) > 120] == []
    nested = re.compile(r" \? [^?;]* : [^,;?}]* \? ")  # a choice within a choice
    assert [(at, line) for at, line in enumerate(lines, start=1) if nested.search(line)] == []


def test_only_one_script_asks_for_views_of_other_widgets() -> None:
    """anywidget promises none, so whoever needs one can do without. A served page hands the question on."""
    asking = [script.name for script in SCRIPTS if "create_view" in script.read_text("utf-8")]
    assert asking == ["ground.js", "served.js"]


def test_only_one_script_writes_texts_so_that_each_keeps_its_numbers_and_units_together() -> None:
    """`make` and `write` do; the ears, which nobody sees, read out what they are given."""
    apart = re.compile(r"\.(textContent|innerText) = |createTextNode")
    assert [path.name for path in sorted(PAGE.glob("*.js")) if apart.search(path.read_text("utf-8"))] == []


def test_the_parts_of_a_page_are_those_of_the_wire() -> None:
    listed = re.search(r"PARTS = .*?\(\[(.*?)\]", (PAGE / "table.js").read_text("utf-8"), re.DOTALL)
    assert listed and {*re.findall(r'"(\w+)"', listed[1])} == {"canvas", *Wire.__annotations__}


def test_the_watch_in_the_head_of_a_page_holds_nothing_that_its_template_would_read() -> None:
    assert not re.search(r"{[{%#]", WATCH.read_text("utf-8"))


def test_comments_stay_behind_and_nothing_else_does() -> None:
    told = {
        "index.js": '// @ts-check\n/**\n * A * of /** its own.\n */\nexport default /** @type {1} */ (1); // "one"\n  // no\n'
    }
    assert join(told).split("\n") == ['export default /** @type {1} */ (1); // "one"', ""]


def test_a_type_at_the_start_of_a_line_takes_no_code_with_it() -> None:
    code = "const one =\n/** @type {1} */ (1);\ncall(one);\n/** A comment. */\nexport default one;\n"
    assert join({"index.js": code}).split("\n") == [
        "const one =", "/** @type {1} */ (1);", "call(one);", "export default one;", "",
    ]  # fmt: skip


def test_the_script_is_put_together_once_in_a_process() -> None:
    assert page_script() is page_script()
