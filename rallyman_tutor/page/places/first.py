"""A visitor's first turn: a road, a car, three dice and one sentence; behind the turn, all that there is besides.

It is the first step of the course, driven as one turn: whoever drives it has done that step. Its dice roll clean.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import NAMES
from rallyman_tutor.page import seating, setups
from rallyman_tutor.page.intents import Intent
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.seating import with_board
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import FirstScreen, Head
from rallyman_tutor.tutor.learner import addresses, progress
from rallyman_tutor.tutor.learner.home import Continue, GameToChoose
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.tutor.session.draft_faults import faults
from rallyman_tutor.tutor.session.intents import Act, Clear, Draft, Lay, Put, Take, Undo
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.session.update import attempt, update
from rallyman_tutor.tutor.table.shown import DraftShown
from rallyman_tutor.tutor.words.desk_view import Button, dial_shown
from rallyman_tutor.tutor.words.page_words import page_words
from rallyman_tutor.tutor.words.words import words

ROAD = "forest/village s4 R3 forest/grass s3 | You no-sisu"
DICE = ("1", "2", "3")
CLEAN = (".",) * len(DICE)
LESSON, STEP = "classic/01-first-die", "first"
"""The step of the course that this turn does."""


@dataclass(frozen=True, slots=True)
class First:
    """A visitor before their first turn, or behind it."""

    head: Head
    seat: Session
    next: Continue  # where to go on, once the turn is driven
    told: str = ""  # the co-driver's words on the turn, once it is driven
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        if not isinstance(intent, Lay | Take | Put | Draft | Clear | Act | Undo):
            return None
        before = self.seat
        if self.told or (isinstance(intent, Lay) and intent.piece not in DICE):
            return seating.refused(page, Refused("no-such-piece"))
        if isinstance(intent, Act):
            return self._driven(page, intent)
        if isinstance(intent, Lay) and faults(before.game, before.state, before.draft):
            before = update(before, Clear())  # another die takes the place of one that may not lie there
        after, problem = attempt(before, intent)
        return with_board(replace(page, problem=problem, place=replace(self, seat=after)), self.seat)

    def _driven(self, page: Page, act: Act) -> Page:
        """The page after all dice that lie are rolled, one by one, and the turn is ended."""
        try:
            after = update(self.seat, act)
        except Refused as refused:
            return with_board(replace(page, problem=refused), self.seat)
        for _ in self.seat.draft:  # those behind the first, and the end of the turn
            offer, *_others = after.game.desk(after.state, after.draft).offers
            after = update(after, Act(after.game.write_move(offer.move)))
        known = progress.with_stars(page.progress, LESSON, STEP, progress.MOST_STARS)
        told = str(page_words(page.game)["first-told"]).format_map(_read_off(after))
        place = replace(self, seat=after, told=told)
        return with_board(replace(page, progress=replace(known, last=LESSON), place=place), self.seat)

    def calm(self, shown: DraftShown) -> None:
        """Leave no more in what is shown than is needed for this turn: three dice, and one button."""
        said = page_words(self.seat.game)
        rolls: list[Button] = [
            {**offer, "label": str(said["first-roll"])} for offer in shown["offers"] if offer["name"] == "roll"
        ]
        shown["pieces"] = [] if self.told else [piece for piece in shown["pieces"] if piece["key"] in DICE]
        shown["offers"] = [] if self.told else rolls[:1]
        shown["dials"] = []

    def screen(self) -> FirstScreen:
        games: list[GameToChoose] = [
            {"at": addresses.address_in_game("home", key), "key": key, "name": name} for key, name in NAMES.items()
        ]
        return {**self.head, "kind": "first", "told": self.told, "next": self.next, "games": games}

    def kept(self) -> None:
        return None


def is_for(page: Page, lessons: Lessons) -> bool:
    """Whether a page begins with this turn: nothing was done yet, and the course is there to go on with."""
    cover = lessons.named.get(LESSON)
    return page.progress == Progress() and cover is not None and STEP in cover.steps


def opened(page: Page, lessons: Lessons) -> Page:
    """The page before the first turn."""
    page = seating.switch_game(page, addresses.FIRST_GAME)
    session = setups.begin_drive(page.game, setups.default_setup(page.game, ROAD))
    to: Continue = {"name": LESSON, "title": lessons.named[LESSON].title}
    place = First(seating.head(page, lessons, "home", ""), replace(session, foretold=CLEAN), to)
    return seating.sit_at(page, place)


def _read_off(session: Session) -> dict[str, str]:
    """The texts on the dials before the driver, by their names."""
    game = session.game
    shown = (dial_shown(words(game.key), dial) for dial in game.desk(session.state, ()).readouts)
    return {dial["name"]: dial["text"] for dial in shown}
