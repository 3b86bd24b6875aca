"""A drive looked back at, as a page shows it: figures, the road coloured by its losses, and the mistakes to try
again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TypedDict

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.review import Leg, Review, ReviewedDecision, TurnReview
from rallyman_tutor.coach.solver.costs import ELIMINATION
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Place
from rallyman_tutor.parts.geometry import fitted
from rallyman_tutor.tutor.advice.worth_view import draft_in_words, shade_of, texts_of
from rallyman_tutor.tutor.session.looking_back import can_review, is_trying, stage_to_review
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.figures import decimal
from rallyman_tutor.tutor.words.move_words import named, with_secured
from rallyman_tutor.tutor.words.rulebook import PrincipleNamed
from rallyman_tutor.tutor.words.words import Words, shared_words, span_in_words, words

BOX = (300, 170)
"""How wide and how high the picture of a stage is, in its own units."""


class TurnShown(TypedDict):
    """The road of one turn: points as SVG writes them, the loss on it in shades from 0, and the words for a pointer
    there."""

    points: str
    shade: int
    name: str


class MarkShown(TypedDict):
    """Where one of the mistakes was made: its number from 1, and its spot in the picture."""

    number: int
    x: int
    y: int


class StageShown(TypedDict):
    """One stage of a drive as a picture."""

    title: str
    turns: list[TurnShown]
    marks: list[MarkShown]


class ReviewShown(TypedDict):
    """The review of a drive. `figures` are pairs of a name and a figure; of several stages `legs` has those of each,
    and of all; each mistake is a sentence, to be tried again by its number, and has its place on the board. Of a game
    of cards there is only `waits`, as long as its decisions are played out, and then the principle of each mistake."""

    title: str
    driver: str  # whose it is, where several learners drove
    said: str
    figures: list[list[str]]
    legs_head: list[str]
    legs: list[list[str]]
    head: list[str]
    rows: list[list[str]]
    stages: list[StageShown]
    mistakes: list[str]
    places: list[str]  # of the mistakes, on the board; none at cards
    principles: list[PrincipleNamed | None]  # that the mistakes go against; none of a drive: they come behind
    notes: list[str]
    how: list[str]
    waits: str


class ReviewDoor(TypedDict):
    """A review that may be asked for: whose it is, and what its button says."""

    driver: str
    label: str


class RetryShown(TypedDict):
    """The words while a decision is tried again, and the decision made there now, as notation writes it; "" before
    that; and then at cards the principle that the first one went against."""

    said: str
    made: str
    principle: PrincipleNamed | None


def doors(session: Session) -> list[ReviewDoor]:
    """The reviews that may be asked for now: of this drive, or of the stage that is just over; of each learner, where
    there are several."""
    if not can_review(session):
        return []
    texts, seats, stage = _texts(session.game), session.learners or [0], stage_to_review(session)
    names, case = session.game.result(session.state)["drivers"], "ask" if stage is None else "ask-stage"
    case += "-of" if len(seats) > 1 else ""
    open_ = session.looking_back.review.seat if session.looking_back.review else None
    return [
        {"driver": names[seat], "label": texts[case].format(driver=names[seat], n=(stage or 0) + 1)}
        for seat in seats
        if seat != open_
    ]


def review_shown(session: Session, found: Review) -> ReviewShown:
    """A review as a page shows it."""
    game, texts, language = session.game, _texts(session.game), words(session.game.key)
    several, stage = len(found.legs) > 1, stage_to_review(session)
    figures = [(name, _figure(texts, found, name)) for name in FIGURES]
    notes = [] if found.mistakes else [texts["no-mistake"]]
    if found.finest:
        gain = span_in_words(found.finest.beginner - found.finest.cost)
        notes.append(texts["finest"].format(**_facts(game, language, found.finest, several=several), gain=gain))
    return {
        "title": texts["title"] if stage is None else texts["title-stage"].format(n=stage + 1),
        "driver": game.result(session.state)["drivers"][found.seat] if len(session.learners) > 1 else "",
        "said": texts["said"].format(**dict(figures)),
        "figures": [[texts[name], figure] for name, figure in figures],
        "legs_head": [texts[name] for name in ("on-stage", *FIGURES)] if several else [],
        "legs": _legs(texts, found) if several else [],
        "head": [texts[name] for name in ("turn", "from", "seconds", "decisions", "luck")],
        "rows": [_row(game, language, turn, found.seat, several=several) for turn in found.turns],
        "stages": list(_pictures(game, texts, found)),
        "mistakes": [texts["mistake"].format(**_facts(game, language, one, several=several)) for one in found.mistakes],
        "places": [place_of_driver(game, one.state) for one in found.mistakes],
        "principles": [],
        "notes": notes,
        "how": [
            texts["how"],
            *([texts["how-stages"]] if several else []),
            *(
                [texts["how-unsolved"].format(list=language.both([str(one + 1) for one in found.unsolved]))]
                if found.unsolved
                else []
            ),
            *([texts["how-out"].format(charge=f"{ELIMINATION:.0f}")] if found.is_out else []),
            *([texts["how-others"]] if found.among_others else []),
        ],
        "waits": "",
    }


FIGURES = ("time", "par", "decisions", "luck")


def _legs(texts: Mapping[str, str], found: Review) -> list[list[str]]:
    """The figures of each stage, and of all."""
    named: list[tuple[str, Leg | Review]] = [(str(leg.stage + 1), leg) for leg in found.legs]
    return [
        [name, *(_figure(texts, of, one) for one in FIGURES)] for name, of in (*named, (texts["all-stages"], found))
    ]


def retry_shown(session: Session, tried: ReviewedDecision) -> RetryShown:
    """The decision made there in the drive; and, until another one is made, what to do."""
    game, made, texts = session.game, session.looking_back.retried, _texts(session.game)
    said = [texts["retry"].format(**_facts(game, words(game.key), tried, several=tried.stage > 0))]
    if is_trying(session) and made is None:
        said.append(texts["retry-try"])
    return {"said": " ".join(said), "made": "" if made is None else game.write_move(made), "principle": None}


def _texts(game: AnyGame) -> Mapping[str, str]:
    return {name: str(text) for name, text in shared_words(game.key, "review").items()}


def _figure(texts: Mapping[str, str], of: Review | Leg, name: str) -> str:
    """One figure of a drive or a stage, as people say it: of luck whether it made the drive longer or shorter."""
    seconds = getattr(of, name)
    if name == "luck":
        return texts["more" if round(seconds) >= 0 else "less"].format(span=span_in_words(abs(seconds)))
    return span_in_words(seconds)


def _signed(seconds: float) -> str:
    """Seconds more or less, and never -0.0."""
    return decimal(round(seconds, 1) + 0.0, sign=True)


def _facts(game: AnyGame, language: Words, one: ReviewedDecision, *, several: bool = False) -> Mapping[str, str]:
    """The facts for the words about a decision."""
    return {
        "turn": f"{one.stage + 1}.{one.round}" if several else str(one.round),
        "space": language.place(place_of_driver(game, one.state)),
        "move": decision_in_words(game, language, one.state, one.move),
        "loss": span_in_words(one.loss),
    }


def place_of_driver(game: AnyGame, state: AnyState) -> str:
    """The space on which whoever is in turn stands."""
    desk = game.desk(state, ())
    return next(stand.place for stand in desk.standings if stand.name == desk.facts["driver"])


def decision_in_words(game: AnyGame, language: Words, state: AnyState, move: AnyMove) -> str:
    """A decision in words: by its button, or its dice, and how they are rolled."""
    offers, texts = {offer.move: offer for offer in game.desk(state, ()).offers}, texts_of(game)
    if offer := offers.get(move):
        return language.phrase("offers", offer.name, offer.facts)
    form = game.form(move)
    if form.steps:
        return draft_in_words(game, texts, language, state, (move,))
    how, dice = race_coach(game).kind(move)
    if how == "attack":  # which die lies where is decided as they are driven
        return language.phrase("offers", how, {"count": dice})
    laid = game.desk(state, (move,)).laid[0]
    return with_secured(texts, named(game, language, {}, laid, move), form)


def _row(game: AnyGame, language: Words, turn: TurnReview, seat: int, *, several: bool) -> list[str]:
    place = game.desk(turn.made[0].state, ()).standings[seat].place
    number = f"{turn.stage + 1}.{turn.round}" if several else f"{turn.round}"
    return [number, language.place(place), f"{turn.seconds}", decimal(turn.decisions), _signed(turn.luck)]


# -- The road, coloured -----------------------------------------------------------------------------------------------


def _pictures(game: AnyGame, texts: Mapping[str, str], found: Review) -> Iterator[StageShown]:
    """A picture of each stage, as the driver drove it."""
    for leg in found.legs:
        turns = leg.turns
        places = {place.key: place for place in game.places(turns[0].made[0].state)}
        roads = [list(_driven(game, turn, places)) for turn in turns]
        for before, after in pairwise(roads):
            before += after[:1]
        own = [(at, one) for at, one in enumerate(found.mistakes, 1) if one.stage == leg.stage]
        spots = [[_spot(game, one.state, places) or roads[0][0]] for _, one in own]
        points = fitted([*(list(dict.fromkeys(road)) for road in roads), *spots], *BOX)
        marked = [tuple(map(int, line.split(","))) for line in points[len(roads) :]]
        shown = [
            TurnShown(
                points=line,
                shade=shade_of(turn.decisions),
                name=texts["turn-lost"].format(turn=turn.round, loss=span_in_words(turn.decisions)),
            )
            for turn, line in zip(turns, points, strict=False)
        ]
        yield {
            "title": texts["stage"].format(n=leg.stage + 1),
            "turns": shown,
            "marks": [{"number": at, "x": x, "y": y} for (at, _), (x, y) in zip(own, marked, strict=True)],
        }


def _spot(game: AnyGame, state: AnyState, places: Mapping[str, Place]) -> tuple[float, float] | None:
    """Where in the picture a driver stands; None beside the road."""
    place = places.get(place_of_driver(game, state))
    return None if place is None else (place.x, place.y)


def _driven(game: AnyGame, turn: TurnReview, places: Mapping[str, Place]) -> Iterator[tuple[float, float]]:
    """The middles of the spaces on the way of a turn."""
    for one in turn.made:
        desk = game.desk(one.state, game.form(one.move).steps or (one.move,))
        stand = next(stand for stand in desk.standings if stand.name == desk.facts["driver"])
        for key in (stand.place, *(laid.place for laid in desk.laid)):
            if key in places:
                yield places[key].x, places[key].y
