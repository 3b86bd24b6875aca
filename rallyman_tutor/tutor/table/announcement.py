"""The announcement after every action: its result, read out at once; in brief, as usual or in full.

In brief it is what the learner cannot do without: their own dice, and the rule that objects. In full nothing is left to
be asked for: reasons, remedies, chances, what the others thought, and how all dials stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from rallyman_tutor.core.game import Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.table.shown import Message, View
from rallyman_tutor.tutor.words.by_ear import Speech, answer
from rallyman_tutor.tutor.words.desk_view import ends_in
from rallyman_tutor.tutor.words.log import Line, learner_of
from rallyman_tutor.tutor.words.page_words import asks, page_words, why_refused
from rallyman_tutor.tutor.words.words import colon, semicolons, words

MOST_EVENTS: Mapping[Speech, int] = {"brief": 3, "normal": 6, "full": 14}
"""How many events are read out at once; a stage full of other cars would otherwise never stop talking."""


def announcement(
    session: Session, before: Session | None, shown: View, problem: Refused | Illegal | None, speech: Speech = "normal"
) -> str:
    """The result of the learner's last action, for screen readers."""
    page, language = page_words(session.game), words(session.game.key)
    if problem is not None:
        return why_refused(session, problem)
    if shown["look"] is not None and (before is None or session.viewed_event != before.viewed_event):
        return shown["look"]["text"]
    if session.covered:
        return str(page["pass-on"]).format(driver=language.called(shown["driver"]))
    if before is None:
        now = ends_in(language, session.game.desk(session.visible_state, ()))
        return str(page["say-start"]).format(driver=language.called(shown["driver"]), then=now)
    if session.asked.advice and session.asked.advice != before.asked.advice:
        return shown["advice"]["said"]
    if shown["review"] and session.looking_back.review != before.looking_back.review:
        return shown["review"]["said"]
    if session.asked.unwanted is not None and before.asked.unwanted != session.asked.unwanted:
        return str(page["enough-said"])
    if session.co_driver.mix != before.co_driver.mix:
        return ""  # what comes of it is told behind the answer
    if session.co_driver.help != before.co_driver.help:
        return str(page["help-now"][session.co_driver.help])
    if shown["retry"] and session.looking_back.tried != before.looking_back.tried:
        return shown["retry"]["said"]
    if len(session.replay.past) > len(before.replay.past):
        return _events(session, [line for line in shown["log"] if line["line"] >= before.event_count], shown, speech)
    if len(session.replay.past) < len(before.replay.past):
        return str(page["say-undone"])
    return _draft(session, before, shown, speech)


def _events(session: Session, fresh: list[Line], shown: View, speech: Speech) -> str:
    """The newest events; then a dial that speaks aloud, and in full all dials."""
    if speech == "brief":
        fresh = [line for line in fresh if _is_own(session, line)] or fresh[-1:]
    told = [line["text"] for line in fresh[-MOST_EVENTS[speech] :]]
    if speech == "full":
        told = [" ".join(filter(None, (line["text"], line["thought"]))) for line in fresh[-MOST_EVENTS[speech] :]]
    if speech == "full" and "dials" in asks(session.game):
        return " ".join([*told, answer(session, "dials")])
    return " ".join([*told, *(dial["text"] for dial in shown["dials"] if dial.get("aloud"))])


def _is_own(session: Session, line: Line) -> bool:
    """Whether an event is the learner's own, everybody's, or one that names the learner or their team."""
    learner, state = learner_of(session), session.visible_state
    if line["seat"] in (-1, learner) or learner < 0:
        return line["seat"] in (-1, learner)
    own = session.game.desk(state, ()).standings[learner].name
    _, facts = session.game.describe_event(state, session.events[line["line"]])
    named = _one_by_one(facts.values())
    return any(own in fact.split("+") if isinstance(fact, str) else fact == own for fact in named)


def _one_by_one(facts: Iterable[object]) -> Iterator[object]:
    """Facts, those of a list apart."""
    for fact in facts:
        yield from fact if isinstance(fact, (tuple, list)) else (fact,)


def _draft(session: Session, before: Session, shown: View, speech: Speech) -> str:
    """The pieces laid or taken back, and the rules' answer."""
    page = page_words(session.game)
    left, swapped = iter(before.draft), session.drafts.second != before.drafts.second
    if len(session.draft) < len(before.draft) and not swapped and all(move in left for move in session.draft):
        return str(page["say-taken"])
    if swapped and before.draft and not session.draft:
        return str(page["say-none"])
    changed = [at for at, (now, was) in enumerate(zip_longest(session.draft, before.draft)) if now != was]
    if not changed:
        return ""
    alone = len(changed) == 1 and not swapped
    bad = [message for message in shown["messages"] if not alone or message["at"] in changed]
    said = _verdict(page, shown, bad, speech)
    if alone:
        return f"{shown['draft'][changed[0]]['name']}. {said}".strip()
    return f"{str(page['say-laid']).format(list=', '.join(step['name'] for step in shown['draft']))} {said}".strip()


def _verdict(page: Plain, shown: View, bad: list[Message], speech: Speech) -> str:
    """The first objection of the rules, or that the draft may be laid, which goes without saying in brief. In full it
    comes with the reason, the remedies, and the chance that something goes wrong."""
    chance = f"{told}." if (told := shown["risk"]["told"]) else ""
    if not bad:
        said = "" if speech == "brief" else str(page["say-legal"])
        return f"{said} {chance}".strip() if speech == "full" else said
    first = bad[0]
    if speech == "brief":
        return f"{first['title']}."
    if speech == "normal":
        return f"{first['title']}. {first['said']}"
    instead = semicolons([remedy["label"] for remedy in first["remedies"]])
    tries = f"{colon(page['try'], instead)}." if instead else first["fix"]
    return " ".join(filter(None, (f"{first['title']}.", first["said"], first["why"], tries, chance)))
