"""`review` of a game of cards: which decisions were surely worse than another move, and by how much."""

from __future__ import annotations

from typing import TypedDict

from rallyman_tutor.coach.card_review import CardReview, WeighedDecision, as_played, weigh_all
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, complain, print_json
from rallyman_tutor.pages.commands.workers import bar, stopped
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.advice.card_review_view import so_much
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.figures import decimal


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
        complain(say("cards.not-over"), say("cards.when-over"))
        return ILLEGAL
    try:
        with bar(say("cards.bar")) as tell:
            found = weigh_all(as_played(game, session.replay, seat), tell)
    except KeyboardInterrupt:
        return stopped(say("work.nothing-kept"))
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
    figures = {
        "choices": len(found.weighed), "worse": worse, "better": clear - worse, "no-difference": len(found.weighed) - clear,
    }  # fmt: skip
    for name, many in figures.items():
        print(f"  {say(f'cards.{name}'):<33} {many:4}")
    if found.mistakes:
        print("\n" + say("review.most"))
    for one in found.mistakes:
        print(
            "  " + say("cards.mistake", line=_line(game, one), cost=_cost(game, one), better=game.write_move(one.other))
        )
    for group in found.unordered:
        print(say("cards.unordered", list=", ".join(str(one.met.at) for one in group)))
    if found.finest:
        print("\n" + say("cards.finest", line=_line(game, found.finest), cost=_cost(game, found.finest)))
    print("\n" + say("cards.no-par"))


def _line(game: AnyGame, one: WeighedDecision) -> str:
    return say("cards.decision", n=one.met.at, move=game.write_move(one.met.move))


def _cost(game: AnyGame, one: WeighedDecision) -> str:
    return say("cards.cost", cost=so_much(game, one.behind, one.error), error=decimal(one.error))
