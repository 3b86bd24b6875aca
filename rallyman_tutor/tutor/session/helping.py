"""The co-driver's help at a table: what was asked for, what may be, and the ghost."""

from __future__ import annotations

from dataclasses import replace

from rallyman_tutor.coach import bots
from rallyman_tutor.coach.coaches import has_race_coach, race_coach
from rallyman_tutor.coach.ghost import Leg
from rallyman_tutor.coach.ghost import legs as ghost_legs
from rallyman_tutor.coach.what_if import with_share_moved
from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.session.intents import (
    HelpSetting,
)
from rallyman_tutor.tutor.session.session import PRESENT, Session

MOST_PARTS = 3
"""Into how many parts the advice is divided."""
TRIES = 24
"""How often the coach plays every move out before it advises."""


def is_told_unasked(session: Session) -> bool:
    """Whether it is told what the draft costs, though nobody asked."""
    is_wished = session.co_driver.help == "always" and has_race_coach(session.game)
    is_wished = is_wished and session.asked.unwanted != session.draft
    return is_wished and bool(session.draft) and not session.game.judge(session.state, session.draft)


def advised(session: Session) -> Session:
    """The session with the advice of the coach, who knows no more than the learner."""
    if has_race_coach(session.game):
        return _with_part_asked(session)
    seed = f"{session.seed}:{len(session.replay.past)}"
    found = bots.advise(session.game, session.visible_state, session.events, seed, TRIES)
    return replace(session, asked=replace(session.asked, advice=found))


def why_not_weighed(game: AnyGame, state: AnyState) -> Refused:
    """Why decisions in a position are worth nothing: none is about driving, or this stage cannot be solved."""
    return Refused("not-reckoned" if race_coach(game).drives(state) else "nothing-to-weigh")


def _with_part_asked(session: Session) -> Session:
    """The session with one part more of the advice asked for."""
    if session.co_driver.help == "off":
        raise Refused("help-off")
    if session.game.judge(session.state, session.draft):
        raise Refused("not-weighed")
    if not race_coach(session.game).is_driven(session.state):
        raise why_not_weighed(session.game, session.state)
    if session.asked.parts == MOST_PARTS:
        return session
    asked = replace(session.asked, parts=session.asked.parts + 1)
    return replace(session, asked=asked, co_driver=replace(session.co_driver, asked=session.co_driver.asked + 1))


def legs(session: Session) -> list[Leg]:
    """The stages that the learner has begun, up to the moment that is looked at; none in a game that is not solved."""
    if not has_race_coach(session.game):
        return []
    replay = session.replay
    if session.viewed_event != PRESENT:
        replay = replay.undo(len(replay.past) - session.move_of_event(session.viewed_event) - 1)
    return ghost_legs(session.game, replay, (session.learners or [0])[0])


def can_have_ghost(session: Session) -> bool:
    """Whether the stage that the learner drives, or has driven last, has a table."""
    found = legs(session)
    return bool(found) and race_coach(session.game).has_table(found[-1].start)


def mixed(session: Session, share: str, notch: int) -> Session:
    """The session with one share of the cards moved to a notch, as the advice is to reckon with."""
    if not has_race_coach(session.game):
        raise Refused("not-offered")
    if not session.asked.parts:
        raise Refused("advice-first")
    mix = with_share_moved(session.game.key, session.co_driver.mix, share, notch)
    return replace(session, co_driver=replace(session.co_driver, mix=mix))


def with_ghost(session: Session, on: bool) -> Session:
    """The session with a ghost beside the learner, or without."""
    if on and not can_have_ghost(session):
        raise Refused("no-ghost" if has_race_coach(session.game) else "not-offered")
    return replace(session, co_driver=replace(session.co_driver, ghost=on))


def with_help(session: Session, how: HelpSetting) -> Session:
    """The session with as much help as the learner wishes."""
    if not has_race_coach(session.game):
        raise Refused("no-help-setting")
    return replace(session, co_driver=replace(session.co_driver, help=how), asked=replace(session.asked, parts=0))
