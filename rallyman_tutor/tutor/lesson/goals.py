"""The goals a lesson can set: a closed list of words with an argument, and when each is met.

A goal asks about a `GoalContext`: where the learner began, what was driven since, how things stand now, and the draft
that is laid. The answer uses only what every game tells of itself (pieces, places, facts, events, chances), so a goal
works in every game that has such a thing. A lesson names goals and holds no functions, so teachers can write them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from rallyman_tutor.core.game import AnyDraft, AnyGame, AnyMove, AnyState, Desk, LaidStep, Standing
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import PastMove
from rallyman_tutor.core.rule import Violation
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.figures import exactly
from rallyman_tutor.tutor.words.words import shared_words, words

MOST_NUMBER = 999_999
"""The largest number that a goal may name."""
OTHER_NAMES: Mapping[str, tuple[str, ...]] = {"blocked": ("blocked-by",)}
"""Events that have another name where more is known, such as who blocks."""


@dataclass(frozen=True)
class GoalContext:
    """The table that a goal is asked about. In steps where dice are rolled the draft is empty: laid dice do not
    count."""

    game: AnyGame
    start: AnyState
    state: AnyState
    draft: tuple[AnyMove, ...] = ()
    past: tuple[PastMove[AnyState, AnyMove], ...] = ()  # of all drivers, since the start

    @cached_property
    def desk(self) -> Desk[AnyMove]:
        return self.game.desk(self.state, self.draft)

    @cached_property
    def seat(self) -> int:
        """The learner's seat."""
        return self.game.turn(self.start)

    @cached_property
    def standing(self) -> Standing:
        """How the learner stands now, whoever is in turn."""
        name = self.game.desk(self.start, ()).facts["driver"]
        return next(stand for stand in self.desk.standings if stand.name == name)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Where the draft leads, die by die."""
        return tuple(laid.place for laid in self.desk.laid if laid.place)

    @property
    def place(self) -> str:
        """Where the learner stands, or the draft leads."""
        return self.places[-1] if self.places else self.standing.place

    @property
    def gear(self) -> object:
        return self.desk.facts.get("then") if self.places else self.standing.facts.get("gear")

    @property
    def clock(self) -> int:
        return self.standing.facts.get("clock", 0)

    @property
    def hazards(self) -> int:
        return self.desk.facts.get("hazards", 0)

    @cached_property
    def events(self) -> tuple[tuple[str, Mapping[str, object]], ...]:
        """The learner's events since the start: names of the texts, with facts."""
        return tuple(
            self.game.describe_event(past.state, event)
            for past in self.past
            for event in past.events
            if event.seat in (self.seat, -1)
        )

    def has_seen(self, event: str) -> bool:
        """Whether this event happened to the learner, by any of its names."""
        names = (event, *OTHER_NAMES.get(event, ()))
        return any(what in names for what, _ in self.events)

    @cached_property
    def turn(self) -> tuple[tuple[AnyState, PastMove[AnyState, AnyMove]], ...]:
        """The moves of the learner's turn, each with the state before it; between two turns, those of the last one."""
        found: list[tuple[AnyState, PastMove[AnyState, AnyMove]]] = []
        state, this = self.start, None
        for past in self.past:
            if self.game.turn(state) == self.seat:
                number = self.game.desk(state, ()).facts["round"]
                if number != this:
                    found.clear()
                this = number
                found.append((state, past))
            state = past.state
        fresh = self.places and self.game.desk(self.state, ()).facts["round"] != this
        return () if fresh else tuple(found)

    @cached_property
    def rounds(self) -> frozenset[object]:
        """The turns since the start in which the learner has decided something."""
        states = (self.start, *(past.state for past in self.past))[: len(self.past)]
        return frozenset(self._round(state) for state in states if self.game.turn(state) == self.seat)

    @property
    def has_turn(self) -> bool:
        """Whether the learner is to decide now, in a turn that they have not begun."""
        is_theirs = self.game.turn(self.state) == self.seat and not self.game.over(self.state)
        return is_theirs and self._round(self.state) not in self.rounds

    def _round(self, state: AnyState) -> object:
        return self.game.desk(state, ()).facts["round"]

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The dice of this turn, those rolled and those laid; with a die, the brakes beside it."""
        rolled = [laid for state, past in self.turn for laid in self._driven(state, past)]
        return tuple(laid.piece for laid in (*rolled, *self.desk.laid) if laid.place)

    def has_used(self, die: str) -> bool:
        """Whether a die of this turn is of this kind, a brake beside a gear die as well."""
        return any(die == piece or die in brakes_apart(piece) for piece in self.pieces)

    def _driven(self, state: AnyState, past: PastMove[AnyState, AnyMove]) -> tuple[LaidStep[AnyMove], ...]:
        """The dice that a past move has rolled: its own; of a whole draft, as many as the car has moved spaces by."""
        whole = self.game.form(past.move).steps
        if not whole:
            return tuple(self.game.desk(state, (past.move,)).laid[:1])
        moved = sum(is_driving_event(self.game.describe_event(past.state, event)[0]) for event in past.events)
        return tuple(self.game.desk(state, whole).laid[:moved])

    @cached_property
    def count(self) -> int:
        """How many dice this turn has used, counting those rolled before the start; a die and its brakes are one."""
        begun = self.game.desk(self.start, ()).facts
        first = self.turn[0][0] if self.turn else self.state
        same = self.game.desk(first, ()).facts["round"] == begun["round"]
        return len(self.pieces) + (begun.get("used", 0) if same else 0)

    @cached_property
    def is_secured(self) -> bool:
        laid = any(offer.name == "unsecure" for laid in self.desk.laid for offer in laid.variants)
        return laid or any(what == "secured" for what, _ in self.events)

    @cached_property
    def is_attack(self) -> bool:
        laid = any(" " in laid.piece for laid in self.desk.laid)
        rolled = any(
            self.game.describe_event(past.state, event)[0] == "attack" for _, past in self.turn for event in past.events
        )
        return laid or rolled or self.desk.facts.get("phase") == "drive"

    @cached_property
    def objections(self) -> list[Violation]:
        """The refusals of the rules in the draft; where they refuse nothing, their warnings."""
        return objections(self.game, self.state, self.draft)

    def has_crossed(self, place: str) -> bool:
        return place in self.places or any(
            facts.get("space") == place for what, facts in self.events if is_driving_event(what)
        )

    def is_past(self, place: str) -> bool:
        """Whether a car on the learner's place is ahead of every car on that place or in that bend."""
        far = {known.key: known.far for known in self.game.places(self.state)}
        there = [one for key, one in far.items() if is_or_lies_in(key, place)]
        return far.get(self.place, -1) > max(there, default=len(far))  # on another stage there is no such place


def brakes_apart(piece: str) -> tuple[str, str]:
    """The two kinds of dice of a piece: "3+2b" is a gear die and brakes; of any other the second is empty."""
    die, _, brakes = piece.partition("+")
    return die, brakes.lstrip("0123456789")


def as_number(fact: object) -> int:
    """A fact as a number; 0 where it is none."""
    return fact if isinstance(fact, int) else 0


def objections(game: AnyGame, state: AnyState, draft: AnyDraft) -> list[Violation]:
    """The refusals of the rules in a draft; where they refuse nothing, their warnings."""
    return game.judge(state, draft) or sorted(game.advise(state, draft), key=lambda violation: violation.at)


def is_driving_event(what: str) -> bool:
    return what in ("moved", "flew")


def is_or_lies_in(key: str, place: str) -> bool:
    """Whether the space `key` is this place, or lies in this bend."""
    return key == place or key.startswith(f"{place}.")


# -- Arguments --------------------------------------------------------------------------------------------------------

ArgumentReader = Callable[[AnyGame, AnyState, str], Any]  # gives the value that `GoalKind.met` takes


def _nothing(game: AnyGame, state: AnyState, text: str) -> None:
    if text:
        raise Refused("goal-alone", {"found": text})


def _place(game: AnyGame, state: AnyState, text: str) -> str:
    keys = [place.key for place in game.places(state)]
    text = _in_full(keys, text)
    if text not in keys:
        raise Refused("goal-place", {"found": text, "list": keys})
    return text


def _in_full(keys: list[str], text: str) -> str:
    """The full key of a place on a tile that was named without its tile, where only one has that name; else the
    text."""
    short = [key for key in keys if "#" in key and text in (key.rpartition("#")[2], key.rpartition(".")[2])]
    return short[0] if len(short) == 1 else text


def _stretch(game: AnyGame, state: AnyState, text: str) -> str:
    keys = [place.key for place in game.places(state)]
    text = _in_full(keys, text)
    if not any(is_or_lies_in(key, text) for key in keys):
        raise Refused("goal-place", {"found": text, "list": list(dict.fromkeys(key.split(".")[0] for key in keys))})
    return text


def _number(game: AnyGame, state: AnyState, text: str) -> int:
    if not text.isdecimal() or len(text) > len(str(MOST_NUMBER)):
        raise Refused("goal-number", {"found": text, "most": MOST_NUMBER})
    return int(text)


def _share(game: AnyGame, state: AnyState, text: str) -> Fraction:
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not 0 < share <= 1:
        raise Refused("goal-share", {"found": text})
    return share


def _piece(game: AnyGame, state: AnyState, text: str) -> str:
    keys = [piece.key for piece in game.desk(state, ()).pieces]
    if text not in keys:
        raise Refused("goal-piece", {"found": text, "list": keys})
    return text


def _code(game: AnyGame, state: AnyState, text: str) -> str:
    if text not in game.book:
        raise Refused("goal-code", {"found": text, "code": game.rules()[0].code})
    return text


def _event(game: AnyGame, state: AnyState, text: str) -> str:
    known = words(game.key).group("events")
    if text not in known:
        raise Refused("goal-event", {"found": text, "list": list(known)})
    return text


def _fact(game: AnyGame, state: AnyState, text: str) -> tuple[str, int]:
    """A fact of the player's standing, and a number: how much of it is asked for."""
    name, _, number = text.partition(" ")
    known = [key for key, value in game.desk(state, ()).standings[0].facts.items() if isinstance(value, int)]
    if name not in known:
        raise Refused("goal-fact", {"found": name, "list": known})
    return name, _number(game, state, number.strip())


# -- The list ---------------------------------------------------------------------------------------------------------


class GoalKind(NamedTuple):
    """One word of the list: how its argument is read, the name by which it is put into words, and when it is met."""

    reads: ArgumentReader
    fact: str
    met: Callable[[GoalContext, Any], bool]


GOAL_KINDS: Mapping[str, GoalKind] = {
    "reach": GoalKind(_place, "space", lambda now, place: now.place == place),
    "beyond": GoalKind(_stretch, "space", GoalContext.is_past),
    "gear": GoalKind(_number, "gear", lambda now, gear: now.gear == gear),
    "dice": GoalKind(_number, "count", lambda now, count: now.count == count),
    "dice-most": GoalKind(_number, "count", lambda now, count: now.count <= count),
    "turns-most": GoalKind(_number, "count", lambda now, count: len(now.rounds) <= count),
    "uses": GoalKind(_piece, "piece", GoalContext.has_used),
    "avoids": GoalKind(_piece, "piece", lambda now, piece: not now.has_used(piece)),
    "way": GoalKind(_place, "space", GoalContext.has_crossed),
    "secured": GoalKind(_nothing, "", lambda now, _: now.is_secured),
    "attack": GoalKind(_nothing, "", lambda now, _: now.is_attack),
    "odds-below": GoalKind(_share, "chance", lambda now, share: sum(now.game.risk(now.state, now.draft)) < share),
    "clock-most": GoalKind(_number, "clock", lambda now, clock: now.clock <= clock),
    "has": GoalKind(_fact, "fact", lambda now, fact: as_number(now.standing.facts.get(fact[0])) >= fact[1]),
    "hazards-most": GoalKind(_number, "count", lambda now, count: now.hazards <= count),
    "breaks": GoalKind(_code, "code", lambda now, code: [broken.code for broken in now.objections[:1]] == [code]),
    "event": GoalKind(_event, "event", GoalContext.has_seen),
    "no": GoalKind(_event, "event", lambda now, event: not now.has_seen(event)),
    "finish": GoalKind(
        _nothing, "", lambda now, _: _ends_on(now, "finish") or any(what == "finish" for what, _ in now.events)
    ),
}


def _ends_on(now: GoalContext, kind: str) -> bool:
    return any(place.key == now.place and place.kind == kind for place in now.game.places(now.state) if now.places)


class Goal(NamedTuple):
    """One goal of a step: a word of the list and its argument."""

    name: str
    value: Any = None


def read(game: AnyGame, state: AnyState, text: str) -> Goal:
    """Read a goal as a lesson writes it; its places must be on the road of this state."""
    name, _, argument = text.strip().partition(" ")
    if name not in GOAL_KINDS:
        raise Refused("no-such-goal", {"found": name, "list": tuple(GOAL_KINDS)})
    argument = argument.strip()
    if not argument and GOAL_KINDS[name].reads is not _nothing:
        raise Refused("goal-needs", {"found": name})
    return Goal(name, GOAL_KINDS[name].reads(game, state, argument))


def is_met(aim: Goal, now: GoalContext) -> bool:
    return GOAL_KINDS[aim.name].met(now, aim.value)


def is_lost(aim: Goal, now: GoalContext) -> bool:
    """Whether a goal cannot be kept any more, whatever is done now."""
    if aim.name == "turns-most":
        return len(now.rounds) + now.has_turn > int(aim.value)
    return aim.name == "no" and not is_met(aim, now)


def in_words(game: AnyGame, aim: Goal) -> str:
    """A goal as the learner reads it."""
    language, fact = words(game.key), GOAL_KINDS[aim.name].fact
    value = aim.value
    if fact == "piece":
        phrase = language.phrase("pieces", value)
    elif fact == "fact":
        phrase = f"{language.phrase('readouts', value[0])} {language.alone(*value)}"
    elif fact == "code":
        phrase = rule_title(game, value)
    elif fact == "space":
        phrase = language.place(value)
    elif fact == "chance":
        phrase = exactly(value)  # not rounded: the chance is to be below this very one
    elif fact == "event":
        phrase = shared_words(game.key, "happenings").get(value, value)
    else:
        phrase = language.fact(fact, value)
    return str(shared_words(game.key, "goals")[aim.name]).format(it=phrase)
