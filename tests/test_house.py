"""The house stands as CONTRIBUTING.md draws it: its rooms, what they may import, and how every module begins."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from rallyman_tutor.core.rule import CHAPTER_FILES
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.lesson.kinds.registry import KINDS
from rallyman_tutor.tutor.words.language import LANGUAGES
from tests.page.host import Visit
from tests.some import some

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "rallyman_tutor"
ROOMS = {"core", "scene", "parts", "games", "coach", "rally", "tutor", "page", "widgets", "pages"}
BARE_ROOMS = ("core", "scene", "parts", "games")
TOP = {
    "pyproject.toml", "rallyman_tutor", "lessons", "notebooks", "tests", "binder", "deploy", "docs",
    "README.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "Makefile",
}  # fmt: skip
LEFTOVERS = {"build", "dist", "htmlcov"}
HEAVY = ("numpy", "IPython", "ipywidgets", "ipycanvas", "anywidget", "jupyterlab", "voila")

MODULES = sorted(PACKAGE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
BARE_MODULES = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] in BARE_ROOMS]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything in a module. To walk through all modules takes long, so it is done once for all tests."""
    return tuple(ast.walk(parsed(path)))


def imported(path: Path) -> Iterator[str]:
    """The top package of everything a module imports, wherever in the module that is."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module.split(".")[0] if node.module and not node.level else "rallyman_tutor"


def test_the_top_level_holds_what_was_agreed_and_nothing_else() -> None:
    assert {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} - LEFTOVERS == TOP


def test_the_package_holds_its_rooms_and_nothing_else() -> None:
    here = {path.name for path in PACKAGE.iterdir() if path.name != "__pycache__"}
    assert here - {"__init__.py", "__main__.py", "py.typed"} <= ROOMS


def test_every_module_starts_by_saying_what_it_holds() -> None:
    assert [name(path) for path in MODULES + TESTS if not ast.get_docstring(parsed(path))] == []


@cache
def docstrings(path: Path) -> tuple[tuple[str, str], ...]:
    """Every docstring of a module, each with the name of what it describes."""
    return tuple(
        (getattr(node, "name", ""), ast.get_docstring(node) or "")
        for node in nodes(path)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    )


def test_a_docstring_is_understood_without_the_one_above_it() -> None:
    told = [(name(path), *one) for path in MODULES + TESTS for one in docstrings(path)]
    assert [one for one in told if one[2].startswith(("The same", "Ditto", "As above", "Likewise"))] == []


WIDEST = 120
DESCRIBED = [*MODULES, *TESTS]


@cache
def described(path: Path) -> tuple[ast.Constant, ...]:
    """Every docstring of a module, those below values included."""
    values = (node.value for node in nodes(path) if isinstance(node, ast.Expr))
    return tuple(node for node in values if isinstance(node, ast.Constant) and isinstance(node.value, str))


def test_a_docstring_names_a_thing_or_says_a_sentence_and_does_not_begin_with_what() -> None:
    told = [(name(path), str(one.value)) for path in DESCRIBED for one in described(path)]
    assert len(told) > 5000
    assert [one for one in told if re.match(r"\s*What\b", one[1])] == []


def comments(path: Path) -> Iterator[tokenize.TokenInfo]:
    """The comments that people read, not those that tell a type checker or a formatter to look away."""
    with path.open("rb") as file:
        yield from (
            token
            for token in tokenize.tokenize(file.readline)
            if token.type == tokenize.COMMENT and not token.string.startswith(("# type:", "# fmt:"))
        )


def test_no_line_of_a_docstring_or_a_comment_is_too_long() -> None:
    wide = []
    for path in DESCRIBED:
        lines = path.read_text("utf-8").splitlines()
        told = [line for one in described(path) for line in lines[one.lineno - 1 : one.end_lineno]]
        if any(len(line) > WIDEST for line in lines):  # no comment of the others is
            told += [token.line for token in comments(path) if token.end[1] > WIDEST]
        wide += [(name(path), line) for line in told if len(line) > WIDEST]
    assert wide == []


PROSE = re.compile(r"\b(he|him|himself|his|she|her)\b")


def prose(path: Path) -> Iterator[str]:
    """The prose of a file: names, docstrings and comments of Python, comments of a script, all of a text."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from (said for _, said in docstrings(path))
        yield from (found.replace("_", " ") for found in re.findall(r"(?:def|class) (\w+)", text))
        yield from (line.partition("  # ")[2] for line in text.splitlines())
        yield from (line for line in map(str.strip, text.splitlines()) if line.startswith("# "))
    elif path.suffix == ".js":
        yield from re.findall(r"/\*.*?\*/|(?:^|\s)//[^\n]*", text, re.DOTALL)
    else:
        yield text


SCRIPTS = sorted(PACKAGE.rglob("*.js"))
GUIDES = [
    ROOT / "CONTRIBUTING.md",
    ROOT / "README.md",
    ROOT / "lessons" / "README.md",
    *PACKAGE.rglob("texts/en.toml"),
    *(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "languages"),  # these quote other languages
]


def test_a_learner_a_driver_and_a_visitor_are_they() -> None:
    here = Path(__file__)  # they stand here, as the words that are looked for
    told = [(name(path), text) for path in MODULES + TESTS + SCRIPTS + GUIDES if path != here for text in prose(path)]
    assert [one for one in told if PROSE.search(one[1])] == []


@pytest.mark.parametrize("rules", sorted((PACKAGE / "games").glob("*/rules")), ids=name)
def test_a_file_of_rules_is_called_by_a_whole_word(rules: Path) -> None:
    assert {path.stem.rstrip("_").upper() for path in rules.glob("*.py")} & set(CHAPTER_FILES) == set()


def test_whoever_tells_the_type_checker_to_look_away_says_why() -> None:
    mark = re.compile(r"# type" r": ignore(?!\[[a-z, -]+\]  # \w)")
    bare = [(name(path), line) for path in MODULES + TESTS for line in path.read_text("utf-8").splitlines()]
    assert [(file, line) for file, line in bare if mark.search(line)] == []


BY_POSITION = {
    "games/classic/step.py": "every step makes a state or two, which by names takes twice as long",
    "coach/dirt/solver": "rows of a table, made by the hundred thousand",
}
"""Where values of many fields are made without their names, and why."""


def by_position(call: ast.Call) -> tuple[str, int]:
    """The kind that a call makes, and how many fields it gives without their names."""
    match call:
        case ast.Call(func=ast.Name(kind)) if kind[0].isupper():
            return kind, len(call.args)
    return "", 0


def test_a_value_of_many_fields_is_made_by_names() -> None:
    made = [
        path.relative_to(PACKAGE).as_posix()
        for path in MODULES
        for node in nodes(path)
        if isinstance(node, ast.Call)
        for kind, fields in [by_position(node)]
        if fields > (4 if kind in ("State", "Car", "Space") else 8)
    ]
    assert [one for one in made if not one.startswith(tuple(BY_POSITION))] == []
    assert [reason for reason in BY_POSITION if not any(path.startswith(reason) for path in made)] == []


WITHOUT_A_TYPE = {
    "coach/batch.py": "the package of a cluster, which need not be installed, has no types",
    "coach/classic/solver": "numpy leaves the shape of an array open; facts that a table is named by",
    "coach/dirt/solver": "numpy leaves the shape of an array open; facts that a table is named by",
    "coach/solver": "tables of both games",
    "core/game.py": "data as JSON and TOML have it, and facts of events, which each game reads by what happened",
    "page/behind.py": "each row of the list shows something of its own kind",
    "page/wire.py": "what is shown of a row has the type that its row names",
    "tutor/building/building.py": "a part of a road is known to the kit of its game only",
    "tutor/learner/editor_view.py": "parts and roads of both games, of which each branch reads its own",
    "tutor/learner/editor_words.py": "parts of both games, of which each branch reads its own",
    "tutor/lesson/goals.py": "what a goal asks for is known to its own kind of goal only",
    "tutor/lesson/kinds/reader.py": "a value of a step of a lesson file before it is looked at",
    "tutor/lesson/reading.py": "a value of a lesson file before it is looked at",
    "tutor/words/texts.py": "a table of texts is as its file has it, and what another language has there is anything",
    "widgets/outlines.py": "numpy leaves the precision of a number open",
    "pages/server": "what Jupyter, its kernels and its sockets pass on has no types there",
    "pages/site/stand_ins/numpy": "an array holds numbers of any kind, and is asked for its parts in any way",
}
"""Where the rooms that serve several games leave a type open with `Any`, and why."""


def test_who_leaves_a_type_open_has_a_reason() -> None:
    rooms = [
        path
        for path in MODULES
        if path.relative_to(PACKAGE).parts[0] in ("core", "coach", "rally", "tutor", "page", "widgets", "pages")
    ]
    open_ones = {
        path.relative_to(PACKAGE).as_posix()
        for path in rooms
        for node in nodes(path)
        if isinstance(node, ast.Name) and node.id == "Any"
    }
    assert {reason for reason in WITHOUT_A_TYPE if any(one.startswith(reason) for one in open_ones)} == set(
        WITHOUT_A_TYPE
    )
    assert [one for one in sorted(open_ones) if not one.startswith(tuple(WITHOUT_A_TYPE))] == []


COUNTING = {"every_outcome", "outcomes_of", "chance_of", "chance", "card_chance", "losses"}
"""Functions of `core/luck.py` and of the games' `draws.py` from which a chance can be made."""
WHO_COUNTS = {
    "games/classic": "its dice and cards, what may come of a draft, and the turns of a lone car for who reckons",
    "games/dirt": "its dice and tokens, what may come of a draft, and the turns of a lone car for who reckons",
    "coach/walk.py": "seconds, marks, and on which space a turn ends; chances are those of the game",
    "coach/second_look.py": "how a turn ends that is driven as well as can be, of which no draft tells",
    "coach/classic/solver": "what a stage costs",
    "coach/dirt/solver": "what a stage costs",
}
"""Who may make chances of their own, and of what; all others ask `Game.chances`."""


def test_who_makes_chances_has_a_reason() -> None:
    counting = {
        path.relative_to(PACKAGE).as_posix()
        for path in MODULES
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom) and COUNTING & names_from(node)
    }
    assert {reason for reason in WHO_COUNTS if any(one.startswith(reason) for one in counting)} == set(WHO_COUNTS)
    assert [one for one in sorted(counting) if not one.startswith(tuple(WHO_COUNTS))] == []


def names_from(node: ast.ImportFrom) -> set[str]:
    """The names that a module takes from luck, or from the file of what dice and cards bring."""
    source = node.module or ""
    return {alias.name for alias in node.names} if source.endswith((".luck", ".draws")) else set()


def test_the_engine_stands_on_the_standard_library_alone() -> None:
    assert BARE_MODULES
    taken = {name(path): set(imported(path)) - sys.stdlib_module_names - {"rallyman_tutor"} for path in BARE_MODULES}
    assert {path: packages for path, packages in taken.items() if packages} == {}


def test_every_folder_of_the_package_with_code_is_a_package() -> None:
    bare = {path.parent for path in MODULES} - {path.parent for path in MODULES if path.name == "__init__.py"}
    assert sorted(map(name, bare)) == []


def test_a_game_loads_nothing_heavy() -> None:
    ask = f"import sys, rallyman_tutor.games.classic; print(*(set(sys.modules) & set({HEAVY!r})))"
    run = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


@pytest.mark.parametrize("pins", sorted((ROOT / "binder").glob("requirements*.txt")), ids=name)
def test_pins_are_exact(pins: Path) -> None:
    lines = pins.read_text(encoding="utf-8").splitlines()
    assert lines
    assert [line for line in lines if line.count("==") != 1 or line.split("==")[0].strip() != line.split("==")[0]] == []


def test_no_package_is_pinned_twice() -> None:
    lines = [line for pins in (ROOT / "binder").glob("requirements*.txt") for line in pins.read_text().split()]
    names = [line.split("==")[0].lower().replace("_", "-") for line in lines]
    assert sorted({n for n in names if names.count(n) > 1}) == []


def sessions() -> Iterator[tuple[str, str]]:
    """The commands README.md shows, and what it shows them to answer."""
    for block in (ROOT / "README.md").read_text(encoding="utf-8").split("    $ rallyman-tutor ")[1:]:
        command, *answer = block.splitlines()
        end = next(at for at, line in enumerate(answer) if line and not line.startswith("    "))
        yield command, "\n".join(line[4:] for line in answer[:end]).strip()


@pytest.mark.parametrize(("command", "answer"), list(sessions()))
def test_the_readme_shows_what_the_program_answers(command: str, answer: str) -> None:
    ask = [sys.executable, "-m", "rallyman_tutor", *shlex.split(command)]
    env = {**os.environ, "COLUMNS": "88", "PYTHONUTF8": "1"}
    run = subprocess.run(ask, cwd=ROOT, capture_output=True, encoding="utf-8", env=env, check=False)
    assert run.stdout.strip() == answer


README = (ROOT / "README.md").read_text("utf-8")


def test_the_readme_is_short_and_every_link_and_picture_of_it_is_there() -> None:
    named = re.findall(r"\]\(([^)#]+)", README)
    assert len(README.splitlines()) <= 120 and len(named) > 15
    assert [one for one in named if not (ROOT / one).is_file()] == []


def test_the_film_in_the_readme_moves_and_is_light() -> None:
    film = ROOT / "notebooks" / "pictures" / "play.gif"
    assert film.stat().st_size < 1_500_000
    with Image.open(film) as found:
        assert getattr(found, "n_frames", 1) >= 5


FRONT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
GUIDE = "\n".join(
    [FRONT, *((ROOT / "docs" / f"{one}.md").read_text("utf-8") for one in ("house", "recipes", "releasing"))]
)
"""The guide: what everybody reads who writes code here, and behind it what is looked up."""
CONTRACTS = {
    one["containers"][0]: one["layers"]
    for one in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    if one["type"] == "layers"
}
"""The floors of every room that has an import contract, the uppermost first."""
SKELETON = re.findall(
    r"(?:^    |  )(\w+(?:\.py|\.toml|/(?:en\.toml)?))(?=  )",
    GUIDE.partition("has the same files")[2].partition("\n\nThe two race games")[0],
    re.MULTILINE,
)
"""The files that every game has, as the guide lists them."""


@pytest.mark.parametrize(
    "room", sorted(path.name for path in (PACKAGE / "games").iterdir() if (path / "game.py").exists())
)
def test_every_game_has_the_same_files_and_each_says_what_it_holds(room: str) -> None:
    assert {"game.py", "rules/", "texts/en.toml", "risk.py"} <= set(SKELETON) and len(SKELETON) == 17
    assert [file for file in SKELETON if not (PACKAGE / "games" / room / file).exists()] == []


def parts_of(path: Path) -> Iterator[str]:
    """The modules of `parts` that a module imports."""
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module == "rallyman_tutor.parts":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rallyman_tutor.parts."):
            yield str(node.module).split(".")[2]


def test_what_serves_one_game_lives_in_its_room() -> None:
    served: dict[str, set[str]] = {path.stem: set() for path in (PACKAGE / "parts").glob("[a-z]*.py")}
    for room in (PACKAGE / "games").iterdir():
        left = list(room.rglob("*.py"))
        while left:
            for part in parts_of(left.pop()):
                if room.name not in served[part]:
                    served[part].add(room.name)
                    left.append(PACKAGE / "parts" / f"{part}.py")
    assert {part: games for part, games in served.items() if len(games) < 2} == {}


def meant(named: str) -> list[Path]:
    """The files or folders that the guide means by a name: one that is bare stands in whichever room."""
    if "/" not in named.rstrip("/"):
        return [*ROOT.glob(named), *PACKAGE.rglob(named)]
    in_game = named.replace("<chapter>", "gear")
    games = SHELF if "<game>" in named else ("classic",)
    rooms = [(room, game) for game in games for room in (ROOT, PACKAGE, PACKAGE / "games" / game)]
    return [path for room, game in rooms for path in room.glob(in_game.replace("<game>", game))]


def test_every_file_and_folder_that_the_guide_names_is_there() -> None:
    named = set(re.findall(r"`([\w./<>*-]+(?:\.(?:py|js|toml|md|txt|ipynb|ts)|/))`", GUIDE))
    assert len(named) > 80 and {"gear.py", "widgets/page/hand.js", "pages/server/"} <= named
    assert [one for one in sorted(named) if not meant(one)] == []


def test_the_guide_is_read_in_ten_minutes() -> None:
    assert 1000 < len(re.findall(r"\w[\w./`'-]*", FRONT)) <= len(FRONT.split()) < 2500


def drawn() -> dict[str, tuple[str, list[list[str]]]]:
    """The picture of the house: each room from the top, what it holds, and the rows of what stands in it."""
    house: dict[str, tuple[str, list[list[str]]]] = {}
    for room, told in re.findall(r"(?m)^    │ +(\w+|┊) +(.+?) +│$", FRONT):
        if room == "┊":
            house[[*house][-1]][1].append(told.split())
        else:
            house[room] = (told, [])
    return house


def test_the_drawn_house_has_the_floors_of_the_import_contracts() -> None:
    house = drawn()
    assert [*house] == [floor for floor in CONTRACTS["rallyman_tutor"] if floor != "(__main__)"]
    games = sorted(path.parent.name for path in (PACKAGE / "games").glob("*/game.py"))
    coaches = next(floor for floor in CONTRACTS["rallyman_tutor.coach"] if games[0] in floor.split(" | "))
    places = [floor.split(" | ") for floor in CONTRACTS["rallyman_tutor.page.places"]]
    inside = {room: rows for room, (_, rows) in house.items() if rows}
    assert inside == {"page": places, "coach": [coaches.split(" | ")], "games": [games]}
    assert len({len(line) for line in FRONT.splitlines() if line.startswith(("    ┌", "    │", "    └"))}) == 1


def test_the_picture_tells_which_rooms_reckon_with_numpy() -> None:
    rows = {room: told for room, (told, _) in drawn().items()}
    imports = re.compile(r"(?m)^\s*(?:import|from) numpy\b")
    stand_in = PACKAGE / "pages" / "site" / "stand_ins"
    files = [path for path in PACKAGE.rglob("*.py") if stand_in not in path.parents]
    knowing = {path.relative_to(PACKAGE).parts[0] for path in files if imports.search(path.read_text("utf-8"))}
    assert knowing == {room for room, holds in rows.items() if "numpy" in holds} and "coach" in knowing


def test_every_file_that_a_docstring_names_is_there() -> None:
    """A bare name stands in the file's folder, in one below or above, in a game's room, or beside a page's scripts."""
    lost = []
    for path in PACKAGE.rglob("*.py"):
        for named in re.findall(r"`([\w./]+\.(?:py|js|md|toml))`", ast.get_docstring(parsed(path)) or ""):
            above = [folder for folder in path.parents if PACKAGE in (folder, *folder.parents)]
            near = [folder / named for folder in (*above, ROOT, PACKAGE / "games" / "classic", PACKAGE / "tutor")]
            if not any(one.exists() for one in near) and not [*path.parent.rglob(named)] and "<" not in named:
                lost.append((path.relative_to(PACKAGE).as_posix(), named))
    assert lost == []


def test_every_name_that_the_guide_finds_in_a_file_is_defined_there() -> None:
    file = r"`([\w/]+\.(?:py|js))`"
    pairs = [(path, one) for path, one in re.findall(rf"{file}(?:,| \()\s*`(\w+)`", GUIDE)]
    pairs += [(path, one) for one, path in re.findall(rf"`(\w+)`\s+in\s+{file}", GUIDE)]
    assert len(pairs) > 10 and ("widgets/page/hand.js", "lay") in pairs
    lost = []
    for path, one in pairs:
        mark = rf"^ *(?:def|class) {one}\b|^ *(?:async )?{one}\(.*\{{$|^{one}\b.* = "
        if not any(re.search(mark, found.read_text("utf-8"), re.MULTILINE) for found in meant(path)):
            lost.append((path, one))
    assert lost == []


def test_the_click_of_the_guide_is_told_the_rule_of_the_guide() -> None:
    """In first gear the 3 may not be laid."""
    walk = FRONT.partition("## One click through the house")[2].partition("\n## ")[0]
    sent = re.search(r"`\{do: (\"\w+\"), piece: (\"\w+\"), place: (\"\w+\")\}`", walk)
    assert sent
    do, piece, place = map(ast.literal_eval, sent.groups())
    view = Visit("drive", "s14 | A@s1 g1").says(do=do, piece=piece, place=place)
    assert [message["code"] for message in view["messages"]] == re.findall(r"`(CL-\w+-\d+)`", walk)
    assert view["messages"][0]["remedies"]


def test_no_file_but_those_of_the_kinds_knows_a_kind_of_lesson_step_by_name() -> None:
    marks = re.compile(
        rf'"(?:{"|".join(sorted({*KINDS} - {"goal", "roll", "drive"}))})"'
    )  # these mean more than a kind
    assert marks.search('sheet.kind === "find"')
    files = [
        *(path for path in (PACKAGE / "tutor").rglob("*.py") if path.parent.name != "kinds"),
        *(PACKAGE / "page").rglob("*.py"),
        *(PACKAGE / "widgets" / "page").glob("*.js"),
    ]
    assert {path.name for path in some(files) if marks.search(path.read_text("utf-8"))} == set()


def test_whoever_adds_a_kind_of_lesson_step_is_told_every_script_that_asks_what_a_step_wants() -> None:
    recipe = FRONT.partition("### A lesson kind")[2].partition("\n### ")[0]
    asking = [path for path in (PACKAGE / "widgets" / "page").glob("*.js") if ".wants" in path.read_text("utf-8")]
    for path in some(asking):
        assert path.name in recipe


def test_whoever_adds_a_language_is_told_which_there_are() -> None:
    there = ", ".join(f'"{one}"' for one in LANGUAGES)
    assert f"`LANGUAGES` in `tutor/words/language.py` is `({there},)`" in FRONT


def test_the_guide_tells_all_that_make_makes() -> None:
    made = re.findall(r"(?m)^\.PHONY: help (.+)", (ROOT / "Makefile").read_text("utf-8"))[0].split()
    listed = (ROOT / "docs" / "house.md").read_text("utf-8").partition("## What make makes")[2]
    assert sorted(made) == sorted(re.findall(r"(?m)^    make (\w+) ", listed))


ONE_MEANING = {
    "Step": ("games/*/step.py", "tutor/session/intents.py"),
    "Turn": ("games/*/state.py",),
    "Answer": ("tutor/session/intents.py", "page/wire.py"),
    "Standing": ("core/game.py",),
    "Way": (),
}
"""Words that mean one thing each, and where a class may be called so: intents are called as a page sends them."""
PARTICIPLES = re.compile(
    r"_?(Met|Made|Told|Weighed|Lies|Lie|Lay|Stood|Laid|Led|Lead|Lost|Found|Asked|Drawn|Thrown|Placed|Driven|Driving|"
    r"Carried|Swept|Earned|Timed|Ranked|Tried|Secured|Reached|Missed|Noted|Done|Learnt|Played|Compared|Among|Beyond)"
)


def test_a_class_is_called_by_a_noun_and_a_word_of_the_glossary_means_one_thing() -> None:
    classes = [
        (node.name, path.relative_to(PACKAGE))
        for path in MODULES
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
    ]
    assert len(classes) > 500
    assert [one for one in classes if PARTICIPLES.fullmatch(one[0]) and not INTENT.search(one[1].as_posix())] == []
    astray = [
        (word, where) for word, where in classes if word in ONE_MEANING and not any(map(where.match, ONE_MEANING[word]))
    ]
    assert astray == []


INTENT = re.compile(r"intents\.py$|games/\w+/state\.py$")
"""Where a class is called as a move or an intent is written: "lay"."""
