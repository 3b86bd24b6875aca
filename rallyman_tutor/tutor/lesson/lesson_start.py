"""A game's position as the start of a lesson: the line that `start` takes, and in words the rest that it cannot say."""

from __future__ import annotations

import re
from typing import TypedDict

from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.session.session import PRESENT, Session
from rallyman_tutor.tutor.words.explain import explain_refusal, rule_title
from rallyman_tutor.tutor.words.page_words import driver_names
from rallyman_tutor.tutor.words.words import shared_words


class LessonStart(TypedDict):
    """The start of a lesson: its line, and what has to be known besides, a sentence each."""

    line: str
    notes: list[str]


def lesson_start(session: Session, seat: int | None) -> LessonStart:
    """The position on the board as the start of a lesson, with the cards that a seat sees there; with all cards for
    None."""
    game, state = session.game, session.displayed_state
    if game.over(state):
        raise Refused("over-no-start")
    seen = state if seat is None else game.seen_by(state, seat)
    said, you, driver = shared_words(game.key, "lesson-start"), driver_names(1)[0], driver_of(game, seen)
    line = _called(game, seen, you)
    notes = [said["before"]]
    if not line:
        notes.append(said["not-renamed"].format(driver=driver, you=you))
    elif driver != you:
        notes.append(said["renamed"].format(driver=driver, you=you))
    if session.draft and session.viewed_event == PRESENT:
        notes.append(said["draft"].format(draft=" ".join(map(game.write_move, session.draft))))
    if seen != state:
        notes.append(said["unseen"])
    try:
        start = game.new(game.spec(game.write(seen), ()))
        if len(game.result(start).get("stages", ())) < len(game.result(state).get("stages", ())):
            notes.append(said["rally"])
    except Refused as problem:
        notes.append(said["no-start"].format(why=explain_refusal(game, problem).partition("\n")[0]))
    except Illegal as problem:
        notes.append(said["no-start"].format(why=rule_title(game, problem.violations[0].code)))
    return {"line": line or game.write(seen), "notes": notes}


def driver_of(game: AnyGame, state: AnyState) -> str:
    """Who is to decide, by name."""
    return str(game.desk(state, ()).facts["driver"])


def _called(game: AnyGame, state: AnyState, you: str) -> str:
    """The position with the name of whoever is to decide changed to `you`; nothing where that makes another position of
    it."""
    line, driver = game.write(state), driver_of(game, state)
    names = {driver: you, you: driver}
    line = re.sub(r"\w+", lambda word: names.get(word[0], word[0]), line)
    try:
        known = game.read(line)
    except Refused:
        return ""
    drivers = [names.get(stand.name, stand.name) for stand in game.desk(state, ()).standings]
    is_same = game.write(known) == line and [stand.name for stand in game.desk(known, ()).standings] == drivers
    return line if is_same and driver_of(game, known) == you else ""
