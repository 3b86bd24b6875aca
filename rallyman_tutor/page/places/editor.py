"""The stage editor: a road laid by hand, part by part, of a game whose stages are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.page import answers, seating
from rallyman_tutor.page.intents import Build, Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import BrowserSave, EditorScreen, Head
from rallyman_tutor.tutor.building import building as roads
from rallyman_tutor.tutor.building.building import Building
from rallyman_tutor.tutor.building.kits import KITS
from rallyman_tutor.tutor.building.shared_line import text_of
from rallyman_tutor.tutor.learner import addresses, editor_view, editor_words
from rallyman_tutor.tutor.learner.editor_view import EditorFigures, EditorShown
from rallyman_tutor.tutor.learner.editor_words import WhyNot


@dataclass(frozen=True, slots=True)
class Editor:
    """Somebody who builds a stage."""

    head: Head
    key: str  # of the game
    building: Building
    instead: bool  # whether what is laid takes the place of the chosen part, or comes in front of it
    shown: EditorShown
    seat: None = None
    noted: NotedMoves = NOTHING_NOTED

    @property
    def text(self) -> str:
        """The road in notation; nothing where nothing lies."""
        return KITS[self.key].write(self.building.parts)

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if not isinstance(intent, Build):
            return None
        try:
            after, instead = self._built(intent)
        except Refused as problem:
            why = editor_words.why_not(page.game, problem)
            return _shown(page, self, self.building, self.instead, editor_words.in_short(why), why)
        return _shown(page, self, after, instead, _said(self, intent, after))

    def _built(self, asked: Build) -> tuple[Building, bool]:
        """The road after a deed, and whether what is laid next comes in place of the chosen part."""
        kit, now = KITS[self.key], self.building
        match asked.deed:
            case "lay":
                return roads.laid(kit, now, asked.what, instead=self.instead and not now.is_at_end), self.instead
            case "pick":
                return roads.chosen(now, asked.at), self.instead
            case "instead":
                return now, not self.instead
            case "remove":
                return roads.removed(kit, now), self.instead
            case "turn":
                return roads.turned(kit, now), self.instead
            case "undo":
                return roads.undone(now), self.instead
            case "redo":
                return roads.redone(now), self.instead
            case "clear":
                return roads.emptied(kit, now), self.instead
            case "open":
                return roads.with_text(kit, now, text_of(self.key, asked.what)), self.instead

    def screen(self) -> EditorScreen:
        return {**self.head, "kind": "editor", "editor": self.shown}

    def kept(self) -> BrowserSave:
        return {"at": self.head["at"], "stage": self.text}


def opened(page: Page, back: object, lessons: Lessons) -> Page:
    """The page at the road that the browser kept, or at an empty table."""
    at = addresses.address_in_game(addresses.EDITOR, page.game_key)
    head = seating.head(page, lessons, at, editor_words.labels()["title"])
    text = back.get("stage") if isinstance(back, dict) and back.get("at") == at else ""
    page, kit, building = seating.without_board(page), KITS[page.game_key], Building()
    problem: Refused | None = None
    if text and isinstance(text, str):
        try:
            building = roads.opened(kit, text)
        except Refused as refused:
            problem = refused
    said = editor_words.text("said", "opened" if building.parts else "begin", {"n": len(building.parts)})
    page = _placed(page, head, building, True, said)
    if problem is None:
        return page
    return answers.not_restored(page, at, editor_words.in_short(editor_words.why_not(page.game, problem)))


def brought(page: Page, line: str) -> Page:
    """The page with a stage that somebody shared on the table; what lay there can be gone back to. Where the line
    cannot be used, it is told why, and all stays as it was."""
    place = page.place
    if not isinstance(place, Editor):
        return page
    try:
        after = roads.with_text(KITS[place.key], place.building, text_of(place.key, line))
    except Refused as problem:
        why = editor_words.why_not(page.game, problem)
        return _shown(page, place, place.building, place.instead, editor_words.in_short(why), why)
    said = editor_words.text("said", "opened", {"n": len(after.parts)})
    return _shown(page, place, after, place.instead, said)


def figures(page: Page) -> Iterator[EditorFigures | None]:
    """The figures of the road, behind the answer."""
    place = page.place
    if isinstance(place, Editor):
        yield from editor_view.figures(page.game, KITS[place.key], place.building)


def _shown(page: Page, place: Editor, building: Building, instead: bool, said: str, why: WhyNot | None = None) -> Page:
    """The page with the road after a deed; another road has another number, so that figures of the last one are not
    taken for its own."""
    if building.parts != place.building.parts:
        return _placed(page, place.head, building, instead, said)
    number = place.shown["n"]
    shown = editor_view.shown(page.game, KITS[place.key], building, number, said, why, instead=instead)
    return replace(page, place=replace(place, building=building, instead=instead, shown=shown))


def _placed(page: Page, head: Head, building: Building, instead: bool, said: str) -> Page:
    number = page.messages_sent + 1
    shown = editor_view.shown(page.game, KITS[page.game_key], building, number, said, instead=instead)
    place = Editor(head, page.game_key, building, instead, shown)
    return replace(page, place=place, board=replace(page.board, number=number), messages_sent=number)


def _said(before: Editor, asked: Build, after: Building) -> str:
    """The sentence about a deed, to be read out."""
    parts, many = after.parts, len(after.parts)
    facts: dict[str, object] = {"many": many, "n": after.at + 1}
    match asked.deed:
        case "lay":
            at = before.building.at
            facts |= {"n": at + 1, "part": editor_words.name_of(parts[at])}
        case "pick" if not after.is_at_end:
            facts["part"] = editor_words.name_of(parts[after.at])
        case "pick":
            return editor_words.text("said", "end", facts)
        case "instead":
            return editor_words.text("said", "before" if before.instead else "instead")
        case "turn":
            at = min(after.at, many - 1)
            facts |= {"n": at + 1, "part": editor_words.name_of(parts[at])}
    return editor_words.text("said", asked.deed, facts)
