"""Bots for Crazy Rally that give their reasons, and advice on the cards in hand.

Both know only what their seat sees: they get the state that `seen_by` gives, in which unseen cards are `?`. Everything
that `coach/contract.py` asks of a card game is here.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from rallyman_tutor.coach.crazy_rally.advice import MOST_TRIES, advice, taken_apart
from rallyman_tutor.coach.crazy_rally.choosing import SECRETS, choose
from rallyman_tutor.coach.crazy_rally.dealing import deal_unseen
from rallyman_tutor.coach.crazy_rally.memory import LEVELS, remember
from rallyman_tutor.coach.decision import Advice, Decision
from rallyman_tutor.games.crazy_rally import GAME
from rallyman_tutor.games.crazy_rally.state import STAGES, Event, Move, State

__all__ = ["SECRETS", "advise_for", "can_be_weighed", "dealt", "play_for", "taken_apart"]


def play_for(state: State, events: Iterable[Event], level: str, rng: Random) -> Decision[Move]:
    """The move of a bot for the player in turn, and its reason.

    Its memory is drawn from its seat and the test lap alone, so it never forgets a card and recalls it later.
    """
    lap = tuple(event for event in events if event.code == "CR-LAP-01")
    shown = "".join(event.facts["card"] for event in lap[-STAGES:])
    memory = remember(lap, LEVELS[level], Random(f"{state.seat}:{shown}"))
    return choose(GAME.seen_by(state, state.seat), LEVELS[level], memory, rng)


def advise_for(state: State, events: Iterable[Event], seed: int | str, tries: int) -> tuple[Advice[Move], ...]:
    """Every move of the player in turn with its rank. The coach recalls nothing of the test lap: remembering it is up
    to the player."""
    return advice(GAME.seen_by(state, state.seat), seed, tries, most=MOST_TRIES)


def dealt(seen: State, rng: Random) -> State:
    """A whole game that fits the view of the player in turn."""
    return deal_unseen(seen, rng)


def can_be_weighed(state: State) -> bool:
    """Whether playing out tells how much a decision of this moment cost. Not of an event: choosing events so comes no
    further than simple rules do; docs/reckoning.md has the figures."""
    return state.phase != "event"
