"""Exact odds of a draft in the race games: every fall of its dice, cards and tokens, counted and not sampled.

    odds(GAME, state, draft)                       how often it arrives, what it adds to the time, where it goes wrong
    weighed(GAME, state, draft.moves, cost, most)  its odds, and its average cost, where the caller says what each move
                                                   costs; in steps, as `odds_in_steps`
    secured(GAME, state, draft.moves)              its odds once more for every die that could be secured
    driven(GAME, state, draft.moves, luck)         how one drive ends, with dice that fall once, as often as one likes
    other_way(GAME, state, draft.moves)            its dice at once instead of one by one, or in DIRT the reverse

Chances to arrive, end short, lose control or be out are those of `Game.chances`. All else is found on a walk through
the tree of what can happen, with the engine's own `play`, so a rule that changes there changes here as well. Three
things are taken for granted, and said wherever the figures are shown:

* The turn is driven to the end of the draft; only `weighed` may be asked to stop where that costs less. Sisu is played
  where the draft says so and nowhere else; `saved` is how often it would help.
* After a puncture the rest of a draft may have become illegal. The turn ends there: `short`.
* Where the rules let a driver choose after the roll, they choose well: see the file of the game.

What a script tells of its dice and cards is certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.contract import Drafts
from rallyman_tutor.coach.steps import Steps, to_the_end
from rallyman_tutor.coach.walk import NEVER, DraftDriving, Drives, Left, Stopped, Tally, TooMany, walk
from rallyman_tutor.core.game import Game, Move, State
from rallyman_tutor.core.luck import Luck
from rallyman_tutor.core.notation import ScriptedDraft, as_scripted

__all__ = [
    "Odds",
    "Secured",
    "TooMany",
    "as_driven",
    "driven",
    "odds",
    "odds_in_steps",
    "other_way",
    "secured",
    "weighed",
]

FINE = 1_000_000
"""Costs are counted in parts of a second as fine as this, as fractions like everything else."""


class Odds(NamedTuple):
    """The results of a draft. Chances add up: `arrive + stops + short + lose + out = 1`; the rest are averages."""

    arrive: Fraction  # the whole draft is driven, and control is kept
    stops: Fraction  # the driver stops before its end
    short: Fraction  # control is kept, and the rest of the draft can be driven no more
    lose: Fraction  # control is lost, and the rally goes on
    out: Fraction  # the rally is over
    saved: Fraction  # control would be lost, and Sisu is there to play
    where: Mapping[str, Fraction]  # on which space control is lost
    stops_at: Mapping[str, Fraction]  # on which space the driver stops early
    ends: Mapping[str, Fraction]  # on which space the car stands when the turn is over
    clock: Fraction  # seconds of the cards that go on the pile
    seconds: Fraction  # seconds earned, less those that were paid
    damage: Fraction  # marks or tokens
    punctures: Fraction

    @property
    def time(self) -> Fraction:
        """The time that the turn adds to the driver's."""
        return self.clock - self.seconds


class SecuredDraft(NamedTuple, Generic[Move]):
    """A draft with one more die secured: which of its dice, and what the draft comes to then."""

    at: int
    die: Move
    odds: Odds


def odds(game: Game[State, Move], state: State, draft: Sequence[Move] | ScriptedDraft[Move]) -> Odds:
    """The odds of a legal draft."""
    return to_the_end(odds_in_steps(game, state, draft))


def odds_in_steps(game: Game[State, Move], state: State, draft: Sequence[Move] | ScriptedDraft[Move]) -> Steps[Odds]:
    """As `odds`, in steps."""
    driving = _of(game).driving(state)
    left = _left(driving, draft)
    tally = yield from walk(driving, state, left)
    return _odds_of(driving, state, left, tally)


def _left(driving: DraftDriving[State, Move], draft: Sequence[Move] | ScriptedDraft[Move]) -> Left[Move]:
    """A draft as the moves by which it is driven."""
    return driving.draft(_scripted(draft))


def _scripted(draft: Sequence[Move] | ScriptedDraft[Move]) -> ScriptedDraft[Move]:
    return draft if isinstance(draft, ScriptedDraft) else as_scripted(tuple(draft))


def weighed(
    game: Game[State, Move],
    state: State,
    draft: Sequence[Move],
    cost: Callable[[State, State], float],
    most: int,
    *,
    stops: bool = False,
) -> Steps[tuple[Odds, float]]:
    """The odds of a legal draft, and its average cost, in steps. `cost` gives the cost of one move, from the states
    before and after it. With `stops` the driver ends the turn after any die where that costs less than to roll on.
    Raises `TooMany` if more than `most` moves would have to be followed."""

    def in_parts(before: State, after: State) -> Fraction:
        return Fraction(round(cost(before, after) * FINE), FINE)

    driving = _of(game).driving(state)
    left = _left(driving, draft)
    tally = yield from walk(driving, state, left, in_parts, most, stops=stops)
    return _odds_of(driving, state, left, tally), float(tally["also", ""])


def driven(
    game: Game[State, Move], state: State, draft: Sequence[Move], lucks: Iterable[Luck]
) -> Iterator[tuple[State, str, bool] | None]:
    """Drives of a legal draft, one with each luck: how it stands then, on which space the car is, and whether control
    was lost. It yields nothing after each step of a choice that is weighed on the way."""
    driving = _of(game).driving(state)
    drives, moves = Drives(driving), _left(driving, draft)
    for luck in lucks:
        end, counted = yield from drives.drive(state, moves, luck)
        (where,) = [place for what, place in counted if what == "ends at"]
        yield end, str(where), any(what == "lost at" for what, _ in counted)


def secured(
    game: Game[State, Move], state: State, draft: Sequence[Move] | ScriptedDraft[Move]
) -> list[SecuredDraft[Move]]:
    """For each die that could be secured and is not: what the draft comes to when it is."""
    found = []
    dice = _of(game).one_by_one(_scripted(draft))
    for at, (move, shown) in enumerate(dice.shown_moves):
        paid, cards = _of(game).paid(move, shown)
        changed = ScriptedDraft(
            (*dice.moves[:at], paid, *dice.moves[at + 1 :]),
            (*dice.shown[:at], cards, *dice.shown[at + 1 :]) if dice.shown else (),
        )
        if paid != move and game.is_legal(state, changed):
            found.append(SecuredDraft(at, move, odds(game, state, changed)))
    return found


def other_way(game: Game[State, Move], state: State, draft: Sequence[Move]) -> Move | None:
    """The dice of a draft rolled all at once instead of one by one; in DIRT one by one instead of all at once, too.
    None where the rules do not allow it."""
    move = _of(game).other_way(tuple(draft))
    return move if move is not None and game.is_legal(state, (move,)) else None


def as_driven(game: Game[State, Move], state: State, laid: Sequence[Move]) -> tuple[Move, ...]:
    """Laid dice as the moves that drive them: in DIRT a draft is driven as a whole."""
    driving = _of(game).driving(state)
    return tuple(one.move for one in _left(driving, laid))


def _of(game: Game[State, Move]) -> Drafts[State, Move]:
    return race_coach(game).drafts()


def _odds_of(driving: DraftDriving[State, Move], state: State, left: Left[Move], tally: Tally) -> Odds:
    """The odds of a draft that is driven from this state. A driver who stops on the way is spared what would have come
    behind."""

    def by_space(kind: str) -> dict[str, Fraction]:
        found = ((where, share) for (what, where), share in tally.items() if what == kind)
        return dict(sorted((where, share) for where, share in found if isinstance(where, str) and where))

    def total(kind: str) -> Fraction:
        return tally.get((kind, ""), NEVER)

    driven_on = driving.chances(state, left)
    spared = [(share, driving.chances(*at)) for (_, at), share in tally.items() if isinstance(at, Stopped)]
    return Odds(
        arrive=driven_on.arrive - sum(share * behind.arrive for share, behind in spared),
        stops=sum((share for share, _ in spared), NEVER),
        short=driven_on.short - sum(share * behind.short for share, behind in spared),
        lose=driven_on.lose - sum(share * behind.lose for share, behind in spared),
        out=driven_on.end - sum(share * behind.end for share, behind in spared),
        saved=total("saved"),
        where=by_space("lost at"),
        stops_at=by_space("stops at"),
        ends=by_space("ends at"),
        clock=total("clock"),
        seconds=total("seconds"),
        damage=total("damage"),
        punctures=total("punctures"),
    )
