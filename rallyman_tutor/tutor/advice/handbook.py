"""The handbook of driving, and of playing cards: every principle as a page of the rulebook, with positions to try, and
how much it is worth on average; of driving that is so in puzzles, which stand there, too. What is told of cards is in
`card_handbook.py`."""

from __future__ import annotations

from collections.abc import Sequence

from rallyman_tutor.coach.card_why import principles_of_cards
from rallyman_tutor.coach.coaches import has_card_coach
from rallyman_tutor.coach.principles.card_principle import AnyCardPrinciple, CardPrinciple
from rallyman_tutor.coach.principles.principle import AnyPrinciple, Seen
from rallyman_tutor.coach.puzzles import of_principle
from rallyman_tutor.coach.why import principles_of, why_decided
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import begin
from rallyman_tutor.core.rule import Kind
from rallyman_tutor.tutor.advice import card_handbook
from rallyman_tutor.tutor.advice.choice_view import choices_in_words
from rallyman_tutor.tutor.advice.why_view import seconds_in_words, why_in_words
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.words.rulebook import DRAFT_MARK, RuleLine, RulePage
from rallyman_tutor.tutor.words.words import shared_words, words


def has(game: AnyGame, code: str) -> bool:
    """Whether this is a principle of driving in a game, or of playing it."""
    return any(one.code == code for one in _all(game))


def contents(game: AnyGame) -> list[RuleLine]:
    """The principles of a game, chapter by chapter, as lines of its rulebook."""
    texts = shared_words(game.key, "handbook")
    found: list[RuleLine] = []
    for one in _all(game):
        told = words(game.key).driving(one.code)
        found.append(
            {
                "code": one.code,
                "kind": Kind.FACT,
                "chapter": str(texts[one.code.split("-")[1]]),
                "title": told["name"],
                "why": told["why"],
                "examples": (len(one.not_so), len(one.holds)),
            }
        )
    return found


def principle_page(game: AnyGame, code: str, kind: str = "", number: int = 0) -> RulePage:
    """A principle in full; where one of its examples lies on the board, with the reason there."""
    one, told = _principle(game, code), words(game.key).driving(code)
    return {
        "code": code,
        "kind": Kind.FACT,
        "title": told["name"],
        "said": "",
        "why": told["why"],
        "fix": _told(game, one, kind, number) if kind else "",
        "cite": "",
        "at": -1,
        "ok": len(one.not_so),
        "broken": len(one.holds),
        "kind_shown": "ok" if kind == "ok" else "broken" if kind else "",
        "n": number,
        "worth": worth(game, code),
        "puzzles": [] if isinstance(one, CardPrinciple) else list(of_principle(game.key, code)),
    }


def worth(game: AnyGame, code: str) -> str:
    """How much a principle is worth on average, in words: in seconds; nothing where no puzzle asks for it."""
    if has_card_coach(game):
        return card_handbook.worth(game, code)
    behind = [
        answer.cost - one.answers[0].cost
        for one in of_principle(game.key, code).values()
        for answer in one.answers
        if answer.principle == code
    ]
    if not behind:
        return ""
    said, many = shared_words(game.key, "handbook"), len(of_principle(game.key, code))
    seconds = seconds_in_words(game, sum(behind) / len(behind))
    return str(said["worth" if many > 1 else "worth-one"]).format(seconds=seconds, n=many)


def example_session(game: AnyGame, code: str, kind: str, number: int) -> Session:
    """An example of a principle as a table to sit at, with the dice of the decision that it speaks of."""
    one = _principle(game, code)
    if isinstance(one, CardPrinciple):
        return card_handbook.example_session(game, one, kind, number)
    position, move = _example(game, one, kind, number)
    form = game.form(move)
    session = Session(begin(game, game.spec(position, ())), table=position, seed=code)
    laid = form.steps or ((move,) if form.kind == "die" else ())
    return Session(session.replay, table=position, seed=code, drafts=Drafts(laid)) if laid else session


def _told(game: AnyGame, one: AnyPrinciple | AnyCardPrinciple, kind: str, number: int) -> str:
    """The decision of an example in words, and why another one is better."""
    if isinstance(one, CardPrinciple):
        return card_handbook.told(game, one, kind, number)
    position, move = _example(game, one, kind, number)
    state: AnyState = game.read(position)
    (choice,) = choices_in_words(game, state, [Seen(game, state, move).draft(move)])
    reason = why_in_words(game, words(game.key), why_decided(game, state, move))
    said = shared_words(game.key, "handbook")["looks-so" if kind == "ok" else "example"]
    return str(said).format(choice=choice.whole, why=reason)


def _example(game: AnyGame, one: AnyPrinciple, kind: str, number: int) -> tuple[str, AnyMove]:
    """The position of an example, and its decision."""
    examples: Sequence[str] = one.not_so if kind == "ok" else one.holds
    if not 0 <= number < len(examples):
        raise Refused("no-such-example")
    position, _, draft = examples[number].partition(DRAFT_MARK)
    (move,) = game.read_draft(draft).moves
    return position, move


def _all(game: AnyGame) -> Sequence[AnyPrinciple] | Sequence[AnyCardPrinciple]:
    """The principles of a game, in the order of its handbook."""
    return principles_of_cards(game) or principles_of(game)


def _principle(game: AnyGame, code: str) -> AnyPrinciple | AnyCardPrinciple:
    found = next((one for one in _all(game) if one.code == code), None)
    if found is None:
        raise Refused("no-such-rule", {"found": code})
    return found
