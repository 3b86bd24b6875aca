"""A game by letter: begun, opened, driven, sealed and sent; nothing of it is kept on a server.

The browser brings its keys and the newest letter it knows of each game; `rally/letters.py` checks what is brought. An
older letter, or a second one for a turn that is known, is told and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from rallyman_tutor.page import answers, seating
from rallyman_tutor.page.intents import Correspond, Intent, Letter, Ready, Seal
from rallyman_tutor.page.lessons import Lessons
from rallyman_tutor.page.state import NOTHING_NOTED, NotedMoves, Page
from rallyman_tutor.page.wire import Head, LetteringScreen, LetterScreen
from rallyman_tutor.rally import letters, plan, seals
from rallyman_tutor.rally.letters import NOBODY, PASSED_ON, LetterGame
from rallyman_tutor.rally.rally import AnyReplay
from rallyman_tutor.tutor.learner import addresses, letter_view
from rallyman_tutor.tutor.learner.letter_view import LetterPhase, LetterSeat, LetterShown
from rallyman_tutor.tutor.learner.rally_view import RallyWish, wished
from rallyman_tutor.tutor.session import playing
from rallyman_tutor.tutor.session.intents import Act, AtTable, Undo
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.session.update import attempt

MOST_KEYS = 50


@dataclass(frozen=True, slots=True)
class LetterStop:
    """A game by letter where nobody drives."""

    head: Head
    phase: LetterPhase
    told: LetterSeat | None  # None before there is a letter
    shown: LetterShown
    seat: None = None
    noted: NotedMoves = NOTHING_NOTED

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        told = self.told
        match intent:
            case Letter():
                return _brought(page, intent, lessons)
            case Correspond():
                return _begun(page, intent, self.head, now)
            case Seal(how) if told and self.phase == "plan":
                return _sealed(page, self.head, told, how)
            case Ready() if told and self.phase == "who":
                return _mine(page, self.head, told.game, told.key)
            case Ready() if told and self.phase in ("turn", "plan"):
                return _at_board(page, self.head, told)
            case Ready() if told:
                return _before(page, self.head)
        return None

    def screen(self) -> LetterScreen:
        return {**self.head, "kind": "letter", "letter": self.shown}

    def kept(self) -> None:
        return None


@dataclass(frozen=True, slots=True)
class LetterTurn:
    """Somebody at the board in their turn by letter. A decision that needs dice ends it: these fall at the next
    player's."""

    head: Head
    seat: Session
    told: LetterSeat
    noted: NotedMoves = NOTHING_NOTED

    @property
    def begun(self) -> int:
        """How many moves were made before this letter."""
        assert self.told.opened
        return len(self.told.opened.rally.replay.past)

    def takes(self, page: Page, intent: Intent, lessons: Lessons, now: datetime) -> Page | None:
        match intent:
            case Letter():
                return _brought(page, intent, lessons)
            case Ready():
                return _stopped(page, self.head, "turn", self.told)
            case Act(named):
                return self._acts(page, named)
            case Undo() if len(self.seat.replay.past) == self.begun and not self.seat.drafts.earlier:
                return seating.refused(page, Refused("nothing-to-undo"))
        if not isinstance(intent, AtTable):
            return None
        after, problem = attempt(self.seat, intent)
        return seating.with_board(replace(page, problem=problem, place=replace(self, seat=after)), self.seat)

    def _acts(self, page: Page, named: str) -> Page:
        """The page after a decision: it is played if it needs no dice, and laid down in a letter if it does."""
        before = self.seat
        try:
            move = playing.offered(before, named)
            if broken := before.game.judge(before.state, (move,)):
                raise Illegal(broken)
        except (Refused, Illegal) as problem:
            return seating.with_board(replace(page, problem=problem), before)
        if plan.needs_luck(before.replay, move):
            return self._laid_down(page, before.replay, move)
        after = playing.play_move(before, move)
        if after.game.over(after.state) or after.game.turn(after.state) != self.told.me:
            return self._laid_down(page, after.replay, None)
        return seating.with_board(replace(page, place=replace(self, seat=after)), before)

    def _laid_down(self, page: Page, replay: AnyReplay, move: AnyMove | None) -> Page:
        """The page with the letter that this turn makes."""
        write = self.seat.game.write_move
        deeds = tuple(write(past.move) for past in replay.past[self.begun :])
        laid = None if move is None else plan.planned(replay, move, self.seat.draft)
        told = self.told._replace(letter=letters.Letter(deeds, laid))
        return _stopped(page, self.head, "plan", told)

    def screen(self) -> LetteringScreen:
        return {**self.head, "kind": "lettering", "back": letter_view.back()}

    def kept(self) -> None:
        return None


# -- Opened and begun -------------------------------------------------------------------------------------------------


def opened(page: Page, lessons: Lessons) -> Page:
    """The page before a letter. Whoever is there already finds all as it is, in the language and colours of now."""
    at, place = addresses.address_in_game(addresses.LETTER, page.game_key), page.place
    head = seating.head(page, lessons, at, letter_view.title())
    if isinstance(place, LetterTurn) and place.head["at"] == at:
        return seating.sit_at(page, replace(place, head=head))
    if isinstance(place, LetterStop) and place.head["at"] == at and place.told:
        return _stopped(page, head, place.phase, place.told)
    return _before(page, head)


def _before(page: Page, head: Head) -> Page:
    return replace(page, place=LetterStop(head, "start", None, letter_view.before(page.game)))


def _begun(page: Page, asked: Correspond, head: Head, now: datetime) -> Page:
    """The page with the first letter of a game; or the reason why there can be none."""
    wish = RallyWish(asked.names, asked.levels, asked.stages, asked.many, asked.rules)
    try:
        _check_keys((asked.key,))
        setup = wished(page.game, wish, str(int(now.timestamp())))
        if not letters.is_id(asked.id):
            raise Refused("unknown-intent")
        game = letters.begin(page.game, setup, asked.id, asked.me)
        return _mine(page, head, game, asked.key)
    except (Refused, Illegal) as refused:
        return answers.told(page, seating.why_not(page, refused))


def _check_keys(keys: tuple[str, ...]) -> None:
    fits = all(re.fullmatch(rf"[\w-]{{{seals.LEAST_KEY},{seals.MOST_KEY}}}", key) for key in keys)
    if not fits or not 1 <= len(keys) <= MOST_KEYS:
        raise Refused("letter-key")


@lru_cache(maxsize=32)
def _read(text: str) -> LetterGame:
    return letters.read(SHELF, text)


def _brought(page: Page, asked: Letter, lessons: Lessons) -> Page:
    """The page with a letter that somebody brought. If it cannot be, nothing changes but that the reason is told; of a
    letter that is older than a known one, or another one for the same turn, the known one is shown."""
    try:
        _check_keys(asked.keys)
        game = _read(asked.text)
    except (Refused, Illegal) as refused:
        return answers.told(page, seating.why_not(page, refused))
    problem: Refused | None = None
    known = _known(asked.kept, game.id)
    if known is not None:
        try:
            if letters.compare(known, game) < 0:
                problem, game = Refused("letter-old", {"number": len(game.sent)}), known
        except Refused as refused:
            problem, game = refused, known
    page = seating.switch_game(page, game.game.key)
    at = addresses.address_in_game(addresses.LETTER, page.game_key)
    head = seating.head(page, lessons, at, letter_view.title())
    page, has_seat = _for_whom(page, head, game, asked.keys)
    if problem is None and asked.typed and not has_seat:
        problem = Refused("letter-key")
    return answers.told(page, seating.why_not(page, problem)) if problem else page


def _known(kept: object, id_: str) -> LetterGame | None:
    """The newest letter of this game that the browser knows, if it can still be read."""
    text = kept.get(id_) if isinstance(kept, Mapping) else None
    with suppress(Refused, Illegal):
        found = _read(text) if isinstance(text, str) else None
        return found if found and found.id == id_ else None
    return None


def _for_whom(page: Page, head: Head, game: LetterGame, keys: tuple[str, ...]) -> tuple[Page, bool]:
    """The page with a letter, as whoever holds these keys may see it; and whether one of the seats is theirs."""
    own = {seat: key for seat in game.persons if game.counts[seat] for key in keys if game.is_key_of(seat, key)}
    if game.writer in own:
        return _mine(page, head, game, own[game.writer]), True
    if own:
        seat, key = next(iter(own.items()))
        return _stopped(page, head, "over" if game.writer == NOBODY else "send", LetterSeat(game, key, seat)), True
    if game.writer == NOBODY:
        return _stopped(page, head, "over", LetterSeat(game, keys[0])), False
    phase: LetterPhase = "waits" if game.counts[game.writer] else "who"
    return _stopped(page, head, phase, LetterSeat(game, keys[0])), False


def _mine(page: Page, head: Head, game: LetterGame, key: str) -> Page:
    """The page of whoever has to write: their dice, or those of another, have fallen. Where they have nothing to
    decide, their letter is written already."""
    me, word = game.writer, game.next_word(key)
    after = letters.opened(game, word)
    if after.may_only_pass:
        return _written(page, head, letters.answered(after, word, PASSED_ON), me, key)
    return _stopped(page, head, "turn", LetterSeat(game, key, me, opened=after))


def _at_board(page: Page, head: Head, told: LetterSeat) -> Page:
    assert told.opened
    rally, seats = told.opened.rally, range(len(told.opened.words))
    laid = tuple(rally.game.frozen_draft(rally.state) or ())
    session = Session(rally.replay, bots=frozenset(seats) - {told.me}, drafts=Drafts(laid))
    return seating.sit_at(page, LetterTurn(head, session, told._replace(letter=None)))


def _sealed(page: Page, head: Head, told: LetterSeat, how: str) -> Page:
    """The page with the letter that was laid down, written and ready to be sent."""
    letter, game = told.letter, told.opened
    assert letter and game
    if letter.plan:
        letter = letter._replace(plan=letter_view.chosen(letter.plan, how))
    try:
        after = letters.answered(game, game.next_word(told.key), letter)
    except (Refused, Illegal) as refused:
        return answers.told(page, seating.why_not(page, refused))
    return _written(page, head, after, told.me, told.key)


def _written(page: Page, head: Head, game: LetterGame, me: int, key: str) -> Page:
    return _stopped(page, head, "send", LetterSeat(game, key, me))


def _stopped(page: Page, head: Head, phase: LetterPhase, told: LetterSeat) -> Page:
    shown = letter_view.told(phase, told, page.looks.theme or "light")
    return seating.without_board(replace(page, place=LetterStop(head, phase, told, shown)))
