"""`judge`: what a draft or a course sheet breaks, what to try instead, and how likely the draft is to go wrong."""

from __future__ import annotations

import argparse
import sys
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
    game_called,
    print_explanation,
    print_json,
)
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

JUDGE_HELP = """\
A POSITION is one line,  stage | cars | turn , where the turn may be left out. A DRAFT is the dice or cards laid in it:

  rallyman-tutor judge classic "s14 | A@s1 g3" "3 5"
      a straight of 14 spaces, car A on s1 in 3rd; dice 3 and 5 laid
  rallyman-tutor judge classic "s4 R3/4x3K4 s5 | A@s4 g4" "4>d w>d"
      a right-hand bend: line 3, drift 4 on three spaces, shortcut K4; 4 and gas into the drift
  rallyman-tutor judge classic "s14 | A@s1 g2" "3! 4! w!"
      the same with what the dice will show: ! a hazard, . none
  rallyman-tutor judge classic "START J1, FINISH J4 | A ; B" "1 2 3"
      a stage over the zone boards, two cars at the start

Stage: s3 is three straight spaces, R3/4x3K4 a bend (L turns left), j4 a jump. Before them: snow, and forest/rock for
       what stands left and right of the road.
Car:   A@s4 g3 c120 s4 d2 p1 is car A on space s4 in 3rd, with 120 s on the clock, 4 seconds to spend, 2 damage, 1 puncture.
Draft: 3 is a gear die, w gas. Behind a die, >l is the line, >d the drift, >k the shortcut, $ secured with seconds.
       A[2 3 w] is an attack. Words: stop, wheel, sisu, blocked.

In Rallyman: DIRT a stage is its tiles or its name, a space is tile.lane and row, and a draft has brakes too:

  rallyman-tutor judge dirt "202a 205a 203a | A@1.L3 g5" "3b w"
      three tiles, car A on the third row of the left lane in 5th; braked to 3rd, then gas
  rallyman-tutor judge dirt "R1-SS1 | A@1.R3 g2" "3 4"
      the first stage of the first rally in the box

In Crazy Rally the stage is the course, the driven cards before > and those ahead behind it, `rest` for all others; a car has its
hand behind it, and ? is a card that is not known:

  rallyman-tutor judge crazy_rally "C01 C02 > rest | Ana v6 B08 Y03 ; Ben v5 ?4 | choose Ana" "play B08+"
      two cards driven; Ana at speed 6 plays a blue card, + faster, - slower
  rallyman-tutor judge crazy_rally "C01 C02 C03 > C04 rest | Ana v7 E1 ; Ben v5 | event Ana : Ben Ana" "event slower>Ana"
      then the events: faster or slower, and whose car, or two cards

Car:   Ana m9 s8 h4/9 v7 d20 has an own maximum of 9, strength 8, handling 4 of 9, speed 7, and 20 of distance.
Draft: also draw, exchange, pass; before the race deal, table B05, look, go.

In Mil Millas the sides come first, then the hands, then whose turn it is:

  rallyman-tutor judge mil_millas "Ana 475 go limit ; Ben flat | Ana 100 25x5" "lay 100"
      Ana drives under a limit at 475 km, Ben has a puncture; Ana wants to lay the 100
  rallyman-tutor judge mil_millas "Ana go ; Ben go | Ana red 25x6" "lay red>Ben"
      an attack, and on whom

Side:  go a green light; fuel, flat, crash, limit what stops or slows it; +ace an immunity; A+C a team.
Draft: lay, discard, draw, pass, trick. Keys and words of the table, too: Enter red, Space.

Exit: 0 when no rule refuses it, 1 when one does, 2 when the line cannot be read.
"""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    judge = command("judge", _judge, "What a draft breaks, and what to try instead.", JUDGE_HELP)
    judge.add_argument("game", help=f"one of: {', '.join(SHELF)}")
    judge.add_argument(
        "position",
        metavar="POSITION",
        help="stage, cars and turn, or what the game has instead, as one line in quotes: see below",
    )
    judge.add_argument("draft", metavar="DRAFT", help="the dice or cards laid there, in quotes")
    judge.add_argument("--json", action="store_true", help="as an object")


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
        print(f"{_heading(game, turns, draft.moves, explanation.at)}:" if moves else "")
        print_explanation(explanation)
    if not broken:
        print("Legal." if moves else "Nothing laid yet, and nothing wrong with that.")
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
    return f"{far['move']} (step {far['number']}{scripts.in_words(far['spot'], far['driven'])})"


def _print_chance(game: AnyGame, moves: Sequence[str], chances: Chances) -> None:
    """How likely the moves of one turn are to go wrong, if they can."""
    if whole := in_words(game, chances.lose, chances.end, percent):
        shares = ", ".join(
            f"{move} {percent(share)}" for move, share in zip(moves, chances.wrong, strict=False) if share
        )
        print(f"Chance: {whole} ({shares}).")


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
        print("Legal.")
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
    return f"{100 * float(share):.1f} %".replace(".0 %", " %")


def unread(game: AnyGame, what: str, error: Refused, command: str = "judge") -> int:
    """Say where a line cannot be read, and which command tells how it is written; gives the exit code."""
    sys.stderr.write(
        f"I cannot read this {what}. {explain_refusal(game, error)}\nTry: rallyman-tutor {command} --help\n"
    )
    return NOT_NOTATION


def refusal(game: AnyGame, state: AnyState, draft: AnyDraft, *, as_data: bool) -> int:
    """Print what an illegal draft breaks; gives the exit code."""
    broken = [explain(game, state, draft, violation) for violation in game.judge(state, draft)]
    if as_data:
        return _print_data(broken, (), ())
    for explanation in broken:
        print(f"{game.write_move(moves_of(draft)[explanation.at])} (step {explanation.at + 1}):")
        print_explanation(explanation)
    return ILLEGAL
