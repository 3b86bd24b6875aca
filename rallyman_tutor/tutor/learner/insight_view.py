"""The page of insight as plain data: each part a sentence, a picture and a table, or, where there is nothing yet, what
to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NotRequired, TypedDict

from rallyman_tutor.coach.coaches import RACES, has_card_coach, has_race_coach
from rallyman_tutor.core.game import AnyGame
from rallyman_tutor.games import NAMES, SHELF
from rallyman_tutor.scene.palette import Theme
from rallyman_tutor.scene.shapes import Scene
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.advice.card_review_view import so_much
from rallyman_tutor.tutor.learner import addresses, estimates, insight, insight_plots, practice
from rallyman_tutor.tutor.learner.insight import RECENT, CardMistakeCost, Mistake
from rallyman_tutor.tutor.learner.progress import Progress
from rallyman_tutor.tutor.words.desk_view import rounded
from rallyman_tutor.tutor.words.explain import rule_title
from rallyman_tutor.tutor.words.page_words import page_words
from rallyman_tutor.tutor.words.words import text_tables, words


class Bar(TypedDict):
    """One of the costliest things: its name, its cost, and that as a piece of road; a rule by its place."""

    name: str
    much: str
    picture: str
    at: NotRequired[str]


class Door(TypedDict):
    """Where one can go from here."""

    at: str
    label: str


class Part(TypedDict):
    """A part of the page. Bars are a table by themselves; beside a picture stands one with a head and rows."""

    id: str
    title: str
    said: str
    how: str  # how the picture is read; nothing where there is none
    picture: str
    bars: list[Bar]
    head: list[str]
    rows: list[list[str]]
    door: Door


class Insight(TypedDict):
    """The page of insight, and whether there is anything to see yet."""

    parts: list[Part]
    empty: bool


def insight_shown(progress: Progress, game: AnyGame, theme: Theme) -> Insight:
    """The insight from a learner's diary, beginning with the game that is on the table."""
    texts = {name: text for name, text in text_tables("tutor")["insight"].items() if isinstance(text, str)}
    parts = [
        *_stages(texts, progress, game, theme),
        _risk(texts, progress, game, theme),
        _decisions(texts, progress, game, theme),
        *_at_cards(texts, progress, game, theme),
        _rules(texts, progress, game, theme),
    ]
    return {"parts": parts, "empty": not any(part["picture"] or part["bars"] for part in parts)}


def _part(id_: str, title: str, said: str, at: str, label: str) -> Part:
    """A part that shows nothing but its sentence and its door."""
    return {
        "id": id_, "title": title, "said": said, "how": "", "picture": "", "bars": [], "head": [], "rows": [],
        "door": {"at": at, "label": label},
    }  # fmt: skip


def _picture(scene: Scene, theme: Theme) -> str:
    return svg(scene, theme)


# -- Stages -----------------------------------------------------------------------------------------------------------


def _stages(texts: Mapping[str, str], progress: Progress, game: AnyGame, theme: Theme) -> Iterator[Part]:
    """The costs of stages, game by game; a game without any only where it is on the table, or there is nothing at
    all."""
    own = game.key if has_race_coach(game) else next(iter(RACES))
    driven = {key: insight.stages_driven(progress.diary, key) for key in (own, *(key for key in RACES if key != own))}
    for key, stages in ((key, stages) for key, stages in driven.items() if stages or key == own):
        at = addresses.address_in_game("drive", key)
        title = texts["stages"].format(game=NAMES[key])
        part = _part(f"stages-{key}", title, texts["stages-none"], at, texts["stages-door"])
        if stages:
            ready, language = page_words(SHELF[key])["ready"], words(key)
            part |= {
                "said": _stages_in_a_sentence(texts, [stage.lost for stage in stages]),
                "how": texts["stages-how"].format(n=RECENT),
                "picture": _picture(
                    insight_plots.losses([stage.lost for stage in stages], insight.averages(stages)), theme
                ),
                "head": [texts[name] for name in ("stage", "when", "lost", "took")],
                "rows": [
                    [
                        str(ready.get(stage.stage, stage.stage)),
                        f"{datetime.fromtimestamp(stage.when, UTC):%Y-%m-%d}",
                        f"{stage.lost:.1f} s",
                        language.fact("time", stage.took),
                    ]
                    for stage in reversed(stages)
                ],
            }
        yield part


def _stages_in_a_sentence(texts: Mapping[str, str], lost: Sequence[float]) -> str:
    """The average cost of the newest stages, beside those before them."""

    def average(some: Sequence[float]) -> str:
        return f"{sum(some) / len(some):.1f}"

    if len(lost) == 1:
        return texts["stages-one"].format(now=average(lost))
    if len(lost) <= RECENT:
        return texts["stages-few"].format(n=len(lost), now=average(lost))
    return texts["stages-said"].format(n=RECENT, now=average(lost[-RECENT:]), before=average(lost[:-RECENT]))


# -- Risk -------------------------------------------------------------------------------------------------------------


def _risk(texts: Mapping[str, str], progress: Progress, game: AnyGame, theme: Theme) -> Part:
    key = game.key if has_race_coach(game) else next(iter(RACES))
    part = _part("risk", texts["risk"], texts["risk-none"], estimates.address(key), texts["risk-door"])
    counts = insight.guesses(progress.diary)
    if many := sum(map(sum, counts)):
        ranges = page_words(game)["risk-ranges"]
        cells = [(true - said, count) for said, row in enumerate(counts) for true, count in enumerate(row)]
        safer = sum(count for more, count in cells if more < 0)
        right = sum(count for more, count in cells if more == 0)
        riskier = sum(count for more, count in cells if more > 0)
        part |= {
            "said": texts["risk-said"].format(n=many, right=right, riskier=riskier, safer=safer),
            "how": texts["risk-how"],
            "picture": _picture(insight_plots.guess_grid(counts), theme),
            "head": [texts["risk-head"], *ranges],
            "rows": [[name, *map(str, row)] for name, row in zip(ranges, counts, strict=True)],
        }
    return part


# -- Decisions and rules ----------------------------------------------------------------------------------------------


def _decisions(texts: Mapping[str, str], progress: Progress, game: AnyGame, theme: Theme) -> Part:
    part = _part("decisions", texts["decisions"], texts["decisions-none"], addresses.PRACTICE, texts["practice-door"])
    found = insight.costliest_mistakes(progress)[: insight.MOST_BARS]
    if not found:
        drive = addresses.address_in_game("drive", game.key)
        return {**part, "door": {"at": drive, "label": texts["stages-door"]}}
    several = len({one.mistake.game for one in found if one.mistake.game}) > 1
    bars: list[Bar] = []
    for one in found:
        much = texts["decisions-much" if one.times > 1 else "decisions-once"]
        bar: Bar = {
            "name": mistake_in_words(one.mistake, several),
            "much": much.format(seconds=f"{one.seconds:.1f}", n=one.times),
            "picture": _picture(insight_plots.road_bar(one.seconds / found[0].seconds, round(one.seconds)), theme),
        }
        if one.mistake.principle:
            bar["at"] = f"rules/{one.mistake.principle}"
        bars.append(bar)
    said = texts["decisions-said"].format(what=bars[0]["name"], seconds=f"{found[0].seconds:.1f}")
    return {**part, "said": said, "bars": bars}


def _at_cards(texts: Mapping[str, str], progress: Progress, game: AnyGame, theme: Theme) -> Iterator[Part]:
    """The mistakes at cards, game by game; of a game without any only where it is on the table."""
    found: dict[str, list[CardMistakeCost]] = {game.key: []} if has_card_coach(game) else {}
    for one in insight.costliest_at_cards(progress):
        found.setdefault(one.mistake.game, []).append(one)
    for key, costs in found.items():
        at, title = addresses.address_in_game("drive", key), texts["cards"].format(game=NAMES[key])
        part = _part(f"decisions-{key}", title, texts["cards-none"], at, texts["cards-door"])
        if costs:
            bars = [_card_bar(texts, one, costs[0], theme) for one in costs[: insight.MOST_BARS]]
            said = texts["cards-said"].format(what=bars[0]["name"], cost=card_cost_in_words(costs[0]))
            part |= {"said": said, "bars": bars, "door": {"at": addresses.PRACTICE, "label": texts["practice-door"]}}
        yield part


def _card_bar(texts: Mapping[str, str], one: CardMistakeCost, worst: CardMistakeCost, theme: Theme) -> Bar:
    """One kind of mistake at cards beside the worst one."""
    much = texts["cards-much" if one.times > 1 else "cards-once"]
    bar: Bar = {
        "name": mistake_in_words(one.mistake, several=False),
        "much": much.format(cost=card_cost_in_words(one), n=one.times),
        "picture": _picture(insight_plots.road_bar(one.cost / worst.cost, round(one.cost)), theme),
    }
    if one.mistake.principle:
        bar["at"] = f"rules/{one.mistake.principle}"
    return bar


def card_cost_in_words(one: CardMistakeCost) -> str:
    """The cost of mistakes at cards, and give or take how much."""
    cost = so_much(SHELF[one.mistake.game], one.cost, one.error)
    return str(text_tables("tutor")["insight"]["cards-cost"]).format(cost=cost, error=rounded(one.error, one.error))


def mistake_in_words(mistake: Mistake, several: bool) -> str:
    """The principle that a mistake goes against, with the game if there are several; else the decision made, and the
    best one; at cards that no principle is known."""
    texts = text_tables("tutor")["insight"]
    if mistake.game:
        code = mistake.principle
        name = words(mistake.game).driving(code)["name"] if code else str(texts["cards-other"])
        return str(texts["rule-of"]).format(title=name, game=NAMES[mistake.game]) if several else name
    kinds, chosen, best = texts["kinds"], mistake.chosen, mistake.best
    case = "instead" if chosen != best else "same" if chosen in kinds else "same-button"
    text = str(texts[case]).format(chosen=kinds.get(chosen, kinds["other"]), best=kinds.get(best, kinds["other"]))
    return text[0].upper() + text[1:]


def _rules(texts: Mapping[str, str], progress: Progress, game: AnyGame, theme: Theme) -> Part:
    part = _part("rules", texts["rules"], texts["rules-none"], addresses.PRACTICE, texts["practice-door"])
    found = [
        (one, owner)
        for one in insight.costliest_rules(progress.diary)
        if (owner := practice.game_of(SHELF, one.code, game.key))
    ]
    several = len({owner.key for _, owner in found}) > 1
    bars: list[Bar] = []
    for one, owner in found:
        title = rule_title(owner, one.code)
        bars.append(
            {
                "name": texts["rule-of"].format(title=title, game=owner.name) if several else title,
                "much": texts["rules-much" if one.times > 1 else "rules-once"].format(n=one.times),
                "picture": _picture(insight_plots.road_bar(one.times / found[0][0].times, one.times), theme),
                "at": f"rules/{one.code}",
            }
        )
    if not bars:
        book = addresses.address_in_game("rules", game.key)
        return {**part, "door": {"at": book, "label": texts["rules-door"]}}
    return {**part, "said": texts["rules-said"].format(title=bars[0]["name"]), "bars": bars}
