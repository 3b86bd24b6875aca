"""All that lies before the player in turn: cards in hand, places to lay them, decisions, the dials of the car.

Nothing here is a rule. An adjustment card is laid on the faster or the slower side of the player's own car, an event on
a side of any car, or on the supply to draw two cards. While tuning, a card is laid on the place `table`. A card on the
discard pile means that the hand is exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

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
from rallyman_tutor.core.notation import Reader
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.games import DRIVERS
from rallyman_tutor.games.crazy_rally.generate import moves
from rallyman_tutor.games.crazy_rally.judging import is_legal, judge
from rallyman_tutor.games.crazy_rally.notation import read_sheet, read_terms
from rallyman_tutor.games.crazy_rally.state import (
    CARDS,
    COURSE,
    FASTER,
    HIDDEN,
    IN_RACE,
    LOOK_SECONDS,
    SLOWER,
    STAGES,
    Draft,
    Event,
    Move,
    Play,
    Sheet,
    State,
    Table,
    Use,
    Word,
    is_event,
)
from rallyman_tutor.games.crazy_rally.step import after, by_card, mover
from rallyman_tutor.games.crazy_rally.table import outlines

READY: Mapping[str, str] = MappingProxyType({"race": "race", "practice": "race practice", "rally": "rally 3"})
"""The ready tables by name, as `spec` takes them."""

TABLE, SUPPLY, DISCARD = "table", "supply", "discard"
SIDES = {FASTER: "faster", SLOWER: "slower"}


def spec(table: str, drivers: Sequence[str]) -> Spec:
    """A race or a rally for these drivers; a position or a sheet names its own drivers."""
    if "|" in table:
        return {"position": table}
    if table.startswith("sheet"):
        return of_sheet(read_sheet(table))
    return of_sheet(read_terms(Reader(table))._replace(drivers=tuple(drivers)))


def of_sheet(sheet: Sheet) -> Spec:
    """A sheet as plain data."""
    return {
        "drivers": list(sheet.drivers),
        "races": sheet.races,
        "rally": sheet.rally,
        "options": sheet.options._asdict(),
        "deck": list(sheet.deck),
    }


def demo_game(players: int) -> Spec:
    """One race for this many players."""
    return {"drivers": list(DRIVERS[:players]), "races": 1}


# -- Pieces and places ------------------------------------------------------------------------------------------------


def place_keys(state: State) -> tuple[str, ...]:
    """The keys of all places for cards. Those of the present phase come first, because their reasons matter most."""
    sides = [f"{side}:{car.name}" for car in state.cars for side in SIDES.values()]
    return (TABLE, *sides, SUPPLY, DISCARD) if state.phase == "tune" else (*sides, SUPPLY, DISCARD, TABLE)


def cards(state: State) -> tuple[str, ...]:
    """The cards before the player in turn: while tuning the two drawn, else the hand."""
    held = state.car.drawn if state.phase == "tune" else state.car.hand
    return tuple(card for card in held if card != HIDDEN)


def move_to(state: State, card: str, key: str) -> Move:
    """The move that laying a card on a place means."""
    side, _, name = key.partition(":")
    if key == TABLE:
        return Table((card,))
    if key == DISCARD or (key == SUPPLY and not is_event(card)):
        return Word.EXCHANGE
    if key == SUPPLY:
        return Use("two")
    if is_event(card):
        return Use(side, name)
    way = FASTER if side == SIDES[FASTER] else SLOWER
    return Play(card, way, "" if name == state.car.name else name)


def laid_card(state: State, draft: Draft, at: int) -> tuple[str, str]:
    """Which card a move of a draft lays, and where."""
    move = draft[at]
    if isinstance(move, Table) and move.cards:
        return move.cards[0], TABLE
    if isinstance(move, Play):
        return move.card, f"{SIDES[move.way]}:{move.to or mover(state, draft, at)}" if move.way else ""
    if isinstance(move, Use):
        card = next(filter(is_event, cards(state)), "")
        return card, SUPPLY if move.effect == "two" else f"{move.effect}:{move.to}" if move.to else ""
    return "", DISCARD if move is Word.EXCHANGE else ""


def places(state: State, tall: bool = False) -> tuple[Place, ...]:
    """Every place of the table, as the picture shows it."""
    found = []
    for key, outline in outlines(state, tall).items():
        kind, _, name = key.partition(":")
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        own = "own" if name == state.car.name else "other" if name else ""
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        found.append(Place(key, kind, {"name": name, "whose": own}, *middle, outline))
    return tuple(found)


def placements(state: State, draft: Draft, piece: str = "", place: str = "") -> list[Placement[Move]]:
    """Every card, or one, on every place, or on one, each with the rules' answer; nothing once a move is laid, since a
    draft is one move."""
    found: list[Placement[Move]] = []
    if draft:
        return found
    for card in (card for card in cards(state) if piece in ("", card)):
        for key in (key for key in place_keys(state) if place in ("", key)):
            move = move_to(state, card, key)
            refused = tuple(judge(state, (move,)))
            found.append(
                Placement(card, key, move, refused, () if refused else tuple(judge(state, (move,), Kind.UNWISE)))
            )
    return found


# -- The desk ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def desk(state: State, draft: Draft) -> Desk[Move]:
    """All that lies before the player in turn."""
    laid = tuple(_laid(state, draft, at) for at in range(len(draft)))
    gone = [one.piece for one in laid]
    pieces = tuple(Piece(card, int(card not in gone), 1, card) for card in cards(state))
    facts = _desk_facts(state, draft)
    readouts = tuple(_readouts(facts))
    return Desk(pieces, tuple(_offers(state, draft)), facts, laid, tuple(_standings(state)), readouts)


def while_waiting(state: State, seat: int) -> tuple[Sequence[Piece], Sequence[Readout]]:
    """The cards of a driver who is not to decide, but for a card that they have sealed, and the dials of their car."""
    own = state._replace(seat=seat)
    sealed = own.car.sealed.rstrip("+-")
    pieces = tuple(Piece(card, int(card != sealed), 1, card) for card in cards(own))
    return pieces, tuple(_readouts(_desk_facts(own, ())))


def _laid(state: State, draft: Draft, at: int) -> LaidStep[Move]:
    """One move of the draft as it lies; an adjustment card can be turned between faster and slower."""
    move, (card, place) = draft[at], laid_card(state, draft, at)
    variants: tuple[Offer[Move], ...] = ()
    if isinstance(move, Play) and move.card in CARDS and move.way:
        turned = Play(move.card, SLOWER if move.way == FASTER else FASTER, move.to)
        variants = (_named(turned),)
    return LaidStep(card, place, variants)


def _standings(state: State) -> Iterator[Standing]:
    for seat, car in enumerate(state.cars):
        facts: StandingFacts = {
            "speed": car.speed, "handling": car.handling, "strength": car.strength, "top": car.top,
            "cards": len(car.hand), "distance": car.distance,
        }  # fmt: skip
        yield Standing(car.name, f"car:{car.name}", facts, not car.out, seat, car.distance)


class DeskFacts(game.DeskFacts):
    """The dials of the car, and where the race stands."""

    stage: int
    stages: int
    race: int
    races: int
    speed: int
    top: int
    handling: int
    fresh: int
    strength: int
    distance: int
    open: Mapping[str, object]  # what is printed on the open course card; empty if none is open
    supply: int
    discard: int
    practice: bool


def _desk_facts(state: State, draft: Draft) -> DeskFacts:
    """The dials of the car, and the speed the draft would bring it to."""
    car = state.car
    own = [move for at, move in enumerate(draft) if mover(state, draft, at) == car.name]
    return {
        "driver": car.name,
        "phase": state.phase,
        "round": len(state.results) * STAGES + min(state.stage, STAGES),
        "stage": min(state.stage, STAGES),
        "stages": STAGES,
        "race": min(len(state.results) + 1, state.races),
        "races": state.races,
        "speed": car.speed,
        "then": after(state, own[0]).speed if own else car.speed,
        "top": car.top,
        "handling": car.handling,
        "fresh": car.fresh,
        "strength": car.strength,
        "distance": car.distance,
        "open": _open(state),
        "hurry": LOOK_SECONDS if state.phase == "look" and state.looked else 0,
        "supply": len(state.supply),
        "discard": len(state.discard),
        "practice": state.options.practice or state.options.notes,
        "aside": tuple(card for card in car.hand if card != HIDDEN) if state.phase == "tune" else (),
    }


def _open(state: State) -> Mapping[str, object]:
    """The print of the course card of the test lap, or at a practice table of the next one; empty if neither is
    open."""
    shown = state.phase == "look" and state.looked > 0
    at = state.looked - 1 if shown else state.driven
    known = shown or (state.options.practice and state.phase in IN_RACE and state.ahead)
    if not known or state.course[at] == HIDDEN:
        return {}
    return {"n": STAGES - len(state.course) + at + 1, **_printed(state.course[at])}


def _printed(name: str) -> Mapping[str, object]:
    """The print of a course card."""
    course = COURSE[name]
    return {**course._asdict(), "card": course.name}


def _readouts(facts: DeskFacts) -> Iterator[Readout]:
    """The readouts: the dials of the car, and where the race stands."""
    if facts["phase"] in (*IN_RACE, "over"):
        yield PhraseReadout("stage-of", {"n": facts["stage"], "of": facts["stages"]})
    if facts["races"] > 1:
        yield PhraseReadout("race-of", {"n": facts["race"], "of": facts["races"]})
    yield FactReadout("speed", facts["speed"])
    yield FactReadout("handling", f"{facts['handling']} / {facts['fresh']}")
    yield FactReadout("strength", facts["strength"])
    yield FactReadout("top", facts["top"])
    yield FactReadout("distance", facts["distance"])
    if facts["then"] != facts["speed"]:
        yield PhraseReadout("then", {"then": facts["then"]})
    if facts["practice"]:
        yield PhraseReadout("practice", {})
    if facts["open"]:
        yield PhraseReadout("open-red" if facts["open"]["minimum"] else "open", facts["open"], aloud=True)


def _offers(state: State, draft: Draft) -> Iterator[Offer[Move]]:
    """The decisions that can be taken now. A laid move comes first, if it is legal."""
    laid = [move for move in draft[:1] if is_legal(state, (move,))]
    for move in laid:
        yield _named(move)
    pressed = [move for move in moves(state) if not isinstance(move, Table | Play | Use) or move == Use("two")]
    for move in sorted(
        pressed, key=lambda move: isinstance(move, Use)
    ):  # the event last, so that pressing the first button keeps it
        if move not in laid:
            yield _named(move)


def _named(move: Move) -> Offer[Move]:
    if isinstance(move, Play):
        by = abs(by_card(move.card, move.way))
        return Offer(move, f"play-{SIDES[move.way]}", {"card": move.card, "by": by})
    if isinstance(move, Table):
        return Offer(move, "table", {"card": move.cards[0]})
    if isinstance(move, Use):
        return Offer(move, f"event-{move.effect}", {"name": move.to})
    return Offer(move, str(move), {})


# -- What happened ----------------------------------------------------------------------------------------------------


def describe_event(state: State, event: Event) -> tuple[str, Mapping[str, object]]:
    """The key of an event's words in the texts, and the facts they mention."""
    facts: dict[str, object] = dict(event.facts)
    if event.seat >= 0:
        facts["driver"] = state.cars[event.seat].name
    what = event.what
    if what == "card":
        what = "card-faster" if facts["way"] == FASTER else "card-slower"
    elif what in ("faster", "slower"):
        what = f"event-{what}" if facts["name"] != facts["driver"] else f"event-own-{what}"
    elif what == "turned":
        facts["card"] = COURSE[event.facts["card"]].name
        what = "turned-red" if COURSE[event.facts["card"]].minimum else what
    elif what == "shown":
        facts["card"] = COURSE[event.facts["card"]].name
    elif what == "drew" and HIDDEN not in state.cars[event.seat].hand:
        what, facts["card"] = "drew-card", state.cars[event.seat].hand[-1]
    elif what == "clean":
        what = "clean-red" if event.code == "CR-RED-01" else what
    elif what == "window":
        facts["names"] = ", ".join(state.cars[seat].name for seat in event.facts["order"])
    elif what == "winners":
        what = "winner-alone" if len(event.facts["names"]) == 1 else "winners"
    return what, facts
