"""The worth of every decision in a position of Rallyman (2009), from the values of a solved stage.

What can happen is asked of the engine; what it is worth afterwards is read from the table where a turn starts, and
worked out for the rest of this turn. With other cars on the road this turn is driven among them, where they stand; from
then on a driver counts as alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TypeVar

from rallyman_tutor.coach.classic.solver.attack import Attacks
from rallyman_tutor.coach.classic.solver.attack_ends import AttackEnd, end_of_attack
from rallyman_tutor.coach.classic.solver.chance import FRESH
from rallyman_tutor.coach.classic.solver.mix import mixed
from rallyman_tutor.coach.classic.solver.nodes import Node, Nodes
from rallyman_tutor.coach.classic.solver.rolls import Dice
from rallyman_tutor.coach.classic.solver.sweep import Array, Sweep, Values
from rallyman_tutor.coach.classic.solver.task import Task
from rallyman_tutor.coach.solver.costs import ALIKE, COSTS, NUDGE, WHOLE, Outcome, RankedDecision, Weight, with_parts
from rallyman_tutor.coach.solver.mix import Mix
from rallyman_tutor.coach.steps import Steps, to_the_end
from rallyman_tutor.core.luck import Luck, Odds, every_outcome, outcomes_of
from rallyman_tutor.games.classic.alone import solo
from rallyman_tutor.games.classic.ending import SECONDS_PER_DIE
from rallyman_tutor.games.classic.moments import decision_due
from rallyman_tutor.games.classic.play import can_play_sisu, moves, play
from rallyman_tutor.games.classic.state import (
    GAS,
    GAS_DICE,
    PUNCTURE,
    Attack,
    Events,
    Give,
    Move,
    Roll,
    State,
    Stop,
    Word,
)
from rallyman_tutor.games.classic.step import HARMLESS_LUCK, dice_rolled

Found = TypeVar("Found")


class Best:
    """The worth of positions on a stage that is solved."""

    def __init__(self, task: Task, values: Values, house: Best | None = None) -> None:
        self.task = task
        self._is_mixed = house is not None
        self._attacks: Attacks = house._attacks if house else Attacks(task)
        self._nodes: Nodes = house._nodes if house else Nodes(task)
        nudged = (WHOLE.more(name, NUDGE) for name in COSTS)
        self._sweeps = [
            Sweep(task, FRESH, None, 0.0, self._attacks, self._nodes, values, weight) for weight in (WHOLE, *nudged)
        ]
        self._costs: dict[State, list[tuple[float, Move]]] = {}
        self._choices: dict[State, Move] = {}

    def otherwise(self, mix: Mix) -> Best:
        """The worth of this turn with another mix of cards; the turns behind it keep their worth."""
        return Best(mixed(self.task, mix), self._sweeps[0].values, self)

    # -- What may be decided ------------------------------------------------------------------------------------------

    def ranked(self, state: State, many: int | None = None) -> list[RankedDecision[Move]]:
        """The open decisions, the best first: all of them, or no more than so many."""
        found = [with_parts(move, costs) for move, costs in self._priced(state, self._sweeps)]
        return _in_order(found, lambda one: one.cost)[:many]

    def costs(self, state: State) -> list[tuple[float, Move]]:
        """Everything that may be decided now with what the stage then costs, the best first."""
        if state not in self._costs:
            self._costs[state] = to_the_end(self.costs_in_steps(state))
        return [*self._costs[state]]

    def costs_in_steps(self, state: State) -> Steps[list[tuple[float, Move]]]:
        """As `costs`, in steps."""
        found = []
        for move, costs in self._priced(state, self._sweeps[:1]):
            found.append((costs[0], move))
            yield
        return _in_order(found, lambda one: one[0])

    def all_costs(self, state: State) -> list[tuple[float, Move]]:
        """Everything that may be decided with its cost, the best first; `costs` leaves nothing out."""
        return self.costs(state)

    def cost_of(self, state: State, move: Move) -> float:
        """The cost of the stage from here with this decision, whether it is listed or not."""
        (cost,) = self._costs_of(self.one_stage(state), move, self._sweeps[:1])
        return cost

    def taken_apart(self, state: State, move: Move) -> RankedDecision[Move]:
        """The cost of the stage from here with this decision, and its parts."""
        return with_parts(move, self._costs_of(self.one_stage(state), move, self._sweeps))

    def choice(self, state: State) -> Move:
        """The best decision."""
        if state not in self._choices:
            self._choices[state] = self._chosen(state)
        return self._choices[state]

    def _chosen(self, state: State) -> Move:
        """The best decision. Within a turn its cost is known beforehand, and nothing is looked at once it is found; the
        value of a start of a turn was rounded, and that of more seconds than are told apart is not exact."""
        is_rounded = decision_due(state) == "roll" and not state.turn.used
        if state in self._costs or is_rounded or state.car.seconds > self.task.cap:
            return self.costs(state)[0][1]
        least, found = self.value(self.one_stage(state)) + ALIKE, []
        for move, (cost,) in self._priced(state, self._sweeps[:1]):
            if cost <= least:
                return move
            found.append((cost, move))
        return _in_order(found, lambda one: one[0])[0][1]

    def value(self, state: State) -> float:
        """The cost of the stage from here."""
        return self._value(self._own(state, state.turn.seat, state), self._sweeps[0])

    def passed(self, since: State, before: State, after: State) -> float:
        """The cost of one move of this turn; and the cost of the stage from there, if the turn is over or control is
        lost. Lost control is counted in full when it is lost, with Sisu where it is worth it. Shortcut cards count as
        drawn that were drawn since a position of this turn."""
        if decision_due(before) == "lost":
            return 0.0
        was, now = (self._own(state, before.turn.seat, since) for state in (before, after))
        return _spent(was, now, WHOLE) + (0.0 if _goes_on(before, after) else self._value(now, self._sweeps[0]))

    def followed(self, state: State, draft: Sequence[Move], advice: Best) -> float:
        """The cost of the stage from here if this turn is driven by somebody else's advice: with this draft as long as
        its dice turn out harmless, else as seems best to them."""
        here, planned = self.one_stage(state), dict[State, Move]()
        for move in draft:
            planned[here] = move
            here, _ = play(here, move, HARMLESS_LUCK)
        begun = self.one_stage(state)
        return self._followed(begun, planned, advice, begun, {})

    def _followed(
        self, state: State, planned: dict[State, Move], advice: Best, begun: State, known: dict[State, float]
    ) -> float:
        if state in known:
            return known[state]
        move, found = planned.get(state) or advice.choice(state), 0.0
        if isinstance(move, Attack):  # its dice are driven as it is best
            return next(cost for cost, one in self.costs(state) if one == move)
        for chance, after in self._outcomes(state, move):
            found += float(chance) * self.passed(begun, state, after)
            if _goes_on(state, after):
                found += float(chance) * self._followed(after, planned, advice, begun, known)
        known[state] = found
        return found

    # -- A decision followed to the ends of its turn ------------------------------------------------------------------

    def outcomes(self, state: State, move: Move, *, is_first: bool, is_last: bool) -> Iterator[Outcome[State]]:
        """Everything that a decision of this turn can lead to, with its chance. A card that is turned when control is
        lost comes from a full deck, as in all values; if its turning is the decision itself, from the deck there is.
        Where nothing is laid behind it, an attack leads to the ends of the turn, driven as well as can be."""
        if is_last and isinstance(move, Attack):
            yield from self._attacked(state, move)
            return
        as_it_is = is_first and not self._is_mixed
        for share, _, (after, events) in every_outcome(
            lambda luck: play(state, move, luck if as_it_is else _Mixed(luck, self.task))
        ):
            chance = float(share)
            if is_last and decision_due(after) == "drive" and _goes_on(state, after):
                for end in self._driven_to(after):
                    yield Outcome(chance * end.chance, end.after, (*events, *end.events))
            else:
                yield Outcome(chance, after, events)

    def _attacked(self, state: State, move: Attack) -> Iterator[Outcome[State]]:
        """Every end of an attack. Dice that can be driven to the same are followed once."""
        car = state.car
        dice = sorted(move.dice)
        sets = self._attacks.sets(car.place, car.gear)
        same = next(one for one in sets if sorted((*one.gears, *(GAS,) * one.gas)) == dice)
        rolled = dice_rolled(state, move.dice, (False,) * len(dice))
        falls = ((chance, number, same.undone) for number, chance in same.falls.items() if chance)
        yield from self._ended(state, rolled, falls)

    def _driven_to(self, state: State) -> Iterator[Outcome[State]]:
        """Every end of an attack whose dice lie rolled."""
        number = undone = self._attacks.driven(state.car.place, self._dice(state))
        if not state.turn.used and any(face for _, face in state.turn.hand) and can_play_sisu(state):
            saved, _ = play(state, Word.SISU, HARMLESS_LUCK)
            undone = self._attacks.driven(state.car.place, self._dice(saved))
        yield from self._ended(state, state, [(1.0, number, undone)])

    def _ended(self, state: State, rolled: State, falls: Iterable[tuple[float, int, int]]) -> Iterator[Outcome[State]]:
        """Every end of an attack, from the chance of each way in which its dice fall, with what they can be driven to,
        and what that is if Sisu is played."""
        car, sweep = state.car, self._sweeps[0]
        ends = sweep.ends(car.place, car.punctures, rolled.turn.rolled)
        at, damage, sisu, seconds = self._row(self._own(state, state.turn.seat, state))
        earned = rolled.turn.rolled * SECONDS_PER_DIE
        row, played = ((at, damage, cards, min(seconds + earned, self.task.cap)) for cards in (sisu, 0))
        found: dict[AttackEnd, float] = {}
        for chance, number, undone in falls:
            is_saved = bool(sisu and number != undone and ends.of(undone)[played] < ends.of(number)[row])
            for much, end in ends.reached(undone, played) if is_saved else ends.reached(number, row):
                same = end._replace(is_saved=is_saved)
                found[same] = found.get(same, 0.0) + chance * much
        for end, much in found.items():
            for share, _, (after, events) in every_outcome(partial(self._end, rolled, end)):
                yield Outcome(much * float(share), after, events)

    def _end(self, rolled: State, end: AttackEnd, luck: Luck) -> tuple[State, Events]:
        return end_of_attack(rolled, end, _Mixed(luck, self.task))

    def own(self, since: State, before: State, after: State) -> State:
        """A position as its driver meets it alone when a move of this turn was made."""
        return self._own(after, before.turn.seat, since)

    def entry(self, own: State) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Where the table has the value of a start of a turn: the key of the array, and the place in it."""
        car = own.cars[0]
        if car.status not in ("waiting", "road") or decision_due(own) != "roll" or own.turn.used:
            return None
        return (car.place, car.gear, car.punctures), self._row(own)

    def is_rolling(self, state: State) -> bool:
        """Whether dice are to be rolled, so that the odds of a draft can be told."""
        return decision_due(state) in ("roll", "drive")

    def line(self, state: State, move: Move) -> list[Move]:
        """A decision, and the best ones after it until the turn ends, if dice and cards turn out harmless."""
        found, turn = [move], (state.turn.seat, state.round)
        while True:
            after, _ = play(self.one_stage(state), move, HARMLESS_LUCK)
            if (after.turn.seat, after.round) != turn or decision_due(after) not in ("roll", "drive"):
                return found
            state, move = after, self.choice(after)
            if isinstance(move, Stop):
                return found
            found.append(move)

    def _priced(self, state: State, sweeps: list[Sweep]) -> Iterator[tuple[Move, list[float]]]:
        """Every decision with its cost by each of the sweeps."""
        state = self.one_stage(state)
        own = self._own(state, state.turn.seat, state)
        for move in moves(state):
            if move is Word.RETIRE:
                continue
            yield move, self._costs_of(state, move, sweeps)
        if decision_due(state) == "roll" and not state.turn.used:
            car = own.cars[0]
            each = [sweep.attacks_from(car.place, car.gear, car.punctures) for sweep in sweeps]
            for same in zip(*each, strict=True):
                one = same[0][0]
                if len(one.gears) + car.damage <= len(self.task.card) - 1:
                    yield Attack((*one.gears, *(GAS,) * one.gas)), [self._at(total, own) for _, total in same]

    def _costs_of(self, state: State, move: Move, sweeps: list[Sweep]) -> list[float]:
        """The cost of one decision by each of the sweeps."""
        seat = state.turn.seat
        own = self._own(state, seat, state)
        ways = [(float(chance), self._own(after, seat, state)) for chance, after in self._outcomes(state, move)]
        return [
            sum(chance * (_spent(own, after, one.weight) + self._value(after, one)) for chance, after in ways)
            for one in sweeps
        ]

    def _outcomes(self, state: State, move: Move) -> list[tuple[Fraction, State]]:
        """Every state a decision can lead to, with its chance by the cards of this task."""
        ways = outcomes_of(lambda luck: play(state, move, _Mixed(luck, self.task) if self._is_mixed else luck))
        return [(chance, after) for chance, after, _ in ways]

    def one_stage(self, state: State) -> State:
        """The position as if its stage were the only one: whoever crosses the finish has finished."""
        return state._replace(rally=None)

    def _own(self, state: State, seat: int, since: State) -> State:
        """A position as the driver of this seat meets it when this turn is over. Of the harmless shortcut cards only
        those count as drawn that were drawn since a position of this turn."""
        if len(state.cars) == 1 and self.task.now is None:
            return state
        lone, left = solo(state, seat), dict(state.shortcut.unseen)
        drawn = {card: max(0, count - left[card]) for card, count in since.shortcut.unseen if card != PUNCTURE}
        unseen = tuple((card, count - drawn.get(card, 0)) for card, count in lone.shortcut.unseen)
        return lone._replace(shortcut=lone.shortcut._replace(unseen=unseen))

    # -- What a position is worth -------------------------------------------------------------------------------------

    def _value(self, state: State, sweep: Sweep) -> float:
        car, turn = state.cars[0], state.turn
        if car.status == "out":
            return sweep.out
        if car.status == "finished":
            return 0.0
        now = decision_due(state)
        if now == "roll" and not turn.used:
            return self._at(sweep.values[car.place, car.gear, car.punctures], state)
        if now == "roll":
            return self._within(state, sweep)
        if now == "lost":
            lost = self._at(sweep.lost(car.place, car.gear, car.punctures), state)
            if turn.ended in ("hazards", "landing") and can_play_sisu(state):
                undone, _ = play(state, Word.SISU, HARMLESS_LUCK)
                return min(lost, _spent(state, undone, sweep.weight) + self._value(undone, sweep))
            return lost
        if now == "give":
            gives = (
                play(state, Give(face), HARMLESS_LUCK)[0] for face in {face for die, face in turn.hand if die == GAS}
            )
            return min(_spent(state, after, sweep.weight) + self._value(after, sweep) for after in gives)
        return self._driven(state, sweep)

    def _within(self, state: State, sweep: Sweep) -> float:
        """The value in the middle of a turn in which dice are rolled one after the other."""
        car, turn = state.cars[0], state.turn
        gas = turn.used.count(GAS)
        dry = self.task.winter and turn.gas_on_dry > 0
        node = Node(car.gear, _run(turn.used), len(turn.used) - gas, max(0, GAS_DICE - car.punctures - gas), dry)
        array = sweep.node(car.place, car.punctures, node)
        secured = min(turn.secured, array.shape[1] - 1)  # whoever secured more had more seconds than are told apart
        return self._at(array[turn.hazards, secured], state)

    def _driven(self, state: State, sweep: Sweep) -> float:
        """The value in the middle of an attack."""
        car, turn = state.cars[0], state.turn
        value = sweep.laid_out(car.place, self._dice(state), car.punctures, turn.rolled, self._row(state))
        if not turn.used and any(face for _, face in turn.hand) and can_play_sisu(state):
            undone, _ = play(state, Word.SISU, HARMLESS_LUCK)
            value = min(value, self._value(undone, sweep))
        return value

    def _dice(self, state: State) -> Dice:
        car, turn = state.cars[0], state.turn
        clean = sum(1 << die for die, face in turn.hand if die != GAS and not face)
        hazards = sum(1 << die for die, face in turn.hand if die != GAS and face)
        gas = turn.hand.count((GAS, False))
        dry = self.task.winter and turn.gas_on_dry > 0
        return Dice(car.gear, _run(turn.used), clean, hazards, gas, turn.hand.count((GAS, True)), turn.hazards, dry)

    def _at(self, array: Array, state: State) -> float:
        """The value for what this car carries."""
        return float(array[self._row(state)])

    def _row(self, state: State) -> tuple[int, ...]:
        """Where what this car carries stands in an array."""
        car = state.cars[0]
        harmless = self.task.harmless - sum(count for card, count in state.shortcut.unseen if card != PUNCTURE)
        row = self.task.row(car.place, car.punctures, (int(car.wheel), harmless))
        assert row is not None, "a car carries only what its task lets it carry"
        sisu = min(int(car.sisu), self.task.sisus - 1)
        return row, car.damage, sisu, min(car.seconds, self.task.cap)


class _Mixed:
    """Luck by which gear cards are turned from the full decks of a task, and shortcut cards weigh as much as it
    says."""

    def __init__(self, luck: Luck, task: Task) -> None:
        self._luck = luck
        self._task = task
        self._decks = {f"back of a card of gear {gear}": deck.unseen for gear, deck in enumerate(task.backs, 1)}

    def pick(self, what: str, odds: Odds) -> str:
        if what == "shortcut card" and any(count for card, count in odds if card != PUNCTURE):
            odds = [(card, count * self._task.weights[card == PUNCTURE]) for card, count in odds]
        return self._luck.pick(what, self._decks.get(what, odds))


def _in_order(found: Sequence[Found], cost: Callable[[Found], float]) -> list[Found]:
    """The best first. Of several that are as good, it is the one that was found first: so it is the same one wherever
    the search ends with it."""
    least = min(map(cost, found), default=0.0) + ALIKE
    return sorted(found, key=lambda one: max(cost(one), least))


def kind(move: Move) -> tuple[str, int]:
    """The kind of decision that a move is, as drivers tell them apart, and how many dice it rolls at once."""
    match move:
        case Roll():
            return ("secure", 0) if move.pay else ("on", 1)
        case Attack(dice):
            return "attack", len(dice)
        case Stop():
            return "stop", 0
        case Word():
            return move.value, 0
    return "give", 0


def _goes_on(before: State, after: State) -> bool:
    """Whether it is still the same turn, and control is not lost."""
    same = (after.turn.seat, after.round) == (before.turn.seat, before.round)
    return same and decision_due(after) != "lost" and after.cars[after.turn.seat].status in ("waiting", "road")


def _run(used: tuple[int, ...]) -> int:
    """How the gears were driven so far, as in `Node.run`."""
    gears = [die for die in used if die != GAS]
    return gears[-1] - gears[-2] if len(gears) > 1 else 2 * len(gears)


def _spent(before: State, after: State, weight: Weight) -> float:
    """The cost of one decision, each part as it is charged."""
    was, now = before.cars[0], after.cars[0]
    seconds = now.seconds - was.seconds
    held = weight.earned * seconds if seconds > 0 else weight.spent * seconds
    return weight.card * (now.clock - was.clock) - held
