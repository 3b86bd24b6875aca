"""Mil Millas read a second time: every card of every hand, from the deal to the last point.

Written from the catalogue of rules; it hears moves and the cards that were turned up, and asks nothing of the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from tests.rally.readings.said import Said, Spec

PACK = {
    "25": 10, "50": 10, "75": 10, "100": 12, "200": 4,
    "red": 5, "limit": 4, "fuel": 3, "flat": 3, "crash": 3,
    "green": 14, "endlimit": 6, "petrol": 6, "spare": 6, "repair": 6,
    "priority": 1, "tanker": 1, "proof": 1, "ace": 1,
}  # fmt: skip
WRONG_WAY = {"wrong": 3, "endwrong": 6}
DISTANCES = ("25", "50", "75", "100", "200")
REPAIRS = {"petrol": "fuel", "spare": "flat", "repair": "crash"}
HURTS = {"priority": ("red", "limit"), "tanker": ("fuel",), "proof": ("flat",), "ace": ("crash", "wrong")}
GUARD = {attack: card for card, attacks in HURTS.items() for attack in attacks}


@dataclass
class Team:
    """The cards before one side."""

    km: int = 0
    waits: bool = True  # for a green light
    broken: set[str] = field(default_factory=set)
    slow: bool = False
    backwards: bool = False
    safe: set[str] = field(default_factory=set)
    tricks: int = 0
    longs: int = 0
    drove: bool = False

    @property
    def rolls(self) -> bool:
        return not self.broken and (not self.waits or "priority" in self.safe)


class MilMillas:
    """A match, card by card."""

    def __init__(self, spec: Spec) -> None:
        self.names: list[str] = list(spec["drivers"])
        self.many = spec["teams"] or len(self.names)
        options = spec["options"]
        self.stacking, self.again, self.wrong = (
            options.get(name) == "on" for name in ("stacking", "reshuffle", "wrong-way")
        )
        self.rounds, self.target = int(options.get("rounds", 0)), int(options.get("target", 0))
        self.first = -1
        self.points: list[tuple[int, ...]] = []
        self.phase, self.turn = "deal", -1
        self._clean()

    def _clean(self) -> None:
        self.teams = [Team() for _ in range(self.many)]
        self.hands: list[Counter[str]] = [Counter() for _ in self.names]
        self.deck = Counter(PACK | (WRONG_WAY if self.wrong else {}))
        self.thrown: list[str] = []
        self.vain = 0
        self.asked: tuple[str, int, Team] | None = None  # the attack, the side, and how it stood before
        self.last, self.passed = -1, set[int]()  # who laid that attack, and who let it stand

    # -- Hearing ---------------------------------------------------------------------------------------------------

    def hear(self, said: Said) -> Iterator[str]:
        word, _, rest = said.move.partition(" ")
        if word == "deal":
            yield from self._deal(said)
            return
        if word == "pass":
            if not self.asked or said.seat % self.many != self.asked[1]:
                yield "MM-COUP-01: nobody attacked passes"
                return
            self.passed.add(said.seat)
            if len(self.passed) == len(self.names) // self.many:  # the whole side lets it stand
                self._shut()
            return
        if word == "trick":
            yield from self._trick(said.seat)
            return
        if self.phase != "turn" or said.seat != self.turn:
            yield "MM-TURN-01: out of turn"
        self._shut()
        if self.phase != "turn":
            return
        if word == "draw":
            yield from self._draw(said)
            return
        card, _, name = rest.partition(">")
        hand = self.hands[said.seat]
        if hand.total() < 7 and self._can_draw():
            yield "MM-TURN-02: no card was drawn"
        if not hand[card]:
            yield "MM-TURN-04: not in the hand"
        if word == "discard":
            if self._playable(said.seat, card):
                yield "MM-DISC-02: it could be laid"
            self._leaves(said.seat, card)
            self.thrown.append(card)
            self._ends(said.seat)
        else:
            yield from self._lay(said.seat, card, name)

    def _deal(self, said: Said) -> Iterator[str]:
        if self.phase != "deal":
            yield "MM-SETUP-02: dealt in the middle of a hand"
        self._clean()
        cards = list(said.shown)
        if not self.points:
            self.first = self.names.index(cards.pop(0))
        else:
            self.first = (self.first + 1) % len(self.names)
        for seat, hand in enumerate(self.hands):
            hand.update(cards[6 * seat : 6 * seat + 6])
        self.deck.subtract(cards)
        if len(cards) != 6 * len(self.names):
            yield "MM-SETUP-02: not six to each"
        self.phase, self.turn = "turn", self.first

    def _draw(self, said: Said) -> Iterator[str]:
        hand = self.hands[said.seat]
        if hand.total() >= 7:
            yield "MM-TURN-03: seven already"
        for card in said.shown:
            self._refill()
            self.deck[card] -= 1
            hand[card] += 1
            if self.deck[card] < 0:
                yield f"MM-COMP-01: one {card} too many"
        if not said.shown:
            self._refill()
        if hand.total() < 7 and self._can_draw() and self.phase == "turn":
            yield "MM-TURN-03: too few were drawn"

    def _refill(self) -> None:
        """Where a card is needed and the deck is empty, what was thrown becomes the deck."""
        if self.deck.total() or not self.again or not self.thrown:
            return
        self.vain += 1
        if self.vain > 2:
            self._over(None)
            return
        self.deck, self.thrown = Counter(self.thrown), []

    def _can_draw(self) -> bool:
        return bool(self.deck.total() or (self.again and self.thrown))

    def _leaves(self, seat: int, card: str) -> None:
        self.hands[seat][card] -= 1

    def _allowed(self, seat: int, card: str) -> bool:
        """Whether a card that is no attack may be laid."""
        team = self.teams[seat % self.many]
        if card in DISTANCES:
            to = team.km + (-int(card) if team.backwards else int(card))
            return (
                team.rolls
                and not (team.slow and int(card) > 50)
                and not (card == "200" and team.longs == 2)
                and 0 <= to <= 1000
            )
        if card == "green":
            return team.waits and "priority" not in team.safe and not team.broken
        if card == "endlimit":
            return team.slow
        if card == "endwrong":
            return team.backwards
        return card in HURTS or REPAIRS.get(card) in team.broken

    def _may_attack(self, seat: int, side: int, card: str) -> bool:
        team = self.teams[side]
        if side == seat % self.many or GUARD[card] in team.safe:
            return False
        if card == "limit":
            return not team.slow
        if card == "wrong":
            return not team.backwards
        if self.stacking:
            return card not in team.broken if card != "red" else not team.waits
        return team.rolls

    def _playable(self, seat: int, card: str) -> bool:
        if card in GUARD:
            return any(self._may_attack(seat, side, card) for side in range(self.many))
        return self._allowed(seat, card)

    def _lay(self, seat: int, card: str, name: str) -> Iterator[str]:
        team = self.teams[seat % self.many]
        if card in GUARD:
            yield from self._attack(seat, card, name)
            return
        if not self._allowed(seat, card):
            yield f"{card} may not be laid"
        self._leaves(seat, card)
        if card in HURTS:
            self._safe(team, card)
            self._closes()
            return
        if card in DISTANCES:
            team.km += -int(card) if team.backwards else int(card)
            team.longs += card == "200"
            team.drove = True
            self.vain = 0
            if team.km == 1000:
                self._over(seat % self.many)
                return
        elif card == "green":
            team.waits = False
        elif card == "endlimit":
            team.slow = False
        elif card == "endwrong":
            team.backwards = False
        else:
            team.broken.discard(REPAIRS[card])
        self._ends(seat)

    def _safe(self, team: Team, card: str) -> None:
        team.safe.add(card)
        for attack in HURTS[card]:
            team.broken.discard(attack)
        if card == "priority":
            team.waits = team.slow = False
        if card == "ace":
            team.backwards = False

    def _attack(self, seat: int, card: str, name: str) -> Iterator[str]:
        side = self.names.index(name) % self.many
        team = self.teams[side]
        if not self._may_attack(seat, side, card):
            yield f"{card} may not be laid on {name}"
        self._leaves(seat, card)
        self.asked = (card, side, deepcopy(team))
        if card == "limit":
            team.slow = True
        elif card == "wrong":
            team.backwards = True
        else:
            team.broken |= {card} - {"red"}
            team.waits = team.waits or "priority" not in team.safe
        self.turn = (seat + 1) % len(self.names)
        self.last, self.passed = seat, set()

    def _trick(self, seat: int) -> Iterator[str]:
        if not self.asked or seat % self.many != self.asked[1]:
            yield "MM-COUP-01: nothing to answer"
            return
        attack, side, before = self.asked
        card = GUARD[attack]
        if not self.hands[seat][card]:
            yield "MM-COUP-01: the immunity is not in this hand"
        self._leaves(seat, card)
        self.teams[side] = before
        before.tricks += 1
        self._safe(before, card)
        self.thrown.append(attack)
        self.asked = None
        self.turn = seat
        self._closes()

    def _shut(self) -> None:
        """The time to answer an attack is over."""
        if self.asked:
            self.asked = None
            self._ends(self.last)

    def _ends(self, seat: int) -> None:
        self.turn = (seat + 1) % len(self.names)
        self._closes()

    def _closes(self) -> None:
        """Behind a card that was laid or thrown: whether somebody, whoever it is, has none and can draw none."""
        if not all(hand.total() for hand in self.hands) and not self._can_draw():
            self._over(None)

    # -- The end of a hand -----------------------------------------------------------------------------------------

    def _over(self, winner: int | None) -> None:
        row = []
        for side, team in enumerate(self.teams):
            points = team.km + 100 * len(team.safe) + 300 * team.tricks
            if side == winner:
                others = [other for other in self.teams if other is not team]
                points += 300
                points += 300 * (not self._can_draw())
                points += 500 * (not any(other.drove for other in others))
                points += 300 * (len(team.safe) == 4)
            row.append(points)
        self.points.append(tuple(row))
        totals = [sum(column) for column in zip(*self.points, strict=True)]
        played = len(self.points)
        goes_on = max(totals) < self.target if self.target else played < self.rounds
        self.phase = "deal" if goes_on else "over"

    # -- The table -------------------------------------------------------------------------------------------------

    def table(self, state: Any) -> Iterator[tuple[str, object, object]]:
        yield "phase", self.phase, {"window": "turn"}.get(state.turn.phase, state.turn.phase)
        yield "points of the hands", self.points, [*state.points]
        if self.phase != "turn":
            if self.phase == "over":
                totals = [sum(column) for column in zip(*self.points, strict=True)]
                yield "places", [1 + sum(other > own for other in totals) for own in totals], places(state)
            return
        if state.turn.phase == "turn":
            yield "whose turn it is", self.turn, state.turn.seat
            yield "an attack to answer", self.asked, None
        else:
            yield (
                "the attack to answer",
                self.asked and self.asked[:2],
                (state.turn.attack, state.turn.seat % self.many),
            )
        yield "hand number", len(self.points) + 1, state.round
        yield "who began", self.first, state.first
        for seat, hand in enumerate(self.hands):
            yield f"hand of {self.names[seat]}", sorted(hand.elements()), sorted(state.hands[seat])
        for side, team in enumerate(self.teams):
            own, there = (
                (team.km, team.waits, team.broken, team.slow, team.backwards, team.safe, team.tricks, team.longs, team.drove),
                state.sides[side],
            )  # fmt: skip
            yield (
                f"before side {side}",
                own,
                (
                    there.km, there.stopped, {*there.problems}, there.limited, there.wrong, {*there.immunities},
                    there.tricks, there.longest, there.drove,
                ),
            )  # fmt: skip
        deck = Counter({card: count for card, count in state.deck if count})
        yield "deck and what was thrown", +self.deck + Counter(self.thrown), deck + Counter(state.pile)
        if deck.total() and self.deck.total():
            yield "deck", +self.deck, deck
        held = sum(self.hands, Counter[str]())
        rest = Counter(PACK | (WRONG_WAY if self.wrong else {})) - held - self.deck - Counter(self.thrown)
        yield "out of play", rest, Counter(state.out)


def places(state: Any) -> list[int]:
    totals = [sum(column) for column in zip(*state.points, strict=True)]
    return [1 + sum(other > own for other in totals) for own in totals]
