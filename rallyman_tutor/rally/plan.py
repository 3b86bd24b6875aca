"""A plan: decisions that a driver lays down before their dice fall.

    plan = planned(replay, move, draft)      this move, the dice that lie behind it, and the end of the turn
    rally = carried_out(rally, plan)         the rally when the dice have fallen

A plan is an ordered list of moves, and how many hazards may show before no more dice are rolled. It is carried out move
by move, as far as the rules allow; whatever it leaves open is decided by its driver afterwards.
"""

from __future__ import annotations

from typing import NamedTuple

from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.core.luck import Odds
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.rally.rally import AnyReplay, Rally, decided

MOST_MOVES = 40
"""Moves of a plan; no draft has so many dice."""
WHATEVER = 0
"""No number of hazards ends the plan."""
MOST_HAZARDS = 9


class Plan(NamedTuple):
    """Moves in notation, and the number of hazards of this turn at which no more dice are rolled."""

    moves: tuple[str, ...]
    until: int = WHATEVER


class NeedsLuck(Exception):
    """A move rolls dice or draws cards, so that it cannot be played yet."""


class NoLuck:
    """Shows nothing: raises `NeedsLuck` as soon as something is asked."""

    def pick(self, what: str, odds: Odds) -> str:
        raise NeedsLuck


def needs_luck(replay: AnyReplay, move: AnyMove) -> bool:
    """Whether a legal move rolls dice or draws cards."""
    try:
        replay.game.play(replay.state, move, NoLuck())
    except NeedsLuck:
        return True
    return False


def planned(replay: AnyReplay, move: AnyMove, draft: tuple[AnyMove, ...]) -> Plan:
    """The plan that begins with this move, drives the rest of the draft, and ends the turn where that is allowed."""
    game, begun, moves = replay.game, replay, list[AnyMove]()
    while True:
        moves.append(move)
        replay = replay.play(move, game.harmless_luck)
        if not _is_same_turn(begun, replay):
            break
        rest = draft[1:] if draft[:1] == (move,) else draft
        kept = game.frozen_draft(replay.state)
        draft = rest if kept is None else tuple(kept)
        ends = () if draft else tuple(one for one in game.moves(replay.state) if game.form(one).ends == "turn")
        if draft and game.is_legal(replay.state, draft[:1]):
            move = draft[0]
        elif len(ends) == 1:
            (move,) = ends
        else:
            break
    return Plan(tuple(game.write_move(one) for one in moves))


def rolls(replay: AnyReplay, plan: Plan) -> int:
    """How many moves of a plan roll dice or draw cards, if nothing bad happens on the way."""
    many = 0
    for text in plan.moves:
        move = read_move(replay, text)
        many += needs_luck(replay, move)
        replay = replay.play(move, replay.game.harmless_luck)
    return many


def check(replay: AnyReplay, plan: Plan) -> None:
    """Refuses a plan that could not be carried out even if nothing bad happened, or that has no dice to wait for."""
    if not 1 <= len(plan.moves) <= MOST_MOVES or not 0 <= plan.until <= MOST_HAZARDS:
        raise Refused("letter-says")
    begun = replay
    for number, text in enumerate(plan.moves):
        if not _is_same_turn(begun, replay):
            raise Refused("letter-says")
        move = read_move(replay, text)
        if number == 0 and not replay.game.judge(replay.state, (move,)) and not needs_luck(replay, move):
            raise Refused("letter-says")
        replay = replay.play(move, replay.game.harmless_luck)


def carried_out(rally: Rally, plan: Plan) -> Rally:
    """The rally after the plan of the driver in turn, with the luck of its seed. Its first move is legal."""
    begun, game = rally.replay, rally.game
    for number, text in enumerate(plan.moves):
        if not _is_same_turn(begun, rally.replay):
            break
        try:
            move = read_move(rally.replay, text)
            is_enough = number and plan.until and _hazards(rally.replay) >= plan.until
            if is_enough and game.form(move).ends != "turn":
                continue
            rally = decided(rally, move)
        except (Refused, Illegal):
            break  # the dice have made another decision of it, which is left to the driver
    return rally


def read_move(replay: AnyReplay, text: str) -> AnyMove:
    """The one move that a text means now."""
    moves = replay.game.read_moves(replay.state, text)
    if len(moves) != 1:
        raise Refused("not-one-move")
    return moves[0]


def _hazards(replay: AnyReplay) -> int:
    """How many hazards show in this turn."""
    return int(replay.game.desk(replay.state, ()).facts["hazards"])


def _is_same_turn(before: AnyReplay, now: AnyReplay) -> bool:
    """Whether the turn goes on; a driver alone on the stage has one turn after the other."""
    game = now.game
    if game.over(now.state) or game.turn(now.state) != game.turn(before.state):
        return False
    return game.desk(now.state, ()).facts["round"] == game.desk(before.state, ()).facts["round"]
