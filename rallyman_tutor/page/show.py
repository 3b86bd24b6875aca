"""What of a page is sent to its browser: only what has changed, the answer first, and behind it what can wait."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rallyman_tutor.coach.card_review import Played, Weighed
from rallyman_tutor.coach.ghost import NoGhost
from rallyman_tutor.page import browser_save
from rallyman_tutor.page.pictures import cloud_pieces, faces, ghost_piece, is_same_layer, moving_pieces
from rallyman_tutor.page.state import Page
from rallyman_tutor.page.wire import GhostShown, Wire
from rallyman_tutor.scene.shapes import Scene
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor import addresses, progress, run
from rallyman_tutor.tutor.advice_view import advised
from rallyman_tutor.tutor.card_retry_view import compared_cards
from rallyman_tutor.tutor.card_review_view import looked_back, weighed
from rallyman_tutor.tutor.choices import choices
from rallyman_tutor.tutor.cloud_view import clouded
from rallyman_tutor.tutor.ghost_view import Stand, driven
from rallyman_tutor.tutor.lesson_view import lesson_and_table
from rallyman_tutor.tutor.looking_back import drive_of
from rallyman_tutor.tutor.mix_view import otherwise
from rallyman_tutor.tutor.page_words import page_words
from rallyman_tutor.tutor.retry_view import compared
from rallyman_tutor.tutor.session import Session, can_have_ghost
from rallyman_tutor.tutor.sitting import Sitting
from rallyman_tutor.tutor.view import view


class Patch(NamedTuple):
    """One message: what of the wire has changed; and what the host does with the ground, where it paints that by itself."""

    wire: Wire
    board: Scene | None = None  # another board: what is painted for this scene lies under it from now on
    paint: Scene | None = None  # the ground of this scene is to be painted, in the theme of the page
    review: Played | None = None  # of a game of cards that is looked back at: what the page knows of it from now on


def patches(before: Page | None, after: Page) -> Iterator[Patch]:
    """The messages that turn the browser's page into the new one. The board comes before what lies on it; of another
    game both come in one message, since its words are others as well."""
    stage, table = _stage(before, after), _table(before, after)
    if stage and (before is None or before.game_key != after.game_key):
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
    if _is_painted_anew(before, after):
        scene = after.pictures[-1]
        yield (
            Patch({"ground": {"svg": svg(scene.still(), after.theme or "light")}})
            if after.is_drawn
            else Patch({}, paint=scene)
        )


def later(before: Page | None, after: Page) -> Iterator[Patch | None]:
    """What takes longer than an answer may, and is sent behind it: it is not worked out at all where another board came meanwhile.
    Where it takes several steps, None comes after each but the last."""
    is_new = is_board_new(before, after)
    if is_new:
        yield choices_patch(after)
    if after.theme and (is_new or (before and before.theme is None)):  # nobody looks before there is a theme
        yield from advice_patches(after)
        yield from review_patches(after)
        yield from cloud_patches(after)
        yield from ghost_patches(after)
    if after.run and is_new and not after.run.over:
        run.question(after.run.key, after.run.seed, after.run.number + 1)  # which may come any moment
        yield None


def advice_patches(page: Page) -> Iterator[Patch | None]:
    """What is told in a drive of the advice; and of a decision that is made again, in a lesson too."""
    session = page.session
    if session is None or (addresses.room_of(page.place["at"]) != "drive" and not session.tried):
        return
    for told in compared_cards(session) if isinstance(session.tried, Weighed) else compared(session):
        yield told and Patch({"compared": {**told, "n": page.board_number}})
    for shown in advised(session):
        yield shown and Patch({"advised": {**shown, "n": page.board_number}})
    for tried in otherwise(session):
        yield tried and Patch({"mixed": {**tried, "n": page.board_number}})


def review_patches(page: Page) -> Iterator[Patch | None]:
    """How far a game of cards that is looked back at is played out, and its review; and what the page then knows of it."""
    shown = looked_back(page.session) if page.session else None
    for session in weighed(page.session) if page.session else ():
        if session is None:
            yield None
        else:
            before, shown = shown, looked_back(session)
            wire: Wire = {"reviewed": {"review": shown, "n": page.board_number}} if shown and shown != before else {}
            yield Patch(wire, review=session.review if isinstance(session.review, Played) else None)


def cloud_patches(page: Page) -> Iterator[Patch | None]:
    """What becomes of a draft that is driven a thousand times."""
    session = page.sat_at
    if not isinstance(session, Session) or addresses.room_of(page.place["at"]) != "drive":
        return
    driver = session.game.result(session.state)["drivers"][session.game.turn(session.state)]
    for found in clouded(session):
        if found is None:
            yield None
        else:
            pieces, stamps = cloud_pieces(page.game, found.ends, driver, page.is_tall)
            yield Patch({"cloud": {**found.told, "n": page.board_number, "pieces": pieces, "stamps": stamps}})


def ghost_patches(page: Page) -> Iterator[Patch | None]:
    """Where the ghost stands beside a drive. Whether there can be one is told whoever drives there."""
    session = page.sat_at
    if not isinstance(session, Session) or addresses.room_of(page.place["at"]) != "drive":
        return
    shown: GhostShown = {"can": can_have_ghost(session), "n": page.board_number}
    try:
        for stand in driven(session) if session.ghost and shown["can"] else ():
            if stand is None:
                yield None
            else:
                shown |= _ghost(page, stand)
    except NoGhost:
        shown["can"] = False
    yield Patch({"ghost": shown})


def _ghost(page: Page, stand: Stand) -> GhostShown:
    """The ghost as it stands: in words, and on the board unless it is out."""
    shown: GhostShown = {"can": True, "n": page.board_number, "place": stand.place, "said": stand.said}
    if stand.row:
        shown["row"] = [*stand.row]
    if found := ghost_piece(page.game, stand.state, page.pictures[-1], page.is_tall):
        shown["piece"], shown["stamp"] = found
    return shown


def choices_patch(page: Page) -> Patch:
    """The verdict on every piece on every place, for the die that may be dragged next."""
    session = page.session
    return Patch({"choices": {**choices(session), "n": page.board_number}} if session else {})


def is_board_new(before: Page | None, after: Page) -> bool:
    """Whether there is something new on the board, so that the choices have to be sent anew."""
    return after.session is not None and (before is None or after.board_number != before.board_number)


def _stage(before: Page | None, after: Page) -> Patch | None:
    """The message with the board, or only with its spaces; None where neither has changed."""
    if after.stage is None or (before is not None and after.stage is before.stage):
        return None
    scene = after.pictures[-1]
    last = before.pictures[-1] if before and before.pictures else None
    if is_same_layer("road", last, scene):
        return Patch({"stage": after.stage})
    wire: Wire = {"stage": after.stage}
    if after.is_drawn:
        wire["ground"] = {}  # the last one is no longer true, and drawing the next one takes a while
    return Patch(wire, board=scene)


def _table(before: Page | None, after: Page) -> Wire:
    """Where the learner is, and what lies before them."""
    wire: Wire = {}
    is_other_game = before is None or before.game_key != after.game_key
    if is_other_game:
        wire["words"], wire["faces"] = page_words(after.game), {}
    if before is None or after.place is not before.place:
        wire["place"] = after.place
    if is_board_new(before, after):
        if is_other_game or (before and before.stage is None):
            wire["faces"] = faces(after.game.faces())
        wire["pieces"] = moving_pieces(after.pictures)
        wire |= _shown_at_seat(before.sat_at if before and before.full_boards == after.full_boards else None, after)
    return wire


def _shown_at_seat(before: Session | Sitting | None, after: Page) -> Wire:
    """What is shown of the learner's table or lesson; `before` is what was shown there last."""
    seat = after.sat_at
    if isinstance(seat, Sitting):
        sheet, shown = lesson_and_table(
            seat, before if isinstance(before, Sitting) else None, after.problem, after.speech
        )
        return {"sheet": sheet, "kept": browser_save.save_lesson(seat), "view": {**shown, "n": after.board_number}}
    assert seat is not None
    shown = view(seat, before if isinstance(before, Session) else None, after.problem, speech=after.speech)
    wire: Wire = {"sheet": {}, "view": {**shown, "n": after.board_number}}
    if addresses.room_of(after.place["at"]) == "drive":
        own = drive_of(seat)  # what is only tried is lost in a reload, and not the drive that it is tried out of
        wire["kept"] = browser_save.save_table(
            after.place["at"], own, after.is_own, after.moves_brought, after.moves_reviewed
        )
    return wire


def _is_painted_anew(before: Page | None, after: Page) -> bool:
    """Whether the ground under the cars has to be painted: it has changed, or is to be painted again."""
    if not after.pictures or after.theme is None:
        return False
    if before is None or not before.pictures or after.repaintings != before.repaintings:
        return True
    last, scene = before.pictures[-1], after.pictures[-1]
    return not (is_same_layer("road", last, scene) and is_same_layer("marks", last, scene))
