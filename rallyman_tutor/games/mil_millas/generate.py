"""The legal moves, found by going forward: which of the cards in hand fit the sides as they stand.

The rules are never asked. Each rule refuses for one reason; here a side is looked at as a whole, to find what it can
take. A test compares the moves with those the rules allow.
"""

from __future__ import annotations

from rallyman_tutor.games.mil_millas.state import (
    ATTACKS,
    CURED,
    DISTANCES,
    FULL,
    GOAL,
    GUARD,
    HIDDEN,
    IMMUNITIES,
    KIND,
    LONGEST,
    MOST_LONGEST,
    PROBLEMS,
    SLOW,
    Discard,
    Draw,
    Lay,
    Move,
    Pass,
    Side,
    State,
    Trick,
    Word,
)
from rallyman_tutor.games.mil_millas.step import called, closed, next_seat


def moves(state: State) -> list[Move]:
    """The moves open to the player who decides now."""
    turn = state.turn
    if turn.phase == "over":
        return []
    if turn.phase == "deal":
        return [Word.DEAL]
    if turn.phase == "window":
        answers: list[Move] = [Trick()] if GUARD[turn.attack] in state.hand else []
        played_out = () in state.hands and not _drawable(state)
        own = [] if turn.seat != next_seat(state) or played_out else moves(closed(state))
        return [*answers, Pass(), *own]
    if len(state.hand) < FULL and _drawable(state):
        return [Draw()]
    cards = [card for card in dict.fromkeys(state.hand) if card != HIDDEN]
    lays = laying(state)
    playable = {lay.card for lay in lays}
    return [*lays, *(Discard(card) for card in cards if card not in playable)]


def _drawable(state: State) -> bool:
    """Whether a card is left to draw: there are more unseen cards than hands hold, or a pile to be shuffled again."""
    if state.pile and state.options.reshuffle:
        return True
    return sum(count for _, count in state.deck) > sum(hand.count(HIDDEN) for hand in state.hands)


def laying(state: State) -> list[Lay]:
    """Every card in hand on every side that takes it."""
    own = state.turn.seat % len(state.sides)
    takes = taken_by(state.sides[own])
    victims = {side: attacks_on(other, state.options.stacking) for side, other in enumerate(state.sides) if side != own}
    found = []
    for card in dict.fromkeys(state.hand):
        if card in takes:
            found.append(Lay(card))
        elif KIND.get(card) == "attack":
            found += [Lay(card, called(state, side)) for side, bearable in victims.items() if card in bearable]
    return found


def taken_by(side: Side) -> set[str]:
    """The cards a side can take on its own road: immunities, the defences it needs, the distances it can drive."""
    takes = {*IMMUNITIES}
    if side.limited:
        takes.add("endlimit")
    if side.wrong:
        takes.add("endwrong")
    if side.problems:
        takes |= {defence for defence, attack in CURED.items() if attack in side.problems}
    elif side.stopped and "priority" not in side.immunities:
        takes.add("green")
    else:
        room = side.km if side.wrong else GOAL - side.km
        fastest = SLOW if side.limited else room
        takes |= {d for d in DISTANCES if int(d) <= min(room, fastest)}
        if side.longest >= MOST_LONGEST:
            takes.discard(LONGEST)
    return takes


def attacks_on(side: Side, stacking: bool) -> set[str]:
    """The attacks that would change something about a side."""
    new = set(ATTACKS)
    if side.limited:
        new.discard("limit")
    if side.wrong:
        new.discard("wrong")
    stands = bool(side.problems) or (side.stopped and "priority" not in side.immunities)
    if stands and not stacking:
        new -= {"red", *PROBLEMS}
    new -= set(side.problems)
    if side.stopped:
        new.discard("red")
    return {attack for attack in new if GUARD[attack] not in side.immunities}
