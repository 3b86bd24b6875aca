"""A mistake tried again, as a page shows it: the new decision beside the best one, and all that may come of the old
one.

To reckon it takes longer than an answer may, so `compared` tells after each step that it is not done yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypedDict

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.review import GOOD_ENOUGH, ReviewedDecision
from rallyman_tutor.coach.second_look import Case, TakenApart, cases, costliest, taken_apart
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.core.luck import Prompted
from rallyman_tutor.core.replay import PastMove, Replay
from rallyman_tutor.tutor.advice.advice_view import LaidThere, dice_among
from rallyman_tutor.tutor.advice.review_view import decision_in_words
from rallyman_tutor.tutor.advice.worth_view import A_TENTH, draft_in_words, shade_of, texts_of
from rallyman_tutor.tutor.session.looking_back import is_trying
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.happenings import happenings
from rallyman_tutor.tutor.words.rulebook import PrincipleNamed
from rallyman_tutor.tutor.words.words import Words, shared_words, words

PARTS = ("card", "earned", "spent", "out", "to_go")


class ComparedShown(TypedDict):
    """A decision that was tried beside the best one: how good it is; both in words; a table of the parts of each, and
    how many seconds that makes; where the dice of the best one lie. And the result of the old one: in sentences."""

    verdict: str
    shade: int
    drafts: list[list[str]]  # whose it is, and the draft
    head: list[str]
    rows: list[list[str]]
    notes: list[str]
    how: str  # what the figures are about
    best: list[LaidThere]
    old: list[str] | None  # empty as long as that is reckoned; None where it is not told
    principle: PrincipleNamed | None  # at cards: that what was tried goes against
    said: str


class _Column(NamedTuple):
    """One of the two decisions: taken apart, and where it leads if nothing goes wrong."""

    apart: TakenApart
    leads_to: str


def compared(session: Session) -> Iterator[ComparedShown | None]:
    """The tried decision beside the best, and once more with all that may come of the old decision, which can take
    longest; before each of them nothing, once for each step of the reckoning."""
    tried, move = session.looking_back.tried, session.looking_back.retried
    if not isinstance(tried, ReviewedDecision) or move is None or not is_trying(session):
        return
    game, state = session.game, tried.state
    own = yield from taken_apart(game, state, move).go_on()
    best = yield from taken_apart(game, state, tried.best[0]).go_on()
    columns = [_Column(one, _leads_to(game, state, one.line)) for one in (own, best)]
    yield _in_words(game, tried, move, columns, [])
    found = yield from cases(game, state, tried.move).go_on()
    case = costliest(found, tried.best_cost)
    past = played_out(game, tried, case)
    yield None
    old = [*_old(game, tried, case, past), *_goes_on(game, tried.state, past[-1].state)]
    yield _in_words(game, tried, move, columns, old)


def _in_words(
    game: AnyGame, tried: ReviewedDecision, move: AnyMove, columns: list[_Column], old: list[str]
) -> ComparedShown:
    texts, language = _texts(game), words(game.key)
    own, best = (column.apart for column in columns)
    behind = max(0.0, own.cost - tried.best_cost)
    verdict = _verdict(texts, behind)
    notes = [_beside_the_drive(texts, tried, move, own.cost)]
    if behind >= A_TENTH:
        notes.insert(0, _largest_part(texts, own, best))
    laid = [one for one in game.desk(tried.state, dice_among(game, best.line)).laid if one.place]
    drafts = [
        [texts[whose], _capital(_draft(game, language, tried.state, line))]
        for whose, line in (("yours", own.line), ("best", best.line))
    ]
    return {
        "verdict": verdict,
        "shade": shade_of(behind),
        "drafts": drafts,
        "head": [texts[name] for name in ("part", "yours", "best", "lost")],
        "rows": list(_rows(texts, language, columns)),
        "notes": notes,
        "how": " ".join([texts["how"], *([texts["how-dice"]] if laid else [])]),
        "best": [{"piece": one.piece, "place": one.place} for one in laid],
        "old": old,
        "principle": None,
        "said": " ".join([f"{verdict}.", *notes, texts["say-best"].format(draft=drafts[1][1])]),
    }


def _texts(game: AnyGame) -> Mapping[str, str]:
    return {name: str(text) for name, text in shared_words(game.key, "retry").items()}


def _verdict(texts: Mapping[str, str], behind: float) -> str:
    case = "is-best" if behind < A_TENTH else "is-good" if behind < GOOD_ENOUGH else "is-behind"
    return texts[case].format(behind=f"{behind:.1f}")


def _largest_part(texts: Mapping[str, str], own: TakenApart, best: TakenApart) -> str:
    """Of what makes the best decision better the largest part."""
    lost = {name: getattr(own.parts, name) - getattr(best.parts, name) for name in PARTS}
    name = max(lost, key=lambda name: lost[name])
    return texts[f"largest-{name}"].format(n=f"{lost[name]:.1f}")


def _beside_the_drive(texts: Mapping[str, str], tried: ReviewedDecision, move: AnyMove, cost: float) -> str:
    gain = tried.cost - cost
    case = "again" if move == tried.move else "alike" if abs(gain) < A_TENTH else "gain" if gain > 0 else "loss"
    return texts[f"drive-{case}"].format(n=f"{abs(gain):.1f}")


def _rows(texts: Mapping[str, str], language: Words, columns: list[_Column]) -> Iterator[list[str]]:
    """The results of both decisions, part by part. A part that neither has is left out."""
    own, best = (column.apart for column in columns)
    yield [texts["leads"], *(column.leads_to for column in columns), ""]
    if own.odds or best.odds:
        yield [texts["loses"], *(_chance(language, one) for one in (own, best)), ""]
    for name in PARTS:
        pair = [getattr(one.parts, name) for one in (own, best)]
        if name in ("card", "to_go") or any(abs(part) >= A_TENTH for part in pair):
            shown = [-part for part in pair] if name == "earned" else pair
            yield [texts[name], *(f"{part:.1f} s" for part in map(_no_minus_zero, shown)), _signed(pair[0] - pair[1])]
    yield [texts["total"], *(f"{one.cost:.1f} s" for one in (own, best)), _signed(own.cost - best.cost)]


def _chance(language: Words, one: TakenApart) -> str:
    """How often control is lost; nothing where no dice are rolled, or that is too much to follow."""
    return language.fact("chance", one.odds.lose) if one.odds else "–"


def _no_minus_zero(seconds: float) -> float:
    return seconds if abs(seconds) >= A_TENTH else 0.0


def _signed(seconds: float) -> str:
    return f"{seconds:+.1f} s" if abs(seconds) >= A_TENTH else ""


def _leads_to(game: AnyGame, state: AnyState, line: tuple[AnyMove, ...]) -> str:
    """Where a draft leads if nothing goes wrong: a space, and a gear."""
    seat, state = game.turn(state), race_coach(game).at_hand(state).best.one_stage(state)
    for move in line:
        state, _ = game.play(state, move, game.harmless_luck)
    stands, language = race_coach(game).standing(state, seat), words(game.key)
    return _texts(game)["space-and-gear"].format(
        space=language.place(stands.place), gear=language.fact("gear", stands.gear)
    )


# -- What came of the old decision ------------------------------------------------------------------------------------


def played_out(game: AnyGame, tried: ReviewedDecision, case: Case) -> tuple[PastMove[AnyState, AnyMove], ...]:
    """The likeliest way to this case, move by move."""
    replay = Replay(game, {}, race_coach(game).at_hand(tried.state).best.one_stage(tried.state))
    for move, shown in case.likeliest:
        replay = replay.play(move, Prompted(shown, rest=game.harmless_luck))
    return replay.past


def _old(
    game: AnyGame, tried: ReviewedDecision, case: Case, past: tuple[PastMove[AnyState, AnyMove], ...]
) -> list[str]:
    """The choice in the drive, its costliest end, and one way to that, as the engine plays it out."""
    texts, language = _texts(game), words(game.key)
    facts = {
        "chance": language.fact("chance", case.chance),
        "space": language.place(case.place),
        "cost": f"{case.cost:.1f}",
        "more": f"{case.cost - tried.best_cost:.1f}",
        "move": decision_in_words(game, language, tried.state, tried.move),
        "events": " ".join(one["text"] for one in happenings(game, past)),
    }
    case_of = f"old-{case.how}" + ("-always" if case.chance == Fraction(1) else "")
    return [texts[name].format(**facts) for name in ("old", case_of, "old-cost", "old-so")]


def _goes_on(game: AnyGame, before: AnyState, state: AnyState) -> list[str]:
    """How the best driving goes on behind that turn, where the driver is in turn again at once."""
    seat = game.turn(before)
    if game.over(state) or game.turn(state) != seat or not race_coach(game).standing(state, seat).drives:
        return []
    best = race_coach(game).at_hand(state).best
    draft = _draft(game, words(game.key), state, tuple(best.line(state, best.choice(state))))
    return [_texts(game)["old-on"].format(draft=draft)]


def _draft(game: AnyGame, language: Words, state: AnyState, line: tuple[AnyMove, ...]) -> str:
    first = game.form(line[0])
    return draft_in_words(game, texts_of(game), language, state, line[:1] if first.steps else line, with_places=True)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
