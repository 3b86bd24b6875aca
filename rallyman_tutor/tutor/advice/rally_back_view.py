"""A rally that is over, looked back at, in words: who led since when, the turn with which it turned, decisions and luck
of each driver, and the dearest decisions with their why. It is worked out behind the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from rallyman_tutor.coach.steps import Work
from rallyman_tutor.rally.account import Account
from rallyman_tutor.rally.look_back import CardsBack, LookBack, TurningPoint, cards_back, led_since, winners
from rallyman_tutor.rally.rally import Rally
from rallyman_tutor.rally.sheet import RallySheet, sheet_of
from rallyman_tutor.tutor.advice.card_review_view import principle_of, so_much
from rallyman_tutor.tutor.advice.card_why_view import card_why_in_words
from rallyman_tutor.tutor.advice.review_view import decision_in_words
from rallyman_tutor.tutor.advice.why_view import why_in_words
from rallyman_tutor.tutor.words.desk_view import moves_in_words, rounded
from rallyman_tutor.tutor.words.figures import decimal
from rallyman_tutor.tutor.words.rulebook import PrincipleNamed, principle_named
from rallyman_tutor.tutor.words.words import shared_words, span_in_words, text_tables, words

LEVEL = 0.5
"""Seconds: who is expected less than this behind is called level."""


class LostShown(TypedDict):
    """The seconds that a driver lost, for the bars and in words."""

    seat: int
    name: str
    decisions: float
    luck: float  # below 0 it was won
    said: str


class DearShown(TypedDict):
    """One of the dearest decisions: what it was, why it was dear, and the principle that it goes against."""

    seat: int
    said: str
    why: str
    principle: PrincipleNamed | None


class RallyBackShown(TypedDict):
    """A rally looked back at. What is still worked out is told by `waits`."""

    title: str
    waits: str
    said: list[str]
    lost: list[LostShown]
    exact: str  # the name of the table
    head: list[str]
    rows: list[list[str]]
    dearest_title: str
    dearest: list[DearShown]
    notes: list[str]


def told(rally: Rally, back: Work[LookBack] | None) -> Iterator[RallyBackShown | None]:
    """All that can be told: at once what the sheet tells, then all of it; before that nothing, once for each step. Of
    a game with dice `back` is what looks back."""
    sheet = sheet_of(rally.game, rally.state)
    if back is None:
        for found in cards_back(rally):
            yield found and _cards(rally, sheet, found)
        return
    yield {**_first(sheet), "waits": _text("waits")}
    yield _driven(rally, sheet, (yield from back.go_on()))


def _first(sheet: RallySheet) -> RallyBackShown:
    """As much as the sheet tells."""
    since = led_since(sheet)
    names = words("classic").both([sheet.drivers[seat] for seat in winners(sheet)])
    led = text_tables("tutor")["rally-back"]["led"]
    return {
        "title": _text("title"),
        "waits": "",
        "said": [] if since is None else [str(led[sheet.counts]).format(n=since, list=names)],
        "lost": [],
        "exact": _text("exact"),
        "head": [],
        "rows": [],
        "dearest_title": _text("dearest"),
        "dearest": [],
        "notes": [],
    }


# -- Games with dice --------------------------------------------------------------------------------------------------


def _driven(rally: Rally, sheet: RallySheet, found: LookBack) -> RallyBackShown:
    game, language = rally.game, words(rally.game.key)
    shown = _first(sheet)
    if found.turned:
        shown["said"] += [_turned(sheet, found.turned), _turn(sheet, found.turned)]
        shown["notes"].append(_text("how-turned"))
    accounts = [(seat, one) for seat, one in enumerate(found.accounts) if one]
    shown["lost"] = [_lost(sheet, seat, one) for seat, one in accounts]
    if accounts:
        driver, review = shared_words(game.key, "rally")["head"]["driver"], shared_words(game.key, "review")
        shown["head"] = [str(driver), _text("time"), *(str(review[one]) for one in ("par", "decisions", "luck"))]
        shown["rows"] = [[sheet.drivers[seat], *_figures(one)] for seat, one in accounts]
        if len({round(one.par, 1) for _, one in accounts}) > 1:
            shown["notes"].append(_text("own-par"))
    shown["dearest"] = [
        {
            "seat": one.seat,
            "said": _text("decision").format(
                driver=sheet.drivers[one.seat], stage=one.stage + 1, round=one.round,
                move=decision_in_words(game, language, one.state, one.move), loss=_span(one.loss),
            ),
            "why": _advice(sheet, one.seat, why_in_words(game, language, why)),
            "principle": why.named and principle_named(game, why.named.principle.code),
        }
        for one, why in found.dearest
    ]  # fmt: skip
    if None in found.accounts:
        shown["notes"].append(_text("unsolved"))
    elif not found.dearest:
        shown["notes"].append(_text("none-dear"))
    return shown


def _turned(sheet: RallySheet, found: TurningPoint) -> str:
    """When it turned, and how far the winner was expected behind and ahead."""
    first = found.turn.made[0]
    facts = {
        "stage": first.stage + 1,
        "round": first.round,
        "driver": sheet.drivers[first.seat],
        "winner": sheet.drivers[winners(sheet)[0]],
        "before": _span(-found.before),
        "after": _span(found.after),
    }
    return _text("turned" if -found.before >= LEVEL else "turned-level").format(**facts)


def _turn(sheet: RallySheet, found: TurningPoint) -> str:
    """The decisions and the luck of the turn with which it turned."""
    turn = found.turn
    driver = sheet.drivers[turn.made[0].seat]
    return _by("turn-lost", "turn-won", turn.decisions, turn.luck, driver=driver)


def _lost(sheet: RallySheet, seat: int, account: Account) -> LostShown:
    return {
        "seat": seat,
        "name": sheet.drivers[seat],
        "decisions": round(account.decisions, 1),
        "luck": round(account.luck, 1),
        "said": _by("lost", "won", account.decisions, account.luck),
    }


def _by(lost: str, won: str, decisions: float, luck: float, **facts: str) -> str:
    """The loss by decisions, and the loss or gain by luck."""
    case = lost if round(luck, 1) >= 0 else won
    return _text(case).format(decisions=_span(decisions), luck=_span(abs(luck)), **facts)


def _figures(account: Account) -> list[str]:
    """Time, par, decisions and luck to the tenth."""
    signed = decimal(round(account.luck, 1) + 0.0, sign=True)
    return [decimal(account.time), decimal(account.par), decimal(account.decisions), signed]


# -- Games of cards ---------------------------------------------------------------------------------------------------


def _cards(rally: Rally, sheet: RallySheet, found: CardsBack) -> RallyBackShown:
    game, shown = rally.game, _first(sheet)
    is_done = found.weighed == found.met
    if not is_done:
        shown["waits"] = _text("waits-cards").format(done=found.weighed, of=found.met)
    shown["dearest"] = [
        {
            "seat": seat,
            "said": _text("card-decision").format(
                driver=sheet.drivers[seat], n=one.met.at, move=moves_in_words(game, one.met.state, [one.met.move])[0],
                cost=so_much(game, one.behind, one.error), error=rounded(one.error, one.error),
            ),
            "why": _advice(sheet, seat, card_why_in_words(game, one)) if is_done else "",
            "principle": principle_of(game, one) if is_done else None,
        }
        for seat, one in found.dearest
    ]  # fmt: skip
    shown["notes"].append(_text("cards"))
    if not found.games:
        shown["notes"].append(_text("bots-only"))
    elif is_done and not found.dearest:
        shown["notes"].append(_text("none-worse"))
    return shown


def _advice(sheet: RallySheet, seat: int, why: str) -> str:
    """A reason is written to whoever decided, so it is told for whom it is."""
    return why and _text("advice").format(driver=sheet.drivers[seat], why=why)


def _span(seconds: float) -> str:
    """So much time, in one line."""
    return span_in_words(seconds).replace(" ", "\u00a0")


def _text(key: str) -> str:
    return str(text_tables("tutor")["rally-back"][key])
