"""The effect of one card on a side, the cards still to be drawn, whose turn is next, and the points of a side: all that
rules, play and desk share.

Nothing here says whether a card may be laid: `rules/` and `generate.py` do, each in its own way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rallyman_tutor.core.luck import Harmless
from rallyman_tutor.games.mil_millas.state import (
    ACTIONS,
    CARDS,
    CURE,
    CURED,
    FULL,
    GOAL,
    GUARD,
    HARMLESS,
    HIDDEN,
    IMMUNITIES,
    KIND,
    LONGEST,
    MOST_LONGEST,
    PROBLEMS,
    RANK,
    VALUES,
    WRONG_WAY,
    Deck,
    Move,
    Options,
    Side,
    State,
    Turn,
)

HARMLESS_LUCK = Harmless(HARMLESS)
"""The luck that judging assumes."""

FORMATS: tuple[tuple[int, int], ...] = tuple((teams, size) for teams, size in VALUES["players.teams"])


# -- Cards ------------------------------------------------------------------------------------------------------------


def full_deck(options: Options) -> Deck:
    """Every card of the pack."""
    return tuple(
        (card, VALUES[f"wrong_way.{card}"] * options.wrong_way if card in WRONG_WAY else VALUES[f"cards.{card}"])
        for card in CARDS
    )


def ordered(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards in the order of the pack, unknown ones last."""
    return tuple(sorted(cards, key=RANK.__getitem__))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """A hand after one card has left it."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def deck_less(deck: Deck, card: str) -> Deck:
    """A deck after one card has been drawn."""
    at = RANK[card]
    return (*deck[:at], (card, deck[at][1] - 1), *deck[at + 1 :])


def deck_of(cards: Iterable[str]) -> Deck:
    """The deck that has these cards."""
    counts = Counter(cards)
    return tuple((card, counts[card]) for card in CARDS)


def left(state: State) -> int:
    """How many cards are left to draw: the unseen ones, without the hidden ones in hands."""
    return sum(count for _, count in state.deck) - _unknown(state)


def _unknown(state: State) -> int:
    unknown = 0
    for hand in state.hands:
        if HIDDEN in hand:
            unknown += hand.count(HIDDEN)
    return unknown


def can_draw(state: State) -> bool:
    """Whether there is a card to be drawn, from a pile that is shuffled again if need be. Asked at every decision, so
    counting stops as soon as the answer is known."""
    if state.options.reshuffle and state.pile:
        return True
    spoken_for = _unknown(state)
    for _, count in state.deck:
        spoken_for -= count
        if spoken_for < 0:
            return True
    return False


def due(state: State) -> str:
    """The next duty of the player in turn: to draw, or to lay."""
    return "draw" if len(state.hand) < FULL and can_draw(state) else "lay"


# -- Seats ------------------------------------------------------------------------------------------------------------


def side_of(state: State, seat: int) -> int:
    """The side a player belongs to: partners never sit side by side."""
    return seat % len(state.sides)


def members(state: State, side: int) -> tuple[int, ...]:
    """The players of a side."""
    return tuple(range(side, len(state.names), len(state.sides)))


def side_named(state: State, name: str) -> int:
    """The side of a named player, or the side with this number; -1 if there is none."""
    if name.isdecimal():
        return int(name) - 1 if 1 <= int(name) <= len(state.sides) else -1
    return side_of(state, state.names.index(name)) if name in state.names else -1


def called(state: State, side: int) -> str:
    """A side by the name of its first player."""
    return state.names[side]


def acting(state: State, move: Move) -> int:
    """Who makes this move: the player it names, or else the one who decides; -1 where it names nobody here."""
    name = getattr(move, "by", "")
    if not name:
        return state.turn.seat
    return state.names.index(name) if name in state.names else -1


# -- The window -------------------------------------------------------------------------------------------------------


def next_seat(state: State) -> int:
    """Who plays next: in a window, after the attacker; else after the player in turn."""
    turn = state.turn
    return ((turn.by if turn.phase == "window" else turn.seat) + 1) % len(state.names)


def answering(state: State, side: int, after: int) -> tuple[int, ...]:
    """The players of an attacked side in the order in which they are asked. A player who plays next anyway is asked
    last, because drawing ends the window."""
    return tuple(sorted(members(state, side), key=lambda seat: (seat - after - 1) % len(state.names)))


def closed(state: State) -> State:
    """The state in which the next player has the turn, and no window is open."""
    return state._replace(turn=Turn(next_seat(state)))


def ends(state: State) -> bool:
    """Whether somebody has no card left and none can be drawn."""
    return not all(state.hands) and not can_draw(state)


def emptied(state: State) -> int:
    """Who has no card left: whoever decides, or else the next one who plays."""
    players = len(state.names)
    order = [(state.turn.seat + step) % players for step in range(players)]
    return next(seat for seat in order if not state.hands[seat])


def shuts(state: State, move: Move) -> bool:
    """Whether a move closes an open window because its player begins their own turn with it."""
    turn = state.turn
    if turn.phase != "window" or not isinstance(move, ACTIONS) or turn.seat != next_seat(state) or ends(state):
        return False
    return acting(state, move) == turn.seat


# -- What a card does -------------------------------------------------------------------------------------------------


def attacked(side: Side, card: str) -> Side:
    """A side after an attack. One with the priority vehicle is never made to wait for a green light."""
    stopped = side.stopped or (card not in ("limit", "wrong") and "priority" not in side.immunities)
    if card in PROBLEMS:
        problems = tuple(p for p in PROBLEMS if p in side.problems or p == card)
        return side._replace(problems=problems, stopped=stopped)
    if card == "red":
        return side._replace(stopped=stopped)
    return side._replace(limited=True) if card == "limit" else side._replace(wrong=True)


def restored(side: Side, card: str, still: bool) -> Side:
    """A side as it was before an attack."""
    if card in PROBLEMS:
        return side._replace(problems=tuple(p for p in side.problems if p != card), stopped=still)
    if card == "red":
        return side._replace(stopped=still)
    return side._replace(limited=False) if card == "limit" else side._replace(wrong=False)


def defended(side: Side, card: str) -> Side:
    """A side after a defence."""
    attack = CURED[card]
    if attack in PROBLEMS:
        return side._replace(problems=tuple(p for p in side.problems if p != attack))
    if attack == "red":
        return side._replace(stopped=False)
    return side._replace(limited=False) if attack == "limit" else side._replace(wrong=False)


def protected(side: Side, card: str) -> Side:
    """A side after an immunity: cured of what it guards against, for good. Only the priority vehicle makes a green
    light unnecessary."""
    cured = {attack for attack, guard in GUARD.items() if guard == card}
    return side._replace(
        immunities=tuple(known for known in IMMUNITIES if known in side.immunities or known == card),
        problems=tuple(problem for problem in side.problems if problem not in cured),
        stopped=side.stopped and card != "priority",
        limited=side.limited and "limit" not in cured,
        wrong=side.wrong and "wrong" not in cured,
    )


def driven(side: Side, card: str) -> Side:
    """A side after a distance card."""
    km = side.km - int(card) if side.wrong else side.km + int(card)
    return side._replace(km=km, longest=side.longest + (card == LONGEST), drove=True)


def is_rolling(side: Side) -> bool:
    """Whether a side may lay distance cards at all."""
    return not side.problems and (not side.stopped or "priority" in side.immunities)


def missing(side: Side) -> str:
    """The card a side needs next to roll; nothing if it does."""
    if side.problems:
        return CURE[side.problems[0]]
    return "" if is_rolling(side) else "green"


def has(side: Side, attack: str) -> bool:
    """Whether a side suffers from an attack already."""
    if attack in PROBLEMS:
        return attack in side.problems
    return {"red": side.stopped, "limit": side.limited, "wrong": side.wrong}[attack]


def is_useless(state: State, card: str) -> bool:
    """Whether a card can do nothing more in this round for the player in turn."""
    own = side_of(state, state.turn.seat)
    side, kind = state.sides[own], KIND[card]
    if kind == "attack":
        return all(GUARD[card] in other.immunities for number, other in enumerate(state.sides) if number != own)
    if kind == "defence":
        return GUARD[CURED[card]] in side.immunities
    if kind == "distance":
        back = state.options.wrong_way and "ace" not in side.immunities  # then kilometres may still be lost again
        return (card == LONGEST and side.longest >= MOST_LONGEST) or (side.km + int(card) > GOAL and not back)
    return False


# -- Points -----------------------------------------------------------------------------------------------------------


def winner(state: State) -> int:
    """The side that has arrived, or -1."""
    return next((n for n, side in enumerate(state.sides) if side.km == GOAL), -1)


def points(state: State, side: int) -> tuple[tuple[str, int], ...]:
    """The points of a side in this round, by the rule that gives them; bonuses only if it has arrived."""
    one = state.sides[side]
    found = [
        ("MM-SCORE-01", one.km),
        ("MM-SCORE-02", VALUES["score.immunity"] * len(one.immunities)),
        ("MM-SCORE-03", VALUES["score.trick"] * one.tricks),
    ]
    if one.km == GOAL:
        rivals = [other for n, other in enumerate(state.sides) if n != side]
        found.append(("MM-SCORE-04", VALUES["score.arrival"]))
        if not can_draw(state):
            found.append(("MM-SCORE-05", VALUES["score.coronation"]))
        if not any(other.drove for other in rivals):
            found.append(("MM-SCORE-06", VALUES["score.shut_out"]))
        if len(one.immunities) == len(IMMUNITIES):
            found.append(("MM-SCORE-07", VALUES["score.all_four"]))
    return tuple(found)


def total(state: State, side: int) -> int:
    """The points of a side in this round."""
    return sum(count for _, count in points(state, side))


def sums(state: State) -> tuple[int, ...]:
    """The points of every side over all rounds, the one in progress not counted."""
    return tuple(sum(row[side] for row in state.points) for side in range(len(state.sides)))
