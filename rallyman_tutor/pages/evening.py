"""An evening of several tables: what its host sees of each, and the folder that is left of it.

tables = [table(room) for room in rooms]
leave(rooms, folder)       sheets as text, CSV and JSON, and each rally as a file that commands read
"""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TypedDict

from rallyman_tutor.coach.steps import to_the_end
from rallyman_tutor.pages.commands.sheets import print_sheet, sums_of
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.rally.film import film
from rallyman_tutor.rally.room import Room
from rallyman_tutor.rally.setup import PERSON
from rallyman_tutor.rally.sheet import sheet_of
from rallyman_tutor.tutor.learner import rally_view
from rallyman_tutor.tutor.learner.rally_sheet import RallySheetShown
from rallyman_tutor.tutor.session import sharing
from rallyman_tutor.tutor.session.playing import of_rally
from rallyman_tutor.tutor.words.spreadsheet import as_csv
from rallyman_tutor.tutor.words.texts import room_texts

logger = logging.getLogger(__name__)


class TableShown(TypedDict):
    """A table of the evening: its code, its game, how far it is, who sits there, and its sheet once there is one."""

    code: str
    game: str
    phase: str
    state: str
    drivers: list[str]
    sheet: RallySheetShown | None


def table(room: Room, language: str) -> TableShown:
    """A room as the host's page shows it. The sentences of the sheet are in the language that is spoken."""
    texts = room_texts("pages", language).tables["evening"]
    drivers = [seat.name if seat.level == PERSON else f"{seat.name} ({texts['bot']})" for seat in room.seats]
    if room.rally is None:
        phase, state, sheet = "gathering", texts["gathering"].format(n=len(room.seats)), None
    else:
        shown = rally_view.over(room.game, room.rally.state)
        phase, sheet = "over" if room.is_over else "driving", shown["sheet"]
        state = shown["said"] if room.is_over else _state(room, texts["driving"], texts["playing"])
    return {
        "code": room.code,
        "game": room.game.name,
        "phase": phase,
        "state": state,
        "drivers": drivers,
        "sheet": sheet,
    }


def _state(room: Room, text: str, at_cards: str) -> str:
    """Which stage is driven, and who is in turn; at cards, where no stages are laid out before, only that."""
    assert room.rally is not None
    sheet = sheet_of(room.game, room.rally.state)
    if not sheet.stages:
        return at_cards.format(name=sheet.drivers[room.turn])
    number = min(len(sheet.rows) + 1, len(sheet.stages))
    return text.format(n=number, of=len(sheet.stages), name=sheet.drivers[room.turn])


# -- The folder -------------------------------------------------------------------------------------------------------


def leave(rooms: Sequence[Room], folder: Path) -> int:
    """Write the sheets of all tables, and each rally as a file that `review` and `film` read. Gives how many rallies
    there were."""
    driven = [room for room in rooms if room.rally is not None]
    tables = folder / "tables"
    tables.mkdir(parents=True, exist_ok=True)
    for room in driven:
        _write(tables / f"{room.code}.json", json.dumps(_saved(room), ensure_ascii=False))
    _write(folder / "sheets.txt", "\n\n".join(map(_as_text, driven)))
    _write(folder / "sheets.json", json.dumps([*map(_as_data, driven)], ensure_ascii=False, indent=1) + "\n")
    _write(folder / "sheets.csv", _as_csv(driven))
    return len(driven)


def leave_films(rooms: Sequence[Room], folder: Path) -> None:
    """Write the film of each rally that is over, once: a second or two for each. One that fails keeps no other from
    being written."""
    from rallyman_tutor.widgets.film_picture import animated  # paints with numpy, which takes a while to come

    films = folder / "films"
    films.mkdir(parents=True, exist_ok=True)
    for room in rooms:
        file = films / f"{room.code}.gif"
        if room.rally is not None and room.is_over and not file.exists():
            try:
                found = to_the_end(film(room.rally.replay))
                if found.has_shots:
                    file.write_bytes(animated(found, sheet_of(room.game, room.rally.state)))
            except Exception:
                logger.exception("the film of room %s could not be made", room.code)


def _write(file: Path, text: str) -> None:
    """Write a file whole, or leave the one that is there."""
    fresh = file.with_suffix(f"{file.suffix}.new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)


def _saved(room: Room) -> object:
    assert room.rally is not None
    return sharing.save(of_rally(room.rally))


def _as_text(room: Room) -> str:
    assert room.rally is not None
    said = io.StringIO()
    with redirect_stdout(said):
        print(say("serve.table", code=room.code, game=room.game.name) + "\n")
        print_sheet(sheet_of(room.game, room.rally.state))
    return said.getvalue()


def _as_data(room: Room) -> dict[str, object]:
    assert room.rally is not None
    sheet = sheet_of(room.game, room.rally.state)
    return {
        "table": room.code, "game": room.game.key, "over": room.is_over, "drivers": list(sheet.drivers),
        "levels": list(room.rally.levels), "stages": list(sheet.stages), **sums_of(sheet),
    }  # fmt: skip


def _as_csv(rooms: Sequence[Room]) -> str:
    """A line for each driver of each table: seconds by stage, their sum, the place."""
    sheets = [(room, sheet_of(room.game, room.rally.state)) for room in rooms if room.rally]
    most = max((len(sheet.rows) for _, sheet in sheets), default=0)
    lines: list[list[object]] = [
        ["table", "game", "driver", *(f"stage-{n}" for n in range(1, most + 1)), "sum", "place"]
    ]
    for room, sheet in sheets:
        for seat, driver in enumerate(sheet.drivers):
            times = [row[seat] for row in sheet.rows] + [None] * (most - len(sheet.rows))
            lines.append([room.code, room.game.key, driver, *times, sheet.sums[seat], sheet.places[seat]])
    return as_csv(lines)
