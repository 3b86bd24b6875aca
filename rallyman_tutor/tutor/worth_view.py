"""What a draft is worth, in words and figures: how it goes, all at once or one by one, and what it costs beside the best."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypedDict

from rallyman_tutor.coach import solver
from rallyman_tutor.coach.draft_worth import DrivenWay, Worth
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, Form
from rallyman_tutor.tutor.move_words import named
from rallyman_tutor.tutor.words import Words, shared_words

NEVER = Fraction(0)
COLUMNS = ("way", "arrives", "loses", "costs", "behind")
A_TENTH = 0.05
"""Costs are told in tenths of a second; what is less than this is none."""


class WorthShown(TypedDict):
    """A table of ways to drive a draft, the best driving last; what stands below it; what the figures leave out; and all of it
    for ears."""

    head: list[str]
    rows: list[list[str]]
    notes: list[str]
    how: list[str]
    said: str


def worth_shown(game: AnyGame, language: Words, state: AnyState, worth: Worth) -> WorthShown:
    """What a draft that was laid in this state is worth, for a page."""
    texts = {name: str(text) for name, text in shared_words(game.key, "worth").items()}
    rows = [_row(texts, language, way, worth.best) for way in worth.ways]
    if worth.best is not None:
        rows.append([texts["best"], "", "", f"{worth.best:.1f} s", ""])
    columns = [at for at in range(len(COLUMNS)) if any(row[at] for row in rows)]
    notes = [note for way in worth.ways if (note := _where(texts, language, way))]
    best = worth.best is not None
    draft = draft_in_words(game, texts, language, state, worth.best_draft) if best else ""
    notes.append(texts["best-is" if best else "unsolved"].format(draft=draft, cost=f"{worth.best or 0.0:.1f}"))
    said = [_said(texts, language, way, worth.best) for way in worth.ways]
    return {
        "head": [texts[COLUMNS[at]] for at in columns],
        "rows": [[row[at] for at in columns] for row in rows],
        "notes": notes,
        "how": _how(texts, worth),
        "said": " ".join([*said, notes[-1]]),
    }


def _row(texts: Mapping[str, str], language: Words, way: DrivenWay, best: float | None) -> list[str]:
    known = way.cost is not None and best is not None
    return [
        texts[way.how],
        language.fact("chance", way.odds.arrive),
        language.fact("chance", way.odds.lose),
        f"{way.cost:.1f} s" if known else "",
        f"{_behind(way, best):.1f} s" if known else "",
    ]


def _behind(way: DrivenWay, best: float | None) -> float:
    return 0.0 if way.cost is None or best is None else max(0.0, way.cost - best)


def _said(texts: Mapping[str, str], language: Words, way: DrivenWay, best: float | None) -> str:
    """One way to drive a draft in a sentence or two, for ears."""
    cells = _row(texts, language, way, best)
    facts = dict(zip(COLUMNS, cells, strict=True))
    cases = ["say-chances"]
    if way.cost is not None:
        cases.append("say-cost" if _behind(way, best) >= A_TENTH else "say-cost-best")
    return " ".join([*(texts[case].format(**facts) for case in cases), _where(texts, language, way)]).strip()


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
) -> str:
    """The best draft in words: its dice in order, and how they are rolled; another decision by its button. `with_places` it also
    says of every die of the 2009 game where it lies."""
    forms = [game.form(move) for move in draft]
    if forms[0].kind == "word":
        offers = {offer.move: offer for offer in game.desk(state, ()).offers}
        first = language.phrase("offers", offers[draft[0]].name, offers[draft[0]].facts)
        if is_button_alone(game, draft):
            return first
        rest = draft_in_words(game, texts, language, state, draft[1:], with_places=with_places)
        return texts["then"].format(first=first, draft=rest)
    if forms[0].kind == "draft":
        dice = ", ".join(_step(texts, language, game.form(move)) for move in forms[0].steps)
        kind, _ = solver.kind(game.key, draft[0])
        return texts[f"draft-{kind}"].format(dice=dice)
    rolled = tuple(move for move, form in zip(draft, forms, strict=True) if form.kind == "die")
    lies = game.desk(state, rolled).laid
    dice = ", ".join(
        with_secured(
            texts, named(game, language, {}, laid, move) if with_places else language.fact("die", form.die), form
        )
        for move, laid, form in zip(rolled, lies, map(game.form, rolled), strict=True)
    )
    return texts["draft-attack" if forms[0].kind == "dice" else "draft-draft"].format(dice=dice)


def is_button_alone(game: AnyGame, draft: tuple[AnyMove, ...]) -> bool:
    """Whether the best draft is one button, and no draft to be driven whole behind it."""
    first, *rest = (game.form(move).kind for move in draft)
    return first == "word" and rest[:1] != ["draft"]


def with_secured(texts: Mapping[str, str], die: str, form: Form[AnyMove]) -> str:
    """A die in words, and that it is secured if it is."""
    return texts["secured"].format(die=die) if form.secured else die


def _step(texts: Mapping[str, str], language: Words, form: Form[AnyMove]) -> str:
    """A die, the brake dice beside it, and where they lead."""
    if not form.brakes:
        return language.step(form.die, form.to)
    die, to = language.fact("die", form.die), language.place(form.to)
    return texts["braked" if form.brakes == 1 else "braked-more"].format(die=die, count=form.brakes, to=to)


def _how(texts: Mapping[str, str], worth: Worth) -> list[str]:
    """What the figures leave out."""
    stops = "how-stops" if any(way.how == "stopping" for way in worth.ways) else "how-no-stops"
    found = [texts["how-draft" if worth.best is None else stops]] if worth.ways else []
    if worth.ways and worth.too_many:
        found.append(texts["how-many"].format(way=texts["at-once"]))
    if worth.best is None:
        return found
    found.append(texts["how-best"].format(sure=f"{worth.sure:.2f}"))
    return [*found, texts["how-others"]] if worth.among_others else found
