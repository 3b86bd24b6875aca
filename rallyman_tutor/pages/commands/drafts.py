"""A position and a draft of one turn on the command line, as `odds` and `why` are asked about them."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from rallyman_tutor.coach.coaches import RACES, has_race_coach
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.notation import Refused, ScriptedDraft
from rallyman_tutor.core.replay import told_too_much
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.judging import refusal, unread
from rallyman_tutor.pages.commands.output import Ask, game_called, no_such
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.lesson import scripts


class LegalDraft(NamedTuple):
    """A draft that may be laid in a position, and that ends with its turn."""

    game: AnyGame
    state: AnyState
    script: ScriptedDraft[AnyMove]


def add_arguments(command: Ask) -> None:
    """Add the position and the draft to a command."""
    command.add_argument("game", help=say("options.game", list=", ".join(RACES)))
    command.add_argument("position", metavar="POSITION", help=say("options.position"))
    command.add_argument("draft", metavar="DRAFT", help=say("options.draft"))
    command.add_argument("--json", action="store_true", help=say("options.drafts-json"))


def read(asked: argparse.Namespace, command: str) -> LegalDraft | int:
    """The draft that a command is asked about; the exit code where it is refused, and why is told then."""
    game = game_called(asked.game)
    if not has_race_coach(game):
        raise no_such(say("race.no-drafts", game=game.name), "", [key for key in SHELF if key in RACES])
    try:
        state = game.read(asked.position)
    except Refused as error:
        return unread(game, "position", error, command)
    try:
        script = game.read_draft(asked.draft)
    except Refused as error:
        return unread(game, "draft", error, command)
    if untrue := told_too_much(game, state, script):
        return unread(game, "draft", untrue, command)
    if game.judge(state, script):
        return refusal(game, state, script, as_data=asked.json)
    if too_long := scripts.beyond_the_turn(game, state, script):
        return unread(game, "draft", too_long, command)
    return LegalDraft(game, state, script)
