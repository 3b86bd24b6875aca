"""The events at a table, line by line, each with its rule."""

from __future__ import annotations

from typing import TypedDict

from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.coach.review import Review as DriveReview
from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.explain import ExplanationData, explain_event, plain
from rallyman_tutor.tutor.words.sounds import Sound, sound_of
from rallyman_tutor.tutor.words.words import YOU, shared_words, span_in_words, text_tables, words


class Line(TypedDict):
    """One event: its number from the start, its words, its rule, a bot's thought of it, and its sound; and, once the
    drive is looked back at, what the decision lost that it came of, if that is worth a word."""

    line: int
    text: str
    code: str
    seat: int
    thought: str
    sound: Sound
    mark: str


class PastEvent(TypedDict):
    """The moment of the past that is looked at, and the rule behind it."""

    line: int
    text: str
    told: ExplanationData


NEWEST = 60
"""How many lines of the log a page gets."""


def log(session: Session) -> list[Line]:
    """The newest lines of what happened, each with the rule by which it did."""
    game = session.game
    language = words(game.key)
    found: list[Line] = []
    number, learner, viewer = session.event_count, learner_of(session), session.viewing_seat
    open_ = game.over(session.state)
    thoughts = {
        at: language.phrase("bots", made.reason, made.facts)
        for at, made in session.thoughts
        if open_ or _may_be_told(session, at, made)
    }
    marks = _marks(session)
    for at in range(len(session.replay.past) - 1, -1, -1):
        past = session.replay.past[at]
        for event in reversed(past.events):
            number -= 1
            what, facts = game.describe_event(game.seen_by(past.state, viewer), event)
            text = language.phrase("events", what, {**facts, **name_for_ears(event.seat, learner)})
            said = thoughts.pop(at, "")  # at the last event of the move, which is met first
            line: Line = {
                "line": number,
                "text": text,
                "code": event.code,
                "seat": event.seat,
                "thought": said,
                "sound": sound_of(what),
                "mark": marks.pop(at, ""),
            }
            found.append(line)
        if len(found) >= NEWEST:
            break
    return found[::-1]


def _marks(session: Session) -> dict[int, str]:
    """By the number of a move: what was lost by it, where that is worth a word and the drive is looked back at."""
    found = session.looking_back.review
    if not isinstance(found, DriveReview):
        return {}
    lost = str(shared_words(session.game.key, "review")["mark"])
    dear = (one for turn in found.turns for one in turn.made if one.loss >= GOOD_ENOUGH)
    return {one.number: lost.format(loss=span_in_words(one.loss)) for one in dear}


def _may_be_told(session: Session, at: int, made: Decision[AnyMove]) -> bool:
    """Whether what a bot thought of a move is no secret any more: what it tells of lies open."""
    since = (event.what for past in session.replay.past[at:] for event in past.events)
    return not made.secret and (not made.after or made.after in since)


def past_event(session: Session) -> PastEvent:
    """The moment of the past that is looked at: its line, and the rule behind it."""
    at = session.move_of_event(session.viewed_event)
    before = sum(len(past.events) for past in session.replay.past[:at])
    event = session.replay.past[at].events[session.viewed_event - before]
    seen = session.game.seen_by(session.replay.past[at].state, session.viewing_seat)
    what, facts = session.game.describe_event(seen, event)
    text = words(session.game.key).phrase("events", what, {**facts, **name_for_ears(event.seat, learner_of(session))})
    return {"line": session.viewed_event, "text": text, "told": rule_behind(session, event.code)}


def rule_behind(session: Session, code: str) -> ExplanationData:
    """One rule, as it stands in the rulebook."""
    return plain(explain_event(session.game, code))


def learner_of(session: Session) -> int:
    """The seat of the only learner at a table, called "you" whatever the name on the car; of several, of the one with
    the name that the learner has in lessons; -1 where there is none."""
    own = session.learners
    if len(own) == 1:
        return own[0]
    names = session.game.result(session.state)["drivers"]
    return next((seat for seat in own if names[seat] == YOU), -1)


def name_for_ears(seat: int, learner: int) -> dict[str, str]:
    return {"driver": str(text_tables("tutor")["page"]["you"])} if seat == learner >= 0 else {}
