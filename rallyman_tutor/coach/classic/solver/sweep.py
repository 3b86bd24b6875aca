"""The sweep: from the finish backwards over the road, for each space the cost of a turn that starts there.

A value is an array over what is carried, axes (hand, damage, Sisu, seconds); `hand` is wheel and harmless cards
drawn, and which of them can be met depends on the space. Within a turn a car is at a *node*: a space, a gear, the
gear dice used, the gas dice left; its arrays have two axes more in front, hazards shown and dice secured. Every node
leads to nodes further along the road, so all of them are worked out once, the last space first.

Chance may be taken in several ways (`chance.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rallyman_tutor.coach.classic.solver.attack import Attacks, Set
from rallyman_tutor.coach.classic.solver.attack_ends import AttackEnd, DrawnCard
from rallyman_tutor.coach.classic.solver.chance import FRESH, Chance, left_of
from rallyman_tutor.coach.classic.solver.nodes import Node, Nodes, punctured
from rallyman_tutor.coach.classic.solver.order import first_with, last_uses, order
from rallyman_tutor.coach.classic.solver.rolls import Dice
from rallyman_tutor.coach.classic.solver.task import Hand, Task
from rallyman_tutor.coach.solver.costs import ALIKE, WHOLE, Weight
from rallyman_tutor.games.classic.alone import Target
from rallyman_tutor.games.classic.ending import ON_THE_LINE, SECONDS_PER_DIE
from rallyman_tutor.games.classic.state import GAS_DICE, GEAR_DICE, MOST_DAMAGE, MOST_PUNCTURES, VALUES

Array: TypeAlias = NDArray[np.float64]
Values: TypeAlias = dict[tuple[int, int, int], Array]
"""By space, gear and punctures: what a turn that starts there costs until the finish."""

WHEEL_SECONDS: int = VALUES["cards.wheel_seconds"]
STUCK = 1e9
"""The cost where nothing can be driven. That never happens; if it did, so large a number would be noticed."""


class Sweep:
    """One stage, solved with chance taken in one way. `beyond` has the values of turns after control is lost, if they
    are not those of this sweep."""

    def __init__(
        self,
        task: Task,
        chance: Chance = FRESH,
        beyond: Values | None = None,
        fine: float = 0.0,
        attacks: Attacks | None = None,
        nodes: Nodes | None = None,
        values: Values | None = None,
        weight: Weight = WHOLE,
        fined: frozenset[int] | None = None,
    ) -> None:
        self.task = task
        self.chance = chance
        self.weight = weight
        self.values: Values = {} if values is None else values
        self._card = tuple(weight.of_card(gear, seconds) for gear, seconds in enumerate(task.card))
        self._elimination = weight.out * task.elimination
        self._beyond = beyond
        self._fine = fine  # what is charged for losing control, to find how often it happens
        self._fined = fined  # the spaces on which it is charged; None: on all
        self._nodes: dict[tuple[int, int, Node], Array] = {}
        self._losses: dict[tuple[int, int, int, float], Array] = {}
        self._attacks = attacks or Attacks(task)  # the same for every chance
        self._graph = nodes or Nodes(task)
        self._rows_of: dict[object, Any] = {}
        self._ends_at = -1
        self._ends_of: dict[object, AttackEnds] = {}
        self._secured = max(count for count in range(9) if count * (count + 1) // 2 <= task.cap) if task.pays else 0
        self._carried = (task.damages, task.sisus, task.seconds)

    # -- The order of work --------------------------------------------------------------------------------------------

    def solve(self, tell: Callable[[int, int], None] = lambda done, total: None, down_to: int = 0) -> Values:
        """The values of all turn starts, or of those from the space `down_to` on."""
        last_use = last_uses(self.task)
        steps = [step for step in order(self.task) if max(step[1]) >= first_with(self.task, down_to)]
        for number, (what, places) in enumerate(steps):
            for place in places:
                if what == "turns" and self._starts(place):
                    self._start_turns(place)
                elif what == "nodes" and self._passes(place):
                    for punctures, node in self._graph.reached[place]:
                        self._node(place, punctures, node, self._hands(place, punctures))
            if what == "nodes":
                self._forget({place for place, at in last_use.items() if at == number})
            tell(number + 1, len(steps))
        self._ends_of.clear()  # they know this sweep, and would keep it and its values
        self._ends_at = -1
        return self.values

    def _starts(self, place: int) -> bool:
        """Whether turns that start on a space are wanted."""
        return True

    def _passes(self, place: int) -> bool:
        """Whether turns that are wanted come over a space."""
        return True

    def _forget(self, places: set[int]) -> None:
        self._attacks.forget(places)
        tables: tuple[dict[Any, Array], ...] = (self._nodes, self._losses)
        for table in tables:
            for key in [key for key in table if key[0] in places]:
                del table[key]

    # -- What is carried ----------------------------------------------------------------------------------------------

    def _hands(self, place: int, punctures: int) -> tuple[Hand, ...]:
        return self.task.hands[place][punctures]

    def _rows(self, place: int, punctures: int, hands: tuple[Hand, ...]) -> Any:
        """Where these hands stand in the arrays of a space."""
        key = place, punctures, hands
        found = self._rows_of.get(key)
        if found is None:
            own = self._hands(place, punctures)
            if own == hands:
                found = slice(None)
            else:
                at = {hand: row for row, hand in enumerate(own)}
                # A hand that cannot be met there stands for another one: its chance is 0.
                found = np.array([at.get(hand, at.get((hand[0], 0), 0)) for hand in hands], dtype=np.intp)
            self._rows_of[key] = found
        return found

    def _following(self, seconds: int) -> Values:
        """The values of turns that start when a card of so many seconds was taken."""
        return self.values

    @property
    def _after_lost(self) -> Values:
        """The values of turns that start after control was lost."""
        return self._following(self.task.card[0]) if self._beyond is None else self._beyond

    def _turn(self, table: Values, place: int, gear: int, punctures: int, hands: tuple[Hand, ...]) -> Array:
        """The values of turns that start on a space, for these hands."""
        return _taken(table[place, gear, punctures], self._rows(place, punctures, hands))

    def _drawn(
        self,
        place: int,
        punctures: int,
        hands: tuple[Hand, ...],
        of: Callable[[int, tuple[Hand, ...]], Array],
        out: float,
    ) -> Array:
        """The average cost where a shortcut card is drawn on a space, for the hands before it. `of` gives the cost
        after the card, for the punctures and the hands that the car has then."""
        after = of(punctures, tuple((wheel, harmless + 1) for wheel, harmless in hands))
        share = np.array([self.task.puncture(punctures, hand) for hand in hands])
        if not share.any():
            return after
        shape = (len(hands),) + (1,) * len(self._carried)
        share = share.reshape(shape)
        spiked: Any = out
        if punctures < MOST_PUNCTURES:
            if not self._hands(place, punctures + 1):
                return after  # so many cards cannot have been drawn up to there
            spiked = of(punctures + 1, hands)
        return self._mixed(share, spiked, after)

    def _mixed(self, share: Any, one: Any, other: Array, into: Array | None = None) -> Array:
        """The cost of two cases, of which the first has this chance; written `into` an array if there is one."""
        if self.chance.lucky:
            least = np.minimum(one, other)
            mixed: Array = np.where(share <= 0, other, np.where(share >= 1, one, least))
            if into is not None:
                into[:] = mixed
            return mixed
        mixed = np.multiply(1 - share, other, out=into)
        mixed += share * one
        return mixed

    # -- Control lost -------------------------------------------------------------------------------------------------

    def _lost(self, place: int, gear: int, punctures: int, extra: float = 0.0) -> Array:
        """The cost of losing control on a space; `extra` is added where a puncture then ends the rally."""
        key = place, gear, punctures, extra
        found = self._losses.get(key)
        if found is None:
            found = self._losses[key] = self._fine_at(place) + self._loss(place, gear, punctures, extra)
        return found

    def _fine_at(self, place: int) -> float:
        return self._fine if self._fined is None or place in self._fined else 0.0

    def _loss(self, place: int, gear: int, punctures: int, extra: float) -> Array:
        task = self.task
        hands = self._hands(place, punctures)
        shape = (len(hands), *self._carried)
        if place == task.finish:
            return self._crossed(gear, punctures, hands, ON_THE_LINE)
        ways = [self._after_loss(place, punctures, side, extra) for side in range(3)]
        decks = [[count for _, count in task.backs[gear - 1].unseen]]
        if not sum(decks[0]):
            decks = [[task.backs[gear - 1].seen.count(kind) for kind, _ in task.backs[gear - 1].unseen]]
        if self.chance.decks != "fresh":
            decks = list(left_of(decks[0], self.chance.turned))
        found: Array | None = None
        for deck in decks:
            total = sum(deck)
            if self.chance.lucky:
                value = np.minimum.reduce([way for way, count in zip(ways, deck, strict=True) if count])
            else:
                value = sum((count / total * way for way, count in zip(ways, deck, strict=True)), np.zeros(shape))
            if found is None:
                found = value
            else:
                found = (np.maximum if self.chance.decks == "worst" else np.minimum)(found, value)
        assert found is not None
        return self._card[0] + found

    def _crossed(self, gear: int, punctures: int, hands: tuple[Hand, ...], hurt: int = 0) -> Array:
        """The cost of crossing the finish: the gear card, and in a rally what the stages after this one cost."""
        found = np.full((len(hands), *self._carried), self._card[gear])
        ahead = self.task.ahead
        if ahead is not None:
            damages, sisus, _ = self._carried
            for (row, (wheel, _)), damage, sisu in product(enumerate(hands), range(damages), range(sisus)):
                has_sisu = bool(sisu) if sisus > 1 else self.task.options.sisu
                worse = min(MOST_DAMAGE, damage + hurt)
                found[row, damage, sisu] += ahead(worse, punctures, bool(wheel), has_sisu)
        return found

    def _after_loss(self, place: int, punctures: int, side: int, extra: float) -> Array:
        """The value of a car where lost control takes it, with the damage that is done there."""
        task = self.task
        then = task.thrown[place][side]
        hands = self._hands(place, punctures)

        def next_turn(punctures: int, hands: tuple[Hand, ...]) -> Array:
            return self._turn(self._after_lost, then.place, 0, punctures, hands)

        if then.draws and not task.options.training:
            value = self._drawn(then.place, punctures, hands, next_turn, self._elimination + extra)
        else:
            value = next_turn(punctures, hands)
        if not then.damage:
            return value
        worse = np.full_like(value, self._elimination)
        worse[:, : task.damages - then.damage] = value[:, then.damage :]
        return worse

    # -- One die ------------------------------------------------------------------------------------------------------

    def _shape(self, node: Node, hands: tuple[Hand, ...]) -> tuple[int, ...]:
        """The shape of a node's values."""
        damages, *others = self._carried
        return (
            min(2, node.laid) + 1, min(self._secured, node.laid) + 1, len(hands), min(damages, node.damages), *others
        )  # fmt: skip

    def _node(self, place: int, punctures: int, node: Node, hands: tuple[Hand, ...]) -> Array:
        """The values of a node for these hands."""
        if place == self.task.finish:
            shape = self._shape(node, hands)
            return np.broadcast_to(self._crossed(node.gear, punctures, hands)[:, : shape[3]], shape)
        found = self._nodes.get((place, punctures, node))
        if found is None:
            found = self._nodes[place, punctures, node] = self._worked_out(place, punctures, node)
        rows = self._rows(place, punctures, hands)
        return found if isinstance(rows, slice) else found[:, :, rows]

    def _arrived(
        self, lead: Target, punctures: int, node: Node, hands: tuple[Hand, ...], hazard: float, shown: int, secured: int
    ) -> Array:
        """The value of driving a die where `lead` goes, with hazards, lost control and shortcut card, for so many
        numbers of hazards shown and dice secured before. The chance of a hazard is 0 for a secured die."""

        def there(now: int, held: tuple[Hand, ...]) -> Array:
            then = punctured(node) if now > punctures else node
            return self._there(lead, now, then, held, hazard, shown, secured)

        if self.task.is_cut[lead.to] and not lead.out:
            return self._drawn(lead.to, punctures, hands, there, self._elimination)
        return there(punctures, hands)

    def _there(
        self, lead: Target, punctures: int, node: Node, hands: tuple[Hand, ...], hazard: float, shown: int, secured: int
    ) -> Array:
        """The value on the space where a die leads, after the shortcut card."""
        task = self.task
        if lead.out:
            return np.full((1, 1, *self._shape(node, hands)[2:]), self._elimination)
        lost = _taken(self._lost(lead.to, node.gear, punctures), self._rows(lead.to, punctures, hands))
        lost = lost[:, : self._shape(node, hands)[3]]
        if lead.lost:
            return lost[None, None]
        clean = self._node(lead.to, punctures, node, hands)
        if not hazard:
            return clean[:shown, :secured]
        saved = lost[None]
        if task.sisus > 1:
            saved = np.repeat(saved, secured, axis=0)
            np.minimum(saved[:, :, :, 1], clean[0, :secured, :, :, 0], out=saved[:, :, :, 1])
        found = np.empty((shown, secured, *clean.shape[2:]))
        for before in range(shown):
            goes_wrong = lead.hard or before + 1 >= task.limit[lead.to]
            wrong = saved if goes_wrong else clean[before + 1, :secured]
            self._mixed(hazard, wrong, clean[before, :secured], found[before])
        return found

    def _drive(self, place: int, punctures: int, node: Node, found: Array) -> None:
        """Lower `found` where it is better to drive one more die from this node."""
        hands = self._hands(place, punctures)
        shown, secured = found.shape[:2]
        for die, lead, after in self._graph.dice(place, node):
            damages = slice(0, min(after.damages, found.shape[3]))
            here = found[:, :, :, damages]
            rolled = self._arrived(lead, punctures, after, hands, self.task.hazard[die], shown, secured)
            np.minimum(here, rolled[:, :, :, damages], out=here)
            if self._secured and not (lead.lost or lead.out):
                then = self._arrived(lead, punctures, after, hands, 0.0, shown, secured + 1)
                self._secure(found, then, damages)

    def _secure(self, found: Array, then: Array, damages: slice) -> None:
        """Lower the figures found so far where it is better to secure the die than to roll it."""
        shown, secured = found.shape[:2]
        many = self.task.seconds
        for count in range(secured):
            price = count + 1
            after = then[:shown, min(price, then.shape[1] - 1), :, damages]
            if price < many:
                here = found[:, count, :, damages, :, price:]
                np.minimum(here, self.weight.spent * price + after[..., : many - price], out=here)
            if self.chance.unlimited:
                here = found[:, count, :, damages, :, many - 1]
                np.minimum(here, self.weight.spent * price + after[..., many - 1], out=here)

    # -- Nodes and turns ----------------------------------------------------------------------------------------------

    def _worked_out(self, place: int, punctures: int, node: Node) -> Array:
        """The value of a node: stop, Sisu, or one more die."""
        task = self.task
        found = np.empty(self._shape(node, self._hands(place, punctures)))
        following = self._following(self.task.card[node.gear])
        found[:] = self._card[node.gear] + following[place, node.gear, punctures][:, : found.shape[3]]
        self._drive(place, punctures, node, found)
        if task.sisus > 1:
            np.minimum(found[1:, :, :, :, 1], found[:1, :, :, :, 0], out=found[1:, :, :, :, 1])
        return found

    def _start_turns(self, place: int) -> None:
        """Work out every turn that starts on a space."""
        for punctures, gear in product(range(MOST_PUNCTURES + 1), range(GEAR_DICE + 1)):
            hands = self._hands(place, punctures)
            if not hands:
                continue
            value = self.values[place, gear, punctures] = np.full((len(hands), *self._carried), STUCK)
            self._drive(place, punctures, Node(gear, 0, 0, GAS_DICE - punctures), value[None, None])
            for _, total in self.attacks_from(place, gear, punctures):
                here = value[:, : total.shape[1]]
                np.minimum(here, total, out=here)
            if punctures and gear <= 1:
                self._put_wheel_on(place, gear, punctures)

    def _put_wheel_on(self, place: int, gear: int, punctures: int) -> None:
        """Lower the value of a turn where it is better to put on the spare wheel."""
        whole = self._hands(place, punctures - 1)
        for row, (wheel, harmless) in enumerate(self._hands(place, punctures)):
            if wheel and (0, harmless) in whole:
                value = self.values[place, gear, punctures][row]
                following = self._following(WHEEL_SECONDS)[place, 0, punctures - 1][whole.index((0, harmless))]
                np.minimum(value, self.weight.of_wheel(WHEEL_SECONDS) + following, out=value)

    # -- Attacks ------------------------------------------------------------------------------------------------------

    def attacks_from(self, place: int, gear: int, punctures: int) -> Iterator[tuple[Set, Array]]:
        """Every attack from the start of a turn, and its cost, for all damage that leaves enough dice for it."""
        hands = self._hands(place, punctures)
        for one in self._attacks.sets(place, gear):
            if one.gas > GAS_DICE - punctures:
                continue
            ends = self._ends(place, punctures, hands, one.many)
            damages = slice(0, GEAR_DICE - len(one.gears) + 1)
            undone = ends.of(one.undone)[:, damages]
            parts = (
                (share, self._saved(ends.of(number)[:, damages], undone)) if number != one.undone else (share, undone)
                for number, share in one.falls.items()
                if share
            )
            if self.chance.lucky:
                total = np.minimum.reduce([laid for _, laid in parts])
            else:
                total = np.zeros(undone.shape)
                for share, laid in parts:
                    total += share * laid
            yield one, self._earning(total, one.many)

    def _saved(self, laid: Array, undone: Array) -> Array:
        """The values of rolled dice where Sisu may undo their hazards."""
        if self.task.sisus == 1:
            return laid
        laid = laid.copy()
        np.minimum(laid[:, :, 1], undone[:, :, 0], out=laid[:, :, 1])
        return laid

    def _ends(self, place: int, punctures: int, hands: tuple[Hand, ...], dice: int) -> AttackEnds:
        """The ends of the dice of an attack that is rolled on a space. Only those of one space are kept."""
        if self._ends_at != place:
            self._ends_at, self._ends_of = place, {}
        key = punctures, hands, dice
        found = self._ends_of.get(key)
        if found is None:
            found = self._ends_of[key] = AttackEnds(self, place, punctures, hands, dice)
        return found

    # -- What is asked of a sweep whose turn starts are known ---------------------------------------------------------

    @property
    def out(self) -> float:
        """The cost of being out of the rally."""
        return self._elimination

    def node(self, place: int, punctures: int, node: Node) -> Array:
        """The values of a node in the middle of a turn."""
        return self._node(place, punctures, node, self._hands(place, punctures))

    def lost(self, place: int, gear: int, punctures: int) -> Array:
        """The values after control is lost on a space."""
        return self._lost(place, gear, punctures)

    def laid_out(self, place: int, dice: Dice, punctures: int, rolled: int, row: tuple[int, ...]) -> float:
        """The value in the middle of an attack in which `rolled` dice were rolled, for one row of what is carried."""
        number = self._attacks.driven(place, dice)
        ended = self._ends(place, punctures, self._hands(place, punctures), rolled).of(number)
        *others, seconds = row
        earned = rolled * SECONDS_PER_DIE
        return float(ended[(*others, min(seconds + earned, self.task.seconds - 1))]) - self.weight.earned * earned

    def ends(self, place: int, punctures: int, rolled: int) -> AttackEnds:
        """The ends of the dice of an attack that is rolled on a space."""
        return self._ends(place, punctures, self._hands(place, punctures), rolled)

    def _earning(self, ended: Array, dice: int) -> Array:
        """The values of an attack by the seconds in hand before it; `ended` has them by the seconds after it."""
        earned = dice * SECONDS_PER_DIE
        seconds = np.minimum(np.arange(self.task.seconds) + earned, self.task.seconds - 1)
        found: Array = ended[..., seconds] - self.weight.earned * earned
        return found


class AttackEnds:
    """The ends that dice of an attack rolled on a space can be driven to: values of expressions, by the seconds in hand
    after the attack has earned its own. `dice` says how many were rolled; a car that is out earns nothing for them."""

    def __init__(self, sweep: Sweep, place: int, punctures: int, hands: tuple[Hand, ...], dice: int) -> None:
        self._sweep = sweep
        self._from = place
        self._punctures = punctures
        self._hands = hands
        self._dice = dice
        self._earned = sweep.weight.earned * dice * SECONDS_PER_DIE
        self._known: dict[int, Array] = {}

    def of(self, number: int) -> Array:
        """The values of an expression."""
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = self._worked_out(number)
        return found

    def reached(self, number: int, row: tuple[int, ...]) -> Iterator[tuple[float, AttackEnd]]:
        """Every end to which an expression leads where each choice is the best one for one row of what is carried; of
        choices that are worth the same it is always the same one."""
        made = self._sweep._attacks.made
        kind, told = made.made[number]
        if kind == "least":
            least = self.of(number)[row] + ALIKE
            yield from self.reached(min((one for one in told if self.of(one)[row] <= least), key=made.written), row)
            return
        if kind == "end":
            yield 1.0, AttackEnd(*told)
            return
        where, harmless, spiked = told
        now, hands = self._punctures, self._hands
        share = self._sweep.task.puncture(now, hands[row[0]])
        cases = [
            (1 - share, False, now, tuple((wheel, drawn + 1) for wheel, drawn in hands), harmless),
            (share, True, now + 1, hands, spiked),
        ]
        for chance, is_puncture, punctures, held, then in cases:
            card = DrawnCard(where, is_puncture)
            if chance and punctures > MOST_PUNCTURES:
                yield chance, AttackEnd("out", where, 0, (card,))
            elif chance:
                for much, end in self._sweep._ends(self._from, punctures, held, self._dice).reached(then, row):
                    yield chance * much, end._replace(cards=(card, *end.cards))

    def _worked_out(self, number: int) -> Array:
        sweep, attacks = self._sweep, self._sweep._attacks
        if self._dice and self._punctures + attacks.risks(number) < MOST_PUNCTURES:
            unearned = sweep._ends(self._from, self._punctures, self._hands, 0)
            return unearned.of(number)  # the same for any number of dice
        kind, told = attacks.made.made[number]  # numbers of expressions, or what an end is
        if kind == "least":
            least = self.of(told[0]).copy()
            for one in told[1:]:
                np.minimum(least, self.of(one), out=least)
            return least
        if kind == "drawn":
            return self._drawn(*told)
        return self._ended(*told)

    def _drawn(self, where: int, harmless: int, spiked: int) -> Array:
        sweep = self._sweep

        def behind(now: int, held: tuple[Hand, ...]) -> Array:
            ends = sweep._ends(self._from, now, held, self._dice)
            return ends.of(spiked if now > self._punctures else harmless)

        return sweep._drawn(where, self._punctures, self._hands, behind, sweep._elimination + self._earned)

    def _ended(self, what: str, place: int, gear: int) -> Array:
        sweep, punctures, hands = self._sweep, self._punctures, self._hands
        if what == "out":
            return np.full((len(hands), *sweep._carried), sweep._elimination + self._earned)
        if what == "lost":
            return _taken(sweep._lost(place, gear, punctures, self._earned), sweep._rows(place, punctures, hands))
        if place == sweep.task.finish:
            return sweep._crossed(gear, punctures, hands)
        following = sweep._following(sweep.task.card[gear])
        stopped: Array = sweep._card[gear] + sweep._turn(following, place, gear, punctures, hands)
        return stopped


def _taken(values: Array, rows: Any) -> Array:
    """Some rows of an array."""
    found: Array = values[rows]
    return found
