"""Inputs from outside, spoiled in a thousand ways: every kind of input, how it is handed in, and the faults of the
answer.

An answer is a result, or a refusal that says what to type. Whatever else is raised, an error of Python's own that is
hidden behind a refusal, or a refusal without words for its reason is a fault.

Each kind is handed in where people hand it in: a save is opened as a file is, a line is written on the page, a command
is run with its arguments. What works for long is cut short in `bounded`: the solver, the server, whole sites.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import sys
import tempfile
import tomllib
import traceback
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from rallyman_tutor.coach import batch
from rallyman_tutor.coach.classic.solver import beat as classic_beat
from rallyman_tutor.coach.classic.solver import solver as classic_solver
from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.dirt.solver import solver as dirt_solver
from rallyman_tutor.coach.race_coach import AnyRaceCoach, RaceCoach
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.luck import Seeded
from rallyman_tutor.core.notation import Misread, Refused
from rallyman_tutor.core.replay import begin, pack, unpack
from rallyman_tutor.core.rule import Illegal, Kind
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import update
from rallyman_tutor.page.show import patches
from rallyman_tutor.pages import cli, notebooks, serve, shipped
from rallyman_tutor.pages.commands import brought, card_reviewing, lessons, output, saved
from rallyman_tutor.pages.site import writing
from rallyman_tutor.rally import letters
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.learner import classroom, progress
from rallyman_tutor.tutor.lesson import faults, proof, scripts
from rallyman_tutor.tutor.lesson.lesson_folders import FoundLessons
from rallyman_tutor.tutor.session import sharing
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.explain import explain, explain_refusal, explain_sheet, rule_title
from tests.fuzz.spoil import spoiled, spoiled_data
from tests.games.random_games import RANDOM
from tests.page.host import LESSONS, NOON, Visit, as_sent
from tests.rally import letters as friends

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
SEEDS: Mapping[str, Mapping[str, list[Any]]] = tomllib.loads((FOLDER / "seeds.toml").read_text("utf-8"))
FAILED = FOLDER / "failed.jsonl"
"""Every input that was ever answered with a traceback or without words, a line each."""
NAMES = {
    "classic": ("Ana", "Ben"),
    "dirt": ("Ana", "Ben"),
    "crazy_rally": ("Ana", "Ben", "Cleo"),
    "mil_millas": tuple("ABCD"),
}


class Input(NamedTuple):
    """One input: its kind, the game that it is about, and what is handed in: text, data, or two texts."""

    kind: str
    key: str
    given: Any

    @property
    def line(self) -> str:
        """As a line of `failed.jsonl`."""
        return json.dumps(self._asdict())


# -- Good inputs ------------------------------------------------------------------------------------------------------


@cache
def seeds(key: str, kind: str) -> tuple[Any, ...]:
    """Good inputs of a kind."""
    own = SEEDS[key]
    match kind:
        case "position":
            return (*own["positions"], *(start for start, _ in examples(key)))
        case "draft":
            pairs = [(position, draft) for position in own["positions"] for draft in own["drafts"]]
            return (*pairs, *examples(key))
        case "stage":
            return (*own["stages"], *SHELF[key].ready_tables.values())
        case "sheet":
            return (
                *own["sheets"],
                *(text for text in rule_examples(key) if text.startswith("sheet") and "::" not in text),
            )
        case "save":
            return saves(key)
        case "code":
            return tuple(pack(one) for one in saves(key) if "save" not in one)
        case "progress":
            return (kept(),)
        case "lesson":
            folders = sorted(file.parent for file in (ROOT / "lessons" / key).glob("*/lesson.toml"))
            return tuple(
                [(folder / "lesson.toml").read_text("utf-8"), (folder / "en.md").read_text("utf-8")]
                for folder in folders
            )
        case "letter":
            past = friends.played(friends.begun(key if key in RACES else "dirt", 2), key, 16)
            return tuple(letters.write(game) for game in past[1::3])
        case "message":
            return tuple(messages(key))
        case _:
            return tuple(own[{"said": "said", "command": "commands"}[kind]])


def rule_examples(key: str) -> list[str]:
    """The examples of all rules of a game."""
    return [text for rule in SHELF[key].rules() for text in (*rule.ok, *rule.broken)]


@cache
def examples(key: str) -> tuple[tuple[str, str], ...]:
    """The positions of rules' examples, each with its draft."""
    pairs = [text.partition(" => ")[0].split(" :: ") for text in rule_examples(key)]
    return tuple((start, drafts[0]) for start, *drafts in pairs if drafts and not start.startswith("sheet"))


@cache
def saves(key: str) -> tuple[Any, ...]:
    """Games that were played at random, as the page, the command line and a browser keep them."""
    game, source, rng = SHELF[key], RANDOM[key], random.Random(key)
    found = []
    for seed in range(3):
        spec = dict(game.demo_game(game.seats[-1] if seed else game.seats[0]))
        replay = begin(game, spec)
        luck = Seeded(seed)
        for _ in range(12 * seed):
            replay = replay.play(source.choose(replay.state, rng), luck)
        session = Session(
            replay, bots=frozenset({1}) if seed else frozenset(), seed="5", table=next(iter(game.ready_tables))
        )
        found += [replay.save(), sharing.save(session), {"save": replay.save(), "seed": seed}]
    return tuple(as_sent(one) for one in found)


@cache
def kept() -> Any:
    """Progress with something of everything in it."""
    found = progress.with_step(progress.Progress(), "classic/01-first-die", "one", 3, 1, 0, NOON, 1.5, 20)
    found = progress.with_broken_rule(found, "CL-GEAR-03", NOON)
    found = progress.with_guess(found, "classic", 0.3, 0.25, 0, True, NOON, 4)
    found = progress.with_run(found, "classic/3", "Ana", 9)
    found = progress.with_time(progress.with_placement(found, "dirt", "dirt/04-lanes"), "classic/first", 130)
    return as_sent(progress.plain(found))


def messages(key: str) -> Iterator[dict[str, Any]]:
    """A browser's messages."""
    game = SHELF[key]
    table = next(iter(game.ready_tables))
    yield from ({"do": "command", "line": line} for line in SEEDS[key]["said"])
    yield from ({"do": "draft", "moves": draft.split()} for draft in SEEDS[key]["drafts"])
    yield from (
        {"do": "new", "table": text, "cars": 2, "bots": True, "seed": "7", "level": "club"}
        for text in seeds(key, "stage")[:3]
    )
    yield from ({"do": "new", "table": text} for text in SEEDS[key]["positions"])
    yield {"do": "new", "table": pack(saves(key)[1])}
    yield {"do": "go", "to": f"{key}/drive/{table}", "kept": {"at": f"{key}/drive", "table": saves(key)[1]}}
    yield {"do": "lay", "piece": "1", "place": "s2"}
    yield {"do": "bring", "progress": kept()}
    yield {"do": "pupils", "files": [["ana.json", kept()], ["ben.json", kept()]]}
    yield {
        "do": "hello",
        "tall": False,
        "at": key,
        "kept": {"at": key},
        "progress": kept(),
        "game": pack(saves(key)[0]),
    }


@cache
def words(key: str) -> tuple[str, ...]:
    """The words of good inputs of a game, and options of the command line."""
    text = " ".join((*(a for pair in examples(key) for a in pair), *map(str, SEEDS[key].values())))
    told = dict.fromkeys(re.findall(r"\w+|[^\w\s]", text))
    return (*told, *told, *options())


@cache
def options() -> tuple[str, ...]:
    """Every option and name of the command line."""
    top, commands = cli.parser()
    found = [*commands, *SHELF, *top._option_string_actions]
    for made in commands.values():  # type: ignore[attr-defined]  # it is a mapping
        found += made._option_string_actions
    return tuple(dict.fromkeys(found))


# -- Spoiled inputs ---------------------------------------------------------------------------------------------------

KINDS = {
    "position": 6, "draft": 8, "stage": 4, "sheet": 3, "save": 5, "code": 2, "progress": 2, "lesson": 1, "said": 5, "message": 4,
    "command": 9, "letter": 2,
}  # fmt: skip
"""Kinds of inputs, and how often each is tried."""


def inputs(key: str, seed: int, kinds: Collection[str] = tuple(KINDS)) -> Iterator[Input]:
    """Inputs about a game without end, different for every seed."""
    rng = random.Random(f"{seed}/{key}")
    while True:
        kind = rng.choices([*kinds], [KINDS[kind] for kind in kinds])[0]
        good = rng.choice(seeds(key, kind))
        yield Input(kind, key, _spoiled(kind, key, good, rng))


def _spoiled(kind: str, key: str, good: Any, rng: random.Random) -> Any:
    known = words(key)
    match kind:
        case "draft":
            position, draft = good
            return [spoiled(position, rng, known) if rng.random() < 0.2 else position, spoiled(draft, rng, known)]
        case "save" | "progress" | "message":
            return as_given(spoiled_data(good, rng, known))
        case "code" | "letter":
            return (
                spoiled(good, rng, known)
                if rng.random() < 0.5
                else pack(as_given(spoiled_data(unpack(good), rng, known)))
            )
        case "lesson":
            at = 0 if rng.random() < 0.8 else 1
            return [spoiled(text, rng, known) if number == at else text for number, text in enumerate(good)]
        case "command":
            return _spoiled_arguments(list(good), key, rng)
        case _:
            return spoiled(good, rng, known)


def _spoiled_arguments(typed: list[str], key: str, rng: random.Random) -> list[str]:
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(typed) + 1)
        match rng.randrange(6):
            case 0:
                typed[at:at] = [rng.choice(options())]
            case 1:
                del typed[at : at + 1]
            case 2:
                typed[at : at + 1] = [rng.choice((*SEEDS[key]["positions"], *SEEDS[key]["drafts"], *FILES, *SHELF, ""))]
            case _ if typed:
                at = min(at, len(typed) - 1)
                typed[at] = spoiled(typed[at], rng, words(key))
    named = (one.replace("\0", "") for one in typed)  # a system hands over no argument with this sign
    return ["folder" if one and not one.strip("/") else one for one in named]  # a whole disk is nobody's


def as_given(data: Any) -> Any:
    """Data as JSON can hold it; where it cannot, a text."""
    try:
        return json.loads(json.dumps(data))
    except (TypeError, ValueError):
        return str(data)


# -- Answers ----------------------------------------------------------------------------------------------------------


def wrong_with(given: Input) -> Iterator[str]:
    """The faults in the answer to an input."""
    try:
        with bounded():
            yield from ANSWERS[given.kind](given.key, given.given)
    except (Refused, Illegal) as error:
        yield from _wrong_with_refusal(given.key, error)
    except Exception as error:  # just this is the fault
        yield "".join(traceback.format_exception(error)[-4:])


def _wrong_with_refusal(key: str, error: Refused | Illegal) -> Iterator[str]:
    """Whether a refusal says in words what is wrong; an error of Python's own is not to hide behind it."""
    game = SHELF[key]
    if isinstance(error, Illegal):
        yield from (
            () if error.violations and all(rule_title(game, one.code) for one in error.violations) else ["no rule"]
        )
        return
    said = explain_refusal(game, error)
    if isinstance(error, Misread) and not 1 <= error.column <= len(error.text) + 1:
        yield f"column {error.column} of {len(error.text)}: {said}"
    cause = error.__cause__
    if cause is not None and not isinstance(cause, Refused | Illegal) and "cause" in _facts_told(error):
        yield "behind a refusal: " + "".join(traceback.format_exception(cause)[-3:])
    yield from _wrong_with_words(said, str(error.facts.get("found", "")))


def _facts_told(error: Refused) -> str:
    from rallyman_tutor.tutor.words.words import text_tables

    return str(text_tables("tutor")["refused"].get(error.key, ""))


def _wrong_with_words(said: str, found: str = "") -> Iterator[str]:
    first = said.partition("\n")[0]
    plain = first.replace(found, "") if found else first
    if (
        not plain.strip()
        or "Traceback" in said
        or (plain.rstrip()[-1] not in ".?!\"'])…" and "The reason: " not in plain)
        or "invalid" in plain.lower()
    ):
        yield f"no sentence: {said!r}"


def _position(key: str, text: str) -> Iterator[str]:
    game = SHELF[key]
    state = game.read(text)
    game.write(state)
    game.result(state)
    seat = 0 if game.over(state) else game.turn(state)
    seen = game.seen_by(state, seat)
    game.desk(seen, ())
    if len(text) % 5 == 0:
        svg(game.draw(seen), "light", "it")
    if not game.over(seen):
        game.placements(seen, ())
        game.claims(seen)
        game.road_ahead(seen)
    yield from ()


def _draft(key: str, given: list[str]) -> Iterator[str]:
    game = SHELF[key]
    state = game.read(given[0])
    draft = game.read_draft(given[1])
    for _, begun, script in scripts.turns(game, state, draft):
        for found in (*game.judge(begun, script), *game.advise(begun, script)):
            told = explain(game, begun, script, found)
            yield from _wrong_with_words(told.said, told.said[:-1])
        if not game.judge(begun, script):
            game.risk(begun, script)
    if len(given[1]) % 5 == 0:
        svg(game.draw(state, draft), "dark", "it")


def _stage(key: str, text: str) -> Iterator[str]:
    game = SHELF[key]
    state = game.new(game.spec(text, NAMES[key]))
    game.desk(state, ())
    yield from ()


def _sheet(key: str, text: str) -> Iterator[str]:
    game = SHELF[key]
    for kind in (Kind.ILLEGAL, Kind.UNWISE):
        for found in game.judge_sheet(text, kind):
            yield from _wrong_with_words(explain_sheet(game, found).said)
    game.new(game.spec(text, NAMES[key]))


def _save(key: str, data: Any) -> Iterator[str]:
    file = desk() / "some.json"
    file.write_text(json.dumps(data), "utf-8")
    session = saved._opened(str(file))
    sharing.save(session)
    session.game.result(session.state)
    if not session.game.over(session.state):
        line = session.game.write(session.state)
        try:
            session.game.desk(session.game.read(line), ())
        except Refused as error:
            yield f"it is opened, and cannot be read as it is written: {error}"


def _code(key: str, code: str) -> Iterator[str]:
    sharing.share(sharing.open_shared(SHELF, code))
    yield from ()


def _letter(key: str, code: str) -> Iterator[str]:
    game = letters.read(SHELF, code)
    letters.write(game)
    page = update.hear(Visit("letter").page, {"do": "letter", "text": code, "keys": [friends.key_of(0)]}, LESSONS, NOON)
    as_sent(page.place.screen())
    yield from ()


def _progress(key: str, data: Any) -> Iterator[str]:
    told = classroom.class_table(SHELF[key], [["ana.json", data]])
    for note in told["notes"]:
        yield from _wrong_with_words(note, note[:-1])
    found = progress.read(data)
    good = progress.read(kept())
    for one in (progress.merged(found, good), progress.merged(good, found)):
        as_sent(progress.plain(one))
        progress.cards_due(one, NOON)
    progress.with_broken_rule(found, "CL-GEAR-03", NOON)


def _lesson(key: str, given: list[str]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as there:
        folder = Path(there, key, "01-one")
        folder.mkdir(parents=True)
        for name, text in zip(("lesson.toml", "en.md"), given, strict=True):
            (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
        for fault in proof.check(Path(there)).faults:
            told = faults.fault_text(fault)
            if fault.line < 1 or not fault.key:
                yield f"no place: {fault}"
            yield from _wrong_with_words(told, told.partition("\n")[0][:-1])


@cache
def pages(key: str) -> tuple[Visit, ...]:
    """Pages on which something can be written: at a table with some dice laid, in a lesson, on the map."""
    folder = sorted((ROOT / "lessons" / key).glob("*/lesson.toml"))[0].parent.name
    table = Visit(f"{key}/drive")
    return (table, Visit(f"{key}/{folder}"), Visit(key))


def _heard(key: str, raw: object) -> Iterator[str]:
    for visit in pages(key):
        after = update.hear(visit.page, raw, LESSONS, NOON)
        as_sent([patch.wire for patch in patches(visit.page, after)])
        for answer in map(dict, after.answers):
            told = str(answer.get("text", ""))  # some answers are only heard to have come
            if told:
                yield from _wrong_with_words(told, told[:-1])


def _said(key: str, line: str) -> Iterator[str]:
    yield from _heard(key, {"do": "command", "line": line})


# -- Commands ---------------------------------------------------------------------------------------------------------

FILES = (
    "classic.json", "classic.txt", "dirt.txt", "nothing", "empty", "folder", "club.zip", "torn.zip", "drives.json", "bytes",
    "classic/01-first", "-", "/proc/self/mem", "/dev/null",
)  # fmt: skip


@cache
def desk() -> Path:
    """A folder with all kinds of files to name in commands."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    for key in SHELF:
        (folder / f"{key}.json").write_text(json.dumps(saves(key)[6]), "utf-8")
        (folder / f"{key}.txt").write_text(pack(saves(key)[3]), "utf-8")
        lesson = folder / key / "01-first"
        lesson.mkdir(parents=True)
        for name, text in zip(("lesson.toml", "en.md"), seeds(key, "lesson")[0], strict=True):
            (lesson / name).write_text(text, "utf-8")
    (folder / "empty").touch()
    (folder / "folder").mkdir()
    (folder / "bytes").write_bytes(bytes(range(256)))
    (folder / "torn.zip").write_bytes(b"PK\3\4" + bytes(40))
    (folder / "drives.json").write_text("{}\n", "utf-8")
    with zipfile.ZipFile(folder / "club.zip", "w") as club:
        club.writestr("classic/02-more/lesson.toml", "game = 3")
    return folder


def _command(key: str, typed: list[str]) -> Iterator[str]:
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out, tempfile.TemporaryFile("w+", encoding="utf-8") as err:
        with (
            contextlib.chdir(desk()),
            mock.patch.object(sys, "stdout", out),
            mock.patch.object(sys, "stderr", err),
            mock.patch.object(sys, "stdin", io.StringIO(json.dumps(saves(key)[3]))),
        ):
            code = cli.main(typed)
        err.seek(0)
        said = err.read()
    if code not in (output.LEGAL, output.ILLEGAL, output.NOT_NOTATION):
        yield f"exit {code}"
    if "Traceback" in said or "invalid" in said:
        yield said[:1000]
    if code == output.NOT_NOTATION and not re.search(r"\nTry|\. [A-Z]", said):
        yield f"nothing to try: {said!r}"


def _too_long(*asked: Any, **more: Any) -> Any:
    raise Unsolvable("too-many", count=0, most=0)


def _nobody(*asked: Any, **more: Any) -> Any:
    raise batch.NoWorkers("nobody works here")


def _stopped(*asked: Any, **more: Any) -> Any:
    raise KeyboardInterrupt


@contextlib.contextmanager
def bounded() -> Iterator[None]:
    """While this lasts, nothing is worked out, served or written that takes minutes."""
    proven = brought.proven
    built_in = (ROOT / "lessons").resolve()

    def proven_own(own: Any, before: Any) -> FoundLessons:
        return FoundLessons((), ()) if any(one.is_relative_to(built_in) for one in own.folders) else proven(own, ())

    with contextlib.ExitStack() as stack:
        for where, name, instead in BOUNDS:
            stack.enter_context(mock.patch.object(where, name, instead))
        stack.enter_context(mock.patch.object(lessons, "proven", proven_own))
        stack.enter_context(mock.patch.object(shipped, "lessons", lambda: ()))
        for coach in (made() for made in RACES.values()):
            stack.enter_context(_with_few_stages(coach))
        stack.enter_context(mock.patch.dict(os.environ))
        yield


@contextlib.contextmanager
def _with_few_stages(coach: AnyRaceCoach) -> Iterator[None]:
    """While this lasts, a coach has two ready stages. It is a frozen value, so they are set past its own guard."""
    known = coach.ready
    object.__setattr__(coach, "ready", dict(list(known.items())[:2]))
    try:
        yield
    finally:
        object.__setattr__(coach, "ready", known)


BOUNDS: tuple[tuple[Any, str, Any], ...] = (
    (RaceCoach, "work_out", _too_long),
    (classic_solver, "sweep", _too_long),
    (classic_beat, "faster", _too_long),
    (classic_beat, "chances", _too_long),
    (dirt_solver, "sweep", _too_long),
    (batch, "done", _nobody),
    (card_reviewing, "weigh_all", _stopped),
    (serve, "serve", lambda **asked: 0),
    (writing, "write", lambda *asked, **more: {}),
    (notebooks, "write", lambda *asked: notebooks.FolderChanges((), (), ())),
)

ANSWERS: Mapping[str, Callable[[str, Any], Iterator[str]]] = {
    "position": _position, "draft": _draft, "stage": _stage, "sheet": _sheet, "save": _save, "code": _code, "letter": _letter,
    "progress": _progress, "lesson": _lesson, "said": _said, "message": _heard, "command": _command,
}  # fmt: skip
