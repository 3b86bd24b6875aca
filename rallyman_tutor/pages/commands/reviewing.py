"""`review`: the losses of a drive by decisions and by luck. Of a game of cards, the decisions that were worse than
others."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TypedDict

from rallyman_tutor.coach.coaches import has_card_coach
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages.commands.card_reviewing import review_cards
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, NOT_NOTATION, Add, complain, no_such, print_json
from rallyman_tutor.pages.commands.saved import opened
from rallyman_tutor.pages.commands.workers import bar, stopped
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.explain import why_unsolvable
from rallyman_tutor.tutor.words.figures import decimal

if TYPE_CHECKING:
    from rallyman_tutor.coach.review import Review, ReviewedDecision


def add(command: Add) -> None:
    """Add the command of this family to the command line."""
    made = command("review", _review)
    made.add_argument("file", metavar="FILE", help=say("options.file"))
    made.add_argument("--driver", metavar="NAME", help=say("options.driver"))
    made.add_argument("--json", action="store_true", help=say("options.json"))


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
        with bar(say("review.bar")) as tell:
            found = review(game, session.replay, seat, tell)
    except NothingToReview:
        complain(say("review.not-over"), say("review.when-over"))
        return ILLEGAL
    except Unsolvable as error:
        complain(say("review.unsolved", why=why_unsolvable(error)), say("review.another"))
        return ILLEGAL
    except KeyboardInterrupt:
        return stopped(say("work.nothing-kept"))
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
        raise no_such(say("review.nobody", it=repr(name)), name, names)
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
    for name in ("time", "par", "decisions", "luck"):
        figure = decimal(data[name], sign=name in ("decisions", "luck"))
        aside = {"time": data["out"] and "out", "luck": data["luck"] < 0 and "good-luck"}.get(name)
        print(f"  {say(f'review.{name}'):<13} {figure:>8} s" + (f"   {say(f'review.{aside}')}" if aside else ""))
    heads = [say(f"review.{name}") for name in ("head-stage", "head-turn", "head-from", "head-seconds")]
    more = [say(f"review.{name}") for name in ("head-decisions", "head-luck", "head-moves")]
    print("\n{:5} {:5} {:<9} {:>8} {:>10} {:>7}   {}".format(*heads, *more))
    for turn in data["turns"]:
        print(
            f"{turn['stage']:5} {turn['round']:4}  {turn['space']:<9} {turn['seconds']:8} "
            f"{decimal(turn['decisions'], sign=True):>10} {decimal(turn['luck'], sign=True):>7}   {' '.join(turn['moves'])}"
        )
    if data["mistakes"]:
        print("\n" + say("review.most"))
    for one in data["mistakes"]:
        facts = {"turn": one["round"], "move": one["move"], "best": one["best"]}
        print("  " + say("review.mistake", **facts, loss=decimal(one["loss"])))
    if not data["mistakes"]:
        print("\n" + say("review.none"))
    if finest := data["finest"]:
        facts = {"move": finest["move"], "turn": finest["round"]}
        print("\n" + say("review.finest", **facts, loss=decimal(finest["beginner"])))
    if not data["alone"]:
        print("\n" + say("review.others"))
