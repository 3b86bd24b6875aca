"""A decision at cards that is tried again, as a page shows it: beside the better move, and beside the choice in the
game.

All three are played out in the same imagined games; that takes longer than an answer may, so `compared_cards` tells
after each step that it is not done yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from rallyman_tutor.coach.card_review import TRIES, RetryComparison, WeighedDecision, beside
from rallyman_tutor.coach.card_why import why_worse
from rallyman_tutor.coach.decision import is_clear
from rallyman_tutor.core.game import AnyGame, AnyMove, Plain
from rallyman_tutor.tutor.advice.card_review_view import so_much
from rallyman_tutor.tutor.advice.card_why_view import better_in_words
from rallyman_tutor.tutor.advice.retry_view import ComparedShown
from rallyman_tutor.tutor.session.looking_back import is_trying
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.desk_view import moves_in_words, rounded
from rallyman_tutor.tutor.words.rulebook import principle_named
from rallyman_tutor.tutor.words.words import shared_words

NONE_LOST, MUCH_LOST = 0, 2
"""The shades in which a verdict is told."""
NOTHING = ("0", "")
"""The best move's distance from itself."""


def compared_cards(session: Session) -> Iterator[ComparedShown | None]:
    """The tried decision beside the best; before it nothing, once for each step."""
    tried, move = session.looking_back.tried, session.looking_back.retried
    if not isinstance(tried, WeighedDecision) or move is None or not is_trying(session):
        return
    work = beside(session.game.key, tried, move)
    for _ in work.go_on():
        yield None
    if work.found:
        yield _in_words(session.game, tried, move, work.found)


def _in_words(game: AnyGame, tried: WeighedDecision, move: AnyMove, found: RetryComparison) -> ComparedShown:
    texts = shared_words(game.key, "card-retry")
    own, best, old = moves_in_words(game, tried.met.state, (move, tried.best, tried.met.move))
    is_best = move == tried.best
    verdict = texts["is-best"] if is_best else _told(game, texts, "best", *found.best)
    notes = [texts["drive-again"] if move == tried.met.move else _told(game, texts, "drive", *found.mistake)]
    if not is_best and is_clear(*found.best):
        notes.insert(0, texts["best-error"].format(error=rounded(found.best[1], found.best[1])))
    is_new = move not in (tried.best, tried.met.move)
    against = why_worse(game, tried.met.state, move, tried.best, found.part) if is_new else None
    if against:
        notes.append(better_in_words(game, against))
    others = {best: NOTHING, old: _cells(texts, (tried.behind, tried.error))}
    others.pop(own, None)  # it comes last
    rows = {**others, own: NOTHING if is_best else _cells(texts, found.best)}
    return {
        "verdict": verdict,
        "shade": MUCH_LOST if not is_best and is_clear(*found.best) and found.best[0] > 0 else NONE_LOST,
        "drafts": [[texts["best"], best]] if is_best else [[texts["yours"], own], [texts["best"], best]],
        "head": texts["head"],
        "rows": [[name, *cells] for name, cells in rows.items()],
        "notes": notes,
        "how": texts["how"].format(tries=TRIES),
        "best": [],
        "old": None,
        "principle": against and principle_named(game, against.principle.code),
        "said": " ".join([f"{verdict}.", *notes, *([] if is_best else [texts["say-best"].format(move=best)])]),
    }


def _told(game: AnyGame, texts: Plain, beside_what: str, behind: float, error: float) -> str:
    """How a decision stands beside another one, in a sentence; that no difference can be told, where none can."""
    case = "alike" if not is_clear(behind, error) else "worse" if behind > 0 else "better"
    facts = {"cost": so_much(game, behind, error), "error": rounded(error, error)}
    return str(texts[f"{beside_what}-{case}"]).format(**facts)


def _cells(texts: Plain, found: tuple[float, float]) -> tuple[str, str]:
    """By how much a decision is behind, and give or take how much."""
    behind, error = found
    return rounded(behind, error) if is_clear(behind, error) else str(texts["none-told"]), rounded(error, error)
