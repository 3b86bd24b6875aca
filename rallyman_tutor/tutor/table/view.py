"""The page's view of a session, as plain data: dice, drafts, the co-driver's thoughts, chances, buttons, the log.

Pages draw this and know nothing else of a game. It is small and quick, and answers what the learner just did; what
every die would mean elsewhere is in `choices.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rallyman_tutor.coach.card_why import why_worse
from rallyman_tutor.coach.coaches import has_race_coach
from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal, Kind
from rallyman_tutor.tutor.advice.card_review_view import looked_back, tried_again
from rallyman_tutor.tutor.advice.card_why_view import beside_in_words
from rallyman_tutor.tutor.advice.cloud_view import can_cloud
from rallyman_tutor.tutor.advice.review_view import doors
from rallyman_tutor.tutor.session.draft_faults import faults
from rallyman_tutor.tutor.session.helping import is_told_unasked
from rallyman_tutor.tutor.session.session import PRESENT, Session
from rallyman_tutor.tutor.table.announcement import announcement
from rallyman_tutor.tutor.table.lying import NO_CLAIMS, lying, verdict_on
from rallyman_tutor.tutor.table.shown import (
    Advice,
    AdviceRow,
    SecondDraft,
    View,
    WayShown,
)
from rallyman_tutor.tutor.words.by_ear import Speech
from rallyman_tutor.tutor.words.desk_view import (
    ends_in,
    moves_in_words,
    result_shown,
    rounded,
)
from rallyman_tutor.tutor.words.log import learner_of, log, name_for_ears, past_event
from rallyman_tutor.tutor.words.page_words import page_words
from rallyman_tutor.tutor.words.rulebook import principle_named
from rallyman_tutor.tutor.words.words import Words, shared_words, words

MOST_WAYS = 12
"""How many ways to lay what lies rolled are shown; the mildest come first."""


def view(
    session: Session,
    before: Session | None = None,
    problem: Refused | Illegal | None = None,
    claims: Mapping[str, str] = NO_CLAIMS,
    speech: Speech = "normal",
) -> View:
    """Everything that answers the learner's last action. `claims` has the lesson's words for some moves, by their
    notation; `speech` is how much is read out."""
    game, state = session.game, session.visible_state
    language = words(game.key)
    desk = game.desk(state, session.draft)
    driver, learner = str(desk.facts["driver"]), learner_of(session)
    lies = lying(session, session.draft, claims)
    is_refused = any(told["kind"] is Kind.ILLEGAL for told in lies["messages"])
    shown: View = {
        "pieces": lies["pieces"],
        "draft": lies["draft"],
        "messages": lies["messages"],
        "offers": lies["offers"],
        "dials": lies["dials"],
        "ends": lies["ends"],
        "risk": lies["risk"],
        "driver": driver,
        "covered": session.covered,
        "hurry": desk.facts.get("hurry", 0),
        "mine": game.turn(state) not in session.bots and not game.over(state),
        "over": game.over(state),
        "cars": [
            {
                "name": name_for_ears(seat, learner).get("driver", stand.name),
                "place": stand.place,
                "car": stand.car,
                "mine": stand.name == driver,
                "still-in": stand.still_in,
                "facts": [language.alone(name, value) for name, value in stand.facts.items()],
            }
            for seat, stand in enumerate(desk.standings)
        ],
        "columns": [language.phrase("readouts", name) for name in (desk.standings[0].facts if desk.standings else ())],
        "other": _other(session, language),
        "log": log(session),
        "ways": _ways(game, language, state),
        "lines": session.event_count,
        "advice": _advice(session, language),
        "reckons": session.asked.parts > 0 or (not is_refused and is_told_unasked(session)),
        "help": session.co_driver.help if has_race_coach(game) else "",
        "helped": _helped(session) if has_race_coach(game) and game.over(state) else "",
        "advise": _can_ask(session),
        "review": looked_back(session),
        "reviews": doors(session),
        "retry": tried_again(session),
        "cloud": ("is" if session.asked.clouded == session.draft else "can")
        if not is_refused and can_cloud(session)
        else "",
        "ghost": session.co_driver.ghost,
        "look": past_event(session) if session.viewed_event != PRESENT else None,
        "undo": bool(session.drafts.earlier or session.replay.past or session.draft),
        "result": result_shown(session) if game.over(state) else None,
        "say": "",
    }
    shown["say"] = announcement(session, before, shown, problem, speech)
    if problem is not None:
        shown["problem"] = shown["say"]
    return shown


def _can_ask(session: Session) -> str:
    """The words of the button for advice, before it was asked for."""
    is_off = session.co_driver.help == "off" and has_race_coach(session.game)
    return "" if is_off or session.asked.parts or session.asked.advice else str(page_words(session.game)["advise"])


def _helped(session: Session) -> str:
    """How much the co-driver helped in a drive, in a sentence or two."""
    texts, counts = (
        shared_words(session.game.key, "help"),
        {"asked": session.co_driver.asked, "unasked": session.co_driver.unasked},
    )
    said = [str(texts[what if n > 1 else f"{what}-once"]).format(n=n) for what, n in counts.items() if n]
    return " ".join(said) or str(texts["none"])


def _other(session: Session, language: Words) -> SecondDraft | None:
    """The second draft as it is shown: its dice, its chance, and the gear it ends in."""
    game, state, other = session.game, session.visible_state, session.drafts.second
    if not other:
        return None
    desk = game.desk(state, other)
    verdict = verdict_on(game, faults(game, state, other))
    return {
        "dice": [{"piece": laid.piece, "place": laid.place} for laid in desk.laid],
        "verdict": verdict,
        "chance": language.fact("chance", sum(game.risk(state, other), Fraction(0))),
        "ends": "" if verdict == "refused" else ends_in(language, desk),
    }


def _ways(game: AnyGame, language: Words, state: AnyState) -> list[WayShown]:
    """All drafts that would do now, where the game can tell them, as sentences and as moves."""
    return [
        {"label": language.phrase("offers", "way", way.facts), "moves": [game.write_move(move) for move in way.draft]}
        for way in game.whole_drafts(state)[:MOST_WAYS]
    ]


def _advice(session: Session, language: Words) -> Advice:
    """The coach's findings about every move, by rank, and a sentence that sums them up; with what speaks for the best
    move beside the next one, where a principle does. No rows where nobody asked."""
    game, state, found = session.game, session.visible_state, session.asked.advice
    if not found:
        return {"rows": [], "said": "", "principle": None}
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
    said = str(page_words(game)[case]).format_map(facts)
    for one, name in zip(found, names, strict=True):
        against = why_worse(game, state, one.move, first[0].move, one.part) if len(first) == 1 else None
        if against:
            told = f"{said} {beside_in_words(game, against, name)}"
            return {"rows": rows, "said": told, "principle": principle_named(game, against.principle.code)}
    return {"rows": rows, "said": said, "principle": None}
