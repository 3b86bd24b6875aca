"""What a page shows of a session, as plain data: dice, drafts, what the co-driver thinks, chances, buttons, the log.

Pages draw this and know nothing else of a game. It comes in two parts: `view` is small and quick, and answers what the
learner just did; `choices` says what every die would mean on every space, so that a page can answer while a die is
being dragged without asking anybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from rallyman_tutor.coach.bots import COACHED
from rallyman_tutor.core.game import ELSEWHERE, Desk, Dial, Hold, Laid, Offer, Piece
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal, Kind, Violation
from rallyman_tutor.tutor.explain import cited, explain, refused, tell, title
from rallyman_tutor.tutor.session import PRESENT, Session, badness
from rallyman_tutor.tutor.words import Words, tables, words

Plain = dict[str, Any]

NEWEST = 60
"""How many lines of the log a page gets."""
MOST_WAYS = 12
"""How many ways to lay what lies rolled are shown; the mildest come first."""
MOST_SPOKEN = 6
"""How many events are read out at once; a stage full of other cars would otherwise never stop talking."""


def view(session: Session, before: Session | None = None, problem: Refused | Illegal | None = None) -> Plain:
    """Everything that answers the learner's last deed."""
    game, state, draft = session.game, session.seen, session.draft
    language = words(game.key)
    desk = game.desk(state, draft)
    broken = [*game.judge(state, draft), *game.advise(state, draft)]
    broken.sort(key=lambda violation: violation.at)
    told = [_message(session, violation) for violation in broken]
    chances = game.risk(state, draft)
    spots = spots_of(game, state) if draft and game.hides else {}
    steps = [
        {
            "move": game.write_move(move),
            "piece": desk.laid[at].piece,
            "place": desk.laid[at].place,
            "name": _named(language, spots, desk.laid[at], move),
            "variants": [_offer(game, language, offer) for offer in desk.laid[at].variants],
            "verdict": _verdict([violation for violation in broken if violation.at == at], game),
            "chance": language.fact("chance", chances[at]) if chances[at] else "",
            "p": float(chances[at]),
        }
        for at, move in enumerate(draft)
    ]
    driver, learner = desk.gauges["driver"], _learner(session)
    shown: Plain = {
        "driver": driver,
        "covered": session.covered,
        "hurry": desk.gauges.get("hurry", 0),
        "mine": game.turn(state) not in session.bots and not game.over(state),
        "over": game.over(state),
        "pieces": [
            {
                "key": piece.key,
                "name": _piece(language, piece),
                "left": piece.left,
                "total": piece.total,
                "face": piece.face,
            }
            for piece in (() if session.covered else desk.pieces)
        ],
        "cars": [
            {
                "name": _called(seat, learner).get("driver", stand.name),
                "place": stand.place,
                "mine": stand.name == driver,
                "still-in": stand.still_in,
                "facts": [language.fact(name, value) for name, value in stand.facts.items()],
            }
            for seat, stand in enumerate(desk.stands)
        ],
        "columns": [language.phrase("gauges", name) for name in (desk.stands[0].facts if desk.stands else ())],
        "draft": steps,
        "other": _other(session, language),
        "messages": told,
        "offers": [_offer(game, language, offer) for offer in (() if session.covered else desk.offers)],
        "dials": [_dial(language, dial) for dial in desk.dials],
        "ends": _ends(language, desk),
        "risk": _risk(language, chances),
        "log": log(session),
        "ways": [] if game.over(state) or session.covered else _ways(game, language, state),
        "lines": session.lines,
        "advice": _advice(session, language),
        "look": None,
        "undo": bool(session.trail or session.replay.past),
        "result": _result(session) if game.over(state) else None,
    }
    if session.look != PRESENT:
        shown["look"] = _looked_at(session)
    shown["say"] = _said(session, before, shown, problem, language)
    if problem is not None:
        shown["problem"] = shown["say"]
    return shown


def _named(language: Words, spots: Mapping[str, str], laid: Laid, move: Any) -> str:
    """One step of a draft: what is laid where; of a decision that lays nothing, its name."""
    name = "" if laid.piece else language.group("names").get(str(move), "")
    if name:
        return name[0].upper() + name[1:]
    return language.phrase("steps", "laid" if laid.place else "nowhere", _told(spots, laid, move))


def _told(spots: Mapping[str, str], laid: Laid, move: Any) -> Plain:
    return {"die": getattr(move, "die", laid.piece), "space": spots.get(laid.place, laid.place)}


def spots_of(game: Any, state: Any) -> dict[str, str]:
    """Places that have no name of their own, and are called by what they are: a pile, the road of somebody."""
    language = words(game.key)
    unnamed = (place for place in game.places(state) if language.place(place.key) == place.key)
    return {place.key: language.phrase("spots", place.kind, {**place.facts, "place": place.key}) for place in unnamed}


def _offer(game: Any, language: Words, offer: Offer) -> Plain:
    label = language.phrase("offers", offer.name, offer.facts)
    return {"move": game.write_move(offer.move), "name": offer.name, "label": label}


def _other(session: Session, language: Words) -> Plain | None:
    """The second draft, in what one compares: its dice, its chance, and the gear it ends in."""
    game, state, other = session.game, session.seen, session.other
    if not other:
        return None
    desk = game.desk(state, other)
    broken = [*game.judge(state, other), *game.advise(state, other)]
    return {
        "dice": [{"piece": laid.piece, "place": laid.place} for laid in desk.laid],
        "verdict": _verdict(broken, game),
        "chance": language.fact("chance", sum(game.risk(state, other), Fraction(0))),
        "ends": _ends(language, desk),
    }


def _ends(language: Words, desk: Desk) -> str:
    """What a draft would end in, as one compares two."""
    return language.fact("then", desk.gauges["then"]) if "then" in desk.gauges else ""


def _verdict(violations: list[Violation], game: Any) -> str:
    if any(game.book[violation.code].kind is Kind.ILLEGAL for violation in violations):
        return "refused"
    return "price" if violations else "legal"


def _message(session: Session, violation: Violation) -> Plain:
    """What the co-driver thinks of one step, and a button that does what he advises."""
    told = asdict(explain(session.game, session.seen, session.draft, violation))
    other = session.game.about(session.seen, session.draft, violation.at).get("alternative")
    if other is not None and told["kind"] == Kind.ILLEGAL and other != session.draft[violation.at]:
        told["try"] = {
            "label": _advised(session, other),
            "intent": {"do": "put", "at": violation.at, "move": session.game.write_move(other)},
        }
    return told


def _advised(session: Session, move: Any) -> str:
    """One step as it is advised: a die and its space; what no die does, as its button calls it."""
    language = words(session.game.key)
    if hasattr(move, "die"):
        return language.fact("step", move)
    offers = session.game.desk(session.seen, (move,)).offers
    return language.phrase("offers", offers[0].name, offers[0].facts) if offers else session.game.write_move(move)


def _piece(language: Words, piece: Piece) -> str:
    name = language.phrase("pieces", piece.key)
    return language.phrase("pieces", "with-hazard", {"piece": name}) if piece.face.endswith("!") else name


def _dial(language: Words, dial: Dial) -> Plain:
    """A dial in words; of lamps, how many are lit and how many there are."""
    shown: Plain = {"name": dial.name, "kind": dial.kind, "label": "", "text": ""}
    if dial.kind == "chip":
        return {**shown, "text": language.phrase("gauges", dial.name, dial.value)}
    if dial.kind == "picture":
        return {**shown, "face": dial.value}
    shown["label"] = language.phrase("gauges", dial.name)
    if dial.kind == "lamps":
        lit, of = dial.value
        return {**shown, "lit": lit, "of": of, "text": f"{lit} / {of}"}
    return {**shown, "text": language.fact(dial.name, dial.value)}


def _ways(game: Any, language: Words, state: Any) -> list[Plain]:
    """All drafts that would do now, where the game can tell them, as sentences and as moves."""
    return [
        {"label": language.phrase("offers", "way", way.facts), "moves": [game.write_move(move) for move in way.draft]}
        for way in game.ways(state)[:MOST_WAYS]
    ]


def _advice(session: Session, language: Words) -> list[Plain]:
    """What the coach found when he played every move out, best first."""
    game, state = session.game, session.seen
    spots = spots_of(game, state) if session.advice else {}
    offers = {offer.move: offer for offer in game.desk(state, ()).offers}
    found = []
    for one in session.advice:
        laid = game.desk(state, (one.move,)).laid
        if one.move in offers or not laid:
            name = (
                _offer(game, language, offers[one.move])["label"] if one.move in offers else game.write_move(one.move)
            )
        else:
            name = language.phrase("steps", "laid", _told(spots, laid[0], one.move))
        found.append({"name": name, "mean": f"{one.mean:.1f}", "error": f"{one.error:.1f}", "tries": one.tries})
    return found


def _risk(language: Words, chances: Any) -> Plain:
    """The chance to come to grief with this draft, and at each die; and what is left of hope behind each."""
    through = Fraction(1)
    rows = []
    for chance in chances:
        through -= chance
        rows.append({"here": language.fact("chance", chance), "through": language.fact("chance", through)})
    return {"all": language.fact("chance", 1 - through), "p": float(1 - through), "rows": rows}


def log(session: Session) -> list[Plain]:
    """The newest lines of what happened, each with the rule by which it did."""
    game = session.game
    language = words(game.key)
    found = []
    number, learner, viewer = session.lines, _learner(session), session.viewer
    open_ = game.over(session.state)
    thoughts = {
        at: language.phrase("bots", made.reason, made.facts)
        for at, made in session.thoughts
        if open_ or not made.secret
    }
    for at in range(len(session.replay.past) - 1, -1, -1):
        past = session.replay.past[at]
        for event in reversed(past.events):
            number -= 1
            what, facts = game.told(game.seen_by(past.state, viewer), event)
            text = language.phrase("events", what, {**facts, **_called(event.seat, learner)})
            said = thoughts.pop(at, "")  # at the last event of the move, which is met first
            found.append({"line": number, "text": text, "code": event.code, "seat": event.seat, "thought": said})
        if len(found) >= NEWEST:
            break
    return found[::-1]


def _learner(session: Session) -> int:
    """The seat of a learner who drives alone against the tutor: he is "you", whatever the name on his car. Else none."""
    seats = range(len(session.game.desk(session.state, ()).stands))
    own = [seat for seat in seats if seat not in session.bots]
    return own[0] if len(own) == 1 else -1


def _called(seat: int, learner: int) -> Plain:
    return {"driver": tables("tutor")["page"]["you"]} if seat == learner >= 0 else {}


def _looked_at(session: Session) -> Plain:
    """The moment of the past that is looked at: its line, and the rule behind it."""
    at = session.moment(session.look)
    before = sum(len(past.events) for past in session.replay.past[:at])
    event = session.replay.past[at].events[session.look - before]
    seen = session.game.seen_by(session.replay.past[at].state, session.viewer)
    what, facts = session.game.told(seen, event)
    text = words(session.game.key).phrase("events", what, {**facts, **_called(event.seat, _learner(session))})
    return {"line": session.look, "text": text, "told": why(session, event.code)}


def why(session: Session, code: str) -> Plain:
    """One rule, as it stands in the rulebook."""
    return asdict(tell(session.game, code))


def _result(session: Session) -> Plain:
    """The end of a game: drivers with their times, or whatever the game counts, best first."""
    result = session.game.result(session.state)
    language = words(session.game.key)
    rows = sorted(
        zip(result["places"], result["drivers"], result["sums"], strict=True), key=lambda row: (row[0] is None, row[0])
    )
    return {
        "rows": [
            [place, name, "" if time is None else language.fact(result.get("counts", "time"), time)]
            for place, name, time in rows
        ]
    }


def _said(
    session: Session, before: Session | None, shown: Plain, problem: Refused | Illegal | None, language: Words
) -> str:
    """One announcement for ears: what came of the learner's last deed."""
    page = page_words(session.game)
    if problem is not None:
        return unusable(session, problem)
    if session.look != PRESENT:
        return str(shown["look"]["text"])
    if session.covered:
        return str(page["pass-on"]).format(driver=shown["driver"])
    if before is None:
        return str(page["say-start"]).format(driver=shown["driver"], then=shown["ends"])
    if len(session.replay.past) > len(before.replay.past):
        fresh = [line["text"] for line in shown["log"] if line["line"] >= before.lines][-MOST_SPOKEN:]
        return " ".join(fresh)
    if len(session.replay.past) < len(before.replay.past):
        return str(page["say-undone"])
    if len(session.draft) > len(before.draft) or (
        session.draft != before.draft and len(session.draft) == len(before.draft)
    ):
        step = shown["draft"][-1] if session.draft[:-1] == before.draft else None
        bad = [told for told in shown["messages"] if told["at"] == len(session.draft) - 1]
        said = f"{bad[0]['title']}. {bad[0]['said']}" if bad else str(page["say-legal"])
        return f"{step['name']}. {said}" if step else said
    return str(page["say-taken"]) if len(session.draft) < len(before.draft) else ""


def unusable(session: Session, problem: Refused | Illegal) -> str:
    """Why an intent could not be carried out."""
    if isinstance(problem, Illegal):
        return explain(session.game, session.state, session.draft, problem.violations[0]).said
    return refused(session.game, problem)


# -- What every piece would mean on every place -----------------------------------------------------------------------


def choices(session: Session) -> Plain:
    """For each piece and each place: the verdict, and which of the `texts` says why; and where a piece fits best."""
    game, state, draft = session.game, session.seen, session.draft
    texts: list[Plain] = []
    known: dict[tuple[str, str], int] = {}
    found: dict[str, dict[str, list[Any]]] = {}
    best: dict[str, Hold] = {}
    for hold in () if session.covered else game.holds(state, draft):
        if hold.piece not in best or badness(hold) < badness(best[hold.piece]):
            best[hold.piece] = hold
        about = hold.refused or hold.unwise
        number = -1
        if about:
            told = _brief(game, state, (*draft, hold.move), about[0], hold.place == ELSEWHERE)
            key = (told["code"], told["said"])
            number = known.setdefault(key, len(texts))
            if number == len(texts):
                texts.append(told)
        verdict = "refused" if hold.refused else "price" if hold.unwise else "legal"
        found.setdefault(hold.piece, {})[hold.place] = [verdict, number]
    return {"texts": texts, "of": found, "best": {piece: hold.place for piece, hold in best.items()}}


def _brief(game: Any, state: Any, draft: Any, violation: Violation, anywhere: bool) -> Plain:
    """A reason to show while a die is held; one that holds for many places names none of them."""
    if anywhere:
        code = violation.code
        reason = words(game.key).text(code, "why", {})
        return {
            "code": code,
            "title": title(game, code),
            "said": "",
            "why": reason,
            "fix": "",
            "cite": cited(game, code),
        }
    told = explain(game, state, draft, violation)
    return {
        "code": told.code,
        "title": told.title,
        "said": told.said,
        "why": told.why,
        "fix": told.fix,
        "cite": told.cite,
    }


def places(session: Session) -> list[Plain]:
    """The spaces of the stage: where they are, and how they are spoken of."""
    language = words(session.game.key)
    found = []
    for place in session.game.places(session.seen):
        name = language.phrase("spots", place.kind, {**place.facts, "place": place.key})
        if place.facts.get("surface") == "snow":
            name = language.phrase("spots", "snow", {"spot": name})
        found.append(
            {
                "key": place.key,
                "name": name,
                "x": round(place.x, 1),
                "y": round(place.y, 1),
                "outline": _path(place.outline),
            }
        )
    return found


def _path(points: Any) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def page_words(game: Any) -> Mapping[str, Any]:
    """The words of the page: the tutor's, what this game says otherwise, and the names of its tables to sit down at."""
    own = words(game.key)
    return {
        **tables("tutor")["page"],
        **own.group("page"),
        "ready": dict(own.group("ready")),
        "game": game.key,
        "seats": list(game.seats),
        "coached": game.key in COACHED,
        "hides": game.hides,
    }


def drivers(cars: int) -> tuple[str, ...]:
    """Names for so many cars; the first is the learner's."""
    page = tables("tutor")["page"]
    return (str(page["you"]), *map(str, page["names"]))[:cars]


def trouble(what: str) -> str:
    """What a page says when something went wrong that nobody foresaw."""
    return str(tables("tutor")["page"]["trouble"]).format(what=what)


def not_kept(session: Session, problem: Refused | Illegal) -> str:
    """Why what a browser kept could not be put back."""
    return str(tables("tutor")["page"]["kept-refused"]).format(why=unusable(session, problem))
