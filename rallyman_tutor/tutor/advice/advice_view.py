"""Advice in three parts, each told when it is asked for: where to look, which die, and the whole draft with its reason
in a breath. Where the learner wishes it, the cost of every draft is told unasked.

The first two are about the best driving from here, as far as the learner's dice do not lie so already. Behind the last
one, for whoever opens them, stand both ways beside each other (`ways_view.py`) and the figures (`worth_view.py`). All
of it follows from the table and how often was asked; to reckon it takes longer than an answer may, so `advised` tells
after each step that it is not done yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Literal, NotRequired, TypedDict

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.draft_worth import Worth, weighing
from rallyman_tutor.coach.odds import TooMany
from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.coach.steps import Steps
from rallyman_tutor.coach.why import why
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, LaidStep
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.advice.ways_view import Beside, WaysShown, beside, best_in_words, in_a_breath, ways_shown
from rallyman_tutor.tutor.advice.worth_view import (
    A_TENTH,
    CostShown,
    WorthShown,
    cost_in_words,
    cost_shown,
    draft_in_words,
    least_behind,
    texts_of,
    worth_shown,
)
from rallyman_tutor.tutor.session.helping import MOST_PARTS, is_told_unasked, why_not_weighed
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.move_words import named, with_secured
from rallyman_tutor.tutor.words.page_words import page_words, why_refused
from rallyman_tutor.tutor.words.words import Words, shared_words, words

WHERE, DIE, WHOLE = range(1, MOST_PARTS + 1)


class LaidThere(TypedDict):
    """A die on its space."""

    piece: str
    place: str


class AdvicePart(TypedDict):
    """A part of the advice: its words, and the spaces that it is about."""

    text: str
    place: NotRequired[str]
    draft: NotRequired[list[LaidThere]]


class AdviceShown(TypedDict):
    """The advice as it is told: the draft's cost, where every draft has it told; the parts asked for, the last of them
    alone; behind that both ways and the figures, with the costs of both drafts; the words of the button for more;
    and the newest of it for ears."""

    cost: CostShown | None
    parts: list[AdvicePart]
    ways: WaysShown | None
    worth: WorthShown | None  # nothing before the last part was told
    costs: list[str]  # to the finish on average, of the first draft and of the second; none before the reason was told
    more: str  # nothing where all is told
    mixes: Literal["", "can", "is"]  # whether the cards can be mixed otherwise, or are
    said: str


def advised(session: Session) -> Iterator[AdviceShown | None]:
    """The advice as it is told in the end; before that nothing, once for each step of the reckoning."""
    is_unasked = is_told_unasked(session)
    if not session.asked.parts and not is_unasked:
        return
    game, state, draft, language = session.game, session.state, session.draft, words(session.game.key)
    shown: AdviceShown = {
        "cost": None,
        "parts": [],
        "ways": None,
        "worth": None,
        "costs": [],
        "more": "",
        "mixes": "",
        "said": "",
    }
    try:
        worth = yield from weighing(game, state, draft).go_on()
    except (TooMany, Unsolvable) as error:
        yield {**shown, "said": why_refused(session, _refused(error, game, state))}
        return
    if is_unasked and worth.ways:
        cost = cost_shown(game, language, worth)
        if part_told(session, worth) == 0 and GOOD_ENOUGH <= least_behind(worth) < inf:
            yield None
            better = why(game, state, draft).better
            cost["why"] = f"{language.driving(better.principle.code)['name']}." if better else ""
        shown["cost"], shown["said"] = cost, " ".join(filter(None, (cost["said"], cost["why"])))
    part = part_told(session, worth)
    shown["more"] = str(page_words(game)["advise-more"][part_after(worth, draft, part) - DIE]) if part else ""
    if 0 < part < WHOLE:
        shown["parts"] = first_parts(game, language, state, draft, worth, part)
        shown["said"] = shown["parts"][-1]["text"]
    elif part:
        if can_mix(game, state, worth):
            shown["mixes"] = "can" if session.co_driver.mix is None else "is"
        yield from _add_whole(session, worth, shown)
    yield shown


def both_ways(session: Session) -> Steps[Beside | None]:
    """The learner's draft beside the best one, or another decision, once all of the advice is told."""
    game, state, draft = session.game, session.state, session.draft
    if not session.asked.parts:
        return None
    try:
        worth = yield from weighing(game, state, draft).go_on()
    except (TooMany, Unsolvable):
        return None
    if worth.best is None or part_told(session, worth) < WHOLE:
        return None
    is_best = bool(draft) and least_behind(worth) < A_TENTH
    return (yield from beside(game, state, () if is_best else draft).go_on())


def can_mix(game: AnyGame, state: AnyState, worth: Worth) -> bool:
    """Whether it can be told what another mix of cards changes: the stage is solved, and dice are to be rolled."""
    return worth.best is not None and bool(race_coach(game).at_hand(state).best.is_rolling(state))


def _add_whole(session: Session, worth: Worth, shown: AdviceShown) -> Steps[None]:
    """Adds the last part of the advice, and what stands behind it."""
    game, state, draft, language = session.game, session.state, session.draft, words(session.game.key)
    if not draft:
        worth = yield from _with_ways(game, state, worth)
    shown["worth"] = figures = worth_shown(game, language, state, worth)
    shown["more"] = ""
    if worth.best is None:
        told = shown["said"] = figures["notes"][-1]
        shown["parts"] = [{"text": told}]
    else:
        yield from _add_reason(session, worth, shown)
    if session.drafts.second:
        second = yield from _cost(game, state, session.drafts.second)
        shown["costs"] = [cost_in_words(game, worth) if draft else "", second]
        shown["said"] += " " + str(shared_words(game.key, "worth")["say-second"]).format(cost=second)


def _add_reason(session: Session, worth: Worth, shown: AdviceShown) -> Steps[None]:
    """Adds what is best and why, in a breath; to ears with the space of every die; and both ways."""
    game, state, draft, language = session.game, session.state, session.draft, words(session.game.key)
    texts, behind_ = shared_words(game.key, "ways"), least_behind(worth) if draft else inf
    is_best = behind_ < A_TENTH
    case = "own-is-best" if is_best else "own-is-good" if behind_ < GOOD_ENOUGH else "best-is"
    short = str(texts[case]).format(draft=best_in_words(game, language, state, worth.best_draft))
    found = yield from beside(game, state, () if is_best else draft).go_on()
    laid = game.desk(state, dice_among(game, worth.best_draft)).laid
    told: AdvicePart = {"text": in_a_breath(game, language, state, short, found)}
    if not is_best:
        told["draft"] = [_lies(one) for one in laid if one.place]
    shown["parts"] = [told]
    places = draft_in_words(game, texts_of(game), language, state, worth.best_draft, with_places=True)
    spoken = short if is_best else str(texts[case]).format(draft=places)
    shown["said"] = spoken + told["text"].removeprefix(short)
    if found is not None:
        shown["ways"] = ways_shown(game, language, state, found)


def _refused(error: TooMany | Unsolvable, game: AnyGame, state: AnyState) -> Refused:
    return Refused("too-much-to-weigh") if isinstance(error, TooMany) else why_not_weighed(game, state)


def _with_ways(game: AnyGame, state: AnyState, worth: Worth) -> Steps[Worth]:
    """The worth of the best draft, where dice are laid for it and nothing else lies."""
    dice = dice_among(game, worth.best_draft)
    if not dice or game.judge(state, dice):
        return worth
    try:
        return (yield from weighing(game, state, dice).go_on())
    except (TooMany, Unsolvable):
        return worth


def _cost(game: AnyGame, state: AnyState, draft: tuple[AnyMove, ...]) -> Steps[str]:
    """The cost of a draft to the finish in words, or why that is not told."""
    if game.judge(state, draft):
        return cost_in_words(game, Refused("not-weighed"))
    try:
        worth = yield from weighing(game, state, draft).go_on()
    except (TooMany, Unsolvable) as error:
        return cost_in_words(game, _refused(error, game, state))
    return cost_in_words(game, worth)


def dice_among(game: AnyGame, moves: tuple[AnyMove, ...]) -> tuple[AnyMove, ...]:
    """The dice that these moves lay, one by one; none where something else comes first, such as playing Sisu."""
    forms = [game.form(move) for move in moves]
    if forms and forms[0].kind == "draft":
        return forms[0].steps
    if forms and forms[0].kind == "word":
        return ()
    return tuple(move for move, form in zip(moves, forms, strict=True) if form.kind == "die")


def part_told(session: Session, worth: Worth) -> int:
    """The last part of the advice that was told; 0 before anybody asked."""
    part = 0
    for _ in range(session.asked.parts):
        part = part_after(worth, session.draft, part)
    return part


def part_after(worth: Worth, draft: tuple[AnyMove, ...], told: int) -> int:
    """The part that is told next; at once the last one where the best is unknown, or nothing is better than the laid
    draft, and behind a button that no draft follows."""
    if worth.best is None or (draft and least_behind(worth) < A_TENTH):
        return WHOLE
    return min(told + 1, WHOLE)


def first_parts(
    game: AnyGame, language: Words, state: AnyState, draft: tuple[AnyMove, ...], worth: Worth, part: int
) -> list[AdvicePart]:
    """Where to look, and which die, as far as that was asked for."""
    texts, dice = texts_of(game), dice_among(game, worth.best_draft)
    if not dice:
        return _of_button(game, texts, language, state, worth)[:part]
    is_at_once = race_coach(game).kind(worth.best_draft[0])[0] == "attack"
    return _of_dice(game, texts, language, state, draft, dice, "at-once" if is_at_once else "one-by-one")[:part]


def _of_dice(
    game: AnyGame,
    texts: Mapping[str, str],
    language: Words,
    state: AnyState,
    draft: tuple[AnyMove, ...],
    best: tuple[AnyMove, ...],
    how: Literal["one-by-one", "at-once"],
) -> list[AdvicePart]:
    """Where the best draft first has another die than the learner's, and which; where none differs, how they are
    rolled."""
    own = dice_among(game, draft)
    best_laid, own_laid = ([*zip(moves, game.desk(state, moves).laid, strict=True)] for moves in (best, own))
    alike = [_key(game, *one) == _key(game, *other) for one, other in zip(best_laid, own_laid, strict=False)]
    at = alike.index(False) if False in alike else len(alike)
    if at == len(best) == len(own):
        return [{"text": texts["look-how"]}, {"text": texts["die"].format(step=texts[how])}]
    if at == len(best):
        (_, last), (extra, lies) = best_laid[-1], own_laid[at]
        place, case, die = last.place, "look-end", "die-without"
    else:
        extra, lies = best_laid[at]
        place, die = lies.place, "die"
        case = "look-other" if at < len(own) else "look-on" if at else "look-first"
    step = with_secured(texts, named(game, language, {}, lies, extra), game.form(extra))
    step = step if die == "die" else step[0].upper() + step[1:]
    where = texts[case].format(space=language.place(place), number=at + 1)
    return [{"text": where, "place": place}, {"text": texts[die].format(step=step), "place": lies.place}]


def _of_button(
    game: AnyGame, texts: Mapping[str, str], language: Words, state: AnyState, worth: Worth
) -> list[AdvicePart]:
    """Where no die but a button is the best decision."""
    button = draft_in_words(game, texts, language, state, worth.best_draft[:1], with_places=True)
    return [{"text": texts["look-buttons"]}, {"text": texts["button"].format(button=button)}]


def _key(game: AnyGame, move: AnyMove, laid: LaidStep[AnyMove]) -> tuple[int, str, int, bool]:
    """By what two dice of two drafts are told apart."""
    form = game.form(move)
    return form.die, laid.place, form.brakes, form.secured


def _lies(laid: LaidStep[AnyMove]) -> LaidThere:
    return {"piece": laid.piece, "place": laid.place}
