"""`review` of a game of cards: which decisions were surely worse than another move, and by how much."""

from __future__ import annotations

import sys
from typing import TypedDict

from rallyman_tutor.coach.card_review import CardReview, WeighedDecision, as_played, weigh_all
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, print_json
from rallyman_tutor.pages.commands.workers import bar, stopped
from rallyman_tutor.tutor.advice.card_review_view import so_much
from rallyman_tutor.tutor.session.session import Session


class WeighedData(TypedDict):
    """One decision beside the best other move, as data. Where it is not `clear` which of them is better, nothing is
    told by the figures."""

    number: int
    position: str
    move: str
    other: str
    behind: float
    error: float
    tries: int
    clear: bool


class CardReviewData(TypedDict):
    """A review of a game of cards as data. `mistakes`, `unordered` and `finest` have the numbers of decisions."""

    game: str
    driver: str
    decisions: list[WeighedData]
    mistakes: list[int]
    unordered: list[list[int]]
    finest: int | None


def review_cards(session: Session, seat: int, *, as_json: bool) -> int:
    """Review the game that one seat played, and print that."""
    game = session.game
    if not game.over(session.state):
        sys.stderr.write("This game is not over.\nTry: the same when it is\n")
        return ILLEGAL
    try:
        with bar("playing out decisions") as tell:
            found = weigh_all(as_played(game, session.replay, seat), tell)
    except KeyboardInterrupt:
        return stopped("nothing was kept")
    driver = game.result(session.state)["drivers"][seat]
    if as_json:
        print_json(_as_data(game, driver, found))
    else:
        _print(game, driver, found)
    return LEGAL


def _as_data(game: AnyGame, driver: str, found: CardReview) -> CardReviewData:
    return {
        "game": game.key,
        "driver": driver,
        "decisions": [
            {
                "number": one.met.at,
                "position": game.write(one.met.state),
                "move": game.write_move(one.met.move),
                "other": game.write_move(one.other),
                "behind": one.behind,
                "error": one.error,
                "tries": one.tries,
                "clear": one.is_clear,
            }
            for one in found.weighed
        ],
        "mistakes": [one.met.at for one in found.mistakes],
        "unordered": [[one.met.at for one in group] for group in found.unordered],
        "finest": found.finest.met.at if found.finest else None,
    }


def _print(game: AnyGame, driver: str, found: CardReview) -> None:
    worse = sum(one.is_mistake for one in found.weighed)
    clear = sum(one.is_clear for one in found.weighed)
    print(f"{game.name}, {driver}")
    print(f"  decisions with a choice           {len(found.weighed):4}")
    print(f"  surely worse than another move    {worse:4}")
    print(f"  surely better than the next best  {clear - worse:4}")
    print(f"  no difference to be told          {len(found.weighed) - clear:4}")
    if found.mistakes:
        print("\nWhat cost most:")
    for one in found.mistakes:
        print(f"  {_line(game, one)} cost {_cost(game, one)}; better was {game.write_move(one.other)}")
    for group in found.unordered:
        print(f"Which of these cost more cannot be told: {', '.join(str(one.met.at) for one in group)}")
    if found.finest:
        print(f"\nWell found: {_line(game, found.finest)}; the next best would have cost {_cost(game, found.finest)}.")
    print("\nCards have no par, so nothing tells decisions from luck.")


def _line(game: AnyGame, one: WeighedDecision) -> str:
    return f"decision {one.met.at}: {game.write_move(one.met.move)}"


def _cost(game: AnyGame, one: WeighedDecision) -> str:
    return f"{so_much(game, one.behind, one.error)}, give or take {one.error:.1f}"
