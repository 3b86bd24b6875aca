"""Where a draft is wrong in more than one place, its first fault on the road is told first, wherever faults are
told."""

from __future__ import annotations

from itertools import islice

import pytest

from rallyman_tutor.core.replay import Replay
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.session.draft_faults import faults
from rallyman_tutor.tutor.session.session import Drafts, Session
from rallyman_tutor.tutor.table.commands import why
from rallyman_tutor.tutor.table.view import view
from rallyman_tutor.tutor.words.explain import explain
from tests.laws.cases import drafts


@pytest.mark.parametrize("key", ["classic", "dirt"])
def test_the_first_fault_told_is_the_first_on_the_road(key: str, wide: bool) -> None:
    game, several, warned_first = SHELF[key], 0, 0
    for state, draft in islice(drafts(key, seed=9), 4000 if wide else 500):
        steps = {one.at for one in game.judge(state, draft)} | {one.at for one in game.advise(state, draft)}
        told = faults(game, state, draft)
        assert [one.at for one in told] == sorted(one.at for one in told)
        if len(steps) < 2:
            continue
        several += 1
        refused = {one.at for one in game.judge(state, draft)}
        warned_first += bool(refused) and min(steps) not in refused
        session = Session(Replay(game, {}, state), drafts=Drafts(draft), handed_to=game.turn(state))
        shown = [message["at"] for message in view(session)["messages"]]
        assert shown == sorted(shown) and shown[0] == min(steps), (game.write(state), draft)
        first = explain(game, state, draft, told[0])
        assert why(session, "normal").startswith(first.title)
    assert several > 20 and warned_first, (several, warned_first)


@pytest.mark.parametrize("key", SHELF)
def test_of_one_step_the_refusals_stand_as_a_referee_would_name_them(key: str) -> None:
    game, several = SHELF[key], 0
    rank = {rule.code: at for at, rule in enumerate(game.book)}
    for state, draft in islice(drafts(key, seed=9), 400):
        refused = game.judge(state, draft)
        for at in {one.at for one in refused}:
            inner = [(one.facts.get("inner", len(draft)), rank[one.code]) for one in refused if one.at == at]
            assert inner == sorted(inner), (game.write(state), draft, refused)
            several += len(inner) > 1
    assert several > 10
