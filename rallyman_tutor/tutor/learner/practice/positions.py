"""Positions to practise in: as drivers meet them, or where a rule's own examples stand.

A variant's rule is in force only where it is agreed on, so tables and options are chosen as its examples have them. The
decision is always the learner's, who sits first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from random import Random
from typing import TypeAlias

from rallyman_tutor.coach.drivers import random_move as at_random
from rallyman_tutor.core.game import ELSEWHERE, AnyGame, AnyMove, AnyState, Placement
from rallyman_tutor.core.luck import Scripted, Seeded
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.page_words import driver_names

MOST_POSITIONS, LONGEST_DRIVE = 40, 40
"""Positions of a race that are looked at before an example is taken instead, and how many moves lead to them."""
MOST_BEFORE = 3
"""Legal dice before one that is not."""
CLAIM_ONCE_IN, MOST_CLAIMS = 8, 8
"""How often a random driver tries a claim (one move in so many), and how many claims they try then."""
Options: TypeAlias = tuple[tuple[str, str], ...]
"""The agreements of drivers, by name."""
MOST_GAMES, LATEST_MOVE, MOST_MOVES = 16, 180, 60
"""Games of cards that are looked through, after how many moves at the latest, and for how many."""


class MetPosition:
    """A position as drivers meet it, with the pieces that could be laid in it."""

    def __init__(self, game: AnyGame, state: AnyState, luck: Random) -> None:
        self.state = state
        self._game, self._luck = game, luck

    @cached_property
    def drafts(self) -> Sequence[tuple[tuple[AnyMove, ...], Sequence[Placement[AnyMove]]]]:
        """Longer and longer drafts that keep all rules, each with every piece on every place behind it."""
        found: list[tuple[tuple[AnyMove, ...], Sequence[Placement[AnyMove]]]] = []
        draft: tuple[AnyMove, ...] = ()
        for _ in range(MOST_BEFORE + 1):
            placements = [
                placement for placement in self._game.placements(self.state, draft) if placement.place != ELSEWHERE
            ]
            found.append((draft, placements))
            harmless = [placement for placement in placements if not placement.refused and not placement.unwise]
            if not harmless:
                break
            draft = (*draft, self._luck.choice(harmless).move)
        return found


def positions_met(game: AnyGame, code: str, seed: str) -> Iterator[MetPosition]:
    """Positions that drivers meet on the road; they are kept for other rules, since driving there takes longest."""
    agreed = sorted({_options(text) for text in game.book[code].broken})
    for number in range(MOST_POSITIONS):
        looks, more = _met_so_far(game.key, agreed[number % len(agreed)], seed)
        at = number // len(agreed)
        if at == len(looks):
            looks.append(next(more))
        yield looks[at]


@lru_cache(maxsize=4)
def _met_so_far(key: str, options: Options, seed: str) -> tuple[list[MetPosition], Iterator[MetPosition]]:
    """The positions of such drivers so far, and their next ones."""
    return [], _drive(SHELF[key], options, Random(f"{key}:{options}:{seed}"))


def _drive(game: AnyGame, options: Options, luck: Random) -> Iterator[MetPosition]:
    """Drives without end on stages of all kinds, and gives positions at the start of a turn or on the way."""
    while True:
        spec = game.spec(game.ready_tables[luck.choice(sorted(game.ready_tables))], _names_for_table(game, "", luck))
        state = game.new({**spec, "options": dict(options)})
        chance, least = Seeded(str(luck.random())), luck.randint(0, LONGEST_DRIVE)
        while not game.over(state) and (least > 0 or game.turn(state) != 0):
            state, _ = game.play(state, _drive_or_claim(game, state, luck), chance)
            least -= 1
        if not game.over(state):
            read = game.read(game.write(state))  # as a lesson will read it: its line does not tell everything
            yield MetPosition(game, read, Random(luck.random()))  # of its own: who looks first changes nothing


def _drive_or_claim(game: AnyGame, state: AnyState, luck: Random) -> AnyMove:
    """Any legal move; where dice can be laid, sometimes a claim, as of an attack, which is not among the listed
    moves."""
    if luck.randrange(CLAIM_ONCE_IN) == 0 and any(game.form(move).kind == "die" for move in game.moves(state)):
        said = [game.read_draft(one.text).moves[0] for one in luck.sample(game.claims(state), MOST_CLAIMS)]
        for move in said:
            if not game.form(move).ends and game.is_legal(state, (move,)):
                return move
    return at_random(game, state, luck)


def _options(example: str) -> Options:
    """The agreements of an example's drivers: the fourth section of its position."""
    sections = example.partition(" :: ")[0].split("|")
    words = sections[3].replace(";", " ").split() if len(sections) > 3 else ()
    return tuple(sorted((word.partition("=")[0], word.partition("=")[2]) for word in words if "=" in word))


def fresh_table(game: AnyGame, luck: Random) -> AnyState:
    """A table nobody has played at yet."""
    table = luck.choice(sorted(game.ready_tables))
    return game.new(game.spec(game.ready_tables[table], _names_for_table(game, table, luck)))


def card_positions(game: AnyGame, code: str, luck: Random) -> Iterator[AnyState]:
    """Positions in games of cards where the learner is to decide, and games that are over."""
    tables = sorted(game.ready_tables)
    agreed = {word for text in game.book[code].broken for word in text.split()}
    alike = [table for table in tables if agreed & set(game.ready_tables[table].split())] or tables
    for _ in range(MOST_GAMES):
        table = luck.choice(luck.choice((alike, alike, tables)))  # a variant's rule is broken where it is agreed on
        state = game.new(game.spec(game.ready_tables[table], _names_for_table(game, table, luck)))
        chance = Seeded(str(luck.random()))
        begins, driver = luck.randint(0, luck.choice((MOST_MOVES, LATEST_MOVE))), luck.choice((at_random, _move_on))
        for number in range(begins + MOST_MOVES):
            if game.over(state) or (number >= begins and game.turn(state) == 0):
                yield state
            if game.over(state):
                break
            state, _ = game.play(state, driver(game, state, luck), chance)


def _move_on(game: AnyGame, state: AnyState, luck: Random) -> AnyMove:
    """A move that goes on where there is one: whoever passes and throws away at random never gets far."""
    moves = game.moves(state)
    return luck.choice([move for move in moves if not game.form(move).ends] or moves)


def _names_for_table(game: AnyGame, table: str, luck: Random) -> tuple[str, ...]:
    """Names for as many as may sit there, few where few may; the first is the learner's."""
    seats = game.seats_at.get(table, game.seats)
    return driver_names(luck.choice([count for count in seats if count < 4] or list(seats)))


def example_positions(game: AnyGame, code: str, luck: Random) -> Iterator[tuple[AnyState, str]]:
    """Positions of the rule's own examples, and those on the way to where they break it; with the die that does."""
    examples = [text for text in game.book[code].broken if " :: " in text]
    luck.shuffle(examples)
    for text in examples:
        start, *drafts = text.split(" :: ")
        try:
            state = game.read(start)
        except Refused:  # a sheet that may not be played is no position
            continue
        for draft in drafts:
            scripted = game.read_draft(draft)
            for written, faces in scripted.shown_moves:
                form = game.form(written)
                is_die = form.kind == "die" and not form.secured and not form.shows_face  # other words say what is paid
                yield state, game.write_move(written) if is_die else ""
                if game.over(state) or game.why_not(state, written):
                    break
                move, shown = game.complete_script(state, written, faces)
                state, _ = game.play(state, move, Scripted(shown, rest=game.harmless_luck))
                state = game.read(game.write(state))
