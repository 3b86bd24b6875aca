"""A room in the browser, with a line that tests hold: its door, who is there, whose turn it is, a line that breaks."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rallyman_tutor.games import SHELF
from rallyman_tutor.rally.room import Room
from rallyman_tutor.tutor.words.words import text_tables
from tests.page.room_told import ANA, BEN, CODE, begun, driven, to_the_end, told
from tests.pages.learner import all_that_is_here
from tests.pages.visits import NARROW_AND_WIDE, WIDTHS, Open, findings
from tests.sampled import sampled
from tests.some import some
from tests.widgets.page.host import answered

TEXTS = text_tables("tutor")["room"]
PAGE = text_tables("tutor")["page"]
FILM = text_tables("tutor")["rally-film"]

FAKE = """() => {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'rallyman-rooms', content: '/rallyman/room' });
  document.head.append(meta);
  window.lines = [];
  window.WebSocket = class {
    static OPEN = 1;
    constructor(address) {
      Object.assign(this, { address: String(address), readyState: 0, said: [] });
      lines.push(this);
      setTimeout(() => { if (!window.isCut) { this.readyState = 1; this.onopen?.(); } else this.onclose?.(); });
    }
    send(text) { this.said.push(JSON.parse(text)); }
    close() { this.readyState = 3; this.onclose?.(); }
  };
}"""


def tells(page: Page, **what: Any) -> None:
    """The server tells the page something."""
    page.evaluate("(told) => lines.at(-1).onmessage({ data: told })", json.dumps(what))
    answered(page)


def state(room: Room, holder: str = ANA, start: int = 0, **otherwise: Any) -> dict[str, Any]:
    """A room as the server tells it."""
    seats = [
        {"name": seat.name, "level": seat.level, "held": True, "here": True, "mine": seat.holder == holder}
        for seat in room.seats
    ]
    phase = "driving" if room.rally else "gathering"
    return {
        **told(room, holder, start), "seats": seats, "phase": phase, "free": 2, "opener": holder == ANA, "watching": 2,
        "number": room.number, **otherwise,
    }  # fmt: skip


def said(page: Page) -> list[dict[str, Any]]:
    """All that the page has said on its last line."""
    found: list[dict[str, Any]] = page.evaluate("() => lines.at(-1)?.said ?? []")
    return found


def entered(opened: Open, width: int = 1280) -> Page:
    """A page that has typed the code at the door."""
    page = opened(width=width)
    page.evaluate(FAKE)
    all_that_is_here(page)
    page.get_by_role("button", name=PAGE["room"], exact=False).filter(has_text=PAGE["room-more"]).click()
    page.get_by_label(TEXTS["labels"]["code"]).fill("kxr 4tm")
    page.get_by_role("button", name=TEXTS["labels"]["join-go"], exact=True).click()
    page.wait_for_function("() => lines.at(-1)?.said.length")
    return page


def test_where_no_rooms_are_kept_the_page_says_where_they_can_be_had(opened: Open) -> None:
    page = opened(at="room")
    expect(page.locator(".rt-room")).to_contain_text(TEXTS["labels"]["nowhere"])
    page.locator(".rt-room").get_by_role("button", name=PAGE["rally"]).click()
    expect(page.locator(".rt-title")).to_have_text(PAGE["rally"])


def test_a_code_is_entered_with_a_secret_that_stays_in_this_browser(opened: Open) -> None:
    page = entered(opened)
    enter = said(page)[0]
    assert enter["do"] == "enter" and enter["code"] == CODE and re.fullmatch("[0-9a-f]{32}", enter["secret"])
    assert page.evaluate("() => localStorage['rallyman-tutor:room-secret']") == enter["secret"]
    assert enter["secret"] not in page.url and page.url.endswith(f"at=room/{CODE}")
    tells(page, refused="no-room")
    expect(page.locator(".rt-room [role=alert]")).to_have_text(TEXTS["refused"]["no-room"])


LATER = 1200
"""Milliseconds within which a line that is cut would have been opened again."""


def test_a_room_that_is_not_there_is_not_asked_for_again_and_again(opened: Open) -> None:
    page = entered(opened)
    tells(page, refused="no-room")
    page.evaluate("() => lines.at(-1).onclose()")
    page.wait_for_timeout(LATER)
    assert page.evaluate("() => lines.length") == 1
    expect(page.locator(".rt-room [role=alert]")).to_have_text(TEXTS["refused"]["no-room"])
    expect(page.locator(".rt-rally-said")).to_have_text("")
    page.get_by_role("button", name=TEXTS["labels"]["another"]).click()
    expect(page.get_by_label(TEXTS["labels"]["code"])).to_be_visible()


def test_where_no_place_is_free_the_page_says_so_and_tries_again_much_later(opened: Open) -> None:
    page = entered(opened)
    tells(page, refused="too-many-devices")
    page.evaluate("() => lines.at(-1).close()")
    page.wait_for_timeout(LATER)
    assert page.evaluate("() => lines.length") == 1
    expect(page.locator(".rt-room [role=alert]")).to_have_text(TEXTS["refused"]["too-many-devices"])


def test_a_line_without_a_room_that_was_closed_is_opened_when_a_room_is(opened: Open) -> None:
    page = opened(at="room")
    page.evaluate(FAKE)
    page.evaluate("() => host.model.send({ do: 'go', to: 'room/classic' })")
    answered(page)
    page.get_by_label(TEXTS["labels"]["name"], exact=True).fill("7")
    opens = page.get_by_role("button", name=TEXTS["labels"]["open-go"])
    opens.click()
    page.wait_for_function("() => lines.at(-1)?.said.length")
    tells(page, refused="name")
    page.evaluate("() => lines.at(-1).close()")
    page.wait_for_timeout(LATER)
    assert page.evaluate("() => lines.length") == 1
    expect(page.locator(".rt-room [role=alert]")).to_have_text(TEXTS["refused"]["name"])
    page.get_by_label(TEXTS["labels"]["name"], exact=True).fill("Ana")
    opens.click()
    page.wait_for_function("() => lines.length === 2 && lines[1].said.length")
    assert [one["do"] for one in said(page)] == ["open"] and said(page)[0]["name"] == "Ana"


def test_names_are_text_whatever_a_server_says(opened: Open) -> None:
    page = entered(opened)
    evil = "<img src=x onerror='window.ran=1'>"
    room = {**state(begun()), "phase": "gathering", "start": None}
    room["seats"][1]["name"] = evil
    tells(page, room=room)
    expect(page.locator(".rt-room li bdi").nth(1)).to_have_text(evil)
    assert page.locator(".rt-room img").count() == 0 and page.evaluate("() => window.ran") is None
    page.get_by_label(TEXTS["labels"]["name"], exact=True).fill("Zoë")
    page.get_by_role("button", name=TEXTS["labels"]["rename"]).click()
    assert said(page)[-1] == {"do": "sit", "name": "Zoë"}


def gathering(key: str = "classic") -> dict[str, Any]:
    """A room in which nobody has driven, of any game."""
    game = SHELF[key]
    return {
        **state(begun()), "game": key, "rules": game.version, "values": game.values, "phase": "gathering", "start": None,
    }  # fmt: skip


def test_a_name_that_is_being_written_stays_whatever_comes_meanwhile(opened: Open) -> None:
    page = entered(opened)
    tells(page, room=gathering())
    name = page.locator("input.rt-room-name")
    name.fill("Zo")
    tells(page, room={**gathering(), "watching": 3})
    expect(name).to_be_focused()
    expect(name).to_have_value("Zo")
    page.evaluate("() => host.model.send({ do: 'language', to: 'de' })")
    page.wait_for_function("() => lines.length === 2 && lines[1].said.length")
    tells(page, room=gathering())
    expect(name).to_have_value("Zo")


def test_nothing_is_asked_at_a_table_that_is_about_to_be_made_for_another_game(opened: Open) -> None:
    page = entered(opened)
    tells(page, room=gathering("dirt"))
    page.wait_for_function("() => lines.length === 2 && lines[1].said.length")
    expect(page.locator(".rt-rally-said")).to_have_text(TEXTS["labels"]["entering"])
    assert page.locator("input.rt-room-name").count() == 0
    tells(page, room=gathering("dirt"))
    expect(page.locator("input.rt-room-name")).to_be_visible()


def test_behind_the_podium_of_a_room_stand_what_decided_it_and_the_film_on_every_device(opened: Open) -> None:
    page, room = entered(opened), begun()
    tells(page, room=state(room, BEN))
    over = state(to_the_end(room), BEN)
    tells(page, room=over)
    expect(page.locator(".rt-room .rt-podium-driver")).to_have_count(2)
    expect(page.locator(".rt-room .rt-rally-back h3").first).to_be_visible()
    page.locator(".rt-room").get_by_role("button", name=FILM["labels"]["open"]).click()
    expect(page.locator(".rt-room .rt-film-title")).to_be_visible()
    page.evaluate("() => { window.film = document.querySelector('.rt-room .rt-film-picture'); }")
    tells(page, room={**over, "watching": 1, "from": over["number"], "moves": []})
    assert page.evaluate("() => film.isConnected && !film.closest('[hidden]')"), "it goes on when somebody leaves"
    assert findings(page) == []


def moves(page: Page, room: Room) -> str:
    """Whoever is in turn makes the first move that is allowed."""
    move = room.game.write_move(room.game.moves(room.rally.state)[0]) if room.rally else ""
    for deed in some(({"do": "draft", "moves": [move]}, {"do": "act", "move": move})):
        page.evaluate("(deed) => host.model.send(deed)", deed)
        answered(page)
    return move


def test_a_move_in_whose_place_another_was_made_is_told(opened: Open) -> None:
    page, room = entered(opened), begun()
    tells(page, room=state(room))
    moves(page, room)
    tells(page, room={**state(driven(room)), "moves": [["another", "."]]})
    tells(page, refused="other-number")
    expect(page.locator(".rt-hint")).to_have_text(TEXTS["refused"]["other-number"])


def test_a_move_goes_to_the_server_and_a_line_that_is_lost_catches_up(opened: Open) -> None:
    page, room = entered(opened), begun()
    tells(page, room=state(room))
    strip = page.locator(".rt-room-strip summary")
    expect(strip).to_have_text(f"KXR 4TM {TEXTS['labels']['yours']}")
    move = moves(page, room)
    assert said(page)[-1] == {"do": "move", "number": 0, "move": move}
    page.evaluate("() => { window.isCut = true; lines.splice(0).at(-1).close(); }")
    expect(page.locator(".rt-room-strip")).to_have_class(re.compile("rt-room-cut"))
    expect(page.locator(".rt-room-list")).to_contain_text(TEXTS["labels"]["lost"])
    page.evaluate("() => { window.isCut = false; }")
    page.wait_for_function("() => lines.at(-1)?.said.length >= 2")
    again = said(page)
    assert [again[0]["do"], again[0]["known"], again[1]["do"]] == ["enter", 0, "move"]
    tells(page, room=state(driven(begun(), 1)))
    tells(page, refused="other-number")
    assert TEXTS["refused"]["other-number"] not in page.locator("body").inner_text(), "the first one had come"
    for number in range(1, 5):
        tells(page, room=state(driven(begun(), number), start=number - 1))
    page.wait_for_function("() => host.model.get('place').room.known === 4")
    page.evaluate("() => lines.splice(0).at(-1).close()")
    page.wait_for_function("() => lines.at(-1)?.said.length")
    assert said(page)[0]["known"] == 4 and len(said(page)) == 1, "the move was made"


def test_who_is_not_in_turn_is_told_so_and_can_let_a_bot_stand_in(opened: Open) -> None:
    page = entered(opened)
    tells(page, room=state(begun(), BEN))
    expect(page.locator(".rt-room-strip summary")).to_contain_text("Ana drives")
    expect(page.locator(".rt-tray .rt-primary")).to_have_text("Ana drives")
    expect(page.locator(".rt-says").first).to_have_text("Ana drives")
    page.locator(".rt-tray button").first.click(force=True)
    expect(page.locator(".rt-hint")).to_have_text(PAGE["others-turn"])
    page.locator(".rt-room-strip summary").click()
    page.get_by_role("button", name=TEXTS["labels"]["relieve"].format(name="Ana")).click()
    assert said(page)[-1] == {"do": "relieve", "seat": 0}


@pytest.mark.parametrize("width", sampled([*WIDTHS], NARROW_AND_WIDE))
def test_every_screen_of_a_room_fits_and_can_be_read(opened: Open, width: int) -> None:
    page = opened(at="room", width=width)
    page.evaluate(FAKE)
    page.evaluate("() => host.model.send({ do: 'go', to: 'room/dirt' })")
    answered(page)
    fits = "() => document.querySelector('.rt-room').scrollWidth <= document.querySelector('.rt-room').clientWidth"
    page.locator(".rt-room summary").click()
    assert findings(page) == [] and page.evaluate(fits)
    page.evaluate("() => host.model.send({ do: 'go', to: 'room/KXR4TM' })")
    page.wait_for_function("() => lines.at(-1)?.said.length")
    tells(page, room={**state(begun()), "phase": "gathering", "start": None})
    assert findings(page) == [] and page.evaluate(fits)
    tells(page, room=state(begun()))
    page.locator(".rt-room-strip summary").click()
    assert findings(page) == [] and page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("() => document.querySelector('.rt-room-list').getBoundingClientRect().left >= 0")
