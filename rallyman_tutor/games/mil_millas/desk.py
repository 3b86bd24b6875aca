"""The player's desk: the cards in hand, the roads and the pile that take them, open decisions, and how all stand.

Nothing here is a rule: the rules are asked about every card on every place, so that the page can give each reason. Only
what the state shows is used, so the state as one player sees it is enough for that player's desk.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal, TypeAlias

from rallyman_tutor.core import game
from rallyman_tutor.core.game import (
    Desk,
    FactReadout,
    LaidStep,
    Offer,
    PhraseReadout,
    Piece,
    Place,
    Placement,
    Readout,
    Spec,
    Standing,
    StandingFacts,
)
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import DRIVERS
from rallyman_tutor.games.mil_millas import play
from rallyman_tutor.games.mil_millas.judging import is_legal, judge
from rallyman_tutor.games.mil_millas.notation import read_sheet, write_options
from rallyman_tutor.games.mil_millas.state import (
    GOAL,
    GUARD,
    HIDDEN,
    IMMUNITIES,
    KIND,
    MOST_LONGEST,
    VALUES,
    Change,
    Discard,
    Draft,
    Draw,
    Event,
    Lay,
    Move,
    Pass,
    State,
    Trick,
    Turn,
    Word,
)
from rallyman_tutor.games.mil_millas.step import (
    FORMATS,
    called,
    due,
    left,
    members,
    missing,
    next_seat,
    side_named,
    side_of,
    sums,
    total,
)
from rallyman_tutor.games.mil_millas.table import Outline, laid_out

PILE, DECK = "pile", "deck"
READY: Mapping[str, str] = MappingProxyType(
    tomllib.loads(files(__package__).joinpath("tables.toml").read_text("utf-8"))
)
ALONE = range(VALUES["players.fewest"], VALUES["players.most"] + 1)
SEATS_AT: Mapping[str, Sequence[int]] = MappingProxyType(
    {
        name: sorted(teams * size for teams, size in FORMATS if teams == read_sheet(text).teams) or ALONE
        for name, text in READY.items()
    }
)
"""How many players each ready table takes: two to six if they play alone; in teams, the numbers that the rules
allow."""


def spec(table_text: str, drivers: Sequence[str]) -> Spec:
    """A game at a table, which is a position or a sheet. A sheet without names takes these drivers."""
    if not table_text.startswith("sheet"):
        return {"position": table_text}
    sheet = read_sheet(table_text)
    options = dict(word.split("=") for word in write_options(sheet.options))
    return {"drivers": list(sheet.names or drivers), "teams": sheet.teams, "options": options}


SEATS = tuple(sorted({count for counts in SEATS_AT.values() for count in counts}))
"""All numbers of players that some table takes; seven is not among them."""
DEMO_TEAMS = {8: 2, 9: 3}


def demo_game(players: int) -> Spec:
    """A game for this many players: eight and nine in teams, others alone. Seven are refused by the rules."""
    return {
        "drivers": list(DRIVERS[:players]),
        "teams": DEMO_TEAMS.get(players, 0),
        "options": {"reshuffle": "on"},
    }


def team(state: State, side: int) -> str:
    """The names of all players of a side."""
    return "+".join(state.names[seat] for seat in members(state, side))


def road(side: int) -> str:
    """The key of a side's road: its number, as it stands in the picture."""
    return f"road{side + 1}"


def places(state: State, tall: bool = False) -> tuple[Place, ...]:
    """Every road, the deck and the discard pile, as they lie on the table."""
    own, table = side_of(state, state.turn.seat), laid_out(len(state.sides), tall)
    found = []
    for side, lane in enumerate(table.lanes):
        facts = {"name": team(state, side), "km": state.sides[side].km}
        found.append(_place(road(side), "own-road" if side == own else "road", facts, lane.outline))
    found.append(_place(DECK, DECK, {"count": left(state)}, table.deck))
    found.append(_place(PILE, PILE, {"count": len(state.pile)}, table.pile))
    return tuple(found)


def _place(key: str, kind: str, facts: Mapping[str, object], outline: Outline) -> Place:
    (left_, top), (right, low) = outline[0], outline[2]
    return Place(key, kind, facts, (left_ + right) / 2, (top + low) / 2, outline)


@lru_cache(maxsize=8)
def desk(state: State, draft: Draft) -> Desk[Move]:
    """All that lies before the player who decides."""
    pieces, offers, facts = tuple(_pieces(state, draft)), tuple(_offers(state, draft)), _desk_facts(state)
    return Desk(pieces, offers, facts, _laid(state, draft), _standings(state), tuple(_readouts(facts)))


def while_waiting(state: State, seat: int) -> tuple[Sequence[Piece], Sequence[Readout]]:
    """The hand of a player who is not to decide, and how their side stands."""
    own = state._replace(turn=Turn(seat))
    return tuple(_pieces(own, ())), tuple(_readouts(_desk_facts(own)))


def _readouts(facts: DeskFacts) -> Iterator[Readout]:
    """The readouts: the distance, what the side needs, what slows it down, how many cards are left, the points."""
    yield FactReadout("km", facts["km"])
    yield FactReadout("left", facts["left"])
    if facts["needs"]:
        yield FactReadout("needs", facts["needs"])
    for name in MARKED_READOUTS:
        if facts[name]:
            yield PhraseReadout(name, {})
    if facts["tricks"]:
        yield FactReadout("tricks", facts["tricks"])
    yield FactReadout("longest", facts["longest"])
    yield FactReadout("deck", facts["deck"])
    if facts["points"]:
        yield FactReadout("points", facts["points"])


def _pieces(state: State, draft: Draft) -> Iterator[Piece]:
    """The cards in hand; one that is laid in the draft has left it."""
    hand = list(state.hand)
    for card in dict.fromkeys(card for card in hand if card != HIDDEN):
        gone = sum(getattr(move, "card", "") == card for move in draft)
        count = hand.count(card)
        yield Piece(card, max(0, count - gone), count, card)


def _laid(state: State, draft: Draft) -> tuple[LaidStep[Move], ...]:
    """Where the card of a draft lies."""
    found: list[LaidStep[Move]] = []
    for move in draft:
        card, place = getattr(move, "card", ""), ""
        if isinstance(move, Discard):
            place = PILE
        elif isinstance(move, Trick) and state.turn.attack:
            card, place = card or GUARD[state.turn.attack], road(side_of(state, state.turn.seat))
        elif isinstance(move, Lay):
            side = side_named(state, move.on) if move.on else side_of(state, state.turn.seat)
            place = road(side) if side >= 0 else ""
        found.append(LaidStep(card, place if card else "", ()))
    return tuple(found)


def _offers(state: State, draft: Draft) -> Iterator[Offer[Move]]:
    """The decisions that can be taken now. A laid move comes first, if it is legal."""
    if draft and is_legal(state, draft[:1]):
        yield _offer(state, draft[0])
    for move in play.moves(state):
        if (move is Word.DEAL or isinstance(move, Draw | Trick | Pass)) and move not in draft[:1]:
            yield _offer(state, move)


def _offer(state: State, move: Move) -> Offer[Move]:
    name, facts = type(move).__name__.lower(), {"card": getattr(move, "card", ""), "whom": getattr(move, "on", "")}
    if isinstance(move, Lay):
        name = KIND[move.card] if move.on or KIND[move.card] != "attack" else name
    elif isinstance(move, Trick):
        facts["card"] = GUARD[state.turn.attack]
    elif isinstance(move, Pass):
        facts["card"] = state.turn.attack
    elif move is Word.DEAL:
        name, facts["number"] = move.value, str(state.round)
    elif isinstance(move, Word):
        name = f"ask-{move.value}"
    elif isinstance(move, Change):
        facts = {"option": move.option, "value": move.value}
    return Offer(move, name, facts)


class DeskFacts(game.DeskFacts):
    """How the side stands whose player decides."""

    km: int
    left: int
    needs: str
    limited: bool
    wrong: bool
    immunities: tuple[str, ...]
    tricks: int
    longest: int
    deck: int
    pile: int
    attack: str
    points: int
    hand: int


_Marked: TypeAlias = Literal["limited", "wrong"]
MARKED_READOUTS: tuple[_Marked, ...] = ("limited", "wrong")
"""Facts that are shown only while they are true."""


def _desk_facts(state: State) -> DeskFacts:
    """The facts of the side whose player decides."""
    side, turn = state.side, state.turn
    return {
        "driver": state.names[turn.seat],
        "km": side.km,
        "left": GOAL - side.km,
        "needs": missing(side),
        "limited": side.limited,
        "wrong": side.wrong,
        "immunities": side.immunities,
        "tricks": side.tricks,
        "longest": MOST_LONGEST - side.longest,
        "hand": len(state.hand),
        "deck": left(state),
        "pile": len(state.pile),
        "attack": turn.attack,
        "phase": due(state) if turn.phase == "turn" else turn.phase,
        "round": state.round,
        "points": sums(state)[side_of(state, turn.seat)],
    }


def _standings(state: State) -> tuple[Standing, ...]:
    """How every player stands: the facts of their side, and how many cards they hold."""
    found = []
    for seat, name in enumerate(state.names):
        side = side_of(state, seat)
        one = state.sides[side]
        facts: StandingFacts = {
            "km": one.km,
            "cards": len(state.hands[seat]),
            "needs": missing(one),
            "points": _points(state, side),
        }
        found.append(Standing(name, road(side), facts, True, side, one.km))
    return tuple(found)


def _points(state: State, side: int) -> int:
    """The points of a side, with what this round would bring if it ended now."""
    return sums(state)[side] + (total(state, side) if state.turn.phase in ("turn", "window") else 0)


def placements(state: State, draft: Draft, piece: str = "", place: str = "") -> list[Placement[Move]]:
    """Every card in hand, or one, on every road and on the discard pile, or on one of them, each with the rules'
    answer."""
    if draft or state.turn.phase not in ("turn", "window"):
        return []
    own = side_of(state, state.turn.seat)
    found = []
    for card in dict.fromkeys(card for card in state.hand if card != HIDDEN and piece in ("", card)):
        for side in (side for side in range(len(state.sides)) if place in ("", road(side))):
            move: Move = Lay(card, "" if side == own and KIND[card] != "attack" else called(state, side))
            if side == own and _answers(state, card):
                move = Trick(card)
            found.append(_hold(state, card, road(side), move))
        if place in ("", PILE):
            found.append(_hold(state, card, PILE, Discard(card)))
    return found


def _answers(state: State, card: str) -> bool:
    """Whether laying this card on the player's own road answers the attack, legally or not."""
    turn = state.turn
    if turn.phase != "window" or card not in IMMUNITIES:
        return False
    return card == GUARD[turn.attack] or turn.seat != next_seat(state)


def _hold(state: State, card: str, place: str, move: Move) -> Placement[Move]:
    refused = judge(state, (move,))
    return Placement(card, place, move, tuple(refused), () if refused else tuple(judge(state, (move,), Kind.UNWISE)))


# -- What is told -----------------------------------------------------------------------------------------------------


def describe_event(state: State, event: Event) -> tuple[str, Mapping[str, object]]:
    """The key of an event's words in the texts, and the facts they mention. Drawn cards are named only where the state
    shows whose hand they went to."""
    facts: dict[str, object] = dict(event.facts)
    what = event.what
    if event.seat >= 0:
        facts["driver"] = state.names[event.seat]
    if "side" in event.facts:
        facts["side"] = team(state, side_named(state, event.facts["side"]))
    if what == "draw":
        cards = event.facts["cards"]
        facts["number"] = len(cards)
        if HIDDEN not in state.hands[event.seat] and 1 <= len(cards) <= len(_DRAWN):
            what = _DRAWN[len(cards) - 1]
            facts |= dict(zip(("one", "two"), cards, strict=False))
    elif what == "attack":
        what = "attack-repair" if event.facts["needs"] not in ("green", "endlimit", "endwrong") else what
        if what == "attack-repair" and "priority" in state.sides[side_named(state, event.facts["side"])].immunities:
            what = "attack"
    elif what == "defence":
        what = "defence-rolls" if not event.facts["card-needed"] else what
    elif event.code in ("MM-KEY-03", "MM-KEY-04", "MM-KEY-05", "MM-KEY-06"):
        facts |= _public_facts(state, event.seat)
        if event.code in ("MM-KEY-04", "MM-KEY-05"):  # of a side: all who share its road
            facts["driver"] = team(state, event.seat)
    return what, facts


_DRAWN = ("draw-one", "draw-two")


def _public_facts(state: State, seat: int) -> Mapping[str, object]:
    """Everything public about a player's side, and how many cards they hold; `cards` counts for all who share the
    road."""
    side = side_of(state, seat)
    one = state.sides[side]
    last = state.points[-1][side] if state.turn.phase == "over" and state.points else 0
    return {
        "km": one.km,
        "left": GOAL - one.km,
        "light": f"needs-{missing(one)}" if missing(one) else "rolls",
        "speed": "slow" if one.limited else "fast",
        "way": "backwards" if one.wrong else "forwards",
        "safe": [f"against-{card}" for card in one.immunities],
        "longest": MOST_LONGEST - one.longest,
        "count": len(state.hands[seat]),
        "cards": "+".join(str(len(state.hands[one])) for one in members(state, side)),
        "so-far": last or (total(state, side) if state.turn.phase in ("turn", "window") else 0),
        "sum": sums(state)[side] - last,
        "owes": due(state) if state.turn.phase == "turn" else state.turn.phase,
        "attack": state.turn.attack or "red",
    }
