"""The page's view of a session, as plain data: dice, drafts, the co-driver's thoughts, chances, buttons, the log.

Pages draw this and know nothing else of a game. It is small and quick, and answers what the learner just did; what
every die would mean elsewhere is in `choices.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Literal, NotRequired, TypeAlias, TypedDict

from rallyman_tutor.coach.coaches import has_race_coach
from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal, Kind, Violation
from rallyman_tutor.tutor import intents
from rallyman_tutor.tutor.announcement import announcement
from rallyman_tutor.tutor.by_ear import Speech
from rallyman_tutor.tutor.card_review_view import looked_back, tried_again
from rallyman_tutor.tutor.chances import in_words
from rallyman_tutor.tutor.cloud_view import can_cloud
from rallyman_tutor.tutor.desk_view import (
    Button,
    DialShown,
    Result,
    dial_shown,
    ends_in,
    moves_in_words,
    offer_shown,
    piece_name,
    result_shown,
    rounded,
)
from rallyman_tutor.tutor.draft_faults import faults
from rallyman_tutor.tutor.explain import ExplanationData, explain, plain
from rallyman_tutor.tutor.log import Line, PastEvent, learner_of, log, name_for_ears, past_event
from rallyman_tutor.tutor.move_words import dice_of, named
from rallyman_tutor.tutor.page_words import page_words
from rallyman_tutor.tutor.place_names import names_of_places
from rallyman_tutor.tutor.remedies import intent_of
from rallyman_tutor.tutor.review_view import RetryShown, ReviewDoor, ReviewShown, doors
from rallyman_tutor.tutor.session import PRESENT, Session, is_told_unasked
from rallyman_tutor.tutor.words import Words, shared_words, words

NO_CLAIMS: Mapping[str, str] = MappingProxyType({})
MOST_WAYS = 12
"""How many ways to lay what lies rolled are shown; the mildest come first."""


Verdict: TypeAlias = Literal["legal", "price", "refused"]


class PieceShown(TypedDict):
    """A die or card of the tray: how many are left of how many, and the name of its picture."""

    key: str
    name: str
    left: int
    total: int
    face: str


CarShown = TypedDict(
    "CarShown",
    {"name": str, "place": str, "car": int, "mine": bool, "still-in": bool, "facts": list[str]},
)
"""A player: on which place, in which of the drawn cars, whether in turn, and what is to be read of them."""


class StepShown(TypedDict):
    """One step of the draft, what the co-driver thinks of it, and the chance that something goes wrong there."""

    move: str
    piece: str
    place: str
    name: str
    variants: list[Button]
    verdict: Verdict
    chance: str
    told: str  # the chance, and of what
    p: float


class Laying(TypedDict):
    """A piece on a place."""

    piece: str
    place: str


class SecondDraft(TypedDict):
    """The second draft: the figures by which two drafts are compared."""

    dice: list[Laying]
    verdict: Verdict
    chance: str
    ends: str


class Remedy(TypedDict):
    """A button that does something else instead: what stands on it, what it costs, and what it sends."""

    label: str
    price: str
    intent: intents.IntentData


class Message(ExplanationData):
    """The co-driver's thoughts on one step: an explanation, a help for every position, and buttons to press."""

    general: str
    remedies: list[Remedy]


class ChanceAtDie(TypedDict):
    """The chance that something goes wrong at one die, and the chance to get through it."""

    here: str
    through: str


class RiskFigures(TypedDict):
    """The chance that something goes wrong with the draft, as a text and as a number, and die by die."""

    all: str
    p: float
    rows: list[ChanceAtDie]


class Risk(RiskFigures):
    """These figures, and of what they are the chance."""

    told: str


class WayShown(TypedDict):
    """A whole draft that would do: what it comes to, and its moves."""

    label: str
    moves: list[str]


class AdviceRow(TypedDict):
    """The coach's finding about one move: its rank, how far it is behind the best, and how sure that is."""

    rank: int
    name: str
    behind: str
    error: str


class Advice(TypedDict):
    """The coach's findings; no rows where nobody asked."""

    rows: list[AdviceRow]
    said: str


class View(TypedDict):
    """A table as a page shows it."""

    driver: str  # who is in turn
    covered: bool  # whether the table has to be handed over first
    hurry: float  # seconds after which the first decision is taken by itself; 0: never
    mine: bool  # whether the learner is in turn
    over: bool
    pieces: list[PieceShown]
    cars: list[CarShown]
    columns: list[str]  # what the facts of the cars are called
    draft: list[StepShown]
    other: SecondDraft | None
    messages: list[Message]
    offers: list[Button]  # the natural decision first
    dials: list[DialShown]
    ends: str  # what the draft would end in; empty if it is refused
    risk: Risk
    log: list[Line]
    ways: list[WayShown]
    lines: int  # how many events the game has seen
    advice: Advice
    reckons: bool  # whether more of the co-driver's help comes behind the view
    help: intents.HelpSetting | Literal[""]  # how much the co-driver helps; nothing where there is no choice
    helped: str  # at the finish: how much they did
    advise: str  # what a button says that asks for advice; nothing where there is none, or it was asked for
    review: ReviewShown | None  # of the drive that is over; nothing where nobody asked
    reviews: list[ReviewDoor]  # that may be asked for
    retry: RetryShown | None
    cloud: Literal["", "can", "is"]  # whether what lies can be driven a thousand times, or was asked to
    ghost: bool  # whether it was asked for; where it is comes behind the view
    look: PastEvent | None
    undo: bool  # whether there is anything to undo
    result: Result | None
    say: str  # for ears: what came of what was done
    problem: NotRequired[str]  # why it could not be done
    n: NotRequired[int]  # a number that no view before it had


def view(
    session: Session,
    before: Session | None = None,
    problem: Refused | Illegal | None = None,
    claims: Mapping[str, str] = NO_CLAIMS,
    speech: Speech = "normal",
) -> View:
    """Everything that answers the learner's last action. `claims` has the lesson's words for some moves, by their
    notation; `speech` is how much is read out."""
    game, state, draft = session.game, session.visible_state, session.draft
    language = words(game.key)
    figure = partial(language.fact, "chance")
    desk = game.desk(state, draft)
    broken = faults(game, state, draft)
    messages = [_message(session, violation) for violation in broken]
    refused = _verdict(broken, game) == "refused"
    chances = game.chances(state, draft)
    wrong = chances.wrong
    spots = names_of_places(game, state) if draft and game.has_hidden_hands else {}
    steps: list[StepShown] = [
        {
            "move": game.write_move(move),
            "piece": desk.laid[at].piece or dice_of(game, state, move),
            "place": desk.laid[at].place,
            "name": claims.get(game.write_move(move)) or named(game, language, spots, desk.laid[at], move),
            "variants": [offer_shown(game, language, offer) for offer in desk.laid[at].variants],
            "verdict": _verdict([violation for violation in broken if violation.at == at], game),
            "chance": language.fact("chance", wrong[at]) if wrong[at] else "",
            "told": in_words(game, chances.lost[at], chances.out[at], figure),
            "p": float(wrong[at]),
        }
        for at, move in enumerate(draft)
    ]
    driver, learner = str(desk.facts["driver"]), learner_of(session)
    shown: View = {
        "driver": driver,
        "covered": session.covered,
        "hurry": desk.facts.get("hurry", 0),
        "mine": game.turn(state) not in session.bots and not game.over(state),
        "over": game.over(state),
        "pieces": [
            {
                "key": piece.key,
                "name": piece_name(language, piece),
                "left": piece.left,
                "total": piece.total,
                "face": piece.face,
            }
            for piece in (() if session.covered else desk.pieces)
        ],
        "cars": [
            {
                "name": name_for_ears(seat, learner).get("driver", stand.name),
                "place": stand.place,
                "car": stand.car,
                "mine": stand.name == driver,
                "still-in": stand.still_in,
                "facts": [language.fact(name, value) for name, value in stand.facts.items()],
            }
            for seat, stand in enumerate(desk.standings)
        ],
        "columns": [language.phrase("readouts", name) for name in (desk.standings[0].facts if desk.standings else ())],
        "draft": steps,
        "other": _other(session, language),
        "messages": messages,
        "offers": [offer_shown(game, language, offer) for offer in (() if session.covered else desk.offers)],
        "dials": [dial_shown(language, dial) for dial in desk.readouts if not (refused and dial.name == "then")],
        "ends": "" if refused else ends_in(language, desk),
        "risk": {**_risk(language, wrong), "told": in_words(game, chances.lose, chances.end, figure)},
        "log": log(session),
        "ways": _ways(game, language, state),
        "lines": session.event_count,
        "advice": _advice(session, language),
        "reckons": session.parts_asked > 0 or (not refused and is_told_unasked(session)),
        "help": session.help if has_race_coach(game) else "",
        "helped": _helped(session) if has_race_coach(game) and game.over(state) else "",
        "advise": _can_ask(session),
        "review": looked_back(session),
        "reviews": doors(session),
        "retry": tried_again(session),
        "cloud": ("is" if session.clouded == session.draft else "can") if not refused and can_cloud(session) else "",
        "ghost": session.ghost,
        "look": past_event(session) if session.viewed_event != PRESENT else None,
        "undo": bool(session.earlier_drafts or session.replay.past or session.draft),
        "result": result_shown(session) if game.over(state) else None,
        "say": "",
    }
    shown["say"] = announcement(session, before, shown, problem, speech)
    if problem is not None:
        shown["problem"] = shown["say"]
    return shown


def _can_ask(session: Session) -> str:
    """The words of the button for advice, before it was asked for."""
    is_off = session.help == "off" and has_race_coach(session.game)
    return "" if is_off or session.parts_asked or session.advice else str(page_words(session.game)["advise"])


def _helped(session: Session) -> str:
    """How much the co-driver helped in a drive, in a sentence or two."""
    texts, counts = shared_words(session.game.key, "help"), {"asked": session.asked, "unasked": session.unasked}
    said = [str(texts[what if n > 1 else f"{what}-once"]).format(n=n) for what, n in counts.items() if n]
    return " ".join(said) or str(texts["none"])


def _other(session: Session, language: Words) -> SecondDraft | None:
    """The second draft as it is shown: its dice, its chance, and the gear it ends in."""
    game, state, other = session.game, session.visible_state, session.second_draft
    if not other:
        return None
    desk = game.desk(state, other)
    verdict = _verdict(faults(game, state, other), game)
    return {
        "dice": [{"piece": laid.piece, "place": laid.place} for laid in desk.laid],
        "verdict": verdict,
        "chance": language.fact("chance", sum(game.risk(state, other), Fraction(0))),
        "ends": "" if verdict == "refused" else ends_in(language, desk),
    }


def _verdict(violations: list[Violation], game: AnyGame) -> Verdict:
    if any(game.book[violation.code].kind is Kind.ILLEGAL for violation in violations):
        return "refused"
    return "price" if violations else "legal"


def _message(session: Session, violation: Violation) -> Message:
    """The co-driver's thoughts on one step. Its remedies are buttons, so they are not told in sentences as well."""
    explained = explain(session.game, session.visible_state, session.draft, violation)
    remedies: list[Remedy] = [
        {"label": one.label, "price": one.price, "intent": intents.as_data(intent_of(one))}
        for one in explained.remedies
    ]
    message: Message = {**plain(explained), "general": explained.general, "remedies": remedies}
    if remedies:
        message["fix"] = explained.general
    return message


def _ways(game: AnyGame, language: Words, state: AnyState) -> list[WayShown]:
    """All drafts that would do now, where the game can tell them, as sentences and as moves."""
    return [
        {"label": language.phrase("offers", "way", way.facts), "moves": [game.write_move(move) for move in way.draft]}
        for way in game.whole_drafts(state)[:MOST_WAYS]
    ]


def _advice(session: Session, language: Words) -> Advice:
    """The coach's findings about every move, by rank, and a sentence that sums them up; no rows where nobody asked."""
    game, state, found = session.game, session.visible_state, session.advice
    if not found:
        return {"rows": [], "said": ""}
    names = moves_in_words(game, state, [one.move for one in found])
    rows: list[AdviceRow] = [
        {
            "rank": one.rank,
            "name": name,
            "behind": rounded(-one.mean, one.error),
            "error": rounded(one.error, one.error),
        }
        for one, name in zip(found, names, strict=True)
    ]
    first = [one for one in found if one.rank == 1]
    if len(first) == 1:
        case = "advice-best" if len(rows) > 1 else "advice-only"
    else:
        case = "advice-same" if all(one.mean == one.error == 0 for one in first) else "advice-close"
    facts = {"list": language.either([row["name"] for row in rows if row["rank"] == 1]), "n": first[0].tries}
    said = str(page_words(game)[case])
    return {"rows": rows, "said": said.format_map(facts)}


def _risk(language: Words, chances: Sequence[Fraction]) -> RiskFigures:
    """The chance that something goes wrong with this draft, at each die, and the chance left to get beyond each."""
    through = Fraction(1)
    rows: list[ChanceAtDie] = []
    for chance in chances:
        through -= chance
        rows.append({"here": language.fact("chance", chance), "through": language.fact("chance", through)})
    return {"all": language.fact("chance", 1 - through), "p": float(1 - through), "rows": rows}
