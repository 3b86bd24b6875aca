"""Drivers for Crazy Rally that explain themselves, and advice on the cards in hand.

Both know only what their seat sees: the state they get is the one `seen_by` gives, in which unseen cards are `?`. `bots` asks
for no more than what is here.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from rallyman_tutor.coach.crazy_rally.advice import MOST_TRIES, advice
from rallyman_tutor.coach.crazy_rally.choosing import SECRETS, choose
from rallyman_tutor.coach.crazy_rally.memory import LEVELS, remembered
from rallyman_tutor.coach.decision import Advised, Decision
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import STAGES, Event, Move, State

__all__ = ["SECRETS", "advise_for", "play_for"]


def play_for(state: State, events: Iterable[Event], level: str, rng: Random) -> Decision[Move]:
    """What a bot does for the player in turn, and why.

    What it remembers hangs on its seat and on the lap it saw, so it does not forget one card and recall it later.
    """
    lap = tuple(event for event in events if event.code == "CR-LAP-01")
    shown = "".join(event.facts["card"] for event in lap[-STAGES:])
    memory = remembered(lap, LEVELS[level], Random(f"{state.seat}:{shown}"))
    return choose(GAME.seen_by(state, state.seat), LEVELS[level], memory, rng)


def advise_for(state: State, events: Iterable[Event], seed: int | str, tries: int) -> tuple[Advised[Move], ...]:
    """Every move of the player in turn by its rank. The coach recalls nothing of the test lap: remembering it is the
    player's own game."""
    return advice(GAME.seen_by(state, state.seat), seed, tries, most=MOST_TRIES)
