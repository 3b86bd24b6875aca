"""The worth of a draft, in words and figures: its odds, all at once or one by one, and its cost beside the best."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf
from typing import TypedDict

from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.draft_worth import DrivenWay, Worth
from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Form
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.words.figures import decimal, in_seconds
from rallyman_tutor.tutor.words.move_words import named, with_secured
from rallyman_tutor.tutor.words.words import Words, shared_words

NEVER = Fraction(0)
COLUMNS = ("way", "arrives", "loses", "costs", "behind")
A_TENTH = 0.05
"""Costs are told in tenths of a second; what is less than this is none."""
SHADES = (GOOD_ENOUGH, 3.0, 8.0)
"""Seconds behind the best from which it is told in the next darker shade."""


class WorthShown(TypedDict):
    """A table of ways to drive a draft, the best driving last; the notes below it; and the limits of the figures."""

    head: list[str]
    rows: list[list[str]]
    notes: list[str]
    how: list[str]


class CostShown(TypedDict):
    """The cost and risk of a draft, in short: beside the best, in shades from 0; with its figures; and in one for
    ears. And the name of the principle that it goes against, where that is looked for."""

    verdict: str
    shade: int
    figures: str
    said: str
    why: str


def texts_of(game: AnyGame) -> Mapping[str, str]:
    """The words about what a draft is worth."""
    return {name: str(text) for name, text in shared_words(game.key, "worth").items()}


def worth_shown(game: AnyGame, language: Words, state: AnyState, worth: Worth) -> WorthShown:
    """The worth of a draft that was laid in this state, for a page."""
    texts = texts_of(game)
    rows = [_row(texts, language, way, worth.best) for way in worth.ways]
    if worth.best is not None:
        rows.append([texts["best"], "", "", in_seconds(worth.best), ""])
    columns = [at for at in range(len(COLUMNS)) if any(row[at] for row in rows)]
    notes = [note for way in worth.ways if (note := _where(texts, language, way))]
    notes += [texts["note-good"]] if A_TENTH <= least_behind(worth) < GOOD_ENOUGH else []
    best = worth.best is not None
    draft = draft_in_words(game, texts, language, state, worth.best_draft) if best else ""
    notes.append(texts["best-is" if best else "unsolved"].format(draft=draft, cost=decimal(worth.best or 0.0)))
    return {
        "head": [texts[COLUMNS[at]] for at in columns],
        "rows": [[row[at] for at in columns] for row in rows],
        "notes": notes,
        "how": _how(texts, worth),
    }


def least_behind(worth: Worth) -> float:
    """The seconds more than the best that the draft costs in the best of its ways; without end where that is not
    known."""
    return min((_behind(way, worth.best) for way in worth.ways if way.cost is not None and worth.best), default=inf)


def _row(texts: Mapping[str, str], language: Words, way: DrivenWay, best: float | None) -> list[str]:
    return [
        texts[way.how],
        language.fact("chance", way.odds.arrive),
        language.fact("chance", way.odds.lose),
        "" if way.cost is None or best is None else in_seconds(way.cost),
        "" if way.cost is None or best is None else in_seconds(_behind(way, best)),
    ]


def cost_in_words(game: AnyGame, worth: Worth | Refused) -> str:
    """The cost of the stage with a draft that is driven in the best of its ways, or why that is not told."""
    texts = {name: str(text) for name, text in shared_words(game.key, "worth").items()}
    if isinstance(worth, Refused):
        return texts["cost-refused" if worth.key == "not-weighed" else "cost-many"]
    if worth.best is None:
        return texts["cost-unsolved"]
    ways = [(way.cost, way.how) for way in worth.ways if way.cost is not None]
    if not ways:
        return texts["cost-rolled"]
    cost, how = min(ways)
    return texts["cost-of-way"].format(cost=decimal(cost), way=texts[how])


def cost_shown(game: AnyGame, language: Words, worth: Worth) -> CostShown:
    """The cost and risk of a draft driven in the best of its ways; on a stage that is not solved only the risk."""
    texts = texts_of(game)
    way = min(worth.ways, key=lambda way: way.cost or 0.0)
    loses = texts["short-loses" if way.odds.lose else "short-keeps"].format(
        loses=language.fact("chance", way.odds.lose)
    )
    out = [texts["note-out"].format(out=language.fact("chance", way.odds.out))] if way.odds.out else []
    if way.cost is None or worth.best is None:
        return {
            "verdict": "",
            "shade": 0,
            "figures": " ".join([loses, *out]),
            "said": " ".join([loses, *out]),
            "why": "",
        }
    behind = _behind(way, worth.best)
    case = "short-best" if behind < A_TENTH else "short-good" if behind < GOOD_ENOUGH else "short-behind"
    verdict = texts[case].format(behind=decimal(behind))
    cost = texts["short-cost"].format(cost=decimal(way.cost), way=texts[way.how])
    figures = " ".join([cost, loses, *out])
    return {
        "verdict": verdict,
        "shade": shade_of(behind),
        "figures": figures,
        "said": " ".join([f"{verdict}.", loses, *out]),
        "why": "",
    }


def _behind(way: DrivenWay, best: float | None) -> float:
    return 0.0 if way.cost is None or best is None else max(0.0, way.cost - best)


def _where(texts: Mapping[str, str], language: Words, way: DrivenWay) -> str:
    """Where the driver stops; or where control is lost, and what else may go wrong."""
    odds = way.odds

    def by_space(chances: Mapping[str, Fraction]) -> str:
        spots = sorted(chances.items(), key=lambda one: -one[1])
        return ", ".join(
            texts["spot"].format(chance=language.fact("chance", chance), space=language.place(key))
            for key, chance in spots
        )

    facts = {name: language.fact("chance", getattr(odds, name)) for name in ("short", "out", "saved")}
    facts |= {"way": texts[way.how], "where": by_space(odds.where), "stops": by_space(odds.stops_at)}
    cases = [
        *(["where"] if odds.where else []),
        *(name for name in ("short", "out", "saved") if getattr(odds, name) > NEVER),
    ]
    return " ".join(texts[f"note-{case}"].format(**facts) for case in (["stops"] if odds.stops else cases))


def draft_in_words(
    game: AnyGame,
    texts: Mapping[str, str],
    language: Words,
    state: AnyState,
    draft: tuple[AnyMove, ...],
    *,
    with_places: bool = False,
    is_short: bool = False,
) -> str:
    """A draft in words: its dice in order, and how they are rolled; another decision by its button. `with_places` it
    also says of every die of the 2009 game where it lies. If it is to be short, only of the first die that is told."""
    forms = [game.form(move) for move in draft]
    if forms[0].kind == "word":
        offers = {offer.move: offer for offer in game.desk(state, ()).offers}
        first = language.phrase("offers", offers[draft[0]].name, offers[draft[0]].facts)
        if is_button_alone(game, draft):
            return first
        rest = draft_in_words(game, texts, language, state, draft[1:], with_places=with_places, is_short=is_short)
        return texts["then"].format(first=first, draft=rest)
    kind, _ = race_coach(game).kind(draft[0])
    how = f"draft-{kind}" if kind in ("attack", "arrange") else "draft-draft"
    whole = forms[0].steps
    rolled = whole or tuple(move for move, form in zip(draft, forms, strict=True) if form.kind == "die")
    dice = []
    for at, (move, lies) in enumerate(zip(rolled, game.desk(state, rolled).laid, strict=True)):
        form = game.form(move)
        if is_short and at:
            told = _step(texts, language, form._replace(to=""))
        elif whole:
            told = _step(texts, language, form)
        else:
            told = named(game, language, {}, lies, move) if with_places else language.fact("die", form.die)
        dice.append(with_secured(texts, told, form))
    if len(dice) == 1 and how == "draft-draft":
        return texts["draft-one"].format(dice=dice[0])
    return texts[how].format(dice=language.row(dice))


def is_button_alone(game: AnyGame, draft: tuple[AnyMove, ...]) -> bool:
    """Whether the best draft is one button, and no draft to be driven whole behind it."""
    first, *rest = (game.form(move).kind for move in draft)
    return first == "word" and rest[:1] != ["draft"]


def _step(texts: Mapping[str, str], language: Words, form: Form[AnyMove]) -> str:
    """A die, the brake dice beside it, and where they lead if that is told."""
    die = language.fact("die", form.die)
    if form.brakes:
        how = ("braked" if form.to else "braked-die") + ("" if form.brakes == 1 else "-more")
        return texts[how].format(die=die, count=form.brakes, to=language.place(form.to) if form.to else "")
    return language.step(form.die, form.to) if form.to else die


def _how(texts: Mapping[str, str], worth: Worth) -> list[str]:
    """The limits of the figures."""
    stops = "how-stops" if any(way.how == "stopping" for way in worth.ways) else "how-no-stops"
    found = [texts["how-draft" if worth.best is None else stops]] if worth.ways else []
    if worth.ways and worth.too_many:
        found.append(texts["how-many"].format(way=texts["at-once"]))
    if worth.best is None:
        return found
    found.append(texts["how-best"].format(sure=decimal(worth.sure, 2)))
    if worth.most_seconds is not None:
        found.append(texts["how-seconds"].format(most=worth.most_seconds))
    return [*found, texts["how-others"]] if worth.among_others else found


def shade_of(seconds: float) -> int:
    """How dark it is shown that so many seconds are lost."""
    return sum(seconds >= least for least in SHADES)
