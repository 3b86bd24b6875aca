"""`judge`: what a draft or a course sheet breaks, what to try instead, and how likely the draft is to go wrong."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, replace
from fractions import Fraction

from rallyman_tutor.core.game import AnyDraft, AnyGame, AnyMove, AnyState, Chances
from rallyman_tutor.core.notation import Refused, ScriptedDraft, moves_of
from rallyman_tutor.core.replay import told_too_much
from rallyman_tutor.core.rule import Kind, Violation
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.output import (
    ILLEGAL,
    LEGAL,
    NOT_NOTATION,
    Add,
    complain,
    game_called,
    print_explanation,
    print_json,
)
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.lesson import scripts
from rallyman_tutor.tutor.session.draft_faults import faults
from rallyman_tutor.tutor.words.chances import in_words
from rallyman_tutor.tutor.words.explain import (
    Explanation,
    as_judged,
    decision_at,
    explain,
    explain_refusal,
    explain_sheet,
)
from rallyman_tutor.tutor.words.figures import decimal, decimal_sign
from rallyman_tutor.tutor.words.words import colon


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    judge = command("judge", _judge)
    judge.add_argument("game", help=say("options.game", list=", ".join(SHELF)))
    judge.add_argument(
        "position",
        metavar="POSITION",
        help=say("options.judging-position"),
    )
    judge.add_argument("draft", metavar="DRAFT", help=say("options.drawing-draft"))
    judge.add_argument("--json", action="store_true", help=say("options.drafts-json"))


def _judge(asked: argparse.Namespace) -> int:
    game = game_called(asked.game)
    if asked.position.startswith("sheet"):
        return _judge_sheet(game, asked)
    try:
        state = game.read(asked.position)
    except Refused as error:
        return unread(game, "position", error)
    try:
        draft = game.read_draft(asked.draft)
    except Refused as error:
        return unread(game, "draft", error)
    if untrue := told_too_much(game, state, draft):
        return unread(game, "draft", untrue)
    turns = list(scripts.turns(game, state, draft))
    found, all_chances = list[Explanation](), list[Chances]()
    for first, begun, script in turns:
        laid = as_judged(game, begun, script)
        found += [_in_script(game, state, draft, (first, begun, laid), one) for one in faults(game, begun, laid)]
        all_chances.append(game.chances(begun, laid))
        if any(one.kind is Kind.ILLEGAL for one in found):
            break
    broken, advice = ([one for one in found if one.kind is kind] for kind in (Kind.ILLEGAL, Kind.UNWISE))
    if asked.json:
        return _print_data(broken, advice, all_chances)
    moves = [game.write_move(move) for move in draft.moves]
    for explanation in found:
        print(colon(_heading(game, turns, draft.moves, explanation.at)) if moves else "")
        print_explanation(explanation)
    if not broken:
        print(say("judge.legal" if moves else "judge.nothing"))
        for (first, _, _), chances in zip(turns, all_chances, strict=True):
            _print_chance(game, moves[first:], chances)
    return ILLEGAL if broken else LEGAL


def _in_script(
    game: AnyGame,
    state: AnyState,
    script: ScriptedDraft[AnyMove],
    turn: tuple[int, AnyState, AnyDraft],
    violation: Violation,
) -> Explanation:
    """A fault of one turn of a script in words. Its remedies are told of the position in which the turn begins; behind
    a die that ended the turn before, of the position in which the script begins."""
    first, begun, laid = turn
    is_behind_a_die = first and game.form(script.moves[first - 1]).kind == "die"
    if is_behind_a_die and script.tells_outcomes and game.decisions(state, script) is None:
        one = explain(game, state, script, replace(violation, at=first + violation.at))
        return replace(one, position=one.position or game.write(state))
    one = explain(game, begun, laid, violation)
    return replace(one, at=first + one.at, position=one.position or game.write(begun))


def _heading(game: AnyGame, turns: Sequence[scripts.ScriptTurn], moves: tuple[AnyMove, ...], at: int) -> str:
    """One step of a script, and how far it got before that."""
    first, begun, script = next(turn for turn in reversed(turns) if turn.first <= at)
    if decided := decision_at(game, begun, script, at - first):
        first, begun = first + decided[0], decided[1]
    far = scripts.how_far(game, begun, moves[first:at], moves, at)
    driven = scripts.in_words(far["spot"], far["driven"])
    return say("judge.step", move=far["move"], n=far["number"], driven=driven)


def _print_chance(game: AnyGame, moves: Sequence[str], chances: Chances) -> None:
    """How likely the moves of one turn are to go wrong, if they can."""
    if whole := in_words(game, chances.lose, chances.end, percent):
        shares = ", ".join(
            f"{move} {percent(share)}" for move, share in zip(moves, chances.wrong, strict=False) if share
        )
        print(say("judge.chance", chance=whole, list=shares))


def _judge_sheet(game: AnyGame, asked: argparse.Namespace) -> int:
    try:
        found: list[list[Violation]] = [game.judge_sheet(asked.position, kind) for kind in (Kind.ILLEGAL, Kind.UNWISE)]
    except Refused as error:
        return unread(game, "sheet", error)
    broken, advice = ([explain_sheet(game, violation) for violation in some] for some in found)
    if asked.json:
        return _print_data(broken, advice, ())
    for explanation in (*broken, *advice):
        print_explanation(explanation)
    if not broken:
        print(say("judge.legal"))
    return ILLEGAL if broken else LEGAL


def _print_data(broken: Sequence[Explanation], advice: Sequence[Explanation], chances: Sequence[Chances]) -> int:
    """Print the verdict on a draft or a sheet as data; gives the exit code."""
    steps = [step for one in chances for step in zip(one.wrong, one.lost, one.out, strict=True)]
    print_json({
        "legal": not broken,
        "violations": [asdict(explanation) for explanation in broken],
        "advice": [asdict(explanation) for explanation in advice],
        "risk": [
            {"chance": str(wrong), "percent": round(100 * float(wrong), 1), "lost": str(lost), "out": str(out)}
            for wrong, lost, out in steps
        ],
    })  # fmt: skip
    return ILLEGAL if broken else LEGAL


def percent(share: Fraction) -> str:
    """A chance as text, such as 12.5 %."""
    return f"{decimal(100 * float(share)).removesuffix(f'{decimal_sign()}0')} %"


def unread(game: AnyGame, what: str, error: Refused, command: str = "judge") -> int:
    """Say where a line cannot be read, and which command tells how it is written; gives the exit code."""
    said = say(f"judge.unread-{what}")
    complain(f"{said} {explain_refusal(game, error)}", f"rallyman-tutor {command} --help")
    return NOT_NOTATION


def refusal(game: AnyGame, state: AnyState, draft: AnyDraft, *, as_data: bool) -> int:
    """Print what an illegal draft breaks; gives the exit code."""
    broken = [explain(game, state, draft, violation) for violation in game.judge(state, draft)]
    if as_data:
        return _print_data(broken, (), ())
    for explanation in broken:
        move = game.write_move(moves_of(draft)[explanation.at])
        print(colon(say("judge.step", move=move, n=explanation.at + 1, driven="")))
        print_explanation(explanation)
    return ILLEGAL
