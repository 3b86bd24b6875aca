"""A draft driven a thousand times, in words: a table of the spaces where it ends, counted and exact, and a sentence.

To drive so often takes longer than an answer may, so `clouded` tells after each step that it is not done yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, sqrt
from typing import NamedTuple, TypedDict

from rallyman_tutor.coach.cloud import MANY, Cloud, End, cloud
from rallyman_tutor.coach.coaches import has_race_coach
from rallyman_tutor.coach.odds import TooMany
from rallyman_tutor.coach.steps import Work
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.figures import percent
from rallyman_tutor.tutor.words.page_words import why_refused
from rallyman_tutor.tutor.words.words import Words, shared_words, words

SURE = 1.96
"""Standard errors within which a count is 19 times in 20."""


class CloudTold(TypedDict):
    """The table: its head, its rows, what is to be known of it; and the sentence for ears."""

    head: list[str]
    rows: list[list[str]]
    how: str
    said: str


class CloudResult(NamedTuple):
    """A thousand drives: in words, and where they ended."""

    told: CloudTold
    ends: tuple[End, ...]


def can_cloud(session: Session) -> bool:
    """Whether the laid draft can be driven a thousand times: dice of a race, none refused by a rule, and help is not
    off."""
    return (
        has_race_coach(session.game)
        and bool(session.draft)
        and session.co_driver.help != "off"
        and not session.game.over(session.state)
        and all(session.game.form(move).kind != "word" for move in session.draft)
        and not session.game.judge(session.state, session.draft)
    )


def clouded(session: Session) -> Iterator[CloudResult | None]:
    """A thousand drives of the draft for which they were asked, in the end; before that nothing, once for each step."""
    if not session.draft or session.asked.clouded != session.draft or not can_cloud(session):
        return
    game, state, draft = session.game, session.state, session.draft
    seed = f"{session.seed}:cloud:{' '.join(map(game.write_move, draft))}"
    try:
        found = yield from Work(cloud(game, state, draft, seed)).go_on()
    except TooMany:
        why = why_refused(session, Refused("too-much-to-weigh"))
        yield CloudResult({"head": [], "rows": [], "how": why, "said": why}, ())
        return
    yield CloudResult(_told(words(game.key), game.key, found), found.ends)


def _told(language: Words, key: str, found: Cloud) -> CloudTold:
    texts = shared_words(key, "cloud")
    rows = [(language.place(end.place), end.many, end.exact) for end in found.ends]
    rows.append((str(texts["lost"]), found.lost, found.odds.lose))
    most = max(ceil(SURE * sqrt(MANY * float(share) * (1 - float(share)))) for _, _, share in rows)
    first = rows[0]
    said = str(texts["say"]).format(
        many=MANY,
        space=first[0],
        count=first[1],
        exact=_share(first[2]),
        lost=found.lost,
        loses=_share(found.odds.lose),
    )
    return {
        "head": [str(one).format(many=MANY) for one in texts["head"]],
        "rows": [[name, str(count), _share(share)] for name, count, share in rows],
        "how": str(texts["how"]).format(most=most) if most else str(texts["how-sure"]),
        "said": said,
    }


def _share(share: Fraction) -> str:
    """A chance to a tenth of a per cent, as fine as a thousand drives can show; a possible thing is not told as
    impossible, nor one that may fail as certain."""
    return percent(share, 1)
