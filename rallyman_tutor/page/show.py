"""The part of a page that is sent to its browser: only changes, the answer first, and behind it all that can wait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rallyman_tutor.page.behind import Found, behind
from rallyman_tutor.page.pictures import faces, is_same_layer, moving_pieces
from rallyman_tutor.page.places.editor import Editor
from rallyman_tutor.page.places.first import First
from rallyman_tutor.page.places.rally import RallyStop
from rallyman_tutor.page.places.room import RoomStop
from rallyman_tutor.page.places.run import Running
from rallyman_tutor.page.state import Page
from rallyman_tutor.page.wire import LessonView, NoLesson, Wire
from rallyman_tutor.scene.shapes import Scene
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.learner import editor_view, progress
from rallyman_tutor.tutor.lesson.lesson_view import claims_in_words, lesson_and_table
from rallyman_tutor.tutor.lesson.lessons import Sitting
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.table.choices import choices
from rallyman_tutor.tutor.table.lying import NO_CLAIMS
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.language import spoken_in
from rallyman_tutor.tutor.words.page_words import page_words


class Patch(NamedTuple):
    """One message: the changes of the wire; and the work with the ground, for a host that paints it by itself."""

    wire: Wire
    board: Scene | None = None  # another board: what is painted for this scene lies under it from now on
    paint: Scene | None = None  # the ground of this scene is to be painted, in the theme of the page
    review: Found | None = None  # what the page knows from now on


def patches(before: Page | None, after: Page) -> Iterator[Patch]:
    """The messages that turn the browser's page into the new one. The board comes before what lies on it; of another
    game, or in another language, both come in one message, since the words are others as well."""
    return spoken_in(after.looks.language, _patches(before, after))


def _patches(before: Page | None, after: Page) -> Iterator[Patch]:
    stage, table = _stage(before, after), _table(before, after)
    if stage and _has_other_words(before, after):
        yield Patch({**stage.wire, **table}, stage.board)
    else:
        if stage:
            yield stage
        if table:
            yield Patch(table)
    for answer in after.answers:
        yield Patch({"answer": answer})
    if before is None or after.progress is not before.progress:
        yield Patch({"progress": progress.plain(after.progress)})
    if road := _road_drawn(before, after):
        yield road
    if _is_painted_anew(before, after):
        scene = after.board.pictures[-1]
        yield (
            Patch({"ground": {"svg": svg(scene.still(), after.looks.theme or "light")}})
            if _is_drawn(after)
            else Patch({}, paint=scene)
        )


def later(before: Page | None, after: Page) -> Iterator[Patch | None]:
    """Messages that take longer than an answer may, sent behind it; none is worked out where another board came
    meanwhile. Where it takes several steps, None comes after each but the last."""
    return spoken_in(after.looks.language, _later(before, after))


def _later(before: Page | None, after: Page) -> Iterator[Patch | None]:
    is_new = is_board_new(before, after)
    if is_new:
        yield choices_patch(after)
    is_seen_first = before is not None and before.looks.theme is None
    if after.looks.theme and (is_work_new(before, after) or is_seen_first):  # nobody looks before there is a theme
        for told in behind(after):
            yield told and Patch({"behind": told.sent} if told.sent else {}, review=told.review)
    if is_new and isinstance(after.place, Running):
        after.place.make_ready()
        yield None


def is_work_new(before: Page | None, after: Page) -> bool:
    """Whether what comes behind an answer is for another board, another stop of a rally, or another road of the stage
    editor: what was still to come is dropped then. Nobody waits for the figures of a road when they have left the
    editor."""
    if is_board_new(before, after) or is_other_stop(before, after):
        return True
    roads = [page.place.building.parts if page and isinstance(page.place, Editor) else None for page in (before, after)]
    return roads[0] is not roads[1]


def choices_patch(page: Page) -> Patch:
    """The verdict on every piece on every place, for the die that may be dragged next, and what the table shows once it
    lies well there."""
    session = page.session
    if session is None:
        return Patch({})
    found = choices(session, claims_in_words(page.sat_at) if isinstance(page.sat_at, Sitting) else NO_CLAIMS)
    if isinstance(page.place, First):
        for lies in (lies for places in found["then"].values() for lies in places.values()):
            page.place.calm(lies)
    return Patch({"choices": {**found, "n": page.board.number}})


def is_board_new(before: Page | None, after: Page) -> bool:
    """Whether there is something new on the board, so that the choices have to be sent anew."""
    return after.session is not None and (before is None or after.board.number != before.board.number)


def is_other_stop(before: Page | None, after: Page) -> bool:
    """Whether a rally stops where it did not before, or no longer does: what is told of it has no board."""
    places = (before and before.place, after.place)
    return places[0] is not places[1] and any(isinstance(place, RallyStop | RoomStop) for place in places)


def _has_other_words(before: Page | None, after: Page) -> bool:
    """Whether the page has other words than before: of another game, or in another language."""
    return before is None or before.game_key != after.game_key or before.looks.language != after.looks.language


def _stage(before: Page | None, after: Page) -> Patch | None:
    """The message with the board, or only with its spaces; None where neither has changed."""
    if after.board.stage is None or (before is not None and after.board.stage is before.board.stage):
        return None
    scene = after.board.pictures[-1]
    last = before.board.pictures[-1] if before and before.board.pictures else None
    if is_same_layer("road", last, scene):
        return Patch({"stage": after.board.stage})
    wire: Wire = {"stage": after.board.stage}
    if _is_drawn(after) or (before and _is_drawn(before)):
        wire["ground"] = {}  # the last one is no longer true, and drawing the next one takes a while
    return Patch(wire) if _needs_no_canvas(after) else Patch(wire, board=scene)


def _needs_no_canvas(page: Page) -> bool:
    """Whether a picture will do wherever the page is shown: a first visit is not kept waiting for a painter."""
    return isinstance(page.place, First)


def _is_drawn(page: Page) -> bool:
    """Whether the ground is sent as a picture."""
    return page.looks.is_drawn or _needs_no_canvas(page)


def _table(before: Page | None, after: Page) -> Wire:
    """Where the learner is, and what lies before them."""
    wire: Wire = {}
    is_other_game = _has_other_words(before, after)
    if is_other_game:
        wire["words"], wire["faces"] = page_words(after.game), {}
    screen = after.place.screen()
    if before is None or not _is_same(screen, before.place.screen()):
        wire["place"] = screen
        if after.sat_at is None and (kept := after.place.kept()):  # a rally between two drivers
            wire["kept"] = kept
    if is_board_new(before, after):
        if is_other_game or (before and before.board.stage is None):
            wire["faces"] = faces(after.game.faces())
        wire["pieces"] = moving_pieces(after.board.pictures)
        wire |= _shown_at_seat(before.sat_at if before and before.board.full == after.board.full else None, after)
    return wire


def _is_same(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Whether two screens are made of the very same parts. A part made anew is sent anew though it may be equal: the
    clock of a run is set by it."""
    return one.keys() == other.keys() and all(
        part is other[name] or (isinstance(part, str) and part == other[name]) for name, part in one.items()
    )


def _shown_at_seat(before: Session | Sitting | None, after: Page) -> Wire:
    """The wire of the learner's table or lesson; `before` was shown there last."""
    seat = after.sat_at
    sheet: LessonView | NoLesson = {}
    if isinstance(seat, Sitting):
        sheet, shown = lesson_and_table(
            seat, before if isinstance(before, Sitting) else None, after.problem, after.looks.speech
        )
    else:
        assert seat is not None
        shown = view(seat, before if isinstance(before, Session) else None, after.problem, speech=after.looks.speech)
    if isinstance(after.place, First):
        after.place.calm(shown)
        shown["say"] = after.place.told or shown["say"]
    wire: Wire = {"sheet": sheet, "view": {**shown, "n": after.board.number}}
    if kept := after.place.kept():
        wire["kept"] = kept
    return wire


def _road_drawn(before: Page | None, after: Page) -> Patch | None:
    """The road of the stage editor as a picture, where it or the theme is another one."""
    if not isinstance(after.place, Editor) or after.looks.theme is None:
        return None
    now, last = after.place, before.place if before and before.looks.theme == after.looks.theme else None
    if isinstance(last, Editor) and (last.key, last.text) == (now.key, now.text):
        return None
    scene = editor_view.picture(now.key, now.text)
    return Patch({"ground": {"svg": svg(scene.still(), after.looks.theme) if scene else ""}})


def _is_painted_anew(before: Page | None, after: Page) -> bool:
    """Whether the ground under the cars has to be painted: it has changed, or is to be painted again."""
    if not after.board.pictures or after.looks.theme is None:
        return False
    if before is None or not before.board.pictures or after.board.repaintings != before.board.repaintings:
        return True
    last, scene = before.board.pictures[-1], after.board.pictures[-1]
    return not (is_same_layer("road", last, scene) and is_same_layer("marks", last, scene))
