"""The laws: truths about every answer in every game, each tried on generated cases.

    python -m tests.laws.run                            a table: each law, each game, cases, faults
    python -m tests.laws.run dirt --law 4 --seed 7 --many 20000

A law is a function that takes a case and yields what is wrong with the answer to it. Each looks at the answer from
outside: it plays, counts or reads again what the tutor has said, in the shortest way there is, and asks no code that
made the answer where another can be asked. Cases are made by `cases.py`, and by a file of this folder for each game.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from importlib import import_module
from itertools import islice, takewhile
from typing import Any, NamedTuple

from rallyman_tutor.coach.coaches import RACES
from rallyman_tutor.coach.odds import odds as reckoned
from rallyman_tutor.core.game import AnyGame, Chances
from rallyman_tutor.core.luck import OutOfLuck, Prompted, Scripted
from rallyman_tutor.core.notation import Refused, ScriptedDraft, as_scripted
from rallyman_tutor.core.remedy import MOST_REMEDIES, Remedy
from rallyman_tutor.core.replay import Replay, told_too_much
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.table.shown import View
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.explain import explain
from tests.fuzz.inputs import Input, inputs, wrong_with
from tests.games.driving import driven
from tests.laws import cases
from tests.laws.counted import (
    NOTHING,
    Counted,
    Rest,
    counted,
    ends,
    is_same_turn,
    is_worse,
    rest_of_attack,
    wrong_warnings,
)

State = Any
Draft = tuple[Any, ...]
NO_REST = Rest(NOTHING, NOTHING)
exact_odds: Callable[..., Any] = reckoned  # asked of any game


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
    """A case as arguments of `judge`; an input as it stands in the corpus of `tests/fuzz`."""
    if isinstance(state, Input):
        return state.line
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

NOTHING_SAFER = ("no-better", "no-better-behind", "no-other-end", "all-out", "no-safer", "too-fast")
"""Reasons why there is no remedy that say that nothing is safer."""


def no_remedy_is_worse(key: str, state: State, asked: Draft | ScriptedDraft[Any]) -> Iterator[str]:
    """Remedies can be carried out and stand in the order of their risks; none is worse than the step it stands for, and
    none instead of an unwise step surely ends the rally; and where none is called safer, none is."""
    game, script = SHELF[key], as_scripted(asked)
    if game.has_hidden_hands:
        yield from import_module(f"tests.laws.{key}").worse_remedies(state, script.moves)
        return
    for violation in (*game.judge(state, asked), *game.advise(state, asked)):
        ways = list(game.remedies(state, asked, violation))
        drafts = [_as_told(script, violation.at, one.moves) for one in ways]
        is_played = refused(key, state, _as_told(script, violation.at, script.moves[: violation.at]))[0] < 0
        for way, draft in zip(ways, drafts, strict=True):
            if is_played and refused(key, state, draft)[0] >= 0:
                yield f"{violation.code}: {_told(game, way)} cannot be carried out"
        if not _is_in_the_first_turn(game, state, script, violation.at):
            continue
        costs = [counted(game, state, draft) for draft in drafts]
        for before, after, way in zip(costs, costs[1:], ways[1:], strict=False):
            if is_worse(before, after):
                yield f"{violation.code}: {_told(game, way)} stands behind what is worse"
        own = _as_told(script, violation.at, script.moves[: violation.at + 1])
        if game.book[violation.code].kind is not Kind.UNWISE or game.judge(state, own.as_laid):
            if ways and not script.tells_outcomes:
                yield from _left_out(key, state, script.moves[: violation.at], violation, ways, costs[0])
            continue
        mended = counted(game, state, own)
        for cost, way in zip(costs, ways, strict=True):
            if is_worse(cost, mended):
                yield f"{violation.code}: {_told(game, way)} is worse than what it mends"
            if cost.over == 1:
                yield f"{violation.code}: {_told(game, way)} surely ends the rally"
        stuck = {} if ways else game.why_stuck(state, asked, violation)
        if stuck.get("case") in NOTHING_SAFER and not script.tells_outcomes:
            safer = [*_something_safer(key, state, script.moves, violation, mended)]
            yield from safer
            if not safer and mended.over == 1 and stuck["case"] in ("no-better", "no-better-behind"):
                yield f"{violation.code}: whatever is done ends the rally, and that is not said"


def _as_told(script: ScriptedDraft[Any], many: int, moves: Draft) -> ScriptedDraft[Any]:
    """Moves with what is told of so many of a script, up to the first that is another one."""
    alike = takewhile(lambda pair: pair[0] == pair[1][0], zip(moves, [*script.shown_moves][:many], strict=False))
    told = tuple(shown for _, (_, shown) in alike)
    return ScriptedDraft(moves, (*told, *((),) * (len(moves) - len(told))) if any(told) else ())


def _is_in_the_first_turn(game: AnyGame, state: State, script: ScriptedDraft[Any], at: int) -> bool:
    """Whether a move of a script belongs to the turn in which it begins. Dice that are only laid do."""
    now = state
    for written, told in [*script.shown_moves][: at if script.tells_outcomes else 0]:
        move, shown = game.complete_script(now, written, told)
        if not game.is_legal(now, (move,)):
            break
        now = game.play(now, move, Prompted(shown, game.harmless_luck))[0]
    return is_same_turn(game, state, now)


def _left_out(
    key: str, state: State, before: Draft, violation: Violation, ways: list[Remedy[Any]], first: Counted
) -> Iterator[str]:
    """A die that may lie instead, risks as little as the first remedy, and is not told though there is room for it."""
    game = SHELF[key]
    if key != "classic" or len(ways) >= MOST_REMEDIES:  # in DIRT there may be a remedy of another sort alone
        return
    now, _ = driven(game, state, before)
    if now is None or not is_same_turn(game, state, now):
        return
    known = [one.draft[: len(one.draft) - one.kept] for one in ways]
    dice = [one for one in cases.decisions(key, state, before) if game.form(one[-1]).kind == "die" and not one[-1].pay]
    for instead in dice:
        if instead not in known and not is_worse(counted(game, state, instead), first):
            yield f"{violation.code}: {' '.join(map(game.write_move, instead))} is as safe, and is left out"


def _something_safer(key: str, state: State, draft: Draft, violation: Violation, own: Counted) -> Iterator[str]:
    """A legal decision in place of the step that is safer than it."""
    game, before = SHELF[key], draft[: violation.at]
    for instead in cases.decisions(key, state, before):
        if is_worse(own, counted(game, state, instead)):
            yield f"{violation.code}: {' '.join(map(game.write_move, instead))} is safer, and nothing is said to be"
            return


def _told(game: AnyGame, way: Remedy[Any]) -> str:
    return f"{way.kind} {' '.join(map(game.write_move, way.moves))}"


# -- 3. A chance names what it is the chance of ------------------------------------------------------------------------


def chances_are_true(key: str, state: State, script: ScriptedDraft[Any]) -> Iterator[str]:
    """The chances of a draft are told as they are when every outcome is played; ruling, odds, page and advice tell the
    same, and so do the sentences of warnings."""
    game = SHELF[key]
    if not script.moves or game.judge(state, script):
        return
    if key not in RACES:
        yield from import_module(f"tests.laws.{key}").untrue_chances(state, script)
        return
    found = game.chances(state, script)
    true = dict.fromkeys(("over", "lost", "short", "arrived", "reordered"), Fraction(0))
    for end in ends(game, state, script):
        rest = rest_of_attack(game, end.now, game.turn(state)) if end.what not in ("over", "lost") else NO_REST
        true[end.what] += end.share * (1 - rest.over - rest.lost)
        true["over"] += end.share * rest.over
        true["lost"] += end.share * rest.lost
    told = {"over": found.end, "lost": found.lose, "short": found.short, "arrived": found.arrive}
    is_open = true.pop("reordered") > 0  # it hangs on the order that the driver then takes
    if not is_open:
        yield from (f"{what} is told as {told[what]}, and is {true[what]}" for what in true if told[what] != true[what])
    if sum(told.values()) != 1:
        yield f"the chances add up to {sum(told.values())}"
    if is_open and key == "dirt":  # not all dice lie again yet
        return
    told, figures = _told_of_a_turn(game, state, script, told), exact_odds(game, state, script)
    also = {"over": figures.out, "lost": figures.lose, "short": figures.short, "arrived": figures.arrive}
    yield from (
        f"odds: {what} is {also[what]}, and is told as {told[what]}" for what in told if also[what] != told[what]
    )
    if sum(figures.where.values()) != figures.lose:
        yield f"odds: control is lost on spaces {figures.where}, and in all {figures.lose}"
    if sum(figures.ends.values()) != 1:
        yield f"odds: the turn ends on spaces {figures.ends}"
    yield from wrong_warnings(game, state, script)
    yield from _said(game, state, script, found)


def _told_of_a_turn(
    game: AnyGame, state: State, script: ScriptedDraft[Any], told: dict[str, Fraction]
) -> dict[str, Fraction]:
    """The chances told of a script, with the dice of a frozen draft that it leaves: odds are those of the turn, and it
    drives them."""
    frozen, many = game.frozen_draft(state), len(script.moves)
    if game.key != "dirt" or state.turn.phase != "roll" or not frozen or not is_die_by_die(game, script.moves):
        return told
    left: Draft = tuple(frozen[many:])
    driven = script.moves
    for die in left:  # one that can no longer be secured is rolled
        driven = (*driven, die if game.is_legal(state, (*driven, die)) else die._replace(pay=0))
    all_left = game.chances(state, driven)
    return {"over": all_left.end, "lost": all_left.lose, "short": all_left.short, "arrived": all_left.arrive}


def _said(game: AnyGame, state: State, script: ScriptedDraft[Any], found: Chances) -> Iterator[str]:
    """The page, the announcement and remedies tell these very chances, and of what they are."""
    if not script.tells_outcomes and is_die_by_die(game, script.moves):
        shown = on_the_page(game, state, script.moves)
        names = [name for name, share in (("control", found.lose), ("rally", found.end)) if share]
        warning = shown["risk"]["told"].replace("out of the stage", "rally")  # in DIRT one may be out of a stage alone
        if [name for name in ("control", "rally") if name in warning] != names:
            yield f"the page says {shown['risk']['told']!r}, and it is {names}"
    for violation in game.advise(state, script):
        if any(script.shown[: violation.at]):
            continue
        for remedy in game.remedies(state, script, violation):
            alone, told = game.chances(state, remedy.moves), remedy.facts
            if "out" in told and (told["out"], told["chance"]) != (alone.end, alone.lose):
                yield f"{violation.code}: {_told(game, remedy)} tells other chances than {alone}"


def on_the_page(game: Any, state: Any, draft: Draft) -> View:
    """The page's view of a draft that is laid there, for whoever is in turn."""
    return view(Session(Replay(game, {}, state), drafts=Drafts(draft), handed_to=game.turn(state)), speech="full")


def is_die_by_die(game: AnyGame, moves: Draft) -> bool:
    return all(game.form(move).kind == "die" for move in moves)


# -- 4. A script is judged exactly as it is played ---------------------------------------------------------------------

TOO_MUCH = "told too much"
"""In place of a rule: a script tells what dice and cards do not come to show."""


def as_played(key: str, state: State, script: ScriptedDraft[Any]) -> Iterator[str]:
    """The first move that is refused, and why, is the one that the rules refuse when all before it have been played."""
    told = SHELF[key].judge(state, script)
    first = min((one.at for one in told), default=-1)
    judged = first, sorted(one.code for one in told if one.at == first)
    if untrue := told_too_much(SHELF[key], state, script):
        judged = int(str(untrue.facts["number"])) - 1, [TOO_MUCH]
    if judged != (played := refused(key, state, script)):
        yield f"judged {judged}, played {played}"


def refused(key: str, state: State, script: ScriptedDraft[Any]) -> tuple[int, list[str]]:
    """The number of the first move that the rules refuse when a script is played move by move, and those rules; (-1,
    []) if none. Dice that are only laid are judged as they lie, and played when something follows them."""
    game, now, moves = SHELF[key], state, [*script.shown_moves]
    before: tuple[State, Any] | None = None
    at, is_laid = 0, False
    while at < len(moves):
        row = cases.laid_in_a_row(key, now, script.moves[at:])
        for many in range(1, len(row) + 1 if not is_laid else 0):
            if broken := [one for one in game.judge(now, row[:many]) if one.at == many - 1]:
                return at + many - 1, sorted(one.code for one in broken)
        is_laid = is_laid or (
            bool(row) and at + len(row) == len(moves)
        )  # then what is told of them is looked at, and no more
        if is_laid and not any(script.shown[at:]):
            break
        at, written = cases.played_for(now, row, at) if row else (at, moves[at][0])
        move, shown = game.complete_script(now, written, moves[at][1])
        if broken := game.judge(now, (move,)):
            if is_laid:
                break
            own = import_module(f"tests.laws.{key}")
            codes = sorted(one.code for one in broken)
            return at, own.in_a_script(before, now, move, codes) if game.has_hidden_hands and before else codes
        luck = Scripted(shown, rest=game.harmless_luck)
        before = now, move
        try:
            now = game.play(now, move, luck)[0]
        except OutOfLuck:
            return at, [TOO_MUCH]
        if luck.leftover():
            return at, [TOO_MUCH]
        at += 1
    return -1, []


# -- 5. What can be read can be reached, or is refused -----------------------------------------------------------------


def written_again(key: str, state: State, asked: Draft) -> Iterator[str]:
    """A position that is played, or that was read, can be read, is itself again, and is one that can be."""
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
    own = import_module(f"tests.laws.{key}")
    if hasattr(own, "cannot_be"):
        yield from own.cannot_be(state)
    if game.has_hidden_hands and again != state:
        yield "it is another position then"


def positions(key: str, seed: int) -> Iterator[tuple[State, Draft]]:
    """Positions of random games, one after the other, at cards also as the player in turn sees them; and those that can
    be read of lines in which some words are changed."""
    game, own = SHELF[key], import_module(f"tests.laws.{key}")
    for number, state in enumerate(cases.states(key, seed)):
        yield state, ()
        if game.has_hidden_hands and not game.over(state):
            yield game.seen_by(state, game.turn(state)), ()
        if hasattr(own, "spoiled"):
            for text in own.spoiled(state, random.Random(f"{seed}/spoiled/{number}")):
                with suppress(Refused):
                    yield game.read(text), ()


def own_laws(key: str) -> tuple[Law, ...]:
    """The laws of one game alone: functions of its file, with their numbers."""
    own = import_module(f"tests.laws.{key}")
    return tuple(Law(number, says, cases.drafts, faults) for number, says, faults in getattr(own, "OWN_LAWS", ()))


LAWS = (
    Law(1, "What is told of a fault depends only on what leads up to it.", cases.drafts, dice_behind),
    Law(2, "A remedy is never worse than what it mends.", cases.drafts_and_scripts, no_remedy_is_worse),
    Law(3, "A chance is told as it is, and of what it is.", cases.chance_scripts, chances_are_true),
    Law(4, "A script is judged exactly as it is played.", cases.scripts, as_played),
    Law(5, "What is played can be written and read again.", positions, written_again),
)


# -- 6. No input ends in a traceback -----------------------------------------------------------------------------------


def spoiled_inputs(key: str, seed: int) -> Iterator[tuple[State, Draft]]:
    """Inputs of every kind that are nearly right."""
    return ((given, ()) for given in inputs(key, seed))


def answered(key: str, given: Input, asked: Draft) -> Iterator[str]:
    """The faults in the answer to an input."""
    return wrong_with(given)


EVERY_LAW = (*LAWS, Law(6, "No input ends in a traceback.", spoiled_inputs, answered))
"""With the law that is not about positions; `tests/fuzz` holds it."""
