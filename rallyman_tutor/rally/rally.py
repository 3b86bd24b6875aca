"""A rally in progress: one value, from which all that is told of it follows.

    rally = begin(SHELF["classic"], setup)
    for rally in driving(rally): ...          every move of the bots, until a person decides or the rally is over
    rally = decided(rally, move)              a person's move

It holds the replay of its game, who decides for each driver, and the seed. The luck of a move follows from the seed and
from the number of the move, so that the same seed and the same decisions make the same rally.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from rallyman_tutor.coach import bots
from rallyman_tutor.coach.decision import Decision
from rallyman_tutor.core import replay as replays
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Event, Plain
from rallyman_tutor.core.luck import Luck, Seeded
from rallyman_tutor.core.notation import MOST_LETTERS, Refused
from rallyman_tutor.core.replay import Replay
from rallyman_tutor.rally.setup import PERSON, RallySetup, levels_of, spec_of

AnyReplay: TypeAlias = Replay[AnyState, AnyMove]
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Rally:
    """Who decides for each driver, and what was driven so far."""

    replay: AnyReplay
    levels: tuple[str, ...]  # of each driver, by seat
    seed: str

    @property
    def game(self) -> AnyGame:
        return self.replay.game

    @property
    def state(self) -> AnyState:
        """Where the rally stands."""
        return self.replay.state

    @property
    def is_over(self) -> bool:
        return self.game.over(self.state)

    @property
    def waits_for_person(self) -> bool:
        """Whether somebody has to decide who is no bot."""
        return not self.is_over and self.levels[self.game.turn(self.state)] == PERSON


def luck_of(seed: str, number: int) -> Luck:
    """The faces of dice and cards in a game of this seed at the move of this number, from 0."""
    return Seeded(f"{seed}:{number}")


def bot_decision(replay: AnyReplay, events: list[Event], level: str, seed: str) -> Decision[AnyMove]:
    """The decision of the bot in turn; `events` are all events so far."""
    return bots.choose(replay.game, replay.state, events, level, Random(f"{seed}:{len(replay.past)}"))


def begin(game: AnyGame, setup: RallySetup) -> Rally:
    """A rally at its start. What the game does not allow is refused with its reason or with the rules it breaks."""
    levels = tuple(entry.level for entry in setup.entries)
    return Rally(replays.begin(game, spec_of(game, setup)), levels, setup.seed[:MOST_LETTERS])


def decided(rally: Rally, move: AnyMove) -> Rally:
    """The rally after one more move of the driver in turn."""
    after = rally.replay.play(move, luck_of(rally.seed, len(rally.replay.past)))
    return Rally(after, rally.levels, rally.seed)


def driving(rally: Rally) -> Iterator[Rally]:
    """The rally after each move of its bots, until a person has to decide or it is over."""
    events = [event for past in rally.replay.past for event in past.events]
    while not rally.is_over and not rally.waits_for_person:
        level = rally.levels[rally.game.turn(rally.state)]
        rally = decided(rally, bot_decision(rally.replay, events, level, rally.seed).move)
        events += rally.replay.past[-1].events
        yield rally


def driven(rally: Rally) -> Rally:
    """The rally when its bots have driven as far as they can."""
    last = deque(driving(rally), maxlen=1)
    return last[0] if last else rally


# -- Kept and read again ----------------------------------------------------------------------------------------------


def save(rally: Rally) -> Plain:
    """The rally as plain data. Hidden hands are not written down: they follow from the seed."""
    kept = rally.replay.save(open_=not rally.game.has_hidden_hands)
    return {"format": FORMAT, "replay": kept, "levels": list(rally.levels), "seed": rally.seed}


def code(rally: Rally) -> str:
    """The rally as one word to share; `tutor/session/sharing.py` opens it again, and checks everything in it."""
    return replays.pack(save(rally))


def load(game: AnyGame, saved: object) -> Rally:
    """A rally as it was saved, played again move by move; everything in it is checked."""
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise Refused("not-a-table")
    levels, seed = saved.get("levels"), saved.get("seed")
    known = (PERSON, *levels_of(game))
    if not isinstance(levels, list) or not all(level in known for level in levels) or not isinstance(seed, str):
        raise Refused("not-a-table")
    seed = seed[:MOST_LETTERS]
    replay = replays.load(
        game, saved.get("replay"), (lambda number: luck_of(seed, number)) if game.has_hidden_hands else None
    )
    if len(levels) != len(game.result(replay.start)["drivers"]):
        raise Refused("not-a-table")
    return Rally(replay, tuple(levels), seed)
