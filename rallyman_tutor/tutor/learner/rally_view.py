"""A rally at one screen as a page shows it: the choices before it, whose turn it is between two drivers, its sheet and
how the places changed, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, TypedDict

from rallyman_tutor.coach.bots import LEVELS
from rallyman_tutor.coach.coaches import has_race_coach
from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.core.spec import in_a_line
from rallyman_tutor.rally import setup as setups
from rallyman_tutor.rally.box import LENGTHS, USUAL, Settings
from rallyman_tutor.rally.boxes import box_of
from rallyman_tutor.rally.setup import PERSON, Entry, RallySetup
from rallyman_tutor.rally.sheet import counted, sheet_of
from rallyman_tutor.tutor.learner.rally_podium import PodiumShown, podium_of
from rallyman_tutor.tutor.learner.rally_sheet import RallySheetShown, sheet_shown
from rallyman_tutor.tutor.session.laying import MOST_LETTERS
from rallyman_tutor.tutor.words.words import text_tables, words

RallyPhase: TypeAlias = Literal["setup", "between", "over"]
OWN = "own:"
"""In front of a stage of the learner's own, where it stands among the rallies of a box."""
DRAWN = "drawn-"
"""In front of the length of stages that are drawn, where they stand among the rallies of a box."""
DRIVERS = 3
"""So many drive, if nobody says otherwise: one person, and bots."""


class RallyChoice(TypedDict):
    """Something to choose: its key, what it is called, and what it means; nothing where the name says it all."""

    key: str
    name: str
    why: str


class RallyEntryShown(TypedDict):
    """A driver before the rally: their name, and who decides for them."""

    name: str
    level: str


class RallyQuestion(TypedDict):
    """Something that is asked before a rally: its field of the intent, its name, the choices, the usual one first."""

    field: Literal["stages", "many", "rules"]
    name: str
    choices: list[RallyChoice]
    only_for: list[str]  # the stages with which it is asked; none: with all


class RallySetupShown(TypedDict):
    """All that can be chosen before a rally."""

    entries: list[RallyEntryShown]
    names: list[str]  # for drivers who join
    least: int
    most: int
    levels: list[RallyChoice]
    questions: list[RallyQuestion]
    bots: str  # above what the levels mean
    others_title: str  # above what cannot be chosen; no others for a game of cards
    others: list[str]
    evening: str  # the lesson for whoever explains the game; empty where there is none


class RallyShown(TypedDict):
    """A rally where it is not driven."""

    phase: RallyPhase
    said: str
    go: str  # on the button that goes on
    labels: dict[str, str]
    next: int | None  # the seat of whoever the screen is handed to
    setup: RallySetupShown | None
    sheet: RallySheetShown | None
    podium: PodiumShown | None


class RallyWish(NamedTuple):
    """A rally as the browser asks for it."""

    names: tuple[str, ...]
    levels: tuple[str, ...]
    stages: str
    many: str
    rules: str


LABELS = ("drivers", "name", "who", "add", "remove", "more", "again", "figures", "save", "print", "evening")


def title() -> str:
    """The name of the place."""
    return str(text_tables("tutor")["page"]["rally"])


def before(game: AnyGame, evening: str) -> RallyShown:
    """The screen before a rally, with the name of the lesson for whoever explains the game."""
    return _shown("setup", str(_texts("about")), str(_texts("begin")), setup=setup_of(game, evening))


def between(game: AnyGame, state: AnyState) -> RallyShown:
    """The screen while the table is handed to the next driver."""
    name = game.result(state)["drivers"][game.turn(state)]
    said, go = (str(_texts(key)).format(name=name) for key in ("now", "take"))
    return _shown("between", said, go, next_seat=game.turn(state), sheet=sheet_shown(sheet_of(game, state)))


def over(game: AnyGame, state: AnyState) -> RallyShown:
    """The podium."""
    sheet = sheet_of(game, state)
    first = [name for name, place in zip(sheet.drivers, sheet.places, strict=True) if place == 1]
    said = str(_texts("won")).format(list=words(game.key).both(first)) if first else str(_texts("nobody"))
    return _shown("over", said, "", sheet=sheet_shown(sheet), podium=podium_of(sheet))


def wished(game: AnyGame, wish: RallyWish, seed: str) -> RallySetup:
    """The rally that was asked for. What a box does not offer is replaced by what is usual there; what the rules do not
    allow is refused by them."""
    box, most = box_of(game), max(game.seats)
    levels = (*wish.levels, *[PERSON] * len(wish.names))
    entries = tuple(
        Entry(in_a_line(name).strip(), level if level in setups.levels_of(game) else PERSON)
        for name, level in zip(wish.names[:most], levels, strict=False)
    )
    many = int(wish.many) if wish.many.isascii() and wish.many.isdecimal() else -1
    many = many if many in box.counts else box.counts[0]
    agreed = {**box.rules[USUAL], **box.rules.get(wish.rules, {})}
    if box.draw is None:
        return RallySetup(entries, (), many, agreed, seed)
    length = next((one for one in LENGTHS if wish.stages == DRAWN + one), None)
    if wish.stages.startswith(OWN):
        stages: tuple[str, ...] = (wish.stages.removeprefix(OWN)[:MOST_LETTERS],)
    elif length is not None:
        stages = setups.drawn(game, many, length, "medium", seed)
    else:
        stages = box.rallies.get(wish.stages, next(iter(box.rallies.values())))
    return RallySetup(entries, stages, 0, agreed, seed)


# -- Parts of the screen ----------------------------------------------------------------------------------------------


def _texts(key: str) -> object:
    return text_tables("tutor")["rally"][key]


def _of(key: str, which: str) -> str:
    """A text of a table of texts."""
    found = text_tables("tutor")["rally"][key]
    return str(found[which])


def _shown(
    phase: RallyPhase,
    said: str,
    go: str,
    next_seat: int | None = None,
    setup: RallySetupShown | None = None,
    sheet: RallySheetShown | None = None,
    podium: PodiumShown | None = None,
) -> RallyShown:
    labels = {key: _of("labels", key) for key in LABELS}
    labels["film"] = str(text_tables("tutor")["rally-film"]["labels"]["open"])
    return {
        "phase": phase, "said": said, "go": go, "labels": labels, "next": next_seat, "setup": setup, "sheet": sheet,
        "podium": podium,
    }  # fmt: skip


def setup_of(game: AnyGame, evening: str = "") -> RallySetupShown:
    """All that can be chosen before a rally of this game."""
    names = [*map(str, text_tables("tutor")["page"]["names"])][: max(game.seats)]
    entries: list[RallyEntryShown] = [
        {"name": name, "level": LEVELS[1] if at else PERSON} for at, name in enumerate(names[:DRIVERS])
    ]
    whys, is_race = text_tables("tutor")["rally-choices"], has_race_coach(game)
    meant = whys["levels" if is_race else "card-levels"]
    levels: list[RallyChoice] = [
        {"key": key, "name": _of("levels", key or "person"), "why": str(meant[key or "person"])}
        for key in (PERSON, *setups.levels_of(game))
    ]
    return {
        "entries": entries,
        "names": names,
        "least": min(game.seats),
        "most": max(game.seats),
        "levels": levels,
        "questions": _questions(game),
        "bots": str(whys["bots"]),
        "others_title": str(whys["others-title"]),
        "others": [*map(str, whys["others"])] if is_race else [],
        "evening": evening,
    }


def _questions(game: AnyGame) -> list[RallyQuestion]:
    box, counts = box_of(game), counted(game.result(game.new(game.demo_game(DRIVERS))))
    asked: list[RallyQuestion] = []
    if box.draw is not None:
        whys = text_tables("tutor")["rally-choices"]["stages"]
        of_box = [(key, str(_texts("box")).format(name=key), str(whys["box"])) for key in box.rallies]
        drawn = [(DRAWN + length, _of("drawn", length), str(whys["drawn"])) for length in LENGTHS]
        asked.append(_question("stages", _of("questions", "stages"), [*of_box, *drawn]))
    many = [(str(count), str(count) if count else str(_texts("to-target")), "") for count in box.counts]
    asked.append(_question("many", _of("many", counts), many, [DRAWN + length for length in LENGTHS if asked]))
    if len(box.rules) > 1:
        meant = text_tables("tutor")["rally-choices"]["rules"][game.key]
        rules = [(key, _of("rules", key), str(meant[key])) for key in _told_apart(box.rules)]
        asked.append(_question("rules", _of("questions", "rules"), rules))
    return asked


def _told_apart(rules: Mapping[str, Settings]) -> list[str]:
    """The names of sets of rules, without those that are the same as one before."""
    found = list[str]()
    for name, agreed in rules.items():
        if all(agreed != rules[other] for other in found):
            found.append(name)
    return found


def _question(
    field: Literal["stages", "many", "rules"],
    name: str,
    choices: list[tuple[str, str, str]],
    only_for: Sequence[str] = (),
) -> RallyQuestion:
    shown: list[RallyChoice] = [{"key": key, "name": called, "why": why} for key, called, why in choices]
    return {"field": field, "name": name, "choices": shown, "only_for": [*only_for]}
