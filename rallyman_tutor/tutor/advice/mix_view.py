"""The co-driver's advice if the cards were mixed otherwise: sliders for the house values of one turn, the best with
theirs, and how far each slider can be moved before something else is better.

It is told to whoever was told the whole draft. To reckon it takes longer than an answer may, so `otherwise` tells after
each step that it is not done yet; and what is best first, the reach of each slider behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypedDict

from rallyman_tutor.coach.coaches import RACES, race_coach
from rallyman_tutor.coach.draft_worth import weighing
from rallyman_tutor.coach.odds import TooMany
from rallyman_tutor.coach.review import GOOD_ENOUGH
from rallyman_tutor.coach.solver.mix import Mix, MixShare
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.coach.what_if import MixTrial, reach, tried
from rallyman_tutor.tutor.advice.advice_view import WHOLE, can_mix, part_told
from rallyman_tutor.tutor.advice.worth_view import draft_in_words, shade_of, texts_of
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.figures import decimal
from rallyman_tutor.tutor.words.words import shared_words, words


class ShareShown(TypedDict):
    """A slider: its name, its first notch, its last one and how far they lie apart; where it stands, and where the
    house has it; each notch in words; whether the advice holds there, and where it does in words, once that is
    reckoned."""

    name: str
    label: str
    least: int
    most: int
    step: int
    now: int
    house: int
    values: list[str]
    holds: list[bool]
    told: str


class MixShown(TypedDict):
    """The sliders; the backs of cards by gear; the best decision, in shades from 0; the meaning of the figures; and the
    newest of it for ears."""

    shares: list[ShareShown]
    caption: str
    head: list[str]
    rows: list[list[str]]
    verdict: str
    shade: int
    told: list[str]
    how: str
    moved: bool  # whether any slider stands elsewhere than where the house has it
    said: str


def otherwise(session: Session) -> Iterator[MixShown | None]:
    """The co-driver's advice with the visitor's mix, and once more with the reach of each slider; before each of them
    nothing, once for each step of the reckoning."""
    game, state, mix = session.game, session.state, session.co_driver.mix
    if mix is None or not session.asked.parts:
        return
    try:
        worth = yield from weighing(game, state, session.draft).go_on()
    except (TooMany, Unsolvable):
        return
    if part_told(session, worth) < WHOLE or not can_mix(game, state, worth):
        return
    house = yield from tried(game, state, worth.best_draft, race_coach(game).house_mix()).go_on()
    found = yield from tried(game, state, worth.best_draft, mix).go_on()
    shown = _shown(session, mix, house, found)
    yield shown
    texts, shares, holding, said = shared_words(game.key, "mix"), list[ShareShown](), True, list[str]()
    for share in shown["shares"]:
        at = [one.name for one in race_coach(game).shares()].index(share["name"])
        holds = yield from reach(game, state, worth.best_draft, mix, at).go_on()
        told = _reach_in_words(game.key, share["values"], holds)
        shares.append({**share, "holds": [*holds], "told": told})
        yield {**shown, "shares": [*shares, *shown["shares"][len(shares) :]]}
        holding = holding and all(holds)
        if any(holds) and not all(holds):
            said.append(str(texts["reach-of"]).format(label=share["label"], told=told))
    yield {**shown, "shares": shares, "said": str(texts["holds-anyhow"]) if holding else " ".join(said)}


def _shown(session: Session, mix: Mix, house: MixTrial, found: MixTrial) -> MixShown:
    """The sliders as they stand, and what is best then."""
    game, state, language = session.game, session.state, words(session.game.key)
    texts = shared_words(game.key, "mix")
    is_house = mix == race_coach(game).house_mix()
    draft = draft_in_words(game, texts_of(game), language, state, found.draft, with_places=True)
    behind = found.advised - found.best
    if is_house:
        verdict, told = str(texts["as-house"]), [str(texts["house-costs"])]
    elif found.holds:
        verdict, told = str(texts["holds"]), [str(texts["holds-costs"])]
    else:
        verdict, told = str(texts["other" if behind >= GOOD_ENOUGH else "other-little"]), [str(texts["other-costs"])]
    facts = {
        "draft": draft, "house": decimal(house.best), "best": decimal(found.best), "advised": decimal(found.advised),
    }  # fmt: skip
    verdict, told = verdict.format(**facts), [one.format(**facts) for one in told]
    has_shortcut = race_coach(game).has_shortcut(state)
    return {
        "shares": [
            _share(game.key, texts, share, now)
            for share, now in zip(race_coach(game).shares(), mix, strict=True)
            if has_shortcut or share.name != "punctures"
        ],
        "caption": str(texts["caption"]),
        "head": [str(one) for one in texts["head"]],
        "rows": _backs(game.key, mix),
        "verdict": verdict,
        "shade": 0 if found.holds else max(1, shade_of(behind)),
        "told": told,
        "how": str(texts["how"]),
        "moved": not is_house,
        "said": " ".join([f"{verdict}.", *told]),
    }


def _share(key: str, texts: Mapping[str, object], share: MixShare, now: int) -> ShareShown:
    labels, values = texts["labels"], texts["values"]
    assert isinstance(labels, Mapping) and isinstance(values, Mapping)

    def told(notch: int) -> str:
        if share.house:
            return str(values[share.name]).format(n=notch)
        if not notch:
            return str(values["house"])
        return str(values["more" if notch > 0 else "fewer"]).format(n=abs(notch))

    return {
        "name": share.name,
        "label": str(labels[share.name]),
        "least": share.least,
        "most": share.most,
        "step": share.step,
        "now": now,
        "house": share.house,
        "values": [told(notch) for notch in share.notches],
        "holds": [],
        "told": "",
    }


def _backs(key: str, mix: Mix) -> list[list[str]]:
    """The backs of cards by gear; those of the house in brackets where they are others."""
    both = zip(RACES[key]().backs_of(mix), RACES[key]().backs_of(RACES[key]().house_mix()), strict=True)
    return [
        [str(gear), *(f"{now}" if now == was else f"{now} ({was})" for now, was in zip(*rows, strict=True))]
        for gear, rows in enumerate(both, 1)
    ]


def _reach_in_words(key: str, values: Sequence[str], holds: Sequence[bool]) -> str:
    """At which notches of a slider the advice holds."""
    texts = shared_words(key, "mix")
    if all(holds) or not any(holds):
        return str(texts["reach-all" if all(holds) else "reach-none"])
    runs = [
        [value for _, value in run]
        for is_held, run in groupby(zip(holds, values, strict=True), lambda one: one[0])
        if is_held
    ]
    told = [str(texts["reach-run" if len(run) > 1 else "reach-one"]).format(first=run[0], last=run[-1]) for run in runs]
    return str(texts["reach"]).format(runs=words(key).both(told))
