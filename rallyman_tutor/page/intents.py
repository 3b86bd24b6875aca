"""The browser's messages: deeds at a table and in a lesson, and requests to the page itself.

A message is plain data, `{"do": "go", "to": "rules"}`: the name of an intent in small letters, and its fields. Whoever
sits at the browser can send anything. `parse` alone reads a message, and refuses whatever has not the right fields of
the right kinds. What a field says may still be untrue: there may be no such place or die, and what a browser brings
along (`kept`, `progress`) is judged by those who use it.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Literal, TypeAlias, get_args, get_origin, get_type_hints

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import is_plain
from rallyman_tutor.scene.palette import Theme as Colours
from rallyman_tutor.tutor.session.intents import AtTable, InLesson
from rallyman_tutor.tutor.words.by_ear import Speech


@dataclass(frozen=True, slots=True)
class Hello:
    """The page is there: its frame, its colours, how it shows the ground, the place in its address, and this browser's
    save."""

    tall: bool = False
    theme: Colours = "light"
    at: str = ""
    kept: object = None
    progress: object = None
    drawn: bool = False  # it shows no canvas, and needs the ground as a picture
    game: str = ""  # the code of a table that somebody shared
    stage: str = ""  # a stage that somebody shared, for the editor
    speech: Speech = "normal"
    language: str = ""  # that was chosen, here or before, or stands in the address
    browser: str = ""  # the language of the browser, as it writes it: "de-CH"


@dataclass(frozen=True, slots=True)
class Go:
    """Go to another place; with what this browser kept of it."""

    to: str
    kept: object = None


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame has become that of a phone, or is one no longer."""

    tall: bool


@dataclass(frozen=True, slots=True)
class Theme:
    """Show the page in light or dark colours."""

    theme: Colours


@dataclass(frozen=True, slots=True)
class Speak:
    """Choose how much is read out."""

    how: Speech


@dataclass(frozen=True, slots=True)
class Language:
    """Choose the language of the page."""

    to: str


@dataclass(frozen=True, slots=True)
class New:
    """Sit down at a table: one of the game's by name, one told in notation, or one somebody shared."""

    table: str = ""
    cars: int = 0
    bots: bool = False
    seed: str = "1"
    level: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """Ask for this table as a code to send to somebody."""


@dataclass(frozen=True, slots=True)
class Bring:
    """Put back the progress of a file."""

    progress: object


@dataclass(frozen=True, slots=True)
class Pupils:
    """Put the progress of several pupils together: pairs of a file's name and what is in it."""

    files: object


@dataclass(frozen=True, slots=True)
class Join:
    """Add the progress that another tab of this browser has noted."""

    progress: object


@dataclass(frozen=True, slots=True)
class Example:
    """Show an example of a rule, kept or broken, counted from 0."""

    code: str
    kind: Literal["ok", "broken"]
    n: int


@dataclass(frozen=True, slots=True)
class Tell:
    """Ask something that the table answers at any time, in words alone; of the road, from which place on."""

    about: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A line that was written: notation, a question, or a deed in words."""

    line: str


@dataclass(frozen=True, slots=True)
class Start:
    """Begin a run against the clock, of so many minutes, under a name or none."""

    minutes: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Rally:
    """Begin a rally: its drivers, each with the level of a bot or nothing, and what was chosen of the box."""

    names: tuple[str, ...]
    levels: tuple[str, ...]
    stages: str = ""
    many: str = ""
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Build:
    """Change the road in the stage editor, or choose one of its parts: what is laid, or the text of a whole stage; the
    number of a part."""

    deed: Literal["lay", "pick", "instead", "remove", "turn", "undo", "redo", "clear", "open"]
    what: str = ""
    at: int = -1


@dataclass(frozen=True, slots=True)
class Ready:
    """Say that whoever is to drive has the table, or that another rally is wanted."""


@dataclass(frozen=True, slots=True)
class Film:
    """Ask for the film of a rally that is over."""


@dataclass(frozen=True, slots=True)
class Correspond:
    """Begin a game by letter: its drivers, each with the level of a bot or nothing, which of them sends the first
    letter, the name of the game, that driver's key, and all that was chosen of the box."""

    names: tuple[str, ...]
    levels: tuple[str, ...]
    me: int
    id: str
    key: str
    stages: str = ""
    many: str = ""
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """Open a letter, with the keys of this browser, and the newest letter that it knows of each game."""

    text: str
    keys: tuple[str, ...]
    kept: object = None
    typed: bool = False  # whether one of the keys was written by hand


@dataclass(frozen=True, slots=True)
class Seal:
    """Write the letter that was laid down, and drive its plan so far."""

    how: str = ""


@dataclass(frozen=True, slots=True)
class Follow:
    """Go on with a room as its server has told it."""

    room: object


@dataclass(frozen=True, slots=True)
class Time:
    """Say that the clock of a run has come to its end."""


PageIntent: TypeAlias = (
    Hello
    | Go
    | Frame
    | Theme
    | Speak
    | Language
    | New
    | Share
    | Bring
    | Pupils
    | Join
    | Example
    | Tell
    | Command
    | Start
    | Rally
    | Build
    | Ready
    | Film
    | Correspond
    | Letter
    | Seal
    | Follow
    | Time
)
Intent: TypeAlias = PageIntent | InLesson | AtTable

INTENTS = {kind.__name__.lower(): kind for kind in get_args(Intent)}


def parse(raw: object) -> Intent:
    """The intent that a message tells; every other message is refused."""
    if not isinstance(raw, dict) or not is_plain(raw):
        raise Refused("unknown-intent")
    named = raw.get("do")
    kind = INTENTS.get(named) if isinstance(named, str) else None
    if kind is None:
        raise Refused("unknown-intent")
    found = {}
    for name, (type_, is_needed) in fields_of(kind).items():
        if name in raw:
            found[name] = _read(raw[name], type_)
        elif is_needed:
            raise Refused("unknown-intent")
    intent: Intent = kind(**found)
    return intent


@cache
def fields_of(kind: type) -> dict[str, tuple[object, bool]]:
    """The fields of an intent: of which kind each is, and whether a message has to have it."""
    types = get_type_hints(kind)
    return {one.name: (types[one.name], one.default is MISSING) for one in fields(kind)}


def _read(value: object, type_: object) -> object:
    """The value of a field, refused if it is not of this kind. A list becomes a tuple, since intents do not change."""
    if type_ is object:
        return value
    if get_origin(type_) is Literal:
        fits = isinstance(value, str) and value in get_args(type_)
    elif get_origin(type_) is tuple:
        fits = isinstance(value, list) and all(type(one) is get_args(type_)[0] for one in value)
        value = tuple(value) if isinstance(value, list) else value
    else:
        fits = type(value) in (get_args(type_) or (type_,))  # to Python True is an int; here it is not
    if not fits:
        raise Refused("unknown-intent")
    return value
