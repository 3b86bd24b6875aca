"""A game of cards looked back at, as a page shows it: how many decisions cost something for certain, and which.

Every decision is played out first, which takes a while: the session has those that are, and as long as some are not it
is told how far that is. What is asked for of a drive on a solved stage is in `review_view.py`; `looked_back` and
`tried_again` give either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rallyman_tutor.coach.card_review import LOOKS, TRIES, CardReview, SeatGame, WeighedDecision, going_on, review
from rallyman_tutor.coach.card_why import why_mistake
from rallyman_tutor.core.game import AnyGame, Plain
from rallyman_tutor.tutor.advice.card_why_view import card_why_in_words
from rallyman_tutor.tutor.advice.review_view import RetryShown, ReviewShown, retry_shown, review_shown
from rallyman_tutor.tutor.session.looking_back import is_trying, with_review
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.desk_view import moves_in_words, rounded
from rallyman_tutor.tutor.words.rulebook import PrincipleNamed, principle_named
from rallyman_tutor.tutor.words.words import shared_words, words

FIGURES = ("choices", "worse", "better", "alike")

MOST_LISTED = 5
"""How many decisions are listed by their numbers at most."""


def looked_back(session: Session) -> ReviewShown | None:
    """The review of the drive or game that is over; nothing where nobody asked."""
    if isinstance(session.looking_back.review, SeatGame):
        return _shown(session, session.looking_back.review)
    return session.looking_back.review and review_shown(session, session.looking_back.review)


def tried_again(session: Session) -> RetryShown | None:
    """The words while a decision is tried again."""
    if isinstance(session.looking_back.tried, WeighedDecision):
        return _retry(session, session.looking_back.tried)
    return session.looking_back.tried and retry_shown(session, session.looking_back.tried)


def weighed(session: Session) -> Iterator[Session | None]:
    """The session with each decision that is played out, and with all findings about the mistakes; before each of them
    nothing, once for every step."""
    if isinstance(session.looking_back.review, SeatGame):
        for played in going_on(session.looking_back.review):
            yield played and with_review(session, played)


def so_much(game: AnyGame, figure: float, error: float) -> str:
    """A difference in what this game counts."""
    return str(_texts(game)["so-much"]).format(n=rounded(abs(figure), error))


def _shown(session: Session, played: SeatGame) -> ReviewShown:
    """The review of a game of cards; as long as it is not there, how far it is."""
    game, found = session.game, review(played)
    texts = _texts(game)
    shown: ReviewShown = {
        "title": shared_words(game.key, "review")["title"],
        "driver": game.result(session.state)["drivers"][played.seat] if len(session.learners) > 1 else "",
        "said": "",
        "figures": [],
        "legs_head": [],
        "legs": [],
        "head": [],
        "rows": [],
        "stages": [],
        "mistakes": [],
        "places": [],
        "principles": [],
        "notes": [],
        "how": [texts["how"].format(looks=LOOKS, tries=TRIES), texts["how-counts"], texts["how-clear"]],
        "waits": "",
    }
    if found is None:
        shown["said"] = shown["waits"] = texts["waits"].format(done=len(played.weighed), of=len(played.met))
        return shown
    figures = dict(zip(FIGURES, _counted(found), strict=True))
    shown["said"] = texts["said"].format(**figures)
    shown["figures"] = [[texts[name], figure] for name, figure in figures.items()]
    shown["head"] = list(texts["head"])
    shown["rows"] = [_row(game, texts, one) for one in found.weighed]
    shown["mistakes"] = [_mistake(game, texts["mistake"], one) for one in found.mistakes]
    shown["principles"] = [principle_of(game, one) for one in found.mistakes]
    shown["notes"] = list(_notes(game, texts, found))
    return shown


def _counted(found: CardReview) -> Iterator[str]:
    worse = sum(one.is_mistake for one in found.weighed)
    clear = sum(one.is_clear for one in found.weighed)
    for count in (len(found.weighed), worse, clear - worse, len(found.weighed) - clear):
        yield str(count)


def _notes(game: AnyGame, texts: Plain, found: CardReview) -> Iterator[str]:
    if not found.mistakes:
        yield texts["no-mistake"]
    for group in found.unordered:
        numbers = [str(one.met.at) for one in group]
        listed = words(game.key).both(numbers)
        yield texts["unordered" if len(group) <= MOST_LISTED else "unordered-many"].format(list=listed, n=len(group))
    if found.finest:
        yield texts["finest"].format(**_facts(game, found.finest))


def _row(game: AnyGame, texts: Plain, one: WeighedDecision) -> list[str]:
    own, other = moves_in_words(game, one.met.state, (one.met.move, one.other))
    if not one.is_clear:
        return [str(one.met.at), own, other, texts["none-told"], rounded(one.error, one.error)]
    case = "behind" if one.behind > 0 else "ahead"
    difference = texts[case].format(n=rounded(abs(one.behind), one.error))
    return [str(one.met.at), own, other, difference, rounded(one.error, one.error)]


def _facts(game: AnyGame, one: WeighedDecision) -> Mapping[str, str]:
    """The facts for the words about a decision."""
    return {
        "n": str(one.met.at),
        "move": moves_in_words(game, one.met.state, [one.met.move])[0],
        "cost": so_much(game, one.behind, one.error),
        "error": rounded(one.error, one.error),
    }


def _mistake(game: AnyGame, text: str, one: WeighedDecision) -> str:
    """A mistake with what it cost, and why, where a principle of playing says so."""
    told = (text.format(**_facts(game, one)), card_why_in_words(game, one))
    return " ".join(filter(None, told))


def principle_of(game: AnyGame, mistake: WeighedDecision) -> PrincipleNamed | None:
    """The principle that a mistake goes against, as a way to its page."""
    found = why_mistake(game, mistake)
    return principle_named(game, found.principle.code) if found else None


def _retry(session: Session, tried: WeighedDecision) -> RetryShown:
    game, made = session.game, session.looking_back.retried
    said = [
        _mistake(game, _texts(game)["retry"], tried) if made else _texts(game)["retry"].format(**_facts(game, tried))
    ]
    if is_trying(session) and made is None:
        review_texts = shared_words(game.key, "review")
        said.append(review_texts["retry-try"])
    return {
        "said": " ".join(said),
        "made": game.write_move(made) if made else "",
        "principle": principle_of(game, tried) if made else None,
    }


def _texts(game: AnyGame) -> Plain:
    return shared_words(game.key, "card-review")
