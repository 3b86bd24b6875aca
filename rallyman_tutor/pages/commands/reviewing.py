"""`review`: the losses of a drive by decisions and by luck. Of a game of cards, the decisions that were worse than
others."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, TypedDict

from rallyman_tutor.coach.coaches import has_card_coach
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.card_reviewing import review_cards
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION, Add, no_such, print_json
from rallyman_tutor.pages.commands.saved import opened
from rallyman_tutor.pages.commands.workers import bar, stopped
from rallyman_tutor.tutor.session.session import Session

if TYPE_CHECKING:
    from rallyman_tutor.coach.review import Review, ReviewedDecision

HELP = """\
FILE holds a share code, or a link with one, or a saved game, such as `rallyman-tutor play classic --json` prints; `-` reads it from the input:

  rallyman-tutor play classic --players 1 --json | rallyman-tutor review -
  rallyman-tutor review my-drive.txt --driver Ben

Par is what the best driving takes from that start. What was driven differs from it by decisions and by luck, turn by turn, and both
add up to the difference. Luck below 0 was good. Told are the three decisions that cost most, what would have been best there, and
the best decision of those that a beginner would have got wrong. A stage that was never solved here is worked out first.

Cards have no par. Of Crazy Rally and Mil Millas every decision is played out in imagined games, beside the best other move that was
found; told is by how much it was behind, and give or take how much. What is not at least three times that is no difference.

Exit: 0 with a review, 1 when there is nothing to review, 2 when the file cannot be read, or Ctrl-C stops it.
"""


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("review", _review, "What a drive lost by decisions, and what by luck.", HELP)
    made.add_argument("file", metavar="FILE", help="a file, a share code, or - for the input")
    made.add_argument("--driver", metavar="NAME", help="whose drive (default: the first who is no bot)")
    made.add_argument("--json", action="store_true", help="as data")


def _review(asked: argparse.Namespace) -> int:
    from rallyman_tutor.coach.review import NothingToReview, review

    session = opened(asked.file, "review")
    if session is None:
        return NOT_NOTATION
    game = session.game
    seat = _seat(session, asked.driver)
    if has_card_coach(game):
        return review_cards(session, seat, as_json=asked.json)
    try:
        with bar("solving the stage") as tell:
            found = review(game, session.replay, seat, tell)
    except NothingToReview:
        sys.stderr.write("This drive has not reached the finish of a stage.\nTry: the same when it has\n")
        return ILLEGAL
    except Unsolvable as error:
        sys.stderr.write(f"This drive cannot be reviewed: {error}.\nTry: a drive on another stage\n")
        return ILLEGAL
    except KeyboardInterrupt:
        return stopped("nothing was kept")
    data = _as_data(session, seat, found)
    if asked.json:
        print_json(data)
    else:
        _print(data)
    return LEGAL


def _seat(session: Session, name: str | None) -> int:
    """The seat of the driver who is asked for; of the first learner where none is."""
    names = session.game.result(session.state)["drivers"]
    if name is None:
        return session.learners[0] if session.learners else 0
    if name not in names:
        raise no_such(f"Nobody called {name!r} took part.", name, names)
    return names.index(name)


class TurnData(TypedDict):
    """One turn of a review, as data."""

    stage: int
    round: int
    space: str
    seconds: int
    decisions: float
    luck: float
    moves: list[str]


class DecisionData(TypedDict):
    """One decision of a review, as data."""

    stage: int
    round: int
    position: str
    move: str
    loss: float
    best: str
    beginner: float


class ReviewData(TypedDict):
    """A review as data."""

    game: str
    driver: str
    time: float
    par: float
    decisions: float
    luck: float
    out: bool
    alone: bool
    turns: list[TurnData]
    mistakes: list[DecisionData]
    finest: DecisionData | None


def _as_data(session: Session, seat: int, found: Review) -> ReviewData:
    game = session.game
    return {
        "game": game.key,
        "driver": game.result(session.state)["drivers"][seat],
        "time": found.time,
        "par": found.par,
        "decisions": found.decisions,
        "luck": found.luck,
        "out": found.is_out,
        "alone": not found.among_others,
        "turns": [
            {
                "stage": turn.stage + 1,
                "round": turn.round,
                "space": game.desk(turn.made[0].state, ()).standings[seat].place,
                "seconds": turn.seconds,
                "decisions": turn.decisions,
                "luck": turn.luck,
                "moves": [game.write_move(one.move) for one in turn.made],
            }
            for turn in found.turns
        ],
        "mistakes": [_decision(game, one) for one in found.mistakes],
        "finest": _decision(game, found.finest) if found.finest else None,
    }


def _decision(game: AnyGame, one: ReviewedDecision) -> DecisionData:
    return {
        "stage": one.stage + 1,
        "round": one.round,
        "position": game.write(one.state),
        "move": game.write_move(one.move),
        "loss": one.loss,
        "best": " ".join(map(game.write_move, one.best)),
        "beginner": one.beginner - one.cost,
    }


def _print(data: ReviewData) -> None:
    print(f"{SHELF[data['game']].name}, {data['driver']}")
    print(
        f"  time          {data['time']:8.1f} s" + ("   (out of the rally, and charged for it)" if data["out"] else "")
    )
    print(f"  par           {data['par']:8.1f} s")
    print(f"  decisions     {data['decisions']:+8.1f} s")
    print(f"  luck          {data['luck']:+8.1f} s" + ("   (good luck is below 0)" if data["luck"] < 0 else ""))
    print("\nstage turn  from       seconds  decisions    luck   moves")
    for turn in data["turns"]:
        print(
            f"{turn['stage']:5} {turn['round']:4}  {turn['space']:<9} {turn['seconds']:8} {turn['decisions']:+10.1f} "
            f"{turn['luck']:+7.1f}   {' '.join(turn['moves'])}"
        )
    if data["mistakes"]:
        print("\nWhat cost most:")
    for one in data["mistakes"]:
        print(f"  turn {one['round']}: {one['move']} lost {one['loss']:.1f} s; best was {one['best']}")
    if not data["mistakes"]:
        print("\nNo decision cost half a second.")
    if finest := data["finest"]:
        print(
            f"\nBest found: {finest['move']} in turn {finest['round']}; a beginner's would have cost {finest['beginner']:.1f} s more."
        )
    if not data["alone"]:
        print("\nOther cars count for the turn in which they stand there; after it the driver is taken to be alone.")
