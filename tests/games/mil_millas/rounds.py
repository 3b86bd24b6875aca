"""Rounds to test with: positions played move by move, and random games of every form and with every option."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

from rallyman_tutor.games.mil_millas import GAME
from rallyman_tutor.games.mil_millas.state import CARDS, HIDDEN, Discard, Events, Lay, Move, State
from rallyman_tutor.games.mil_millas.step import FORMATS, full_deck
from tests.games import driving
from tests.games.driving import at_random, by_script, refusal

NAMES = "ABCDEFGHI"
FORMS = (*((players, 0) for players in range(2, 7)), *((teams * size, teams) for teams, size in FORMATS))
"""How many players, in how many teams; no teams: everybody for himself."""
OPTIONS = tuple(
    {name: "on" for bit, name in enumerate(("stacking", "reshuffle", "wrong-way")) if number >> bit & 1}
    for number in range(8)
)
Decision: TypeAlias = driving.Decision[State, Move]


def spec(seed: int) -> dict[str, Any]:
    """A game, different for every seed: all forms with all options within 88 seeds; some are matches."""
    players, teams = FORMS[seed % len(FORMS)]
    options = dict(OPTIONS[seed // len(FORMS) % len(OPTIONS)])
    if seed % 7 == 3:
        options |= {"rounds": "2"} if seed % 2 else {"target": "700"}
    return {"drivers": list(NAMES[:players]), "teams": teams, "options": options}


def choose(state: State, rng: random.Random) -> Move:
    """Any legal move, a card on the table more often than one thrown away."""
    moves = GAME.moves(state)
    laying = [move for move in moves if not isinstance(move, Discard)]
    return rng.choice(laying if laying and rng.random() < 0.8 else moves)


def drive(seed: int) -> Iterator[Decision]:
    """A random game, decision by decision, to its end."""
    return at_random(GAME, spec(seed), choose, seed)


def at(position: str) -> State:
    return GAME.read(position)


def play(position: str | State, script: str) -> tuple[State, Events]:
    """Play a script move by move, each of them legal. Cards that it does not name are harmless ones."""
    return by_script(GAME, at(position) if isinstance(position, str) else position, script)


def refused(position: str | State, draft: str) -> str:
    """The first rule a move breaks; nothing if it is legal."""
    return refusal(GAME, at(position) if isinstance(position, str) else position, draft)[0]


def legal(position: str | State, *drafts: str) -> list[str]:
    """Those of some moves that are legal."""
    return [draft for draft in drafts if not refused(position, draft)]


def name(state: State) -> str:
    """The name of the player who decides."""
    return state.names[state.turn.seat]


def points(state: State) -> tuple[int, ...]:
    """The points of the round that ended last."""
    return state.points[-1]


def everything(state: State) -> Counter[str]:
    """All cards there are, wherever they lie; unknown ones are counted with the deck."""
    found = Counter({card: count for card, count in state.deck if count})
    for hand in state.hands:
        found.update(card for card in hand if card != HIDDEN)
    found.update(state.pile)
    found.update(state.out)
    return found


def whole(state: State) -> Counter[str]:
    """The pack this game is played with."""
    return Counter({card: count for card, count in full_deck(state.options) if count})


def candidates(state: State) -> list[Move]:
    """Every move anybody could think of: each card laid on everything, thrown away, answered with, and all the rest."""
    texts = ["deal", "draw", "pass", "trick"]
    moves: list[Move] = [*GAME.read_draft(" ".join(texts)).moves]
    names = [state.names[side] for side in range(len(state.sides))]
    for card in CARDS:
        moves += [Lay(card), Discard(card), *(Lay(card, on) for on in names)]
    return moves
