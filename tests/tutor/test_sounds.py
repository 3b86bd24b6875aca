"""Every event has a sound, and every sound a caption."""

from __future__ import annotations

from typing import get_args

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.sounds import EVENTS, Sound, sound_of
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.page.host import Visit
from tests.some import some


def test_every_event_that_sounds_is_told_in_some_game_and_makes_one_sound() -> None:
    told = {event for key in SHELF for event in words(key).group("events")}
    named = [event for events in EVENTS.values() for event in events]
    assert set(named) <= told and len(named) == len(set(named))
    assert sound_of("order") == ""


def test_every_sound_has_a_caption() -> None:
    captions = text_tables("tutor")["page"]["captions"]
    assert set(captions) == set(EVENTS) == set(get_args(Sound)) - {""}
    for caption in some(captions.values()):
        assert caption and not caption.endswith(".")


def test_the_log_tells_the_sounds_of_a_turn() -> None:
    visit = Visit("drive")
    visit.says(do="lay", piece="1")
    (offer, *_) = visit.view["offers"]
    log = visit.says(do="act", move=offer["move"])["log"]
    assert [line["sound"] for line in log] in (["clean", "engine"], ["hazard", "engine"])
