"""The ghost beside a drive, in words: where it stands after as many turns as the learner's, and its time beside theirs.

A turn of it takes longer to work out than an answer may, so `driven` tells after each of them that it is not done yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from rallyman_tutor.coach import ghost
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.ghost import Leg
from rallyman_tutor.coach.standing import DriveProgress
from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.tutor.session.helping import legs
from rallyman_tutor.tutor.session.session import Session
from rallyman_tutor.tutor.words.log import learner_of, name_for_ears
from rallyman_tutor.tutor.words.words import shared_words, words


class GhostStanding(NamedTuple):
    """How the ghost stands: its own position, its space, all of it in a sentence; and once the drive is over its row of
    the result, a name and a time."""

    state: AnyState
    place: str
    said: str
    row: tuple[str, str] | None


def driven(session: Session) -> Iterator[GhostStanding | None]:
    """How the ghost stands now, in the end; before that nothing, once for each turn. At the finish it drives on to its
    own, on every stage of a rally."""
    game, begun = session.game, legs(session)
    is_over = game.over(session.displayed_state)
    sums_up = is_over and all(race_coach(game).has_table(leg.start) for leg in begun)
    shown = begun if sums_up else begun[-1:]
    stands, state = [], shown[-1].start
    for number, leg in enumerate(shown, len(begun) - len(shown)):
        states = ghost.drive(game, leg.start, f"{session.seed}:ghost:{number}")
        for now in islice(states, None if is_over else leg.turns + 1):
            state = now
            yield None
        stands.append(_on_stage(game, leg, state))
    yield _in_words(session, state, stands, shown, sums_up=sums_up)


def _on_stage(game: AnyGame, leg: Leg, state: AnyState) -> DriveProgress:
    """How the ghost stands, its time being that of this stage alone."""
    now = ghost.stands(game, state)
    return now._replace(time=now.time - ghost.stands(game, leg.start).time)


def _in_words(
    session: Session, state: AnyState, stands: Sequence[DriveProgress], begun: Sequence[Leg], *, sums_up: bool
) -> GhostStanding:
    game, texts, language = session.game, shared_words(session.game.key, "ghost"), words(session.game.key)
    seat, now = (session.learners or [0])[0], stands[-1]
    out = str(texts["gone"])

    def time_of(seconds: int, status: str) -> str:
        return out if status == "out" else language.fact("time", seconds)

    is_out = any(one.status == "out" for one in stands)
    time = time_of(sum(one.time for one in stands), "out" if is_out else now.status)
    own = time_of(sum(leg.time for leg in begun), race_coach(game).standing(session.displayed_state, seat).status)
    name = name_for_ears(seat, learner_of(session)).get("driver", game.result(session.state)["drivers"][seat])
    case = "drives" if now.status in ("waiting", "road") else "arrived"
    said = str(texts[case]).format(
        space=language.place(now.place), gear=language.fact("gear", now.gear), time=time, driver=name, own=own
    )
    return GhostStanding(state, now.place, said, (str(texts["row"]), time) if sums_up else None)
