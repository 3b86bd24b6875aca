"""What is true of every answer in every game: five laws, each tried on generated cases.

    python -m tests.laws.run                            a table: each law, each game, cases, faults
    python -m tests.laws.run dirt --law 4 --seed 7 --many 20000

A law is a function that takes a case and yields what is wrong with the answer to it. Each looks at the answer from outside:
it plays, counts or reads again what the tutor has said, in the shortest way there is, and asks no code that made the answer
where another can be asked. Cases are made by `cases.py`, and by a file of this folder for each game.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple

from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.core.luck import OutOfLuck, Scripted
from rallyman_tutor.core.notation import Refused, ScriptedDraft
from rallyman_tutor.core.remedy import Remedy
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.explain import explain
from tests.laws import cases
from tests.laws.counted import Counted, counted, is_worse

State = Any
Draft = tuple[Any, ...]


class Law(NamedTuple):
    """One law: its number, its sentence, where its cases come from, and what is wrong with the answer to one."""

    number: int
    says: str
    cases: Callable[[str, int], Iterator[tuple[State, Any]]]
    faults: Callable[[str, State, Any], Iterator[str]]


class Tried(NamedTuple):
    """A law tried on one case: the line to type, and what is wrong."""

    line: str
    faults: tuple[str, ...]


def tried(law: Law, key: str, seed: int, many: int) -> Iterator[Tried]:
    """A law on so many cases of a game."""
    for state, asked in islice(law.cases(key, seed), many):
        yield Tried(line(key, state, asked), tuple(_faults(law, key, state, asked)))


def _faults(law: Law, key: str, state: State, asked: Any) -> Iterator[str]:
    try:
        yield from law.faults(key, state, asked)
    except Exception as error:  # a traceback is a fault of the answer, too
        yield "".join(traceback.format_exception(error)[-3:])


def line(key: str, state: State, asked: Any) -> str:
    """A case as arguments of `judge`."""
    game = SHELF[key]
    try:
        text = game.write(state)
    except Exception as error:  # the case is told all the same
        text = f"<{error!r}>"
    script = asked if isinstance(asked, ScriptedDraft) else ScriptedDraft(tuple(asked or ()))
    moves = " ".join(
        game.write_move(move) + ("{" + " ".join(shown) + "}" if shown else "") for move, shown in script.shown_moves
    )
    return f'{key} "{text}" "{moves}"'


# -- 1. What is told of a fault depends only on what leads up to it ----------------------------------------------------


def dice_behind(key: str, state: State, draft: Draft) -> Iterator[str]:
    """Each fault is told as if nothing lay behind it; but a remedy may keep what lies there, and then says so."""
    game = SHELF[key]
    for violation in (*game.judge(state, draft), *game.advise(state, draft)):
        if len(draft) <= violation.at + 1:
            continue
        cut = draft[: violation.at + 1]
        alone = [one for one in (*game.judge(state, cut), *game.advise(state, cut)) if one.code == violation.code]
        same = [one for one in alone if one.at == violation.at and dict(one.facts) == dict(violation.facts)]
        if not same:
            yield f"{violation.code} of step {violation.at + 1} is told otherwise without the dice behind it"
            continue
        yield from _told_alike(game, state, draft, cut, violation, same[0])


def _told_alike(
    game: AnyGame, state: State, draft: Draft, cut: Draft, violation: Violation, alone: Violation
) -> Iterator[str]:
    told, plain = explain(game, state, draft, violation), explain(game, state, cut, alone)
    if (told.said, told.why) != (plain.said, plain.why):
        yield f"{violation.code} is said otherwise: {told.said!r}, alone {plain.said!r}"
    ways, own = list(game.remedies(state, draft, violation)), list(game.remedies(state, cut, alone))
    if [one._replace(draft=one.draft[: len(one.draft) - one.kept], kept=0) for one in ways] != own:
        labels = [one.label for one in told.remedies], [one.label for one in plain.remedies]
        yield f"{violation.code} has other remedies: {labels[0]}, alone {labels[1]}"
    for one in ways:
        if one.kept and one.draft[len(one.draft) - one.kept :] != draft[len(draft) - one.kept :]:
            yield f"{violation.code}: a remedy says that it keeps {one.kept}, and does not"
        if not one.kept and len(one.draft) > len(cut) and one.draft not in [other.draft for other in own]:
            yield f"{violation.code}: a remedy keeps dice that lie behind and does not say so"
    if not ways and not own and told.fix != plain.fix:
        yield f"{violation.code}: nothing to do, but {told.fix!r}, alone {plain.fix!r}"


# -- 2. A remedy is never worse than what it mends ---------------------------------------------------------------------

NOTHING_SAFER = ("no-better", "no-better-behind", "no-safer", "too-fast")
"""Reasons why there is no remedy that say that nothing is safer."""


def no_remedy_is_worse(key: str, state: State, draft: Draft) -> Iterator[str]:
    """Remedies stand in the order of what may come of them; none is worse than the step it stands for; and where nothing is
    said to be safer, nothing is."""
    game = SHELF[key]
    if game.has_hidden_hands:
        return
    for violation in (*game.judge(state, draft), *game.advise(state, draft)):
        ways = list(game.remedies(state, draft, violation))
        costs = [counted(game, state, one.moves) for one in ways]
        for before, after, way in zip(costs, costs[1:], ways[1:], strict=False):
            if is_worse(before, after):
                yield f"{violation.code}: {_told(game, way)} stands behind what is worse"
        if game.book[violation.code].kind is not Kind.UNWISE or game.judge(state, draft[: violation.at + 1]):
            continue
        own = counted(game, state, draft[: violation.at + 1])
        for cost, way in zip(costs, ways, strict=True):
            if is_worse(cost, own):
                yield f"{violation.code}: {_told(game, way)} is worse than what it mends"
        if not ways and game.why_stuck(state, draft, violation)["case"] in NOTHING_SAFER:
            yield from _something_safer(key, state, draft, violation, own)


def _something_safer(key: str, state: State, draft: Draft, violation: Violation, own: Counted) -> Iterator[str]:
    """A legal decision in place of the step that is safer than it."""
    game, before = SHELF[key], draft[: violation.at]
    for instead in cases.decisions(key, state, before):
        if is_worse(own, counted(game, state, instead)):
            yield f"{violation.code}: {' '.join(map(game.write_move, instead))} is safer, and nothing is said to be"
            return


def _told(game: AnyGame, way: Remedy[Any]) -> str:
    return f"{way.kind} {' '.join(map(game.write_move, way.moves))}"


# -- 4. A script is judged exactly as it is played ----------------------------------------------------------------------


def as_played(key: str, state: State, script: ScriptedDraft[Any]) -> Iterator[str]:
    """The first move that is refused, and why, is the one that the rules refuse when all before it have been played."""
    told = SHELF[key].judge(state, script)
    first = min((one.at for one in told), default=-1)
    judged = first, sorted(one.code for one in told if one.at == first)
    if judged != (played := refused(key, state, script)):
        yield f"judged {judged}, played {played}"


def refused(key: str, state: State, script: ScriptedDraft[Any]) -> tuple[int, list[str]]:
    """Which move of a script the rules refuse when it is played move by move, and by which rules; (-1, []) if none."""
    game, now = SHELF[key], state
    for at, (written, told) in enumerate(script.shown_moves):
        move, shown = game.complete_script(now, written, told)
        if broken := game.judge(now, (move,)):
            return at, sorted(one.code for one in broken)
        luck = Scripted(shown, rest=game.harmless_luck)
        try:
            now = game.play(now, move, luck)[0]
        except OutOfLuck as error:
            return at, [error.key]
        if luck.leftover():
            return at, ["told too much"]
    return -1, []


# -- 5. What can be read can be reached, or is refused ------------------------------------------------------------------


def written_again(key: str, state: State, asked: Draft) -> Iterator[str]:
    """A position that is played can be read, and is itself again."""
    game = SHELF[key]
    text = game.write(state)
    try:
        again = game.read(text)
    except Refused as error:
        yield f"it cannot be read: {error}"
        return
    if game.write(again) != text:
        yield f"it is written otherwise then: {game.write(again)}"
    if game.moves(again) != game.moves(game.read(game.write(again))):
        yield "its moves are others then"


def played_states(key: str, seed: int) -> Iterator[tuple[State, Draft]]:
    """Positions of random games, one after the other."""
    return ((state, ()) for state in cases.states(key, seed))


def own_laws(key: str) -> tuple[Law, ...]:
    """The laws of one game alone: functions of its file, with their numbers."""
    own = import_module(f"tests.laws.{key}")
    return tuple(Law(number, says, cases.drafts, faults) for number, says, faults in getattr(own, "OWN", ()))


LAWS = (
    Law(1, "What is told of a fault depends only on what leads up to it.", cases.drafts, dice_behind),
    Law(2, "A remedy is never worse than what it mends.", cases.drafts, no_remedy_is_worse),
    Law(4, "A script is judged exactly as it is played.", cases.scripts, as_played),
    Law(5, "What is played can be written and read again.", played_states, written_again),
)
